//! A test as C: a file that is compiled together with the program and hands it the inputs of this one test.
//!
//! ```sh
//! clang -g -fsanitize=address,undefined program.c tests/test000003.c -o test && ./test
//! ```
//!
//! It defines the input functions the program declares and the annotations programs of that kind need (those of the replay
//! runtime; whatever the program defines itself wins), and starts the program anew with the test's arguments, environment,
//! standard input and files (`surroundings`), or calls the entry function (`entry`). The command line at its top says how to
//! build it. What it cannot give the program is named there as well, and where the run shows the bug.

mod entry;
mod functions;
mod surroundings;

use std::fmt::Write;
use std::path::PathBuf;

use engine::results::{Bug, Input, TestCase};
use program::clang::UNUSED_ARGUMENTS;
use program::ir::Function;
use program::{Program, peers};

use super::role::Role;
use crate::run_record::RunRecord;
use crate::{readable, shell};

use entry::Entry;

/// What a C test has to know of the program; the same for all tests of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct CProgram {
    /// Its files and flags, as words for a shell.
    files: Vec<String>,
    flags: Vec<String>,
    all_source: bool,
    /// Some of it is written in the language of another verifier.
    is_more_than_c: bool,
    /// Definitions of the functions it declares.
    functions: String,
    entry: Option<Entry>,
    /// Error functions it defines itself.
    own_errors: Vec<String>,
}

impl CProgram {
    /// `includes` are the folders of the headers that come with the tool.
    pub(crate) fn new(program: &Program, record: &RunRecord, includes: &[PathBuf]) -> CProgram {
        let word = |text: &str| shell::word(text.as_bytes());
        let own = |name: &&str| program.find(name).is_some_and(|id| !program.function(id).is_declaration());
        let mut flags: Vec<String> = record.clang_args.iter().map(|argument| word(argument)).collect();
        if program.keeps_unused {
            flags.extend(UNUSED_ARGUMENTS.iter().map(|argument| (*argument).to_owned()));
        }
        if functions::has_headers(program) {
            flags.extend(includes.iter().map(|folder| format!("-I{}", word(&folder.to_string_lossy()))));
        }
        let peers_header = record.files.iter().find_map(|file| peers::header(&record.directory.join(file), includes));
        if let Some(header) = &peers_header {
            flags.push(format!("-include {}", word(&header.to_string_lossy())));
        }
        // What is called without a declaration takes any arguments, as far as the compiler knows.
        let undeclared =
            |function: &Function| function.is_declaration() && function.variadic && function.params.is_empty();
        if peers_header.is_some() || program.functions.iter().any(undeclared) {
            flags.push("-Wno-error=implicit-function-declaration".to_owned());
        }
        CProgram {
            files: record.files.iter().map(|file| word(&file.to_string_lossy())).collect(),
            flags,
            all_source: record.is_all_source(),
            is_more_than_c: record.files.iter().any(|file| peers::as_c(&record.directory.join(file)).is_some()),
            functions: functions::source(program),
            entry: (record.entry != "main").then(|| Entry::new(program, record)).flatten(),
            own_errors: ["reach_error", "__VERIFIER_error"].into_iter().filter(own).map(str::to_owned).collect(),
        }
    }
}

const HEAD: &str = r#"#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* A function the program may define itself. */
#define REPLACEABLE __attribute__((weak))

struct input {
    const void *bytes;
    size_t size;
};

"#;

const BODY: &str = r#"
static const struct input *take_input(void) {
    static size_t used;
    if (used >= sizeof inputs / sizeof *inputs - 1)
        exit(0);
    return &inputs[used++];
}

__attribute__((unused)) static void next_input(void *to, size_t size) {
    const struct input *next = take_input();
    memset(to, 0, size);
    memcpy(to, next->bytes, next->size < size ? next->size : size);
}
"#;

/// The text of the file, and why the program may not show the bug with it. `name` is the file's own, from where the run was
/// started.
pub(crate) fn to_string(program: &CProgram, name: &str, test: &TestCase, bug: Option<&Bug>) -> (String, Vec<String>) {
    let mut missing = Vec::new();
    let is_parameter = |input: &&Input| program.entry.as_ref().is_some_and(|entry| entry.takes(input));
    let values: Vec<&Input> =
        test.inputs.iter().filter(|input| Role::of(&input.name) == Role::Value && !is_parameter(input)).collect();
    let mut text = String::new();
    for (at, input) in values.iter().enumerate() {
        let shown = in_comment(&readable::input(input));
        line(&mut text, format_args!("/* {shown} */\n{}", bytes_of(&format!("input_{at}"), &input.bytes)));
    }
    line(&mut text, format_args!("\nstatic const struct input inputs[] = {{"));
    for (at, input) in values.iter().enumerate() {
        line(&mut text, format_args!("    {{input_{at}, {}}},", input.bytes.len()));
    }
    text.push_str("    {0, 0},\n};\n");
    text.push_str(BODY);
    text.push_str(&program.functions);
    text.push_str(&functions::library(&values, &mut missing));
    match &program.entry {
        Some(entry) => text.push_str(&entry.call(&test.inputs)),
        None => text.push_str(&surroundings::source(test, &mut missing)),
    }
    if program.is_more_than_c {
        missing.push("the program has syntax of CBMC or ESBMC, which a C compiler does not read".to_owned());
    }
    missing.extend(bug.and_then(|bug| unseen(program, bug)));
    (format!("{}{HEAD}{text}", opening(program, name, test, bug, &missing)), missing)
}

/// What the test is, how it is built, and what it lacks.
fn opening(program: &CProgram, name: &str, test: &TestCase, bug: Option<&Bug>, missing: &[String]) -> String {
    let mut text = format!("/* Test {} of {}", test.number, in_comment(&program.files.join(" ")));
    if let Some(bug) = bug {
        text.push_str(&format!(", which shows {}:{}: {}", in_comment(&bug.file), bug.line, bug.kind));
    }
    let sanitizers = sanitizers(bug);
    let flags: String = program.flags.iter().map(|flag| format!(" {flag}")).collect();
    let compile = format!("clang -g {sanitizers}{flags}");
    let name = shell::word(name.as_bytes());
    let files = program.files.join(" ");
    let build = match program.entry.as_ref().filter(|entry| entry.is_local) {
        None => format!("{compile} {files} {name} -o test"),
        // Nobody else can call it by its name otherwise.
        Some(Entry { name: function, file, .. }) => {
            let others: String =
                program.files.iter().filter(|other| *other != file).map(|other| format!(" {other}")).collect();
            format!(
                "{compile} -c {file} -o program.o && objcopy --globalize-symbol={function} program.o && \
                 {compile} program.o{others} {name} -o test"
            )
        }
    };
    text.push_str(&format!(".\n *\n *     {} && ./test\n", in_comment(&build)));
    for reason in missing {
        text.push_str(&format!(" *\n * It cannot show everything by itself: {}.\n", in_comment(reason)));
    }
    text.push_str(" */\n");
    text
}

/// The sanitizers that see such a bug.
fn sanitizers(bug: Option<&Bug>) -> &'static str {
    match bug.map_or("", |bug| bug.kind.as_str()) {
        "uninitialised-use" => "-fsanitize=memory",
        "unsigned-wrap" => "-fsanitize=address,undefined,unsigned-integer-overflow",
        "index-out-of-range" => "-fsanitize=address,undefined -fstrict-flex-arrays=3",
        "implicit-truncation" => "-fsanitize=address,undefined,implicit-integer-truncation",
        _ => "-fsanitize=address,undefined",
    }
}

/// Functions in which the sanitizer of addresses looks for copies that overlap.
const COPIES_WATCHED: &[&str] = &["memcpy", "strcpy", "strncpy", "strcat", "strncat"];

/// Why sanitizers may pass over the bug.
fn unseen(program: &CProgram, bug: &Bug) -> Option<String> {
    if matches!(bug.kind.as_str(), "pointer-overflow" | "format-string" | "argument-mismatch" | "missing-return")
        || bug.message.contains(program::MEMBER)
        || bug.message.ends_with(program::UNMARKED)
        || bug.message.ends_with(program::ASSUMPTION)
    {
        return Some("no sanitizer looks for such a bug".to_owned());
    }
    let copies = |name: &String| COPIES_WATCHED.contains(&name.as_str());
    if bug.kind == "overlapping-copy" && !bug.library.as_ref().is_some_and(copies) {
        return Some("sanitizers look for such copies in a few functions only".to_owned());
    }
    if let (true, Some(function)) = (bug.kind == "error-call", program.own_errors.first()) {
        return Some(format!("the program defines {function} itself, and only what that does can be seen"));
    }
    if bug.access.is_some_and(|access| !access.is_watched()) {
        return Some("the access is one that sanitizers may not see".to_owned());
    }
    if let Some(what) = bug.rests_on() {
        return Some(format!("the bug rests on {what}"));
    }
    (!program.all_source).then(|| "code that came compiled has no sanitizer in it".to_owned())
}

/// An array of C with these bytes.
fn bytes_of(name: &str, bytes: &[u8]) -> String {
    let list: Vec<String> = bytes.iter().map(u8::to_string).collect();
    // An array needs an element; its size is told elsewhere.
    let list = if list.is_empty() { "0".to_owned() } else { list.join(", ") };
    format!("static const unsigned char {name}[] = {{{list}}};")
}

fn in_comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *").replace('\n', " ")
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // A string takes everything.
    let _ = text.write_fmt(arguments).and_then(|()| text.write_str("\n"));
}
