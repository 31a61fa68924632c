//! What users are told of code that is not what it seems: made by other compilers, without declarations, with mangled names.

mod limited;

use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::time::Duration;

use limited::Finished;
use tempfile::TempDir;

fn folder(name: &str, text: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(name), text).unwrap();
    folder
}

fn command(folder: &TempDir, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.args(words).current_dir(folder.path());
    command
}

fn secateur(folder: &TempDir, words: &[&str]) -> Finished {
    limited::run(&mut command(folder, words), Duration::from_secs(240)).expect("it ends")
}

fn clang(folder: &TempDir, words: &[&str]) {
    assert!(Command::new("clang-19").args(words).current_dir(folder.path()).status().unwrap().success());
}

#[test]
fn code_of_other_compilers_is_told_apart() {
    for (ident, said) in [
        ("rustc version 1.90.0 (1159e78c4 2025-09-14)", "made by rustc 1.90.0"),
        ("Debian clang version 21.1.0", "made by LLVM 21"),
        ("Debian clang version 19.1.7", "not code LLVM 19 can read"),
    ] {
        let folder =
            folder("a.ll", &format!("a form of IR nobody knows yet\n!llvm.ident = !{{!0}}\n!0 = !{{!\"{ident}\"}}\n"));
        let finished = secateur(&folder, &["run", "a.ll"]);
        assert_eq!(finished.status.code(), Some(2), "{}", finished.stderr);
        assert!(finished.stderr.contains(said) && finished.stderr.lines().count() == 1, "{ident}: {}", finished.stderr);
    }
}

#[test]
fn an_input_function_without_a_declaration_is_warned_of() {
    let text = "int main(void) {\n    double d = nondet_double();\n    int x = nondet_int();\n    return d > x;\n}\n";
    let finished = secateur(&folder("a.c", text), &["run", "a.c"]);
    let warned: Vec<&str> = finished.stderr.lines().filter(|line| line.contains("not declared")).collect();
    assert!(
        matches!(warned[..], [line] if line.starts_with("secateur: a.c:2: nondet_double") && line.contains("double nondet_double(void);")),
        "{}",
        finished.stderr
    );
    let finished = secateur(&folder("a.c", &format!("double nondet_double(void);\n{text}")), &["run", "a.c"]);
    assert!(!finished.stderr.contains("not declared"), "{}", finished.stderr);
}

#[test]
fn names_of_cpp_are_those_of_the_source() {
    let text = "extern \"C\" int nondet_int();\n\
        namespace store { struct Shelf { int at[4]; int get(int i) { return 10 / (i - 3) + at[i & 3]; } }; }\n\
        int main() { store::Shelf s = {}; return s.get(nondet_int()); }\n";
    let folder = folder("a.cpp", text);
    clang(&folder, &["-x", "c++", "-g", "-emit-llvm", "-c", "a.cpp", "-o", "a.bc"]);
    let finished = secateur(&folder, &["run", "a.bc", "--out", "out"]);
    assert_eq!(finished.status.code(), Some(10), "{}", finished.stderr);
    assert!(finished.stdout.contains("(in store::Shelf::get(int))"), "{}", finished.stdout);

    // What came compiled is replayed all the same: the machine traps a division by zero.
    let finished = secateur(&folder, &["replay", "out"]);
    assert_eq!(finished.status.code(), Some(10), "{}{}", finished.stdout, finished.stderr);
    assert!(finished.stdout.contains("coverage not measured: the program came compiled"), "{}", finished.stdout);

    let finished = secateur(&folder, &["run", "a.bc", "--entry", "get"]);
    assert!(finished.stderr.contains("(store::Shelf::get(int))"), "{}", finished.stderr);
}

#[test]
fn a_signal_while_the_program_is_compiled_leaves_a_summary() {
    let folder = folder("a.c", "int main(void) { return 0; }\n");
    let compiler = folder.path().join("compiler");
    std::fs::write(&compiler, "#!/bin/sh\ntouch started\nexec sleep 120\n").unwrap();
    std::fs::set_permissions(&compiler, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = command(&folder, &["run", "a.c", "--out", "out"]);
    command.env("SECATEUR_CLANG", &compiler).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    while !folder.path().join("started").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ends only after the compiler was started");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let summary = std::fs::read_to_string(folder.path().join("out/summary.json")).unwrap();
    assert!(summary.contains("\"stop_reason\": \"interrupt\""), "{summary}");
}

#[test]
fn functions_nobody_models_are_listed() {
    let text = "void nobodys(void);\nint strverscmp(const char *, const char *);\nint mkfifo(const char *, unsigned);\n\
                unsigned long strlen(const char *);\n\
                int main(void) {\n    nobodys();\n    mkfifo(\"d\", 0);\n    return strverscmp(\"a\", \"b\") + (int)strlen(\"\");\n}\n";
    let folder = folder("a.c", text);
    let finished = secateur(&folder, &["run", "--list-unmodelled", "a.c"]);
    let lines: Vec<&str> = finished.stdout.lines().collect();
    assert_eq!(finished.status.code(), Some(0), "{}", finished.stderr);
    let expected = [
        "mkfifo: a call ends the path: changes the system",
        "nobodys: a call ends the path: no definition",
        "strverscmp: called natively on concrete values",
    ];
    assert_eq!(lines, expected);
    assert!(!folder.path().join("secateur-out-0").exists(), "nothing was run");
}
