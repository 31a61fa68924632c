//! Bit-fields, signed and unsigned, in several widths: what is stored is cut off, its neighbours stay.

use super::Writer;

const FIELDS: &[&str] = &["s", "u", "c", "h", "b", "w", "last"];

impl Writer {
    pub fn use_bit_fields(&mut self) -> Option<()> {
        let field = self.any_bit_field()?;
        match self.random.below(5) {
            0 => self.line(&format!("{field} += 1;")),
            1 => {
                let other = self.any_bit_field()?;
                self.line(&format!("{field} ^= {other};"));
            }
            _ => {
                let value = self.value();
                self.line(&format!("{field} = {value};"));
            }
        }
        Some(())
    }

    pub fn any_bit_field(&mut self) -> Option<String> {
        let index = self.index(self.scope.bit_fields.len())?;
        Some(format!("{}.{}", self.scope.bit_fields[index], self.random.pick(FIELDS)))
    }
}
