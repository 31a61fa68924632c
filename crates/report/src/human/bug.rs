//! Bugs in words: on the terminal, and in `.err` files.

use std::path::Path;

use engine::results::{Bug, Input, Replay};

use super::place;
use crate::confirmation::Confirmation;
use crate::{readable, test_case};

/// A bug as it is shown on the terminal: what and where on the first line, as compilers write it, then the input, the
/// command line (`run`), the calls that led there, and the test (`out` is the output directory, `None` when no tests are
/// written).
pub fn bug(bug: &Bug, inputs: &[Input], run: Option<&str>, base: &Path, out: Option<&Path>) -> String {
    let mut text = format!("{}: {}: {}", place(&bug.file, bug.line, base), bug.kind, bug.message);
    if !bug.function.is_empty() {
        let calling = bug.library.as_ref().map_or(String::new(), |library| format!(", calling {library}"));
        text.push_str(&format!(" (in {}{calling})", bug.function));
    }
    let shown = readable::inputs(inputs, run.is_some());
    if !shown.is_empty() {
        text.push_str(&format!("\n    input: {shown}"));
    }
    if let Some(run) = run {
        text.push_str(&format!("\n    run:   {run}"));
    }
    if !bug.stack.is_empty() {
        let calls: Vec<String> = bug
            .stack
            .iter()
            .map(|frame| match frame.line {
                0 => frame.function.clone(),
                line => format!("{} {}", frame.function, place(&frame.file, line, base)),
            })
            .collect();
        text.push_str(&format!("\n    stack: {}", calls.join(" < ")));
    }
    if let Some(out) = out {
        text.push_str(&format!("\n    test:  {}", out.join(test_case::file_of(bug.test)).display()));
    }
    text
}

/// One line: whether the native program shows a bug.
pub fn confirmation(bug: &Bug, base: &Path, confirmation: &Confirmation) -> String {
    let verdict = match confirmation.outcome {
        Replay::Confirmed => "confirmed natively".to_owned(),
        Replay::NotReproduced => format!("NOT reproduced natively ({})", confirmation.shown),
        Replay::NotCheckable => format!("not checkable natively ({})", confirmation.shown),
        Replay::NotReplayed => format!("not replayed natively ({})", confirmation.shown),
    };
    format!("{}: {}: {verdict}", place(&bug.file, bug.line, base), bug.kind)
}

/// The text of a `.err` file, in KLEE's layout.
pub fn error_file(bug: &Bug, inputs: &[Input], run: Option<&str>) -> String {
    let mut text = format!("Error: {}\n", bug.message);
    if !bug.file.is_empty() {
        text.push_str(&format!("File: {}\nLine: {}\n", bug.file, bug.line));
    }
    text.push_str(&format!("Kind: {}\n", bug.kind));
    if let Some(cwe) = bug.cwe {
        text.push_str(&format!("CWE: {cwe}\n"));
    }
    text.push_str("Stack:\n");
    for (depth, frame) in bug.stack.iter().enumerate() {
        text.push_str(&format!("\t#{depth} in {}", frame.function));
        if !frame.file.is_empty() {
            text.push_str(&format!(" at {}:{}", frame.file, frame.line));
        }
        text.push('\n');
    }
    text.push_str("Input:\n");
    for input in inputs {
        text.push_str(&format!("\t{}\n", readable::input(input)));
    }
    if let Some(run) = run {
        text.push_str(&format!("Run:\n\t{run}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::Frame;

    fn example() -> Bug {
        let frame = |function: &str, line| Frame { function: function.into(), file: "/src/gcd.c".into(), line };
        Bug {
            kind: "division-by-zero".into(),
            cwe: Some(369),
            message: "divide by zero".into(),
            function: "gcd".into(),
            file: "/src/gcd.c".into(),
            line: 5,
            column: 9,
            stack: vec![frame("gcd", 5), frame("main", 14)],
            test: 2,
            confirmed: None,
            ..Bug::default()
        }
    }

    #[test]
    fn a_bug_reads_like_a_compiler_error() {
        let inputs = [
            Input { name: "a".into(), bytes: vec![7, 0, 0, 0], ..Input::default() },
            Input { name: "b".into(), bytes: vec![0; 4], ..Input::default() },
        ];
        let out = Path::new("secateur-out-1");
        let text = bug(&example(), &inputs, Some("./gcd -v"), Path::new("/src"), Some(out));
        assert_eq!(
            text,
            "gcd.c:5: division-by-zero: divide by zero (in gcd)\n    input: a = 7, b = 0\n    \
             run:   ./gcd -v\n    stack: gcd gcd.c:5 < main gcd.c:14\n    test:  secateur-out-1/tests/test000002.ktest"
        );
    }

    #[test]
    fn a_confirmation_ends_its_line() {
        let said = |outcome| {
            let result = Confirmation { outcome, shown: "exit status 0".into(), reports: String::new() };
            confirmation(&example(), Path::new("/src"), &result)
        };
        for (outcome, words) in [
            (Replay::Confirmed, "confirmed natively"),
            (Replay::NotReproduced, "NOT reproduced natively (exit status 0)"),
            (Replay::NotCheckable, "not checkable natively (exit status 0)"),
            (Replay::NotReplayed, "not replayed natively (exit status 0)"),
        ] {
            assert_eq!(said(outcome), format!("gcd.c:5: division-by-zero: {words}"));
        }
    }

    #[test]
    fn an_error_file_has_klees_headings() {
        let text = error_file(&example(), &[], Some("./gcd 1"));
        assert!(text.starts_with("Error: divide by zero\nFile: /src/gcd.c\nLine: 5\n"), "{text}");
        assert!(text.contains("\t#1 in main at /src/gcd.c:14\n"), "{text}");
        assert!(text.ends_with("Run:\n\t./gcd 1\n"), "{text}");
    }
}
