//! Lifetimes of blocks: variables and compound literals that begin anew each time their block is entered, pointers to
//! them that are used as long as they live, and some that are used later.

use super::Writer;
use super::features::Feature;
use super::scope::{Scalar, Type, Variable};

impl Writer {
    pub fn use_lifetime(&mut self) -> Option<()> {
        self.may_nest()?;
        match self.random.below(6) {
            0 | 1 => self.block_with_variables(),
            2 | 3 => self.lend(),
            4 => self.compound_literal(),
            _ if self.features.has(Feature::MemoryErrors) => self.outlive(),
            _ => return None,
        }
        Some(())
    }

    /// Statements that may use a variable and a pointer of their own.
    fn block_with_variables(&mut self) {
        let (scalar, pointer) = (self.name("x"), self.name("p"));
        let value = self.stored(Type::Int);
        self.line("{");
        self.inner(|writer| {
            let depth = writer.nesting;
            writer.line(&format!("int {scalar} = {value}, *{pointer} = &{scalar};"));
            writer.scope.scalars.push(Scalar { name: scalar, of: Type::Int, depth });
            writer.scope.pointers.push(Variable { name: pointer, depth });
            let count = writer.random.between(1, 2);
            writer.statements(count);
        });
        self.line("}");
    }

    /// A pointer from outside names a variable of the block for a while.
    fn lend(&mut self) {
        let Some(index) = self.index(self.scope.pointers.len()) else { return self.block_with_variables() };
        let Variable { name: pointer, depth } = self.scope.pointers[index].clone();
        let (inner, value) = (self.name("x"), self.stored(Type::Int));
        // The first global is an `int`.
        let back = self.target_for(depth).unwrap_or_else(|| format!("&{}", self.scope.scalars[0].name));
        let to = self.any_variable().map_or_else(String::new, |to| format!("{} = ", to.name));
        let declaration = *self.random.pick(&["", "[2]"]);
        self.line("{");
        self.inner(|writer| {
            let (address, value) = match declaration {
                "" => (format!("&{inner}"), value),
                _ => (format!("{inner} + {}", writer.random.between(0, 1)), format!("{{{value}, 3}}")),
            };
            writer.line(&format!("int {inner}{declaration} = {value};"));
            writer.line(&format!("{pointer} = {address};"));
            let more = writer.random.between(1, 3);
            writer.line(&format!("*{pointer} += {more};"));
            writer.line(&format!("{to}*{pointer} & 31;"));
            writer.line(&format!("{pointer} = {back};"));
        });
        self.line("}");
    }

    fn compound_literal(&mut self) {
        let (first, second) = (self.stored(Type::Int), self.random.between(0, 3));
        if let Some(index) = self.index(self.scope.pairs.len())
            && self.random.chance(40)
        {
            let pair = self.scope.pairs[index].name.clone();
            self.line(&format!("{pair} = (struct pair){{{first}, {second}, 1}};"));
            return;
        }
        let name = self.name("p");
        let depth = self.nesting;
        let literal = match self.random.below(3) {
            0 => format!("(int[]){{{first}, {second}}} + {}", self.random.between(0, 1)),
            1 => format!("&(int){{{first}}}"),
            _ => format!("&(struct pair){{{first}, {second}, 1}}.a"),
        };
        self.line(&format!("int *{name} = {literal};"));
        self.scope.pointers.push(Variable { name, depth });
    }

    /// A pointer that on some paths names a variable whose block is left.
    fn outlive(&mut self) {
        let (pointer, outer, inner) = (self.name("e"), self.name("e"), self.name("e"));
        let (condition, to) = (self.condition(), self.any_variable());
        let value = self.random.between(0, 3);
        self.line(&format!("int {outer} = {value}, *{pointer} = &{outer};"));
        self.line("{");
        self.inner(|writer| {
            writer.line(&format!("int {inner} = {};", 3 - value));
            writer.line(&format!("if ({condition})"));
            writer.line(&format!("  {pointer} = &{inner};"));
            if let Some(to) = &to {
                writer.line(&format!("{} = *{pointer};", to.name));
            }
        });
        self.line("}");
        if self.random.chance(40) {
            self.check();
        }
        if let Some(to) = to {
            self.line(&format!("{} = LIVING({pointer}, &{outer});", to.name));
        }
    }
}
