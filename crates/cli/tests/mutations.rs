//! Damaged files: C, bitcode, LLVM's text, tests and suites with a few random changes. Whatever is in a file, the tool
//! ends with a verdict or with exit status 2 and one line; it never crashes.
//!
//! `MUTATIONS` files of each kind (60) from seed `MUTATION_SEED` (1) on. The same seed gives the same file.

mod limited;
#[path = "generator/random.rs"]
mod random;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use random::Random;

/// Long for one second of exploration, because machines are busy.
const LIMIT: Duration = Duration::from_secs(120);
/// Native replays take longer than runs.
const RUNS_FOR_ONE_REPLAY: u64 = 4;

/// What to damage and how the result is handed to the tool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    C,
    Bitcode,
    Text,
    KTest,
    Xml,
}

impl Kind {
    const ALL: [Kind; 5] = [Kind::C, Kind::Bitcode, Kind::Text, Kind::KTest, Kind::Xml];

    fn is_test(self) -> bool {
        matches!(self, Kind::KTest | Kind::Xml)
    }

    fn is_text(self) -> bool {
        matches!(self, Kind::C | Kind::Text | Kind::Xml)
    }
}

/// Pieces of text that change more than a random byte does.
const WORDS: &[&str] = &[
    "0",
    "-1",
    "2147483648",
    "0x7fffffffffffffff",
    "1e999",
    "char ",
    "long double ",
    "_Complex ",
    "struct s { int x; } ",
    "* ",
    "[0]",
    "[]",
    "()",
    "(void)",
    "{",
    "}",
    ";",
    ",",
    "\"",
    "'",
    "#include <",
    "#define x x\n",
    "/*",
    "//",
    "goto *&",
    "__int128 ",
    "_Atomic ",
    "asm(\"nop\");",
    "return ",
    "main",
    "sizeof ",
    "i1",
    "i7",
    "i128",
    "ptr ",
    "null",
    "undef",
    "poison",
    "<2 x i32>",
    "align 3",
    "!dbg !9999",
    "phi ",
    "br label %",
    "switch ",
    "unreachable",
    "\0",
    "\u{7f}",
    "%",
    "@",
    "<input>",
    "</input>",
    "<!DOCTYPE x [<!ENTITY a \"&a;\">]>",
    "&a;",
    "&#0;",
    "<![CDATA[",
];

fn main() {
    let arguments = Arguments::from_args();
    let (count, first) = (number("MUTATIONS", 60), number("MUTATION_SEED", 1));
    let programs = Arc::new(programs());
    let mut trials = Vec::new();
    for kind in Kind::ALL {
        let count = if kind.is_test() { count.div_ceil(RUNS_FOR_ONE_REPLAY) } else { count };
        for seed in first..first + count {
            let programs = Arc::clone(&programs);
            trials.push(Trial::test(format!("{kind:?} seed {seed}"), move || survive(kind, seed, &programs)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn number(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is not a number")),
        Err(_) => default,
    }
}

/// Programs of several kinds to start from.
fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ["examples", "tests/c/inst", "tests/c/memory", "tests/c/api"] {
        let entries = root.join(folder).read_dir().unwrap_or_else(|error| panic!("{folder}: {error}"));
        found.extend(entries.flatten().map(|entry| entry.path()));
    }
    found.retain(|file| file.extension().is_some_and(|end| end == "c"));
    found.sort();
    found
}

fn survive(kind: Kind, seed: u64, programs: &[PathBuf]) -> Result<(), Failed> {
    let mut random = Random::new(seed);
    let folder = tempfile::tempdir()?;
    let (name, arguments): (&str, &[&str]) = match kind {
        Kind::C => ("damaged.c", &["run", "damaged.c"]),
        Kind::Bitcode => ("damaged.bc", &["run", "damaged.bc"]),
        Kind::Text => ("damaged.ll", &["run", "damaged.ll"]),
        Kind::KTest => ("out/tests/test000001.ktest", &["replay", "out"]),
        Kind::Xml => ("out/test-suite/test000001.xml", &["replay", "out/test-suite"]),
    };
    let path = folder.path().join(name);
    let mut program = random.pick(programs);
    // Optimised code has other instructions in it.
    let level = if random.chance(30) { "-O1" } else { "-O0" };
    match kind {
        Kind::C => std::fs::copy(program, &path).map(|_| ())?,
        Kind::Bitcode | Kind::Text => {
            let how = if kind == Kind::Bitcode { "-c" } else { "-S" };
            // Some programs want options.
            while !compile(program, &path, &[how, level])? {
                program = random.pick(programs);
            }
        }
        Kind::KTest | Kind::Xml => {
            let source = folder.path().join("p.c");
            let text = "int klee_int(const char *); int main(void) { return 10 / (klee_int(\"x\") | 1); }\n";
            std::fs::write(&source, text)?;
            let mut run = Command::new(env!("CARGO_BIN_EXE_secateur"));
            end(run.args(["run", "p.c", "--out", "out", "--quiet", "--write-xml-tests"]).current_dir(folder.path()))?;
        }
    }
    let mut bytes = std::fs::read(&path)?;
    for _ in 0..random.between(1, 6) {
        mutate(&mut bytes, kind, &mut random);
    }
    std::fs::write(&path, &bytes)?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.args(arguments).current_dir(folder.path());
    if arguments[0] == "run" {
        let options = ["--max-time", "1s", "--max-memory", "1GB", "--confirm", "off", "--quiet", "--out", "out"];
        command.args(options).arg("--clang-arg").arg(format!("-I{}", program.parent().unwrap_or(program).display()));
    }
    let finished = end(&mut command)?;
    match finished.status.code() {
        Some(0 | 3 | 10) => Ok(()),
        Some(2) if finished.stderr.trim_end().lines().count() == 1 => Ok(()),
        _ => Err(keep(kind, seed, &bytes, &finished)),
    }
}

/// The damaged file, for whoever looks into the failure.
fn keep(kind: Kind, seed: u64, bytes: &[u8], finished: &limited::Finished) -> Failed {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mutation-{kind:?}-{seed}"));
    let place = match std::fs::write(&kept, bytes) {
        Ok(()) => kept.display().to_string(),
        Err(error) => format!("not kept: {error}"),
    };
    format!("{}: {}{}\nthe file: {place}", finished.status, finished.stdout, finished.stderr).into()
}

fn end(command: &mut Command) -> Result<limited::Finished, Failed> {
    limited::run(command, LIMIT).ok_or_else(|| format!("{command:?} does not end").into())
}

fn compile(program: &Path, to: &Path, how: &[&str]) -> Result<bool, Failed> {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/include");
    let mut clang = Command::new("clang-19");
    clang.args(["-g", "-w", "-emit-llvm", "-I"]).arg(include).args(how).arg("-o").arg(to).arg(program);
    Ok(end(&mut clang)?.status.success())
}

fn mutate(bytes: &mut Vec<u8>, kind: Kind, random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    let at = random.below(bytes.len());
    let length = random.below(1 + (bytes.len() - at).min(40));
    match random.below(6) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => bytes[at] = random.below(256) as u8,
        2 => drop(bytes.drain(at..at + length)),
        3 => {
            let copy = bytes[at..at + length].to_vec();
            let to = random.below(bytes.len());
            bytes.splice(to..to, copy);
        }
        4 if kind.is_text() => {
            let word = random.pick(WORDS).as_bytes().to_vec();
            bytes.splice(at..at, word);
        }
        4 => bytes.truncate(at),
        _ => {
            let other = random.below(bytes.len());
            bytes.swap(at, other);
        }
    }
}
