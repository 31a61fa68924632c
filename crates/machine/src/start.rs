//! The life of a program around its code: globals, constructors, the entry function, `exit` and its handlers, and what is
//! looked at when it is over.

use std::rc::Rc;

use expr::{Model, Trie};
use program::contract::{FUZZER_ENTRY, FUZZER_START};
use program::ir::FuncId;
use program::layout;
use rustc_hash::FxHashSet;

use crate::checks::BugKind;
use crate::inputs::Inputs;
use crate::machine::{Machine, Stop};
use crate::memory::{Fill, Memory, Object, ObjectKind};
use crate::state::{CallStack, Output, Phase, StartCall, State};
use crate::value::Value;

/// Bytes of a `FILE`, and where it has its descriptor.
const STREAM_SIZE: u64 = 216;
pub(crate) const STREAM_DESCRIPTOR: u64 = 112;

impl<'p> Machine<'p> {
    /// The state before the first instruction. `arguments` are the program's, without its name.
    pub fn initial_state(&mut self, entry: FuncId, name: &str, arguments: &[String], model: Model) -> State {
        let mut st = State {
            frame: self.new_frame(entry, layout::FIRST_STACK_SLOT),
            callers: CallStack::default(),
            memory: self.memory_at_start(),
            model,
            inputs: Inputs::default(),
            seed: None,
            input_counts: Trie::new(),
            uninit_count: 0,
            decisions: Vec::new(),
            output: Output::default(),
            phase: Phase::Starting(0),
            start: Rc::default(),
            exit_handlers: Rc::default(),
            jump_points: Rc::default(),
            stack_bytes: 0,
            instructions: 0,
            stop_at: None,
            new_coverage: false,
        };
        self.make_process_objects(&mut st);
        self.entry = entry;
        st.start = self.start_calls(&mut st, entry, name, arguments).into();
        self.begin_next(&mut st, 0);
        st
    }

    /// Constructors, what a fuzzer calls first, what the entry is promised, and the entry.
    fn start_calls(&mut self, st: &mut State, entry: FuncId, name: &str, arguments: &[String]) -> Vec<StartCall> {
        let call = |function, args: &[Value]| StartCall { function, args: args.into() };
        let args = self.entry_arguments(st, entry, name, arguments);
        let mut calls: Vec<StartCall> = self.program.constructors.iter().map(|&f| call(f, &[])).collect();
        if self.function(entry).name == FUZZER_ENTRY
            && let Ok(function) = self.program.entry(FUZZER_START)
        {
            calls.push(call(function, &self.fuzzer_arguments(st, name)));
        }
        let prelude = self.program.contract.as_ref().and_then(|contract| contract.prelude);
        calls.extend(prelude.map(|prelude| call(prelude, &args)));
        calls.push(call(entry, &args));
        calls
    }

    /// Memory with the globals in it, made once: all executions share what they do not write.
    fn memory_at_start(&mut self) -> Memory {
        if let Some(made) = &self.at_start {
            return made.clone();
        }
        let mut memory = Memory::new(self.first_free_global_slot());
        for global in &self.program.globals {
            let fill = if global.external { Fill::Uninit } else { Fill::Bytes(&global.init) };
            let mut object = Object::new(global.address, global.size, ObjectKind::Global, fill);
            object.read_only = global.read_only;
            object.origin = global.loc;
            memory.insert(object);
        }
        self.at_start.insert(memory).clone()
    }

    /// `errno`, and the streams where no C library is linked.
    fn make_process_objects(&mut self, st: &mut State) {
        self.errno = st.memory.next_argument_address(4);
        st.memory.insert(Object::new(self.errno, 4, ObjectKind::Global, Fill::Bytes(&[])));
        for global in self.program.globals.iter().filter(|g| g.external && g.size == 8) {
            if let Some(descriptor) = ["stdin", "stdout", "stderr"].iter().position(|name| global.name == *name) {
                let stream = st.memory.next_argument_address(STREAM_SIZE);
                st.memory.insert(Object::new(stream, STREAM_SIZE, ObjectKind::Global, Fill::Bytes(&[])));
                st.memory.write_bits(stream + STREAM_DESCRIPTOR, 4, descriptor as u64);
                st.memory.write_bits(global.address, 8, stream);
            }
        }
    }

    fn first_free_global_slot(&self) -> u64 {
        let end = |g: &program::ir::Global| {
            layout::slot_of(g.address).unwrap_or(layout::FIRST_GLOBAL_SLOT) + layout::slots_for(g.size)
        };
        self.program.globals.iter().map(end).max().unwrap_or(layout::FIRST_GLOBAL_SLOT)
    }

    /// Makes a function the outermost and only one.
    fn begin(&mut self, st: &mut State, function: FuncId, args: &[Value]) {
        let loc = self.location(st);
        let top = st.frame.stack_top;
        st.memory.kill_stack(layout::FIRST_STACK_SLOT, top, loc);
        st.callers = CallStack::default();
        st.stack_bytes = 0;
        st.decisions.clear();
        self.cursor = 0;
        st.frame = self.new_frame(function, layout::FIRST_STACK_SLOT);
        for (param, &value) in self.function(function).params.iter().zip(args) {
            st.frame.regs[param.reg.index()] = value;
        }
        if self.coverage.enter(function, st.frame.block) {
            st.new_coverage = true;
        }
    }

    /// Begins the call of this number among those that start the program.
    fn begin_next(&mut self, st: &mut State, number: usize) {
        let calls = Rc::clone(&st.start);
        let is_last = number + 1 == calls.len();
        st.phase = if is_last { Phase::Entry } else { Phase::Starting(number + 1) };
        let StartCall { function, args } = &calls[number];
        self.begin(st, *function, args);
    }

    /// The function at the bottom of the stack is done.
    pub(crate) fn outermost_returned(&mut self, st: &mut State, value: Value) -> Result<(), Stop> {
        match st.phase.clone() {
            Phase::Starting(begun) => {
                self.begin_next(st, begun);
                Ok(())
            }
            Phase::Entry => {
                // Only `main` has an exit status to give; any other entry function simply ends.
                let code = if self.function(self.entry).name == "main" { value } else { Value::ZERO };
                self.exit(st, code)
            }
            Phase::Exiting { code, .. } => self.exit(st, code),
        }
    }

    /// `exit`: the next handler, then the destructors, then the end.
    pub(crate) fn exit(&mut self, st: &mut State, code: Value) -> Result<(), Stop> {
        let started = match st.phase {
            Phase::Exiting { destructors, .. } => destructors,
            Phase::Starting(_) | Phase::Entry => 0,
        };
        if let Some(&handler) = st.exit_handlers.last() {
            Rc::make_mut(&mut st.exit_handlers).pop();
            st.phase = Phase::Exiting { code, destructors: started };
            let args: Vec<Value> = handler.argument.into_iter().collect();
            self.begin(st, handler.function, &args);
            return Ok(());
        }
        if let Some(&destructor) = self.program.destructors.get(started) {
            st.phase = Phase::Exiting { code, destructors: started + 1 };
            self.begin(st, destructor, &[]);
            return Ok(());
        }
        self.check_leaks(st)?;
        Err(Stop::Exit(code))
    }

    /// Heap objects that are alive and that no global and no other reachable object points to.
    fn check_leaks(&mut self, st: &mut State) -> Result<(), Stop> {
        if !self.checks.has(BugKind::MemoryLeak) {
            return Ok(());
        }
        let mut reached = FxHashSet::default();
        let mut open: Vec<u64> =
            st.memory.live().filter(|(_, o)| o.kind == ObjectKind::Global).map(|(slot, _)| slot).collect();
        while let Some(slot) = open.pop() {
            if !reached.insert(slot) {
                continue;
            }
            let object = st.memory.object(slot);
            for offset in (0..object.capacity.saturating_sub(7)).step_by(8) {
                if let Some(pointer) = object.read_bits(offset, 8)
                    && let crate::memory::Pointee::Live(target, _) = st.memory.at(pointer)
                {
                    open.push(target);
                }
            }
        }
        let leaked: Vec<(u64, program::ir::LocId)> = (st.memory.live())
            .filter(|(slot, o)| o.kind == ObjectKind::Heap && !reached.contains(slot))
            .map(|(_, o)| (o.capacity, o.origin))
            .collect();
        for (size, origin) in leaked {
            let place = self.program.place(origin);
            self.report_at(st, BugKind::MemoryLeak, origin, &format!("{size} bytes allocated at {place}"))?;
        }
        Ok(())
    }
}
