//! A persistent list: push, pop and clone are O(1), and lists that were cloned from each other share what they have in common.
//!
//! Lists get as long as paths do, so nothing here is recursive, freeing included. For one thread: nodes are counted without
//! atomics.

use std::fmt;
use std::rc::Rc;

/// See the module's description.
pub struct List<T> {
    last: Option<Rc<Node<T>>>,
}

struct Node<T> {
    item: T,
    before: Option<Rc<Node<T>>>,
}

impl<T> List<T> {
    pub fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    pub fn push(&mut self, item: T) {
        self.last = Some(Rc::new(Node { item, before: self.last.take() }));
    }

    /// From the newest item to the oldest.
    pub fn iter(&self) -> Iter<'_, T> {
        Iter { next: self.last.as_deref() }
    }

    /// From the newest item to the oldest, each with a number that no other item has while it lives: lists that share an item
    /// agree on it.
    pub fn iter_with_names(&self) -> impl Iterator<Item = (usize, &T)> {
        let mut next = self.last.as_ref();
        std::iter::from_fn(move || {
            let node = next?;
            next = node.before.as_ref();
            Some((Rc::as_ptr(node) as usize, &node.item))
        })
    }

    /// The newest item, to be changed, if no other list has it.
    pub fn last_own(&mut self) -> Option<&mut T> {
        Rc::get_mut(self.last.as_mut()?).map(|node| &mut node.item)
    }

    /// From the oldest item to the newest.
    pub fn in_order(&self) -> Vec<&T> {
        let mut all: Vec<&T> = self.iter().collect();
        all.reverse();
        all
    }
}

impl<T: Clone> List<T> {
    /// Takes the newest item; copies it only where another list shares it.
    pub fn pop(&mut self) -> Option<T> {
        match Rc::try_unwrap(self.last.take()?) {
            Ok(node) => {
                self.last = node.before;
                Some(node.item)
            }
            Err(shared) => {
                self.last = shared.before.clone();
                Some(shared.item.clone())
            }
        }
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> List<T> {
        List { last: self.last.clone() }
    }
}

impl<T> Default for List<T> {
    fn default() -> List<T> {
        List { last: None }
    }
}

impl<T: fmt::Debug> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self.in_order()).finish()
    }
}

impl<T> Drop for List<T> {
    /// Frees what nobody shares node by node: a node that freed the one before it would use up the stack.
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(node) = next {
            next = Rc::into_inner(node).and_then(|node| node.before);
        }
    }
}

/// See [`List::iter`].
pub struct Iter<'a, T> {
    next: Option<&'a Node<T>>,
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;

    fn next(&mut self) -> Option<&'a T> {
        let node = self.next?;
        self.next = node.before.as_deref();
        Some(&node.item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// An item that knows how many of its kind exist.
    #[derive(Clone)]
    struct Counted(#[expect(dead_code, reason = "it is there to be counted")] Rc<()>);

    #[derive(Clone, Debug)]
    enum Op {
        Push(u8),
        Pop,
        /// Go on with a copy, and keep the original.
        Fork,
        /// Give up the oldest list that was kept.
        Forget,
    }

    fn op() -> impl Strategy<Value = Op> {
        prop_oneof![4 => any::<u8>().prop_map(Op::Push), 2 => Just(Op::Pop), 2 => Just(Op::Fork), 1 => Just(Op::Forget)]
    }

    proptest! {
        #[test]
        fn lists_do_what_vectors_do(ops in prop::collection::vec(op(), 0..60)) {
            let mut list = (List::default(), Vec::new());
            let mut kept: Vec<(List<u8>, Vec<u8>)> = Vec::new();
            for op in ops {
                match op {
                    Op::Push(item) => {
                        list.0.push(item);
                        list.1.push(item);
                    }
                    Op::Pop => prop_assert_eq!(list.0.pop(), list.1.pop()),
                    Op::Fork => kept.push(list.clone()),
                    Op::Forget => drop((!kept.is_empty()).then(|| kept.remove(0))),
                }
                for (list, expected) in kept.iter().chain([&list]) {
                    prop_assert_eq!(list.is_empty(), expected.is_empty());
                    prop_assert_eq!(list.in_order(), expected.iter().collect::<Vec<_>>());
                    prop_assert_eq!(list.iter().collect::<Vec<_>>(), expected.iter().rev().collect::<Vec<_>>());
                }
            }
        }
    }

    #[test]
    fn lists_agree_on_the_names_of_what_they_share() {
        let mut one = List::default();
        one.push(1);
        *one.last_own().unwrap() += 1;
        let mut other = one.clone();
        assert_eq!(one.last_own(), None, "shared by now");
        other.push(3);
        let names = |list: &List<i32>| list.iter_with_names().map(|(name, &item)| (name, item)).collect::<Vec<_>>();
        assert_eq!(names(&other)[1..], names(&one));
        assert_eq!(names(&other).iter().map(|named| named.1).collect::<Vec<_>>(), [3, 2]);
        assert_ne!(names(&other)[0].0, names(&other)[1].0);
    }

    #[test]
    fn what_nobody_shares_is_freed_at_once_and_only_that() {
        let item = Rc::new(());
        let mut one = List::default();
        one.push(Counted(item.clone()));
        let mut other = one.clone();
        one.push(Counted(item.clone()));
        other.push(Counted(item.clone()));
        assert_eq!(Rc::strong_count(&item), 1 + 3, "the first is shared");
        drop(one);
        assert_eq!(Rc::strong_count(&item), 1 + 2);
        other.pop();
        assert_eq!(Rc::strong_count(&item), 1 + 1);
        drop(other);
        assert_eq!(Rc::strong_count(&item), 1);
    }

    #[test]
    fn a_pop_moves_what_is_not_shared() {
        let item = Rc::new(());
        let mut list = List::default();
        list.push(Counted(item.clone()));
        let taken = list.pop();
        assert_eq!(Rc::strong_count(&item), 1 + 1);
        assert!(taken.is_some() && list.is_empty());
    }

    #[test]
    fn long_lists_are_freed_without_recursion() {
        let mut list = List::default();
        (0..1_000_000).for_each(|i| list.push(i));
        let mut longer = list.clone();
        longer.push(0);
        drop(list);
        assert_eq!(longer.iter().count(), 1_000_001);
    }

    #[test]
    fn lists_print_in_order() {
        let mut list = List::default();
        list.push(1);
        list.push(2);
        assert_eq!(format!("{list:?}"), "[1, 2]");
    }
}
