//! Bit-vector, boolean, array and float expressions as a hash-consed DAG.
//!
//! A [`Dag`] owns every expression; an [`ExprId`] names one. Equal expressions have equal ids. Constructors simplify
//! (see [`simplify`]), so an id already stands for a normal form of what was asked for. Booleans are 1-bit vectors,
//! floats are the bit patterns of their IEEE format, arrays are finite and hold bytes.
//!
//! Division follows SMT-LIB: `x udiv 0` is all ones, `x urem 0` is `x`; shifts by the width or more shift everything out.
//!
//! Does not hold: solving (crate `solver`), memory and pointers (crate `machine`).

mod array_store;
mod byte_condition;
pub mod concrete;
mod dag;
mod derived;
pub mod eval;
pub mod float;
mod ids;
pub mod math;
pub mod model;
mod node;
pub mod portable;
pub mod range;
mod range_given;
pub mod simplify;
pub mod smtlib;
pub mod substitution;
pub mod trie;
mod variables;

pub use array_store::ArrayNode;
pub use byte_condition::ByteConditions;
pub use dag::Dag;
pub use eval::Evaluator;
pub use float::{FloatBin, FloatCmp, FloatFormat, Rounding};
pub use ids::{ArrayId, ExprId, VarId};
pub use math::{Gives, MathFunction};
pub use model::{DefaultValue, Model};
pub use node::{BinaryOp, FloatNode, Node, Operands, UnaryOp};
pub use range::Range;
pub use range_given::RangesGiven;
pub use simplify::Rule;
pub use substitution::Substitution;
pub use trie::Trie;
pub use variables::VarInfo;
