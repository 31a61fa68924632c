//! The symbolic execution tree: a node for each fork that still has open states below it, a leaf for each open state.
//!
//! A leaf that forks becomes an inner node; a leaf that closes takes with it every ancestor left without open leaves,
//! and the slots are used again. So each node in the tree has an open leaf below it, which is what a random walk from
//! the root relies on. Forking and closing are O(1) amortised.
//!
//! A node with one open child left is kept, because its other edges are part of what the subtree means; walks jump
//! over chains of such nodes (see [`Tree::next_choice`]).
//!
//! A leaf may be *hidden* while its state waits for something: no walk finds it, nor the forks above it that lead to hidden
//! leaves only, until it is shown again in its place.
//!
//! Does not hold states, constraints or traces: states belong to the engine and are known here by [`StateId`].

use std::cell::Cell;

use rustc_hash::FxHashMap;

/// An execution state, named by the engine; never used again for another state while the first is open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StateId(pub u64);

/// A node of the tree; valid until the last leaf below it closes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// One way on from a fork.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Child {
    /// Which outcome of the step this is; outcomes that are infeasible leave gaps in the numbers.
    pub outcome: u32,
    /// The state that takes it. One of the children may be the state that forked.
    pub state: StateId,
}

/// What a walk finds below a node once chains without a choice are passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walk<'tree> {
    /// An open state.
    Leaf(StateId),
    /// At least two children, each with an open leaf below it.
    Fork(&'tree [NodeId]),
}

#[derive(Debug)]
struct Node {
    parent: Option<NodeId>,
    /// The outcome of the parent's fork this node stands for.
    outcome: u32,
    /// Position among the parent's open children.
    position: u32,
    /// Forks between the root and here.
    depth: u32,
    content: Content,
    /// Children that lead to hidden leaves only; they are not among the open children.
    hidden: u32,
    /// A node further down with the same leaves below it (this very node at first). It can only go stale in the
    /// harmless direction: when the node it names is freed, so is every node that could name it.
    jump: Cell<NodeId>,
}

#[derive(Debug)]
enum Content {
    Leaf(StateId),
    /// Children with an open leaf below them, in no particular order.
    Fork(Vec<NodeId>),
    Free,
}

/// The tree of a run.
#[derive(Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    free: Vec<NodeId>,
    root: Option<NodeId>,
    leaves: FxHashMap<StateId, NodeId>,
    hidden: FxHashMap<StateId, NodeId>,
}

impl Tree {
    /// A tree of one open leaf.
    pub fn new(first: StateId) -> Tree {
        let mut tree = Tree::default();
        let root = tree.allocate(None, 0, 0, 0, first);
        tree.root = Some(root);
        tree
    }

    /// A tree in which nothing is open any more begins again with one open leaf. Does nothing while anything is open.
    pub fn plant(&mut self, first: StateId) {
        if self.root.is_none() && self.hidden.is_empty() {
            let root = self.allocate(None, 0, 0, 0, first);
            self.root = Some(root);
        }
    }

    /// The root, as long as any state is open.
    pub fn root(&self) -> Option<NodeId> {
        self.root
    }

    /// Number of open states that walks can find.
    pub fn open_leaves(&self) -> usize {
        self.leaves.len()
    }

    /// Nodes in use, leaves included.
    pub fn len(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// The leaf of an open state.
    pub fn leaf(&self, state: StateId) -> Option<NodeId> {
        self.leaves.get(&state).copied()
    }

    /// Forks between the root and an open state.
    pub fn depth(&self, state: StateId) -> Option<u32> {
        self.leaf(state).map(|node| self.nodes[node.index()].depth)
    }

    /// The outcomes chosen from the root to an open state: the same in every run that explores the same path.
    pub fn path(&self, state: StateId) -> Option<Vec<u32>> {
        let mut node = self.leaf(state)?;
        let mut path = Vec::with_capacity(self.nodes[node.index()].depth as usize);
        while let Some(parent) = self.nodes[node.index()].parent {
            path.push(self.nodes[node.index()].outcome);
            node = parent;
        }
        path.reverse();
        Some(path)
    }

    /// How many forks above an open state have no other open state below them: they are finished when it ends.
    pub fn finished_with(&self, state: StateId) -> u32 {
        let mut finished = 0;
        let mut node = self.leaf(state);
        while let Some(parent) = node.and_then(|node| self.nodes[node.index()].parent) {
            match &self.nodes[parent.index()].content {
                Content::Fork(children) if children.len() == 1 => finished += 1,
                Content::Fork(_) | Content::Leaf(_) | Content::Free => break,
            }
            node = Some(parent);
        }
        finished
    }

    /// `state` forks into the states of `children`; it stays open only if it is one of them.
    ///
    /// Does nothing when `state` is not open. Without children it is the same as [`Tree::close`].
    pub fn fork(&mut self, state: StateId, children: &[Child]) {
        if children.is_empty() {
            return self.close(state);
        }
        let Some(node) = self.leaves.remove(&state) else { return };
        let depth = self.nodes[node.index()].depth + 1;
        let nodes = children
            .iter()
            .enumerate()
            .map(|(position, child)| self.allocate(Some(node), child.outcome, position as u32, depth, child.state))
            .collect();
        self.nodes[node.index()].content = Content::Fork(nodes);
    }

    /// An open state has come to its end, or is dropped.
    pub fn close(&mut self, state: StateId) {
        if self.hidden.contains_key(&state) {
            self.show(state);
        }
        let Some(mut node) = self.leaves.remove(&state) else { return };
        loop {
            let Node { parent, position, .. } = self.nodes[node.index()];
            self.nodes[node.index()].content = Content::Free;
            self.free.push(node);
            let Some(parent) = parent else {
                self.root = None;
                return;
            };
            if self.remove_child(parent, position) > 0 {
                return;
            }
            if self.nodes[parent.index()].hidden > 0 {
                return self.hide_node(parent);
            }
            node = parent;
        }
    }

    /// No walk finds an open state from now on, until it is [shown](Tree::show) again or closed.
    pub fn hide(&mut self, state: StateId) {
        if let Some(node) = self.leaves.remove(&state) {
            self.hidden.insert(state, node);
            self.hide_node(node);
        }
    }

    /// Takes a node out of its parent, which is kept, and every ancestor that is left with hidden children only.
    fn hide_node(&mut self, mut node: NodeId) {
        loop {
            let Node { parent, position, .. } = self.nodes[node.index()];
            let Some(parent) = parent else {
                self.root = None;
                return;
            };
            self.nodes[parent.index()].hidden += 1;
            if self.remove_child(parent, position) > 0 {
                return;
            }
            node = parent;
        }
    }

    /// A hidden state is back in its place.
    pub fn show(&mut self, state: StateId) {
        let Some(leaf) = self.hidden.remove(&state) else { return };
        self.leaves.insert(state, leaf);
        let mut node = leaf;
        // Ancestors below this one were hidden, too.
        let mut is_hidden = true;
        while let Some(parent) = self.nodes[node.index()].parent {
            let above = &mut self.nodes[parent.index()];
            if is_hidden && let Content::Fork(children) = &mut above.content {
                is_hidden = children.is_empty();
                above.hidden -= 1;
                children.push(node);
                let position = children.len() as u32 - 1;
                self.nodes[node.index()].position = position;
            }
            // Jumps over the fork that has a choice again.
            self.nodes[parent.index()].jump.set(parent);
            node = parent;
        }
        self.root = Some(node);
    }

    /// What a walk that stands on `node` has to choose from next.
    pub fn next_choice(&self, node: NodeId) -> Walk<'_> {
        let end = self.end_of_chain(node);
        // Every node passed now points to the end, so a chain is walked once however often it is visited.
        let mut passed = node;
        while passed != end {
            let next = self.one_step(passed);
            self.nodes[passed.index()].jump.set(end);
            passed = next;
        }
        match &self.nodes[end.index()].content {
            Content::Leaf(state) => Walk::Leaf(*state),
            Content::Fork(children) => Walk::Fork(children),
            Content::Free => Walk::Fork(&[]),
        }
    }

    fn end_of_chain(&self, mut node: NodeId) -> NodeId {
        loop {
            let next = self.one_step(node);
            if next == node {
                return node;
            }
            node = next;
        }
    }

    /// Along the jump, or to the only child; `node` itself when it is a leaf or offers a choice.
    fn one_step(&self, node: NodeId) -> NodeId {
        let content = &self.nodes[node.index()];
        let jump = content.jump.get();
        match &content.content {
            Content::Fork(children) if jump == node && children.len() == 1 => children[0],
            Content::Fork(_) | Content::Leaf(_) | Content::Free => jump,
        }
    }

    /// Takes a child out of its parent and returns how many are left.
    fn remove_child(&mut self, parent: NodeId, position: u32) -> usize {
        let Content::Fork(children) = &mut self.nodes[parent.index()].content else { return 0 };
        children.swap_remove(position as usize);
        let left = children.len();
        let moved = children.get(position as usize).copied();
        if let Some(moved) = moved {
            self.nodes[moved.index()].position = position;
        }
        left
    }

    fn allocate(&mut self, parent: Option<NodeId>, outcome: u32, position: u32, depth: u32, state: StateId) -> NodeId {
        let id = self.free.pop().unwrap_or(NodeId(self.nodes.len() as u32));
        let node =
            Node { parent, outcome, position, depth, content: Content::Leaf(state), hidden: 0, jump: Cell::new(id) };
        match self.nodes.get_mut(id.index()) {
            Some(slot) => *slot = node,
            None => self.nodes.push(node),
        }
        self.leaves.insert(state, id);
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn children(states: &[u64]) -> Vec<Child> {
        states.iter().enumerate().map(|(i, &s)| Child { outcome: i as u32, state: StateId(s) }).collect()
    }

    /// All open states a walk can reach, found by taking every choice.
    fn reachable(tree: &Tree) -> Vec<u64> {
        let mut found = Vec::new();
        let mut todo: Vec<NodeId> = tree.root().into_iter().collect();
        while let Some(node) = todo.pop() {
            match tree.next_choice(node) {
                Walk::Leaf(state) => found.push(state.0),
                Walk::Fork(children) => {
                    assert!(children.len() >= 2, "a walk must not stop where there is nothing to choose");
                    todo.extend(children);
                }
            }
        }
        found.sort_unstable();
        found
    }

    #[test]
    fn a_path_is_the_outcomes_taken() {
        let mut tree = Tree::new(StateId(0));
        tree.fork(StateId(0), &children(&[0, 1]));
        tree.fork(StateId(1), &[Child { outcome: 2, state: StateId(1) }, Child { outcome: 5, state: StateId(2) }]);
        assert_eq!(tree.path(StateId(0)), Some(vec![0]));
        assert_eq!(tree.path(StateId(2)), Some(vec![1, 5]));
        assert_eq!(tree.depth(StateId(2)), Some(2));
        assert_eq!(tree.path(StateId(7)), None);
    }

    #[test]
    fn closing_the_last_leaf_empties_the_tree_and_slots_are_reused() {
        let mut tree = Tree::new(StateId(0));
        for next in 1..1000 {
            tree.fork(StateId(next - 1), &children(&[next - 1, next]));
            tree.close(StateId(next - 1));
        }
        assert_eq!(reachable(&tree), vec![999]);
        assert_eq!(tree.len(), 1000, "a chain keeps its inner nodes");
        tree.close(StateId(999));
        assert!(tree.is_empty());
        assert_eq!(tree.len(), 0);
    }

    #[test]
    fn random_operations_keep_tree_and_states_in_step() {
        let mut tree = Tree::new(StateId(0));
        let mut open = vec![0u64];
        let mut hidden: Vec<u64> = Vec::new();
        let mut seed = 7u64;
        let mut next_state = 1;
        for round in 0..20_000 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let pick = (seed >> 33) as usize;
            if pick.is_multiple_of(11) && !hidden.is_empty() {
                let state = hidden.swap_remove(pick / 11 % hidden.len());
                match pick / 7 % 3 {
                    0 => tree.close(StateId(state)),
                    _ => {
                        tree.show(StateId(state));
                        open.push(state);
                    }
                }
            }
            if open.is_empty() {
                break;
            }
            let index = pick % open.len();
            let state = open[index];
            if pick % 7 < 4 && open.len() < 300 {
                let ways = 1 + pick % 3;
                let mut states = vec![state];
                states.extend(next_state..next_state + ways as u64);
                tree.fork(StateId(state), &children(&states));
                open.extend(next_state..next_state + ways as u64);
                next_state += ways as u64;
            } else if pick % 13 < 4 {
                tree.hide(StateId(state));
                hidden.push(open.swap_remove(index));
            } else {
                tree.close(StateId(state));
                open.swap_remove(index);
            }
            if round % 50 == 0 {
                let mut expected = open.clone();
                expected.sort_unstable();
                assert_eq!(reachable(&tree), expected);
                assert_eq!(tree.open_leaves(), expected.len());
            }
        }
        hidden.iter().chain(&open).for_each(|&state| tree.close(StateId(state)));
        assert_eq!((tree.root(), tree.len()), (None, 0), "nothing is kept for what is closed");
    }

    #[test]
    fn a_hidden_state_comes_back_in_its_place() {
        let mut tree = Tree::new(StateId(0));
        tree.fork(StateId(0), &children(&[0, 1]));
        tree.fork(StateId(1), &children(&[1, 2]));
        let path = tree.path(StateId(2));
        tree.hide(StateId(2));
        assert_eq!(reachable(&tree), vec![0, 1]);
        tree.close(StateId(1));
        assert_eq!(reachable(&tree), vec![0]);
        tree.close(StateId(0));
        assert_eq!(tree.root(), None, "nothing is left to walk to");
        tree.show(StateId(2));
        assert_eq!((reachable(&tree), tree.path(StateId(2))), (vec![2], path));
        tree.hide(StateId(2));
        tree.close(StateId(2));
        assert!(tree.is_empty());
    }

    #[test]
    fn a_state_that_is_not_open_is_ignored() {
        let mut tree = Tree::new(StateId(0));
        tree.close(StateId(3));
        tree.fork(StateId(3), &children(&[3, 4]));
        assert_eq!(tree.open_leaves(), 1);
    }
}
