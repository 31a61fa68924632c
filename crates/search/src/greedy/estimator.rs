//! How likely a branch goes each way, estimated from how often it did (P18, definition 4.1).

use vocabulary::vocabulary;

vocabulary! {
    /// How probabilities are estimated from counts.
    pub enum Estimator: "estimator" {
        /// Each way counts once more than it was taken.
        Laplace = "laplace",
        /// What was never taken shares the frequency of what was taken once (Good and Turing).
        GoodTuring = "good-turing",
    }
}

impl Estimator {
    /// The probability of each way, given how often it was taken. All are positive, and add up to 1.
    pub fn probabilities(self, taken: &[u32]) -> Vec<f64> {
        let total: f64 = taken.iter().map(|&n| f64::from(n)).sum();
        let unseen = taken.iter().filter(|&&n| n == 0).count() as f64;
        match self {
            Estimator::GoodTuring if total > 0.0 && unseen > 0.0 => {
                let once = taken.iter().filter(|&&n| n == 1).count() as f64;
                // Never nothing, and never all: both would make a way impossible.
                let mass = (once.max(0.5) / (total + 1.0)).min(0.5);
                let share = |n: u32| match n {
                    0 => mass / unseen,
                    n => (1.0 - mass) * f64::from(n) / total,
                };
                taken.iter().map(|&n| share(n)).collect()
            }
            Estimator::Laplace | Estimator::GoodTuring => {
                let all = total + taken.len() as f64;
                taken.iter().map(|&n| (f64::from(n) + 1.0) / all).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unseen_is_not_impossible_and_all_adds_up() {
        for &estimator in Estimator::ALL {
            for taken in [vec![0, 0], vec![8, 0], vec![1, 0, 0], vec![1, 1, 0], vec![5, 7], vec![1]] {
                let probabilities = estimator.probabilities(&taken);
                assert!(probabilities.iter().all(|&p| p > 0.0), "{estimator} {taken:?}");
                assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{estimator} {taken:?}");
            }
        }
        assert_eq!(Estimator::Laplace.probabilities(&[8, 0]), [0.9, 0.1]);
    }
}
