//! One path under execution: plain data, cloned in (nearly) constant time when it forks.
//!
//! Only the registers of the running function are copied by a clone; callers, memory, model, inputs and output are
//! shared. A state holds no solver and no path condition: those belong to the engine.

use std::rc::Rc;

use expr::{Model, Trie};
use persistent::List;
use program::ir::{ArgType, BlockId, FuncId};
use program::layout;

use crate::addresses::Seen;
use crate::inputs::Inputs;
use crate::joins::JoinTarget;
use crate::memory::Memory;
use crate::seed::Following;
use crate::value::Value;

#[derive(Clone, Debug)]
pub struct State {
    pub frame: Frame,
    pub callers: CallStack,
    pub memory: Memory,
    /// Concrete input values that satisfy the path condition.
    pub model: Model,
    pub inputs: Inputs,
    /// Where fresh inputs get their values from, while the path follows a seed.
    pub seed: Option<Following>,
    /// How many inputs of each (interned) name the path has made.
    pub input_counts: Trie<u32>,
    pub uninit_count: u32,
    /// Objects whose addresses the path has looked at.
    pub seen: List<Seen>,
    /// Decisions already taken for the instruction at hand, in the order it asks for them.
    pub decisions: Vec<u64>,
    pub output: Output,
    pub phase: Phase,
    /// The calls that start the program.
    pub start: Rc<[StartCall]>,
    /// Functions given to `atexit`, last one first to run.
    pub exit_handlers: Rc<Vec<ExitHandler>>,
    /// Places `setjmp` has saved on this path; the buffer holds the index.
    pub jump_points: Rc<Vec<JumpPoint>>,
    /// Bytes of native stack the frames would take.
    pub stack_bytes: u64,
    pub instructions: u64,
    /// Hand the state back where it meets other paths.
    pub stop_at: Option<JoinTarget>,
    /// A block was entered that no path had entered before; cleared when a test has been written.
    pub new_coverage: bool,
    /// What becomes of an access that may be at one of a few places.
    pub few_places: FewPlaces,
}

/// What becomes of an access at a symbolic offset into an object with room for a few such values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FewPlaces {
    /// It is one access, whose value is a term over the offset.
    #[default]
    Together,
    /// The path forks over the places, so that what the object holds stays as concrete as it was.
    Apart,
}

/// The activation of a function.
#[derive(Clone, Debug)]
pub struct Frame {
    pub func: FuncId,
    pub block: BlockId,
    /// The next instruction, or the number of instructions: the terminator.
    pub inst: u32,
    pub regs: Box<[Value]>,
    /// First stack slot of this activation, and the next free one.
    pub stack_base: u64,
    pub stack_top: u64,
    /// Bytes added to [`State::stack_bytes`].
    pub stack_bytes: u64,
    pub varargs: Option<Rc<[(Value, ArgType)]>>,
}

/// The callers of the running function, innermost first.
#[derive(Clone, Debug, Default)]
pub struct CallStack {
    frames: List<Frame>,
    depth: u32,
}

impl CallStack {
    pub fn push(&mut self, frame: Frame) {
        self.frames.push(frame);
        self.depth += 1;
    }

    /// Takes the innermost caller; copies it only where another state shares it.
    pub fn pop(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        self.depth -= 1;
        Some(frame)
    }

    pub fn depth(&self) -> u32 {
        self.depth
    }

    pub fn frames(&self) -> impl Iterator<Item = &Frame> {
        self.frames.iter()
    }
}

/// What the program wrote to its standard output, piece by piece.
#[derive(Clone, Debug, Default)]
pub struct Output(List<Box<[u8]>>);

impl Output {
    pub fn push(&mut self, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.0.push(bytes.into());
        }
    }

    pub fn bytes(&self) -> Vec<u8> {
        let pieces: Vec<&[u8]> = self.0.in_order().into_iter().map(|piece| &**piece).collect();
        pieces.concat()
    }
}

/// A call that nobody in the program makes: of a constructor, of what comes before the entry, and last of the entry.
#[derive(Clone, Debug)]
pub struct StartCall {
    pub function: FuncId,
    pub args: Box<[Value]>,
}

/// What runs when the outermost function returns.
#[derive(Clone, Debug)]
pub enum Phase {
    /// This many of the [calls](StartCall) that start the program have been begun, the entry not yet.
    Starting(usize),
    Entry,
    /// `exit` was called or `main` returned: handlers, then this many destructors started.
    Exiting {
        code: Value,
        destructors: usize,
        /// What variables in registers held when `exit` was called, for the sake of leaks.
        held: Rc<[Value]>,
    },
}

#[derive(Clone, Copy, Debug)]
pub struct ExitHandler {
    pub function: FuncId,
    /// `on_exit` and `__cxa_atexit` pass an argument.
    pub argument: Option<Value>,
}

/// Where `setjmp` returns to.
#[derive(Clone, Copy, Debug)]
pub struct JumpPoint {
    pub func: FuncId,
    pub block: BlockId,
    /// The call of `setjmp`.
    pub inst: u32,
    pub depth: u32,
    pub stack_base: u64,
}

impl State {
    /// Takes room for a stack object of the running function.
    pub(crate) fn reserve_stack(&mut self, size: u64) -> u64 {
        let slot = self.frame.stack_top;
        self.frame.stack_top += layout::slots_for(size);
        layout::slot_address(slot)
    }
}
