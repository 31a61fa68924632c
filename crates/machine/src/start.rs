//! The life of a program around its code: globals, arguments, constructors, the entry function, `exit` and its
//! handlers, and what is looked at when it is over.

use std::rc::Rc;

use expr::{ExprId, Model, Trie};
use program::ir::{FuncId, ParamKind};
use program::layout;
use rustc_hash::FxHashSet;

use crate::checks::BugKind;
use crate::inputs::{InputKind, Inputs};
use crate::machine::{Machine, Stop};
use crate::memory::{Fill, Memory, Object, ObjectKind};
use crate::settings::SymbolicArguments;
use crate::state::{CallStack, Output, Phase, State};
use crate::value::Value;

/// Bytes of a `FILE`, and where it has its descriptor.
const STREAM_SIZE: u64 = 216;
pub(crate) const STREAM_DESCRIPTOR: u64 = 112;

impl<'p> Machine<'p> {
    /// The state before the first instruction. `arguments` are the program's, without its name.
    pub fn initial_state(&mut self, entry: FuncId, name: &str, arguments: &[String], model: Model) -> State {
        let first = self.program.constructors.first().copied().unwrap_or(entry);
        let mut st = State {
            frame: self.new_frame(first, layout::FIRST_STACK_SLOT),
            callers: CallStack::default(),
            memory: self.memory_at_start(),
            model,
            inputs: Inputs::default(),
            seed: None,
            input_counts: Trie::new(),
            uninit_count: 0,
            decisions: Vec::new(),
            output: Output::default(),
            phase: Phase::Constructors(1),
            entry_args: Rc::default(),
            exit_handlers: Rc::default(),
            jump_points: Rc::default(),
            stack_bytes: 0,
            instructions: 0,
            stop_at: None,
            new_coverage: false,
        };
        self.make_process_objects(&mut st);
        self.entry = entry;
        st.entry_args = self.entry_arguments(&mut st, entry, name, arguments).into();
        if self.program.constructors.is_empty() {
            self.begin_entry(&mut st);
        } else {
            self.begin(&mut st, first, &[]);
        }
        st
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

    /// `argc`, `argv`, `envp` for `main`; a fresh input for each parameter of any other function.
    fn entry_arguments(&mut self, st: &mut State, entry: FuncId, name: &str, arguments: &[String]) -> Vec<Value> {
        let function = self.function(entry);
        if function.name == "main" {
            let words = std::iter::once(name.as_bytes()).chain(arguments.iter().map(|a| a.as_bytes()));
            let mut pointers: Vec<Value> = words.map(|word| Value::Bits(self.string(st, word))).collect();
            let count = self.symbolic_arguments(st, &mut pointers);
            let argv = self.pointer_vector(st, &pointers);
            let envp = self.pointer_vector(st, &[]);
            let all = [count, Value::Bits(argv), Value::Bits(envp)];
            return function.params.iter().zip(all).map(|(_, value)| value).collect();
        }
        let params: Vec<_> = function.params.iter().map(|p| (p.name.clone(), p.width, p.kind)).collect();
        let mut values = Vec::new();
        for (name, width, kind) in params {
            let value = match kind {
                ParamKind::Integer => self.scalar_input(st, &name, width, None),
                ParamKind::Float => self.scalar_input(st, &name, width, float_type(width)),
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

    /// Adds the symbolic arguments, those that are always there first. The result is `argc`.
    fn symbolic_arguments(&mut self, st: &mut State, pointers: &mut Vec<Value>) -> Value {
        let groups = self.settings.environment.arguments.clone();
        let lengths = |count: fn(&SymbolicArguments) -> u64| -> Vec<u64> {
            groups.iter().flat_map(|group| std::iter::repeat_n(group.length, count(group) as usize)).collect()
        };
        let (always, sometimes) = (lengths(|g| g.least), lengths(|g| g.most.saturating_sub(g.least)));
        let certain = self.dag.truth(true);
        for (number, &length) in always.iter().enumerate() {
            pointers.push(Value::Bits(self.argument_input(st, number, length, certain)));
        }
        let fixed = Value::Bits(pointers.len() as u64);
        if sometimes.is_empty() {
            return fixed;
        }
        // Any value of the input stands for a number of arguments, so it needs no constraint.
        let chosen = self.scalar_of_kind(st, "number of arguments", 32, None, InputKind::External);
        let choices = self.dag.constant(sometimes.len() as u128 + 1, 32);
        let present = self.dag.urem(chosen, choices);
        for (number, &length) in sometimes.iter().enumerate() {
            let index = self.dag.constant(number as u128, 32);
            let here = self.dag.ult(index, present);
            let address = self.argument_input(st, always.len() + number, length, here);
            let (address, null) = (self.dag.constant(address as u128, 64), self.dag.constant(0, 64));
            pointers.push(Value::Expr(self.dag.ite(here, address, null)));
        }
        let fixed = fixed.expr(&mut self.dag, 32);
        Value::Expr(self.dag.add(fixed, present))
    }

    /// A string of symbolic bytes, named as KLEE names it.
    fn argument_input(&mut self, st: &mut State, number: usize, length: u64, present: ExprId) -> u64 {
        let address = self.string(st, &vec![0; length as usize]);
        let slot = layout::slot_of(address).expect("an address just given out");
        if length > 0 {
            self.bytes_input(st, &format!("arg{number:02}"), slot, 0, length, InputKind::Argument(present));
        }
        address
    }

    fn string(&mut self, st: &mut State, word: &[u8]) -> u64 {
        let size = word.len() as u64 + 1;
        let address = st.memory.next_argument_address(size);
        st.memory.insert(Object::new(address, size, ObjectKind::Argument, Fill::Bytes(word)));
        address
    }

    /// Pointers and a null pointer behind them.
    fn pointer_vector(&mut self, st: &mut State, pointers: &[Value]) -> u64 {
        let size = 8 * (pointers.len() as u64 + 1);
        let address = st.memory.next_argument_address(size);
        let mut object = Object::new(address, size, ObjectKind::Argument, Fill::Bytes(&[]));
        for (index, pointer) in pointers.iter().enumerate() {
            let e = pointer.expr(&mut self.dag, 64);
            object.write_expr(&self.dag, 8 * index as u64, 8, e);
        }
        st.memory.insert(object);
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
        let args = st.entry_args.clone();
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

/// The C type of a floating-point parameter.
fn float_type(width: u16) -> Option<&'static str> {
    match width {
        32 => Some("float"),
        64 => Some("double"),
        _ => None,
    }
}
