//! The subsumption table: conditions by program point and call stack, then by the values they fix, newest first, bounded.
//!
//! Most conditions fix some variables to constants. A state whose model gives one of them another value cannot satisfy the
//! condition, so the conditions of a place are grouped by the variables they fix, and found by the values of the state's
//! model. Forgetting an entry is always sound.

use std::rc::Rc;

use expr::{BinaryOp, Dag, Node, VarId};
use machine::checks::BugId;
use machine::state::{Phase, State};
use program::ir::{BlockId, FuncId};
use rustc_hash::FxHashMap;

use crate::condition::Condition;
use crate::units;

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
        Key::of_place(st, st.frame.block, st.frame.inst)
    }

    /// The key it would have at the start of another block of its function.
    pub fn at(st: &State, block: BlockId) -> Option<Key> {
        Key::of_place(st, block, 0)
    }

    fn of_place(st: &State, block: BlockId, inst: u32) -> Option<Key> {
        let mut frames = vec![(st.frame.func, block, inst)];
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

/// Conditions kept that fix the same variables to the same values.
const MAX_ALIKE: usize = 32;
/// Sets of fixed variables kept for one key.
const MAX_GROUPS: usize = 24;
/// Conditions kept in all.
const MAX_ENTRIES: usize = 1 << 20;
/// Fixed variables a group tells its conditions apart by.
const MAX_FIXED: usize = 8;

#[derive(Debug, Default)]
pub struct Table {
    entries: FxHashMap<Key, Vec<Group>>,
    count: usize,
}

/// The conditions of a key that fix the same variables.
#[derive(Debug)]
struct Group {
    fixed: Vec<VarId>,
    by_values: FxHashMap<Vec<u64>, Vec<Rc<Condition>>>,
}

impl Table {
    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether there is any condition at a key.
    pub fn has(&self, key: &Key) -> bool {
        self.entries.contains_key(key)
    }

    /// The conditions at a key that a state may satisfy, most promising first. `value`: what its model gives a variable,
    /// if the state has it at all.
    pub fn candidates(&self, key: &Key, mut value: impl FnMut(VarId) -> Option<u64>) -> Vec<Rc<Condition>> {
        let mut candidates = Vec::new();
        for group in self.entries.get(key).into_iter().flatten() {
            let values: Option<Vec<u64>> = group.fixed.iter().map(|&variable| value(variable)).collect();
            if let Some(alike) = values.and_then(|values| group.by_values.get(&values)) {
                candidates.extend(alike.iter().cloned());
            }
        }
        candidates
    }

    /// Adds a condition; the one that has been of no use for longest goes where there are too many alike.
    pub fn insert(&mut self, dag: &Dag, key: Key, condition: Rc<Condition>) {
        if self.count >= MAX_ENTRIES {
            self.entries.clear();
            self.count = 0;
        }
        let (fixed, values): (Vec<VarId>, Vec<u64>) = fixed_values(dag, &condition).into_iter().unzip();
        let groups = self.entries.entry(key).or_default();
        let index = match groups.iter().position(|group| group.fixed == fixed) {
            Some(index) => index,
            None => {
                if groups.len() == MAX_GROUPS {
                    let oldest = groups.remove(0);
                    self.count -= oldest.by_values.values().map(Vec::len).sum::<usize>();
                }
                groups.push(Group { fixed, by_values: FxHashMap::default() });
                groups.len() - 1
            }
        };
        let alike = groups[index].by_values.entry(values).or_default();
        let same = |known: &Rc<Condition>| {
            known.conjuncts == condition.conjuncts
                && known.objects == condition.objects
                && known.next_heap == condition.next_heap
        };
        if alike.iter().any(same) {
            return;
        }
        alike.insert(0, condition);
        self.count += 1;
        if alike.len() > MAX_ALIKE {
            alike.pop();
            self.count -= 1;
        }
    }

    /// An entry has answered: it comes first among its like.
    pub fn used(&mut self, dag: &Dag, key: &Key, entry: &Rc<Condition>) {
        let (fixed, values): (Vec<VarId>, Vec<u64>) = fixed_values(dag, entry).into_iter().unzip();
        let groups = self.entries.get_mut(key).into_iter().flatten();
        for group in groups.filter(|group| group.fixed == fixed) {
            if let Some(alike) = group.by_values.get_mut(&values)
                && let Some(index) = alike.iter().position(|known| Rc::ptr_eq(known, entry))
            {
                alike[..=index].rotate_right(1);
            }
        }
    }

    /// A bug has been found: what only protected against it is no longer required (P16).
    pub fn retire(&mut self, found: BugId) {
        let groups = self.entries.values_mut().flatten();
        for condition in groups.flat_map(|group| group.by_values.values_mut()).flatten() {
            if condition.conjuncts.iter().any(|c| c.guards == Some(found)) {
                Rc::make_mut(condition).conjuncts.retain(|c| c.guards != Some(found));
            }
        }
    }
}

/// Variables a condition fixes to constants whatever bugs are found, some of them if they are many.
fn fixed_values(dag: &Dag, condition: &Condition) -> Vec<(VarId, u64)> {
    let mut fixed = Vec::new();
    for conjunct in condition.conjuncts.iter().filter(|conjunct| conjunct.guards.is_none()) {
        if let Node::Binary { op: BinaryOp::Eq, a, b } = dag.node(conjunct.formula) {
            match (dag.as_const(a), dag.as_const(b)) {
                (None, Some(value)) => _ = units::split(dag, a, value, &mut fixed),
                (Some(value), None) => _ = units::split(dag, b, value, &mut fixed),
                _ => {}
            }
        }
    }
    fixed.sort_unstable();
    fixed.dedup_by_key(|(variable, _)| *variable);
    fixed.truncate(MAX_FIXED);
    fixed.into_iter().map(|(variable, value)| (variable, value as u64)).collect()
}
