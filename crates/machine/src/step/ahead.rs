//! Looking ahead: where an outcome of a branch leads to, if that is plain to see.
//!
//! That is, if paths meet again after nothing but assignments that need no decision, all of it code that some path has run
//! before. Looking counts as no execution: nothing is covered by it.

use program::ir::{BlockId, Inst, Jump, Term};

use super::Flow;
use crate::machine::Machine;
use crate::state::State;

/// Blocks looked at, and instructions in each.
const MAX_BLOCKS: usize = 3;
const MAX_INSTRUCTIONS: usize = 32;

/// The way from a branch to where paths meet.
pub struct Ahead<'p> {
    edges: Vec<&'p Jump>,
}

impl Ahead<'_> {
    /// Where paths meet.
    pub fn meeting(&self) -> Option<BlockId> {
        self.edges.last().map(|edge| edge.target)
    }
}

impl<'p> Machine<'p> {
    /// What comes behind the branch at hand if it is decided like this.
    pub fn ahead(&self, st: &State, decision: u64) -> Option<Ahead<'p>> {
        let blocks = &self.program.functions[st.frame.func.index()].blocks;
        let block = &blocks[st.frame.block.index()];
        if (st.frame.inst as usize) < block.insts.len() {
            return None;
        }
        let (number, first) = match &block.term {
            Term::Branch { yes, .. } if decision == 1 => (0, yes),
            Term::Branch { no, .. } => (1, no),
            Term::Switch { .. } => (decision as usize, *block.term.edges().get(decision as usize)?),
            _ => return None,
        };
        if self.coverage.taken(self.coverage.number(st.frame.func, st.frame.block))[number] == 0 {
            return None;
        }
        let meets = self.joins.after_fork(st)?;
        let mut edges = vec![first];
        while let Some(&last) = edges.last()
            && !meets.is_at(last.target, u64::MAX)
        {
            let block = &blocks[last.target.index()];
            let is_plain = |inst: &Inst| !matches!(inst, Inst::Call(_));
            let is_short = edges.len() <= MAX_BLOCKS && block.insts.len() <= MAX_INSTRUCTIONS;
            match &block.term {
                Term::Jump(next)
                    if is_short
                        && block.insts.iter().all(is_plain)
                        && self.coverage.is_covered(st.frame.func, last.target) =>
                {
                    edges.push(next)
                }
                _ => return None,
            }
        }
        Some(Ahead { edges })
    }

    /// The state where paths meet; `None` if something has to be decided on the way.
    pub fn look(&mut self, st: &State, ahead: &Ahead<'p>) -> Option<State> {
        let blocks = &self.program.functions[st.frame.func.index()].blocks;
        let mut st = st.clone();
        st.stop_at = None;
        for (number, edge) in ahead.edges.iter().enumerate() {
            if number > 0 {
                for inst in &blocks[st.frame.block.index()].insts {
                    self.cursor = 0;
                    let Ok(Flow::Next) = self.execute(&mut st, inst) else { return None };
                    st.frame.inst += 1;
                    st.instructions += 1;
                }
            }
            self.copy_along(&mut st, edge);
            st.frame.block = edge.target;
            st.frame.inst = 0;
            st.instructions += 1;
            st.decisions.clear();
        }
        Some(st)
    }
}
