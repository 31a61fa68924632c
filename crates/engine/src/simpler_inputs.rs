//! Inputs drawn at random, made simpler as long as they take the same path, so that people can read what shows a bug: what
//! does not matter becomes 0, numbers become as small as they may be, bytes of text something that can be printed.
//!
//! Nothing is asked of the solver. Guards need not be all that a path depends on, so whoever uses the result makes sure
//! that it does the same.

use expr::{ExprId, Model, VarId};
use machine::Machine;
use machine::inputs::Input;
use rustc_hash::FxHashMap;

/// Guards that are looked at in all.
const MOST_CHECKS: usize = 20_000;
/// What a byte of a text is tried to be.
const BYTES: [u8; 4] = [0, b'a', b'0', b' '];

/// A model that satisfies the guards as this one does.
pub(crate) fn simpler(machine: &mut Machine, inputs: &[&Input], guards: &[ExprId], model: &Model) -> Model {
    let mut guards_of: FxHashMap<VarId, Vec<ExprId>> = FxHashMap::default();
    for &guard in guards {
        for &variable in machine.dag.vars(guard) {
            guards_of.entry(variable).or_default().push(guard);
        }
    }
    let mut search = Search { machine, guards_of, model: model.clone(), checks: 0 };
    for input in inputs.iter().filter(|input| input.is_given()) {
        search.simplify(input);
    }
    search.model
}

struct Search<'s, 'p> {
    machine: &'s mut Machine<'p>,
    guards_of: FxHashMap<VarId, Vec<ExprId>>,
    /// The best so far.
    model: Model,
    checks: usize,
}

impl Search<'_, '_> {
    fn simplify(&mut self, input: &Input) {
        if !matches!(input.bytes, 1 | 2 | 4 | 8) {
            input.variables.iter().for_each(|&byte| self.simplify_byte(byte));
            return;
        }
        let variables = &input.variables[..];
        if self.may_be(variables, 0) {
            return;
        }
        let bits = self.value(variables);
        match (input.type_name.as_deref(), input.bytes) {
            (Some("double"), 8) => {
                let value = f64::from_bits(bits);
                let simple = [1.0, -1.0, value.trunc(), (value * 10.0).round() / 10.0];
                simple.into_iter().any(|simple| self.may_be(variables, simple.to_bits()));
            }
            (Some("float"), 4) => {
                let value = f32::from_bits(bits as u32);
                let simple = [1.0, -1.0, value.trunc(), (value * 10.0).round() / 10.0];
                simple.into_iter().any(|simple| self.may_be(variables, u64::from(simple.to_bits())));
            }
            _ => self.shrink(variables, bits),
        }
    }

    /// A number nearer to 0, by bisection. 0 itself is none.
    fn shrink(&mut self, variables: &[VarId], bits: u64) {
        let unused = 64 - self.width(variables);
        let (mut too_small, mut good) = (0i64, (bits << unused) as i64 >> unused);
        while good.abs_diff(too_small) > 1 {
            let middle = too_small + (good - too_small) / 2;
            match self.may_be(variables, middle as u64) {
                true => good = middle,
                false => too_small = middle,
            }
        }
    }

    fn simplify_byte(&mut self, byte: VarId) {
        let printable = (self.value(&[byte]) as u8).is_ascii_graphic();
        let tried = if printable { &BYTES[..1] } else { &BYTES[..] };
        tried.iter().any(|&value| self.may_be(&[byte], u64::from(value)));
    }

    fn width(&self, variables: &[VarId]) -> u32 {
        variables.iter().map(|&variable| self.machine.dag.var_info(variable).width).sum::<u32>().clamp(1, 64)
    }

    fn value(&self, variables: &[VarId]) -> u64 {
        variables.iter().rev().fold(0, |bits, &variable| {
            let width = self.machine.dag.var_info(variable).width;
            bits.checked_shl(width).unwrap_or(0) | self.model.get(variable, width)
        })
    }

    /// Sets the variables, from the least significant on, to the bits of a number, if the guards still hold then.
    fn may_be(&mut self, variables: &[VarId], mut bits: u64) -> bool {
        let mut model = self.model.clone();
        for &variable in variables {
            let width = self.machine.dag.var_info(variable).width;
            model.set(variable, bits & (u64::MAX >> (64 - width.min(64))));
            bits = bits.checked_shr(width).unwrap_or(0);
        }
        for guard in variables.iter().filter_map(|variable| self.guards_of.get(variable)).flatten() {
            self.checks += 1;
            if self.checks > MOST_CHECKS || !self.machine.eval.holds(&self.machine.dag, *guard, &model) {
                return false;
            }
        }
        self.model = model;
        true
    }
}
