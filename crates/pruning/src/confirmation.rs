//! Greedy confirmation (P13 section 5.2): finish a fork of which something is known before going on elsewhere.
//!
//! A search that is not depth-first leaves subtrees half explored, and half-explored subtrees teach nothing. When one edge
//! of a fork is full, the states below the others are run first, for a budget proportional to the length of the path: what
//! the first has taught may cover most of them. In P13 forks have two edges; those of a `switch` are many, and to wait
//! for all but one of them is to wait for the strategy, which has as many open states as the tree is wide by then.
//! These are ordinary states: their tests and bugs count. The attempt ends when the subtree is finished,
//! when the budget is used up, or when a place is visited a second time without being subsumed. Attempts that come to
//! nothing may take only so much of what the search itself gets: where subtrees are endless the strategy must not starve.
//!
//! Where the tree is wide and deep a search in breadth comes to no end of a path, so no edge is ever full and nothing is known of
//! anything. When it has finished nothing for long, the subtree of the state it has selected is followed depth-first, a *dive*: what is
//! learnt there is of small subtrees, and covers others. A dive may take twice the work of the last one that was not enough, and is preceded
//! by ten times that of the strategy's own, but for the first one; strategies that come to ends by themselves do not dive.

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
/// What a dive may cost, as a share of what the strategy's own choices have cost since anything was finished.
const DIVING: f64 = 0.1;
/// Work of the first dive and of the longest ones.
const FIRST_DIVE: f64 = 0.5e6;
const LONGEST_DIVE: f64 = 1e9;

/// Greedy confirmation, with at most one attempt at a time.
pub(crate) struct Confirmation {
    enabled: bool,
    attempt: Option<Attempt>,
    /// Work of attempts that did not finish their subtree, work the strategy has chosen, and all of it at the last look.
    in_vain: f64,
    chosen: f64,
    seen: f64,
    /// Work the strategy has chosen since an edge was finished or a dive began, and what the next dive may take.
    barren: f64,
    dive: f64,
    /// Attempts that finished their subtree.
    pub confirmed: u64,
}

/// A running attempt.
struct Attempt {
    /// The subtree to finish.
    root: EdgeId,
    cost: f64,
    aim: Aim,
}

enum Aim {
    /// To finish a fork of which something is known, with the turns that are left and the places visited for it.
    Fork { turns: u64, visited: FxHashSet<Key> },
    /// To come to the end of some path.
    Dive,
}

impl Confirmation {
    pub fn new(enabled: bool) -> Confirmation {
        let (in_vain, chosen, seen) = (0.0, 0.0, 0.0);
        let barren = FIRST_DIVE / DIVING;
        Confirmation { enabled, attempt: None, in_vain, chosen, seen, barren, dive: FIRST_DIVE, confirmed: 0 }
    }

    /// All [work](crate::economy) done so far. What is new of it was done for the attempt at hand, if there is one.
    pub fn worked(&mut self, all: f64) {
        let work = all - self.seen;
        self.seen = all;
        match &mut self.attempt {
            Some(attempt) => attempt.cost += work,
            None => {
                self.chosen += work;
                self.barren += work;
            }
        }
    }

    /// The fork at the end of this edge, which has so many forks above it, has a full edge and others that are not finished.
    pub fn may_begin(&mut self, root: EdgeId, depth: u64) {
        let affordable = self.in_vain <= CREDIT + SHARE * self.chosen;
        if self.enabled && self.attempt.is_none() && affordable {
            let turns = TURNS + TURNS_PER_FORK * depth;
            self.begin(root, Aim::Fork { turns, visited: FxHashSet::default() });
        }
    }

    /// The strategy has selected the state that extends this edge, and it does not go depth-first.
    pub fn may_dive(&mut self, root: EdgeId) {
        if self.enabled && self.attempt.is_none() && self.dive <= DIVING * self.barren {
            self.barren = 0.0;
            self.begin(root, Aim::Dive);
        }
    }

    fn begin(&mut self, root: EdgeId, aim: Aim) {
        self.attempt = Some(Attempt { root, cost: 0.0, aim });
    }

    /// The state to run next for the attempt at hand, if there is one.
    pub fn next(&mut self, edges: &Edges) -> Option<StateId> {
        let attempt = self.attempt.as_mut()?;
        let goes_on = match &mut attempt.aim {
            Aim::Fork { turns: 0, .. } => false,
            Aim::Fork { turns, .. } => {
                *turns -= 1;
                true
            }
            Aim::Dive if attempt.cost < self.dive => true,
            Aim::Dive => {
                self.dive = LONGEST_DIVE.min(2.0 * self.dive);
                false
            }
        };
        let next = if goes_on { edges.open_state_below(attempt.root) } else { None };
        if next.is_none() {
            self.give_up();
        }
        next
    }

    /// A join was reached without being subsumed: the second time at one place, the attempt to finish a fork is given up.
    pub fn visited(&mut self, key: &Key) {
        if let Some(Attempt { aim: Aim::Fork { visited, .. }, .. }) = &mut self.attempt
            && !visited.insert(key.clone())
        {
            self.give_up();
        }
    }

    /// A subtree is finished.
    pub fn finished(&mut self, id: EdgeId) {
        self.barren = 0.0;
        if self.attempt.take_if(|attempt| attempt.root == id).is_some() {
            self.confirmed += 1;
        }
    }

    /// The attempt at hand, if there is one, comes to nothing.
    pub fn give_up(&mut self) {
        if let Some(Attempt { cost, aim: Aim::Fork { .. }, .. }) = self.attempt.take() {
            self.in_vain += cost;
        }
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
        confirmation.worked(FIRST_DIVE / DIVING);
        confirmation.may_dive(root);
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
    fn a_dive_that_was_too_short_is_followed_by_a_longer_one() {
        let (edges, root, state) = one_edge();
        let place = Key::of(&state).unwrap();
        let mut confirmation = Confirmation::new(true);
        confirmation.barren = 0.0;
        let mut all = 0.0;
        for dive in [FIRST_DIVE, 2.0 * FIRST_DIVE] {
            all += 0.99 * dive / DIVING;
            confirmation.worked(all);
            confirmation.may_dive(root);
            assert_eq!(confirmation.next(&edges), None, "the strategy may come to an end yet");
            all += 0.01 * dive / DIVING;
            confirmation.worked(all);
            confirmation.may_dive(root);
            for _ in 0..4 {
                confirmation.visited(&place);
                assert_eq!(
                    confirmation.next(&edges),
                    Some(StateId(7)),
                    "a loop comes to the same place again and again"
                );
                all += dive / 4.0;
                confirmation.worked(all);
            }
            assert_eq!(confirmation.next(&edges), None);
        }
        confirmation.worked(all + 4.0 * FIRST_DIVE / DIVING);
        confirmation.may_dive(root);
        confirmation.finished(root);
        assert_eq!((confirmation.confirmed, confirmation.dive), (1, 4.0 * FIRST_DIVE), "it was long enough");
    }

    #[test]
    fn what_comes_to_ends_by_itself_does_not_dive() {
        let (mut edges, root, state) = one_edge();
        let other = edges.add(Edge::new(None, None, StateId(8), state));
        let mut confirmation = Confirmation::new(true);
        confirmation.finished(other);
        confirmation.may_dive(root);
        assert_eq!(confirmation.next(&edges), None);
        confirmation.worked(FIRST_DIVE / DIVING);
        confirmation.may_dive(root);
        assert_eq!(confirmation.next(&edges), Some(StateId(7)));
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
