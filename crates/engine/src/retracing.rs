//! Which lines each test executes. Coverage is counted for all paths at once, so when the run is over every test is executed
//! once more, on its inputs alone: nothing is symbolic then, and it goes at the speed of concrete code.
//!
//! How much of this is done depends on counts, not on a clock, so that the same run says the same. It changes nothing that a
//! run concludes: it begins when everything else is known, and its coverage is its own.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use expr::Model;
use machine::Stop;
use machine::coverage::Coverage;
use machine::inputs::InputSource;
use machine::state::State;

use crate::measure;
use crate::random_testing::Followed;
use crate::results::{LinesOfTest, StopReason, TestLines, TestPath};
use crate::session::Session;
use crate::test_paths::TestPaths;

/// Instructions after which a test is left: it may never end.
const FOR_ONE: u64 = 2_000_000;
/// Inputs beyond those of a test after which it is left, as well: a program that never ends asks for ever.
const MOST_ASKED: u64 = 10_000;
/// How many instructions are executed before somebody looks at that.
const SLICE: u64 = 20_000;
/// Instructions for all tests: this many, or this share of what the run has executed if that is more.
const FOR_ALL: u64 = 20_000_000;
const SHARE: u64 = 10;
/// Calls of foreign code for all tests, each of which is a process.
const FOREIGN_CALLS: u64 = 200;

/// Inputs that no test knows, counted.
struct Rest(Rc<Cell<u64>>);

impl InputSource for Rest {
    fn scalar(&mut self, _width: u32, _type_name: Option<&str>) -> u64 {
        self.0.set(self.0.get() + 1);
        0
    }

    fn bytes(&mut self, count: u64) -> Vec<u8> {
        self.0.set(self.0.get() + 1);
        vec![0; count as usize]
    }

    fn text(&mut self, count: u64) -> Vec<u8> {
        self.bytes(count)
    }

    fn string(&mut self, count: u64) -> Vec<u8> {
        self.bytes(count)
    }

    fn decision(&mut self, _name: &str) -> bool {
        false
    }

    fn size(&mut self, _most: u64) -> u64 {
        0
    }

    fn below(&mut self, _bound: u64) -> u64 {
        0
    }
}

impl Session<'_> {
    /// The lines that each test executes, as far as that is found out cheaply, and the paths of some: of `bugs`, and of any if
    /// they are shown in a tree.
    pub(crate) fn lines_of_tests(&mut self, bugs: &[u64]) -> (TestLines, Vec<TestPath>) {
        let mut paths = TestPaths::default();
        let models = self.recording.take_models();
        let mut lines = TestLines { files: self.machine.program.files.clone(), ..TestLines::default() };
        let mut left = FOR_ALL.max(self.ledger.instructions / SHARE);
        let foreign_calls = self.machine.foreign_calls + FOREIGN_CALLS;
        // There is no time or no room for more.
        let gives_up = matches!(self.stop, Some(StopReason::Memory | StopReason::Crash));
        let of_run = self.machine.coverage.clone();
        for (test, model) in models {
            if gives_up || left == 0 || self.machine.foreign_calls > foreign_calls {
                break;
            }
            self.machine.coverage = of_run.of_nothing();
            let shows_bug = bugs.contains(&test);
            let wants_path = paths.has_room(shows_bug) && (shows_bug || self.config.record_tree);
            let again = wants_path.then(|| model.clone());
            let instructions = self.execute(model, FOR_ONE.min(left));
            left = left.saturating_sub(instructions);
            lines.tests.push(LinesOfTest { test, lines: executed(&self.machine.coverage, self.machine.program) });
            if let Some(model) = again {
                left = left.saturating_sub(instructions);
                paths.add(self.path_of_test(test, model, instructions));
            }
        }
        self.machine.coverage = of_run;
        lines.unmeasured = self.recording.tests().saturating_sub(lines.tests.len() as u64);
        (lines, paths.paths)
    }

    /// Executes the program on the inputs of a test; the instructions that took.
    fn execute(&mut self, model: Model, most: u64) -> u64 {
        let asked = self.begin_retracing();
        let mut state = self.machine.initial_state(self.entry, "program", &self.config.program.args, model);
        while state.instructions < most && asked.get() < MOST_ASKED {
            let slice = most.min(state.instructions + SLICE);
            if !self.goes_on(&mut state, slice) {
                break;
            }
        }
        self.end_retracing();
        state.instructions
    }

    /// From now on inputs that no test knows are 0; how many there were.
    pub(crate) fn begin_retracing(&mut self) -> Rc<Cell<u64>> {
        let asked = Rc::default();
        self.machine.begin_drawing(Box::new(Rest(Rc::clone(&asked))));
        asked
    }

    pub(crate) fn end_retracing(&mut self) {
        self.machine.end_drawing();
    }

    /// Goes on up to so many instructions; false if the program has ended.
    pub(crate) fn goes_on(&mut self, state: &mut State, most: u64) -> bool {
        let stop = self.machine.run(state, most - state.instructions);
        self.follows(state, stop)
    }

    /// The same for one instruction.
    pub(crate) fn steps(&mut self, state: &mut State) -> bool {
        let stop = self.machine.step(state);
        self.follows(state, stop)
    }

    fn follows(&mut self, state: &mut State, stop: Stop) -> bool {
        match stop {
            Stop::Choice(choice) => matches!(self.follow_model(state, choice), Some(Followed::GoesOn)),
            Stop::Join | Stop::Budget => true,
            Stop::Exit(_) | Stop::Cut(..) => false,
        }
    }
}

/// The lines of blocks that were entered.
fn executed(coverage: &Coverage, program: &program::Program) -> BTreeMap<usize, BTreeSet<u32>> {
    let mut lines: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
    for loc in measure::executed_locations(program, coverage) {
        if let (Some(file), 1..) = (loc.file, loc.line) {
            lines.entry(file.index()).or_default().insert(loc.line);
        }
    }
    lines
}
