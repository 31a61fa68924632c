//! Statements that compute and statements that steer; those about memory are in `memory.rs`.

use super::features::Feature;
use super::scope::{Scalar, Type};
use super::{Place, Writer};

/// Blocks inside each other.
const MOST_NESTING: usize = 4;
/// Executions of one statement.
const MOST_MULTIPLICITY: u32 = 12;

impl Writer {
    pub fn statements(&mut self, count: i64) {
        for _ in 0..count {
            self.statement();
        }
    }

    fn statement(&mut self) {
        // What cannot be done here gives way to something else.
        for _ in 0..8 {
            let feature = self.features.pick(&mut self.random);
            if self.try_statement(feature).is_some() {
                return;
            }
        }
        self.line(";");
    }

    /// `None`: nothing was written.
    fn try_statement(&mut self, feature: Feature) -> Option<()> {
        match feature {
            Feature::Assign => self.assign(),
            Feature::Accumulate => self.accumulate(),
            Feature::Bytes => self.overwrite_byte(),
            Feature::If => {
                self.may_nest()?;
                let condition = self.condition();
                self.branch(&condition);
                Some(())
            }
            Feature::Fork => self.fork(),
            Feature::Loop => self.bounded_loop(),
            Feature::Switch => self.switch(),
            Feature::Arrays => self.store_element(),
            Feature::Pointers => self.use_pointer(),
            Feature::Structs => self.use_pair(),
            Feature::Blocks => self.copy_or_fill(),
            Feature::Calls => self.call(),
            Feature::FunctionPointers => self.use_function_pointer(),
            Feature::Heap => self.use_heap(),
            Feature::List => self.use_list(),
            Feature::Doubles => self.use_double(),
            Feature::Checks => {
                self.check();
                Some(())
            }
            Feature::Assumptions => {
                let condition = self.rare_condition();
                self.line(&format!("ASSUME(!({condition}));"));
                Some(())
            }
            Feature::Divisions => self.divide(),
            Feature::MemoryErrors => self.risky_access(),
            Feature::Return => self.leave(),
            Feature::Join => self.join(),
        }
    }

    pub fn check(&mut self) {
        if !self.scope.doubles.is_empty() && self.random.chance(20) {
            let index = self.random.below(self.scope.doubles.len());
            let d = self.scope.doubles[index].clone();
            let bound = self.random.between(0, 3);
            let condition = *self.random.pick(&["<=", "!=", "=="]);
            let right = if condition == "==" { d.clone() } else { format!("{bound}.5") };
            self.line(&format!("CHECK({d} {condition} {right});"));
            return;
        }
        let condition = match (self.witness(), self.witness()) {
            (Some(one), Some(other)) if one != other && self.random.chance(30) => format!("({one} && {other})"),
            (Some(witness), _) if self.random.chance(self.features.guarded) => {
                format!("({witness} && {})", self.rare_condition())
            }
            _ => self.rare_condition(),
        };
        let macro_call = if self.random.chance(70) { "CHECK(!" } else { "FORBID(" };
        self.line(&format!("{macro_call}({condition}));"));
    }

    pub fn any_variable(&mut self) -> Option<Scalar> {
        let index = self.index(self.scope.scalars.len())?;
        Some(self.scope.scalars[index].clone())
    }

    fn assign(&mut self) -> Option<()> {
        let to = self.any_variable()?;
        let value = if self.random.chance(15) {
            format!("{} ? {} : {}", self.condition(), self.random.between(0, 9), self.random.between(0, 9))
        } else {
            self.stored(to.of)
        };
        self.line(&format!("{} = {value};", to.name));
        Some(())
    }

    fn accumulate(&mut self) -> Option<()> {
        let to = self.any_variable()?;
        let value = match to.of {
            Type::Int => self.random.between(1, 3).to_string(),
            Type::Unsigned | Type::Short | Type::Char | Type::Byte => self.value(),
        };
        match self.random.below(4) {
            0 => self.line(&format!("{} -= {value};", to.name)),
            1 if to.of != Type::Int => self.line(&format!("{} ^= {value};", to.name)),
            _ => self.line(&format!("{} += {value};", to.name)),
        }
        Some(())
    }

    fn divide(&mut self) -> Option<()> {
        let (to, by) = (self.any_variable()?, self.any_variable()?);
        let dividend = self.random.between(10, 40);
        let operation = *self.random.pick(&["DIVIDE", "REMAINDER"]);
        let shift = self.random.between(-9, 2);
        self.line(&format!("{} = {operation}({dividend}, (int)({} & 15) - {});", to.name, by.name, shift));
        Some(())
    }

    fn use_double(&mut self) -> Option<()> {
        let index = self.index(self.scope.doubles.len())?;
        let d = self.scope.doubles[index].clone();
        let whole = self.random.between(0, 3);
        match self.random.below(8) {
            0 => self.line(&format!("{d} = __builtin_nan(\"\");")),
            1..=3 => self.line(&format!("{d} += 0.5;")),
            4 => self.line(&format!("{d} = -{d};")),
            _ => self.line(&format!("{d} = {whole}.5;")),
        }
        Some(())
    }

    pub fn may_nest(&self) -> Option<()> {
        (self.nesting < MOST_NESTING).then_some(())
    }

    fn fork(&mut self) -> Option<()> {
        self.may_nest()?;
        let input = self.input(1)?;
        self.branch(&input);
        Some(())
    }

    fn branch(&mut self, condition: &str) {
        self.line(&format!("if ({condition}) {{"));
        self.arm();
        if self.random.chance(60) {
            self.line("} else {");
            self.arm();
        }
        self.line("}");
    }

    fn arm(&mut self) {
        let count = self.random.between(1, 2);
        self.inner(|writer| writer.statements(count));
    }

    fn arm_of_switch(&mut self) {
        let place = self.place;
        self.place = place.outside_loop();
        self.arm();
        self.place = place;
    }

    fn switch(&mut self) -> Option<()> {
        self.may_nest()?;
        let selector = self.input(2).unwrap_or_else(|| format!("{} & 3", self.leaf()));
        self.line(&format!("switch ({selector}) {{"));
        for label in 0..self.random.between(2, 3) {
            self.line(&format!("case {label}: {{"));
            self.arm_of_switch();
            // One in five falls through.
            let end = if self.random.chance(80) { "} break;" } else { "}" };
            self.line(end);
        }
        self.line("default: {");
        self.arm_of_switch();
        self.line("}");
        self.line("}");
        Some(())
    }

    fn bounded_loop(&mut self) -> Option<()> {
        self.may_nest()?;
        let rounds = self.random.between(2, 4);
        if self.multiplicity * rounds as u32 > MOST_MULTIPLICITY {
            return None;
        }
        let counter = self.name("i");
        let bound = match self.random.below(3) {
            0 => match self.input(1) {
                Some(input) => {
                    let bound = self.name("n");
                    self.line(&format!("const int {bound} = {} + (int){input};", rounds - 1));
                    bound
                }
                None => rounds.to_string(),
            },
            1 => format!("{rounds} && {}", self.stable_condition()),
            _ => rounds.to_string(),
        };
        let (place, multiplicity) = (self.place, self.multiplicity);
        self.multiplicity *= rounds as u32;
        self.place = Place::Loop { in_main: place.in_main() };
        self.block(&format!("for (int {counter} = 0; {counter} < {bound}; {counter}++)"), |writer| {
            writer.scope.counters.push(counter.clone());
            let count = writer.random.between(1, 3);
            writer.statements(count);
        });
        (self.place, self.multiplicity) = (place, multiplicity);
        Some(())
    }

    /// Evaluated once a round, so without a new input.
    fn stable_condition(&mut self) -> String {
        let bits = std::mem::take(&mut self.bits_left);
        let condition = self.condition();
        self.bits_left = bits;
        condition
    }

    /// Leaves the loop or the function early.
    fn leave(&mut self) -> Option<()> {
        let condition = self.condition();
        let way = match self.place {
            Place::Main => "return 0".to_owned(),
            Place::Helper => format!("return {} & 7", self.leaf()),
            Place::Loop { .. } => (*self.random.pick(&["break", "continue"])).to_owned(),
        };
        self.line(&format!("if ({condition})"));
        self.line(&format!("  {way};"));
        Some(())
    }

    pub fn call(&mut self) -> Option<()> {
        let index = self.index(self.helpers.len())?;
        let (name, bits) = (self.helpers[index].name.clone(), self.helpers[index].bits);
        self.pay(bits)?;
        self.write_call(&name)?;
        // The same code again, from another place: what happens in between belongs to the first one only.
        if self.random.chance(40) && self.pay(bits).is_some() {
            self.check();
            self.write_call(&name)?;
        }
        Some(())
    }

    fn use_function_pointer(&mut self) -> Option<()> {
        let index = self.index(self.scope.function_pointers.len())?;
        let pointer = self.scope.function_pointers[index].clone();
        if self.random.chance(50) {
            let index = self.index(self.helpers.len())?;
            self.line(&format!("{pointer} = {};", self.helpers[index].name));
            return Some(());
        }
        self.pay(self.helpers.iter().map(|helper| helper.bits).max()?)?;
        self.write_call(&pointer)
    }

    fn pay(&mut self, bits: u32) -> Option<()> {
        self.bits_left = self.bits_left.checked_sub(bits * self.multiplicity)?;
        Some(())
    }

    fn write_call(&mut self, function: &str) -> Option<()> {
        let to = self.any_variable()?;
        let value = self.value();
        let target = self.int_target();
        self.line(&format!("{} = {function}({value} & 3, {target});", to.name));
        Some(())
    }
}

impl Place {
    fn in_main(self) -> bool {
        match self {
            Place::Main => true,
            Place::Helper => false,
            Place::Loop { in_main } => in_main,
        }
    }

    /// Inside a `switch`, `break` would mean something else.
    fn outside_loop(self) -> Place {
        if self.in_main() { Place::Main } else { Place::Helper }
    }
}
