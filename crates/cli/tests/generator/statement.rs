//! Which statement comes next, and the simplest: assignments, checks, branches, calls.

use super::features::Feature;
use super::scope::{Scalar, Type};
use super::{Place, Writer};

/// Blocks inside each other.
const MOST_NESTING: usize = 4;
/// Executions of one statement.
pub const MOST_MULTIPLICITY: u32 = 12;

impl Writer {
    pub fn statements(&mut self, count: i64) {
        for _ in 0..count {
            self.statement();
        }
    }

    pub fn statement(&mut self) {
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
            Feature::Pointers if self.random.chance(30) => self.use_pointer_to_pointer(),
            Feature::Pointers => self.use_pointer(),
            Feature::Structs => self.use_pair(),
            Feature::Blocks => self.use_block(),
            Feature::Calls => self.call(),
            Feature::FunctionPointers => self.use_function_pointer(),
            Feature::Heap => self.use_heap(),
            Feature::List => self.use_list(),
            Feature::Floats => self.use_float(),
            Feature::Lifetimes => self.use_lifetime(),
            Feature::Uninitialised => self.read_uninitialised(),
            Feature::Shifts => self.shift(),
            Feature::Unions => self.use_union(),
            Feature::BitFields => self.use_bit_fields(),
            Feature::ByValue => self.call_by_value(),
            Feature::Strings => self.use_string(),
            Feature::Jumps => self.jump(),
            Feature::SideEffects => self.side_effect(),
            Feature::Sorting => self.sort_or_search(),
            Feature::Wide => self.wide_arithmetic(),
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
            Feature::Undefined => self.undefined(),
            Feature::MemoryErrors => self.risky_access(),
            Feature::Return => self.leave(),
            Feature::Walk => self.walk(),
            Feature::Order => self.order(),
            Feature::Join => self.join(),
        }
    }

    pub fn check(&mut self) {
        if self.random.chance(20) && self.check_float().is_some() {
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
            Type::Int | Type::Enum => self.random.between(1, 3).to_string(),
            Type::Unsigned | Type::Short | Type::Char | Type::Byte | Type::Plain | Type::Long | Type::Bool => {
                self.value()
            }
        };
        match self.random.below(4) {
            0 => self.line(&format!("{} -= {value};", to.name)),
            1 if !matches!(to.of, Type::Int | Type::Enum) => self.line(&format!("{} ^= {value};", to.name)),
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

    pub fn arm(&mut self) {
        let count = self.random.between(1, 2);
        self.inner(|writer| writer.statements(count));
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

    pub fn pay(&mut self, bits: u32) -> Option<()> {
        self.bits_left = self.bits_left.checked_sub(bits * self.multiplicity)?;
        Some(())
    }

    pub fn write_call(&mut self, function: &str) -> Option<()> {
        let to = self.any_variable()?;
        let value = self.value();
        let target = self.int_target();
        self.line(&format!("{} = {function}({value} & 3, {target});", to.name));
        Some(())
    }
}

impl Place {
    pub fn in_main(self) -> bool {
        match self {
            Place::Main => true,
            Place::Helper => false,
            Place::Loop { in_main } => in_main,
        }
    }
}
