//! Writes a running session down as a [`Snapshot`]: between two turns, when every open state is in the frontier.
//!
//! Costs what is new about the states, not their lengths: of steps and models that states share each is visited once. When it is
//! done is a question of time: often enough that a kill costs seconds, seldom enough that it costs little.

use std::fmt::Write;
use std::time::{Duration, Instant};

use expr::{Dag, DefaultValue, Model, VarId};
use machine::choice::Outcome;
use rustc_hash::FxHashMap;
use tree::StateId;

use crate::frontier::Open;
use crate::results::{Cut, CutReason, Exploration, RandomExecutions};
use crate::session::Session;
use crate::snapshot::{Prefix, RandomState, Snapshot};
use crate::steps::Row;

/// The time between two writings is at least this many times what one takes.
const SHARE: u32 = 60;

/// When the frontier is written next.
pub(crate) struct Saving {
    next: Instant,
    interval: Duration,
    /// Not sooner than this, whatever happens.
    earliest: Instant,
    /// What the last writing took, and of how many states.
    last: (Duration, usize),
    /// Whether there is anything to be written: what was read and could not be followed again is better than what is left of it.
    is_wanted: bool,
}

impl Saving {
    pub fn new(started: Instant, interval: Duration, is_wanted: bool) -> Saving {
        Saving { next: started + interval, interval, earliest: started, last: (Duration::ZERO, 1), is_wanted }
    }

    /// Something was found that is not to be looked for again.
    pub fn soon(&mut self) {
        self.next = self.next.min(self.earliest);
    }

    /// What was written before is to stay.
    pub fn never(&mut self) {
        self.is_wanted = false;
    }

    /// How long it would take by now, with so many open states: a run that is to end in time begins to end earlier by this.
    pub fn expected(&self, states: usize) -> Duration {
        let (took, of) = self.last;
        match self.is_wanted {
            true => took.mul_f64(states as f64 / of.max(1) as f64),
            false => Duration::ZERO,
        }
    }

    fn took(&mut self, started: Instant, states: usize) {
        let now = Instant::now();
        self.last = (now - started, states);
        self.earliest = now + (now - started) * SHARE;
        self.next = self.earliest.max(now + self.interval);
    }
}

impl Session<'_> {
    /// Hands the run as it stands to the sink, if it is time.
    pub(crate) fn save_if_due(&mut self) {
        if Instant::now() >= self.saving.next {
            self.save();
        }
    }

    /// Hands the run as it stands to the sink.
    pub(crate) fn save(&mut self) {
        if !self.saving.is_wanted {
            return;
        }
        let started = Instant::now();
        let snapshot = self.snapshot();
        self.recording.frontier(&snapshot);
        // Behind it: the bugs that were known to who has learnt are in there.
        if let Some(learnt) = self.learnt().filter(|_| !snapshot.states.is_empty()) {
            self.recording.learnt(&learnt);
        }
        self.saving.took(started, self.frontier.states.len());
    }

    pub(crate) fn snapshot(&mut self) -> Snapshot {
        let mut variables = Variables::default();
        let states = self.prefixes(&self.frontier.states.ids(), &mut variables);
        let test_models = test_models(self.recording.models(), &self.machine.dag, &mut variables);
        let (blocks, edges) = self.machine.coverage.counts();
        let (growth, saved) = self.ledger.growth.points();
        let (blocks, edges) = self.elsewhere.own_counts(blocks, edges);
        let mut interpolation = self.interpolation(saved);
        // It is about the whole program, which was not explored in one piece.
        interpolation.root_condition = None;
        Snapshot {
            explored: Exploration {
                paths: self.ledger.paths,
                tests: self.recording.tests(),
                instructions: self.ledger.instructions,
                forks: self.ledger.forks,
            },
            cuts: self.cuts_with_waiting(),
            time: self.begun.elapsed(),
            queries: self.queries(),
            interpolation,
            growth,
            random: RandomState {
                executions: RandomExecutions { runs: self.random.runs, time: self.random.time },
                instructions: self.random.instructions,
                draws_inputs: self.random.draws_inputs,
                has_effects: self.random.has_effects,
                numbers: self.random.place(),
            },
            choices: self.ledger.choices,
            self_check: self.self_check().unwrap_or_default(),
            bugs: self.recording.kept_bugs().to_vec(),
            targets: self.targets.reached(),
            called_outside: self.machine.called_outside().iter().map(|function| function.0).collect(),
            blocks,
            edges,
            variables: variables.into_list(&self.machine.dag),
            test_models,
            states,
        }
    }

    /// What was left out, and what whoever goes on will leave out.
    fn cuts_with_waiting(&self) -> Vec<Cut> {
        let mut cuts = self.ledger.cuts.clone();
        for open in self.frontier.states.ids().iter().filter_map(|&id| self.frontier.states.get(id)) {
            if !can_be_followed(open) {
                let what = "a question that waited when the run was written down";
                cuts.add(CutReason::Solver, self.machine.place(&open.state, what));
            }
        }
        cuts.list()
    }

    /// These open states, as far as they can be followed again.
    pub(crate) fn prefixes(&self, ids: &[StateId], variables: &mut Variables) -> Vec<Prefix> {
        let dag = &self.machine.dag;
        let mut prefixes = Vec::with_capacity(ids.len());
        let mut models: Vec<Model> = Vec::with_capacity(ids.len());
        // Of each row of steps that was written, the prefix that has it and how many rows that has up to it.
        let mut written: FxHashMap<usize, (u32, u32)> = FxHashMap::default();
        let open_states = ids.iter().filter_map(|&id| self.frontier.states.get(id));
        for open in open_states.filter(|open| can_be_followed(open)) {
            let number = prefixes.len() as u32;
            let mut from = (0, 0);
            let mut own: Vec<(usize, Row)> = Vec::new();
            for (name, row) in open.steps.rows() {
                if let Some(&place) = written.get(&name) {
                    from = place;
                    break;
                }
                own.push((name, row));
            }
            own.reverse();
            let mut steps = String::with_capacity(2 * own.len());
            for (index, (name, row)) in own.into_iter().enumerate() {
                written.insert(name, (number, from.1 + index as u32 + 1));
                let space = if index > 0 { " " } else { "" };
                // Writing to a string cannot fail.
                let _ = write!(steps, "{space}{row}");
            }
            let model = model_of(open, dag);
            let text = match models.get(from.0 as usize) {
                Some(before) => variables.changes(dag, &model, before),
                None => variables.changes(dag, &model, &Model::new(DefaultValue::Zero)),
            };
            models.push(model);
            prefixes.push(Prefix {
                from,
                steps,
                model: text,
                depth: open.depth,
                new: open.state.new_coverage,
                unsolved: open.unsolved.is_some(),
            });
        }
        prefixes
    }
}

/// Whether a state has decided something that can be followed again. A bug about which a hard question waits has not.
pub(crate) fn can_be_followed(open: &Open) -> bool {
    open.put_off.as_ref().is_none_or(|put_off| matches!(put_off.outcome, Outcome::Continue(_)))
}

/// The model of a state, without values that depend on how variables are numbered.
fn model_of(open: &Open, dag: &Dag) -> Model {
    let model = &open.state.model;
    match model.default_value() {
        DefaultValue::Zero => model.clone(),
        DefaultValue::Random(_) => {
            let inputs = open.state.inputs.in_order();
            let constrained = open.path.iter().chain(open.unsolved).flat_map(|constraint| dag.vars(constraint));
            let mentioned = inputs.iter().flat_map(|input| input.variables.iter()).chain(constrained).copied();
            let mut all = Model::new(DefaultValue::Zero);
            mentioned.for_each(|var| all.set(var, model.get(var, dag.var_info(var).width)));
            model.iter().for_each(|(var, value)| all.set(var, value));
            all
        }
    }
}

/// The inputs of tests. What only a random default tells is not kept: it shows which lines a test executes, no more.
fn test_models(models: &[(u64, Model)], dag: &Dag, variables: &mut Variables) -> Vec<(u64, String)> {
    let mut before = &Model::new(DefaultValue::Zero);
    let mut texts = Vec::with_capacity(models.len());
    for (test, model) in models {
        texts.push((*test, variables.changes(dag, model, before)));
        before = model;
    }
    texts
}

/// The variables of a snapshot, by number.
#[derive(Default)]
pub(crate) struct Variables {
    numbers: FxHashMap<VarId, usize>,
    list: Vec<VarId>,
}

impl Variables {
    fn number(&mut self, var: VarId) -> usize {
        *self.numbers.entry(var).or_insert_with(|| {
            self.list.push(var);
            self.list.len() - 1
        })
    }

    /// What leads from one model to another: `number=value` in hexadecimal, or `number-` for what has no value any more.
    fn changes(&mut self, dag: &Dag, model: &Model, before: &Model) -> String {
        let mut text = String::new();
        model.changes(before, |var, value| {
            if !text.is_empty() {
                text.push(' ');
            }
            let number = self.number(var);
            // Writing to a string cannot fail.
            let _ = match value {
                Some(value) => write!(text, "{number}={:x}", value & mask(dag.var_info(var).width)),
                None => write!(text, "{number}-"),
            };
        });
        text
    }

    pub fn into_list(self, dag: &Dag) -> Vec<(String, u32, u32, u32)> {
        let described = |var: VarId| {
            let info = dag.var_info(var);
            (info.name.to_string(), info.instance, info.offset, info.width)
        };
        self.list.into_iter().map(described).collect()
    }
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}
