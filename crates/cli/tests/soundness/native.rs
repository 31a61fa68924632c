//! What the programs really do: their native binary over all inputs.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use libtest_mimic::Failed;

use crate::generator::file;
use crate::judgement::Errors;
use crate::limited;

/// Until something that always ends counts as hanging.
const LIMIT: Duration = Duration::from_secs(120);

/// The errors of a program over all inputs, or why they cannot all be tried.
pub type Truth = Result<Errors, String>;

/// Tries all inputs on each of the programs in a file; by seed.
pub fn brute_force(folder: &Path, source: &Path) -> Result<BTreeMap<u64, Truth>, Failed> {
    let native = folder.join("native");
    std::fs::write(folder.join("brute_force.c"), file::BRUTE_FORCE)?;
    let mut compiler = Command::new("clang-19");
    // Undefined behaviour that no macro announces is a mistake of the generator: it ends in a signal.
    compiler.args(["-O0", "-w", "-DBRUTE_FORCE", "-fsanitize=undefined", "-fsanitize-trap=undefined", "-o"]);
    compiler.arg(&native).arg(source);
    let compiled = limited::run(&mut compiler, LIMIT).ok_or("clang does not end")?;
    if !compiled.status.success() {
        return Err(format!("clang: {}", compiled.stderr).into());
    }
    let finished = limited::run(&mut Command::new(&native), LIMIT).ok_or("brute force does not end")?;
    if !finished.status.success() {
        let last = finished.stdout.lines().rfind(|line| line.starts_with("program")).unwrap_or("no program");
        return Err(format!("brute force, {last}: {}", finished.status).into());
    }
    read(&finished.stdout).ok_or_else(|| format!("brute force says\n{}", finished.stdout).into())
}

/// The lines that `brute_force.c` prints.
fn read(said: &str) -> Option<BTreeMap<u64, Truth>> {
    let mut all: BTreeMap<u64, Truth> = BTreeMap::new();
    let mut seed = 0;
    for line in said.lines() {
        if let Some(next) = line.strip_prefix("program ") {
            seed = next.parse().ok()?;
            all.insert(seed, Ok(Errors::new()));
        } else if let Some(why) = line.strip_prefix("left out: ") {
            all.insert(seed, Err(why.to_owned()));
        } else {
            let (kind, line) = line.split_once(' ')?;
            all.get_mut(&seed)?.as_mut().ok()?.insert((kind.to_owned(), line.parse().ok()?));
        }
    }
    Some(all)
}
