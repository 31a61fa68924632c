//! Questions with calls of `math.h` in them, for decision procedures that cannot compute `log`: counterexample-guided abstraction
//! refinement.
//!
//! To a backend a call is an unknown of which only lemmas are true: between which bounds it lies and when it is no number
//! ([`known`](expr::math::known)), and that equal arguments give equal results. A contradiction with these is one. A model is
//! evaluated with the library itself; if it fails, what the library says at its arguments becomes a lemma, for monotone functions about
//! everything on either side of them too, and the question is asked again. Of monotone functions the points next to the constants of the
//! question are known from the start. After some rounds the answer is `unknown`: that the refinement finds no values means nothing.
//!
//! Every lemma holds for all arguments, so they are kept from question to question, and cores do not mention them.

use crate::answer::UnknownReason;
use crate::backend::{Backend, BackendAnswer, Guidance, deadline_after};
use crate::presence::Presence;
use expr::math::known::{Interval, Monotone, SLACK, stepped};
use expr::math::{DOMAIN_ERROR, RANGE_ERROR};
use expr::{ArrayNode, Dag, DefaultValue, Evaluator, ExprId, FloatFormat, FloatNode, Gives, MathFunction, Model, Node};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::{Duration, Instant};

/// Times a question is asked.
const ROUNDS: usize = 24;
/// The same where no function is monotone: a point says nothing of its neighbours.
const ROUNDS_WITHOUT_ORDER: usize = 4;
/// Points remembered of a call, the newest ones.
const MAX_POINTS: usize = 32;
/// Earlier calls of the same function with which a call is said to agree.
const MAX_PAIRS: usize = 8;
/// Constants of a question at which monotone functions are looked at.
const MAX_LANDMARKS: usize = 6;

/// A call and its parts.
#[derive(Clone, Copy)]
struct Call {
    e: ExprId,
    function: MathFunction,
    gives: Gives,
    format: FloatFormat,
    a: ExprId,
    b: ExprId,
}

/// What has been found out about the calls of one DAG.
pub struct MathCalls {
    presence: Presence,
    /// Lemmas about points, by call.
    points: FxHashMap<ExprId, Vec<ExprId>>,
    evaluator: Evaluator,
}

impl Default for MathCalls {
    fn default() -> MathCalls {
        let presence = Presence::new(|node| matches!(node, Node::Float(FloatNode::Call { .. })));
        MathCalls { presence, points: FxHashMap::default(), evaluator: Evaluator::new() }
    }
}

impl MathCalls {
    /// Asks the backend whether the conjunction can be satisfied, calls of the library included.
    pub fn check(
        &mut self,
        dag: &mut Dag,
        backend: &mut dyn Backend,
        constraints: &[ExprId],
        guidance: Guidance<'_>,
        limit: Duration,
    ) -> BackendAnswer {
        if !self.presence.among(dag, constraints) {
            return backend.check_guided(dag, constraints, guidance, limit);
        }
        let deadline = deadline_after(limit);
        let work_before = backend.work();
        let (mut calls, constants) = calls_of(dag, constraints);
        with_values(dag, &mut calls);
        let ordered = calls.iter().any(|call| call.function.monotone().is_some());
        let mut asked = constraints.to_vec();
        asked.extend(certainties(dag, &calls));
        for call in &calls {
            self.landmarks(dag, call, &constants);
            asked.extend(self.points.get(&call.e).into_iter().flatten());
        }
        for _ in 0..if ordered { ROUNDS } else { ROUNDS_WITHOUT_ORDER } {
            let spent = backend.work() - work_before;
            let steps = guidance.steps.map(|steps| steps.saturating_sub(spent));
            if steps == Some(0) {
                return BackendAnswer::Unknown(UnknownReason::Allowance);
            }
            let remaining = deadline.saturating_duration_since(Instant::now());
            match backend.check_guided(dag, &asked, Guidance { steps, ..guidance }, remaining) {
                BackendAnswer::Sat(values) => {
                    let mut model = Model::new(DefaultValue::Zero);
                    values.iter().for_each(|&(v, value)| model.set(v, value));
                    if constraints.iter().all(|&e| self.evaluator.holds(dag, e, &model)) {
                        return BackendAnswer::Sat(values);
                    }
                    for call in &calls {
                        asked.extend(self.point(dag, call, &model));
                    }
                }
                BackendAnswer::Unsat(core) => {
                    let core: Vec<usize> = core.into_iter().filter(|&position| position < constraints.len()).collect();
                    // What always holds cannot be contradictory by itself.
                    return match core.is_empty() {
                        true => BackendAnswer::Unknown(UnknownReason::SelfCheck),
                        false => BackendAnswer::Unsat(core),
                    };
                }
                BackendAnswer::Unknown(reason) => return BackendAnswer::Unknown(reason),
            }
        }
        let names: FxHashSet<&str> = calls.iter().map(|call| call.function.name(call.format)).collect();
        let mut names: Vec<&str> = names.into_iter().collect();
        names.sort_unstable();
        BackendAnswer::Unknown(UnknownReason::Incomplete(format!("no values were found for {}", names.join(", "))))
    }

    /// Points of a monotone function where its argument, or its value, is next to a constant.
    fn landmarks(&mut self, dag: &mut Dag, call: &Call, constants: &[ExprId]) {
        let format = call.format;
        if call.function.monotone().is_none() || call.gives != Gives::Value {
            return;
        }
        let fits = |&&constant: &&ExprId| dag.width(constant) == format.width();
        let constants: Vec<u128> =
            constants.iter().filter(fits).take(MAX_LANDMARKS).filter_map(|&constant| dag.as_const(constant)).collect();
        for x in constants {
            self.add_point(dag, call, [x, x]);
            let wanted = f64::from_bits(expr::float::convert(format, FloatFormat::Double, x) as u64);
            if let Some(inverse) = call.function.inverse(true, wanted, wanted) {
                let x = expr::float::convert(FloatFormat::Double, format, inverse.to_bits() as u128);
                self.add_point(dag, call, [x, x]);
            }
        }
    }

    /// What the library says at the arguments a call has under the model, as a lemma; nothing if it is known.
    fn point(&mut self, dag: &mut Dag, call: &Call, model: &Model) -> Option<ExprId> {
        let arguments = [call.a, call.b].map(|argument| self.evaluator.value(dag, argument, model));
        self.add_point(dag, call, arguments)
    }

    fn add_point(&mut self, dag: &mut Dag, call: &Call, [x, y]: [u128; 2]) -> Option<ExprId> {
        let value = call.function.value(call.gives, call.format, x, y);
        let lemma = point_lemma(dag, call, [x, y], value);
        let known = self.points.entry(call.e).or_default();
        if known.contains(&lemma) {
            return None;
        }
        if known.len() == MAX_POINTS {
            known.remove(0);
        }
        known.push(lemma);
        Some(lemma)
    }
}

/// The calls below the constraints, arrays included, and the constants that floats are compared or computed with, each once.
fn calls_of(dag: &Dag, constraints: &[ExprId]) -> (Vec<Call>, Vec<ExprId>) {
    let (mut calls, mut constants) = (Vec::new(), Vec::new());
    let mut seen: FxHashSet<ExprId> = constraints.iter().copied().collect();
    let mut arrays = FxHashSet::default();
    let mut waiting = constraints.to_vec();
    while let Some(e) = waiting.pop() {
        let node = dag.node(e);
        let mut parts: Vec<ExprId> = node.operands().collect();
        if let Node::Float(FloatNode::Call { function, gives, format, a, b }) = node {
            calls.push(Call { e, function, gives, format, a, b });
        }
        if matches!(node, Node::Float(_)) {
            constants.extend(parts.iter().filter(|&&part| dag.as_const(part).is_some()));
        }
        let mut next = if let Node::Read { array, .. } = node { Some(array) } else { None };
        while let Some(array) = next.filter(|&array| arrays.insert(array)) {
            next = match dag.array_node(array) {
                ArrayNode::Base(bytes) => {
                    parts.extend_from_slice(bytes);
                    None
                }
                ArrayNode::Write { array, offset, value } => {
                    parts.extend([offset, value]);
                    Some(array)
                }
            };
        }
        waiting.extend(parts.into_iter().filter(|&part| seen.insert(part)));
    }
    calls.sort_unstable_by_key(|call| call.e);
    constants.sort_unstable();
    constants.dedup();
    (calls, constants)
}

/// Adds the value of every call whose error number is among the calls: what is known of one speaks of the other.
fn with_values(dag: &mut Dag, calls: &mut Vec<Call>) {
    let known: FxHashSet<ExprId> = calls.iter().map(|call| call.e).collect();
    for place in 0..calls.len() {
        let call = calls[place];
        let e = dag.fcall(call.function, Gives::Value, call.format, [call.a, call.b]);
        if call.gives == Gives::Error && !known.contains(&e) {
            calls.push(Call { e, gives: Gives::Value, ..call });
        }
    }
}

/// What holds of the calls wherever they are evaluated.
fn certainties(dag: &mut Dag, calls: &[Call]) -> Vec<ExprId> {
    let mut lemmas: Vec<ExprId> = calls.iter().flat_map(|call| certain_of(dag, call)).collect();
    for (position, call) in calls.iter().enumerate() {
        let like =
            |other: &&Call| (other.function, other.gives, other.format) == (call.function, call.gives, call.format);
        for other in calls[..position].iter().filter(like).take(MAX_PAIRS) {
            lemmas.push(functional_consistency(dag, call, other));
        }
    }
    lemmas
}

/// Equal arguments, equal results.
fn functional_consistency(dag: &mut Dag, one: &Call, other: &Call) -> ExprId {
    let first = dag.eq(one.a, other.a);
    let second = dag.eq(one.b, other.b);
    let same_arguments = dag.and(first, second);
    let same_results = dag.eq(one.e, other.e);
    implies(dag, same_arguments, same_results)
}

fn implies(dag: &mut Dag, condition: ExprId, conclusion: ExprId) -> ExprId {
    let not = dag.not(condition);
    dag.or(not, conclusion)
}

fn within(dag: &mut Dag, format: FloatFormat, e: ExprId, interval: Interval) -> ExprId {
    let [lo, hi] = [interval.lo, interval.hi].map(|bound| dag.constant(bound, format.width()));
    let (above, below) = (dag.fle(format, lo, e), dag.fle(format, e, hi));
    dag.and(above, below)
}

/// Bounds of the results, and where there are none.
fn certain_of(dag: &mut Dag, call: &Call) -> Vec<ExprId> {
    let &Call { e, function, gives, format, a, .. } = call;
    match gives {
        Gives::Value => {
            let nan = dag.fis_nan(format, e);
            let inside = within(dag, format, e, function.results(format));
            let mut lemmas = vec![dag.or(nan, inside)];
            if let Some(domain) = function.domain(format) {
                let defined = within(dag, format, a, domain);
                let undefined = dag.not(defined);
                lemmas.push(dag.eq(nan, undefined));
            }
            lemmas
        }
        Gives::Error => {
            let [none, domain, range] = [0, DOMAIN_ERROR, RANGE_ERROR].map(|number| {
                let number = dag.constant(number, 32);
                dag.eq(e, number)
            });
            let mut lemmas = vec![dag.any(&[none, domain, range])];
            if let Some(interval) = function.domain(format) {
                let (defined, nan) = (within(dag, format, a, interval), dag.fis_nan(format, a));
                let no_error = dag.or(defined, nan);
                let error = dag.not(no_error);
                lemmas.push(dag.eq(domain, error));
            }
            let value = dag.fcall(function, Gives::Value, format, [a, call.b]);
            let magnitude = dag.fabs(format, value);
            let [large, small] =
                [format.infinity(), MathFunction::too_small(format)].map(|bound| dag.constant(bound, format.width()));
            let extreme = [dag.ule(large, magnitude), dag.ule(magnitude, small)];
            let extreme = dag.any(&extreme);
            lemmas.push(implies(dag, range, extreme));
            lemmas
        }
    }
}

/// At these arguments the value is this one; and beyond them it is no less, or no more, where the function is monotone.
fn point_lemma(dag: &mut Dag, call: &Call, [x, y]: [u128; 2], value: u128) -> ExprId {
    let &Call { e, function, gives, format, a, b } = call;
    let width = format.width();
    let [at_x, at_y] = [(a, x), (b, y)].map(|(argument, at)| {
        let at = dag.constant(at, width);
        dag.eq(argument, at)
    });
    let here = dag.and(at_x, at_y);
    let known = dag.constant(value, gives.width(format));
    let is_known = dag.eq(e, known);
    let lemma = implies(dag, here, is_known);
    match function.monotone() {
        Some(monotone) if gives == Gives::Value && !expr::float::is_nan(format, value) => {
            let [low, high] = [-(SLACK as i64), SLACK as i64].map(|steps| stepped(format, value, steps));
            let (before, after) = match monotone {
                Monotone::Rising => (true, false),
                Monotone::Falling => (false, true),
            };
            let at = dag.constant(x, width);
            let sides = [(dag.fle(format, a, at), before), (dag.fle(format, at, a), after)];
            let nan = dag.fis_nan(format, e);
            sides.into_iter().fold(lemma, |lemma, (side, at_most)| {
                let bound = dag.constant(if at_most { high } else { low }, width);
                let bounded = if at_most { dag.fle(format, e, bound) } else { dag.fle(format, bound, e) };
                let bounded = dag.or(nan, bounded);
                let lemma_here = implies(dag, side, bounded);
                dag.and(lemma, lemma_here)
            })
        }
        _ => lemma,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::bitblast::Bitblast;
    use crate::backend::z3::Z3;
    use expr::{FloatBin, FloatCmp};

    const LIMIT: Duration = Duration::from_secs(60);
    const DOUBLE: FloatFormat = FloatFormat::Double;

    fn call(dag: &mut Dag, function: MathFunction, x: ExprId) -> ExprId {
        dag.fcall(function, Gives::Value, DOUBLE, [x, x])
    }

    fn number(dag: &mut Dag, value: f64) -> ExprId {
        dag.constant(value.to_bits() as u128, 64)
    }

    fn backends() -> [Box<dyn Backend>; 2] {
        [Box::new(Bitblast::new()), Box::new(Z3::new())]
    }

    fn ask(dag: &mut Dag, backend: &mut dyn Backend, constraints: &[ExprId]) -> BackendAnswer {
        MathCalls::default().check(dag, backend, constraints, Guidance::default(), LIMIT)
    }

    /// Contradictions that follow from what is certain, with their cores.
    #[test]
    fn what_the_lemmas_rule_out_is_contradictory() {
        let mut dag = Dag::new();
        let [x, y] = [0, 1].map(|i| dag.variable("x", i, 0, 64));
        let [none, half, big] = [0.0, 0.5, 1.5].map(|value| number(&mut dag, value));
        let sine = call(&mut dag, MathFunction::Sin, x);
        let other_sine = call(&mut dag, MathFunction::Sin, y);
        let power = call(&mut dag, MathFunction::Exp, x);
        let logarithm = call(&mut dag, MathFunction::Log, x);
        let error = dag.fcall(MathFunction::Log, Gives::Error, DOUBLE, [x, x]);
        let [hundred, domain_error, range_error] =
            [100, DOMAIN_ERROR, RANGE_ERROR].map(|number| dag.constant(number, 32));
        let not_number = dag.fis_nan(DOUBLE, power);
        let argument = dag.fis_nan(DOUBLE, x);
        let is_argument = dag.not(argument);
        let negative = dag.flt(DOUBLE, x, none);
        let finite = dag.flt(DOUBLE, none, logarithm);
        let questions = [
            vec![dag.flt(DOUBLE, big, sine)],
            vec![dag.flt(DOUBLE, power, none)],
            vec![not_number, is_argument],
            vec![negative, finite],
            vec![dag.eq(x, y), dag.flt(DOUBLE, sine, half), dag.flt(DOUBLE, half, other_sine)],
            vec![dag.eq(error, hundred)],
            vec![dag.eq(error, domain_error), is_argument, dag.flt(DOUBLE, half, x)],
            vec![dag.eq(error, range_error), dag.flt(DOUBLE, half, logarithm), dag.flt(DOUBLE, logarithm, big)],
        ];
        for (position, question) in questions.iter().enumerate() {
            let mut constraints = question.clone();
            // Not needed for the contradiction.
            constraints.push(dag.ult(half, y));
            for mut backend in backends() {
                let BackendAnswer::Unsat(core) = ask(&mut dag, &mut *backend, &constraints) else {
                    panic!("question {position} of {}", backend.name());
                };
                let named = backend.name() == "bitblast";
                assert!(!core.is_empty() && core.iter().all(|&place| place < constraints.len()));
                assert!(!named || core.iter().all(|&place| place < question.len()), "{position}: {core:?}");
            }
        }
    }

    /// Points speak about their sides too, so a few of them decide what bounds alone do not.
    #[test]
    fn monotone_functions_are_refined_to_an_answer() {
        let mut dag = Dag::new();
        let x = dag.variable("x", 0, 0, 64);
        let [two, three, eight] = [2.0, 3.0, 8.0].map(|value| number(&mut dag, value));
        let power = call(&mut dag, MathFunction::Exp, x);
        let below = dag.flt(DOUBLE, x, two);
        let high = dag.flt(DOUBLE, eight, power);
        let answer = ask(&mut dag, &mut Bitblast::new(), &[below, high]);
        assert_eq!(answer, BackendAnswer::Unsat(vec![0, 1]));
        let below = dag.flt(DOUBLE, x, three);
        assert!(matches!(ask(&mut dag, &mut Bitblast::new(), &[below, high]), BackendAnswer::Sat(_)));
        let falling = call(&mut dag, MathFunction::Erfc, x);
        let [above, small] = [dag.flt(DOUBLE, two, x), dag.flt(DOUBLE, two, falling)];
        assert!(!matches!(ask(&mut dag, &mut Bitblast::new(), &[above, small]), BackendAnswer::Sat(_)));
        let one = number(&mut dag, 1.0);
        let half = dag.flt(DOUBLE, one, falling);
        assert_eq!(ask(&mut dag, &mut Bitblast::new(), &[above, half]), BackendAnswer::Unsat(vec![0, 1]));
    }

    #[test]
    fn what_is_neither_found_nor_ruled_out_is_unknown() {
        let mut dag = Dag::new();
        let x = dag.variable("x", 0, 0, 64);
        // One value of a billion billion: no guess hits it.
        let tangent = call(&mut dag, MathFunction::Tan, x);
        let wanted = dag.constant(MathFunction::Tan.call(DOUBLE, 1.2345678f64.to_bits() as u128, 0).0, 64);
        let question = dag.eq(tangent, wanted);
        for mut backend in backends() {
            let answer = ask(&mut dag, &mut *backend, &[question]);
            assert!(matches!(answer, BackendAnswer::Unknown(UnknownReason::Incomplete(_))), "{answer:?}");
        }
    }

    /// Of two calls of each function, whose arguments are often equal, often in one place only, and sometimes no numbers.
    #[test]
    fn every_lemma_holds_wherever_it_is_evaluated() {
        let mut seed = 7u64;
        let mut random = move |bound: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % bound
        };
        let numbers = [0.0, -0.0, 0.5, 1.0, -1.0, 2.5, -3.0, 800.0, -800.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
        for &function in MathFunction::ALL {
            for format in MathFunction::FORMATS {
                let patterns = numbers.map(|n| expr::float::convert(DOUBLE, format, n.to_bits() as u128));
                let mut dag = Dag::new();
                let variables = [0, 1, 2, 3].map(|i| dag.variable("x", i, 0, format.width()));
                let mut calls = Vec::new();
                for pair in [[0, 1], [2, 3]] {
                    let [a, b] = pair.map(|i| variables[if function.arity() == 1 { pair[0] } else { i }]);
                    for gives in [Gives::Value, Gives::Error] {
                        let e = dag.fcall(function, gives, format, [a, b]);
                        calls.push(Call { e, function, gives, format, a, b });
                    }
                }
                let mut lemmas = certainties(&mut dag, &calls);
                for call in &calls {
                    for _ in 0..6 {
                        let [x, y] = [0; 2].map(|_| patterns[random(patterns.len())]);
                        let y = if function.arity() == 1 { x } else { y };
                        let value = function.value(call.gives, format, x, y);
                        lemmas.push(point_lemma(&mut dag, call, [x, y], value));
                    }
                }
                let mut evaluator = Evaluator::new();
                for _ in 0..600 {
                    let mut model = Model::new(DefaultValue::Zero);
                    for &v in variables.iter().flat_map(|&variable| dag.vars(variable)) {
                        model.set(v, patterns[random(patterns.len())] as u64);
                    }
                    let failed = lemmas.iter().find(|&&lemma| !evaluator.holds(&dag, lemma, &model));
                    assert_eq!(failed, None, "{function:?} {format:?}");
                }
            }
        }
    }

    /// Conditions that some values satisfy, made from what the library says at them, are never called contradictory; and the models
    /// found are models.
    #[test]
    fn planted_solutions_are_never_ruled_out() {
        let mut seed = 11u64;
        let mut random = move |bound: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % bound
        };
        let mut found = 0;
        for _ in 0..150 {
            let mut dag = Dag::new();
            let format = MathFunction::FORMATS[random(2) as usize];
            let width = format.width();
            let variables = [0, 1].map(|i| dag.variable("x", i, 0, width));
            let mut model = Model::new(DefaultValue::Zero);
            for variable in variables {
                let Node::Var(v) = dag.node(variable) else { unreachable!() };
                let value = (random(4000) as f64 - 2000.0) / [1.0, 64.0, 1000.0][random(3) as usize];
                model.set(v, expr::float::convert(DOUBLE, format, value.to_bits() as u128) as u64);
            }
            let mut terms = variables.to_vec();
            for _ in 0..2 + random(3) {
                let [a, b] = [0; 2].map(|_| terms[random(terms.len() as u64) as usize]);
                let function = MathFunction::ALL[random(MathFunction::ALL.len() as u64) as usize];
                terms.push(match random(6) {
                    0 => dag.fbin(FloatBin::Add, format, a, b),
                    _ => dag.fcall(function, Gives::Value, format, [a, b]),
                });
            }
            let mut evaluator = Evaluator::new();
            let mut constraints = Vec::new();
            for _ in 0..3 {
                let a = terms[random(terms.len() as u64) as usize];
                let value = evaluator.value(&dag, a, &model);
                let near = stepped(format, value, random(200) as i64 - 100);
                let b = match random(3) {
                    0 => terms[random(terms.len() as u64) as usize],
                    1 => dag.constant(near, width),
                    _ => dag.constant(value, width),
                };
                let condition = match random(5) {
                    0 => dag.eq(a, b),
                    1 => dag.fis_nan(format, a),
                    _ => dag.fcompare(FloatCmp::ALL[random(3) as usize], format, a, b),
                };
                let condition = match (random(4), dag.node(a)) {
                    (0, Node::Float(FloatNode::Call { function, format, a, b, .. })) => {
                        let error = dag.fcall(function, Gives::Error, format, [a, b]);
                        let number = [0, DOMAIN_ERROR, RANGE_ERROR][random(3) as usize];
                        let number = dag.constant(number, 32);
                        dag.eq(error, number)
                    }
                    _ => condition,
                };
                let holds = evaluator.holds(&dag, condition, &model);
                constraints.push(if holds { condition } else { dag.not(condition) });
            }
            let guidance = Guidance { steps: Some(300_000), ..Guidance::default() };
            let answer = MathCalls::default().check(&mut dag, &mut Bitblast::new(), &constraints, guidance, LIMIT);
            match answer {
                BackendAnswer::Sat(values) => {
                    let mut model = Model::new(DefaultValue::Zero);
                    values.iter().for_each(|&(v, value)| model.set(v, value));
                    assert!(constraints.iter().all(|&e| evaluator.holds(&dag, e, &model)));
                    found += 1;
                }
                BackendAnswer::Unsat(core) => panic!("{core:?} of {constraints:?} holds under {model:?}"),
                BackendAnswer::Unknown(reason) => assert_ne!(reason, UnknownReason::SelfCheck),
            }
        }
        assert!(found > 30, "{found}");
    }
}
