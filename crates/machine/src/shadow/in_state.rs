//! The values program variables have in a state: the substitution behind a subsumption check.

use expr::{Dag, ExprId};

use super::Location;
use crate::inputs::FreshBytes;
use crate::memory::{Byte, Object, Pointee};
use crate::state::{Frame, State};
use crate::value::Value;

/// Bits of a register as an expression.
pub(super) fn part_of(dag: &mut Dag, frame: &Frame, register: u32, part: u32) -> Option<ExprId> {
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

/// The value a program variable has in a state if it is plain bits. Some that are may not be recognised.
pub fn plain_value(st: &State, location: Location) -> Option<u64> {
    PlainValues::of(st).get(location)
}

/// Values that are plain bits in a state. Those of one object, one after the other, cost one look for the object.
pub struct PlainValues<'s> {
    state: &'s State,
    /// The object that was looked at last.
    last: Option<&'s Object>,
}

impl<'s> PlainValues<'s> {
    pub fn of(state: &'s State) -> PlainValues<'s> {
        PlainValues { state, last: None }
    }

    pub fn get(&mut self, location: Location) -> Option<u64> {
        let st = self.state;
        match location {
            Location::Register { depth, register, part } => match st.frame.regs.get(register as usize) {
                Some(&Value::Bits(bits)) if depth == st.callers.depth() => Some(if part == 0 { bits } else { 0 }),
                _ => None,
            },
            Location::Memory(address) => {
                let inside = |object: &Object| address.wrapping_sub(object.address) < object.capacity;
                let object = match self.last.filter(|object| inside(object)) {
                    Some(object) => object,
                    None => {
                        let Pointee::Live(_, object) = st.memory.at(address) else { return None };
                        self.last = Some(object);
                        Some(object).filter(|object| inside(object))?
                    }
                };
                match object.byte(address - object.address) {
                    Byte::Concrete(byte) => Some(byte.into()),
                    Byte::Special(_) => None,
                }
            }
        }
    }
}

/// The value a program variable has in a state. `None`: no such thing.
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
            let mut fresh = FreshBytes { dag, count: &mut st.uninit_count, unbound: &mut unbound };
            let object = st.memory.object_mut(slot);
            object.settle(offset, 1, &mut fresh);
            Some(object.read_expr(dag, offset, 1))
        }
    }
}

/// Puts a value into a register of the running function, or into a byte. False where there is no such thing.
pub fn set_value(dag: &Dag, st: &mut State, location: Location, value: ExprId) -> bool {
    match location {
        Location::Register { depth, register, part: 0 } if depth == st.callers.depth() => {
            let Some(at) = st.frame.regs.get_mut(register as usize) else { return false };
            *at = Value::Expr(value);
            true
        }
        Location::Register { .. } => false,
        Location::Memory(address) => {
            let Pointee::Live(slot, object) = st.memory.at(address) else { return false };
            let offset = address.wrapping_sub(object.address);
            if offset >= object.capacity {
                return false;
            }
            st.memory.object_mut(slot).write_expr(dag, offset, 1, value);
            true
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::{N, NOWHERE, NUMBER, TABLE, WIDE, X, call_seven, program, run, start};
    use crate::memory::{Fill, ObjectKind};
    use program::ir::{LocId, Reg};
    use program::layout::slot_of;

    fn is_plain(st: &State, location: Location) -> bool {
        plain_value(st, location).is_some()
    }

    fn register(depth: u32, register: Reg, part: u32) -> Location {
        Location::Register { depth, register: register.0, part }
    }

    #[test]
    fn registers_are_found_by_depth() {
        let program = program(vec![call_seven()]);
        let (mut machine, mut st) = start(&program, 0);
        let x = st.frame.regs[X.index()].expr(&mut machine.dag, 32);
        st.frame.regs[N.index()] = Value::Bits(5);
        let five = machine.dag.constant(5, 64);
        let dag = &mut machine.dag;
        assert_eq!(value_in_state(dag, &mut st, register(0, X, 0)), Some(x));
        assert_eq!(value_in_state(dag, &mut st, register(0, N, 0)), Some(five), "plain bits are 64 wide");
        assert_eq!(value_in_state(dag, &mut st, register(1, X, 0)), None, "nobody was called");
        assert_eq!(value_in_state(dag, &mut st, register(0, Reg(99), 0)), None, "no such register");
        assert!(is_plain(&st, register(0, N, 0)) && !is_plain(&st, register(0, X, 0)));

        run(&mut machine, &mut st, 1);
        assert_eq!(st.callers.depth(), 1);
        let dag = &mut machine.dag;
        assert_eq!(value_in_state(dag, &mut st, register(0, X, 0)), Some(x), "now of the caller");
        let zero = dag.constant(0, 64);
        assert_eq!(value_in_state(dag, &mut st, register(1, X, 0)), Some(zero), "of the function called");
        assert!(!is_plain(&st, register(0, N, 0)), "callers are not looked at");
    }

    #[test]
    fn wide_registers_have_two_parts() {
        let program = program(Vec::new());
        let (mut machine, mut st) = start(&program, 0);
        let dag = &mut machine.dag;
        let (low, high) = (dag.variable("low", 0, 0, 64), dag.variable("high", 0, 0, 64));
        st.frame.regs[WIDE.index()] = Value::Expr(dag.concat(high, low));
        assert_eq!(value_in_state(dag, &mut st, register(0, WIDE, 0)), Some(low));
        assert_eq!(value_in_state(dag, &mut st, register(0, WIDE, 1)), Some(high));
        st.frame.regs[WIDE.index()] = Value::Bits(9);
        let zero = dag.constant(0, 64);
        assert_eq!(value_in_state(dag, &mut st, register(0, WIDE, 1)), Some(zero), "of plain bits");
    }

    #[test]
    fn bytes_are_what_the_object_at_the_address_holds() {
        let program = program(Vec::new());
        let (mut machine, mut st) = start(&program, 0);
        let dag = &mut machine.dag;
        let three = dag.constant(3, 8);
        assert_eq!(value_in_state(dag, &mut st, Location::Memory(TABLE + 3)), Some(three));
        assert!(is_plain(&st, Location::Memory(TABLE + 3)));

        let word = dag.variable("word", 0, 0, 32);
        st.memory.object_mut(slot_of(NUMBER).unwrap()).write_expr(dag, 0, 4, word);
        let second = dag.extract(word, 8, 8);
        assert_eq!(value_in_state(dag, &mut st, Location::Memory(NUMBER + 1)), Some(second));
        assert!(!is_plain(&st, Location::Memory(NUMBER + 1)) && is_plain(&st, Location::Memory(NUMBER + 4)));
    }

    #[test]
    fn bytes_beyond_the_object_and_of_no_object_have_no_value() {
        let program = program(Vec::new());
        let (mut machine, mut st) = start(&program, 0);
        let dag = &mut machine.dag;
        let mut check = |st: &mut State, address| {
            assert!(!is_plain(st, Location::Memory(address)));
            assert_eq!(value_in_state(dag, st, Location::Memory(address)), None, "{address:#x}");
        };
        check(&mut st, NUMBER + 8);
        check(&mut st, NUMBER - 1);
        check(&mut st, NOWHERE);
        // Another, smaller object than where the variable was met.
        st.memory.insert(Object::new(TABLE, 2, ObjectKind::Global, Fill::Bytes(&[1])));
        check(&mut st, TABLE + 3);
        st.memory.kill(slot_of(TABLE).unwrap(), LocId(0));
        check(&mut st, TABLE);
    }

    #[test]
    fn an_unwritten_byte_has_one_arbitrary_value() {
        let program = program(Vec::new());
        let (mut machine, mut st) = start(&program, 0);
        st.memory.insert(Object::new(NOWHERE, 2, ObjectKind::Heap, Fill::Uninit));
        let dag = &mut machine.dag;
        assert!(!is_plain(&st, Location::Memory(NOWHERE)));
        let first = value_in_state(dag, &mut st, Location::Memory(NOWHERE)).unwrap();
        let second = value_in_state(dag, &mut st, Location::Memory(NOWHERE + 1)).unwrap();
        assert_eq!((dag.vars(first).len(), dag.vars(second).len()), (1, 1));
        assert_ne!(first, second);
        assert_eq!(value_in_state(dag, &mut st, Location::Memory(NOWHERE)), Some(first), "the same ever after");
    }
}
