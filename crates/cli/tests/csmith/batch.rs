//! Programs of csmith's in one file: compiling, linking and loading cost more than running a small one.
//!
//! Names at file level get the seed as an ending, so that the programs keep out of each other's way and a report names the seed.

use std::fmt::Write;
use std::process::Command;

use libtest_mimic::Failed;

use crate::run;

/// Where Debian puts csmith.h.
pub const HEADERS: &str = "-I/usr/include/csmith";

/// Every so many programs one is as large as csmith makes them. It takes as long as fifty others.
const LARGE: u64 = 32;
const SMALL: &[&str] =
    &["--max-funcs", "4", "--max-block-size", "3", "--max-block-depth", "3", "--max-expr-complexity", "6"];

/// One file whose `main` calls the programs of the numbers it is given.
pub fn source(seeds: &[u64]) -> Result<String, Failed> {
    let mut text = String::new();
    for &seed in seeds {
        text.push_str(&with_ending(&generate(seed)?, seed));
    }
    text.push_str("static int (*const programs[])(void) = {");
    for seed in seeds {
        write!(text, "main_{seed}, ")?;
    }
    text.push_str("};\n");
    text.push_str(include_str!("driver.c"));
    Ok(text)
}

fn generate(seed: u64) -> Result<String, Failed> {
    // It leaves a file `platform.info` where it is run.
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("program.c");
    let mut csmith = Command::new("csmith");
    csmith.args(["--no-argc", "--concise", "--seed"]).arg(seed.to_string()).arg("--output").arg(&file);
    if !seed.is_multiple_of(LARGE) {
        csmith.args(SMALL);
    }
    run("csmith", csmith.current_dir(folder.path()))?;
    Ok(std::fs::read_to_string(&file)?)
}

/// The program with its names at file level made its own.
fn with_ending(program: &str, seed: u64) -> String {
    let mut text = String::with_capacity(program.len());
    let mut rest = program;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric() || c == '_') {
        let (between, word_on) = rest.split_at(start);
        let end = word_on.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(word_on.len());
        let (word, behind) = word_on.split_at(end);
        text.push_str(between);
        text.push_str(word);
        if is_at_file_level(word) {
            text.push_str(&format!("_{seed}"));
        }
        rest = behind;
    }
    text.push_str(rest);
    text
}

/// `g_12`, `func_3`, `S0`, `U1` and `main`.
fn is_at_file_level(word: &str) -> bool {
    let numbered = ["g_", "func_", "S", "U"].iter().find_map(|start| word.strip_prefix(start));
    word == "main" || numbered.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}
