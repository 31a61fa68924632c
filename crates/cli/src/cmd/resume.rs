//! `--resume OUT`: a run that was stopped goes on where it was when its frontier was last written.
//!
//! `run.json` has the command line of the run. What is said now comes on top of it, so limits can be changed; what decides which
//! states there are is compared with what the [frontier](report::frontier_file) says, and may not change.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, Parser};
use engine::config::{BugKind, Config};
use engine::restoring::Restart;
use engine::snapshot::Snapshot;
use program::{LoadOptions, Program, unchanged};
use report::frontier_file::{Circumstances, FrontierFile};
use report::learnt_file;
use report::out_dir::OutDir;
use report::run_record::RunRecord;

use crate::argv;
use crate::options::ExploreOptions;
use crate::outcome::{self, Failure};

/// The name of the option.
const OPTION: &str = "--resume";

/// A command line that comes out of a record.
#[derive(Parser)]
#[command(name = "secateur", args_override_self = true)]
struct Line<A: Args> {
    #[command(flatten)]
    arguments: A,
}

/// A run that goes on.
pub(super) struct Resumed {
    out: PathBuf,
    /// The whole command line, from the verb on.
    pub line: Vec<OsString>,
    /// `None` if it was stopped before it had written one: then it starts again.
    frontier: Option<FrontierFile>,
}

/// What the run that wrote `out` was told, and what is said now on top of it. `now` is what was read of the command line.
pub(super) fn arguments<A: Args>(verb: &str, out: &Path, now: &ExploreOptions) -> Result<(A, Resumed), Failure> {
    if now.program.names_program() {
        return Err(Failure::Usage(format!("{OPTION}: the program and its arguments are known; leave them out")));
    }
    let record = RunRecord::read(out).map_err(Failure::usage)?;
    let place = out.display();
    match record.command.split_first() {
        None => return Err(Failure::Usage(format!("{place}: its run.json does not say how the run was started"))),
        Some((then, _)) if then != verb => {
            return Err(Failure::Usage(format!(
                "{place}: a run of secateur {then}; go on with secateur {then} {OPTION}"
            )));
        }
        Some(_) => {}
    }
    let out = out.canonicalize().map_err(|error| Failure::Usage(format!("{place}: {error}")))?;
    let directory = &record.directory;
    // Names in the command line begin here.
    std::env::set_current_dir(directory)
        .map_err(|error| Failure::Usage(format!("{}: where the run was started: {error}", directory.display())))?;
    let line = whole_line(&record.command[1..], said_now(std::env::args_os()));
    let whole = [verb.into()].into_iter().chain(line.iter().skip(1).cloned()).collect();
    let parsed = Line::<A>::try_parse_from(argv::for_clap(line));
    let arguments = parsed.map_err(|error| Failure::Usage(outcome::one_line(&error.to_string())))?.arguments;
    let frontier = FrontierFile::read(&out).map_err(Failure::usage)?;
    Ok((arguments, Resumed { out, line: whole, frontier }))
}

/// The options of this command line, without the one that brought us here.
fn said_now(command_line: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut said = Vec::new();
    // Behind the tool and the verb.
    let mut words = command_line.skip(2);
    while let Some(word) = words.next() {
        if word == OPTION {
            words.next();
        } else if !word.to_string_lossy().starts_with(&format!("{OPTION}=")) {
            said.push(word);
        }
    }
    said
}

/// Both command lines as one; what belongs to the program under test comes last.
fn whole_line(then: &[String], now: Vec<OsString>) -> Vec<OsString> {
    let end = then.iter().position(|word| word == "--").unwrap_or(then.len());
    let (options, arguments) = then.split_at(end);
    let before = options.iter().map(OsString::from);
    ["secateur".into()].into_iter().chain(before).chain(now).chain(arguments.iter().map(OsString::from)).collect()
}

impl Resumed {
    /// Whether the run may go on with this configuration.
    pub fn fits(&self, now: &Circumstances) -> Result<(), Failure> {
        self.frontier.as_ref().map_or(Ok(()), |frontier| frontier.fits(&self.out, now)).map_err(Failure::usage)
    }

    /// Puts what clang made of the program into a folder, if it would make the same of it now.
    pub fn has_code(&self, folder: &Path, files: &[PathBuf], load: &LoadOptions) -> bool {
        OutDir::copy_code(&self.out, folder).is_ok() && unchanged::is_unchanged(folder, files, load)
    }

    /// The output directory, as it was when the frontier was written.
    pub fn out_dir(&self) -> Result<OutDir, Failure> {
        let out = match self.earlier() {
            Some(earlier) => OutDir::resumed(&self.out, earlier.explored.tests),
            None => OutDir::named(&self.out),
        };
        out.map_err(Failure::usage)
    }

    /// What was found before.
    pub fn earlier(&self) -> Option<&Snapshot> {
        self.frontier.as_ref().map(FrontierFile::run)
    }

    /// What the session goes on from.
    pub fn restart(&self, program: &Program) -> Result<Option<Restart>, Failure> {
        let Some(frontier) = &self.frontier else { return Ok(None) };
        let restart = frontier.restart(&self.out, program).map_err(Failure::usage)?;
        Ok(Some(restart.with_learnt(learnt_file::read(&self.out))))
    }
}

/// What decides which states a run has, but for the program.
pub(super) fn circumstances(config: &Config, load: &LoadOptions) -> Circumstances {
    let setting = &config.program;
    let environment = &setting.environment;
    let checks: Vec<&str> =
        BugKind::ALL.iter().filter(|&&kind| config.checks.has(kind)).map(|kind| kind.name()).collect();
    let targets: Vec<String> = load.targets.iter().map(ToString::to_string).collect();
    let groups = environment.arguments.iter().map(|group| format!("{} {} {}", group.least, group.most, group.length));
    let entry = load.entry.as_ref();
    let settings = [
        ("--checks", checks.join(",")),
        ("--target", targets.join(",")),
        ("--entry", setting.entry.clone()),
        ("--ptr-size", entry.map_or_else(String::new, |entry| entry.object_size.to_string())),
        ("--string-params", entry.map_or_else(String::new, |entry| format!("{:?}", entry.texts))),
        ("--null-params", entry.map_or_else(String::new, |entry| format!("{:?}", entry.nulls))),
        ("--assume", entry.map_or_else(String::new, |entry| entry.assume.join(" && "))),
        ("arguments", setting.args.join(" ")),
        ("--sym-stdin", environment.stdin.map_or_else(String::new, |bytes| bytes.to_string())),
        ("--sym-files", environment.files.map_or_else(String::new, |(count, bytes)| format!("{count} {bytes}"))),
        ("--sym-args", groups.collect::<Vec<_>>().join(", ")),
        ("--external-calls", setting.external_calls.to_string()),
        ("--failures", setting.failures.to_string()),
        ("--coverage", config.pruning.coverage.to_string()),
        ("--tests", config.tests.to_string()),
        ("--emit-all-errors", if config.emit_all_errors { "on".to_owned() } else { String::new() }),
    ];
    Circumstances {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        program_hash: String::new(),
        settings: settings.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn what_is_said_now_comes_on_top_and_before_the_programs_arguments() {
        for now in ["secateur run --resume out --max-time 5s", "secateur run --max-time 5s --resume=out"] {
            let then: Vec<String> = ["a.c", "--max-time", "1s", "--", "-v"].map(String::from).into();
            let line = whole_line(&then, said_now(words(now).into_iter()));
            assert_eq!(line, words("secateur a.c --max-time 1s --max-time 5s -- -v"));
        }
    }

    #[test]
    fn the_last_word_on_an_option_counts() {
        #[derive(Args)]
        struct Few {
            #[arg(long)]
            max_time: Option<String>,
            #[arg(long)]
            quiet: bool,
        }
        let line = Line::<Few>::try_parse_from(words("secateur --max-time 1s --quiet --max-time 5s --quiet")).unwrap();
        assert_eq!((line.arguments.max_time.as_deref(), line.arguments.quiet), (Some("5s"), true));
    }
}
