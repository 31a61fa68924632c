//! What a C test puts around a program: arguments, environment, standard input and files.
//!
//! Before `main` the test starts itself again, with the arguments and the environment of the test, because both are given
//! to a process when it starts. The second time it puts standard input and files in place. Files are made in a new folder,
//! so that nothing of the user's is overwritten; names that lead out of it are not available.
//!
//! Linux only (`/proc/self/exe`).

use std::path::{Component, Path};

use engine::results::TestCase;

use super::super::role::{Role, until_nul};
use super::{bytes_of, line};

/// Variables that sanitizers and the loader need.
const START: &str = r#"
extern char **environ;

/* What sanitizers and the loader look at stays. */
static int is_kept(const char *variable) {
    return strstr(variable, "SAN_OPTIONS=") || !strncmp(variable, "LD_", 3) || !strncmp(variable, "PATH=", 5);
}

static void start_again(char **arguments, char **variables) {
    char *environment[256] = {"SECATEUR_TEST_IS_STARTED=1"};
    size_t count = 1;
    for (char **given = environ; *given && count < 128; given++)
        if (is_kept(*given))
            environment[count++] = *given;
    for (; *variables && count < 255; variables++)
        environment[count++] = *variables;
    execve("/proc/self/exe", arguments, environment);
    perror("test");
    exit(126);
}

static int file_with(const void *bytes, size_t size) {
    FILE *file = tmpfile();
    if (!file || fwrite(bytes, 1, size, file) != size || fflush(file)) {
        perror("test");
        exit(126);
    }
    rewind(file);
    return fileno(file);
}
"#;

const FILES: &str = r#"
/* A file in the folder we are in, with the folders its name has. */
static void make_file(const char *name, const void *bytes, size_t size) {
    char path[4096];
    snprintf(path, sizeof path, "%s", name);
    for (char *at = strchr(path, '/'); at; at = strchr(at + 1, '/')) {
        *at = 0;
        mkdir(path, 0700);
        *at = '/';
    }
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || write(file, bytes, size) != (ssize_t)size) {
        perror(name);
        exit(126);
    }
    close(file);
}
"#;

/// The code, for the inputs of a test that are not values. What cannot be had is entered in `missing`.
pub(super) fn source(test: &TestCase, missing: &mut Vec<String>) -> String {
    let mut text = START.to_owned();
    let mut body = String::new();
    let mut variables = Vec::new();
    let mut stdin = None;
    let mut files = String::new();
    for (at, input) in test.inputs.iter().enumerate() {
        match Role::of(&input.name) {
            Role::Stdin => stdin = Some(&input.bytes),
            Role::Variable(name) => variables.push([name.as_bytes(), b"=", until_nul(&input.bytes)].concat()),
            Role::File(name) if stays(name) => {
                line(&mut text, format_args!("{}", bytes_of(&format!("file_{at}"), &input.bytes)));
                let (name, size) = (literal(name.as_bytes()), input.bytes.len());
                line(&mut files, format_args!("    make_file({name}, file_{at}, {size});"));
            }
            Role::File(name) => missing.push(format!("the file {name} has to hold what the test says")),
            Role::Socket => missing.push("a peer has to send what the test says".to_owned()),
            Role::Argument | Role::Value => {}
        }
    }
    let list = |words: &[Vec<u8>]| words.iter().map(|word| format!("{}, ", literal(word))).collect::<String>();
    line(&mut body, format_args!("    char *arguments[] = {{\"program\", {}NULL}};", list(&test.args)));
    line(&mut body, format_args!("    char *variables[] = {{{}NULL}};", list(&variables)));
    body.push_str("    if (!getenv(\"SECATEUR_TEST_IS_STARTED\"))\n        start_again(arguments, variables);\n");
    body.push_str("    unsetenv(\"SECATEUR_TEST_IS_STARTED\");\n");
    match stdin {
        Some(bytes) => {
            line(&mut text, format_args!("{}", bytes_of("standard_input", bytes)));
            line(&mut body, format_args!("    dup2(file_with(standard_input, {}), 0);", bytes.len()));
        }
        None => line(&mut body, format_args!("    dup2(file_with(\"\", 0), 0);")),
    }
    if !files.is_empty() {
        text.push_str(FILES);
        body.push_str("    char folder[] = \"/tmp/secateur-test-XXXXXX\";\n");
        body.push_str(
            "    if (!mkdtemp(folder) || chdir(folder)) {\n        perror(folder);\n        exit(126);\n    }\n",
        );
        body.push_str(&files);
    }
    // After the sanitizers', before the program's own.
    line(&mut text, format_args!("\n__attribute__((constructor(101))) static void surround(void) {{\n{body}}}"));
    text
}

/// Whether a name stays in the folder one is in.
fn stays(name: &str) -> bool {
    !name.is_empty() && Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
}

/// A string of C; octal digits cannot run into what follows.
fn literal(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', char::from(byte)]),
            // Two question marks may begin a trigraph.
            b'?' => text.push_str("\\?"),
            b' '..=b'~' => text.push(char::from(byte)),
            other => text.push_str(&format!("\\{other:03o}")),
        }
    }
    text.push('"');
    text
}
