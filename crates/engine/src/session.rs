//! One run: choose a state, execute it until it needs a decision, decide, repeat, under a budget.
//!
//! The session owns what a state does not: path conditions, the solver, the tree and the searcher. Deciding is in
//! [`fork`](crate::fork), executions on random inputs in [`random_testing`](crate::random_testing), writing tests and
//! bugs in [`recording`](crate::recording), limits in [`limits`](crate::limits).

use std::cell::{OnceCell, RefCell};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use expr::{DefaultValue, ExprId, Model};
use machine::checks::BugKind;
use machine::state::State;
use machine::{Machine, Settings, Stop};
use program::ir::{FuncId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use search::graph::Graph;
use search::history::History;
use search::registry::{self, SearchOptions};
use search::searcher::{Searcher, Step};
use search::solving_cost::CostModel;
use solver::{PathCondition, Solver, SolverConfig};
use tree::{StateId, Tree};

use crate::config::{Config, CoverageLevel, Interpolation, TestPolicy};
use crate::cuts::{Cuts, reason_of};
use crate::growth::Growth;
use crate::late_solving::{HardChecks, Solved};
use crate::learning::{EdgeId, EndKind, Learner};
use crate::limits::Watch;
use crate::measure;
use crate::operations::OperationCounter;
use crate::random_testing::RandomTesting;
use crate::recheck::Recheck;
use crate::recording::Recording;
use crate::results::{Choices, CutReason, Paths, Queries, Results, Sink, StopReason, TestEnd, Verdict};
use crate::root_condition;
use crate::seeding::Seeding;
use crate::targets::Targets;
use crate::world_view::WorldView;

/// Instructions executed before the session looks at its limits again.
const SLICE: u64 = 200_000;
/// The same while targets are looked for: a path may have gone where none lies.
const SLICE_TO_TARGETS: u64 = 10_000;

/// Work on one state after which others may have their turn: it may never end. In instructions; a query and a new state
/// count as some.
const LONG: u64 = 20_000_000;
const QUERY: u64 = 1_000;
const FORK: u64 = 20_000;

/// An open path.
pub(crate) struct Open {
    pub state: State,
    pub path: PathCondition,
    /// Forks so far.
    pub depth: u64,
    /// The edge of the tree it is extending, while anything is learnt.
    pub edge: Option<EdgeId>,
    /// What has to hold on top of `path`, and was not yet solved: the model does not satisfy it.
    pub unsolved: Option<ExprId>,
    pub history: History,
    /// Time the solver has spent on the path.
    pub query_time: Duration,
    /// Instructions executed when the path last covered a block.
    pub last_new: Option<u64>,
}

pub(crate) struct Session<'a> {
    pub config: &'a Config,
    pub machine: Machine<'a>,
    pub solver: Solver,
    pub tree: Tree,
    pub searcher: Box<dyn Searcher>,
    /// Alternatives that are not easy to solve are solved when they are selected.
    pub solves_late: bool,
    pub open: FxHashMap<StateId, Box<Open>>,
    pub next_state: u64,
    pub paths: Paths,
    pub forks: u64,
    pub instructions: u64,
    /// Work exploring has cost decision procedures.
    pub solving: u64,
    /// The state that ran last, and the work done before it was selected.
    pub under_way: Option<(StateId, u64)>,
    pub cuts: Cuts,
    pub recording: Recording<'a>,
    pub watch: Watch<'a>,
    pub seeding: Seeding,
    /// Open states that have covered something new and have no test for it yet.
    pub untested: FxHashSet<StateId>,
    /// `None` with interpolation off.
    pub learner: Option<Learner>,
    /// What learning has concluded is proved again with it; only with `--self-check`.
    pub recheck: Option<Recheck>,
    pub stop: Option<StopReason>,
    pub entry: FuncId,
    pub random: RandomTesting,
    pub operations: RefCell<OperationCounter>,
    /// What solving has cost so far.
    pub costs: CostModel,
    pub choices: Choices,
    pub hard_checks: HardChecks,
    /// When the time of the run is up.
    pub deadline: Option<Instant>,
    /// Blocks and ways of the program, for who looks at them.
    pub graph: OnceCell<Graph>,
    pub targets: Targets,
    pub growth: Growth,
}

/// Functions the program calls that neither it nor the tool defines, in order of their names.
pub fn undefined_functions(program: &Program) -> Vec<&str> {
    Machine::new(program, Settings::default()).undefined_functions()
}

/// Explores the program. A failing sink ends the run; it keeps the reason itself.
pub fn run(program: &Program, config: &Config, sink: &mut dyn Sink, interrupt: &AtomicBool) -> Results {
    let started = Instant::now();
    let mut session = start(program, config, sink, interrupt, started);
    session.explore();
    session.drop_all_open();
    session.results(started)
}

/// A session before its first step.
pub(crate) fn start<'a>(
    program: &'a Program,
    config: &'a Config,
    sink: &'a mut dyn Sink,
    interrupt: &'a AtomicBool,
    started: Instant,
) -> Session<'a> {
    let settings = Settings {
        checks: config.checks,
        pointer_size: config.ptr_size,
        environment: config.environment.clone(),
        external_calls: config.external_calls,
        ..Settings::default()
    };
    let mut machine = Machine::new(program, settings);
    let entry = program.find(&config.entry).expect("the caller has looked the entry function up");
    let state = machine.initial_state(entry, "program", &config.program_args, Model::new(DefaultValue::Zero));
    let first = StateId(0);
    let mut open = Box::new(Open::first(state));
    let learner = match config.interpolation {
        Interpolation::Off => None,
        Interpolation::Core | Interpolation::Wp if !may_learn(config) => None,
        Interpolation::Core | Interpolation::Wp => {
            machine.find_joins();
            let cores = config.interpolation == Interpolation::Core || config.coverage == CoverageLevel::Context;
            let (learner, root) = Learner::new(first, &open, cores);
            open.edge = Some(root);
            Some(learner)
        }
    };
    let options =
        SearchOptions { seed: config.seed, subpath_length: config.subpath_length, estimator: config.estimator };
    let mut searcher = registry::build(&config.search, options);
    searcher.add(first, None);
    let mut session = Session {
        config,
        machine,
        solver: Solver::new(SolverConfig {
            backend: config.solver.clone(),
            time_limit: config.limits.max_solver_time.unwrap_or(std::time::Duration::from_secs(3600)),
            self_check: config.self_check,
            inject_unknown: config.inject_unknown,
            inject_wrong: None,
            layers: config.solver_layers,
            ippc: config.ippc,
            ippc_start: config.ippc_start,
            record: config.write_queries.clone(),
        }),
        tree: Tree::new(first),
        // Cores are those of path conditions, which must be possible where an edge starts.
        solves_late: searcher.solves_late() && learner.as_ref().is_none_or(|learner| !learner.cores),
        searcher,
        open: FxHashMap::from_iter([(first, open)]),
        next_state: 1,
        paths: Paths::default(),
        forks: 0,
        instructions: 0,
        solving: 0,
        under_way: None,
        cuts: Cuts::default(),
        recording: Recording::new(config, sink),
        watch: Watch::new(started, &config.limits, interrupt),
        seeding: Seeding::new(&config.seeds),
        untested: FxHashSet::default(),
        learner,
        recheck: Recheck::new(config),
        stop: None,
        entry,
        random: RandomTesting::new(config),
        operations: RefCell::default(),
        costs: CostModel::default(),
        choices: Choices::default(),
        hard_checks: HardChecks::default(),
        // Past a time that no clock can show there is no deadline.
        deadline: config.limits.max_time.and_then(|limit| started.checked_add(limit)),
        graph: OnceCell::new(),
        targets: Targets::new(program),
        growth: Growth::new(started),
    };
    session.solver.set_deadline(session.deadline);
    session
}

/// Whether paths may be skipped, and conditions over program variables can stand for every check that is on. They cannot
/// for those that ask where a value comes from, or which objects are left, instead of what a value is.
fn may_learn(config: &Config) -> bool {
    let beyond_values =
        [BugKind::UninitialisedUse, BugKind::MemoryLeak, BugKind::FormatString, BugKind::PointerOverflow];
    config.coverage != CoverageLevel::Path && !beyond_values.into_iter().any(|kind| config.checks.has(kind))
}

impl Open {
    fn first(state: State) -> Open {
        Open {
            state,
            path: PathCondition::new(),
            depth: 0,
            edge: None,
            unsolved: None,
            history: History::default(),
            query_time: Duration::ZERO,
            last_new: None,
        }
    }

    /// Another path with the same past.
    pub(crate) fn fork(&self) -> Open {
        Open {
            state: self.state.clone(),
            path: self.path.clone(),
            depth: self.depth,
            edge: None,
            unsolved: None,
            history: self.history.clone(),
            query_time: self.query_time,
            last_new: self.last_new,
        }
    }
}

impl Session<'_> {
    pub(crate) fn explore(&mut self) {
        while self.stop.is_none() {
            self.check_limits();
            self.review_learning();
            let next = self.state_with_seed().or_else(|| self.state_to_confirm()).map(Step::Run);
            let Some(step) = next.or_else(|| self.select()) else { break };
            if self.stop.is_some() {
                break;
            }
            match step {
                Step::Run(id) => self.turn(id),
                Step::Random(runs) => self.random_runs(runs),
            }
            self.growth.note(&self.machine);
        }
    }

    fn select(&mut self) -> Option<Step> {
        if let Some(state) = self.searcher.going_on() {
            return Some(Step::Run(state));
        }
        let started = Instant::now();
        let step = self.searcher.select(&WorldView {
            now: started,
            deciding: self.choices.deciding,
            tree: &self.tree,
            open: &self.open,
            machine: &self.machine,
            graph: &self.graph,
            operations: &self.operations,
            costs: &self.costs,
            random: &self.random,
            targets: &self.targets,
            cuts: &self.cuts,
            entry: self.entry,
        });
        self.choices.deciding += started.elapsed();
        for note in self.searcher.take_notes() {
            self.recording.decision(&note);
        }
        step
    }

    /// Runs a state to its next fork.
    fn turn(&mut self, id: StateId) {
        let mut open = self.open.remove(&id).expect("searchers know open states only");
        if self.under_way.is_none_or(|(state, _)| state != id) {
            self.under_way = Some((id, self.work()));
        }
        if self.drops_out_of_reach(id, &mut open) {
            return self.close(id);
        }
        if self.skips_selected(&open) {
            return self.close(id);
        }
        match self.solve_late(id, &mut open) {
            None => {}
            Some(Solved::Follows(model)) => open.state.model = model,
            Some(Solved::Infeasible) => {
                self.edge_is_impossible(&open);
                return self.close(id);
            }
            Some(Solved::Undecided) => {
                self.edge_ended(&open, EndKind::Leaf, true);
                return self.close(id);
            }
            Some(Solved::PutBack) => {
                self.open.insert(id, open);
                return self.searcher.put_back(id);
            }
        }
        if !self.advance(id, &mut open) {
            return self.close(id);
        }
        if open.state.new_coverage {
            self.untested.insert(id);
        }
        self.open.insert(id, open);
        self.searcher.ran(id);
        if self.has_run_for_long(id) {
            self.under_way = None;
            self.searcher.interrupt(id);
        }
    }

    /// Whether much work was done on a state since it was selected.
    fn has_run_for_long(&self, id: StateId) -> bool {
        self.under_way.is_some_and(|(state, before)| state == id && self.work() - before >= LONG)
    }

    /// What was done so far, as far as it does not depend on the machine.
    fn work(&self) -> u64 {
        self.instructions + QUERY * self.solver.stats().asked + FORK * self.next_state
    }

    /// The path of a state is over.
    fn close(&mut self, id: StateId) {
        self.untested.remove(&id);
        self.tree.close(id);
        self.searcher.remove(id);
    }

    /// Runs a state until it forks or ends, or has run for long; true if it is still open.
    fn advance(&mut self, id: StateId, open: &mut Open) -> bool {
        let slice = if self.targets.are_asked_for() { SLICE_TO_TARGETS } else { SLICE };
        let long_run = open.state.instructions.saturating_add(slice);
        loop {
            let before = open.state.instructions;
            let covered = self.machine.coverage.covered();
            let stop = self.machine.run(&mut open.state, slice);
            self.instructions += open.state.instructions - before;
            if self.machine.coverage.covered() > covered {
                open.last_new = Some(open.state.instructions);
            }
            self.note_targets(&mut open.state);
            match stop {
                // The last target is reached.
                Stop::Choice(_) if self.stop.is_some() => return true,
                Stop::Choice(choice) => {
                    let before = self.solver.stats().time;
                    let decided = self.decide(id, open, choice);
                    open.query_time += self.solver.stats().time.saturating_sub(before);
                    match decided {
                        Decided::Goes => {}
                        Decided::Forked => return true,
                        Decided::Ended => return false,
                    }
                }
                Stop::Exit(code) => {
                    self.complete(open, code);
                    self.edge_ended(open, EndKind::Leaf, false);
                    return false;
                }
                Stop::Cut(reason, what) => {
                    self.cut(open, reason_of(reason), &what);
                    return false;
                }
                Stop::Join | Stop::Budget if self.drops_out_of_reach(id, open) => return false,
                Stop::Join => {
                    if !self.arrive_at_join(id, open) {
                        return false;
                    }
                }
                Stop::Budget => {
                    if open.state.instructions >= long_run {
                        self.write_pending_test(id, open);
                    }
                }
            }
            if self.watch.is_due() || self.has_run_for_long(id) {
                return true;
            }
        }
    }

    fn complete(&mut self, open: &mut Open, code: machine::value::Value) {
        self.paths.completed += 1;
        if self.config.echo {
            self.recording.echo(&open.state.output.bytes());
        }
        let wanted = match self.config.tests {
            TestPolicy::All => true,
            TestPolicy::New => open.state.new_coverage,
            TestPolicy::None => false,
        };
        if wanted {
            let code = match code {
                machine::value::Value::Bits(bits) => bits as i32,
                machine::value::Value::Expr(e) => {
                    self.machine.eval.value(&self.machine.dag, e, &open.state.model) as i32
                }
            };
            self.recording.test(&mut self.machine, &open.state, TestEnd::Exit(code));
        }
    }

    /// A path that is not followed further, and nothing may be claimed about.
    pub(crate) fn cut(&mut self, open: &Open, reason: CutReason, what: &str) {
        self.paths.cut += 1;
        let place = self.place(&open.state, what);
        self.cuts.add(reason, place);
        if open.state.new_coverage && self.config.tests != TestPolicy::None {
            self.recording.test(&mut self.machine, &open.state, TestEnd::Cut(reason));
        }
        self.edge_ended(open, EndKind::Leaf, true);
    }

    /// `what, file:line function` for the list of cuts.
    pub(crate) fn place(&self, state: &State, what: &str) -> String {
        let program = self.machine.program;
        let here = program.place(self.machine.location(state));
        let function = &self.machine.function(state.frame.func).name;
        if what.is_empty() { format!("{here} {function}") } else { format!("{what}, {here} {function}") }
    }

    /// Writes the test for what a running state has covered, if it has covered anything new.
    pub(crate) fn write_pending_test(&mut self, id: StateId, open: &mut Open) {
        if open.state.new_coverage && self.config.tests != TestPolicy::None {
            self.recording.test(&mut self.machine, &open.state, TestEnd::NewCoverage);
        }
        open.state.new_coverage = false;
        self.untested.remove(&id);
    }

    /// The run is over: what is still open was not explored.
    fn drop_all_open(&mut self) {
        let reason = match self.stop {
            // Random testing has seen enough of what it can see.
            None | Some(StopReason::Exhausted) => CutReason::Sampled,
            Some(StopReason::Time) => CutReason::Time,
            Some(StopReason::Paths) => CutReason::Paths,
            Some(StopReason::Memory) => CutReason::Memory,
            Some(StopReason::Interrupt) => CutReason::Interrupt,
            Some(StopReason::Bug) => CutReason::Bug,
            Some(StopReason::Instructions) => CutReason::Instructions,
            Some(StopReason::Forks) => CutReason::Forks,
            Some(StopReason::Tests) => CutReason::Tests,
            Some(StopReason::Targets) => CutReason::Targets,
            Some(StopReason::Crash) => CutReason::Crash,
        };
        // Memory may be what ended it.
        self.forget_edges();
        let mut ids: Vec<StateId> = self.open.keys().copied().collect();
        ids.sort_unstable();
        for id in ids {
            if let Some(open) = self.open.remove(&id) {
                self.cut(&open, reason, "");
            }
        }
    }

    fn results(mut self, started: Instant) -> Results {
        let bugs = self.recording.take_bugs();
        let cuts = self.cuts.list();
        let stop_reason = self.stop.unwrap_or(StopReason::Exhausted);
        let exhausted = stop_reason == StopReason::Exhausted && cuts.is_empty();
        let verdict = match (bugs.is_empty(), exhausted) {
            (false, _) => Verdict::Unsafe,
            (true, true) => Verdict::Safe,
            (true, false) => Verdict::Unknown,
        };
        let targets = self.targets.results(self.machine.program, stop_reason == StopReason::Exhausted, &cuts);
        let stats = self.solver.stats();
        let files = measure::files(self.machine.program, &self.machine.coverage);
        Results {
            verdict,
            exhausted,
            stop_reason,
            cuts,
            paths: self.paths,
            tests: self.recording.tests(),
            instructions: self.instructions,
            forks: self.forks,
            queries: Queries {
                asked: stats.asked,
                solver: stats.backend_queries,
                sat: stats.sat,
                unsat: stats.unsat,
                unknown: stats.unknown,
                calls: stats.backend_calls,
                mean_constraints: stats.mean_constraints(),
                time: stats.time,
                layers: stats.rows(),
                not_written: self.solver.recording_failure().map(str::to_owned),
            },
            interpolation: self.learner.as_ref().map(Learner::statistics).unwrap_or_default(),
            root_condition: root_condition::in_words(&mut self),
            coverage: measure::coverage(self.machine.program, &self.machine.coverage, &files),
            files,
            growth: self.growth.into_points(),
            random_runs: self.random.runs,
            random_time: self.random.time,
            choices: self.choices,
            bugs,
            targets,
            time: started.elapsed(),
            peak_rss_mb: measure::peak_rss_mb(),
        }
    }
}

/// What a decision did to the state that asked for it.
pub(crate) enum Decided {
    /// It goes on, alone.
    Goes,
    /// It goes on, and others have been forked off.
    Forked,
    Ended,
}
