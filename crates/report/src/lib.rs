//! Everything a run leaves behind: test files, the summary, bug reports, and what people see on the terminal.

pub mod confirmation;
mod digest;
pub mod human;
pub mod lcov;
pub mod out_dir;
pub mod progress;
mod readable;
pub mod recorder;
pub mod run_record;
mod sarif;
pub mod seeds;
mod shell;
pub mod suite;
pub mod summary;
pub mod test_case;
pub mod update;
mod witness;
