//! Every program under `tests/c` in several configurations; `tests/README.md` describes the annotations.
//!
//! One trial for each pair, so a failure names both: `pruning/07_helper_unsafe.c [wp bfs]`.

mod configuration;
mod expectation;
mod judgement;
#[path = "../limited/mod.rs"]
mod limited;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use configuration::{Configuration, Loops};
use expectation::Expectation;
use libtest_mimic::{Arguments, Failed, Trial};

/// Folders with further files of programs.
const PARTS: &str = "parts";
const LIMIT: Duration = Duration::from_secs(120);
/// By which loops without end must have been proved, executions on random inputs included.
const MOST_INSTRUCTIONS: u64 = 20_000_000;

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c").canonicalize().expect("the programs");
    let mut programs = Vec::new();
    find_programs(&root, &mut programs);
    programs.sort();
    assert!(!programs.is_empty(), "no programs under {}", root.display());

    let mut trials = Vec::new();
    for file in programs {
        let name = file.strip_prefix(&root).expect("found below the root").display().to_string();
        match Expectation::read(&file) {
            Ok(expectation) => {
                // Whoever asks for something gets all of it.
                let configurations = match arguments.filter {
                    Some(_) => configuration::ALL.iter().collect(),
                    None => configuration::of_program(&name),
                };
                trials.extend(trials_of(&name, &file, &expectation, &configurations));
            }
            Err(problem) => {
                trials.push(Trial::test(format!("{name} [annotations]"), move || Err(Failed::from(problem))));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn find_programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry of a readable folder").path();
        if path.is_dir() && path.file_name() == Some(PARTS.as_ref()) {
            continue;
        } else if path.is_dir() {
            find_programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.push(path);
        }
    }
}

fn trials_of(
    name: &str,
    file: &Path,
    expectation: &Expectation,
    configurations: &[&'static Configuration],
) -> Vec<Trial> {
    let mut trials: Vec<Trial> = configurations
        .iter()
        .copied()
        .filter(|configuration| expectation.allows(configuration.level))
        .map(|configuration| {
            let (file, expectation) = (file.to_path_buf(), expectation_of(expectation, configuration.loops));
            Trial::test(format!("{name} [{}]", configuration.name), move || explore(&file, &expectation, configuration))
        })
        .collect();
    if !expectation.output.is_empty() {
        let (file, expectation) = (file.to_path_buf(), expectation.clone());
        trials.push(Trial::test(format!("{name} [output]"), move || echo(&file, &expectation)));
    }
    trials
}

/// What is to be expected of a run, which ends even where the program does not.
fn expectation_of(expectation: &Expectation, loops: Loops) -> Expectation {
    let expectation = expectation.clone();
    match (expectation.endless, loops) {
        (None, _) => expectation,
        (Some(_), Loops::Proved) => expectation.proved_within(MOST_INSTRUCTIONS),
        (Some(instructions), Loops::Followed) => expectation.followed_for(instructions),
    }
}

/// The command without what follows the program's own `--`.
fn secateur(file: &Path, out: &Path, expectation: &Expectation, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command
        .arg("run")
        .arg(file)
        .args(&expectation.files)
        .arg("--out")
        .arg(out)
        .args(["--quiet", "--self-check"])
        .args(more);
    // What the native program does is the business of the replay tests; hundreds of native builds take their time.
    command.args(["--confirm", "off"]);
    command.args(&expectation.options);
    command
}

fn explore(file: &Path, expectation: &Expectation, configuration: &Configuration) -> Result<(), Failed> {
    let out = tempfile::tempdir()?;
    let mut options = vec!["--json", "--opt", configuration.level];
    options.extend(configuration.options);
    let mut command = secateur(file, &out.path().join("out"), expectation, &options);
    let finished = limited::run(&mut command, LIMIT).ok_or_else(|| Failed::from("still running after two minutes"))?;
    judgement::judge(expectation, configuration, file, &finished).map_err(|problem| {
        let shown = format!("{command:?}").replace('"', "");
        Failed::from(format!("{problem}\n  command: {shown}\n  stderr: {}", finished.stderr.trim()))
    })
}

fn echo(file: &Path, expectation: &Expectation) -> Result<(), Failed> {
    let out = tempfile::tempdir()?;
    let mut command = secateur(file, &out.path().join("out"), expectation, &["--echo"]);
    let finished = limited::run(&mut command, LIMIT).ok_or_else(|| Failed::from("still running after two minutes"))?;
    let expected = expectation.output.join("\n") + "\n";
    if finished.stdout == expected && finished.status.code() != Some(1) {
        return Ok(());
    }
    Err(Failed::from(format!(
        "expected output:\n{expected}found:\n{}\n{}\nstderr: {}",
        finished.stdout,
        finished.status,
        finished.stderr.trim()
    )))
}
