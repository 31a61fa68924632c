//! What clang makes of the sources, and code that came compiled, kept in a folder for other processes that load the same program: it
//! is compiled once, and no other file is needed, so the folder may be a copy on another machine.
//!
//! Everything after that depends on the options and is done again, which takes little time and
//! comes to the same program.

use std::path::{Path, PathBuf};

use crate::ProgramError;

/// Where the code of sources comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Compiled {
    /// Clang.
    #[default]
    Now,
    /// Clang, and it is kept in this folder for others, who cannot do without.
    AndKept(PathBuf),
    /// Clang, and it is kept in this folder, if it can be.
    AndRemembered(PathBuf),
    /// A folder in which it was kept, by a process that was given the same files and options.
    Before(PathBuf),
}

impl Compiled {
    /// The code of each source. Sources may be compiled more than once, when more is known of them: each `pass` has a name.
    pub(crate) fn code_of(
        &self,
        sources: &[PathBuf],
        pass: &str,
        compile: impl FnOnce() -> Vec<Result<Vec<u8>, ProgramError>>,
    ) -> Vec<Result<Vec<u8>, ProgramError>> {
        let file = |folder: &Path, number: usize| folder.join(format!("{pass}{number}.bc"));
        match self {
            Compiled::Now => compile(),
            Compiled::AndKept(folder) | Compiled::AndRemembered(folder) => {
                let keep = |(number, code): (usize, Result<Vec<u8>, ProgramError>)| {
                    let code = code?;
                    self.keep(folder, &file(folder, number), &code)?;
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

    fn keep(&self, folder: &Path, file: &Path, code: &[u8]) -> Result<(), ProgramError> {
        match (std::fs::write(file, code), self) {
            (Err(error), Compiled::AndKept(_)) => Err(unreadable(file, error)),
            (Err(_), _) => {
                // Nobody is to use a part of it.
                let _ = std::fs::remove_dir_all(folder);
                Ok(())
            }
            (Ok(()), _) => Ok(()),
        }
    }

    /// Where it is kept.
    pub(crate) fn kept_in(&self) -> Option<&Path> {
        match self {
            Compiled::AndKept(folder) | Compiled::AndRemembered(folder) => Some(folder),
            Compiled::Now | Compiled::Before(_) => None,
        }
    }

    /// The code of a file that came compiled, by its number among all files.
    pub(crate) fn given(&self, number: usize, file: &Path) -> Result<Vec<u8>, ProgramError> {
        let copy = |folder: &Path| folder.join(format!("given{number}.bc"));
        let read = |file: &Path| std::fs::read(file).map_err(|error| unreadable(file, error));
        match self {
            Compiled::Now => read(file),
            Compiled::AndKept(folder) | Compiled::AndRemembered(folder) => {
                let code = read(file)?;
                self.keep(folder, &copy(folder), &code)?;
                Ok(code)
            }
            Compiled::Before(folder) => read(&copy(folder)),
        }
    }
}

fn unreadable(file: &Path, error: std::io::Error) -> ProgramError {
    ProgramError::Unreadable { file: file.to_path_buf(), reason: error.to_string() }
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
        let nowhere = folder.path().join("not there");
        std::fs::write(&one, "int main(void) { return 0; }\n").unwrap();
        assert!(load(Compiled::AndKept(nowhere.clone())).is_err(), "others wait for it");
        assert!(load(Compiled::AndRemembered(nowhere)).is_ok());
        assert!(load(Compiled::Before(folder.path().join("not there"))).is_err());
    }
}
