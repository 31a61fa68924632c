//! Variables that are compared with each other and exchanged, as in sorting and looking for the largest, and relations between
//! them that hold afterwards, or nearly.

use super::Writer;

const MEMBERS: usize = 3;

impl Writer {
    pub fn order(&mut self) -> Option<()> {
        self.may_nest()?;
        let name = self.name("k");
        let of = *self.random.pick(&["int", "short", "unsigned", "unsigned char", "signed char"]);
        // The numbers may be on both sides of where signed and unsigned order differ.
        let least = *self.random.pick(&[0, -1, -2]);
        let inputs: Vec<String> = (0..MEMBERS)
            .map(|_| match self.input(2) {
                Some(input) => format!("{input} + {least}"),
                None => self.random.between(least, least + 3).to_string(),
            })
            .collect();
        self.line(&format!("{of} {name}[{MEMBERS}] = {{{}}};", inputs.join(", ")));
        for _ in 0..self.random.between(2, 4) {
            self.compare_members(&name);
        }
        for _ in 0..self.random.between(1, 3) {
            let (one, other) = self.members(&name);
            let op = *self.random.pick(&["<=", "<", ">=", "!="]);
            let cast = *self.random.pick(&["", "(unsigned)"]);
            match self.random.below(3) {
                0 => self.line(&format!("CHECK({cast}{one} {op} {cast}{other});")),
                1 => {
                    let (third, bound) = (self.members(&name).0, self.random.between(least, least + 3));
                    self.line(&format!("CHECK({one} {op} {other} || {third} <= {bound});"));
                }
                _ => {
                    let third = self.members(&name).0;
                    self.line(&format!("CHECK({one} {op} {other} || {cast}{other} <= {cast}{third});"));
                }
            }
        }
        Some(())
    }

    fn members(&mut self, name: &str) -> (String, String) {
        let one = self.random.below(MEMBERS);
        let other = (one + 1 + self.random.below(MEMBERS - 1)) % MEMBERS;
        (format!("{name}[{one}]"), format!("{name}[{other}]"))
    }

    /// Two members are compared, and exchanged, made equal or left alone.
    fn compare_members(&mut self, name: &str) {
        let (one, other) = self.members(name);
        let op = *self.random.pick(&[">", ">=", "<"]);
        let cast = *self.random.pick(&["", "", "(unsigned)"]);
        let arm = match self.random.below(5) {
            0..=2 => format!("{{ __typeof__({one}) t = {one}; {one} = {other}; {other} = t; }}"),
            3 => format!("{one} = {other};"),
            _ => format!("{{ {one} = {other}; written_only++; }}"),
        };
        self.line(&format!("if ({cast}{one} {op} {cast}{other})"));
        self.line(&format!("  {arm}"));
    }
}
