//! Random edges against plain execution: from a state that satisfies what was learnt at the start of an edge, or of a fork,
//! execution meets no bug that nobody knows, and what was required at the end holds there.

use std::rc::Rc;

use expr::{Evaluator, ExprId};
use machine::Stop;
use machine::checks::BugKind;
use machine::choice::{ChoiceKind, Outcome};
use machine::memory::{Fill, Object, ObjectKind};
use machine::shadow;
use machine::state::State;
use machine::value::Value;
use program::ir::{BinOp, BlockId, Inst, Operand, Program, Term};
use tree::StateId;

use crate::condition::Condition;
use crate::edge::{Edge, End, EndKind};
use crate::hand_made::{
    Lab, N, NUMBER, X, assume_flag, branch, bug, compute, condition, flag_if_below, jump, load_n, new_input, program,
    returns, set, store_n,
};
use crate::subsumption::{self, Evidence};
use crate::table::{Key, Table};

/// Numbers from a seed.
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }

    fn instruction(&mut self) -> Vec<Inst> {
        let (a, dst) = if self.below(2) == 0 { (X, N) } else { (N, X) };
        let op = [BinOp::Add, BinOp::Sub, BinOp::And, BinOp::Xor, BinOp::Mul][self.below(5) as usize];
        let small = self.below(12);
        match self.below(10) {
            9 => vec![new_input()],
            0 => vec![load_n()],
            1 => vec![store_n()],
            2 => vec![set(dst, small)],
            3 => vec![flag_if_below(a, small), assume_flag()],
            4 => vec![compute(dst, BinOp::UDiv, dst, Operand::Reg(a))],
            5 => vec![compute(dst, op, a, Operand::Reg(dst))],
            _ => vec![compute(dst, op, a, Operand::Imm(small))],
        }
    }

    fn instructions(&mut self) -> Vec<Inst> {
        (0..self.below(4)).flat_map(|_| self.instruction()).collect()
    }

    /// Something; a fork; something else on either side; something behind it.
    fn program(&mut self) -> Program {
        let mut first = self.instructions();
        first.push(flag_if_below(if self.below(2) == 0 { X } else { N }, 1 + self.below(9)));
        program(vec![
            (first, branch(1, 2)),
            (self.instructions(), Term::Jump(jump(3))),
            (self.instructions(), Term::Jump(jump(3))),
            (self.instructions(), returns()),
        ])
    }

    /// What is required at the end of the edge.
    fn requirement(&mut self, lab: &mut Lab) -> ExprId {
        let term = [lab.x, lab.n, lab.number][self.below(3) as usize];
        let other = [lab.x, lab.n, lab.number][self.below(3) as usize];
        match self.below(3) {
            0 => lab.machine.dag.ule(term, other),
            _ => lab.below(term, self.below(20).into()),
        }
    }

    /// At the start, with small plain numbers in registers and memory.
    fn plain_start(&mut self, lab: &mut Lab) -> State {
        let mut state = lab.start_with(self.below(14));
        state.frame.regs[N.index()] = Value::Bits(self.below(14));
        let bytes = [self.below(14) as u8];
        state.memory.insert(Object::new(NUMBER, 8, ObjectKind::Global, Fill::Bytes(&bytes)));
        // What inputs on the way will be.
        for instance in 0..12 {
            let input = lab.machine.dag.variable("__VERIFIER_nondet_int", instance, 0, 32);
            state.model.set(lab.machine.dag.vars(input)[0], self.below(14));
        }
        state
    }
}

/// The edge from a state to the end of its path, where this is required; none if the path does not come there.
fn edge_from(lab: &mut Lab, start: &State, required: &[ExprId]) -> Option<Edge> {
    let mut state = start.clone();
    if lab.walk(&mut state, None).is_some() {
        return None;
    }
    let mut edge = Edge::new(None, None, StateId(0), start.clone());
    edge.end = Some(End::of(&state, EndKind::Subsumed(condition(required))));
    Some(edge)
}

fn is_satisfied(lab: &mut Lab, state: &State, condition: &Rc<Condition>) -> bool {
    let key = Key::of(state).unwrap();
    let mut table = Table::default();
    table.insert(&lab.machine.dag, key.clone(), condition.clone());
    let path = lab.path(&[]);
    let (mut evaluator, mut state) = (Evaluator::new(), state.clone());
    let evidence = Evidence::Solver(&path);
    subsumption::entry_for(&mut lab.inference(), &table, &mut evaluator, &mut state, &key, evidence).entry.is_some()
}

/// Whether formulas over program variables hold in a state, on the inputs of its model.
fn holds(lab: &mut Lab, state: &State, formulas: &[ExprId]) -> bool {
    let (mut model, mut state) = (state.model.clone(), state.clone());
    for variable in formulas.iter().flat_map(|&e| lab.machine.dag.vars(e).to_vec()).collect::<Vec<_>>() {
        let dag = &mut lab.machine.dag;
        let location = shadow::location_of(dag, variable).unwrap();
        let value = shadow::value_in_state(dag, &mut state, location).unwrap();
        model.set(variable, lab.machine.eval.value(dag, value, &state.model) as u64);
    }
    formulas.iter().all(|&e| lab.machine.eval.holds(&lab.machine.dag, e, &model))
}

/// Walks from plain states that satisfy what was learnt; how many did, and how many did not.
fn confirm(draw: &mut Draw, lab: &mut Lab, learnt: &Rc<Condition>, required: &[ExprId], round: u32) -> (u32, u32) {
    let (mut satisfied, mut refuted) = (0, 0);
    for _ in 0..12 {
        let start = draw.plain_start(lab);
        if !is_satisfied(lab, &start, learnt) {
            refuted += 1;
            continue;
        }
        satisfied += 1;
        let mut state = start.clone();
        match lab.walk(&mut state, None) {
            Some(Outcome::Discard) => continue,
            Some(Outcome::Bug(report, _)) if lab.known.contains(&report.id()) => continue,
            Some(other) => panic!("round {round}: {other:?} after {learnt:?}"),
            None => {}
        }
        assert!(holds(lab, &state, required), "round {round}: {learnt:?} from {:?}", start.frame.regs);
    }
    (satisfied, refuted)
}

/// The input that a start has in `x`, with a value.
fn with_input(lab: &mut Lab, start: &State, x: u64) -> State {
    let mut state = start.clone();
    let input = lab.machine.dag.variable("input", 0, 0, 32);
    state.model.set(lab.machine.dag.vars(input)[0], x);
    state.frame.regs[X.index()] = Value::Expr(input);
    state
}

fn know_all_bugs(lab: &mut Lab) {
    lab.known.extend((0..4).flat_map(|block| (0..12).map(move |inst| bug(BugKind::DivisionByZero, block, inst))));
}

#[test]
fn what_was_learnt_of_one_path_leads_to_what_is_required_at_its_end() {
    let mut draw = Draw(1);
    let (mut learnt_from, mut satisfied, mut refuted) = (0, 0, 0);
    for round in 0..600 {
        let program = draw.program();
        let mut lab = Lab::new(&program);
        if draw.below(2) == 0 {
            know_all_bugs(&mut lab);
        }
        let mut start = draw.plain_start(&mut lab);
        if draw.below(2) == 0 {
            start = with_input(&mut lab, &start, draw.below(14));
        }
        let required: Vec<ExprId> = (0..1 + draw.below(2)).map(|_| draw.requirement(&mut lab)).collect();
        let Some(edge) = edge_from(&mut lab, &start, &required) else { continue };
        let Some(learnt) = lab.learnt(&edge) else { continue };
        learnt_from += 1;
        let (yes, no) = confirm(&mut draw, &mut lab, &learnt, &required, round);
        (satisfied, refuted) = (satisfied + yes, refuted + no);
    }
    assert!(learnt_from > 150 && satisfied > 300 && refuted > 300, "{learnt_from} {satisfied} {refuted}");
}

/// Goes on to the branch at the end of the first block; the decision that the model takes there, if it is one.
fn walk_to_fork(lab: &mut Lab, state: &mut State) -> Option<u64> {
    loop {
        let Stop::Choice(choice) = lab.machine.run(state, 100) else { return None };
        let taken = lab.machine.outcome_under(&choice, &state.model)?;
        let Outcome::Continue(decision) = choice.alternatives[taken].outcome else { return None };
        if choice.kind == ChoiceKind::Branch {
            return (state.frame.block == BlockId(0)).then_some(decision);
        }
        state.decisions.push(decision);
    }
}

/// The edge to the fork, with what was learnt on each side that some input takes.
fn forked(lab: &mut Lab, start: &State, required: &[ExprId]) -> Option<Edge> {
    let mut edge = Edge::new(None, None, StateId(0), start.clone());
    let mut sides = Vec::new();
    for x in 0..14 {
        let mut state = with_input(lab, start, x);
        let Some(decision) = walk_to_fork(lab, &mut state) else { continue };
        if sides.contains(&decision) {
            continue;
        }
        sides.push(decision);
        edge.start = with_input(lab, start, x);
        edge.end = Some(End::of(&state, EndKind::Continues));
        state.decisions.push(decision);
        let mut side = Edge::new(None, None, StateId(0), state.clone());
        let kind = match lab.walk(&mut state, None) {
            Some(Outcome::Discard | Outcome::Bug(..)) => EndKind::Leaf,
            Some(_) => return None,
            None => EndKind::Subsumed(condition(required)),
        };
        side.end = Some(End::of(&state, kind));
        edge.ways.extend(lab.ways(&side)?);
    }
    edge.end.is_some().then_some(edge)
}

#[test]
fn what_was_learnt_of_a_fork_leads_to_what_is_required_behind_it() {
    let mut draw = Draw(2);
    let (mut two_ways, mut satisfied, mut refuted) = (0, 0, 0);
    for round in 0..600 {
        let program = draw.program();
        let mut lab = Lab::new(&program);
        if draw.below(2) == 0 {
            know_all_bugs(&mut lab);
        }
        let start = draw.plain_start(&mut lab);
        let required: Vec<ExprId> = (0..1 + draw.below(2)).map(|_| draw.requirement(&mut lab)).collect();
        let Some(edge) = forked(&mut lab, &start, &required) else { continue };
        let Some(learnt) = lab.learnt(&edge) else { continue };
        two_ways += u32::from(edge.ways.len() == 2);
        let (yes, no) = confirm(&mut draw, &mut lab, &learnt, &required, round);
        (satisfied, refuted) = (satisfied + yes, refuted + no);
    }
    assert!(two_ways > 50 && satisfied > 300 && refuted > 300, "{two_ways} {satisfied} {refuted}");
}
