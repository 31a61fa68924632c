//! The prefixes of paths that have been executed, as a tree: what each would cost to solve, and how it was reached.

use crate::lab::markov_chain::{ENTRY, MarkovChain, TransitionId};

/// Number of a prefix within its tree.
pub type PrefixId = usize;

#[derive(Clone, Copy, Debug)]
pub struct Prefix {
    /// The prefix without its last branch; the root is its own.
    pub parent: PrefixId,
    /// The state it ends in.
    pub state: usize,
    /// The cost of solving it.
    pub cost: f64,
    /// Transitions in it.
    pub length: usize,
    /// The branch taken last; `None` at the root.
    pub last_branch: Option<TransitionId>,
    /// Branches taken in it.
    pub branches: usize,
}

/// A tree of prefixes that end right after a branch.
#[derive(Debug)]
pub struct PrefixTree {
    prefixes: Vec<Prefix>,
}

pub const ROOT: PrefixId = 0;

impl PrefixTree {
    pub fn new() -> PrefixTree {
        let root = Prefix { parent: ROOT, state: ENTRY, cost: 0.0, length: 0, last_branch: None, branches: 0 };
        PrefixTree { prefixes: vec![root] }
    }

    pub fn get(&self, id: PrefixId) -> &Prefix {
        &self.prefixes[id]
    }

    /// The prefix that goes on from `id` to its next branch and takes `branch` there.
    pub fn extend(&mut self, chain: &MarkovChain, id: PrefixId, branch: TransitionId) -> PrefixId {
        let mut longer = *self.get(id);
        longer.parent = id;
        while let [only] = chain.out(longer.state) {
            longer.state = only.target;
            longer.cost += f64::from(only.cost);
            longer.length += 1;
        }
        let transition = chain.transition(branch);
        longer.state = transition.target;
        longer.cost += f64::from(transition.cost);
        longer.length += 1;
        longer.branches += 1;
        longer.last_branch = Some(branch);
        self.prefixes.push(longer);
        self.prefixes.len() - 1
    }

    /// Whether a prefix may be solved at all: heuristics follow loops up to a bound (as in P18, section 4.2). A path
    /// of as many transitions as there are states is enough to come to any of them.
    pub fn is_within_bound(&self, chain: &MarkovChain, id: PrefixId) -> bool {
        self.get(id).length <= chain.len()
    }

    /// The last `count` branches of a prefix, latest first; fewer if it has fewer.
    pub fn last_branches(&self, id: PrefixId, count: usize) -> Vec<TransitionId> {
        let up = std::iter::successors(Some(id), |&id| Some(self.get(id).parent));
        up.map_while(|id| self.get(id).last_branch).take(count).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::markov_chain::chain_of;

    #[test]
    fn a_prefix_costs_what_its_transitions_cost() {
        let chain = chain_of(&[&[(1, 1.0, 5)], &[(0, 0.5, 7), (2, 0.5, 11)], &[]]);
        let mut tree = PrefixTree::new();
        let again = tree.extend(&chain, ROOT, 1);
        let end = tree.extend(&chain, again, 2);
        let prefix = tree.get(end);
        assert_eq!((prefix.cost, prefix.length, prefix.state), (28.0, 4, 2));
        assert_eq!(tree.last_branches(end, 5), [2, 1]);
        assert_eq!(tree.last_branches(end, 1), [2]);
    }
}
