//! Bad usage and bad input: one line that names what is wrong, and exit status 2.

mod limited;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tempfile::TempDir;

struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str, contents: &[u8]) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, contents).unwrap();
        path
    }

    /// A program nothing is wrong with.
    fn good(&self) -> PathBuf {
        self.file("good.c", b"int main(void) { return 0; }\n")
    }

    /// The one line the command prints on standard error.
    #[track_caller]
    fn complaint(&self, arguments: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
        command.args(arguments).current_dir(self.0.path());
        let finished = limited::run(&mut command, Duration::from_secs(60)).expect("it ends at once");
        let stderr = finished.stderr.trim_end();
        assert_eq!(finished.status.code(), Some(2), "{arguments:?}: {}: {stderr}", finished.status);
        assert_eq!(stderr.lines().count(), 1, "{arguments:?}: not one line: {stderr}");
        assert_eq!(finished.stdout, "", "{arguments:?}: nothing belongs on standard output");
        stderr.to_owned()
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let complaint = Folder::new().complaint(&["run", "nowhere.c"]);
    assert!(complaint.contains("nowhere.c"), "{complaint}");
}

#[test]
fn a_folder_is_not_a_program() {
    let folder = Folder::new();
    std::fs::create_dir(folder.0.path().join("folder.c")).unwrap();
    let complaint = folder.complaint(&["run", "folder.c"]);
    assert!(complaint.contains("folder.c"), "{complaint}");
}

#[test]
fn a_solver_that_is_not_there_is_named() {
    let folder = Folder::new();
    folder.good();
    for verb in ["run", "solve"] {
        let complaint = folder.complaint(&[verb, "good.c", "--solver", "smtlib:no-such-solver -q"]);
        assert!(complaint.contains("no-such-solver"), "{complaint}");
    }
}

#[test]
fn a_library_of_z3_that_is_not_there_is_named() {
    let folder = Folder::new();
    let program = folder.good();
    let script = folder.file("reals.smt2", b"(declare-const x Real)\n(assert (> x 0.5))\n(check-sat)\n");
    let without_z3 = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
        command.args(arguments).current_dir(folder.0.path()).env("SECATEUR_Z3", "/nowhere/libz3.so");
        limited::run(&mut command, Duration::from_secs(60)).expect("it ends at once")
    };
    for arguments in [["run", text(&program), "--solver", "z3"], ["solve", text(&script), "--solver", "auto"]] {
        let finished = without_z3(&arguments);
        assert_eq!(finished.status.code(), Some(2), "{arguments:?}: {}", finished.stderr);
        assert!(finished.stderr.contains("/nowhere/libz3.so"), "{}", finished.stderr);
        assert_eq!(finished.stderr.lines().count(), 1, "{}", finished.stderr);
    }
    let finished = without_z3(&["run", text(&program), "--self-check"]);
    assert_eq!(finished.status.code(), Some(0), "{}", finished.stderr);
    assert!(finished.stderr.contains("--self-check proves with our own solver only"), "{}", finished.stderr);
}

#[test]
fn questions_need_a_folder() {
    let folder = Folder::new();
    folder.good();
    let complaint = folder.complaint(&["run", "good.c", "--write-queries", "good.c"]);
    assert!(complaint.contains("--write-queries good.c"), "{complaint}");
}

#[test]
fn no_check_at_all_is_called_none() {
    let folder = Folder::new();
    folder.good();
    let complaint = folder.complaint(&["run", "good.c", "--checks", " ,"]);
    assert!(complaint.contains("none"), "{complaint}");
}

#[test]
fn an_assumption_that_assigns_is_a_slip() {
    let folder = Folder::new();
    folder.file("entry.c", b"int f(int x) { return x; }\n");
    let complaint = folder.complaint(&["run", "entry.c", "--entry", "f", "--assume", "x = 3"]);
    assert!(complaint.contains("x = 3"), "{complaint}");
}

#[test]
fn a_syntax_error_is_shown_with_its_line() {
    let folder = Folder::new();
    folder.file("broken.c", b"int main(void) {\n    return 0\n}\n");
    let complaint = folder.complaint(&["run", "broken.c"]);
    assert!(complaint.contains("broken.c:2"), "{complaint}");
}

/// A compiler that fails removes what it was to write: that must be files of ours.
#[test]
fn a_compiler_that_fails_removes_nothing_of_the_system() {
    let kinds =
        || ["/dev/stdout", "/dev/stderr"].map(|file| std::fs::symlink_metadata(file).map(|it| it.file_type()).ok());
    let before = kinds();
    let folder = Folder::new();
    folder.file("broken.c", b"int main(void) { return 0 }\n");
    folder.complaint(&["run", "broken.c"]);
    assert_eq!(kinds(), before);
}

#[test]
fn bytes_that_are_no_program_are_refused() {
    let folder = Folder::new();
    for name in ["noise.bc", "noise.ll", "noise.c"] {
        folder.file(name, &(0..=255).cycle().take(4000).collect::<Vec<u8>>());
        let complaint = folder.complaint(&["run", name]);
        assert!(complaint.contains(name), "{complaint}");
    }
}

#[test]
fn cut_bitcode_is_refused() {
    let folder = Folder::new();
    let good = folder.good();
    let bitcode = folder.0.path().join("whole.bc");
    let status = Command::new("clang-19").args(["-emit-llvm", "-c", "-o"]).arg(&bitcode).arg(&good).status().unwrap();
    assert!(status.success());
    let bytes = std::fs::read(&bitcode).unwrap();
    for length in [0, 3, 4, bytes.len() / 2, bytes.len() - 4] {
        folder.file("cut.bc", &bytes[..length]);
        let complaint = folder.complaint(&["run", "cut.bc"]);
        assert!(complaint.contains("cut.bc"), "{length} bytes: {complaint}");
    }
}

/// LLVM complains about some debug information on standard error by itself, and goes on without it.
#[test]
fn code_with_wrong_debug_information_is_run_in_silence() {
    let folder = Folder::new();
    let text = "define i32 @main() !dbg !3 { ret i32 0 }\n!llvm.module.flags = !{!0}\n\
                !0 = !{i32 2, !\"Debug Info Version\", i32 3}\n!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2)\n\
                !2 = !DIFile(filename: \"x.c\", directory: \"/\")\n\
                !3 = distinct !DISubprogram(name: \"main\", file: !2, unit: !1, spFlags: DISPFlagDefinition)\n";
    folder.file("unlisted.ll", text.as_bytes());
    let listed = text.replace("ret i32 0", "ret i32 0, !dbg !4") + "!llvm.dbg.cu = !{!1}\n";
    let block = "!4 = !DILocation(line: 1, scope: !5)\n!5 = distinct !DILexicalBlock(scope: !3, file: !6, line: 1)\n";
    // LLVM's verifier does not look at what a block has for its file.
    folder.file("no_file.ll", format!("{listed}{block}!6 = distinct !{{!6}}\n").as_bytes());
    for name in ["unlisted.ll", "no_file.ll"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
        command.args(["run", name, "--quiet", "--out", name.trim_end_matches(".ll")]).current_dir(folder.0.path());
        let finished = limited::run(&mut command, Duration::from_secs(60)).expect("it ends at once");
        assert_eq!((finished.status.code(), finished.stderr.as_str()), (Some(0), ""), "{name}");
    }
}

#[test]
fn an_unknown_kind_of_file_is_refused() {
    let folder = Folder::new();
    folder.file("notes.txt", b"hello");
    let complaint = folder.complaint(&["run", "notes.txt"]);
    assert!(complaint.contains("notes.txt"), "{complaint}");
}

#[test]
fn a_program_without_the_entry_is_refused() {
    let folder = Folder::new();
    folder.file("library.c", b"int f(int x) { return x; }\n");
    let complaint = folder.complaint(&["run", "library.c"]);
    assert!(complaint.contains("main"), "{complaint}");
    let complaint = folder.complaint(&["run", "library.c", "--entry", "g"]);
    assert!(complaint.contains('g'), "{complaint}");
}

#[test]
fn one_function_defined_twice_is_refused() {
    let folder = Folder::new();
    folder.good();
    folder.file("twice.c", b"int main(void) { return 1; }\n");
    let complaint = folder.complaint(&["run", "good.c", "twice.c"]);
    assert!(complaint.contains("main"), "{complaint}");
}

#[test]
fn values_of_options_are_checked() {
    let folder = Folder::new();
    let good = folder.good();
    let wrong = [
        ["--search", "sideways"],
        ["--checks", "everything"],
        ["--max-time", "soon"],
        ["--max-paths", "-1"],
        ["--max-memory", "huge"],
        ["--opt", "O9"],
        ["--solver", "oracle"],
        ["--ptr-size", "many"],
        ["--tests", "some"],
        ["--seed", "x"],
        ["--exit-code", "old"],
    ];
    for [option, value] in wrong {
        let complaint = folder.complaint(&["run", text(&good), option, value]);
        assert!(complaint.contains(value), "{option} {value}: {complaint}");
    }
}

#[test]
fn an_output_directory_that_cannot_be_made_is_named() {
    let folder = Folder::new();
    folder.good();
    folder.file("taken", b"a file");
    let complaint = folder.complaint(&["run", "good.c", "--out", "taken/out"]);
    assert!(complaint.contains("taken"), "{complaint}");
}

#[test]
fn one_run_has_one_output_directory() {
    let folder = Folder::new();
    folder.good();
    for again in ["--out", "--output-dir"] {
        let complaint = folder.complaint(&["run", "good.c", "--out", "one", again, "two"]);
        assert!(complaint.contains("--out <DIR>") && complaint.contains("multiple times"), "{complaint}");
        assert!(!folder.0.path().join("one").exists() && !folder.0.path().join("two").exists());
    }
}

#[test]
fn usage_is_checked() {
    let folder = Folder::new();
    for arguments in [&["run"][..], &["walk", "good.c"], &["run", "--no-such-option", "good.c"], &["--no-such-option"]]
    {
        folder.complaint(arguments);
    }
}
