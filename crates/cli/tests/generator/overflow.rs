//! Sums, differences and products of `int`s that may overflow; after an error the run goes on with what wrapped.

use super::Writer;

/// Programs of the same fate are neighbours, because they are loaded together.
const NEIGHBOURS: u64 = 64;

/// Whether signed overflow counts as an error in the program of this seed: it does in one of four.
pub fn is_watched(seed: u64) -> bool {
    (seed / NEIGHBOURS).is_multiple_of(4)
}

impl Writer {
    pub fn overflow(&mut self) -> Option<()> {
        if !is_watched(self.seed) {
            return None;
        }
        let (to, from) = (self.any_variable()?.name, self.any_variable()?.name);
        let (operation, large) = *self.random.pick(&[
            ("ADD", "2147483640"),
            ("SUBTRACT", "-2147483640"),
            ("MULTIPLY", "306783378"),
            ("MULTIPLY", "0x40000000"),
        ]);
        let less = self.random.between(0, 6);
        self.line(&format!("{to} = {operation}({large}, (int)({from} & 15) - {less}) & 31;"));
        Some(())
    }
}
