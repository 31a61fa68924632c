//! Targets (P21's code penetration): places a run is to reach, or to prove that nothing reaches.
//!
//! A target is reached when an execution enters one of its blocks; the inputs of that execution become a test. It is
//! unreachable when everything was explored and nothing entered them. What pruning skips enters no block that was not
//! entered before, at every coverage level, so it does not matter here; neither do states dropped because no target
//! lies behind them. Every other cut makes what was not reached `unknown`.
//!
//! A run with targets ends with the last of them, and strategies that look for uncovered code look for targets instead.

use machine::Machine;
use machine::state::{Phase, State};
use program::call_graph::CallGraph;
use program::ir::{BlockId, FuncId, Program};
use program::targets::Target;
use pruning::EndKind;
use pruning::condition::Condition;
use rustc_hash::FxHashSet;
use search::graph::{BlockNo, Graph};
use search::reachability::Reachability;
use tree::StateId;

use crate::frontier::Open;
use crate::parts::Report;
use crate::results::{Cut, CutReason, StopReason, TargetOutcome, TargetStatus, TestEnd};
use crate::session::Session;

/// The targets of a run, and which of them were reached.
pub(crate) struct Targets {
    goals: Vec<Goal>,
    /// The blocks of those that are not reached.
    wanted: FxHashSet<(FuncId, BlockId)>,
    /// Blocks that were covered when targets were last looked for.
    looked_at: u64,
    /// Functions that may be called from anywhere.
    anytime: Vec<FuncId>,
    /// From where those that are left may be entered.
    reachability: Option<Reachability>,
}

struct Goal {
    sites: Vec<(FuncId, BlockId)>,
    reached: bool,
    test: Option<u64>,
}

impl Targets {
    pub fn new(program: &Program) -> Targets {
        let goal = |place: &Target| Goal { sites: place.sites.clone(), reached: false, test: None };
        let goals: Vec<Goal> = program.targets.iter().map(goal).collect();
        let anytime = match goals.is_empty() {
            true => Vec::new(),
            false => [CallGraph::new(program).address_taken(), &program.destructors].concat(),
        };
        let wanted = sites_left(&goals);
        Targets { goals, wanted, looked_at: 0, anytime, reachability: None }
    }

    /// Whether the run looks for targets.
    pub fn are_asked_for(&self) -> bool {
        !self.goals.is_empty()
    }

    /// Whether entering this block reaches a target nobody has reached.
    pub fn want(&self, function: FuncId, block: BlockId) -> bool {
        self.wanted.contains(&(function, block))
    }

    /// Those that were entered since the last look.
    fn newly_entered(&mut self, machine: &Machine) -> Vec<usize> {
        if std::mem::replace(&mut self.looked_at, machine.coverage.covered()) == machine.coverage.covered() {
            return Vec::new();
        }
        let entered = |goal: &Goal| goal.sites.iter().any(|&(f, b)| machine.coverage.is_covered(f, b));
        let left = self.goals.iter().enumerate().filter(|(_, goal)| !goal.reached);
        left.filter(|(_, goal)| entered(goal)).map(|(number, _)| number).collect()
    }

    fn are_reached(&mut self, numbers: &[usize], test: Option<u64>) {
        for &number in numbers {
            self.goals[number].reached = true;
            self.goals[number].test = test;
        }
        self.wanted = sites_left(&self.goals);
        self.reachability = None;
    }

    /// Others have entered these blocks: what they have reached need not be looked for.
    pub fn others_entered(&mut self, machine: &Machine, blocks: &[u32]) {
        let entered = |goal: &Goal| goal.sites.iter().any(|&(f, b)| blocks.contains(&machine.coverage.number(f, b)));
        let left = self.goals.iter().enumerate().filter(|(_, goal)| !goal.reached);
        let reached: Vec<usize> = left.filter(|(_, goal)| entered(goal)).map(|(number, _)| number).collect();
        if !reached.is_empty() {
            self.are_reached(&reached, None);
        }
    }

    pub fn are_all_reached(&self) -> bool {
        self.goals.iter().all(|goal| goal.reached)
    }

    /// Those that were reached, by number, with their tests.
    pub fn reached(&self) -> Vec<(usize, Option<u64>)> {
        let reached = self.goals.iter().enumerate().filter(|(_, goal)| goal.reached);
        reached.map(|(number, goal)| (number, goal.test)).collect()
    }

    /// An earlier part of the run reached these.
    pub fn take_over(&mut self, reached: &[(usize, Option<u64>)]) {
        reached.iter().for_each(|&(number, test)| self.are_reached(&[number], test));
    }

    /// What is known of each at the end of a run that left out `cuts`; `finished`: nothing else.
    pub fn results(&self, program: &Program, finished: bool, cuts: &[Cut]) -> Vec<TargetOutcome> {
        let explored = finished && !cuts.iter().any(|cut| cut.reason.hides_code());
        let result = |(place, goal): (&Target, &Goal)| TargetOutcome {
            status: match (goal.reached, explored && place.complete) {
                (true, _) => TargetStatus::Reachable,
                (false, true) => TargetStatus::Unreachable,
                (false, false) => TargetStatus::Unknown,
            },
            test: goal.test,
            ..undecided(place)
        };
        program.targets.iter().zip(&self.goals).map(result).collect()
    }
}

fn sites_left(goals: &[Goal]) -> FxHashSet<(FuncId, BlockId)> {
    goals.iter().filter(|goal| !goal.reached).flat_map(|goal| goal.sites.iter().copied()).collect()
}

/// The targets of a program nothing is known of yet.
pub fn all_undecided(program: &Program) -> Vec<TargetOutcome> {
    program.targets.iter().map(undecided).collect()
}

fn undecided(place: &Target) -> TargetOutcome {
    let Target { id, file, line, .. } = place;
    TargetOutcome { id: id.clone(), file: file.clone(), line: *line, status: TargetStatus::Unknown, test: None }
}

impl Session<'_> {
    /// Looks whether an execution has just reached targets, and keeps its inputs.
    pub(crate) fn note_targets(&mut self, state: &mut State) {
        let reached = self.targets.newly_entered(&self.machine);
        if reached.is_empty() {
            return;
        }
        let test = self.config.tests.writes_tests().then(|| {
            self.recording.test(&mut self.machine, state, TestEnd::NewCoverage);
            state.new_coverage = false;
            self.recording.tests()
        });
        self.targets.are_reached(&reached, test);
        if self.recording.office().is_some() {
            self.tell_what_is_new();
            self.tell(Report::Reached(reached.iter().map(|&number| (number, test)).collect()));
        }
        self.saving.soon();
        if self.targets.are_all_reached() {
            self.stop = Some(StopReason::Targets);
        }
    }

    /// Ends a path if no target lies behind it. To what is learnt it is as if nothing came after it.
    pub(crate) fn drops_out_of_reach(&mut self, id: StateId, open: &mut Open) -> bool {
        // An edge cannot end inside an instruction.
        let may_end = open.edge.is_none() || open.state.decisions.is_empty();
        if !may_end || !self.is_out_of_reach(&open.state) {
            return false;
        }
        self.ledger.cut_path(CutReason::Targets, String::new());
        self.write_pending_test(id, open);
        self.edge_ended(open, EndKind::Subsumed(Condition::nothing_below()));
        true
    }

    /// Whether no target that is left can be reached from here.
    fn is_out_of_reach(&mut self, state: &State) -> bool {
        // Before the entry function comes its start, after it handlers and destructors, and a jump may go back.
        if !self.targets.are_asked_for() || !matches!(state.phase, Phase::Entry) || !state.jump_points.is_empty() {
            return false;
        }
        let number = |function, block| BlockNo(self.machine.coverage.number(function, block));
        let reachability = self.targets.reachability.take().unwrap_or_else(|| {
            let graph = self.graph.get_or_init(|| Graph::new(self.machine.program));
            let goals = self.targets.wanted.iter().map(|&(function, block)| number(function, block));
            Reachability::new(graph, goals, &self.targets.anytime)
        });
        let frames = std::iter::once(&state.frame).chain(state.callers.frames());
        let may_reach = reachability.from_stack(frames.map(|frame| number(frame.func, frame.block)));
        self.targets.reachability = Some(reachability);
        !may_reach
    }
}
