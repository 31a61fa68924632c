//! The configurations test programs are run in. The verdict and the bugs must not depend on them.
//!
//! Programs about paths and the flow of control are run in all of them. Those about the front end, memory, single checks and the
//! library are run in the ones that differ most, and in a few of the others that their name picks, so that every configuration
//! gets its share of them; those about pruning in all the ones that differ in how they prune.
//! Those that never end are run in a few that can prove something of loops, and in one that cannot.

/// One way to run a program.
pub struct Configuration {
    pub name: &'static str,
    /// `--opt`.
    pub level: &'static str,
    pub options: &'static [&'static str],
    pub compared: Compared,
    pub loops: Loops,
}

/// What becomes of a loop that nobody leaves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Loops {
    /// It is proved by induction that nothing is found there.
    Proved,
    /// It is explored for ever.
    Followed,
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
    Configuration { name, level: "light", options, compared: Compared::All, loops: Loops::Followed }
}

const fn pruned(name: &'static str, options: &'static [&'static str]) -> Configuration {
    Configuration { name, level: "light", options, compared: Compared::Results, loops: Loops::Followed }
}

const fn proving(name: &'static str, options: &'static [&'static str]) -> Configuration {
    Configuration { loops: Loops::Proved, ..pruned(name, options) }
}

pub const ALL: &[Configuration] = &[
    light("dfs", &["--interpolation", "off", "--search", "dfs"]),
    light("random-state", &["--interpolation", "off", "--search", "random-state", "--seed", "1"]),
    // Every question that takes a decision procedure has to wait first.
    pruned("generational", &["--interpolation", "off", "--search", "generational", "--first-slice", "0"]),
    pruned("greedy", &["--interpolation", "off", "--search", "greedy"]),
    proving("wp dfs", &["--interpolation", "wp", "--search", "dfs"]),
    proving("wp bfs", &["--interpolation", "wp", "--search", "bfs", "--first-slice", "0"]),
    proving(
        "wp random-path",
        &["--interpolation", "wp", "--search", "random-path", "--seed", "4", "--first-slice", "0"],
    ),
    proving("wp covnew, close-tree", &["--interpolation", "wp", "--search", "covnew,close-tree", "--seed", "5"]),
    pruned("wp generational", &["--interpolation", "wp", "--search", "generational"]),
    proving("wp by itself", &["--interpolation", "wp"]),
    pruned("core dfs", &["--interpolation", "core", "--search", "dfs"]),
    pruned("context bfs", &["--interpolation", "wp", "--coverage", "context", "--search", "bfs"]),
    Configuration {
        name: "opt none",
        level: "none",
        options: &["--interpolation", "off", "--search", "dfs"],
        compared: Compared::All,
        loops: Loops::Followed,
    },
    Configuration {
        name: "opt O1",
        level: "O1",
        options: &["--interpolation", "off", "--search", "dfs"],
        compared: Compared::Verdict,
        loops: Loops::Followed,
    },
];

/// Folders whose programs are run in some configurations only, and which these are.
const SHARES: &[Share] = &[
    plain("api/"),
    plain("check/"),
    plain("input/"),
    plain("inst/"),
    plain("memory/"),
    Share {
        folder: "pruning/",
        always: &["dfs", "wp dfs", "wp bfs", "wp random-path", "wp by itself", "core dfs", "opt none"],
        picked: 3,
    },
    Share { folder: "loops/", always: &["wp dfs", "wp by itself"], picked: 2 },
];

/// The configurations that differ most, and how many of the others.
struct Share {
    folder: &'static str,
    always: &'static [&'static str],
    picked: usize,
}

/// For programs that are not about the order of exploration or what is learnt from it.
const fn plain(folder: &'static str) -> Share {
    Share { folder, always: &["dfs", "wp dfs", "wp by itself", "opt none", "opt O1"], picked: 3 }
}

/// The configurations for a program, named by its path below `tests/c`.
pub fn of_program(name: &str) -> Vec<&'static Configuration> {
    let Some(share) = SHARES.iter().find(|share| name.starts_with(share.folder)) else { return ALL.iter().collect() };
    let (always, others): (Vec<_>, Vec<_>) = ALL.iter().partition(|c| share.always.contains(&c.name));
    let number = name.bytes().fold(0usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let picked = (0..share.picked).map(|i| others[(number + i * others.len() / share.picked) % others.len()]);
    always.into_iter().chain(picked).collect()
}
