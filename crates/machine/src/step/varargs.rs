//! Variable arguments, as the x86-64 ABI lays them out.
//!
//! Clang expands `va_arg` into code that reads the `va_list` structure: `gp_offset`, `fp_offset`,
//! `overflow_arg_area`, `reg_save_area`. Arguments that would be in registers lie at the *end* of the part of the save area
//! that their kind has, so that the part is used up with the last of them; all others lie in an overflow area of exactly
//! their size. One argument more than there are, or one of another kind than was passed, is therefore looked for behind the
//! end of the overflow area, which is the bug `argument-mismatch`.
//!
//! A list that was ended has nothing left, and no area where anything could lie.
//!
//! Each area knows how large the arguments in it are, because one that is taken as larger or smaller than it was passed is of another type.
//! `program::arguments` asks where the program takes one, [`Machine::va_read`] for what a list is printed with.
//!
//! Not seen: two arguments of different kinds taken in the other order, which on this ABI gives each its value; a pointer taken as
//! a number of its size, or the other way round.

use program::ir::{ArgType, Operand, ParamKind};

use super::{Access, Overlap, Place};
use crate::checks::BugKind;
use crate::choice::CutReason;
use crate::machine::{Machine, Stop};
use crate::memory::{Fill, Object, ObjectKind, Pointee};
use crate::state::State;
use crate::value::Value;

/// Registers for integers and for floats, and where their part of the save area ends.
const INTEGER_REGISTERS: u64 = 6;
const FLOAT_REGISTERS: u64 = 8;
const INTEGERS_END: u64 = 8 * INTEGER_REGISTERS;
const FLOATS_END: u64 = INTEGERS_END + 16 * FLOAT_REGISTERS;

/// Where an argument goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Home {
    /// The number of its (first) register among those of the variable arguments.
    Integer(u64),
    Float(u64),
    Memory,
}

/// Registers given out.
#[derive(Clone, Copy, Default, Debug)]
struct Registers {
    integers: u64,
    floats: u64,
}

impl Registers {
    fn place(&mut self, ty: ArgType) -> Home {
        let wanted = ty.width.div_ceil(64) as u64;
        match ty.kind {
            ParamKind::Integer | ParamKind::Pointer if self.integers + wanted <= INTEGER_REGISTERS => {
                self.integers += wanted;
                Home::Integer(self.integers - wanted)
            }
            // `long double` is never in a register.
            ParamKind::Float if ty.width != 80 && self.floats < FLOAT_REGISTERS => {
                self.floats += 1;
                Home::Float(self.floats - 1)
            }
            ParamKind::Integer | ParamKind::Pointer | ParamKind::Float | ParamKind::ByVal { .. } => Home::Memory,
        }
    }
}

/// How far a list has been read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VaCursor {
    list: Place,
    integers: u64,
    floats: u64,
    overflow: u64,
    save: u64,
}

impl<'p> Machine<'p> {
    pub(super) fn va_start(&mut self, st: &mut State, list: Operand) -> Result<(), Stop> {
        let list = self.operand(st, list);
        let place = self.access(st, list, Value::Bits(24), Access::Write)?;
        let arguments = st.frame.varargs.clone().unwrap_or_default();
        if arguments.iter().any(|(_, ty)| ty.kind == ParamKind::Float && ty.width < 64) {
            // C promotes each float: this one is a part of a structure.
            return Err(Stop::Cut(
                CutReason::Unsupported,
                "a structure of floats among variable arguments".to_string(),
            ));
        }

        let mut registers = Registers::default();
        for param in &self.function(st.frame.func).params {
            registers.place(ArgType { width: param.width, kind: param.kind });
        }
        let fixed = registers;
        let homes: Vec<Home> = arguments.iter().map(|(_, ty)| registers.place(*ty)).collect();
        let first_integer = INTEGERS_END - 8 * (registers.integers - fixed.integers);
        let first_float = FLOATS_END - 16 * (registers.floats - fixed.floats);
        let in_memory = arguments.iter().zip(&homes).filter(|(_, home)| **home == Home::Memory);
        let size = in_memory.fold(0, |end, ((_, ty), _)| align(end, *ty) + room(*ty));

        let save = self.argument_area(st, FLOATS_END);
        let overflow = self.argument_area(st, size);
        let (mut saved, mut behind) = (vec![0; FLOATS_END as usize / 8], vec![0; size.div_ceil(8) as usize]);
        let mut at = 0;
        for (&(value, ty), home) in arguments.iter().zip(homes) {
            let address = match home {
                Home::Integer(number) => save + first_integer + 8 * (number - fixed.integers),
                Home::Float(number) => save + first_float + 16 * (number - fixed.floats),
                Home::Memory => {
                    let start = align(at, ty);
                    at = start + room(ty);
                    overflow + start
                }
            };
            self.store_argument(st, address, value, ty)?;
            let (area, known) = if home == Home::Memory { (overflow, &mut behind) } else { (save, &mut saved) };
            if let (Some(known), Some(bytes)) = (known.get_mut(((address - area) / 8) as usize), scalar_bytes(ty)) {
                *known = bytes;
            }
        }
        for (area, known) in [(save, saved), (overflow, behind)] {
            if let Pointee::Live(slot, _) = st.memory.at(area) {
                st.memory.object_mut(slot).arguments = Some(known.into());
            }
        }

        let offsets = self.dag.constant((first_float as u128) << 32 | first_integer as u128, 64);
        let (overflow, save) = (self.dag.constant(overflow as u128, 64), self.dag.constant(save as u128, 64));
        for (i, field) in [offsets, overflow, save].into_iter().enumerate() {
            let field_place = self.moved(place, 8 * i as u64);
            self.write_place(st, field_place, 8, field)?;
        }
        Ok(())
    }

    /// What is taken from the list after its end is looked for behind the end of an area without arguments.
    pub(super) fn va_end(&mut self, st: &mut State, list: Operand) -> Result<(), Stop> {
        let list = self.operand(st, list);
        let place = self.access(st, list, Value::Bits(24), Access::Write)?;
        let nothing = self.argument_area(st, 0);
        let used_up = self.dag.constant((FLOATS_END as u128) << 32 | INTEGERS_END as u128, 64);
        let (nothing, save) = (self.dag.constant(nothing as u128, 64), self.dag.constant(0, 64));
        for (i, field) in [used_up, nothing, save].into_iter().enumerate() {
            let field_place = self.moved(place, 8 * i as u64);
            self.write_place(st, field_place, 8, field)?;
        }
        Ok(())
    }

    fn argument_area(&mut self, st: &mut State, size: u64) -> u64 {
        let address = st.reserve_stack(size);
        let mut area = Object::new(address, size, ObjectKind::VariableArguments, Fill::Uninit);
        area.origin = self.location(st);
        st.memory.insert(area);
        address
    }

    fn store_argument(&mut self, st: &mut State, address: u64, value: Value, ty: ArgType) -> Result<(), Stop> {
        let address = Value::Bits(address);
        match ty.kind {
            ParamKind::ByVal { size, .. } => self.copy_memory(st, address, value, Value::Bits(size), Overlap::Allowed),
            ParamKind::Integer | ParamKind::Float | ParamKind::Pointer => {
                let bytes = ty.width.div_ceil(8) as u64;
                let e = value.expr(&mut self.dag, ty.width);
                let e = self.dag.zext(e, 8 * bytes as u32);
                let target = self.access(st, address, Value::Bits(bytes), Access::Write)?;
                self.write_place(st, target, bytes, e)
            }
        }
    }

    /// How far a list has been read.
    pub(crate) fn va_cursor(&mut self, st: &mut State, list: Value) -> Result<VaCursor, Stop> {
        let place = self.access(st, list, Value::Bits(24), Access::Read)?;
        let mut fields = [0; 3];
        for (i, field) in fields.iter_mut().enumerate() {
            let field_place = self.moved(place, 8 * i as u64);
            let e = self.read_place(st, field_place, 8)?;
            *field = self.concretise(st, Value::of(&self.dag, e), 64, "a va_list")? as u64;
        }
        let [offsets, overflow, save] = fields;
        Ok(VaCursor { list: place, integers: offsets & 0xffff_ffff, floats: offsets >> 32, overflow, save })
    }

    /// The list is read as far as that from here on: who goes on with it finds the arguments behind. After the last question of the
    /// call.
    pub(crate) fn va_advance(&mut self, st: &mut State, cursor: &VaCursor) -> Result<(), Stop> {
        let offsets = self.dag.constant((cursor.floats as u128) << 32 | cursor.integers as u128, 64);
        let overflow = self.dag.constant(cursor.overflow as u128, 64);
        for (i, field) in [offsets, overflow].into_iter().enumerate() {
            let place = self.moved(cursor.list, 8 * i as u64);
            self.write_place(st, place, 8, field)?;
        }
        Ok(())
    }

    /// The argument there, and on to the one behind it. The list itself is left as it is until all is read
    /// ([`Machine::va_advance`]): a call that is interrupted by a choice begins again.
    pub(crate) fn va_read(&mut self, st: &mut State, cursor: &mut VaCursor, ty: ArgType) -> Result<Value, Stop> {
        let bytes = ty.width.div_ceil(8) as u64;
        let at = match ty.kind {
            ParamKind::Integer | ParamKind::Pointer if cursor.integers + bytes.next_multiple_of(8) <= INTEGERS_END => {
                cursor.integers += bytes.next_multiple_of(8);
                cursor.save + cursor.integers - bytes.next_multiple_of(8)
            }
            ParamKind::Float if ty.width != 80 && cursor.floats + 16 <= FLOATS_END => {
                cursor.floats += 16;
                cursor.save + cursor.floats - 16
            }
            ParamKind::Integer | ParamKind::Pointer | ParamKind::Float | ParamKind::ByVal { .. } => {
                let at = align(cursor.overflow, ty);
                cursor.overflow = at + room(ty);
                at
            }
        };
        let source = self.access(st, Value::Bits(at), Value::Bits(bytes), Access::Read)?;
        self.check_argument(st, at, bytes, Part::Allowed)?;
        let e = self.read_place(st, source, bytes)?;
        let e = self.dag.extract(e, 0, ty.width as u32);
        Ok(Value::of(&self.dag, e))
    }

    /// What is taken is as large as what was passed.
    pub(crate) fn check_argument(&mut self, st: &State, address: u64, bytes: u64, part: Part) -> Result<(), Stop> {
        let Pointee::Live(_, object) = st.memory.at(address) else { return Ok(()) };
        let unit = (address - object.address) / 8;
        let passed = object.arguments.as_ref().and_then(|sizes| sizes.get(unit as usize)).copied().unwrap_or(0);
        let is_part = part == Part::Allowed && u64::from(passed) > bytes;
        let fits = passed == 0 || u64::from(passed) == bytes || is_part;
        if fits || !self.watches(st, BugKind::ArgumentMismatch) {
            return Ok(());
        }
        Err(self.bug(st, BugKind::ArgumentMismatch, &format!("{bytes} bytes are taken, {passed} were passed")))
    }
}

/// Whether some of the bytes of what was passed may be taken: a conversion of `printf` does no harm there, and `%d` for a `size_t` is in half of
/// all programs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Allowed,
    Mismatch,
}

/// The size of an argument that is no structure.
fn scalar_bytes(ty: ArgType) -> Option<u8> {
    match ty.kind {
        ParamKind::ByVal { .. } => None,
        ParamKind::Integer | ParamKind::Float | ParamKind::Pointer => u8::try_from(ty.width.div_ceil(8)).ok(),
    }
}

/// Bytes an argument takes in the overflow area: whole eight-byte units.
fn room(ty: ArgType) -> u64 {
    match ty.kind {
        ParamKind::ByVal { size, .. } => size.next_multiple_of(8),
        ParamKind::Integer | ParamKind::Float | ParamKind::Pointer => (ty.width as u64).div_ceil(64) * 8,
    }
}

/// `long double` and 128-bit integers are aligned to 16 bytes, all else to 8.
fn align(at: u64, ty: ArgType) -> u64 {
    at.next_multiple_of(if ty.width > 64 { 16 } else { 8 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_run_out_by_kind() {
        let (int, double) =
            (ArgType { width: 32, kind: ParamKind::Integer }, ArgType { width: 64, kind: ParamKind::Float });
        let (wide, long) =
            (ArgType { width: 128, kind: ParamKind::Integer }, ArgType { width: 80, kind: ParamKind::Float });
        let mut registers = Registers::default();
        assert_eq!(registers.place(double), Home::Float(0));
        for number in 0..5 {
            assert_eq!(registers.place(int), Home::Integer(number));
        }
        assert_eq!(registers.place(wide), Home::Memory, "only one register is left");
        assert_eq!(registers.place(int), Home::Integer(5));
        assert_eq!(registers.place(int), Home::Memory);
        assert_eq!(registers.place(long), Home::Memory);
        assert_eq!(registers.place(double), Home::Float(1));
    }
}
