//! Answers the solver does not give: whatever it leaves open, a program with a bug is never called safe, and no bug is
//! reported that is not there.
//!
//! Every n-th answer is made unknown. The programs are those of `tests/c` that say where their paths and bugs are and
//! need no library.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use engine::config::{Config, Interpolation, SearchKind, TestPolicy};
use engine::results::{Bug, Nobody, Verdict};
use program::LoadOptions;

const FOLDERS: [&str; 3] = ["paths", "pruning", "check"];

fn programs() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c");
    let files = FOLDERS.iter().flat_map(|folder| root.join(folder).read_dir().expect("a folder of programs"));
    let mut files: Vec<PathBuf> = files.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let texts = files.into_iter().filter_map(|file| std::fs::read_to_string(&file).ok().map(|text| (file, text)));
    // Options of a program would have to be understood here; those with some are left to the other tests.
    texts.filter(|(_, text)| text.contains("// VERDICT: ") && !text.contains("// OPTIONS:")).collect()
}

#[test]
fn unknown_answers_never_make_a_program_safe() {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/include");
    let options = LoadOptions { includes: vec![include], ..LoadOptions::default() };
    let mut verdicts = [0; 3];
    for (file, text) in programs() {
        let program = program::load(std::slice::from_ref(&file), &options).expect("it compiles");
        let may_be_safe = text.contains("// VERDICT: safe");
        let annotated = |bug: &Bug| text.lines().nth(bug.line as usize - 1).is_some_and(|l| l.contains(&bug.kind));
        for (every, interpolation) in
            [1, 2, 3].into_iter().flat_map(|n| [(n, Interpolation::Off), (n, Interpolation::Wp)])
        {
            let mut config = Config { tests: TestPolicy::None, ..Config::default() };
            config.search.strategies = vec![SearchKind::Dfs];
            config.pruning.interpolation = interpolation;
            config.solving.inject_unknown = Some(every);
            let results = engine::session::run(&program, &config, &mut Nobody, &AtomicBool::new(false));
            let shown = format!("{} with every {every}. answer missing, {interpolation}", file.display());
            assert!(results.bugs.iter().all(annotated), "{shown}: {:?}", results.bugs);
            match results.conclusion.verdict {
                Verdict::Safe => assert!(may_be_safe, "{shown}: safe"),
                Verdict::Unsafe => assert!(!results.bugs.is_empty(), "{shown}"),
                Verdict::Unknown => {}
            }
            verdicts[results.conclusion.verdict as usize] += 1;
        }
    }
    assert!(verdicts.iter().all(|&count| count > 0), "every verdict occurs: {verdicts:?}");
}
