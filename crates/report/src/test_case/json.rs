//! A test as JSON, for people and scripts: everything the `.ktest` file holds and what that has no place for.

use std::borrow::Cow;

use engine::results::{Input, TestCase, TestEnd};
use serde::Serialize;

use crate::readable::{self, Number};

/// The file's contents. Field names are part of the interface.
#[derive(Serialize)]
struct JsonTest<'test> {
    number: u64,
    program: &'test str,
    /// As text, for people; the `.ktest` file has the bytes.
    args: Vec<Cow<'test, str>>,
    /// How one would start the program on this test in a shell.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<&'test str>,
    end: JsonEnd<'test>,
    inputs: Vec<JsonInput<'test>>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum JsonEnd<'test> {
    Exit {
        status: i32,
    },
    Bug {
        #[serde(skip_serializing_if = "Option::is_none")]
        bug: Option<&'test str>,
    },
    Cut {
        reason: &'static str,
    },
    NewCoverage,
}

#[derive(Serialize)]
struct JsonInput<'test> {
    name: &'test str,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    type_name: Option<&'test str>,
    size: usize,
    /// All bytes, first one first.
    hex: String,
    /// For people.
    value: String,
    /// The same part by part, where it is a structure.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<JsonPart>,
    /// For scripts, where the bytes are one number that JSON can write (it has no infinity and no NaN).
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<serde_json::Number>,
}

#[derive(Serialize)]
struct JsonPart {
    /// The way to it: `.header.size`, `[2].name`.
    name: String,
    value: String,
}

/// The text of the file; `bug` is the kind of bug the test shows.
pub fn to_string(program: &str, test: &TestCase, bug: Option<&str>, run: Option<&str>) -> String {
    let end = match test.end {
        TestEnd::Exit(status) => JsonEnd::Exit { status },
        TestEnd::Bug(_) => JsonEnd::Bug { bug },
        TestEnd::Cut(reason) => JsonEnd::Cut { reason: reason.name() },
        TestEnd::NewCoverage => JsonEnd::NewCoverage,
    };
    let contents = JsonTest {
        number: test.number,
        program,
        args: test.args.iter().map(|arg| String::from_utf8_lossy(arg)).collect(),
        run,
        end,
        inputs: test.inputs.iter().map(json_input).collect(),
    };
    crate::summary::pretty(&contents)
}

fn json_input(input: &Input) -> JsonInput<'_> {
    JsonInput {
        name: &input.name,
        type_name: input.type_name.as_deref(),
        size: input.bytes.len(),
        hex: readable::hex(&input.bytes),
        value: readable::value(input),
        parts: readable::parts(input).into_iter().map(|(name, value)| JsonPart { name, value }).collect(),
        number: readable::number(input).and_then(|number| match number {
            Number::Integer(value) => {
                i64::try_from(value).map(Into::into).or(u64::try_from(value).map(Into::into)).ok()
            }
            Number::Float(value) => serde_json::Number::from_f64(value),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_says_its_inputs_in_every_form() {
        let input = |name: &str, bytes: &[u8], type_name: Option<&str>| Input {
            name: name.into(),
            bytes: bytes.to_vec(),
            type_name: type_name.map(str::to_owned),
            ..Input::default()
        };
        let test = TestCase {
            number: 4,
            inputs: vec![
                input("x", &[254, 255, 255, 255], Some("int")),
                input("line", b"12ab3\0", None),
                input("f", &f32::NAN.to_le_bytes(), Some("float")),
            ],
            args: vec![b"-v".to_vec()],
            end: TestEnd::Bug(0),
        };
        let json: serde_json::Value =
            serde_json::from_str(&to_string("a.c", &test, Some("abort"), Some("./a -v"))).unwrap();
        assert_eq!(json["end"], serde_json::json!({"kind": "bug", "bug": "abort"}));
        assert_eq!(json["inputs"][0]["number"], -2);
        assert_eq!(json["inputs"][0]["hex"], "feffffff");
        assert_eq!(json["inputs"][1]["value"], "\"12ab3\"");
        assert_eq!(json["inputs"][1].get("type"), None);
        assert_eq!(json["inputs"][2].get("number"), None);
        assert_eq!((&json["args"][0], &json["run"]), (&"-v".into(), &"./a -v".into()));
    }
}
