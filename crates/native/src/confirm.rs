//! Whether the native program shows the bugs that were found.

use std::path::Path;

use engine::results::{Bug, Replay};
use report::confirmation::Confirmation;
use report::test_case::ktest::KTest;
use report::test_case::role::Role;

use crate::boxed::{self, End, Handlers, Leaks, Setting};
use crate::evidence::Evidence;
use crate::expectation::{self, Expectation, NETWORK, missed_inside};
use crate::toolchain::BuildError;
use crate::variant::Variant;
use crate::workshop::Workshop;
use crate::{Budget, evidence, in_lanes};

/// What jumps over the ends of scopes.
const JUMPS: &[&str] = &["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];
/// What sets the handler of a signal.
const HANDLERS: &[&str] = &["signal", "sigaction", "bsd_signal", "sigset", "__sysv_signal"];
/// What gives memory that no sanitizer watches.
const MAPPINGS: &[&str] = &["mmap", "mmap64"];
/// How the machine and the models name what sanitizers cannot see.
const EXIT_STATUS: &str = "as the exit status";
const CLOSED_STREAM: &str = "the stream is closed";
const DEAD_JUMP: &str = "a place that is not active";
const BEYOND_ADDRESSES: &str = "more bytes than there are addresses";

/// How the memory sanitizer names such a use.
const UNINITIALISED: &str = "use-of-uninitialized-value";

/// A bug and the test that shows it.
#[derive(Clone, Copy)]
pub struct Case<'run> {
    pub bug: &'run Bug,
    pub test: &'run KTest,
}

/// All bugs, and what stood in the way of checking some of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// In the order of the cases.
    pub confirmations: Vec<Confirmation>,
    /// One line; the bugs concerned are unconfirmed.
    pub problem: Option<String>,
}

/// Runs each case on a build that can show it. Never fails: what cannot be checked stays undecided.
pub fn confirm(workshop: &Workshop<'_>, cases: &[Case<'_>], budget: Budget) -> Outcome {
    let expected: Vec<Option<Expectation>> = cases.iter().map(|case| expectation::of(&case.bug.kind)).collect();
    // Before the runs, which would wait for each other's builds.
    let problem = (expected.iter().flatten())
        .find_map(|expected| workshop.executable(expected.variant).err())
        .map(ToString::to_string);
    let confirmations = in_lanes(cases, |number, case| {
        let Some(expected) = expected[number] else {
            return Confirmation::not_checkable("no sanitizer looks for such a bug");
        };
        if needs_a_peer(case) {
            return Confirmation::not_replayed("its input comes from a socket, and native runs have no network");
        }
        let Ok(executable) = workshop.executable(expected.variant) else {
            return Confirmation::not_replayed("no native build");
        };
        if budget.is_over() {
            return Confirmation::not_replayed("no time left");
        }
        let folder = workshop.scratch().join(format!("bug{number}"));
        let mut confirmation = check(workshop, case, expected, executable, budget, Handlers::Allowed, &folder);
        let handles_signals = || HANDLERS.iter().any(|name| workshop.subject.uses_of_library(name));
        if confirmation.outcome != Replay::Confirmed && handles_signals() {
            // Its own handler may have hidden the error, or go on for ever behind a jump.
            let folder = workshop.scratch().join(format!("unhandled-bug{number}"));
            let unhandled = check(workshop, case, expected, executable, budget, Handlers::Refused, &folder);
            if unhandled.outcome == Replay::Confirmed {
                confirmation = unhandled;
            }
        }
        match confirmation.outcome {
            Replay::NotReproduced => excuse(workshop, case, expected, budget, number).unwrap_or(confirmation),
            Replay::Confirmed | Replay::NotCheckable | Replay::NotReplayed => confirmation,
        }
    });
    Outcome { confirmations, problem }
}

fn check(
    workshop: &Workshop<'_>,
    case: &Case<'_>,
    expected: Expectation,
    executable: &Path,
    budget: Budget,
    handlers: Handlers,
    folder: &Path,
) -> Confirmation {
    let setting = Setting {
        workshop,
        variant: expected.variant,
        executable,
        time: budget.one_run,
        leaks: expected.leaks,
        handlers,
    };
    let observation = match boxed::run(setting, case.test, folder) {
        Ok(observation) => observation,
        Err(error) => return Confirmation::not_replayed(&format!("the native program cannot be run: {error}")),
    };
    let all = evidence::read(&observation);
    if let Some(found) = all.iter().find(|evidence| expected.is_met_by(evidence, &case.bug.file, case.bug.line)) {
        let shown = expectation::in_words(found);
        return Confirmation { outcome: Replay::Confirmed, shown, reports: observation.reports };
    }
    let shown = match all.last() {
        Some(last) => expectation::in_words(last),
        None if observation.note.is_empty() => observation.end.in_words(),
        None => observation.note,
    };
    if all.iter().any(|evidence| expected.overlooks(evidence, &case.bug.file, case.bug.line)) {
        return Confirmation::not_checkable("a misaligned access, of which sanitizers see only the first bytes");
    }
    let here = |evidence: &&Evidence| evidence.stopped && evidence.mentions(&case.bug.file, case.bug.line);
    if let Some(other) = all.iter().find(here) {
        let other = expectation::in_words(other);
        return Confirmation::not_checkable(&format!("another error stops the program on this line: {other}"));
    }
    if all.iter().any(|evidence| evidence.lost) && workshop.subject.program.inline_only {
        return Confirmation::not_checkable("no file has code for a function that is to be inlined");
    }
    let outcome = match observation.end {
        // What it would have done is not known.
        End::Stopped(_) | End::Signal(libc::SIGSYS) => Replay::NotReplayed,
        End::Exit(_) | End::Signal(_) => Replay::NotReproduced,
    };
    Confirmation { outcome, shown, reports: observation.reports }
}

/// Whether the program would have to be sent something.
fn needs_a_peer(case: &Case<'_>) -> bool {
    case.test.objects.iter().any(|object| Role::of(&String::from_utf8_lossy(&object.name)) == Role::Socket)
}

/// Why nothing follows from a run that did not show the bug, if that is so.
fn excuse(
    workshop: &Workshop<'_>,
    case: &Case<'_>,
    expected: Expectation,
    budget: Budget,
    number: usize,
) -> Option<Confirmation> {
    let Case { bug, .. } = case;
    let subject = workshop.subject;
    if !subject.record.is_all_source() {
        return Some(Confirmation::not_checkable("code that came compiled has no sanitizer in it"));
    }
    if let Some(access) = bug.access.filter(|access| !access.is_watched()) {
        let why = match access.size {
            _ if access.library => "in an object of the library or the system, which no sanitizer watches",
            0 => "a block of no bytes has one for every sanitizer",
            _ => "so far from its object that no sanitizer watches there",
        };
        return Some(Confirmation::not_checkable(why));
    }
    if let Some(library) = bug.library.as_ref().filter(|_| expected.hides_in_library(&bug.kind))
        && let Some(why) = missed_inside(library)
    {
        return Some(Confirmation::not_checkable(&format!("inside {library}, {why}")));
    }
    if let (Some(library), "uninitialised-use") = (&bug.library, bug.kind.as_str()) {
        return Some(Confirmation::not_checkable(&format!(
            "inside {library}, whose code has no memory sanitizer in it"
        )));
    }
    if let (Some(library), "null-dereference") = (&bug.library, bug.kind.as_str()) {
        return Some(Confirmation::not_checkable(&format!(
            "inside {library}, which may look for null pointers itself"
        )));
    }
    if NETWORK.iter().any(|name| subject.uses_of_library(name)) {
        return Some(Confirmation::not_replayed("the program uses sockets, and native runs have no network"));
    }
    if bug.kind == "use-after-scope" && bug.message.ends_with(program::UNMARKED) {
        return Some(Confirmation::not_checkable(
            "no sanitizer knows when a compound literal or a temporary ends, or a variable that a jump may pass by",
        ));
    }
    if let Some(why) = unseen(workshop, bug) {
        return Some(Confirmation::not_checkable(why));
    }
    let found_natively = || {
        rests_on_uninitialised(workshop, case, budget, number)
            .then_some("an uninitialised value, which is another one natively")
    };
    let what = bug.rests_on().or_else(found_natively)?;
    Some(Confirmation::not_checkable(&format!("it rests on {what}")))
}

/// Why no sanitizer sees a bug of this kind in this program.
fn unseen(workshop: &Workshop<'_>, bug: &Bug) -> Option<&'static str> {
    let subject = workshop.subject;
    match bug.kind.as_str() {
        "uninitialised-use" if bug.message.contains(EXIT_STATUS) => Some("no sanitizer looks at the exit status"),
        "memory-leak" => Some("a copy of the address that is left somewhere hides a leak"),
        "use-after-scope" if subject.has_variable_arrays() => {
            Some("no sanitizer knows when a variable-length array ends")
        }
        "use-after-scope" if subject.has_renewed_variables() => {
            Some("the variable of the next round of a loop lies where the last one did")
        }
        "use-after-scope" if JUMPS.iter().any(|name| subject.uses_of_library(name)) => {
            Some("sanitizers forget what has ended when a program jumps")
        }
        "use-after-free" if bug.message.ends_with(CLOSED_STREAM) => Some("the stream is an object of the library"),
        "invalid-pointer" if bug.message.ends_with(DEAD_JUMP) => Some("no sanitizer looks at where a program jumps"),
        "invalid-builtin" if bug.message.ends_with(program::ASSUMPTION) => {
            Some("no sanitizer looks at what a program assumes")
        }
        "index-out-of-range" if bug.message.contains(" of a vector of ") => {
            Some("no sanitizer looks at subscripts of vectors")
        }
        "index-out-of-range" if bug.message.contains(program::MEMBER) => {
            Some("no sanitizer looks at where a member ends")
        }
        "stack-exhaustion" if bug.message.ends_with(BEYOND_ADDRESSES) => {
            Some("with so large an object the stack pointer wraps round")
        }
        "use-after-free" | "out-of-bounds-read" | "out-of-bounds-write"
            if MAPPINGS.iter().any(|name| subject.uses_of_library(name)) =>
        {
            Some("no sanitizer watches what mmap gives")
        }
        "assertion-failure" | "abort" if HANDLERS.iter().any(|name| subject.uses_of_library(name)) => {
            Some("the program has signal handlers, and its own for SIGABRT may hide it")
        }
        "function-mismatch" => Some("no sanitizer looks at calls of a function by its name"),
        _ => None,
    }
}

/// Whether the test leads to a use of memory nobody has written. Its contents are the environment's choice, and no test
/// can say which.
fn rests_on_uninitialised(workshop: &Workshop<'_>, case: &Case<'_>, budget: Budget, number: usize) -> bool {
    let Ok(executable) = workshop.executable(Variant::Uninitialised) else { return false };
    let setting = Setting {
        workshop,
        variant: Variant::Uninitialised,
        executable,
        time: budget.one_run,
        leaks: Leaks::Ignored,
        handlers: Handlers::Allowed,
    };
    let folder = workshop.scratch().join(format!("uninitialised{number}"));
    boxed::run(setting, case.test, &folder).is_ok_and(|observation| {
        evidence::read(&observation).iter().any(|evidence| evidence.sentence.starts_with(UNINITIALISED))
    })
}

/// Which tests an address sanitizer stops where no bug is known, by file and line: for each test what it said.
pub fn surprises<'shop>(
    workshop: &'shop Workshop<'_>,
    tests: &[KTest],
    known: &[Bug],
    budget: Budget,
) -> Result<Vec<Option<String>>, &'shop BuildError> {
    let setting = Setting {
        workshop,
        variant: Variant::Sanitized,
        executable: workshop.executable(Variant::Sanitized)?,
        time: budget.one_run,
        leaks: Leaks::Ignored,
        handlers: Handlers::Allowed,
    };
    Ok(in_lanes(tests, |number, test| {
        let folder = workshop.scratch().join(format!("sanitized-test{number}"));
        let observation = boxed::run(setting, test, &folder).ok()?;
        let halted = observation.end == End::Exit(boxed::HALTED);
        let last = halted.then(|| evidence::read(&observation).pop()).flatten()?;
        let is_known = known.iter().any(|bug| last.mentions(&bug.file, bug.line));
        (!is_known).then(|| expectation::in_words(&last))
    }))
}
