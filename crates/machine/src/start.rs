//! The life of a program around its code: globals, arguments, constructors, the entry function, `exit` and its
//! handlers, and what is looked at when it is over.

use std::rc::Rc;

use expr::{Model, Trie};
use program::ir::{FuncId, ParamKind};
use program::layout;
use rustc_hash::FxHashSet;

use crate::checks::BugKind;
use crate::inputs::{InputKind, Inputs};
use crate::machine::{Machine, Stop};
use crate::memory::{Fill, Memory, Object, ObjectKind};
use crate::state::{CallStack, Output, Phase, State};
use crate::value::Value;

/// Bytes of a `FILE`; nobody looks inside.
const STREAM_SIZE: u64 = 216;

impl<'p> Machine<'p> {
    /// The state before the first instruction. `arguments` are the program's, without its name.
    pub fn initial_state(&mut self, entry: FuncId, name: &str, arguments: &[String], model: Model) -> State {
        let first = self.program.constructors.first().copied().unwrap_or(entry);
        let mut st = State {
            frame: self.new_frame(first, layout::FIRST_STACK_SLOT),
            callers: CallStack::default(),
            memory: Memory::new(self.first_free_global_slot()),
            model,
            inputs: Inputs::default(),
            input_counts: Trie::new(),
            uninit_count: 0,
            decisions: Vec::new(),
            output: Output::default(),
            phase: Phase::Constructors(1),
            exit_handlers: Rc::default(),
            jump_points: Rc::default(),
            stack_bytes: 0,
            instructions: 0,
            stop_at: None,
            new_coverage: false,
        };
        for global in &self.program.globals {
            let fill = if global.external { Fill::Uninit } else { Fill::Bytes(&global.init) };
            let mut object = Object::new(global.address, global.size, ObjectKind::Global, fill);
            object.read_only = global.read_only;
            object.origin = global.loc;
            st.memory.insert(object);
        }
        self.make_process_objects(&mut st);
        self.entry = entry;
        self.entry_args = self.entry_arguments(&mut st, entry, name, arguments);
        if self.program.constructors.is_empty() {
            self.begin_entry(&mut st);
        } else {
            self.begin(&mut st, first, &[]);
        }
        st
    }

    /// `errno`, and the streams that the C library declares and nobody defines.
    fn make_process_objects(&mut self, st: &mut State) {
        self.errno = st.memory.next_argument_address(4);
        st.memory.insert(Object::new(self.errno, 4, ObjectKind::Global, Fill::Bytes(&[])));
        for global in self.program.globals.iter().filter(|g| g.external && g.size == 8) {
            if matches!(global.name.as_str(), "stdin" | "stdout" | "stderr") {
                let stream = st.memory.next_argument_address(STREAM_SIZE);
                st.memory.insert(Object::new(stream, STREAM_SIZE, ObjectKind::Global, Fill::Uninit));
                st.memory.write_bits(global.address, 8, stream);
                if global.name == "stdout" {
                    self.stdout = Some(stream);
                }
            }
        }
    }

    fn first_free_global_slot(&self) -> u64 {
        let end = |g: &program::ir::Global| {
            layout::slot_of(g.address).unwrap_or(layout::FIRST_GLOBAL_SLOT) + layout::slots_for(g.size)
        };
        self.program.globals.iter().map(end).max().unwrap_or(layout::FIRST_GLOBAL_SLOT)
    }

    /// `argc`, `argv`, `envp` for `main`; a fresh input for each parameter of any other function.
    fn entry_arguments(&mut self, st: &mut State, entry: FuncId, name: &str, arguments: &[String]) -> Vec<Value> {
        let function = self.function(entry);
        if function.name == "main" {
            let words: Vec<&[u8]> =
                std::iter::once(name.as_bytes()).chain(arguments.iter().map(|a| a.as_bytes())).collect();
            let argv = self.string_vector(st, &words);
            let envp = self.string_vector(st, &[]);
            let all = [Value::Bits(words.len() as u64), Value::Bits(argv), Value::Bits(envp)];
            return function.params.iter().zip(all).map(|(_, value)| value).collect();
        }
        let params: Vec<_> = function.params.iter().map(|p| (p.name.clone(), p.width, p.kind)).collect();
        let mut values = Vec::new();
        for (name, width, kind) in params {
            let value = match kind {
                ParamKind::Integer | ParamKind::Float => self.scalar_input(st, &name, width, None),
                ParamKind::Pointer => self.object_input(st, &name, self.settings.pointer_size),
                ParamKind::ByVal { size } => self.object_input(st, &name, size),
            };
            values.push(value);
        }
        values
    }

    /// A fresh object whose every byte is an input.
    fn object_input(&mut self, st: &mut State, name: &str, size: u64) -> Value {
        let address = st.memory.next_argument_address(size);
        st.memory.insert(Object::new(address, size, ObjectKind::Argument, Fill::Uninit));
        let slot = layout::slot_of(address).expect("an address just given out");
        self.bytes_input(st, name, slot, 0, size, InputKind::Bytes);
        Value::Bits(address)
    }

    fn string_vector(&mut self, st: &mut State, words: &[&[u8]]) -> u64 {
        let mut pointers = Vec::new();
        for word in words {
            let mut bytes = word.to_vec();
            bytes.push(0);
            let address = st.memory.next_argument_address(bytes.len() as u64);
            let object = Object::new(address, bytes.len() as u64, ObjectKind::Argument, Fill::Bytes(&bytes));
            st.memory.insert(object);
            pointers.extend_from_slice(&address.to_le_bytes());
        }
        pointers.extend_from_slice(&[0; 8]);
        let size = pointers.len() as u64;
        let address = st.memory.next_argument_address(size);
        st.memory.insert(Object::new(address, size, ObjectKind::Argument, Fill::Bytes(&pointers)));
        address
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

    fn begin_entry(&mut self, st: &mut State) {
        st.phase = Phase::Entry;
        let args = self.entry_args.clone();
        self.begin(st, self.entry, &args);
    }

    /// The function at the bottom of the stack is done.
    pub(crate) fn outermost_returned(&mut self, st: &mut State, value: Value) -> Result<(), Stop> {
        match st.phase.clone() {
            Phase::Constructors(started) => {
                match self.program.constructors.get(started) {
                    Some(&next) => {
                        st.phase = Phase::Constructors(started + 1);
                        self.begin(st, next, &[]);
                    }
                    None => self.begin_entry(st),
                }
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
            Phase::Constructors(_) | Phase::Entry => 0,
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
                    && let crate::memory::Target::Live(target, _) = st.memory.at(pointer)
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
