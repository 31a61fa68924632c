//! Checks that the compiler has stated (`program::undefined`): which bug each is.

use program::ir::{Inst, Operand, Undefined};

use crate::checks::BugKind;
use crate::machine::{Machine, Stop};
use crate::state::State;

impl From<Undefined> for BugKind {
    fn from(kind: Undefined) -> BugKind {
        match kind {
            Undefined::DivisionByZero => BugKind::DivisionByZero,
            Undefined::DivisionOverflow => BugKind::DivisionOverflow,
            Undefined::ShiftExponent => BugKind::ShiftOutOfRange,
            Undefined::ShiftBase => BugKind::LeftShiftOverflow,
            Undefined::SignedOverflow => BugKind::SignedOverflow,
            Undefined::UnsignedWrap => BugKind::UnsignedWrap,
            Undefined::PointerOverflow => BugKind::PointerOverflow,
            Undefined::IndexOutOfRange => BugKind::IndexOutOfRange,
            Undefined::VlaBound => BugKind::VlaBound,
            Undefined::InvalidBuiltin => BugKind::InvalidBuiltin,
            Undefined::Misaligned => BugKind::MisalignedAccess,
            Undefined::FloatToInteger => BugKind::FloatToInteger,
            Undefined::ImplicitTruncation => BugKind::ImplicitTruncation,
            Undefined::MissingReturn => BugKind::MissingReturn,
        }
    }
}

impl Machine<'_> {
    pub(super) fn check_stated(&mut self, st: &mut State, ok: Operand, what: u32) -> Result<(), Stop> {
        let program = self.program;
        let stated = &program.stated[what as usize];
        if stated.kind == Undefined::MissingReturn && !self.result_is_used(st) {
            return Ok(());
        }
        let ok = self.operand(st, ok).expr(&mut self.dag, 1);
        self.check(st, stated.kind.into(), ok, |_| stated.detail.clone())?;
        Ok(())
    }

    /// Whether the caller of the running function does something with what it returns.
    fn result_is_used(&self, st: &State) -> bool {
        let Some(caller) = st.callers.frames().next() else { return false };
        let block = &self.function(caller.func).blocks[caller.block.index()];
        matches!(block.insts.get(caller.inst as usize), Some(Inst::Call(call)) if !call.results.is_empty())
    }
}
