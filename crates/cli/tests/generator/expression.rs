//! Expressions without side effects and without undefined behaviour: small values, masked indices, constant factors.

use super::Writer;
use super::scope::{Array, Type};

impl Writer {
    /// A value to be read: a constant, a variable, an element, a field.
    pub fn leaf(&mut self) -> String {
        for _ in 0..4 {
            let found = match self.random.below(12) {
                0 | 1 => Some(self.random.between(-2, 9).to_string()),
                2..=4 => self.any_scalar(),
                5 => self.any_counter(),
                6 => self.any_element(),
                7 => self.any_dereference(),
                8 => self.any_field(),
                9 => self.any_part(),
                10 => self.any_length(),
                _ => self.input_within(2),
            };
            if let Some(found) = found {
                return found;
            }
        }
        self.any_scalar().unwrap_or_else(|| "1".to_owned())
    }

    /// A value that may differ between paths.
    fn variable(&mut self) -> String {
        for _ in 0..8 {
            let leaf = self.leaf();
            if leaf.parse::<i64>().is_err() {
                return leaf;
            }
        }
        self.leaf()
    }

    fn any_scalar(&mut self) -> Option<String> {
        let index = self.index(self.scope.scalars.len())?;
        Some(self.scope.scalars[index].name.clone())
    }

    fn any_counter(&mut self) -> Option<String> {
        let index = self.index(self.scope.counters.len())?;
        Some(self.scope.counters[index].clone())
    }

    pub fn any_array(&mut self) -> Option<Array> {
        let index = self.index(self.scope.arrays.len())?;
        Some(self.scope.arrays[index].clone())
    }

    pub fn any_element(&mut self) -> Option<String> {
        let array = self.any_array()?;
        let index = self.index_into(array.length);
        Some(format!("{}[{index}]", array.name))
    }

    fn any_dereference(&mut self) -> Option<String> {
        let index = self.index(self.scope.pointers.len())?;
        Some(format!("*{}", self.scope.pointers[index].name))
    }

    pub fn any_field(&mut self) -> Option<String> {
        let index = self.index(self.scope.pairs.len())?;
        let field = self.random.pick(&["a", "b", "c"]);
        Some(format!("{}.{field}", self.scope.pairs[index].name))
    }

    /// A part of a union, of a structure of bit-fields, or of a large structure.
    fn any_part(&mut self) -> Option<String> {
        match self.random.below(3) {
            0 => self.any_union_member(),
            1 => self.any_bit_field(),
            _ => self.any_wide_field(),
        }
    }

    /// An index that is in range.
    pub fn index_into(&mut self, length: i64) -> String {
        if self.random.chance(40) {
            return self.random.between(0, length - 1).to_string();
        }
        let mask = length - 1;
        match self.any_scalar() {
            Some(name) => format!("{name} & {mask}"),
            None => mask.to_string(),
        }
    }

    /// Arithmetic over a few leaves; far from overflow because all variables are small.
    pub fn value(&mut self) -> String {
        let a = self.leaf();
        match self.random.below(12) {
            0..=3 => a,
            4 => format!("({a} + {})", self.leaf()),
            5 => format!("({a} - {})", self.leaf()),
            6 => format!("({a} * {})", self.random.between(2, 3)),
            7 => format!("({a} ^ {})", self.leaf()),
            8 => format!("({a} & {})", self.leaf()),
            9 => format!("({a} >> {})", self.random.between(1, 2)),
            10 => format!("({} ? {a} : {})", self.condition(), self.leaf()),
            _ => format!("-({a})"),
        }
    }

    /// A value as it may be stored: `int`s are kept small, the other types wrap by themselves.
    pub fn stored(&mut self, to: Type) -> String {
        match self.random.below(8) {
            0..=2 => return self.random.between(0, 7).to_string(),
            3 => {
                if let Some(input) = self.input_within(2) {
                    return input;
                }
            }
            _ => {}
        }
        let value = self.value();
        match to {
            Type::Int | Type::Enum => match self.random.below(4) {
                0 => format!("{value} & 15"),
                1 => format!("(signed char){value}"),
                2 => format!("(int){value} % {}", self.random.between(3, 9)),
                _ => format!("{value} & 63"),
            },
            // Wide enough never to overflow.
            Type::Long => format!("{value} & 0xffffffffffLL"),
            Type::Unsigned | Type::Short | Type::Char | Type::Byte | Type::Plain | Type::Bool => value,
        }
    }

    pub fn condition(&mut self) -> String {
        let comparison = |writer: &mut Writer| {
            let a = writer.variable();
            let operator = *writer.random.pick(&["==", "!=", "<", "<=", ">", ">="]);
            let b = if writer.random.chance(60) { writer.random.between(-1, 8).to_string() } else { writer.leaf() };
            format!("{a} {operator} {b}")
        };
        match self.random.below(12) {
            0 => format!("({} & 1)", self.variable()),
            1 => format!("({} && {})", comparison(self), comparison(self)),
            2 => format!("({} || {})", comparison(self), comparison(self)),
            3 => self.pointer_comparison().unwrap_or_else(|| comparison(self)),
            _ => comparison(self),
        }
    }

    fn pointer_comparison(&mut self) -> Option<String> {
        let index = self.index(self.scope.pointers.len())?;
        let pointer = self.scope.pointers[index].clone();
        let target = self.target_for(pointer.depth)?;
        Some(format!("{} == {target}", pointer.name))
    }

    /// A condition that seldom holds: assertions against it leave most paths alive.
    pub fn rare_condition(&mut self) -> String {
        let equal = |writer: &mut Writer| {
            let (variable, constant) = (writer.variable(), writer.random.between(-1, 9));
            format!("{variable} == {constant}")
        };
        match self.random.below(6) {
            0 => equal(self),
            1 => format!("{} > {}", self.variable(), self.random.between(4, 40)),
            2 => format!("{} + {} == {}", self.variable(), self.variable(), self.random.between(2, 12)),
            3 => format!("{} < {}", self.variable(), self.random.between(-6, 0)),
            _ => format!("({} && {})", equal(self), equal(self)),
        }
    }

    /// A new input, if that many bits can still be afforded here.
    pub fn input(&mut self, bits: u32) -> Option<String> {
        let cost = bits * self.multiplicity;
        if cost > self.bits_left {
            return None;
        }
        self.bits_left -= cost;
        Some(format!("INPUT({bits})"))
    }

    fn input_within(&mut self, most: i64) -> Option<String> {
        let bits = self.random.between(1, most) as u32;
        // Conditional evaluation counts as if it always happened.
        self.input(bits).map(|input| format!("(int){input}"))
    }

    pub fn index(&mut self, length: usize) -> Option<usize> {
        (length > 0).then(|| self.random.below(length))
    }
}
