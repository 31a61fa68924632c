//! Terminators: branches, switches, computed gotos and what is not code at all.

use expr::{Dag, ExprId};
use program::ir::{Jump, Term};

use crate::checks::BugKind;
use crate::choice::{Alternative, Choice, ChoiceKind, CutReason, Outcome};
use crate::machine::{Machine, Stop};
use crate::state::State;
use crate::value::Value;

impl<'p> Machine<'p> {
    /// Executes a terminator.
    pub(super) fn terminate(&mut self, st: &mut State, term: &'p Term) -> Result<(), Stop> {
        match term {
            Term::Jump(edge) => {
                self.follow(st, edge);
                Ok(())
            }
            Term::Branch { cond, yes, no } => {
                let cond = self.operand(st, *cond);
                let taken = match cond {
                    Value::Bits(bit) => bit != 0,
                    Value::Expr(c) => self.decide_branch(st, c)?,
                };
                if self.coverage.take(st.frame.func, st.frame.block, !taken as usize) {
                    st.new_coverage = true;
                }
                self.follow(st, if taken { yes } else { no });
                Ok(())
            }
            Term::Switch { value, width, cases, default } => {
                let value = self.operand(st, *value);
                let edges = term.edges();
                let number_of = |edge: &Jump| edges.iter().position(|other| *other == edge).unwrap_or_default();
                let number = match value {
                    Value::Bits(bits) => {
                        number_of(cases.iter().find(|(case, _)| *case == bits).map_or(default, |(_, edge)| edge))
                    }
                    Value::Expr(_) if edges.len() == 1 => 0,
                    Value::Expr(e) => {
                        self.check_initialised(st, value, "in a switch")?;
                        let labels: Vec<(u64, usize)> =
                            cases.iter().map(|(case, edge)| (*case, number_of(edge))).collect();
                        self.decide_case(st, e, *width, &labels, number_of(default))?
                    }
                };
                if self.coverage.take(st.frame.func, st.frame.block, number) {
                    st.new_coverage = true;
                }
                self.follow(st, edges[number]);
                Ok(())
            }
            Term::Return(values) => self.return_values(st, values),
            Term::IndirectJump { address, targets } => {
                let address = self.operand(st, *address);
                let index = match address {
                    Value::Bits(bits) => targets.iter().position(|(target, _)| *target == bits),
                    Value::Expr(e) => {
                        let labels: Vec<(u64, usize)> =
                            targets.iter().enumerate().map(|(number, (target, _))| (*target, number)).collect();
                        let number = self.decide_case(st, e, 64, &labels, labels.len())?;
                        (number < labels.len()).then_some(number)
                    }
                };
                match index {
                    Some(index) => {
                        self.follow(st, &targets[index].1);
                        Ok(())
                    }
                    None => Err(self.bug(st, BugKind::InvalidPointer, "computed goto to no label")),
                }
            }
            Term::Unreachable => Err(self.bug(st, BugKind::UnreachableCode, "")),
            Term::Unsupported { reason } => {
                Err(Stop::Cut(CutReason::Unsupported, self.program.unsupported[*reason as usize].clone()))
            }
        }
    }

    pub(super) fn follow(&mut self, st: &mut State, edge: &'p Jump) {
        self.copy_along(st, edge);
        self.enter_block(st, edge.target);
    }

    pub(super) fn copy_along(&mut self, st: &mut State, edge: &'p Jump) {
        for &(dst, src) in edge.copies.iter() {
            let value = self.operand(st, src);
            st.frame.regs[dst.index()] = value;
        }
    }

    fn decide_branch(&mut self, st: &mut State, cond: ExprId) -> Result<bool, Stop> {
        self.check_initialised(st, Value::Expr(cond), "in a branch")?;
        let taken = self.choose(st, |m, _| {
            let cond = m.byte_conditions.plain(&mut m.dag, &mut m.eval, cond);
            let negated = m.dag.not(cond);
            Choice::new(
                ChoiceKind::Branch,
                vec![
                    Alternative { guard: cond, outcome: Outcome::Continue(1) },
                    Alternative { guard: negated, outcome: Outcome::Continue(0) },
                ],
            )
        })?;
        Ok(taken == 1)
    }

    /// Where a value leads: labels are distinct constants with the number of what they lead to, everything else leads to `other`.
    /// Labels that lead to one place are one outcome.
    fn decide_case(
        &mut self,
        st: &mut State,
        e: ExprId,
        width: u16,
        labels: &[(u64, usize)],
        other: usize,
    ) -> Result<usize, Stop> {
        let decision = self.choose(st, |m, _| {
            let ways = labels.iter().map(|(_, way)| way + 1).max().unwrap_or(0).max(other + 1);
            let mut labels_of = vec![Vec::new(); ways];
            for &(label, way) in labels {
                labels_of[way].push(label);
            }
            let mut guards: Vec<ExprId> =
                labels_of.into_iter().map(|labels| is_one_of(&mut m.dag, e, width, labels)).collect();
            let mut none = m.dag.truth(true);
            for (way, &guard) in guards.iter().enumerate() {
                if way != other {
                    let not_this = m.dag.not(guard);
                    none = m.dag.and(none, not_this);
                }
            }
            guards[other] = none;
            let outcome = |(way, guard)| Alternative { guard, outcome: Outcome::Continue(way as u64) };
            Choice::new(ChoiceKind::Switch, guards.into_iter().enumerate().map(outcome).collect())
        })?;
        Ok(decision as usize)
    }
}

/// That a value is one of some constants: those without a gap between them are one interval.
fn is_one_of(dag: &mut Dag, e: ExprId, width: u16, mut constants: Vec<u64>) -> ExprId {
    constants.sort_unstable();
    constants.dedup();
    let mut intervals: Vec<(u64, u64)> = Vec::new();
    for constant in constants {
        match intervals.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(constant) => *last = constant,
            _ => intervals.push((constant, constant)),
        }
    }
    let any: Vec<ExprId> = intervals
        .into_iter()
        .map(|(first, last)| {
            let [low, length] = [first, last - first].map(|bits| dag.constant(bits as u128, width as u32));
            match (first == last, first) {
                (true, _) => dag.eq(e, low),
                (false, 0) => dag.ule(e, length),
                (false, _) => {
                    let from_low = dag.sub(e, low);
                    dag.ule(from_low, length)
                }
            }
        })
        .collect();
    dag.any(&any)
}
