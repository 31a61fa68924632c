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
    use super::*;

    #[test]
    fn the_models_are_bitcode() {
        assert_eq!(&LIBC_BITCODE[..4], b"BC\xc0\xde");
    }

    #[test]
    fn the_headers_are_found() {
        assert!(include_folder().unwrap().join("klee/klee.h").is_file());
        assert_eq!(beside(Path::new("/usr/bin/secateur")), Some("/usr/share/secateur/include".into()));
    }
}
