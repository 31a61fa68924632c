//! Programs as C files: one in a file of its own, or many in one file, because compiling a file costs far more than
//! compiling a program.
//!
//! A line has the same number in both: among many, each program stands for a file that is named after its seed. What a
//! program declares at file scope carries the seed in its name (see [`Writer::global_name`](super::Writer)).

use std::fmt::Write;

const PRELUDE: &str = include_str!("prelude.h");
/// The other half of a file of programs that is compiled with `-DBRUTE_FORCE`, which looks for it beside itself.
pub const BRUTE_FORCE: &str = include_str!("brute_force.c");
/// The folder for programs that are kept.
pub const KEPT: &str = "soundness";

/// One program, which starts in `main`.
pub fn alone(seed: u64) -> String {
    format!("{PRELUDE}{}{}", super::text(seed), table(&[seed], |_| "main".to_owned()))
}

/// Many programs, each of which starts in its [`entry`].
pub fn together(seeds: &[u64]) -> String {
    let first = PRELUDE.lines().count() + 1;
    let mut file = PRELUDE.to_owned();
    for &seed in seeds {
        writeln!(file, "#undef main\n#define main {}\n#line {first} \"{seed}.c\"", entry(seed)).expect("strings grow");
        file.push_str(&super::text(seed));
    }
    file.push_str(&table(seeds, entry));
    file
}

pub fn entry(seed: u64) -> String {
    format!("explored_{seed}")
}

/// What brute force is to run.
fn table(seeds: &[u64], entry: impl Fn(u64) -> String) -> String {
    let rows: String = seeds.iter().map(|&seed| format!("  {{{seed}, {}}},\n", entry(seed))).collect();
    format!(
        "#ifdef BRUTE_FORCE\nstatic const struct program programs[] = {{\n{rows}  {{0, 0}},\n}};\n\
         #undef main\n#include \"brute_force.c\"\n#endif\n"
    )
}
