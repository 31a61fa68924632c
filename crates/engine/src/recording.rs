//! Tests and bugs on their way out: from a state and its model to the sink.

use std::sync::Arc;

use expr::{Dag, ExprId, Model, VarId};
use machine::Machine;
use machine::checks::{BugId, BugReport, Stray};
use machine::inputs::{InputKind, UNINIT};
use machine::memory::ObjectKind;
use machine::seed::Seed;
use machine::state::State;
use program::ir::{FuncId, LocId, Program, SourceType};
use program::names::shown;
use pruning::Learnt;
use rustc_hash::FxHashSet;

use crate::config::{Config, TestPolicy};
use crate::parts::{Office, Report};
use crate::restoring;
use crate::results::{Bug, Frame, Input, Progress, Sink, StrayAccess, TestCase, TestEnd};
use crate::snapshot::{KeptBug, Snapshot};

/// Tests whose inputs are kept until the run is over, and variables of these inputs.
const MOST_MODELS: usize = 5000;
const MOST_VALUES: usize = 1_000_000;

pub(crate) struct Recording<'a> {
    sink: &'a mut dyn Sink,
    args: Vec<Vec<u8>>,
    /// Name of the function the run starts in.
    entry: String,
    policy: TestPolicy,
    tests: u64,
    /// The inputs of the first tests, by number.
    models: Vec<(u64, Model)>,
    /// How many values these have.
    values: usize,
    bugs: Vec<Bug>,
    /// The same, with all that has to be known of them to report them again.
    kept: Vec<KeptBug>,
    /// What has been reported: once for each kind and place.
    known: FxHashSet<BugId>,
    failed: bool,
}

impl<'a> Recording<'a> {
    pub fn new(config: &Config, sink: &'a mut dyn Sink) -> Recording<'a> {
        Recording {
            sink,
            args: config.program.args.iter().map(|arg| arg.clone().into_bytes()).collect(),
            entry: config.program.entry.clone(),
            policy: config.tests,
            tests: 0,
            models: Vec::new(),
            values: 0,
            bugs: Vec::new(),
            kept: Vec::new(),
            known: FxHashSet::default(),
            failed: false,
        }
    }

    pub fn tests(&self) -> u64 {
        self.tests
    }

    pub fn models(&self) -> &[(u64, Model)] {
        &self.models
    }

    pub fn kept_bugs(&self) -> &[KeptBug] {
        &self.kept
    }

    /// An earlier part of the run has written these tests, and found these bugs.
    pub fn take_over(&mut self, snapshot: &Snapshot, models: Vec<(u64, Model)>) {
        self.tests = snapshot.explored.tests;
        self.values = models.iter().map(|(_, model)| model.iter().count()).sum();
        self.models = models;
        self.bugs = snapshot.bugs.iter().map(KeptBug::bug).collect();
        let id = |kept: &KeptBug| {
            let kind = restoring::kind_named(&kept.bug().kind)?;
            Some(BugId { kind, function: FuncId(kept.place.0), loc: LocId(kept.place.1) })
        };
        self.known = snapshot.bugs.iter().filter_map(id).collect();
        self.kept = snapshot.bugs.clone();
    }

    /// The run as it stands, for who may go on with it.
    pub fn frontier(&mut self, snapshot: &Snapshot) {
        self.failed |= self.sink.frontier(snapshot).is_err();
    }

    /// What was learnt, for the same.
    pub fn learnt(&mut self, learnt: &Learnt) {
        self.failed |= self.sink.learnt(learnt).is_err();
    }

    /// The inputs of tests, by number; of very many tests only the first.
    pub fn take_models(&mut self) -> Vec<(u64, Model)> {
        std::mem::take(&mut self.models)
    }

    pub fn bug_count(&self) -> u64 {
        self.bugs.len() as u64
    }

    /// Number of the test of the last bug, 0 if it has none.
    pub fn last_bug_test(&self) -> u64 {
        self.bugs.last().map_or(0, |bug| bug.test)
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

    /// Inputs that somebody else has found.
    pub fn seeds(&mut self) -> Vec<Seed> {
        self.sink.seeds()
    }

    /// Who the session works for, if it explores a part of a run.
    pub fn office(&mut self) -> Option<&mut dyn Office> {
        self.sink.office()
    }

    /// Somebody else has reported a bug; false if it was known.
    pub fn hears_of(&mut self, bug: BugId) -> bool {
        self.known.insert(bug)
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

    /// A bug, shown by the state's model. `conditions` lead to it.
    pub fn bug(
        &mut self,
        machine: &mut Machine,
        state: &State,
        conditions: impl IntoIterator<Item = ExprId>,
        report: &BugReport,
    ) {
        self.known.insert(report.id());
        let program = machine.program;
        let location = program.locations[report.loc.index()];
        let number = self.bugs.len();
        let test = match self.policy {
            // No file is written, so no number is used up.
            TestPolicy::None => TestCase { number: 0, ..self.inputs_only(machine, state, TestEnd::Bug(number)) },
            TestPolicy::New | TestPolicy::All => self.test_case(machine, state, TestEnd::Bug(number)),
        };
        let access = report.stray.map(|stray| stray_access(machine, state, stray));
        let message = match (access, report.stray) {
            (Some(access), Some(Stray { object, .. })) => {
                format!("{}: {}", report.message, access.in_words(object.in_words()))
            }
            _ => report.message.clone(),
        };
        let unsaid = Unsaid::of(&machine.dag, state, conditions);
        let bug = Bug {
            kind: report.kind.name().to_string(),
            cwe: Some(report.kind.cwe()),
            message,
            function: shown(&program.function(report.function).name),
            file: location.file.map_or(String::new(), |file| program.files[file.index()].clone()),
            line: location.line,
            column: location.column,
            stack: visible_stack(program, &report.stack),
            test: test.number,
            confirmed: None,
            replay: None,
            library: library_function(program, &report.stack),
            access,
            rests_on_layout: !state.seen.is_empty(),
            rests_on_uninitialised: unsaid.uninitialised,
            rests_on_system: unsaid.system,
        };
        self.failed |= self.sink.bug(&bug, &test).is_err();
        let kept = KeptBug::new(&bug, (report.function.0, report.loc.0), test);
        if let Some(office) = self.sink.office() {
            office.report(Report::Bug(Box::new(kept.clone())));
        }
        self.kept.push(kept);
        self.bugs.push(bug);
    }

    fn test_case(&mut self, machine: &mut Machine, state: &State, end: TestEnd) -> TestCase {
        self.tests += 1;
        let values: usize = state.inputs.in_order().iter().map(|input| input.variables.len()).sum();
        if self.models.len() < MOST_MODELS && self.values + values <= MOST_VALUES {
            self.values += values;
            self.models.push((self.tests, state.model.clone()));
        }
        self.inputs_only(machine, state, end)
    }

    fn inputs_only(&self, machine: &mut Machine, state: &State, end: TestEnd) -> TestCase {
        let mut inputs: Vec<Input> = Vec::new();
        let mut args = self.args.clone();
        for input in state.inputs.in_order() {
            let bytes = input.text(&machine.dag, &mut machine.eval, &state.model);
            match input.kind {
                // What the environment chose cannot be put into a test.
                InputKind::Uninitialised | InputKind::External | InputKind::System => continue,
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
                        None => inputs.push(Input { name: input.name.to_string(), bytes, ..Input::default() }),
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
            let source_type = self.source_type(machine.program, input, bytes.len() as u64);
            inputs.push(Input { name, bytes, type_name, source_type });
        }
        TestCase { number: self.tests, inputs, args, end }
    }

    /// What an input is in the source: what the call that made it was given, or a parameter of the entry.
    /// `size` is that of its value in a test.
    fn source_type(&self, program: &Program, input: &machine::inputs::Input, size: u64) -> Option<Arc<SourceType>> {
        let types = &program.source_types;
        let parameter = || {
            let parameters = types.parameters.get(&program.find(&self.entry)?)?;
            parameters.iter().find(|(name, _)| *name == *input.name).filter(|_| input.instance == 0)
        };
        let found = types.pointees.get(&input.made_at).or_else(|| parameter().map(|(_, ty)| ty))?;
        found.covering(size)
    }
}

/// What conditions depend on though no test can say it.
struct Unsaid {
    uninitialised: bool,
    system: bool,
}

impl Unsaid {
    fn of(dag: &Dag, state: &State, conditions: impl IntoIterator<Item = ExprId>) -> Unsaid {
        let inputs = state.inputs.in_order();
        let of_system = inputs.iter().filter(|input| input.kind == InputKind::System);
        let of_system: FxHashSet<VarId> = of_system.flat_map(|input| input.variables.iter().copied()).collect();
        let mut unsaid = Unsaid { uninitialised: false, system: false };
        for var in conditions.into_iter().flat_map(|condition| dag.vars(condition)) {
            unsaid.uninitialised |= &*dag.var_info(*var).name == UNINIT;
            unsaid.system |= of_system.contains(var);
        }
        unsaid
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

/// How far an access is out of its object under the state's model.
pub(crate) fn stray_access(machine: &mut Machine, state: &State, stray: Stray) -> StrayAccess {
    let mut value = |e| machine.eval.value(&machine.dag, e, &state.model) as u64;
    let (offset, bytes, size) = (value(stray.offset) as i64, value(stray.len), value(stray.size));
    let of_library = |address| machine.program.global_at(address).is_some_and(|global| global.from_runtime);
    let library = stray.object == ObjectKind::Argument || of_library(stray.address);
    StrayAccess { offset, bytes, size, library }
}

/// The calls that led to a bug. Of the tool's own models of a library only the function that was called is shown: what it
/// is made of is nobody's business.
fn visible_stack(program: &Program, stack: &[(FuncId, LocId)]) -> Vec<Frame> {
    let is_model = |function: FuncId| program.function(function).from_runtime;
    let inside = |at: usize| is_model(stack[at].0) && stack.get(at + 1).is_some_and(|caller| is_model(caller.0));
    let shown = stack.iter().enumerate().filter(|(at, _)| !inside(*at));
    shown
        .map(|(_, &(function, loc))| match is_model(function) {
            true => Frame { function: public_name(&program.function(function).name).to_owned(), ..Frame::default() },
            false => frame(program, function, loc),
        })
        .collect()
}

/// The library function in which a bug shows, if its innermost call is one.
fn library_function(program: &Program, stack: &[(FuncId, LocId)]) -> Option<String> {
    let models = stack.iter().take_while(|(function, _)| program.function(*function).from_runtime);
    models.last().map(|(function, _)| public_name(&program.function(*function).name).to_owned())
}

/// The name a program calls a library function by: headers send some calls to another one.
fn public_name(name: &str) -> &str {
    let plain = ["__isoc99_", "__isoc23_"].iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name);
    plain.strip_suffix("_chk").and_then(|name| name.strip_prefix("__")).unwrap_or(plain)
}

fn frame(program: &Program, function: FuncId, loc: LocId) -> Frame {
    let location = program.locations[loc.index()];
    Frame {
        function: shown(&program.function(function).name),
        file: location.file.map_or(String::new(), |file| program.files[file.index()].clone()),
        line: location.line,
    }
}
