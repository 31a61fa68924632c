//! How the command ends: the exit status and the one line that explains it. The numbers are a contract.

use std::process::ExitCode;

use clap::error::ErrorKind;

/// A command that did its job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// No bug found; of `reach`: every target decided.
    NoBug,
    BugFound,
    TargetUndecided,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::NoBug => 0,
            Status::BugFound => 10,
            Status::TargetUndecided => 5,
        })
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
fn one_line(message: &str) -> String {
    let paragraph: Vec<&str> = message.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let text = paragraph.join(" ");
    format!("{} (secateur --help tells more)", text.strip_prefix("error: ").unwrap_or(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_usage_error_is_one_line() {
        let message = "error: unexpected argument '--foo' found\n\n  tip: ...\n\nUsage: secateur run\n";
        assert_eq!(one_line(message), "unexpected argument '--foo' found (secateur --help tells more)");
        let message = "error: the following required arguments were not provided:\n  <PROGRAM>...\n\nUsage: x\n";
        assert!(!one_line(message).contains('\n'));
    }
}
