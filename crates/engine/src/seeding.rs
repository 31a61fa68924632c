//! Seeds: given inputs whose paths are followed before anything else is explored.
//!
//! Open states and ended paths share all inputs between them, so at most one open state accepts a seed: the one whose
//! path condition it satisfies. That state takes the seed as its model, which costs no query, and runs to its end; what
//! it forks off waits for its turn. A seed whose path has ended already has nothing left to show.

use std::collections::VecDeque;
use std::rc::Rc;

use expr::Model;
use machine::seed::{Following, Seed};
use tree::StateId;

use crate::session::Session;

/// The seeds that are left, and the state that follows one.
#[derive(Default)]
pub(crate) struct Seeding {
    waiting: VecDeque<Rc<Seed>>,
    follower: Option<StateId>,
}

impl Seeding {
    pub fn new(seeds: &[Seed]) -> Seeding {
        Seeding { waiting: seeds.iter().cloned().map(Rc::new).collect(), follower: None }
    }

    /// Those that are left.
    pub fn left(&self) -> Vec<Seed> {
        self.waiting.iter().map(|seed| (**seed).clone()).collect()
    }

    /// More of them, while the run goes on.
    pub fn add(&mut self, seeds: Vec<Seed>) {
        self.waiting.extend(seeds.into_iter().map(Rc::new));
    }
}

impl Session<'_> {
    /// The state to run next for a seed, as long as there are any.
    pub(crate) fn state_with_seed(&mut self) -> Option<StateId> {
        loop {
            let follower = self.seeding.follower.take();
            if let Some(id) =
                follower.filter(|id| self.frontier.states.get(*id).is_some_and(|open| open.state.seed.is_some()))
            {
                self.seeding.follower = Some(id);
                return Some(id);
            }
            let seed = self.seeding.waiting.pop_front()?;
            self.seeding.follower = self.plant(&seed);
        }
    }

    /// Gives the seed to the state it belongs to.
    fn plant(&mut self, seed: &Rc<Seed>) -> Option<StateId> {
        for id in self.frontier.states.ids() {
            let Some(open) = self.frontier.states.get_mut(id) else { continue };
            let (dag, eval) = (&self.machine.dag, &mut self.machine.eval);
            let inputs = open.state.inputs.in_order();
            let mut model = open.state.model.clone();
            for (var, value) in seed.values(dag, &inputs) {
                model.set(var, value);
            }
            if !open.path.iter().chain(open.unsolved).all(|constraint| eval.holds(dag, constraint, &model)) {
                continue;
            }
            let following = Following::after(Rc::clone(seed), &inputs);
            if open.unsolved.is_some() {
                return self.adopt_model(id, model, Some(following)).then_some(id);
            }
            open.state.model = model;
            open.state.seed = Some(following);
            return Some(id);
        }
        None
    }

    /// A state that waits to be solved is solved by these inputs. True if it goes on with them.
    pub(crate) fn adopt_model(&mut self, id: StateId, model: Model, seed: Option<Following>) -> bool {
        let Some(mut open) = self.frontier.states.take(id) else { return false };
        self.stop_waiting(id, &open);
        self.ledger.choices.adopted += 1;
        if !self.takes(id, &mut open, model) {
            self.frontier.close(id);
            return false;
        }
        open.state.seed = seed.or(open.state.seed.take());
        self.frontier.states.put(id, open);
        self.frontier.searcher.adopted(id);
        true
    }
}
