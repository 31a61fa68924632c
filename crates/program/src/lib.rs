//! The program under test: its lowered form, the analyses on it, and the only code that knows LLVM.

pub mod ir;
pub mod layout;
