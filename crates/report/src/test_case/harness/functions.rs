//! The functions a C test defines: those that return inputs, the annotations the program calls, and what the C library
//! returns by chance.
//!
//! Annotations are those of the replay runtime, whose text is taken over where the program uses some of it.

use std::collections::BTreeMap;

use engine::results::Input;
use program::Program;
use program::ir::Function;

use super::line;

/// The annotations of the replay runtime.
const ANNOTATIONS: [&str; 2] =
    [include_str!("../../../../../runtime/replay/klee.c"), include_str!("../../../../../runtime/replay/verifiers.c")];

/// What the annotations are made of.
const INTERFACE: &str = r#"
static void secateur_replay_input(const char *name, void *to, size_t size) {
    (void)name;
    next_input(to, size);
}

__attribute__((unused)) static void secateur_replay_whole_input(const char *name, void *object) {
    const struct input *next = take_input();
    (void)name;
    memcpy(object, next->bytes, next->size);
}

__attribute__((unused)) static size_t secateur_replay_object(void **address) {
    (void)address;
    return 0;
}

__attribute__((unused, noreturn)) static void secateur_replay_fail(const char *kind) {
    fprintf(stderr, "%s\n", kind);
    abort();
}

__attribute__((unused, noreturn)) static void secateur_replay_stop(const char *reason, int status) {
    fprintf(stderr, "%s\n", reason);
    exit(status);
}

"#;

/// Values of the C library that are inputs, by the name of the input, and the function that asks for it.
const LIBRARY: &[(&str, &str)] = &[
    ("rand", "int rand(void) { int value; next_input(&value, sizeof value); return value; }"),
    ("random", "long random(void) { unsigned value; next_input(&value, sizeof value); return value; }"),
    ("lrand48", "long lrand48(void) { unsigned value; next_input(&value, sizeof value); return value; }"),
    ("mrand48", "long mrand48(void) { int value; next_input(&value, sizeof value); return value; }"),
    ("arc4random", "uint32_t arc4random(void) { uint32_t value; next_input(&value, sizeof value); return value; }"),
    (
        "drand48",
        "double drand48(void) { uint64_t bits; next_input(&bits, sizeof bits); return (double)bits / 281474976710656.0; }",
    ),
    (
        "time",
        "time_t time(time_t *to) {\n    time_t value;\n    next_input(&value, sizeof value);\n    \
         if (to)\n        *to = value;\n    return value;\n}",
    ),
    ("clock", "clock_t clock(void) { clock_t value; next_input(&value, sizeof value); return value; }"),
    ("getpid", "pid_t getpid(void) { pid_t value; next_input(&value, sizeof value); return value; }"),
    ("getppid", "pid_t getppid(void) { pid_t value; next_input(&value, sizeof value); return value; }"),
    ("getuid", "uid_t getuid(void) { uid_t value; next_input(&value, sizeof value); return value; }"),
    ("geteuid", "uid_t geteuid(void) { uid_t value; next_input(&value, sizeof value); return value; }"),
    ("getgid", "gid_t getgid(void) { gid_t value; next_input(&value, sizeof value); return value; }"),
    ("getegid", "gid_t getegid(void) { gid_t value; next_input(&value, sizeof value); return value; }"),
];

/// How the names of inputs end that make a call fail.
const FAILS: &str = " fails";

/// Other names the models of the library give their inputs.
const UNAVAILABLE: &[&str] = &["microseconds", "nanoseconds", "isatty", "system", "file mode", "file size", "rand_r"];

/// How the names of inputs begin that say of a descriptor whether there is anything to read.
const SILENT: &str = "nothing to read from ";

/// Definitions of what the program declares and this tool knows.
pub(super) fn source(program: &Program) -> String {
    let declared: Vec<&Function> = program.functions.iter().filter(|function| function.is_declaration()).collect();
    let mut text = String::new();
    let used = |runtime: &str| declared.iter().any(|function| runtime.contains(&format!(" {}(", function.name)));
    let texts: Vec<&str> = ANNOTATIONS.into_iter().filter(|runtime| used(runtime)).collect();
    if !texts.is_empty() {
        text.push_str(INTERFACE);
    }
    for runtime in texts {
        let own = runtime.lines().filter(|line| !line.starts_with("#include"));
        own.for_each(|own| line(&mut text, format_args!("{own}")));
    }
    for function in declared {
        if let Some((name, ty)) = input_function(function) {
            line(
                &mut text,
                format_args!(
                    "\nREPLACEABLE {ty} {name}(void) {{\n    {ty} value;\n    \
                     next_input(&value, sizeof value);\n    return value;\n}}"
                ),
            );
        }
    }
    text
}

/// Whether the program may include headers that come with the tool.
pub(super) fn has_headers(program: &Program) -> bool {
    let mut names = program.functions.iter().filter(|function| function.is_declaration()).map(|f| f.name.as_str());
    names.any(|name| {
        ["klee_", "secateur_", "__Crest", "__CPROVER_", "tracerx_"].iter().any(|prefix| name.starts_with(prefix))
    })
}

/// A function that returns an input, and a C type that is returned as its own is.
fn input_function(function: &Function) -> Option<(&str, &'static str)> {
    let name = function.name.as_str();
    let kind = name.strip_prefix("__VERIFIER_nondet_").or_else(|| name.strip_prefix("nondet_"))?;
    if kind == "memory" || !kind.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return None;
    }
    let signed = !(kind.starts_with('u') || kind.starts_with('U'));
    let ty = match (function.returns.as_slice(), function.returns_float) {
        ([32], true) => "float",
        ([64], true) => "double",
        ([80], true) => "long double",
        ([1], _) => "_Bool",
        ([8], _) => {
            if signed {
                "signed char"
            } else {
                "unsigned char"
            }
        }
        ([16], _) => {
            if signed {
                "short"
            } else {
                "unsigned short"
            }
        }
        ([32], _) => {
            if signed {
                "int"
            } else {
                "unsigned"
            }
        }
        ([64], _) => {
            if signed {
                "long"
            } else {
                "unsigned long"
            }
        }
        ([64, 64] | [128], _) => "unsigned __int128",
        // The run ends its path at such a call, so no test asks for it.
        _ => return None,
    };
    Some((name, ty))
}

/// Definitions of the library's functions that these inputs are for. What cannot be had is entered in `missing`.
pub(super) fn library(values: &[&Input], missing: &mut Vec<String>) -> String {
    let mut text: BTreeMap<&str, &str> = BTreeMap::new();
    for input in values {
        let base = input.name.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix('_').unwrap_or(&input.name);
        for &(name, definition) in LIBRARY {
            if (name == input.name || name == base) && input.source_type.is_none() {
                text.insert(name, definition);
            }
        }
        if base.ends_with(FAILS) {
            missing.push(format!("a call of the system has to fail ({base})"));
        } else if base.starts_with(SILENT) || UNAVAILABLE.iter().any(|name| base == *name || input.name == *name) {
            missing.push(format!("the value of '{}' comes from the system", input.name));
        }
    }
    text.values().map(|definition| format!("\n{definition}\n")).collect()
}
