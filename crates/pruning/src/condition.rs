//! The interpolant (Ψ of P13, P16 and P21): what is learnt at a program point, a condition over its registers and memory
//! under which nothing new can be found below it.
//!
//! A condition speaks of *program variables* (see [`machine::shadow`]), never of the inputs of the path it was learnt
//! on. Making a condition stronger is always sound, so simplifications here may strengthen and never weaken.

use std::rc::Rc;

use expr::{Dag, ExprId};
use machine::checks::BugId;
use machine::shadow::ObjectFact;
use tree::StateId;

use crate::{byte_sets, interval, units};

/// One requirement. `guards`: the obligation it protects; once that bug is found, the requirement may go (P16). `None`
/// protects the way itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Conjunct {
    pub formula: ExprId,
    pub guards: Option<BugId>,
}

#[derive(Clone, Debug, Default)]
pub struct Condition {
    pub conjuncts: Vec<Conjunct>,
    /// Objects that must be there, as they were.
    pub objects: Vec<ObjectFact>,
    /// Where the next heap object must come to lie, if one is made below.
    pub next_heap: Option<u64>,
    /// Estimated work of exploring what is below, which a state that satisfies this need not do.
    pub work: f64,
    pub origin: Origin,
}

/// The part of the tree that taught a condition; for people only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The state that explored it first, and how many instructions that had executed where it began. `None`: no part of the tree
    /// did, it was proved by induction.
    pub start: Option<(StateId, u64)>,
    /// Paths through it, those of states that were skipped below it included (as P13's extra path coverage counts them).
    pub paths: u64,
    /// Proved of a loop, for any number of its rounds: no part of the tree taught it.
    pub by_induction: bool,
}

/// The most conjuncts a condition may have before it is given up; all of one byte are one.
const MAX_CONJUNCTS: usize = 64;
/// How often what is new is used to simplify the rest.
const MAX_ROUNDS: usize = 4;

impl Condition {
    /// Holds everywhere: nothing can be found below a program's end.
    pub fn nothing_below() -> Rc<Condition> {
        Rc::default()
    }

    /// Drops what is trivial or follows from the rest, merges intervals of one term. `None`: too large to be worth keeping, or
    /// no state can satisfy it.
    pub fn normalised(mut self, dag: &mut Dag) -> Option<Condition> {
        let mut conjuncts = byte_sets::merged(dag, flattened(dag, &self.conjuncts));
        for _ in 0..MAX_ROUNDS {
            let mut simpler = units::with_values(dag, conjuncts.clone());
            simpler = units::without_alternatives(dag, simpler);
            simpler = flattened(dag, &simpler);
            let done = simpler == conjuncts;
            conjuncts = simpler;
            if done {
                break;
            }
        }
        let merged = interval::merged(dag, &conjuncts);
        let merged = byte_sets::merged(dag, merged);
        self.conjuncts = units::without_implied(dag, merged);
        if byte_sets::count(dag, &self.conjuncts) > MAX_CONJUNCTS
            || self.conjuncts.iter().any(|c| dag.is_false(c.formula))
        {
            return None;
        }
        self.objects.sort_unstable();
        self.objects.dedup();
        Some(self)
    }
}

/// Conjunctions as their parts, each once.
fn flattened(dag: &Dag, conjuncts: &[Conjunct]) -> Vec<Conjunct> {
    use expr::{BinaryOp, Node};
    let mut flat = Vec::new();
    let mut open: Vec<Conjunct> = conjuncts.to_vec();
    while let Some(conjunct) = open.pop() {
        match dag.node(conjunct.formula) {
            Node::Binary { op: BinaryOp::And, a, b } => {
                open.extend([a, b].map(|formula| Conjunct { formula, ..conjunct }));
            }
            _ if dag.is_true(conjunct.formula) => {}
            _ => flat.push(conjunct),
        }
    }
    flat.sort_unstable();
    flat.dedup();
    flat
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::{bug, condition, required};
    use expr::{DefaultValue, Evaluator, Model, VarId};
    use machine::checks::BugKind;
    use machine::memory::ObjectKind;

    fn bugs() -> [BugId; 2] {
        [bug(BugKind::Abort, 0, 0), bug(BugKind::DivisionByZero, 0, 1)]
    }

    /// Two variables of three bits.
    struct Small {
        dag: Dag,
        terms: [ExprId; 2],
        variables: [VarId; 2],
        evaluator: Evaluator,
        seed: u64,
    }

    impl Small {
        fn new() -> Small {
            let mut dag = Dag::new();
            let terms = [dag.variable("x", 0, 0, 3), dag.variable("y", 0, 0, 3)];
            let variables = terms.map(|term| dag.vars(term)[0]);
            Small { dag, terms, variables, evaluator: Evaluator::new(), seed: 1 }
        }

        fn draw(&mut self, bound: u64) -> u64 {
            self.seed = self.seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.seed >> 33) % bound
        }

        fn comparison(&mut self) -> ExprId {
            let term = self.terms[self.draw(2) as usize];
            let [shift, bound] = [self.draw(8), self.draw(8)].map(|value| self.dag.constant(value.into(), 3));
            let term = self.dag.add(term, shift);
            match self.draw(5) {
                0 | 1 => self.dag.eq(term, bound),
                2 => self.dag.ult(term, bound),
                3 => self.dag.slt(bound, term),
                _ => self.dag.ne(term, bound),
            }
        }

        fn conjunct(&mut self) -> Conjunct {
            let parts: Vec<ExprId> = (0..=self.draw(3)).map(|_| self.comparison()).collect();
            let formula = if self.draw(4) == 0 { self.dag.all(&parts) } else { self.dag.any(&parts) };
            let guards = [None, None, Some(bugs()[0]), Some(bugs()[1])][self.draw(4) as usize];
            Conjunct { formula, guards }
        }

        /// Where all conjuncts hold but those that protect against the bugs found, as a set of the 64 points.
        fn points(&mut self, conjuncts: &[Conjunct], found: &[BugId]) -> u64 {
            let mut points = 0;
            for point in 0..64 {
                let mut model = Model::new(DefaultValue::Zero);
                model.set(self.variables[0], point & 7);
                model.set(self.variables[1], point >> 3);
                let lasts = |conjunct: &&Conjunct| !conjunct.guards.is_some_and(|bug| found.contains(&bug));
                let mut left = conjuncts.iter().filter(lasts);
                points |= u64::from(left.all(|c| self.evaluator.holds(&self.dag, c.formula, &model))) << point;
            }
            points
        }
    }

    /// Whatever bugs are found afterwards, a condition requires all that it was made of, for what is left.
    #[test]
    fn normalising_never_weakens_whichever_bugs_are_found_later() {
        let mut small = Small::new();
        let [a, b] = bugs();
        let later: [&[BugId]; 4] = [&[], &[a], &[b], &[a, b]];
        let (mut kept, mut simpler) = (0, 0);
        for _ in 0..3000 {
            let conjuncts: Vec<Conjunct> = (0..5).map(|_| small.conjunct()).collect();
            let given = Condition { conjuncts: conjuncts.clone(), ..Condition::default() };
            let Some(normalised) = given.normalised(&mut small.dag) else { continue };
            kept += 1;
            simpler += u32::from(normalised.conjuncts.len() < 5);
            for found in later {
                let (before, after) = (small.points(&conjuncts, found), small.points(&normalised.conjuncts, found));
                assert_eq!(after & !before, 0, "{conjuncts:?} became {:?}, then {found:?}", normalised.conjuncts);
            }
        }
        assert!(kept > 1000 && simpler > 500, "{kept} kept, {simpler} simpler");
    }

    /// As long as no bug is found, nothing is lost either.
    #[test]
    fn normalising_keeps_the_meaning_of_what_may_not_go() {
        let mut small = Small::new();
        let mut impossible = 0;
        for _ in 0..2000 {
            let conjuncts: Vec<Conjunct> = (0..4).map(|_| required(small.conjunct().formula)).collect();
            let given = Condition { conjuncts: conjuncts.clone(), ..Condition::default() };
            let before = small.points(&conjuncts, &[]);
            match given.normalised(&mut small.dag) {
                Some(normalised) => assert_eq!(small.points(&normalised.conjuncts, &[]), before),
                None => {
                    assert_eq!(before, 0, "{conjuncts:?}");
                    impossible += 1;
                }
            }
        }
        assert!(impossible > 10);
    }

    #[test]
    fn conjunctions_fall_into_their_parts() {
        let mut dag = Dag::new();
        let [a, b, c] = [0, 1, 2].map(|number| dag.variable("bit", number, 0, 1));
        let both = dag.and(a, b);
        let (all, always) = (dag.and(both, c), dag.truth(true));
        let guards = Some(bugs()[0]);
        let conjuncts = [required(always), Conjunct { formula: all, guards }, required(a), required(a)];
        let flat = flattened(&dag, &conjuncts);
        let mut expected = vec![required(a)];
        expected.extend([a, b, c].map(|formula| Conjunct { formula, guards }));
        expected.sort_unstable();
        assert_eq!(flat, expected, "the same formula for the way itself and for a bug is two requirements");
    }

    #[test]
    fn what_no_state_can_satisfy_is_no_condition() {
        let mut dag = Dag::new();
        let never = dag.truth(false);
        assert!((*condition(&[never])).clone().normalised(&mut dag).is_none());
        let x = dag.variable("x", 0, 0, 8);
        let (one, two) = (dag.constant(1, 8), dag.constant(2, 8));
        let (is_one, is_two) = (dag.eq(x, one), dag.eq(x, two));
        assert!((*condition(&[is_one, is_two])).clone().normalised(&mut dag).is_none());
    }

    #[test]
    fn what_is_too_large_is_no_condition() {
        let mut dag = Dag::new();
        let mut bits = |count: usize| -> Vec<ExprId> {
            (0..count).map(|number| dag.variable("bit", number as u32, 0, 1)).collect()
        };
        let (many, too_many) = (bits(MAX_CONJUNCTS), bits(MAX_CONJUNCTS + 1));
        assert_eq!((*condition(&many)).clone().normalised(&mut dag).unwrap().conjuncts.len(), MAX_CONJUNCTS);
        assert!((*condition(&too_many)).clone().normalised(&mut dag).is_none());
    }

    #[test]
    fn comparisons_of_one_term_become_one_only_if_they_go_together() {
        let mut dag = Dag::new();
        let x = dag.variable("x", 0, 0, 8);
        let (nine, five) = (dag.constant(9, 8), dag.constant(5, 8));
        let (small, smaller) = (dag.ult(x, nine), dag.ult(x, five));
        let [a, b] = bugs().map(Some);
        let mut normalised = |guards: [Option<BugId>; 2]| {
            let conjuncts =
                [small, smaller].into_iter().zip(guards).map(|(formula, guards)| Conjunct { formula, guards });
            let given = Condition { conjuncts: conjuncts.collect(), ..Condition::default() };
            given.normalised(&mut dag).unwrap().conjuncts.iter().map(|c| c.guards).collect::<Vec<_>>()
        };
        assert_eq!(normalised([None, None]), [None]);
        assert_eq!(normalised([a, a]), [a]);
        for guards in [[None, a], [a, None], [a, b]] {
            let mut left = normalised(guards);
            left.sort_unstable();
            let mut expected = guards.to_vec();
            expected.sort_unstable();
            assert_eq!(left, expected);
        }
    }

    #[test]
    fn facts_about_objects_are_kept_once_and_the_rest_stays() {
        let mut dag = Dag::new();
        let fact = |address| ObjectFact::Dead { address, kind: ObjectKind::Heap };
        let given = Condition {
            objects: vec![fact(2), fact(1), fact(2)],
            next_heap: Some(7),
            work: 3.0,
            origin: Origin { paths: 2, ..Origin::default() },
            ..Condition::default()
        };
        let normalised = given.normalised(&mut dag).unwrap();
        assert_eq!(normalised.objects, [fact(1), fact(2)]);
        assert_eq!((normalised.next_heap, normalised.work, normalised.origin.paths), (Some(7), 3.0, 2));
    }

    #[test]
    fn nothing_is_required_below_the_end() {
        let condition = Condition::nothing_below();
        assert!(condition.conjuncts.is_empty() && condition.objects.is_empty() && condition.next_heap.is_none());
    }
}
