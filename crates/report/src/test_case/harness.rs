//! A test as C: a file that is compiled together with the program and hands it the inputs of this one test.
//!
//! ```sh
//! cc program.c test000003.c && ./a.out
//! ```
//!
//! It defines the input functions the test uses, and the annotations programs of that kind need. Whatever the program
//! defines itself wins. Does not hold: standard input, arguments and files, which are not a matter of definitions.

use std::collections::BTreeMap;
use std::fmt::Write;

use engine::results::{Input, TestCase};

use crate::readable;

const HEAD: &str = r#"#include <stdlib.h>
#include <string.h>

#define OVERRIDABLE __attribute__((weak))

struct input {
    const void *bytes;
    size_t size;
};

"#;

const BODY: &str = r#"
static void next_input(void *to, size_t size) {
    static size_t used;
    memset(to, 0, size);
    if (used >= sizeof inputs / sizeof *inputs - 1)
        exit(0);
    const struct input *next = &inputs[used++];
    memcpy(to, next->bytes, next->size < size ? next->size : size);
}

OVERRIDABLE void klee_make_symbolic(void *object, size_t size, const char *name) {
    (void)name;
    next_input(object, size);
}

OVERRIDABLE int klee_int(const char *name) {
    int value;
    klee_make_symbolic(&value, sizeof value, name);
    return value;
}

OVERRIDABLE int klee_range(int begin, int end, const char *name) {
    (void)begin, (void)end;
    return klee_int(name);
}

OVERRIDABLE void __VERIFIER_nondet_memory(void *object, size_t size) { next_input(object, size); }

static void assume(int condition) {
    if (!condition)
        exit(0);
}

OVERRIDABLE void klee_assume(size_t condition) { assume(condition != 0); }
OVERRIDABLE void __VERIFIER_assume(int condition) { assume(condition); }
OVERRIDABLE void __CPROVER_assume(_Bool condition) { assume(condition); }
OVERRIDABLE void reach_error(void) { abort(); }
OVERRIDABLE void __VERIFIER_error(void) { abort(); }
"#;

/// The text of the file.
pub fn to_string(program: &str, test: &TestCase) -> String {
    let mut text = format!("/* Test {} of {}. */\n{HEAD}", test.number, in_comment(program));
    for (at, input) in test.inputs.iter().enumerate() {
        let bytes: Vec<String> = input.bytes.iter().map(u8::to_string).collect();
        // An array needs an element; its size is in the list.
        let bytes = if bytes.is_empty() { "0".to_owned() } else { bytes.join(", ") };
        let shown = in_comment(&readable::input(input));
        line(&mut text, format_args!("/* {shown} */\nstatic const unsigned char input_{at}[] = {{{bytes}}};"));
    }
    line(&mut text, format_args!("\nstatic const struct input inputs[] = {{"));
    for (at, input) in test.inputs.iter().enumerate() {
        line(&mut text, format_args!("    {{input_{at}, {}}},", input.bytes.len()));
    }
    text.push_str("    {0, 0},\n};\n");
    text.push_str(BODY);
    for (name, type_name) in input_functions(&test.inputs) {
        line(
            &mut text,
            format_args!(
                "\nOVERRIDABLE {type_name} {name}(void) {{\n    {type_name} value;\n    \
                 next_input(&value, sizeof value);\n    return value;\n}}"
            ),
        );
    }
    text
}

/// The functions that returned the inputs. The second value of `f` is called `f_1`, and so on.
fn input_functions(inputs: &[Input]) -> BTreeMap<&str, &str> {
    let mut functions: BTreeMap<&str, &str> = BTreeMap::new();
    for input in inputs {
        let Some(type_name) = input.type_name.as_deref() else { continue };
        let is_function = input.name.starts_with("__VERIFIER_nondet_") || input.name.starts_with("nondet_");
        let earlier = input.name.rsplit_once('_').is_some_and(|(first, number)| {
            functions.contains_key(first) && number.bytes().all(|digit| digit.is_ascii_digit())
        });
        if is_function && !earlier {
            functions.insert(&input.name, type_name);
        }
    }
    functions
}

fn in_comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *").replace('\n', " ")
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // A string takes everything.
    let _ = text.write_fmt(arguments).and_then(|()| text.write_str("\n"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::TestEnd;
    use std::process::Command;

    const PROGRAM: &str = "#include <string.h>\n\
        void klee_make_symbolic(void *, unsigned long, const char *); int __VERIFIER_nondet_int(void);\n\
        double __VERIFIER_nondet_double(void);\n\
        int main(void) {\n\
        char word[4]; int x = __VERIFIER_nondet_int(); klee_make_symbolic(word, sizeof word, \"word\");\n\
        int y = __VERIFIER_nondet_int(); double d = __VERIFIER_nondet_double();\n\
        return x == -5 && strcmp(word, \"abc\") == 0 && y == 7 && d == 0.1 ? 42 : 1;\n\
        }\n";

    #[test]
    fn the_program_gets_the_values_of_the_test() {
        let input = |name: &str, type_name: Option<&str>, bytes: &[u8]| Input {
            name: name.into(),
            bytes: bytes.to_vec(),
            type_name: type_name.map(str::to_owned),
        };
        let inputs = vec![
            input("__VERIFIER_nondet_int", Some("int"), &(-5i32).to_le_bytes()),
            input("word */", None, b"abc\0"),
            input("__VERIFIER_nondet_int_1", Some("int"), &[7, 0, 0, 0]),
            input("__VERIFIER_nondet_double", Some("double"), &0.1f64.to_le_bytes()),
        ];
        let test = TestCase { number: 1, inputs, args: Vec::new(), end: TestEnd::Exit(42) };
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("p.c"), PROGRAM).unwrap();
        std::fs::write(folder.path().join("t.c"), to_string("p.c", &test)).unwrap();
        let compiled = Command::new(std::env::var_os("SECATEUR_CLANG").unwrap_or_else(|| "clang-19".into()))
            .args(["-Werror", "p.c", "t.c", "-o", "p"])
            .current_dir(folder.path())
            .status();
        assert!(compiled.unwrap().success());
        assert_eq!(Command::new(folder.path().join("p")).status().unwrap().code(), Some(42));
    }
}
