//! Which memory a value may point to, coarsely: Steensgaard's analysis, in which values that may be equal share what
//! they point to.
//!
//! A node is a register, a returned value, or the contents of an object (all its bytes together). Every node has at
//! most one *target*, the node for the contents of what it points to. Merging nodes merges their targets.

/// A node of the graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Node(pub(super) u32);

#[derive(Clone, Debug, Default)]
pub(super) struct PointsTo {
    /// The node each was merged into, or itself.
    parent: Vec<u32>,
    target: Vec<Option<Node>>,
}

impl PointsTo {
    pub(super) fn node(&mut self) -> Node {
        let node = Node(self.parent.len() as u32);
        self.parent.push(node.0);
        self.target.push(None);
        node
    }

    pub(super) fn len(&self) -> usize {
        self.parent.len()
    }

    /// The node that stands for this one.
    pub(super) fn find(&mut self, node: Node) -> Node {
        let mut root = node.0;
        while self.parent[root as usize] != root {
            root = self.parent[root as usize];
        }
        let mut walk = node.0;
        while self.parent[walk as usize] != root {
            walk = std::mem::replace(&mut self.parent[walk as usize], root);
        }
        Node(root)
    }

    /// What the node points to.
    pub(super) fn target(&mut self, node: Node) -> Node {
        let node = self.find(node);
        match self.target[node.0 as usize] {
            Some(target) => self.find(target),
            None => {
                let target = self.node();
                self.target[node.0 as usize] = Some(target);
                target
            }
        }
    }

    /// Makes the node point to this object (too).
    pub(super) fn point(&mut self, node: Node, object: Node) {
        let target = self.target(node);
        self.merge(target, object);
    }

    /// Both may hold the same pointer.
    pub(super) fn share_target(&mut self, a: Node, b: Node) {
        let target = self.target(b);
        self.point(a, target);
    }

    pub(super) fn merge(&mut self, a: Node, b: Node) {
        let mut pending = vec![(a, b)];
        while let Some((a, b)) = pending.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a == b {
                continue;
            }
            self.parent[b.0 as usize] = a.0;
            match (self.target[a.0 as usize], self.target[b.0 as usize]) {
                (Some(x), Some(y)) => pending.push((x, y)),
                (None, Some(y)) => self.target[a.0 as usize] = Some(y),
                (Some(_) | None, None) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_values_merges_what_they_point_to() {
        let mut graph = PointsTo::default();
        let [p, q, x, y, xx] = std::array::from_fn(|_| graph.node());
        graph.point(p, x);
        graph.point(q, y);
        graph.point(x, xx);
        graph.share_target(p, q);
        assert_eq!(graph.find(x), graph.find(y));
        let through_q = graph.target(q);
        assert_eq!(graph.target(through_q), graph.find(xx));
        assert_ne!(graph.find(p), graph.find(q));
    }

    #[test]
    fn an_object_may_point_to_itself() {
        let mut graph = PointsTo::default();
        let (world, p) = (graph.node(), graph.node());
        graph.point(world, world);
        graph.share_target(p, world);
        let target = graph.target(p);
        assert_eq!(graph.target(target), graph.find(world));
    }
}
