//! Bugs and the outcome of a run in words.

use std::path::Path;

use engine::results::{Bug, Input, LayerStats, Results, TargetStatus, Verdict};

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
        text.push_str(&format!("\n    test:  {}", out.join(test_case::ktest_path(bug.test)).display()));
    }
    text
}

/// One line: whether the native program shows a bug.
pub fn confirmation(kind: &str, file: &str, line: u32, base: &Path, confirmation: &Confirmation) -> String {
    let verdict = match confirmation.confirmed {
        Some(true) => "confirmed natively".to_owned(),
        Some(false) => format!("NOT reproduced natively ({})", confirmation.shown),
        None => format!("not checked natively ({})", confirmation.shown),
    };
    format!("{}: {kind}: {verdict}", place(file, line, base))
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

/// The outcome of a run, a few lines.
pub fn outcome(results: &Results, out: &Path) -> String {
    let verdict = match results.verdict {
        Verdict::Safe => "safe: every path was explored and none has a bug".to_owned(),
        Verdict::Unsafe => format!("unsafe: {}", counted(results.bugs.len() as u64, "bug")),
        Verdict::Unknown => format!("unknown: no bug found, but not everything was explored ({})", stopped(results)),
    };
    let tests = format!("{} in {}\n", counted(results.tests, "test"), out.display());
    [&format!("{verdict}\n"), &work(results), &not_explored(results), &tests].map(String::as_str).concat()
}

fn work(results: &Results) -> String {
    let Results { paths, queries, coverage, .. } = results;
    let ended = paths.completed + paths.subsumed + paths.infeasible + paths.error + paths.cut;
    format!(
        "{} ({} completed, {} with an error, {} cut), {}, {} to the solver, blocks {}, lines {}, {:.1} s, {:.0} MB\n",
        counted(ended, "path"),
        paths.completed,
        paths.error,
        paths.cut,
        counted(queries.asked, "query"),
        queries.solver,
        share(coverage.blocks),
        share(coverage.lines),
        results.time.as_secs_f64(),
        results.peak_rss_mb,
    )
}

fn not_explored(results: &Results) -> String {
    let mut text = String::new();
    for cut in &results.cuts {
        text.push_str(&format!("not explored: {} x {}", cut.count, cut.reason));
        if !cut.place.is_empty() {
            text.push_str(&format!(" at {}", cut.place));
        }
        text.push('\n');
    }
    text
}

/// What became of each target, and of the run that looked for them.
pub fn targets(results: &Results, out: &Path) -> String {
    let mut text = String::new();
    for target in &results.targets {
        text.push_str(&format!("{}: {}", target.id, target.status));
        if let Some(test) = target.test {
            text.push_str(&format!(", test {}", out.join(test_case::ktest_path(test)).display()));
        }
        text.push('\n');
    }
    let count = |status| results.targets.iter().filter(|target| target.status == status).count();
    let unknown = count(TargetStatus::Unknown);
    text.push_str(&format!(
        "{}: {} reachable, {} unreachable, {unknown} unknown\n",
        counted(results.targets.len() as u64, "target"),
        count(TargetStatus::Reachable),
        count(TargetStatus::Unreachable),
    ));
    text.push_str(&work(results));
    if unknown > 0 {
        text.push_str(&not_explored(results));
    }
    text
}

/// What each layer of the solver did, as a table.
pub fn layers(layers: &[LayerStats]) -> String {
    let mut text = format!("{:<16} {:>10} {:>10} {:>6} {:>12}\n", "solver layer", "asked", "answered", "%", "time");
    for LayerStats { name, asked, answered, time } in layers {
        let percent = if *asked == 0 { 0.0 } else { *answered as f64 * 100.0 / *asked as f64 };
        let seconds = time.as_secs_f64();
        text.push_str(&format!("{name:<16} {asked:>10} {answered:>10} {percent:>6.1} {seconds:>10.4} s\n"));
    }
    text
}

/// `covered/total (percent)`.
pub fn share(covered: engine::results::Covered) -> String {
    match covered.total {
        0 => "0/0".to_owned(),
        total => format!("{}/{total} ({} %)", covered.covered, covered.covered * 100 / total),
    }
}

fn stopped(results: &Results) -> String {
    match results.stop_reason {
        engine::results::StopReason::Exhausted => "some paths were cut".to_owned(),
        reason => format!("stopped: {reason}"),
    }
}

fn counted(count: u64, what: &str) -> String {
    match (count, what) {
        (1, _) => format!("1 {what}"),
        (_, "query") => format!("{count} queries"),
        _ => format!("{count} {what}s"),
    }
}

/// `file:line`, relative to `base` where that is shorter.
pub fn place(file: &str, line: u32, base: &Path) -> String {
    if file.is_empty() {
        return "(no debug information)".to_owned();
    }
    let shown = Path::new(file).strip_prefix(base).unwrap_or(Path::new(file)).display();
    match line {
        0 => shown.to_string(),
        line => format!("{shown}:{line}"),
    }
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
            confirmation("abort", "/src/a.c", 3, Path::new("/src"), &result)
        };
        assert_eq!(said(Some(true)), "a.c:3: abort: confirmed natively");
        assert_eq!(said(Some(false)), "a.c:3: abort: NOT reproduced natively (exit status 0)");
    }

    #[test]
    fn an_error_file_has_klees_headings() {
        let text = error_file(&example(), &[]);
        assert!(text.starts_with("Error: divide by zero\nFile: /src/gcd.c\nLine: 5\n"), "{text}");
        assert!(text.contains("\t#1 in main at /src/gcd.c:14\n"), "{text}");
    }

    #[test]
    fn the_outcome_names_what_was_not_explored() {
        let mut results = Results::nothing_known();
        results.cuts.push(engine::results::Cut {
            reason: engine::results::CutReason::Time,
            count: 3,
            place: String::new(),
        });
        let text = outcome(&results, Path::new("out"));
        assert!(text.starts_with("unknown: "), "{text}");
        assert!(text.contains("not explored: 3 x time\n"), "{text}");
    }
}
