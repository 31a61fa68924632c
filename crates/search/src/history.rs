//! The decisions a path has taken on symbolic data: a persistent list, so that forking shares it.

use std::rc::Rc;

use crate::graph::BlockNo;

/// One decision: where, and which way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Decision {
    pub block: BlockNo,
    pub outcome: u32,
}

/// Decisions, the latest first.
#[derive(Clone, Debug, Default)]
pub struct History {
    last: Option<Rc<Node>>,
}

#[derive(Debug)]
struct Node {
    decision: Decision,
    before: Option<Rc<Node>>,
}

impl History {
    pub fn push(&mut self, decision: Decision) {
        self.last = Some(Rc::new(Node { decision, before: self.last.take() }));
    }

    /// From the latest to the first.
    pub fn latest_first(&self) -> impl Iterator<Item = Decision> {
        let mut next = self.last.as_deref();
        std::iter::from_fn(move || {
            let node = next?;
            next = node.before.as_deref();
            Some(node.decision)
        })
    }
}

impl Drop for History {
    /// Unlinks iteratively: a long path must not overflow the tool's own stack.
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(rc) = next {
            match Rc::try_unwrap(rc) {
                Ok(mut node) => next = node.before.take(),
                Err(_) => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fork_shares_what_came_before() {
        let decision = |outcome| Decision { block: BlockNo(7), outcome };
        let mut one = History::default();
        one.push(decision(0));
        let mut other = one.clone();
        one.push(decision(1));
        other.push(decision(2));
        let outcomes = |history: &History| history.latest_first().map(|d| d.outcome).collect::<Vec<_>>();
        assert_eq!((outcomes(&one), outcomes(&other)), (vec![1, 0], vec![2, 0]));
        (0..1_000_000).for_each(|outcome| one.push(decision(outcome)));
    }
}
