//! What test and witness formats say of a program's files and of the moment: hashes, times, unique names.

use std::io;
use std::path::Path;
use std::time::SystemTime;

use sha2::{Digest, Sha256};

/// SHA-256 of a file, in hexadecimal.
pub fn of_file(path: &Path) -> io::Result<String> {
    Ok(crate::readable::hex(&Sha256::digest(std::fs::read(path)?)))
}

/// The present moment as `2026-01-31T12:00:00Z`.
pub fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

/// A name nobody else gives to anything: a UUID of version 8, made from the moment, the process and `what`.
pub fn unique(what: &str) -> String {
    let moment = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let seed = format!("{} {} {what}", moment.as_nanos(), std::process::id());
    let mut bytes: [u8; 32] = Sha256::digest(seed).into();
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex = crate::readable::hex(&bytes[..16]);
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..32]].join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_the_known_one() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "abc").unwrap();
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(of_file(file.path()).unwrap(), known);
    }

    #[test]
    fn unique_names_differ_and_have_the_shape_of_a_uuid() {
        let (one, two) = (unique("a"), unique("b"));
        assert_ne!(one, two);
        assert_eq!(one.split('-').map(str::len).collect::<Vec<_>>(), [8, 4, 4, 4, 12]);
    }
}
