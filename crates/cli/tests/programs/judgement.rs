//! Whether a run did what its program expects.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::configuration::{Compared, Configuration};
use crate::expectation::{Bug, Expectation};
use crate::limited::Finished;

/// Explains the first difference.
pub fn judge(
    expectation: &Expectation,
    configuration: &Configuration,
    file: &Path,
    finished: &Finished,
) -> Result<(), String> {
    let summary: Value = serde_json::from_str(&finished.stdout)
        .map_err(|error| format!("no summary on standard output ({error}); {}", finished.status))?;

    match summary["self_check"]["failures"].as_array() {
        Some(mistakes) if mistakes.is_empty() => {}
        Some(mistakes) => return Err(format!("the self-check failed: {mistakes:?}")),
        None => return Err(format!("no self-check in the summary; stopped: {}", summary["stop_reason"])),
    }

    let verdict = summary["verdict"].as_str().unwrap_or("none");
    if !expectation.verdicts.iter().any(|expected| expected == verdict) {
        return Err(format!(
            "verdict {verdict} instead of {}; bugs {}; cuts {}",
            expectation.verdicts.join(" or "),
            summary["bugs"],
            summary["cuts"]
        ));
    }

    let expected_exit = expectation.exit.unwrap_or(match verdict {
        "safe" => 0,
        "unsafe" => 10,
        _ => 3,
    });
    if finished.status.code() != Some(expected_exit) {
        return Err(format!("{} instead of exit status {expected_exit}", finished.status));
    }

    if configuration.compared == Compared::Verdict {
        return Ok(());
    }
    compare_bugs(expectation, &reported(&summary, file, &expectation.files)?)?;
    if configuration.compared == Compared::Results {
        return Ok(());
    }

    let completed = summary["paths"]["completed"].as_u64();
    match expectation.paths {
        Some(expected) if completed != Some(expected) => {
            Err(format!("{} completed paths instead of {expected}", summary["paths"]["completed"]))
        }
        _ => Ok(()),
    }
}

fn reported(summary: &Value, file: &Path, parts: &[PathBuf]) -> Result<BTreeSet<Bug>, String> {
    let bugs = summary["bugs"].as_array().ok_or("the summary has no bugs")?;
    let one = |bug: &Value| {
        let place = bug["file"].as_str().unwrap_or("");
        let name = Path::new(place).file_name();
        if name != file.file_name() && parts.iter().all(|part| name != part.file_name()) {
            return Err(format!("a bug in another file: {bug}"));
        }
        Ok((bug["kind"].as_str().unwrap_or("none").to_owned(), bug["line"].as_u64().unwrap_or(0)))
    };
    bugs.iter().map(one).collect()
}

fn compare_bugs(expectation: &Expectation, reported: &BTreeSet<Bug>) -> Result<(), String> {
    let show = |bugs: Vec<&Bug>| {
        bugs.iter().map(|(kind, line)| format!("{kind} on line {line}")).collect::<Vec<_>>().join(", ")
    };
    let missed: Vec<&Bug> = expectation.bugs.difference(reported).collect();
    if !missed.is_empty() {
        return Err(format!("not reported: {}; reported: {}", show(missed), show(reported.iter().collect())));
    }
    let unexpected: Vec<&Bug> = reported.difference(&expectation.bugs).collect();
    let unexpected: Vec<&Bug> = unexpected.into_iter().filter(|bug| !expectation.possible.contains(bug)).collect();
    if !unexpected.is_empty() {
        return Err(format!("not annotated: {}", show(unexpected)));
    }
    Ok(())
}
