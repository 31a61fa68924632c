//! The streams of a test as plain files: what fuzzers keep in a corpus.
//!
//! A folder for each stream, so that each is a corpus: `stdin`, `file-NAME`, `data` (what `LLVMFuzzerTestOneInput` is given), and
//! `values` for what functions return, one after the other, which is how `--seed-dir` reads a corpus.

use engine::results::TestCase;

use program::contract::FUZZER_ENTRY;

use super::role::Role;

/// The folder of the corpora, in that of the tests.
pub const FOLDER: &str = "raw";

/// The folders with a file of this test, and what it holds.
pub(crate) fn streams(test: &TestCase, entry: &str) -> Vec<(String, Vec<u8>)> {
    if entry == FUZZER_ENTRY {
        return vec![("data".to_owned(), fuzzer_data(test))];
    }
    let mut streams: Vec<(String, Vec<u8>)> = Vec::new();
    let mut values = Vec::new();
    for input in &test.inputs {
        match Role::of(&input.name) {
            Role::Stdin => streams.push(("stdin".to_owned(), input.bytes.clone())),
            Role::File(name) => streams.push((format!("file-{}", plain(name)), input.bytes.clone())),
            Role::Socket => streams.push(("socket".to_owned(), input.bytes.clone())),
            Role::Value => values.extend(&input.bytes),
            // No stream.
            Role::Variable(_) | Role::Argument => {}
        }
    }
    if !values.is_empty() {
        streams.push(("values".to_owned(), values));
    }
    streams
}

/// As many bytes as the size says.
fn fuzzer_data(test: &TestCase) -> Vec<u8> {
    let mut inputs = test.inputs.iter();
    let data = inputs.next().map_or(&[][..], |input| &input.bytes);
    let size =
        inputs.next().map(|size| size.bytes.iter().take(8).rev().fold(0u64, |n, &byte| n << 8 | u64::from(byte)));
    let size = size.and_then(|size| usize::try_from(size).ok()).unwrap_or(data.len());
    data[..size.min(data.len())].to_vec()
}

/// A name without anything that leads elsewhere.
fn plain(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-') { c } else { '_' };
    name.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::{Input, TestEnd};

    fn test(inputs: &[(&str, &[u8])]) -> TestCase {
        let input =
            |&(name, bytes): &(&str, &[u8])| Input { name: name.into(), bytes: bytes.to_vec(), ..Input::default() };
        TestCase { number: 1, inputs: inputs.iter().map(input).collect(), args: Vec::new(), end: TestEnd::Exit(0) }
    }

    #[test]
    fn each_stream_has_a_folder() {
        let streams = streams(&test(&[("x", b"ab"), ("stdin", b"in"), ("file:../a", b"f"), ("y", b"c")]), "main");
        let expected = [("stdin", "in"), ("file-.._a", "f"), ("values", "abc")];
        assert_eq!(streams, expected.map(|(folder, bytes)| (folder.to_owned(), bytes.as_bytes().to_vec())));
    }

    #[test]
    fn a_fuzzing_target_gets_as_much_as_its_size() {
        let streams = streams(&test(&[("data", b"abcd"), ("size", &[3, 0, 0, 0, 0, 0, 0, 0])]), FUZZER_ENTRY);
        assert_eq!(streams, [("data".to_owned(), b"abc".to_vec())]);
    }
}
