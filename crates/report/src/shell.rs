//! A test as a line for a shell: standard input, files, environment and arguments as one would type them.
//!
//! Quoted so that it can be pasted into bash. Does not hold: values that the program gets from functions it calls, and
//! anything too long to paste. No line overwrites a file elsewhere than in the folder it is pasted in.

use std::path::{Component, Path};

use engine::results::TestCase;

use crate::test_case::role::{Role, until_nul};

/// Bytes of a stream that people still paste.
const MOST_BYTES: usize = 256;

/// How the program is started on a test: `printf '12\n' | ./program -n 'a b'`. `None` if nothing comes from outside, or it
/// is too much.
pub fn line(program: &Path, test: &TestCase) -> Option<String> {
    let mut files = String::new();
    let mut stdin = None;
    let mut variables = Vec::new();
    for input in &test.inputs {
        match Role::of(&input.name) {
            Role::Stdin => stdin = Some(&input.bytes),
            Role::File(name) => files.push_str(&format!("{} > {} && ", printf(&input.bytes)?, word(local(name)?))),
            Role::Variable(name) => variables.push(format!("{name}={}", word(until_nul(&input.bytes)))),
            Role::Argument | Role::Socket | Role::Value => {}
        }
    }
    if files.is_empty() && stdin.is_none() && variables.is_empty() && test.args.is_empty() {
        return None;
    }
    let mut command = files;
    match stdin {
        Some(bytes) if !bytes.is_empty() => command.push_str(&format!("{} | ", printf(bytes)?)),
        _ => {}
    }
    let plain = |variable: &String| {
        let name = variable.split('=').next().unwrap_or_default();
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    if !variables.iter().all(plain) {
        return None;
    }
    let name = program.file_stem().unwrap_or(program.as_os_str()).to_string_lossy();
    let words = test.args.iter().map(|argument| word(argument));
    let words: Vec<String> = variables.into_iter().chain([word(format!("./{name}").as_bytes())]).chain(words).collect();
    command.push_str(&words.join(" "));
    if stdin.is_some_and(Vec::is_empty) {
        command.push_str(" < /dev/null");
    }
    Some(command)
}

/// A name that stays in the folder one is in.
fn local(name: &str) -> Option<&[u8]> {
    let stays = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    (stays && !name.is_empty()).then_some(name.as_bytes())
}

fn printf(bytes: &[u8]) -> Option<String> {
    if bytes.len() > MOST_BYTES {
        return None;
    }
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'\n' => text.push_str("\\n"),
            b'\t' => text.push_str("\\t"),
            b'\\' => text.push_str("\\\\"),
            b'%' => text.push_str("%%"),
            b'\'' => text.push_str("\\047"),
            b' '..=b'~' => text.push(char::from(byte)),
            other => text.push_str(&format!("\\{other:03o}")),
        }
    }
    // What begins with a dash would be an option.
    let dashes = if bytes.first() == Some(&b'-') { "-- " } else { "" };
    Some(format!("printf {dashes}'{text}'"))
}

/// One word of a command line.
pub fn word(bytes: &[u8]) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_@%+=:,./-".contains(byte);
    let Ok(text) = std::str::from_utf8(bytes) else { return escaped(bytes) };
    if !bytes.is_empty() && bytes.iter().all(plain) {
        text.to_owned()
    } else if text.chars().any(char::is_control) {
        escaped(bytes)
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

fn escaped(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'\n' => text.push_str("\\n"),
            b'\t' => text.push_str("\\t"),
            b'\\' | b'\'' => text.extend(['\\', char::from(byte)]),
            b' '..=b'~' => text.push(char::from(byte)),
            other => text.push_str(&format!("\\{other:03o}")),
        }
    }
    format!("$'{text}'")
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::{Input, TestEnd};
    use std::process::Command;

    fn test(inputs: &[(&str, &[u8])], args: &[&[u8]]) -> TestCase {
        let input =
            |&(name, bytes): &(&str, &[u8])| Input { name: name.into(), bytes: bytes.to_vec(), ..Input::default() };
        TestCase {
            number: 1,
            inputs: inputs.iter().map(input).collect(),
            args: args.iter().map(|argument| argument.to_vec()).collect(),
            end: TestEnd::Exit(0),
        }
    }

    fn said(inputs: &[(&str, &[u8])], args: &[&[u8]]) -> Option<String> {
        line(Path::new("src/prog.c"), &test(inputs, args))
    }

    #[test]
    fn a_line_has_everything_from_outside() {
        assert_eq!(said(&[], &[b"-n", b"a b"]).unwrap(), "./prog -n 'a b'");
        assert_eq!(said(&[("stdin", b"1%\n")], &[]).unwrap(), "printf '1%%\\n' | ./prog");
        assert_eq!(said(&[("stdin", b"")], &[]).unwrap(), "./prog < /dev/null");
        assert_eq!(said(&[("env:MODE", b"x y\0")], &[]).unwrap(), "MODE='x y' ./prog");
        assert_eq!(said(&[("A-data", b"z")], &[]).unwrap(), "printf 'z' > A && ./prog");
        assert_eq!(said(&[("x", b"1")], &[]), None);
    }

    #[test]
    fn nothing_is_overwritten_elsewhere_and_nothing_endless_shown() {
        assert_eq!(said(&[("file:/etc/passwd", b"x")], &[]), None);
        assert_eq!(said(&[("file:../a", b"x")], &[]), None);
        assert_eq!(said(&[("stdin", &[b'a'; 1000])], &[]), None);
    }

    /// A shell that reads the line gives back the bytes.
    #[test]
    fn a_shell_reads_the_same_bytes() {
        let odd: Vec<u8> = (1..=255).collect();
        let words: [&[u8]; 6] = [b"it's", b"$HOME `ls` \"x\"", b"-n", b"", b"a\nb\\", &odd];
        for bytes in words {
            let script = format!("printf '%s' {}", word(bytes));
            let output = Command::new("bash").args(["-c", &script]).output().unwrap();
            assert_eq!(output.stdout, bytes, "{script}");
        }
        for bytes in [&b"-n %d\\n\n"[..], &odd, b"it's 5"] {
            let output = Command::new("bash").args(["-c", &printf(bytes).unwrap()]).output().unwrap();
            assert_eq!(output.stdout, bytes);
        }
    }
}
