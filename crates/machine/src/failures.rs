//! Which calls of the system may fail though nothing in the program says so (`--failures`), and how a path decides it.
//!
//! A call that may fail makes an input: where that is one of the errors its manual page gives, the call fails with it. Only a
//! failure is part of a test; a replay takes a call that the test does not name for one that succeeds.
//!
//! Not here: errors that follow from the arguments. Those are the models' own, whatever is asked for.

use std::fmt;
use std::str::FromStr;

use expr::{ExprId, Node};

use crate::choice::{Alternative, Choice, ChoiceKind, Outcome};
use crate::inputs::InputKind;
use crate::machine::{Machine, Stop};
use crate::state::State;

/// What may fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Failures {
    None,
    /// Files and descriptors.
    #[default]
    Io,
    /// Allocations.
    Memory,
    All,
}

impl Failures {
    const NAMES: [(&'static str, Failures); 4] =
        [("none", Failures::None), ("io", Failures::Io), ("memory", Failures::Memory), ("all", Failures::All)];

    pub(crate) fn covers(self, operation: Operation) -> bool {
        match (self, operation) {
            (Failures::None, _) => false,
            (Failures::All, _) => true,
            (Failures::Memory, operation) => operation == Operation::Allocation,
            (Failures::Io, operation) => operation != Operation::Allocation,
        }
    }
}

impl FromStr for Failures {
    type Err = String;

    fn from_str(text: &str) -> Result<Failures, String> {
        let found = Failures::NAMES.iter().find(|(name, _)| *name == text);
        found
            .map(|(_, failures)| *failures)
            .ok_or_else(|| format!("unknown failures `{text}`: none, io, memory or all"))
    }
}

impl fmt::Display for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Failures::NAMES.iter().find(|(_, failures)| failures == self).map_or("", |(name, _)| name);
        f.write_str(name)
    }
}

/// An operation that the system may refuse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operation {
    Allocation,
    /// Opening or making a file.
    Open,
    /// Writing to a file, and everything that has written data reach it.
    Write,
    /// Reading from a descriptor.
    Read,
    /// The same where the program handles a signal: only then is there something that interrupts a call and lets the program go on.
    InterruptibleRead,
    /// Renaming and removing files.
    Change,
    /// Whatever a socket does; the model says with which error.
    Socket,
}

impl Operation {
    const ALL: [Operation; 7] = [
        Operation::Allocation,
        Operation::Open,
        Operation::Write,
        Operation::Read,
        Operation::InterruptibleRead,
        Operation::Change,
        Operation::Socket,
    ];

    /// As the C models call it.
    pub fn named(name: &str) -> Option<Operation> {
        Operation::ALL.into_iter().find(|operation| operation.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Operation::Allocation => "allocation",
            Operation::Open => "open",
            Operation::Write => "write",
            Operation::Read => "read",
            Operation::InterruptibleRead => "interruptible read",
            Operation::Change => "change",
            Operation::Socket => "socket",
        }
    }

    /// The values `errno` may have afterwards. The first is the one people know best.
    fn errors(self) -> &'static [i32] {
        match self {
            Operation::Allocation => &[::libc::ENOMEM],
            Operation::Open => &[::libc::ENOENT, ::libc::EACCES, ::libc::ENOTDIR, ::libc::EROFS, ::libc::ENOSPC],
            Operation::Write => &[::libc::ENOSPC, ::libc::EIO],
            Operation::InterruptibleRead => &[::libc::EIO, ::libc::EINTR],
            Operation::Read | Operation::Socket => &[::libc::EIO],
            Operation::Change => &[::libc::EACCES, ::libc::ENOENT, ::libc::EROFS],
        }
    }
}

/// The name of an error that operations fail with.
pub fn error_name(number: i32) -> Option<&'static str> {
    Some(match number {
        ::libc::ENOENT => "ENOENT",
        ::libc::EINTR => "EINTR",
        ::libc::EIO => "EIO",
        ::libc::ENOMEM => "ENOMEM",
        ::libc::EACCES => "EACCES",
        ::libc::ENOTDIR => "ENOTDIR",
        ::libc::ENOSPC => "ENOSPC",
        ::libc::EROFS => "EROFS",
        _ => return None,
    })
}

impl Machine<'_> {
    /// Whether the next operation of this kind fails, and with which error. To be asked before the call changes anything:
    /// its input is made by [`Machine::enter_operation`].
    pub(crate) fn failure(&mut self, st: &mut State, operation: Operation) -> Result<Option<ExprId>, Stop> {
        const FAILS: u64 = 1;
        if !self.settings.failures.covers(operation) {
            return Ok(None);
        }
        let error = self.next_scalar(st, &input_name(operation), 32);
        self.draw_failure(st, operation, error);
        let decision = self.choose(st, |m, _| {
            let mut fails = m.dag.truth(false);
            for &number in operation.errors() {
                let number = m.dag.constant(number as u128, 32);
                let this = m.dag.eq(error, number);
                fails = m.dag.or(fails, this);
            }
            // Whatever else it is, all is well: there is no third outcome to throw away.
            let well = m.dag.not(fails);
            Choice::new(
                ChoiceKind::Split,
                vec![
                    Alternative { guard: well, outcome: Outcome::Continue(0) },
                    Alternative { guard: fails, outcome: Outcome::Continue(FAILS) },
                ],
            )
        })?;
        Ok((decision == FAILS).then_some(error))
    }

    /// Enters the input of the operation that [`Machine::failure`] was asked about, after the call's last question.
    pub(crate) fn enter_operation(&mut self, st: &mut State, operation: Operation, failed: bool) {
        if self.settings.failures.covers(operation) {
            let kind = if failed { InputKind::Scalar } else { InputKind::External };
            self.scalar_of_kind(st, &input_name(operation), 32, Some("int"), kind);
        }
    }

    fn draw_failure(&mut self, st: &mut State, operation: Operation, error: ExprId) {
        if let (Some(source), Node::Var(var)) = (self.mode.source(), self.dag.node(error))
            && !st.model.is_set(var)
        {
            let errors = operation.errors();
            let number = if source.below(2) == 0 { 0 } else { errors[source.below(errors.len() as u64) as usize] };
            st.model.set(var, number as u64);
        }
    }
}

fn input_name(operation: Operation) -> String {
    // A replay knows one kind of reading.
    let known = if operation == Operation::InterruptibleRead { Operation::Read } else { operation };
    format!("{} fails", known.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_has_a_name() {
        let all = Operation::ALL.iter().flat_map(|operation| operation.errors());
        assert!(all.copied().all(|number| error_name(number).is_some()));
    }

    #[test]
    fn every_name_parses_and_prints() {
        for (name, failures) in Failures::NAMES {
            assert_eq!(name.parse(), Ok(failures));
            assert_eq!(failures.to_string(), name);
        }
        assert!("disk".parse::<Failures>().is_err());
    }

    #[test]
    fn each_choice_covers_what_it_says() {
        for operation in Operation::ALL {
            let memory = operation == Operation::Allocation;
            assert!(!Failures::None.covers(operation) && Failures::All.covers(operation));
            assert_eq!((Failures::Memory.covers(operation), Failures::Io.covers(operation)), (memory, !memory));
            assert_eq!(Operation::named(operation.name()), Some(operation));
            assert!(operation.errors().iter().all(|&number| number > 0));
        }
    }
}
