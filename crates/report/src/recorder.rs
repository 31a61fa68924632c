//! Takes what a running session finds and keeps it: tests into files, bugs into files and on the terminal, progress on
//! the terminal. At the end it writes what sums the run up.

use std::fs::File;
use std::io::{self, BufWriter, Stderr, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::config::{Interpolation, Seed, TestPolicy};
use engine::parts::Learnt;
use engine::results::{
    Bug, Conclusion, CoverageReport, Exploration, Learning, Paths, Progress, Results, Sink, StopReason, TestCase,
    Verdict,
};

use engine::snapshot::Snapshot;
use program::Program;

use crate::campaign::Campaign;
use crate::confirmation::Confirmation;
use crate::frontier_file::{self, Circumstances};
use crate::human::Colours;
use crate::out_dir::{OutDir, OutError};
use crate::progress::{ProgressLine, Style};
use crate::run_record::RunRecord;
use crate::sarif::Finding;
use crate::summary::Summary;
use crate::test_case::TestFormat;
use crate::test_case::harness::CProgram;
use crate::test_case::ktest::KTest;
use crate::test_case::write::Context;
use crate::test_paths::TestPaths;
use crate::timeline::Timeline;
use crate::tree_file::TreeFile;
use crate::{human, lcov, learnt_file, sarif, shell, suite, test_case, test_lines, witness};

/// How often the summary of a run that goes on is written, for the case that it is killed.
const SAVE_INTERVAL: Duration = Duration::from_secs(2);

/// The log of what strategies decided; only there if one of them tells.
pub(crate) const DECISIONS: &str = "decisions.log";

/// What a recorder has to know of the run.
pub struct RunInfo {
    /// The program's files, separated by spaces.
    pub program: String,
    /// How it is built and started.
    pub record: RunRecord,
    pub interpolation: Interpolation,
    pub tests: TestPolicy,
    /// What the frontier depends on; the program's hash is not known at first.
    pub circumstances: Circumstances,
    /// Formats beside `.ktest`.
    pub formats: Vec<TestFormat>,
    /// Whether the verdict is written as a witness of SV-COMP too.
    pub witness: bool,
    pub style: Style,
    /// Whether bugs are shown in colours.
    pub colours: Colours,
    /// Where bugs are shown when they are found.
    pub bugs: Box<dyn Write>,
    /// Where the program's own output goes.
    pub program_output: Box<dyn Write>,
}

/// Somebody who follows a run while it goes on.
pub type Watcher = Box<dyn FnMut(&Progress)>;

/// The sink of a run from the command line.
pub struct Recorder {
    out: OutDir,
    info: RunInfo,
    /// Paths below it are shown relative to it.
    base: PathBuf,
    terminal: ProgressLine<Stderr>,
    /// Every bug so far with the inputs that show it.
    found: Vec<(Bug, TestCase)>,
    tests: u64,
    last: Progress,
    /// When the summary is written next, on the run's clock.
    save_at: Duration,
    /// The first failure to write; the session ends on it.
    failure: Option<OutError>,
    log: Option<BufWriter<File>>,
    /// For tests in C.
    c_program: CProgram,
    timeline: Timeline,
    /// Who follows the run while it goes on.
    watcher: Option<Watcher>,
    /// Fuzzers that look for inputs beside the run.
    campaign: Option<Campaign>,
}

impl Recorder {
    pub fn new(out: OutDir, info: RunInfo) -> Recorder {
        let base = std::env::current_dir().unwrap_or_default();
        let terminal = ProgressLine::new(io::stderr(), info.style);
        Recorder {
            out,
            info,
            base,
            terminal,
            found: Vec::new(),
            tests: 0,
            last: Progress::default(),
            save_at: Duration::from_secs(1),
            failure: None,
            log: None,
            c_program: CProgram::default(),
            timeline: Timeline::default(),
            watcher: None,
            campaign: None,
        }
    }

    pub fn out(&self) -> &Path {
        self.out.path()
    }

    /// Keeps what sanitizers printed of the test of a bug.
    pub fn keep_confirmation(&self, confirmation: &Confirmation, test: u64) -> Result<(), OutError> {
        if self.info.tests.writes_tests() { confirmation.keep(&self.out, test) } else { Ok(()) }
    }

    /// Somebody follows the run from now on.
    pub fn watched_by(&mut self, watcher: Watcher) {
        self.watcher = Some(watcher);
    }

    /// Takes part in a fuzzing campaign from now on.
    pub fn takes_part_in(&mut self, campaign: Campaign) {
        self.campaign = Some(campaign);
    }

    /// Tells what only the compiled program knows; `includes` are the folders of the headers that come with the tool.
    pub fn know_program(&mut self, program: &Program, includes: &[PathBuf]) {
        self.c_program = CProgram::new(program, &self.info.record, includes);
        self.info.circumstances.program_hash = program.hash.clone();
        if let Some(campaign) = &mut self.campaign {
            campaign.know_contract(program.contract.as_ref());
        }
    }

    /// Goes on with a run: what it has found is known.
    pub fn take_over(&mut self, earlier: &Snapshot) {
        self.tests = earlier.explored.tests;
        self.found = earlier.bugs.iter().map(|kept| (kept.bug(), kept.test.clone())).collect();
    }

    /// Writes what is known before the run: a first summary, how the program is built, what the suite is for.
    pub fn begin(&self) -> Result<(), OutError> {
        self.save()?;
        self.info.record.write(&self.out)?;
        if self.info.formats.contains(&TestFormat::Xml) && self.info.tests.writes_tests() {
            self.out.make_folder(test_case::SUITE)?;
            let program = self.info.record.first_file();
            let metadata = suite::metadata(&program, &self.info.record.entry);
            let metadata = metadata.map_err(|error| OutError::new(&program, error))?;
            self.out.replace(&format!("{}/{}", test_case::SUITE, suite::FILE), metadata.as_bytes())?;
        }
        Ok(())
    }

    /// For each bug so far the test that shows it, whether or not it was written.
    pub fn bug_tests(&self) -> Vec<KTest> {
        self.found.iter().map(|(_, test)| KTest::from_test(&self.info.program, test)).collect()
    }

    /// What made the session stop, if it was that results could not be written.
    pub fn take_failure(&mut self) -> Option<OutError> {
        self.failure.take()
    }

    /// The summary of the run with these results.
    pub fn summary(&self, results: &Results) -> Summary {
        Summary::new(&self.info.program, results)
    }

    /// Writes everything that sums the run up.
    pub fn finish(&mut self, results: &Results) -> Result<(), OutError> {
        self.terminal.clear();
        self.out.write_summary(&self.summary(results))?;
        // The session's bugs are the last word (they may be confirmed by now); the inputs were only given here.
        let findings: Vec<Finding<'_>> = results.bugs.iter().map(|bug| self.finding(bug)).collect();
        self.out.replace(sarif::FILE, sarif::to_string(&findings, &self.base).as_bytes())?;
        self.out.replace(lcov::FILE, lcov::to_string(&results.files).as_bytes())?;
        test_lines::write(&self.out, &results.test_lines, &self.base)?;
        if !results.test_paths.is_empty() {
            TestPaths::new(&results.test_paths).write(&self.out)?;
        }
        self.timeline.write(&self.out, results)?;
        if let Some(tree) = &results.tree {
            TreeFile::new(tree).write(&self.out)?;
        }
        if self.info.witness {
            let witness = witness::to_string(results, &self.info.record);
            let witness = witness.map_err(|error| OutError::new(&self.info.record.first_file(), error))?;
            if let Some(witness) = witness {
                self.out.replace(witness::FILE, witness.as_bytes())?;
            }
        }
        Ok(())
    }

    /// What is known without the session's own account: the bugs and tests it handed out, and its last progress.
    pub fn salvage(&self, stop_reason: StopReason) -> Results {
        let bugs: Vec<Bug> = self.found.iter().map(|(bug, _)| bug.clone()).collect();
        let error = bugs.len() as u64;
        let unknown = Results::nothing_known();
        Results {
            conclusion: Conclusion {
                verdict: if bugs.is_empty() { Verdict::Unknown } else { Verdict::Unsafe },
                stop_reason,
                ..unknown.conclusion
            },
            explored: Exploration {
                paths: Paths { completed: self.last.paths.saturating_sub(error), error, ..Paths::default() },
                tests: self.tests,
                instructions: self.last.instructions,
                forks: 0,
            },
            interpolation: Learning { mode: self.info.interpolation, ..Learning::default() },
            coverage: CoverageReport { blocks: self.last.blocks, ..CoverageReport::default() },
            bugs,
            time: self.last.elapsed,
            peak_rss_mb: self.last.rss_mb,
            ..unknown
        }
    }

    /// Writes the summary of a run that goes on.
    fn save(&self) -> Result<(), OutError> {
        self.out.write_summary(&self.summary(&self.salvage(StopReason::Interrupt)))
    }

    fn finding<'run>(&'run self, bug: &'run Bug) -> Finding<'run> {
        let test = self.found.iter().find(|(known, _)| known.test == bug.test).map(|(_, test)| test);
        Finding {
            bug,
            inputs: test.map_or(&[], |test| &test.inputs),
            run: test.and_then(|test| self.command_line(test)),
        }
    }

    /// How one would start the program on a test.
    fn command_line(&self, test: &TestCase) -> Option<String> {
        let record = &self.info.record;
        (record.entry == "main").then(|| shell::line(&record.first_file(), test))?
    }

    fn write_test(&mut self, test: &TestCase, bug: Option<&Bug>) -> Result<(), OutError> {
        let run = self.command_line(test);
        let RunInfo { formats, program, record, .. } = &self.info;
        let context =
            Context { formats, program, run: run.as_deref(), entry: &record.entry, c_program: &self.c_program };
        let missing = test_case::write::write(&self.out, &context, test, bug)?;
        self.tests += 1;
        if let Some(campaign) = &mut self.campaign {
            // The campaign is somebody else's: without it the run goes on.
            let _ = campaign.give(test);
        }
        if bug.is_some() {
            for reason in missing {
                let name = test_case::stem(test.number);
                let _ = writeln!(self.info.bugs, "    {name}.c cannot show everything by itself: {reason}");
            }
        }
        Ok(())
    }

    fn keep(&mut self, written: Result<(), OutError>) -> io::Result<()> {
        written.map_err(|error| {
            let copy = io::Error::other(error.to_string());
            self.failure.get_or_insert(error);
            copy
        })
    }
}

impl Sink for Recorder {
    fn keeps_frontier(&self) -> bool {
        true
    }

    fn frontier(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        let written = frontier_file::write(&self.out, &self.info.circumstances, snapshot);
        self.keep(written)
    }

    fn learnt(&mut self, learnt: &Learnt) -> io::Result<()> {
        let written = learnt_file::add(&self.out, learnt);
        self.keep(written)
    }

    fn seeds(&mut self) -> Vec<Seed> {
        self.campaign.as_mut().map_or_else(Vec::new, Campaign::news)
    }

    fn test(&mut self, test: &TestCase) -> io::Result<()> {
        if !self.info.tests.writes_tests() {
            return Ok(());
        }
        let written = self.write_test(test, None);
        self.keep(written)
    }

    fn bug(&mut self, bug: &Bug, test: &TestCase) -> io::Result<()> {
        self.found.push((bug.clone(), test.clone()));
        let out = self.info.tests.writes_tests().then(|| self.out.path());
        let run = self.command_line(test);
        let text = human::bug(bug, &test.inputs, run.as_deref(), &self.base, out);
        let text = self.info.colours.bug(&text, &bug.kind);
        self.terminal.clear();
        let _ = writeln!(self.info.bugs, "{text}").and_then(|()| self.info.bugs.flush());
        if !self.info.tests.writes_tests() {
            return Ok(());
        }
        let written = self.write_test(test, Some(bug)).and_then(|()| self.save());
        self.keep(written)
    }

    fn progress(&mut self, progress: &Progress) {
        self.last = *progress;
        self.terminal.update(progress);
        self.timeline.note(progress);
        if let Some(watcher) = &mut self.watcher {
            watcher(progress);
        }
        if progress.elapsed >= self.save_at {
            self.save_at = progress.elapsed + SAVE_INTERVAL;
            // The last one counts and is reported if it fails.
            let _ = self.save();
            if self.watcher.is_some() {
                let _ = self.timeline.write_so_far(&self.out);
            }
        }
    }

    fn decision(&mut self, note: &str) {
        // Nobody's results depend on the log.
        if self.log.is_none() {
            self.log = File::create(self.out.path().join(DECISIONS)).ok().map(BufWriter::new);
        }
        if let Some(log) = &mut self.log {
            let _ = writeln!(log, "{note}");
        }
    }

    fn program_output(&mut self, bytes: &[u8]) {
        self.terminal.clear();
        // Whoever reads the program's output may stop reading; the run goes on.
        let _ = self.info.program_output.write_all(bytes).and_then(|()| self.info.program_output.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::{Input, TestEnd};

    fn recorder(path: &Path, tests: TestPolicy) -> Recorder {
        let info = RunInfo {
            program: "a.c".into(),
            record: RunRecord::default(),
            interpolation: Interpolation::Off,
            circumstances: Circumstances::default(),
            tests,
            formats: vec![TestFormat::Json],
            witness: false,
            style: Style::Silent,
            colours: Colours::Off,
            bugs: Box::new(io::sink()),
            program_output: Box::new(io::sink()),
        };
        Recorder::new(OutDir::named(path).unwrap(), info)
    }

    fn test(number: u64, end: TestEnd) -> TestCase {
        let inputs = vec![Input { name: "x".into(), bytes: vec![number as u8], ..Input::default() }];
        TestCase { number, inputs, args: Vec::new(), end }
    }

    fn bug(number: u64) -> Bug {
        Bug {
            kind: "abort".into(),
            cwe: None,
            message: "abort failure".into(),
            function: "main".into(),
            file: String::new(),
            line: 0,
            column: 0,
            stack: Vec::new(),
            test: number,
            confirmed: None,
            ..Bug::default()
        }
    }

    fn files(path: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_run_leaves_the_promised_files() {
        let dir = tempfile::tempdir().unwrap();
        let mut recorder = recorder(dir.path(), TestPolicy::New);
        recorder.test(&test(1, TestEnd::Exit(0))).unwrap();
        recorder.bug(&bug(2), &test(2, TestEnd::Bug(0))).unwrap();
        let results = recorder.salvage(StopReason::Crash);
        assert_eq!((results.conclusion.verdict, results.explored.tests), (Verdict::Unsafe, 2));
        recorder.finish(&results).unwrap();
        assert!(recorder.summary(&results).to_json().contains("\"test\": \"tests/test000002.ktest\""));
        assert_eq!(
            files(dir.path()),
            ["bugs.sarif", "coverage.info", "summary.json", "test-lines.json", "tests", "timeline.json"]
        );
        assert_eq!(
            files(&dir.path().join("tests")),
            ["test000001.json", "test000001.ktest", "test000002.abort.err", "test000002.json", "test000002.ktest"]
        );
        let sarif = std::fs::read_to_string(dir.path().join("bugs.sarif")).unwrap();
        assert!(sarif.contains("input: x = 2"), "{sarif}");
    }

    #[test]
    fn without_tests_only_the_summary_is_left() {
        let dir = tempfile::tempdir().unwrap();
        let mut recorder = recorder(dir.path(), TestPolicy::None);
        recorder.test(&test(1, TestEnd::Exit(0))).unwrap();
        recorder.bug(&bug(2), &test(2, TestEnd::Bug(0))).unwrap();
        recorder.finish(&recorder.salvage(StopReason::Crash)).unwrap();
        assert!(files(&dir.path().join("tests")).is_empty());
    }

    #[test]
    fn a_directory_that_vanishes_is_an_error_and_remembered() {
        let dir = tempfile::tempdir().unwrap();
        let mut recorder = recorder(&dir.path().join("out"), TestPolicy::All);
        std::fs::remove_dir_all(dir.path().join("out")).unwrap();
        assert!(recorder.test(&test(1, TestEnd::Exit(0))).is_err());
        assert!(recorder.take_failure().is_some());
    }
}
