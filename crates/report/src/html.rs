//! `report.html`: everything a run left behind as one page, for people. It needs no network, no server and no other file.
//!
//! Made from the files of the output folder alone, so that it can be written long after the run, and from the sources if they are
//! still there. The facts are a block of JSON in the page; `assets/` has what shows them, without a framework: the page is a few
//! tables, and code that is read once is easier to keep than a build.

mod bugs;
mod facts;
mod page;
mod sources;
mod suite;

use std::fmt;
use std::path::{Path, PathBuf};

use engine::results::LearntCondition;
use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::compare::Comparison;
use crate::out_dir::{self, OutDir, OutError};
use crate::plot::{self, Lab, LabView, Run};
use crate::run_record::{RecordError, RunRecord};
use crate::shell::word;
use crate::summary::Summary;
use crate::test_paths::{self, TestPaths, WrittenPath};
use crate::tree_file::{self, TreeFile};
use crate::update::{self, UpdateError};
use crate::{compare, lcov, test_lines, timeline};
use bugs::BugView;
use facts::{Fact, Step, Tile};
use page::{Blocks, Plots, Talks};
use sources::FileView;
use suite::TestView;

/// Name of the file in the output directory.
pub const FILE: &str = "report.html";

/// Why there is no report.
#[derive(Debug)]
pub enum ReportError {
    Record(RecordError),
    Summary(UpdateError),
    Out(OutError),
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReportError::Record(error) => error.fmt(f),
            ReportError::Summary(error) => error.fmt(f),
            ReportError::Out(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReportError {}

/// What a run left behind, as far as a report shows it.
pub(crate) struct Folder {
    pub path: PathBuf,
    pub record: RunRecord,
    pub summary: Summary,
    /// The summary with fields nobody here knows.
    pub raw: Value,
}

impl Folder {
    pub fn read(path: &Path) -> Result<Folder, ReportError> {
        let record = RunRecord::read(path).map_err(ReportError::Record)?;
        let summary = update::read_summary(path).map_err(ReportError::Summary)?;
        let raw = std::fs::read_to_string(path.join(out_dir::SUMMARY)).unwrap_or_default();
        let raw = serde_json::from_str(&raw).unwrap_or_default();
        Ok(Folder { path: path.to_owned(), record, summary, raw })
    }

    /// A file of the folder; empty if it is not there.
    pub fn text(&self, name: &str) -> String {
        std::fs::read(self.path.join(name))
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .unwrap_or_default()
    }
}

/// All facts of the page. Names are those that `assets/` uses.
#[derive(Serialize)]
struct Data {
    program: String,
    /// Of the tool that made the run.
    version: String,
    verdict: &'static str,
    /// What the page says first, and how it goes on.
    headline: &'static str,
    sentence: String,
    exhausted: bool,
    /// Why the run ended, in words.
    stopped: String,
    tiles: Vec<Tile>,
    terms: Vec<Fact>,
    next: Vec<Step>,
    bugs: Vec<BugView>,
    files: Vec<FileView>,
    tests: Vec<TestView>,
    test_count: u64,
    tests_left_out: u64,
    unmeasured: u64,
    targets: Vec<facts::TargetView>,
    obstacles: Value,
    cuts: Value,
    numbers: Vec<Fact>,
    layers: Value,
    /// The condition learnt of the whole program.
    learnt: Vec<String>,
    /// The execution tree, if the run recorded it, is in a block of its own.
    tree: Option<TreeSize>,
    /// The output folder, for command lines.
    folder: String,
    /// What some tests do, line by line.
    paths: Vec<WrittenPath>,
    /// Learnt conditions, those first by which most states were skipped.
    conditions: Vec<LearntCondition>,
    /// What changed since another run.
    compared: Option<Comparison>,
    lab: Option<LabView>,
    /// The run goes on, and the page is served by it.
    live: bool,
}

/// How large the tree is: it is unpacked when somebody opens it.
#[derive(Serialize)]
struct TreeSize {
    nodes: usize,
}

/// What a page shows beside its run.
#[derive(Clone, Copy, Default)]
pub struct Beside<'given> {
    /// Folder of an older run: what changed since.
    pub older: Option<&'given Path>,
    /// The lab's table of strategies.
    pub lab: Option<&'given Lab>,
}

/// Writes the report of the run that wrote `out`; its path.
pub fn write(out: &Path, beside: &Beside) -> Result<PathBuf, ReportError> {
    let new = Folder::read(out)?;
    let compared = beside.older.map(|old| Folder::read(old).map(|old| compare::between(&old, &new))).transpose()?;
    let page = page(&new, compared, beside.lab, Talks::Never);
    OutDir::existing(out).replace(FILE, page.as_bytes()).map_err(ReportError::Out)?;
    Ok(out.join(FILE))
}

/// Files of a run that are there and make no sense, so that the page is without them: a line for each.
pub fn left_out(out: &Path) -> Vec<String> {
    let is_json = |name: &str| {
        std::fs::read(out.join(name)).is_ok_and(|text| serde_json::from_slice::<IgnoredAny>(&text).is_ok())
    };
    let understood = [
        (tree_file::FILE, TreeFile::read(out).is_some()),
        (test_lines::FILE, is_json(test_lines::FILE)),
        (test_paths::FILE, is_json(test_paths::FILE)),
        (timeline::FILE, is_json(timeline::FILE)),
    ];
    let damaged = understood.into_iter().filter(|(name, understood)| !understood && out.join(name).exists());
    damaged.map(|(name, _)| format!("{}: damaged, and left out of the page", out.join(name).display())).collect()
}

/// The page of a run that goes on, from what it has written so far; it talks to who serves it.
pub fn live(out: &Path) -> Result<String, ReportError> {
    Ok(page(&Folder::read(out)?, None, None, Talks::ToItsRun))
}

fn page(folder: &Folder, compared: Option<Comparison>, lab: Option<&Lab>, talks: Talks) -> String {
    let results = &folder.summary.results;
    let test_lines = test_lines::read(&folder.path);
    let files = sources::views(folder, &lcov::files(&folder.text(lcov::FILE)), &test_lines);
    let (tests, tests_left_out) = suite::views(folder, &files, &test_lines);
    let paths: Vec<String> = files.iter().map(|file| file.path.clone()).collect();
    let (headline, sentence) = match talks {
        Talks::Never => facts::outcome(results),
        Talks::ToItsRun => facts::so_far(results),
    };
    let list =
        |name: &str| folder.raw.get(name).filter(|value| value.is_array()).cloned().unwrap_or(Value::Array(Vec::new()));
    let tree = TreeFile::read(&folder.path).map(|tree| with_files(tree, &paths, &folder.record));
    let data = Data {
        program: folder.summary.program.clone(),
        version: folder.summary.version.clone(),
        verdict: results.conclusion.verdict.name(),
        headline,
        sentence,
        exhausted: results.conclusion.exhausted,
        stopped: crate::human::stopped(results),
        tiles: if talks == Talks::Never { facts::tiles(results) } else { Vec::new() },
        terms: facts::terms(folder, talks),
        next: if talks == Talks::Never { facts::next(folder) } else { Vec::new() },
        bugs: bugs::views(folder),
        tests,
        test_count: results.explored.tests,
        tests_left_out,
        unmeasured: test_lines.unmeasured,
        files,
        targets: facts::targets(folder),
        obstacles: list("obstacles"),
        cuts: list("cuts"),
        numbers: if talks == Talks::Never { facts::numbers(results) } else { Vec::new() },
        layers: folder.raw.pointer("/queries/layers").cloned().unwrap_or(Value::Array(Vec::new())),
        learnt: results.interpolation.root_condition.clone().unwrap_or_default(),
        tree: tree.as_ref().map(|tree| TreeSize { nodes: tree.parent.len() }),
        folder: word(folder.path.to_string_lossy().as_bytes()),
        paths: test_paths(folder, &paths),
        conditions: conditions(folder),
        compared,
        lab: lab.map(Lab::view),
        live: talks == Talks::ToItsRun,
    };
    let points = crate::timeline::read(&folder.path);
    let run = Run { name: folder.summary.program.clone(), summary: folder.summary.clone(), points };
    let plots = Plots { of_run: plot::figures(run), of_lab: lab.map(plot::lab_figures).unwrap_or_default() };
    let blocks = Blocks { facts: &serde_json::json!(data), tree: &serde_json::json!(tree), plots: &plots };
    page::assemble(&data.program, &data.sentence, &blocks, talks)
}

/// A tree whose files have the numbers they have in the page, and places the names.
fn with_files(mut tree: TreeFile, paths: &[String], record: &RunRecord) -> TreeFile {
    for known in &mut tree.learnt {
        known.learnt.place = shown(&known.learnt.place, record);
    }
    let number = |&file: &i64| {
        let path = usize::try_from(file).ok().and_then(|file| tree.files.get(file));
        path.and_then(|path| paths.iter().position(|known| known == path)).map_or(-1, |at| at as i64)
    };
    let file = tree.file.iter().map(number).collect();
    // A column of zeros says nothing, and most trees have one.
    let covered = if tree.learnt.is_empty() { Vec::new() } else { tree.covered };
    let at = if tree.at.iter().all(|&at| at == 0) { Vec::new() } else { tree.at };
    TreeFile { file, files: Vec::new(), covered, at, ..tree }
}

/// The paths of tests, whose files have the numbers they have in the page.
fn test_paths(folder: &Folder, page: &[String]) -> Vec<WrittenPath> {
    let TestPaths { files, mut paths } = TestPaths::read(&folder.path);
    let number = |file: i64| {
        let path = usize::try_from(file).ok().and_then(|file| files.get(file));
        path.and_then(|path| page.iter().position(|known| known == path)).map_or(-1, |at| at as i64)
    };
    for step in paths.iter_mut().flat_map(|path| &mut path.steps) {
        step.file = number(step.file);
    }
    paths
}

fn conditions(folder: &Folder) -> Vec<LearntCondition> {
    let learnt = folder.summary.results.interpolation.learnt.iter();
    learnt.map(|known| LearntCondition { place: shown(&known.place, &folder.record), ..known.clone() }).collect()
}

/// A path as it is shown: from where the run was started, if it is below that.
pub(crate) fn shown(path: &str, record: &RunRecord) -> String {
    Path::new(path).strip_prefix(&record.directory).unwrap_or(Path::new(path)).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_tree_have_the_numbers_of_the_page_and_others_none() {
        let files = ["gone.c", "b.c"].map(str::to_owned).to_vec();
        let tree = TreeFile { files, file: vec![0, 1, -1, 7], at: vec![0, 3, 0, 0], ..TreeFile::default() };
        let page = ["a.c", "b.c"].map(str::to_owned);
        let tree = with_files(tree, &page, &RunRecord::default());
        assert_eq!((tree.file, tree.at), (vec![-1, 1, -1, -1], vec![0, 3, 0, 0]));
    }
}
