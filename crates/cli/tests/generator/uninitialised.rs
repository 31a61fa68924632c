//! Memory that on some paths nobody has written: what is read there is any value, like an input, and a new one each time
//! its block is entered.

use super::Writer;

impl Writer {
    pub fn read_uninitialised(&mut self) -> Option<()> {
        self.may_nest()?;
        let to = self.any_variable()?.name;
        let bits = self.random.between(1, 2) as u32;
        // Paid for like an input, whether or not it is read.
        self.input(bits)?;
        let (name, written) = (self.name("z"), self.name("z"));
        let (condition, value) = (self.condition(), self.random.between(0, 3));
        let (declaration, place) = match self.random.below(5) {
            0 | 1 => (format!("int {name}"), name),
            2 => (format!("short {name}[2]"), format!("{name}[1]")),
            3 => (format!("struct pair {name}"), format!("{name}.b")),
            _ => (format!("int *{name} = malloc(sizeof *{name})"), format!("*{name}")),
        };
        self.line("{");
        self.inner(|writer| {
            writer.line(&format!("{declaration}; WRITTEN({written}, 0);"));
            writer.line(&format!("if ({condition}) {{"));
            writer.line(&format!("  {place} = {value}; WRITTEN({written}, 1);"));
            writer.line("}");
            writer.line(&format!("{to} = ANYTHING({place}, {written}, {bits});"));
        });
        self.line("}");
        Some(())
    }
}
