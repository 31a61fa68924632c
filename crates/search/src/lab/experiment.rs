//! The simulated experiment of P18 (section 3.3 and RQ4): many random chains, every strategy on each of them.
//!
//! Each chain has a source of randomness of its own, so the outcome depends on the seed only and not on the threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::{Deserialize, Deserializer, Serialize};

use crate::lab::optimal_strategy::optimal_cost;
use crate::lab::random_chain::random_chain;
pub use crate::lab::state_set::MAX_STATES;
use crate::lab::strategies::{Cost, Strategy, mean_cost};
use crate::rng::Rng;

/// Sets of covered states up to which the optimal strategy is computed; a chain of 20 states has some thousands.
const MAX_SETS: usize = 1 << 20;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Numbers of states, each from 2 to [`MAX_STATES`].
    pub sizes: Vec<usize>,
    /// Chains of each size.
    pub models: usize,
    /// Times each strategy covers each chain.
    pub repeats: u32,
    pub seed: u64,
    pub threads: usize,
}

/// What came out, and of what. Field names are part of the interface (`secateur lab --json`).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Chains of each size.
    pub models: usize,
    pub repeats: u32,
    pub seed: u64,
    pub columns: Vec<Column>,
}

/// The outcome for the chains of one size.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Column {
    pub states: usize,
    /// Chains whose optimal cost is known; only these count.
    pub models: usize,
    #[serde(deserialize_with = "number")]
    pub mean_optimal_cost: f64,
    pub rows: Vec<Row>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    pub strategy: String,
    /// The mean cost over the mean optimal cost: chains that are expensive to cover count more.
    #[serde(deserialize_with = "number")]
    pub ratio_of_means: f64,
    /// The mean over the chains of the cost over the optimal one.
    #[serde(deserialize_with = "number")]
    pub mean_ratio: f64,
    /// Half of the chains are below.
    #[serde(deserialize_with = "number")]
    pub median_ratio: f64,
    /// The share of repeats that gave up: where it is not 0 the costs are lower bounds.
    #[serde(deserialize_with = "number")]
    pub gave_up: f64,
    pub in_paper: Option<f64>,
}

/// JSON has no NaN, which is what a mean over no chain is: it is written as `null`.
fn number<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or(f64::NAN))
}

/// One chain: the optimal cost, and those of [`Strategy::ALL`].
struct MeasuredChain {
    optimal: f64,
    costs: Vec<Cost>,
}

pub fn run(plan: &Plan) -> Outcome {
    let jobs = plan.sizes.len() * plan.models;
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<MeasuredChain>>> = Mutex::new((0..jobs).map(|_| None).collect());
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    if job >= jobs {
                        return;
                    }
                    let measured = measure(plan, plan.sizes[job / plan.models], job % plan.models);
                    done.lock().unwrap_or_else(|broken| broken.into_inner())[job] = measured;
                }
            });
        }
    });
    let done = done.into_inner().unwrap_or_else(|broken| broken.into_inner());
    let mut done = done.into_iter();
    let column = |&states| summarise(states, &done.by_ref().take(plan.models).flatten().collect::<Vec<_>>());
    let columns = plan.sizes.iter().map(column).collect();
    Outcome { models: plan.models, repeats: plan.repeats, seed: plan.seed, columns }
}

fn measure(plan: &Plan, states: usize, model: usize) -> Option<MeasuredChain> {
    let mixed = plan.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ ((states as u64) << 32 | model as u64);
    let mut rng = Rng::new(mixed);
    let chain = random_chain(states, &mut rng);
    let optimal = optimal_cost(&chain, MAX_SETS)?;
    let costs = Strategy::ALL.iter().map(|&strategy| mean_cost(strategy, &chain, plan.repeats, &mut rng)).collect();
    Some(MeasuredChain { optimal, costs })
}

fn summarise(states: usize, measured: &[MeasuredChain]) -> Column {
    let mean = |of: &dyn Fn(&MeasuredChain) -> f64| measured.iter().map(of).sum::<f64>() / measured.len() as f64;
    let mean_optimal_cost = mean(&|m| m.optimal);
    let row = |(i, &strategy): (usize, &Strategy)| {
        let mut ratios: Vec<f64> = measured.iter().map(|m| m.costs[i].mean / m.optimal).collect();
        ratios.sort_by(f64::total_cmp);
        Row {
            strategy: strategy.name().to_owned(),
            ratio_of_means: mean(&|m| m.costs[i].mean) / mean_optimal_cost,
            mean_ratio: mean(&|m| m.costs[i].mean / m.optimal),
            median_ratio: ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN),
            gave_up: mean(&|m| m.costs[i].gave_up),
            in_paper: strategy.in_paper(states),
        }
    };
    let rows = Strategy::ALL.iter().enumerate().map(row).collect();
    Column { states, models: measured.len(), mean_optimal_cost, rows }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_do_not_change_the_outcome() {
        let plan = |threads| Plan { sizes: vec![4, 6], models: 3, repeats: 20, seed: 5, threads };
        let outcome = run(&plan(1));
        assert_eq!(outcome, run(&plan(3)));
        let columns = outcome.columns;
        assert_eq!(columns.len(), 2);
        assert_eq!((columns[1].states, columns[1].models), (6, 3));
    }
    #[test]
    fn an_outcome_reads_back_even_where_no_chain_could_be_solved() {
        let plan = Plan { sizes: vec![4], models: 2, repeats: 5, seed: 5, threads: 1 };
        let outcome = run(&plan);
        let read = |text: &str| serde_json::from_str::<Outcome>(text).expect("it was written");
        assert_eq!(read(&serde_json::to_string(&outcome).expect("plain data")), outcome);
        let nothing = Outcome { columns: vec![summarise(4, &[])], ..outcome };
        let again = read(&serde_json::to_string(&nothing).expect("plain data"));
        assert!(again.columns[0].mean_optimal_cost.is_nan() && again.columns[0].rows[0].ratio_of_means.is_nan());
    }
}
