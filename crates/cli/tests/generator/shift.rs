//! Shifts by amounts that differ between paths, in range; and some that may be out of range.

use super::Writer;
use super::features::Feature;

impl Writer {
    pub fn shift(&mut self) -> Option<()> {
        let amount = self.any_variable()?.name;
        let value = self.leaf();
        if self.features.has(Feature::MemoryErrors) && self.random.chance(40) {
            let (operator, less) = (*self.random.pick(&["<<", ">>"]), self.random.between(-20, 3));
            // What a wrong shift gives nobody may know.
            self.line(&format!("written_only = SHIFT({value}, {operator}, (int)({amount} & 15) - {less});"));
            return Some(());
        }
        let to = self.any_variable()?.name;
        let text = match self.random.below(6) {
            0 => format!("(1u << ({amount} & 31)) >> {}", self.random.between(0, 4)),
            1 => format!("((unsigned){value} >> ({amount} & 31)) & 63"),
            2 => format!("((int){value} >> ({amount} & 7)) & 63"),
            3 => format!("(int)((1ull << ({amount} & 63)) >> {} & 31)", self.random.between(0, 60)),
            4 => format!("(((unsigned char){value} << ({amount} & 7)) & 0x1ff) >> 3"),
            _ => format!("(({value} & 7) << ({amount} & 3)) ^ 5"),
        };
        // Whatever the type of the variable, it stays small.
        self.line(&format!("{to} = ({text}) & 31;"));
        Some(())
    }
}
