//! What a native run must show for a bug to count as confirmed: one table over the kinds of bugs.

use crate::boxed::Leaks;
use crate::evidence::{Evidence, NOTED};
use crate::variant::Variant;

/// What is looked for, in which build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expectation {
    pub variant: Variant,
    pub leaks: Leaks,
    /// A report whose sentence contains one of these fits.
    signs: &'static [&'static str],
    pub position: Position,
}

/// Whether a report must name the bug's line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Position {
    SameLine,
    /// Where a stack ends depends on its size.
    Anywhere,
}

/// An access outside all objects may hit anything, so what it hits is the sanitizer's guess.
const STRAY_ACCESS: &[&str] = &[
    "buffer-overflow",
    "buffer-underflow",
    "out of bounds",
    "SEGV",
    "BUS",
    "container-overflow",
    "negative-size-param",
    "use-after-poison",
    "unknown-crash",
    "heap-use-after-free",
    "stack-use-after",
    "invalid-pointer-pair",
    "wild",
    "insufficient space",
];

/// `None` for what no native check can see, and for kinds nobody knows.
pub fn of(kind: &str) -> Option<Expectation> {
    let signs: &'static [&'static str] = match kind {
        "assertion-failure" => &["noted: assertion-failure"],
        "abort" => &["ABRT", "noted: abort", "ILL on", "TRAP on"],
        // A static error function cannot be replaced; it usually asserts or aborts.
        "error-call" => &["noted: error-call", "noted: assertion-failure", "ABRT"],
        "reported-error" => &["noted: reported-error"],
        "out-of-bounds-read" | "out-of-bounds-write" | "invalid-pointer" => STRAY_ACCESS,
        "index-out-of-range" => &["out of bounds"],
        "null-dereference" => &["null pointer", "SEGV"],
        "use-after-free" => &["heap-use-after-free", "double-free", "attempting free", "noted: use-after-free"],
        "use-after-scope" => &["stack-use-after-scope", "stack-use-after-return"],
        "double-free" => &["double-free"],
        "invalid-free" => &["attempting free", "alloc-dealloc-mismatch", "double-free", "SEGV", "malloc_usable_size"],
        // The sanitizer of addresses knows it of functions that copy; what is printed into itself the runtime looks at.
        "overlapping-copy" => &["param-overlap", "noted: overlapping-copy"],
        "read-only-write" => &["SEGV"],
        "division-by-zero" => &["division by zero", "FPE"],
        "division-overflow" => &["cannot be represented", "FPE"],
        // Of a number of any width (`_BitInt`) the sanitizer says that the result does not fit.
        "shift-out-of-range" => &["shift exponent", "left shift of"],
        "vla-bound" => &["variable length array bound", "dynamic-stack-buffer-overflow", "stack-overflow"],
        "invalid-builtin" => &["passing zero to"],
        "left-shift-overflow" => &["left shift of"],
        "float-to-integer" => &["is outside the range of representable values"],
        "implicit-truncation" => &["implicit conversion from type"],
        "misaligned-access" => &["misaligned address"],
        "stack-exhaustion" => &["stack-overflow", "SEGV"],
        "unreachable-code" => &["unreachable program point"],
        "function-mismatch" => &["incorrect function type", "SEGV", "ILL on"],
        // Where a pointer to a function was never set, the call itself is what shows it.
        "uninitialised-use" => &["use-of-uninitialized-value", "SEGV"],
        "memory-leak" => &["leak of"],
        "signed-overflow" => &["signed integer overflow", "cannot be represented"],
        "unsigned-wrap" => &["unsigned integer overflow", "cannot be represented"],
        // Sanitizers look at accesses and at wrap-around, not at addresses beyond an object.
        "pointer-overflow" => return None,
        // Clang checks for it in C++ only.
        "missing-return" => return None,
        // Natively something is read in its place.
        "argument-mismatch" => return None,
        // A format from input is no error by itself.
        "format-string" => return None,
        _ => return None,
    };
    Some(Expectation {
        variant: if kind == "uninitialised-use" { Variant::Uninitialised } else { Variant::Sanitized },
        leaks: if kind == "memory-leak" { Leaks::Reported } else { Leaks::Ignored },
        signs,
        position: if kind == "stack-exhaustion" { Position::Anywhere } else { Position::SameLine },
    })
}

impl Expectation {
    /// Whether a report shows the bug at this place. Without positions on one side the kind must do.
    pub fn is_met_by(&self, evidence: &Evidence, file: &str, line: u32) -> bool {
        let fits = self.signs.iter().any(|sign| evidence.sentence.contains(sign));
        let here = match self.position {
            Position::Anywhere => true,
            Position::SameLine => line == 0 || evidence.places.is_empty() || evidence.mentions(file, line),
        };
        fits && here
    }

    /// Whether a bug of this kind is seen in library functions only if a sanitizer has its own version of them.
    pub fn hides_in_library(&self, kind: &str) -> bool {
        self.signs == STRAY_ACCESS
            || matches!(kind, "use-after-free" | "double-free" | "use-after-scope" | "overlapping-copy")
    }

    /// Whether the access was made but could not be judged: address sanitizers look at the aligned part of it.
    pub fn overlooks(&self, evidence: &Evidence, file: &str, line: u32) -> bool {
        self.signs == STRAY_ACCESS && evidence.sentence.contains("misaligned address") && evidence.mentions(file, line)
    }
}

/// What makes a program one that talks to others.
pub const NETWORK: &[&str] = &["socket", "socketpair", "connect", "accept", "recv", "recvfrom", "recvmsg"];

/// Library functions whose accesses an address sanitizer checks: its own list, as far as there are models of them.
const INTERCEPTED: &[&str] = &[
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "memchr",
    "memrchr",
    "bcmp",
    "strlen",
    "strnlen",
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "strcmp",
    "strncmp",
    "strcasecmp",
    "strncasecmp",
    "strchr",
    "strrchr",
    "strstr",
    "strspn",
    "strcspn",
    "strpbrk",
    "strdup",
    "strndup",
    "strtok",
    "strtol",
    "strtoll",
    "atoi",
    "atol",
    "atoll",
    "fgets",
    "gets",
    "fread",
    "fwrite",
    "read",
    "pread",
    "write",
    "puts",
    "fputs",
    "printf",
    "fprintf",
    "sprintf",
    "snprintf",
    "vprintf",
    "vsprintf",
    "vsnprintf",
    "scanf",
    "fscanf",
    "sscanf",
    "getline",
    "getdelim",
    "qsort",
    "wcslen",
    "wcscat",
    "free",
    "realloc",
];

/// What an address sanitizer passes over in functions whose accesses it checks otherwise.
const PARTLY_CHECKED: &[(&str, &str)] = &[
    ("fread", "of which sanitizers see whole elements only"),
    ("sscanf", "and no sanitizer sees that a text is read into itself"),
    ("vsscanf", "and no sanitizer sees that a text is read into itself"),
];

/// Why an address sanitizer may have missed an access in a library function.
pub fn missed_inside(function: &str) -> Option<&'static str> {
    let partly = PARTLY_CHECKED.iter().find(|(name, _)| *name == function).map(|(_, why)| *why);
    partly.or((!INTERCEPTED.contains(&function)).then_some("which no sanitizer watches"))
}

/// Evidence for people: what the sanitizer said, without addresses.
pub fn in_words(evidence: &Evidence) -> String {
    let sentence = evidence.sentence.strip_prefix(NOTED).unwrap_or(&evidence.sentence);
    // Addresses follow one of these.
    let words = [" on ", " (pc", ": memory ranges"];
    let short = words.iter().fold(sentence, |text, word| text.split(word).next().unwrap_or(text));
    match evidence.places.first() {
        Some(place) => format!("{short} at {}:{}", place.file, place.line),
        None => short.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::Place;
    use engine::config::CheckSet;

    /// Kinds without a native check, on purpose.
    const UNSEEN: &[&str] = &["pointer-overflow", "missing-return", "argument-mismatch", "format-string"];

    #[test]
    fn every_kind_of_bug_has_an_answer() {
        let all = CheckSet::parse("all").unwrap().to_string();
        for kind in all.split(',') {
            assert_eq!(of(kind).is_none(), UNSEEN.contains(&kind), "{kind}");
        }
        assert_eq!(of("something new"), None);
    }

    #[test]
    fn functions_may_be_watched_in_part() {
        assert_eq!(missed_inside("strcpy"), None);
        assert_eq!(missed_inside("wmemcpy"), Some("which no sanitizer watches"));
        assert!(missed_inside("fread").is_some_and(|why| why.contains("whole elements")));
    }

    #[test]
    fn words_for_people_have_no_addresses() {
        let sentence = "memcpy-param-overlap: memory ranges [0x1,0x2) and [0x1, 0x3) overlap".to_owned();
        let overlap = Evidence { sentence, places: Vec::new(), stopped: true, lost: false };
        assert_eq!(in_words(&overlap), "memcpy-param-overlap");
    }

    #[test]
    fn kind_and_line_must_fit() {
        let evidence = |sentence: &str, line| Evidence {
            sentence: sentence.into(),
            places: vec![Place { file: "/src/a.c".into(), line }],
            stopped: false,
            lost: false,
        };
        let division = of("division-by-zero").unwrap();
        assert!(division.is_met_by(&evidence("division by zero", 5), "a.c", 5));
        assert!(!division.is_met_by(&evidence("division by zero", 6), "a.c", 5));
        assert!(!division.is_met_by(&evidence("heap-buffer-overflow on address", 5), "a.c", 5));
        assert!(division.is_met_by(&evidence("division by zero", 6), "", 0));
        assert!(of("stack-exhaustion").unwrap().is_met_by(&evidence("stack-overflow on", 9), "a.c", 5));
    }
}
