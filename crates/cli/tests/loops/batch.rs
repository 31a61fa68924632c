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
    let loaded = Loaded::new(&source, level(batch(seeds[0])), check_set())?;
    let mut failures = Vec::new();
    for &seed in seeds {
        match truths.get(&seed).ok_or("explicit search has lost a program")? {
            Truth::Ok(expected) => failures.extend(compare_one(seed, expected, &loaded, tally)?),
            Truth::Err(why) => tally.left_out(seed, why),
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n\n").into()) }
}

/// Explains how the runs of a program differ from what is expected, if they do.
fn compare_one(seed: u64, expected: &Errors, loaded: &Loaded, tally: &Tally) -> std::io::Result<Option<String>> {
    tally.program(!expected.is_empty());
    let mut differences = Vec::new();
    for configuration in Configuration::all(seed) {
        let difference = match loaded.explore(configuration) {
            Ok(found) => {
                let judgement = found.judge(expected);
                tally.run(&found.verdict, &judgement);
                match judgement {
                    Judgement::Agrees | Judgement::GaveUp => continue,
                    Judgement::Differs(difference) => difference,
                }
            }
            Err(difference) => difference,
        };
        differences.push(format!("secateur run {seed}.c {configuration}\n  {difference}"));
    }
    if differences.is_empty() {
        return Ok(None);
    }
    tally.differs(seed);
    judgement::keep(seed, expected, &differences).map(Some)
}
