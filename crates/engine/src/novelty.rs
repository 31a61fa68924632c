//! What is new about a path: values in memory, pairs of them, and branches taken for the so many-th time. A strategy that
//! wants to know how far a path is from the last new thing on it asks here.
//!
//! Novelty as in best-first width search (Lipovetzky and Geffner, AAAI 2017), where a state is worth exploring if it makes
//! some atom, or some pair of atoms, true for the first time; decisions are counted as AFL counts edges. Here an atom is a
//! word of memory that holds a certain concrete value. Counters would make everything new for ever: a word with many values
//! takes no part in pairs any more, and with very many in nothing.
//!
//! A heuristic only: nothing is skipped because of it.

use std::hash::{Hash, Hasher};

use machine::Machine;
use machine::memory::Memory;
use machine::state::{Frame, State};
use persistent::List;
use rustc_hash::{FxHashMap, FxHasher};
use search::graph::BlockNo;
use search::history::Decision;

use crate::frontier::Open;

/// Words of memory a path has written last: what a new value is paired with.
const RECENT: usize = 16;
/// Values of one word beyond which it is a counter.
const VALUES_IN_PAIRS: u32 = 16;
const VALUES: u32 = 64;
/// Words looked at after a turn.
const MOST_WORDS: usize = 64;
/// Decisions among which the last one is counted, and how often each time counts on its own.
const WINDOW: usize = 256;
const EXACT: u32 = 32;

/// Everything paths have shown so far.
#[derive(Default)]
pub(crate) struct Novelty {
    /// What was seen, and after how few forks.
    seen: FxHashMap<u64, u64>,
    /// How many values each word has had.
    values: FxHashMap<u64, u32>,
}

/// What a path remembers.
#[derive(Clone)]
pub(crate) struct Trail {
    /// As it was when somebody looked last.
    memory: Memory,
    recent: Vec<(u64, u32)>,
    /// Decisions at forks.
    forks: List<Decision>,
    /// Forks since something about the path was new.
    pub since: u32,
}

/// Small counts as they are, larger ones in steps of half a power of two.
fn bucket(times: u32) -> u32 {
    match times {
        ..=EXACT => times,
        _ => 2 * times.ilog2() + (times >> (times.ilog2() - 1) & 1) + EXACT,
    }
}

fn hashed(what: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}

impl Trail {
    pub fn new(state: &State) -> Trail {
        Trail { memory: state.memory.clone(), recent: Vec::new(), forks: List::default(), since: 0 }
    }

    fn remember(&mut self, address: u64, value: u32) {
        self.recent.retain(|&(other, _)| other != address);
        if self.recent.len() == RECENT {
            self.recent.remove(0);
        }
        self.recent.push((address, value));
    }
}

impl Novelty {
    /// Whether nobody has shown this yet, or only on paths twice as long.
    fn is_new(&mut self, what: impl Hash, depth: u64) -> bool {
        let least = self.seen.entry(hashed(what)).or_insert(u64::MAX);
        let is_new = depth.saturating_mul(2) < *least;
        *least = depth.min(*least);
        is_new
    }

    /// The path has run up to a fork.
    pub fn ran(&mut self, open: &mut Open) {
        let Some(trail) = &mut open.trail else { return };
        let mut written = Vec::new();
        open.state.memory.written_since(&trail.memory, &mut |address, value| {
            if written.len() < MOST_WORDS {
                written.push((address, value));
            }
        });
        trail.memory = open.state.memory.clone();
        let mut is_new = false;
        for (address, value) in written {
            // What depends on the input is one value more.
            let held = value.map_or(u64::from(u32::MAX) + 1, u64::from);
            let mut count = self.values.get(&address).copied().unwrap_or(0);
            if count < VALUES && self.is_new((address, held), open.depth) {
                count += 1;
                self.values.insert(address, count);
                is_new = true;
            }
            let Some(value) = value.filter(|_| count <= VALUES_IN_PAIRS) else { continue };
            for &other in &trail.recent {
                if other.0 != address && self.values.get(&other.0).is_some_and(|&n| n <= VALUES_IN_PAIRS) {
                    let pair = if other.0 < address { (other, (address, value)) } else { ((address, value), other) };
                    is_new |= self.is_new(pair, open.depth);
                }
            }
            trail.remember(address, value);
        }
        trail.since = if is_new { 0 } else { trail.since.saturating_add(1) };
    }

    /// The path has taken a decision at a fork.
    pub fn decided(&mut self, machine: &Machine, open: &mut Open, outcome: u32) {
        let Some(trail) = &mut open.trail else { return };
        let number = |frame: &Frame| machine.coverage.number(frame.func, frame.block);
        let decision = Decision { block: BlockNo(number(&open.state.frame)), outcome };
        let times = trail.forks.iter().take(WINDOW).filter(|&&other| other == decision).count();
        trail.forks.push(decision);
        let mut hasher = FxHasher::default();
        (decision, bucket(times as u32)).hash(&mut hasher);
        open.state.callers.frames().for_each(|caller| number(caller).hash(&mut hasher));
        if self.is_new(hasher.finish(), open.depth) {
            trail.since = 0;
        }
    }
}
