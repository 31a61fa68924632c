//! What every verb that explores a program can be told: a file for each group of options, which declares them and
//! translates them into the engine's words.

mod exploration;
mod limits;
mod output;
mod program;

use std::ffi::OsString;
use std::path::Path;

use clap::{Args, ValueEnum};
use engine::config::Config;
use report::campaign::Campaign;

use self::exploration::ExplorationOptions;
use self::limits::LimitOptions;
pub use self::output::OutputOptions;
pub use self::program::{ProgramOptions, confinement};
use crate::jobs::site::Site;
use crate::jobs::{Bridge, Processes, Staff};
use crate::outcome::Failure;

/// All of them.
#[derive(Args)]
pub struct ExploreOptions {
    #[command(flatten)]
    pub program: ProgramOptions,
    #[command(flatten)]
    exploration: ExplorationOptions,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

/// Options that are on or off by value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

impl ExploreOptions {
    /// The run these options ask for; `default` is what the verb does where they say nothing.
    pub fn config(&self, default: Config) -> Result<Config, Failure> {
        let mut config = default;
        self.program.set(&mut config)?;
        self.exploration.set(self.program.load_options().level(), self.program.worker.is_some(), &mut config)?;
        config.limits = self.limits.limits();
        self.output.set(&mut config);
        Ok(config)
    }

    /// Where others explore, unless this process does so alone. What they cannot do together is said in a line.
    pub fn site(&self) -> Result<Option<Site>, Failure> {
        let ExplorationOptions { jobs, on, .. } = &self.exploration;
        let (site, said) = match (jobs, on) {
            (Some(_), Some(Site::Local(_))) => {
                return Err(Failure::Usage("--jobs and --on local:N say the same: one of them, please".to_owned()));
            }
            (None | Some(1), None) | (None, Some(Site::Local(1))) => return Ok(None),
            (Some(jobs), None) => (Site::Local(*jobs), format!("--jobs {jobs}")),
            (_, Some(site)) => (site.clone(), "--on".to_owned()),
        };
        let alone = self.output.alone().map(|option| format!("{option} is not possible with {said}"));
        alone.map_or(Ok(Some(site)), |line| Err(Failure::Usage(line)))
    }

    /// The fuzzing campaign to take part in, if there is one. `goes_on`: as this run did before.
    pub fn campaign(&self, goes_on: bool, entry: &str) -> Result<Option<Campaign>, Failure> {
        let cannot = |folder: &Path, error| Failure::Usage(format!("--sync {}: {error}", folder.display()));
        let folder = self.exploration.sync.as_deref();
        folder.map(|folder| Campaign::join(folder, goes_on, entry).map_err(|error| cannot(folder, error))).transpose()
    }

    /// Starts to look for workers there. `line`: what this process was told; `folder` has what it has compiled.
    pub fn staff(&self, site: &Site, line: &[OsString], folder: &Path) -> Result<Box<dyn Staff>, Failure> {
        Ok(match site {
            Site::Local(jobs) => Box::new(Processes::new(line, folder, *jobs as usize).map_err(Failure::usage)?),
            Site::Dask(address) => {
                let ExplorationOptions { jobs, tls, .. } = &self.exploration;
                Box::new(Bridge::new(address, tls, line, folder, *jobs).map_err(Failure::Usage)?)
            }
        })
    }

    /// A line on the checks asked for that cannot be made on optimised code, if there are any.
    pub fn unmade_checks(&self, config: &Config) -> Option<String> {
        self.exploration.unmade_checks(config)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use clap::Parser;
    use engine::config::{SearchKind, SymbolicArguments};

    #[derive(Parser)]
    struct All {
        #[command(flatten)]
        options: ExploreOptions,
    }

    fn parse(line: &str) -> ExploreOptions {
        let arguments = crate::argv::for_clap(line.split_whitespace().map(Into::into));
        All::try_parse_from(arguments).unwrap_or_else(|error| panic!("{line}: {error}")).options
    }

    fn config_of(line: &str) -> Result<Config, Failure> {
        parse(line).config(Config::default())
    }

    #[test]
    fn saying_nothing_gives_the_engines_defaults() {
        let config = config_of("run a.c").unwrap();
        assert_eq!(format!("{config:?}"), format!("{:?}", Config::default()));
    }

    #[test]
    fn documented_names_are_accepted() {
        let line = "run a.c b.bc --search dfs,random-path --search bfs --interpolation off --greedy-confirmation off --induction off \
                    --coverage branch --solver smtlib:cvc5 --ippc off --solver-layers all,-guess --stats --write-queries q --max-time 60s --max-paths 5 --max-memory 4GB \
                    --max-depth 9 --seed 7 --out o --json --entry f --checks all,-abort --quiet -Iinc -D X=1 -std=c11 \
                    -O1 -- -v --json";
        let config = config_of(line).unwrap();
        assert_eq!(config.search.strategies, [SearchKind::Dfs, SearchKind::RandomPath, SearchKind::Bfs]);
        assert_eq!(config.program.args, ["-v", "--json"]);
        assert_eq!(config.limits.max_time, Some(Duration::from_secs(60)));
        assert_eq!((config.program.entry.as_str(), config.search.seed), ("f", 7));
        let options = parse(line).program.load_options();
        assert_eq!(options.clang_args, ["-Iinc", "-DX=1", "-std=c11", "-O1"]);
    }

    #[test]
    fn symbolic_surroundings_are_spelt_as_klee_does() {
        let environment = config_of("run a.c --sym-stdin 4 --sym-arg 3 --sym-args 0 2 8 --sym-files 1 9")
            .unwrap()
            .program
            .environment;
        assert_eq!((environment.stdin, environment.files), (Some(4), Some((1, 9))));
        let group = |least, most, length| SymbolicArguments { least, most, length };
        assert_eq!(environment.arguments, [group(1, 1, 3), group(0, 2, 8)]);
        for wrong in ["--sym-args 3 2 8", "--sym-files 27 1", "--sym-stdin 100000000", "--sym-args 0 101 1"] {
            assert!(matches!(config_of(&format!("run a.c {wrong}")), Err(Failure::Usage(_))), "{wrong}");
        }
    }

    #[test]
    fn zero_is_no_limit() {
        let limits = config_of("run a.c --max-memory 0 --max-solver-time 0 --max-paths 0").unwrap().limits;
        assert_eq!((limits.max_memory, limits.max_solver_time, limits.max_paths), (None, None, None));
    }
}
