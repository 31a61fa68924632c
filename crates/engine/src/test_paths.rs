//! What some tests do, line by line: the lines of the user's code that are executed, with the values each reads and writes. For
//! the tests of bugs, and for others where a tree is recorded in which one can walk along them.
//!
//! A test is executed once more for this, instruction by instruction near its end. Long paths are shown by their beginning and their
//! end. As in `retracing`, bounds are counts, and nothing that a run concludes depends on it.

use std::ops::Range;
use std::sync::Arc;

use expr::Model;
use machine::naming::{Naming, variable_of};
use machine::state::State;
use machine::value::Value;
use program::ir::{Block, BlockId, FuncId, Inst, LocId, Operand, Reading, Reg, SourceType, SourceVariable};
use program::names;

use crate::results::{Input, PathStep, PathValue, Shown, TestPath};
use crate::session::Session;

/// Instructions before the end that are looked at one by one.
const WINDOW: u64 = 20_000;
/// Steps of one path that are kept: the first ones, and the last ones.
const FIRST_STEPS: usize = 40;
const LAST_STEPS: usize = 120;
/// Values of one step, and steps of all paths together, as long as they show no bug.
const MOST_VALUES: usize = 12;
const MOST_STEPS: usize = 4_000;

/// The paths found so far.
#[derive(Default)]
pub(crate) struct TestPaths {
    pub paths: Vec<TestPath>,
    steps: usize,
}

impl TestPaths {
    /// Whether there is room for another one; for those of bugs there is more of it.
    pub fn has_room(&self, shows_bug: bool) -> bool {
        self.steps < if shows_bug { 2 * MOST_STEPS } else { MOST_STEPS }
    }

    pub fn add(&mut self, path: TestPath) {
        self.steps += path.steps.len();
        self.paths.push(path);
    }
}

/// Where execution was, and what the registers held.
struct Before {
    func: FuncId,
    block: BlockId,
    inst: usize,
    depth: u32,
    instructions: u64,
    regs: Box<[Value]>,
}

impl Before {
    fn of(state: &State) -> Before {
        let State { frame, callers, instructions, .. } = state;
        let (func, block, inst) = (frame.func, frame.block, frame.inst as usize);
        Before { func, block, inst, depth: callers.depth(), instructions: *instructions, regs: frame.regs.clone() }
    }
}

/// The steps of one path while it is followed.
#[derive(Default)]
struct Walk {
    steps: Vec<PathStep>,
    /// The function, the line and the number of callers of the last one.
    last: Option<(FuncId, u32, u32)>,
    /// For each caller of the function that runs, what its registers held when it called.
    callers: Vec<Box<[Value]>>,
}

impl Session<'_> {
    /// The path of a test that takes this many instructions.
    pub(crate) fn path_of_test(&mut self, test: u64, model: Model, instructions: u64) -> TestPath {
        self.begin_retracing();
        let mut state = self.machine.initial_state(self.entry, "program", &self.config.program.args, model);
        let start = instructions.saturating_sub(WINDOW);
        let mut goes_on = true;
        while goes_on && state.instructions < start {
            goes_on = self.goes_on(&mut state, start);
        }
        let is_whole = state.instructions == 0;
        let mut walk = Walk::default();
        while goes_on && state.instructions <= instructions {
            let before = Before::of(&state);
            goes_on = self.steps(&mut state);
            let noting = Noting { naming: Naming::new(self.machine.program, &state), dag: &self.machine.dag };
            walk.note(&noting, &state, before);
        }
        self.end_retracing();
        shortened(test, is_whole, walk.steps)
    }
}

impl Walk {
    /// An instruction was executed: what it read and wrote belongs to its line.
    fn note(&mut self, noting: &Noting, state: &State, before: Before) {
        let now = &state.frame;
        let depth = state.callers.depth();
        let instructions = before.instructions;
        let at = |func, block, depth| Code { func, block, depth, instructions };
        let old = at(before.func, before.block, before.depth);
        let end = noting.block(before.func, before.block).map_or(0, |block| block.insts.len() + 1);
        if depth > before.depth {
            let call = state.callers.frames().next().map_or(end, |caller| caller.inst as usize + 1);
            self.executed(noting, old, before.inst..call.min(end), &before.regs, &before.regs);
            self.callers.push(before.regs);
            self.executed(noting, at(now.func, now.block, depth), 0..now.inst as usize, &now.regs, &now.regs);
        } else if depth < before.depth {
            self.executed(noting, old, before.inst..end, &before.regs, &before.regs);
            let held: Vec<Box<[Value]>> = (depth..before.depth).filter_map(|_| self.callers.pop()).collect();
            if let Some(held) = held.last() {
                self.begins(noting, at(now.func, now.block, depth), (now.inst as usize).saturating_sub(1));
                self.changed(noting, now.func, held, &now.regs);
            }
        } else if now.block == before.block && now.inst as usize >= before.inst {
            // What stops the path is executed no further than that.
            let end = (now.inst as usize).max(before.inst + 1);
            self.executed(noting, old, before.inst..end, &now.regs, &now.regs);
            self.changed(noting, now.func, &before.regs, &now.regs);
        } else {
            self.executed(noting, old, before.inst..end, &before.regs, &now.regs);
            self.executed(noting, at(now.func, now.block, depth), 0..now.inst as usize, &now.regs, &now.regs);
            self.changed(noting, now.func, &before.regs, &now.regs);
        }
    }

    /// Instructions of a block. `read` are the registers as they were for reading, `written` as they were afterwards.
    fn executed(&mut self, noting: &Noting, code: Code, range: Range<usize>, read: &[Value], written: &[Value]) {
        let Some(block) = noting.block(code.func, code.block) else { return };
        for number in range {
            self.begins(noting, code, number);
            let Some(step) = self.steps.last_mut() else { return };
            let mut registers = Vec::new();
            let visit = |operand: Operand| {
                if let Operand::Reg(register) = operand {
                    registers.push(register);
                }
            };
            match block.insts.get(number) {
                Some(inst) => inst.for_each_operand(visit),
                None => block.term.for_each_operand(visit),
            }
            registers.into_iter().for_each(|register| noting.register(step, code.func, register, read));
            let value = |operand: Operand| match operand {
                Operand::Reg(register) => written.get(register.index()).copied(),
                Operand::Imm(bits) => Some(Value::Bits(bits)),
                Operand::Wide(_) | Operand::Undef(_) => None,
            };
            match block.insts.get(number) {
                Some(Inst::Load { dst, bytes, addr, .. }) => {
                    noting.memory(step, value(*addr), u64::from(*bytes), value(Operand::Reg(*dst)));
                }
                Some(Inst::Store { value: stored, bytes, addr, .. }) => {
                    noting.memory(step, value(*addr), u64::from(*bytes), value(*stored));
                }
                _ => {}
            }
        }
    }

    /// The variables whose registers hold something else than before.
    fn changed(&mut self, noting: &Noting, func: FuncId, before: &[Value], after: &[Value]) {
        let Some(step) = self.steps.last_mut() else { return };
        let changed = before.iter().zip(after).enumerate().filter(|(_, (before, after))| before != after);
        for (register, _) in changed {
            noting.register(step, func, Reg(register as u32), after);
        }
    }

    /// A line of the user's code may begin with an instruction.
    fn begins(&mut self, noting: &Noting, code: Code, number: usize) {
        let program = noting.naming.program();
        let Some(block) = noting.block(code.func, code.block) else { return };
        let location = program.locations[block.locs.get(number).copied().unwrap_or(LocId(0)).index()];
        let here = (code.func, location.line, code.depth);
        if location.line == 0 || self.last == Some(here) {
            return;
        }
        self.last = Some(here);
        self.steps.push(PathStep {
            file: location.file.map_or(String::new(), |file| program.files[file.index()].clone()),
            line: location.line,
            function: names::shown(&program.function(code.func).name),
            depth: code.depth,
            instructions: code.instructions,
            values: Vec::new(),
        });
    }
}

/// A block that is executed.
#[derive(Clone, Copy)]
struct Code {
    func: FuncId,
    block: BlockId,
    depth: u32,
    instructions: u64,
}

/// What values are called.
struct Noting<'a> {
    naming: Naming<'a>,
    dag: &'a expr::Dag,
}

impl Noting<'_> {
    /// A block of the user's own code.
    fn block(&self, func: FuncId, block: BlockId) -> Option<&Block> {
        let function = self.naming.program().function(func);
        function.blocks.get(block.index()).filter(|_| !function.from_runtime)
    }

    fn register(&self, step: &mut PathStep, func: FuncId, register: Reg, regs: &[Value]) {
        let Some(variable) = variable_of(self.naming.program(), func, register) else { return };
        let Some(bits) = regs.get(register.index()).and_then(|value| value.as_concrete(self.dag)) else { return };
        let SourceVariable { name, ty, .. } = variable;
        let Some(SourceType::Scalar { reading, bytes, .. }) = ty.as_deref() else { return };
        self.note(step, name.clone(), bits, *reading, *bytes);
    }

    /// So many bytes at an address hold a value.
    fn memory(&self, step: &mut PathStep, address: Option<Value>, bytes: u64, value: Option<Value>) {
        let concrete = |value: Option<Value>| value?.as_concrete(self.dag);
        let (Some(address), Some(bits)) = (concrete(address), concrete(value)) else { return };
        if let Some(name) = self.naming.memory(address as u64, bytes)
            && let Some(reading) = name.reading
        {
            self.note(step, name.text, bits, reading, bytes);
        }
    }

    fn note(&self, step: &mut PathStep, name: String, bits: u128, reading: Reading, bytes: u64) {
        let value = match (reading, bits) {
            (Reading::Address, 0) => Shown::Words("NULL".to_owned()),
            (Reading::Address, address) => match self.naming.address(address as u64) {
                Some(words) => Shown::Words(words),
                None => return,
            },
            _ => Shown::Bytes(Input {
                name: name.clone(),
                bytes: bits.to_le_bytes()[..(bytes as usize).min(16)].to_vec(),
                type_name: None,
                source_type: Some(Arc::new(SourceType::Scalar { name: String::new(), reading, bytes })),
            }),
        };
        let values = &mut step.values;
        match values.iter().position(|known| known.name == name) {
            Some(known) => values[known].value = value,
            None if values.len() < MOST_VALUES => values.push(PathValue { name, value }),
            None => {}
        }
    }
}

/// The beginning and the end of a path.
fn shortened(test: u64, is_whole: bool, mut steps: Vec<PathStep>) -> TestPath {
    let mut gap = 0;
    if steps.len() > FIRST_STEPS + LAST_STEPS {
        gap = FIRST_STEPS;
        steps.drain(FIRST_STEPS..steps.len() - LAST_STEPS);
    }
    TestPath { test, is_whole, gap, steps }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_keeps_its_ends() {
        let step = |line| PathStep { line, ..PathStep::default() };
        let path = shortened(3, true, (1..=1000).map(step).collect());
        assert_eq!((path.gap, path.steps.len()), (FIRST_STEPS, FIRST_STEPS + LAST_STEPS));
        assert_eq!((path.steps[FIRST_STEPS - 1].line, path.steps[FIRST_STEPS].line), (40, 881));
        assert_eq!(path.steps.last().map(|step| step.line), Some(1000));
        assert_eq!(shortened(3, true, (1..=160).map(step).collect()).gap, 0);
    }
}
