//! Pinning: what only makes sense as a number (sizes, lengths, and addresses as far as they were concrete on the path) is fixed
//! to its value on the path by one more condition. An address that was symbolic stays so, in an object small enough to list.

use expr::{ExprId, Substitution};
use rustc_hash::FxHashSet;

use crate::machine::{Machine, Stop};
use crate::memory::{Object, Pointee};
use crate::mode::Mode;
use crate::state::State;
use crate::value::Value;

/// Objects larger than this are not listed byte by byte for the sake of a symbolic offset, unless they are constant.
const MAX_LISTED: u64 = 256;

impl Object {
    /// Whether a symbolic offset may make a term of all of its bytes.
    pub(super) fn is_listed(&self) -> bool {
        self.read_only || self.capacity <= MAX_LISTED
    }
}

impl Machine<'_> {
    /// Fixes an expression to what it was on the path.
    pub(crate) fn pin_in_shadow(&mut self, st: &mut State, e: ExprId, width: u16) -> Result<Value, Stop> {
        let bits = self.concretise(st, Value::Expr(e), width, "pinned")?;
        Ok(Value::concrete(&mut self.dag, bits, width))
    }

    /// Fixes what was concrete on the path in an address, and all of it where the object at hand is too large to be listed.
    pub(crate) fn pin_address_in_shadow(&mut self, st: &mut State, whole: ExprId) -> Result<Value, Stop> {
        let at = self.evaluate(st, whole) as u64;
        let may_list = match st.memory.at(at) {
            Pointee::Live(_, object) => object.is_listed(),
            Pointee::Dead(_) | Pointee::Nothing => false,
        };
        if !may_list || !self.is_symbolic_on_path(whole) {
            return self.pin_in_shadow(st, whole, 64);
        }
        let mut substitution = Substitution::new();
        // Parts may be shared, and shared again by what shares them.
        let (mut seen, mut open) = (FxHashSet::default(), vec![whole]);
        while let Some(e) = open.pop() {
            if self.dag.as_const(e).is_some() || !seen.insert(e) {
                continue;
            }
            if self.is_symbolic_on_path(e) {
                open.extend(self.dag.node(e).operands());
            } else {
                let width = self.dag.width(e) as u16;
                let bits = self.concretise(st, Value::Expr(e), width, "pinned")?;
                let constant = self.dag.constant(bits, width as u32);
                substitution.replace(e, constant);
            }
        }
        let rest = substitution.apply(&mut self.dag, whole);
        Ok(Value::of(&self.dag, rest))
    }

    /// Whether a value depended on inputs on the path that a shadow repeats.
    pub(super) fn is_symbolic_on_path(&self, e: ExprId) -> bool {
        match &self.mode {
            Mode::Shadow(shadow) => shadow.is_symbolic_on_path(&self.dag, e),
            Mode::Path | Mode::Drawn(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::ChoiceKind;
    use crate::hand_made::{N, NUMBER, P, TABLE, X, load, program, run, start};
    use program::ir::{Inst, Operand, Program};

    /// What a shadow of the program asks.
    fn questions(program: &Program, make_concrete: bool) -> Vec<ChoiceKind> {
        let (mut machine, mut from) = start(program, 2);
        if make_concrete {
            from.frame.regs[X.index()] = Value::Bits(2);
        }
        let mut st = machine.begin_shadow(&from, &from.model);
        let asked = run(&mut machine, &mut st, 2);
        machine.end_shadow(st);
        asked.into_iter().map(|choice| choice.kind).collect()
    }

    /// `N = *(int *)(object + x)`.
    fn access(object: u64) -> Program {
        let add = Inst::PtrAdd {
            dst: P,
            base: Operand::Imm(object),
            index: Operand::Reg(X),
            index_width: 32,
            scale: 1,
            offset: 0,
            inbounds: false,
        };
        program(vec![add, load(N, Operand::Reg(P))])
    }

    #[test]
    fn an_address_keeps_what_was_symbolic_on_the_path() {
        assert_eq!(questions(&access(NUMBER), false), [ChoiceKind::Check], "bounds, for every x");
        assert_eq!(questions(&access(NUMBER), true), [ChoiceKind::Check], "inside, wherever that is");
        assert_eq!(questions(&access(TABLE), false), [ChoiceKind::Check], "small enough");
    }

    #[test]
    fn shared_parts_of_an_address_are_looked_at_once() {
        let program = program(Vec::new());
        let (mut machine, st) = start(&program, 2);
        let mut shadow = machine.begin_shadow(&st, &st.model);
        let x = shadow.frame.regs[X.index()].expr(&mut machine.dag, 32);
        let dag = &mut machine.dag;
        let (one, mut shared) = (dag.constant(1, 64), dag.zext(x, 64));
        // 2^64 ways lead from the last product to x.
        for _ in 0..64 {
            let next = dag.add(shared, one);
            shared = dag.mul(shared, next);
        }
        let (base, offset) = (dag.constant(TABLE.into(), 64), dag.and(shared, one));
        let address = dag.add(base, offset);
        assert_eq!(machine.pin_address_in_shadow(&mut shadow, address).ok(), Some(Value::Expr(address)));
        machine.end_shadow(shadow);
    }

    #[test]
    fn a_value_stays_as_it_is_on_a_path() {
        let program = program(Vec::new());
        let (mut machine, mut st) = start(&program, 2);
        let x = st.frame.regs[X.index()];
        assert_eq!(machine.pin(&mut st, x, 32).ok(), Some(x));
        let mut shadow = machine.begin_shadow(&st, &st.model);
        let x = shadow.frame.regs[X.index()];
        let Err(Stop::Choice(choice)) = machine.pin(&mut shadow, x, 32) else { panic!("a question") };
        assert_eq!((choice.kind, machine.outcome_under(&choice, &shadow.model)), (ChoiceKind::Split, Some(0)));
        machine.end_shadow(shadow);
    }
}
