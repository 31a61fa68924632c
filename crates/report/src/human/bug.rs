//! Bugs in words: on the terminal, and in `.err` files.

use std::path::Path;

use engine::results::{Bug, Input};

use super::place;
use crate::confirmation::Confirmation;
use crate::{readable, test_case};

/// A bug as it is shown on the terminal: what and where on the first line, as compilers write it, then the input, the
/// calls that led there, and the test (`out` is the output directory, `None` when no tests are written).
pub fn bug(bug: &Bug, inputs: &[Input], base: &Path, out: Option<&Path>) -> String {
    let mut text = format!("{}: {}: {}", place(&bug.file, bug.line, base), bug.kind, bug.message);
    if !bug.function.is_empty() {
        text.push_str(&format!(" (in {})", bug.function));
    }
    if !inputs.is_empty() {
        text.push_str(&format!("\n    input: {}", readable::inputs(inputs)));
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
    let verdict = match confirmation.confirmed {
        Some(true) => "confirmed natively".to_owned(),
        Some(false) => format!("NOT reproduced natively ({})", confirmation.shown),
        None => format!("not checked natively ({})", confirmation.shown),
    };
    format!("{}: {}: {verdict}", place(&bug.file, bug.line, base), bug.kind)
}

/// The text of a `.err` file, in KLEE's layout.
pub fn error_file(bug: &Bug, inputs: &[Input]) -> String {
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
            rests_on_layout: false,
        }
    }

    #[test]
    fn a_bug_reads_like_a_compiler_error() {
        let inputs = [
            Input { name: "a".into(), bytes: vec![7, 0, 0, 0], type_name: None },
            Input { name: "b".into(), bytes: vec![0; 4], type_name: None },
        ];
        let text = bug(&example(), &inputs, Path::new("/src"), Some(Path::new("secateur-out-1")));
        assert_eq!(
            text,
            "gcd.c:5: division-by-zero: divide by zero (in gcd)\n    input: a = 7, b = 0\n    \
             stack: gcd gcd.c:5 < main gcd.c:14\n    test:  secateur-out-1/tests/test000002.ktest"
        );
    }

    #[test]
    fn a_confirmation_ends_its_line() {
        let said = |confirmed| {
            let result = Confirmation { confirmed, shown: "exit status 0".into() };
            confirmation(&example(), Path::new("/src"), &result)
        };
        assert_eq!(said(Some(true)), "gcd.c:5: division-by-zero: confirmed natively");
        assert_eq!(said(Some(false)), "gcd.c:5: division-by-zero: NOT reproduced natively (exit status 0)");
    }

    #[test]
    fn an_error_file_has_klees_headings() {
        let text = error_file(&example(), &[]);
        assert!(text.starts_with("Error: divide by zero\nFile: /src/gcd.c\nLine: 5\n"), "{text}");
        assert!(text.contains("\t#1 in main at /src/gcd.c:14\n"), "{text}");
    }
}
