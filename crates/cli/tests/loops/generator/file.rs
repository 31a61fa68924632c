//! Programs as C files: one in a file of its own, or many in one file, because compiling a file costs far more than
//! compiling a program. A line has the same number in both.

use std::fmt::Write;

const PRELUDE: &str = include_str!("prelude.h");
/// The other half of a file of programs that is compiled with `-DBRUTE_FORCE`, which looks for it beside itself.
pub const BRUTE_FORCE: &str = include_str!("brute_force.c");
/// The folder for programs that are kept.
pub const KEPT: &str = "loops";

/// One program, which starts in `main`.
pub fn alone(seed: u64) -> String {
    format!("{PRELUDE}{}{}", super::text(seed), table(&[seed]))
}

/// Many programs, each of which starts in its [`entry`].
pub fn together(seeds: &[u64]) -> String {
    let first = PRELUDE.lines().count() + 1;
    let mut file = PRELUDE.to_owned();
    for &seed in seeds {
        writeln!(file, "#undef main\n#define main {}\n#line {first} \"{seed}.c\"", entry(seed)).expect("strings grow");
        file.push_str(&super::text(seed));
    }
    file.push_str(&table(seeds));
    file
}

pub fn entry(seed: u64) -> String {
    format!("explored_{seed}")
}

/// What brute force is to run.
fn table(seeds: &[u64]) -> String {
    let mut text = "#ifdef BRUTE_FORCE\n#undef main\n".to_owned();
    for seed in seeds {
        // The linker's names for the section with the variables of a program.
        text += &format!("extern char __start_state_{seed}[], __stop_state_{seed}[];\n");
    }
    text += "static const struct program programs[] = {\n";
    for seed in seeds {
        text += &format!("  {{{seed}, begin_{seed}, round_{seed}, __start_state_{seed}, __stop_state_{seed}}},\n");
    }
    text + "  {0, 0, 0, 0, 0},\n};\n#include \"brute_force.c\"\n#endif\n"
}
