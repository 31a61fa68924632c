//! What a run in parts has found: tests with numbers of the whole run, each kept once; bugs, each reported once; targets; and what is covered.
//!
//! Workers tell when they find something, and find the same at the same time now and then. A worker that takes up what a dead one has left
//! finds again what that one has told already.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::time::Duration;

use engine::parts::News;
use engine::results::{CoveredAt, Sink, TestCase};
use engine::snapshot::{KeptBug, Snapshot};

use super::staff::Place;

pub struct Findings {
    /// Tests written, with those of an earlier part of the run.
    pub tests: u64,
    pub bugs: Vec<KeptBug>,
    /// Targets that were reached, with their tests.
    pub targets: BTreeMap<usize, Option<u64>>,
    /// All that is known, for workers that begin.
    pub news: News,
    pub growth: Vec<CoveredAt>,
    /// A bug is reported on every path that reaches it.
    every_path: bool,
    blocks: HashSet<u32>,
    edges: HashSet<u32>,
    seen: HashSet<u64>,
    by_bug: HashMap<(String, (u32, u32)), u64>,
    /// Of the worker at each place, the numbers of its tests in the whole run.
    numbers: Vec<HashMap<u64, u64>>,
}

impl Findings {
    /// `base`: an earlier part of the run.
    pub fn new(base: &Snapshot, places: usize, every_path: bool) -> Findings {
        let numbers_of = |counts: &[u32]| -> Vec<u32> {
            (0..).zip(counts).filter(|(_, times)| **times > 0).map(|(n, _)| n).collect()
        };
        let by_bug: HashMap<_, _> = base.bugs.iter().map(|bug| (name_of(bug), bug.test.number)).collect();
        let mut bugs: Vec<_> = by_bug.keys().cloned().collect();
        bugs.sort();
        let news = News { bugs, blocks: numbers_of(&base.blocks), edges: numbers_of(&base.edges) };
        Findings {
            tests: base.explored.tests,
            bugs: base.bugs.clone(),
            targets: base.targets.iter().copied().collect(),
            growth: base.growth.clone(),
            every_path,
            blocks: news.blocks.iter().copied().collect(),
            edges: news.edges.iter().copied().collect(),
            seen: HashSet::new(),
            by_bug,
            numbers: vec![HashMap::new(); places],
            news,
        }
    }

    /// The number that a worker's test has in the whole run, if it was kept.
    pub fn number(&self, place: Place, test: u64) -> Option<u64> {
        self.numbers[place].get(&test).copied()
    }

    /// There is one more place.
    pub fn add_place(&mut self) {
        self.numbers.push(HashMap::new());
    }

    /// Another process takes a worker's place; gives the numbers of the one before.
    pub fn begin_again(&mut self, place: Place) -> HashMap<u64, u64> {
        std::mem::take(&mut self.numbers[place])
    }

    /// A test that shows no bug.
    pub fn test(&mut self, place: Place, mut test: TestCase, sink: &mut dyn Sink) -> io::Result<()> {
        let mut hasher = DefaultHasher::new();
        for input in &test.inputs {
            (&input.name, &input.bytes).hash(&mut hasher);
        }
        (&test.args, format!("{:?}", test.end)).hash(&mut hasher);
        if !self.seen.insert(hasher.finish()) {
            return Ok(());
        }
        self.tests += 1;
        self.numbers[place].insert(test.number, self.tests);
        test.number = self.tests;
        sink.test(&test)
    }

    /// A bug; what others are to know of it, if it is new.
    pub fn bug(&mut self, place: Place, bug: &KeptBug, sink: &mut dyn Sink) -> io::Result<Option<News>> {
        let name = name_of(bug);
        if let Some(&known) = self.by_bug.get(&name)
            && !self.every_path
        {
            self.numbers[place].insert(bug.test.number, known);
            return Ok(None);
        }
        // Without tests none has a number.
        let number = if bug.test.number == 0 { 0 } else { self.tests + 1 };
        self.tests = self.tests.max(number);
        self.numbers[place].insert(bug.test.number, number);
        let bug = bug.renumbered(self.bugs.len(), number);
        let is_first = self.by_bug.insert(name.clone(), number).is_none();
        sink.bug(&bug.bug(), &bug.test)?;
        self.bugs.push(bug);
        if !is_first {
            return Ok(None);
        }
        self.news.bugs.push(name.clone());
        Ok(Some(News { bugs: vec![name], ..News::default() }))
    }

    pub fn reached(&mut self, place: Place, targets: &[(usize, Option<u64>)]) {
        for &(target, test) in targets {
            let test = test.and_then(|test| self.number(place, test));
            let known = self.targets.entry(target).or_insert(test);
            *known = known.or(test);
        }
    }

    /// What a worker has covered; what others are to know of it.
    pub fn covered(&mut self, mut news: News) -> Option<News> {
        news.blocks.retain(|&block| self.blocks.insert(block));
        news.edges.retain(|&edge| self.edges.insert(edge));
        self.news.blocks.extend(&news.blocks);
        self.news.edges.extend(&news.edges);
        (!news.blocks.is_empty() || !news.edges.is_empty()).then_some(news)
    }

    pub fn is_covered(&self, block: u32) -> bool {
        self.blocks.contains(&block)
    }

    /// So many blocks of the user's code are covered by now.
    pub fn grown(&mut self, time: Duration, blocks: u64) {
        engine::parts::grown(&mut self.growth, CoveredAt { time, blocks });
    }
}

fn name_of(bug: &KeptBug) -> (String, (u32, u32)) {
    (bug.bug().kind, bug.place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::{Input, Nobody, TestEnd};

    fn test(number: u64, byte: u8) -> TestCase {
        let inputs = vec![Input { name: "x".into(), bytes: vec![byte], ..Input::default() }];
        TestCase { number, inputs, args: Vec::new(), end: TestEnd::Exit(0) }
    }

    fn bug(test_number: u64, line: u32) -> KeptBug {
        let text = serde_json::json!({
            "bug": {"kind": "abort", "function": "f", "file": "a.c", "line": line, "test": format!("tests/test{test_number:06}.ktest"), "confirmed": null},
            "cwe": null, "message": "", "column": 1, "stack": [], "rests_on_layout": false, "place": [1, line],
            "test": {"number": test_number, "inputs": [], "args": [], "end": {"Bug": 0}}
        });
        serde_json::from_value(text).unwrap()
    }

    fn findings(every_path: bool) -> Findings {
        Findings::new(&Snapshot::default(), 2, every_path)
    }

    #[test]
    fn tests_are_numbered_once_and_the_same_one_is_kept_once() {
        let mut found = findings(false);
        for (place, number, byte) in [(0, 1, 7), (1, 1, 8), (1, 2, 7), (0, 2, 9)] {
            found.test(place, test(number, byte), &mut Nobody).unwrap();
        }
        assert_eq!(found.tests, 3);
        assert_eq!(
            [found.number(0, 1), found.number(1, 1), found.number(1, 2), found.number(0, 2)],
            [Some(1), Some(2), None, Some(3)]
        );
    }

    #[test]
    fn a_bug_that_two_workers_find_is_one() {
        let mut found = findings(false);
        assert!(found.bug(0, &bug(1, 5), &mut Nobody).unwrap().is_some());
        assert!(found.bug(1, &bug(1, 5), &mut Nobody).unwrap().is_none());
        assert!(found.bug(1, &bug(2, 6), &mut Nobody).unwrap().is_some());
        let tests: Vec<(u64, TestEnd)> = found.bugs.iter().map(|bug| (bug.test.number, bug.test.end.clone())).collect();
        assert_eq!(tests, [(1, TestEnd::Bug(0)), (2, TestEnd::Bug(1))]);
        assert_eq!(found.news.bugs.len(), 2);
        let mut found = findings(true);
        found.bug(0, &bug(1, 5), &mut Nobody).unwrap();
        found.bug(1, &bug(1, 5), &mut Nobody).unwrap();
        assert_eq!(found.bugs.len(), 2, "on every path");
    }

    #[test]
    fn a_target_has_the_first_test_that_reaches_it() {
        let mut found = findings(false);
        found.test(1, test(1, 3), &mut Nobody).unwrap();
        found.reached(0, &[(0, None)]);
        found.reached(1, &[(0, Some(1)), (2, Some(1))]);
        assert_eq!(found.targets, BTreeMap::from([(0, Some(1)), (2, Some(1))]));
    }

    #[test]
    fn only_what_is_new_is_told() {
        let mut found = findings(false);
        let news = |blocks: &[u32]| News { blocks: blocks.to_vec(), ..News::default() };
        assert_eq!(found.covered(news(&[1, 2])), Some(news(&[1, 2])));
        assert_eq!(found.covered(news(&[2, 3])), Some(news(&[3])));
        assert_eq!(found.covered(news(&[1])), None);
        assert!(found.is_covered(3) && !found.is_covered(4));
    }
}
