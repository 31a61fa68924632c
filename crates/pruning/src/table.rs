//! The subsumption table: conditions by program point and call stack, then by the values they fix, newest first, bounded.
//!
//! Most conditions fix some variables to constants. A state whose model gives one of them another value cannot satisfy the
//! condition, so the conditions of a place are grouped by the variables they fix, and found by the values of the state's
//! model. Forgetting an entry is always sound.

use std::rc::Rc;

use expr::{BinaryOp, Dag, Node, VarId};
use machine::checks::BugId;
use machine::shadow::{Location, location_of};
use machine::state::{Phase, State};
use program::ir::{BlockId, FuncId};
use rustc_hash::FxHashMap;

use crate::condition::Condition;
use crate::units;

/// Where a condition applies: the point in each function on the stack, and everything a condition cannot speak of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    pub(crate) frames: Vec<(FuncId, BlockId, u32)>,
    pub(crate) stack_top: u64,
    pub(crate) stack_bytes: u64,
    /// Phase of the run, exit handlers and jump points.
    pub(crate) phase: (u8, usize),
    pub(crate) handlers: Vec<FuncId>,
    pub(crate) jump_points: Vec<(FuncId, BlockId, u32, u32, u64)>,
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
            Phase::Starting(started) => (0, *started),
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
const MAX_GROUPS: usize = 128;
/// Conditions kept in all.
const MAX_ENTRIES: usize = 1 << 20;
/// Fixed variables a group tells its conditions apart by.
const MAX_FIXED: usize = 16;

#[derive(Debug, Default)]
pub struct Table {
    entries: FxHashMap<Key, Vec<Group>>,
    count: usize,
    /// Conditions added so far, and how many had been when the last one came to a key.
    added: u64,
    added_at: FxHashMap<Key, u64>,
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

    /// Conditions added so far, whether they are still there or not.
    pub fn added(&self) -> u64 {
        self.added
    }

    /// Whether a key has got conditions since so many had been added to the table.
    pub fn has_new(&self, key: &Key, since: u64) -> bool {
        self.added_at.get(key).is_some_and(|&at| at > since)
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
            self.added_at.clear();
            self.count = 0;
        }
        let (fixed, values): (Vec<VarId>, Vec<u64>) = fixed_values(dag, &condition).into_iter().unzip();
        let groups = self.entries.entry(key.clone()).or_default();
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
        self.added += 1;
        self.added_at.insert(key, self.added);
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

fn is_memory(location: Location) -> bool {
    matches!(location, Location::Memory(_))
}

/// Variables a condition fixes to constants whatever bugs are found, some of them if they are many.
pub(crate) fn fixed_values(dag: &Dag, condition: &Condition) -> Vec<(VarId, u64)> {
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
    // Registers first: there are few, and the counters of loops are among them. The order must not depend on which variable was
    // made first.
    fixed.sort_unstable_by_key(|&(variable, _)| {
        let info = dag.var_info(variable);
        (location_of(dag, variable).map(is_memory), info.instance, info.offset, variable)
    });
    fixed.dedup_by_key(|(variable, _)| *variable);
    fixed.truncate(MAX_FIXED);
    fixed.into_iter().map(|(variable, value)| (variable, value as u64)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::condition::Conjunct;
    use crate::hand_made::{Lab, bug, condition, straight};
    use expr::ExprId;
    use machine::checks::BugKind;
    use machine::state::{ExitHandler, JumpPoint};
    use machine::value::Value;

    /// The entries at a key for a state whose model has these values.
    fn found(table: &Table, key: &Key, values: &[(VarId, u64)]) -> Vec<Rc<Condition>> {
        let value = |variable| values.iter().find(|(known, _)| *known == variable).map(|&(_, value)| value);
        table.candidates(key, value)
    }

    fn variable(lab: &Lab, e: ExprId) -> VarId {
        lab.machine.dag.vars(e)[0]
    }

    /// A table with these entries at one key, the last one newest.
    fn filled<'a>(lab: &mut Lab, entries: impl IntoIterator<Item = &'a Rc<Condition>>) -> (Table, Key) {
        let key = Key::of(&lab.start(0)).unwrap();
        let mut table = Table::default();
        entries.into_iter().for_each(|entry| table.insert(&lab.machine.dag, key.clone(), entry.clone()));
        (table, key)
    }

    fn are_same(found: &[Rc<Condition>], expected: &[&Rc<Condition>]) -> bool {
        found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| Rc::ptr_eq(a, b))
    }

    #[test]
    fn an_entry_is_found_by_the_values_it_fixes() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let (four, five) = (condition(&[lab.is(lab.x, 4)]), condition(&[lab.is(lab.x, 5)]));
        let (table, key) = filled(&mut lab, [&four, &five]);
        let x = variable(&lab, lab.x);
        assert!(are_same(&found(&table, &key, &[(x, 4)]), &[&four]));
        assert!(are_same(&found(&table, &key, &[(x, 5)]), &[&five]));
        assert!(found(&table, &key, &[(x, 6)]).is_empty());
        assert!(found(&table, &key, &[]).is_empty(), "the state has no such variable");
        assert_eq!(table.len(), 2);
    }

    #[test]
    fn an_entry_that_fixes_nothing_is_always_found() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let small = condition(&[lab.below(lab.x, 4)]);
        let (table, key) = filled(&mut lab, [&small]);
        let x = variable(&lab, lab.x);
        assert!(are_same(&found(&table, &key, &[(x, 9)]), &[&small]));
        assert!(are_same(&found(&table, &key, &[]), &[&small]));
        assert!(table.has(&key) && !table.is_empty());
    }

    #[test]
    fn every_variable_that_is_fixed_must_agree() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let both = condition(&[lab.is(lab.x, 4), lab.is(lab.n, 7)]);
        let (table, key) = filled(&mut lab, [&both]);
        let (x, n) = (variable(&lab, lab.x), variable(&lab, lab.n));
        assert!(are_same(&found(&table, &key, &[(x, 4), (n, 7)]), &[&both]));
        assert!(found(&table, &key, &[(x, 4), (n, 8)]).is_empty());
    }

    #[test]
    fn a_number_in_memory_is_fixed_byte_by_byte() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let entry = (*condition(&[lab.is(lab.number, 0x0201)])).clone();
        let entry = entry.normalised(&mut lab.machine.dag).unwrap();
        let bytes = lab.machine.dag.vars(lab.number).iter().copied();
        let expected: Vec<(VarId, u64)> = bytes.zip([1, 2, 0, 0]).collect();
        assert_eq!(fixed_values(&lab.machine.dag, &entry), expected);
    }

    #[test]
    fn registers_come_first_whichever_variable_was_made_first() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let bytes: Vec<ExprId> = (0..2 * MAX_FIXED as u64).map(|at| lab.byte(0x10 + at)).collect();
        let depth = 7;
        let late = lab.machine.dag.variable("%reg", depth, 0, 32);
        let mut formulas: Vec<ExprId> = bytes.into_iter().map(|byte| lab.is(byte, 0)).collect();
        formulas.push(lab.is(late, 5));
        let fixed = fixed_values(&lab.machine.dag, &condition(&formulas));
        assert_eq!(fixed.len(), MAX_FIXED);
        assert_eq!(fixed[0], (variable(&lab, late), 5));
    }

    #[test]
    fn what_may_go_one_day_fixes_nothing() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let guards = Some(bug(BugKind::Abort, 0, 0));
        let formula = lab.is(lab.x, 4);
        let entry = Condition { conjuncts: vec![Conjunct { formula, guards }], ..Condition::default() };
        assert!(fixed_values(&lab.machine.dag, &entry).is_empty());
        let (mut table, key) = filled(&mut lab, [&Rc::new(entry)]);
        let x = variable(&lab, lab.x);
        assert_eq!(found(&table, &key, &[(x, 9)]).len(), 1);
        table.retire(bug(BugKind::Abort, 0, 0));
        let found = found(&table, &key, &[(x, 9)]);
        assert!(found[0].conjuncts.is_empty(), "and it is found by states that it kept out before");
    }

    #[test]
    fn an_entry_is_kept_once() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let small = lab.below(lab.x, 4);
        let same = [condition(&[small]), condition(&[small])];
        let heap = Rc::new(Condition { next_heap: Some(1), ..(*same[0]).clone() });
        let (table, key) = filled(&mut lab, &same);
        assert_eq!((table.len(), found(&table, &key, &[]).len()), (1, 1));
        let (table, key) = filled(&mut lab, [&same[0], &heap]);
        assert_eq!((table.len(), found(&table, &key, &[]).len()), (2, 2), "another heap is another entry");
    }

    #[test]
    fn an_entry_that_was_of_use_comes_first() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let entries: Vec<Rc<Condition>> = [3, 5, 7].map(|bound| condition(&[lab.below(lab.x, bound)])).into();
        let (mut table, key) = filled(&mut lab, &entries);
        assert!(are_same(&found(&table, &key, &[]), &[&entries[2], &entries[1], &entries[0]]));
        table.used(&lab.machine.dag, &key, &entries[0]);
        assert!(are_same(&found(&table, &key, &[]), &[&entries[0], &entries[2], &entries[1]]));
        table.used(&lab.machine.dag, &key, &entries[2]);
        assert!(are_same(&found(&table, &key, &[]), &[&entries[2], &entries[0], &entries[1]]));
        assert_eq!(table.len(), 3);
    }

    #[test]
    fn a_bug_that_was_found_takes_only_what_kept_it_out() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let (abort, division) = (bug(BugKind::Abort, 0, 0), bug(BugKind::DivisionByZero, 0, 1));
        let elsewhere = bug(BugKind::Abort, 0, 2);
        let formulas = [3, 5, 7, 9].map(|bound| lab.below(lab.x, bound));
        let guards = [None, Some(abort), Some(division), Some(elsewhere)];
        let conjuncts = formulas.into_iter().zip(guards).map(|(formula, guards)| Conjunct { formula, guards });
        let entry = Rc::new(Condition { conjuncts: conjuncts.collect(), next_heap: Some(1), ..Condition::default() });
        let other = condition(&[lab.below(lab.n, 2)]);
        let (mut table, key) = filled(&mut lab, [&entry, &other]);
        table.retire(abort);
        let left = found(&table, &key, &[]);
        assert!(Rc::ptr_eq(&left[0], &other), "it has nothing to do with the bug");
        let guards: Vec<_> = left[1].conjuncts.iter().map(|conjunct| conjunct.guards).collect();
        assert_eq!(guards, [None, Some(division), Some(elsewhere)]);
        assert_eq!(left[1].next_heap, Some(1));
        assert_eq!(entry.conjuncts.len(), 4, "what others hold of it does not change");
    }

    #[test]
    fn the_least_useful_of_many_alike_goes() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let many = MAX_ALIKE as u128 + 3;
        // Below 1 there is one number, which would be fixed.
        let entries: Vec<Rc<Condition>> = (2..2 + many).map(|bound| condition(&[lab.below(lab.x, bound)])).collect();
        let (table, key) = filled(&mut lab, &entries);
        let found = found(&table, &key, &[]);
        assert_eq!((table.len(), found.len()), (MAX_ALIKE, MAX_ALIKE));
        assert!(!found.iter().any(|entry| Rc::ptr_eq(entry, &entries[0])), "the oldest");
        assert!(Rc::ptr_eq(&found[0], &entries[many as usize - 1]));
    }

    #[test]
    fn the_oldest_of_many_groups_goes() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let many = MAX_GROUPS + 2;
        let bytes: Vec<ExprId> = (0..many as u64).map(|byte| lab.byte(byte)).collect();
        // Two entries a group.
        let entries: Vec<Rc<Condition>> =
            bytes.iter().flat_map(|&byte| [1, 2].map(|value| condition(&[lab.is(byte, value)]))).collect();
        let (table, key) = filled(&mut lab, &entries);
        assert_eq!(table.len(), 2 * MAX_GROUPS);
        let all: Vec<(VarId, u64)> = bytes.iter().map(|&byte| (variable(&lab, byte), 1)).collect();
        assert_eq!(found(&table, &key, &all).len(), MAX_GROUPS);
        assert!(found(&table, &key, &all[..2]).is_empty(), "the first two");
    }

    #[test]
    fn a_full_table_starts_anew() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let (first, second) = (condition(&[lab.below(lab.x, 3)]), condition(&[lab.below(lab.x, 5)]));
        let (mut table, key) = filled(&mut lab, [&first]);
        table.count = MAX_ENTRIES;
        table.insert(&lab.machine.dag, key.clone(), second.clone());
        assert_eq!(table.len(), 1);
        assert!(are_same(&found(&table, &key, &[]), &[&second]));
    }

    #[test]
    fn contradicting_values_are_no_reason_to_fail() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let entry = condition(&[lab.is(lab.x, 4), lab.is(lab.x, 5)]);
        let (mut table, key) = filled(&mut lab, [&entry]);
        table.used(&lab.machine.dag, &key, &entry);
        assert_eq!(table.len(), 1);
    }

    #[test]
    fn few_of_many_fixed_variables_tell_entries_apart() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let bytes: Vec<ExprId> = (0..MAX_FIXED as u64 + 4).map(|byte| lab.byte(byte)).collect();
        let formulas: Vec<ExprId> = bytes.iter().map(|&byte| lab.is(byte, 1)).collect();
        assert_eq!(fixed_values(&lab.machine.dag, &condition(&formulas)).len(), MAX_FIXED);
    }

    #[test]
    fn a_key_tells_apart_what_no_condition_speaks_of() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start(0);
        let key = Key::of(&state).unwrap();
        assert_eq!(Key::of(&lab.start_with(7)), Some(key.clone()), "values are none of its business");
        assert_eq!(Key::at(&state, state.frame.block), Some(key.clone()));

        let differs = |change: &dyn Fn(&mut State)| {
            let mut other = state.clone();
            change(&mut other);
            assert_ne!(Key::of(&other).unwrap(), key);
        };
        differs(&|st| st.frame.inst += 1);
        differs(&|st| st.frame.block = BlockId(9));
        differs(&|st| st.frame.func = FuncId(1));
        differs(&|st| st.callers.push(st.frame.clone()));
        differs(&|st| st.frame.stack_top += 1);
        differs(&|st| st.stack_bytes += 1);
        differs(&|st| st.phase = Phase::Starting(1));
        differs(&|st| st.phase = Phase::Exiting { code: Value::ZERO, destructors: 0, held: Rc::default() });
        differs(&|st| st.exit_handlers = Rc::new(vec![ExitHandler { function: FuncId(1), argument: None }]));
        differs(&|st| {
            let frame = &st.frame;
            let point =
                JumpPoint { func: frame.func, block: frame.block, inst: 0, depth: 0, stack_base: frame.stack_base };
            st.jump_points = Rc::new(vec![point]);
        });
    }

    #[test]
    fn the_position_of_every_caller_is_in_the_key() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let called_from = |lab: &mut Lab, inst| {
            let mut state = lab.start(0);
            let mut caller = state.frame.clone();
            caller.inst = inst;
            state.callers.push(caller);
            Key::of(&state)
        };
        assert!(called_from(&mut lab, 1).is_some());
        assert_eq!(called_from(&mut lab, 1), called_from(&mut lab, 1));
        assert_ne!(called_from(&mut lab, 1), called_from(&mut lab, 2));
    }

    #[test]
    fn how_far_destructors_are_is_in_the_key_and_the_exit_status_is_not() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let mut exiting = |code, destructors| {
            let mut state = lab.start(0);
            state.phase = Phase::Exiting { code: Value::Bits(code), destructors, held: Rc::default() };
            Key::of(&state)
        };
        assert_eq!(exiting(0, 1), exiting(5, 1));
        assert_ne!(exiting(0, 1), exiting(0, 2));
    }

    #[test]
    fn variable_arguments_and_arguments_of_handlers_have_no_key() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start(0);
        let mut variadic = state.clone();
        variadic.frame.varargs = Some(Rc::new([]));
        assert_eq!(Key::of(&variadic), None);
        let mut called = state.clone();
        called.callers.push(variadic.frame);
        assert_eq!(Key::of(&called), None, "nor have those of a caller");
        let mut handled = state.clone();
        let argument = Some(Value::ZERO);
        handled.exit_handlers = Rc::new(vec![ExitHandler { function: FuncId(1), argument }]);
        assert_eq!(Key::of(&handled), None);
    }
}
