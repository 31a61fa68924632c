//! `--resume`: runs that are stopped in every way, gone on with, and compared with runs that nobody stopped.
//!
//! `KILLS=100 cargo test -p cli --test resume -- killed --nocapture` kills more often and says what that cost.

mod run_folder;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Instant;

use run_folder::Folder;
use serde_json::Value;

/// Each path has one input: 4^4 of them. Two bugs, one of which few paths show.
const LETTERS: &str = "unsigned char __VERIFIER_nondet_uchar(void); void abort(void);\n\
    void __VERIFIER_assume(int);\n\
    int main(void) {\n\
        unsigned n = 0;\n\
        unsigned char b[4];\n\
        for (int i = 0; i < 4; i++) {\n\
            b[i] = __VERIFIER_nondet_uchar();\n\
            switch (b[i]) {\n\
            case 'a': n += 1; break;\n\
            case 'b': n += 2; break;\n\
            case 'c': n *= 3; break;\n\
            case 'd': n ^= 5; break;\n\
            default: __VERIFIER_assume(0);\n\
            }\n\
        }\n\
        if (b[0] == 'b' && b[2] == 'c' && b[3] == 'a')\n\
            abort();\n\
        if (n == 135)\n\
            abort();\n\
        return n & 1;\n\
    }\n";

/// The inputs of the tests of whole paths that show no bug: which path shows a bug first, and which covers something new, is a
/// question of the order.
fn tests(folder: &Folder, out: &str) -> BTreeSet<Vec<u8>> {
    let tests = folder.tests(out).into_iter().map(|file| letters(&file));
    tests.filter(|letters| letters.len() == 4 && !shows_bug(letters)).collect()
}

/// The bytes that a test gives the program.
fn letters(file: &Path) -> Vec<u8> {
    let bytes = std::fs::read(file).unwrap();
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    // Behind the magic number and the version come the arguments: their number, their lengths and themselves.
    let mut at = 13;
    for _ in 0..number(9) {
        at += 4 + number(at);
    }
    let objects = number(at + 8);
    at += 12;
    let mut letters = Vec::new();
    for _ in 0..objects {
        at += 4 + number(at);
        letters.extend(&bytes[at + 4..at + 4 + number(at)]);
        at += 4 + number(at);
    }
    letters
}

/// What the program does, or that its assumption keeps it from that.
fn shows_bug(letters: &[u8]) -> bool {
    let n = letters.iter().try_fold(0u32, |n, letter| match letter {
        b'a' => Some(n + 1),
        b'b' => Some(n + 2),
        b'c' => Some(n * 3),
        b'd' => Some(n ^ 5),
        _ => None,
    });
    n.is_none_or(|n| n == 135) || (letters[0], letters[2], letters[3]) == (b'b', b'c', b'a')
}

/// Processor time of this process' children that have ended, in seconds.
fn spent() -> f64 {
    // SAFETY: the structure is ours to be filled in.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage);
        usage
    };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// Kills a run again and again, at moments spread over what it takes, until it has ended often enough.
fn killed_run_is_the_same(options: &str, compares_tests: bool) {
    let kills: u32 = std::env::var("KILLS").map_or(10, |kills| kills.parse().unwrap());
    let folder = Folder::with("letters.c", LETTERS);
    let options = format!("{options} --confirm off --quiet --save-every 10ms --max-solver-time 0");
    let started = Instant::now();
    folder.ends(&format!("run letters.c --out whole {options}"), 10);
    let (took, whole_cost) = (started.elapsed(), spent());
    let mut seed = 12345u64;
    let mut done = 0;
    for round in 0..kills {
        let arguments = match round {
            0 => format!("run letters.c --out parts {options}"),
            _ => "run --resume parts --quiet".to_owned(),
        };
        let mut child = folder.tool(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        thread::sleep(took.mul_f64((seed >> 40) as f64 / (1u64 << 24) as f64));
        child.kill().unwrap();
        done += u32::from(child.wait().unwrap().code().is_none());
        if !folder.path("parts/run.json").exists() {
            // It was not even compiled.
            folder.ends(&format!("run letters.c --out parts --max-paths 1 {options}"), 3);
        }
    }
    folder.ends("run --resume parts --quiet --max-paths 0", 10);
    eprintln!("{done} kills: {:.2} times the processor time", (spent() - whole_cost) / whole_cost);
    assert_eq!(folder.outcome("parts"), folder.outcome("whole"));
    if compares_tests {
        assert_eq!(tests(&folder, "whole").len(), 256 - 4 - 1, "each path has one");
        assert_eq!(tests(&folder, "parts"), tests(&folder, "whole"));
    }
    let paths = |out: &str| folder.json(&format!("{out}/summary.json"))["paths"].clone();
    if options.contains("--interpolation off") {
        assert_eq!(paths("parts"), paths("whole"));
    }
}

#[test]
fn a_killed_run_goes_on_with_the_same_tests() {
    killed_run_is_the_same("--tests all --interpolation off --search dfs", true);
}

#[test]
fn a_killed_run_that_learns_goes_on_to_the_same_verdict() {
    killed_run_is_the_same("--interpolation wp", false);
}

/// Steps that meet again: what is known of the last ones settles the first ones.
const STEPS: &str = r#"
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned sum = 0, open = 0;
    for (int step = 0; step < 24; step++) {
        int code = __VERIFIER_nondet_int();
        if (code == 1)
            sum += 3;
        else if (code == 2)
            sum += 2, open++;
        else if (open)
            open--;
    }
    assert(sum <= 72 && open <= 24);
    return 0;
}
"#;

#[test]
fn what_was_learnt_is_known_again() {
    let folder = Folder::with("steps.c", STEPS);
    let options = "--search dfs --induction off --confirm off --quiet";
    folder.ends(&format!("run steps.c --out first {options} --max-instructions 1700"), 3);
    let lines = std::fs::read_to_string(folder.path("first/learnt.jsonl")).unwrap();
    assert!(lines.lines().count() > 0);
    let learnt = |out: &str| folder.json(&format!("{out}/summary.json"))["interpolation"]["full"].as_u64().unwrap();
    let before = learnt("first");
    for out in ["knows", "forgets", "damaged"] {
        std::process::Command::new("cp").arg("-r").args([folder.path("first"), folder.path(out)]).status().unwrap();
    }
    std::fs::remove_file(folder.path("forgets/learnt.jsonl")).unwrap();
    std::fs::write(folder.path("damaged/learnt.jsonl"), lines.replace("ult", "ulf")).unwrap();
    for out in ["knows", "forgets", "damaged"] {
        folder.ends(&format!("run --resume {out} --quiet --max-instructions 100000000"), 0);
    }
    let [knows, forgets, damaged] = ["knows", "forgets", "damaged"].map(|out| learnt(out) - before);
    assert!(knows < forgets, "{knows} conditions were learnt again, and {forgets} by who has forgotten them");
    assert_eq!(damaged, forgets, "what makes no sense is not believed");
}

/// Without a compiler it goes on all the same, as long as the files are those that were compiled.
#[test]
fn what_has_not_changed_is_not_compiled_again() {
    let folder = Folder::with("letters.c", &format!("#include \"letters.h\"\n{LETTERS}"));
    std::fs::write(folder.path("letters.h"), "").unwrap();
    folder.ends("run letters.c --out out --quiet --confirm off --max-paths 3 --search bfs --induction off", 3);
    let without_compiler = |limit: u32| {
        let mut command = folder.tool(&format!("run --resume out --max-paths {limit}"));
        let output = command.env("PATH", "/nowhere").output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(without_compiler(5), (Some(3), String::new()));
    std::fs::write(folder.path("letters.h"), "extern int unused;").unwrap();
    let (status, said) = without_compiler(7);
    assert!(status == Some(2) && said.contains("clang-19"), "{said}");
    std::fs::write(folder.path("letters.h"), "").unwrap();
    assert_eq!(without_compiler(0), (Some(10), String::new()));
}

/// A run that was killed before it had written a frontier starts again, as often as that happens.
#[test]
fn without_a_frontier_a_run_starts_again_and_stays_what_it_is() {
    let folder = Folder::with("letters.c", LETTERS);
    folder.ends("run letters.c --out out --quiet --confirm off --max-paths 3 --search bfs --induction off", 3);
    let begun_with = folder.json("out/run.json")["command"].clone();
    for limit in [5, 0] {
        std::fs::remove_file(folder.path("out/frontier.json")).unwrap();
        folder.ends(&format!("run --resume out --max-paths {limit}"), if limit > 0 { 3 } else { 10 });
    }
    let now = folder.json("out/run.json")["command"].clone();
    assert!(now.as_array().unwrap().starts_with(begun_with.as_array().unwrap()), "{now}");
}

#[test]
fn a_run_goes_on_after_each_limit_and_counts_go_on_too() {
    let folder = Folder::with("letters.c", LETTERS);
    let options = "--tests all --search bfs --interpolation off --confirm off --quiet";
    folder.ends(&format!("run letters.c --out whole {options}"), 10);
    folder.ends(&format!("run letters.c --out parts --max-paths 7 {options}"), 3);
    let stopped = folder.json("parts/summary.json");
    assert_eq!((&stopped["stop_reason"], &stopped["cuts"][0]["reason"]), (&"paths".into(), &"paths".into()));
    folder.ends("run --resume parts --max-paths 0 --max-tests 20", 3);
    folder.ends("run --resume parts --max-paths 0 --max-instructions 3000", 3);
    folder.ends("run --resume=parts --max-paths 0", 10);
    assert_eq!(folder.outcome("parts"), folder.outcome("whole"));
    assert_eq!(tests(&folder, "parts"), tests(&folder, "whole"));
    // A run that has ended says the same once more.
    let again = folder.ends("run --resume parts --max-paths 0 --json", 10);
    let summary: Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!(summary["paths"], folder.json("whole/summary.json")["paths"]);
    assert_eq!(tests(&folder, "parts"), tests(&folder, "whole"));
    let sarif = |out: &str| folder.json(&format!("{out}/bugs.sarif"))["runs"][0]["results"].as_array().unwrap().len();
    assert_eq!(sarif("parts"), sarif("whole"));
}

/// What was left out before stays left out.
#[test]
fn a_cut_before_the_stop_keeps_the_verdict_unknown() {
    let folder = Folder::with(
        "cut.c",
        "int __VERIFIER_nondet_int(void);\n\
         int main(void) {\n\
             int a = __VERIFIER_nondet_int(), n = 0;\n\
             if (a == 1) __asm__ volatile(\"nop; .byte 0x90\" ::: \"memory\");\n\
             for (int i = 0; i < 6; i++) if (__VERIFIER_nondet_int()) n++;\n\
             return n;\n\
         }\n",
    );
    folder.ends("run cut.c --out whole --quiet --search dfs --interpolation off", 3);
    folder.ends("run cut.c --out parts --quiet --search bfs --interpolation off --max-paths 40", 3);
    folder.ends("run --resume parts --quiet --max-paths 0", 3);
    assert_eq!(folder.outcome("parts"), folder.outcome("whole"));
}

#[test]
fn targets_that_were_reached_stay_reached() {
    let folder = Folder::with("letters.c", LETTERS);
    let options = "--target all --quiet --search dfs --interpolation off";
    folder.ends(&format!("reach letters.c --out whole {options}"), 0);
    folder.ends(&format!("reach letters.c --out parts --max-paths 3 {options}"), 5);
    folder.ends("reach --resume parts --max-paths 5 --quiet", 5);
    folder.ends("reach --resume parts --max-paths 0 --quiet", 0);
    assert_eq!(folder.outcome("parts").targets, folder.outcome("whole").targets);
    for target in folder.json("parts/summary.json")["targets"].as_array().unwrap() {
        let test = target["test"].as_str();
        assert!(test.is_none_or(|test| folder.path("parts").join(test).is_file()), "{target}");
    }
}

#[test]
fn a_bug_is_told_once() {
    let folder = Folder::with("letters.c", LETTERS);
    let first = folder.ends("run letters.c --out out --quiet --confirm off --search dfs --max-paths 100", 10);
    let second = folder.ends("run --resume out --max-paths 0 --quiet", 10);
    let lines = |output: &Output| {
        let text = String::from_utf8(output.stdout.clone()).unwrap();
        text.lines().filter(|line| line.contains(": abort: ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let mut all = [lines(&first), lines(&second)].concat();
    assert_eq!(all.len(), 2, "{all:?}");
    all.dedup();
    assert_eq!(all.len(), 2);
}

#[test]
fn what_does_not_fit_is_one_clear_line() {
    let folder = Folder::with("letters.c", LETTERS);
    folder.ends("run letters.c --out out --max-paths 3 --search bfs --induction off --quiet -DN=1 -- one", 3);
    let frontier = std::fs::read_to_string(folder.path("out/frontier.json")).unwrap();
    for (arguments, said) in [
        ("run --resume nowhere", "nowhere: no run.json here"),
        ("run --resume out letters.c", "the program and its arguments are known"),
        ("run --resume out -- two", "the program and its arguments are known"),
        ("reach --resume out", "a run of secateur run; go on with secateur run --resume"),
        ("run --resume out --checks abort", "begun with --checks"),
        ("run --resume out --sym-stdin 4", "begun with --sym-stdin nothing, not '4'"),
        ("run --resume out --opt none", "the program has changed"),
        ("run --resume out --nonsense", "--nonsense"),
    ] {
        let line = folder.complaint(arguments);
        assert!(line.contains(said), "{arguments}: {line}");
    }
    let version = env!("CARGO_PKG_VERSION");
    for (damage, said) in [
        (frontier.replace(&format!("\"version\":\"{version}\""), "\"version\":\"0.0.1\""), "written by secateur 0.0.1"),
        (frontier.replace("\"format\":1", "\"format\":7"), "format 7"),
        (frontier[..frontier.len() / 2].to_owned(), "not a frontier"),
        (frontier.replace("\"steps\":\"", "\"steps\":\"what "), "no step of a path"),
    ] {
        std::fs::write(folder.path("out/frontier.json"), damage).unwrap();
        let line = folder.complaint("run --resume out");
        assert!(line.contains(said), "{said}: {line}");
    }
    std::fs::write(folder.path("out/frontier.json"), &frontier).unwrap();
    std::fs::write(folder.path("letters.c"), LETTERS.replace("== 135", "== 136")).unwrap();
    assert!(folder.complaint("run --resume out").contains("the program has changed since"));
    // Nothing of all that has touched the run.
    std::fs::write(folder.path("letters.c"), LETTERS).unwrap();
    folder.ends("run --resume out --max-paths 0 --quiet --confirm off", 10);
}

/// The frontier that was there before stays whole.
#[test]
fn a_full_disk_costs_the_last_frontier_only() {
    let folder = Folder::with("letters.c", LETTERS);
    folder.ends("run letters.c --out out --max-paths 3 --quiet --interpolation off --search bfs --confirm off", 3);
    let before = std::fs::read(folder.path("out/frontier.json")).unwrap();
    let tool = env!("CARGO_BIN_EXE_secateur");
    let limited = format!("ulimit -f 8; exec '{tool}' run --resume out --max-paths 200 --quiet --save-every 1ms");
    let output = Command::new("sh").arg("-c").arg(limited).current_dir(folder.root()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), said.trim_end().lines().count()), (Some(2), 1), "{said}");
    assert!(said.contains("no space left"), "{said}");
    let after = folder.json("out/frontier.json");
    assert!(before.len() < 100_000 && after["run"]["states"].is_array());
    folder.ends("run --resume out --max-paths 0 --quiet", 10);
    folder.ends("run letters.c --out whole --quiet --interpolation off --search bfs --confirm off", 10);
    assert_eq!(folder.outcome("out"), folder.outcome("whole"));
}

/// Run from another folder, names are those of where the run was started.
#[test]
fn a_run_goes_on_from_anywhere() {
    let folder = Folder::with("letters.c", LETTERS);
    folder.ends("run letters.c --out out --max-paths 3 --search bfs --induction off --quiet", 3);
    let elsewhere = tempfile::tempdir().unwrap();
    let out = folder.path("out");
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.args(["run", "--quiet", "--max-paths", "0", "--confirm", "off", "--resume"]).arg(&out);
    let output = command.current_dir(elsewhere.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(10), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(elsewhere.path().read_dir().unwrap().count(), 0);
}
