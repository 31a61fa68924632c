//! A persistent radix tree, an array with large gaps: clone is O(1), a change copies only the path to it.
//!
//! Nodes are 16-way. Levels in which all keys agree are skipped: each node knows the digit it branches on
//! and the key digits above it, so keys that are dense inside a few far-apart regions cost one node to tell the regions
//! apart and then as many levels as a region's size needs.
//!
//! Not thread-safe (`Rc`); not ordered by anything but the key.

use std::rc::Rc;

/// Bits of the key a node branches on.
const BITS: u32 = 4;
const FANOUT: usize = 1 << BITS;
/// The last digit's shift for 64-bit keys.
const MAX_SHIFT: u32 = 60;

/// A persistent map from `u64` to `T`.
#[derive(Clone, Debug)]
pub struct Trie<T> {
    root: Option<Rc<Node<T>>>,
    len: usize,
}

#[derive(Clone, Debug)]
struct Node<T> {
    /// The key digits above this node's, shifted down by `shift + BITS`.
    prefix: u64,
    /// Where this node's digit starts in the key. 0 exactly for leaves.
    shift: u32,
    slots: Slots<T>,
}

#[derive(Clone, Debug)]
enum Slots<T> {
    Values([Option<T>; FANOUT]),
    Children([Option<Rc<Node<T>>>; FANOUT]),
}

impl<T> Default for Trie<T> {
    fn default() -> Trie<T> {
        Trie { root: None, len: 0 }
    }
}

/// The digits of `key` above the one at `shift`.
#[inline]
fn prefix_of(key: u64, shift: u32) -> u64 {
    if shift >= MAX_SHIFT { 0 } else { key >> (shift + BITS) }
}

#[inline]
fn digit_of(key: u64, shift: u32) -> usize {
    (key >> shift) as usize % FANOUT
}

impl<T> Node<T> {
    fn leaf(key: u64) -> Node<T> {
        Node { prefix: prefix_of(key, 0), shift: 0, slots: Slots::Values(Default::default()) }
    }

    /// The lowest key this node can hold.
    fn first_key(&self) -> u64 {
        if self.shift >= MAX_SHIFT { 0 } else { self.prefix << (self.shift + BITS) }
    }

    #[inline]
    fn covers(&self, key: u64) -> bool {
        prefix_of(key, self.shift) == self.prefix
    }
}

impl<T> Trie<T> {
    pub fn new() -> Trie<T> {
        Trie::default()
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<&T> {
        let mut node: &Node<T> = self.root.as_deref()?;
        loop {
            match &node.slots {
                // Skipped digits are checked only here: a leaf's prefix is all of the key but its last digit.
                Slots::Values(values) => {
                    return if node.prefix == key >> BITS { values[digit_of(key, 0)].as_ref() } else { None };
                }
                Slots::Children(children) => node = children[digit_of(key, node.shift)].as_deref()?,
            }
        }
    }

    pub fn contains(&self, key: u64) -> bool {
        self.get(key).is_some()
    }

    /// Calls `visit` with each key whose value may differ from the one it had `before`, with both values. What the two share
    /// costs nothing.
    pub fn changes<'a>(&'a self, before: &'a Trie<T>, visit: &mut impl FnMut(u64, Option<&'a T>, Option<&'a T>)) {
        changes(self.root.as_ref(), before.root.as_ref(), visit);
    }

    /// The keys present, in order, with their values.
    pub fn iter(&self) -> Iter<'_, T> {
        Iter { stack: self.root.as_deref().map(|node| (node, 0)).into_iter().collect() }
    }
}

impl<T> Trie<T> {
    /// The value, to be changed, if it is in no other tree: nothing is copied.
    #[inline]
    pub fn get_own(&mut self, key: u64) -> Option<&mut T> {
        let mut node = Rc::get_mut(self.root.as_mut()?)?;
        loop {
            let Node { prefix, shift, slots } = node;
            match slots {
                Slots::Values(values) => {
                    return if *prefix == key >> BITS { values[digit_of(key, 0)].as_mut() } else { None };
                }
                Slots::Children(children) => node = Rc::get_mut(children[digit_of(key, *shift)].as_mut()?)?,
            }
        }
    }
}

impl<T: Clone> Trie<T> {
    /// The value, to be changed; shared nodes on the way are copied first.
    #[inline]
    pub fn get_mut(&mut self, key: u64) -> Option<&mut T> {
        // Looked up first: a miss must not copy anything.
        self.get(key)?;
        let mut node = Rc::make_mut(self.root.as_mut()?);
        loop {
            match &mut node.slots {
                Slots::Values(values) => return values[digit_of(key, 0)].as_mut(),
                Slots::Children(children) => node = Rc::make_mut(children[digit_of(key, node.shift)].as_mut()?),
            }
        }
    }

    /// Sets a key's value and gives back the one it had.
    pub fn insert(&mut self, key: u64, value: T) -> Option<T> {
        let mut link = &mut self.root;
        loop {
            let node = match link {
                None => link.insert(Rc::new(Node::leaf(key))),
                Some(node) => {
                    if !node.covers(key) {
                        fork(node, key);
                    }
                    node
                }
            };
            let node = Rc::make_mut(node);
            match &mut node.slots {
                Slots::Values(values) => {
                    let old = values[digit_of(key, 0)].replace(value);
                    self.len += old.is_none() as usize;
                    return old;
                }
                Slots::Children(children) => link = &mut children[digit_of(key, node.shift)],
            }
        }
    }

    /// Takes a key's value out. Nodes left empty stay, ready for the next key near by.
    pub fn remove(&mut self, key: u64) -> Option<T> {
        self.get(key)?;
        let mut node = Rc::make_mut(self.root.as_mut()?);
        loop {
            match &mut node.slots {
                Slots::Values(values) => {
                    self.len -= 1;
                    return values[digit_of(key, 0)].take();
                }
                Slots::Children(children) => node = Rc::make_mut(children[digit_of(key, node.shift)].as_mut()?),
            }
        }
    }
}

/// Puts a node above `node` that branches on the highest digit in which `key` differs from the keys below it.
fn fork<T>(node: &mut Rc<Node<T>>, key: u64) {
    let own = node.first_key();
    let highest_difference = 63 - (own ^ key).leading_zeros();
    let shift = highest_difference / BITS * BITS;
    let mut children: [Option<Rc<Node<T>>>; FANOUT] = Default::default();
    children[digit_of(own, shift)] = Some(node.clone());
    *node = Rc::new(Node { prefix: prefix_of(key, shift), shift, slots: Slots::Children(children) });
}

type Link<'a, T> = Option<&'a Rc<Node<T>>>;

fn changes<'a, T>(now: Link<'a, T>, before: Link<'a, T>, visit: &mut impl FnMut(u64, Option<&'a T>, Option<&'a T>)) {
    let (a, b) = match (now, before) {
        (None, None) => return,
        (Some(a), Some(b)) if Rc::ptr_eq(a, b) => return,
        (Some(a), Some(b)) => (a, b),
        (Some(only), None) | (None, Some(only)) => {
            return all_values(only, &mut |key, value| match now {
                Some(_) => visit(key, Some(value), None),
                None => visit(key, None, Some(value)),
            });
        }
    };
    if a.shift == b.shift && a.prefix == b.prefix {
        match (&a.slots, &b.slots) {
            (Slots::Children(a), Slots::Children(b)) => {
                a.iter().zip(b).for_each(|(a, b)| changes(a.as_ref(), b.as_ref(), visit));
            }
            (Slots::Values(of_a), Slots::Values(of_b)) => {
                for (digit, values) in of_a.iter().zip(of_b).enumerate() {
                    if let (now, before) = (values.0.as_ref(), values.1.as_ref())
                        && (now.is_some() || before.is_some())
                    {
                        visit(a.first_key() | digit as u64, now, before);
                    }
                }
            }
            // Leaves are where the shift is 0.
            (Slots::Children(_), Slots::Values(_)) | (Slots::Values(_), Slots::Children(_)) => {}
        }
    } else if a.shift > b.shift && prefix_of(b.first_key(), a.shift) == a.prefix {
        below(a, |digit, child| changes(child, (digit == digit_of(b.first_key(), a.shift)).then_some(b), visit));
    } else if b.shift > a.shift && prefix_of(a.first_key(), b.shift) == b.prefix {
        below(b, |digit, child| changes((digit == digit_of(a.first_key(), b.shift)).then_some(a), child, visit));
    } else {
        changes(Some(a), None, visit);
        changes(None, Some(b), visit);
    }
}

/// The children of a node, with the digit of each; none for a leaf.
fn below<'a, T>(node: &'a Node<T>, mut visit: impl FnMut(usize, Link<'a, T>)) {
    if let Slots::Children(children) = &node.slots {
        children.iter().enumerate().for_each(|(digit, child)| visit(digit, child.as_ref()));
    }
}

fn all_values<'a, T>(node: &'a Node<T>, visit: &mut impl FnMut(u64, &'a T)) {
    Iter { stack: vec![(node, 0)] }.for_each(|(key, value)| visit(key, value));
}

/// See [`Trie::iter`].
pub struct Iter<'a, T> {
    /// Nodes to continue in, with the next digit of each.
    stack: Vec<(&'a Node<T>, usize)>,
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = (u64, &'a T);

    fn next(&mut self) -> Option<(u64, &'a T)> {
        while let Some((node, digit)) = self.stack.pop() {
            if digit == FANOUT {
                continue;
            }
            self.stack.push((node, digit + 1));
            match &node.slots {
                Slots::Values(values) => {
                    if let Some(value) = &values[digit] {
                        return Some((node.first_key() | digit as u64, value));
                    }
                }
                Slots::Children(children) => {
                    if let Some(child) = &children[digit] {
                        self.stack.push((child, 0));
                    }
                }
            }
        }
        None
    }
}

impl<T: Clone> FromIterator<(u64, T)> for Trie<T> {
    fn from_iter<I: IntoIterator<Item = (u64, T)>>(entries: I) -> Trie<T> {
        let mut trie = Trie::new();
        for (key, value) in entries {
            trie.insert(key, value);
        }
        trie
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    #[derive(Clone, Debug)]
    enum Action {
        Insert(u64, u32),
        Remove(u64),
        Change(u64, u32),
        Snapshot,
    }

    /// Dense inside regions, with gaps between them, and now and then anything.
    fn key() -> impl Strategy<Value = u64> {
        let region = prop_oneof![Just(0u64), Just(1 << 24), Just(1 << 25), Just(1 << 63), Just(u64::MAX - 299)];
        prop_oneof![9 => (region, 0..300u64).prop_map(|(base, offset)| base + offset), 1 => any::<u64>()]
    }

    fn action() -> impl Strategy<Value = Action> {
        prop_oneof![
            5 => (key(), any::<u32>()).prop_map(|(k, v)| Action::Insert(k, v)),
            2 => key().prop_map(Action::Remove),
            2 => (key(), any::<u32>()).prop_map(|(k, v)| Action::Change(k, v)),
            1 => Just(Action::Snapshot),
        ]
    }

    fn assert_same(trie: &Trie<u32>, map: &BTreeMap<u64, u32>) {
        assert_eq!(trie.len(), map.len());
        assert!(trie.iter().eq(map.iter().map(|(&k, v)| (k, v))));
    }

    proptest! {
        #[test]
        fn changes_are_what_differs(
            first in prop::collection::vec(action(), 0..200),
            then in prop::collection::vec(action(), 0..40),
            apart in prop::bool::ANY,
        ) {
            let apply = |trie: &mut Trie<u32>, actions: &[Action]| for action in actions {
                match *action {
                    Action::Insert(k, v) => _ = trie.insert(k, v),
                    Action::Remove(k) => _ = trie.remove(k),
                    Action::Change(k, v) => trie.get_mut(k).into_iter().for_each(|place| *place = v),
                    Action::Snapshot => {}
                }
            };
            let mut before = Trie::new();
            apply(&mut before, &first);
            // One that shares nothing with the other must be told apart as well.
            let mut now = if apart { Trie::new() } else { before.clone() };
            apply(&mut now, &then);
            let mut visited = BTreeMap::new();
            now.changes(&before, &mut |key, now, before| assert!(visited.insert(key, (now.copied(), before.copied())).is_none()));
            for (key, &(value, old)) in &visited {
                prop_assert_eq!((value, old), (now.get(*key).copied(), before.get(*key).copied()));
            }
            for key in now.iter().chain(before.iter()).map(|(key, _)| key) {
                prop_assert!(now.get(key) == before.get(key) || visited.contains_key(&key), "{key} was left out");
            }
        }

        #[test]
        fn behaves_like_an_ordered_map_and_snapshots_never_change(
            actions in prop::collection::vec(action(), 0..400),
            probes in prop::collection::vec(key(), 20),
        ) {
            let mut trie = Trie::new();
            let mut map = BTreeMap::new();
            let mut snapshots = Vec::new();
            for action in actions {
                match action {
                    Action::Insert(k, v) => prop_assert_eq!(trie.insert(k, v), map.insert(k, v)),
                    Action::Remove(k) => prop_assert_eq!(trie.remove(k), map.remove(&k)),
                    Action::Change(k, v) => {
                        // One after the other, as a tree that shares nothing any more has to be changed by both.
                        if let Some(own) = trie.get_own(k) {
                            prop_assert_eq!(Some(&*own), map.get(&k));
                            *own = v.wrapping_add(1);
                        }
                        let (ours, theirs) = (trie.get_mut(k), map.get_mut(&k));
                        prop_assert_eq!(ours.is_some(), theirs.is_some());
                        if let (Some(ours), Some(theirs)) = (ours, theirs) {
                            *ours = v;
                            *theirs = v;
                        }
                    }
                    Action::Snapshot => snapshots.push((trie.clone(), map.clone())),
                }
            }
            snapshots.push((trie, map));
            for (trie, map) in &snapshots {
                assert_same(trie, map);
                for &probe in &probes {
                    prop_assert_eq!(trie.get(probe), map.get(&probe));
                }
            }
        }
    }
}
