//! Variable arguments, as the x86-64 ABI lays them out.
//!
//! Clang expands `va_arg` into code that reads the `va_list` structure: `gp_offset`, `fp_offset`,
//! `overflow_arg_area`, `reg_save_area`. We declare the register areas used up, so every argument is taken from the
//! overflow area, which is an object we make with all variable arguments in their order.

use program::ir::{ArgType, Operand, ParamKind};

use super::Access;
use crate::machine::{Machine, Stop};
use crate::memory::{Fill, Object, ObjectKind};
use crate::state::State;
use crate::value::Value;

/// Offsets that tell `va_arg` that all six integer and eight float registers are used.
const GP_USED: u64 = 48;
const FP_USED: u64 = 176;

impl<'p> Machine<'p> {
    pub(super) fn va_start(&mut self, st: &mut State, list: Operand) -> Result<(), Stop> {
        let list = self.operand(st, list);
        let place = self.access(st, list, Value::Bits(24), Access::Write)?;
        let arguments = st.frame.varargs.clone().unwrap_or_default();
        let size = arguments.iter().fold(0, |end, (_, ty)| align(end, *ty) + room(*ty));

        let address = st.reserve_stack(size.max(8));
        let mut area = Object::new(address, size.max(8), ObjectKind::Stack, Fill::Bytes(&[]));
        area.origin = self.location(st);
        st.memory.insert(area);

        let mut at = 0;
        for &(value, ty) in arguments.iter() {
            at = align(at, ty);
            match ty.kind {
                ParamKind::ByVal { size } => {
                    self.copy_memory(st, Value::Bits(address + at), value, Value::Bits(size))?
                }
                ParamKind::Integer | ParamKind::Float | ParamKind::Pointer => {
                    let bytes = ty.width.div_ceil(8) as u64;
                    let e = value.expr(&mut self.dag, ty.width);
                    let e = self.dag.zext(e, 8 * bytes as u32);
                    let target = self.access(st, Value::Bits(address + at), Value::Bits(bytes), Access::Write)?;
                    self.write_place(st, target, bytes, e)?;
                }
            }
            at += room(ty);
        }

        let offsets = self.dag.constant((FP_USED as u128) << 32 | GP_USED as u128, 64);
        let area = self.dag.constant(address as u128, 64);
        let null = self.dag.constant(0, 64);
        for (i, field) in [offsets, area, null].into_iter().enumerate() {
            let field_place = self.moved(place, 8 * i as u64);
            self.write_place(st, field_place, 8, field)?;
        }
        Ok(())
    }

    /// Where the next argument of a list lies.
    pub(crate) fn va_area(&mut self, st: &mut State, list: Value) -> Result<u64, Stop> {
        let place = self.access(st, area_field(list), Value::Bits(8), Access::Read)?;
        let area = self.read_place(st, place, 8)?;
        match (list, Value::of(&self.dag, area)) {
            (Value::Bits(_), Value::Bits(area)) => Ok(area),
            _ => Err(Stop::Cut(crate::choice::CutReason::Unsupported, "symbolic va_list".to_string())),
        }
    }

    /// The argument there, and on to the one behind it. The list itself is left as it is: a call that is interrupted by a
    /// choice begins again.
    pub(crate) fn va_read(&mut self, st: &mut State, area: &mut u64, ty: ArgType) -> Result<Value, Stop> {
        let at = align(*area, ty);
        let bytes = ty.width.div_ceil(8) as u64;
        let source = self.access(st, Value::Bits(at), Value::Bits(bytes), Access::Read)?;
        let e = self.read_place(st, source, bytes)?;
        let e = self.dag.extract(e, 0, ty.width as u32);
        *area = at + room(ty);
        Ok(Value::of(&self.dag, e))
    }
}

/// The field of a `va_list` that names the next argument in memory.
fn area_field(list: Value) -> Value {
    match list {
        Value::Bits(list) => Value::Bits(list.wrapping_add(8)),
        Value::Expr(_) => list,
    }
}

/// Bytes an argument takes in the overflow area: whole eight-byte units.
fn room(ty: ArgType) -> u64 {
    match ty.kind {
        ParamKind::ByVal { size } => size.next_multiple_of(8),
        ParamKind::Integer | ParamKind::Float | ParamKind::Pointer => (ty.width as u64).div_ceil(64) * 8,
    }
}

/// `long double` and 128-bit integers are aligned to 16 bytes, all else to 8.
fn align(at: u64, ty: ArgType) -> u64 {
    at.next_multiple_of(if ty.width > 64 { 16 } else { 8 })
}
