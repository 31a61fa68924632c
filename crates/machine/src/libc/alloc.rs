//! The heap: `malloc` and its kin, with symbolic sizes.
//!
//! A symbolic size is never fixed to a value. The path forks over size classes; in each the object has room for the
//! largest size of the class and carries the size itself as an expression, so bounds checks stay exact. Sizes above the
//! last class are a cut. Sizes no machine has always fail; others only where `--failures` says so.

use program::ir::LocId;

use super::{CallSite, Entry, Returned, When};
use crate::checks::BugKind;
use crate::choice::{Alternative, Choice, ChoiceKind, CutReason, Outcome};
use crate::failures::Operation;
use crate::machine::{Machine, Stop};
use crate::memory::{Fill, Object, ObjectKind, Pointee};
use crate::state::State;
use crate::step::Access;
use crate::value::Value;

/// Upper ends of the size classes for symbolic sizes.
const CLASSES: [u64; 3] = [64, 4096, 65536];
/// A concrete allocation above this is cut; above `IMPOSSIBLE` it fails as it would natively.
const LARGEST: u64 = 1 << 30;
const IMPOSSIBLE: u64 = 1 << 47;

pub(super) const TABLE: &[Entry] = &[
    ("malloc", When::Undefined, malloc),
    ("valloc", When::Undefined, malloc),
    ("pvalloc", When::Undefined, malloc),
    ("_Znwm", When::Undefined, allocate_for_sure),
    ("_Znam", When::Undefined, allocate_for_sure),
    ("__secateur_allocate", When::Undefined, allocate_for_library),
    ("__secateur_pages", When::Undefined, allocate_pages),
    ("__secateur_give", When::Undefined, allocate_for_sure),
    ("calloc", When::Undefined, calloc),
    ("realloc", When::Undefined, realloc),
    ("reallocarray", When::Undefined, reallocarray),
    ("aligned_alloc", When::Undefined, aligned_alloc),
    ("memalign", When::Undefined, memalign),
    ("posix_memalign", When::Undefined, posix_memalign),
    ("free", When::Undefined, free),
    ("cfree", When::Undefined, free),
    ("_ZdlPv", When::Undefined, free),
    ("_ZdaPv", When::Undefined, free),
    ("_ZdlPvm", When::Undefined, free),
    ("_ZdaPvm", When::Undefined, free),
    ("malloc_usable_size", When::Undefined, usable_size),
];

/// Every object starts at a multiple of this.
const ALIGNMENT: u64 = 4096;

impl<'p> Machine<'p> {
    /// A heap object for the program; `None`, with `errno` set, where there is none.
    fn allocate_or_fail(&mut self, st: &mut State, size: Value, fill: Fill) -> Result<Option<u64>, Stop> {
        if let Some(error) = self.failure(st, Operation::Allocation)? {
            self.enter_operation(st, Operation::Allocation, true);
            self.set_errno(st, error)?;
            return Ok(None);
        }
        let address = self.allocate(st, size, fill)?;
        self.enter_operation(st, Operation::Allocation, false);
        if address.is_none() {
            let error = self.dag.constant(::libc::ENOMEM as u128, 32);
            self.set_errno(st, error)?;
        }
        Ok(address)
    }

    /// A heap object; `None` where no machine could give one. Decisions on a symbolic size come first.
    fn allocate(&mut self, st: &mut State, size: Value, fill: Fill) -> Result<Option<u64>, Stop> {
        let size = self.pin(st, size, 64)?;
        let (capacity, symbolic) = match size {
            Value::Bits(bytes) => (bytes, None),
            Value::Expr(e) => (self.size_class(st, size)?, Some(e)),
        };
        if capacity >= IMPOSSIBLE {
            return Ok(None);
        }
        let address = if capacity <= LARGEST { st.memory.next_heap_address(capacity) } else { None };
        let Some(address) = address else {
            return Err(Stop::Cut(CutReason::Allocation, format!("an allocation of {capacity} bytes")));
        };
        // What fills it is shared, and only listed.
        self.bulk += capacity / 32;
        let mut object = Object::new(address, capacity, ObjectKind::Heap, fill);
        object.origin = self.own_position(st).1;
        if let Some(size) = symbolic {
            object.set_symbolic_size(size);
        }
        st.memory.insert(object);
        Ok(Some(address))
    }

    /// A heap object for the program with these bytes and a NUL behind them, if there is one.
    pub(super) fn heap_bytes_or_fail(&mut self, st: &mut State, bytes: &[u8]) -> Result<Option<u64>, Stop> {
        self.allocate_or_fail(st, Value::Bits(bytes.len() as u64 + 1), Fill::Bytes(bytes))
    }

    /// A heap object with these bytes and a NUL behind them.
    pub(super) fn heap_bytes(&mut self, st: &mut State, bytes: &[u8]) -> Result<u64, Stop> {
        let size = bytes.len() as u64 + 1;
        let address = self.allocate(st, Value::Bits(size), Fill::Bytes(bytes))?;
        address.ok_or_else(|| Stop::Cut(CutReason::Allocation, format!("an allocation of {size} bytes")))
    }

    fn size_class(&mut self, st: &mut State, size: Value) -> Result<u64, Stop> {
        let e = size.expr(&mut self.dag, 64);
        self.choose(st, |m, _| {
            let mut alternatives = Vec::new();
            let mut above = m.dag.truth(true);
            for limit in CLASSES {
                let constant = m.dag.constant(limit as u128, 64);
                let within = m.dag.ule(e, constant);
                let guard = m.dag.and(above, within);
                above = m.dag.not(within);
                alternatives.push(Alternative { guard, outcome: Outcome::Continue(limit) });
            }
            let impossible = m.dag.constant(IMPOSSIBLE as u128, 64);
            let fails = m.dag.uge(e, impossible);
            alternatives.push(Alternative { guard: fails, outcome: Outcome::Continue(IMPOSSIBLE) });
            let succeeds = m.dag.not(fails);
            let guard = m.dag.and(above, succeeds);
            let why = format!("a symbolic allocation above {} bytes", CLASSES[CLASSES.len() - 1]);
            alternatives.push(Alternative { guard, outcome: Outcome::Cut(CutReason::Allocation, why) });
            Choice::new(ChoiceKind::Split, alternatives)
        })
    }

    /// Ends the life of the object a pointer from `malloc` names.
    fn release(&mut self, st: &mut State, pointer: Value) -> Result<Option<u64>, Stop> {
        let pointer = self.pin(st, pointer, 64)?;
        if pointer == Value::ZERO {
            return Ok(None);
        }
        if let Value::Expr(e) = pointer {
            let zero = self.dag.constant(0, 64);
            let null = self.dag.eq(e, zero);
            if self.split(st, null)? {
                return Ok(None);
            }
        }
        self.check_initialised(st, pointer, "as an address")?;
        let is_symbolic = matches!(pointer, Value::Expr(_));
        let address = self.named_like(st, pointer)?;
        match st.memory.at(address) {
            Pointee::Dead(dead) if dead.kind == ObjectKind::Heap && (is_symbolic || dead.address == address) => {
                let freed = self.program.place(dead.freed);
                return Err(self.bug(st, BugKind::DoubleFree, &format!("first freed at {freed}")));
            }
            Pointee::Dead(_) | Pointee::Nothing => {
                return Err(self.bug(st, BugKind::InvalidFree, "no such object"));
            }
            Pointee::Live(..) => {}
        }
        let place = self.resolve(st, pointer, Access::Write)?;
        let object = st.memory.object(place.slot);
        if object.kind != ObjectKind::Heap {
            return Err(self.bug(st, BugKind::InvalidFree, "not a heap object"));
        }
        let offset = place.offset.expr(&mut self.dag, 64);
        let zero = self.dag.constant(0, 64);
        let at_start = self.dag.eq(offset, zero);
        let inside = "a pointer into the middle of the object";
        if self.dag.is_false(at_start) {
            return Err(self.bug(st, BugKind::InvalidFree, inside));
        }
        self.check(st, BugKind::InvalidFree, at_start, |_| inside.to_string())?;
        Ok(Some(place.slot))
    }

    fn product(&mut self, a: Value, b: Value) -> (Value, Value) {
        let (a, b) = (a.expr(&mut self.dag, 64), b.expr(&mut self.dag, 64));
        let product = self.dag.mul(a, b);
        let (wide_a, wide_b) = (self.dag.zext(a, 128), self.dag.zext(b, 128));
        let exact = self.dag.mul(wide_a, wide_b);
        let same = self.dag.zext(product, 128);
        let overflow = self.dag.ne(exact, same);
        (Value::of(&self.dag, product), Value::of(&self.dag, overflow))
    }

    /// Whether a multiplication of sizes overflows, following both sides.
    fn overflows(&mut self, st: &mut State, overflow: Value) -> Result<bool, Stop> {
        let e = overflow.expr(&mut self.dag, 1);
        self.split(st, e)
    }

    /// Whether a size is 0, following both sides.
    fn is_nothing(&mut self, st: &mut State, size: Value) -> Result<bool, Stop> {
        let (size, zero) = (size.expr(&mut self.dag, 64), self.dag.constant(0, 64));
        let nothing = self.dag.eq(size, zero);
        self.split(st, nothing)
    }

    fn resize(&mut self, st: &mut State, old: Value, size: Value) -> Result<Returned, Stop> {
        let slot = self.release(st, old)?;
        let size = self.pin(st, size, 64)?;
        if let Some(slot) = slot
            && self.is_nothing(st, size)?
        {
            // As the GNU library does: the object is freed and there is no new one.
            let loc = self.location(st);
            st.memory.kill(slot, loc);
            return Ok(Returned::Value(Value::ZERO));
        }
        let Some(address) = self.allocate_or_fail(st, size, Fill::Uninit)? else {
            return Ok(Returned::Value(Value::ZERO));
        };
        if let Some(slot) = slot {
            let copied = st.memory.object(slot).capacity;
            if st.memory.object(slot).is_live_in() {
                self.with_fresh_bytes(st, slot, |object, fresh| object.settle(0, copied, fresh));
            }
            let old = st.memory.object(slot).clone();
            let to = program::layout::slot_of(address).expect("an address just given out");
            let room = st.memory.object(to).capacity;
            for i in 0..old.capacity.min(room) {
                // Bytes in an array term have a value only in their object: read them out.
                let byte = match old.byte(i) {
                    crate::memory::Byte::Special(crate::memory::Cell::Array) => {
                        let id = old.read_expr(&mut self.dag, i, 1);
                        crate::memory::Byte::Special(crate::memory::Cell::Expr { id, byte: 0 })
                    }
                    byte => byte,
                };
                st.memory.object_mut(to).set_byte(i, byte);
            }
            let loc = self.location(st);
            st.memory.kill(slot, loc);
        }
        Ok(Returned::Value(Value::Bits(address)))
    }
}

fn pointer(address: Option<u64>) -> Result<Returned, Stop> {
    Ok(Returned::Value(Value::Bits(address.unwrap_or(0))))
}

fn malloc(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    pointer(m.allocate_or_fail(st, site.arg(0), Fill::Uninit)?)
}

/// What the models keep for themselves, and no leak of the program's.
fn allocate_for_library(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let address = m.allocate(st, site.arg(0), Fill::Uninit)?;
    belongs_to_library(st, address);
    pointer(address)
}

/// What the system gives in pages: no leak, either.
fn allocate_pages(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let address = m.allocate(st, site.arg(0), Fill::Bytes(&[]))?;
    belongs_to_library(st, address);
    align(st, address, ALIGNMENT);
    pointer(address)
}

fn belongs_to_library(st: &mut State, address: Option<u64>) {
    if let Some(slot) = address.and_then(program::layout::slot_of) {
        st.memory.object_mut(slot).origin = LocId::LIBRARY;
    }
}

/// What the models give to the program, and C++'s `new`, which has no null pointer to give.
fn allocate_for_sure(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    pointer(m.allocate(st, site.arg(0), Fill::Uninit)?)
}

/// Where a product of sizes overflows.
fn too_large(m: &mut Machine, st: &mut State) -> Result<Returned, Stop> {
    refused(m, st, ::libc::ENOMEM)
}

fn refused(m: &mut Machine, st: &mut State, error: i32) -> Result<Returned, Stop> {
    let error = m.dag.constant(error as u128, 32);
    m.set_errno(st, error)?;
    pointer(None)
}

fn calloc(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let (size, overflow) = m.product(site.arg(0), site.arg(1));
    if m.overflows(st, overflow)? {
        return too_large(m, st);
    }
    pointer(m.allocate_or_fail(st, size, Fill::Bytes(&[]))?)
}

fn realloc(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    m.resize(st, site.arg(0), site.arg(1))
}

fn reallocarray(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let (size, overflow) = m.product(site.arg(1), site.arg(2));
    if m.overflows(st, overflow)? {
        return too_large(m, st);
    }
    m.resize(st, site.arg(0), size)
}

/// The alignment asked for; a larger one than objects have is a cut.
fn alignment(m: &mut Machine, st: &mut State, site: &CallSite, at: usize) -> Result<u64, Stop> {
    let asked = m.concretise(st, site.arg(at), 64, "an alignment")? as u64;
    if asked.is_power_of_two() && asked > ALIGNMENT {
        return Err(m.unsupported_call(site, "an alignment above 4096"));
    }
    Ok(asked)
}

/// Every object starts at a multiple of 4096 anyway.
fn align(st: &mut State, address: Option<u64>, bytes: u64) {
    if let Some(address) = address
        && bytes.is_power_of_two()
    {
        st.memory.align(address, bytes);
    }
}

fn memalign(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let asked = alignment(m, st, site, 0)?;
    let address = m.allocate_or_fail(st, site.arg(1), Fill::Uninit)?;
    align(st, address, asked);
    pointer(address)
}

fn aligned_alloc(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let asked = alignment(m, st, site, 0)?;
    if !asked.is_power_of_two() {
        return refused(m, st, ::libc::EINVAL);
    }
    let address = m.allocate_or_fail(st, site.arg(1), Fill::Uninit)?;
    align(st, address, asked);
    pointer(address)
}

fn posix_memalign(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let asked = alignment(m, st, site, 1)?;
    if !asked.is_power_of_two() || asked < 8 {
        return Ok(Returned::Value(Value::Bits(::libc::EINVAL as u64)));
    }
    let place = m.access(st, site.arg(0), Value::Bits(8), Access::Write)?;
    // The error is the result: errno keeps its value.
    let failed = m.failure(st, Operation::Allocation)?;
    let address = if failed.is_some() { None } else { m.allocate(st, site.arg(2), Fill::Uninit)? };
    m.enter_operation(st, Operation::Allocation, failed.is_some());
    let Some(address) = address else {
        return Ok(Returned::Value(Value::Bits(::libc::ENOMEM as u64)));
    };
    align(st, Some(address), asked);
    let e = m.dag.constant(address as u128, 64);
    m.write_place(st, place, 8, e)?;
    Ok(Returned::Value(Value::ZERO))
}

fn free(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    if let Some(slot) = m.release(st, site.arg(0))? {
        let loc = m.location(st);
        st.memory.kill(slot, loc);
    }
    Ok(Returned::Nothing)
}

fn usable_size(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    if site.arg(0) == Value::ZERO {
        return Ok(Returned::Value(Value::ZERO));
    }
    let place = m.resolve(st, site.arg(0), Access::Read)?;
    Ok(Returned::Value(Value::Bits(st.memory.object(place.slot).capacity)))
}
