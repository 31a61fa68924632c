//! Following an edge again, as a shadow: what has to hold for execution to take this very way.
//!
//! An outcome that nobody explored must be impossible. A false assumption may happen, and so may a bug that is known; one
//! that is not is an obligation, and the requirement that keeps it out names it, so that it can be retired (P16 section
//! II.D).

use expr::{Dag, ExprId};
use machine::checks::{BugId, Severity};
use machine::choice::{Choice, Outcome};
use machine::shadow::Demanded;
use machine::state::State;
use machine::{Machine, Stop};

use crate::condition::Conjunct;
use crate::edge::{Edge, EndKind};
use crate::inference::Inference;
use crate::separate::Links;

/// What an edge itself requires, gathered along it.
pub(super) struct Requirements {
    pub links: Links,
    pub conjuncts: Vec<Conjunct>,
    /// The same as they were met, with the values that are known under pins only.
    pub vague: Vec<ExprId>,
    /// Assumptions made on the way: what follows need hold only under them. They are as they were met.
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
            vague: Vec::new(),
            assumed: Vec::new(),
            taken: Vec::new(),
            harmless: Vec::new(),
        }
    }

    /// Adds a requirement, under the assumptions made so far that have to do with it.
    fn push(&mut self, machine: &mut Machine, formula: ExprId, guards: Option<BugId>) {
        if machine.dag.is_true(formula) {
            return;
        }
        let vague = machine.dag.all(&self.assumed);
        self.vague.push(machine.dag.implies(vague, formula));
        let formula = machine.demanded(formula);
        let assumed: Vec<Demanded> = self.assumed.iter().map(|&guard| machine.demanded(guard)).collect();
        self.conjuncts.extend(self.links.conjuncts(&mut machine.dag, &assumed, formula, guards));
    }

    /// The guards of the outcomes taken by the first instruction, and one more.
    fn taken_and(&self, dag: &mut Dag, guard: ExprId) -> ExprId {
        let mut all = self.taken.clone();
        all.push(guard);
        dag.all(&all)
    }
}

/// Instructions that the last edge of a path may take beyond those of the path, or as many as that took, if these are more.
const MORE: u64 = 4096;

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
    // Where nothing follows it does not matter after how many instructions the end comes: models of functions take more than their
    // quick versions. But a shadow that does not come to the end of its path, because it goes on behind an error, may go on for ever.
    let more = if leaf { MORE.max(end.instructions - first) } else { 0 };
    let last = end.instructions.saturating_add(more);
    loop {
        if state.instructions >= end.instructions && !leaf {
            return (state.instructions == end.instructions && state.decisions.is_empty()).then_some(());
        }
        // One instruction where the edge starts inside it or ends with it, all of the rest otherwise.
        let budget =
            if state.instructions == first { 1 } else { end.instructions.saturating_sub(state.instructions).max(1) };
        match inference.machine.run(state, budget) {
            Stop::Budget => {
                if state.instructions > last {
                    return None;
                }
            }
            Stop::Choice(choice) => {
                let inside_first = edge.starts_at_outcome() && state.instructions == first;
                let leads = inside_first && choice.kind.is_jump();
                let decided = leads.then(|| edge.start.decisions.get(state.decisions.len()).copied()).flatten();
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

/// The outcome of a choice that the path took: by the model. Only where the edge starts from a jump it is by its decision, for
/// outcomes that lead to known states have no model. Any other instruction may ask a shadow what it did not have to ask
/// the path, so its decisions are not told apart by their order.
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
            required.push(inference.machine, formula, Some(report.id()));
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
    let machine = &mut *inference.machine;
    let dag = &mut machine.dag;
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
        required.push(machine, formula, None);
        for (guard, bug) in open_bugs {
            let formula = machine.dag.not(guard);
            required.push(machine, formula, Some(bug));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::{
        FLAG, Lab, N, NUMBER, P, X, assume_flag, branch, bug, compute, condition, flag_if_below, program, required,
        returns, set, straight,
    };
    use expr::Node;
    use machine::checks::BugKind;
    use machine::state::FewPlaces;
    use program::ir::{BinOp, Inst, Operand, Program};

    /// `flag = x < 10; if (flag) n = 1; else n = 2;`
    fn forks() -> Program {
        program(vec![
            (vec![flag_if_below(X, 10)], branch(1, 2)),
            (vec![set(N, 1)], returns()),
            (vec![set(N, 2)], returns()),
        ])
    }

    /// `n = x / n`, whose divisor may be 0.
    fn divides() -> Program {
        straight(vec![compute(N, BinOp::UDiv, X, Operand::Reg(N))])
    }

    fn by_zero() -> BugId {
        bug(BugKind::DivisionByZero, 0, 0)
    }

    /// At the division with this divisor, which is an input.
    fn at_division(lab: &mut Lab, divisor: u64) -> State {
        let mut state = lab.start(divisor);
        state.frame.regs[N.index()] = state.frame.regs[X.index()];
        state
    }

    #[test]
    fn an_outcome_nobody_explored_must_be_impossible() {
        let program = forks();
        let mut lab = Lab::new(&program);
        let small = lab.below(lab.x, 10);
        let large = lab.not(small);
        for (x, expected) in [(3, small), (30, large)] {
            let start = lab.start(x);
            let edge = lab.last_edge(&start);
            let learnt = lab.learnt(&edge).unwrap();
            lab.assert_means(&learnt.conjuncts, expected);
            assert!(learnt.conjuncts.iter().all(|conjunct| conjunct.guards.is_none()), "no bug has to do with it");
        }
    }

    #[test]
    fn the_outcome_an_edge_starts_with_is_a_way_and_no_requirement() {
        let program = forks();
        let mut lab = Lab::new(&program);
        let mut start = lab.start(3);
        lab.walk(&mut start, Some(1));
        for (decision, x) in [(1, 3), (0, 30)] {
            let mut from = start.clone();
            let variable = from.inputs.in_order()[0].variables[0];
            from.model.set(variable, x);
            from.decisions.push(decision);
            let edge = lab.last_edge(&from);
            let ways = lab.ways(&edge).unwrap();
            let [way] = &ways[..] else { panic!("one way") };
            let expected = if decision == 1 { lab.flag } else { lab.not(lab.flag) };
            assert_eq!((way.taken, way.harmless.len()), (expected, 0));
            assert!(way.condition.conjuncts.is_empty());
        }
    }

    #[test]
    fn the_decision_leads_where_no_model_does() {
        let program = forks();
        let mut lab = Lab::new(&program);
        let mut start = lab.start(3);
        lab.walk(&mut start, Some(1));
        // The model says the other outcome.
        start.decisions.push(0);
        let edge = lab.last_edge(&start);
        let ways = lab.ways(&edge).unwrap();
        let large = lab.not(lab.flag);
        assert_eq!(ways.iter().map(|way| way.taken).collect::<Vec<_>>(), [large]);
    }

    #[test]
    fn what_follows_an_assumption_need_hold_only_under_it() {
        let program = straight(vec![flag_if_below(X, 10), assume_flag()]);
        let mut lab = Lab::new(&program);
        let start = lab.start(3);
        let edge = lab.last_edge(&start);
        assert!(lab.learnt(&edge).unwrap().conjuncts.is_empty(), "a false assumption may happen");

        let assumed = lab.below(lab.x, 10);
        let (follows, smaller, other) = (lab.below(lab.x, 20), lab.below(lab.x, 5), lab.below(lab.n, 5));
        let under = lab.implies(assumed, smaller);
        for (below, expected) in [(follows, None), (smaller, Some(under)), (other, Some(other))] {
            let edge = lab.edge(&start, 2, EndKind::Subsumed(condition(&[below])));
            let learnt = lab.learnt(&edge).unwrap();
            let expected = expected.unwrap_or_else(|| lab.truth());
            lab.assert_means(&learnt.conjuncts, expected);
        }
    }

    #[test]
    fn a_path_that_ends_at_a_false_assumption_speaks_of_no_other() {
        let program = straight(vec![flag_if_below(X, 10), assume_flag(), set(N, 1)]);
        let mut lab = Lab::new(&program);
        let start = lab.start(30);
        let edge = lab.last_edge(&start);
        let learnt = lab.learnt(&edge).unwrap();
        let small = lab.below(lab.x, 10);
        let expected = lab.not(small);
        lab.assert_means(&learnt.conjuncts, expected);
    }

    #[test]
    fn an_assumption_at_the_start_of_an_edge_is_harmless_where_it_is_false() {
        let program = straight(vec![assume_flag()]);
        let mut lab = Lab::new(&program);
        let mut start = lab.start(3);
        start.frame.regs[FLAG.index()] = machine::value::Value::Expr(lab.flag);
        let Node::Var(flag) = lab.machine.dag.node(lab.flag) else { panic!("a variable") };
        start.model.set(flag, 1);
        start.decisions.push(1);
        let edge = lab.last_edge(&start);
        let ways = lab.ways(&edge).unwrap();
        let fails = lab.not(lab.flag);
        assert_eq!((ways[0].taken, &ways[0].harmless[..]), (lab.flag, &[fails][..]));
    }

    #[test]
    fn what_only_a_shadow_asks_does_not_take_the_decisions_of_the_path() {
        // `n = number[x]`, entered where x is said to be 0. The path has asked for the place, the shadow for the object first.
        let add = Inst::PtrAdd {
            dst: P,
            base: Operand::Imm(NUMBER),
            index: Operand::Reg(X),
            index_width: 32,
            scale: 4,
            offset: 0,
            inbounds: false,
        };
        let load = Inst::Load { dst: N, width: 32, bytes: 4, addr: Operand::Reg(P) };
        let program = straight(vec![add, load]);
        let mut lab = Lab::new(&program);
        let mut start = lab.start(1);
        start.few_places = FewPlaces::Apart;
        lab.walk(&mut start, Some(1));
        let mut decisions = 0;
        while let Stop::Choice(choice) = lab.machine.run(&mut start, 1) {
            let taken = lab.machine.outcome_under(&choice, &start.model).unwrap();
            start.decisions.extend(choice.decision(taken));
            decisions += 1;
            if decisions == 2 {
                break;
            }
        }
        assert_eq!(start.decisions, [1, 1], "inside, and at the second place");
        let edge = lab.last_edge(&start);
        let ways = lab.ways(&edge).unwrap();
        let never = lab.not(ways[0].taken);
        assert!(!lab.is_valid(never), "a way that can be taken");
    }

    #[test]
    fn a_bug_nobody_has_found_is_kept_out_by_name() {
        let program = divides();
        let mut lab = Lab::new(&program);
        let start = at_division(&mut lab, 3);
        let edge = lab.last_edge(&start);
        let learnt = lab.learnt(&edge).unwrap();
        let zero = lab.is(lab.n, 0);
        let expected = lab.not(zero);
        lab.assert_means(&learnt.conjuncts, expected);
        assert!(learnt.conjuncts.iter().all(|conjunct| conjunct.guards == Some(by_zero())), "{learnt:?}");
    }

    #[test]
    fn a_bug_that_is_known_may_happen() {
        let program = divides();
        let mut lab = Lab::new(&program);
        let start = at_division(&mut lab, 3);
        lab.known.insert(by_zero());
        let edge = lab.last_edge(&start);
        assert!(lab.learnt(&edge).unwrap().conjuncts.is_empty());
        lab.known.clear();
        lab.policy.keeps_out_errors = false;
        assert!(lab.learnt(&edge).unwrap().conjuncts.is_empty(), "or none is to be kept out");
    }

    #[test]
    fn what_follows_a_known_bug_need_hold_only_without_it() {
        let program = divides();
        let mut lab = Lab::new(&program);
        let start = at_division(&mut lab, 3);
        lab.known.insert(by_zero());
        let small = lab.below(lab.x, 5);
        // The dividend is linked with the divisor through the input.
        let edge = lab.edge(&start, 1, EndKind::Subsumed(condition(&[small])));
        let learnt = lab.learnt(&edge).unwrap();
        let zero = lab.is(lab.n, 0);
        let fine = lab.not(zero);
        let expected = lab.implies(fine, small);
        lab.assert_means(&learnt.conjuncts, expected);
    }

    #[test]
    fn a_path_into_a_bug_teaches_something_once_it_is_known() {
        let program = divides();
        let mut lab = Lab::new(&program);
        let start = at_division(&mut lab, 0);
        let edge = lab.last_edge(&start);
        assert!(lab.ways(&edge).is_none(), "only a bug that was reported ends an edge");
        lab.known.insert(by_zero());
        let learnt = lab.learnt(&edge).unwrap();
        let expected = lab.is(lab.n, 0);
        lab.assert_means(&learnt.conjuncts, expected);
    }

    #[test]
    fn a_bug_at_the_start_of_an_edge_is_on_no_way_until_it_is_known() {
        let program = divides();
        let mut lab = Lab::new(&program);
        let mut start = at_division(&mut lab, 3);
        start.decisions.push(1);
        let edge = lab.last_edge(&start);
        let zero = lab.is(lab.n, 0);
        let fine = lab.not(zero);
        let ways = lab.ways(&edge).unwrap();
        assert_eq!((ways[0].taken, ways[0].harmless.len()), (fine, 0));
        lab.known.insert(by_zero());
        let ways = lab.ways(&edge).unwrap();
        assert_eq!((ways[0].taken, &ways[0].harmless[..]), (fine, &[zero][..]));
    }

    #[test]
    fn a_bug_after_which_the_program_goes_on_splits_nothing() {
        let program = straight(vec![compute(X, BinOp::Shl, X, Operand::Reg(N))]);
        let mut lab = Lab::new(&program);
        for amount in [3, 40] {
            let start = at_division(&mut lab, amount);
            let edge = lab.last_edge(&start);
            lab.known.clear();
            let learnt = lab.learnt(&edge).unwrap();
            let expected = lab.below(lab.n, 32);
            lab.assert_means(&learnt.conjuncts, expected);
            let shift = bug(BugKind::ShiftOutOfRange, 0, 0);
            assert!(learnt.conjuncts.iter().all(|conjunct| conjunct.guards == Some(shift)));
            lab.known.insert(shift);
            assert!(lab.learnt(&edge).unwrap().conjuncts.is_empty());
        }
    }

    #[test]
    fn what_cannot_be_executed_teaches_nothing() {
        let mut program = straight(vec![Inst::Unsupported { reason: 0 }]);
        program.unsupported.push("no such thing".to_string());
        let mut lab = Lab::new(&program);
        let start = lab.start(3);
        let mut edge = lab.last_edge(&start);
        assert!(lab.ways(&edge).is_none());
        edge.end.as_mut().unwrap().instructions = 1;
        assert!(lab.ways(&edge).is_none());
    }

    #[test]
    fn an_edge_that_goes_on_is_not_one_that_ends() {
        let program = straight(vec![set(N, 1)]);
        let mut lab = Lab::new(&program);
        let start = lab.start(3);
        let mut edge = lab.edge(&start, 1, EndKind::Continues);
        // The program ends before this many instructions are executed.
        edge.end.as_mut().unwrap().instructions = 9;
        assert!(lab.ways(&edge).is_none());
    }

    #[test]
    fn requirements_are_made_under_the_assumptions_so_far() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let start = lab.start(3);
        let edge = lab.last_edge(&start);
        let (assumed, smaller, always) = (lab.below(lab.x, 10), lab.below(lab.x, 5), lab.truth());
        let mut requirements = Requirements::new(&edge);
        requirements.push(&mut lab.machine, always, None);
        assert!(requirements.conjuncts.is_empty());
        requirements.push(&mut lab.machine, smaller, None);
        requirements.assumed.push(assumed);
        requirements.push(&mut lab.machine, smaller, Some(by_zero()));
        let under = lab.implies(assumed, smaller);
        let last = Conjunct { formula: under, guards: Some(by_zero()) };
        assert_eq!(requirements.conjuncts, [required(smaller), last]);
    }
}
