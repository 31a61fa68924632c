//! The C side that comes with the tool: models of library functions, inside the binary, and headers, beside it.

use std::path::{Path, PathBuf};

/// The models as bitcode, made by `build.rs`.
pub const LIBC_BITCODE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/libc.bc"));

/// Names a folder that has `include/`, for installations that are laid out in another way.
const VARIABLE: &str = "SECATEUR_RUNTIME";

/// The folder of the headers programs may include (`klee/klee.h`, `crest.h`, ...): what the environment names, else
/// beside an installed binary, else the source tree this binary was built from. `None` when none of them is there.
pub fn include_folder() -> Option<PathBuf> {
    let named = std::env::var_os(VARIABLE).map(|folder| PathBuf::from(folder).join("include"));
    let executable = std::env::current_exe().and_then(|path| path.canonicalize()).ok();
    let installed = executable.as_deref().and_then(beside);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/include");
    [named, installed, Some(source)].into_iter().flatten().find(|folder| folder.is_dir())
}

/// `PREFIX/bin/secateur` belongs to `PREFIX/share/secateur/include`.
fn beside(executable: &Path) -> Option<PathBuf> {
    Some(executable.parent()?.parent()?.join("share/secateur/include"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_models_are_bitcode() {
        assert_eq!(&LIBC_BITCODE[..4], b"BC\xc0\xde");
    }

    /// The words in backquotes in the cells of docs/libc.md's tables of functions, each once.
    fn documented() -> BTreeSet<String> {
        let document = std::fs::read_to_string("../../docs/libc.md").unwrap();
        let rows = document.lines().filter(|line| line.starts_with("| "));
        let cells = rows.flat_map(|row| row.split('|').nth(2));
        let words = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned);
        let mut seen = BTreeSet::new();
        for word in words {
            assert!(seen.insert(word.clone()), "{word} is in docs/libc.md twice");
        }
        seen
    }

    #[test]
    fn the_table_of_library_functions_is_that_of_the_models() {
        let models = program::defined_names(LIBC_BITCODE).unwrap().into_iter();
        let own = engine::session::library_functions().map(str::to_owned);
        let known: BTreeSet<String> = models.filter(|name| !name.starts_with("__secateur_")).chain(own).collect();
        let documented = documented();
        let missing: Vec<_> = known.difference(&documented).collect();
        let gone: Vec<_> = documented.difference(&known).collect();
        assert!(missing.is_empty() && gone.is_empty(), "docs/libc.md lacks {missing:?} and has {gone:?}");
    }

    #[test]
    fn the_headers_are_found() {
        assert!(include_folder().unwrap().join("klee/klee.h").is_file());
        assert_eq!(beside(Path::new("/usr/bin/secateur")), Some("/usr/share/secateur/include".into()));
    }
}
