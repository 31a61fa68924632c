//! The solver as a whole: what it promises about models, cores and unknown answers, whatever layers are in use.

use expr::{Dag, DefaultValue, Evaluator, ExprId, Model, VarId};
use solver::{
    Answer, BackendChoice, IppcMode, IppcStart, LayerName, LayerSet, PathCondition, Solver, SolverConfig, UnknownReason,
};
use std::time::Duration;

fn checking_solver() -> Solver {
    Solver::new(SolverConfig { self_check: true, ..SolverConfig::default() })
}

fn variable(dag: &mut Dag, instance: u32) -> (ExprId, VarId) {
    let e = dag.variable("x", instance, 0, 32);
    (e, dag.vars(e)[0])
}

fn layer_count(solver: &Solver, layer: LayerName) -> u64 {
    solver.stats().layers.iter().find(|stats| stats.name == layer.name()).map_or(0, |stats| stats.answered)
}

#[test]
fn constant_and_repeated_guards_need_no_backend() {
    let mut dag = Dag::new();
    let mut solver = checking_solver();
    let (x, _) = variable(&mut dag, 0);
    let ten = dag.constant(10, 32);
    let below = dag.ult(x, ten);
    let not_below = dag.not(below);
    let mut path = PathCondition::new();
    path.add(&dag, below);
    let model = Model::new(DefaultValue::Zero);
    let (yes, no) = (dag.truth(true), dag.truth(false));
    assert!(solver.check(&mut dag, &path, yes, &model).is_sat());
    assert!(solver.check(&mut dag, &path, no, &model).is_unsat());
    assert!(solver.check(&mut dag, &path, below, &model).is_sat());
    match solver.check(&mut dag, &path, not_below, &model) {
        Answer::Unsat(mut core) => {
            core.sort();
            assert_eq!(core, [below, not_below]);
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(solver.stats().backend_queries, 0);
    assert_eq!(layer_count(&solver, LayerName::ConstantGuard), 2);
    assert_eq!(layer_count(&solver, LayerName::FastUnsat), 2);
    assert_eq!((solver.stats().sat, solver.stats().unsat), (2, 2));
}

#[test]
fn variables_outside_the_slice_keep_their_values() {
    let mut dag = Dag::new();
    let mut solver = checking_solver();
    let [(x, x_id), (y, y_id), (z, z_id)] = [0, 1, 2].map(|i| variable(&mut dag, i));
    let mut path = PathCondition::new();
    let constants = [7, 9].map(|n| dag.constant(n, 32));
    let z_is_seven = dag.eq(z, constants[0]);
    let product = dag.mul(x, y);
    let odd_product = {
        let n = dag.constant(143, 32);
        dag.eq(product, n)
    };
    path.add(&dag, z_is_seven);
    let mut model = Model::new(DefaultValue::Random(3));
    model.set(z_id, 7);
    let small = [x, y].map(|v| {
        let (one, hundred) = (dag.constant(1, 32), dag.constant(100, 32));
        let (low, high) = (dag.ugt(v, one), dag.ult(v, hundred));
        dag.and(low, high)
    });
    let guard = dag.all(&[odd_product, small[0], small[1]]);
    match solver.check(&mut dag, &path, guard, &model) {
        Answer::Sat(found) => {
            assert_eq!(found.get(z_id, 32), 7);
            let factors = [found.get(x_id, 32), found.get(y_id, 32)];
            assert!(factors == [11, 13] || factors == [13, 11], "{factors:?}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_same_question_on_another_path_is_answered_from_the_cache() {
    let mut dag = Dag::new();
    let mut solver = checking_solver();
    let [(x, _), (y, y_id), (z, z_id)] = [0, 1, 2].map(|i| variable(&mut dag, i));
    let n = dag.constant(1000, 32);
    let linked = {
        let sum = dag.add(x, y);
        dag.eq(sum, n)
    };
    // Different as a whole, the same as far as x and y are concerned.
    let mut paths = [PathCondition::new(), PathCondition::new()];
    let mut models = [0, 1].map(|_| Model::new(DefaultValue::Zero));
    for (i, (path, model)) in paths.iter_mut().zip(&mut models).enumerate() {
        let other = dag.constant(50 + i as u128, 32);
        let unrelated = dag.eq(z, other);
        path.add(&dag, unrelated);
        path.add(&dag, linked);
        model.set(z_id, 50 + i as u64);
        model.set(y_id, 1000);
    }
    let guard = {
        let square = dag.mul(x, x);
        let wanted = dag.constant(144, 32);
        dag.eq(square, wanted)
    };
    let mut evaluator = Evaluator::new();
    for (path, model) in paths.iter().zip(&models) {
        match solver.check(&mut dag, path, guard, model) {
            Answer::Sat(found) => {
                for e in path.iter().chain([guard]) {
                    assert!(evaluator.holds(&dag, e, &found));
                }
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(layer_count(&solver, LayerName::ExactCache), 1);
    assert!(solver.stats().backend_queries <= 1);
}

#[test]
fn what_is_easy_is_answered_without_a_decision_procedure_and_nothing_else() {
    let mut dag = Dag::new();
    let mut solver = checking_solver();
    let (x, _) = variable(&mut dag, 0);
    let square = dag.mul(x, x);
    let [ten, twenty, three] = [10, 20, 3].map(|n| dag.constant(n, 32));
    let (below, above, hard) = (dag.ult(x, ten), dag.ugt(x, twenty), dag.eq(square, three));
    let mut path = PathCondition::new();
    path.add(&dag, below);
    let model = Model::new(DefaultValue::Zero);
    assert!(solver.check_easily(&mut dag, &path, above, &model).is_some_and(|answer| answer.is_unsat()));
    let whole = PathCondition::new();
    assert!(solver.check_easily(&mut dag, &whole, hard, &model).is_none());
    assert_eq!((solver.stats().asked, solver.stats().backend_queries), (1, 0), "what has no answer was not asked");
    assert!(solver.check(&mut dag, &whole, hard, &model).is_unsat());
    assert!(
        solver.check_easily(&mut dag, &whole, hard, &model).is_some_and(|answer| answer.is_unsat()),
        "by now known"
    );
}

#[test]
fn the_longest_limit_there_is_means_no_limit() {
    let mut dag = Dag::new();
    let mut solver = Solver::new(SolverConfig { time_limit: Duration::MAX, ..SolverConfig::default() });
    let (x, _) = variable(&mut dag, 0);
    let square = dag.mul(x, x);
    let three = dag.constant(3, 32);
    let guard = dag.eq(square, three);
    assert!(solver.check(&mut dag, &PathCondition::new(), guard, &Model::new(DefaultValue::Zero)).is_unsat());
}

#[test]
fn sets_are_solved_part_by_part() {
    let mut dag = Dag::new();
    let mut solver = checking_solver();
    let variables = [0, 1, 2, 3].map(|i| variable(&mut dag, i).0);
    let five = dag.constant(5, 32);
    let constraints: Vec<ExprId> = variables.iter().map(|&v| dag.ugt(v, five)).collect();
    let Answer::Sat(model) = solver.check_set(&mut dag, &constraints) else { panic!("satisfiable") };
    let mut evaluator = Evaluator::new();
    assert!(constraints.iter().all(|&e| evaluator.holds(&dag, e, &model)));
    let contradiction = dag.ult(variables[2], five);
    let all: Vec<ExprId> = constraints.iter().copied().chain([contradiction]).collect();
    let Answer::Unsat(mut core) = solver.check_set(&mut dag, &all) else { panic!("unsatisfiable") };
    core.sort();
    let mut expected = vec![constraints[2], contradiction];
    expected.sort();
    assert_eq!(core, expected);
    assert!(solver.check_set(&mut dag, &[]).is_sat());
    let no = dag.truth(false);
    assert!(solver.check_set(&mut dag, &[constraints[0], no]).is_unsat());
}

#[test]
fn every_third_answer_is_unknown_when_asked_for() {
    let mut dag = Dag::new();
    let mut solver = Solver::new(SolverConfig { inject_unknown: Some(3), ..SolverConfig::default() });
    let path = PathCondition::new();
    let model = Model::new(DefaultValue::Zero);
    let (x, _) = variable(&mut dag, 0);
    for i in 1..=9u32 {
        let constant = dag.constant(i as u128, 32);
        let guard = dag.eq(x, constant);
        match solver.check(&mut dag, &path, guard, &model) {
            Answer::Unknown(UnknownReason::Injected) => assert_eq!(i % 3, 0),
            Answer::Sat(_) => assert_ne!(i % 3, 0),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(solver.stats().unknown, 3);
}

/// Each layer left out alone, each alone, all of them and none, part by part and whole: the answers stay the same.
#[test]
fn layers_do_not_change_verdicts() {
    let mut configurations = vec![LayerSet::none(), LayerSet::all()];
    for &layer in LayerName::ALL {
        configurations.extend([LayerSet::all().without(layer), LayerSet::none().with(layer)]);
    }
    let layers = |layers| SolverConfig { layers, ippc: IppcMode::Off, self_check: true, ..SolverConfig::default() };
    let mut configurations: Vec<SolverConfig> = configurations.into_iter().map(layers).collect();
    for &ippc_start in IppcStart::ALL {
        for layers in [LayerSet::none(), LayerSet::all()] {
            let parts = SolverConfig { layers, ippc: IppcMode::On, ippc_start, ..SolverConfig::default() };
            configurations.push(SolverConfig { self_check: true, ..parts });
        }
    }
    let expected = walk(configurations[0].clone());
    for config in configurations {
        assert_eq!(walk(config.clone()), expected, "{config:?}");
    }
    assert!(expected.contains(&true) && expected.contains(&false));
}

/// A random walk through branches: each is taken if it can be.
fn walk(config: SolverConfig) -> Vec<bool> {
    let mut solver = Solver::new(config);
    let mut dag = Dag::new();
    let mut random = 0x2545_f491_4f6c_dd1du64;
    let mut next = |below: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 11) % below
    };
    let mut verdicts = Vec::new();
    for _ in 0..10 {
        let mut path = PathCondition::new();
        let mut model = Model::new(DefaultValue::Zero);
        for _ in 0..15 {
            let [x, y] = [0, 1].map(|_| dag.variable("byte", next(4) as u32, 0, 8));
            let constant = dag.constant(next(256) as u128, 8);
            let left = match next(3) {
                0 => x,
                1 => dag.add(x, y),
                _ => dag.mul(x, y),
            };
            let guard = match next(4) {
                0 => dag.eq(left, constant),
                1 => dag.ult(left, constant),
                2 => dag.slt(constant, left),
                _ => {
                    let (one, other) = (dag.ult(x, constant), dag.slt(y, constant));
                    dag.or(one, other)
                }
            };
            let answer = solver.check(&mut dag, &path, guard, &model);
            verdicts.push(answer.is_sat());
            match answer {
                Answer::Sat(found) => {
                    path.add(&dag, guard);
                    model = found;
                }
                Answer::Unsat(_) => {}
                Answer::Unknown(reason) => panic!("{reason}: {:?}", solver.complaints()),
            }
            assert_eq!(solver.complaints(), [""; 0]);
        }
    }
    verdicts
}

#[test]
fn a_wrong_answer_is_unknown_and_the_complaint_names_who_gave_it_to_which_question() {
    let config = SolverConfig { self_check: true, inject_wrong: Some(2), ..SolverConfig::default() };
    let (mut solver, mut dag) = (Solver::new(config), Dag::new());
    let (x, _) = variable(&mut dag, 0);
    let (path, model) = (PathCondition::new(), Model::new(DefaultValue::Zero));
    let guards = [3, 5].map(|n| {
        let n = dag.constant(n, 32);
        dag.eq(x, n)
    });
    assert!(solver.check(&mut dag, &path, guards[0], &model).is_sat());
    let answer = solver.check(&mut dag, &path, guards[1], &model);
    assert!(matches!(answer, Answer::Unknown(UnknownReason::SelfCheck)), "{answer:?}");
    let [complaint] = solver.complaints() else { panic!("{:?}", solver.complaints()) };
    assert!(complaint.starts_with("question 2 of the solver") && complaint.contains("layer `guess`"), "{complaint}");
}

#[test]
fn the_time_limit_gives_an_unknown_answer() {
    for backend in [BackendChoice::Auto, BackendChoice::Bitblast, BackendChoice::Z3] {
        let config = SolverConfig { backend, time_limit: Duration::from_millis(200), ..SolverConfig::default() };
        let mut solver = Solver::new(config);
        let mut dag = Dag::new();
        let [x, y] = [0, 1].map(|i| {
            let v = dag.variable("x", i, 0, 64);
            dag.zext(v, 128)
        });
        let product = dag.mul(x, y);
        let n = dag.constant(8_742_514_861_359_412_303 * 8_253_290_000_810_904_913, 128);
        let one = dag.constant(1, 128);
        let parts = [dag.eq(product, n), dag.ugt(x, one), dag.ugt(y, one)];
        let guard = dag.all(&parts);
        let answer = solver.check(&mut dag, &PathCondition::new(), guard, &Model::new(DefaultValue::Zero));
        assert!(matches!(answer, Answer::Unknown(UnknownReason::TimeLimit)), "{answer:?}");
    }
}

#[test]
fn questions_end_with_what_they_may_take_together() {
    let (mut solver, mut dag) = (checking_solver(), Dag::new());
    let [x, y] = [0, 1].map(|i| variable(&mut dag, i).0);
    let (product, one) = (dag.mul(x, y), dag.constant(1, 32));
    let mut is_factor = |solver: &mut Solver, prime: u128| {
        let prime = dag.constant(prime, 32);
        let question = [dag.eq(product, prime), dag.ult(one, x), dag.ult(one, y)];
        solver.check_set(&mut dag, &question)
    };
    solver.set_allowance(Some(1_000_000));
    solver.set_total_allowance(Some(10));
    assert!(matches!(is_factor(&mut solver, 1_000_003), Answer::Unknown(_)));
    solver.set_total_allowance(None);
    assert!(matches!(is_factor(&mut solver, 1_000_033), Answer::Sat(_)));
}
