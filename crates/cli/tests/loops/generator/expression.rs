//! Expressions and conditions over the variables of a program: never negative, and small.

use super::Writer;

impl Writer {
    /// A variable and how many values it has.
    pub(super) fn variable(&mut self) -> (String, i64) {
        let variable = self.random.pick(&self.variables);
        (variable.name.clone(), variable.values)
    }

    /// Two of them, which may be the same.
    fn variables(&mut self) -> [String; 2] {
        [self.variable().0, self.variable().0]
    }

    /// An expression with fewer than so many values.
    pub(super) fn expression(&mut self, values: i64) -> String {
        let inside = |text: String| match values {
            2 => format!("({text}) & 1"),
            4 => format!("({text}) & 3"),
            _ => format!("({text}) % {values}"),
        };
        match self.random.below(12) {
            0..=2 => self.random.below(values as usize).to_string(),
            3 | 4 => self.input(values),
            5 => {
                let [a, b] = self.variables();
                inside(format!("{a} + {b}"))
            }
            6 => {
                let [a, b] = self.variables();
                inside(format!("{a} ^ {b}"))
            }
            7 => {
                let (a, _) = self.variable();
                inside(format!("{a} + {}", self.random.between(1, 3)))
            }
            8 => {
                let (condition, other) = (self.condition(2), self.random.below(values as usize));
                format!("{condition} ? {} : {other}", self.random.below(values as usize))
            }
            9 => match &self.cells {
                Some(_) => {
                    let cell = self.cell();
                    inside(cell)
                }
                None => inside(self.variables()[0].clone()),
            },
            10 => match self.helper.clone() {
                Some(helper) => {
                    let [a, b] = self.variables();
                    inside(format!("{helper}({a}, {b})"))
                }
                None => inside(self.variables()[0].clone()),
            },
            _ => {
                let (a, of) = self.variable();
                inside(format!("{} - {a}", of - 1))
            }
        }
    }

    /// An input with fewer than so many values.
    pub(super) fn input(&mut self, values: i64) -> String {
        match values {
            2 | 3 => "INPUT(1)".to_owned(),
            _ => "INPUT(2)".to_owned(),
        }
    }

    /// What a cell holds; its index is nearly always one.
    pub(super) fn cell(&mut self) -> String {
        let Some((name, length)) = self.cells.as_ref().map(|cells| (cells.name.clone(), cells.length)) else {
            return "0".to_owned();
        };
        let index = self.index(length);
        format!("GET({name}, {length}, {index})")
    }

    /// An index for so many cells.
    pub(super) fn index(&mut self, length: i64) -> String {
        let (name, values) = self.variable();
        if values <= length || self.random.chance(10) { name } else { format!("{name} % {length}") }
    }

    /// A comparison with a number that the variable may have.
    fn comparison(&mut self) -> String {
        let (name, values) = self.variable();
        let number = self.random.below(values as usize);
        match self.random.below(10) {
            0..=5 => format!("{name} == {number}"),
            6 => format!("{name} != {number}"),
            7 => format!("{name} < {}", number + 1),
            8 if self.cells.is_some() => {
                let (values, cell) = (self.cells.as_ref().map_or(2, |cells| cells.values), self.cell());
                format!("{cell} == {}", self.random.below(values as usize))
            }
            _ => {
                let (other, _) = self.variable();
                format!("{name} == {other}")
            }
        }
    }

    /// A condition of so many parts at most.
    pub(super) fn condition(&mut self, most: usize) -> String {
        let parts: Vec<String> = (0..=self.random.below(most)).map(|_| self.comparison()).collect();
        let joined = if self.random.chance(75) { " && " } else { " || " };
        format!("({})", parts.join(joined))
    }

    /// A condition that few states satisfy.
    pub(super) fn rare(&mut self) -> String {
        let most = 2 + self.random.below(2);
        let mut parts = Vec::new();
        while parts.len() < most {
            let (name, values) = self.variable();
            parts.push(format!("{name} == {}", self.random.below(values as usize)));
        }
        parts.join(" && ")
    }
}
