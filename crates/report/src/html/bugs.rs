//! The bugs of a run with everything that is known of each: the summary has where, the `.err` file what and by which calls, a
//! text file beside the test what sanitizers printed.

use engine::results::{Bug, Frame};
use serde::Serialize;

use super::sources::{self, Excerpt};
use super::{Folder, shown};
use crate::confirmation;
use crate::shell::word;
use crate::test_case::{self, FOLDER, file_of, stem};

#[derive(Serialize)]
pub struct BugView {
    kind: String,
    message: String,
    cwe: Option<u32>,
    function: String,
    file: String,
    shown: String,
    line: u32,
    library: Option<String>,
    stack: Vec<CallView>,
    excerpt: Option<Excerpt>,
    /// Number of its test.
    test: u64,
    /// What became of it natively.
    replay: Option<&'static str>,
    replay_command: String,
    /// What sanitizers printed.
    native: String,
}

#[derive(Serialize)]
struct CallView {
    function: String,
    file: String,
    shown: String,
    line: u32,
}

pub fn views(folder: &Folder) -> Vec<BugView> {
    folder.summary.results.bugs.iter().map(|bug| view(folder, bug)).collect()
}

fn view(folder: &Folder, bug: &Bug) -> BugView {
    let about = ErrorFile::read(&folder.text(&format!("{FOLDER}/{}", test_case::error_file(bug.test, &bug.kind))));
    let call = |frame: Frame| CallView {
        shown: shown(&frame.file, &folder.record),
        function: frame.function,
        file: frame.file,
        line: frame.line,
    };
    let out = word(folder.path.to_string_lossy().as_bytes());
    BugView {
        kind: bug.kind.clone(),
        message: about.message,
        cwe: about.cwe,
        function: bug.function.clone(),
        shown: shown(&bug.file, &folder.record),
        file: bug.file.clone(),
        line: bug.line,
        library: bug.library.clone(),
        stack: about.stack.into_iter().map(call).collect(),
        excerpt: sources::excerpt(&bug.file, bug.line, &folder.record),
        test: bug.test,
        replay: bug.replay.map(|outcome| outcome.name()),
        replay_command: format!("secateur replay {out}/{}", file_of(bug.test)),
        native: folder.text(&format!("{FOLDER}/{}{}", stem(bug.test), confirmation::ENDING)),
    }
}

/// What a `.err` file says; empty where there is none.
#[derive(Default)]
struct ErrorFile {
    message: String,
    cwe: Option<u32>,
    stack: Vec<Frame>,
}

impl ErrorFile {
    fn read(text: &str) -> ErrorFile {
        let mut file = ErrorFile::default();
        for line in text.lines() {
            if let Some(message) = line.strip_prefix("Error: ") {
                file.message = message.to_owned();
            } else if let Some(number) = line.strip_prefix("CWE: ") {
                file.cwe = number.parse().ok();
            } else if let Some(call) = line.strip_prefix("\t#").and_then(|call| call.split_once(" in ")) {
                file.stack.push(frame(call.1));
            } else if line == "Input:" {
                // What follows is the program's.
                break;
            }
        }
        file
    }
}

/// `function at file:line`.
fn frame(call: &str) -> Frame {
    let place = call.split_once(" at ").and_then(|(function, place)| {
        let (file, line) = place.rsplit_once(':')?;
        Some(Frame { function: function.to_owned(), file: file.to_owned(), line: line.parse().ok()? })
    });
    place.unwrap_or_else(|| Frame { function: call.to_owned(), ..Frame::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human;
    use engine::results::Input;

    #[test]
    fn what_an_error_file_says_is_read_back() {
        let at = |function: &str, line| Frame { function: function.into(), file: "/a at b/c.c".into(), line };
        let stack = vec![Frame { function: "strcpy".into(), ..Frame::default() }, at("f(int)", 5), at("main", 9)];
        let bug = Bug { message: "divide by zero".into(), cwe: Some(369), stack: stack.clone(), ..Bug::default() };
        let input = Input { name: "CWE: 1\nError: x".into(), bytes: vec![0], ..Input::default() };
        let file = ErrorFile::read(&human::error_file(&bug, &[input], None));
        assert_eq!((file.message.as_str(), file.cwe, file.stack), ("divide by zero", Some(369), stack));
        assert!(ErrorFile::read("").message.is_empty());
    }
}
