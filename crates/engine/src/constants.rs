//! Numbers of a program's own code: what it compares with, adds and multiplies by. Where a branch is about a threshold, random inputs
//! beside it take both sides.

use program::ir::{CmpOp, FloatFormat, Inst, Operand, Program, Term};

/// Numbers of a kind that are kept: more would each be drawn too rarely.
const MOST: usize = 256;

/// See the module's description. In order, none twice.
#[derive(Debug, Default)]
pub(crate) struct Constants {
    pub floats: Vec<f64>,
    pub integers: Vec<u64>,
}

impl Constants {
    pub fn of(program: &Program) -> Constants {
        let mut constants = Constants::default();
        for function in program.functions.iter().filter(|function| !function.from_runtime) {
            for block in &function.blocks {
                block.insts.iter().for_each(|inst| constants.note(inst));
                if let Term::Switch { cases, .. } = &block.term {
                    constants.integers.extend(cases.iter().map(|&(value, _)| value));
                }
            }
        }
        let Constants { floats, integers } = &mut constants;
        floats.retain(|number| number.is_finite() && *number != 0.0);
        floats.sort_unstable_by(f64::total_cmp);
        floats.dedup();
        integers.sort_unstable();
        integers.dedup();
        thin_out(floats);
        thin_out(integers);
        constants
    }

    fn note(&mut self, inst: &Inst) {
        match inst {
            Inst::FloatCmp { format, a, b, .. } | Inst::FloatBin { format, a, b, .. } => {
                self.floats.extend([*a, *b].into_iter().filter_map(|operand| float(*format, operand)));
            }
            // Equality with zero is what tests of truth are compiled to.
            Inst::Cmp { op, a, b, .. } => {
                let is_test = matches!(op, CmpOp::Eq | CmpOp::Ne);
                let numbers = [*a, *b].into_iter().filter_map(integer);
                self.integers.extend(numbers.filter(|&number| !(is_test && number == 0)));
            }
            _ => {}
        }
    }
}

/// Leaves out some of too many, evenly.
fn thin_out<T: Copy>(numbers: &mut Vec<T>) {
    if numbers.len() > MOST {
        *numbers = (0..MOST).map(|i| numbers[i * numbers.len() / MOST]).collect();
    }
}

fn integer(operand: Operand) -> Option<u64> {
    match operand {
        Operand::Imm(value) => Some(value),
        Operand::Reg(_) | Operand::Wide(_) | Operand::Undef(_) => None,
    }
}

fn float(format: FloatFormat, operand: Operand) -> Option<f64> {
    let bits = integer(operand)?;
    match format {
        FloatFormat::Double => Some(f64::from_bits(bits)),
        FloatFormat::Single => Some(f64::from(f32::from_bits(bits as u32))),
        FloatFormat::Half | FloatFormat::BFloat | FloatFormat::X87 | FloatFormat::Quad => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_too_many_numbers_some_of_all_sizes_are_left() {
        let mut few = vec![1, 2, 3];
        thin_out(&mut few);
        assert_eq!(few, [1, 2, 3]);
        let mut many: Vec<u64> = (0..10_000).collect();
        thin_out(&mut many);
        assert_eq!((many.len(), many[0]), (MOST, 0));
        assert!(many.windows(2).all(|pair| pair[0] < pair[1]) && many[MOST - 1] > 9_900);
    }

    #[test]
    fn patterns_are_read_in_their_format() {
        let half = Operand::Imm(0.5f64.to_bits());
        assert_eq!(float(FloatFormat::Double, half), Some(0.5));
        let half = Operand::Imm(u64::from(0.5f32.to_bits()));
        assert_eq!(float(FloatFormat::Single, half), Some(0.5));
        assert_eq!(float(FloatFormat::X87, half), None);
    }
}
