//! One run: choose a state, execute it until it needs a decision, decide, repeat, under a budget.
//!
//! What a run is made of has owners: open states and strategy the `frontier`, counts and cuts the
//! `ledger`, questions and their cost the `asker`, tests and bugs the
//! `recording`, what was learnt the [learner](pruning::Learner). The session ties them together: deciding
//! is in `fork`, executions on random inputs in `random_testing`, limits in
//! `limits`, the end in `conclusion`.

use std::cell::OnceCell;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use expr::{DefaultValue, ExprId, Model};
use machine::state::State;
use machine::value::Value;
use machine::{Machine, Settings, Stop};
use program::ir::{FuncId, Program};
use pruning::{EndKind, Explored, Learner};
use search::graph::Graph;
use search::registry::{self, SearchOptions};
use search::searcher::Step;
use tree::StateId;

use crate::asker::Asker;
use crate::config::Config;
use crate::covering::Covering;
use crate::cuts::reason_of;
use crate::earlier::Earlier;
use crate::fork::Decided;
use crate::frontier::{FIRST, Frontier, Open};
use crate::hard_questions::HardQuestions;
use crate::late_solving::Solved;
use crate::leads::Leads;
use crate::learning;
use crate::ledger::Ledger;
use crate::limits::Watch;
use crate::novelty::{Novelty, Trail};
use crate::obstacles::{Questions, Spent};
use crate::parts::{Allowance, Elsewhere};
use crate::random_testing::RandomTesting;
use crate::recording::Recording;
use crate::restoring::Restart;
use crate::results::{CutReason, NodeFate, Results, Sink, StopReason, TestEnd};
use crate::saving::Saving;
use crate::seeding::Seeding;
use crate::sketch::{Sketch, SketchId};
use crate::targets::Targets;
use crate::world_view::WorldView;

/// Instructions executed before the session looks at its limits again.
const SLICE: u64 = 200_000;
/// The same while targets are looked for: a path may have gone where none lies.
const SLICE_TO_TARGETS: u64 = 10_000;

/// Work after which what was learnt is looked at in the middle of a path that does not fork.
const TURN: u64 = 1_000_000;

/// What a query and a new state count as, in instructions, where work is measured without a clock.
const QUERY: u64 = 1_000;
const FORK: u64 = 20_000;
/// The same of a node of a term that is evaluated to answer a query.
const EVALUATION: u64 = 2;

/// An outcome of a choice, and when it is taken.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub outcome: usize,
    pub guard: ExprId,
}

pub(crate) struct Session<'a> {
    pub config: &'a Config,
    pub machine: Machine<'a>,
    pub frontier: Frontier,
    pub ledger: Ledger,
    /// What was done before this process began.
    pub earlier: Earlier,
    pub saving: Saving,
    /// When the run began, if it had never stopped.
    pub begun: Instant,
    pub asker: Asker,
    pub recording: Recording<'a>,
    /// The tree for people; `None` unless it is recorded.
    pub sketch: Option<Sketch>,
    /// Learnt conditions that were used, in words.
    pub covering: Covering,
    /// `None` where nothing is learnt.
    pub learner: Option<Learner>,
    pub watch: Watch<'a>,
    pub seeding: Seeding,
    pub random: RandomTesting,
    pub targets: Targets,
    pub novelty: Novelty,
    pub questions: Questions,
    pub hard: HardQuestions,
    pub leads: Leads,
    pub stop: Option<StopReason>,
    /// The state whose turn a look at the limits has interrupted.
    pub interrupted: Option<(StateId, Turn)>,
    /// How far it may go.
    pub allowance: Allowance,
    /// What others do that explore parts of the same run.
    pub elsewhere: Elsewhere,
    /// Where the time went, if others have spent it.
    pub spent: Option<Spent>,
    pub entry: FuncId,
    /// Blocks and ways of the program, for who looks at them.
    pub graph: OnceCell<Graph>,
}

/// Whether a symbol that the program only declares is there all the same.
pub use machine::is_there;
/// The functions of the C library that the engine has itself; the others are C models.
pub use machine::library_functions;

/// Functions the program calls that neither it nor the tool defines, in order of their names.
pub fn undefined_functions(program: &Program) -> Vec<&str> {
    Machine::new(program, Settings::default()).undefined_functions()
}

/// Explores the program. A failing sink ends the run; it keeps the reason itself.
pub fn run(program: &Program, config: &Config, sink: &mut dyn Sink, interrupt: &AtomicBool) -> Results {
    finish(start(program, config, sink, interrupt, Instant::now(), Duration::ZERO))
}

/// Goes on with a run that was stopped, in this process or in another one.
pub fn go_on(
    program: &Program,
    config: &Config,
    sink: &mut dyn Sink,
    interrupt: &AtomicBool,
    restart: &Restart,
) -> Results {
    let mut session = start(program, config, sink, interrupt, Instant::now(), restart.snapshot().time);
    session.restore(restart);
    finish(session)
}

fn finish(mut session: Session<'_>) -> Results {
    let started = session.watch.started();
    session.explore();
    session.save();
    session.drop_all_open();
    session.results(started)
}

/// A session before its first step. `earlier`: the time that was spent on the run before.
pub(crate) fn start<'a>(
    program: &'a Program,
    config: &'a Config,
    sink: &'a mut dyn Sink,
    interrupt: &'a AtomicBool,
    started: Instant,
    earlier: Duration,
) -> Session<'a> {
    let begun = started.checked_sub(earlier).unwrap_or(started);
    let settings = Settings {
        checks: config.checks,
        environment: config.program.environment.clone(),
        external_calls: config.program.external_calls,
        confinement: config.program.confinement,
        failures: config.program.failures,
        ..Settings::default()
    };
    let mut machine = Machine::new(program, settings);
    let entry = program.find(&config.program.entry).expect("the caller has looked the entry function up");
    let state = machine.initial_state(entry, "program", &config.program.args, Model::new(DefaultValue::Zero));
    let mut first = Box::new(Open::first(state));
    let (sketch, node) = config.record_tree.then(Sketch::new).unzip();
    first.node = node;
    let targets = Targets::new(program);
    let learner = learning::policy(config, &targets).map(|policy| {
        machine.find_joins();
        let (mut learner, root) = Learner::new(policy, FIRST, &first.state, &first.path);
        first.edge = Some(root);
        if sink.keeps_frontier() || sink.office().is_some() {
            learner.remember_news();
        }
        learner
    });
    let options = SearchOptions {
        seed: config.search.seed,
        subpath_length: config.search.subpath_length,
        estimator: config.search.estimator,
    };
    let searcher = registry::build(&config.search.strategies, options);
    first.trail = searcher.looks_for_novelty().then(|| Box::new(Trail::new(&first.state)));
    let solves_late = searcher.solves_late() && learner.as_ref().is_none_or(|learner| !learner.needs_possible_paths());
    Session {
        config,
        machine,
        frontier: Frontier::new(first, searcher, solves_late),
        ledger: Ledger::new(begun),
        earlier: Earlier::default(),
        saving: Saving::new(started, config.save_every, sink.keeps_frontier()),
        begun,
        asker: Asker::new(config, started),
        recording: Recording::new(config, sink),
        sketch,
        covering: Covering::default(),
        learner,
        watch: Watch::new(started, &config.limits, interrupt),
        seeding: Seeding::new(&config.search.seeds),
        random: RandomTesting::new(config),
        targets,
        novelty: Novelty::default(),
        questions: Questions::default(),
        hard: HardQuestions::new(config.solving.first_slice),
        leads: Leads::new(!solves_late && registry::run_states(&config.search.strategies)),
        stop: None,
        interrupted: None,
        allowance: Allowance::of(&config.limits),
        elsewhere: Elsewhere::default(),
        spent: None,
        entry,
        graph: OnceCell::new(),
    }
}

/// How far a state may run before somebody chooses again.
#[derive(Clone, Copy)]
pub(crate) struct Turn {
    /// Instructions of the state after which what it has covered needs a test.
    long_run: u64,
    /// All the work of the session by then.
    end: u64,
}

/// How far a state was run.
enum Advanced {
    Ended,
    /// Where it forked, has something put off, or has run for long: somebody chooses who is next.
    Yields,
    /// Where the limits are to be looked at.
    Interrupted,
}

impl Session<'_> {
    pub(crate) fn explore(&mut self) {
        // A worker's session goes on with another part: no turn of the last one is left.
        self.interrupted = None;
        while self.stop.is_none() {
            self.check_limits();
            if self.stop.is_none()
                && let Some((id, turn)) = self.interrupted.take()
            {
                // Unless the look has cost it its place.
                if let Some(open) = self.frontier.states.take(id) {
                    self.continue_turn(id, open, turn);
                }
                continue;
            }
            self.write_pending_tests();
            self.review_learning();
            let next = self.state_with_seed().or_else(|| self.hard_question(false));
            let next = next.or_else(|| self.led_state()).or_else(|| self.state_to_confirm());
            let is_out_of_turn = next.is_some();
            let next = next.map(Step::Run).or_else(|| self.select());
            let Some(step) = next.or_else(|| self.hard_question(true).map(Step::Run)) else { break };
            if self.stop.is_some() {
                break;
            }
            match step {
                Step::Run(id) if is_out_of_turn => self.turn(id),
                Step::Run(id) if self.is_covered_by_now(id) => {}
                Step::Run(id) => {
                    self.has_selected(id);
                    self.turn(id);
                }
                Step::Random(runs) => self.random_runs(runs),
            }
            self.ledger.growth.note(&self.machine);
            let (ended, skipped) = (self.ledger.paths_ended(), self.ledger.paths.subsumed);
            let extra_paths = self.earlier.extra_paths().saturating_add(self.covering.extra_paths);
            self.ledger.growth.note_saved(ended, skipped, extra_paths);
        }
    }

    fn select(&mut self) -> Option<Step> {
        // Strategies pay for what they choose themselves.
        let work = self.all_work() - self.leads.spent;
        let Frontier { states, searcher, .. } = &mut self.frontier;
        if let Some(state) = searcher.going_on() {
            return Some(Step::Run(state));
        }
        let started = Instant::now();
        let step = searcher.select(&WorldView {
            now: started,
            work,
            deciding: self.ledger.choices.deciding,
            states,
            machine: &self.machine,
            graph: &self.graph,
            asker: &self.asker,
            random: &self.random,
            targets: &self.targets,
            cuts: &self.ledger.cuts,
            entry: self.entry,
        });
        self.ledger.choices.deciding += started.elapsed();
        for note in searcher.take_notes() {
            self.recording.decision(&note);
        }
        step
    }

    /// Runs a state to its next fork.
    fn turn(&mut self, id: StateId) {
        let mut open = self.frontier.states.take(id).expect("searchers know open states only");
        self.watch.selected(id, self.work());
        self.stop_waiting(id, &open);
        if self.waits_for_known_bug(&open) {
            self.sketch_end(&open, NodeFate::Bug, None);
            self.edge_is_impossible(&open);
            return self.frontier.close(id);
        }
        if (open.put_off.is_none() && self.drops_out_of_reach(id, &mut open)) || self.skips_selected(&open) {
            return self.frontier.close(id);
        }
        let goes_on = match self.solve_late(id, &mut open) {
            None => true,
            Some(Solved::Follows(model)) => self.takes(id, &mut open, model),
            Some(Solved::Hard) => return self.park(id, open),
            Some(Solved::Infeasible) => {
                self.sketch_end(&open, NodeFate::Infeasible, None);
                self.edge_is_impossible(&open);
                false
            }
            Some(Solved::Undecided) => {
                // The solver's silence is counted where it was asked.
                self.ledger.paths.cut += 1;
                self.sketch_end(&open, NodeFate::Cut, None);
                self.edge_cut(&open);
                false
            }
            Some(Solved::PutBack) => {
                self.frontier.states.put(id, open);
                return self.frontier.searcher.put_back(id);
            }
        };
        // While learning rests nothing else makes states stop at loops.
        if open.edge.is_none() {
            self.look_at_rounds(&mut open);
        }
        if !goes_on {
            return self.frontier.close(id);
        }
        let slice = if self.targets.are_asked_for() { SLICE_TO_TARGETS } else { SLICE };
        let turn = Turn { long_run: open.state.instructions.saturating_add(slice), end: self.work() + TURN };
        self.continue_turn(id, open, turn);
    }

    /// Looks at the limits come when the clock says, in the middle of a turn, too: nothing is chosen for them, so that a seed repeats the run.
    fn continue_turn(&mut self, id: StateId, mut open: Box<Open>, turn: Turn) {
        match self.advance(id, &mut open, turn) {
            Advanced::Ended => return self.frontier.close(id),
            Advanced::Interrupted => {
                self.frontier.states.put(id, open);
                self.interrupted = Some((id, turn));
                return;
            }
            Advanced::Yields => {}
        }
        if open.put_off.is_some() {
            return self.park(id, open);
        }
        self.frontier.states.put(id, open);
        self.frontier.searcher.ran(id);
        if self.watch.has_run_for_long(id, self.work()) {
            self.watch.turn_is_over();
            self.frontier.searcher.interrupt(id);
        }
    }

    /// The state stops at the next round of a loop it is in, if these are looked at.
    fn look_at_rounds(&self, open: &mut Open) {
        if self.learner.as_ref().is_some_and(Learner::looks_at_rounds) {
            self.machine.stop_at_next_round(&mut open.state);
        }
    }

    /// What was done so far to explore.
    pub(crate) fn all_work(&self) -> f64 {
        let (instructions, forks) = (self.ledger.instructions, self.frontier.states.made());
        Explored { instructions, forks, solving: self.asker.work }.work()
    }

    /// What was done so far, as far as it does not depend on the machine.
    pub(crate) fn work(&self) -> u64 {
        let solver = &self.asker.solver;
        let asking = QUERY * solver.stats().asked + EVALUATION * solver.evaluated();
        self.ledger.instructions + asking + FORK * self.frontier.states.made()
    }

    /// Runs a state until it forks or ends, or others may have their turn.
    fn advance(&mut self, id: StateId, open: &mut Open, turn: Turn) -> Advanced {
        let slice = if self.targets.are_asked_for() { SLICE_TO_TARGETS } else { SLICE };
        loop {
            let before = open.state.instructions;
            let covered = self.machine.coverage.covered();
            let stop = self.machine.run(&mut open.state, slice);
            self.ledger.instructions += open.state.instructions - before;
            if self.machine.coverage.covered() > covered {
                open.last_new = Some(open.state.instructions);
                self.learn_text(&open.state);
            }
            self.note_targets(&mut open.state);
            match stop {
                // The last target is reached.
                Stop::Choice(_) if self.stop.is_some() => return Advanced::Yields,
                Stop::Choice(choice) => {
                    let before = self.asker.time();
                    let decided = self.decide(id, open, choice);
                    let took = self.asker.time().saturating_sub(before);
                    self.note_question(&open.state, took);
                    open.query_time += took;
                    match decided {
                        // Where nothing parts, nothing else does either.
                        Decided::Goes if open.state.stop_at.is_none() => self.look_at_rounds(open),
                        Decided::Goes => {}
                        Decided::Forked => return Advanced::Yields,
                        Decided::Ended => return Advanced::Ended,
                    }
                }
                Stop::Exit(code) => {
                    self.complete(open, code);
                    self.edge_ended(open, EndKind::Leaf);
                    return Advanced::Ended;
                }
                Stop::Cut(reason, what) => {
                    self.cut(open, reason_of(reason), &what);
                    return Advanced::Ended;
                }
                Stop::Join | Stop::Budget if self.drops_out_of_reach(id, open) => return Advanced::Ended,
                Stop::Join => {
                    if !self.arrive_at_join(id, open) {
                        return Advanced::Ended;
                    }
                }
                Stop::Budget => {
                    if open.state.instructions >= turn.long_run {
                        self.write_pending_test(id, open);
                    }
                    // A loop in which nothing parts may have no end.
                    if self.learner.is_some() && open.state.stop_at.is_none() {
                        self.machine.stop_at_next_round(&mut open.state);
                    }
                }
            }
            if self.work() >= turn.end {
                return Advanced::Yields;
            }
            if self.watch.is_due() {
                return Advanced::Interrupted;
            }
        }
    }

    fn complete(&mut self, open: &Open, status: Value) {
        self.ledger.paths.completed += 1;
        if self.config.echo {
            self.recording.echo(&open.state.output.bytes());
        }
        let status = self.machine.exit_status(&open.state, status);
        let test = self.write_test(&open.state, TestEnd::Exit(status));
        self.sketch_end(open, NodeFate::Completed, test);
    }

    /// A path that is not followed further, and nothing may be claimed about.
    pub(crate) fn cut(&mut self, open: &Open, reason: CutReason, what: &str) {
        let place = self.machine.place(&open.state, what);
        self.ledger.cut_path(reason, place);
        let test = self.write_test(&open.state, TestEnd::Cut(reason));
        self.sketch_end(open, NodeFate::Cut, test);
        self.edge_cut(open);
    }

    /// Writes the test of a path that comes to this end, if such a path is to have one: its number.
    pub(crate) fn write_test(&mut self, state: &State, end: TestEnd) -> Option<u64> {
        self.config.tests.wants_test_for(&end, state.new_coverage).then(|| {
            self.recording.test(&mut self.machine, state, end);
            self.recording.tests()
        })
    }

    /// A path ends, in the tree for people.
    pub(crate) fn sketch_end(&mut self, open: &Open, fate: NodeFate, test: Option<u64>) {
        if let Some(sketch) = &mut self.sketch {
            sketch.ended(open.node, fate, test.unwrap_or(0));
        }
    }

    /// A way on from where a state is, in the tree for people.
    pub(crate) fn sketch_way(&mut self, open: &Open, way: Way, fate: NodeFate) -> Option<SketchId> {
        let sketch = self.sketch.as_mut()?;
        let (_, loc) = self.machine.own_position(&open.state);
        sketch.add(open.node, loc, way, open.state.instructions, fate)
    }

    /// Writes the test for what a running state has covered, if it has covered anything new.
    pub(crate) fn write_pending_test(&mut self, id: StateId, open: &mut Open) {
        self.write_test(&open.state, TestEnd::NewCoverage);
        open.state.new_coverage = false;
        self.frontier.states.is_tested(id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::restoring::tests::{load, source};
    use crate::results::Nobody;
    use search::rng::Rng;

    /// A session that looks at the limits at every opportunity does what one does that never looks.
    #[test]
    fn looks_at_the_clock_choose_nothing() {
        let mut rng = Rng::new(7);
        for _ in 0..6 {
            let program = load(&source(&mut rng));
            let mut config = Config::default();
            config.limits.max_paths = Some(60);
            let explored = [Duration::ZERO, Duration::MAX].map(|interval| {
                let (mut nobody, interrupt) = (Nobody, AtomicBool::new(false));
                let mut session = start(&program, &config, &mut nobody, &interrupt, Instant::now(), Duration::ZERO);
                session.watch.interval = interval.min(Duration::from_secs(3600));
                session.explore();
                let asked = session.asker.solver.stats().asked;
                (session.ledger.instructions, session.frontier.states.made(), asked, session.recording.tests())
            });
            assert_eq!(explored[0], explored[1]);
        }
    }
}
