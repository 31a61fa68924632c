//! Adds up what the parts of a run have counted, and puts what they leave open side by side: one [`Snapshot`] of the whole.
//!
//! Bugs, targets, numbers of tests and what grows over time are not sums: whoever hands parts out knows them.

use std::collections::{BTreeMap, BTreeSet};

use program::ir::Program;
use rustc_hash::FxHashMap;

use crate::cuts::Cuts;
use crate::earlier::Earlier;
use crate::measure;
use crate::results::{Covered, Cut, Paths, StrategyChoices};
use crate::snapshot::{Prefix, Snapshot};

/// A variable as snapshots describe it.
type Variable = (String, u32, u32, u32);

/// Tests whose inputs are kept.
const MOST_MODELS: usize = 5000;

/// A snapshot that is being put together.
pub struct Sum {
    total: Snapshot,
    numbers: FxHashMap<Variable, usize>,
    /// Inputs of tests, by the numbers of tests and variables.
    models: BTreeMap<u64, BTreeMap<usize, u64>>,
}

impl Sum {
    /// What was done before the parts were handed out. States are left out: they are parts.
    pub fn of(base: &Snapshot) -> Sum {
        let (states, variables, test_models) = (Vec::new(), Vec::new(), Vec::new());
        let total = Snapshot { states, variables, test_models, ..base.clone() };
        let mut sum = Sum { total, numbers: FxHashMap::default(), models: BTreeMap::new() };
        sum.add_models(base, Some);
        sum
    }

    /// What a worker has counted; its states are [added](Sum::add_states) where they are still open. `test`: the number that
    /// its test has in the whole run, if it is kept.
    pub fn add(&mut self, part: &Snapshot, test: impl Fn(u64) -> Option<u64>) {
        self.add_models(part, test);
        let total = &mut self.total;
        let (sum, explored) = (&mut total.explored, &part.explored);
        sum.paths = add_paths(sum.paths, explored.paths);
        sum.instructions += explored.instructions;
        sum.forks += explored.forks;
        let mut cuts = Cuts::default();
        cuts.take_over(&total.cuts);
        cuts.take_over(&part.cuts);
        total.cuts = cuts.list();
        let mut earlier = Earlier::default();
        earlier.take_over(total);
        total.queries = earlier.with_queries(part.queries.clone());
        let growth = std::mem::take(&mut total.interpolation.growth);
        total.interpolation = earlier.with_learning(part.interpolation.clone());
        total.interpolation.growth = growth;
        total.self_check = earlier.with_self_check(part.self_check.clone());
        let (random, more) = (&mut total.random, &part.random);
        if random.executions.runs == 0 {
            random.numbers = more.numbers;
        }
        random.executions.runs += more.executions.runs;
        random.executions.time += more.executions.time;
        random.instructions += more.instructions;
        random.draws_inputs |= more.draws_inputs;
        random.has_effects |= more.has_effects;
        total.choices = add_choices(total.choices, part.choices);
        let outside: BTreeSet<u32> = total.called_outside.iter().chain(&part.called_outside).copied().collect();
        total.called_outside = outside.into_iter().collect();
        add_counts(&mut total.blocks, &part.blocks);
        add_counts(&mut total.edges, &part.edges);
    }

    /// What nobody explores any more, each a path.
    pub fn cut(&mut self, lost: &[Cut]) {
        let mut cuts = Cuts::default();
        cuts.take_over(&self.total.cuts);
        cuts.take_over(lost);
        self.total.cuts = cuts.list();
        self.total.explored.paths.cut += lost.iter().map(|cut| cut.count).sum::<u64>();
    }

    /// States that are still open.
    pub fn add_states(&mut self, variables: &[Variable], states: &[Prefix]) {
        let numbers: Vec<usize> = variables.iter().map(|variable| self.number(variable)).collect();
        let first = self.total.states.len() as u32;
        for state in states {
            let model = in_numbers(&state.model, &numbers);
            let from = (state.from.0 + first, state.from.1);
            self.total.states.push(Prefix { from, model, ..state.clone() });
        }
    }

    fn number(&mut self, variable: &Variable) -> usize {
        if let Some(&number) = self.numbers.get(variable) {
            return number;
        }
        let number = self.total.variables.len();
        self.total.variables.push(variable.clone());
        self.numbers.insert(variable.clone(), number);
        number
    }

    fn add_models(&mut self, part: &Snapshot, test: impl Fn(u64) -> Option<u64>) {
        let mut model: BTreeMap<usize, u64> = BTreeMap::new();
        for (number, changes) in &part.test_models {
            for change in changes.split(' ') {
                let (variable, value) = parts_of(change);
                let Some(variable) = variable.parse().ok().and_then(|n: usize| part.variables.get(n)) else { continue };
                let variable = self.number(variable);
                match value.and_then(|value| u64::from_str_radix(value, 16).ok()) {
                    Some(value) => _ = model.insert(variable, value),
                    None => _ = model.remove(&variable),
                }
            }
            if let Some(number) = test(*number) {
                self.models.insert(number, model.clone());
            }
        }
    }

    pub fn finish(self) -> Snapshot {
        let Sum { mut total, models, .. } = self;
        let nothing = BTreeMap::new();
        let mut before = &nothing;
        for (&test, model) in models.iter().take(MOST_MODELS) {
            total.test_models.push((test, changes(before, model)));
            before = model;
        }
        total
    }
}

/// `number=value`, or `number-`.
fn parts_of(change: &str) -> (&str, Option<&str>) {
    match change.split_once('=') {
        Some((number, value)) => (number, Some(value)),
        None => (change.strip_suffix('-').unwrap_or(change), None),
    }
}

/// The same changes of a model, with other numbers of variables. What cannot be read stays, and is refused by who reads it.
fn in_numbers(changes: &str, numbers: &[usize]) -> String {
    let renumbered = |change: &str| {
        let number = parts_of(change).0;
        let new = number.parse().ok().and_then(|old: usize| numbers.get(old));
        new.map_or_else(|| change.to_owned(), |new| format!("{new}{}", &change[number.len()..]))
    };
    changes.split(' ').map(renumbered).collect::<Vec<_>>().join(" ")
}

fn changes(before: &BTreeMap<usize, u64>, model: &BTreeMap<usize, u64>) -> String {
    let set = model.iter().filter(|(variable, value)| before.get(variable) != Some(value));
    let set = set.map(|(variable, value)| format!("{variable}={value:x}"));
    let unset = before.keys().filter(|variable| !model.contains_key(variable)).map(|variable| format!("{variable}-"));
    set.chain(unset).collect::<Vec<_>>().join(" ")
}

fn add_counts(total: &mut Vec<u32>, part: &[u32]) {
    total.resize(total.len().max(part.len()), 0);
    total.iter_mut().zip(part).for_each(|(total, part)| *total = total.saturating_add(*part));
}

fn add_paths(one: Paths, other: Paths) -> Paths {
    let Paths { completed, subsumed, infeasible, error, cut } = other;
    Paths {
        completed: one.completed + completed,
        subsumed: one.subsumed + subsumed,
        infeasible: one.infeasible + infeasible,
        error: one.error + error,
        cut: one.cut + cut,
    }
}

fn add_choices(one: StrategyChoices, other: StrategyChoices) -> StrategyChoices {
    let StrategyChoices { symbolic, infeasible, undecided, adopted, deciding } = other;
    StrategyChoices {
        symbolic: one.symbolic + symbolic,
        infeasible: one.infeasible + infeasible,
        undecided: one.undecided + undecided,
        adopted: one.adopted + adopted,
        deciding: one.deciding + deciding,
    }
}

/// The blocks of the user's code among those that were covered.
pub fn covered_blocks(program: &Program, is_covered: impl Fn(u32) -> bool) -> Covered {
    let mut firsts = Vec::with_capacity(program.functions.len());
    let mut first = 0;
    for function in &program.functions {
        firsts.push(first);
        first += function.blocks.len() as u32;
    }
    let mut count = Covered::default();
    for (id, function) in measure::user_functions(program) {
        count.total += function.blocks.len() as u64;
        let numbers = firsts[id.index()]..firsts[id.index()] + function.blocks.len() as u32;
        count.covered += numbers.filter(|&number| is_covered(number)).count() as u64;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{CutReason, Exploration};

    fn variable(name: &str) -> Variable {
        (name.to_owned(), 0, 0, 8)
    }

    fn cut(count: u64, place: &str) -> Cut {
        Cut { reason: CutReason::Depth, count, place: place.to_owned() }
    }

    fn part(paths: u64, cuts: Vec<Cut>, blocks: Vec<u32>) -> Snapshot {
        let paths = Paths { completed: paths, ..Paths::default() };
        Snapshot {
            explored: Exploration { paths, forks: 3, ..Exploration::default() },
            cuts,
            blocks,
            ..Snapshot::default()
        }
    }

    #[test]
    fn counts_are_sums_and_nothing_left_out_is_forgotten() {
        let mut sum = Sum::of(&part(1, vec![cut(1, "a")], Vec::new()));
        sum.add(&part(2, vec![cut(4, "b"), cut(1, "a")], vec![0, 1]), |_| None);
        sum.add(&part(4, Vec::new(), vec![2, u32::MAX]), |_| None);
        let total = sum.finish();
        assert_eq!((total.explored.paths.completed, total.explored.forks), (7, 9));
        assert_eq!(total.cuts, [cut(2, "a"), cut(4, "b")]);
        assert_eq!(total.blocks, [2, u32::MAX], "counts stay at their end");
    }

    #[test]
    fn states_keep_their_models_and_their_beginnings() {
        let prefix = |from, steps: &str, model: &str| Prefix {
            from,
            steps: steps.to_owned(),
            model: model.to_owned(),
            ..Prefix::default()
        };
        let mut sum = Sum::of(&Snapshot::default());
        sum.add_states(
            &[variable("x"), variable("y")],
            &[prefix((0, 0), "1 2", "0=1 1=ff"), prefix((0, 1), "4", "1-")],
        );
        sum.add_states(&[variable("y"), variable("x")], &[prefix((0, 0), "3", "0=7"), prefix((0, 0), "5", "")]);
        let total = sum.finish();
        assert_eq!(total.variables, [variable("x"), variable("y")]);
        let states: Vec<_> = total.states.iter().map(|state| (state.from, state.model.as_str())).collect();
        assert_eq!(states, [((0, 0), "0=1 1=ff"), ((0, 1), "1-"), ((2, 0), "1=7"), ((2, 0), "")]);
    }

    #[test]
    fn inputs_of_tests_come_in_the_order_of_their_new_numbers() {
        let tests = |variables: &[&str], models: &[(u64, &str)]| Snapshot {
            variables: variables.iter().map(|name| variable(name)).collect(),
            test_models: models.iter().map(|&(test, text)| (test, text.to_owned())).collect(),
            ..Snapshot::default()
        };
        let mut sum = Sum::of(&tests(&["x"], &[(1, "0=5")]));
        // The second test of the first worker is the third of all; that of the other one is not kept.
        sum.add(&tests(&["x", "y"], &[(1, "1=2"), (2, "0=1 1-")]), |test| Some([2, 4][test as usize - 1]));
        sum.add(&tests(&["y"], &[(1, "0=9"), (2, "")]), |test| (test == 2).then_some(3));
        let total = sum.finish();
        let models: Vec<(u64, &str)> = total.test_models.iter().map(|(n, text)| (*n, text.as_str())).collect();
        assert_eq!(models, [(1, "0=5"), (2, "1=2 0-"), (3, "1=9"), (4, "0=1 1-")]);
    }
}
