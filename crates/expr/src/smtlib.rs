//! Queries as SMT-LIB 2 text, with the exact meaning this crate gives them.
//!
//! Every node becomes one `define-fun`, in order of id: that keeps sharing, and neither this printer nor the solver's
//! parser recurses however deep an expression is, as both would on nested `let`s. Truth values stay vectors of one bit.
//! `arrays` and `floats` say how those are written.
//!
//! Does not run solvers or read their answers.

mod arrays;
mod floats;

use crate::dag::Dag;
use crate::ids::{ArrayId, ExprId, VarId};
use crate::node::{BinaryOp, Node, UnaryOp};
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// A complete script that asks whether the 1-bit expressions can all be true.
pub fn script(dag: &Dag, assertions: &[ExprId]) -> String {
    let mut script = Script::new(dag);
    for &assertion in assertions {
        script.assert(assertion);
    }
    script.check()
}

/// The symbol a variable is declared with.
pub fn symbol(v: VarId) -> String {
    format!("v{}", v.0)
}

/// A script in the making.
pub struct Script<'a> {
    dag: &'a Dag,
    body: String,
    exprs: FxHashSet<ExprId>,
    arrays: FxHashSet<ArrayId>,
    uses_floats: bool,
    /// Functions that were declared, by name.
    functions: FxHashSet<String>,
}

/// Something that must be defined before what uses it.
#[derive(Clone, Copy)]
enum Pending {
    Expr(ExprId),
    Array(ArrayId),
}

impl<'a> Script<'a> {
    pub fn new(dag: &'a Dag) -> Script<'a> {
        Script {
            dag,
            body: String::new(),
            exprs: FxHashSet::default(),
            arrays: FxHashSet::default(),
            uses_floats: false,
            functions: FxHashSet::default(),
        }
    }

    /// Asserts that a 1-bit expression is true.
    pub fn assert(&mut self, e: ExprId) {
        self.define(e);
        let name = self.name(e);
        self.line(format_args!("(assert (= {name} #b1))"));
    }

    /// The same under a name, for unsatisfiable cores.
    pub fn assert_named(&mut self, e: ExprId, label: &str) {
        self.define(e);
        let name = self.name(e);
        self.line(format_args!("(assert (! (= {name} #b1) :named {label}))"));
    }

    /// The script up to here, without a command to solve it.
    pub fn text(&self) -> String {
        let logic = match (self.arrays.is_empty(), self.uses_floats) {
            (true, false) => "QF_BV",
            (false, false) => "QF_ABV",
            (true, true) => "QF_BVFP",
            (false, true) => "QF_ABVFP",
        };
        let logic = if self.functions.is_empty() { logic } else { "QF_AUFBVFP" };
        format!("(set-logic {logic})\n{}", self.body)
    }

    /// The whole script, ending with the question.
    pub fn check(&self) -> String {
        format!("{}(check-sat)\n", self.text())
    }

    /// The term that stands for an expression that was defined.
    fn name(&self, e: ExprId) -> String {
        match self.dag.node(e) {
            Node::Const(value) => constant(value, self.dag.width(e)),
            Node::Var(v) => symbol(v),
            _ => format!("e{}", e.0),
        }
    }

    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.body, "{text}");
    }

    /// Defines an expression and all it is made of.
    fn define(&mut self, e: ExprId) {
        let mut stack = vec![Pending::Expr(e)];
        while let Some(&top) = stack.last() {
            let waiting = stack.len();
            match top {
                Pending::Expr(e) => {
                    if !self.exprs.contains(&e) {
                        self.push_undefined_parts(e, &mut stack);
                        if stack.len() == waiting {
                            self.define_node(e);
                            self.exprs.insert(e);
                        }
                    }
                }
                Pending::Array(a) => {
                    if !self.arrays.contains(&a) {
                        self.push_undefined_array_parts(a, &mut stack);
                        if stack.len() == waiting {
                            self.define_array(a);
                            self.arrays.insert(a);
                        }
                    }
                }
            }
            if stack.len() == waiting {
                stack.pop();
            }
        }
    }

    fn push_undefined_parts(&self, e: ExprId, stack: &mut Vec<Pending>) {
        let node = self.dag.node(e);
        stack.extend(node.operands().filter(|operand| !self.exprs.contains(operand)).map(Pending::Expr));
        if let Node::Read { array, .. } = node
            && !self.arrays.contains(&array)
        {
            stack.push(Pending::Array(array));
        }
    }

    fn define_node(&mut self, e: ExprId) {
        let dag = self.dag;
        let width = dag.width(e);
        let term = match dag.node(e) {
            Node::Const(_) => return,
            Node::Var(v) => return self.declare(v),
            Node::Unary { op: UnaryOp::Not, a } => format!("(bvnot {})", self.name(a)),
            Node::Unary { op: UnaryOp::Neg, a } => format!("(bvneg {})", self.name(a)),
            Node::Binary { op, a, b } => {
                let term = format!("({} {} {})", operator(op), self.name(a), self.name(b));
                if op.is_comparison() { truth_value(&term) } else { term }
            }
            Node::ZExt { a } => format!("((_ zero_extend {}) {})", width - dag.width(a), self.name(a)),
            Node::SExt { a } => format!("((_ sign_extend {}) {})", width - dag.width(a), self.name(a)),
            Node::Extract { a, lo } => format!("((_ extract {} {lo}) {})", lo + width - 1, self.name(a)),
            Node::Concat { hi, lo } => format!("(concat {} {})", self.name(hi), self.name(lo)),
            Node::Ite { c, t, f } => format!("(ite (= {} #b1) {} {})", self.name(c), self.name(t), self.name(f)),
            Node::Read { array, offset, bytes } => self.read_term(array, offset, bytes),
            Node::Float(float) => {
                self.uses_floats = true;
                self.float_term(e, float)
            }
        };
        self.line(format_args!("(define-fun e{} () (_ BitVec {width}) {term})", e.0));
    }

    fn declare(&mut self, v: VarId) {
        let info = self.dag.var_info(v);
        // A comment ends with the line, so a name must not hold one.
        let name: String = info.name.chars().filter(|c| !c.is_control()).collect();
        self.line(format_args!("; {name}, instance {}, from byte {}", info.instance, info.offset));
        self.line(format_args!("(declare-const {} (_ BitVec {}))", symbol(v), info.width));
    }
}

/// A 1-bit vector from a Boolean term.
fn truth_value(term: &str) -> String {
    format!("(ite {term} #b1 #b0)")
}

/// A literal: hexadecimal where the width allows it.
fn constant(value: u128, width: u32) -> String {
    if width.is_multiple_of(4) {
        format!("#x{value:0digits$x}", digits = width as usize / 4)
    } else {
        format!("#b{value:0digits$b}", digits = width as usize)
    }
}

fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::And => "bvand",
        BinaryOp::Or => "bvor",
        BinaryOp::Xor => "bvxor",
        BinaryOp::Add => "bvadd",
        BinaryOp::Sub => "bvsub",
        BinaryOp::Mul => "bvmul",
        BinaryOp::UDiv => "bvudiv",
        BinaryOp::SDiv => "bvsdiv",
        BinaryOp::URem => "bvurem",
        BinaryOp::SRem => "bvsrem",
        BinaryOp::Shl => "bvshl",
        BinaryOp::LShr => "bvlshr",
        BinaryOp::AShr => "bvashr",
        BinaryOp::Eq => "=",
        BinaryOp::Ult => "bvult",
        BinaryOp::Slt => "bvslt",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::float::FloatFormat;
    use crate::math::{Gives, MathFunction};

    #[test]
    fn a_query_reads_as_expected() {
        let mut dag = Dag::new();
        let x = dag.variable("n\nx", 0, 4, 32);
        let five = dag.constant(5, 32);
        let product = dag.mul(x, five);
        let y = dag.variable("y", 1, 0, 32);
        let less = dag.slt(product, y);
        assert_eq!(
            script(&dag, &[less]),
            "(set-logic QF_BV)\n\
             ; y, instance 1, from byte 0\n\
             (declare-const v1 (_ BitVec 32))\n\
             ; nx, instance 0, from byte 4\n\
             (declare-const v0 (_ BitVec 32))\n\
             (define-fun e4 () (_ BitVec 32) (bvmul v0 #x00000005))\n\
             (define-fun e6 () (_ BitVec 1) (ite (bvslt e4 v1) #b1 #b0))\n\
             (assert (= e6 #b1))\n\
             (check-sat)\n"
        );
    }

    #[test]
    fn calls_of_the_library_are_uninterpreted() {
        let mut dag = Dag::new();
        let format = FloatFormat::Double;
        let [x, y] = [0, 1].map(|i| dag.variable("x", i, 0, 64));
        let power = dag.fcall(MathFunction::Pow, Gives::Value, format, [x, y]);
        let again = dag.fcall(MathFunction::Pow, Gives::Value, format, [y, x]);
        let error = dag.fcall(MathFunction::Log, Gives::Error, format, [x, x]);
        let zero = dag.constant(0, 32);
        let conditions = [dag.flt(format, power, again), dag.ne(error, zero)];
        let text = script(&dag, &conditions);
        assert!(text.starts_with("(set-logic QF_AUFBVFP)"), "{text}");
        let declared: Vec<&str> = text.lines().filter(|line| line.starts_with("(declare-fun")).collect();
        let expected = [
            "(declare-fun pow ((_ BitVec 64) (_ BitVec 64)) (_ BitVec 64))",
            "(declare-fun log.errno ((_ BitVec 64)) (_ BitVec 32))",
        ];
        assert_eq!(declared, expected);
        assert!(text.contains("(pow v0 v1)") && text.contains("(pow v1 v0)") && text.contains("(log.errno v0)"));
    }

    #[test]
    fn deep_expressions_need_no_deep_stack() {
        let mut dag = Dag::new();
        let mut e = dag.variable("x", 0, 0, 32);
        for i in 0..200_000u32 {
            let k = dag.constant(i as u128 | 1, 32);
            e = if i.is_multiple_of(2) { dag.xor(e, k) } else { dag.mul(e, k) };
        }
        let zero = dag.constant(0, 32);
        let nonzero = dag.ne(e, zero);
        assert!(script(&dag, &[nonzero]).lines().count() > 100_000);
    }
}
