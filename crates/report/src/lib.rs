//! Everything a run leaves behind: test files, the summary, bug reports, and what people see on the terminal.

mod base64;
pub mod compare;
pub mod confirmation;
mod digest;
pub mod frontier_file;
pub mod html;
pub mod human;
pub mod lcov;
pub mod out_dir;
pub mod plot;
pub mod progress;
mod ranges;
mod readable;
pub mod recorder;
pub mod run_record;
mod sarif;
pub mod seeds;
mod shell;
pub mod suite;
pub mod summary;
pub mod test_case;
mod test_lines;
pub mod test_paths;
pub mod timeline;
pub mod tree_file;
pub mod update;
mod witness;
