//! The decisions a path has taken on symbolic data: a persistent list, so that forking shares it.

use persistent::List;

use crate::graph::BlockNo;

/// One decision: where, and which way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Decision {
    pub block: BlockNo,
    pub outcome: u32,
}

/// Decisions, the latest first.
#[derive(Clone, Debug, Default)]
pub struct History(List<Decision>);

impl History {
    pub fn push(&mut self, decision: Decision) {
        self.0.push(decision);
    }

    /// From the latest to the first.
    fn latest_first(&self) -> impl Iterator<Item = Decision> {
        self.0.iter().copied()
    }

    /// Stands for the last decisions, so many of them: others have another number, but for a chance too small to matter
    /// to a search.
    pub fn fingerprint(&self, length: usize) -> u64 {
        self.latest_first().take(length).fold(0, |so_far, Decision { block, outcome }| {
            let mixed = (so_far ^ (u64::from(block.0) << 32 | u64::from(outcome))).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed ^ (mixed >> 29)).wrapping_add(1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_tell_the_last_decisions_apart() {
        let history = |decisions: &[(u32, u32)]| {
            let mut history = History::default();
            decisions.iter().for_each(|&(block, outcome)| history.push(Decision { block: BlockNo(block), outcome }));
            history
        };
        let (one, other) = (history(&[(1, 0), (2, 1), (0, 0)]), history(&[(1, 1), (2, 1), (0, 0)]));
        assert_eq!(one.fingerprint(2), other.fingerprint(2));
        assert_ne!(one.fingerprint(3), other.fingerprint(3));
        assert_ne!(history(&[(0, 0)]).fingerprint(3), history(&[(0, 0), (0, 0)]).fingerprint(3), "shorter");
        assert_ne!(
            history(&[(1, 0), (2, 0)]).fingerprint(2),
            history(&[(2, 0), (1, 0)]).fingerprint(2),
            "turned round"
        );
        let all: std::collections::BTreeSet<u64> = (0..1u32 << 16)
            .map(|bits| history(&[0, 1, 2, 3].map(|n| (bits >> (4 * n) & 7, bits >> (4 * n + 3) & 1))).fingerprint(4))
            .collect();
        assert_eq!(all.len(), 1 << 16);
    }

    #[test]
    fn a_fork_shares_what_came_before() {
        let decision = |outcome| Decision { block: BlockNo(7), outcome };
        let mut one = History::default();
        one.push(decision(0));
        let mut other = one.clone();
        one.push(decision(1));
        other.push(decision(2));
        let outcomes = |history: &History| history.latest_first().map(|d| d.outcome).collect::<Vec<_>>();
        assert_eq!((outcomes(&one), outcomes(&other)), (vec![1, 0], vec![2, 0]));
        (0..1_000_000).for_each(|outcome| one.push(decision(outcome)));
    }
}
