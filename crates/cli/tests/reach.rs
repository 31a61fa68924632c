//! `secateur reach`: each target reachable with a test that gets there natively, or unreachable, or unknown, whatever
//! the order and the pruning.

#[allow(dead_code, reason = "nothing is tried on all inputs here")]
mod generator;
mod limited;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

const LIMIT: Duration = Duration::from_secs(120);

/// Orders and ways of learning that must all say the same.
const CONFIGURATIONS: &[&str] = &[
    "",
    "--interpolation off --search dfs",
    "--interpolation wp --search dfs --self-check",
    "--interpolation wp --search bfs --coverage error --self-check",
    "--interpolation core --search random-state --self-check",
    "--interpolation off --search greedy",
    "--opt none",
];

fn secateur(folder: &Path, verb: &str, arguments: &[&str]) -> limited::Finished {
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.arg(verb).args(arguments).current_dir(folder);
    limited::run(&mut command, LIMIT).unwrap_or_else(|| panic!("{command:?} does not end"))
}

/// The status of each target, and the summary.
fn reach(folder: &Path, targets: &str, options: &str) -> (BTreeMap<String, String>, Value, i32) {
    let out = tempfile::tempdir_in(folder).unwrap();
    let mut arguments = vec!["program.c", "--target", targets, "--json", "--quiet", "--out"];
    arguments.push(out.path().to_str().unwrap());
    arguments.extend(options.split_whitespace());
    let said = secateur(folder, "reach", &arguments);
    let code = said.status.code().expect("an exit status");
    let summary: Value = serde_json::from_str(&said.stdout)
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}: {}{}", said.stdout, said.stderr));
    let entries = summary["targets"].as_array().expect("targets");
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let statuses = entries.iter().map(|entry| (text(&entry["id"]), text(&entry["status"]))).collect();
    (statuses, summary, code)
}

fn folder_with(program: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("program.c"), program).unwrap();
    folder
}

/// Expectations are comments: `// TARGET: status` on the line, `// TARGET NAME: status` for a function.
fn expected(program: &str) -> BTreeMap<String, String> {
    let mut expected = BTreeMap::new();
    for (line, number) in program.lines().zip(1..) {
        if let Some((_, rest)) = line.split_once("// TARGET") {
            let (name, status) = rest.split_once(':').expect("a status");
            let id = if name.is_empty() { format!("program.c:{number}") } else { name.trim().to_owned() };
            expected.insert(id, status.trim().to_owned());
        }
    }
    expected
}

fn check(program: &str) {
    let folder = folder_with(program);
    let expected = expected(program);
    assert!(!expected.is_empty());
    let undecided = expected.values().any(|status| status == "unknown");
    let all = expected.keys().cloned().collect::<Vec<_>>().join(",");
    for options in CONFIGURATIONS {
        let (found, summary, code) = reach(folder.path(), &all, options);
        assert_eq!(found, expected, "{options}: {}", summary["cuts"]);
        assert_eq!(code, if undecided { 5 } else { 0 }, "{options}");
        // Alone, so that everything else may be left out.
        for (target, status) in &expected {
            let (found, summary, _) = reach(folder.path(), target, options);
            assert_eq!(found[target], *status, "{target} {options}: {}", summary["cuts"]);
        }
    }
}

#[test]
fn lines_and_functions_in_the_middle_of_blocks() {
    check(
        "#include <stdlib.h>\n\
         int nondet_int(void);\n\
         void reach_error(void) {}\n\
         static int twice(int x) { return 2 * x; } // TARGET twice: reachable\n\
         static int never(int x) { return x; } // TARGET never: unreachable\n\
         int main(void) {\n\
             int x = nondet_int(), y = 0; // TARGET: reachable\n\
             if (x > 10) {\n\
                 y = 1; // TARGET: reachable\n\
             } else if (x > 20) {\n\
                 y = 2; // TARGET: unreachable\n\
             }\n\
             if (twice(x) == 7)\n\
                 reach_error(); // TARGET: unreachable\n\
             if (y && x == 123456)\n\
                 exit(1); // TARGET exit: reachable\n\
             if (y == 2)\n\
                 return never(y);\n\
             return 0; // TARGET main: reachable\n\
         }\n",
    );
}

#[test]
fn what_a_call_does_not_come_back_to() {
    check(
        "#include <stdlib.h>\n\
         int nondet_int(void);\n\
         static void stop(int x) { if (x >= 0) exit(0); abort(); }\n\
         int main(void) {\n\
             int x = nondet_int();\n\
             if (x > 3) {\n\
                 stop(x);\n\
                 x = 1; // TARGET: unreachable\n\
             }\n\
             return x; // TARGET: reachable\n\
         }\n\
         // TARGET abort: unreachable\n",
    );
}

/// Error functions are never entered: what counts is the call.
#[test]
fn calls_of_error_functions() {
    check(
        "void reach_error(void) {}\n\
         int nondet_int(void);\n\
         int main(void) {\n\
             int x = nondet_int();\n\
             if (x * x == 49)\n\
                 reach_error(); // TARGET reach_error: reachable\n\
             return 0;\n\
         }\n",
    );
    check(
        "void reach_error(void) {}\n\
         int nondet_int(void);\n\
         int main(void) {\n\
             int x = nondet_int();\n\
             if (x != x + 0)\n\
                 reach_error(); // TARGET reach_error: unreachable\n\
             return 0;\n\
         }\n",
    );
}

/// Code that is not called by its name, or not in the order of the text.
#[test]
fn hidden_ways() {
    check(
        "#include <setjmp.h>\n\
         #include <stdlib.h>\n\
         int nondet_int(void);\n\
         static int x;\n\
         static jmp_buf back;\n\
         static void at_end(void) { if (x == 5) x = 6; else x = 7; } // TARGET at_end: reachable\n\
         static int compare(const void *a, const void *b) { return *(const char *)a - *(const char *)b; } // TARGET compare: reachable\n\
         __attribute__((destructor)) static void last(void) { if (x == 9) x = 3; } // TARGET last: reachable\n\
         static int early;\n\
         __attribute__((constructor)) static void first(void) { early = 4; } // TARGET first: reachable\n\
         static void deep(int n) { if (n == 3) longjmp(back, 1); }\n\
         int main(void) {\n\
             x = nondet_int();\n\
             atexit(at_end);\n\
             char text[3] = {3, 1, 2};\n\
             if (early != 4)\n\
                 return 3; // TARGET: unreachable\n\
             if (setjmp(back)) {\n\
                 x = 5; // TARGET: reachable\n\
                 return 1;\n\
             }\n\
             qsort(text, 3, 1, compare);\n\
             deep(x);\n\
             return 0;\n\
         }\n",
    );
}

/// What comes after the target must not be explored for its sake, and not count as a cut.
#[test]
fn only_what_leads_to_a_target_is_explored() {
    let program = "int nondet_int(void);\n\
         int main(void) {\n\
             int x = nondet_int(), sum = 0;\n\
             if (x > 5 && x < 5)\n\
                 sum = 1; // TARGET: unreachable\n\
             for (;;)\n\
                 if (nondet_int() > x) sum++; else sum--;\n\
         }\n";
    check(program);
    check(&program.replace("if (nondet_int() > x) sum++; else sum--;", "sum++;"));
    let folder = folder_with(program);
    let (_, summary, _) = reach(folder.path(), "program.c:5", "");
    assert_eq!(summary["verdict"], "unknown", "errors behind the target were not looked for");
}

#[test]
fn what_was_cut_is_unknown() {
    let program = "int nondet_int(void); void nobody_defines_this(int *);\n\
         int main(void) {\n\
             int x = nondet_int(), y = 0;\n\
             nobody_defines_this(&y);\n\
             if (y == 17)\n\
                 return 1; // TARGET: unknown\n\
             return 0;\n\
         }\n";
    let folder = folder_with(program);
    for options in CONFIGURATIONS {
        let options = format!("{options} --external-calls none");
        let (found, _, code) = reach(folder.path(), "program.c:6", &options);
        assert_eq!((found["program.c:6"].as_str(), code), ("unknown", 5), "{options}");
    }
    let (found, _, code) = reach(folder.path(), "main", "--max-instructions 1");
    assert_eq!((found["main"].as_str(), code), ("reachable", 0), "reached before the limit");
}

/// The test of a target leads the native program there.
#[test]
fn tests_reach_their_targets_natively() {
    let program = "#include <stdio.h>\n\
         int main(void) {\n\
             int x;\n\
             if (scanf(\"%d\", &x) != 1) return 1;\n\
             if (x * 3 + 1 == 301)\n\
                 puts(\"here\"); // TARGET: reachable\n\
             return 0;\n\
         }\n";
    let folder = folder_with(program);
    let said = secateur(folder.path(), "reach", &["program.c", "--target", "program.c:6", "--out", "out"]);
    assert!(said.stdout.starts_with("program.c:6: reachable, test out/tests/test"), "{}", said.stdout);
    let test = said.stdout.lines().next().and_then(|line| line.rsplit_once(' ')).expect("a test").1;
    let replayed = secateur(folder.path(), "replay", &[test, "--json"]);
    let replayed: Value = serde_json::from_str(&replayed.stdout).expect("JSON");
    let lines = &replayed["coverage"]["lines"];
    // All but `return 1`, which shares its line with the test of `scanf`.
    assert_eq!(lines["covered"], lines["total"], "{replayed}");
}

/// An automaton without an end, whose targets are many rounds away and in different states of it.
#[test]
fn states_of_an_endless_program() {
    const ENDLESS: &str = "int __VERIFIER_nondet_int(void);\n\
        void third(void) {}\n\
        void seventh(void) {}\n\
        void both(void) {}\n\
        int main(void) {\n\
            static const int wanted[] = {4, 1, 5, 2, 6, 3, 1};\n\
            int step = 0, other = 0;\n\
            int *places[2] = {&step, &other};\n\
            for (;;) {\n\
                int input = __VERIFIER_nondet_int();\n\
                if (input == 7)\n\
                    *places[1] = (*places[1] + 1) % 5;\n\
                else if (step < 7 && input == wanted[step])\n\
                    ++*places[0];\n\
                else if (input != 0)\n\
                    *places[0] = 0;\n\
                if (step == 3) third();\n\
                if (step == 7) seventh();\n\
                if (step == 6 && other == 4) both();\n\
            }\n\
        }\n";
    let folder = folder_with(ENDLESS);
    let (statuses, summary, code) = reach(folder.path(), "third,seventh,both", "--max-forks 20000");
    assert!(statuses.values().all(|status| status == "reachable"), "{statuses:?}");
    assert_eq!(code, 0, "{}", summary["forks"]);
}

#[test]
fn every_block() {
    let program = "int nondet_int(void);\n\
         static int dead(int x) { return x; }\n\
         int main(void) { if (nondet_int()) return 2; return 3; }\n";
    let folder = folder_with(program);
    for options in CONFIGURATIONS {
        let (found, summary, code) = reach(folder.path(), "all", options);
        assert!(found.iter().all(|(id, status)| (status == "unreachable") == id.starts_with("dead:")), "{summary}");
        assert!(found.len() >= 4 && code == 0, "{found:?}");
    }
}

#[test]
fn quiet_says_the_answers_and_nothing_else() {
    let folder = folder_with(
        "int nondet_int(void);\n\
         static int never(int x) { return x; }\n\
         int main(void) {\n\
             int x = nondet_int();\n\
             if (x > 3 && x < 3)\n\
                 return never(x);\n\
             return 1 / x;\n\
         }\n",
    );
    let said = secateur(folder.path(), "reach", &["program.c", "--target", "main,never", "--quiet", "--out", "out"]);
    assert_eq!(
        said.stdout, "main: reachable, test out/tests/test000001.ktest\nnever: unreachable\n",
        "{}",
        said.stderr
    );
    assert_eq!((said.stderr.as_str(), said.status.code()), ("", Some(0)));
}

#[test]
fn targets_that_are_not_there() {
    let folder = folder_with("int main(void) {\n    /* nothing */\n    return 0;\n}\n");
    for (target, words) in [
        ("program.c:2", "no code for this line: near it are 3"),
        ("other.c:3", "check its name"),
        ("nobody", "no function `nobody` is defined or called: the program has main"),
        ("program.c:", "is no target"),
    ] {
        let said = secateur(folder.path(), "reach", &["program.c", "--target", target]);
        assert_eq!(said.status.code(), Some(2), "{target}");
        assert!(said.stderr.contains(words) && said.stderr.lines().count() == 1, "{target}: {}", said.stderr);
    }
}

/// Random programs: each line on its own, directed and pruned, against all lines in one plain depth-first run.
#[test]
fn random_programs() {
    for seed in 1..=10u64 {
        let text = generator::file::alone(seed);
        let folder = folder_with(&text);
        let plain = "--interpolation off --search dfs --coverage error";
        let (blocks, summary, _) = reach(folder.path(), "all", plain);
        assert!(!blocks.values().any(|status| status == "unknown"), "seed {seed}: {}", summary["cuts"]);
        let lines: Vec<String> = summary["targets"].as_array().expect("targets").iter().filter_map(place).collect();
        let (expected, _, _) = reach(folder.path(), &lines.join(","), plain);
        let unreachable = lines.iter().filter(|line| expected[*line] == "unreachable").take(4);
        let reachable = lines.iter().filter(|line| expected[*line] == "reachable").take(3);
        for (number, target) in unreachable.chain(reachable).enumerate() {
            let options = CONFIGURATIONS[(seed as usize + number) % CONFIGURATIONS.len()];
            let (found, summary, _) = reach(folder.path(), target, options);
            assert_eq!(
                found[target], expected[target],
                "seed {seed}, {target}, {options}: {}\n{text}",
                summary["cuts"]
            );
        }
    }
}

/// Where a block is, unless the compiler made it up.
fn place(entry: &Value) -> Option<String> {
    entry["line"].as_u64().filter(|&line| line > 0).map(|line| format!("program.c:{line}"))
}
