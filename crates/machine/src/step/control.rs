//! Terminators: branches, switches, computed gotos and what is not code at all.

use expr::ExprId;
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
                let index = match value {
                    Value::Bits(bits) => cases.iter().position(|(case, _)| *case == bits),
                    Value::Expr(e) => {
                        self.check_initialised(st, value, "in a switch")?;
                        let case_values: Vec<u64> = cases.iter().map(|(case, _)| *case).collect();
                        self.decide_case(st, e, *width, &case_values)?
                    }
                };
                if self.coverage.take(st.frame.func, st.frame.block, index.unwrap_or(cases.len())) {
                    st.new_coverage = true;
                }
                self.follow(st, index.map_or(default, |i| &cases[i].1));
                Ok(())
            }
            Term::Return(values) => self.return_values(st, values),
            Term::IndirectJump { address, targets } => {
                let address = self.operand(st, *address);
                let index = match address {
                    Value::Bits(bits) => targets.iter().position(|(target, _)| *target == bits),
                    Value::Expr(e) => {
                        let addresses: Vec<u64> = targets.iter().map(|(target, _)| *target).collect();
                        self.decide_case(st, e, 64, &addresses)?
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

    /// Which of several distinct constants a value equals, if any.
    fn decide_case(&mut self, st: &mut State, e: ExprId, width: u16, cases: &[u64]) -> Result<Option<usize>, Stop> {
        let decision = self.choose(st, |m, _| {
            let mut alternatives = Vec::with_capacity(cases.len() + 1);
            let mut none = m.dag.truth(true);
            for (i, &case) in cases.iter().enumerate() {
                let constant = m.dag.constant(case as u128, width as u32);
                let guard = m.dag.eq(e, constant);
                let other = m.dag.not(guard);
                none = m.dag.and(none, other);
                alternatives.push(Alternative { guard, outcome: Outcome::Continue(i as u64) });
            }
            alternatives.push(Alternative { guard: none, outcome: Outcome::Continue(cases.len() as u64) });
            Choice::new(ChoiceKind::Switch, alternatives)
        })?;
        Ok((decision < cases.len() as u64).then_some(decision as usize))
    }
}
