//! Given inputs come first: tests of earlier runs, and files of a fuzzing corpus.

mod limited;

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// The bug lies behind more paths than anybody waits for, unless one is told where.
const LOCK: &str = "#include <klee/klee.h>\n\
    void abort(void); int __VERIFIER_nondet_int(void);\n\
    static unsigned mix(unsigned h, unsigned char c) { for (int i = 0; i < 4; i++) h = (h ^ c) * 16777619u + (h >> 7); return h; }\n\
    int main(void) {\n\
        char key[8]; int last;\n\
        klee_make_symbolic(key, sizeof key, \"key\");\n\
        int range = klee_range(5, 9, \"range\");\n\
        last = __VERIFIER_nondet_int();\n\
        unsigned h = 2166136261u, odd = 0;\n\
        for (int i = 0; i < 8; i++) { if (key[i] & 1) odd++; h = mix(h, key[i]); }\n\
        if (h == MAGIC && range == 7 && last == -3)\n\
            abort();\n\
        return odd;\n\
    }\n";

/// What `mix` makes of \"sesame!\" and a NUL.
fn magic() -> u32 {
    b"sesame!\0".iter().fold(2166136261u32, |h, &c| {
        (0..4).fold(h, |h, _| (h ^ u32::from(c)).wrapping_mul(16777619).wrapping_add(h >> 7))
    })
}

struct Folder(TempDir);

impl Folder {
    fn with_lock() -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        folder.file("lock.c", LOCK.replace("MAGIC", &format!("{}u", magic())).as_bytes());
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.path(name), bytes).unwrap();
    }

    /// The kinds of bugs found on the first few paths.
    #[track_caller]
    fn bugs(&self, seeds: &[&str], out: &str) -> Vec<String> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
        command
            .args([
                "run",
                "lock.c",
                "--max-paths",
                "3",
                "--max-solver-time",
                "1s",
                "--confirm",
                "off",
                "--quiet",
                "--out",
                out,
            ])
            .args(seeds);
        let finished = limited::run(command.current_dir(self.0.path()), Duration::from_secs(120)).expect("it ends");
        assert!(
            matches!(finished.status.code(), Some(0 | 3 | 10)),
            "{seeds:?}: {}{}",
            finished.stdout,
            finished.stderr
        );
        let summary = std::fs::read_to_string(self.path(out).join("summary.json")).unwrap();
        let summary: Value = serde_json::from_str(&summary).unwrap();
        summary["bugs"].as_array().unwrap().iter().map(|bug| bug["kind"].as_str().unwrap().to_owned()).collect()
    }
}

/// The inputs of the program in order: the key, the range, the number.
fn corpus_file() -> Vec<u8> {
    [b"sesame!\0".as_slice(), &7i32.to_le_bytes(), &(-3i32).to_le_bytes()].concat()
}

#[test]
fn a_corpus_leads_to_the_bug_and_nothing_else_does() {
    let folder = Folder::with_lock();
    assert!(folder.bugs(&[], "out").is_empty());
    folder.file("seed", &corpus_file());
    assert_eq!(folder.bugs(&["--seed-file", "seed"], "out"), ["abort"]);
    std::fs::create_dir(folder.path("corpus")).unwrap();
    folder.file("corpus/1", b"open");
    folder.file("corpus/2", &corpus_file());
    folder.file("corpus/3", b"");
    assert_eq!(folder.bugs(&["--seed-dir", "corpus"], "out"), ["abort"]);
}

#[test]
fn the_tests_of_a_run_are_seeds_of_the_next() {
    let folder = Folder::with_lock();
    folder.file("seed", &corpus_file());
    assert_eq!(folder.bugs(&["--seed-file", "seed", "--write-xml-tests"], "first"), ["abort"]);
    assert_eq!(folder.bugs(&["--seed-dir", "first/tests"], "second"), ["abort"]);
    assert_eq!(folder.bugs(&["--seed-dir", "first/test-suite"], "third"), ["abort"]);
}

/// Seeds change the order only: everything is explored, once.
#[test]
fn seeds_do_not_change_what_is_found() {
    let folder = Folder::with_lock();
    folder.file(
        "lock.c",
        b"int __VERIFIER_nondet_int(void); void abort(void);\nint main(void) { int n = 0;\n\
          for (int i = 0; i < 5; i++) { int x = __VERIFIER_nondet_int(); if (x > 100) n++; else if (x == i) n += 2; }\n\
          if (n == 10) abort(); return n; }\n",
    );
    let explored = |seeds: &[&str], out: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
        command.args(["run", "lock.c", "--confirm", "off", "--quiet", "--out", out]).args(seeds);
        limited::run(command.current_dir(folder.0.path()), Duration::from_secs(120)).expect("it ends");
        let summary = std::fs::read_to_string(folder.path(out).join("summary.json")).unwrap();
        let summary: Value = serde_json::from_str(&summary).unwrap();
        (summary["paths"].clone(), summary["bugs"].as_array().unwrap().len(), summary["exhausted"].clone())
    };
    let plain = explored(&["--interpolation", "off"], "plain");
    assert_eq!(plain.2, true);
    std::fs::create_dir(folder.path("corpus")).unwrap();
    for (name, first) in [("a", 500i32), ("b", -7), ("c", 0), ("d", 500)] {
        folder.file(&format!("corpus/{name}"), &[first, 1, 101, first, 4].map(i32::to_le_bytes).concat());
    }
    assert_eq!(explored(&["--interpolation", "off", "--seed-dir", "corpus"], "seeded"), plain);
    assert_eq!(explored(&["--seed-dir", "plain/tests"], "pruned").1, plain.1);
}

#[test]
fn what_is_no_seed_is_refused_in_one_line() {
    let folder = Folder::with_lock();
    folder.file("bad.ktest", b"noise");
    std::fs::create_dir(folder.path("empty")).unwrap();
    for (option, value) in [("--seed-file", "bad.ktest"), ("--seed-file", "nowhere"), ("--seed-dir", "empty")] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
        command.args(["run", "lock.c", option, value]).current_dir(folder.0.path());
        let finished = limited::run(&mut command, Duration::from_secs(60)).expect("it ends");
        assert_eq!(finished.status.code(), Some(2), "{}", finished.stderr);
        assert_eq!(finished.stderr.lines().count(), 1, "{}", finished.stderr);
        assert!(finished.stderr.contains(value), "{}", finished.stderr);
    }
}
