//! Expressions that change something on the way: `&&`, `||`, `?:`, commas and increments.

use super::Writer;

impl Writer {
    pub fn side_effect(&mut self) -> Option<()> {
        let (to, changed, other) = (self.any_variable()?.name, self.any_variable()?.name, self.any_variable()?.name);
        // Between an assignment and what changes its target on the right there must be an order.
        if to == changed {
            return None;
        }
        let value = self.random.between(0, 5);
        let (first, second) = (self.condition(), self.condition());
        let change = match self.random.below(4) {
            0 => format!("{changed}++"),
            1 => format!("--{changed}"),
            2 => format!("({changed} = {value})"),
            _ => format!("({changed} += {value}, {second})"),
        };
        match self.random.below(5) {
            0 => self.line(&format!("{to} = {first} && {change};")),
            1 => self.line(&format!("{to} = {first} || {change};")),
            2 => self.line(&format!("{first} ? (void)({change}) : (void)({other} = {value});")),
            3 => {
                self.line(&format!("if ({change}, {first} && {second})"));
                self.line(&format!("  {other} = {value};"));
            }
            _ => self.line(&format!("CHECK(({first} || {change}, {other} != {value}));")),
        }
        Some(())
    }
}
