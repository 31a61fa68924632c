//! Covered in hindsight: a state went on from a join, and what was learnt since covers the state it was there.
//!
//! A search that is not depth-first has gone on from thousands of states before it has learnt anything. Each of their
//! subtrees would be followed to the next join, once for every state that is open in it. Instead, when such a state is selected,
//! the starts of the edges above it are held against what has come to the table since they were last looked at; where one is
//! covered, all that is open below it need not be explored, and the edge ends where it starts.
//!
//! The entry is of a full subtree, so it matters neither whether that is part of the one that ends, nor what was cut there. No
//! decision procedure is asked. Depth-first search has nothing above its states but its own path, and does not pay for this.

use std::rc::Rc;

use machine::state::State;
use solver::PathCondition;
use tree::StateId;

use crate::condition::Condition;
use crate::edge::{EdgeId, End, EndKind};
use crate::inference::Run;
use crate::learner::Learner;
use crate::subsumption::Evidence;

/// Edges above a state that are looked at.
const MOST_EDGES: usize = 64;
/// Joins among them that are held against the table.
const MOST_JOINS: usize = 8;

/// A subtree that need not be explored any further.
pub struct Hindsight {
    /// The state it starts with.
    pub start: State,
    pub entry: Rc<Condition>,
    /// The states that are open in it.
    pub open: Vec<StateId>,
}

impl Learner {
    /// A state that extends this edge was selected: the largest subtree with it that is covered by now. All of it is finished then, and its
    /// open states are to be closed.
    pub fn covered_in_hindsight(&mut self, run: &mut Run, id: EdgeId) -> Option<Hindsight> {
        let above = self.edges.get(id).above;
        if self.reasoner.policy.cores || !self.reasoner.policy.confirms || above == self.unfinished {
            return None;
        }
        let (top, entry) = self.covered_above(run, id)?;
        self.confirmation.give_up();
        let open = match self.edges.get(top).end {
            None => vec![self.edges.get(top).owner],
            Some(_) => self.edges.prune(top),
        };
        let edge = self.edges.get(top);
        let start = edge.start.clone();
        edge.end = Some(End::of(&start, EndKind::Subsumed(entry.clone())));
        edge.ways.clear();
        edge.half = false;
        self.finish(run, top);
        Some(Hindsight { start, entry, open })
    }

    /// The topmost of the edges up from this one that an entry covers where it starts, of those that may be looked at.
    fn covered_above(&mut self, run: &mut Run, id: EdgeId) -> Option<(EdgeId, Rc<Condition>)> {
        let added = self.table.added();
        let (mut found, mut joins, mut next) = (None, 0, Some(id));
        for _ in 0..MOST_EDGES {
            let Some(id) = next.filter(|_| joins < MOST_JOINS) else { break };
            let edge = self.edges.get(id);
            let since = std::mem::replace(&mut edge.seen, added);
            if since == added {
                // So are all above it.
                break;
            }
            next = edge.above;
            let Some(key) = edge.key.clone().filter(|key| self.table.has_new(key, since)) else { continue };
            joins += 1;
            let mut start = edge.start.clone();
            let (path, guard) = (&PathCondition::new(), run.machine.dag.truth(true));
            if let Some(entry) = self.entry_for(run, &mut start, &key, Evidence::Words { path, guard }) {
                found = Some((id, entry));
            }
        }
        found
    }
}
