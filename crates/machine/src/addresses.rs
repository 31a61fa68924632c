//! Addresses as the program sees them.
//!
//! Where an object lies is nobody's promise: not the order of objects, not their distance, not whether memory comes back after
//! `free`, and of the address itself no more than its alignment. So what a program concludes from looking at an address may not
//! decide a verdict. To the machine an object has one address for ever ([`program::layout`]); to the program, where it compares,
//! subtracts or casts pointers of several objects, it has an arbitrary one: a variable with low bits 0 as far as the object is
//! aligned. Objects that are alive at the same time do not overlap. Back as a pointer the number is the machine's own again.
//!
//! Functions have addresses as objects do. Some few of them a path are told apart like this; what depends on the addresses of
//! more is a cut. Not seen are pointers that are read from memory as integers, but for those of `ReadNumber`.

use std::ops::Range;

use expr::{ArrayId, ArrayNode, BinaryOp, ExprId, Node, VarInfo};
use program::ir::CmpOp;
use program::layout;
use rustc_hash::FxHashSet;

use crate::choice::{Alternative, Choice, ChoiceKind, CutReason, Outcome};
use crate::machine::{Machine, Stop};
use crate::memory::{ObjectKind, Pointee};
use crate::state::State;
use crate::value::Value;

/// The name of variables that stand for where an object starts.
const ADDRESS: &str = "address";
/// The highest bit of every address in the layout.
const TOP_BIT: u32 = layout::BASE.trailing_zeros();
/// Where functions start, as a power of two.
const FUNCTION_ALIGN: u8 = 4;
/// Objects whose addresses one path looks at and that are told apart.
const MAX_SEEN: usize = 16;

/// An object, alive or not, as far as its address goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    start: u64,
    /// At least 1.
    size: u64,
    /// As a power of two.
    align: u8,
}

/// A pointer into some object.
#[derive(Clone, Copy)]
struct Pointer {
    object: Seen,
    kind: ObjectKind,
    /// Where the heap ended when the object was freed, if it was.
    freed_at: Option<u64>,
    /// From the start of the object.
    offset: ExprId,
    value: Value,
}

/// The object that a variable stands for the start of.
fn seen_by(info: &VarInfo) -> Option<Seen> {
    (&*info.name == ADDRESS).then(|| Seen {
        start: (info.instance as u64) << 32 | info.offset as u64,
        size: 1,
        align: (TOP_BIT - info.width) as u8,
    })
}

impl Machine<'_> {
    /// A pointer as a number. Its `low` lowest bits are used: as far as the object is aligned they are the same wherever it
    /// lies.
    pub(crate) fn pointer_as_number(&mut self, st: &mut State, pointer: Value, low: u16) -> Result<Value, Stop> {
        let Some(pointer) = self.pointer(st, pointer)? else { return Ok(pointer) };
        if low <= u16::from(pointer.object.align) {
            return Ok(pointer.value);
        }
        let [number] = self.numbers(st, [pointer])?;
        Ok(Value::of(&self.dag, number))
    }

    /// A number that was read where a pointer may have been written. One that was made of an address is such a number already.
    pub(crate) fn read_as_number(&mut self, st: &mut State, value: Value, low: u16) -> Result<Value, Stop> {
        let e = match value {
            Value::Bits(bits) if layout::is_address(bits) => return self.pointer_as_number(st, value, low),
            Value::Bits(_) => return Ok(value),
            Value::Expr(e) => e,
        };
        if !self.mode.speaks_for_other_states() {
            let is_pointer = self.constant_part(st, e).is_some();
            return if is_pointer { self.pointer_as_number(st, value, low) } else { Ok(value) };
        }
        let bits = self.evaluate(st, e) as u64;
        if !layout::is_address(bits) {
            let outside = self.outside(e, layout::ADDRESSES);
            self.require(st, outside, "pinned")?;
            return Ok(value);
        }
        if self.was_concrete(e) {
            return self.pointer_as_number(st, value, low);
        }
        // Whether it is made of an address does not show in its value.
        Err(Stop::Cut(CutReason::Unsupported, "a pointer read as a number".to_owned()))
    }

    fn outside(&mut self, e: ExprId, range: Range<u64>) -> ExprId {
        let (start, len) =
            (self.dag.constant(range.start as u128, 64), self.dag.constant((range.end - range.start) as u128, 64));
        let offset = self.dag.sub(e, start);
        self.dag.ule(len, offset)
    }

    pub(crate) fn subtract_pointers(&mut self, st: &mut State, a: Value, b: Value) -> Result<Value, Stop> {
        let to = self.pointer(st, b)?;
        let from = self.pointer_beside(st, a, to)?;
        let (a, b) = match (from, to) {
            (Some(from), Some(to)) if from.object.start != to.object.start => {
                let [a, b] = self.numbers(st, [from, to])?;
                (a, b)
            }
            _ => self.as_they_are(a, b),
        };
        let difference = self.dag.sub(a, b);
        Ok(Value::of(&self.dag, difference))
    }

    pub(crate) fn compare_pointers(&mut self, st: &mut State, op: CmpOp, a: Value, b: Value) -> Result<Value, Stop> {
        let equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
        let second = self.pointer(st, b)?;
        let first = self.pointer_beside(st, a, second)?;
        let (a, b) = match (first, second) {
            (Some(first), Some(second)) if first.object.start != second.object.start => {
                if equality && !self.may_coincide(st, &first, &second) {
                    return Ok(Value::Bits((op == CmpOp::Ne) as u64));
                }
                let [a, b] = self.numbers(st, [first, second])?;
                (a, b)
            }
            _ => self.as_they_are(a, b),
        };
        Ok(self.compare(op, 64, Value::of(&self.dag, a), Value::of(&self.dag, b)))
    }

    /// A number as a pointer: where it is made of the address of an object, a pointer into that one.
    pub(crate) fn number_as_pointer(&mut self, value: Value) -> Result<Value, Stop> {
        let Value::Expr(e) = value else { return Ok(value) };
        if self.mode.speaks_for_other_states() && !self.was_concrete(e) {
            // Whether it is such a number does not show in its value.
            return Err(Stop::Cut(CutReason::Unsupported, "a number as a pointer".to_owned()));
        }
        self.own_address(value)
    }

    /// The machine's own address for what the program may have made of one it has seen.
    pub(crate) fn own_address(&mut self, value: Value) -> Result<Value, Stop> {
        let Value::Expr(e) = value else { return Ok(value) };
        let made_of = self.addresses_made_into(e);
        if let Node::Ite { c, t, f } = self.dag.node(e)
            && !made_of.is_empty()
        {
            // Each is what it is made of, whatever chooses between them.
            let [t, f] = [t, f].map(|chosen| Value::of(&self.dag, chosen));
            let [t, f] = [self.own_alternative(t)?, self.own_alternative(f)?];
            let (t, f) = self.as_they_are(t, f);
            let chosen = self.dag.ite(c, t, f);
            return Ok(Value::of(&self.dag, chosen));
        }
        match made_of[..] {
            [] => Ok(value),
            [object] => {
                let number = self.start_of(object);
                let offset = self.dag.sub(e, number);
                let own = self.dag.constant(object.start as u128, 64);
                let address = self.dag.add(own, offset);
                Ok(Value::of(&self.dag, address))
            }
            _ => {
                Err(Stop::Cut(CutReason::Unsupported, "a pointer made of the addresses of several objects".to_owned()))
            }
        }
    }

    /// One of several values that a pointer may have: the machine's own address already, as far as it is a sum with one.
    fn own_alternative(&mut self, value: Value) -> Result<Value, Stop> {
        let mut open = match value {
            Value::Bits(_) => return Ok(value),
            Value::Expr(e) => vec![e],
        };
        while let Some(e) = open.pop() {
            match self.dag.node(e) {
                Node::Binary { op: BinaryOp::Add, a, b } => open.extend([a, b]),
                Node::Binary { op: BinaryOp::Sub, a, .. } => open.push(a),
                Node::Const(bits) if layout::slot_of(bits as u64).is_some() => return Ok(value),
                _ => {}
            }
        }
        self.own_address(value)
    }

    /// Whether an expression is made of the addresses of objects, as the program has seen them.
    pub(crate) fn names_seen_objects(&self, e: ExprId) -> bool {
        !self.addresses_in(e).is_empty()
    }

    /// The objects whose addresses an expression has to do with.
    fn addresses_in(&self, e: ExprId) -> Vec<Seen> {
        let variables = self.dag.vars(e).iter().map(|&var| self.dag.var_info(var));
        variables.filter_map(seen_by).collect()
    }

    /// Those of them that its value is computed from: what decides which of several values it has, or where it was read, is not
    /// among them.
    fn addresses_made_into(&self, e: ExprId) -> Vec<Seen> {
        if self.addresses_in(e).is_empty() {
            return Vec::new();
        }
        let (mut visited, mut open, mut found) = (FxHashSet::default(), vec![e], Vec::new());
        let mut note = |seen: Seen| {
            if !found.contains(&seen) {
                found.push(seen)
            }
        };
        while let Some(e) = open.pop() {
            if !visited.insert(e) {
                continue;
            }
            match self.dag.node(e) {
                Node::Var(var) => seen_by(self.dag.var_info(var)).into_iter().for_each(&mut note),
                Node::Ite { t, f, .. } => open.extend([t, f]),
                Node::Binary { op, .. } if op.is_comparison() => {}
                Node::Read { array, .. } => self.stored_in(array, &mut open),
                node => open.extend(node.operands()),
            }
        }
        found
    }

    /// Adds everything that may be read from an array.
    fn stored_in(&self, mut array: ArrayId, values: &mut Vec<ExprId>) {
        loop {
            match self.dag.array_node(array) {
                ArrayNode::Base(bytes) => return values.extend(bytes),
                ArrayNode::Write { array: before, value, .. } => {
                    values.push(value);
                    array = before;
                }
            }
        }
    }

    fn as_they_are(&mut self, a: Value, b: Value) -> (ExprId, ExprId) {
        (a.expr(&mut self.dag, 64), b.expr(&mut self.dag, 64))
    }

    /// What the first of two pointers names. Beside one that names no object, or within the same one, pointers are numbers like
    /// any other: a shadow requires no more than that this one is in the object, too. The second one is mostly the bound
    /// of a walk, and a comparison with a number makes an interval.
    fn pointer_beside(
        &mut self,
        st: &mut State,
        value: Value,
        other: Option<Pointer>,
    ) -> Result<Option<Pointer>, Stop> {
        let Some(e) = self.left_open(st, value) else { return self.pointer(st, value) };
        let Some(other) = other else { return Ok(None) };
        let address = self.evaluate(st, e) as u64;
        match st.memory.at(address) {
            Pointee::Live(slot, object) if object.address == other.object.start => {
                let (start, len) = st.memory.region(slot, object);
                self.require_in(st, e, start, len)?;
                Ok(Some(other))
            }
            _ => self.pointer(st, value),
        }
    }

    /// What a pointer names; `None`: no object, or nothing is to be made of it.
    fn pointer(&mut self, st: &mut State, value: Value) -> Result<Option<Pointer>, Stop> {
        if self.mode.takes_layout_as_it_is() {
            return Ok(None);
        }
        let mut value = self.pin_address(st, value)?;
        if let Value::Expr(e) = value
            && self.constant_part(st, e).is_none()
        {
            value = self.own_address(value)?;
        }
        let address = match value {
            Value::Bits(address) => address,
            Value::Expr(e) => match self.constant_part(st, e) {
                Some(address) => address,
                // An integer in disguise, or a choice of pointers: the machine's addresses will do.
                None => return Ok(None),
            },
        };
        if let Some(function) = layout::function_of(address)
            && function.index() < self.program.functions.len()
        {
            let object = Seen { start: address, size: 1, align: FUNCTION_ALIGN };
            let offset = self.dag.constant(0, 64);
            return Ok(Some(Pointer { object, kind: ObjectKind::Global, freed_at: None, offset, value }));
        }
        if layout::slot_of(address).is_none() {
            return Ok(None);
        }
        self.rely_on_object(address);
        let (object, kind, freed_at) = match st.memory.at(address) {
            Pointee::Live(_, object) => {
                let seen = Seen { start: object.address, size: object.capacity.max(1), align: object.align };
                (seen, object.kind, None)
            }
            Pointee::Dead(dead) => {
                (Seen { start: dead.address, size: 1, align: dead.align }, dead.kind, Some(dead.heap_end))
            }
            Pointee::Nothing => return Ok(None),
        };
        let (whole, start) = (value.expr(&mut self.dag, 64), self.dag.constant(object.start as u128, 64));
        let offset = self.dag.sub(whole, start);
        Ok(Some(Pointer { object, kind, freed_at, offset, value }))
    }

    /// Whether pointers to different objects may have the same address: one past the end of an object may be the start of
    /// another, and what was allocated after a block was freed may lie where that was.
    fn may_coincide(&self, st: &State, a: &Pointer, b: &Pointer) -> bool {
        match (a.freed_at, b.freed_at) {
            (None, None) => self.is_end_and_start(st, a, b) || self.is_end_and_start(st, b, a),
            _ => self.may_share_memory(a, b) || self.may_share_memory(b, a),
        }
    }

    fn is_end_and_start(&self, st: &State, end: &Pointer, start: &Pointer) -> bool {
        let size = match st.memory.at(end.object.start) {
            Pointee::Live(_, object) => object.capacity,
            Pointee::Dead(_) | Pointee::Nothing => return false,
        };
        start.value == Value::Bits(start.object.start) && end.value == Value::Bits(end.object.start + size)
    }

    /// Whether the second object was allocated after the first had been freed.
    fn may_share_memory(&self, freed: &Pointer, later: &Pointer) -> bool {
        let both_heap = freed.kind == ObjectKind::Heap && later.kind == ObjectKind::Heap;
        let slot = layout::slot_of(later.object.start);
        both_heap && freed.freed_at.is_some_and(|end| slot.is_some_and(|slot| slot >= end))
    }

    /// The pointers as numbers.
    fn numbers<const N: usize>(&mut self, st: &mut State, pointers: [Pointer; N]) -> Result<[ExprId; N], Stop> {
        // The state must not change before the last question of the instruction is answered.
        let mut seen: Vec<Seen> = st.seen.iter().copied().collect();
        let mut numbers = [self.dag.truth(false); N];
        for (number, pointer) in numbers.iter_mut().zip(pointers) {
            let start = self.start(st, pointer.object);
            let known = seen.iter().any(|object| object.start == pointer.object.start);
            if !known && seen.len() < MAX_SEEN {
                let apart = self.apart_from(st, &pointer, &seen);
                let apart = Value::of(&self.dag, apart);
                self.assume(st, apart, 1)?;
                seen.push(pointer.object);
            } else if !known {
                self.leave_in_place(st, start, pointer.object)?;
            }
            *number = self.dag.add(start, pointer.offset);
        }
        for &object in &seen[st.seen.iter().count()..] {
            st.seen.push(object);
        }
        Ok(numbers)
    }

    /// Only the machine's own address of an object is followed.
    fn leave_in_place(&mut self, st: &mut State, start: ExprId, object: Seen) -> Result<(), Stop> {
        self.choose(st, |m, _| {
            let own = m.dag.constant((object.start | layout::BASE) as u128, 64);
            let here = m.dag.eq(start, own);
            let elsewhere = m.dag.not(here);
            let cut = Outcome::Cut(CutReason::Concretised, "the addresses of many objects".to_owned());
            Choice::new(
                ChoiceKind::Split,
                vec![
                    Alternative { guard: here, outcome: Outcome::Continue(1) },
                    Alternative { guard: elsewhere, outcome: cut },
                ],
            )
        })?;
        Ok(())
    }

    /// Where an object starts, to the program. The machine's own address comes first.
    fn start(&mut self, st: &mut State, object: Seen) -> ExprId {
        let start = self.start_of(object);
        if let &[var] = self.dag.vars(start)
            && !st.model.is_set(var)
        {
            let width = TOP_BIT - u32::from(object.align);
            st.model.set(var, object.start >> object.align & crate::value::mask(width as u16));
        }
        start
    }

    fn start_of(&mut self, object: Seen) -> ExprId {
        let align = u32::from(object.align);
        let high = self.dag.variable(ADDRESS, (object.start >> 32) as u32, object.start as u32, TOP_BIT - align);
        let top = self.dag.constant(1, 64 - TOP_BIT);
        let upper = self.dag.concat(top, high);
        if align == 0 {
            return upper;
        }
        let low = self.dag.constant(0, align);
        self.dag.concat(upper, low)
    }

    /// The object overlaps none of those that are alive with it.
    fn apart_from(&mut self, st: &mut State, pointer: &Pointer, seen: &[Seen]) -> ExprId {
        let mut all = self.dag.truth(true);
        if pointer.freed_at.is_some() {
            return all;
        }
        for &other in seen {
            self.rely_on_object(other.start);
            let is_function = layout::function_of(other.start).is_some();
            if !is_function && !matches!(st.memory.at(other.start), Pointee::Live(..)) {
                continue;
            }
            let (a, b) = (self.start(st, pointer.object), self.start(st, other));
            let (a_size, b_size) =
                (self.dag.constant(pointer.object.size as u128, 64), self.dag.constant(other.size as u128, 64));
            let (a_end, b_end) = (self.dag.add(a, a_size), self.dag.add(b, b_size));
            let (before, behind) = (self.dag.ule(a_end, b), self.dag.ule(b_end, a));
            let apart = self.dag.or(before, behind);
            all = self.dag.and(all, apart);
        }
        all
    }
}
