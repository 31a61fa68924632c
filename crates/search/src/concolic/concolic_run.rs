//! The execution at hand of a concolic strategy: what was chosen goes on until it ends, forking off alternatives on
//! its way; only then the next one is chosen, and what was forked off is looked at.
//!
//! An execution that goes on for ever would keep the strategy, so it ends here when the engine
//! [interrupts](crate::searcher::Searcher::interrupt) it, and then waits like any other state.

use std::vec::Drain;

use tree::StateId;

use crate::world::World;

#[derive(Debug, Default)]
pub struct ConcolicRun {
    running: Option<StateId>,
    /// Opened, or ran, since the strategy last looked.
    changed: Vec<StateId>,
}

impl ConcolicRun {
    pub fn start(&mut self, state: StateId) {
        self.running = Some(state);
    }

    /// `state` is open from now on, or still open but not what it was.
    pub fn note_change(&mut self, state: StateId) {
        self.changed.push(state);
    }

    pub fn end(&mut self, state: StateId) {
        if self.running == Some(state) {
            self.running = None;
        }
    }

    /// The state to go on with.
    pub fn current(&self) -> Option<StateId> {
        self.running
    }

    /// The open state that is the last to be new or changed, and not looked at.
    pub fn pop_changed(&mut self, world: &dyn World) -> Option<StateId> {
        while let Some(state) = self.changed.pop() {
            if world.tree().leaf(state).is_some() {
                return Some(state);
            }
        }
        None
    }

    /// The open states that are new or changed since the last time, each once, in the order they were opened.
    pub fn take_changed(&mut self, world: &dyn World) -> Vec<StateId> {
        self.drain_changed().filter(|&state| world.tree().leaf(state).is_some()).collect()
    }

    /// As [`ConcolicRun::take_changed`], but with states that are closed by now.
    pub fn drain_changed(&mut self) -> Drain<'_, StateId> {
        self.changed.sort_unstable();
        self.changed.dedup();
        self.changed.drain(..)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
    use tree::Tree;

    #[test]
    fn an_execution_goes_on_until_it_ends() {
        let mut run = ConcolicRun::default();
        run.start(StateId(0));
        run.note_change(StateId(1));
        run.end(StateId(1));
        assert_eq!(run.current(), Some(StateId(0)));
        run.end(StateId(0));
        assert_eq!(run.current(), None);
        run.start(StateId(1));
        run.end(StateId(1));
        assert_eq!(run.current(), None);
    }

    #[test]
    fn what_has_changed_is_listed_once_while_it_is_open() {
        let world = HandMade::only_a_tree(Tree::new(StateId(0)));
        let mut run = ConcolicRun::default();
        run.note_change(StateId(1));
        run.note_change(StateId(0));
        run.note_change(StateId(0));
        assert_eq!(run.take_changed(&world), [StateId(0)], "state 1 is not in the tree any more");
        assert!(run.take_changed(&world).is_empty());
    }
}
