//! What clang makes of the sources, kept in a folder for other processes that load the same program: it is compiled once.
//!
//! Only what clang was asked for is kept. Everything after that depends on the options and is done again, which takes little time and
//! comes to the same program.

use std::path::{Path, PathBuf};

use crate::ProgramError;

/// Where the code of sources comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Compiled {
    /// Clang.
    #[default]
    Now,
    /// Clang, and it is kept in this folder.
    AndKept(PathBuf),
    /// A folder in which it was kept, by a process that was given the same files and options.
    Before(PathBuf),
}

impl Compiled {
    /// The code of each source. Sources may be compiled a second time, when more is known of them: `is_again`.
    pub(crate) fn code_of(
        &self,
        sources: &[PathBuf],
        is_again: bool,
        compile: impl FnOnce() -> Vec<Result<Vec<u8>, ProgramError>>,
    ) -> Vec<Result<Vec<u8>, ProgramError>> {
        let file =
            |folder: &Path, number: usize| folder.join(format!("{}{number}.bc", if is_again { "again" } else { "" }));
        let unreadable = |file: &Path, error: std::io::Error| ProgramError::Unreadable {
            file: file.to_path_buf(),
            reason: error.to_string(),
        };
        match self {
            Compiled::Now => compile(),
            Compiled::AndKept(folder) => {
                let keep = |(number, code): (usize, Result<Vec<u8>, ProgramError>)| {
                    let code = code?;
                    let file = file(folder, number);
                    std::fs::write(&file, &code).map_err(|error| unreadable(&file, error))?;
                    Ok(code)
                };
                compile().into_iter().enumerate().map(keep).collect()
            }
            Compiled::Before(folder) => {
                let read = |number| {
                    let file = file(folder, number);
                    std::fs::read(&file).map_err(|error| unreadable(&file, error))
                };
                (0..sources.len()).map(read).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LoadOptions;

    #[test]
    fn what_was_kept_is_the_same_program() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (folder.path().join("a.c"), folder.path().join("b.c"));
        // It defines a function that clang knows, so it is compiled twice.
        std::fs::write(&one, "int abs(int x) { return x; }\nint f(void);\nint main(void) { return f(); }\n").unwrap();
        std::fs::write(&other, "int abs(int);\nint f(void) { return abs(-3); }\n").unwrap();
        let files = [one.clone(), other];
        let load = |compiled| crate::load(&files, &LoadOptions { compiled, ..LoadOptions::default() });
        let first = load(Compiled::AndKept(folder.path().to_path_buf())).unwrap();
        std::fs::write(&one, "this is no C any more").unwrap();
        let second = load(Compiled::Before(folder.path().to_path_buf())).unwrap();
        assert_eq!(first.hash, second.hash);
        assert!(load(Compiled::Now).is_err());
        assert!(load(Compiled::Before(folder.path().join("not there"))).is_err());
    }
}
