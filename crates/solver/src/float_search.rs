//! Stochastic local search for float constraints: a few hundred assignments, evaluated directly.
//!
//! Deciding float arithmetic exactly takes seconds; most float conditions in programs hold for many values, and some of
//! the usual suspects (zeros, ones, extremes, constants of the constraints and their neighbours) or a random value
//! already satisfy them. Finds models only; that it finds none means nothing.

use crate::backend::variables_of;
use expr::concrete::mask;
use expr::{Dag, DefaultValue, Evaluator, ExprId, Model, Node, VarId};
use rustc_hash::FxHashSet;
use std::time::Instant;

/// Assignments tried.
const TRIES: usize = 400;
/// Nodes looked at for constants.
const MAX_NODES: usize = 2000;

#[derive(Default)]
pub struct FloatSearch {
    /// State of the random numbers; the same on every run.
    random: u64,
}

impl FloatSearch {
    /// Values for the variables of the constraints that satisfy all of them, if one of the tries does.
    pub fn search(
        &mut self,
        dag: &Dag,
        evaluator: &mut Evaluator,
        constraints: &[ExprId],
        deadline: Instant,
    ) -> Option<Vec<(VarId, u64)>> {
        let variables = variables_of(dag, constraints);
        let interesting = interesting_values(dag, constraints);
        let mut best: Vec<(VarId, u64)> = variables.iter().map(|&v| (v, 0)).collect();
        let mut best_score = satisfied(dag, evaluator, constraints, &best);
        for _ in 0..TRIES {
            if best_score == constraints.len() {
                return Some(best);
            }
            if variables.is_empty() || Instant::now() > deadline {
                return None;
            }
            // Half of the tries change one variable of the best assignment so far, the others start afresh.
            let mut values = best.clone();
            if self.next().is_multiple_of(2) {
                let place = self.next() as usize % values.len();
                values[place].1 = self.value(dag, values[place].0, &interesting);
            } else {
                for (v, value) in &mut values {
                    *value = self.value(dag, *v, &interesting);
                }
            }
            let score = satisfied(dag, evaluator, constraints, &values);
            if score >= best_score {
                (best, best_score) = (values, score);
            }
        }
        (best_score == constraints.len()).then_some(best)
    }

    fn value(&mut self, dag: &Dag, v: VarId, interesting: &[u64]) -> u64 {
        let width = dag.var_info(v).width;
        let random = self.next();
        let value = match random % 4 {
            0 => random >> 2,
            // A number of moderate size, which random patterns almost never are.
            1 => match width {
                32 => ((random as i32 as f32) / 65536.0).to_bits() as u64,
                64 => ((random as i64 as f64) / (1u64 << 48) as f64).to_bits(),
                _ => random >> 48,
            },
            _ => interesting[(random >> 2) as usize % interesting.len()],
        };
        value & mask(width)
    }

    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = self.random;
        let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }
}

/// How many of the constraints the values satisfy.
fn satisfied(dag: &Dag, evaluator: &mut Evaluator, constraints: &[ExprId], values: &[(VarId, u64)]) -> usize {
    let mut model = Model::new(DefaultValue::Zero);
    values.iter().for_each(|&(v, value)| model.set(v, value));
    constraints.iter().filter(|&&e| evaluator.holds(dag, e, &model)).count()
}

/// Patterns at the borders of integers and floats, then constants of the constraints and their neighbours.
fn interesting_values(dag: &Dag, constraints: &[ExprId]) -> Vec<u64> {
    let singles = [0.0, 1.0, -1.0, 0.5, 2.0, 10.0, 100.0, f32::MAX, f32::MIN_POSITIVE, f32::INFINITY, f32::NAN];
    let doubles = [0.0, 1.0, -1.0, 0.5, 2.0, 10.0, 100.0, f64::MAX, f64::MIN_POSITIVE, f64::INFINITY, f64::NAN];
    let mut values = vec![0, 1, 2, u64::MAX, i64::MAX as u64, 1 << 63, 1 << 31];
    values.extend(singles.iter().flat_map(|value| [value.to_bits() as u64, (-value).to_bits() as u64]));
    values.extend(doubles.iter().flat_map(|value| [value.to_bits(), (-value).to_bits()]));
    let mut seen: FxHashSet<ExprId> = constraints.iter().copied().collect();
    let mut waiting: Vec<ExprId> = constraints.to_vec();
    while let Some(e) = waiting.pop() {
        if let Node::Const(value) = dag.node(e) {
            let value = value as u64;
            values.extend([value, value.wrapping_add(1), value.wrapping_sub(1)]);
            // A double constant compared with a float variable, and the other way round.
            values.push((f64::from_bits(value) as f32).to_bits() as u64);
            values.push((f32::from_bits(value as u32) as f64).to_bits());
        }
        for operand in dag.node(e).operands() {
            if seen.len() < MAX_NODES && seen.insert(operand) {
                waiting.push(operand);
            }
        }
    }
    values
}
