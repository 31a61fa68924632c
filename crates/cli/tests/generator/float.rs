//! Floating-point numbers with few values: halves, and small integers made from inputs. They come back as integers only
//! where they are in range.

use super::Writer;

impl Writer {
    pub fn use_float(&mut self) -> Option<()> {
        let d = self.any_float()?;
        let whole = self.random.between(0, 3);
        match self.random.below(12) {
            0 => self.line(&format!("{d} = __builtin_nan(\"\");")),
            1 | 2 => self.line(&format!("{d} += 0.5;")),
            3 => self.line(&format!("{d} = -{d};")),
            4 | 5 => {
                let value = self.leaf();
                self.line(&format!("{d} = (int)({value} & 3) - {whole};"));
            }
            6 => self.line(&format!("{d} = {d} * 0.5f;")),
            7 => {
                let other = self.any_float()?;
                self.line(&format!("{d} = {other} - {whole};"));
            }
            8 | 9 => {
                let to = self.any_variable()?.name;
                self.line(&format!("{to} = {d} > -9 && {d} < 9 ? (int){d} : 9;"));
            }
            _ => self.line(&format!("{d} = {whole}.5;")),
        }
        Some(())
    }

    pub fn any_float(&mut self) -> Option<String> {
        let index = self.index(self.scope.floats.len())?;
        Some(self.scope.floats[index].clone())
    }

    pub fn check_float(&mut self) -> Option<()> {
        let d = self.any_float()?;
        let bound = self.random.between(0, 3);
        let condition = *self.random.pick(&["<=", "!=", "=="]);
        let right = if condition == "==" { d.clone() } else { format!("{bound}.5") };
        self.line(&format!("CHECK({d} {condition} {right});"));
        Some(())
    }
}
