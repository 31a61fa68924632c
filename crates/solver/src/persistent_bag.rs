//! A persistent bag (a join list): push, join and clone are O(1), nothing is ever removed.
//!
//! Iteration goes from the newest push to the oldest inside what was pushed to one bag; of two joined bags the left one
//! comes first.

use std::rc::Rc;

/// See the module's description.
#[derive(Debug)]
pub struct Bag<T> {
    root: Option<Rc<Node<T>>>,
    len: usize,
}

#[derive(Debug)]
enum Node<T> {
    Push(T, Option<Rc<Node<T>>>),
    Join(Rc<Node<T>>, Rc<Node<T>>),
}

impl<T> Clone for Bag<T> {
    fn clone(&self) -> Bag<T> {
        Bag { root: self.root.clone(), len: self.len }
    }
}

impl<T> Default for Bag<T> {
    fn default() -> Bag<T> {
        Bag { root: None, len: 0 }
    }
}

impl<T: Clone> Bag<T> {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn push(&mut self, item: T) {
        self.root = Some(Rc::new(Node::Push(item, self.root.take())));
        self.len += 1;
    }

    /// Adds all of another bag.
    pub fn join(&mut self, other: &Bag<T>) {
        self.len += other.len;
        self.root = match (self.root.take(), other.root.clone()) {
            (Some(left), Some(right)) => Some(Rc::new(Node::Join(left, right))),
            (left, right) => left.or(right),
        };
    }

    pub fn iter(&self) -> Iter<'_, T> {
        Iter { current: self.root.as_deref(), waiting: Vec::new() }
    }
}

/// See [`Bag::iter`].
pub struct Iter<'a, T> {
    current: Option<&'a Node<T>>,
    waiting: Vec<&'a Node<T>>,
}

impl<T: Clone> Iterator for Iter<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let mut node = self.current.take().or_else(|| self.waiting.pop())?;
        loop {
            match node {
                Node::Push(item, rest) => {
                    self.current = rest.as_deref();
                    return Some(item.clone());
                }
                Node::Join(left, right) => {
                    self.waiting.push(right);
                    node = left;
                }
            }
        }
    }
}

/// Bags get as long as paths do: the nodes are freed in a loop, because recursion would use up the stack.
impl<T> Drop for Bag<T> {
    fn drop(&mut self) {
        let mut waiting: Vec<Rc<Node<T>>> = self.root.take().into_iter().collect();
        while let Some(node) = waiting.pop() {
            match Rc::into_inner(node) {
                Some(Node::Push(_, rest)) => waiting.extend(rest),
                Some(Node::Join(left, right)) => waiting.extend([left, right]),
                None => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_versions_keep_their_items() {
        let mut bag = Bag::default();
        bag.push(1);
        let old = bag.clone();
        bag.push(2);
        let mut other = Bag::default();
        other.push(3);
        bag.join(&other);
        bag.push(4);
        assert_eq!(bag.iter().collect::<Vec<_>>(), [4, 2, 1, 3]);
        assert_eq!(old.iter().collect::<Vec<_>>(), [1]);
        assert_eq!((bag.len(), old.len()), (4, 1));
    }

    #[test]
    fn long_bags_are_freed_without_recursion() {
        let mut bag = Bag::default();
        for i in 0..1_000_000 {
            bag.push(i);
        }
        assert_eq!(bag.iter().count(), 1_000_000);
    }
}
