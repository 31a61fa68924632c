//! Tests and bugs on native builds: what `run` confirms, what `replay` says and changes, and what it refuses.

mod limited;
mod run_folder;

use std::process::Command;
use std::time::Duration;

use run_folder::Folder;
use serde_json::Value;

/// Runs and replays.
trait Replay {
    fn secateur(&self, arguments: &[&str], status: i32) -> limited::Finished;
    fn secateur_with(&self, arguments: &[&str], environment: &[(&str, &str)], status: i32) -> limited::Finished;
    fn confirmations(&self) -> Vec<(String, Option<bool>)>;
}

impl Replay for Folder {
    #[track_caller]
    fn secateur(&self, arguments: &[&str], status: i32) -> limited::Finished {
        self.secateur_with(arguments, &[], status)
    }

    #[track_caller]
    fn secateur_with(&self, arguments: &[&str], environment: &[(&str, &str)], status: i32) -> limited::Finished {
        let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
        command.args(arguments).current_dir(self.root()).envs(environment.iter().copied());
        let finished = limited::run(&mut command, Duration::from_secs(120)).expect("it ends");
        assert_eq!(finished.status.code(), Some(status), "{arguments:?}: {}{}", finished.stdout, finished.stderr);
        finished
    }

    /// For each bug of the run in `out`: its kind, and whether it was confirmed.
    fn confirmations(&self) -> Vec<(String, Option<bool>)> {
        let summary = self.json("out/summary.json");
        let bugs = summary["bugs"].as_array().unwrap();
        bugs.iter().map(|bug| (bug["kind"].as_str().unwrap().to_owned(), bug["confirmed"].as_bool())).collect()
    }
}

const DIVISION: &str = "int __VERIFIER_nondet_int(void);\n\
    int main(void) {\n\
        int x = __VERIFIER_nondet_int();\n\
        if (x == 1234)\n\
            return 1 / (x - 1234);\n\
        return 0;\n\
    }\n";

#[test]
fn a_run_confirms_its_bugs_and_replay_measures_the_suite() {
    let folder = Folder::with("bug.c", DIVISION);
    let run = folder.secateur(&["run", "bug.c", "--out", "out"], 10);
    assert!(run.stdout.contains("bug.c:5: division-by-zero: confirmed natively\n"), "{}", run.stdout);
    assert_eq!(folder.confirmations(), [("division-by-zero".to_owned(), Some(true))]);
    let sarif = folder.json("out/bugs.sarif");
    assert_eq!(sarif["runs"][0]["results"][0]["properties"]["confirmed"], true);

    let replay = folder.secateur(&["replay", "out", "--json"], 10);
    let replay: Value = serde_json::from_str(&replay.stdout).unwrap();
    let lines = &replay["coverage"]["lines"];
    assert_eq!(lines["covered"], lines["total"], "{replay}");
    assert_eq!(replay["coverage"]["branches"], serde_json::json!({ "covered": 2, "total": 2 }), "{replay}");
    assert_eq!(replay["bugs"][0]["confirmed"], true, "{replay}");
}

#[test]
fn replay_updates_what_a_run_left_open() {
    let folder = Folder::with("bug.c", DIVISION);
    folder.secateur(&["run", "bug.c", "--out", "out", "--confirm", "off"], 10);
    assert_eq!(folder.confirmations(), [("division-by-zero".to_owned(), None)]);
    let said = folder.secateur(&["replay", "out"], 10).stdout;
    assert!(said.contains("1 of 1 bugs confirmed natively"), "{said}");
    assert_eq!(folder.confirmations(), [("division-by-zero".to_owned(), Some(true))]);
    assert_eq!(folder.json("out/bugs.sarif")["runs"][0]["results"][0]["properties"]["confirmed"], true);
}

#[test]
fn a_test_that_does_not_show_its_bug_is_called_so() {
    let folder = Folder::with("bug.c", DIVISION);
    folder.secateur(&["run", "bug.c", "--out", "out", "--confirm", "off"], 10);
    let test = folder.path("out").join(folder.json("out/summary.json")["bugs"][0]["test"].as_str().unwrap());
    let mut bytes = std::fs::read(&test).unwrap();
    let last = bytes.len() - 4;
    bytes[last] ^= 1;
    std::fs::write(&test, bytes).unwrap();
    let said = folder.secateur(&["replay", test.to_str().unwrap()], 0).stdout;
    assert!(said.contains("NOT reproduced natively (exit status 0)"), "{said}");
    assert_eq!(folder.confirmations(), [("division-by-zero".to_owned(), Some(false))]);
}

#[test]
fn a_test_comp_suite_is_replayed_like_the_tests_it_was_written_with() {
    let folder = Folder::with("bug.c", DIVISION);
    folder.secateur(&["run", "bug.c", "--search", "dfs", "--out", "out", "--confirm", "off", "--write-xml-tests"], 10);
    let said = folder.secateur(&["replay", "out/test-suite"], 10).stdout;
    assert!(said.contains("1 of 1 bugs confirmed natively"), "{said}");
    // The suite alone, as it is handed on.
    std::fs::remove_dir_all(folder.path("out/tests")).unwrap();
    let said = folder.secateur(&["replay", "out/test-suite"], 10).stdout;
    assert!(said.contains("1 of 1 bugs confirmed natively"), "{said}");
    // Another tool says less of its values.
    let test = folder.path("out/test-suite/test000002.xml");
    let bare = "<?xml version=\"1.0\"?>\n<!DOCTYPE testcase >\n<testcase><input>1234</input></testcase>\n";
    std::fs::write(&test, bare).unwrap();
    let said = folder.secateur(&["replay", test.to_str().unwrap()], 10).stdout;
    assert!(said.contains("1 of 1 bugs confirmed natively"), "{said}");
    std::fs::write(&test, bare.replace("1234", "one")).unwrap();
    assert!(refused(&folder, test.to_str().unwrap()).contains("no value"));
}

/// Every interface, several inputs of one name, and the types a declared function may have.
#[test]
fn inputs_of_every_interface_reach_the_native_program() {
    let text = "#include <klee/klee.h>\n#include <crest.h>\n#include <stdint.h>\n\
        float __VERIFIER_nondet_float(void); double nondet_anything(void); _Bool __VERIFIER_nondet_bool(void);\n\
        int __VERIFIER_nondet_int(void); long nondet_long(void); unsigned __int128 __VERIFIER_nondet_uint128(void);\n\
        short __VERIFIER_nondet_strange(void);\n\
        void reach_error(void) {}\n\
        int main(int argc, char **argv) {\n\
        struct { char a; int b; } s; int c; unsigned char u;\n\
        klee_make_symbolic(&s, sizeof s, \"s\"); CREST_int(c); CREST_unsigned_char(u);\n\
        int r = klee_range(5, 20, \"r\"); klee_assume(r != 6);\n\
        if (s.a != 'x' || s.b != 77 || c != -3 || u != 200 || r != 19) return 0;\n\
        if (__VERIFIER_nondet_int() != 1 || __VERIFIER_nondet_int() != 2 || nondet_long() != -5) return 0;\n\
        if (__VERIFIER_nondet_float() != 1.5f || nondet_anything() != 2.5 || !__VERIFIER_nondet_bool()) return 0;\n\
        if (__VERIFIER_nondet_uint128() != ((unsigned __int128)7 << 64 | 9)) return 0;\n\
        if (__VERIFIER_nondet_strange() != -2 || klee_choose(9) != 8 || argc != 2 || argv[1][0] != 'q') return 0;\n\
        reach_error();\n\
        return 0;\n\
        }\n";
    let folder = Folder::with("all.c", text);
    folder.secateur(&["run", "all.c", "--out", "out", "--quiet", "--", "q"], 10);
    assert_eq!(folder.confirmations(), [("error-call".to_owned(), Some(true))]);
}

#[test]
fn another_entry_is_called_with_the_recorded_parameters() {
    let text = "static int parse(const char *text, int n, double x) {\n\
            if (text[0] == 'k' && n == -7 && x == 0.5)\n\
                return text[n + 19];\n\
            return 0;\n\
        }\n\
        int f(const char *text, short n, double x) { return parse(text, n, x); }\n\
        int main(void) { return f(\"\", 0, 0); }\n";
    let folder = Folder::with("entry.c", text);
    folder.secateur(&["run", "entry.c", "--entry", "f", "--ptr-size", "12", "--out", "out", "--quiet"], 10);
    assert_eq!(folder.confirmations(), [("out-of-bounds-read".to_owned(), Some(true))]);
}

#[test]
fn names_of_the_library_may_be_the_programs_own() {
    // Calls of functions by these names go to the replay's own; variables and static functions are none.
    let source = "int getchar(void);\n\
        int poll, clock[3], used;\n\
        static int access(int i) { return clock[i & 3]; }\n\
        int main(void) {\n\
            poll = getchar();\n\
            return poll < 0 ? 1 : access(poll);\n\
        }\n";
    let folder = Folder::with("names.c", source);
    folder.secateur(&["run", "names.c", "--out", "out"], 10);
    assert_eq!(folder.confirmations(), [("out-of-bounds-read".to_owned(), Some(true))]);
}

#[test]
fn what_is_preprocessed_reads_its_test_too() {
    // No header can be included before such a file: its symbols are changed afterwards.
    let source = "int getchar(void);\nint main(void) {\n    return 1 / (getchar() - 'x');\n}\n";
    let folder = Folder::with("done.i", source);
    folder.secateur(&["run", "done.i", "--out", "out"], 10);
    assert_eq!(folder.confirmations(), [("division-by-zero".to_owned(), Some(true))]);
}

#[test]
fn an_overflow_on_the_way_does_not_hide_the_bug() {
    let text = "int __VERIFIER_nondet_int(void);\n#include <assert.h>\n\
        int main(void) { int x = __VERIFIER_nondet_int(); x += 2147483000; assert(x != -2000000000); return 0; }\n";
    let folder = Folder::with("overflow.c", text);
    folder.secateur(&["run", "overflow.c", "--out", "out", "--quiet"], 10);
    assert_eq!(folder.confirmations(), [("assertion-failure".to_owned(), Some(true))]);
}

#[test]
fn without_a_way_to_build_nothing_is_confirmed_and_nothing_fails() {
    let folder = Folder::with("bug.c", DIVISION);
    let bitcode =
        Command::new("clang-19").args(["-g", "-emit-llvm", "-c", "bug.c"]).current_dir(folder.root()).status();
    assert!(bitcode.unwrap().success());
    let none = [("SECATEUR_CLANG", "/nowhere/clang")];
    let run = folder.secateur_with(&["run", "bug.bc", "--out", "out"], &none, 10);
    assert!(run.stderr.contains("not confirmed natively: cannot run /nowhere/clang"), "{}", run.stderr);
    assert_eq!(folder.confirmations(), [("division-by-zero".to_owned(), None)]);
}

#[track_caller]
fn refused(folder: &Folder, what: &str) -> String {
    let finished = folder.secateur(&["replay", what], 2);
    assert_eq!(finished.stderr.lines().count(), 1, "{}", finished.stderr);
    assert_eq!(finished.stdout, "");
    finished.stderr
}

#[test]
fn what_cannot_be_replayed_is_refused_in_one_line() {
    let folder = Folder::with("bug.c", DIVISION);
    assert!(refused(&folder, "nowhere").contains("nowhere"));
    std::fs::create_dir(folder.path("empty")).unwrap();
    assert!(refused(&folder, "empty").contains("run.json"));
    assert!(refused(&folder, "bug.c").contains("not a .ktest file"));
    folder.secateur(&["run", "bug.c", "--out", "out", "--confirm", "off", "--quiet"], 10);
    let test = folder.path("out/tests/test000001.ktest");
    let whole = std::fs::read(&test).unwrap();
    std::fs::write(&test, &whole[..whole.len() - 2]).unwrap();
    assert!(refused(&folder, "out").contains("the file ends before its objects"));
    std::fs::write(&test, whole).unwrap();
    std::fs::write(folder.path("out/run.json"), "{}").unwrap();
    assert!(refused(&folder, "out").contains("run.json"));
}

/// The label of the first bug, and what the terminal says.
fn label(text: &str) -> (Value, String) {
    let folder = Folder::with("p.c", text);
    let run = folder.secateur(&["run", "p.c", "--out", "out"], 10);
    let bug = folder.json("out/summary.json")["bugs"][0].clone();
    let said = folder.secateur(&["replay", "out"], if bug["confirmed"] == true { 10 } else { 0 }).stdout;
    let again = folder.json("out/summary.json")["bugs"][0].clone();
    assert_eq!(bug["replay"], again["replay"], "a replay has the same labels as the run: {said}");
    (bug, run.stdout)
}

#[test]
fn what_no_sanitizer_can_see_is_not_checkable() {
    for text in [
        "#include <stdlib.h>\nint main(void) { char *p = malloc(0); if (p) p[0] = 1; free(p); return 0; }\n",
        // Functions that sanitizers have no version of, and objects of the library.
        "#include <wchar.h>\nint main(void) { wchar_t b[9] = L\"hello\"; wmemcpy(b + 1, b, 3); return b[0] == 0; }\n",
        "#include <dirent.h>\nint main(void) { DIR *d = opendir(\"/\"); if (!d) return 0; closedir(d); return !readdir(d); }\n",
        "#include <stdio.h>\nint main(void) { fclose(stdin); return getchar() == 3; }\n",
        // Scopes.
        "int main(void) { int n = 3, *p; { int a[n]; a[0] = 1; p = a; } return *p; }\n",
        "#include <setjmp.h>\njmp_buf b; int *volatile p;\n\
         int main(void) { if (setjmp(b)) return *p; { int v = 0; p = &v; } longjmp(b, 1); }\n",
        // Jumps and calls.
        "#include <setjmp.h>\nstatic jmp_buf b; static void f(void) { if (setjmp(b)) return; }\n\
         int main(void) { f(); longjmp(b, 1); }\n",
        "int f(a, b) int a; int b; { return a + b; } int main(void) { return f(1) == 3; }\n",
        // Memory of the system, and of the library.
        "#include <string.h>\nint main(int c, char **v) { strcat(v[0], \"0123456789012345678901234567890\"); return 0; }\n",
        "int main(int c, char **v) { v[c + 1] = 0; return 0; }\n",
        "#include <stdlib.h>\n#include <string.h>\n\
         int main(void) { char *h = getenv(\"A\"); if (h) strcat(h, \"0123456789\"); return 0; }\n",
        "#include <time.h>\nint main(void) { time_t t = 5; char *s = asctime(gmtime(&t)); s[26] = 'x'; return 0; }\n",
        // What sanitizers pass over in functions that they know.
        "#include <stdio.h>\nint main(void) { char b[8] = \"abc\"; return sscanf(b, \"%s\", b + 1) == 9; }\n",
        "#include <stdio.h>\nint main(void) { int b[10]; return fread(b, sizeof b, sizeof b[0], stdin) == 7; }\n",
        // A size that is another one natively, and a function without code.
        "unsigned long nondet_ulong(void);\n\
         int main(void) { unsigned long n = nondet_ulong(); if (n != 0x4000000000000001) return 0;\n\
         int a[n]; a[0] = 1; return a[0]; }\n",
        "extern inline __attribute__((gnu_inline)) int f(int x) { return 10 / x; }\nint main(void) { return f(0); }\n",
        // Over the end of one object, into another.
        "char a[8], b[1 << 20]; int main(void) { volatile long far = 1 << 12; char *volatile p = a; return p[far]; }\n",
    ] {
        let (bug, said) = label(text);
        assert_eq!((&bug["replay"], &bug["confirmed"]), (&"not-checkable".into(), &Value::Null), "{said}");
        assert!(said.contains(": not checkable natively ("), "{said}");
    }
}

/// Nothing follows from a native run with another value. What follows from the inputs of the test, the next test has.
#[test]
fn what_rests_on_no_input_is_not_checkable() {
    for (text, what) in [
        (
            "#include <unistd.h>\nint main(void) { long n = sysconf(_SC_NPROCESSORS_ONLN); return 8 / (n - 54321); }\n",
            "it rests on what only the system knows",
        ),
        (
            "#include <stdlib.h>\nint main(void) { char a[4]; a[3] = 0; int n = atoi(a); return 5 / (n - 42); }\n",
            "it rests on an uninitialised value",
        ),
        (
            "#include <signal.h>\nint main(void) { sigset_t s; if (sigismember(&s, SIGINT)) { int *p = 0; *p = 1; } return 0; }\n",
            "it rests on an uninitialised value",
        ),
    ] {
        let (bug, said) = label(text);
        assert_eq!((&bug["replay"], &bug["confirmed"]), (&"not-checkable".into(), &Value::Null), "{said}");
        assert!(said.contains(&format!(": not checkable natively ({what}")), "{said}");
    }
}

/// The engine takes any length of a text with symbolic parts for possible; the native program has the right one. That another
/// value of the system or memory nobody wrote was made on the way, and no condition mentions it, is no excuse.
#[test]
fn what_the_inputs_decide_can_be_refuted() {
    let folder = Folder::with(
        "p.c",
        "#include <assert.h>\n#include <stdio.h>\n#include <sys/sysinfo.h>\nint __VERIFIER_nondet_int(void);\n\
         int main(void) { char unused[4]; char copy = unused[1]; long processors = get_nprocs();\n\
         (void)copy, (void)processors; assert(printf(\"%d\\n\", __VERIFIER_nondet_int()) < 100); return 0; }\n",
    );
    let said = folder.secateur(&["run", "p.c", "--out", "out"], 3).stdout;
    assert!(said.contains("NOT reproduced natively"), "{said}");
    assert_eq!(folder.confirmations(), [("assertion-failure".to_owned(), Some(false))]);
}

/// An overrun that makes source and target overlap is called an overlap natively.
#[test]
fn another_error_on_the_line_does_not_refute() {
    let (bug, said) = label(
        "#include <string.h>\nint nondet_int(void); char d[8], s[64];\n\
         int main(void) { int n = nondet_int(); if (n > 8) return 1; if (n < -20) return 2;\n\
         memcpy(d, s, (unsigned)n & 63); return 0; }\n",
    );
    let seen = bug["replay"] == "confirmed";
    assert!(seen || said.contains("(another error stops the program on this line: memcpy-param-overlap"), "{said}");
}

#[test]
fn what_needs_a_network_is_not_replayed() {
    let sends = "#include <sys/socket.h>\n#include <stdlib.h>\n\
        int main(void) { char b[2]; int s = socket(AF_INET, SOCK_STREAM, 0);\n\
        if (s >= 0 && recv(s, b, 2, 0) == 2 && b[0] == 'x') abort();\n\
        return 0; }\n";
    let only_asks = "#include <sys/socket.h>\n#include <stdlib.h>\n\
        int main(void) { if (socket(AF_INET, SOCK_STREAM, 0) >= 0) abort(); return 0; }\n";
    for text in [sends, only_asks] {
        let (bug, said) = label(text);
        assert_eq!((&bug["replay"], &bug["confirmed"]), (&"not-replayed".into(), &Value::Null), "{said}");
    }
}

/// Of all inputs that leave the block, those that leave it by little can be seen.
#[test]
fn an_access_is_moved_to_where_a_sanitizer_watches() {
    let (bug, said) = label(
        "#include <stdlib.h>\n\
         int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void);\n\
         int main(void) { char *p = calloc(10, 1); unsigned n = __VERIFIER_nondet_uint();\n\
         if (p && __VERIFIER_nondet_int() == 123456789 && n % 100000 == 10) return p[n];\n\
         free(p); return 0; }\n",
    );
    assert_eq!(bug["access"], serde_json::json!({ "offset": 10, "bytes": 1, "size": 10 }), "{said}");
    assert_eq!(bug["replay"], "confirmed", "{said}");
}

#[test]
fn a_size_from_input_is_told_as_it_is_in_the_test() {
    let (_, said) = label(
        "#include <stdlib.h>\n\
         unsigned __VERIFIER_nondet_uint(void);\n\
         int main(void) { unsigned n = __VERIFIER_nondet_uint(); if (n != 1) return 0;\n\
         char *p = malloc(n); if (!p) return 0; p[n] = 1; free(p); return 0; }\n",
    );
    assert!(said.contains("1 byte at offset 1 of a heap object of 1 byte"), "{said}");
}
