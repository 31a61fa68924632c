//! Tests and bugs on their way out: from a state and its model to the sink.

use machine::Machine;
use machine::checks::{BugId, BugReport};
use machine::inputs::InputKind;
use machine::state::State;
use program::ir::{FuncId, LocId, Program};
use program::names::shown;
use rustc_hash::FxHashSet;

use crate::config::{Config, TestPolicy};
use crate::results::{Bug, Frame, Input, Progress, Sink, TestCase, TestEnd};

pub(crate) struct Recording<'a> {
    sink: &'a mut dyn Sink,
    args: Vec<Vec<u8>>,
    policy: TestPolicy,
    tests: u64,
    bugs: Vec<Bug>,
    /// What has been reported: once for each kind and place.
    known: FxHashSet<BugId>,
    failed: bool,
}

impl<'a> Recording<'a> {
    pub fn new(config: &Config, sink: &'a mut dyn Sink) -> Recording<'a> {
        Recording {
            sink,
            args: config.program.args.iter().map(|arg| arg.clone().into_bytes()).collect(),
            policy: config.tests,
            tests: 0,
            bugs: Vec::new(),
            known: FxHashSet::default(),
            failed: false,
        }
    }

    pub fn tests(&self) -> u64 {
        self.tests
    }

    pub fn bug_count(&self) -> u64 {
        self.bugs.len() as u64
    }

    pub fn take_bugs(&mut self) -> Vec<Bug> {
        std::mem::take(&mut self.bugs)
    }

    /// Whether the sink has refused something: there is no point in going on.
    pub fn failed(&self) -> bool {
        self.failed
    }

    pub fn echo(&mut self, bytes: &[u8]) {
        self.sink.program_output(bytes);
    }

    /// What a strategy has decided, and why.
    pub fn decision(&mut self, note: &str) {
        self.sink.decision(note);
    }

    pub fn progress(&mut self, progress: &Progress) {
        self.sink.progress(progress);
    }

    /// The bugs that were reported.
    pub fn known(&self) -> &FxHashSet<BugId> {
        &self.known
    }

    pub fn knows(&self, report: &BugReport) -> bool {
        self.known.contains(&report.id())
    }

    /// A test for the path of a state, with the values of its model.
    pub fn test(&mut self, machine: &mut Machine, state: &State, end: TestEnd) {
        let test = self.test_case(machine, state, end);
        self.failed |= self.sink.test(&test).is_err();
    }

    /// A bug, shown by the state's model.
    pub fn bug(&mut self, machine: &mut Machine, state: &State, report: &BugReport) {
        self.known.insert(report.id());
        let program = machine.program;
        let location = program.locations[report.loc.index()];
        let number = self.bugs.len();
        let test = match self.policy {
            // No file is written, so no number is used up.
            TestPolicy::None => TestCase { number: 0, ..self.inputs_only(machine, state, TestEnd::Bug(number)) },
            TestPolicy::New | TestPolicy::All => self.test_case(machine, state, TestEnd::Bug(number)),
        };
        let bug = Bug {
            kind: report.kind.name().to_string(),
            cwe: Some(report.kind.cwe()),
            message: report.message.clone(),
            function: shown(&program.function(report.function).name),
            file: location.file.map_or(String::new(), |file| program.files[file.index()].clone()),
            line: location.line,
            column: location.column,
            stack: report.stack.iter().map(|&(function, loc)| frame(program, function, loc)).collect(),
            test: test.number,
            confirmed: None,
            rests_on_layout: !state.seen.is_empty(),
        };
        self.failed |= self.sink.bug(&bug, &test).is_err();
        self.bugs.push(bug);
    }

    fn test_case(&mut self, machine: &mut Machine, state: &State, end: TestEnd) -> TestCase {
        self.tests += 1;
        self.inputs_only(machine, state, end)
    }

    fn inputs_only(&self, machine: &mut Machine, state: &State, end: TestEnd) -> TestCase {
        let mut inputs: Vec<Input> = Vec::new();
        let mut args = self.args.clone();
        for input in state.inputs.in_order() {
            let bytes = input.text(&machine.dag, &mut machine.eval, &state.model);
            match input.kind {
                // What the environment chose cannot be put into a test.
                InputKind::Uninitialised | InputKind::External => continue,
                InputKind::Argument(present) => {
                    if !machine.eval.holds(&machine.dag, present, &state.model) {
                        continue;
                    }
                    args.push(bytes.split(|&byte| byte == 0).next().unwrap_or_default().to_vec());
                }
                InputKind::Stream(_) => {
                    // One input a stream, however it was read.
                    match inputs.iter_mut().find(|known| known.name == *input.name) {
                        Some(stream) => stream.bytes.extend(bytes),
                        None => inputs.push(Input { name: input.name.to_string(), bytes, type_name: None }),
                    }
                    continue;
                }
                InputKind::Bytes | InputKind::Sized(_) | InputKind::Scalar => {}
            }
            let name = match input.instance {
                0 => input.name.to_string(),
                n => format!("{}_{n}", input.name),
            };
            let type_name = input.type_name.as_deref().or_else(|| integer_of_size(input)).map(str::to_string);
            inputs.push(Input { name, bytes, type_name });
        }
        TestCase { number: self.tests, inputs, args, end }
    }
}

/// A type for a scalar whose annotation tells none; objects have no type.
fn integer_of_size(input: &machine::inputs::Input) -> Option<&'static str> {
    match (input.kind, input.bytes) {
        (InputKind::Scalar, 1) => Some("char"),
        (InputKind::Scalar, 2) => Some("short"),
        (InputKind::Scalar, 4) => Some("int"),
        (InputKind::Scalar, 8) => Some("long"),
        (InputKind::Scalar, 16) => Some("__int128"),
        _ => None,
    }
}

fn frame(program: &Program, function: FuncId, loc: LocId) -> Frame {
    let location = program.locations[loc.index()];
    Frame {
        function: shown(&program.function(function).name),
        file: location.file.map_or(String::new(), |file| program.files[file.index()].clone()),
        line: location.line,
    }
}
