//! The bugs the machine can see: one table with each one's name, weakness number, default and sentence.

use std::fmt;

use expr::ExprId;
use program::ir::{FuncId, LocId, Undefined};

use crate::memory::ObjectKind;

/// What happens to a path on which the bug shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// C gives no meaning to what follows: the path ends.
    Ends,
    /// The program goes on as the hardware would.
    GoesOn,
}

macro_rules! bug_kinds {
    ($($variant:ident $name:literal $cwe:literal $group:ident $severity:ident $sentence:literal;)*) => {
        /// A kind of bug; its name is what `--checks`, reports and test annotations use.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum BugKind { $($variant),* }

        impl BugKind {
            pub const ALL: &'static [BugKind] = &[$(BugKind::$variant),*];

            pub fn name(self) -> &'static str {
                match self { $(BugKind::$variant => $name),* }
            }

            /// The number in the Common Weakness Enumeration.
            pub fn cwe(self) -> u32 {
                match self { $(BugKind::$variant => $cwe),* }
            }

            pub fn group(self) -> Group {
                match self { $(BugKind::$variant => Group::$group),* }
            }

            pub fn severity(self) -> Severity {
                match self { $(BugKind::$variant => Severity::$severity),* }
            }

            /// One sentence for people, with KLEE's wording where people search for it.
            pub fn sentence(self) -> &'static str {
                match self { $(BugKind::$variant => $sentence),* }
            }
        }
    };
}

bug_kinds! {
    AssertionFailure "assertion-failure" 617 Assert Ends "ASSERTION FAIL";
    Abort "abort" 617 Assert Ends "abort failure";
    ErrorCall "error-call" 617 Assert Ends "error function reached";
    ReportedError "reported-error" 617 Assert Ends "error reported by the program";
    OutOfBoundsRead "out-of-bounds-read" 125 Memory Ends "memory error: out of bound pointer (read)";
    OutOfBoundsWrite "out-of-bounds-write" 787 Memory Ends "memory error: out of bound pointer (write)";
    IndexOutOfRange "index-out-of-range" 129 Memory GoesOn "array index out of range";
    NullDereference "null-dereference" 476 Memory Ends "memory error: null pointer dereference";
    InvalidPointer "invalid-pointer" 119 Memory Ends "memory error: pointer to no object";
    UseAfterFree "use-after-free" 416 Memory Ends "memory error: use after free";
    UseAfterScope "use-after-scope" 562 Memory Ends "memory error: use of a local variable after its scope";
    DoubleFree "double-free" 415 Memory Ends "memory error: double free";
    InvalidFree "invalid-free" 590 Memory Ends "memory error: invalid free";
    OverlappingCopy "overlapping-copy" 475 Memory Ends "memory error: copy between overlapping objects";
    ReadOnlyWrite "read-only-write" 119 Memory Ends "memory error: object read only";
    DivisionByZero "division-by-zero" 369 Arithmetic Ends "divide by zero";
    DivisionOverflow "division-overflow" 190 Arithmetic Ends "division overflow (minimum by -1)";
    ShiftOutOfRange "shift-out-of-range" 1335 Arithmetic GoesOn "overshift error";
    VlaBound "vla-bound" 1284 Memory Ends "a variable-length array without elements";
    InvalidBuiltin "invalid-builtin" 628 Arithmetic GoesOn "built-in function without a result";
    MissingReturn "missing-return" 394 Arithmetic GoesOn "the value of a function that ended without return is used";
    StackExhaustion "stack-exhaustion" 674 Memory Ends "stack exhausted";
    UnreachableCode "unreachable-code" 758 Assert Ends "reached code declared unreachable";
    FunctionMismatch "function-mismatch" 843 Memory Ends "call through a pointer that fits no such function";
    ArgumentMismatch "argument-mismatch" 685 Memory Ends "variable argument that was not passed, or is of another kind";
    UninitialisedUse "uninitialised-use" 457 OnRequest GoesOn "use of an uninitialised value";
    MemoryLeak "memory-leak" 401 OnRequest GoesOn "memory leak";
    SignedOverflow "signed-overflow" 190 OnRequest GoesOn "signed integer overflow";
    UnsignedWrap "unsigned-wrap" 190 OnRequest GoesOn "unsigned integer wrap-around";
    LeftShiftOverflow "left-shift-overflow" 190 OnRequest GoesOn "left shift of a signed value that loses bits";
    FloatToInteger "float-to-integer" 681 OnRequest GoesOn "float outside the range of the integer type";
    ImplicitTruncation "implicit-truncation" 197 OnRequest GoesOn "implicit conversion loses bits";
    MisalignedAccess "misaligned-access" 188 OnRequest GoesOn "misaligned address";
    PointerOverflow "pointer-overflow" 823 OnRequest GoesOn "pointer arithmetic beyond the object";
    FormatString "format-string" 134 OnRequest GoesOn "format string from input";
}

impl BugKind {
    /// Whether the bug, where it shows inside a model of a library function, is its caller's: what ends a path there (a bad
    /// pointer, a division) comes from arguments. How a model itself wraps, shifts and indexes is its own business.
    pub fn is_of_the_caller(self) -> bool {
        match self.severity() {
            Severity::Ends => true,
            Severity::GoesOn => {
                matches!(self, BugKind::UninitialisedUse | BugKind::MemoryLeak | BugKind::FormatString)
            }
        }
    }

    /// Whether a program may end like this on purpose. What follows any other bug has no meaning in C.
    pub fn is_an_end(self) -> bool {
        matches!(self, BugKind::AssertionFailure | BugKind::Abort | BugKind::ErrorCall | BugKind::ReportedError)
    }
}

/// Groups of checks; each name selects the whole group in `--checks`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    Assert,
    Memory,
    Arithmetic,
    OnRequest,
}

impl Group {
    pub const ALL: &'static [(Group, &'static str)] = &[
        (Group::Assert, "assert"),
        (Group::Memory, "memory"),
        (Group::Arithmetic, "arithmetic"),
        (Group::OnRequest, "on-request"),
    ];
}

impl fmt::Display for BugKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The checks that are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckSet(u64);

impl Default for CheckSet {
    fn default() -> CheckSet {
        let mut set = CheckSet(0);
        for &kind in BugKind::ALL {
            set.switch(kind, kind.group() != Group::OnRequest);
        }
        set
    }
}

impl CheckSet {
    #[inline(always)]
    pub fn has(self, kind: BugKind) -> bool {
        self.0 & (1 << kind as u64) != 0
    }

    fn switch(&mut self, kind: BugKind, on: bool) {
        if on {
            self.0 |= 1 << kind as u64;
        } else {
            self.0 &= !(1 << kind as u64);
        }
    }

    /// The checks that make sense on optimised code: without those of operations that an optimiser may move to where
    /// the program does not execute them, because there their result is not used.
    pub fn on_optimised_code(mut self) -> CheckSet {
        use BugKind::{PointerOverflow, ShiftOutOfRange, SignedOverflow, UnsignedWrap};
        for kind in [ShiftOutOfRange, SignedOverflow, UnsignedWrap, PointerOverflow] {
            self.switch(kind, false);
        }
        self
    }

    /// What the compiler has to state for these checks, beside what it always states.
    pub fn to_state(self) -> Vec<Undefined> {
        let on_request = [
            Undefined::ShiftBase,
            Undefined::SignedOverflow,
            Undefined::UnsignedWrap,
            Undefined::PointerOverflow,
            Undefined::Misaligned,
            Undefined::FloatToInteger,
            Undefined::ImplicitTruncation,
        ];
        on_request.into_iter().filter(|&kind| self.has(kind.into())).collect()
    }

    /// Those of this set that are not in another.
    pub fn without(self, other: CheckSet) -> CheckSet {
        CheckSet(self.0 & !other.0)
    }

    /// Reads a list such as `default,signed-overflow`, `memory,-invalid-free`, `all`. A list that opens with `+` or `-`
    /// changes the default set; any other starts from nothing.
    pub fn parse(text: &str) -> Result<CheckSet, String> {
        if text.split(',').all(|word| word.trim().is_empty()) {
            return Err("no check is named: `none` switches all of them off".to_owned());
        }
        let first = text.split(',').next().unwrap_or("").trim();
        let mut set = if first.starts_with(['-', '+']) { CheckSet::default() } else { CheckSet(0) };
        for word in text.split(',').map(str::trim).filter(|w| !w.is_empty()) {
            let (on, name) = match word.strip_prefix('-') {
                Some(rest) => (false, rest),
                None => (true, word.strip_prefix('+').unwrap_or(word)),
            };
            let mut known = true;
            match name {
                "all" => BugKind::ALL.iter().for_each(|&k| set.switch(k, on)),
                "none" => set = CheckSet(0),
                "default" => {
                    BugKind::ALL.iter().filter(|k| k.group() != Group::OnRequest).for_each(|&k| set.switch(k, on))
                }
                _ => {
                    let group = Group::ALL.iter().find(|(_, n)| *n == name).map(|(g, _)| *g);
                    let mut found = false;
                    for &kind in BugKind::ALL {
                        if kind.name() == name || Some(kind.group()) == group {
                            set.switch(kind, on);
                            found = true;
                        }
                    }
                    known = found;
                }
            }
            if !known {
                let names: Vec<&str> =
                    Group::ALL.iter().map(|(_, n)| *n).chain(BugKind::ALL.iter().map(|k| k.name())).collect();
                return Err(format!("unknown check '{name}'; known: all, none, default, {}", names.join(", ")));
            }
        }
        Ok(set)
    }
}

impl fmt::Display for CheckSet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let on: Vec<&str> = BugKind::ALL.iter().filter(|k| self.has(**k)).map(|k| k.name()).collect();
        f.write_str(&on.join(","))
    }
}

/// What makes two reports ones of the same bug: its kind and where it shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BugId {
    pub kind: BugKind,
    pub function: FuncId,
    pub loc: LocId,
}

/// One bug as the machine sees it; the engine adds the input.
#[derive(Clone, Debug)]
pub struct BugReport {
    pub kind: BugKind,
    pub message: String,
    pub function: FuncId,
    pub loc: LocId,
    /// The call stack, innermost first: each function with the position in it.
    pub stack: Vec<(FuncId, LocId)>,
    /// How an access leaves its object, which depends on the inputs that show it.
    pub stray: Option<Stray>,
}

/// An access that leaves its object. All of 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stray {
    /// From the start of the object.
    pub offset: ExprId,
    pub len: ExprId,
    /// What the program asked for, not what the object takes up here.
    pub size: ExprId,
    /// Where the object starts.
    pub address: u64,
    pub object: ObjectKind,
}

impl BugReport {
    pub fn id(&self) -> BugId {
        BugId { kind: self.kind, function: self.function, loc: self.loc }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_parses_to_itself_and_prints_back() {
        for &kind in BugKind::ALL {
            let set = CheckSet::parse(kind.name()).unwrap();
            assert_eq!(set.to_string(), kind.name());
        }
        for (group, name) in Group::ALL {
            let set = CheckSet::parse(name).unwrap();
            assert!(BugKind::ALL.iter().all(|k| set.has(*k) == (k.group() == *group)));
        }
    }

    #[test]
    fn what_a_model_computes_is_its_own_business() {
        let own: Vec<&str> = BugKind::ALL.iter().filter(|k| !k.is_of_the_caller()).map(|k| k.name()).collect();
        assert_eq!(
            own,
            [
                "index-out-of-range",
                "shift-out-of-range",
                "invalid-builtin",
                "missing-return",
                "signed-overflow",
                "unsigned-wrap",
                "left-shift-overflow",
                "float-to-integer",
                "implicit-truncation",
                "misaligned-access",
                "pointer-overflow"
            ]
        );
    }

    #[test]
    fn lists_add_and_drop() {
        assert_eq!(CheckSet::parse("default").unwrap(), CheckSet::default());
        let set = CheckSet::parse("+memory-leak").unwrap();
        assert!(set.has(BugKind::MemoryLeak) && set.has(BugKind::OutOfBoundsRead));
        let set = CheckSet::parse("-abort").unwrap();
        assert!(!set.has(BugKind::Abort) && set.has(BugKind::OutOfBoundsRead));
        let set = CheckSet::default().on_optimised_code();
        assert!(!set.has(BugKind::ShiftOutOfRange) && set.has(BugKind::DivisionByZero));
        assert_eq!(CheckSet::default().without(set).to_string(), "shift-out-of-range");
        assert!(CheckSet::parse("out-of-bond").unwrap_err().contains("out-of-bond"));
    }
}
