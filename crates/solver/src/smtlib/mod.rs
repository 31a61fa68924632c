//! SMT-LIB 2 scripts, read and answered: the chain on its own, without a program (`secateur solve`).
//!
//! Bit-vectors up to 128 bits, arrays of them (reduced to bit-vectors while reading, in `arrays`) and floats go through the
//! chain like a program's questions. What our expressions do not have (wider vectors, equality of whole arrays, rounding
//! modes of arithmetic, uninterpreted functions, ...) makes Z3 read and answer the whole script instead. A mistake in a script is an error
//! with its line, whoever reads it.

mod arrays;
mod floats;
mod operators;
mod script;
mod sexpr;
mod terms;
mod values;

pub use script::{Output, ScriptError, run_script};

/// Why a script is not read further.
#[derive(Clone, PartialEq, Eq, Debug)]
enum ReadError {
    /// Wrong, whoever reads it.
    Mistake { line: usize, message: String },
    /// Right, but beyond us.
    Unsupported(String),
}

fn mistake<T>(line: usize, message: impl Into<String>) -> Result<T, ReadError> {
    Err(ReadError::Mistake { line, message: message.into() })
}

fn unsupported<T>(what: impl Into<String>) -> Result<T, ReadError> {
    Err(ReadError::Unsupported(what.into()))
}
