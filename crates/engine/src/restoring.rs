//! Goes on from a [`Snapshot`]: follows the prefixes of its open states again, and takes over what it has counted and found.
//!
//! Prefixes are followed as a tree, so that what they share is executed once and shared again. No solver is asked: outcomes are
//! those that were taken, guards are assumed where they were, and the model comes with the prefix. Bugs, cuts and tests on the way
//! were noted the first time. A prefix that leads elsewhere now is cut, which keeps the verdict honest.
//!
//! What was learnt of joins is [known again](pruning::Learnt). What the finished parts of the tree above a restored state have taught
//! is gone, so nothing is learnt of what lies above it: its edge begins where it stands, with nothing above it.

use expr::{Dag, DefaultValue, Model, Node, VarId};
use machine::Stop;
use machine::checks::BugKind;
use machine::choice::Choice;
use program::ir::{FuncId, Program};
use pruning::Learnt;
use tree::{Child, StateId};

use crate::frontier::{FIRST, Open};
use crate::measure;
use crate::results::{CutReason, NodeFate, StopReason};
use crate::session::{Session, Way};
use crate::sketch::SketchId;
use crate::snapshot::{Prefix, Snapshot};
use crate::steps::{Row, Step};

/// Instructions executed before limits are looked at again.
const SLICE: u64 = 1_000_000;

/// A snapshot that can be gone on from.
#[derive(Clone, Debug)]
pub struct Restart {
    snapshot: Snapshot,
    /// What was learnt by then.
    learnt: Vec<Learnt>,
    /// The tree of rows of steps; the first is the beginning of the program, and has none.
    rows: Vec<TreeRow>,
}

#[derive(Clone, Debug)]
struct TreeRow {
    row: Option<Row>,
    below: Vec<usize>,
    /// The prefix that has written it, hence one of those that go through it.
    prefix: usize,
    /// Whether that prefix ends here.
    ends: bool,
}

impl Restart {
    /// Looks whether all of a snapshot can be understood; an error says what cannot.
    pub fn new(snapshot: Snapshot, program: &Program) -> Result<Restart, String> {
        let blocks: usize = program.functions.iter().map(|function| function.blocks.len()).sum();
        if snapshot.blocks.len() != blocks || snapshot.targets.iter().any(|&(n, _)| n >= program.targets.len()) {
            return Err("it is of another program".to_owned());
        }
        if let Some(width) = snapshot.variables.iter().map(|v| v.3).find(|width| !(1..=64).contains(width)) {
            return Err(format!("a variable of {width} bits"));
        }
        let is_known = |function: u32| (function as usize) < program.functions.len();
        let is_place = |place: (u32, u32)| is_known(place.0) && (place.1 as usize) < program.locations.len();
        if !snapshot.called_outside.iter().all(|&function| is_known(function))
            || !snapshot.bugs.iter().all(|bug| is_place(bug.place) && kind_named(&bug.bug().kind).is_some())
        {
            return Err("a bug or a function that the program does not have".to_owned());
        }
        let rows = tree_of_rows(&snapshot)?;
        let mut restart = Restart { snapshot, learnt: Vec::new(), rows };
        // Models refer to each other and to the variables.
        restart.models(&mut Dag::new())?;
        restart.rows.shrink_to_fit();
        Ok(restart)
    }

    /// States only, of a run that others keep the books of.
    pub(crate) fn of_states(
        variables: Vec<(String, u32, u32, u32)>,
        states: Vec<Prefix>,
        program: &Program,
    ) -> Result<Restart, String> {
        let blocks = program.functions.iter().map(|function| function.blocks.len()).sum();
        let blocks = vec![0; blocks];
        Restart::new(Snapshot { variables, states, blocks, ..Snapshot::default() }, program)
    }

    /// With what was learnt before the snapshot was made.
    pub fn with_learnt(self, learnt: Vec<Learnt>) -> Restart {
        Restart { learnt, ..self }
    }

    pub fn learnt(&self) -> &[Learnt] {
        &self.learnt
    }

    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// The models of all prefixes.
    fn models(&self, dag: &mut Dag) -> Result<Vec<Model>, String> {
        let variables = self.variables(dag);
        let mut models: Vec<Model> = Vec::with_capacity(self.snapshot.states.len());
        for prefix in &self.snapshot.states {
            let before = models.get(prefix.from.0 as usize).cloned();
            models.push(changed(before, &prefix.model, &variables)?);
        }
        test_models(&self.snapshot, &variables)?;
        Ok(models)
    }

    fn variables(&self, dag: &mut Dag) -> Vec<VarId> {
        let variable = |(name, instance, offset, width): &(String, u32, u32, u32)| {
            let e = dag.variable(name, *instance, *offset, *width);
            match dag.node(e) {
                Node::Var(var) => var,
                other => unreachable!("{other:?} is not a variable"),
            }
        };
        self.snapshot.variables.iter().map(variable).collect()
    }

    /// Prefixes that go through a row.
    fn prefixes_below(&self, row: usize) -> u64 {
        let mut count = 0;
        let mut left = vec![row];
        while let Some(row) = left.pop() {
            count += u64::from(self.rows[row].ends);
            left.extend(&self.rows[row].below);
        }
        count
    }
}

fn tree_of_rows(snapshot: &Snapshot) -> Result<Vec<TreeRow>, String> {
    let mut rows = vec![TreeRow { row: None, below: Vec::new(), prefix: 0, ends: false }];
    // Of each prefix: how many rows it shares, and the place of its first own one.
    let mut own: Vec<(u32, usize)> = Vec::with_capacity(snapshot.states.len());
    for (number, prefix) in snapshot.states.iter().enumerate() {
        let (line, kept) = (prefix.from.0 as usize, prefix.from.1);
        let mut at = match kept {
            0 => 0,
            _ => {
                let &(shared, first) =
                    own.get(line).ok_or_else(|| format!("state {number} begins like none before it"))?;
                let behind = kept.checked_sub(shared + 1).map(|more| first + more as usize);
                behind
                    .filter(|&at| at < rows.len())
                    .ok_or_else(|| format!("state {number} begins like none before it"))?
            }
        };
        own.push((kept, rows.len()));
        for text in prefix.steps.split(' ').filter(|text| !text.is_empty()) {
            let row: Row = text.parse().map_err(|error| format!("state {number}: {error}"))?;
            let place = rows.len();
            rows.push(TreeRow { row: Some(row), below: Vec::new(), prefix: number, ends: false });
            rows[at].below.push(place);
            at = place;
        }
        if rows[at].ends || rows[at].prefix != number || !rows[at].below.is_empty() {
            return Err(format!("state {number} is another one's beginning"));
        }
        rows[at].ends = true;
    }
    match rows.iter().any(|row| row.ends && !row.below.is_empty()) {
        true => Err("a state is another one's beginning".to_owned()),
        false => Ok(rows),
    }
}

/// The model that differs like this from another one.
fn changed(before: Option<Model>, changes: &str, variables: &[VarId]) -> Result<Model, String> {
    let mut model = before.unwrap_or_else(|| Model::new(DefaultValue::Zero));
    for change in changes.split(' ').filter(|change| !change.is_empty()) {
        let var = |number: &str| number.parse().ok().and_then(|number: usize| variables.get(number).copied());
        let read = match change.split_once('=') {
            Some((number, value)) => var(number).zip(u64::from_str_radix(value, 16).ok().map(Some)),
            None => change.strip_suffix('-').and_then(var).map(|var| (var, None)),
        };
        match read.ok_or_else(|| format!("'{change}' is no value of a variable"))? {
            (var, Some(value)) => model.set(var, value),
            (var, None) => model.unset(var),
        }
    }
    Ok(model)
}

fn test_models(snapshot: &Snapshot, variables: &[VarId]) -> Result<Vec<(u64, Model)>, String> {
    let mut models: Vec<(u64, Model)> = Vec::with_capacity(snapshot.test_models.len());
    for (test, changes) in &snapshot.test_models {
        let before = models.last().map(|(_, model)| model.clone());
        models.push((*test, changed(before, changes, variables)?));
    }
    Ok(models)
}

pub(crate) fn kind_named(name: &str) -> Option<BugKind> {
    BugKind::ALL.iter().copied().find(|kind| kind.name() == name)
}

/// A state on its way to the end of its prefix.
struct Traveller {
    id: StateId,
    open: Box<Open>,
    /// The row it is in, and how many of its steps it has taken.
    row: usize,
    done: u32,
    /// Tables of other parts that this process has explored are known again.
    knows_tables: bool,
}

/// A path that did not go where it went the first time.
struct Strayed(&'static str);

impl Session<'_> {
    pub(crate) fn restore(&mut self, restart: &Restart) {
        let snapshot = &restart.snapshot;
        let coverage = self.machine.coverage.with_counts(&snapshot.blocks, &snapshot.edges);
        self.take_over(restart);
        self.restore_states(FIRST, restart);
        restart.learnt.iter().for_each(|learnt| self.hear_learnt(learnt));
        // What was executed to get here was counted the first time.
        if let Some(coverage) = coverage {
            self.machine.coverage = coverage;
        }
        if self.config.exit_on_error && self.recording.bug_count() > 0 {
            self.stop.get_or_insert(StopReason::Bug);
        }
        if self.targets.are_asked_for() && self.targets.are_all_reached() {
            self.stop.get_or_insert(StopReason::Targets);
        }
    }

    /// What was counted and found.
    fn take_over(&mut self, restart: &Restart) {
        let snapshot = &restart.snapshot;
        self.ledger.paths = snapshot.explored.paths;
        self.ledger.forks = snapshot.explored.forks;
        self.ledger.instructions = snapshot.explored.instructions;
        self.ledger.choices = snapshot.choices;
        self.ledger.cuts.take_over(&snapshot.cuts);
        self.ledger.growth.take_over(&snapshot.growth, &snapshot.interpolation.growth);
        self.random.take_over(&snapshot.random);
        self.earlier.take_over(snapshot);
        let variables = restart.variables(&mut self.machine.dag);
        let models = test_models(snapshot, &variables).unwrap_or_default();
        self.recording.take_over(snapshot, models);
        self.targets.take_over(&snapshot.targets);
        self.machine.were_called_outside(snapshot.called_outside.iter().map(|&function| FuncId(function)));
    }

    /// Follows the prefixes from the start of the program, where `first` is, the only open state.
    pub(crate) fn restore_states(&mut self, first: StateId, restart: &Restart) {
        if restart.rows[0].ends {
            // Nothing was decided yet.
            return;
        }
        let Some(mut open) = self.frontier.states.take(first) else { return };
        self.forget_edges();
        open.edge = None;
        let models = restart.models(&mut self.machine.dag).unwrap_or_default();
        if models.is_empty() {
            return self.frontier.close(first);
        }
        let mut travellers = vec![Traveller { id: first, open, row: 0, done: 0, knows_tables: false }];
        while let Some(mut traveller) = travellers.pop() {
            let before = traveller.open.state.instructions;
            let arrived = self.travel(restart, &models, &mut traveller, &mut travellers);
            self.ledger.instructions += traveller.open.state.instructions - before;
            self.machine.repeated_proposal = None;
            match arrived {
                Ok(()) => {
                    self.recognise_tables(&mut traveller);
                    let Traveller { id, mut open, .. } = traveller;
                    self.edge_from_fork(None, id, &mut open);
                    self.frontier.states.put(id, open);
                }
                Err(why) => self.give_up(restart, &traveller, &why),
            }
        }
    }

    /// Before a state parts from others, so that all of them share what is known again.
    fn recognise_tables(&mut self, traveller: &mut Traveller) {
        if !std::mem::replace(&mut traveller.knows_tables, true) && self.learner.is_some() {
            self.machine.recognise_tables(&mut traveller.open.state);
        }
    }

    /// The prefixes that a state stands for are not followed.
    fn give_up(&mut self, restart: &Restart, traveller: &Traveller, Strayed(why): &Strayed) {
        let reason = match self.stop {
            // What was read can still be gone on from.
            Some(_) => {
                self.saving.never();
                CutReason::Interrupt
            }
            None => CutReason::Resumed,
        };
        let place = self.machine.place(&traveller.open.state, why);
        (0..restart.prefixes_below(traveller.row)).for_each(|_| self.ledger.cut_path(reason, place.clone()));
        self.frontier.close(traveller.id);
    }

    /// Takes a state to the end of its prefix; others that part from it on the way follow later.
    fn travel(
        &mut self,
        restart: &Restart,
        models: &[Model],
        traveller: &mut Traveller,
        later: &mut Vec<Traveller>,
    ) -> Result<(), Strayed> {
        loop {
            if self.stop.is_some() {
                return Err(Strayed(""));
            }
            let TreeRow { row, below, prefix, ends } = &restart.rows[traveller.row];
            traveller.open.state.model = models[*prefix].clone();
            let is_unsolved = *ends && restart.snapshot.states[*prefix].unsolved;
            if let Some(row) = row {
                while traveller.done < row.times {
                    let choice = self.next_choice(&mut traveller.open, row.step)?;
                    traveller.done += 1;
                    let last = is_unsolved && traveller.done == row.times;
                    self.repeat(&mut traveller.open, &choice, row.step, last)?;
                }
            }
            let [own, others @ ..] = &below[..] else {
                return self.arrive(&mut traveller.open, restart, *prefix);
            };
            let step_of = |row: &usize| restart.rows[*row].row.map(|row| row.step).ok_or(Strayed("it has no steps"));
            let choice = self.next_choice(&mut traveller.open, step_of(own)?)?;
            let unsolved = |row: &usize| {
                let TreeRow { row: steps, prefix, ends, .. } = &restart.rows[*row];
                *ends && restart.snapshot.states[*prefix].unsolved && steps.is_some_and(|row| row.times == 1)
            };
            if !others.is_empty() {
                self.recognise_tables(traveller);
                self.novelty.ran(&mut traveller.open);
                traveller.open.depth += 1;
                if let Some(learner) = &mut self.learner {
                    learner.paths_part(&mut self.machine, &traveller.open.state);
                }
                let mut children = vec![Child { outcome: step_of(own)?.outcome, state: traveller.id }];
                let mut strayed = Vec::new();
                for row in others {
                    let step = step_of(row)?;
                    let id = self.frontier.states.name();
                    let mut open = Box::new(traveller.open.fork());
                    open.state.model = models[restart.rows[*row].prefix].clone();
                    children.push(Child { outcome: step.outcome, state: id });
                    open.node = self.sketch_step(&traveller.open, &choice, step);
                    let repeated = self.repeat(&mut open, &choice, step, unsolved(row));
                    self.novelty.decided(&self.machine, &mut open, step.outcome);
                    let other = Traveller { id, open, row: *row, done: 1, knows_tables: true };
                    match repeated {
                        Ok(()) => later.push(other),
                        Err(why) => strayed.push((other, why)),
                    }
                }
                self.frontier.forked(traveller.id, &children);
                strayed.into_iter().for_each(|(other, why)| self.give_up(restart, &other, &why));
                self.novelty.decided(&self.machine, &mut traveller.open, step_of(own)?.outcome);
                traveller.open.node = self.sketch_step(&traveller.open, &choice, step_of(own)?);
            }
            traveller.row = *own;
            traveller.done = 1;
            traveller.open.state.model = models[restart.rows[*own].prefix].clone();
            self.repeat(&mut traveller.open, &choice, step_of(own)?, unsolved(own))?;
        }
    }

    /// Executes up to the choice that a step was taken at.
    fn next_choice(&mut self, open: &mut Open, step: Step) -> Result<Choice, Strayed> {
        self.machine.repeated_proposal = step.proposal;
        loop {
            match self.machine.run(&mut open.state, SLICE) {
                Stop::Choice(choice) if choice.proposal.is_some() != step.proposal.is_some() => {
                    return Err(Strayed("another choice came up"));
                }
                Stop::Choice(choice) => return Ok(choice),
                Stop::Join => {}
                Stop::Budget => self.look_at_limits()?,
                Stop::Exit(_) | Stop::Cut(..) => return Err(Strayed("it ended early")),
            }
        }
    }

    /// Takes a step once more.
    fn repeat(&mut self, open: &mut Open, choice: &Choice, step: Step, unsolved: bool) -> Result<(), Strayed> {
        let outcome = step.outcome as usize;
        if choice.proposal != step.proposal {
            return Err(Strayed("a choice was made of another value"));
        }
        let Some(decision) = choice.decision(outcome) else { return Err(Strayed("an outcome is not there any more")) };
        let guard = choice.alternatives[outcome].guard;
        match (unsolved, step.assumed) {
            (true, _) => open.unsolved = Some(guard),
            (false, true) => _ = open.path.add(&self.machine.dag, guard),
            (false, false) => {}
        }
        self.steps_on(open, choice, step, decision);
        Ok(())
    }

    /// A step, in the tree for people: what was finished before is not in it.
    fn sketch_step(&mut self, open: &Open, choice: &Choice, step: Step) -> Option<SketchId> {
        let outcome = step.outcome as usize;
        let guard = choice.alternatives.get(outcome)?.guard;
        self.sketch_way(open, Way { outcome, guard }, NodeFate::Open)
    }

    /// A state is where it was.
    fn arrive(&mut self, open: &mut Open, restart: &Restart, prefix: usize) -> Result<(), Strayed> {
        let (dag, eval) = (&self.machine.dag, &mut self.machine.eval);
        if !open.path.iter().all(|constraint| eval.holds(dag, constraint, &open.state.model)) {
            return Err(Strayed("its model does not lead there"));
        }
        let prefix = &restart.snapshot.states[prefix];
        open.depth = prefix.depth;
        open.state.new_coverage = prefix.new;
        self.look_at_limits()
    }

    /// Following prefixes may take as long as the run that wrote them, and as much memory.
    fn look_at_limits(&mut self) -> Result<(), Strayed> {
        if self.stop.is_none() && self.watch.is_due() {
            self.stop = self.watch.time_is_up();
            let limit = self.config.limits.max_memory.map(|limit| limit + limit / 2);
            if limit.is_some_and(|limit| measure::rss_bytes() > limit) {
                self.stop = Some(StopReason::Memory);
            }
        }
        if self.stop.is_some() { Err(Strayed("")) } else { Ok(()) }
    }
}

#[cfg(test)]
pub(crate) mod tests;
