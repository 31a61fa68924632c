//! Pointers and indices that walk over an array by different steps, and what is done where they come to stand: stores,
//! loads whose values are used or not, comparisons, stores through one and loads through another. Where they stand
//! may be outside.

use super::Writer;

/// What is walked over: an array of so many elements.
struct Ground {
    name: String,
    length: i64,
    is_constant: bool,
}

/// What walks: a pointer, or an index.
struct Walker {
    name: String,
    is_pointer: bool,
}

impl Writer {
    pub fn walk(&mut self) -> Option<()> {
        self.may_nest()?;
        let ground = self.ground();
        let walker = self.walker(&ground);
        // Another one that stands still, at the same place or at another.
        let other = self.walker(&ground);
        let mut furthest = 0;
        for _ in 0..self.random.between(1, 3) {
            let Some(input) = self.input(1) else { break };
            let steps = [self.random.between(0, 3), self.random.between(0, 3)];
            furthest += steps[0].max(steps[1]);
            let Walker { name, .. } = &walker;
            self.line(&format!("if ({input})"));
            self.line(&format!("  {name} += {};", steps[0]));
            self.line("else");
            self.line(&format!("  {name} += {};", steps[1]));
            if self.random.chance(40) {
                self.stand(&ground, &walker, &other, furthest);
            }
        }
        for _ in 0..self.random.between(1, 3) {
            self.stand(&ground, &walker, &other, furthest);
        }
        Some(())
    }

    fn ground(&mut self) -> Ground {
        let name = self.name("k");
        let of = *self.random.pick(&["char", "int", "short", "unsigned char"]);
        let length = self.random.between(3, 9);
        let run = self.random.chance(30);
        let values: Vec<String> =
            (0..length).map(|_| if run { 1 } else { self.random.between(0, 3) }.to_string()).collect();
        let storage = *self.random.pick(&["", "STATIC ", "static const "]);
        self.line(&format!("{storage}{of} {name}[{length}] = {{{}}};", values.join(", ")));
        Ground { name, length, is_constant: storage.contains("const") }
    }

    fn walker(&mut self, ground: &Ground) -> Walker {
        let name = self.name("k");
        let start = self.random.between(0, 1);
        let is_pointer = self.random.chance(60);
        if is_pointer {
            self.line(&format!("__typeof__({0}[0]) *{name} = {0} + {start};", ground.name));
        } else {
            let of = *self.random.pick(&["int", "unsigned", "long", "unsigned char"]);
            self.line(&format!("{of} {name} = {start};"));
        }
        Walker { name, is_pointer }
    }

    /// Where a walker stands, so many elements back: a pointer, or an index.
    fn standing(walker: &Walker, back: i64) -> String {
        match (walker.is_pointer, back) {
            (_, 0) => walker.name.clone(),
            (true, _) => format!("({} - {back})", walker.name),
            // Unsigned numbers would come round to others far away.
            (false, _) => format!("((int){} - {back})", walker.name),
        }
    }

    fn read(ground: &Ground, walker: &Walker, back: i64) -> String {
        let how = if walker.is_pointer { "FOLLOW" } else { "GET" };
        format!("{how}({}, {}, {})", ground.name, ground.length, Writer::standing(walker, back))
    }

    fn written(ground: &Ground, walker: &Walker, back: i64, value: i64) -> String {
        let how = if walker.is_pointer { "LEAVE" } else { "PUT" };
        format!("{how}({}, {}, {}, {value});", ground.name, ground.length, Writer::standing(walker, back))
    }

    fn stand(&mut self, ground: &Ground, walker: &Walker, other: &Walker, furthest: i64) {
        let back = if self.random.chance(50) { 0 } else { self.random.between(0, furthest.min(2)) };
        let value = self.random.between(0, 3);
        let (read, name) = (Writer::read(ground, walker, back), &ground.name);
        match self.random.below(9) {
            0 | 1 => {
                let Some(to) = self.any_variable() else { return };
                self.line(&format!("{} = {read} & 31;", to.name));
            }
            2 => self.line(&format!("written_only = (unsigned){read};")),
            3 | 4 if !ground.is_constant => self.line(&Writer::written(ground, walker, back, value)),
            5 if !ground.is_constant => self.line(&Writer::written(ground, other, 0, value)),
            6 => {
                let (op, at) = (*self.random.pick(&["<", "==", "!=", ">="]), self.random.between(0, furthest + 1));
                let far = match walker.is_pointer {
                    true => format!("{} - {name}", walker.name),
                    false => walker.name.clone(),
                };
                self.line(&format!("CHECK(!({far} {op} {at}) || {name}[0] < 3);"));
            }
            7 => {
                let there = Writer::read(ground, other, 0);
                self.line(&format!("CHECK({there} != {value});"));
            }
            _ => self.line(&format!("CHECK({read} != {value} || {name}[1] != 1);")),
        }
    }
}
