//! Undefined behaviour that clang states, by amounts that differ between paths. Where a run goes on after it and C gives
//! no value, the result is written only.

use super::Writer;

/// Programs of the same fate are neighbours, because they are loaded together.
const NEIGHBOURS: u64 = 64;

/// Whether the checks that are made on request are on for the program of this seed: they are in one of four.
pub fn is_watched(seed: u64) -> bool {
    (seed / NEIGHBOURS).is_multiple_of(4)
}

impl Writer {
    pub fn undefined(&mut self) -> Option<()> {
        let from = self.any_variable()?.name;
        let less = self.random.between(0, 6);
        match self.random.below(if is_watched(self.seed) { 8 } else { 3 }) {
            0 => self.line(&format!("written_only = LEADING_ZEROS({from} & {});", less + 1)),
            1 => self.line(&format!("written_only = TRAILING_ZEROS((long long){from} - {less});")),
            2 => {
                let array = self.name("v");
                self.line("{");
                self.line(&format!("  char {array}[LENGTH((int)({from} & 3) - {})];", less % 2));
                self.line(&format!("  {array}[0] = 1;"));
                self.line("}");
            }
            3 => {
                let to = self.any_variable()?.name;
                self.line(&format!("{to} = LEFT_SHIFT((int)({from} & 15) - {less}, {}) & 31;", 24 + less));
            }
            4 => {
                let d = self.any_float()?;
                self.line(&format!("written_only = TO_BYTE({d});"));
            }
            _ => {
                let to = self.any_variable()?.name;
                let (operation, large) = *self.random.pick(&[
                    ("ADD", "2147483640"),
                    ("SUBTRACT", "-2147483640"),
                    ("MULTIPLY", "306783378"),
                    ("MULTIPLY", "0x40000000"),
                ]);
                self.line(&format!("{to} = {operation}({large}, (int)({from} & 15) - {less}) & 31;"));
            }
        }
        Some(())
    }
}
