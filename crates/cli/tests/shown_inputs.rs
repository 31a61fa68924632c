//! What people see of inputs: by their types, as a line for a shell that does what it says, and nothing of the tool's insides.

mod limited;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use tempfile::TempDir;

/// Runs a program that has a bug: the folder of it all, and what the terminal says.
#[track_caller]
fn explored(text: &str, options: &[&str]) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("p.c"), text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.args(["run", "p.c", "--out", "out", "--confirm", "off", "--witness"]);
    let finished = limited::run(command.args(options).current_dir(folder.path()), Duration::from_secs(120));
    let finished = finished.expect("it ends");
    assert_eq!(finished.status.code(), Some(10), "{}{}", finished.stdout, finished.stderr);
    (folder, finished.stdout)
}

#[test]
fn objects_are_shown_by_their_types() {
    let text = "#include <klee/klee.h>\n#include <stdint.h>\n#include <stdlib.h>\n\
        enum color { RED, GREEN = 5 };\n\
        struct inner { short a; char tag; };\n\
        struct rec { int x; char name[8]; double w; struct inner in[2]; unsigned bits : 3; enum color col; struct rec *next; _Bool ok; };\n\
        struct packed { int x : 5; unsigned kind : 9; char name[8]; struct inner in[2]; };\n\
        struct rec global; uint8_t bytes[12];\n\
        int main(void) {\n\
        char c; float f; struct inner *heap = malloc(sizeof *heap); struct packed part;\n\
        klee_make_symbolic(&global, sizeof global, \"global\");\n\
        klee_make_symbolic(bytes, sizeof bytes, \"bytes\");\n\
        klee_make_symbolic(&c, 1, \"c\");\n\
        klee_make_symbolic(&f, sizeof f, \"f\");\n\
        klee_make_symbolic(heap, sizeof *heap, \"heap\");\n\
        klee_make_symbolic(&part.in[1], sizeof part.in[1], \"part\");\n\
        klee_make_symbolic(&part.name, sizeof part.name, \"name\");\n\
        if (global.x != -3 || global.name[0] != 'h' || global.name[1] != 'i' || global.name[2]) return 0;\n\
        if (global.in[1].a != 7 || global.bits != 5 || global.col != GREEN || global.w != 0.5 || !global.ok) return 0;\n\
        if (bytes[0] != 200 || c != 'q' || f != 0.1f || heap->a != 9 || heap->tag != '\\n') return 0;\n\
        if (part.in[1].a != -1 || part.name[7] != 'z' || part.name[0] != 1) return 0;\n\
        klee_assert(0);\n\
        return 0; }\n";
    let (_, said) = explored(text, &[]);
    for shown in [
        "global = {.x = -3, .name = \"hi\", .w = 0.5, .in = {{.a = 0, .tag = '\\0' (0)}, {.a = 7, .tag = '\\0' (0)}}, \
         .bits = 5, .col = 5, .next = NULL, .ok = true}, ",
        "bytes = {200, 0 <repeats 11 times>}, ",
        "c = 'q' (113), f = 0.1, heap = {.a = 9, .tag = '\\n' (10)}, part = {.a = -1, .tag = '\\0' (0)}, ",
        "name = {1, '\\0', '\\0', '\\0', '\\0', '\\0', '\\0', 'z'}",
    ] {
        assert!(said.contains(shown), "{shown}\n{said}");
    }
}

#[test]
fn parameters_are_shown_by_their_types() {
    let text = "struct point { int x, y; char tag[4]; };\n\
        int f(const struct point *p, const char *s, unsigned char k, float d) {\n\
        if (p->x == 3 && p[1].tag[0] == 'z' && s[0] == 'k' && k == 5 && d == 2.5f) return 1 / (p->y + 8);\n\
        return 0; }\n";
    let (_, said) = explored(text, &["--entry", "f", "--ptr-size", "24"]);
    let shown = "p = {{.x = 3, .y = -8, .tag = \"\"}, {.x = 0, .y = 0, .tag = \"z\"}}, s = \"k\", k = 5, d = 2.5";
    assert!(said.contains(shown), "{said}");
}

/// What is printed can be pasted, and shows the bug.
#[track_caller]
fn pasted(text: &str, options: &[&str]) {
    let (folder, said) = explored(text, options);
    let line = said.lines().find_map(|line| line.strip_prefix("    run:   ")).expect("a line to paste");
    let clang = std::env::var_os("SECATEUR_CLANG").unwrap_or_else(|| "clang-19".into());
    let built = Command::new(clang).args(["-w", "p.c", "-o", "p"]).current_dir(folder.path()).status().unwrap();
    assert!(built.success());
    let mut bash = Command::new("bash");
    let finished = limited::run(
        bash.args(["-c", &format!("ulimit -c 0; {line}; exit $?")]).current_dir(folder.path()),
        Duration::from_secs(60),
    );
    // A shell tells by 128 and the signal that its last command aborted.
    assert_eq!(finished.unwrap().status.code(), Some(128 + 6), "{line}");
}

#[test]
fn the_line_for_a_shell_does_what_it_says() {
    pasted(
        "#include <stdlib.h>\n#include <string.h>\n\
         int main(int argc, char **argv) {\n\
         if (argc == 3 && !strcmp(argv[1], \"it's\") && argv[2][0] == '\\n' && argv[2][1] == (char)0xff) abort();\n\
         return 0; }\n",
        &["--sym-args", "0", "2", "5"],
    );
    pasted(
        "#include <stdlib.h>\n#include <stdio.h>\n#include <string.h>\n\
         int main(void) { char b[8] = {0}; const char *mode = getenv(\"MODE\"); FILE *f = fopen(\"a b\", \"r\");\n\
         if (!mode || strcmp(mode, \"$x\") || !f || fgetc(f) != '%' || !fgets(b, 8, stdin)) return 0;\n\
         if (b[0] == '-' && b[1] == '\\\\' && b[2] == 7) abort();\n\
         return 0; }\n",
        &[],
    );
}

fn files_below(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in folder.read_dir().unwrap().flatten() {
        if entry.path().is_dir() { files_below(&entry.path(), found) } else { found.push(entry.path()) }
    }
}

/// Models of the library are made of functions that nobody has to know.
#[test]
fn insides_of_the_library_show_nowhere() {
    let text = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
        int main(int argc, char **argv) { char b[4], s[8]; int n; (void)argc;\n\
        char *home = getenv(\"HOME\"); if (home && strlen(home) > 60) return 1;\n\
        if (scanf(\"%7s\", s) == 1) { if (s[0] == 'x') strcpy(b, s); }\n\
        if (scanf(\"%d\", &n) == 1) return b[n];\n\
        if (fgets(b, 9, stdin)) return atoi(argv[1]);\n\
        return 0; }\n";
    let (folder, said) = explored(text, &["--test-format", "json,xml,c", "--max-time", "20s"]);
    assert!(said.contains("calling strcpy") && said.contains("stack: strcpy < main p.c:6"), "{said}");
    let mut files = Vec::new();
    files_below(&folder.path().join("out"), &mut files);
    assert!(files.len() > 5);
    assert!(files.iter().any(|file| file.extension().is_some_and(|end| end == "c")), "tests in C, too");
    for file in files {
        let text = String::from_utf8_lossy(&std::fs::read(&file).unwrap()).into_owned();
        assert!(!text.contains("__secateur"), "{}: {text}", file.display());
        assert!(!text.contains("runtime/libc"), "{}: {text}", file.display());
    }
    assert!(!said.contains("__secateur"), "{said}");
}
