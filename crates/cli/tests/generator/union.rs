//! Unions: a value is written as one type and read as another.

use super::Writer;
use super::scope::Type;

impl Writer {
    pub fn use_union(&mut self) -> Option<()> {
        let word = self.any_union()?;
        match self.random.below(9) {
            0 => {
                let value = self.value();
                self.line(&format!("{word}.u = {value};"));
            }
            1 => {
                let value = self.stored(Type::Int);
                self.line(&format!("{word}.i = {value};"));
            }
            2 => {
                let (index, value) = (self.index_into(2), self.value());
                self.line(&format!("{word}.h[{index}] = {value};"));
            }
            3 | 4 => {
                let (index, value) = (self.index_into(4), self.value());
                self.line(&format!("{word}.b[{index}] = {value};"));
            }
            5 => {
                let (part, value) = (*self.random.pick(&["low", "high"]), self.value());
                self.line(&format!("{word}.part.{part} = {value};"));
            }
            6 => self.line(&format!("{word}.u += 255;")),
            7 => {
                let value = self.leaf();
                self.line(&format!("{word}.f = (float)({value} & 3);"));
            }
            _ => {
                let from = self.any_union()?;
                self.line(&format!("{word} = {from};"));
            }
        }
        Some(())
    }

    fn any_union(&mut self) -> Option<String> {
        let index = self.index(self.scope.unions.len())?;
        Some(self.scope.unions[index].clone())
    }

    /// A part of a union, far from the limits of `int`.
    pub fn any_union_member(&mut self) -> Option<String> {
        let word = self.any_union()?;
        let index = self.random.between(0, 1);
        Some(match self.random.below(7) {
            0 => format!("{word}.h[{index}]"),
            1 | 2 => format!("{word}.b[{}]", 2 * index),
            3 => format!("{word}.part.low"),
            4 => format!("(int){word}.part.high"),
            5 => format!("({word}.i >> 22)"),
            _ => format!("({word}.f > 1.5f)"),
        })
    }
}
