//! The open paths of a run, and who chooses between them: states, the tree they are the leaves of, and the strategy.
//!
//! A state is *open* until its path ends or is dropped. It is taken out to run and put back if it is still open; the tree and
//! the strategy are told here and nowhere else, so that the three always agree.
//!
//! Does not count anything and does not know why a path ends.

use std::time::Duration;

use expr::ExprId;
use machine::state::State;
use pruning::EdgeId;
use rustc_hash::{FxHashMap, FxHashSet};
use search::history::History;
use search::searcher::Searcher;
use solver::PathCondition;
use tree::{Child, StateId, Tree};

use crate::hard_questions::PutOff;
use crate::novelty::Trail;
use crate::sketch::SketchId;
use crate::steps::Steps;

/// An open path.
pub(crate) struct Open {
    pub state: State,
    pub path: PathCondition,
    /// Forks so far.
    pub depth: u64,
    /// The edge of the tree it is extending, while anything is learnt.
    pub edge: Option<EdgeId>,
    /// Its node in the tree that is kept for people, while that is recorded.
    pub node: Option<SketchId>,
    /// What has to hold on top of `path`, and was not yet solved: the model does not satisfy it.
    pub unsolved: Option<ExprId>,
    /// The same was asked in vain: it waits, and no strategy sees it.
    pub put_off: Option<Box<PutOff>>,
    pub history: History,
    /// What leads here from the start of the program.
    pub steps: Steps,
    /// Time the solver has spent on the path.
    pub query_time: Duration,
    /// Instructions executed when the path last covered a block.
    pub last_new: Option<u64>,
    /// Where a strategy wants to know what is new about the path.
    pub trail: Option<Box<Trail>>,
}

impl Open {
    pub fn first(state: State) -> Open {
        Open {
            state,
            path: PathCondition::new(),
            depth: 0,
            edge: None,
            node: None,
            unsolved: None,
            put_off: None,
            history: History::default(),
            steps: Steps::default(),
            query_time: Duration::ZERO,
            last_new: None,
            trail: None,
        }
    }

    /// Another path with the same past.
    pub fn fork(&self) -> Open {
        Open {
            state: self.state.clone(),
            path: self.path.clone(),
            depth: self.depth,
            edge: None,
            node: None,
            unsolved: None,
            put_off: None,
            history: self.history.clone(),
            steps: self.steps.clone(),
            query_time: self.query_time,
            last_new: self.last_new,
            trail: self.trail.clone(),
        }
    }
}

/// The state a program starts with.
pub(crate) const FIRST: StateId = StateId(0);

/// The open paths of a run, and the strategy.
pub(crate) struct Frontier {
    pub states: States,
    pub searcher: Box<dyn Searcher>,
    /// Alternatives that are not easy to solve are solved when they are selected.
    pub solves_late: bool,
}

/// The open states: what strategies look at.
pub(crate) struct States {
    open: FxHashMap<StateId, Box<Open>>,
    pub tree: Tree,
    /// States made so far.
    made: u64,
    /// Those that have covered something new and have no test for it yet.
    untested: FxHashSet<StateId>,
}

impl Frontier {
    pub fn new(first: Box<Open>, mut searcher: Box<dyn Searcher>, solves_late: bool) -> Frontier {
        searcher.add(FIRST, None);
        let states = States {
            open: FxHashMap::from_iter([(FIRST, first)]),
            tree: Tree::new(FIRST),
            made: 1,
            untested: FxHashSet::default(),
        };
        Frontier { states, searcher, solves_late }
    }

    /// Nothing is open, and this state is from now on.
    pub fn plant(&mut self, open: Box<Open>) -> StateId {
        let id = self.states.name();
        self.states.tree.plant(id);
        self.searcher.add(id, None);
        self.states.put(id, open);
        id
    }

    /// A state that has forked gets children, of which it is the first; the others are in the frontier already.
    pub fn forked(&mut self, parent: StateId, children: &[Child]) {
        if let [_, others @ ..] = children
            && !others.is_empty()
        {
            self.states.tree.fork(parent, children);
            others.iter().for_each(|child| self.searcher.add(child.state, Some(parent)));
        }
    }

    /// The path of a state that was taken out is over.
    pub fn close(&mut self, id: StateId) {
        self.states.untested.remove(&id);
        let is_hidden = self.states.tree.leaf(id).is_none();
        self.states.tree.close(id);
        if !is_hidden {
            self.searcher.remove(id);
        }
    }

    /// A state waits, and the strategy is not to know of it. It stays open.
    pub fn hide(&mut self, id: StateId) {
        if self.states.tree.leaf(id).is_some() {
            self.states.tree.hide(id);
            self.searcher.remove(id);
        }
    }

    /// A state that was hidden is there for the strategy again.
    pub fn show(&mut self, id: StateId) {
        if self.states.tree.leaf(id).is_none() {
            self.states.tree.show(id);
            self.searcher.add(id, None);
        }
    }
}

impl States {
    pub fn len(&self) -> usize {
        self.open.len()
    }

    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// States made so far, open or not.
    pub fn made(&self) -> u64 {
        self.made
    }

    pub fn get(&self, id: StateId) -> Option<&Open> {
        self.open.get(&id).map(Box::as_ref)
    }

    pub fn get_mut(&mut self, id: StateId) -> Option<&mut Open> {
        self.open.get_mut(&id).map(Box::as_mut)
    }

    /// In no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (StateId, &Open)> {
        self.open.iter().map(|(&id, open)| (id, &**open))
    }

    /// In no particular order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (StateId, &mut Open)> {
        self.open.iter_mut().map(|(&id, open)| (id, &mut **open))
    }

    /// Oldest first.
    pub fn ids(&self) -> Vec<StateId> {
        sorted(self.open.keys())
    }

    /// Those that have covered something new and have no test for it yet, oldest first.
    pub fn untested(&self) -> Vec<StateId> {
        sorted(self.untested.iter())
    }

    /// What a state has covered has its test now.
    pub fn is_tested(&mut self, id: StateId) {
        self.untested.remove(&id);
    }

    /// Takes a state out to run it: it is to be [put back](States::put) or [closed](Frontier::close).
    pub fn take(&mut self, id: StateId) -> Option<Box<Open>> {
        self.open.remove(&id)
    }

    /// A state is open.
    pub fn put(&mut self, id: StateId, open: Box<Open>) {
        if open.state.new_coverage {
            self.untested.insert(id);
        }
        self.open.insert(id, open);
    }

    /// A name for a new state.
    pub fn name(&mut self) -> StateId {
        let id = StateId(self.made);
        self.made += 1;
        id
    }
}

fn sorted<'a>(ids: impl Iterator<Item = &'a StateId>) -> Vec<StateId> {
    let mut ids: Vec<StateId> = ids.copied().collect();
    ids.sort_unstable();
    ids
}
