//! Tests of the learning loop, on programs made by hand.

use super::*;
use crate::hand_made::{Lab, N, X, branch, bug, compute, flag_if_below, jump, policy, program, returns, set};
use machine::Stop;
use machine::checks::BugKind;
use program::ir::{BinOp, Inst, Operand, Program, Term};
use solver::BackendChoice;

/// `n = x < 10 ? yes : no; at_join; if (n >= 5) trap();`
fn diamond(yes: u64, no: u64, at_join: Vec<Inst>) -> Program {
    let mut join = at_join;
    join.push(flag_if_below(N, 5));
    program(vec![
        (vec![flag_if_below(X, 10)], branch(1, 2)),
        (vec![set(N, yes)], Term::Jump(jump(3))),
        (vec![set(N, no)], Term::Jump(jump(3))),
        (join, branch(4, 5)),
        (Vec::new(), returns()),
        (vec![Inst::Trap], Term::Unreachable),
    ])
}

/// A learner at work, and the two states of the fork, each with its edge.
struct Fork {
    learner: Learner,
    /// At the fork, undecided.
    before: State,
    states: [(EdgeId, State); 2],
    path: PathCondition,
}

impl Fork {
    fn new(lab: &mut Lab, policy: Policy) -> Fork {
        let path = lab.path(&[]);
        let mut before = lab.start(3);
        let (mut learner, root) = Learner::new(policy, StateId(0), &before, &path);
        assert!(matches!(lab.machine.run(&mut before, 100), Stop::Choice(_)));
        learner.forks(root, &before);
        let variable = before.inputs.in_order()[0].variables[0];
        let states = [(1, 3), (0, 30)].map(|(decision, x)| {
            let mut state = before.clone();
            state.decisions.push(decision);
            state.model.set(variable, x);
            let owner = StateId(decision);
            let edge = learner.start_at_fork(&mut lab.machine, Some(root), owner, &mut state, &path);
            (edge.unwrap(), state)
        });
        Fork { learner, before, states, path }
    }

    /// One of the states goes on to where they meet; the entry that covers it there, if one does.
    fn arrive(&mut self, lab: &mut Lab, which: usize) -> Option<Rc<Condition>> {
        let (edge, state) = &mut self.states[which];
        lab.walk(state, None);
        assert_eq!(state.frame.block.0, 3, "at the join");
        let mut at = Some(*edge);
        match self.learner.arrive(&mut lab.run(), &mut at, StateId(1), state, &self.path) {
            Arrival::Subsumed(entry) => Some(entry),
            Arrival::GoesOn => {
                *edge = at.unwrap();
                None
            }
        }
    }

    /// And from there to the end of its path.
    fn end(&mut self, lab: &mut Lab, which: usize) {
        let (edge, state) = &mut self.states[which];
        lab.walk(state, None);
        self.learner.ended(&mut lab.run(), *edge, state, EndKind::Leaf);
    }

    fn cut(&mut self, lab: &mut Lab, which: usize) {
        let (edge, state) = &self.states[which];
        self.learner.cut(&mut lab.run(), *edge, state);
    }

    fn subsume(&mut self, lab: &mut Lab, which: usize, entry: Rc<Condition>) {
        let (edge, state) = &self.states[which];
        self.learner.ended(&mut lab.run(), *edge, state, EndKind::Subsumed(entry));
    }
}

#[test]
fn what_a_full_edge_teaches_covers_the_next_state() {
    let program = diamond(1, 2, Vec::new());
    let mut lab = Lab::new(&program);
    let mut fork = Fork::new(&mut lab, policy());
    assert!(fork.arrive(&mut lab, 0).is_none(), "nothing is known yet");
    assert_eq!(fork.learner.statistics().entries, 0);
    fork.end(&mut lab, 0);
    assert_eq!(fork.learner.statistics().entries, 1);
    assert!(fork.learner.root.is_none(), "the other side of the fork is open");
    let entry = fork.arrive(&mut lab, 1).expect("2 is below 5, too");
    let expected = lab.below(lab.n, 5);
    lab.assert_means(&entry.conjuncts, expected);
    fork.subsume(&mut lab, 1, entry);
    let counts = fork.learner.statistics();
    assert_eq!((counts.full, counts.half, counts.hits, counts.entries), (4, 0, 1, 1));
    assert_eq!(fork.learner.root_condition(&mut lab.machine, FuncId(0)), Some(Vec::new()));
}

#[test]
fn a_state_with_other_values_is_not_covered() {
    let program = diamond(1, 7, Vec::new());
    let mut lab = Lab::new(&program);
    let mut fork = Fork::new(&mut lab, policy());
    assert!(fork.arrive(&mut lab, 0).is_none());
    fork.end(&mut lab, 0);
    assert!(fork.arrive(&mut lab, 1).is_none(), "7 leads into the trap");
}

#[test]
fn half_edges_teach_nothing_upward() {
    let program = diamond(1, 2, Vec::new());
    let mut lab = Lab::new(&program);
    let mut fork = Fork::new(&mut lab, policy());
    assert!(fork.arrive(&mut lab, 0).is_none());
    fork.cut(&mut lab, 0);
    let counts = fork.learner.statistics();
    assert_eq!((counts.entries, counts.full, counts.half), (0, 0, 2), "neither it nor the one above");
    assert!(fork.arrive(&mut lab, 1).is_none(), "nothing was learnt");
    fork.end(&mut lab, 1);
    let counts = fork.learner.statistics();
    assert_eq!((counts.entries, counts.full, counts.half), (1, 2, 3), "the way into the fork is half");
    assert_eq!(fork.learner.root_condition(&mut lab.machine, FuncId(0)), None);
}

#[test]
fn an_edge_marked_half_makes_no_entry() {
    let program = diamond(1, 2, Vec::new());
    let mut lab = Lab::new(&program);
    let mut fork = Fork::new(&mut lab, policy());
    assert!(fork.arrive(&mut lab, 0).is_none());
    let edge = fork.states[0].0;
    fork.learner.mark_half(edge);
    fork.end(&mut lab, 0);
    assert_eq!(fork.learner.statistics().entries, 0);
    assert!(fork.arrive(&mut lab, 1).is_none());
}

#[test]
fn an_outcome_that_is_impossible_must_stay_so() {
    let program = diamond(1, 2, Vec::new());
    let mut lab = Lab::new(&program);
    let mut fork = Fork::new(&mut lab, policy());
    let (edge, state) = &fork.states[1];
    assert!(fork.learner.starts_at(*edge, state));
    fork.learner.is_impossible(&mut lab.run(), *edge, state);
    assert!(fork.arrive(&mut lab, 0).is_none());
    fork.end(&mut lab, 0);
    let root = fork.learner.root.clone().unwrap();
    let expected = lab.below(lab.x, 10);
    lab.assert_means(&root.conjuncts, expected);
    let words = fork.learner.root_condition(&mut lab.machine, FuncId(0));
    assert_eq!(words, Some(vec!["0 <= x <= 9".to_string()]));
}

#[test]
fn a_bug_that_was_found_is_kept_out_no_longer() {
    let by_n = compute(X, BinOp::UDiv, X, Operand::Reg(N));
    let program = diamond(1, 0, vec![by_n]);
    let mut lab = Lab::new(&program);
    let mut fork = Fork::new(&mut lab, policy());
    assert!(fork.arrive(&mut lab, 0).is_none());
    fork.end(&mut lab, 0);
    let mut again = fork.states[1].1.clone();
    lab.walk(&mut again, None);
    let mut look = |fork: &mut Fork| {
        let arrival = fork.learner.arrive(&mut lab.run(), &mut None, StateId(9), &mut again, &fork.path);
        matches!(arrival, Arrival::Subsumed(_))
    };
    assert!(!look(&mut fork), "it divides by 0");
    fork.learner.retire(bug(BugKind::Abort, 3, 0));
    assert!(!look(&mut fork), "that was another bug");
    fork.learner.retire(bug(BugKind::DivisionByZero, 3, 0));
    assert!(look(&mut fork));
}

#[test]
fn nothing_is_learnt_from_edges_that_are_forgotten() {
    let program = diamond(1, 2, Vec::new());
    let mut lab = Lab::new(&program);
    let mut fork = Fork::new(&mut lab, Policy { confirms: true, ..policy() });
    fork.learner.forget_edges();
    let mut edge = None;
    let (_, state) = &mut fork.states[0];
    lab.walk(state, None);
    let arrival = fork.learner.arrive(&mut lab.run(), &mut edge, StateId(1), state, &fork.path);
    assert!(matches!(arrival, Arrival::GoesOn) && edge.is_none(), "a state without an edge starts none");
    assert_eq!(fork.learner.statistics().entries, 0);
    assert_eq!(fork.learner.state_to_confirm(), None);
}

#[test]
fn no_edge_starts_while_learning_rests() {
    let program = diamond(1, 2, Vec::new());
    let mut lab = Lab::new(&program);
    let mut fork = Fork::new(&mut lab, policy());
    assert!(!fork.learner.review(&lab.machine, Explored::default()));
    fork.learner.reasoner.economy.pulled_back(u64::MAX / 2, 0, 0);
    assert!(fork.learner.review(&lab.machine, Explored::default()));
    let (_, state) = &mut fork.states[0];
    assert_eq!(fork.learner.start_at_fork(&mut lab.machine, None, StateId(1), state, &fork.path), None);
}

#[test]
fn the_last_open_state_of_a_fork_is_run_next() {
    let program = diamond(1, 2, Vec::new());
    let mut lab = Lab::new(&program);
    let mut fork = Fork::new(&mut lab, Policy { confirms: true, ..policy() });
    assert_eq!(fork.learner.state_to_confirm(), None, "both are open");
    assert!(fork.arrive(&mut lab, 0).is_none());
    fork.end(&mut lab, 0);
    assert_eq!(fork.learner.state_to_confirm(), Some(StateId(0)));
    let entry = fork.arrive(&mut lab, 1).unwrap();
    fork.subsume(&mut lab, 1, entry);
    assert_eq!((fork.learner.state_to_confirm(), fork.learner.statistics().confirmations), (None, 1));
}

#[test]
fn a_fork_of_many_is_finished_as_soon_as_one_of_them_is() {
    let program = diamond(1, 2, Vec::new());
    let mut lab = Lab::new(&program);
    let mut fork = Fork::new(&mut lab, Policy { confirms: true, ..policy() });
    let (mut third, root) = (fork.states[1].1.clone(), fork.learner.edges.get(fork.states[1].0).above);
    fork.learner.start_at_fork(&mut lab.machine, root, StateId(7), &mut third, &fork.path).unwrap();
    assert!(fork.arrive(&mut lab, 0).is_none());
    fork.end(&mut lab, 0);
    assert_eq!(fork.learner.state_to_confirm(), Some(StateId(7)), "two are left");
}

#[test]
fn a_fork_with_a_cut_is_not_confirmed() {
    let program = diamond(1, 2, Vec::new());
    let mut lab = Lab::new(&program);
    let mut fork = Fork::new(&mut lab, Policy { confirms: true, ..policy() });
    fork.cut(&mut lab, 0);
    assert_eq!(fork.learner.state_to_confirm(), None, "it would teach nothing");
}

#[test]
fn a_search_in_breadth_dives_and_one_in_depth_does_not() {
    let program = diamond(1, 2, Vec::new());
    let mut lab = Lab::new(&program);
    let mut fork = Fork::new(&mut lab, Policy { confirms: true, ..policy() });
    let [first, second] = [fork.states[0].0, fork.states[1].0];
    fork.learner.confirmation.worked(1e9);
    fork.learner.selected(first);
    assert_eq!(fork.learner.state_to_confirm(), Some(StateId(1)), "nothing of this fork is known");
    fork.learner.confirmation.give_up();
    fork.end(&mut lab, 0);
    fork.learner.confirmation.give_up();
    fork.learner.confirmation.worked(2e9);
    fork.learner.selected(second);
    assert_eq!(fork.learner.state_to_confirm(), None, "it goes on where something has just ended");
}

/// Both states are at the join before anything is known, and then the first one's path ends.
fn both_went_on(lab: &mut Lab) -> Fork {
    let mut fork = Fork::new(lab, Policy { confirms: true, ..policy() });
    assert!(fork.arrive(lab, 0).is_none() && fork.arrive(lab, 1).is_none());
    let edge = fork.states[1].0;
    assert!(fork.learner.covered_in_hindsight(&mut lab.run(), edge).is_none(), "nothing is known yet");
    fork.end(lab, 0);
    fork
}

#[test]
fn a_state_that_went_on_is_covered_in_hindsight() {
    let program = diamond(1, 2, Vec::new());
    let mut lab = Lab::new(&program);
    let mut fork = both_went_on(&mut lab);
    let edge = fork.states[1].0;
    let hindsight = fork.learner.covered_in_hindsight(&mut lab.run(), edge).expect("2 is below 5, too");
    assert_eq!((hindsight.open, hindsight.start.frame.block.0), (vec![StateId(1)], 3));
    let counts = fork.learner.statistics();
    assert_eq!((counts.full, counts.half, counts.hits), (5, 0, 1));
    assert_eq!(fork.learner.root_condition(&mut lab.machine, FuncId(0)), Some(Vec::new()));
}

/// The condition speaks for the whole subtree.
#[test]
fn what_was_cut_below_does_not_matter_in_hindsight() {
    let program = diamond(1, 2, Vec::new());
    let mut lab = Lab::new(&program);
    let mut fork = both_went_on(&mut lab);
    let edge = fork.states[1].0;
    fork.learner.mark_half(edge);
    assert!(fork.learner.covered_in_hindsight(&mut lab.run(), edge).is_some());
    let counts = fork.learner.statistics();
    assert_eq!((counts.full, counts.half), (5, 0));
    assert_eq!(fork.learner.root_condition(&mut lab.machine, FuncId(0)), Some(Vec::new()));
}

#[test]
fn hindsight_covers_no_state_with_other_values() {
    let program = diamond(1, 7, Vec::new());
    let mut lab = Lab::new(&program);
    let mut fork = both_went_on(&mut lab);
    let edge = fork.states[1].0;
    assert!(fork.learner.covered_in_hindsight(&mut lab.run(), edge).is_none(), "7 leads into the trap");
    assert!(fork.learner.root.is_none());
    // It was looked at with all there is.
    assert_eq!(fork.learner.statistics().checks, 1);
    assert!(fork.learner.covered_in_hindsight(&mut lab.run(), edge).is_none());
    assert_eq!(fork.learner.statistics().checks, 1);
}

#[test]
fn an_outcome_that_leads_to_an_entry_is_skipped_once_it_has_been_taken() {
    let program = diamond(1, 2, Vec::new());
    let mut lab = Lab::new(&program);
    let mut fork = Fork::new(&mut lab, policy());
    let guard = lab.truth();
    let skips = |fork: &mut Fork, lab: &mut Lab| fork.learner.skips(&mut lab.run(), &fork.before, &fork.path, 0, guard);
    assert!(skips(&mut fork, &mut lab).is_none(), "there are no entries");
    assert!(fork.arrive(&mut lab, 0).is_none());
    fork.end(&mut lab, 0);
    assert!(skips(&mut fork, &mut lab).is_none(), "nobody has taken it");
    let entry = fork.arrive(&mut lab, 1).unwrap();
    let skipped = skips(&mut fork, &mut lab).unwrap();
    assert!(skipped.decision == 0 && Rc::ptr_eq(&skipped.entry, &entry));
    assert_eq!((skipped.arrival.frame.block.0, skipped.arrival.frame.inst), (3, 0));
}

#[test]
fn a_skipped_outcome_teaches_what_its_entry_says() {
    let program = diamond(1, 2, Vec::new());
    let mut lab = Lab::new(&program);
    let mut fork = Fork::new(&mut lab, policy());
    assert!(fork.arrive(&mut lab, 0).is_none());
    fork.end(&mut lab, 0);
    let (edge, mut other) = fork.states[1].clone();
    lab.walk(&mut other, None);
    let guard = lab.truth();
    let skipped = fork.learner.skips(&mut lab.run(), &fork.before, &fork.path, 0, guard).unwrap();
    fork.learner.led_to(&mut lab.run(), edge, skipped);
    assert_eq!(fork.learner.root_condition(&mut lab.machine, FuncId(0)), Some(Vec::new()));
}

#[test]
fn a_fork_whose_outcomes_are_all_skipped_is_finished_with_them() {
    let program = diamond(1, 2, Vec::new());
    let mut lab = Lab::new(&program);
    let mut fork = Fork::new(&mut lab, policy());
    assert!(fork.arrive(&mut lab, 0).is_none());
    fork.end(&mut lab, 0);
    let entry = fork.arrive(&mut lab, 1).unwrap();
    fork.subsume(&mut lab, 1, entry);
    // The same once more, with the table as it is now.
    fork.learner.root = None;
    let first = lab.start(3);
    let root = fork.learner.start(None, None, StateId(5), &first, &fork.path);
    fork.learner.forks(root, &fork.before);
    let guard = lab.truth();
    let edges = [1, 0].map(|decision| {
        let mut start = fork.before.clone();
        start.decisions.push(decision);
        let skipped = fork.learner.skips(&mut lab.run(), &fork.before, &fork.path, decision, guard).unwrap();
        fork.learner.start_skipped(Some(root), StateId(6), &start, &fork.path, skipped)
    });
    assert!(fork.learner.root.is_none());
    edges.into_iter().for_each(|edge| fork.learner.finish(&mut lab.run(), edge));
    assert_eq!(fork.learner.root_condition(&mut lab.machine, FuncId(0)), Some(Vec::new()));
    assert_eq!(fork.learner.statistics().full, 7);
}

#[test]
fn cores_are_learnt_where_they_are_asked_for() {
    let program = diamond(1, 2, Vec::new());
    let mut lab = Lab::new(&program);
    let mut fork = Fork::new(&mut lab, Policy { cores: true, ..policy() });
    assert!(fork.learner.needs_possible_paths());
    assert!(fork.arrive(&mut lab, 0).is_none());
    fork.end(&mut lab, 0);
    assert!(fork.arrive(&mut lab, 1).is_none(), "in this form it is about the value 1");
    let guard = lab.truth();
    let skipped = fork.learner.skips(&mut lab.run(), &fork.before, &fork.path, 0, guard);
    assert!(skipped.is_none(), "the path may be contradictory");
}

#[test]
fn what_is_concluded_is_proved_again_where_that_is_asked_for() {
    let program = diamond(1, 2, Vec::new());
    let mut lab = Lab::new(&program);
    let mut fork = Fork::new(&mut lab, Policy { self_check: Some(BackendChoice::Auto), ..policy() });
    assert!(fork.arrive(&mut lab, 0).is_none());
    fork.end(&mut lab, 0);
    let entry = fork.arrive(&mut lab, 1).unwrap();
    fork.subsume(&mut lab, 1, entry);
    assert!(fork.learner.rechecks().tried > 0 && fork.learner.rechecks().undecided == 0);
    assert_eq!(fork.learner.take_refuted(), Vec::<String>::new());
    assert!(fork.learner.root.is_some());
}
