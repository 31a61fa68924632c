//! Blocks of bytes: `memcpy`, `memmove`, `memset` and `memcmp` of arrays and structures, as a whole or in part.

use super::Writer;
use super::scope::{Array, Type};

impl Writer {
    pub fn use_block(&mut self) -> Option<()> {
        if self.random.chance(30) && self.scope.pairs.len() > 1 {
            let index = self.random.below(self.scope.pairs.len() - 1);
            let (a, b) = (&self.scope.pairs[index].name, &self.scope.pairs[index + 1].name);
            let text = format!("memcpy(&{a}, &{b}, sizeof {a});");
            self.line(&text);
            return Some(());
        }
        let array = self.any_array()?;
        let Array { name, length, of, .. } = &array;
        let half = length / 2;
        let part = self.random.between(1, half);
        match self.random.below(7) {
            0 => self.line(&format!("memset({name}, 0, sizeof {name});")),
            1 => {
                let fill = match of {
                    Type::Bool => self.random.between(0, 1),
                    // Not 0x0101010101010101, from which sums overflow.
                    Type::Long => 255,
                    _ => *self.random.pick(&[0, 1, 255]),
                };
                self.line(&format!("memset({name}, {fill}, {part} * sizeof *{name});"));
            }
            2 => self.line(&format!("memcpy({name}, {name} + {half}, {half} * sizeof *{name});")),
            3 => self.line(&format!("memmove({name} + 1, {name}, {} * sizeof *{name});", length - 1)),
            4 => {
                let from = self.variable_index(half)?;
                self.line(&format!("memmove({name}, {name} + ({from}), {half} * sizeof *{name});"));
            }
            _ => {
                let (to, operator) = (self.any_variable()?.name, *self.random.pick(&["==", "<", ">"]));
                let bytes = format!("{part} * sizeof *{name}");
                self.line(&format!("{to} = memcmp({name}, {name} + {half}, {bytes}) {operator} 0;"));
            }
        }
        Some(())
    }

    /// An index below `length`, a power of two, that differs between paths.
    fn variable_index(&mut self, length: i64) -> Option<String> {
        Some(format!("{} & {}", self.any_variable()?.name, length - 1))
    }
}
