//! `--max-memory` is that of all processes together: each worker may have what it has, and an equal share of what is free.

/// What each process may use, of `limit` in all, if the others use this much by now.
pub fn shares(limit: u64, others: u64, used: &[u64]) -> Vec<u64> {
    let sum: u64 = used.iter().sum::<u64>() + others;
    let count = used.len().max(1) as u64;
    match limit.checked_sub(sum) {
        Some(free) => used.iter().map(|used| used + free / count).collect(),
        // Each gives back in proportion to what it has.
        None => {
            let kept = limit.saturating_sub(others) as f64 / (sum - others).max(1) as f64;
            used.iter().map(|&used| (used as f64 * kept) as u64).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn together_they_keep_the_limit() {
        for (others, used) in
            [(0, vec![0, 0]), (10, vec![30, 5]), (0, vec![100, 100]), (50, vec![90, 30]), (200, vec![1])]
        {
            let shares = shares(100, others, &used);
            assert!(shares.iter().sum::<u64>() + others <= 100.max(others), "{shares:?}");
            assert_eq!(shares.len(), used.len());
        }
        assert_eq!(shares(100, 0, &[40, 0]), [70, 30]);
    }
}
