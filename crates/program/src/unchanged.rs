//! Whether kept code is still what clang would make: which files it was made of, headers included, and what they held.
//!
//! Beside the code of a program there is a file that says so: how clang was called, and the hash of each file that it has read. A header
//! that is found before another one since then goes unnoticed, as it does with `make`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::{FileKind, LoadOptions, clang};

/// Name of the file.
pub const FILE: &str = "sources";
/// How names of files end that say what clang has read for one source.
const READING: &str = ".d";
/// Variables of the environment that change which headers clang finds.
const VARIABLES: &[&str] = &["CPATH", "C_INCLUDE_PATH"];

/// Keeps what clang says that it has read for a source.
pub(crate) fn note_reading(folder: &Path, number: usize, rule: &[u8]) {
    let file = folder.join(format!("{number}{READING}"));
    if std::fs::write(&file, rule).is_err() {
        let _ = std::fs::remove_file(file);
    }
}

/// Says what the code in a folder was made of. Without the file, the code is not used again.
pub(crate) fn note(folder: &Path, inputs: &[PathBuf], options: &LoadOptions) {
    if let Some(text) = described(folder, inputs, options) {
        let _ = std::fs::write(folder.join(FILE), text);
    }
}

/// Whether the code in a folder is that of these inputs, as they are now.
pub fn is_unchanged(folder: &Path, inputs: &[PathBuf], options: &LoadOptions) -> bool {
    // A condition is made into code together with a text that is needed later.
    let assumes = options.entry.as_ref().is_some_and(|entry| !entry.assume.is_empty());
    let Ok(text) = std::fs::read_to_string(folder.join(FILE)) else { return false };
    let mut lines = text.lines();
    let is_same = |line: &str| line.split_once(' ').is_some_and(|(hash, file)| hash_of(file) == Some(hash.to_owned()));
    !assumes && lines.next() == Some(&call(inputs, options)) && lines.all(is_same)
}

/// A line for how clang is called, and one for each file.
fn described(folder: &Path, inputs: &[PathBuf], options: &LoadOptions) -> Option<String> {
    let mut files: Vec<String> = inputs.iter().map(|file| file.to_str().map(str::to_owned)).collect::<Option<_>>()?;
    let sources = inputs.iter().filter(|file| FileKind::of(file) == Ok(FileKind::Source)).count();
    for number in 0..sources {
        let file = folder.join(format!("{number}{READING}"));
        files.extend(read_by_clang(&std::fs::read_to_string(&file).ok()?));
        std::fs::remove_file(file).ok()?;
    }
    files.sort();
    files.dedup();
    let mut text = call(inputs, options);
    for file in files {
        // A text that was made for clang is gone by now.
        let _ = write!(text, "\n{} {}", hash_of(&file)?, Some(&file).filter(|file| !file.contains('\n'))?);
    }
    Some(text)
}

fn call(inputs: &[PathBuf], options: &LoadOptions) -> String {
    let variables: Vec<_> = VARIABLES.iter().map(std::env::var_os).collect();
    let LoadOptions { includes, clang_args, stated, .. } = options;
    let call = (inputs, includes, clang_args, stated, clang::compiler(), variables, std::env::current_dir().ok());
    hexadecimal(format!("{call:?}").as_bytes())
}

fn hash_of(file: &str) -> Option<String> {
    std::fs::read(file).ok().map(|bytes| hexadecimal(&bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// The files of a rule for `make`: `target: file file`, in lines that a backslash continues.
fn read_by_clang(rule: &str) -> Vec<String> {
    let mut files = vec![String::new()];
    let mut letters = rule.split_once(": ").map_or("", |(_, files)| files).chars().peekable();
    while let Some(letter) = letters.next() {
        let last = files.len() - 1;
        match (letter, letters.peek()) {
            ('\\', Some('\n')) | (' ' | '\n', _) => files.push(String::new()),
            ('\\', Some(&next @ (' ' | '#'))) | ('$', Some(&next @ '$')) => {
                letters.next();
                files[last].push(next);
            }
            (letter, _) => files[last].push(letter),
        }
    }
    files.retain(|file| !file.is_empty());
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Compiled, load};

    #[test]
    fn rules_are_read() {
        let rule = "-: a\\ b.c \\\n  /usr/include/x.h \\\n  ./c\\#$$d.h\n";
        assert_eq!(read_by_clang(rule), ["a b.c", "/usr/include/x.h", "./c#$d.h"]);
        assert_eq!(read_by_clang(""), [""; 0]);
    }

    #[test]
    fn code_is_used_again_only_while_nothing_has_changed_that_it_was_made_of() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str, text: &str| std::fs::write(path(name), text).unwrap();
        write("head er.h", "#define ANSWER 42\n");
        write("main.c", "#include \"head er.h\"\nint main(void) { return ANSWER; }\n");
        let (kept, inputs) = (path("kept"), [path("main.c")]);
        std::fs::create_dir(&kept).unwrap();
        let options = LoadOptions { compiled: Compiled::AndKept(kept.clone()), ..LoadOptions::default() };
        assert!(!is_unchanged(&kept, &inputs, &options), "there is nothing");
        load(&inputs, &options).unwrap();
        assert!(is_unchanged(&kept, &inputs, &options));
        let mut names: Vec<_> = kept.read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["0.bc", FILE]);

        let defines = LoadOptions { clang_args: vec!["-DN=1".to_owned()], ..options.clone() };
        assert!(!is_unchanged(&kept, &inputs, &defines));
        write("head er.h", "#define ANSWER 43\n");
        assert!(!is_unchanged(&kept, &inputs, &options), "a header");
        write("head er.h", "#define ANSWER 42\n");
        assert!(is_unchanged(&kept, &inputs, &options));
        write("main.c", "int main(void) { return 42; }\n");
        assert!(!is_unchanged(&kept, &inputs, &options), "the source");
        load(&inputs, &options).unwrap();
        assert!(is_unchanged(&kept, &inputs, &options));
        std::fs::remove_file(path("main.c")).unwrap();
        assert!(!is_unchanged(&kept, &inputs, &options), "it is gone");
    }
}
