//! Runs of the command itself, each on one program in a file of its own.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use libtest_mimic::Failed;
use serde_json::Value;

use crate::configuration::Configuration;
use crate::generator::file;
use crate::judgement::{self, Found, Judgement};
use crate::{limited, native};

const LIMIT: Duration = Duration::from_secs(120);
/// Of the runs of one program, which take turns from seed to seed.
const RUNS: usize = 3;

pub fn compare(seed: u64) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join(format!("{seed}.c"));
    std::fs::write(&source, file::alone(seed))?;
    let Some(Ok(expected)) = native::brute_force(folder.path(), &source)?.remove(&seed) else {
        // Counted where all programs are explored.
        return Ok(());
    };
    let mut configurations = Configuration::all(seed);
    let first = seed as usize * RUNS % configurations.len();
    configurations.rotate_left(first);
    let mut differences = Vec::new();
    for configuration in configurations.into_iter().take(RUNS) {
        let difference = match run(folder.path(), &source, configuration).map(|found| found.judge(&expected)) {
            Ok(Judgement::Agrees) => continue,
            Ok(Judgement::GaveUp) => "gives up without a limit".to_owned(),
            Ok(Judgement::Differs(difference)) | Err(difference) => difference,
        };
        differences.push(format!("secateur run {seed}.c {configuration}\n  {difference}"));
    }
    if differences.is_empty() { Ok(()) } else { Err(judgement::keep(seed, &expected, &differences)?.into()) }
}

fn run(folder: &Path, source: &Path, configuration: Configuration) -> Result<Found, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.arg("run").arg(source).args(configuration.to_string().split(' '));
    command.args("--json --quiet --tests none --confirm off --out".split(' ')).arg(folder.join("out"));
    let finished = limited::run(&mut command, LIMIT).ok_or("still running after two minutes")?;
    let summary: Value = serde_json::from_str(&finished.stdout)
        .map_err(|error| format!("no summary ({error}); {}; {}", finished.status, finished.stderr))?;
    let bugs = summary["bugs"].as_array().ok_or("the summary has no bugs")?;
    // Without a self-check there is no such list.
    let mistakes = summary["self_check"]["failures"].as_array().map_or(&[][..], Vec::as_slice);
    let error = |bug: &Value| (bug["kind"].as_str().unwrap_or("none").to_owned(), bug["line"].as_u64().unwrap_or(0));
    Ok(Found {
        errors: bugs.iter().map(error).collect(),
        verdict: summary["verdict"].as_str().unwrap_or("none").to_owned(),
        exhausted: summary["exhausted"] == true,
        gave_up: false,
        cuts: summary["cuts"].to_string(),
        mistakes: mistakes.iter().map(Value::to_string).collect(),
    })
}
