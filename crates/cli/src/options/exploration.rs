//! How a program is explored: search, learning, checks, the solver, and where to start.

use std::path::PathBuf;

use clap::Args;
use engine::config::{
    BackendChoice, CheckSet, Config, CoverageLevel, Estimator, Interpolation, IppcMode, IppcStart, LayerSet, Prior,
    SearchKind, Seed,
};
use program::OptLevel;
use report::seeds::{self, SeedError};

use super::Switch;
use crate::jobs;
use crate::jobs::site::{Site, Tls};
use crate::outcome::Failure;

#[derive(Args)]
#[command(next_help_heading = "Exploration")]
pub struct ExplorationOptions {
    /// Strategies that choose what to do next, taking turns: dfs, bfs, random-state, random-path, uniform-random,
    /// nurs:covnew (covnew), nurs:md2u, nurs:depth, nurs:rp, nurs:icnt, nurs:cpicnt, nurs:qc, dart, cfg, generational,
    /// context-guided, subpath-guided, carfast, close-tree, random-testing, warm-up, greedy
    /// [default: warm-up,novelty,nurs:icnt,dfs,random-turns; of reach: warm-up,novelty,covnew,dfs]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    search: Vec<SearchKind>,

    /// Decisions in a subpath of subpath-guided
    #[arg(long, value_name = "N", default_value_t = Config::default().search.subpath_length)]
    subpath_length: usize,

    /// How greedy estimates probabilities: laplace, good-turing
    #[arg(long, value_name = "NAME", default_value_t = Config::default().search.estimator)]
    estimator: Estimator,

    /// Inputs of random executions: mixed, uniform, small, boundary
    #[arg(long, value_name = "NAME", default_value_t = Config::default().search.prior)]
    prior: Prior,

    /// What is learnt to skip states: off, core, wp [default: wp; off where --search names a strategy that solves late]
    #[arg(long, value_name = "MODE")]
    interpolation: Option<Interpolation>,

    /// Finish nearly explored subtrees out of turn, to learn from them
    #[arg(long, value_name = "ON|OFF", default_value = "on")]
    greedy_confirmation: Switch,

    /// Prove by induction that loops without end are harmless (with --interpolation wp)
    #[arg(long, value_name = "ON|OFF", default_value = "on")]
    induction: Switch,

    /// What the tests cover: path, context, error, branch [default: error; of reach: branch]
    #[arg(long, value_name = "LEVEL")]
    coverage: Option<CoverageLevel>,

    /// Bug checks: names and groups, such as default,signed-overflow or memory,-invalid-free or all
    #[arg(long, value_name = "LIST", default_value = "default", value_parser = CheckSet::parse, allow_hyphen_values = true)]
    checks: CheckSet,

    /// Solver: auto, bitblast, z3, smtlib:COMMAND
    #[arg(long, value_name = "NAME", default_value_t = Config::default().solving.backend)]
    solver: BackendChoice,

    /// What comes before the solver: all, none, names, all,-NAME
    #[arg(long, value_name = "LIST", default_value_t = Config::default().solving.layers, allow_hyphen_values = true)]
    solver_layers: LayerSet,

    /// Solve partial path constraints first: on, off, auto (where that has paid so far)
    #[arg(long, value_name = "MODE", default_value_t = Config::default().solving.ippc)]
    ippc: IppcMode,

    /// The first partial path constraint: negated, independent, slice
    #[arg(long, value_name = "PART", default_value_t = Config::default().solving.ippc_start, hide_short_help = true)]
    ippc_start: IppcStart,

    /// Start of all random choices: the same seed repeats the run
    #[arg(long, value_name = "N", default_value_t = Config::default().search.seed)]
    seed: u64,

    /// Inputs to follow first: a test (.ktest, typed .xml), or a file whose bytes are the inputs in order
    #[arg(long, value_name = "FILE")]
    seed_file: Vec<PathBuf>,

    /// The same for every file of a folder, such as a fuzzing corpus
    #[arg(long, value_name = "DIR")]
    seed_dir: Vec<PathBuf>,

    /// Join the AFL++ campaign with this sync directory: follow what its instances find, and give them the tests
    #[arg(long, value_name = "DIR")]
    pub(super) sync: Option<PathBuf>,

    /// Processes that explore the program together; with more than one, the order of what is found changes from run to run
    /// [default: 1; with --on dask://, as many as the cluster has threads]
    #[arg(long, value_name = "N", value_parser = jobs::number)]
    pub(super) jobs: Option<u32>,

    /// Where to explore: local:N (as --jobs N), or on the Dask cluster with this scheduler, dask://HOST:PORT
    #[arg(long, value_name = "SITE", help_heading = "Many machines")]
    pub(super) on: Option<Site>,

    #[command(flatten)]
    pub(super) tls: Tls,

    /// Stop at the first bug
    #[arg(long)]
    exit_on_error: bool,

    /// Report a bug on every path, not once for each kind and place
    #[arg(long)]
    emit_all_errors: bool,

    /// Re-check models, cores and what was learnt by independent code
    #[arg(long)]
    self_check: bool,

    /// Steps a question gets before it has to wait: for our own tests
    #[arg(long, value_name = "N", hide = true)]
    first_slice: Option<u64>,

    /// Make every N-th answer wrong before it is re-checked: for our own tests
    #[arg(long, value_name = "N", hide = true, requires = "self_check")]
    inject_wrong: Option<u32>,
}

impl ExplorationOptions {
    /// Strategies that solve late are for covering much in short time, and learning pays off later.
    fn interpolation(&self, default: Interpolation) -> Interpolation {
        let late = engine::config::solve_late(&self.search);
        self.interpolation.unwrap_or(if late { Interpolation::Off } else { default })
    }

    /// A line on the checks asked for that cannot be made on optimised code, if there are any.
    pub(super) fn unmade_checks(&self, config: &Config) -> Option<String> {
        let unmade = self.checks.without(config.checks).to_string();
        (!unmade.is_empty()).then(|| format!("on optimised code these are not checked: {unmade}"))
    }

    /// `level`: how far the code is optimised. `is_worker`: another process has begun the run.
    pub(super) fn set(&self, level: OptLevel, is_worker: bool, config: &mut Config) -> Result<(), Failure> {
        config.pruning.interpolation = self.interpolation(config.pruning.interpolation);
        if !self.search.is_empty() {
            config.search.strategies = self.search.clone();
        }
        config.search.subpath_length = self.subpath_length;
        config.search.estimator = self.estimator;
        config.search.prior = self.prior;
        config.pruning.greedy_confirmation = self.greedy_confirmation == Switch::On;
        config.pruning.induction = self.induction == Switch::On;
        config.pruning.coverage = self.coverage.unwrap_or(config.pruning.coverage);
        config.checks = match level {
            OptLevel::None | OptLevel::Light => self.checks,
            OptLevel::O1 | OptLevel::O2 => self.checks.on_optimised_code(),
        };
        config.solving.backend = self.solver.clone();
        config.solving.layers = self.solver_layers;
        config.solving.ippc = self.ippc;
        config.solving.ippc_start = self.ippc_start;
        config.search.seed = self.seed;
        // A worker gets them with its part, and may be where the files are not.
        config.search.seeds = if is_worker { Vec::new() } else { self.seeds().map_err(Failure::usage)? };
        config.exit_on_error = self.exit_on_error;
        config.emit_all_errors = self.emit_all_errors;
        config.self_check = self.self_check;
        config.solving.inject_wrong = self.inject_wrong;
        config.solving.first_slice = self.first_slice.unwrap_or(config.solving.first_slice);
        Ok(())
    }

    fn seeds(&self) -> Result<Vec<Seed>, SeedError> {
        let mut all = self.seed_file.iter().map(|file| seeds::from_file(file)).collect::<Result<Vec<_>, _>>()?;
        for folder in &self.seed_dir {
            all.extend(seeds::from_folder(folder)?);
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_lists_every_strategy() {
        let help =
            <ExplorationOptions as clap::Args>::augment_args(clap::Command::new("")).render_long_help().to_string();
        let words: Vec<&str> = help.split(|c: char| !(c.is_alphanumeric() || "-:".contains(c))).collect();
        for kind in SearchKind::ALL {
            assert!(words.contains(&kind.to_string().as_str()), "{kind}");
        }
    }
}
