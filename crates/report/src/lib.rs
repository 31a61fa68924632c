//! Everything a run leaves behind: test files, the summary, bug reports, and what people see on the terminal.

pub mod human;
pub mod out_dir;
pub mod progress;
pub mod readable;
pub mod recorder;
pub mod replay;
pub mod sarif;
pub mod summary;
pub mod test_case;
