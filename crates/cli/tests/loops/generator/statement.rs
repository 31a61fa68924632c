//! The statements of a round.

use super::Writer;

impl Writer {
    /// The body of the loop.
    pub(super) fn round(&mut self) {
        if self.random.chance(60) {
            self.dispatch();
        }
        for _ in 0..2 + self.random.below(4) {
            self.statement(2);
        }
        for _ in 0..=self.random.below(2) {
            self.error();
        }
    }

    /// A function of two numbers that decides something.
    pub(super) fn helper(&mut self, name: &str) {
        self.line(&format!("static unsigned {name}(unsigned x, unsigned y) {{"));
        let (low, more) = (self.random.below(3), self.random.between(1, 3));
        match self.random.below(3) {
            0 => self.line(&format!("  if (x > {low})\n    return y;\n  return x + {more};")),
            1 => self.line(&format!("  unsigned sum = 0;\n  for (unsigned i = 0; i < {more}; i++)\n    if (x != i)\n      sum += y;\n  return sum;")),
            _ => self.line(&format!("  switch (x) {{\n  case {low}:\n    y++;\n  case 3:\n    return y + {more};\n  }}\n  return x ^ y;")),
        }
        self.line("}");
    }

    /// What is done depends on the mode, of which each has its ways on.
    fn dispatch(&mut self) {
        let mode = self.variables[0].clone();
        self.line(&format!("switch ({}) {{", mode.name));
        for number in 0..mode.values {
            self.line(&format!("case {number}:"));
            self.indent += 1;
            for _ in 0..=self.random.below(2) {
                self.statement(1);
            }
            let next = self.random.below(mode.values as usize);
            let condition = if self.random.chance(50) { self.input(2) } else { self.condition(2) };
            self.line(&format!("if ({condition})"));
            self.line(&format!("  {} = {next};", mode.name));
            if self.random.chance(15) {
                self.error();
            }
            if !self.random.chance(10) {
                self.line("break;");
            }
            self.indent -= 1;
        }
        self.line("}");
    }

    fn block(&mut self, depth: usize) {
        self.indent += 1;
        for _ in 0..=self.random.below(2) {
            self.statement(depth);
        }
        self.indent -= 1;
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(24) {
            0..=6 => self.assignment(),
            7..=10 if depth > 0 => self.branch(depth - 1),
            11 | 12 if self.cells.is_some() => self.write_cell(),
            13 => self.count(),
            14 => self.delay(),
            15 if depth > 0 => self.short_loop(depth - 1),
            16 | 17 => self.error(),
            18 if self.random.chance(40) => {
                let condition = self.condition(2);
                self.line(&format!("ASSUME(!{condition});"));
            }
            19 if self.random.chance(40) => {
                let (condition, next) = (self.condition(2), format!("goto next_{}", self.seed));
                let leave = if self.random.chance(70) { next } else { "STOP".to_owned() };
                self.line(&format!("if ({condition})"));
                self.line(&format!("  {leave};"));
            }
            20..=23 if self.node.is_some() => self.use_node(),
            _ => self.assignment(),
        }
    }

    /// A variable gets another value.
    pub(super) fn assignment(&mut self) {
        let (name, values) = self.variable();
        let value = self.expression(values);
        self.line(&format!("{name} = {value};"));
    }

    fn branch(&mut self, depth: usize) {
        let condition = if self.random.chance(35) { self.input(2) } else { self.condition(2) };
        self.line(&format!("if ({condition}) {{"));
        self.block(depth);
        if self.random.chance(50) {
            self.line("} else {");
            self.block(depth);
        }
        self.line("}");
    }

    fn write_cell(&mut self) {
        let Some((name, length, values)) =
            self.cells.as_ref().map(|cells| (cells.name.clone(), cells.length, cells.values))
        else {
            return;
        };
        let (index, value) = (self.index(length), self.expression(values));
        self.line(&format!("PUT({name}, {length}, {index}, {value});"));
    }

    /// Counts up to where it starts again, or down to where it stays.
    fn count(&mut self) {
        let last = self.variables.len() - 1;
        let (name, values) = (self.variables[last].name.clone(), self.variables[last].values);
        if self.random.chance(60) {
            self.line(&format!("if (++{name} == {values})"));
            self.line(&format!("  {name} = 0;"));
        } else {
            self.line(&format!("if ({name} > 0)"));
            self.line(&format!("  {name}--;"));
            self.line("else");
            self.line(&format!("  {name} = {};", values - 1));
        }
    }

    /// What comes in is seen rounds later.
    fn delay(&mut self) {
        let names: Vec<String> = self.variables.iter().filter(|v| v.values == 2).map(|v| v.name.clone()).collect();
        for pair in names.windows(2) {
            self.line(&format!("{} = {};", pair[0], pair[1]));
        }
        if let Some(last) = names.last() {
            self.line(&format!("{last} = INPUT(1);"));
        }
    }

    fn short_loop(&mut self, depth: usize) {
        self.temporaries += 1;
        let (counter, rounds) = (format!("i{}", self.temporaries), self.random.between(2, 3));
        let bound = if self.random.chance(30) { self.variable().0 } else { rounds.to_string() };
        self.line(&format!("for (unsigned {counter} = 0; {counter} < {bound}; {counter}++) {{"));
        self.indent += 1;
        match self.random.below(3) {
            0 => {
                let (name, values) = self.variable();
                self.line(&format!("{name} = ({name} + {counter}) % {values};"));
            }
            1 => {
                let condition = self.condition(2);
                self.line(&format!("if ({condition})"));
                self.line("  break;");
                self.assignment();
            }
            _ => self.branch(depth),
        }
        self.indent -= 1;
        self.line("}");
    }

    fn use_node(&mut self) {
        let Some(node) = self.node.clone() else { return };
        let condition = self.condition(2);
        let value = self.random.below(3);
        let (name, values) = self.variable();
        match self.random.below(6) {
            0 => self.line(&format!("if (!IS_MADE({node}))\n  MAKE({node}, {value});")),
            1 => self.line(&format!("if ({condition})\n  MAKE({node}, {value});")),
            2 => {
                self.line(&format!("if (IS_MADE({node}) && {condition}) {{\n  RELEASE({node});\n  FORGET({node});\n}}"))
            }
            3 if self.random.chance(40) => self.line(&format!("if ({condition})\n  RELEASE({node});")),
            4 if self.random.chance(40) => {
                self.line(&format!("if ({condition})\n  {name} = VALUE({node}) % {values};"))
            }
            _ => self.line(&format!("if (IS_MADE({node}))\n  {name} = VALUE({node}) % {values};")),
        }
    }

    /// Something that must not be, and nearly never is.
    fn error(&mut self) {
        match self.random.below(10) {
            0..=4 => {
                let rare = self.rare();
                self.line(&format!("FORBID({rare});"));
            }
            5..=7 => {
                let rare = self.rare();
                self.line(&format!("CHECK(!({rare}));"));
            }
            8 => {
                // Variables stay within their values.
                let (name, values) = self.variable();
                self.line(&format!("CHECK({name} < {values});"));
            }
            _ => {
                let (rare, (name, values)) = (self.rare(), self.variable());
                let (divisor, _) = self.variable();
                self.line(&format!("if ({rare})"));
                self.line(&format!("  {name} = DIVIDE({}, {divisor}) % {values};", values - 1));
            }
        }
    }
}
