//! What the strategies of concolic testers share: an execution goes on until it ends, then one of the states that wait is
//! chosen, solved, and run. Which one is the strategy's own, its [`Choose`].

use tree::StateId;

use crate::concolic::concolic_run::ConcolicRun;
use crate::searcher::{Searcher, Step};
use crate::world::World;

/// Chooses the next execution.
pub trait Choose {
    /// `state` is open from now on; `parent` is the state it was forked from.
    fn opened(&mut self, _state: StateId, _parent: Option<StateId>) {}

    /// `state` is no longer open.
    fn closed(&mut self, _state: StateId) {}

    /// The state to run to its end. `changed` are the open states that are new, or have run, since the last time: each once,
    /// in the order they were opened.
    fn choose(&mut self, world: &dyn World, changed: Vec<StateId>) -> Option<StateId>;
}

/// A concolic strategy.
#[derive(Default)]
pub struct RunToEnd<C> {
    run: ConcolicRun,
    choice: C,
}

impl<C: Choose> Searcher for RunToEnd<C> {
    fn add(&mut self, state: StateId, parent: Option<StateId>) {
        self.choice.opened(state, parent);
        self.run.note_change(state);
    }

    fn ran(&mut self, state: StateId) {
        self.run.note_change(state);
    }

    fn interrupt(&mut self, state: StateId) {
        self.run.end(state);
    }

    fn remove(&mut self, state: StateId) {
        self.run.end(state);
        self.choice.closed(state);
    }

    fn going_on(&mut self) -> Option<StateId> {
        self.run.current()
    }

    fn select(&mut self, world: &dyn World) -> Option<Step> {
        let changed = self.run.take_changed(world);
        let state = self.choice.choose(world, changed)?;
        self.run.start(state);
        Some(Step::Run(state))
    }

    fn solves_late(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
    use tree::{Child, Tree};

    /// Chooses the youngest of what has changed.
    #[derive(Default)]
    struct Youngest;

    impl Choose for Youngest {
        fn choose(&mut self, _world: &dyn World, changed: Vec<StateId>) -> Option<StateId> {
            changed.last().copied()
        }
    }

    #[test]
    fn an_execution_goes_on_until_it_ends_or_is_interrupted() {
        let mut world = HandMade::only_a_tree(Tree::new(StateId(0)));
        world.tree.fork(StateId(0), &[0, 1, 2].map(|n| Child { outcome: n, state: StateId(u64::from(n)) }));
        let mut searcher = RunToEnd::<Youngest>::default();
        searcher.add(StateId(0), None);
        assert_eq!(searcher.step(&world), Some(Step::Run(StateId(0))));
        searcher.add(StateId(1), Some(StateId(0)));
        searcher.add(StateId(2), Some(StateId(0)));
        assert_eq!(searcher.step(&world), Some(Step::Run(StateId(0))), "alternatives wait");
        searcher.interrupt(StateId(1));
        assert_eq!(searcher.step(&world), Some(Step::Run(StateId(0))), "another one was interrupted");
        searcher.interrupt(StateId(0));
        assert_eq!(searcher.step(&world), Some(Step::Run(StateId(2))));
        searcher.remove(StateId(2));
        world.tree.close(StateId(2));
        searcher.ran(StateId(0));
        assert_eq!(searcher.step(&world), Some(Step::Run(StateId(0))), "it waits like any other state");
    }
}
