//! The configurations every test program is run in. The verdict and the bugs must not depend on them.

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
