//! Every example does what its opening comment promises: the command there is run and its exit status compared.

mod limited;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut trials = Vec::new();
    for entry in folder.read_dir().expect("the examples") {
        let file = entry.expect("an entry of a readable folder").path();
        if file.extension().is_some_and(|extension| extension == "c") {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            trials.push(Trial::test(name, move || check(&file)));
        }
    }
    assert!(!trials.is_empty());
    libtest_mimic::run(&arguments, trials).exit();
}

fn check(file: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(file)?;
    let (command, status) = promise(&text).ok_or("no command and exit status in the opening comment")?;
    let out = tempfile::tempdir()?;
    let mut run = Command::new(env!("CARGO_BIN_EXE_secateur"));
    run.args(command.split_whitespace()).arg("--out").arg(out.path().join("out"));
    run.current_dir(file.parent().ok_or("a file in a folder")?);
    let finished = limited::run(&mut run, Duration::from_secs(120)).ok_or("still running after two minutes")?;
    if finished.status.code() != Some(status) {
        let Some(code) = finished.status.code() else { return Err(finished.status.to_string().into()) };
        return Err(format!("exit status {code}, not {status}\n{}{}", finished.stdout, finished.stderr).into());
    }
    Ok(())
}

/// The words after `secateur` in the comment, and the number after `exit status`.
fn promise(text: &str) -> Option<(String, i32)> {
    let comment = text.split_once("*/")?.0;
    let command = comment.lines().find_map(|line| line.trim_start_matches(" *").trim().strip_prefix("secateur "))?;
    let status = comment.split_once("exit status ")?.1.split(')').next()?.trim().parse().ok()?;
    Some((command.to_owned(), status))
}
