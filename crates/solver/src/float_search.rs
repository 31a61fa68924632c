//! Stochastic local search for float constraints: a few hundred assignments, then a descent on the distance to a solution,
//! all of it by evaluation.
//!
//! Deciding float arithmetic exactly takes seconds; most float conditions in programs hold for many values, and some of
//! the usual suspects (zeros, ones, extremes, constants of the constraints and their neighbours) or a random value
//! already satisfy them. Where they do not, [how far](crate::float_distance) the constraints are from holding tells the way: from the
//! values the path has and from the best ones tried, one variable at a time is moved by powers of two in the order of
//! floats, as long as that helps (XSat, Fu and Su, CAV 2016, with the exploratory moves of the alternating variable method).
//! Finds models only; that it finds none means nothing.

use crate::float_distance::{Distance, ordered, unordered};
use expr::concrete::mask;
use expr::{Dag, DefaultValue, Evaluator, ExprId, FloatNode, Model, Node, VarId};
use rustc_hash::FxHashSet;
use std::time::Instant;

/// Assignments tried.
const TRIES: usize = 400;
/// Nodes looked at for constants.
const MAX_NODES: usize = 2000;
/// Assignments on all descents together, and nodes that may be evaluated for them.
const MOVES: usize = 2500;
const MAX_WORK: usize = 3_000_000;

#[derive(Default)]
pub struct FloatSearch {
    /// State of the random numbers; the same on every run.
    random: u64,
}

/// Values, and how far the constraints are from holding.
type Scored = (Vec<(VarId, u64)>, f64);

/// What a search is about.
pub struct Conjunction<'a> {
    pub constraints: &'a [ExprId],
    pub variables: Vec<VarId>,
    /// Those that are patterns of floats.
    floats: FxHashSet<VarId>,
    interesting: Vec<u64>,
    /// Nodes below the constraints, as far as they were counted.
    pub size: usize,
}

impl FloatSearch {
    /// Values for the variables of the constraints that satisfy all of them, if one of the tries does.
    pub fn search(
        &mut self,
        dag: &Dag,
        evaluator: &mut Evaluator,
        conjunction: &Conjunction<'_>,
        near: Option<&Model>,
        deadline: Instant,
    ) -> Option<Vec<(VarId, u64)>> {
        let constraints = conjunction.constraints;
        let variables = &conjunction.variables;
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
                values[place].1 = self.value(dag, values[place].0, &conjunction.interesting);
            } else {
                for (v, value) in &mut values {
                    *value = self.value(dag, *v, &conjunction.interesting);
                }
            }
            let score = satisfied(dag, evaluator, constraints, &values);
            if score >= best_score {
                (best, best_score) = (values, score);
            }
        }
        if best_score == constraints.len() {
            return Some(best);
        }
        self.descend(dag, evaluator, conjunction, near, best, deadline)
    }

    /// Descents from the values at hand, the best ones tried and, as long as there is work left, random ones.
    fn descend(
        &mut self,
        dag: &Dag,
        evaluator: &mut Evaluator,
        conjunction: &Conjunction<'_>,
        near: Option<&Model>,
        best: Vec<(VarId, u64)>,
        deadline: Instant,
    ) -> Option<Vec<(VarId, u64)>> {
        let mut moves = (MAX_WORK / conjunction.size.max(1)).min(MOVES);
        let mut starts = vec![best];
        let widths = |v: VarId| dag.var_info(v).width;
        starts.extend(near.map(|model| conjunction.variables.iter().map(|&v| (v, model.get(v, widths(v)))).collect()));
        while moves > 0 && Instant::now() < deadline {
            let start = starts.pop().unwrap_or_else(|| {
                let draw = |&v| (v, self.value(dag, v, &conjunction.interesting));
                conjunction.variables.iter().map(draw).collect()
            });
            let score = distance(dag, evaluator, conjunction, &start);
            let (values, score) = descent(dag, evaluator, conjunction, (start, score), &mut moves);
            if score == 0.0 {
                return Some(values);
            }
        }
        None
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

/// Moves one variable after the other, by ever smaller powers of two, until no move helps.
fn descent(
    dag: &Dag,
    evaluator: &mut Evaluator,
    conjunction: &Conjunction<'_>,
    (mut values, mut score): Scored,
    moves: &mut usize,
) -> Scored {
    loop {
        let before = score;
        for place in 0..values.len() {
            let (v, _) = values[place];
            let width = dag.var_info(v).width;
            let float = conjunction.floats.contains(&v);
            for exponent in (0..width).rev() {
                for up in [true, false] {
                    // The same move again, as long as it helps.
                    while *moves > 0 && score > 0.0 {
                        *moves -= 1;
                        let old = values[place].1;
                        values[place].1 = moved(old, exponent, up, width, float);
                        let new = distance(dag, evaluator, conjunction, &values);
                        if new < score {
                            score = new;
                        } else {
                            values[place].1 = old;
                            break;
                        }
                    }
                }
            }
        }
        if score >= before || score == 0.0 || *moves == 0 {
            return (values, score);
        }
    }
}

/// A value a power of two away, among floats in their order.
fn moved(value: u64, exponent: u32, up: bool, width: u32, float: bool) -> u64 {
    let step = 1u64 << exponent;
    let place = if float { ordered(value, width) } else { value };
    let place = if up { place.wrapping_add(step) } else { place.wrapping_sub(step) } & mask(width);
    if float { unordered(place, width) } else { place }
}

fn distance(dag: &Dag, evaluator: &mut Evaluator, conjunction: &Conjunction<'_>, values: &[(VarId, u64)]) -> f64 {
    let mut model = Model::new(DefaultValue::Zero);
    values.iter().for_each(|&(v, value)| model.set(v, value));
    let mut distance = Distance { dag, evaluator, model: &model };
    conjunction.constraints.iter().map(|&e| distance.to(e, true)).sum()
}

/// How many of the constraints the values satisfy.
fn satisfied(dag: &Dag, evaluator: &mut Evaluator, constraints: &[ExprId], values: &[(VarId, u64)]) -> usize {
    let mut model = Model::new(DefaultValue::Zero);
    values.iter().for_each(|&(v, value)| model.set(v, value));
    constraints.iter().filter(|&&e| evaluator.holds(dag, e, &model)).count()
}

impl<'a> Conjunction<'a> {
    /// Looks at the constraints once: patterns at the borders of integers and floats, constants and their neighbours.
    pub fn new(dag: &Dag, constraints: &'a [ExprId]) -> Conjunction<'a> {
        let singles = [0.0, 1.0, -1.0, 0.5, 2.0, 10.0, 100.0, f32::MAX, f32::MIN_POSITIVE, f32::INFINITY, f32::NAN];
        let doubles = [0.0, 1.0, -1.0, 0.5, 2.0, 10.0, 100.0, f64::MAX, f64::MIN_POSITIVE, f64::INFINITY, f64::NAN];
        let mut values = vec![0, 1, 2, u64::MAX, i64::MAX as u64, 1 << 63, 1 << 31];
        values.extend(singles.iter().flat_map(|value| [value.to_bits() as u64, (-value).to_bits() as u64]));
        values.extend(doubles.iter().flat_map(|value| [value.to_bits(), (-value).to_bits()]));
        let mut floats = FxHashSet::default();
        let mut seen: FxHashSet<ExprId> = constraints.iter().copied().collect();
        let mut waiting: Vec<ExprId> = constraints.to_vec();
        while let Some(e) = waiting.pop() {
            let node = dag.node(e);
            match node {
                Node::Const(value) => {
                    let value = value as u64;
                    values.extend([value, value.wrapping_add(1), value.wrapping_sub(1)]);
                    // A double constant compared with a float variable, and the other way round.
                    values.push((f64::from_bits(value) as f32).to_bits() as u64);
                    values.push((f32::from_bits(value as u32) as f64).to_bits());
                }
                Node::Float(float) if !matches!(float, FloatNode::FromInt { .. }) => {
                    floats.extend(float.operands().filter_map(|operand| match dag.node(operand) {
                        Node::Var(v) => Some(v),
                        _ => None,
                    }));
                }
                _ => {}
            }
            for operand in node.operands() {
                if seen.len() < MAX_NODES && seen.insert(operand) {
                    waiting.push(operand);
                }
            }
        }
        let variables = crate::backend::variables_of(dag, constraints);
        Conjunction { constraints, variables, floats, interesting: values, size: seen.len() }
    }
}
