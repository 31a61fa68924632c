//! The words results are told in: what a run can say of a program and of a target, why it ended, why something was left out.

use vocabulary::vocabulary;

vocabulary! {
    /// What a run can say of the program.
    pub enum Verdict: "verdict" {
        /// No bug, and everything was explored.
        Safe = "safe",
        /// A bug, shown by a test.
        Unsafe = "unsafe",
        /// No bug seen, but something was cut.
        Unknown = "unknown",
    }
}

vocabulary! {
    /// Why a run ended.
    pub enum StopReason: "stop reason" {
        Exhausted = "exhausted",
        Time = "time",
        Paths = "paths",
        Memory = "memory",
        Interrupt = "interrupt",
        /// `--exit-on-error` and a bug was found.
        Bug = "bug",
        Instructions = "instructions",
        Forks = "forks",
        Tests = "tests",
        /// Every target was reached.
        Targets = "targets",
        /// An internal error; what was found before it is kept.
        Crash = "crash",
    }
}

vocabulary! {
    /// Why a part of the program was not explored.
    pub enum CutReason: "cut reason" {
        /// States still open when the time was up.
        Time = "time",
        Paths = "paths",
        /// States dropped to stay within the memory limit.
        Memory = "memory",
        Interrupt = "interrupt",
        Bug = "bug",
        Depth = "depth",
        Forks = "forks",
        Instructions = "instructions",
        Tests = "tests",
        /// The solver gave no answer in its time.
        Solver = "solver",
        /// A symbolic value was fixed to one of its values.
        Concretized = "concretized",
        /// A symbolic size above the bound of the size classes.
        Size = "size",
        /// A pointer that may name too many objects.
        Pointer = "pointer",
        /// An instruction the machine does not execute.
        Unsupported = "unsupported",
        /// A call of a function nobody defines.
        External = "external",
        /// An error whose check is off.
        Unchecked = "unchecked",
        /// Only inputs drawn at random were executed.
        Sampled = "sampled",
        /// A state was skipped at a coverage level that does not ask for errors.
        Coverage = "coverage",
        /// Nothing that was asked for lies behind a state, or everything was reached already.
        Targets = "targets",
        Crash = "crash",
        /// A run that went on after it was stopped could not come to where it had been.
        Resumed = "resumed",
    }
}

impl CutReason {
    /// Why states are cut that are open when a run ends.
    pub fn of_stop(stop: Option<StopReason>) -> CutReason {
        match stop {
            // Random testing has seen enough of what it can see.
            None | Some(StopReason::Exhausted) => CutReason::Sampled,
            Some(StopReason::Time) => CutReason::Time,
            Some(StopReason::Paths) => CutReason::Paths,
            Some(StopReason::Memory) => CutReason::Memory,
            Some(StopReason::Interrupt) => CutReason::Interrupt,
            Some(StopReason::Bug) => CutReason::Bug,
            Some(StopReason::Instructions) => CutReason::Instructions,
            Some(StopReason::Forks) => CutReason::Forks,
            Some(StopReason::Tests) => CutReason::Tests,
            Some(StopReason::Targets) => CutReason::Targets,
            Some(StopReason::Crash) => CutReason::Crash,
        }
    }

    /// Whether code may lie behind it that nobody has entered and somebody looks for.
    pub fn hides_code(self) -> bool {
        !matches!(self, CutReason::Coverage | CutReason::Targets)
    }
}

vocabulary! {
    /// What became of a bug's test on a native build.
    pub enum Replay: "outcome of a replay" {
        /// The native program shows the bug.
        Confirmed = "confirmed",
        /// It came to an end without the bug, though nothing could have hidden it: the bug is refuted.
        NotReproduced = "not-reproduced",
        /// It was run, or need not be, but nothing native can see such a bug.
        NotCheckable = "not-checkable",
        /// It could not be run on this test, or not to its end.
        NotReplayed = "not-replayed",
    }
}

impl Replay {
    /// Whether it settles the bug, and how.
    pub fn confirms(self) -> Option<bool> {
        match self {
            Replay::Confirmed => Some(true),
            Replay::NotReproduced => Some(false),
            Replay::NotCheckable | Replay::NotReplayed => None,
        }
    }
}

vocabulary! {
    /// What is known of a target.
    pub enum TargetStatus: "target status" {
        Reachable = "reachable",
        Unreachable = "unreachable",
        Unknown = "unknown",
    }
}
