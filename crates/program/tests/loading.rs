//! From the command line to a program: several files, the runtime library, and every way it can go wrong.

mod source;

use std::path::{Path, PathBuf};
use std::process::Command;

use program::{LoadOptions, OptLevel, ProgramError, load};
use source::{load_files, lower};

fn error_of(files: &[(&str, &str)]) -> ProgramError {
    load_files(files, &LoadOptions::default()).expect_err("an error")
}

/// Bitcode of C source.
fn bitcode(code: &str) -> Vec<u8> {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("library.c");
    std::fs::write(&file, code).unwrap();
    let clang = Command::new("clang-19").args(["-emit-llvm", "-c", "-g", "-o", "-"]).arg(&file).output().unwrap();
    assert!(clang.status.success());
    clang.stdout
}

#[test]
fn several_files_are_linked() {
    let files = [
        ("a.c", "int twice(int); static int hidden(void) { return 1; } int main(void) { return twice(2) + hidden(); }"),
        ("b.c", "static int hidden(int x) { return x; } int twice(int x) { return 2 * hidden(x); }"),
    ];
    let program = load_files(&files, &LoadOptions::default()).unwrap();
    assert!(!program.function(program.find("twice").unwrap()).is_declaration());
    let defined = program.functions.iter().filter(|f| !f.is_declaration()).count();
    assert_eq!(defined, 4, "both static functions are kept");
}

#[test]
fn the_runtime_library_fills_only_what_is_missing() {
    let runtime = bitcode(
        "static int helper(int c) { return c == 0; } unsigned long strlen(const char *s) { unsigned long n = 0;
         while (!helper(s[n])) n++; return n; } int abs(int x) { return x < 0 ? -x : x; } int unused(void) { return 1; }
         double sin(double x) { return x; }",
    );
    let code = "unsigned long strlen(const char *); int abs(int x) { return 77; } double __builtin_sin(double);
        int main(int argc, char **argv) { return strlen(argv[0]) + abs(3) + (int)__builtin_elementwise_sin((double)argc); }";
    let options = LoadOptions { runtime_bitcode: Some(runtime.into()), ..LoadOptions::default() };
    let program = load_files(&[("input.c", code)], &options).unwrap();
    let has_body = |name: &str| program.find(name).is_some_and(|id| !program.function(id).is_declaration());
    assert!(has_body("strlen") && has_body("helper") && has_body("sin"));
    assert!(program.find("unused").is_none());
    let abs = source::function_text(&program, "abs");
    assert!(abs.contains("return 77"), "the user's definition wins:\n{abs}");
}

#[test]
fn bitcode_and_textual_code_can_be_mixed_with_source() {
    let directory = tempfile::tempdir().unwrap();
    let (c, bc, ll) = (directory.path().join("a.c"), directory.path().join("b.bc"), directory.path().join("c.ll"));
    std::fs::write(&c, "int b(int); int c(int); int main(void) { return b(1) + c(2); }").unwrap();
    std::fs::write(&bc, bitcode("int b(int x) { return x + 1; }")).unwrap();
    std::fs::write(&ll, "define i32 @c(i32 %x) { ret i32 %x }").unwrap();
    let program = load(&[c, bc, ll], &LoadOptions::default()).unwrap();
    assert!(program.functions.iter().all(|f| !f.is_declaration()));
}

#[test]
fn optnone_code_is_transformed_too() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("a.bc");
    std::fs::write(&file, bitcode("int f(int x) { int y = x; return y; }")).unwrap();
    let program = load(&[file], &LoadOptions::default()).unwrap();
    assert!(!source::function_text(&program, "f").contains("alloca"));
}

#[test]
fn the_users_arguments_reach_the_compiler() {
    let options =
        LoadOptions { clang_args: vec!["-DVALUE=42".to_string(), "-std=c89".to_string()], ..LoadOptions::default() };
    let code = "#ifdef __STDC_VERSION__\n#error not C89\n#endif\nint main() { return VALUE; }";
    let program = load_files(&[("input.c", code)], &options).unwrap();
    assert!(source::function_text(&program, "main").contains("return 42"));
}

#[test]
fn old_programs_compile() {
    let program = lower("main() { return undeclared(1); }", OptLevel::Light);
    assert!(program.find("undeclared").is_some());
}

#[test]
fn a_missing_file_is_named() {
    for name in ["no-such.c", "no-such.bc"] {
        let error = load(&[PathBuf::from(name)], &LoadOptions::default()).err().unwrap();
        assert!(matches!(error, ProgramError::Unreadable { .. }), "{error}");
        assert!(error.to_string().starts_with(name), "{error}");
    }
}

#[test]
fn an_error_in_the_source_is_reported_with_its_line() {
    let error = error_of(&[("input.c", "int main(void) {\n  return x;\n}\n")]);
    let text = error.to_string();
    assert!(matches!(error, ProgramError::DoesNotCompile { .. }));
    assert!(text.contains("input.c:2:10: error: use of undeclared identifier 'x'"), "{text}");
    assert_eq!(text.lines().count(), 1);
}

#[test]
fn code_llvm_cannot_read_is_reported_without_a_word_on_stderr() {
    for (name, text) in [("a.bc", "BC\u{c0}\u{de} not bitcode"), ("b.ll", "define i32 @f( {"), ("c.bc", "")] {
        let error = error_of(&[(name, text)]);
        assert!(matches!(error, ProgramError::BadBitcode { .. }), "{name}: {error:?}");
        assert!(error.to_string().contains("clang-19"), "{error}");
    }
    let broken = "define i32 @f() { ret i32 %undefined }";
    assert!(matches!(error_of(&[("d.ll", broken)]), ProgramError::BadBitcode { .. }));
}

#[test]
fn two_definitions_of_one_function_do_not_link() {
    let error = error_of(&[("a.c", "int f(void) { return 1; }"), ("b.c", "int f(void) { return 2; }")]);
    assert!(matches!(error, ProgramError::DoesNotLink { .. }), "{error:?}");
    assert!(error.to_string().contains("'f'"), "{error}");
}

#[test]
fn other_machines_are_refused() {
    let options = LoadOptions { clang_args: vec!["-m32".to_string()], ..LoadOptions::default() };
    let error = load_files(&[("input.c", "int main(void) { return 0; }")], &options).err().unwrap();
    assert!(matches!(error, ProgramError::WrongTarget { .. }), "{error:?}");
}

#[test]
fn unknown_kinds_of_files_are_refused() {
    let error = load(&[PathBuf::from("program.py")], &LoadOptions::default()).err().unwrap();
    assert_eq!(error, ProgramError::UnknownFileType { file: PathBuf::from("program.py") });
    assert_eq!(load(&[], &LoadOptions::default()).err(), Some(ProgramError::NoInput));
}

#[test]
fn a_missing_entry_lists_the_functions_there_are() {
    let program = lower("int f(void) { return 1; } int g(void);", OptLevel::Light);
    assert!(program.entry("f").is_ok());
    let error = program.entry("main").err().unwrap();
    assert!(error.to_string().contains("such as f"), "{error}");
    assert!(program.entry("g").is_err(), "declared only");
}

#[test]
fn every_level_has_a_name_that_parses() {
    for level in OptLevel::ALL {
        assert_eq!(level.to_string().parse(), Ok(level));
    }
    assert!("O9".parse::<OptLevel>().is_err());
}

#[test]
fn a_short_program_loads_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("a.bc");
    let body: String = (0..100).map(|i| format!("int f{i}(int *p, int n) {{ int s = 0; for (int i = 0; i < n; i++) s += p[i] / (i + {i}); return s; }}\n")).collect();
    std::fs::write(&file, bitcode(&body)).unwrap();
    // The first load also starts LLVM.
    let load_once = |file: &Path| {
        let start = std::time::Instant::now();
        load(&[file.to_path_buf()], &LoadOptions::default()).unwrap();
        start.elapsed()
    };
    let fastest = (0..5).map(|_| load_once(&file)).min().unwrap();
    // Loose, for busy machines: the figure itself is measured by `make bench`.
    assert!(fastest.as_millis() < 500, "{fastest:?}");
}
