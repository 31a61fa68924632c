//! Small random C programs whose errors can be found by trying all inputs.
//!
//! A program reads at most a handful of inputs of one or two bits each, has no undefined behaviour but the errors its
//! macros announce (see `prelude.h`), and always ends: loops are bounded, recursion goes down. What is meant to differ
//! between paths is what pruning looks at: variables of several widths, array elements behind data-dependent indices,
//! pointers re-pointed by the arms of a branch, heap objects, call stacks (and see `join.rs`). `file.rs` makes C files of
//! them, `brute_force.c` runs them for every input.

mod bit_field;
mod block;
mod by_value;
mod dispatch;
mod expression;
mod features;
pub mod file;
mod float;
mod function;
mod join;
mod jump;
mod lifetime;
mod loops;
mod memory;
mod order;
mod random;
mod scope;
mod shift;
mod side_effect;
mod sort;
mod statement;
mod string;
mod switch;
pub mod undefined;
mod uninitialised;
mod union;
mod walk;
mod wide;

use std::fmt::Write;

use features::Features;
use random::Random;
use scope::Scope;

/// Bits of input a run of a program may ask for in all.
const BITS: u32 = 9;

/// The program for a seed, without what all programs share.
fn text(seed: u64) -> String {
    let mut random = Random::new(seed);
    let features = Features::choose(&mut random);
    let mut writer = Writer {
        random,
        features,
        scope: Scope::default(),
        seed,
        text: String::new(),
        indent: 0,
        names: 0,
        multiplicity: 1,
        bits_left: 0,
        helpers: Vec::new(),
        dispatch: None,
        by_value: None,
        place: Place::Main,
        nesting: 0,
    };
    writer.line(&format!("/* seed {seed} */"));
    writer.globals();
    writer.functions_by_value();
    writer.helpers();
    writer.main();
    writer.text
}

/// A function that can be called: all have the type `int (int, int *)`.
struct Helper {
    name: String,
    /// Bits of input one call asks for at most.
    bits: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Main,
    Helper,
    /// A loop may be left or continued here; and where the loop is.
    Loop {
        in_main: bool,
    },
}

struct Writer {
    seed: u64,
    random: Random,
    features: Features,
    scope: Scope,
    text: String,
    indent: usize,
    names: usize,
    /// How often the statement being written is executed at most.
    multiplicity: u32,
    /// Bits of input that can still be asked for.
    bits_left: u32,
    helpers: Vec<Helper>,
    /// A table of functions, and a function that takes one.
    dispatch: Option<(String, String)>,
    /// Functions of a small structure and of a large one.
    by_value: Option<(String, String)>,
    place: Place,
    /// Blocks around the statement being written.
    nesting: usize,
}

impl Writer {
    fn line(&mut self, text: &str) {
        writeln!(self.text, "{:width$}{text}", "", width = 2 * self.indent).expect("strings grow");
    }

    /// Writes `head {`, the body in a scope of its own, and the brace.
    fn block(&mut self, head: &str, body: impl FnOnce(&mut Writer)) {
        self.line(&format!("{head} {{"));
        self.inner(body);
        self.line("}");
    }

    fn inner(&mut self, body: impl FnOnce(&mut Writer)) {
        let outside = self.scope.clone();
        self.indent += 1;
        self.nesting += 1;
        body(self);
        self.nesting -= 1;
        self.indent -= 1;
        self.scope = outside;
    }

    fn name(&mut self, letter: &str) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }

    /// A name that no other program has.
    fn global_name(&mut self, letter: &str) -> String {
        format!("{}_{}", self.name(letter), self.seed)
    }
}
