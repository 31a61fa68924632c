//! The subsumption table: conditions by program point and call stack, newest first, bounded.
//!
//! Forgetting an entry is always sound.

use std::rc::Rc;

use machine::state::{Phase, State};
use program::ir::{BlockId, FuncId};
use rustc_hash::FxHashMap;

use crate::condition::{Condition, Obligation};

/// Where a condition applies: the point in each function on the stack, and everything a condition cannot speak of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    frames: Vec<(FuncId, BlockId, u32)>,
    stack_top: u64,
    stack_bytes: u64,
    /// Phase of the run, exit handlers and jump points.
    phase: (u8, usize),
    handlers: Vec<FuncId>,
    jump_points: Vec<(FuncId, BlockId, u32, u32, u64)>,
}

impl Key {
    /// The key of a state; `None` where it has something no key can hold.
    pub fn of(st: &State) -> Option<Key> {
        let mut frames = vec![(st.frame.func, st.frame.block, st.frame.inst)];
        frames.extend(st.callers.frames().map(|f| (f.func, f.block, f.inst)));
        let phase = match &st.phase {
            Phase::Constructors(started) => (0, *started),
            Phase::Entry => (1, 0),
            // The exit status is a value nobody looks at again.
            Phase::Exiting { destructors, .. } => (2, *destructors),
        };
        if st.exit_handlers.iter().any(|h| h.argument.is_some()) || st.frame.varargs.is_some() {
            return None;
        }
        if st.callers.frames().any(|f| f.varargs.is_some()) {
            return None;
        }
        Some(Key {
            frames,
            stack_top: st.frame.stack_top,
            stack_bytes: st.stack_bytes,
            phase,
            handlers: st.exit_handlers.iter().map(|h| h.function).collect(),
            jump_points: st.jump_points.iter().map(|p| (p.func, p.block, p.inst, p.depth, p.stack_base)).collect(),
        })
    }
}

/// Conditions kept for one key.
const MAX_ENTRIES: usize = 32;

#[derive(Debug, Default)]
pub struct Table {
    entries: FxHashMap<Key, Vec<Rc<Condition>>>,
    count: usize,
}

impl Table {
    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The conditions at a key, most promising first.
    pub fn at(&self, key: &Key) -> &[Rc<Condition>] {
        self.entries.get(key).map_or(&[], Vec::as_slice)
    }

    /// Adds a condition; the one that has been of no use for longest goes where there are too many.
    pub fn insert(&mut self, key: Key, condition: Rc<Condition>) {
        let entries = self.entries.entry(key).or_default();
        let same = |known: &Rc<Condition>| {
            known.conjuncts == condition.conjuncts
                && known.objects == condition.objects
                && known.next_heap == condition.next_heap
        };
        if entries.iter().any(same) {
            return;
        }
        entries.insert(0, condition);
        self.count += 1;
        if entries.len() > MAX_ENTRIES {
            entries.pop();
            self.count -= 1;
        }
    }

    /// An entry has answered: it moves to the front.
    pub fn used(&mut self, key: &Key, index: usize) {
        if let Some(entries) = self.entries.get_mut(key)
            && index < entries.len()
        {
            entries[..=index].rotate_right(1);
        }
    }

    /// A bug has been found: what only protected against it is no longer required (P16).
    pub fn retire(&mut self, found: Obligation) {
        for condition in self.entries.values_mut().flatten() {
            if condition.conjuncts.iter().any(|c| c.guards == Some(found)) {
                Rc::make_mut(condition).conjuncts.retain(|c| c.guards != Some(found));
            }
        }
    }
}
