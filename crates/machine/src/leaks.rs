//! Leaks: heap objects that nothing points to any more when the program ends.
//!
//! Roots are what the program could still name: globals, what it was given, and, where it ends by `exit`, the locals of the
//! functions that have not returned. Pointers into the middle of an object keep it. A pointer stored at a symbolic place keeps
//! its object under a condition, and the check asks whether that can fail.
//!
//! What the library's models keep for themselves is no leak, found or not.
//!
//! Not looked at: pointers at addresses that are no multiple of 8, and registers, unless an optimiser has put variables there
//! (`Machine::variables_in_registers`).

use std::rc::Rc;

use expr::{ExprId, Node};
use program::ir::LocId;
use program::layout;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::checks::BugKind;
use crate::machine::{Machine, Stop};
use crate::memory::{Byte, Cell, ObjectKind, Pointee};
use crate::state::State;
use crate::value::Value;

/// Symbolic pointers in one object that are told apart; an object with more is taken to keep everything.
const MAX_SYMBOLIC: usize = 256;
/// How often the condition of an object may change before it is taken to be kept.
const MAX_CHANGES: u32 = 8;

/// What an object points to.
#[derive(Default)]
struct Pointers {
    /// First slots of objects.
    plain: Vec<u64>,
    /// Values that may be addresses, as expressions.
    symbolic: Vec<ExprId>,
}

impl Machine<'_> {
    /// Reports the heap objects that are alive and that nothing the program could still name leads to.
    pub(crate) fn check_leaks(&mut self, st: &mut State, held: &[Value]) -> Result<(), Stop> {
        if !self.checks.has(BugKind::MemoryLeak) {
            return Ok(());
        }
        let heap: Vec<(u64, u64, LocId)> = (st.memory.live())
            .filter(|(_, object)| object.kind == ObjectKind::Heap)
            .map(|(slot, object)| (slot, object.capacity, object.origin))
            .collect();
        if heap.is_empty() {
            return Ok(());
        }
        let kept = self.kept(st, held, &heap);
        let never = self.dag.truth(false);
        for (slot, size, origin) in heap.into_iter().filter(|&(.., origin)| origin != LocId::LIBRARY) {
            let ok = kept.get(&slot).copied().unwrap_or(never);
            let place = self.program.place(origin);
            self.check_at(st, BugKind::MemoryLeak, ok, origin, &format!("{size} bytes allocated at {place}"))?;
        }
        Ok(())
    }

    /// What variables hold that are in registers when the program ends by `exit`.
    pub(crate) fn variables_in_registers(&self, st: &State) -> Rc<[Value]> {
        if !self.program.optimised || !self.checks.has(BugKind::MemoryLeak) {
            return Rc::default();
        }
        let frames = std::iter::once(&st.frame).chain(st.callers.frames());
        frames.flat_map(|frame| frame.regs.iter().copied()).filter(|&value| value != Value::ZERO).collect()
    }

    /// The condition under which something leads to an object, for each object to which anything may.
    fn kept(&mut self, st: &State, held: &[Value], heap: &[(u64, u64, LocId)]) -> FxHashMap<u64, ExprId> {
        let always = self.dag.truth(true);
        let mut kept: FxHashMap<u64, ExprId> = FxHashMap::default();
        let mut changes: FxHashMap<u64, u32> = FxHashMap::default();
        let mut known: FxHashMap<u64, Pointers> = FxHashMap::default();
        let roots = st.memory.live().filter(|(_, object)| object.kind != ObjectKind::Heap).map(|(slot, _)| slot);
        let mut open: Vec<u64> = roots.collect();
        kept.extend(open.iter().map(|&slot| (slot, always)));
        let mut in_registers = Pointers::default();
        held.iter().for_each(|&value| self.note_pointer(st, value, &mut in_registers));
        for (target, condition) in self.targets(&in_registers, always, heap) {
            self.keep(&mut kept, &mut changes, &mut open, target, condition);
        }
        while let Some(slot) = open.pop() {
            let condition = kept[&slot];
            let pointers = known.remove(&slot).unwrap_or_else(|| self.pointers_in(st, slot));
            for (target, condition) in self.targets(&pointers, condition, heap) {
                self.keep(&mut kept, &mut changes, &mut open, target, condition);
            }
            known.insert(slot, pointers);
        }
        kept
    }

    /// One more way to an object.
    fn keep(
        &mut self,
        kept: &mut FxHashMap<u64, ExprId>,
        changes: &mut FxHashMap<u64, u32>,
        open: &mut Vec<u64>,
        target: u64,
        condition: ExprId,
    ) {
        let before = kept.get(&target).copied();
        let times = changes.entry(target).or_default();
        *times += 1;
        let after = match before {
            _ if *times > MAX_CHANGES => self.dag.truth(true),
            None => condition,
            Some(before) => self.dag.or(before, condition),
        };
        if before != Some(after) && !self.dag.is_false(after) {
            kept.insert(target, after);
            open.push(target);
        }
    }

    /// The objects that pointers lead to, each with its condition, if `condition` holds of what has the pointers.
    fn targets(&mut self, from: &Pointers, condition: ExprId, heap: &[(u64, u64, LocId)]) -> Vec<(u64, ExprId)> {
        let mut targets: Vec<(u64, ExprId)> = from.plain.iter().map(|&slot| (slot, condition)).collect();
        if from.symbolic.len() > MAX_SYMBOLIC {
            targets.extend(heap.iter().map(|&(slot, ..)| (slot, condition)));
            return targets;
        }
        for &(slot, size, _) in heap {
            let start = self.dag.constant((layout::slot_address(slot) - layout::SLOT_LEAD) as u128, 64);
            let len = self.dag.constant((layout::slots_for(size) << layout::SLOT_BITS) as u128, 64);
            for &pointer in &from.symbolic {
                let offset = self.dag.sub(pointer, start);
                let inside = self.dag.ult(offset, len);
                let both = self.dag.and(condition, inside);
                targets.push((slot, both));
            }
        }
        targets
    }

    fn pointers_in(&mut self, st: &State, slot: u64) -> Pointers {
        let object = st.memory.object(slot);
        let mut pointers = Pointers::default();
        for offset in (0..object.capacity.saturating_sub(7)).step_by(8) {
            if let Some(bits) = object.read_bits(offset, 8) {
                self.note_pointer(st, Value::Bits(bits), &mut pointers);
                continue;
            }
            let unwritten = |i| object.byte(offset + i) == Byte::Special(Cell::Uninit);
            if pointers.symbolic.len() <= MAX_SYMBOLIC && !(0..8).any(unwritten) {
                let e = object.read_expr(&mut self.dag, offset, 8);
                self.note_pointer(st, Value::of(&self.dag, e), &mut pointers);
            }
        }
        pointers
    }

    fn note_pointer(&mut self, st: &State, value: Value, pointers: &mut Pointers) {
        match self.own_address(value).unwrap_or(value) {
            Value::Bits(address) => {
                if let Pointee::Live(slot, _) = st.memory.at(address) {
                    pointers.plain.push(slot);
                }
            }
            Value::Expr(e) if self.dag.width(e) == 64 && self.may_be_address(e) => pointers.symbolic.push(e),
            Value::Expr(_) => {}
        }
    }

    /// Whether an address of the program, or what was read at a symbolic place, is in an expression.
    fn may_be_address(&self, e: ExprId) -> bool {
        let mut seen = FxHashSet::default();
        let mut open = vec![e];
        while let Some(e) = open.pop() {
            if !seen.insert(e) {
                continue;
            }
            match self.dag.node(e) {
                Node::Read { .. } => return true,
                Node::Const(bits) if layout::slot_of(bits as u64).is_some() => return true,
                node => open.extend(node.operands()),
            }
        }
        false
    }
}
