//! A test of a Test-Comp suite: the values of the inputs, in the order in which the program asks for them.
//!
//! One `<input>` for each value a `nondet` function returned. An object (`klee_make_symbolic`,
//! `__VERIFIER_nondet_memory`) is one `unsigned char` a byte, all with the object's name as their variable, which is how
//! the reader puts it together again. TestCov looks at how the first two lines begin, and passes over what begins
//! otherwise without a word.
//!
//! Reads tests of other tools too: names and types may be missing there, and only the program knows what a value is.

use std::fmt;

use engine::results::TestCase;
use roxmltree::{Document, ParsingOptions};

use super::ktest::{KTest, Object};
use super::literal;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
    <!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \
    \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n";
/// Type of each byte of an object.
const BYTE: &str = "unsigned char";

/// One value of a test.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Value {
    pub variable: Option<String>,
    pub type_name: Option<String>,
    pub text: String,
}

/// Why a file is no test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// The text is not XML.
    Malformed(String),
    /// It is XML of another kind.
    NotTestCase,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Malformed(why) => write!(f, "not XML: {}", why.replace('\n', " ")),
            ReadError::NotTestCase => write!(f, "not a Test-Comp test: no <testcase> in it"),
        }
    }
}

impl std::error::Error for ReadError {}

/// The text of the file; `covers_error` for a test that reaches an error function.
pub fn to_string(test: &TestCase, covers_error: bool) -> String {
    let mut text = HEAD.to_owned();
    text.push_str(if covers_error { "<testcase coversError=\"true\">\n" } else { "<testcase>\n" });
    for input in &test.inputs {
        let scalar = input.type_name.as_deref().and_then(|name| Some((name, literal::to_text(name, &input.bytes)?)));
        match scalar {
            Some((type_name, value)) => push_input(&mut text, &input.name, type_name, &value),
            None => {
                for byte in &input.bytes {
                    push_input(&mut text, &input.name, BYTE, &byte.to_string());
                }
            }
        }
    }
    text.push_str("</testcase>\n");
    text
}

fn push_input(text: &mut String, variable: &str, type_name: &str, value: &str) {
    text.push_str(&format!(
        "  <input variable=\"{}\" type=\"{}\">{value}</input>\n",
        escaped(variable),
        escaped(type_name)
    ));
}

/// Any text as XML. Names come from the program, and there is no way to write control characters.
pub(crate) fn escaped(text: &str) -> String {
    let mut written = String::new();
    for c in text.chars() {
        match c {
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '&' => written.push_str("&amp;"),
            '"' => written.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => written.push('?'),
            c => written.push(c),
        }
    }
    written
}

/// XML with a document type, which is named and not fetched.
fn document(text: &str) -> Result<Document<'_>, ReadError> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| ReadError::Malformed(error.to_string()))
}

/// Reads a file.
pub fn from_str(text: &str) -> Result<Vec<Value>, ReadError> {
    let document = document(text)?;
    let root = document.root_element();
    if !root.has_tag_name("testcase") {
        return Err(ReadError::NotTestCase);
    }
    let inputs = root.children().filter(|node| node.has_tag_name("input"));
    Ok(inputs
        .map(|node| Value {
            variable: node.attribute("variable").map(str::to_owned),
            type_name: node.attribute("type").map(str::to_owned),
            text: node.text().unwrap_or("").to_owned(),
        })
        .collect())
}

/// The test in KLEE's terms, if every value says its name and a type of known size, as ours do.
pub fn to_ktest(program: &str, values: &[Value]) -> Option<KTest> {
    let mut objects: Vec<Object> = Vec::new();
    for value in values {
        let (name, type_name) = (value.variable.as_ref()?, value.type_name.as_deref()?);
        let bytes = literal::to_bytes(type_name, size_of(type_name)?, &value.text)?;
        match objects.last_mut() {
            Some(object) if object.name == name.as_bytes() && type_name == BYTE => object.bytes.extend(bytes),
            _ => objects.push(Object { name: name.clone().into_bytes(), bytes }),
        }
    }
    Some(KTest { args: vec![program.as_bytes().to_vec()], objects, ..KTest::default() })
}

/// The test for a native run, whatever it says of its values: names and sizes are the program's to know, so an integer is
/// as wide as any, and what looks like a float is a double unless it says otherwise.
pub fn to_ktest_in_order(program: &str, values: &[Value]) -> Option<KTest> {
    let mut objects = Vec::new();
    for (at, value) in values.iter().enumerate() {
        let text = value.text.trim();
        let plain = !text.starts_with("0x") && !text.starts_with('\'');
        let fraction = plain && text.contains(['.', 'e', 'E', 'n', 'N']);
        let (type_name, size) = match value.type_name.as_deref() {
            Some("float") => ("float", 4),
            Some("double") => ("double", 8),
            _ if fraction => ("double", 8),
            _ => ("__int128", 16),
        };
        objects.push(Object {
            name: format!("value {at}").into_bytes(),
            bytes: literal::to_bytes(type_name, size, text)?,
        });
    }
    Some(KTest { args: vec![program.as_bytes().to_vec()], objects, ..KTest::default() })
}

/// Bytes of a C type where pointers and `long` have eight.
fn size_of(type_name: &str) -> Option<usize> {
    Some(match type_name.trim_start_matches("unsigned ").trim_start_matches("signed ") {
        "_Bool" | "bool" | "char" => 1,
        "short" => 2,
        "int" | "float" | "unsigned" => 4,
        "long" | "long long" | "double" | "size_t" => 8,
        "__int128" => 16,
        pointer if pointer.ends_with('*') => 8,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::{Input, TestEnd};
    use proptest::prelude::*;

    fn input(name: &str, type_name: Option<&str>, bytes: &[u8]) -> Input {
        Input { name: name.into(), bytes: bytes.to_vec(), type_name: type_name.map(str::to_owned), ..Input::default() }
    }

    fn test(inputs: Vec<Input>) -> TestCase {
        TestCase { number: 1, inputs, args: Vec::new(), end: TestEnd::Exit(0) }
    }

    #[test]
    fn the_first_lines_are_those_testcov_looks_for() {
        let text = to_string(&test(vec![input("x", Some("int"), &[42, 0, 0, 0])]), true);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("<?xml ") && lines[1].starts_with("<!DOCTYPE testcase "), "{text}");
        assert_eq!(lines[2], "<testcase coversError=\"true\">");
        assert_eq!(lines[3], "  <input variable=\"x\" type=\"int\">42</input>");
    }

    #[test]
    fn tests_of_other_tools_are_read() {
        let text = "<?xml version=\"1.0\"?>\n<!DOCTYPE testcase>\n<testcase>\n<input> -7 </input>\
                    <input type='char'>&#39;a&apos;</input><input><![CDATA[0x1F]]></input><input/></testcase>";
        let values: Vec<String> = from_str(text).unwrap().into_iter().map(|value| value.text).collect();
        assert_eq!(values, [" -7 ", "'a'", "0x1F", ""]);
    }

    #[test]
    fn values_without_names_are_as_wide_as_any() {
        let text = "<testcase><input>-2</input><input>1.5</input><input>0xee</input><input>'n'</input></testcase>";
        let values = from_str(text).unwrap();
        assert_eq!(to_ktest("p", &values), None);
        let test = to_ktest_in_order("p", &values).unwrap();
        assert_eq!(test.objects[3].bytes, i128::from(b'n').to_le_bytes());
        assert_eq!(test.objects[0].bytes, (-2i128).to_le_bytes());
        assert_eq!(test.objects[1].bytes, 1.5f64.to_le_bytes());
        assert_eq!(test.objects[2].bytes, 0xeei128.to_le_bytes());
    }

    #[test]
    fn what_is_no_test_is_refused() {
        for noise in
            ["", "<a/>", "<testcase><input>1</testcase>", "<testcase><input", "<testcase a=b><input>&x;</input>"]
        {
            assert!(from_str(noise).is_err(), "{noise}");
        }
    }

    fn any_input() -> impl Strategy<Value = Input> {
        let scalar = (prop::sample::select(vec!["int", "unsigned long", "short", "char *"]), any::<u64>())
            .prop_map(|(name, bits)| input("f", Some(name), &bits.to_le_bytes()[..size_of(name).unwrap()]));
        let object = prop::collection::vec(any::<u8>(), 1..9).prop_map(|bytes| input("o\"<&\u{e9}", None, &bytes));
        prop_oneof![scalar, object]
    }

    proptest! {
        #[test]
        fn a_test_reads_back(inputs in prop::collection::vec(any_input(), 0..6)) {
            let number = |(at, input): (usize, Input)| Input { name: format!("{}_{at}", input.name), ..input };
            let test = test(inputs.into_iter().enumerate().map(number).collect());
            let read = to_ktest("p", &from_str(&to_string(&test, false)).unwrap()).unwrap();
            prop_assert_eq!(read, KTest::from_test("p", &test));
        }

        #[test]
        fn damaged_files_do_not_harm(position in any::<prop::sample::Index>(), byte in any::<u8>()) {
            let mut text = to_string(&test(vec![input("x", Some("int"), &[1; 4])]), false).into_bytes();
            let position = position.index(text.len());
            text[position] = byte;
            let _ = from_str(&String::from_utf8_lossy(&text));
        }
    }
}
