//! Functions as entries: what is promised to them, what else is assumed, and that a native run keeps to it.

mod limited;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use limited::Finished;
use serde_json::Value;
use tempfile::TempDir;

const PROGRAM: &str = "#include <stddef.h>\n\
    #define LIMIT 3\n\
    struct pair { int a, b; };\n\
    int first(const char *data, size_t size) { return data[size] == 'x'; }\n\
    int share(int total, struct pair *p) { return total / p->a; }\n\
    int length(const char *name) { int n = 0; while (name[n]) n++; return n; }\n\
    int follow(const char *name) { return name[0] ? 0 : name[1]; }\n\
    static int check(const unsigned char *buf, int buf_len) {\n\
        if (buf_len >= 4 && buf[0] == 'd' && buf[1] == 'e' && buf[2] == 'e' && buf[3] == 'p')\n\
            return buf[buf_len];\n\
        return 0;\n\
    }\n\
    void end(char *buffer, int bufsize) { buffer[bufsize - 1] = 0; }\n\
    int use(void) { return check((const unsigned char *)\"\", 0); }\n\
    static int unused(int part) { return LIMIT / part; }\n";

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("entry.c"), PROGRAM).unwrap();
    folder
}

fn secateur(folder: &TempDir, words: &[&str]) -> Finished {
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.args(words).current_dir(folder.path());
    limited::run(&mut command, Duration::from_secs(240)).expect("it ends")
}

#[track_caller]
fn run(folder: &TempDir, words: &[&str], status: i32) -> (Finished, Value) {
    let finished = secateur(folder, &[&["run", "--out", "out"], words].concat());
    assert_eq!(finished.status.code(), Some(status), "{}{}", finished.stdout, finished.stderr);
    let summary = std::fs::read_to_string(folder.path().join("out/summary.json")).unwrap();
    (finished, serde_json::from_str(&summary).unwrap())
}

#[test]
fn bugs_of_an_entry_are_confirmed_on_the_call_that_was_promised() {
    let folder = folder();
    for (words, line) in [
        (&["entry.c", "--entry", "first"][..], 4),
        (&["entry.c", "--entry", "share", "--assume", "total == LIMIT"], 5),
        (&["entry.c", "--entry", "follow", "--string-params"], 7),
        (&["entry.c", "--entry", "check"], 10),
        (&["entry.c", "--entry", "end"], 13),
        (&["entry.c", "--entry", "unused"], 15),
        (&["entry.c", "--entry", "unused", "--assume", "part <= LIMIT"], 15),
    ] {
        let (finished, summary) = run(&folder, words, 10);
        let bugs = summary["bugs"].as_array().unwrap();
        assert_eq!((bugs.len(), &bugs[0]["line"]), (1, &Value::from(line)), "{words:?}: {}", finished.stdout);
        assert_eq!(bugs[0]["confirmed"], true, "{words:?}: {}", finished.stdout);
        assert!(finished.stdout.contains("\nassuming: "), "{}", finished.stdout);
    }
    // The record of the run is enough for another one.
    let replayed = secateur(&folder, &["replay", "out"]);
    assert_eq!(replayed.status.code(), Some(10), "{}{}", replayed.stdout, replayed.stderr);
}

#[test]
fn what_is_assumed_is_named() {
    let folder = folder();
    let words = ["entry.c", "--entry", "share", "--assume", "p->a > 0", "--assume", "total < 10 && p != NULL"];
    let (finished, summary) = run(&folder, &words, 0);
    let assumptions = summary["terms"]["assumptions"].to_string();
    for assumed in
        ["p->a > 0 (--assume)", "total < 10 && p != NULL (--assume)", "no pointer parameter of share is null"]
    {
        assert!(assumptions.contains(assumed) && finished.stdout.contains(assumed), "{assumed}: {assumptions}");
    }
    let (_, summary) = run(&folder, &["entry.c", "--entry", "share", "--assume", "total != total"], 0);
    assert!(summary["terms"]["assumptions"].to_string().contains("no call of share was found"), "{summary}");
    let (finished, _) = run(&folder, &["entry.c", "--entry", "length", "--ptr-size", "4", "--confirm", "off"], 10);
    assert!(finished.stdout.contains("need not be a NUL behind name (--string-params"), "{}", finished.stdout);
    let (_, summary) = run(&folder, &["entry.c", "--entry", "length", "--string-params", "--ptr-size", "4"], 0);
    assert!(summary["terms"]["assumptions"].to_string().contains("name is a text of at most 3 bytes"), "{summary}");
}

#[test]
fn wrong_assumptions_are_one_clear_line() {
    let folder = folder();
    let status = Command::new("clang-19")
        .args(["-g", "-fno-discard-value-names", "-emit-llvm", "-c", "entry.c"])
        .current_dir(folder.path())
        .status();
    assert!(status.unwrap().success());
    for (words, said) in [
        (&["entry.c", "--entry", "share", "--assume", "q > 0"][..], "undeclared identifier 'q'"),
        (&["entry.c", "--entry", "share", "--assume", "total >"], "expected expression"),
        (&["entry.c", "--assume", "x"], "--entry"),
        (&["entry.c", "--string-params"], "--entry"),
        (&["entry.bc", "--entry", "share", "--assume", "total > 0"], "needs the C source"),
    ] {
        let finished = secateur(&folder, &[&["run"], words].concat());
        assert_eq!(finished.status.code(), Some(2), "{words:?}: {}", finished.stderr);
        assert!(
            finished.stderr.contains(said) && finished.stderr.lines().count() == 1,
            "{words:?}: {}",
            finished.stderr
        );
    }
    // Bitcode that has names and types has the rest of the contract.
    let (finished, _) = run(&folder, &["entry.bc", "--entry", "first", "--confirm", "off"], 10);
    assert!(finished.stdout.contains("data names a fresh object of exactly size bytes"), "{}", finished.stdout);
}

#[test]
fn a_corpus_is_the_data_of_an_entry() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("corpus")).unwrap();
    std::fs::write(folder.path().join("corpus/a"), "deeper").unwrap();
    // One path: the one that the corpus takes first of all.
    let words = [
        "entry.c",
        "--entry",
        "check",
        "--seed-dir",
        "corpus",
        "--search",
        "dfs",
        "--max-paths",
        "1",
        "--confirm",
        "off",
    ];
    let (_, summary) = run(&folder, &words, 10);
    let test = summary["bugs"][0]["test"].as_str().unwrap();
    let test = std::fs::read_to_string(folder.path().join("out").join(Path::new(test).with_extension("json"))).unwrap();
    assert!(test.contains("646565706572"), "{test}");
}
