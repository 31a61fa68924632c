//! Seeds from files: tests of this tool or of KLEE, Test-Comp tests that name their types, and anything else as the bytes
//! of a fuzzing corpus.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use engine::config::Seed;
use program::contract::{Contract, Given};

use crate::test_case::ktest::KTest;
use crate::test_case::{ktest, xml};

/// Why a file is no seed.
#[derive(Debug)]
pub enum SeedError {
    Unreadable(PathBuf, io::Error),
    KTest(PathBuf, ktest::ReadError),
    Xml(PathBuf, xml::ReadError),
    /// A Test-Comp test in which some value does not say what it is for.
    Untyped(PathBuf),
    Empty(PathBuf),
}

impl fmt::Display for SeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeedError::Unreadable(path, error) => write!(f, "{}: {error}", path.display()),
            SeedError::KTest(path, error) => write!(f, "{}: {error}", path.display()),
            SeedError::Xml(path, error) => write!(f, "{}: {error}", path.display()),
            SeedError::Untyped(path) => {
                write!(f, "{}: no seed, because not every input has a variable and a type", path.display())
            }
            SeedError::Empty(path) => write!(f, "{}: no seeds in this folder", path.display()),
        }
    }
}

impl std::error::Error for SeedError {}

/// The seed in a file.
pub fn from_file(path: &Path) -> Result<Seed, SeedError> {
    let bytes = std::fs::read(path).map_err(|error| SeedError::Unreadable(path.to_owned(), error))?;
    if ends_with(path, "ktest") {
        let test = KTest::from_bytes(&bytes).map_err(|error| SeedError::KTest(path.to_owned(), error))?;
        return Ok(objects(test));
    }
    if ends_with(path, "xml") {
        let text = String::from_utf8_lossy(&bytes);
        let values = xml::from_str(&text).map_err(|error| SeedError::Xml(path.to_owned(), error))?;
        return xml::to_ktest("", &values).map(objects).ok_or_else(|| SeedError::Untyped(path.to_owned()));
    }
    Ok(Seed::Bytes(bytes))
}

/// The seeds in a folder, sorted by name: its `.ktest` files, else the tests of a Test-Comp suite, else all files as bytes.
pub fn from_folder(path: &Path) -> Result<Vec<Seed>, SeedError> {
    let unreadable = |error| SeedError::Unreadable(path.to_owned(), error);
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in path.read_dir().map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.path();
        let hidden = file.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        let metadata = file.file_name().is_some_and(|name| name == crate::suite::FILE);
        if file.is_file() && !hidden && !metadata {
            files.push(file);
        }
    }
    files.sort();
    for end in ["ktest", "xml"] {
        if files.iter().any(|file| ends_with(file, end)) {
            files.retain(|file| ends_with(file, end));
        }
    }
    if files.is_empty() {
        return Err(SeedError::Empty(path.to_owned()));
    }
    files.iter().map(|file| from_file(file)).collect()
}

/// The seed as an entry with this contract takes it: plain bytes are what the one parameter points to whose bytes another one
/// counts, and their number.
pub fn for_entry(seed: Seed, contract: &Contract) -> Seed {
    let counted = contract.parameters.iter().filter_map(|parameter| match parameter.given {
        Given::Counted { by, unit: 1, .. } => Some((&parameter.name, &contract.parameters[by])),
        _ => None,
    });
    match (seed, counted.collect::<Vec<_>>().as_slice()) {
        (Seed::Bytes(mut bytes), [(data, count)]) => {
            if let Given::Count { most } = count.given {
                bytes.truncate(most as usize);
            }
            let number = (bytes.len() as u64).to_le_bytes().to_vec();
            Seed::Objects(vec![((*data).clone(), bytes), (count.name.clone(), number)])
        }
        (seed, _) => seed,
    }
}

fn ends_with(path: &Path, end: &str) -> bool {
    path.extension().is_some_and(|extension| extension == end)
}

fn objects(test: KTest) -> Seed {
    let named = |object: ktest::Object| (String::from_utf8_lossy(&object.name).into_owned(), object.bytes);
    Seed::Objects(test.objects.into_iter().map(named).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::contract::{Knowledge, Nulls, Parameter};

    #[test]
    fn a_folder_of_tests_is_read_as_tests_and_any_other_as_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
        assert!(matches!(from_folder(folder.path()), Err(SeedError::Empty(_))));
        write("b", b"second");
        write("a", b"first");
        write(".hidden", b"");
        let both = [Seed::Bytes(b"first".to_vec()), Seed::Bytes(b"second".to_vec())];
        assert_eq!(from_folder(folder.path()).unwrap(), both);
        let object = ktest::Object { name: b"x".to_vec(), bytes: vec![7] };
        write("t.ktest", &KTest { objects: vec![object], ..KTest::default() }.to_bytes());
        assert_eq!(from_folder(folder.path()).unwrap(), [Seed::Objects(vec![("x".into(), vec![7])])]);
    }

    #[test]
    fn a_corpus_is_for_the_bytes_that_are_counted() {
        let parameter = |name: &str, given| Parameter { name: name.into(), given, align: 1 };
        let data = Given::Counted { by: 1, unit: 1, least: 0, room: 4 };
        let mut contract = Contract {
            function: "f".into(),
            parameters: vec![parameter("data", data), parameter("size", Given::Count { most: 4 })],
            nulls: Nulls::Never,
            assumed: Vec::new(),
            assumption: None,
            prelude: None,
            rests_on: Knowledge::All,
            bytes_of_text: Vec::new(),
        };
        let seed = for_entry(Seed::Bytes(b"abcdef".to_vec()), &contract);
        let number = vec![4, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(seed, Seed::Objects(vec![("data".into(), b"abcd".to_vec()), ("size".into(), number)]));
        contract.parameters[0].given = Given::Object { size: 4 };
        assert_eq!(for_entry(Seed::Bytes(vec![1]), &contract), Seed::Bytes(vec![1]));
    }

    #[test]
    fn what_is_no_seed_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.ktest");
        std::fs::write(&path, "noise").unwrap();
        assert!(from_file(&path).unwrap_err().to_string().contains("t.ktest: not a .ktest file"));
        let path = folder.path().join("t.xml");
        std::fs::write(&path, "<testcase><input>1</input></testcase>").unwrap();
        assert!(matches!(from_file(&path), Err(SeedError::Untyped(_))));
        assert!(from_file(&folder.path().join("nowhere")).is_err());
    }
}
