//! Calls and returns: of the program's own functions, of those the tool implements, through pointers.

use program::ir::{Call, Callee, FuncId, Inst, Operand, ParamKind};

use super::{Flow, Overlap};
use crate::checks::BugKind;
use crate::choice::{Alternative, Choice, ChoiceKind, CutReason, Outcome};
use crate::libc::{CallSite, Returned};
use crate::machine::{Machine, Stop};
use crate::memory::{Fill, Object, ObjectKind};
use crate::state::{Frame, State};
use crate::value::Value;

/// Bytes of native stack a frame takes beside its locals.
const FRAME_OVERHEAD: u64 = 48;
/// Function addresses one symbolic pointer is followed to before the rest is cut.
const MAX_CALLEES: usize = 64;

impl<'p> Machine<'p> {
    pub(super) fn call(&mut self, st: &mut State, call: &'p Call) -> Result<Flow, Stop> {
        let target = match call.callee {
            Callee::Direct(target) => target,
            Callee::Indirect(pointer) => self.resolve_callee(st, pointer)?,
        };
        let args: Vec<Value> = call.args.iter().map(|&arg| self.operand(st, arg)).collect();
        let function = self.function(target);
        let site = CallSite { call, args: &args, target };
        let mut returned = match self.handlers[target.index()] {
            Some(handler) => handler(self, st, &site)?,
            None => Returned::UseBody,
        };
        if matches!(returned, Returned::UseBody) && function.is_declaration() {
            returned = self.external_call(st, &site)?;
        }
        match returned {
            Returned::Nothing => return Ok(Flow::Next),
            Returned::Value(value) => {
                if let (Some(result), Some(&width)) = (call.results.first(), call.result_widths.first()) {
                    // A declaration that disagrees with the real function must not break the register's width.
                    st.frame.regs[result.index()] = self.fit(value, width);
                }
                return Ok(Flow::Next);
            }
            Returned::Pair(low, high) => {
                for (result, value) in call.results.iter().zip([low, high]) {
                    st.frame.regs[result.index()] = value;
                }
                return Ok(Flow::Next);
            }
            Returned::Entered => return Ok(Flow::Jumped),
            Returned::UseBody => {}
        }
        if let Some(problem) = self.mismatch(target, call) {
            return Err(self.bug(st, BugKind::FunctionMismatch, &problem));
        }
        let fixed = function.params.len();
        let varargs = function
            .variadic
            .then(|| args[fixed..].iter().copied().zip(call.arg_types[fixed..].iter().copied()).collect());
        self.enter(st, target, &args[..fixed])?;
        st.frame.varargs = varargs;
        Ok(Flow::Jumped)
    }

    /// Brings a value the tool computed to the width the call site wants.
    pub(crate) fn fit(&mut self, value: Value, width: u16) -> Value {
        match value {
            Value::Bits(bits) if width <= 64 => Value::Bits(bits & crate::value::mask(width)),
            Value::Bits(bits) => Value::concrete(&mut self.dag, bits as u128, width),
            Value::Expr(e) => {
                let have = self.dag.width(e);
                let e = if have > width as u32 {
                    self.dag.extract(e, 0, width as u32)
                } else {
                    self.dag.zext(e, width as u32)
                };
                Value::of(&self.dag, e)
            }
        }
    }

    /// Why a call cannot be the call of this function, if it cannot.
    fn mismatch(&self, target: FuncId, call: &Call) -> Option<String> {
        let function = self.function(target);
        if call.args.len() < function.params.len() {
            let (given, wanted) = (call.args.len(), function.params.len());
            return Some(format!("{} takes {wanted} arguments, {given} given", function.name));
        }
        if call.args.len() > function.params.len() && !function.variadic {
            // C allows extra arguments to a function declared without a prototype; on this ABI they are ignored.
            return match call.callee {
                Callee::Direct(_) => None,
                Callee::Indirect(_) => {
                    let (given, wanted) = (call.args.len(), function.params.len());
                    Some(format!("{} takes {wanted} arguments, {given} given", function.name))
                }
            };
        }
        for (param, arg) in function.params.iter().zip(call.arg_types.iter()) {
            if param.width != arg.width {
                return Some(format!("{}: argument {} has {} bits", function.name, param.name, arg.width));
            }
        }
        if !call.results.is_empty() && function.returns != *call.result_widths {
            return Some(format!("{} returns another type", function.name));
        }
        None
    }

    /// The function a pointer names, forking over the possible ones.
    fn resolve_callee(&mut self, st: &mut State, pointer: Operand) -> Result<FuncId, Stop> {
        const ELSEWHERE: u64 = u64::MAX;
        let value = self.operand(st, pointer);
        let address = match value {
            Value::Bits(address) => address,
            Value::Expr(e) => {
                self.check_initialised(st, value, "as a function pointer")?;
                let mut asked = 0;
                loop {
                    if asked == MAX_CALLEES {
                        let why = format!("more than {MAX_CALLEES} functions");
                        return Err(Stop::Cut(CutReason::PointerTargets, why));
                    }
                    asked += 1;
                    let decision = self.choose(st, |m, st| {
                        let address = m.propose(st, e) as u64;
                        let constant = m.dag.constant(address as u128, 64);
                        let here = m.dag.eq(e, constant);
                        let elsewhere = m.dag.not(here);
                        Choice {
                            kind: ChoiceKind::Pointer,
                            alternatives: vec![
                                Alternative { guard: here, outcome: Outcome::Continue(address) },
                                Alternative { guard: elsewhere, outcome: Outcome::Continue(ELSEWHERE) },
                            ],
                            proposal: Some(address.into()),
                        }
                    })?;
                    if decision != ELSEWHERE {
                        break decision;
                    }
                }
            }
        };
        match self.program.function_at(address) {
            Some(target) => Ok(target),
            None if address == 0 => Err(self.bug(st, BugKind::NullDereference, "call of a null function pointer")),
            None => Err(self.bug(st, BugKind::FunctionMismatch, "the pointer names no function")),
        }
    }

    /// Starts a function; the running one waits.
    pub(crate) fn enter(&mut self, st: &mut State, target: FuncId, args: &[Value]) -> Result<(), Stop> {
        let function = self.function(target);
        let bytes = FRAME_OVERHEAD + 8 * function.params.len() as u64;
        if st.stack_bytes + bytes > self.settings.stack_limit {
            return Err(self.bug(st, BugKind::StackExhaustion, &format!("calls nested {} deep", st.callers.depth())));
        }
        let mut frame = self.new_frame(target, st.frame.stack_top);
        frame.stack_bytes = bytes;
        for (param, &value) in function.params.iter().zip(args) {
            frame.regs[param.reg.index()] = value;
        }
        let by_value = function.params.iter().any(|p| matches!(p.kind, ParamKind::ByVal { .. }));
        if by_value {
            // The copies are made before the frame changes: a bad source is a bug of the caller.
            for (param, &source) in function.params.iter().zip(args) {
                if let ParamKind::ByVal { size, align } = param.kind {
                    let copy = self.copy_argument(st, source, size, align)?;
                    frame.regs[param.reg.index()] = Value::Bits(copy);
                }
            }
            frame.stack_base = st.frame.stack_top;
            frame.stack_top = st.frame.stack_top;
        }
        st.stack_bytes += bytes;
        let caller = std::mem::replace(&mut st.frame, frame);
        st.callers.push(caller);
        self.enter_block(st, program::ir::BlockId(0));
        Ok(())
    }

    fn copy_argument(&mut self, st: &mut State, source: Value, size: u64, align: u64) -> Result<u64, Stop> {
        let address = st.reserve_stack(size);
        let mut object = Object::new(address, size, ObjectKind::Stack, Fill::Uninit);
        object.set_alignment(align);
        object.origin = self.location(st);
        st.memory.insert(object);
        self.copy_memory(st, Value::Bits(address), source, Value::Bits(size), Overlap::Allowed)?;
        Ok(address)
    }

    pub(crate) fn new_frame(&self, target: FuncId, stack: u64) -> Frame {
        Frame {
            func: target,
            block: program::ir::BlockId(0),
            inst: 0,
            regs: vec![Value::ZERO; self.function(target).reg_width.len()].into(),
            stack_base: stack,
            stack_top: stack,
            stack_bytes: 0,
            varargs: None,
        }
    }

    pub(super) fn return_values(&mut self, st: &mut State, values: &[Operand]) -> Result<(), Stop> {
        if st.callers.depth() == 0 {
            let value = values.first().map_or(Value::ZERO, |&v| self.operand(st, v));
            return self.outermost_returned(st, value);
        }
        let first = values.first().map(|&v| self.operand(st, v));
        let rest: Vec<Value> = values.iter().skip(1).map(|&v| self.operand(st, v)).collect();
        self.leave(st);
        let function = self.function(st.frame.func);
        let inst = &function.blocks[st.frame.block.index()].insts[st.frame.inst as usize];
        if let Inst::Call(call) = inst {
            for (&reg, value) in call.results.iter().zip(first.into_iter().chain(rest)) {
                st.frame.regs[reg.index()] = value;
            }
        }
        st.frame.inst += 1;
        Ok(())
    }

    /// Drops the running frame; its caller runs again, still at its call.
    pub(crate) fn leave(&mut self, st: &mut State) {
        let loc = self.location(st);
        st.memory.kill_stack(st.frame.stack_base, st.frame.stack_top, loc);
        st.stack_bytes -= st.frame.stack_bytes;
        if let Some(caller) = st.callers.pop() {
            st.frame = caller;
            self.back_in_caller(st);
        }
    }
}
