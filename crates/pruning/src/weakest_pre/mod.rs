//! The weakest precondition of an edge: the condition at its start, from the conditions at its end (P21 section 5, the
//! backward rules of Fig. 6).
//!
//! The machine runs the edge again as a shadow (see [`machine::shadow`]); what the end's registers and bytes are over
//! those of the start is then a substitution, and the conditions below are pulled back by applying it ([`merge`]). The
//! choices on the way give the requirements that execution takes this way ([`follow`]): an outcome nobody explored must be
//! impossible, a false assumption and a bug that is found already may happen.

mod either;
mod follow;
mod inputs;
mod merge;
#[cfg(test)]
mod random_edges;

use std::rc::Rc;

use expr::{Dag, ExprId, VarId};
use machine::shadow::{Accesses, Location};

use crate::condition::Condition;
use crate::edge::{Edge, End, EndKind, position};
use crate::inference::Inference;
use follow::Requirements;

/// One way on from a point: the outcome it takes, and what must hold if it is taken.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// Holds exactly where execution takes this way.
    taken: ExprId,
    /// Where execution ends without anything new.
    harmless: Vec<ExprId>,
    pub condition: Rc<Condition>,
}

/// Instructions of an edge beyond which it is not worth going through again.
const MAX_EDGE: u64 = 10_000_000;

/// The ways an edge stands for, or `None` where nothing can be said.
pub(crate) fn ways(inference: &mut Inference, edge: &Edge) -> Option<Vec<Way>> {
    let end = edge.end.as_ref()?;
    if matches!(end.kind, EndKind::Impossible) {
        return Some(Vec::new());
    }
    let length = end.instructions - edge.start.instructions;
    if length == 0 && edge.starts_at_outcome() && matches!(end.kind, EndKind::Continues) {
        // A second question of the same instruction: the edges below start at the same place.
        return Some(edge.ways.clone());
    }
    if length > MAX_EDGE {
        return None;
    }
    let below = match &end.kind {
        EndKind::Continues => edge.ways.clone(),
        EndKind::Leaf | EndKind::Impossible => Vec::new(),
        EndKind::Subsumed(entry) => {
            let taken = inference.machine.dag.truth(true);
            vec![Way { taken, harmless: Vec::new(), condition: entry.clone() }]
        }
    };
    let asked_for = merge::program_variables(&inference.machine.dag, &below);
    match pulled_back(inference, edge, end, &below, &asked_for, Accesses::Inside) {
        // What may be anywhere inside can be too much to say.
        PulledBack::TooMuch => match pulled_back(inference, edge, end, &below, &asked_for, Accesses::Pinned) {
            PulledBack::Ways(ways) => Some(ways),
            PulledBack::TooMuch | PulledBack::Nothing => None,
        },
        PulledBack::Ways(ways) => Some(ways),
        PulledBack::Nothing => None,
    }
}

enum PulledBack {
    Ways(Vec<Way>),
    /// Nothing could be said, and accesses that are pinned might say less.
    TooMuch,
    Nothing,
}

/// The ways below an edge, pulled back over it.
fn pulled_back(
    inference: &mut Inference,
    edge: &Edge,
    end: &End,
    below: &[Way],
    asked_for: &[(VarId, Location)],
    accesses: Accesses,
) -> PulledBack {
    let mut state = inference.machine.begin_shadow(&edge.start, &end.model);
    inference.machine.set_accesses(accesses);
    if matches!(end.kind, EndKind::Leaf) {
        inference.machine.goes_to_the_end();
    }
    for &(_, location) in asked_for {
        inference.machine.will_ask_for(&state, location);
    }
    let mut required = Requirements::new(edge);
    let followed = follow::follow(inference, edge, &mut state, &mut required);
    let position = position(&state);
    let mut shadow = inference.machine.end_shadow(state);
    let same_end = position == end.position && shadow.state.memory.next_heap() == end.next_heap;
    let is_there = matches!(end.kind, EndKind::Leaf) || same_end;
    let ways = match followed.filter(|()| is_there) {
        Some(()) => merge::merged(inference, edge, &mut shadow, required, below, asked_for),
        None => None,
    };
    match ways {
        Some(ways) => PulledBack::Ways(ways),
        None if shadow.on_demand.is_used() => PulledBack::TooMuch,
        None => PulledBack::Nothing,
    }
}

/// Registers held as plain bits come 64 bits wide.
pub(crate) fn fit(dag: &mut Dag, e: ExprId, width: u32) -> ExprId {
    let have = dag.width(e);
    if have > width { dag.extract(e, 0, width) } else { dag.zext(e, width) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::{Lab, N, X, allocate, compute, condition, load_n, program, returns, set, store_n, straight};
    use machine::shadow::ObjectFact;
    use program::ir::{BinOp, Operand};

    /// A way on that takes `taken` and requires the formulas.
    pub(super) fn way(taken: ExprId, formulas: &[ExprId]) -> Way {
        Way { taken, harmless: Vec::new(), condition: condition(formulas) }
    }

    #[test]
    fn an_assignment_is_put_into_the_condition_below() {
        let program = straight(vec![compute(X, BinOp::Add, X, Operand::Imm(1))]);
        let mut lab = Lab::new(&program);
        let start = lab.start(3);
        let mut edge = lab.edge(&start, 1, EndKind::Continues);
        let (always, small) = (lab.truth(), lab.below(lab.x, 10));
        edge.ways = vec![way(always, &[small])];
        let learnt = lab.learnt(&edge).unwrap();
        let one = lab.machine.dag.constant(1, 32);
        let sum = lab.machine.dag.add(lab.x, one);
        let expected = lab.below(sum, 10);
        lab.assert_means(&learnt.conjuncts, expected);
        let largest = lab.is(lab.x, u32::MAX.into());
        let wraps = lab.implies(largest, expected);
        assert!(lab.is_valid(wraps), "the largest number becomes 0");
    }

    #[test]
    fn what_is_stored_is_what_the_bytes_were_about() {
        let program = straight(vec![store_n()]);
        let mut lab = Lab::new(&program);
        let start = lab.start(0);
        let mut edge = lab.edge(&start, 1, EndKind::Continues);
        let (always, small) = (lab.truth(), lab.below(lab.number, 10));
        edge.ways = vec![way(always, &[small])];
        let learnt = lab.learnt(&edge).unwrap();
        let expected = lab.below(lab.n, 10);
        lab.assert_means(&learnt.conjuncts, expected);
        assert!(matches!(learnt.objects[..], [ObjectFact::Live { capacity: 8, .. }]), "the object must be there");
    }

    #[test]
    fn what_is_loaded_is_required_of_the_bytes() {
        let program = straight(vec![load_n()]);
        let mut lab = Lab::new(&program);
        let start = lab.start(0);
        let mut edge = lab.edge(&start, 1, EndKind::Continues);
        let (always, small, x) = (lab.truth(), lab.below(lab.n, 10), lab.below(lab.x, 7));
        edge.ways = vec![way(always, &[small, x])];
        let learnt = lab.learnt(&edge).unwrap();
        let bytes = lab.below(lab.number, 10);
        let expected = lab.and(bytes, x);
        lab.assert_means(&learnt.conjuncts, expected);
    }

    #[test]
    fn nothing_is_learnt_when_the_shadow_ends_elsewhere() {
        let program = straight(vec![compute(N, BinOp::Add, X, Operand::Imm(1)), set(N, 2)]);
        let mut lab = Lab::new(&program);
        let start = lab.start(0);
        let edge = |lab: &mut Lab| lab.edge(&start, 1, EndKind::Continues);
        let right = edge(&mut lab);
        assert!(lab.ways(&right).is_some());
        let mut elsewhere = edge(&mut lab);
        elsewhere.end.as_mut().unwrap().position[0].2 += 1;
        assert!(lab.ways(&elsewhere).is_none(), "at another instruction");
        let mut other_heap = edge(&mut lab);
        other_heap.end.as_mut().unwrap().next_heap += 1;
        assert!(lab.ways(&other_heap).is_none(), "with another heap");
    }

    #[test]
    fn a_state_that_was_subsumed_must_end_where_the_entry_is_too() {
        let program = straight(vec![compute(N, BinOp::Add, X, Operand::Imm(1)), set(N, 2)]);
        let mut lab = Lab::new(&program);
        let start = lab.start(0);
        let mut edge = lab.edge(&start, 1, EndKind::Subsumed(Condition::nothing_below()));
        assert!(lab.ways(&edge).is_some());
        edge.end.as_mut().unwrap().position[0].2 += 1;
        assert!(lab.ways(&edge).is_none());
    }

    #[test]
    fn an_outcome_that_is_impossible_is_no_way() {
        let program = straight(vec![set(N, 1)]);
        let mut lab = Lab::new(&program);
        let start = lab.start(0);
        let edge = lab.edge(&start, 0, EndKind::Impossible);
        assert!(lab.ways(&edge).unwrap().is_empty());
    }

    #[test]
    fn an_edge_that_has_not_ended_teaches_nothing() {
        let program = straight(vec![set(N, 1)]);
        let mut lab = Lab::new(&program);
        let start = lab.start(0);
        let mut edge = lab.edge(&start, 1, EndKind::Continues);
        edge.end = None;
        assert!(lab.ways(&edge).is_none());
    }

    #[test]
    fn an_entry_at_the_end_is_pulled_back() {
        let program = straight(vec![compute(N, BinOp::Add, X, Operand::Imm(2))]);
        let mut lab = Lab::new(&program);
        let start = lab.start(3);
        let small = lab.below(lab.n, 10);
        let edge = lab.edge(&start, 1, EndKind::Subsumed(condition(&[small])));
        let learnt = lab.learnt(&edge).unwrap();
        let two = lab.machine.dag.constant(2, 32);
        let sum = lab.machine.dag.add(lab.x, two);
        let expected = lab.below(sum, 10);
        lab.assert_means(&learnt.conjuncts, expected);
    }

    #[test]
    fn nothing_is_required_of_a_plain_way_to_the_end() {
        let program = straight(vec![compute(N, BinOp::Add, X, Operand::Imm(2))]);
        let mut lab = Lab::new(&program);
        let start = lab.start(3);
        let edge = lab.last_edge(&start);
        let learnt = lab.learnt(&edge).unwrap();
        assert!(learnt.conjuncts.is_empty() && learnt.objects.is_empty() && learnt.next_heap.is_none());
    }

    #[test]
    fn an_allocation_must_find_the_heap_as_it_was() {
        let program = straight(vec![compute(N, BinOp::Add, X, Operand::Imm(1)), allocate()]);
        let mut lab = Lab::new(&program);
        let start = lab.start(0);
        let edge = lab.edge(&start, 1, EndKind::Continues);
        assert_eq!(lab.learnt(&edge).unwrap().next_heap, None);
        let edge = lab.edge(&start, 2, EndKind::Continues);
        assert_eq!(lab.learnt(&edge).unwrap().next_heap, Some(start.memory.next_heap()));
    }

    #[test]
    fn a_second_question_of_one_instruction_hands_its_ways_on() {
        let program = program(vec![(vec![set(N, 1)], returns())]);
        let mut lab = Lab::new(&program);
        let mut start = lab.start(0);
        start.decisions.push(1);
        let mut edge = lab.edge(&start, 0, EndKind::Continues);
        let (small, large) = (lab.below(lab.x, 10), lab.below(lab.n, 10));
        edge.ways = vec![way(small, &[large]), way(large, &[])];
        let ways = lab.ways(&edge).unwrap();
        assert_eq!(ways.iter().map(|way| way.taken).collect::<Vec<_>>(), [small, large]);
    }
}
