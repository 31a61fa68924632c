//! Declarations: global variables, helper functions, `main`.

use super::features::Feature;
use super::scope::{Array, Pointer, Scalar, Type};
use super::{BITS, Helper, Place, Writer};

/// Deepest recursion.
const DEPTH: u32 = 3;

impl Writer {
    pub fn globals(&mut self) {
        self.variables("STATIC ");
        self.scope.global_scalars = self.scope.scalars.len();
        self.scope.global_arrays = self.scope.arrays.len();
        self.scope.global_pairs = self.scope.pairs.len();
    }

    /// A few variables of the kinds the program's features need, all initialised.
    fn variables(&mut self, storage: &str) {
        let global = !storage.is_empty();
        let fresh = if global { Writer::global_name } else { Writer::name };
        for index in 0..self.random.between(1, 3) {
            // The first one can always be pointed to.
            let of = if index == 0 { Type::Int } else { *self.random.pick(Type::ALL) };
            let name = fresh(self, "x");
            let value = self.random.between(0, 4);
            self.line(&format!("{storage}{} {name} = {value};", of.name()));
            self.scope.scalars.push(Scalar { name, of });
        }
        if self.features.has(Feature::Arrays) && self.random.chance(70) {
            let of = *self.random.pick(Type::ALL);
            let length = *self.random.pick(&[2, 4, 4, 8]);
            let name = fresh(self, "a");
            let values: Vec<String> = (0..length).map(|_| self.random.between(0, 5).to_string()).collect();
            self.line(&format!("{storage}{} {name}[{length}] = {{{}}};", of.name(), values.join(", ")));
            self.scope.arrays.push(Array { name, length, of });
        }
        if self.features.has(Feature::Structs) && self.random.chance(80) {
            for _ in 0..2 {
                let name = fresh(self, "s");
                let (a, b) = (self.random.between(0, 4), self.random.between(0, 4));
                self.line(&format!("{storage}struct pair {name} = {{{a}, {b}, 1}};"));
                self.scope.pairs.push(name);
            }
        }
        if self.features.has(Feature::Pointers) && self.random.chance(80) {
            let pointer = Pointer { name: fresh(self, "p"), global };
            // A global starts with a constant address: that of the first variable, which is an `int`.
            let target =
                if global { Some(format!("&{}", self.scope.scalars[0].name)) } else { self.target_for(&pointer) };
            if let Some(target) = target {
                self.line(&format!("{storage}int *{} = {target};", pointer.name));
                self.scope.pointers.push(pointer);
            }
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
        if self.features.has(Feature::Doubles) && self.random.chance(70) {
            let name = fresh(self, "d");
            self.line(&format!("{storage}double {name} = 0.5;"));
            self.scope.doubles.push(name);
        }
    }

    pub fn helpers(&mut self) {
        if !self.features.has(Feature::Calls) && !self.features.has(Feature::FunctionPointers) {
            return;
        }
        for _ in 0..self.random.between(1, 3) {
            self.helper();
        }
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
        self.block(&format!("static int {name}(int n, int *q)"), |writer| {
            writer.scope.pointers.push(Pointer { name: "q".to_owned(), global: false });
            if recursive {
                writer.scope.counters.push("n".to_owned());
                writer.line("if (n <= 0)");
                let value = writer.value();
                writer.line(&format!("  return {value} & 7;"));
            } else {
                writer.scope.scalars.push(Scalar { name: "n".to_owned(), of: Type::Int });
            }
            writer.variables("");
            let count = writer.random.between(1, 4);
            writer.statements(count);
            let value = writer.value();
            if recursive {
                let target = writer.int_target();
                writer.line(&format!("return {name}(n - 1, {target}) + ({value} & 3);"));
            } else {
                writer.line(&format!("return {value} & 15;"));
            }
        });
        let bits = before - self.bits_left;
        self.scope = outside;
        self.helpers.push(Helper { name, bits });
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
