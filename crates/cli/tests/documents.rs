//! The documents say what is so: the files, folders, tests, headings and names they mention exist.
//!
//! Mentioned is what stands between backticks and looks like a path, what a link leads to, and every `*.md` in a comment of
//! the source. A path may be given from the root, from the document's folder, as `crate/file.rs`, or by its last parts.
//! Does not check figures, nor what a sentence claims.

mod limited;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Files and folders that a run makes, not we.
const MADE_BY_RUNS: &[&str] = &["secateur-last/", "test-suite/"];
/// Built, installed or written: not part of the repository.
const NOT_OURS: &[&str] = &["target", ".git", "__pycache__"];

/// The repository: every file and folder in it, with `/` behind a folder, from the root.
struct Repository {
    root: PathBuf,
    entries: BTreeSet<String>,
}

impl Repository {
    fn open() -> Repository {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root");
        let mut entries = BTreeSet::new();
        list(&root, "", &mut entries);
        Repository { root, entries }
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    /// Files with one of these endings.
    fn files<'a>(&'a self, endings: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
        self.entries.iter().map(String::as_str).filter(|file| endings.iter().any(|ending| file.ends_with(ending)))
    }

    /// The documents people read first.
    fn documents(&self) -> Vec<&str> {
        let documents = |file: &&str| {
            let known =
                ["README.md", "CONTRIBUTING.md", "tests/README.md", "examples/README.md", "runtime/libc/README.md"];
            file.starts_with("docs/") || known.contains(file)
        };
        self.files(&[".md"]).filter(documents).collect()
    }

    /// Whether a path that a document in `folder` mentions is there.
    fn has(&self, folder: &str, path: &str) -> bool {
        if let Some((before, _)) = path.split_once('*') {
            // A pattern: there is something that begins like this.
            return self.entries.iter().any(|entry| entry.starts_with(before));
        }
        let is = |entry: &str| self.entries.contains(entry) || self.entries.contains(&format!("{entry}/"));
        let in_crate = path.split_once('/').map(|(name, rest)| format!("crates/{name}/src/{rest}"));
        let last_parts = format!("/{path}");
        is(path)
            || is(&joined(folder, path))
            || in_crate.is_some_and(|path| is(&path))
            || self.entries.iter().any(|entry| entry.ends_with(&last_parts))
    }

    /// Whether a word looks like a path of this repository, rather than like a user's file or a system header.
    fn is_ours(&self, word: &str) -> bool {
        let plain = |c: char| c.is_ascii_alphanumeric() || "_./*-".contains(c);
        if !word.chars().all(plain) || word.starts_with(['-', '/']) || word.contains("NNN") {
            return false;
        }
        if MADE_BY_RUNS.contains(&word) {
            return false;
        }
        let first = word.split('/').next().unwrap_or_default();
        let in_folder = word.contains('/') && self.entries.contains(&format!("{first}/"));
        let in_crate = word.contains('/') && self.entries.contains(&format!("crates/{first}/"));
        in_folder || in_crate || word.ends_with('/') || word.ends_with(".rs") || word.ends_with(".md")
    }
}

fn list(root: &Path, folder: &str, entries: &mut BTreeSet<String>) {
    let here = root.join(folder);
    for entry in here.read_dir().unwrap_or_else(|error| panic!("{}: {error}", here.display())) {
        let name = entry.expect("an entry of a readable folder").file_name().to_string_lossy().into_owned();
        if NOT_OURS.contains(&name.as_str()) || name.starts_with("secateur-") {
            continue;
        }
        let path = format!("{folder}{name}");
        if root.join(&path).is_dir() {
            list(root, &format!("{path}/"), entries);
            entries.insert(format!("{path}/"));
        } else {
            entries.insert(path);
        }
    }
}

/// `path` seen from a folder, without `.` and `..`.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            ".." => _ = parts.pop(),
            "." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn folder_of(file: &str) -> &str {
    file.rfind('/').map_or("", |at| &file[..at])
}

/// The lines of a document that are text: not those of indented or fenced code.
fn text(document: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    document.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence && !line.starts_with("    ")
    })
}

/// What stands between backticks.
fn quoted(document: &str) -> Vec<&str> {
    text(document).flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

/// Where links lead: the part before `#` and the part behind it.
fn links(document: &str) -> Vec<(&str, &str)> {
    let targets = text(document).flat_map(|line| line.split("](").skip(1).filter_map(|rest| rest.split(')').next()));
    targets.map(|target| target.split_once('#').unwrap_or((target, ""))).collect()
}

/// Words that end in `.md`, wherever they stand, but in addresses.
fn named_documents(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || "_./-*:#".contains(c)));
    let words = words.filter(|word| !word.contains("://")).map(|word| word.split('#').next().unwrap_or_default());
    words.map(|word| word.trim_start_matches(':').trim_end_matches(['.', ':'])).filter(|word| word.ends_with(".md"))
}

/// The anchors of a document's headings, as code hosts make them.
fn anchors(document: &str) -> BTreeSet<String> {
    let headings =
        text(document).filter_map(|line| line.strip_prefix('#')).map(|line| line.trim_start_matches('#').trim());
    let anchor = |heading: &str| -> String {
        let kept = heading.chars().filter(|&c| c.is_alphanumeric() || " -_".contains(c));
        kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
    };
    headings.map(anchor).collect()
}

/// What a line of source says to people: all of it in C, where comments have many forms.
fn comment<'a>(file: &str, line: &'a str) -> &'a str {
    let opening = match file.rsplit('.').next() {
        Some("rs") => "//",
        Some("c" | "h") => return line,
        _ => "#",
    };
    line.find(opening).map_or("", |at| &line[at..])
}

/// Everything a document mentions that is not there, each with a word on what it is.
fn missing(repository: &Repository, file: &str, document: &str) -> Vec<String> {
    let folder = folder_of(file);
    let mut missing = Vec::new();
    for word in quoted(document) {
        if repository.is_ours(word) && !repository.has(folder, word) {
            missing.push(format!("{file} names `{word}`"));
        }
    }
    for word in text(document).flat_map(named_documents) {
        if !repository.has(folder, word) {
            missing.push(format!("{file} names {word}"));
        }
    }
    for (path, anchor) in links(document) {
        if path.contains("://") || path.starts_with("mailto:") {
            continue;
        }
        let target = if path.is_empty() { file.to_owned() } else { joined(folder, path) };
        if !repository.entries.contains(&target) && !repository.entries.contains(&format!("{target}/")) {
            missing.push(format!("{file} links to {path}"));
        } else if !anchor.is_empty() && !anchors(&repository.read(&target)).contains(anchor) {
            missing.push(format!("{file} links to {path}#{anchor}, where there is no such heading"));
        }
    }
    missing
}

#[track_caller]
fn assert_none(missing: &[String]) {
    assert!(missing.is_empty(), "not there:\n  {}", missing.join("\n  "));
}

#[test]
fn what_documents_mention_exists() {
    let repository = Repository::open();
    let documents = repository.documents();
    assert!(documents.len() > 8, "{documents:?}");
    let all = documents.iter().flat_map(|file| missing(&repository, file, &repository.read(file)));
    assert_none(&all.collect::<Vec<_>>());
}

#[test]
fn documents_named_in_comments_exist() {
    let repository = Repository::open();
    let mut missing = Vec::new();
    let scripts = ["Makefile", "bench/run", "bench/pruning", "bench/solving", "bench/deciding", "scripts/setup"];
    // This file makes documents up.
    let sources =
        repository.files(&[".rs", ".c", ".h", ".py", ".toml"]).filter(|file| !file.ends_with("/documents.rs"));
    for file in sources.chain(scripts) {
        for line in repository.read(file).lines() {
            let names = named_documents(comment(file, line)).filter(|name| !repository.has(folder_of(file), name));
            missing.extend(names.map(|name| format!("{file} names {name}")));
        }
    }
    assert_none(&missing);
}

/// The first cells of the table whose head begins with `head`, their backticks taken off.
fn first_column<'a>(document: &'a str, head: &str) -> Vec<&'a str> {
    let rows =
        document.lines().skip_while(|line| !line.starts_with(head)).skip(2).take_while(|line| line.starts_with('|'));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect()
}

#[test]
fn the_table_of_test_folders_lists_them_all() {
    let repository = Repository::open();
    let document = repository.read("tests/README.md");
    let listed = first_column(&document, "| folder | programs |");
    let there = repository.entries.iter().filter_map(|entry| entry.strip_prefix("tests/c/")?.strip_suffix('/'));
    let there: Vec<&str> = there.filter(|folder| !folder.contains('/')).collect();
    let mut sorted = listed.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, there, "in tests/README.md, and in tests/c");
}

#[test]
fn the_table_of_crates_is_the_workspace_in_its_order() {
    let repository = Repository::open();
    let manifest = repository.read("Cargo.toml");
    let members = manifest.lines().filter_map(|line| line.trim().strip_prefix("\"crates/")?.strip_suffix("\","));
    let architecture = repository.read("docs/architecture.md");
    let rows = first_column(&architecture, "| crate |");
    assert_eq!(rows, members.collect::<Vec<_>>(), "in docs/architecture.md, and in Cargo.toml");
}

/// The short names of the papers, and the tests that show their notions.
#[test]
fn the_index_of_papers_is_true() {
    let repository = Repository::open();
    let index = repository.read("docs/papers.md");
    let papers = first_column(&index, "| short name |");
    assert!(papers.len() >= 5, "{papers:?}");
    let mut functions = BTreeSet::new();
    let mut missing = Vec::new();
    for file in repository.files(&[".rs"]) {
        for line in repository.read(file).lines() {
            let name = line.trim_start().strip_prefix("fn ").and_then(|rest| rest.split(['(', '<']).next());
            functions.extend(name.map(str::to_owned));
            let cited = comment(file, line).split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| is_paper(word));
            missing.extend(cited.filter(|word| !papers.contains(word)).map(|word| format!("{file} cites {word}")));
        }
    }
    let is_test =
        |word: &&str| word.matches('_').count() > 1 && word.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let tests: Vec<&str> = quoted(&index).into_iter().filter(is_test).collect();
    let programs: Vec<&str> = quoted(&index).into_iter().filter(|word| word.ends_with(".c")).collect();
    assert!(tests.len() > 20 && programs.len() > 20, "{tests:?} {programs:?}");
    let absent = tests.into_iter().filter(|test| !functions.contains(*test));
    let absent = absent.chain(programs.into_iter().filter(|program| !repository.has("docs", program)));
    missing.extend(absent.map(|name| format!("docs/papers.md names {name}")));
    assert_none(&missing);
}

/// `P13`, `P16b`.
fn is_paper(word: &str) -> bool {
    let digits = word.strip_prefix('P').map(|rest| rest.strip_suffix('b').unwrap_or(rest));
    digits.is_some_and(|digits| digits.len() == 2 && digits.bytes().all(|digit| digit.is_ascii_digit()))
}

/// The names the command knows for an option: it lists them when it is given another.
fn known_names(option: &str) -> BTreeSet<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.args(["run", "program.c", option, "no-such-name"]);
    let finished = limited::run(&mut command, Duration::from_secs(60)).expect("it ends at once");
    assert_eq!((finished.status.code(), finished.stdout.as_str()), (Some(2), ""), "{option}");
    let names = finished.stderr.split(" (secateur --help").next().and_then(|line| {
        let list = line.rsplit_once("there are ").or_else(|| line.rsplit_once("expected one of: "));
        list.or_else(|| line.rsplit_once("known: ")).map(|(_, list)| list.replace(" and ", ", "))
    });
    let names = names.unwrap_or_else(|| panic!("{option} lists nothing: {}", finished.stderr));
    names.split(", ").map(|name| name.trim().to_owned()).collect()
}

#[test]
fn documented_names_are_those_the_command_knows() {
    let repository = Repository::open();
    let in_table = |file: &str, head: &str| -> BTreeSet<String> {
        first_column(&repository.read(file), head).into_iter().map(str::to_owned).collect()
    };
    let mut strategies = in_table("docs/search.md", "| name | order |");
    // Another name of `nurs:covnew`.
    strategies.remove("covnew");
    assert_eq!(strategies, known_names("--search"), "--search");
    assert_eq!(in_table("docs/solving.md", "| layer |"), known_names("--solver-layers"), "--solver-layers");
    assert_eq!(in_table("docs/search.md", "| name | values |"), known_names("--prior"), "--prior");
    assert_eq!(in_table("docs/user-guide.md", "| level |"), known_names("--coverage"), "--coverage");

    let guide = repository.read("docs/user-guide.md");
    let row = guide.lines().find(|line| line.starts_with("| `--solver NAME`")).expect("a row for --solver");
    let solvers: BTreeSet<String> = quoted(row).into_iter().skip(1).map(str::to_owned).collect();
    assert_eq!(solvers, known_names("--solver"), "--solver");

    let mut checks = in_table("docs/user-guide.md", "| name | on by default |");
    let groups = guide.lines().find(|line| line.starts_with("`--checks` takes names and groups")).expect("the groups");
    checks.extend(quoted(groups).into_iter().skip(1).map(str::to_owned));
    assert_eq!(checks, known_names("--checks"), "--checks");
}

mod the_extractor {
    use super::*;

    fn made_up() -> Repository {
        let entries = [
            "crates/",
            "crates/engine/",
            "crates/engine/src/",
            "crates/engine/src/session.rs",
            "docs/",
            "docs/guide.md",
        ];
        Repository { root: PathBuf::new(), entries: entries.into_iter().map(str::to_owned).collect() }
    }

    #[test]
    fn finds_what_is_missing() {
        let document = "See `engine/session.rs`, `session.rs`, `crates/engine`, `src/` and `crates/*/src`; [the guide](guide.md).\n\
            Not `engine/gone.rs`, `gone.rs`, `crates/gone`, `gone/`, [this](gone.md), or gone2.md.\n";
        let found = missing(&made_up(), "docs/other.md", document);
        let names = ["`engine/gone.rs`", "`gone.rs`", "`crates/gone`", "`gone/`", "gone.md", "gone2.md"];
        let mut expected: Vec<String> = names.iter().map(|name| format!("docs/other.md names {name}")).collect();
        expected.push("docs/other.md links to gone.md".to_owned());
        assert_eq!(found, expected);
    }

    #[test]
    fn leaves_alone_what_is_not_ours() {
        let document = "`program.c`, `string.h`, `--out DIR`, `tests/testNNNNNN.ktest`, `x < n`, `/usr/lib/a.rs`,\n\
            [elsewhere](https://example.org/a.md#b), `test-suite/`\n    `engine/gone.rs` in code\n```\n`gone.rs`\n```\n";
        assert_eq!(quoted(document).len(), 7);
        assert_eq!(missing(&made_up(), "docs/other.md", document), Vec::<String>::new());
    }

    #[test]
    fn reads_headings_tables_and_comments() {
        let document =
            "# One way\n\n| folder | what |\n|---|---|\n| `a`, `b` | x |\n| `c` | `d` |\n\n## What's *next*, then?\n";
        assert_eq!(first_column(document, "| folder |"), ["a", "b", "c"]);
        assert_eq!(anchors(document).into_iter().collect::<Vec<_>>(), ["one-way", "whats-next-then"]);
        assert_eq!(comment("a.rs", "let x = \"a.md\"; // see b.md."), "// see b.md.");
        assert_eq!(named_documents("(see docs/b.md, ../c.md.)").collect::<Vec<_>>(), ["docs/b.md", "../c.md"]);
        assert!(is_paper("P16b") && is_paper("P13") && !is_paper("P1") && !is_paper("PATH"));
    }
}
