//! The tests of a run: what each one feeds into the program, what it covers first, and forms to take it away in.

use std::collections::{BTreeMap, BTreeSet};

use engine::results::{Input, TestLines};
use serde::{Deserialize, Serialize};

use super::Folder;
use super::sources::FileView;
use crate::test_case::ktest::KTest;
use crate::test_case::{FOLDER, file_of, stem};
use crate::{base64, ranges, readable};

/// Tests that a page shows, and bytes of one input and of one file that it holds.
const MOST: usize = 2000;
const MOST_BYTES: usize = 1024;
const MOST_FILE: usize = 16 << 10;
/// Bytes of all inputs and files together: of a large suite most tests are shown without.
const MOST_DETAILS: usize = 400 << 10;

#[derive(Serialize)]
pub struct TestView {
    number: u64,
    end: String,
    args: Vec<String>,
    inputs: Vec<InputView>,
    /// The line for a shell.
    run: Option<String>,
    c: String,
    /// The `.ktest` file, in base 64.
    file: Option<String>,
    /// Lines it executes; 0 where that is not known.
    lines: usize,
    /// Lines that no test before it executes: number of the file and ranges.
    first: Vec<(usize, String)>,
    /// Its inputs are in the folder, and not in the page.
    bare: bool,
}

impl TestView {
    /// How much room what it feeds into the program takes.
    fn details(&self) -> usize {
        let parts =
            |input: &InputView| input.parts.iter().map(|part| 24 + part.name.len() + part.value.len()).sum::<usize>();
        let of_input = |input: &InputView| 64 + input.name.len() + input.value.len() + input.hex.len() + parts(input);
        let inputs: usize = self.inputs.iter().map(of_input).sum();
        inputs + self.c.len() + self.file.as_ref().map_or(0, String::len)
    }
}

#[derive(Serialize)]
struct InputView {
    name: String,
    #[serde(rename = "type")]
    type_name: Option<String>,
    size: usize,
    value: String,
    /// The same part by part, where it is a structure.
    parts: Vec<JsonPart>,
    hex: String,
    /// There are more bytes than these.
    cut: bool,
}

/// What a test in JSON has beyond the `.ktest` file.
#[derive(Deserialize, Default)]
struct JsonTest {
    run: Option<String>,
    #[serde(default)]
    end: JsonEnd,
    #[serde(default)]
    inputs: Vec<JsonInput>,
}

#[derive(Deserialize, Default)]
struct JsonEnd {
    #[serde(default)]
    kind: String,
    status: Option<i32>,
    bug: Option<String>,
    reason: Option<String>,
}

#[derive(Deserialize)]
struct JsonInput {
    name: String,
    #[serde(rename = "type")]
    type_name: Option<String>,
    value: String,
    #[serde(default)]
    parts: Vec<JsonPart>,
}

#[derive(Clone, Serialize, Deserialize)]
struct JsonPart {
    name: String,
    value: String,
}

/// The tests, and how many were left out.
pub fn views(folder: &Folder, files: &[FileView], test_lines: &TestLines) -> (Vec<TestView>, u64) {
    let names = std::fs::read_dir(folder.path.join(FOLDER)).into_iter().flatten().flatten();
    let number = |name: &str| engine::results::test_case::number_of(&format!("{FOLDER}/{name}"));
    let mut numbers: Vec<u64> = names.filter_map(|entry| number(&entry.file_name().to_string_lossy())).collect();
    numbers.sort_unstable();
    let left_out = numbers.len().saturating_sub(MOST) as u64;
    let mut first = first_lines(files, test_lines);
    let executed: BTreeMap<u64, usize> =
        test_lines.tests.iter().map(|of| (of.test, of.lines.values().map(BTreeSet::len).sum())).collect();
    let mut all: Vec<TestView> = numbers.into_iter().take(MOST).filter_map(|number| view(folder, number)).collect();
    for test in &mut all {
        test.lines = executed.get(&test.number).copied().unwrap_or(0);
        test.first = first.remove(&test.number).unwrap_or_default();
    }
    let bugs: BTreeSet<u64> = folder.summary.results.bugs.iter().map(|bug| bug.test).collect();
    shorten(&mut all, &bugs, MOST_DETAILS);
    (all, left_out)
}

/// Leaves out what tests feed into the program where there is no room for all of it: those of bugs come first, then those that cover
/// something.
fn shorten(tests: &mut [TestView], bugs: &BTreeSet<u64>, mut room: usize) {
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by_key(|&at| (!bugs.contains(&tests[at].number), tests[at].first.is_empty()));
    for at in order {
        let test = &mut tests[at];
        match room.checked_sub(test.details()) {
            Some(left) => room = left,
            None => {
                test.inputs.clear();
                test.c.clear();
                (test.file, test.bare) = (None, true);
            }
        }
    }
}

fn view(folder: &Folder, number: u64) -> Option<TestView> {
    let bytes = std::fs::read(folder.path.join(file_of(number))).ok()?;
    let test = KTest::from_bytes(&bytes).ok()?;
    let json = folder.text(&format!("{FOLDER}/{}.json", stem(number)));
    let json: JsonTest = serde_json::from_str(&json).unwrap_or_default();
    let c = folder.text(&format!("{FOLDER}/{}.c", stem(number)));
    let inputs: Vec<Input> = test.objects.iter().map(|object| input(&object.name, &object.bytes)).collect();
    Some(TestView {
        number,
        end: json.end.in_words(),
        args: test.args.iter().skip(1).map(|arg| String::from_utf8_lossy(arg).into_owned()).collect(),
        inputs: inputs.iter().map(|input| input_view(input, &json.inputs)).collect(),
        run: json.run,
        c: if c.is_empty() || c.len() > MOST_FILE { initialisers(number, &inputs) } else { c },
        file: (bytes.len() <= MOST_FILE).then(|| base64::encode(&bytes)),
        lines: 0,
        first: Vec::new(),
        bare: false,
    })
}

impl JsonEnd {
    fn in_words(&self) -> String {
        match (self.kind.as_str(), self) {
            ("exit", JsonEnd { status: Some(status), .. }) => format!("ends with status {status}"),
            ("bug", JsonEnd { bug: Some(bug), .. }) => format!("shows {bug}"),
            ("cut", JsonEnd { reason: Some(reason), .. }) => format!("was cut: {reason}"),
            ("new-coverage", _) => "covers something new".to_owned(),
            _ => String::new(),
        }
    }
}

fn input(name: &[u8], bytes: &[u8]) -> Input {
    Input { name: String::from_utf8_lossy(name).into_owned(), bytes: bytes.to_vec(), ..Input::default() }
}

fn input_view(input: &Input, known: &[JsonInput]) -> InputView {
    let known = known.iter().find(|known| known.name == input.name);
    InputView {
        name: input.name.clone(),
        type_name: known.and_then(|known| known.type_name.clone()),
        size: input.bytes.len(),
        value: known.map_or_else(|| readable::value(input), |known| known.value.clone()),
        parts: known.map(|known| known.parts.clone()).unwrap_or_default(),
        hex: readable::hex(&input.bytes[..input.bytes.len().min(MOST_BYTES)]),
        cut: input.bytes.len() > MOST_BYTES,
    }
}

/// The inputs as declarations in C, to be pasted into a test of one's own.
fn initialisers(number: u64, inputs: &[Input]) -> String {
    let mut text = format!("/* {} */\n", stem(number));
    for input in inputs {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let mut name: String = input.name.chars().map(plain).collect();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            name.insert(0, '_');
        }
        let bytes: Vec<String> = input.bytes.iter().map(|byte| format!("0x{byte:02x}")).collect();
        // An array has at least one element.
        let bytes = if bytes.is_empty() { "0".to_owned() } else { bytes.join(", ") };
        text.push_str(&format!("static const unsigned char {name}[] = {{{bytes}}};\n"));
    }
    text
}

/// For each test the lines that no test before it executes.
fn first_lines(files: &[FileView], test_lines: &TestLines) -> BTreeMap<u64, Vec<(usize, String)>> {
    let place = |path: &str| files.iter().position(|file| file.path == path);
    let mut seen: BTreeSet<(usize, u32)> = BTreeSet::new();
    let mut first: BTreeMap<u64, Vec<(usize, String)>> = BTreeMap::new();
    for of_test in &test_lines.tests {
        for (&file, lines) in &of_test.lines {
            let Some(at) = test_lines.files.get(file).and_then(|path| place(path)) else { continue };
            let fresh: Vec<u32> = lines.iter().copied().filter(|&line| seen.insert((at, line))).collect();
            if !fresh.is_empty() {
                first.entry(of_test.test).or_default().push((at, ranges::to_string(fresh)));
            }
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::LinesOfTest;

    #[test]
    fn inputs_are_declarations_whatever_they_are_called() {
        let text = initialisers(3, &[input(b"file:../a", &[1, 255]), input(b"2x", &[]), input(b"*/ evil", &[0])]);
        assert_eq!(
            text,
            "/* test000003 */\nstatic const unsigned char file____a[] = {0x01, 0xff};\n\
             static const unsigned char _2x[] = {0};\nstatic const unsigned char ___evil[] = {0x00};\n"
        );
    }

    #[test]
    fn tests_of_bugs_keep_their_inputs_when_there_is_little_room() {
        let test = |number: u64, first: Vec<(usize, String)>| TestView {
            number,
            end: String::new(),
            args: Vec::new(),
            inputs: Vec::new(),
            run: None,
            c: "x".repeat(10),
            file: None,
            lines: 0,
            first,
            bare: false,
        };
        let mut tests = [test(1, Vec::new()), test(2, vec![(0, "3".into())]), test(3, Vec::new())];
        shorten(&mut tests, &BTreeSet::from([3]), 25);
        assert_eq!(tests.each_ref().map(|test| (test.bare, test.c.len())), [(true, 0), (false, 10), (false, 10)]);
    }

    #[test]
    fn what_a_test_covers_first_no_other_does() {
        let file = |path: &str| FileView { path: path.to_owned(), ..FileView::default() };
        let of = |test, lines: &[u32]| LinesOfTest {
            test,
            lines: BTreeMap::from([(1, lines.iter().copied().collect::<BTreeSet<u32>>())]),
        };
        let tests = vec![of(1, &[3, 4, 5]), of(2, &[4, 9]), of(3, &[3, 9])];
        let lines = TestLines { files: vec!["gone.c".into(), "a.c".into()], tests, unmeasured: 0 };
        let first = first_lines(&[file("b.c"), file("a.c")], &lines);
        assert_eq!(first[&1], [(1, "3-5".to_owned())]);
        assert_eq!(first[&2], [(1, "9".to_owned())]);
        assert!(!first.contains_key(&3));
    }

    #[test]
    fn ends_are_said_in_words() {
        let words = |text: &str| serde_json::from_str::<JsonTest>(text).unwrap_or_default().end.in_words();
        assert_eq!(words(r#"{"end": {"kind": "exit", "status": 3}}"#), "ends with status 3");
        assert_eq!(words(r#"{"end": {"kind": "bug", "bug": "abort"}}"#), "shows abort");
        assert_eq!(words(r#"{"end": {"kind": "cut", "reason": "time"}}"#), "was cut: time");
        assert_eq!(words("not JSON"), "");
    }
}
