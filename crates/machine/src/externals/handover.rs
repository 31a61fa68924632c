//! What a foreign function is given: its arguments, and every object it can reach, all with one concrete value.

use std::collections::BTreeMap;

use program::ir::ParamKind;

use super::abi::{Arguments, FLOAT_REGISTERS, INTEGER_REGISTERS, STACK_WORDS};
use crate::libc::CallSite;
use crate::machine::{Machine, Stop};
use crate::memory::{Byte, Cell, Object, Pointee};
use crate::state::State;
use crate::step::Place;
use crate::value::Value;

/// Bytes that are handed to a native function at most.
const MOST_BYTES: u64 = 4 << 20;
/// Symbolic bytes that are fixed for one call at most.
const MOST_SYMBOLIC: usize = 4096;
/// What unwritten bytes look like to a native function.
const UNWRITTEN: u8 = 0xa5;

/// An object for the child.
pub(super) struct Passed {
    pub slot: u64,
    pub address: u64,
    pub bytes: Vec<u8>,
    pub read_only: bool,
}

impl<'p> Machine<'p> {
    /// The arguments, fixed, and those among them that may be pointers.
    pub(super) fn native_arguments(&mut self, st: &mut State, site: &CallSite) -> Result<(Arguments, Vec<u64>), Stop> {
        let mut all = Arguments::default();
        let mut roots = Vec::new();
        let (mut integers, mut floats, mut stack) = (0, 0, 0);
        for (index, ty) in site.call.arg_types.iter().enumerate() {
            let kind = ty.kind;
            let width = ty.width;
            if width > 64 || matches!(kind, ParamKind::ByVal { .. }) {
                return Err(self.external(site, "an argument is a structure"));
            }
            let bits = self.concretise(st, site.arg(index), width, "an argument of a native function")? as u64;
            if kind == ParamKind::Float && floats < FLOAT_REGISTERS {
                all.floats[floats] = f64::from_bits(bits);
                floats += 1;
                continue;
            }
            roots.push(bits);
            if kind != ParamKind::Float && integers < INTEGER_REGISTERS {
                all.integers[integers] = bits;
                integers += 1;
            } else if stack < STACK_WORDS {
                all.stack[stack] = bits;
                stack += 1;
            } else {
                return Err(self.external(site, "it has too many arguments"));
            }
        }
        Ok((all, roots))
    }

    /// The objects that addresses lead to, by address, directly and through pointers in memory.
    pub(super) fn reachable(&self, st: &State, roots: &[u64]) -> BTreeMap<u64, u64> {
        let mut found = BTreeMap::new();
        let mut open = roots.to_vec();
        while let Some(address) = open.pop() {
            let Pointee::Live(slot, object) = st.memory.at(address) else { continue };
            if found.insert(slot, object.address).is_some() {
                continue;
            }
            let words = (0..object.capacity.saturating_sub(7)).step_by(8);
            open.extend(words.filter_map(|offset| object.read_bits(offset, 8)));
        }
        found
    }

    /// What the call can reach, with every byte fixed.
    pub(super) fn passed_objects(
        &mut self,
        st: &mut State,
        site: &CallSite,
        roots: &[u64],
    ) -> Result<Vec<Passed>, Stop> {
        let reachable = self.reachable(st, roots);
        let total: u64 = reachable.keys().map(|&slot| st.memory.object(slot).capacity).sum();
        if total > MOST_BYTES {
            return Err(self.external(site, &format!("it can reach {total} bytes")));
        }
        let mut fixed = 0;
        let mut passed = Vec::with_capacity(reachable.len());
        for (slot, address) in reachable {
            let (capacity, read_only) = (st.memory.object(slot).capacity, st.memory.object(slot).read_only);
            let mut bytes = Vec::with_capacity(capacity as usize);
            for offset in 0..capacity {
                let byte = match st.memory.object(slot).byte(offset) {
                    Byte::Concrete(byte) => byte,
                    // What nobody wrote can be anything. Bytes that change from this were written by the call.
                    Byte::Special(Cell::Uninit) => UNWRITTEN,
                    Byte::Special(_) => {
                        fixed += 1;
                        if fixed > MOST_SYMBOLIC {
                            return Err(self.external(site, "it can reach too many symbolic bytes"));
                        }
                        let place = Place { slot, offset: Value::Bits(offset) };
                        let e = self.read_place(st, place, 1)?;
                        self.concretise(st, Value::of(&self.dag, e), 8, "a byte for a native function")? as u8
                    }
                };
                bytes.push(byte);
            }
            passed.push(Passed { slot, address, bytes, read_only });
        }
        Ok(passed)
    }
}

/// Whether a whole word is one symbolic value, as a stored pointer is (bytes of text are a value each).
pub(super) fn has_symbolic_word(object: &Object) -> bool {
    let words = (0..object.capacity.saturating_sub(7)).step_by(8);
    words.into_iter().any(|offset| match (object.byte(offset), object.byte(offset + 7)) {
        (Byte::Special(Cell::Expr { id: first, byte: 0 }), Byte::Special(Cell::Expr { id: last, byte: 7 })) => {
            first == last
        }
        _ => false,
    })
}
