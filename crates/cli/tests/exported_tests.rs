//! Tests that leave the tool: C files that show the bug when they are compiled with the program, for every kind of input, and
//! plain files for fuzzers.

mod limited;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// A program, how it is run, and what a sanitizer or the program itself says of its bug.
struct Example {
    text: &'static str,
    options: &'static [&'static str],
    said: &'static str,
}

/// Runs a program and gives the folder of it all.
#[track_caller]
fn explored(text: &str, options: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("p.c"), text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.args(["run", "p.c", "--out", "out", "--confirm", "off", "--test-format", "c,raw"]);
    let finished = limited::run(command.args(options).current_dir(folder.path()), Duration::from_secs(120));
    let finished = finished.expect("it ends");
    assert_eq!(finished.status.code(), Some(10), "{}{}", finished.stdout, finished.stderr);
    folder
}

/// The file name of the test that shows the first bug, without its end.
fn bug_test(folder: &Path) -> PathBuf {
    let summary = std::fs::read_to_string(folder.join("out/summary.json")).unwrap();
    let summary: Value = serde_json::from_str(&summary).unwrap();
    Path::new("out").join(summary["bugs"][0]["test"].as_str().unwrap()).with_extension("")
}

fn clang() -> Command {
    Command::new(std::env::var_os("SECATEUR_CLANG").unwrap_or_else(|| "clang-19".into()))
}

/// The file's own command line, with the compiler of these tests.
fn command_line(text: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix(" *     ")).expect("a command line");
    let clang = clang().get_program().to_string_lossy().into_owned();
    line.replace("clang -g", &format!("{clang} -g"))
}

#[track_caller]
fn shows(example: &Example) {
    let folder = explored(example.text, example.options);
    let file = bug_test(folder.path()).with_extension("c");
    let text = std::fs::read_to_string(folder.path().join(&file)).unwrap();
    let line = command_line(&text);
    let mut shell = Command::new("sh");
    shell.args(["-c", &line]).current_dir(folder.path()).env("HOME", "/elsewhere").stdin(Stdio::null());
    let finished = limited::run(&mut shell, Duration::from_secs(120)).expect("it ends");
    let said = format!("{}{}", finished.stdout, finished.stderr);
    assert!(!finished.status.success() && said.contains(example.said), "{line}\n{said}\n{text}");
}

#[test]
fn standard_input() {
    shows(&Example {
        text: "#include <stdio.h>\n#include <string.h>\n\
            int main(void) { char line[16]; int n; int a[4] = {0};\n\
            if (!fgets(line, sizeof line, stdin) || strcmp(line, \"it's \\\"?\\?=\\\\\\n\")) return 0;\n\
            if (scanf(\"%d\", &n) != 1) return 0;\n\
            return a[n]; }\n",
        options: &[],
        said: "out of bounds",
    });
}

#[test]
fn arguments() {
    shows(&Example {
        text: "#include <string.h>\n#include <assert.h>\n\
            int main(int argc, char **argv) {\n\
            if (argc == 3 && !strcmp(argv[1], \"-n\") && argv[2][0] == '\"' && argv[2][1] == '\\n')\n\
            assert(argv[2][2] != '7');\n\
            return 0; }\n",
        options: &["--sym-args", "0", "2", "4"],
        said: "argv[2][2] != '7'",
    });
}

#[test]
fn environment() {
    shows(&Example {
        text: "#include <stdlib.h>\n#include <string.h>\n\
            int main(void) { const char *mode = getenv(\"MODE\"); char small[4];\n\
            if (getenv(\"HOME\")) return 0;\n\
            if (mode && !strncmp(mode, \"a b\", 3) && strlen(mode) > 4) strcpy(small, mode);\n\
            return 0; }\n",
        options: &[],
        said: "stack-buffer-overflow",
    });
}

#[test]
fn files() {
    let text = "#include <stdio.h>\n#include <stdlib.h>\n\
        int main(void) { FILE *f = fopen(\"conf/A\", \"rb\"); if (!f) return 1;\n\
        unsigned char head[4]; if (fread(head, 1, 4, f) != 4) return 2;\n\
        if (head[0] == 0x89 && head[1] == 'P' && head[3] == 0) return 100 / (head[2] - 7);\n\
        return 0; }\n";
    shows(&Example { text, options: &[], said: "division by zero" });
    let text: &'static str = Box::leak(text.replace("conf/A", "A").into_boxed_str());
    shows(&Example { text, options: &["--sym-files", "1", "4"], said: "division by zero" });
}

#[test]
fn functions_that_return_inputs() {
    shows(&Example {
        text: "#include <stdlib.h>\n\
            int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void); double nondet_double(void);\n\
            void __VERIFIER_assume(int); void __VERIFIER_nondet_memory(void *, unsigned long);\n\
            unsigned long __VERIFIER_nondet_never_called(void);\n\
            struct s { int a; short b; };\n\
            int main(int argc, char **argv) { struct s s; (void)argv;\n\
            int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 10);\n\
            __VERIFIER_nondet_memory(&s, sizeof s);\n\
            if (argc > 1) return (int)__VERIFIER_nondet_never_called();\n\
            if (x == 12 && __VERIFIER_nondet_uchar() == 200 && nondet_double() == 0.5 && s.b == -9) {\n\
            char *p = malloc(x); free(p); return p[rand() & 1]; }\n\
            return 0; }\n",
        options: &[],
        said: "heap-use-after-free",
    });
}

#[test]
fn objects_made_symbolic() {
    shows(&Example {
        text: "#include <klee/klee.h>\n\
            int main(void) { int x; char text[4]; klee_make_symbolic(&x, sizeof x, \"x\");\n\
            klee_make_symbolic(text, sizeof text, \"text\"); klee_assume(x > 0); klee_assume(x < 9);\n\
            if (text[1] == 'k' && klee_range(0, 5, \"r\") == 3) return text[x];\n\
            return 0; }\n",
        options: &[],
        said: "out of bounds",
    });
}

/// The program has a `main` of its own, and a parameter that needs its sign.
#[test]
fn an_entry_function() {
    let text = "struct point { int x, y; char tag[4]; };\n\
        int f(struct point *p, const char *s, signed char n, double d) {\n\
        if (p->x == -3 && p->tag[1] == 'z' && s[0] == 'k' && n == -5 && d == 2.5) return s[p->y];\n\
        return 0; }\n\
        int main(void) { return 0; }\n";
    shows(&Example { text, options: &["--entry", "f"], said: "heap-buffer-overflow" });
    let text: &'static str = Box::leak(
        text.replace("int f(", "static int f(")
            .replace(
                "return 0; }\nint",
                "return 0; }\nint (*keep)(struct point *, const char *, signed char, double) = f;\nint",
            )
            .into_boxed_str(),
    );
    shows(&Example { text, options: &["--entry", "f"], said: "heap-buffer-overflow" });
}

const FUZZING_TARGET: &str = "#include <stdint.h>\n#include <stddef.h>\n#include <stdlib.h>\n\
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {\n\
    if (size == 4 && data[0] == 'F' && data[1] == 0xff && data[3] == 'Z') abort();\n\
    return 0; }\n";

#[test]
fn a_fuzzing_target() {
    shows(&Example { text: FUZZING_TARGET, options: &["--entry", "LLVMFuzzerTestOneInput"], said: "Abort" });
}

#[test]
fn what_a_file_cannot_do_it_says() {
    let text = "#include <sys/socket.h>\n#include <stdlib.h>\n\
        int main(void) { char b[2]; int s = socket(AF_INET, SOCK_STREAM, 0);\n\
        if (s >= 0 && recv(s, b, 2, 0) == 2 && b[0] == 'x') abort();\n\
        return 0; }\n";
    let folder = explored(text, &[]);
    let file = bug_test(folder.path()).with_extension("c");
    let text = std::fs::read_to_string(folder.path().join(file)).unwrap();
    assert!(text.contains("It cannot show everything by itself: a peer has to send"), "{text}");
}

#[test]
fn what_no_test_can_hold_is_said() {
    for (text, what) in [
        ("#include <assert.h>\nint main(void) { int x; assert(x != 1234567); return 0; }\n", "an uninitialised value"),
        (
            "#include <unistd.h>\nint main(void) { return 8 / (sysconf(_SC_NPROCESSORS_ONLN) - 54321); }\n",
            "what only the system knows",
        ),
    ] {
        let folder = explored(text, &[]);
        let test = std::fs::read_to_string(folder.path().join(bug_test(folder.path()).with_extension("c"))).unwrap();
        assert!(test.contains(&format!("It cannot show everything by itself: the bug rests on {what}")), "{test}");
    }
}

/// The files of a corpus, sorted.
fn corpus(folder: &Path, name: &str) -> Vec<PathBuf> {
    let entries = folder.join("out/tests/raw").join(name).read_dir().unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn raw_standard_input_leads_the_native_program_to_the_bug() {
    let text = "#include <stdio.h>\n#include <string.h>\n#include <stdlib.h>\n\
        int main(void) { char b[8] = {0}; fread(b, 1, 6, stdin);\n\
        if (b[0] == 1 && b[1] == '\\n' && b[5] == 'q') abort();\n\
        return 0; }\n";
    let folder = explored(text, &["--sym-stdin", "6"]);
    let built = clang().args(["-w", "p.c", "-o", "p"]).current_dir(folder.path()).status().unwrap();
    assert!(built.success());
    let crashes = corpus(folder.path(), "stdin").into_iter().filter(|file| {
        let input = std::fs::File::open(file).unwrap();
        Command::new(folder.path().join("p")).stdin(input).status().unwrap().code().is_none()
    });
    assert_eq!(crashes.count(), 1);
    seeds_find_it_again(folder.path(), "stdin", &["--sym-stdin", "6"]);
}

#[test]
fn raw_data_of_a_fuzzing_target_is_a_corpus() {
    let folder = explored(FUZZING_TARGET, &["--entry", "LLVMFuzzerTestOneInput"]);
    let name = bug_test(folder.path());
    let data = std::fs::read(folder.path().join("out/tests/raw/data").join(name.file_name().unwrap())).unwrap();
    assert_eq!((data.len(), data[0], data[1], data[3]), (4, b'F', 0xff, b'Z'));
}

/// Seeds alone lead to the bug: nothing else is explored.
#[track_caller]
fn seeds_find_it_again(folder: &Path, corpus: &str, options: &[&str]) {
    let seeds = format!("out/tests/raw/{corpus}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.args([
        "run",
        "p.c",
        "--out",
        "again",
        "--quiet",
        "--confirm",
        "off",
        "--exit-on-error",
        "--seed-dir",
        &seeds,
    ]);
    let finished = limited::run(command.args(options).current_dir(folder), Duration::from_secs(120)).expect("it ends");
    assert_eq!(finished.status.code(), Some(10), "{}{}", finished.stdout, finished.stderr);
}
