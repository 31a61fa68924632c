//! The life of a program around its code: globals, constructors, the entry function, `exit` and its handlers.

use std::rc::Rc;

use expr::{Model, Trie};
use persistent::List;
use program::cfg::Cfg;
use program::contract::{FUZZER_ENTRY, FUZZER_START};
use program::ir::{FuncId, Program};
use program::layout;
use program::loops;

use crate::asking::EXIT_STATUS;
use crate::inputs::Inputs;
use crate::machine::{Machine, Stop};
use crate::memory::{Fill, Memory, Object, ObjectKind};
use crate::state::{CallStack, FewPlaces, Output, Phase, StartCall, State};
use crate::value::Value;

/// Bytes of a `FILE`, and where it has its descriptor.
const STREAM_SIZE: u64 = 216;
pub(crate) const STREAM_DESCRIPTOR: u64 = 112;

/// The descriptor behind the variable `stdin`, `stdout` or `stderr`.
fn standard_stream(global: &program::ir::Global) -> Option<usize> {
    let names = ["stdin", "stdout", "stderr"];
    names.iter().position(|name| global.size == 8 && global.name == *name)
}

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
            seen: List::default(),
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
            few_places: *self.few_places.get_or_init(|| few_places(self.program)),
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
        // What nobody defines has no object: to use it is a cut.
        let defined = |global: &&program::ir::Global| !global.external || standard_stream(global).is_some();
        for global in self.program.globals.iter().filter(defined) {
            let mut object = Object::new(global.address, global.size, ObjectKind::Global, Fill::Bytes(&global.init));
            object.read_only = global.read_only;
            object.set_alignment(global.align);
            object.origin = global.loc;
            memory.insert(object);
        }
        self.at_start.insert(memory).clone()
    }

    /// `errno`, and the streams where no C library is linked.
    fn make_process_objects(&mut self, st: &mut State) {
        self.errno = st.memory.next_argument_address(4);
        st.memory.insert(Object::new(self.errno, 4, ObjectKind::Global, Fill::Bytes(&[])));
        st.memory.align(self.errno, 4);
        for global in self.program.globals.iter().filter(|global| global.external) {
            if let Some(descriptor) = standard_stream(global) {
                let stream = st.memory.next_argument_address(STREAM_SIZE);
                st.memory.insert(Object::new(stream, STREAM_SIZE, ObjectKind::Global, Fill::Bytes(&[])));
                st.memory.align(stream, layout::MALLOC_ALIGN);
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

    /// Makes a function the outermost and only one. Locals that are alive stay so: those of functions that called `exit`.
    fn begin(&mut self, st: &mut State, function: FuncId, args: &[Value]) {
        st.callers = CallStack::default();
        st.stack_bytes = 0;
        st.decisions.clear();
        self.cursor = 0;
        st.frame = self.new_frame(function, st.frame.stack_top);
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
        if matches!(st.phase, Phase::Entry) && self.function(self.entry).name == "main" {
            self.check_initialised(st, value, EXIT_STATUS)?;
        }
        let loc = self.location(st);
        st.memory.kill_stack(st.frame.stack_base, st.frame.stack_top, loc);
        st.frame.stack_top = st.frame.stack_base;
        match st.phase.clone() {
            Phase::Starting(begun) => {
                self.begin_next(st, begun);
                Ok(())
            }
            Phase::Entry => {
                // Only `main` has an exit status to give; any other entry function simply ends.
                let code = if self.function(self.entry).name == "main" { value } else { Value::ZERO };
                self.go_on_exiting(st, code, 0, Rc::default())
            }
            Phase::Exiting { code, destructors, held } => self.go_on_exiting(st, code, destructors, held),
        }
    }

    /// `exit`, in the middle of functions whose locals stay alive.
    pub(crate) fn exit(&mut self, st: &mut State, code: Value) -> Result<(), Stop> {
        let (started, held) = match &st.phase {
            Phase::Exiting { destructors, held, .. } => (*destructors, held.clone()),
            Phase::Starting(_) | Phase::Entry => (0, self.variables_in_registers(st)),
        };
        self.go_on_exiting(st, code, started, held)
    }

    /// The next handler, then the destructors, of which so many have been started, then the end.
    fn go_on_exiting(&mut self, st: &mut State, code: Value, started: usize, held: Rc<[Value]>) -> Result<(), Stop> {
        if let Some(&handler) = st.exit_handlers.last() {
            Rc::make_mut(&mut st.exit_handlers).pop();
            st.phase = Phase::Exiting { code, destructors: started, held };
            let args: Vec<Value> = handler.argument.into_iter().collect();
            self.begin(st, handler.function, &args);
            return Ok(());
        }
        if let Some(&destructor) = self.program.destructors.get(started) {
            st.phase = Phase::Exiting { code, destructors: started + 1, held };
            self.begin(st, destructor, &[]);
            return Ok(());
        }
        self.check_leaks(st, &held)?;
        Err(Stop::Exit(code))
    }
}
/// In a loop without end, terms over offsets would grow with each round, and states never be the same again.
fn few_places(program: &Program) -> FewPlaces {
    let mut own = program.functions.iter().filter(|function| !function.from_runtime);
    match own.any(|function| loops::has_endless(&Cfg::new(function), &function.returning())) {
        true => FewPlaces::Apart,
        false => FewPlaces::Together,
    }
}
