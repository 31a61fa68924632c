//! What a random execution did that none had done before: a branch edge it took, how often it took one, or that it took two
//! rare ones.
//!
//! Counts are in powers of two, as in AFL: a loop that goes round once more is nothing new, twice as often is. Blocks
//! alone would forget every text that gets a program into a new state on known ways: a table with one more entry, a queue that
//! wraps around. Two rare edges in one execution are commands that were carried out one after the other: what one
//! has left behind may matter to the next (width 2, as in [novelty](crate::novelty)).

use rustc_hash::FxHashSet;

/// An edge is rare if one of so many executions takes it; so many of the rarest are paired.
const RARE: u32 = 16;
const PAIRED: usize = 8;
/// Pairs that are remembered.
const MOST_PAIRS: usize = 100_000;

/// What is new about an execution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum New {
    Nothing,
    /// It took a branch edge more or less often than any execution before.
    Count,
    /// It took two rare branch edges that none had taken both.
    Pair,
    /// It took a branch edge that none had taken.
    Edge,
}

/// The counts that executions have shown so far.
#[derive(Debug, Default)]
pub(crate) struct HitCounts {
    /// All counters before the execution at hand.
    before: Vec<u32>,
    /// For each edge a bit for each size of counts.
    seen: Vec<u16>,
    /// All executions, and those that have taken each edge.
    runs: u32,
    takers: Vec<u32>,
    pairs: FxHashSet<(u32, u32)>,
}

/// The bit of a count that is not 0.
fn size(count: u32) -> u16 {
    1 << match count {
        0..=3 => count,
        _ => (count.ilog2() + 2).min(15),
    }
}

impl HitCounts {
    /// An execution begins, with the counters of all edges as they are now.
    pub fn begin(&mut self, edges: &[u32]) {
        self.before.clear();
        self.before.extend_from_slice(edges);
        self.seen.resize(edges.len(), 0);
        self.takers.resize(edges.len(), 0);
    }

    /// It is over.
    pub fn end(&mut self, edges: &[u32]) -> New {
        let mut new = New::Nothing;
        self.runs = self.runs.saturating_add(1);
        // The rarest edges, with how many have taken them.
        let mut rare: Vec<(u32, u32)> = Vec::new();
        for (edge, (&now, &before)) in edges.iter().zip(&self.before).enumerate() {
            if now == before {
                continue;
            }
            let (size, seen, takers) = (size(now.wrapping_sub(before)), &mut self.seen[edge], &mut self.takers[edge]);
            if *seen & size == 0 {
                new = new.max(if *seen == 0 { New::Edge } else { New::Count });
                *seen |= size;
            }
            *takers = takers.saturating_add(1);
            if takers.saturating_mul(RARE) < self.runs {
                rare.push((*takers, edge as u32));
            }
        }
        rare.sort_unstable();
        rare.truncate(PAIRED);
        for (n, &(_, a)) in rare.iter().enumerate() {
            for &(_, b) in &rare[n + 1..] {
                if self.pairs.len() < MOST_PAIRS && self.pairs.insert((a.min(b), a.max(b))) {
                    new = new.max(New::Pair);
                }
            }
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_new_once_and_counts_by_their_size() {
        let mut hits = HitCounts::default();
        let mut run = |before: [u32; 2], after: [u32; 2]| {
            hits.begin(&before);
            hits.end(&after)
        };
        assert_eq!(run([7, 0], [8, 0]), New::Edge);
        assert_eq!(run([8, 0], [9, 0]), New::Nothing);
        assert_eq!(run([9, 0], [11, 0]), New::Count);
        assert_eq!(run([11, 0], [15, 1]), New::Edge, "the best of both");
        assert_eq!(run([0, 0], [7, 0]), New::Nothing, "as many as four, roughly");
        assert_eq!(run([0, 0], [8, 0]), New::Count);
    }

    #[test]
    fn two_rare_edges_together_are_new_once() {
        let mut hits = HitCounts::default();
        let mut run = |taken: [u32; 3]| {
            hits.begin(&[0; 3]);
            hits.end(&taken)
        };
        assert_eq!([run([1, 1, 0]), run([1, 0, 1])], [New::Edge; 2]);
        (0..100).for_each(|_| assert_eq!(run([1, 0, 0]), New::Nothing));
        assert_eq!(run([1, 1, 1]), New::Pair);
        assert_eq!(run([1, 1, 1]), New::Nothing);
        assert_eq!(run([1, 1, 0]), New::Nothing, "the first edge is not rare");
    }

    #[test]
    fn every_count_has_a_size() {
        let sizes: Vec<u16> = (1..=u32::MAX).step_by(1 << 12).chain([u32::MAX]).map(size).collect();
        assert!(sizes.iter().all(|&size| size.is_power_of_two()) && sizes.is_sorted());
        assert!(size(1) < size(2) && size(3) < size(4));
    }
}
