//! What a program may be made of. Each program gets a random selection: a feature that is absent leaves more room for
//! the others to meet (swarm testing).

use super::random::Random;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    Assign,
    Accumulate,
    /// One byte of a wider variable is overwritten.
    Bytes,
    If,
    /// A branch on a new input.
    Fork,
    Loop,
    Switch,
    Arrays,
    Pointers,
    Structs,
    /// `memcpy`, `memmove`, `memset`, `memcmp`.
    Blocks,
    Calls,
    FunctionPointers,
    Heap,
    List,
    Floats,
    /// Variables and compound literals of blocks, and pointers to them.
    Lifetimes,
    Uninitialised,
    Shifts,
    Unions,
    BitFields,
    /// Structures as parameters and results.
    ByValue,
    Strings,
    /// `goto`.
    Jumps,
    SideEffects,
    /// `qsort` and `bsearch`.
    Sorting,
    /// Arithmetic in 64 and 128 bits.
    Wide,
    Checks,
    Assumptions,
    Divisions,
    /// Shifts, conversions, sums, lengths and arguments that are out of range.
    Undefined,
    /// Indices and shifts that may be out of range, pointers that may be null, freed or too old.
    MemoryErrors,
    /// The function ends early.
    Return,
    /// Pointers and indices that walk over an array.
    Walk,
    /// Variables that are compared with each other and exchanged.
    Order,
    /// Arms that differ in one thing, and what shows it.
    Join,
}

/// Each feature with how often it is chosen where it is present, and in how many of a hundred programs it is.
const TABLE: &[(Feature, usize, usize)] = &[
    (Feature::Assign, 8, 100),
    (Feature::Accumulate, 5, 80),
    (Feature::Bytes, 2, 30),
    (Feature::If, 7, 90),
    (Feature::Fork, 8, 100),
    (Feature::Loop, 4, 60),
    (Feature::Switch, 3, 50),
    (Feature::Arrays, 6, 60),
    (Feature::Pointers, 6, 60),
    (Feature::Structs, 4, 40),
    (Feature::Blocks, 2, 40),
    (Feature::Calls, 6, 60),
    (Feature::FunctionPointers, 4, 30),
    (Feature::Heap, 5, 40),
    (Feature::List, 4, 25),
    (Feature::Floats, 4, 20),
    (Feature::Lifetimes, 5, 40),
    (Feature::Uninitialised, 3, 20),
    (Feature::Shifts, 4, 30),
    (Feature::Unions, 5, 25),
    (Feature::BitFields, 5, 25),
    (Feature::ByValue, 4, 25),
    (Feature::Strings, 5, 25),
    (Feature::Jumps, 3, 25),
    (Feature::SideEffects, 3, 30),
    (Feature::Sorting, 2, 15),
    (Feature::Wide, 2, 20),
    (Feature::Checks, 5, 90),
    (Feature::Assumptions, 2, 40),
    (Feature::Divisions, 2, 40),
    (Feature::Undefined, 3, 40),
    (Feature::MemoryErrors, 3, 40),
    (Feature::Return, 1, 50),
    (Feature::Walk, 6, 40),
    (Feature::Order, 5, 35),
    (Feature::Join, 14, 100),
];

pub struct Features {
    present: Vec<(Feature, usize)>,
    total: usize,
    /// In how many of a hundred cases an error needs the arms of an earlier join.
    pub guarded: usize,
}

impl Features {
    pub fn choose(random: &mut Random) -> Features {
        let present: Vec<(Feature, usize)> = TABLE
            .iter()
            .filter(|&&(_, _, share)| random.chance(share))
            .map(|&(feature, weight, _)| (feature, weight))
            .collect();
        let total = present.iter().map(|&(_, weight)| weight).sum();
        let guarded = *random.pick(&[0, 0, 40, 80]);
        Features { present, total, guarded }
    }

    pub fn has(&self, feature: Feature) -> bool {
        self.present.iter().any(|&(present, _)| present == feature)
    }

    pub fn pick(&self, random: &mut Random) -> Feature {
        let mut at = random.below(self.total);
        for &(feature, weight) in &self.present {
            if at < weight {
                return feature;
            }
            at -= weight;
        }
        unreachable!("the weights sum up to the total")
    }
}
