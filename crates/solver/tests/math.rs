//! Questions with functions of `math.h` through the whole chain, against all values of their variable: what is decided is decided
//! right, whoever decides it, and answers survive their re-check.

use expr::{
    Dag, DefaultValue, Evaluator, ExprId, FloatBin, FloatCmp, FloatFormat, Gives, MathFunction, Model, Node, VarId,
};
use solver::{Answer, BackendChoice, LayerSet, Solver, SolverConfig};

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }
}

/// Numbers made of one byte, and functions of them.
fn terms(dag: &mut Dag, random: &mut Random, format: FloatFormat) -> (VarId, Vec<ExprId>) {
    let byte = dag.variable("byte", 0, 0, 8);
    let Node::Var(variable) = dag.node(byte) else { unreachable!("a variable") };
    let number = dag.f_from_int(byte, true, format);
    let scale = dag.constant(expr::float::from_int(16, 8, false, format), format.width());
    let mut terms = vec![dag.fbin(FloatBin::Div, format, number, scale), number];
    for _ in 0..1 + random.below(3) {
        let [a, b] = [0; 2].map(|_| terms[random.below(terms.len())]);
        let function = MathFunction::ALL[random.below(MathFunction::ALL.len())];
        terms.push(dag.fcall(function, Gives::Value, format, [a, b]));
    }
    (variable, terms)
}

fn condition(dag: &mut Dag, random: &mut Random, format: FloatFormat, terms: &[ExprId]) -> ExprId {
    let a = terms[random.below(terms.len())];
    let constants = [-2.0, -1.0, -0.5, 0.0, 0.25, 0.9, 1.1, 2.0, 7.5, 100.0];
    let constant = constants[random.below(constants.len())];
    let pattern = expr::float::convert(FloatFormat::Double, format, f64::to_bits(constant) as u128);
    let constant = dag.constant(pattern, format.width());
    let [left, right] = if random.below(2) == 0 { [a, constant] } else { [constant, a] };
    let condition = match (random.below(6), dag.node(a)) {
        (0, _) => dag.fis_nan(format, a),
        (1, Node::Float(expr::FloatNode::Call { function, a, b, .. })) => {
            let error = dag.fcall(function, Gives::Error, format, [a, b]);
            let number = dag.constant([0, 33, 34][random.below(3)], 32);
            dag.eq(error, number)
        }
        _ => dag.fcompare(FloatCmp::ALL[random.below(3)], format, left, right),
    };
    if random.below(3) == 0 { dag.not(condition) } else { condition }
}

fn holds(dag: &Dag, variable: VarId, value: u64, constraints: &[ExprId]) -> bool {
    let mut model = Model::new(DefaultValue::Zero);
    model.set(variable, value);
    let mut evaluator = Evaluator::new();
    constraints.iter().all(|&e| evaluator.holds(dag, e, &model))
}

fn agrees_with_all_values(config: SolverConfig, queries: usize) -> [usize; 3] {
    let mut random = Random(3);
    let mut counts = [0; 3];
    for query in 0..queries {
        let mut dag = Dag::new();
        let format = MathFunction::FORMATS[random.below(2)];
        let (variable, terms) = terms(&mut dag, &mut random, format);
        let count = 1 + random.below(3);
        let constraints: Vec<ExprId> = (0..count).map(|_| condition(&mut dag, &mut random, format, &terms)).collect();
        let possible = (0..256).any(|value| holds(&dag, variable, value, &constraints));
        let mut solver = Solver::new(config.clone());
        solver.set_allowance(Some(500_000));
        let answer = solver.check_set(&mut dag, &constraints);
        assert!(solver.complaints().is_empty(), "query {query}: {:?}", solver.complaints());
        match answer {
            Answer::Sat(model) => {
                assert!(holds(&dag, variable, model.get(variable, 8), &constraints), "query {query}");
                counts[0] += 1;
            }
            Answer::Unsat(core) => {
                assert!(!possible, "query {query} has a model");
                assert!(
                    (0..256).all(|value| !holds(&dag, variable, value, &core)),
                    "query {query}: the core has a model"
                );
                counts[1] += 1;
            }
            Answer::Unknown(_) => counts[2] += 1,
        }
    }
    counts
}

#[test]
fn all_cases_decide_questions_about_one_byte() {
    let [sat, unsat, unknown] = agrees_with_all_values(SolverConfig::default(), 400);
    assert!(sat > 100 && unsat > 50 && unknown == 0, "{sat} {unsat} {unknown}");
}

/// Without the layers and the small domains: the refinement alone.
#[test]
fn what_refinement_decides_is_right() {
    let config = SolverConfig {
        backend: BackendChoice::Bitblast,
        layers: LayerSet::none(),
        self_check: true,
        ..SolverConfig::default()
    };
    let [sat, unsat, unknown] = agrees_with_all_values(config, 200);
    assert!(sat > 50 && unsat > 20, "{sat} {unsat} {unknown}");
}

#[test]
fn z3_is_right_where_it_decides() {
    let config = SolverConfig { backend: BackendChoice::Z3, layers: LayerSet::none(), ..SolverConfig::default() };
    let [sat, unsat, unknown] = agrees_with_all_values(config, 40);
    assert!(sat > 10 && unsat > 3, "{sat} {unsat} {unknown}");
}
