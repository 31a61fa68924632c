//! The registers of a running function, without a look at their number on every access.
//!
//! Invariant: every register that a [`Code`] names is one of its function (`decode.rs` asserts it for each), and a `Registers` is
//! made of as many values as the function has registers ([`Registers::new`] asserts it).

use super::{Code, Copy};
use crate::value::Value;

pub(crate) struct Registers<'a> {
    values: &'a mut [Value],
    /// Of the operations that are run on them.
    constants: &'a [u64],
}

impl<'a> Registers<'a> {
    /// For the operations of this code only.
    pub fn new(values: &'a mut [Value], code: &'a Code) -> Registers<'a> {
        assert_eq!(values.len(), code.registers as usize, "the registers of another function");
        Registers { values, constants: &code.constants }
    }

    /// The value of a register, if it is concrete.
    #[inline(always)]
    pub fn bits(&self, register: u32) -> Option<u64> {
        debug_assert!((register as usize) < self.values.len());
        // SAFETY: the invariant of this file.
        match *unsafe { self.values.get_unchecked(register as usize) } {
            Value::Bits(bits) => Some(bits),
            Value::Expr(_) => None,
        }
    }

    /// The value of a register if it is concrete, or of a constant.
    #[inline(always)]
    pub fn operand(&self, operand: u32) -> Option<u64> {
        match self.values.get(operand as usize) {
            Some(&Value::Bits(bits)) => Some(bits),
            Some(&Value::Expr(_)) => None,
            None => Some(self.constants[operand as usize - self.values.len()]),
        }
    }

    #[inline(always)]
    pub fn set(&mut self, register: u32, bits: u64) {
        debug_assert!((register as usize) < self.values.len());
        // SAFETY: the invariant of this file.
        *unsafe { self.values.get_unchecked_mut(register as usize) } = Value::Bits(bits);
    }

    /// Copies a register or a constant.
    #[inline(always)]
    pub fn copy(&mut self, copy: Copy) {
        match self.operand(copy.from) {
            Some(bits) => self.set(copy.to, bits),
            None => self.copy_expression(copy),
        }
    }

    /// Apart from numbers: what was written in two halves is slow to read as a whole.
    #[cold]
    #[inline(never)]
    fn copy_expression(&mut self, copy: Copy) {
        self.values[copy.to as usize] = self.values[copy.from as usize];
    }
}
