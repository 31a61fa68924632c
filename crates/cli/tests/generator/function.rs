//! Declarations: global variables, helper functions, `main`.

use super::features::Feature;
use super::scope::{Array, Scalar, Type, Variable};
use super::{BITS, Helper, Place, Writer};

/// Deepest recursion.
const DEPTH: u32 = 3;

impl Writer {
    pub fn globals(&mut self) {
        self.variables("STATIC ");
    }

    /// A few variables of the kinds the program's features need, all initialised. Static ones live as long as globals.
    fn variables(&mut self, storage: &str) {
        let lasting = !storage.is_empty();
        let depth = if lasting { 0 } else { self.nesting };
        let fresh = if lasting { Writer::global_name } else { Writer::name };
        for index in 0..self.random.between(1, 3) {
            // The first one can always be pointed to.
            let of = if index == 0 { Type::Int } else { *self.random.pick(Type::ALL) };
            let name = fresh(self, "x");
            let value = self.random.between(0, 4);
            self.line(&format!("{storage}{} {name} = {value};", of.name()));
            self.scope.scalars.push(Scalar { name, of, depth });
        }
        if self.features.has(Feature::Arrays) && self.random.chance(70) {
            let of = *self.random.pick(Type::ALL);
            let length = *self.random.pick(&[2, 4, 4, 8]);
            let name = fresh(self, "a");
            let values: Vec<String> = (0..length).map(|_| self.random.between(0, 5).to_string()).collect();
            self.line(&format!("{storage}{} {name}[{length}] = {{{}}};", of.name(), values.join(", ")));
            self.scope.arrays.push(Array { name, length, of, depth });
        }
        if self.features.has(Feature::Structs) && self.random.chance(80) {
            for _ in 0..2 {
                let name = fresh(self, "s");
                let (a, b) = (self.random.between(0, 4), self.random.between(0, 4));
                self.line(&format!("{storage}struct pair {name} = {{{a}, {b}, 1}};"));
                self.scope.pairs.push(Variable { name, depth });
            }
        }
        if self.features.has(Feature::Pointers) && self.random.chance(80) {
            let name = fresh(self, "p");
            // Lasting ones start with a constant address: that of the first variable, which is a global `int`.
            let target = if lasting { None } else { self.target_for(depth) };
            let target = target.unwrap_or_else(|| format!("&{}", self.scope.scalars[0].name));
            self.line(&format!("{storage}int *{name} = {target};"));
            if self.random.chance(40) {
                let pointer = fresh(self, "pp");
                self.line(&format!("{storage}int **{pointer} = &{name};"));
                self.scope.pointers_to_pointers.push(Variable { name: pointer, depth });
            }
            self.scope.pointers.push(Variable { name, depth });
        }
        if self.features.has(Feature::Heap) && self.random.chance(70) {
            let name = fresh(self, "h");
            self.line(&format!("{storage}int *{name} = 0;"));
            self.scope.heap.push(name);
        }
        if self.features.has(Feature::List) && self.random.chance(70) {
            let name = fresh(self, "l");
            self.line(&format!("{storage}struct node *{name} = 0;"));
            self.scope.lists.push(name);
        }
        if self.features.has(Feature::Floats) && self.random.chance(70) {
            let name = fresh(self, "d");
            let of = *self.random.pick(&["double", "float"]);
            self.line(&format!("{storage}{of} {name} = 0.5;"));
            self.scope.floats.push(name);
        }
        if self.features.has(Feature::Unions) && self.random.chance(70) {
            let (name, value) = (fresh(self, "w"), self.random.between(0, 300));
            self.line(&format!("{storage}union word {name} = {{{value}}};"));
            self.scope.unions.push(name);
        }
        if self.features.has(Feature::BitFields) && self.random.chance(70) {
            let (name, value) = (fresh(self, "b"), self.random.between(0, 3));
            self.line(&format!("{storage}struct fields {name} = {{{value}, 1, 2, 3, 1, 4, 1}};"));
            self.scope.bit_fields.push(name);
        }
        if self.features.has(Feature::ByValue) && self.random.chance(70) {
            let (name, value) = (fresh(self, "v"), self.random.between(0, 3));
            self.line(&format!("{storage}struct wide {name} = {{{{{value}, 1, 2}}, {{3, 4, 5}}}};"));
            self.scope.wides.push(name);
        }
        if self.features.has(Feature::Strings) && self.random.chance(80) {
            for _ in 0..2 {
                let (name, text) = (fresh(self, "t"), *self.random.pick(&["", "a", "ab", "-1", "12", "abab", "0x1"]));
                self.line(&format!("{storage}char {name}[8] = \"{text}\";"));
                self.scope.strings.push(name);
            }
        }
    }

    pub fn helpers(&mut self) {
        if !self.features.has(Feature::Calls) && !self.features.has(Feature::FunctionPointers) {
            return;
        }
        for _ in 0..self.random.between(1, 3) {
            self.helper();
        }
        self.table_of_functions();
    }

    fn helper(&mut self) {
        let name = self.global_name("f");
        let recursive = self.random.chance(25);
        let budget = if self.random.chance(70) { 2 } else { 0 };
        let outside = self.scope.clone();
        self.place = Place::Helper;
        self.bits_left = if recursive { budget.min(1) * DEPTH } else { budget };
        self.multiplicity = if recursive { DEPTH } else { 1 };
        let before = self.bits_left;
        // What the last statement calls: itself, perhaps through another function.
        let again = if recursive && self.random.chance(40) { self.way_back_to(&name) } else { name.clone() };
        self.block(&format!("static int {name}(int n, int *q)"), |writer| {
            writer.scope.pointers.push(Variable { name: "q".to_owned(), depth: writer.nesting });
            if recursive {
                writer.scope.counters.push("n".to_owned());
                writer.line("if (n <= 0)");
                let value = writer.value();
                writer.line(&format!("  return {value} & 7;"));
            } else {
                writer.scope.scalars.push(Scalar { name: "n".to_owned(), of: Type::Int, depth: writer.nesting });
            }
            let storage = if writer.random.chance(25) { "STATIC " } else { "" };
            writer.variables(storage);
            let count = writer.random.between(1, 4);
            writer.statements(count);
            let value = writer.value();
            if recursive {
                let target = writer.int_target();
                writer.line(&format!("return {again}(n - 1, {target}) + ({value} & 3);"));
            } else {
                writer.line(&format!("return {value} & 15;"));
            }
        });
        let bits = before - self.bits_left;
        self.scope = outside;
        self.helpers.push(Helper { name, bits });
    }

    /// A function that calls a later one: they recurse together.
    fn way_back_to(&mut self, name: &str) -> String {
        let between = self.global_name("f");
        self.line(&format!("static int {name}(int n, int *q);"));
        let value = self.random.between(0, 3);
        self.block(&format!("static int {between}(int n, int *q)"), |writer| {
            writer.line("int x = n, *p = n & 1 ? &x : q;");
            writer.line(&format!("return {name}(n, p) ^ {value};"));
        });
        between
    }

    pub fn main(&mut self) {
        self.place = Place::Main;
        self.bits_left = BITS;
        self.multiplicity = 1;
        self.block("int main(void)", |writer| {
            writer.variables("");
            if writer.features.has(Feature::FunctionPointers)
                && let Some(index) = writer.index(writer.helpers.len())
            {
                let name = writer.name("g");
                writer.line(&format!("int (*{name})(int, int *) = {};", writer.helpers[index].name));
                writer.scope.function_pointers.push(name);
            }
            if let (Some(to), Some(input)) = (writer.any_variable(), writer.input(2)) {
                writer.line(&format!("{} = {input};", to.name));
            }
            let count = writer.random.between(5, 11);
            writer.statements(count);
            for _ in 0..writer.random.between(2, 4) {
                writer.check();
            }
            writer.line("return 0;");
        });
    }
}
