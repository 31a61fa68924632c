//! KLEE's `.ktest` format, version 3: written exactly, and read from files nobody vouches for.
//!
//! All integers are 32 bits, big endian: `KTEST`, the version, the arguments, two numbers for symbolic arguments, then
//! the objects in the order the program made them symbolic. The format has no place for an empty string or object, so
//! the writer leaves out empty objects, calls a nameless one `unnamed` and writes an empty argument as `""`.
//!
//! Does not hold: types of inputs, how the path ended. Those are in the JSON file.

use std::fmt;

use engine::results::TestCase;

const MAGIC: &[u8; 5] = b"KTEST";
/// What files of the first version begin with.
const OLD_MAGIC: &[u8; 5] = b"BOUT\n";
const VERSION: u32 = 3;

/// The contents of a `.ktest` file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KTest {
    /// The program and its arguments.
    pub args: Vec<Vec<u8>>,
    /// Number and length of symbolic arguments; 0 in files written here.
    pub symbolic_args: u32,
    pub symbolic_arg_len: u32,
    pub objects: Vec<Object>,
}

/// A symbolic object and its bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    pub name: Vec<u8>,
    pub bytes: Vec<u8>,
}

/// Why a file is no `.ktest` file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// It begins with something else.
    NotKTest,
    /// A version this reader does not know.
    Version(u32),
    /// It ends before this part.
    Truncated(&'static str),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::NotKTest => write!(f, "not a .ktest file"),
            ReadError::Version(version) => write!(f, ".ktest version {version} is not supported (1 to {VERSION} are)"),
            ReadError::Truncated(part) => write!(f, "the file ends before its {part}"),
        }
    }
}

impl std::error::Error for ReadError {}

impl KTest {
    /// The test of a run of `program`.
    pub fn from_test(program: &str, test: &TestCase) -> KTest {
        let args = std::iter::once(program.as_bytes()).chain(test.args.iter().map(Vec::as_slice));
        let objects = test.inputs.iter().filter(|input| !input.bytes.is_empty());
        KTest {
            args: args.map(|arg| c_string(arg, "\"\"")).collect(),
            symbolic_args: 0,
            symbolic_arg_len: 0,
            objects: objects
                .map(|input| Object { name: c_string(input.name.as_bytes(), "unnamed"), bytes: input.bytes.clone() })
                .collect(),
        }
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend_from_slice(MAGIC);
        put_number(&mut out, VERSION);
        put_count(&mut out, self.args.len());
        for arg in &self.args {
            put_block(&mut out, arg);
        }
        put_number(&mut out, self.symbolic_args);
        put_number(&mut out, self.symbolic_arg_len);
        put_count(&mut out, self.objects.len());
        for object in &self.objects {
            put_block(&mut out, &object.name);
            put_block(&mut out, &object.bytes);
        }
        out
    }

    /// Reads a file. Like KLEE it accepts older versions and ignores what follows the last object.
    pub fn from_bytes(file: &[u8]) -> Result<KTest, ReadError> {
        let mut reader = Reader { rest: file };
        let magic = reader.take(MAGIC.len(), "header").map_err(|_| ReadError::NotKTest)?;
        if magic != MAGIC && magic != OLD_MAGIC {
            return Err(ReadError::NotKTest);
        }
        let version = reader.number("version")?;
        if !(1..=VERSION).contains(&version) {
            return Err(ReadError::Version(version));
        }
        let mut test = KTest::default();
        for _ in 0..reader.number("argument count")? {
            test.args.push(reader.block("arguments")?);
        }
        if version >= 2 {
            test.symbolic_args = reader.number("symbolic arguments")?;
            test.symbolic_arg_len = reader.number("symbolic arguments")?;
        }
        for _ in 0..reader.number("object count")? {
            let name = reader.block("objects")?;
            let bytes = reader.block("objects")?;
            test.objects.push(Object { name, bytes });
        }
        Ok(test)
    }
}

/// Up to the first NUL, as C would see it, or `instead` when that is nothing.
fn c_string(text: &[u8], instead: &str) -> Vec<u8> {
    match text.split(|&byte| byte == 0).next() {
        None | Some(b"") => instead.as_bytes().to_vec(),
        Some(text) => text.to_vec(),
    }
}

fn put_number(out: &mut Vec<u8>, number: u32) {
    out.extend_from_slice(&number.to_be_bytes());
}

/// Counts and lengths are far below 2^32: the program's whole memory is.
fn put_count(out: &mut Vec<u8>, count: usize) {
    put_number(out, u32::try_from(count).unwrap_or(u32::MAX));
}

fn put_block(out: &mut Vec<u8>, bytes: &[u8]) {
    put_count(out, bytes.len());
    out.extend_from_slice(bytes);
}

/// Takes parts off the front of a file. No length in the file is believed before the bytes are seen to be there.
struct Reader<'file> {
    rest: &'file [u8],
}

impl<'file> Reader<'file> {
    fn take(&mut self, count: usize, part: &'static str) -> Result<&'file [u8], ReadError> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(ReadError::Truncated(part))?;
        self.rest = rest;
        Ok(taken)
    }

    fn number(&mut self, part: &'static str) -> Result<u32, ReadError> {
        let bytes = self.take(4, part)?;
        Ok(bytes.iter().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    fn block(&mut self, part: &'static str) -> Result<Vec<u8>, ReadError> {
        let length = self.number(part)?;
        self.take(length as usize, part).map(<[u8]>::to_vec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::{Input, TestEnd};
    use proptest::prelude::*;

    fn test_with(inputs: Vec<(&str, Vec<u8>)>, args: &[&str]) -> TestCase {
        TestCase {
            number: 1,
            inputs: inputs
                .into_iter()
                .map(|(name, bytes)| Input { name: name.to_owned(), bytes, ..Input::default() })
                .collect(),
            args: args.iter().map(|arg| arg.as_bytes().to_vec()).collect(),
            end: TestEnd::Exit(0),
        }
    }

    #[test]
    fn the_bytes_are_those_klee_writes() {
        let file = KTest::from_test("a.bc", &test_with(vec![("x", vec![1, 2, 3, 4])], &[])).to_bytes();
        let expected =
            b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x04a.bc\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01x\0\0\0\x04\x01\x02\x03\x04";
        assert_eq!(file, expected);
    }

    #[test]
    fn what_the_format_cannot_say_is_not_written() {
        let test = test_with(vec![("", vec![7]), ("gone", vec![]), ("a\0b", vec![8])], &["", "-v"]);
        let written = KTest::from_test("p", &test);
        assert_eq!(written.args, [b"p".to_vec(), b"\"\"".to_vec(), b"-v".to_vec()]);
        let names: Vec<&[u8]> = written.objects.iter().map(|o| o.name.as_slice()).collect();
        assert_eq!(names, [b"unnamed".as_slice(), b"a"]);
    }

    #[test]
    fn other_files_are_refused() {
        assert_eq!(KTest::from_bytes(b""), Err(ReadError::NotKTest));
        assert_eq!(KTest::from_bytes(b"\x7fELF...."), Err(ReadError::NotKTest));
        assert_eq!(KTest::from_bytes(b"KTEST\0\0\0\x04"), Err(ReadError::Version(4)));
        assert_eq!(KTest::from_bytes(b"KTEST\0\0\0\x03\xff\xff\xff\xff"), Err(ReadError::Truncated("arguments")));
    }

    #[test]
    fn the_first_version_has_no_symbolic_arguments() {
        let test = KTest::from_bytes(b"BOUT\n\0\0\0\x01\0\0\0\0\0\0\0\x01\0\0\0\x01x\0\0\0\x01\x09").unwrap();
        assert_eq!(test.objects, [Object { name: b"x".to_vec(), bytes: vec![9] }]);
    }

    fn bytes(min: usize) -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(any::<u8>(), min..20)
    }

    fn ktest() -> impl Strategy<Value = KTest> {
        let objects = prop::collection::vec((bytes(1), bytes(1)), 0..5);
        (prop::collection::vec(bytes(1), 0..4), any::<u32>(), any::<u32>(), objects).prop_map(
            |(args, symbolic_args, symbolic_arg_len, objects)| KTest {
                args,
                symbolic_args,
                symbolic_arg_len,
                objects: objects.into_iter().map(|(name, bytes)| Object { name, bytes }).collect(),
            },
        )
    }

    proptest! {
        #[test]
        fn reading_gives_back_what_was_written(test in ktest()) {
            prop_assert_eq!(KTest::from_bytes(&test.to_bytes()), Ok(test));
        }

        #[test]
        fn a_file_cut_short_is_an_error(test in ktest(), part in 0.0..1.0f64) {
            let file = test.to_bytes();
            let cut = (file.len() as f64 * part) as usize;
            prop_assert!(KTest::from_bytes(&file[..cut]).is_err());
        }

        #[test]
        fn damaged_files_do_not_harm(test in ktest(), position in any::<prop::sample::Index>(), byte in any::<u8>()) {
            let mut file = test.to_bytes();
            let position = position.index(file.len());
            file[position] = byte;
            if let Ok(read) = KTest::from_bytes(&file) {
                let size: usize = read.objects.iter().map(|o| o.bytes.len() + o.name.len()).sum();
                prop_assert!(size <= file.len());
            }
        }

        #[test]
        fn noise_does_not_harm(noise in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = KTest::from_bytes(&noise);
            let _ = KTest::from_bytes(&[b"KTEST\0\0\0\x03".as_slice(), &noise].concat());
        }
    }
}
