//! Stochastic local search for float constraints: up to a thousand assignments, then a descent on the distance to a solution,
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

/// Assignments tried, and nodes that may be evaluated for them.
const TRIES: usize = 1000;
const MAX_TRIED: usize = 1_000_000;
/// Nodes looked at for constants.
const MAX_NODES: usize = 2000;
/// Assignments on all descents together, and nodes that may be evaluated for them.
const MOVES: usize = 8000;
const MAX_WORK: usize = 3_000_000;

#[derive(Default)]
pub struct FloatSearch {
    /// State of the random numbers; the same on every run.
    random: u64,
}

/// Magnitudes that are drawn, in decades from one.
const DECADES: f64 = 12.0;

/// Patterns worth trying, for variables of 32, of 64 and of other widths.
struct Interesting {
    singles: Vec<u64>,
    doubles: Vec<u64>,
    others: Vec<u64>,
}

impl Interesting {
    fn of_width(&self, width: u32) -> &[u64] {
        match width {
            32 => &self.singles,
            64 => &self.doubles,
            _ => &self.others,
        }
    }
}

/// The number in the format of this width.
fn number(width: u32, value: f64) -> Option<u64> {
    match width {
        32 => Some(u64::from((value as f32).to_bits())),
        64 => Some(value.to_bits()),
        _ => None,
    }
}

/// Values, and how far the constraints are from holding.
type Scored = (Vec<(VarId, u64)>, f64);

/// What a search is about.
pub struct Conjunction<'a> {
    pub constraints: &'a [ExprId],
    pub variables: Vec<VarId>,
    /// Those that are patterns of floats.
    floats: FxHashSet<VarId>,
    interesting: Interesting,
    /// Nodes below the constraints, as far as they were counted.
    pub size: usize,
}

impl FloatSearch {
    /// Values for the variables of the constraints that satisfy all of them, if one of the tries does. About `most` nodes are
    /// evaluated at most.
    pub fn search(
        &mut self,
        dag: &Dag,
        evaluator: &mut Evaluator,
        conjunction: &Conjunction<'_>,
        near: Option<&Model>,
        most: u64,
        deadline: Instant,
    ) -> Option<Vec<(VarId, u64)>> {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let constraints = conjunction.constraints;
        let variables = &conjunction.variables;
        let mut best: Vec<(VarId, u64)> = variables.iter().map(|&v| (v, 0)).collect();
        let mut best_score = satisfied(dag, evaluator, constraints, &best);
        for _ in 0..(MAX_TRIED.min(most / 2) / conjunction.size.max(1)).min(TRIES) {
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
        if variables.is_empty() {
            return None;
        }
        let mut starts = vec![best];
        let widths = |v: VarId| dag.var_info(v).width;
        starts.extend(near.map(|model| variables.iter().map(|&v| (v, model.get(v, widths(v)))).collect()));
        let moves = (MAX_WORK.min(most / 2) / conjunction.size.max(1)).min(MOVES);
        self.descend(dag, evaluator, conjunction, starts, moves, deadline)
    }

    /// Descents from these assignments, the last one first, and from random ones as long as moves are left.
    fn descend(
        &mut self,
        dag: &Dag,
        evaluator: &mut Evaluator,
        conjunction: &Conjunction<'_>,
        mut starts: Vec<Vec<(VarId, u64)>>,
        mut moves: usize,
        deadline: Instant,
    ) -> Option<Vec<(VarId, u64)>> {
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

    fn value(&mut self, dag: &Dag, v: VarId, interesting: &Interesting) -> u64 {
        let width = dag.var_info(v).width;
        let random = self.next();
        let value = match random % 8 {
            0 => random >> 3,
            // Numbers of moderate size and of all decades programs compute with, which random patterns almost never are.
            1 | 2 => number(width, (random as i64 as f64) / (1u64 << 48) as f64).unwrap_or(random >> 48),
            3 | 4 => {
                let decades = (random >> 11) as f64 * (-53f64).exp2() * 2.0 * DECADES - DECADES;
                let size = 10f64.powf(decades);
                number(width, if random & 8 == 0 { size } else { -size }).unwrap_or(random >> 56)
            }
            _ => {
                let values = interesting.of_width(width);
                values[(random >> 3) as usize % values.len()]
            }
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
        let usual = [0.0, 1.0, -1.0, 0.5, 2.0, 10.0, 100.0, f64::INFINITY, f64::NAN];
        let singles = usual.iter().map(|&value| value as f32).chain([f32::MAX, f32::MIN_POSITIVE]);
        let doubles = usual.into_iter().chain([f64::MAX, f64::MIN_POSITIVE]);
        let others = vec![0, 1, 2, u64::MAX, i64::MAX as u64, 1 << 63, 1 << 31];
        let mut interesting = Interesting { singles: others.clone(), doubles: others.clone(), others };
        interesting.singles.extend(singles.flat_map(|value| [value, -value]).map(|value| u64::from(value.to_bits())));
        interesting.doubles.extend(doubles.flat_map(|value| [value, -value]).map(f64::to_bits));
        let mut floats = FxHashSet::default();
        let mut seen: FxHashSet<ExprId> = constraints.iter().copied().collect();
        let mut waiting: Vec<ExprId> = constraints.to_vec();
        while let Some(e) = waiting.pop() {
            let node = dag.node(e);
            match node {
                Node::Const(value) => {
                    let value = value as u64;
                    let Interesting { singles, doubles, others } = &mut interesting;
                    for list in [&mut *singles, &mut *doubles, others] {
                        list.extend([value, value.wrapping_add(1), value.wrapping_sub(1)]);
                    }
                    // A double constant compared with a float variable, and the other way round.
                    singles.push(u64::from((f64::from_bits(value) as f32).to_bits()));
                    doubles.push(f64::from(f32::from_bits(value as u32)).to_bits());
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
        Conjunction { constraints, variables, floats, interesting, size: seen.len() }
    }
}
