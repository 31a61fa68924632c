//! Runs as users start them: several files, bitcode, limits, interruption, and the files left behind.

mod limited;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// Never ends by itself: every round forks. That nothing is to be found in it can be proved by induction.
const ENDLESS: &str = "_Bool __VERIFIER_nondet_bool(void);\n\
    static volatile unsigned sink;\n\
    int main(void) {\n\
        for (;;)\n\
            if (__VERIFIER_nondet_bool())\n\
                sink++;\n\
    }\n";

const ONE_BUG: &str = "int __VERIFIER_nondet_int(void);\n\
    int main(void) {\n\
        int x = __VERIFIER_nondet_int();\n\
        if (x == 1234)\n\
            return 1 / (x - 1234);\n\
        return 0;\n\
    }\n";

struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
        command.args(arguments).current_dir(self.0.path());
        command
    }

    /// The summary of a run into `out`, which must have ended with this status.
    #[track_caller]
    fn run(&self, arguments: &[&str], status: i32) -> Value {
        let mut command = self.command(&["run"]);
        command.args(arguments).args(["--out", "out", "--quiet"]);
        let finished = limited::run(&mut command, Duration::from_secs(120)).expect("it ends");
        assert_eq!(finished.status.code(), Some(status), "{arguments:?}: {}{}", finished.stdout, finished.stderr);
        self.summary("out")
    }

    fn summary(&self, out: &str) -> Value {
        let text = std::fs::read_to_string(self.path(out).join("summary.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    }
}

fn clang(folder: &Folder, arguments: &[&str]) {
    let status = Command::new("clang-19").args(arguments).current_dir(folder.0.path()).status().unwrap();
    assert!(status.success());
}

/// A number of 64 bits to factor, and a bug that has nothing to do with it.
const HARD_AND_EASY: &str = "#include <assert.h>\n\
    unsigned long __VERIFIER_nondet_ulong(void);\n\
    int main(void) {\n\
        unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();\n\
        int factored = 0;\n\
        if (a <= 1 || a >= 1ul << 32 || b <= 1 || b >= 1ul << 32)\n\
            return 0;\n\
        if (a * b == 18446743979220271189ul)\n\
            factored = 1;\n\
        assert(__VERIFIER_nondet_ulong() != 1234567);\n\
        return factored;\n\
    }\n";

#[test]
fn a_hard_question_does_not_hold_up_a_run() {
    let folder = Folder::new();
    folder.file("p.c", HARD_AND_EASY);
    for search in ["dfs", "bfs", "random-path", "generational"] {
        let options = ["p.c", "--search", search, "--interpolation", "off", "--first-slice", "20000"];
        let summary = folder.run(&[&options[..], &["--exit-on-error"]].concat(), 10);
        assert_eq!(summary["bugs"].as_array().map(Vec::len), Some(1), "{search}");
        // Nobody has waited for the answer, or given the question up.
        let cuts = summary["cuts"].as_array().unwrap();
        assert!(cuts.iter().all(|cut| cut["reason"] == "bug"), "{search}: {cuts:?}");
        assert_eq!(summary["queries"]["unknown"], 1, "{search}");
    }
    // A question that was not answered is not explored.
    let one_path = ["p.c", "--search", "dfs", "--interpolation", "off", "--first-slice", "20000", "--max-tests", "1"];
    let summary = folder.run(&one_path, 3);
    assert_eq!(summary["verdict"], "unknown");
}

#[test]
fn files_of_every_kind_are_linked_together() {
    let folder = Folder::new();
    folder.file(
        "main.c",
        "int twice(int); int half(int); int __VERIFIER_nondet_int(void);\n\
         int main(void) { int x = __VERIFIER_nondet_int() & 255; return 10 / (half(twice(x)) - 7); }\n",
    );
    folder.file("twice.c", "int twice(int x) { return 2 * x; }\n");
    folder.file("half.c", "int half(int x) { return x / 2; }\n");
    clang(&folder, &["-g", "-emit-llvm", "-c", "twice.c", "-o", "twice.bc"]);
    clang(&folder, &["-g", "-emit-llvm", "-S", "half.c", "-o", "half.ll"]);
    let summary = folder.run(&["main.c", "twice.bc", "half.ll"], 10);
    assert_eq!(summary["bugs"].as_array().unwrap().len(), 1);
    assert_eq!(summary["bugs"][0]["kind"], "division-by-zero");
    assert_eq!(summary["bugs"][0]["line"], 2);
    assert_eq!(summary["bugs"][0]["function"], "main");
}

#[test]
fn a_bug_leaves_a_test_that_holds_its_input() {
    let folder = Folder::new();
    folder.file("bug.c", ONE_BUG);
    let summary = folder.run(&["bug.c"], 10);
    assert_eq!(summary["verdict"], "unsafe");
    assert_eq!(summary["stop_reason"], "exhausted");
    assert_eq!(summary["coverage"]["lines"]["covered"], summary["coverage"]["lines"]["total"]);

    let test = folder.path("out").join(summary["bugs"][0]["test"].as_str().unwrap());
    let bytes = std::fs::read(test.with_extension("ktest")).unwrap();
    assert!(bytes.starts_with(b"KTEST\0\0\0\x03"), "{bytes:?}");
    assert!(bytes.ends_with(&1234u32.to_le_bytes()), "{bytes:?}");

    let sarif = std::fs::read_to_string(folder.path("out/bugs.sarif")).unwrap();
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 1);
}

#[test]
fn json_prints_the_summary_and_nothing_else() {
    let folder = Folder::new();
    folder.file("bug.c", ONE_BUG);
    let mut command = folder.command(&["run", "bug.c", "--json", "--out", "out"]);
    let finished = limited::run(&mut command, Duration::from_secs(60)).unwrap();
    let printed: Value = serde_json::from_str(&finished.stdout).unwrap();
    assert_eq!(printed, folder.summary("out"));
}

#[test]
fn output_folders_are_numbered_and_the_last_one_is_linked() {
    let folder = Folder::new();
    folder.file("bug.c", ONE_BUG);
    for _ in 0..2 {
        limited::run(&mut folder.command(&["run", "bug.c", "--quiet"]), Duration::from_secs(60)).unwrap();
    }
    assert!(
        folder.path("secateur-out-0/summary.json").is_file() || folder.path("secateur-out-1/summary.json").is_file()
    );
    assert!(folder.path("secateur-last/summary.json").is_file());
    let folders = folder
        .0
        .path()
        .read_dir()
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with("secateur-out-"));
    assert_eq!(folders.count(), 2);
}

#[track_caller]
fn stopped_by(limit: &[&str], reason: &str) {
    let folder = Folder::new();
    folder.file("endless.c", ENDLESS);
    let mut arguments = vec!["endless.c", "--induction", "off"];
    arguments.extend(limit);
    let summary = folder.run(&arguments, 3);
    assert_eq!(summary["verdict"], "unknown", "{limit:?}: {summary}");
    assert_eq!(summary["stop_reason"], reason, "{limit:?}: {summary}");
    assert_ne!(summary["cuts"], Value::Array(Vec::new()), "{limit:?}: {summary}");
}

#[test]
fn every_limit_stops_a_run_that_would_not_end() {
    let started = Instant::now();
    stopped_by(&["--max-time", "1s"], "time");
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    // As in KLEE, states go on without forking: in this program, for ever.
    stopped_by(&["--max-forks", "50", "--max-time", "2s"], "time");
    stopped_by(&["--max-instructions", "5000", "--max-time", "60s"], "instructions");
    stopped_by(&["--max-depth", "6", "--max-time", "60s"], "exhausted");
}

#[test]
fn the_memory_limit_is_kept_and_admitted() {
    let folder = Folder::new();
    folder.file("endless.c", ENDLESS);
    let limits = ["--max-memory", "200MB", "--max-time", "20s"];
    let summary = folder.run(&[&["endless.c", "--search", "bfs", "--induction", "off"], &limits[..]].concat(), 3);
    assert_eq!(summary["verdict"], "unknown");
    assert!(summary["peak_rss_mb"].as_f64().unwrap() < 300.0, "{summary}");
}

/// A few instructions may fill much memory and take long.
#[test]
fn limits_are_kept_by_programs_that_fill_memory() {
    let folder = Folder::new();
    let fills = "#include <stdlib.h>\n#include <string.h>\nint main(void) {\n  for (;;) {\n    char *p = malloc(1 << 24);\n    \
                 if (!p) return 0;\n    memset(p, 1, 1 << 24);\n    memcpy(p, p + (1 << 23), 1 << 22);\n  }\n}\n";
    folder.file("fills.c", fills);
    let summary = folder.run(&["fills.c", "--max-memory", "400MB"], 3);
    assert_eq!(summary["stop_reason"], "memory");
    assert!(summary["peak_rss_mb"].as_f64().unwrap() < 800.0, "{summary}");
}

/// Ends a run with this signal when its summary is there, and gives its exit status.
#[track_caller]
fn ended_by(signal: &str, verb: &[&str], folder: &Folder) -> Option<i32> {
    let mut command = folder.command(verb);
    command.args(["endless.c", "--out", "out", "--quiet"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let started = Instant::now();
    // Signals are listened for a moment after the first summary.
    while !folder.path("out/run.json").is_file() && started.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(10));
    }
    thread::sleep(Duration::from_secs(1));
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if started.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
            panic!("it goes on after {signal}");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_run_that_a_signal_ends_writes_what_it_found_and_says_so_by_its_status() {
    let classic = ["run", "--exit-code", "classic"];
    let reach = ["reach", "--target", "endless.c:7"];
    let cases = [("-INT", &["run"][..], 130), ("-TERM", &["run"], 143), ("-INT", &classic, 0), ("-TERM", &reach, 143)];
    for (signal, verb, status) in cases {
        let folder = Folder::new();
        folder.file("endless.c", &ENDLESS.replace("sink++;\n", "if (++sink == 4000000000)\nreturn 1;\n"));
        assert_eq!(ended_by(signal, verb, &folder), Some(status), "{signal} {verb:?}");
        let summary = folder.summary("out");
        let end = (summary["verdict"].as_str(), summary["stop_reason"].as_str());
        assert_eq!(end, (Some("unknown"), Some("interrupt")), "{signal} {verb:?}");
    }
}

#[test]
fn the_exit_status_follows_from_the_verdict() {
    let folder = Folder::new();
    folder.file("endless.c", ENDLESS);
    folder.file("bug.c", ONE_BUG);
    folder.file("safe.c", "int main(void) { return 0; }\n");
    let limited = ["endless.c", "--max-paths", "1", "--max-depth", "5", "--induction", "off"];
    for (arguments, verdict, classic) in [(&["safe.c"][..], 0, 0), (&limited, 3, 0), (&["bug.c"], 10, 10)] {
        folder.run(arguments, verdict);
        folder.run(&[arguments, &["--exit-code", "verdict"]].concat(), verdict);
        folder.run(&[arguments, &["--exit-code", "classic"]].concat(), classic);
    }
}

/// A program whose bug is gone where a sanitizer looks for it stands for a mistake of ours.
#[test]
fn a_bug_that_the_native_program_refutes_does_not_count() {
    const REFUTED: &str = "int __VERIFIER_nondet_int(void);\n\
        int main(void) {\n\
            int x = __VERIFIER_nondet_int();\n\
        #if !__has_feature(address_sanitizer)\n\
            if (x == 1234) return 1 / (x - 1234);\n\
        #endif\n\
            return 0;\n\
        }\n";
    let folder = Folder::new();
    folder.file("bug.c", REFUTED);
    let mut command = folder.command(&["run", "bug.c", "--out", "out"]);
    let finished = limited::run(&mut command, Duration::from_secs(120)).expect("it ends");
    assert_eq!(finished.status.code(), Some(3), "{}{}", finished.stdout, finished.stderr);
    assert!(finished.stdout.contains("unsafe: 1 bug, refuted: "), "{}", finished.stdout);
    let summary = folder.summary("out");
    assert_eq!((&summary["verdict"], &summary["bugs"][0]["confirmed"]), (&"unsafe".into(), &false.into()));
    folder.run(&["bug.c", "--exit-code", "classic"], 10);
    // Nobody has looked.
    folder.run(&["bug.c", "--confirm", "off"], 10);
}

#[test]
fn safe_names_its_terms() {
    let folder = Folder::new();
    folder.file("plain.c", "int main(void) { return 0; }\n");
    let terms = folder.run(&["plain.c"], 0)["terms"].clone();
    assert_eq!(terms["assumptions"], serde_json::json!([]), "{terms}");
    assert_eq!(terms["inputs"]["entry"], "main", "{terms}");
    let checks = terms["checks"].as_array().unwrap();
    assert!(checks.contains(&"use-after-free".into()) && !checks.contains(&"memory-leak".into()), "{terms}");

    folder.file(
        "entry.c",
        "#include <stdlib.h>\n#include <klee/klee.h>\n\
         int strverscmp(const char *, const char *);\n\
         int f(char *text, int x) {\n\
             klee_assume(x > 0);\n\
             char *copy = malloc(4);\n\
             copy[0] = text[63] + (strverscmp(\"a9\", \"a10\") > x);\n\
             free(copy);\n\
             return 0;\n\
         }\n",
    );
    let options = ["entry.c", "--entry", "f", "--sym-stdin", "8", "--sym-files", "2", "16", "--checks", "+memory-leak"];
    let mut command = folder.command(&["run"]);
    let finished =
        limited::run(command.args(options).args(["--out", "out"]), Duration::from_secs(120)).expect("it ends");
    assert_eq!(finished.status.code(), Some(0), "{}{}", finished.stdout, finished.stderr);
    let terms = folder.summary("out")["terms"].clone();
    let inputs = serde_json::json!({
        "entry": "f", "pointer_bytes": 64, "args": [], "symbolic_args": [], "stdin_bytes": 8,
        "files": { "count": 2, "bytes": 16 },
    });
    assert_eq!(terms["inputs"], inputs, "{terms}");
    let line = finished.stdout.lines().find(|line| line.starts_with("terms: ")).expect("a line on the terms");
    assert!(
        line.starts_with("terms: default checks and memory-leak | inputs: all parameters of f, 64 bytes"),
        "{line}"
    );
    for assumed in ["never fails", "fresh object of 64 bytes", "what the program assumes", "C library", "called once"] {
        assert!(terms["assumptions"].to_string().contains(assumed) && line.contains(assumed), "{assumed}: {line}");
    }

    // What is not safe has terms too, but says less of them.
    folder.file("bug.c", ONE_BUG);
    assert!(folder.run(&["bug.c", "--confirm", "off"], 10)["terms"].is_object());
}

#[test]
fn the_same_seed_repeats_the_run() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c/paths/nested_loops.c");
    let program = program.to_str().unwrap();
    let figures = |seed: &str| {
        let folder = Folder::new();
        let summary = folder.run(&[program, "--search", "random-path", "--seed", seed], 0);
        (summary["instructions"].clone(), summary["queries"]["asked"].clone(), summary["tests"].clone())
    };
    assert_eq!(figures("7"), figures("7"));
}

/// A machine with a state of its own, and a counter that makes all of its states different.
#[test]
fn novelty_walks_through_the_states_of_a_program() {
    const LOCK: &str = "int getchar(void);\n\
        static int step, wrong, moves;\n\
        int main(void) {\n\
            static const char code[] = \"kdpqzrmfhbwt\";\n\
            int c;\n\
            while ((c = getchar()) >= 0 && moves++ < 40) {\n\
                if (c == code[step])\n\
                    step++;\n\
                else if (c != '.')\n\
                    wrong++, step = 0;\n\
                if (step == 12)\n\
                    return 1 / (step - 12);\n\
            }\n\
        }\n";
    let folder = Folder::new();
    folder.file("lock.c", LOCK);
    let common = ["lock.c", "--interpolation", "off", "--confirm", "off", "--exit-on-error", "--max-forks", "1000"];
    let run = |search: &str, status: i32| folder.run(&[&common[..], &["--search", search]].concat(), status);
    let found = run("novelty", 10);
    assert!(found["forks"].as_u64().unwrap() < 500, "{}", found["forks"]);
    run("bfs", 3);
    run("random-path", 3);
}

#[test]
fn outcomes_that_lead_to_known_states_are_skipped_unasked() {
    const ARMS: &str = "#include <assert.h>\n\
        _Bool __VERIFIER_nondet_bool(void);\n\
        int main(void) {\n\
            int last = 0, seen = 0;\n\
            for (int i = 0; i < 6; i++) {\n\
                if (__VERIFIER_nondet_bool()) last = i;\n\
                if (__VERIFIER_nondet_bool()) seen = 1;\n\
            }\n\
            assert(last < 6 && seen < 2);\n\
        }\n";
    let folder = Folder::new();
    folder.file("arms.c", ARMS);
    // Without induction, by which the loop is proved before it has come round often.
    let options = ["--interpolation", "wp", "--induction", "off", "--search", "generational", "--self-check", "--json"];
    let summary = folder.run(&[&["arms.c"], &options[..]].concat(), 0);
    assert_eq!(summary["verdict"], "safe");
    // Each arm is taken once, for its test; every further one leads to what is known by then.
    assert_eq!((&summary["queries"]["asked"], &summary["interpolation"]["unasked"]), (&2.into(), &10.into()));
}

/// What is proved of a loop in its first rounds rests on code that a later round enters: it is used as soon as one has, in the middle of a turn, too.
#[test]
fn a_proof_that_waits_for_code_is_used_once_the_code_was_entered() {
    const COUNTER: &str = "unsigned char __VERIFIER_nondet_uchar(void);\n\
        static unsigned char buffer[10];\n\
        int main(void) {\n\
            for (int used = 0;;) {\n\
                buffer[used++] = __VERIFIER_nondet_uchar();\n\
                if (used == 10) used = 0;\n\
            }\n\
        }\n";
    let folder = Folder::new();
    folder.file("counter.c", COUNTER);
    let summary = folder.run(&["counter.c", "--interpolation", "wp", "--search", "dfs", "--json"], 0);
    assert_eq!(summary["verdict"], "safe");
    assert!(summary["instructions"].as_u64() < Some(100_000), "{}", summary["instructions"]);
}

/// Numbers that a loop has written before paths part are constants to what is learnt, however long the loop has taken: a proof by
/// induction that is tried in it must not fix what counts as written by then.
#[test]
fn a_table_that_takes_long_to_fill_is_a_table() {
    const SUM: &str = "#include <assert.h>\n\
        _Bool __VERIFIER_nondet_bool(void);\n\
        static int weight[100000];\n\
        int main(void) {\n\
            unsigned seed = 1;\n\
            for (int i = 0; i < 100000; i++) weight[i] = (seed = seed * 1103515245u + 12345u) >> 22;\n\
            int sum = 0;\n\
            for (int i = 0; i < 12; i++) sum += weight[__VERIFIER_nondet_bool() ? i : 50000 + i];\n\
            assert(sum <= 12 * 1023);\n\
        }\n";
    let folder = Folder::new();
    folder.file("sum.c", SUM);
    let options = ["--interpolation", "wp", "--search", "dfs", "--json"];
    let summary = folder.run(&[&["sum.c"], &options[..]].concat(), 0);
    assert_eq!(summary["verdict"], "safe");
    assert!(summary["interpolation"]["attempts"].as_u64() > Some(0), "the loop was not looked at");
    assert_eq!((&summary["paths"]["completed"], &summary["paths"]["subsumed"]), (&1.into(), &23.into()));
}

/// A tree of 2^24 paths, in which a search in breadth would come to no end for long. Dives come to some, and what they teach covers the rest.
#[test]
fn a_search_in_breadth_learns_before_it_has_come_to_an_end() {
    const SUM: &str = "#include <assert.h>\n\
        _Bool __VERIFIER_nondet_bool(void);\n\
        int main(void) {\n\
            int sum = 0;\n\
            for (int i = 0; i < 24; i++) if (__VERIFIER_nondet_bool()) sum += 1; else sum += 2;\n\
            assert(sum <= 48);\n\
        }\n";
    let folder = Folder::new();
    folder.file("sum.c", SUM);
    for search in ["bfs", "random-path", "random-state"] {
        let options = ["--interpolation", "wp", "--search", search, "--induction", "off", "--json"];
        let summary = folder.run(&[&["sum.c"], &options[..]].concat(), 0);
        let paths = &summary["paths"];
        let ended = paths["completed"].as_u64().unwrap() + paths["subsumed"].as_u64().unwrap();
        assert!(ended <= 3 * 25, "{search}: {paths}");
    }
}

/// `x + c <= k` is a comparison of `x` with a number for floats, too, so a bound on a sum that is taken on a hundred branches is one number at each.
#[test]
fn bounds_on_sums_of_floats_are_learnt_as_numbers() {
    const SUM: &str = "#include <assert.h>\n\
        _Bool __VERIFIER_nondet_bool(void);\n\
        int main(void) {\n\
            double sum = 0;\n\
            for (int i = 0; i < 100; i++) if (__VERIFIER_nondet_bool()) sum += 1.25; else sum += 2.5;\n\
            assert(sum <= BOUND);\n\
        }\n";
    let folder = Folder::new();
    for (bound, exit) in [("250", 0), ("249.99999999999997", 10)] {
        folder.file("sum.c", &SUM.replace("BOUND", bound));
        let options = ["--interpolation", "wp", "--search", "dfs", "--confirm", "off", "--json"];
        let summary = folder.run(&[&["sum.c"], &options[..]].concat(), exit);
        let skipped = summary["paths"]["subsumed"].as_u64();
        assert!(skipped <= Some(250), "{skipped:?} states skipped, with {bound}");
    }
}

/// P21, example 2.1: all walks are at least 90 long, and five could be missing at the start.
#[test]
fn what_was_learnt_of_the_whole_program_tells_the_tight_bound() {
    const WALK: &str = "#include <assert.h>\n\
        int __VERIFIER_nondet_int(void);\n\
        static const int length[4][4] = {{0, 50, 65, 200}, {0, 0, 30, 60}, {0, 0, 0, 30}};\n\
        static int start;\n\
        int main(void) {\n\
            int node = 0, d = start;\n\
            while (node < 3) {\n\
                int next = __VERIFIER_nondet_int();\n\
                for (int i = node + 1; i < 4; i++)\n\
                    if (i == 3 || next == i) { d += length[node][i]; node = i; break; }\n\
            }\n\
            assert(d >= 90);\n\
        }\n";
    let folder = Folder::new();
    folder.file("walk.c", WALK);
    let summary = folder.run(&["walk.c", "--interpolation", "wp", "--search", "dfs", "--self-check", "--json"], 0);
    // The longest walk must not overflow either.
    assert_eq!(summary["interpolation"]["root_condition"], serde_json::json!(["-5 <= start <= 2147483447"]));
    let summary = folder.run(&["walk.c", "--interpolation", "off", "--json"], 0);
    assert_eq!(summary["interpolation"]["root_condition"], serde_json::Value::Null);
}

/// Where learning rests, the first edge is forgotten, and none that comes later stands for the whole program.
#[test]
fn nothing_is_said_of_the_whole_program_once_learning_has_rested() {
    let folder = Folder::new();
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/programs/parsers/hash.c");
    let summary = folder.run(&[program, "--interpolation", "wp", "--search", "dfs", "--tests", "none", "--json"], 0);
    assert!(summary["interpolation"]["full"].as_u64() > Some(0), "{summary}");
    assert_eq!(summary["interpolation"]["root_condition"], serde_json::Value::Null);
}

/// One path that never ends, whether it asks the solver on its way or not, must not keep a strategy from all others.
#[test]
fn an_endless_path_does_not_keep_a_strategy() {
    const CONCRETE: &str = "volatile int turns = 0; for (;;) turns++;";
    const SYMBOLIC: &str = "for (;;) if (x == 5) return 1;";
    for (endless, instructions) in [(CONCRETE, "60000000"), (SYMBOLIC, "20000000")] {
        let program = format!(
            "int __VERIFIER_nondet_int(void);\n\
            int puts(const char *);\n\
            int main(void) {{\n\
                int x = __VERIFIER_nondet_int();\n\
                if (x != 5) {{ {endless} }}\n\
                int y = __VERIFIER_nondet_int();\n\
                if (y == 12345) puts(\"reached\");\n\
            }}\n"
        );
        let folder = Folder::new();
        folder.file("endless.c", &program);
        for search in ["greedy", "cfg", "generational", "context-guided", "carfast"] {
            let options = ["--search", search, "--max-instructions", instructions, "--tests", "none", "--opt", "none"];
            let summary = folder.run(&[&["endless.c", "--json"], &options[..]].concat(), 3);
            assert_eq!(summary["stop_reason"], "instructions", "{search}: {summary}");
            assert_eq!(summary["paths"]["completed"], 2, "{search}, {endless}: {summary}");
        }
    }
}

/// The same of a path that forks for ever: it runs out of instructions only where nobody else had a turn.
#[test]
fn a_path_that_forks_for_ever_does_not_keep_a_strategy() {
    const FORKING: &str = "int __VERIFIER_nondet_int(void);\n\
        int main(void) {\n\
            int odd = 0;\n\
            if (__VERIFIER_nondet_int() != 5)\n\
                for (;;) if (__VERIFIER_nondet_int() & 1) odd++;\n\
            return 0;\n\
        }\n";
    let folder = Folder::new();
    folder.file("forking.c", FORKING);
    for search in ["greedy", "cfg", "generational", "context-guided", "carfast"] {
        let limits = ["--max-paths", "1", "--max-instructions", "20000000"];
        let options = ["forking.c", "--json", "--search", search, "--tests", "none", "--opt", "none"];
        let summary = folder.run(&[&options[..], &limits[..]].concat(), 3);
        assert_eq!(summary["stop_reason"], "paths", "{search}: {summary}");
        assert_eq!(summary["paths"]["completed"], 1, "{search}: {summary}");
    }
}

#[test]
fn inputs_drawn_at_random_are_made_as_simple_as_a_bug_allows() {
    const LARGE: &str = "#include <assert.h>\n\
        int __VERIFIER_nondet_int(void);\n\
        int main(void) {\n\
            int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();\n\
            assert(x < 1000 || z > -7 || y == 5);\n\
        }\n";
    let folder = Folder::new();
    folder.file("large.c", LARGE);
    let mut command =
        folder.command(&["run", "large.c", "--search", "random-testing", "--confirm", "off", "--out", "out"]);
    let said = limited::run(&mut command, Duration::from_secs(120)).expect("it ends").stdout;
    let inputs = "__VERIFIER_nondet_int = 1000, __VERIFIER_nondet_int_1 = 0, __VERIFIER_nondet_int_2 = -7";
    assert!(said.contains(inputs), "{said}");
}

#[test]
fn what_a_self_check_refutes_is_told_and_ends_with_status_1() {
    let folder = Folder::new();
    folder.file("bug.c", ONE_BUG);
    // Both kinds of answers are made wrong; the verdict must not rest on them.
    let options = ["bug.c", "--search", "dfs", "--self-check", "--confirm", "off", "--quiet", "--out", "out"];
    let mut command = folder.command(&["run"]);
    command.args(options).args(["--inject-wrong", "1"]);
    let finished = limited::run(&mut command, Duration::from_secs(120)).expect("it ends");
    assert_eq!(finished.status.code(), Some(1), "{}{}", finished.stdout, finished.stderr);
    assert!(finished.stderr.contains("secateur: self-check failed: "), "{}", finished.stderr);
    let summary = folder.summary("out");
    let check = &summary["self_check"];
    assert_eq!(check["tried"].as_u64(), check["failures"].as_array().map(|failures| failures.len() as u64));
    assert_eq!(summary["verdict"], "unknown", "{summary}");

    let mut command = folder.command(&["run"]);
    let finished = limited::run(command.args(options), Duration::from_secs(120)).expect("it ends");
    assert_eq!(finished.status.code(), Some(10), "{}{}", finished.stdout, finished.stderr);
    assert_eq!(folder.summary("out")["self_check"]["failures"], serde_json::json!([]));
}

#[test]
fn counters_are_in_the_summary_when_they_are_asked_for() {
    let folder = Folder::new();
    folder.file("bug.c", ONE_BUG);
    let options = ["bug.c", "--confirm", "off"];
    assert_eq!(folder.run(&options, 10).get("stats"), None);
    let summary = folder.run(&[&options[..], &["--stats"]].concat(), 10);
    assert!(summary["stats"]["rules"].as_object().is_some_and(|rules| !rules.is_empty()), "{summary}");
}
