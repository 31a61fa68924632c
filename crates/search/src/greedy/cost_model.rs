//! What it will cost to solve a path: a weighted count of the operations in its constraints (P18 section 4.1), the
//! weights fitted to the queries of this run.
//!
//! Times are spread over many orders of magnitude, so the weights learn from the ratio of the time a query took to the
//! time expected: each moves by its share of the expectation, and stays positive. This predicts orders of magnitude,
//! which is all that choosing needs, not times.

use std::time::Duration;

/// Operations that cost a solver alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// Bitwise, shifts, choices, widths.
    Bits,
    /// Sums and comparisons of integers.
    Linear,
    Multiply,
    /// Quotients and remainders of integers.
    Divide,
    /// A read at a symbolic place.
    Read,
    /// Sums, comparisons and conversions of floats.
    FloatLinear,
    FloatMultiply,
    /// Quotients, remainders and roots of floats.
    FloatDivide,
}

impl Operation {
    pub const COUNT: usize = 8;
}

/// Seconds for one operation, as a first guess.
const FIRST_GUESS: [f64; Operation::COUNT] = [2e-6, 5e-6, 2e-4, 5e-4, 1e-4, 5e-4, 5e-3, 2e-2];

/// Seconds for any query.
const OVERHEAD: f64 = 2e-5;

/// How fast weights follow the queries.
const RATE: f64 = 0.3;

/// Distinct operations of some constraints, by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Operations {
    counts: [u32; Operation::COUNT],
}

impl Operations {
    pub fn add(&mut self, operation: Operation) {
        self.counts[operation as usize] += 1;
    }

    pub fn have_floats(&self) -> bool {
        [Operation::FloatLinear, Operation::FloatMultiply, Operation::FloatDivide]
            .iter()
            .any(|&operation| self.counts[operation as usize] > 0)
    }
}

#[derive(Clone, Debug)]
pub struct CostModel {
    weights: [f64; Operation::COUNT],
    overhead: f64,
}

impl Default for CostModel {
    fn default() -> CostModel {
        CostModel { weights: FIRST_GUESS, overhead: OVERHEAD }
    }
}

impl CostModel {
    /// Seconds a query with these operations is expected to take.
    pub fn predict(&self, operations: &Operations) -> f64 {
        self.overhead + self.parts(operations).iter().sum::<f64>()
    }

    /// A query with these operations took this long.
    pub fn learn(&mut self, operations: &Operations, took: Duration) {
        let parts = self.parts(operations);
        let expected = self.predict(operations);
        // One query says at most that everything is ten times as hard or as easy.
        let surprise = (took.as_secs_f64().max(1e-7) / expected).ln().clamp(-10f64.ln(), 10f64.ln());
        for (weight, part) in self.weights.iter_mut().zip(parts) {
            *weight *= (RATE * surprise * part / expected).exp();
        }
        self.overhead *= (RATE * surprise * self.overhead / expected).exp();
    }

    fn parts(&self, operations: &Operations) -> [f64; Operation::COUNT] {
        std::array::from_fn(|i| self.weights[i] * f64::from(operations.counts[i]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operations(linear: u32, multiply: u32) -> Operations {
        let mut operations = Operations::default();
        (0..linear).for_each(|_| operations.add(Operation::Linear));
        (0..multiply).for_each(|_| operations.add(Operation::Multiply));
        operations
    }

    #[test]
    fn weights_follow_what_queries_take() {
        let mut model = CostModel::default();
        // On this machine a product takes 10 ms, and a sum 10 us.
        for _ in 0..50 {
            for (linear, multiply) in [(10, 0), (3, 1), (20, 2), (100, 0)] {
                let seconds = f64::from(linear) * 1e-5 + f64::from(multiply) * 1e-2;
                model.learn(&operations(linear, multiply), Duration::from_secs_f64(seconds));
            }
        }
        let close = |found: f64, expected: f64| found / expected < 2.0 && expected / found < 2.0;
        assert!(close(model.predict(&operations(50, 0)), 50e-5));
        assert!(close(model.predict(&operations(0, 5)), 5e-2));
    }

    #[test]
    fn one_odd_query_does_not_turn_the_model_over() {
        let mut model = CostModel::default();
        let before = model.predict(&operations(10, 0));
        model.learn(&operations(10, 0), Duration::from_secs(100));
        assert!(model.predict(&operations(10, 0)) < 3.0 * before);
    }
}
