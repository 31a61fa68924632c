//! One trial: many programs in one file, each in every configuration.

use std::sync::Arc;

use libtest_mimic::Failed;

use crate::configuration::{Configuration, batch, check_set, level};
use crate::generator::file;
use crate::judgement::{self, Errors, Judgement};
use crate::native::{self, Truth};
use crate::session::Loaded;
use crate::tally::Tally;

/// As much as the command gives itself: LLVM and the destructors of long chains recurse.
const STACK: usize = 512 << 20;

pub fn compare(seeds: Vec<u64>, tally: Arc<Tally>) -> Result<(), Failed> {
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || compare_here(&seeds, &tally))?;
    worker.join().unwrap_or_else(|_| Err("the comparison itself panics".into()))
}

fn compare_here(seeds: &[u64], tally: &Tally) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("programs.c");
    std::fs::write(&source, file::together(seeds))?;
    let truths = native::brute_force(folder.path(), &source)?;
    let loaded = Loaded::new(&source, level(batch(seeds[0])), check_set(seeds[0]))?;
    let mut failures = Vec::new();
    for &seed in seeds {
        match truths.get(&seed).ok_or("brute force has lost a program")? {
            Truth::Ok(expected) => failures.extend(compare_one(seed, expected, &loaded, tally)?),
            Truth::Err(why) => tally.left_out(seed, why),
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n\n").into()) }
}

/// Explains how the runs of a program differ from what is expected, if they do.
fn compare_one(seed: u64, expected: &Errors, loaded: &Loaded, tally: &Tally) -> std::io::Result<Option<String>> {
    let configurations = Configuration::all(seed);
    let mut differences = Vec::new();
    let mut gave_up = None;
    for &configuration in &configurations {
        match loaded.explore(configuration).map(|found| found.judge(expected)) {
            Ok(Judgement::Agrees) => {}
            Ok(Judgement::GaveUp) => gave_up = Some(configuration),
            Ok(Judgement::Differs(difference)) | Err(difference) => {
                differences.push(format!("secateur run {seed}.c {configuration}\n  {difference}"));
            }
        }
    }
    if !differences.is_empty() {
        tally.differs(seed);
        return judgement::keep(seed, expected, &differences).map(Some);
    }
    match gave_up {
        Some(configuration) => tally.left_out(seed, &format!("too much work with {configuration}")),
        None => tally.agrees(configurations.len()),
    }
    Ok(None)
}
