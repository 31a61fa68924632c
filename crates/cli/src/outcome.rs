//! How the command ends: the exit status and the one line that explains it. The numbers are a contract.

use std::process::ExitCode;

use clap::ValueEnum;
use clap::error::ErrorKind;
use engine::results::{Bug, Verdict};

use crate::interrupt::Signal;

/// The numbers as `--help` lists them; the user guide has the same table.
pub const TABLE: &str = "\
Exit status, stable from now on:
    0  safe; reach: every target is decided; other verbs: done
    3  unknown: no bug that counts, but not everything was explored
   10  a bug was found and the native program does not refute it
    5  reach: some target is undecided
    2  bad usage or bad input; one line on standard error says what and where
    1  internal error, or a mistake of ours that --self-check found
  130  ended by Ctrl-C (SIGINT), after everything was written
  143  ended by SIGTERM, after everything was written
--exit-code classic: 0 for unknown too, 10 for refuted bugs too, and signals change nothing.";

/// A command that did its job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// `safe`; of `reach`: every target is decided; of other verbs: nothing to complain about.
    Done,
    /// No bug that counts, but not everything was explored.
    Unknown,
    BugFound,
    TargetUndecided,
    Ended(Signal),
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::Done => 0,
            Status::Unknown => 3,
            Status::BugFound => 10,
            Status::TargetUndecided => 5,
            Status::Ended(signal) => signal.exit_status(),
        })
    }
}

/// Which numbers `run` and `reach` end with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ExitCodes {
    /// Those of [`TABLE`].
    Verdict,
    /// As they were at first: `unknown` is 0, every bug 10, whatever ended the run.
    Classic,
}

impl ExitCodes {
    /// How a run with this outcome ends. A bug counts unless the native program was seen to go without it.
    pub fn of_verdict(self, verdict: Verdict, bugs: &[Bug]) -> Status {
        let some_count = || bugs.iter().any(|bug| !bug.is_refuted());
        match (verdict, self) {
            (Verdict::Safe, _) | (Verdict::Unknown, ExitCodes::Classic) => Status::Done,
            (Verdict::Unsafe, ExitCodes::Classic) => Status::BugFound,
            (Verdict::Unsafe, ExitCodes::Verdict) if some_count() => Status::BugFound,
            (Verdict::Unsafe | Verdict::Unknown, ExitCodes::Verdict) => Status::Unknown,
        }
    }

    /// The same, once it is known which signal came before the end.
    pub fn after(self, signal: Option<Signal>, status: Status) -> Status {
        match (self, signal) {
            (ExitCodes::Verdict, Some(signal)) => Status::Ended(signal),
            (ExitCodes::Verdict, None) | (ExitCodes::Classic, _) => status,
        }
    }
}

/// A command that could not do its job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// Something the user gave us or has to change; the line says what and where.
    Usage(String),
    /// Our own mistake. `None` when the panic hook has said it already.
    Internal(Option<String>),
}

impl Failure {
    pub fn usage(message: impl std::fmt::Display) -> Failure {
        Failure::Usage(message.to_string())
    }

    /// Says what went wrong and gives the exit status.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Usage(line) => {
                eprintln!("secateur: {line}");
                ExitCode::from(2)
            }
            Failure::Internal(line) => {
                if let Some(line) = line {
                    eprintln!("secateur: internal error: {line}; please report it");
                }
                ExitCode::from(1)
            }
        }
    }
}

/// Ends the command as the parser of the command line asks: help on standard output, mistakes on one line.
pub fn report_usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Help or the version; whoever closed standard output does not want it.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return ExitCode::from(2);
    }
    Failure::Usage(one_line(&error.to_string())).report()
}

/// The first paragraph of the parser's message; the others repeat the usage.
pub fn one_line(message: &str) -> String {
    let paragraph: Vec<&str> = message.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let text = paragraph.join(" ");
    format!("{} (secateur --help tells more)", text.strip_prefix("error: ").unwrap_or(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bugs_that_are_not_refuted_count() {
        let bug = |confirmed| Bug { confirmed, ..Bug::default() };
        let refuted = [bug(Some(false)), bug(Some(false))];
        let (verdict, classic) = (ExitCodes::Verdict, ExitCodes::Classic);
        assert_eq!(verdict.of_verdict(Verdict::Unsafe, &refuted), Status::Unknown);
        assert_eq!(classic.of_verdict(Verdict::Unsafe, &refuted), Status::BugFound);
        for open in [None, Some(true)] {
            assert_eq!(verdict.of_verdict(Verdict::Unsafe, &[bug(Some(false)), bug(open)]), Status::BugFound);
        }
        assert_eq!(verdict.of_verdict(Verdict::Unknown, &[]), Status::Unknown);
        assert_eq!(classic.of_verdict(Verdict::Unknown, &[]), Status::Done);
        assert_eq!(verdict.of_verdict(Verdict::Safe, &[]), Status::Done);
    }

    #[test]
    fn a_usage_error_is_one_line() {
        let message = "error: unexpected argument '--foo' found\n\n  tip: ...\n\nUsage: secateur run\n";
        assert_eq!(one_line(message), "unexpected argument '--foo' found (secateur --help tells more)");
        let message = "error: the following required arguments were not provided:\n  <PROGRAM>...\n\nUsage: x\n";
        assert!(!one_line(message).contains('\n'));
    }
}
