//! The programs of bench/first-bug are what they say: the stored input of each crashes its native build, and not its twin.
//!
//! The harness itself does the checking, so that what it reads is what is tested. How fast the bugs are found is for
//! `make bench-first-bug`, not for a test.

mod limited;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

#[test]
fn every_stored_input_crashes_its_program_and_not_the_twin() {
    let harness = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/first-bug/run");
    let mut command = Command::new("python3");
    let finished = limited::run(command.arg(harness).arg("--check"), Duration::from_secs(600)).expect("it ends");
    assert!(finished.status.success(), "{}{}", finished.stdout, finished.stderr);
    let programs: usize = finished.stdout.split_whitespace().next().and_then(|n| n.parse().ok()).expect("a number");
    assert!(programs >= 30, "{}", finished.stdout);
}
