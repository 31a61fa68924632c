//! The learnt conditions that states were skipped for, in the words of the source, and how much each has saved.
//!
//! A condition is put into words when the first state is skipped for it, because that state knows what the source calls its
//! registers and its memory; of very many conditions the first. Nothing here decides anything.

use std::rc::Rc;

use machine::Machine;
use machine::state::State;
use pruning::condition::Condition;
use pruning::wording;
use rustc_hash::FxHashMap;

use crate::results::{LearntCondition, LoopCondition};

/// Conditions that are put into words, parts of one, and characters of a part.
const MOST: usize = 200;
const MOST_PARTS: usize = 16;
const MOST_CHARACTERS: usize = 200;
/// Conditions in the summary.
const SHOWN: usize = 20;

/// A learnt condition, by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CoveringId(pub u32);

pub(crate) struct Entry {
    /// Kept, so that no other condition gets its address.
    pub condition: Rc<Condition>,
    pub learnt: LearntCondition,
}

#[derive(Default)]
pub(crate) struct Covering {
    known: FxHashMap<*const Condition, CoveringId>,
    pub entries: Vec<Entry>,
    /// Paths that go on from all skipped states.
    pub extra_paths: u64,
    /// What was proved of loops.
    pub loops: Vec<LoopCondition>,
}

impl Covering {
    /// The number of the condition that covers a state; `None` if there are too many.
    pub fn number(&mut self, machine: &mut Machine, state: &State, condition: &Rc<Condition>) -> Option<CoveringId> {
        if let Some(&number) = self.known.get(&Rc::as_ptr(condition)) {
            return Some(number);
        }
        if self.entries.len() >= MOST {
            return None;
        }
        let number = CoveringId(self.entries.len() as u32);
        let learnt = LearntCondition {
            place: machine.place(state, ""),
            condition: in_words(machine, state, condition),
            skipped: 0,
            paths: condition.origin.paths,
            by_induction: condition.origin.by_induction,
        };
        self.entries.push(Entry { condition: Rc::clone(condition), learnt });
        self.known.insert(Rc::as_ptr(condition), number);
        Some(number)
    }

    /// A state is skipped.
    pub fn skipped(&mut self, number: Option<CoveringId>, condition: &Condition) {
        self.extra_paths = self.extra_paths.saturating_add(condition.origin.paths);
        if let Some(entry) = number.and_then(|CoveringId(number)| self.entries.get_mut(number as usize)) {
            entry.learnt.skipped += 1;
        }
    }

    /// Those that were used most, the first of them first.
    pub fn most_used(&self) -> Vec<LearntCondition> {
        let mut all: Vec<&LearntCondition> = self.entries.iter().map(|entry| &entry.learnt).collect();
        all.sort_by_key(|learnt| std::cmp::Reverse(learnt.skipped));
        all.into_iter().take(SHOWN).cloned().collect()
    }
}

pub(crate) fn in_words(machine: &mut Machine, state: &State, condition: &Condition) -> Vec<String> {
    shortened(wording::condition(machine, state, condition))
}

/// Each part once, those that have a name in the source first, and not too many.
fn shortened(mut parts: Vec<String>) -> Vec<String> {
    parts.sort_unstable_by_key(|part| (part.contains(wording::WITHOUT_NAME), part.clone()));
    parts.dedup();
    let more = parts.len().saturating_sub(MOST_PARTS);
    parts.truncate(MOST_PARTS);
    let mut parts: Vec<String> = parts.into_iter().map(|part| part.chars().take(MOST_CHARACTERS).collect()).collect();
    if more > 0 {
        parts.push(format!("and {more} more"));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use pruning::condition::Origin;

    #[test]
    fn what_has_a_name_is_said_before_what_has_none() {
        let mut parts: Vec<String> = (0..MOST_PARTS).map(|n| format!("(a value in f) == {n}")).collect();
        parts.extend(["x == 1".to_owned(), "x == 1".to_owned()]);
        let parts = shortened(parts);
        assert_eq!((parts[0].as_str(), parts[1].as_str()), ("x == 1", "(a value in f) == 0"));
        assert_eq!((parts.len(), parts.last().map(String::as_str)), (MOST_PARTS + 1, Some("and 1 more")));
    }

    #[test]
    fn the_most_used_come_first_and_what_they_save_adds_up() {
        let mut covering = Covering::default();
        for (place, paths) in [("a", 2), ("b", 3)] {
            let condition = Condition { origin: Origin { paths, ..Origin::default() }, ..Condition::default() };
            let learnt = LearntCondition { place: place.into(), paths, ..LearntCondition::default() };
            covering.entries.push(Entry { condition: Rc::new(condition), learnt });
        }
        let conditions: Vec<Rc<Condition>> = covering.entries.iter().map(|entry| entry.condition.clone()).collect();
        covering.skipped(Some(CoveringId(1)), &conditions[1]);
        covering.skipped(Some(CoveringId(1)), &conditions[1]);
        covering.skipped(None, &conditions[0]);
        assert_eq!(covering.extra_paths, 3 + 3 + 2);
        let places: Vec<(String, u64)> =
            covering.most_used().into_iter().map(|learnt| (learnt.place, learnt.skipped)).collect();
        assert_eq!(places, [("b".to_owned(), 2), ("a".to_owned(), 0)]);
    }
}
