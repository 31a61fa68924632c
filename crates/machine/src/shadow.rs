//! Re-executing a piece of a path over *program variables* instead of inputs.
//!
//! Pruning needs, for an edge of the tree, what each register and memory byte at its end is in terms of those at its
//! start, and under which conditions execution takes this very way. Instead of a second semantics for every
//! instruction, the machine runs the edge once more on a *shadow* of the state at its start: registers are variables
//! named by `(call depth, register)`, memory bytes variables named by address, made when first touched. The model of
//! the shadow gives each variable the value it had on the path, so every choice can be resolved by evaluation, and the
//! guards of the choices taken are the conditions asked for.
//!
//! What only makes sense as a number (addresses, sizes, lengths) is *pinned*: fixed to its value on the path by one
//! more condition. Objects that are touched are noted with what was relied on; see [`ObjectFact`].

use expr::{Dag, ExprId, Model, Node, VarId};

use crate::machine::{Machine, Stop};
use crate::memory::{Byte, Cell, Object, ObjectKind, Target};
use crate::state::{Frame, State};
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

/// What an edge relied on about an object that existed at its start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectFact {
    pub address: u64,
    pub capacity: u64,
    pub kind: ObjectKind,
    pub read_only: bool,
}

impl ObjectFact {
    fn of(object: &Object) -> ObjectFact {
        ObjectFact {
            address: object.address,
            capacity: object.capacity,
            kind: object.kind,
            read_only: object.read_only,
        }
    }

    /// Whether the same holds in another state.
    pub fn holds(&self, st: &State) -> bool {
        match st.memory.at(self.address) {
            Target::Live(_, object) => object.symbolic_size.is_none() && ObjectFact::of(object) == *self,
            Target::Dead(_) | Target::Nothing => false,
        }
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
}

/// The end of an edge, over the variables of its start.
pub struct ShadowEnd {
    pub state: State,
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
        self.shadow = Some(Box::new(Shadow { real: real.clone(), objects: Vec::new(), lowest_frame: depth }));
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
        ShadowEnd { state, objects, lowest_frame: shadow.lowest_frame }
    }

    fn frame_to_variables(&mut self, frame: &mut Frame, depth: u32, model: &mut Model) {
        let widths = &self.function(frame.func).reg_width;
        for (register, &width) in widths.iter().enumerate() {
            let value = match frame.regs[register] {
                Value::Bits(bits) => bits as u128,
                Value::Expr(e) => self.eval.value(&self.dag, e, model),
            };
            let low = register_variable(&mut self.dag, depth, register as u32, 0, width.min(64) as u32);
            self.assign(model, low, value as u64);
            frame.regs[register] = Value::Expr(if width <= 64 {
                low
            } else {
                let high = register_variable(&mut self.dag, depth, register as u32, 1, width as u32 - 64);
                self.assign(model, high, (value >> 64) as u64);
                self.dag.concat(high, low)
            });
        }
    }

    fn assign(&mut self, model: &mut Model, variable: ExprId, value: u64) {
        if let Node::Var(var) = self.dag.node(variable) {
            model.set(var, value);
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

    /// In a shadow: an object is about to be used.
    pub(crate) fn touch(&mut self, st: &mut State, slot: u64) {
        if self.shadow.is_none() {
            return;
        }
        let existed = st.memory.touch(slot);
        if existed && let Some(shadow) = &mut self.shadow {
            shadow.objects.push(ObjectFact::of(st.memory.object(slot)));
        }
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
            let value = match shadow.real.memory.at(address) {
                Target::Live(_, object) => match object.byte(address - object.address) {
                    Byte::Concrete(byte) => byte,
                    Byte::Special(Cell::Uninit) => 0,
                    Byte::Special(_) => {
                        let e = object.read_expr(&mut self.dag, address - object.address, 1);
                        self.eval.value(&self.dag, e, &st.model) as u8
                    }
                },
                Target::Dead(_) | Target::Nothing => 0,
            };
            st.model.set(var, value as u64);
        }
    }
}

impl ShadowEnd {
    /// What a location at the end of the edge is, over the variables of its start. `None`: nothing of the kind exists
    /// there any more (the value can be anything).
    pub fn value(&self, dag: &mut Dag, location: Location) -> Option<ExprId> {
        match location {
            Location::Register { depth, register, part } => {
                let here = self.state.callers.depth();
                let frame = match here.checked_sub(depth)? {
                    0 => &self.state.frame,
                    up => self.state.callers.frames().nth(up as usize - 1)?,
                };
                if depth < self.lowest_frame {
                    // Never run in this edge: still what it was.
                    return None;
                }
                part_of(dag, frame, register, part)
            }
            Location::Memory(address) => {
                let Target::Live(slot, object) = self.state.memory.at(address) else { return None };
                if self.state.memory.is_untouched(slot) {
                    return Some(memory_variable(dag, address));
                }
                let offset = address - object.address;
                match object.byte(offset) {
                    Byte::Special(Cell::Uninit) if object.is_live_in() => Some(memory_variable(dag, address)),
                    Byte::Special(Cell::Uninit) => None,
                    Byte::Concrete(_) | Byte::Special(_) => Some(object.read_expr(dag, offset, 1)),
                }
            }
        }
    }

    /// Whether a register of this depth was never run by the edge: it is what it was.
    pub fn is_unchanged(&self, location: Location) -> bool {
        matches!(location, Location::Register { depth, .. } if depth < self.lowest_frame)
    }

    /// Whether the edge made the object at this address itself.
    pub fn made(&self, fact: &ObjectFact) -> bool {
        match self.state.memory.at(fact.address) {
            Target::Live(slot, object) => {
                !self.state.memory.is_untouched(slot) && !object.is_live_in() && !object.read_only
            }
            Target::Dead(_) | Target::Nothing => false,
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
            let Target::Live(slot, object) = st.memory.at(address) else { return None };
            let offset = address - object.address;
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
