//! Re-executing a piece of a path over *program variables* instead of inputs.
//!
//! Pruning needs, for an edge of the tree, what each register and memory byte at its end is in terms of those at its
//! start, and under which conditions execution takes this very way. Instead of a second semantics for every
//! instruction, the machine runs the edge once more on a *shadow* of the state at its start: registers are variables
//! named by `(call depth, register)`, memory bytes variables named by address, made when first touched. The model of
//! the shadow gives each variable the value it had on the path, so every choice can be resolved by evaluation, and the
//! guards of the choices taken are the conditions asked for.
//!
//! What only makes sense as a number (sizes, lengths, and addresses as far as they were concrete on the path) is
//! *pinned*: fixed to its value on the path by one more condition. An address that was symbolic stays so, in an object
//! small enough to list. Objects that are touched, or missing, are noted with what was relied on; see [`ObjectFact`].
//!
//! A *table* is an object that held plain bytes when paths first parted and that the path has not written to since: other
//! paths will not have either, so it is relied on as a whole and its bytes stay the constants they are. Sums of what was
//! looked up in tables are then comparable numbers instead of long expressions.

use expr::{Dag, ExprId, Model, Node, Substitution, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::machine::{Machine, Stop};
use crate::memory::{Byte, Cell, Memory, Object, ObjectKind, Pointee};
use crate::state::{Frame, State};
use crate::step::Access;
use crate::value::Value;

/// Names of the variables that stand for registers and memory bytes.
const REGISTER: &str = "%reg";
const MEMORY: &str = "%mem";

/// What a program variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Location {
    /// Bits of a register of the frame with this many callers: the half numbered `part` where it is wider than 64 bits.
    Register { depth: u32, register: u32, part: u32 },
    /// The byte at an address.
    Memory(u64),
}

/// Objects larger than this are not listed byte by byte for the sake of a symbolic offset, unless they are constant.
const MAX_LISTED: u64 = 256;

/// Bytes below which an object is no table.
const SMALLEST_TABLE: u64 = 64;

/// The memory when paths first parted, and which of its objects held plain bytes only.
#[derive(Debug)]
pub(crate) struct First {
    memory: Memory,
    tables: FxHashMap<u64, bool>,
}

/// What an edge relied on about the object an address named at its start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ObjectFact {
    Live {
        address: u64,
        capacity: u64,
        kind: ObjectKind,
        read_only: bool,
    },
    /// It had been freed, or its scope had ended.
    Dead {
        address: u64,
        kind: ObjectKind,
    },
    Nothing {
        address: u64,
    },
    /// It was as when paths first parted.
    Table {
        address: u64,
    },
}

impl ObjectFact {
    fn of(object: &Object) -> ObjectFact {
        ObjectFact::Live {
            address: object.address,
            capacity: object.capacity,
            kind: object.kind,
            read_only: object.read_only,
        }
    }

    fn at(st: &State, address: u64) -> ObjectFact {
        match st.memory.at(address) {
            Pointee::Live(_, object) => ObjectFact::of(object),
            Pointee::Dead(dead) => ObjectFact::Dead { address: dead.address, kind: dead.kind },
            Pointee::Nothing => ObjectFact::Nothing { address },
        }
    }

    fn address(&self) -> u64 {
        match *self {
            ObjectFact::Live { address, .. }
            | ObjectFact::Dead { address, .. }
            | ObjectFact::Nothing { address }
            | ObjectFact::Table { address } => address,
        }
    }

    /// Whether the same holds in another state. `first`: the memory when paths first parted.
    pub fn holds(&self, st: &State, first: &Memory) -> bool {
        if let ObjectFact::Table { address } = *self {
            return matches!(st.memory.at(address), Pointee::Live(slot, _) if st.memory.has_same_object(first, slot));
        }
        let resizable = matches!(st.memory.at(self.address()), Pointee::Live(_, o) if o.symbolic_size.is_some());
        !resizable && ObjectFact::at(st, self.address()) == *self
    }
}

/// What the machine keeps while it runs a shadow.
#[derive(Debug)]
pub(crate) struct Shadow {
    /// The path's own state at the start of the edge.
    real: State,
    pub objects: Vec<ObjectFact>,
    /// The lowest call depth whose registers have been made variables.
    pub lowest_frame: u32,
    /// Variables whose value on the path depends on inputs.
    symbolic: FxHashSet<VarId>,
}

/// The end of an edge, over the variables of its start.
pub struct ShadowEnd {
    pub state: State,
    /// The path's own state at the start of the edge.
    start: State,
    pub objects: Vec<ObjectFact>,
    lowest_frame: u32,
}

/// The variable for bits of a register.
fn register_variable(dag: &mut Dag, depth: u32, register: u32, part: u32, width: u32) -> ExprId {
    dag.variable(REGISTER, depth, 2 * register + part, width)
}

pub(crate) fn memory_variable(dag: &mut Dag, address: u64) -> ExprId {
    dag.variable(MEMORY, (address >> 32) as u32, address as u32, 8)
}

/// What a variable stands for, if it is a program variable and not an input.
pub fn location_of(dag: &Dag, var: VarId) -> Option<Location> {
    let info = dag.var_info(var);
    match &*info.name {
        REGISTER => Some(Location::Register { depth: info.instance, register: info.offset / 2, part: info.offset % 2 }),
        MEMORY => Some(Location::Memory((info.instance as u64) << 32 | info.offset as u64)),
        _ => None,
    }
}

impl<'p> Machine<'p> {
    pub(crate) fn is_shadow(&self) -> bool {
        self.shadow.is_some()
    }

    /// The shadow of a state. `model` is one of the path at the edge's end, so it also led through the edge.
    pub fn begin_shadow(&mut self, real: &State, model: &Model) -> State {
        let mut st = real.clone();
        st.model = model.clone();
        st.decisions.clear();
        st.stop_at = None;
        st.memory.begin_epoch();
        let depth = st.callers.depth();
        self.shadow = Some(Box::new(Shadow {
            real: real.clone(),
            objects: Vec::new(),
            lowest_frame: depth,
            symbolic: FxHashSet::default(),
        }));
        let mut frame = st.frame.clone();
        self.frame_to_variables(&mut frame, depth, &mut st.model);
        st.frame = frame;
        st
    }

    pub fn end_shadow(&mut self, state: State) -> ShadowEnd {
        let shadow = self.shadow.take().expect("a shadow was begun");
        let mut objects = shadow.objects;
        objects.sort_unstable();
        objects.dedup();
        ShadowEnd { state, start: shadow.real, objects, lowest_frame: shadow.lowest_frame }
    }

    fn frame_to_variables(&mut self, frame: &mut Frame, depth: u32, model: &mut Model) {
        let widths = &self.function(frame.func).reg_width;
        for (register, &width) in widths.iter().enumerate() {
            let (value, symbolic) = match frame.regs[register] {
                Value::Bits(bits) => (bits as u128, false),
                Value::Expr(e) => (self.eval.value(&self.dag, e, model), self.dag.as_const(e).is_none()),
            };
            let low = register_variable(&mut self.dag, depth, register as u32, 0, width.min(64) as u32);
            self.assign(model, low, value as u64, symbolic);
            frame.regs[register] = Value::Expr(if width <= 64 {
                low
            } else {
                let high = register_variable(&mut self.dag, depth, register as u32, 1, width as u32 - 64);
                self.assign(model, high, (value >> 64) as u64, symbolic);
                self.dag.concat(high, low)
            });
        }
    }

    fn assign(&mut self, model: &mut Model, variable: ExprId, value: u64, symbolic: bool) {
        let Node::Var(var) = self.dag.node(variable) else { return };
        model.set(var, value);
        if symbolic && let Some(shadow) = &mut self.shadow {
            shadow.symbolic.insert(var);
        }
    }

    /// A caller comes back to run: its registers become variables the first time.
    pub(crate) fn shadow_returned(&mut self, st: &mut State) {
        let depth = st.callers.depth();
        let Some(shadow) = &mut self.shadow else { return };
        if depth >= shadow.lowest_frame {
            return;
        }
        shadow.lowest_frame = depth;
        let mut frame = st.frame.clone();
        self.frame_to_variables(&mut frame, depth, &mut st.model);
        st.frame = frame;
    }

    /// In a shadow: fixes a value to what it was on the path.
    pub(crate) fn pin(&mut self, st: &mut State, value: Value, width: u16) -> Result<Value, Stop> {
        match value {
            Value::Expr(_) if self.is_shadow() => {
                let bits = self.concretise(st, value, width, "pinned")?;
                Ok(Value::concrete(&mut self.dag, bits, width))
            }
            _ => Ok(value),
        }
    }

    /// In a shadow: fixes what was concrete on the path in an address, and all of it where the object at hand is too
    /// large to be listed.
    pub(crate) fn pin_address(&mut self, st: &mut State, address: Value) -> Result<Value, Stop> {
        let Value::Expr(whole) = address else { return Ok(address) };
        if !self.is_shadow() {
            return Ok(address);
        }
        let at = self.evaluate(st, whole) as u64;
        let may_list = match st.memory.at(at) {
            Pointee::Live(_, object) => object.read_only || object.capacity <= MAX_LISTED,
            Pointee::Dead(_) | Pointee::Nothing => false,
        };
        if !may_list || !self.is_symbolic_on_path(whole) {
            return self.pin(st, address, 64);
        }
        let mut substitution = Substitution::new();
        let mut open = vec![whole];
        while let Some(e) = open.pop() {
            if self.dag.as_const(e).is_some() {
                continue;
            }
            if self.is_symbolic_on_path(e) {
                open.extend(self.dag.node(e).operands());
            } else {
                let width = self.dag.width(e) as u16;
                let bits = self.concretise(st, Value::Expr(e), width, "pinned")?;
                let constant = self.dag.constant(bits, width as u32);
                substitution.replace(e, constant);
            }
        }
        let rest = substitution.apply(&mut self.dag, whole);
        Ok(Value::of(&self.dag, rest))
    }

    /// Whether this is a shadow, and the value did not depend on inputs on the path itself.
    pub(crate) fn was_concrete(&self, e: ExprId) -> bool {
        self.is_shadow() && !self.is_symbolic_on_path(e)
    }

    /// Whether a value of a shadow depended on inputs on the path itself.
    fn is_symbolic_on_path(&self, e: ExprId) -> bool {
        let Some(shadow) = &self.shadow else { return false };
        let from_input = |&var: &VarId| shadow.symbolic.contains(&var) || location_of(&self.dag, var).is_none();
        self.dag.vars(e).iter().any(from_input)
    }

    /// In a shadow: what is done next depends on which object, if any, is at this address.
    pub(crate) fn rely_on(&mut self, st: &State, address: u64) {
        let Some(shadow) = &mut self.shadow else { return };
        match (st.memory.at(address), ObjectFact::at(&shadow.real, address)) {
            // Used objects are noted by `touch`, and what this edge has made or ended is its own doing.
            (Pointee::Live(..), _) | (_, ObjectFact::Live { .. }) => {}
            (_, fact) => shadow.objects.push(fact),
        }
    }

    /// In a shadow: an object is about to be used.
    pub(crate) fn touch(&mut self, st: &mut State, slot: u64, access: Access) {
        if self.shadow.is_none() {
            return;
        }
        if access == Access::Read && st.memory.is_untouched(slot) && self.is_table(&st.memory, slot) {
            let address = st.memory.object(slot).address;
            if let Some(shadow) = &mut self.shadow {
                shadow.objects.push(ObjectFact::Table { address });
            }
            return;
        }
        let existed = st.memory.touch(slot);
        if existed && let Some(shadow) = &mut self.shadow {
            shadow.objects.push(ObjectFact::of(st.memory.object(slot)));
        }
    }

    /// Paths are about to part for the first time.
    pub fn paths_part(&mut self, st: &State) {
        self.first.get_or_insert_with(|| First { memory: st.memory.clone(), tables: FxHashMap::default() });
    }

    /// The memory when paths first parted.
    pub fn first_memory(&self) -> Option<&Memory> {
        self.first.as_ref().map(|first| &first.memory)
    }

    fn is_table(&mut self, memory: &Memory, slot: u64) -> bool {
        let Some(first) = &mut self.first else { return false };
        if !memory.has_same_object(&first.memory, slot) {
            return false;
        }
        let object = memory.object(slot);
        // What is constant anyway needs no fact; what is small is more likely to change harmlessly.
        *first
            .tables
            .entry(slot)
            .or_insert_with(|| !object.read_only && object.capacity >= SMALLEST_TABLE && object.is_concrete())
    }

    /// A value nobody chose and no state holds.
    pub fn fresh_unknown(&mut self, width: u32) -> ExprId {
        self.unknowns += 1;
        self.dag.variable("%unknown", self.unknowns, 0, width)
    }

    /// Gives new memory variables the values the bytes had on the path.
    pub(crate) fn bind_memory_variables(&mut self, st: &mut State) {
        let Some(shadow) = &mut self.shadow else { return };
        for (address, var) in std::mem::take(&mut self.unbound) {
            let (value, symbolic) = match shadow.real.memory.at(address) {
                Pointee::Live(_, object) => match object.byte(address - object.address) {
                    Byte::Concrete(byte) => (byte, false),
                    Byte::Special(Cell::Uninit) => (0, true),
                    Byte::Special(_) => {
                        let e = object.read_expr(&mut self.dag, address - object.address, 1);
                        (self.eval.value(&self.dag, e, &st.model) as u8, self.dag.as_const(e).is_none())
                    }
                },
                Pointee::Dead(_) | Pointee::Nothing => (0, false),
            };
            st.model.set(var, value as u64);
            if symbolic {
                shadow.symbolic.insert(var);
            }
        }
    }
}

impl ShadowEnd {
    /// What a location that is not [unchanged](ShadowEnd::is_unchanged) is at the end of the edge, over the variables of its
    /// start. `None`: nothing of the kind exists there any more (the value can be anything).
    pub fn value(&self, dag: &mut Dag, location: Location) -> Option<ExprId> {
        match location {
            Location::Register { depth, register, part } => {
                let here = self.state.callers.depth();
                let frame = match here.checked_sub(depth)? {
                    0 => &self.state.frame,
                    up => self.state.callers.frames().nth(up as usize - 1)?,
                };
                part_of(dag, frame, register, part)
            }
            Location::Memory(address) => {
                let Pointee::Live(_, object) = self.state.memory.at(address) else { return None };
                let offset = address.wrapping_sub(object.address);
                if offset >= object.capacity {
                    return None;
                }
                match object.byte(offset) {
                    Byte::Special(Cell::Uninit) => None,
                    Byte::Concrete(_) | Byte::Special(_) => Some(object.read_expr(dag, offset, 1)),
                }
            }
        }
    }

    /// Whether a location is known to hold what it did, because the edge had nothing to do with it.
    pub fn is_unchanged(&self, location: Location) -> bool {
        match location {
            Location::Register { depth, .. } => depth < self.lowest_frame,
            Location::Memory(address) => match self.state.memory.at(address) {
                Pointee::Live(slot, object) => {
                    let offset = address.wrapping_sub(object.address);
                    self.state.memory.is_untouched(slot)
                        || offset < object.capacity
                            && object.is_live_in()
                            && matches!(object.byte(offset), Byte::Special(Cell::Uninit))
                }
                Pointee::Dead(_) | Pointee::Nothing => false,
            },
        }
    }

    /// Whether a fact about the end is the doing of the edge itself, whatever was there before.
    pub fn made(&self, fact: &ObjectFact) -> bool {
        if let ObjectFact::Table { .. } = fact {
            return false;
        }
        match self.state.memory.at(fact.address()) {
            Pointee::Live(slot, object) => {
                !self.state.memory.is_untouched(slot) && !object.is_live_in() && !object.read_only
            }
            Pointee::Dead(_) => matches!(self.start.memory.at(fact.address()), Pointee::Live(..)),
            Pointee::Nothing => false,
        }
    }
}

/// Bits of a register as an expression.
fn part_of(dag: &mut Dag, frame: &Frame, register: u32, part: u32) -> Option<ExprId> {
    let value = *frame.regs.get(register as usize)?;
    // Plain bits do not know their width: 64 is enough, the caller extracts.
    let e = match value {
        Value::Bits(bits) => dag.constant(bits as u128, 64),
        Value::Expr(e) => e,
    };
    let width = dag.width(e);
    match part {
        0 => Some(dag.extract(e, 0, width.min(64))),
        _ if width > 64 => Some(dag.extract(e, 64, width - 64)),
        _ => Some(dag.constant(0, 64)),
    }
}

/// Whether a program variable is plain bits in a state. Some that are may not be recognised.
pub fn is_plain(st: &State, location: Location) -> bool {
    match location {
        Location::Register { depth, register, .. } => {
            depth == st.callers.depth() && matches!(st.frame.regs.get(register as usize), Some(Value::Bits(_)))
        }
        Location::Memory(address) => match st.memory.at(address) {
            Pointee::Live(_, object) => {
                let offset = address.wrapping_sub(object.address);
                offset < object.capacity && matches!(object.byte(offset), Byte::Concrete(_))
            }
            Pointee::Dead(_) | Pointee::Nothing => false,
        },
    }
}

/// The value a program variable has in a state: the substitution behind a subsumption check. `None`: no such thing.
pub fn value_in_state(dag: &mut Dag, st: &mut State, location: Location) -> Option<ExprId> {
    match location {
        Location::Register { depth, register, part } => {
            let here = st.callers.depth();
            match here.checked_sub(depth)? {
                0 => part_of(dag, &st.frame, register, part),
                up => {
                    let frame = st.callers.frames().nth(up as usize - 1)?.clone();
                    part_of(dag, &frame, register, part)
                }
            }
        }
        Location::Memory(address) => {
            let Pointee::Live(slot, object) = st.memory.at(address) else { return None };
            let offset = address.wrapping_sub(object.address);
            // Here may be another object than where the variable was met.
            if offset >= object.capacity {
                return None;
            }
            if let Byte::Concrete(byte) = object.byte(offset) {
                return Some(dag.constant(byte as u128, 8));
            }
            let mut unbound = Vec::new();
            let mut fresh = crate::inputs::FreshBytes { dag, count: &mut st.uninit_count, unbound: &mut unbound };
            let object = st.memory.object_mut(slot);
            object.settle(offset, 1, &mut fresh);
            Some(object.read_expr(dag, offset, 1))
        }
    }
}
