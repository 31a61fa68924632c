//! The configurations test programs are run in. The verdict and the bugs must not depend on them.
//!
//! Programs about pruning, memory and the flow of control are run in all of them. Those about the front end, single checks and the
//! library are run in the ones that differ most, and in a few of the others that their name picks, so that every configuration
//! gets its share of them.

/// One way to run a program.
pub struct Configuration {
    pub name: &'static str,
    /// `--opt`.
    pub level: &'static str,
    pub options: &'static [&'static str],
    pub compared: Compared,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Compared {
    /// The verdict, each bug with its line, and the number of paths.
    All,
    /// The verdict and the bugs: pruning skips paths, random executions find bugs before they do, and both must change
    /// nothing else.
    Results,
    /// The verdict alone: the optimiser moves lines and merges paths.
    Verdict,
}

const fn light(name: &'static str, options: &'static [&'static str]) -> Configuration {
    Configuration { name, level: "light", options, compared: Compared::All }
}

const fn pruned(name: &'static str, options: &'static [&'static str]) -> Configuration {
    Configuration { name, level: "light", options, compared: Compared::Results }
}

pub const ALL: &[Configuration] = &[
    light("dfs", &["--interpolation", "off", "--search", "dfs"]),
    light("random-state", &["--interpolation", "off", "--search", "random-state", "--seed", "1"]),
    pruned("generational", &["--interpolation", "off", "--search", "generational"]),
    pruned("greedy", &["--interpolation", "off", "--search", "greedy"]),
    pruned("wp dfs", &["--interpolation", "wp", "--search", "dfs"]),
    pruned("wp bfs", &["--interpolation", "wp", "--search", "bfs"]),
    pruned("wp random-path", &["--interpolation", "wp", "--search", "random-path", "--seed", "4"]),
    pruned("wp covnew, close-tree", &["--interpolation", "wp", "--search", "covnew,close-tree", "--seed", "5"]),
    pruned("wp generational", &["--interpolation", "wp", "--search", "generational"]),
    pruned("wp by itself", &["--interpolation", "wp"]),
    pruned("core dfs", &["--interpolation", "core", "--search", "dfs"]),
    pruned("context bfs", &["--interpolation", "wp", "--coverage", "context", "--search", "bfs"]),
    Configuration {
        name: "opt none",
        level: "none",
        options: &["--interpolation", "off", "--search", "dfs"],
        compared: Compared::All,
    },
    Configuration {
        name: "opt O1",
        level: "O1",
        options: &["--interpolation", "off", "--search", "dfs"],
        compared: Compared::Verdict,
    },
];

/// Folders whose programs are not about the order of exploration or what is learnt from it.
const PLAIN: &[&str] = &["api/", "check/", "input/", "inst/"];
/// What such a program is run in.
const ALWAYS: &[&str] = &["dfs", "wp dfs", "wp by itself", "opt none", "opt O1"];
/// How many of the others.
const PICKED: usize = 3;

/// The configurations for a program, named by its path below `tests/c`.
pub fn of_program(name: &str) -> Vec<&'static Configuration> {
    if !PLAIN.iter().any(|folder| name.starts_with(folder)) {
        return ALL.iter().collect();
    }
    let (always, others): (Vec<_>, Vec<_>) = ALL.iter().partition(|c| ALWAYS.contains(&c.name));
    let number = name.bytes().fold(0usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let picked = (0..PICKED).map(|i| others[(number + i * others.len() / PICKED) % others.len()]);
    always.into_iter().chain(picked).collect()
}
