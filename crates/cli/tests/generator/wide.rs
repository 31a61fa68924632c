//! Arithmetic in 64 and 128 bits.

use super::Writer;

impl Writer {
    pub fn wide_arithmetic(&mut self) -> Option<()> {
        let to = self.any_variable()?.name;
        let (a, b) = (self.leaf(), self.leaf());
        let (factor, shift) = (*self.random.pick(&["3", "0x10001", "0xffffffff"]), self.random.between(1, 40));
        let text = match self.random.below(5) {
            0 => format!("(unsigned long long){a} * {factor}u >> {shift}"),
            1 => format!("(unsigned __int128){a} * {factor}u >> {}", 2 * shift),
            2 => format!("((unsigned long long){a} << 32 | (unsigned){b}) >> {shift}"),
            3 => format!("(unsigned long long){a} - (unsigned long long){b} < {factor}u"),
            _ => format!("(__int128){a} + {b} < {factor}u"),
        };
        self.line(&format!("{to} = ({text}) & 31;"));
        Some(())
    }
}
