//! Random testing: the machine itself on inputs drawn from a prior. Nothing is symbolic, nothing forks, nothing is asked
//! of the solver, so it runs at the speed of concrete code.
//!
//! Coverage and branch counts are those of every other execution, and a run that covers something new becomes a test, even if
//! its inputs are assumed away in the end.
//! Runs are no paths: they prove nothing and cut nothing. What was never written has no value to draw; where that
//! decides, the model's arbitrary one does.
//!
//! A bug is reported like any other, with the inputs drawn as its test. To be the same bug as any other, it has to show
//! when the run is retraced with symbolic inputs: only those know, for example, which object a wild pointer was meant for.

use std::cell::OnceCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use expr::{DefaultValue, ExprId, Model};
use machine::Stop;
use machine::checks::{BugId, BugReport, Severity};
use machine::choice::{Choice, Outcome};
use machine::inputs::InputKind;
use machine::state::State;
use rustc_hash::FxHashMap;
use search::rng::Rng;

use crate::config::Config;
use crate::constants::Constants;
use crate::cuts::reason_of;
use crate::frontier::{FIRST, Open};
use crate::hit_counts::{HitCounts, New};
use crate::prior::{Drawer, Prior};
use crate::results::TestEnd;
use crate::session::Session;
use crate::simpler_inputs;
use crate::snapshot::RandomState;
use crate::text_prior::{self, Kept, Phrasebook, Script};

/// Instructions after which a run is given up: it may never end.
const MAX_INSTRUCTIONS: u64 = 2_000_000;
/// Instructions between two looks at the limits of the session.
const SLICE: u64 = 200_000;

/// Times a run to the same bug is retraced.
const MAX_RETRACINGS: u32 = 3;

/// The random runs of a session.
pub(crate) struct RandomTesting {
    rng: Rng,
    /// Made when a text is first written.
    phrasebook: OnceCell<Phrasebook>,
    /// Made when an execution first draws.
    constants: OnceCell<Rc<Constants>>,
    kept: Kept,
    hits: HitCounts,
    /// How often runs that ended in a bug of this kind and place were retraced.
    retraced: FxHashMap<BugId, u32>,
    pub runs: u64,
    pub instructions: u64,
    /// Whether any has asked for an input.
    pub draws_inputs: bool,
    /// Whether any has called foreign code that may have done more than compute.
    pub has_effects: bool,
    pub time: Duration,
}

impl RandomTesting {
    pub fn new(config: &Config) -> RandomTesting {
        // Not the numbers that strategies draw.
        let rng = Rng::new(config.search.seed ^ 0x005e_ed0f_1a90);
        RandomTesting {
            rng,
            phrasebook: OnceCell::new(),
            constants: OnceCell::new(),
            kept: Kept::default(),
            hits: HitCounts::default(),
            retraced: FxHashMap::default(),
            runs: 0,
            instructions: 0,
            draws_inputs: false,
            has_effects: false,
            time: Duration::ZERO,
        }
    }

    /// Where the stream of random numbers is.
    pub fn place(&self) -> [u64; 4] {
        self.rng.place()
    }

    /// An earlier part of the run made these executions, and drew these numbers.
    pub fn take_over(&mut self, earlier: &RandomState) {
        self.runs = earlier.executions.runs;
        self.time = earlier.executions.time;
        self.instructions = earlier.instructions;
        self.draws_inputs = earlier.draws_inputs;
        self.has_effects = earlier.has_effects;
        self.rng = Rng::at(earlier.numbers);
    }

    pub fn mean_time(&self) -> Option<Duration> {
        (self.runs > 0).then(|| self.time.div_f64(self.runs as f64))
    }
}

impl Session<'_> {
    /// Executes the program up to `most` times, until something new is covered.
    pub(crate) fn random_runs(&mut self, most: u64) {
        let covered = self.machine.coverage.covered();
        for left in (0..most).rev() {
            self.random_run();
            if left == 0 || self.machine.coverage.covered() > covered {
                break;
            }
            self.check_limits();
            if self.stop.is_some() {
                break;
            }
        }
    }

    fn random_run(&mut self) {
        let started = Instant::now();
        let mut rng = Rng::new(self.random.rng.bits());
        let model = Model::new(DefaultValue::Random(self.random.rng.bits()));
        let prior = self.config.search.prior;
        let script = (prior == Prior::Mixed && rng.below(4) > 0).then(|| {
            let book = self.random.phrasebook.get_or_init(|| Phrasebook::of(self.machine.program));
            text_prior::write(&mut rng, book, &self.random.kept)
        });
        let text = script.as_ref().map(|script| script.text().into());
        let constants = self.random.constants.get_or_init(|| Rc::new(Constants::of(self.machine.program)));
        self.machine.begin_drawing(Box::new(Drawer::new(prior, rng, text, Rc::clone(constants))));
        let mut state = self.machine.initial_state(self.entry, "program", &self.config.program.args, model);
        let (covered, foreign_calls) = (self.machine.coverage.covered(), self.machine.foreign_calls);
        self.random.hits.begin(self.machine.coverage.counts().1);
        let end = self.run_drawn(&mut state);
        let new = self.random.hits.end(self.machine.coverage.counts().1);
        self.machine.end_drawing();
        self.ledger.instructions += state.instructions;
        self.note_targets(&mut state);
        let is_shown =
            matches!(&end, Some(DrawnEnd::Bug(bug)) if self.is_worth_retracing(bug) && self.retrace(&state.model));
        if new > New::Nothing {
            script.into_iter().for_each(|script| self.random.kept.keep(script, new == New::Edge));
        }
        if new == New::Edge {
            self.leads.add(state.model.clone());
        }
        if self.frontier.solves_late && self.machine.coverage.covered() > covered {
            self.adopt(&state.model);
        }
        let is_tested = state.new_coverage && !is_shown && self.config.tests.writes_tests();
        if is_tested {
            let end = match end {
                Some(DrawnEnd::Test(end)) => end,
                Some(DrawnEnd::Bug(_)) | None => TestEnd::NewCoverage,
            };
            self.recording.test(&mut self.machine, &state, end);
        }
        if is_shown || is_tested {
            self.beginning_is_tested();
        }
        self.random.runs += 1;
        self.random.instructions += state.instructions;
        self.random.draws_inputs |= !state.inputs.is_empty();
        self.random.has_effects |= self.machine.foreign_calls > foreign_calls;
        self.random.time += started.elapsed();
    }

    /// Runs to the end; how it ended, unless the program assumes these inputs away.
    fn run_drawn(&mut self, state: &mut State) -> Option<DrawnEnd> {
        while state.instructions < MAX_INSTRUCTIONS {
            let end = match self.machine.run(state, SLICE) {
                Stop::Choice(choice) => match self.follow_model(state, choice)? {
                    Followed::GoesOn => continue,
                    Followed::Bug(report) => return Some(DrawnEnd::Bug(report)),
                },
                Stop::Exit(status) => TestEnd::Exit(self.machine.exit_status(state, status)),
                Stop::Cut(reason, _) => TestEnd::Cut(reason_of(reason)),
                Stop::Join | Stop::Budget => {
                    self.check_limits();
                    if self.stop.is_some() {
                        break;
                    }
                    continue;
                }
            };
            return Some(DrawnEnd::Test(end));
        }
        Some(DrawnEnd::Test(TestEnd::NewCoverage))
    }

    fn is_worth_retracing(&mut self, report: &BugReport) -> bool {
        if self.recording.knows(report) {
            return false;
        }
        let times = self.random.retraced.entry(report.id()).or_default();
        *times += 1;
        *times <= MAX_RETRACINGS
    }

    /// What a path with symbolic inputs has read when it covered something new: random texts go on from there.
    pub(crate) fn learn_text(&mut self, state: &State) {
        if self.config.search.prior != Prior::Mixed || self.random.runs == 0 {
            return;
        }
        let (dag, eval) = (&self.machine.dag, &mut self.machine.eval);
        let mut text = Vec::new();
        for input in state.inputs.in_order() {
            match input.kind {
                InputKind::Stream(_) => text.extend(input.text(dag, eval, &state.model)),
                InputKind::Bytes | InputKind::Sized(_) if input.bytes > 8 => {
                    text.extend(input.text(dag, eval, &state.model));
                }
                InputKind::Argument(_) => {
                    text.extend(input.value(dag, &state.model).into_iter().take_while(|&byte| byte != 0));
                    text.push(b' ');
                }
                _ => {}
            }
        }
        if !text.is_empty() {
            self.random.kept.keep(Script::of_text(&text), true);
        }
    }

    /// What all executions begin with needs no test of its own.
    fn beginning_is_tested(&mut self) {
        let first = self.frontier.states.get_mut(FIRST).filter(|open| open.state.instructions == 0);
        first.into_iter().for_each(|open| open.state.new_coverage = false);
    }

    /// Executes the program on these inputs again, as symbolic ones, and reports the bug that shows, with inputs as simple as
    /// it allows; false if none does that is not known.
    fn retrace(&mut self, model: &Model) -> bool {
        let Some(drawn) = self.trace(model).filter(|trace| !self.recording.knows(&trace.bug)) else { return false };
        let simpler = simpler_inputs::simpler(&mut self.machine, &drawn.state.inputs.in_order(), &drawn.guards, model);
        let name = |trace: &Trace| trace.bug.id();
        let shown = self.trace(&simpler).filter(|trace| name(trace) == name(&drawn)).unwrap_or(drawn);
        self.recording.bug(&mut self.machine, &shown.state, shown.guards.iter().copied(), &shown.bug);
        self.bug_was_found(&shown.bug);
        true
    }

    /// The way of these inputs, as symbolic ones, to a bug.
    fn trace(&mut self, model: &Model) -> Option<Trace> {
        let mut state = self.machine.initial_state(self.entry, "program", &self.config.program.args, model.clone());
        let mut guards = Vec::new();
        while state.instructions < MAX_INSTRUCTIONS {
            let Stop::Choice(choice) = self.machine.run(&mut state, MAX_INSTRUCTIONS) else { return None };
            let guard = self.machine.outcome_under(&choice, &state.model).map(|index| choice.alternatives[index].guard);
            guards.extend(guard);
            match self.follow_model(&mut state, choice)? {
                Followed::GoesOn => {}
                Followed::Bug(bug) => return Some(Trace { state, bug, guards }),
            }
        }
        None
    }

    /// If the path these inputs take is one that waits to be solved, they solve it.
    fn adopt(&mut self, model: &Model) {
        let Session { machine, frontier, .. } = self;
        let mut holds = |e| machine.eval.holds(&machine.dag, e, model);
        let mut follows = |open: &Open| open.unsolved.is_some_and(&mut holds) && open.path.iter().all(&mut holds);
        let Some((id, _)) = frontier.states.iter().find(|(_, open)| follows(open)) else { return };
        self.adopt_model(id, model.clone(), None);
    }

    /// Takes the outcome that holds for the inputs drawn; `None` if the run ends without a bug. A bug after which the
    /// program goes on is no end, unless nobody has seen it yet.
    pub(crate) fn follow_model(&mut self, state: &mut State, choice: Choice) -> Option<Followed> {
        let index = self.machine.outcome_under(&choice, &state.model)?;
        match choice.alternatives.into_iter().nth(index)?.outcome {
            Outcome::Continue(decision) => state.decisions.push(decision),
            Outcome::Bug(report, decision) => match report.kind.severity() {
                Severity::GoesOn if self.recording.knows(&report) => state.decisions.push(decision),
                Severity::GoesOn | Severity::Ends => return Some(Followed::Bug(report)),
            },
            // Inputs the program assumes away, or that nobody follows.
            Outcome::Discard | Outcome::Cut(..) => return None,
        }
        Some(Followed::GoesOn)
    }
}

/// A way to a bug, and what holds for all inputs that take it.
struct Trace {
    state: State,
    bug: Box<BugReport>,
    guards: Vec<ExprId>,
}

/// How a run ended.
enum DrawnEnd {
    Test(TestEnd),
    Bug(Box<BugReport>),
}

/// What came of a choice.
pub(crate) enum Followed {
    GoesOn,
    Bug(Box<BugReport>),
}
