//! Who asks the solver, and knows what that costs.
//!
//! Every question of exploration goes through here: with a slice of work, with little time, or only as far as
//! no decision procedure is needed. What the answers mean for a path is not decided here: see [`fork`](crate::fork),
//! [`late_solving`](crate::late_solving) and [`hard_questions`](crate::hard_questions).

use std::cell::RefCell;
use std::time::{Duration, Instant};

use expr::{Dag, ExprId, Model};
use search::greedy::cost_model::{CostModel, Operations};
use solver::{Answer, Presence, Solver, SolverConfig, UnknownReason};

use crate::config::Config;
use crate::frontier::Open;
use crate::operations::OperationCounter;

/// Whether an outcome can be taken.
pub(crate) enum Feasible {
    /// With this model, or with the state's own.
    Yes(Option<Model>),
    No,
    Unknown,
}

pub(crate) struct Asker {
    pub solver: Solver,
    /// Work exploring has cost decision procedures.
    pub work: u64,
    /// When the time of the run is up.
    deadline: Option<Instant>,
    /// What solving has cost so far.
    pub costs: CostModel,
    pub operations: RefCell<OperationCounter>,
    floats: Presence,
}

impl Asker {
    pub fn new(config: &Config, started: Instant) -> Asker {
        let mut solver = Solver::new(SolverConfig {
            backend: config.solving.backend.clone(),
            time_limit: config.limits.max_solver_time.unwrap_or(Duration::from_secs(3600)),
            self_check: config.self_check,
            inject_unknown: config.solving.inject_unknown,
            inject_wrong: config.solving.inject_wrong,
            layers: config.solving.layers,
            ippc: config.solving.ippc,
            ippc_start: config.solving.ippc_start,
            record: config.solving.write_queries.clone(),
        });
        // Past a time that no clock can show there is no deadline.
        let deadline = config.limits.max_time.and_then(|limit| started.checked_add(limit));
        solver.set_deadline(deadline);
        let (costs, operations) = (CostModel::default(), RefCell::default());
        Asker { solver, work: 0, deadline, costs, operations, floats: Presence::of_floats() }
    }

    /// Time all questions have taken.
    pub fn time(&self) -> Duration {
        self.solver.stats().time
    }

    /// Whether a path can go on with a guard its model does not satisfy; `steps`: what that may cost.
    pub fn ask(&mut self, dag: &mut Dag, open: &Open, guard: ExprId, steps: Option<u64>) -> Answer {
        let before = self.solver.work();
        self.solver.set_allowance(steps);
        let answer = self.solver.check(dag, &open.path, guard, &open.state.model);
        self.solver.set_allowance(None);
        self.work += self.solver.work() - before;
        answer
    }

    /// The same; `None` if there is no answer without a decision procedure.
    pub fn ask_if_easy(&mut self, dag: &mut Dag, open: &Open, guard: ExprId) -> Option<Feasible> {
        feasible(self.solver.check_easily(dag, &open.path, guard, &open.state.model)?).ok()
    }

    /// The same; `None` if there is no answer in this time.
    pub fn ask_shortly(&mut self, dag: &mut Dag, open: &Open, guard: ExprId, limit: Duration) -> Option<Feasible> {
        let end = Instant::now() + limit;
        self.solver.set_deadline(Some(self.deadline.map_or(end, |deadline| deadline.min(end))));
        let answer = self.solver.check(dag, &open.path, guard, &open.state.model);
        self.solver.set_deadline(self.deadline);
        feasible(answer).ok()
    }

    /// Whether floats are computed in a condition.
    pub fn is_about_floats(&mut self, dag: &Dag, guard: ExprId) -> bool {
        self.floats.among(dag, &[guard])
    }

    /// The operations a question is about.
    pub fn operations(&mut self, dag: &Dag, open: &Open, guard: ExprId) -> Operations {
        self.operations.get_mut().of_query(dag, &open.path, guard)
    }
}

/// What an answer says, or why it says nothing.
pub(crate) fn feasible(answer: Answer) -> Result<Feasible, UnknownReason> {
    match answer {
        Answer::Sat(model) => Ok(Feasible::Yes(Some(model))),
        Answer::Unsat(_) => Ok(Feasible::No),
        Answer::Unknown(reason) => Err(reason),
    }
}
