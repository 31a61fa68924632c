//! How a solver is to work.

use crate::backend::z3;
use crate::layer::LayerSet;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use vocabulary::vocabulary;

/// Which decision procedure answers what no layer can.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BackendChoice {
    /// The bit-blaster, after a concrete search for floats; Z3, if it is there, when that takes too long for integers.
    Auto,
    Bitblast,
    Z3,
    /// Any SMT-LIB 2 solver, run with this command line for each query.
    Smtlib(String),
}

impl fmt::Display for BackendChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BackendChoice::Auto => f.write_str("auto"),
            BackendChoice::Bitblast => f.write_str("bitblast"),
            BackendChoice::Z3 => f.write_str("z3"),
            BackendChoice::Smtlib(command) => write!(f, "smtlib:{command}"),
        }
    }
}

impl FromStr for BackendChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<BackendChoice, String> {
        match text {
            "auto" => Ok(BackendChoice::Auto),
            "bitblast" => Ok(BackendChoice::Bitblast),
            "z3" => Ok(BackendChoice::Z3),
            _ => match text.strip_prefix("smtlib:").map(str::trim) {
                Some(command) if !command.is_empty() => Ok(BackendChoice::Smtlib(command.to_string())),
                _ => Err(format!("no solver is called `{text}`; there are auto, bitblast, z3 and smtlib:COMMAND")),
            },
        }
    }
}

impl BackendChoice {
    /// Why it cannot be used on this machine, if so.
    pub fn complaint(&self) -> Option<String> {
        match self {
            BackendChoice::Auto | BackendChoice::Bitblast => None,
            BackendChoice::Z3 => z3::missing().map(str::to_owned),
            BackendChoice::Smtlib(command) => {
                let program = command.split_whitespace().next().unwrap_or(command);
                (!is_on_path(program)).then(|| format!("no program `{program}`: install it, or give its path"))
            }
        }
    }
}

/// Whether a command of this name can be found.
fn is_on_path(program: &str) -> bool {
    if program.contains('/') {
        return std::path::Path::new(program).is_file();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

vocabulary! {
    /// Whether questions are decided [part by part](crate::ippc).
    pub enum IppcMode: "mode of partial path constraints" {
        On = "on",
        Off = "off",
        /// Where that has cost less on this program so far.
        Auto = "auto",
    }
}

vocabulary! {
    /// What the first partial path constraint is.
    pub enum IppcStart: "start of partial path constraints" {
        /// The negated condition alone.
        Negated = "negated",
        /// And conditions that share no variable with it or with each other, as many as a greedy choice finds.
        Independent = "independent",
        /// Everything connected with it: one round, if the slice is all there is.
        Slice = "slice",
    }
}

/// Options of a [`Solver`](crate::Solver).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolverConfig {
    /// Default: `Auto`.
    pub backend: BackendChoice,
    /// For each question; reaching it gives an unknown answer. Default: 10 seconds.
    pub time_limit: Duration,
    /// Re-check every answer by independent means. Default: off.
    pub self_check: bool,
    /// Make every n-th answer unknown, to test callers. Default: never.
    pub inject_unknown: Option<u32>,
    /// With `self_check`: make every n-th answer wrong before it is re-checked, to test that this is seen. Default: never.
    pub inject_wrong: Option<u32>,
    /// The layers in use; they are always tried in the order of [`LayerName::ALL`](crate::LayerName::ALL). Default: all.
    pub layers: LayerSet,
    /// Default: `Auto`.
    pub ippc: IppcMode,
    /// Default: `Negated`.
    pub ippc_start: IppcStart,
    /// A folder for the questions that reach a decision procedure, as SMT-LIB. Default: none.
    pub record: Option<PathBuf>,
}

impl Default for SolverConfig {
    fn default() -> SolverConfig {
        SolverConfig {
            backend: BackendChoice::Auto,
            time_limit: Duration::from_secs(10),
            self_check: false,
            inject_unknown: None,
            inject_wrong: None,
            layers: LayerSet::all(),
            ippc: IppcMode::Auto,
            ippc_start: IppcStart::Negated,
            record: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_parses_back() {
        for &mode in IppcMode::ALL {
            assert_eq!(mode.to_string().parse(), Ok(mode));
        }
        for &start in IppcStart::ALL {
            assert_eq!(start.to_string().parse(), Ok(start));
        }
        assert!("maybe".parse::<IppcMode>().is_err());
    }

    #[test]
    fn every_backend_name_parses_back() {
        let command = "z3 -in -smt2".to_string();
        for choice in [BackendChoice::Auto, BackendChoice::Bitblast, BackendChoice::Z3, BackendChoice::Smtlib(command)]
        {
            assert_eq!(choice.to_string().parse(), Ok(choice));
        }
        assert!("smtlib:".parse::<BackendChoice>().is_err());
        assert!("yices".parse::<BackendChoice>().is_err());
    }
}
