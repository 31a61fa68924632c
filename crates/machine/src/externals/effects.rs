//! What functions of the C library do besides computing: one table, by name.

/// What a call may do beyond its result and the memory its arguments lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Nothing: one call shows all there is.
    None,
    /// It acts on the process as a whole: a child would not show what it does.
    OnTheProcess,
    /// Nobody knows. Another call might give something else (the time, a name, the state of a device).
    Unknown,
}

const ON_THE_PROCESS: &[&str] =
    &["fork", "vfork", "clone", "kill", "raise", "mmap", "munmap", "mprotect", "brk", "sbrk"];
const ON_THE_PROCESS_PREFIXES: &[&str] = &["exec", "pthread_", "dl", "sem_", "shm", "__secateur_", "sig"];

const DEPENDS_ON_ARGUMENTS_ONLY: &[&str] = &[
    "atof",
    "strtod",
    "strtof",
    "strverscmp",
    "swab",
    "ffs",
    "ffsl",
    "ffsll",
    "a64l",
    "inet_addr",
    "inet_aton",
    "inet_pton",
    "ecvt_r",
    "fcvt_r",
];

/// What a function of this name may do.
pub(super) fn of(name: &str) -> Effect {
    if ON_THE_PROCESS.contains(&name) || ON_THE_PROCESS_PREFIXES.iter().any(|prefix| name.starts_with(prefix)) {
        Effect::OnTheProcess
    } else if DEPENDS_ON_ARGUMENTS_ONLY.contains(&name) {
        Effect::None
    } else {
        Effect::Unknown
    }
}
