//! What pruning must not overlook, by construction: arms that differ in one thing only, a join, and something behind it
//! that shows the difference on some paths.
//!
//! The arms write a variable, an element or a byte, point a pointer elsewhere, free an object or make it with another
//! size. Behind the join what they left is perhaps moved on (so that conditions have to be pulled back over stores,
//! forks and calls), and then probed: directly, together with a new input, as a divisor, by a `switch` some of whose cases
//! no arm reaches, or by several errors that share a guard.
//!
//! An error on every path would leave nothing to explore behind it. So in some programs most probes are made only on the
//! paths through certain arms of an earlier join: what those arms left is a witness of them.

use super::Writer;

/// The most arms of one join.
const MOST_ARMS: i64 = 4;

/// What the arms differ in.
enum Subject {
    /// A variable of type `int`, `short` or `unsigned char`.
    Scalar(String),
    /// Two variables with errors of their own.
    Two(String, String),
    /// An `int` array of four and the element the arms write.
    Element(String, i64),
    /// A pointer to the first or second of two `int`s.
    Pointer(String, String, String),
    /// A heap object of one to four `int`s, and the variable with its length, for brute force only.
    Sized(String, String),
    /// A heap object that some arms free.
    Freed(String),
}

impl Writer {
    pub fn join(&mut self) -> Option<()> {
        self.may_nest()?;
        let arms = if self.random.chance(60) { 2 } else { self.random.between(3, MOST_ARMS) };
        let selector = self.input(if arms == 2 { 1 } else { 2 })?;
        let subject = self.subject();
        let values: Vec<i64> = (0..arms).map(|_| self.random.between(0, 3)).collect();
        if arms == 2 {
            self.block(&format!("if ({selector})"), |writer| writer.differ(&subject, 0, values[0]));
            self.block("else", |writer| writer.differ(&subject, 1, values[1]));
        } else {
            self.line(&format!("switch ({selector}) {{"));
            for (arm, &value) in values.iter().enumerate() {
                let label = if arm == values.len() - 1 { "default:".to_owned() } else { format!("case {arm}:") };
                self.line(&label);
                self.inner(|writer| writer.differ(&subject, arm, value));
                self.line("  break;");
            }
            self.line("}");
        }
        for _ in 0..self.random.between(0, 3) {
            self.move_on(&subject);
        }
        for _ in 0..self.random.between(1, 2) {
            match self.witness() {
                Some(witness) if self.random.chance(self.features.guarded) => {
                    self.block(&format!("if ({witness})"), |writer| writer.probe(&subject, &values));
                }
                // The first of all joins: more are to come.
                None if self.random.chance(self.features.guarded) => {}
                _ => self.probe(&subject, &values),
            }
        }
        self.remember(&subject, &values);
        Some(())
    }

    /// Declares what the arms are to differ in: half the time in memory that no optimisation turns into registers.
    fn subject(&mut self) -> Subject {
        let storage = if self.random.chance(50) { "STATIC " } else { "" };
        match self.random.below(9) {
            0 | 1 => {
                let name = self.name("u");
                let of = *self.random.pick(&["int", "int", "short", "unsigned char"]);
                self.line(&format!("{storage}{of} {name} = 0;"));
                Subject::Scalar(name)
            }
            2 | 8 => {
                let (a, b) = (self.name("u"), self.name("u"));
                self.line(&format!("{storage}int {a} = 0, {b} = 0;"));
                Subject::Two(a, b)
            }
            3 => {
                let name = self.name("u");
                self.line(&format!("{storage}int {name}[4] = {{0, 1, 2, 3}};"));
                Subject::Element(name, self.random.between(0, 3))
            }
            4 => {
                let (pointer, a, b) = (self.name("u"), self.name("u"), self.name("u"));
                self.line(&format!("int {a} = 1, {b} = 2, *{pointer} = &{a};"));
                Subject::Pointer(pointer, a, b)
            }
            5 | 6 => {
                let (pointer, length) = (self.name("u"), self.name("u"));
                self.line(&format!("int *{pointer}; unsigned {length}; (void){length};"));
                Subject::Sized(pointer, length)
            }
            _ => {
                let pointer = self.name("u");
                let value = self.random.between(0, 5);
                self.line(&format!("int *{pointer} = malloc(sizeof(int)); *{pointer} = {value};"));
                Subject::Freed(pointer)
            }
        }
    }

    /// One arm: what it leaves depends on its number and value.
    fn differ(&mut self, subject: &Subject, arm: usize, value: i64) {
        match subject {
            Subject::Scalar(name) => {
                let bits = self.random.between(1, 2) as u32;
                if self.random.chance(30)
                    && let Some(input) = self.input(bits)
                {
                    self.line(&format!("{name} = {input};"));
                } else if self.random.chance(25) {
                    self.line(&format!("((unsigned char *)&{name})[0] = {value};"));
                } else {
                    self.line(&format!("{name} = {value};"));
                }
            }
            Subject::Two(a, b) => {
                self.line(&format!("{a} = {value}; {b} = {};", 3 - value));
            }
            Subject::Element(array, index) => self.line(&format!("{array}[{index}] = {value};")),
            Subject::Pointer(pointer, a, b) => {
                let target = if arm.is_multiple_of(2) { a } else { b };
                self.line(&format!("{pointer} = &{target};"));
            }
            Subject::Sized(pointer, length) => {
                let elements = self.random.between(1, 4);
                self.line(&format!("{pointer} = malloc({elements} * sizeof(int)); {length} = {elements};"));
                self.line(&format!("for (int i = 0; i < {elements}; i++) {pointer}[i] = i + {value};"));
            }
            Subject::Freed(pointer) => {
                if self.random.chance(50) {
                    self.line(&format!("FREE({pointer});"));
                } else {
                    self.line(";");
                }
            }
        }
    }

    /// Something between the join and the probe: a store over what the arms left, another fork, another object.
    fn move_on(&mut self, subject: &Subject) {
        match (self.random.below(7), subject) {
            (0 | 1, Subject::Scalar(name) | Subject::Two(name, _)) => self.line(&format!("{name} += 1;")),
            (2, Subject::Two(a, b)) => self.line(&format!("{{ int t = {a}; {a} = {b}; {b} = t; }}")),
            (0, Subject::Element(array, index)) => self.line(&format!("{array}[{}] += 1;", (index + 1) % 4)),
            (1 | 2, Subject::Element(array, index)) => {
                let to = self.random.between(0, 3);
                self.line(&format!("{array}[{to}] = {array}[{index}] + 1;"));
            }
            (0..=2, Subject::Pointer(pointer, ..)) => self.line(&format!("*{pointer} += 2;")),
            (0, Subject::Sized(pointer, _)) => self.line(&format!("{pointer}[0] += 1;")),
            (3, _) => {
                let name = self.name("m");
                self.line(&format!("int *{name} = malloc(sizeof(int)); *{name} = 9;"));
                self.line(&format!("CHECK(*{name} == 9);"));
            }
            (4 | 5, _) => {
                if let (Some(input), Some(to)) = (self.input(1), self.any_variable()) {
                    self.line(&format!("if ({input}) {} ^= 1;", to.name));
                }
            }
            _ => {
                self.call();
            }
        }
    }

    /// What shows the difference.
    fn probe(&mut self, subject: &Subject, values: &[i64]) {
        let value = match subject {
            Subject::Scalar(name) => name.clone(),
            Subject::Two(a, b) => {
                // Each error belongs to another arm; the one found first must not hide the other.
                let (first, second) = (*self.random.pick(values), 3 - *self.random.pick(values));
                if self.random.chance(40) {
                    self.line(&format!("FORBID({a} == {first});"));
                    self.line(&format!("CHECK({b} != {second});"));
                } else {
                    let (x, y) = (self.name("w"), self.name("w"));
                    self.line(&format!("const int {x} = DIVIDE(9, {a} - {first});"));
                    self.line(&format!("const int {y} = DIVIDE(9, {b} - {second});"));
                    self.line(&format!("CHECK({x} != {y} + 20);"));
                }
                (*self.random.pick(&[a, b])).clone()
            }
            Subject::Element(array, index) => {
                if self.random.chance(40)
                    && let Some(input) = self.input(2)
                {
                    let copy = self.name("v");
                    self.line(&format!("const int {copy} = {array}[{input}];"));
                    copy
                } else {
                    format!("{array}[{index}]")
                }
            }
            Subject::Pointer(pointer, a, b) => {
                (*self.random.pick(&[format!("*{pointer}"), a.clone(), b.clone()])).clone()
            }
            Subject::Sized(pointer, length) => {
                let index = match self.input_for_probe(2) {
                    Some(input) => format!("(int){input}"),
                    None => self.random.between(0, 4).to_string(),
                };
                let copy = self.name("v");
                self.line(&format!("const int {copy}i = {index}, {copy} = GET({pointer}, {length}, {copy}i);"));
                copy
            }
            Subject::Freed(pointer) => {
                let copy = self.name("v");
                self.line(&format!("const int {copy} = AT({pointer});"));
                copy
            }
        };
        // What one arm left, or what that may have become.
        let constant = *self.random.pick(values) + self.random.between(0, 1);
        match (self.random.below(7), self.input_for_probe(2)) {
            (4, None) => {
                let to = self.name("w");
                self.line(&format!("const int {to} = DIVIDE(20, (int){value} - {constant});"));
                self.line(&format!("CHECK({to} != 7);"));
            }
            (5 | 6, _) => {
                self.line(&format!("switch ({value}) {{"));
                for label in 0..=self.random.between(1, 3) {
                    let error = if label == constant { "FORBID(1);" } else { ";" };
                    self.line(&format!("case {label}: {error} break;"));
                }
                self.line("default: FORBID(1);");
                self.line("}");
            }
            // Only some arms can reach the sum, and only with the largest input.
            (0..=2, Some(input)) => self.line(&format!("FORBID((int){value} + (int){input} == {});", constant + 3)),
            (3, Some(input)) => self.line(&format!("if ({input} == 1) CHECK({value} != {constant});")),
            (0 | 1, None) => {
                // Two errors behind one guard.
                self.line(&format!("if ({value} == {constant})"));
                self.line(&format!("  CHECK({value} > {constant});"));
                self.line(&format!("FORBID({value} >= {constant});"));
            }
            _ => self.line(&format!("CHECK({value} != {constant});")),
        }
    }

    fn remember(&mut self, subject: &Subject, values: &[i64]) {
        let value = *self.random.pick(values);
        self.scope.witnesses.push(match subject {
            Subject::Scalar(name) | Subject::Two(name, _) => format!("{name} == {value}"),
            Subject::Element(array, index) => format!("{array}[{index}] == {value}"),
            Subject::Pointer(pointer, a, _) => format!("{pointer} == &{a}"),
            Subject::Sized(pointer, _) => format!("{pointer}[0] == {value}"),
            // Whether it is still there cannot be asked.
            Subject::Freed(_) => return,
        });
    }

    pub fn witness(&mut self) -> Option<String> {
        let index = self.index(self.scope.witnesses.len())?;
        Some(self.scope.witnesses[index].clone())
    }

    fn input_for_probe(&mut self, bits: u32) -> Option<String> {
        if self.random.chance(60) { self.input(bits) } else { None }
    }
}
