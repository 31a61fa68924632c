//! Greedy confirmation (P13 section 5.2): finish a subtree that is nearly finished before going on elsewhere.
//!
//! A search that is not depth-first leaves subtrees half explored, and half-explored subtrees teach nothing. When all but
//! one edge of a fork are finished, the states below the last one are run first, for a budget proportional to the length
//! of the path. These are ordinary states: their tests and bugs count. The attempt ends when the subtree is finished,
//! when the budget is used up, or when a place is visited a second time without being subsumed. Attempts that come to
//! nothing may take only so much of what the search itself gets: where subtrees are endless the strategy must not starve.

use rustc_hash::FxHashSet;
use tree::StateId;

use crate::edge::{EdgeId, Edges};
use crate::table::Key;

/// Turns given to an attempt, and for each fork on the path to it.
const TURNS: u64 = 8;
const TURNS_PER_FORK: u64 = 2;
/// What attempts in vain may cost, as a share of what the strategy's own choices have cost.
const SHARE: f64 = 0.25;
/// The same before anything has been explored.
const CREDIT: f64 = 10e6;

/// Greedy confirmation, with at most one attempt at a time.
pub(crate) struct Confirmation {
    enabled: bool,
    attempt: Option<Attempt>,
    /// Work of attempts that did not finish their subtree, work the strategy has chosen, and all of it at the last look.
    in_vain: f64,
    chosen: f64,
    seen: f64,
    /// Attempts that finished their subtree.
    pub confirmed: u64,
}

/// A running attempt.
struct Attempt {
    /// The fork to finish.
    root: EdgeId,
    /// Turns it has left, and the work it has cost.
    turns: u64,
    cost: f64,
    visited: FxHashSet<Key>,
}

impl Confirmation {
    pub fn new(enabled: bool) -> Confirmation {
        Confirmation { enabled, attempt: None, in_vain: 0.0, chosen: 0.0, seen: 0.0, confirmed: 0 }
    }

    /// All [work](crate::economy) done so far. What is new of it was done for the attempt at hand, if there is one.
    pub fn worked(&mut self, all: f64) {
        let bearer = self.attempt.as_mut().map_or(&mut self.chosen, |attempt| &mut attempt.cost);
        *bearer += all - self.seen;
        self.seen = all;
    }

    /// The fork at the end of this edge, which has so many forks above it, has one unfinished edge left.
    pub fn may_begin(&mut self, root: EdgeId, depth: u64) {
        let affordable = self.in_vain <= CREDIT + SHARE * self.chosen;
        if self.enabled && self.attempt.is_none() && affordable {
            let turns = TURNS + TURNS_PER_FORK * depth;
            self.attempt = Some(Attempt { root, turns, cost: 0.0, visited: FxHashSet::default() });
        }
    }

    /// The state to run next for the attempt at hand, if there is one.
    pub fn next(&mut self, edges: &Edges) -> Option<StateId> {
        let next = self.attempt.as_mut().and_then(|attempt| {
            attempt.turns = attempt.turns.checked_sub(1)?;
            edges.open_state_below(attempt.root)
        });
        if next.is_none() {
            self.give_up();
        }
        next
    }

    /// A join was reached without being subsumed: the second time at one place, the attempt is given up.
    pub fn visited(&mut self, key: &Key) {
        if let Some(attempt) = &mut self.attempt
            && !attempt.visited.insert(key.clone())
        {
            self.give_up();
        }
    }

    /// A subtree is finished.
    pub fn finished(&mut self, id: EdgeId) {
        if self.attempt.as_ref().is_some_and(|attempt| attempt.root == id) {
            self.attempt = None;
            self.confirmed += 1;
        }
    }

    /// The attempt at hand, if there is one, comes to nothing.
    pub fn give_up(&mut self) {
        self.in_vain += self.attempt.take().map_or(0.0, |attempt| attempt.cost);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::Edge;
    use crate::hand_made::{Lab, straight};
    use machine::state::State;

    /// One edge that state 7 goes along, and the state itself.
    fn one_edge() -> (Edges, EdgeId, State) {
        let program = straight(Vec::new());
        let state = Lab::new(&program).start(0);
        let mut edges = Edges::default();
        let root = edges.add(Edge::new(None, None, StateId(7), state.clone()));
        (edges, root, state)
    }

    #[test]
    fn an_attempt_has_so_many_turns() {
        let (edges, root, _) = one_edge();
        let mut confirmation = Confirmation::new(true);
        assert_eq!(confirmation.next(&edges), None, "nothing is being confirmed");
        for depth in [0, 3] {
            confirmation.may_begin(root, depth);
            for _ in 0..TURNS + TURNS_PER_FORK * depth {
                assert_eq!(confirmation.next(&edges), Some(StateId(7)));
            }
            assert_eq!(confirmation.next(&edges), None);
        }
        assert_eq!(confirmation.confirmed, 0);
    }

    #[test]
    fn attempts_in_vain_do_not_starve_the_search() {
        let (edges, root, _) = one_edge();
        let mut confirmation = Confirmation::new(true);
        let begins = |confirmation: &mut Confirmation| {
            confirmation.may_begin(root, 0);
            confirmation.next(&edges).is_some()
        };
        assert!(begins(&mut confirmation));
        confirmation.worked(2.0 * CREDIT);
        confirmation.give_up();
        assert!(!begins(&mut confirmation), "it was too dear");
        confirmation.worked(2.0 * CREDIT + CREDIT / SHARE);
        assert!(begins(&mut confirmation), "the strategy has had its share");
        confirmation.worked(1e12);
        confirmation.finished(root);
        assert!(begins(&mut confirmation), "what was not in vain costs nothing");
    }

    #[test]
    fn nothing_begins_unless_asked_for() {
        let (edges, root, _) = one_edge();
        let mut confirmation = Confirmation::new(false);
        confirmation.may_begin(root, 0);
        assert_eq!(confirmation.next(&edges), None);
    }

    #[test]
    fn one_attempt_is_made_at_a_time() {
        let (mut edges, root, state) = one_edge();
        let other = edges.add(Edge::new(None, None, StateId(8), state));
        let mut confirmation = Confirmation::new(true);
        confirmation.may_begin(root, 0);
        confirmation.may_begin(other, 100);
        assert_eq!(confirmation.next(&edges), Some(StateId(7)));
        confirmation.give_up();
        confirmation.may_begin(other, 0);
        assert_eq!(confirmation.next(&edges), Some(StateId(8)));
    }

    #[test]
    fn a_second_visit_to_one_place_ends_the_attempt() {
        let (edges, root, mut state) = one_edge();
        let here = Key::of(&state).unwrap();
        state.frame.inst += 1;
        let there = Key::of(&state).unwrap();
        let mut confirmation = Confirmation::new(true);
        confirmation.visited(&here);
        confirmation.may_begin(root, 0);
        confirmation.visited(&here);
        confirmation.visited(&there);
        assert_eq!(confirmation.next(&edges), Some(StateId(7)), "each was visited once since it began");
        confirmation.visited(&here);
        assert_eq!(confirmation.next(&edges), None);
    }

    #[test]
    fn an_attempt_that_finishes_its_subtree_is_counted() {
        let (mut edges, root, state) = one_edge();
        let other = edges.add(Edge::new(None, None, StateId(8), state));
        let mut confirmation = Confirmation::new(true);
        confirmation.finished(root);
        confirmation.may_begin(root, 0);
        confirmation.finished(other);
        assert_eq!((confirmation.confirmed, confirmation.next(&edges)), (0, Some(StateId(7))));
        confirmation.finished(root);
        assert_eq!((confirmation.confirmed, confirmation.next(&edges)), (1, None));
    }

    #[test]
    fn an_attempt_ends_when_no_state_is_open_below() {
        let (mut edges, root, _) = one_edge();
        let mut confirmation = Confirmation::new(true);
        confirmation.may_begin(root, 0);
        edges.take(root);
        assert_eq!(confirmation.next(&edges), None);
        confirmation.finished(root);
        assert_eq!(confirmation.confirmed, 0, "it was given up before");
    }
}
