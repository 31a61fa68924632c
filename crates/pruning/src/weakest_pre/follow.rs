//! Following an edge again, as a shadow: what has to hold for execution to take this very way.
//!
//! An outcome that nobody explored must be impossible. A false assumption may happen, and so may a bug that is known; one
//! that is not is an obligation, and the requirement that keeps it out names it, so that it can be retired (P16 section
//! II.D).

use expr::{Dag, ExprId};
use machine::Stop;
use machine::checks::{BugId, Severity};
use machine::choice::{Choice, Outcome};
use machine::state::State;

use crate::condition::Conjunct;
use crate::edge::{Edge, EndKind};
use crate::inference::Inference;
use crate::separate::Links;

/// What an edge itself requires, gathered along it.
pub(super) struct Requirements {
    pub links: Links,
    pub conjuncts: Vec<Conjunct>,
    /// Assumptions made on the way: what follows need hold only under them.
    pub assumed: Vec<ExprId>,
    /// Guards of the outcomes taken by the first instruction, where the edge starts inside it.
    pub taken: Vec<ExprId>,
    pub harmless: Vec<ExprId>,
}

impl Requirements {
    pub fn new(edge: &Edge) -> Requirements {
        Requirements {
            links: Links::new(&edge.start),
            conjuncts: Vec::new(),
            assumed: Vec::new(),
            taken: Vec::new(),
            harmless: Vec::new(),
        }
    }

    /// Adds a requirement, under the assumptions made so far that have to do with it.
    fn push(&mut self, dag: &mut Dag, formula: ExprId, guards: Option<BugId>) {
        if dag.is_true(formula) {
            return;
        }
        let formula = self.links.guarded(dag, &self.assumed, formula);
        self.conjuncts.push(Conjunct { formula, guards });
    }

    /// The guards of the outcomes taken by the first instruction, and one more.
    fn taken_and(&self, dag: &mut Dag, guard: ExprId) -> ExprId {
        let mut all = self.taken.clone();
        all.push(guard);
        dag.all(&all)
    }
}

/// Runs the shadow to the end of the edge.
pub(super) fn follow(
    inference: &mut Inference,
    edge: &Edge,
    state: &mut State,
    required: &mut Requirements,
) -> Option<()> {
    let end = edge.end.as_ref()?;
    let first = edge.start.instructions;
    let leaf = matches!(end.kind, EndKind::Leaf);
    loop {
        if state.instructions >= end.instructions && !leaf {
            return (state.instructions == end.instructions && state.decisions.is_empty()).then_some(());
        }
        // One instruction where the edge starts inside it or ends with it, all of the rest otherwise.
        let budget = if state.instructions == first { 1 } else { (end.instructions - state.instructions).max(1) };
        match inference.machine.run(state, budget) {
            Stop::Budget => {
                if state.instructions > end.instructions {
                    return None;
                }
            }
            Stop::Choice(choice) => {
                let inside_first = edge.starts_at_outcome() && state.instructions == first;
                let decided = inside_first.then(|| edge.start.decisions.get(state.decisions.len()).copied()).flatten();
                let taken = outcome_taken(inference, state, &choice, decided)?;
                match take(inference, state, &choice, taken, required, inside_first)? {
                    Took::GoesOn => {}
                    Took::Ended => return leaf.then_some(()),
                }
            }
            Stop::Exit(_) => return leaf.then_some(()),
            Stop::Cut(..) | Stop::Join => return None,
        }
    }
}

enum Took {
    GoesOn,
    Ended,
}

/// The outcome of a choice that the path took: by its decision at the fork the edge starts from, by the model from there on.
fn outcome_taken(inference: &mut Inference, state: &State, choice: &Choice, decided: Option<u64>) -> Option<usize> {
    match decided {
        Some(decision) => choice.with_decision(decision),
        None => inference.machine.outcome_under(choice, &state.model),
    }
}

/// Takes an outcome and notes what that relies on.
fn take(
    inference: &mut Inference,
    state: &mut State,
    choice: &Choice,
    taken: usize,
    required: &mut Requirements,
    inside_first: bool,
) -> Option<Took> {
    // Bugs after which the program goes on split nothing.
    if let Some((report, decision, guard)) = choice.alternatives.iter().find_map(|a| match &a.outcome {
        Outcome::Bug(report, decision) if report.kind.severity() == Severity::GoesOn => {
            Some((report, *decision, a.guard))
        }
        _ => None,
    }) {
        if inference.keeps_out(report) {
            let formula = inference.machine.dag.not(guard);
            required.push(&mut inference.machine.dag, formula, Some(report.id()));
        }
        state.decisions.push(decision);
        return Some(Took::GoesOn);
    }
    // Outcomes beside the one taken that may happen, and those that would be a bug nobody has found yet.
    let mut harmless = Vec::new();
    let mut open_bugs = Vec::new();
    let mut assumption = false;
    for (index, alternative) in choice.alternatives.iter().enumerate() {
        match &alternative.outcome {
            Outcome::Discard => {
                assumption = true;
                harmless.extend((index != taken).then_some(alternative.guard));
            }
            Outcome::Bug(report, _) if !inference.keeps_out(report) => {
                assumption = true;
                harmless.extend((index != taken).then_some(alternative.guard));
            }
            // Only a bug that was reported ends an edge.
            Outcome::Bug(..) if index == taken => return None,
            Outcome::Bug(report, _) => open_bugs.push((alternative.guard, report.id())),
            Outcome::Continue(_) | Outcome::Cut(..) => {}
        }
    }
    let guard = choice.alternatives[taken].guard;
    let dag = &mut inference.machine.dag;
    if inside_first {
        // What the other outcomes do is told by the edges beside this one; a bug nobody has found is in none of them.
        for harmless in harmless {
            let harmless = required.taken_and(dag, harmless);
            required.harmless.push(harmless);
        }
        required.taken.push(guard);
    } else {
        let mut possible = vec![guard];
        possible.extend(harmless);
        possible.extend(open_bugs.iter().map(|(guard, _)| *guard));
        let formula = dag.any(&possible);
        required.push(dag, formula, None);
        for (guard, bug) in open_bugs {
            let formula = dag.not(guard);
            required.push(dag, formula, Some(bug));
        }
    }
    match &choice.alternatives[taken].outcome {
        Outcome::Continue(decision) => {
            if assumption && !inside_first {
                required.assumed.push(guard);
            }
            state.decisions.push(*decision);
            Some(Took::GoesOn)
        }
        Outcome::Bug(..) | Outcome::Discard => Some(Took::Ended),
        Outcome::Cut(..) => None,
    }
}
