//! What a native build watches, and the flags that make it do so.

/// What a build watches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// Nothing but which lines and branches are executed.
    Coverage,
    /// Addresses and undefined behaviour.
    Sanitized,
    /// Uses of memory nobody has written.
    Uninitialised,
}

impl Variant {
    pub(crate) const ALL: &[Variant] = &[Variant::Coverage, Variant::Sanitized, Variant::Uninitialised];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Variant::Coverage => "coverage",
            Variant::Sanitized => "sanitized",
            Variant::Uninitialised => "uninitialised",
        }
    }

    /// Whether most of an executable is the runtime of a sanitizer.
    pub(crate) fn has_large_runtime(self) -> bool {
        match self {
            Variant::Coverage => false,
            Variant::Sanitized | Variant::Uninitialised => true,
        }
    }

    /// Flags for the program's own files.
    pub(crate) fn program_flags(self) -> &'static [&'static str] {
        match self {
            // Counters live in the file itself, so that a crash does not lose them.
            Variant::Coverage => {
                &["-fprofile-instr-generate", "-fcoverage-mapping", "-mllvm", "-runtime-counter-relocation=true"]
            }
            // The last array of a structure has the size it is declared with, as in the engine.
            Variant::Sanitized => &[
                "-fsanitize=address,undefined,float-cast-overflow",
                "-fsanitize=unsigned-integer-overflow,implicit-integer-truncation",
                "-fsanitize-recover=undefined,float-cast-overflow",
                "-fstrict-flex-arrays=3",
            ],
            Variant::Uninitialised => &["-fsanitize=memory"],
        }
    }

    /// Flags for the runtime and for linking.
    pub(crate) fn runtime_flags(self) -> &'static [&'static str] {
        match self {
            Variant::Coverage => &["-fprofile-instr-generate"],
            Variant::Sanitized => &["-fsanitize=address,undefined"],
            Variant::Uninitialised => &["-fsanitize=memory"],
        }
    }
}
