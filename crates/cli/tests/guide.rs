//! README.md and the guides are true: their programs are written out, their commands are run, and what these print is compared.
//!
//! In a block of code `$ cat NAME` is followed by the contents of a file, `$ secateur ...` by what it prints; a line `...` stands for any
//! lines. Times, memory and counts of work differ from run to run and from version to version, so numbers of that line are not
//! compared. Lines that begin with `secateur` and no `$` show how a command is written: they are run on small programs of these names, and
//! must be understood.

mod limited;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use limited::Finished;
use tempfile::TempDir;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// What stands for the reader's own programs.
const PROGRAM: &str = "int main(int argc, char **argv) { return argc > 1 && argv[1][0] == 'x'; }\n";
const PARSER: &str =
    "enum { MAX_WORDS = 3 };\nint parse(const char *text, int n) { return n > 0 && text[0] == 'a'; }\n";
const HARNESS: &str = "#include <stddef.h>\n#include <stdint.h>\n\
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return size > 2 && data[2] == 7 ? 0 : 0; }\n";

#[test]
fn the_readme_is_true() {
    check("README.md");
}

#[test]
fn the_first_ten_minutes_are_true() {
    check("docs/start.md");
}

#[test]
fn the_user_guide_is_true() {
    check("docs/user-guide.md");
}

fn check(document: &str) {
    let text = std::fs::read_to_string(Path::new(ROOT).join(document)).expect("the document");
    let folder = Folder::new();
    let blocks = blocks(&text);
    let sessions = blocks.iter().flat_map(|block| session(block));
    for Shown { line, expected } in sessions {
        if let Some(name) = line.strip_prefix("cat ") {
            std::fs::write(folder.path(name), expected.join("\n") + "\n").expect("a folder for programs");
            continue;
        }
        let Some(arguments) = line.strip_prefix("secateur ") else { panic!("{document}: `{line}` is not run") };
        let finished = folder.run(arguments);
        let printed = format!("{}{}", finished.stdout, finished.stderr);
        let lines: Vec<&str> = printed.lines().collect();
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        assert!(
            matches(&expected, &lines),
            "{document}: {line}\nexpected:\n{}\nprinted:\n{printed}",
            expected.join("\n")
        );
    }
    folder.make_runs();
    for line in blocks.iter().flatten().filter_map(|line| line.strip_prefix("secateur ")) {
        let Some(arguments) = usage(line) else { continue };
        let finished = folder.run(&arguments);
        let is_understood = !matches!(finished.status.code(), Some(1 | 2) | None);
        assert!(is_understood, "{document}: secateur {arguments}\n{}{}", finished.stdout, finished.stderr);
    }
}

/// A command and the lines below it.
struct Shown {
    line: String,
    expected: Vec<String>,
}

/// The blocks of code of a document, by lines, without their indentation.
fn blocks(text: &str) -> Vec<Vec<&str>> {
    let mut blocks: Vec<Vec<&str>> = vec![Vec::new()];
    for line in text.lines() {
        match (line.strip_prefix("    "), line.is_empty()) {
            (Some(code), _) => blocks.last_mut().expect("one at least").push(code),
            (None, true) => blocks.last_mut().expect("one at least").push(""),
            (None, false) => blocks.push(Vec::new()),
        }
    }
    for block in &mut blocks {
        while block.last().is_some_and(|line| line.is_empty()) {
            block.pop();
        }
    }
    blocks
}

fn session(block: &[&str]) -> Vec<Shown> {
    let mut commands: Vec<Shown> = Vec::new();
    for line in block {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(line), _) => commands.push(Shown { line: line.to_owned(), expected: Vec::new() }),
            (None, Some(last)) => last.expected.push((*line).to_owned()),
            (None, None) => {}
        }
    }
    for command in &mut commands {
        // What comes behind an empty line of output is another example; files have empty lines.
        let end = command.expected.iter().position(String::is_empty).filter(|_| !command.line.starts_with("cat "));
        command.expected.truncate(end.unwrap_or(command.expected.len()));
    }
    commands
}

/// Whether lines are as expected, `...` standing for any number of them.
fn matches(expected: &[&str], lines: &[&str]) -> bool {
    match expected {
        [] => lines.is_empty(),
        ["..."] => true,
        ["...", rest @ ..] => (0..=lines.len()).any(|skipped| matches(rest, &lines[skipped..])),
        [first, rest @ ..] => {
            lines.first().is_some_and(|line| masked(first) == masked(line)) && matches(rest, &lines[1..])
        }
    }
}

/// A line of counts without its numbers, and the folder of a run and a test without theirs.
fn masked(line: &str) -> String {
    for name in ["secateur-out-", "tests/test"] {
        if let Some((before, rest)) = line.split_once(name) {
            let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            return format!("{}{}N{}", masked(before), name, masked(rest));
        }
    }
    // Any error number will do.
    if let Some((before, _)) = line.split_once("open fails = ") {
        return format!("{before}open fails");
    }
    let is_counts = line.contains(" paths (") || line.contains(" path (") || line.contains(" tests in ");
    if !is_counts {
        return line.to_owned();
    }
    let plain: String = line.chars().filter(|c| !c.is_ascii_digit() && !matches!(c, '.' | '%')).collect();
    plain.replace(" path ", " paths ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words of a line that shows how a command is written, without what is said about it; `None` where it has no such form.
fn usage(line: &str) -> Option<String> {
    let words = line.split("  ").next()?.split(" #").next()?.trim();
    let is_form = words.chars().any(|c| matches!(c, '[' | '|' | '>')) || words.contains("...");
    // `OUT`, or `HOST` in an address.
    let stands_for_another = |part: &str| part.len() > 1 && part.chars().all(|c| c.is_ascii_uppercase());
    let upper = words.split([' ', '/', ':']).any(stands_for_another);
    if is_form || upper {
        return None;
    }
    let explores = words.starts_with("run ") || words.starts_with("reach ");
    let limit = if explores && !words.contains("--max-time") { " --max-time 10s" } else { "" };
    let out = if explores && !words.contains("--out") { " --out shown" } else { "" };
    Some(format!("{words}{limit}{out}"))
}

/// A folder with the examples and what stands for the reader's programs.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a folder"));
        std::fs::create_dir(folder.path("examples")).expect("a folder");
        for entry in Path::new(ROOT).join("examples").read_dir().expect("the examples").flatten() {
            std::fs::copy(entry.path(), folder.path("examples").join(entry.file_name())).expect("a copy");
        }
        for (name, text) in [("program.c", PROGRAM), ("parser.c", PARSER), ("harness.c", HARNESS)] {
            std::fs::write(folder.path(name), text).expect("a file");
        }
        folder
    }

    /// Runs that are over, for commands about them.
    fn make_runs(&self) {
        for out in ["old", "new", "secateur-out-1", "secateur-out-2", "secateur-last"] {
            // A link to an earlier run would stay one.
            let _ = std::fs::remove_file(self.path(out));
            self.run(&format!("run program.c --record-tree --out {out} --quiet"));
        }
        self.run("lab --states 5 --models 2 --repeats 10 --json > lab.json");
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs a command line of a shell.
    fn run(&self, arguments: &str) -> Finished {
        let line = format!("{} {arguments}", env!("CARGO_BIN_EXE_secateur"));
        let mut command = Command::new("sh");
        command.args(["-c", &line]).current_dir(self.0.path());
        limited::run(&mut command, Duration::from_secs(240)).expect("it ends")
    }
}
