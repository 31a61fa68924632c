//! Gives open states away, so that somebody else has something to do.
//!
//! Few states that stand for much are better than many: each has to be followed again from the start of the program, and what is learnt
//! above it is lost to both sides. Were the tree even, a state would stand for half of what its parent stood for; so the ones
//! with the fewest forks go first, until they stand for half of everything.

use tree::StateId;

use super::Parcel;
use crate::saving::{Variables, can_be_followed};
use crate::session::Session;

/// States given away at once.
const MOST: usize = 500;

impl Session<'_> {
    /// Takes states out of the frontier: whoever gets them explores them.
    pub(super) fn give_away(&mut self) -> Parcel {
        let all = self.frontier.states.ids();
        let candidates = all.iter().filter_map(|&id| {
            let open = self.frontier.states.get(id)?;
            (can_be_followed(open) && open.state.seed.is_none()).then_some((open.depth, id))
        });
        let given = largest(candidates.collect(), all.len());
        let mut variables = Variables::default();
        let states = self.prefixes(&given, &mut variables);
        for id in given {
            if let Some(open) = self.frontier.states.take(id) {
                self.stop_waiting(id, &open);
                // What lies above it is not explored here to its end.
                self.edge_cut(&open);
                self.frontier.close(id);
            }
        }
        Parcel { variables: variables.into_list(&self.machine.dag), states, seeds: self.seeding.left() }
    }
}

/// The fewest states that stand for half of all candidates, and at least one of `open` is kept. Candidates come with their forks.
fn largest(mut candidates: Vec<(u64, StateId)>, open: usize) -> Vec<StateId> {
    candidates.sort_unstable();
    let least = candidates.first().map_or(0, |&(depth, _)| depth);
    let weight = |depth: u64| 0.5f64.powi(i32::try_from(depth - least).unwrap_or(i32::MAX));
    let half = candidates.iter().map(|&(depth, _)| weight(depth)).sum::<f64>() / 2.0;
    let mut given = Vec::new();
    let mut sum = 0.0;
    for (depth, id) in candidates {
        if sum >= half || given.len() >= MOST || given.len() + 1 >= open {
            break;
        }
        sum += weight(depth);
        given.push(id);
    }
    given
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(depths: &[u64], open: usize) -> Vec<u64> {
        let candidates = depths.iter().zip(0..).map(|(&depth, id)| (depth, StateId(id))).collect();
        largest(candidates, open).into_iter().map(|StateId(id)| id).collect()
    }

    #[test]
    fn one_large_state_or_many_equal_ones() {
        assert_eq!(given(&[5, 4, 3, 2, 1], 5), [4], "one that stands for half");
        assert_eq!(given(&[3; 10], 10), [0, 1, 2, 3, 4], "half of them");
        assert_eq!(given(&[7; 10_000], 10_000).len(), MOST);
        assert_eq!(given(&[0, 5000], 2), [0], "what is very far down counts for nothing");
    }

    #[test]
    fn something_is_kept() {
        assert_eq!(given(&[3], 1), []);
        assert_eq!(given(&[], 0), []);
        assert_eq!(given(&[3], 2), [0], "the other one cannot be given away");
    }
}
