//! What a library function does with data, as far as taint is concerned.
//!
//! A function that is not listed is an input: it may return anything and write anything to memory it can reach.

/// The effect of calling a function that has no body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Result and reachable memory become symbolic.
    Input,
    /// The result depends on the arguments and the memory they point to; memory is only read. A returned pointer
    /// points to a new object.
    Reads,
    /// Moves data between the memory its arguments point to, and may return one of those pointers.
    Copies,
}

#[rustfmt::skip]
const READS: &[&str] = &[
    "malloc", "calloc", "aligned_alloc", "posix_memalign", "memalign", "valloc", "free", "cfree", "exit", "_exit",
    "_Exit", "quick_exit", "abort", "__assert_fail", "assert_fail", "__assert", "atexit", "printf", "fprintf",
    "vprintf", "vfprintf", "puts", "putchar", "putc", "fputc", "fputs", "fwrite", "fflush", "perror", "write",
    "strlen", "strnlen", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "memcmp", "bcmp", "strspn", "strcspn",
    "strcoll", "atoi", "atol", "atoll", "atof", "abs", "labs", "llabs", "isalpha", "isdigit", "isalnum", "isspace",
    "isupper", "islower", "isxdigit", "isprint", "ispunct", "iscntrl", "isgraph", "isblank", "toupper", "tolower",
    "strdup", "strndup", "sqrt", "sqrtf", "sqrtl", "sin", "sinf", "cos", "cosf", "tan", "tanf", "asin", "acos", "atan",
    "atan2", "sinh", "cosh", "tanh", "exp", "expf", "exp2", "log", "logf", "log2", "log10", "pow", "powf", "fmod",
    "fmodf", "fabs", "fabsf", "floor", "floorf", "ceil", "ceilf", "round", "roundf", "trunc", "truncf", "fmin", "fmax",
    "hypot", "cbrt", "ldexp", "klee_assume", "klee_assert_fail", "klee_warning", "klee_warning_once", "klee_abort",
    "klee_silent_exit", "klee_report_error", "klee_prefer_cex", "klee_is_symbolic", "klee_print_expr",
    "__VERIFIER_assume", "__VERIFIER_error", "reach_error", "__CPROVER_assume", "__CPROVER_assert", "longjmp",
    "_longjmp", "siglongjmp", "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc", "__errno_location",
];

#[rustfmt::skip]
const COPIES: &[&str] = &[
    "memcpy", "mempcpy", "memmove", "memset", "memccpy", "bcopy", "bzero", "strcpy", "strncpy", "stpcpy", "stpncpy",
    "strcat", "strncat", "strlcpy", "strlcat", "strchr", "strrchr", "strchrnul", "strstr", "strpbrk", "memchr",
    "memrchr", "strtok", "strtok_r", "strsep", "strtol", "strtoll", "strtoul", "strtoull", "strtod", "strtof",
    "sprintf", "snprintf", "vsprintf", "vsnprintf", "sscanf", "vsscanf", "__isoc99_sscanf", "realloc", "reallocarray",
    "qsort", "bsearch", "modf", "frexp", "setjmp", "_setjmp", "__sigsetjmp",
];

impl Effect {
    /// The effect of the C library and of the annotations users write.
    pub fn of(name: &str) -> Effect {
        if READS.contains(&name) {
            Effect::Reads
        } else if COPIES.contains(&name) {
            Effect::Copies
        } else {
            Effect::Input
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_in_both_tables() {
        assert!(READS.iter().all(|name| !COPIES.contains(name)));
    }

    #[test]
    fn unknown_functions_are_inputs() {
        assert_eq!(Effect::of("__VERIFIER_nondet_int"), Effect::Input);
        assert_eq!(Effect::of("klee_make_symbolic"), Effect::Input);
        assert_eq!(Effect::of("strlen"), Effect::Reads);
    }
}
