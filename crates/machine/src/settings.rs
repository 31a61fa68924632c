//! What of the configuration the machine needs.

use crate::checks::CheckSet;
use crate::externals::{Confinement, ExternalCalls};
use crate::failures::Failures;

/// What of the configuration the machine needs.
#[derive(Clone, Debug)]
pub struct Settings {
    pub checks: CheckSet,
    /// Native stack size a program may use.
    pub stack_limit: u64,
    pub environment: Environment,
    pub external_calls: ExternalCalls,
    /// Whether foreign functions are called where there is no sandbox.
    pub confinement: Confinement,
    /// Which calls of the system may fail.
    pub failures: Failures,
}

/// What of the program's surroundings is symbolic, in a given size. Without it standard input never ends by itself.
#[derive(Clone, Default, Debug)]
pub struct Environment {
    /// Bytes of standard input.
    pub stdin: Option<u64>,
    /// How many files there are, called `A`, `B` and so on, and their size.
    pub files: Option<(u8, u64)>,
    /// Arguments behind the given ones.
    pub arguments: Vec<SymbolicArguments>,
}

/// From `least` to `most` arguments of at most `length` bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SymbolicArguments {
    pub least: u64,
    pub most: u64,
    pub length: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            checks: CheckSet::default(),
            stack_limit: 8 << 20,
            environment: Environment::default(),
            external_calls: ExternalCalls::default(),
            confinement: Confinement::default(),
            failures: Failures::default(),
        }
    }
}
