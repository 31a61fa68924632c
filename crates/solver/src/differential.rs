//! Random queries, answered in every way there is: no two answers may differ.
//!
//! The bit-blaster against Z3, about integers and about floats; each layer and each reduction alone, the whole chain, and the chain with every question
//! decided part by part, against the bare bit-blaster. `SECATEUR_RANDOM_QUERIES` sets how many queries.

use crate::answer::Answer;
use crate::backend::bitblast::Bitblast;
use crate::backend::z3::Z3;
use crate::backend::{Backend, BackendAnswer};
use crate::chain::{Solver, Stage, stage};
use crate::config::{IppcMode, SolverConfig};
use crate::layer::{LayerName, LayerSet};
use crate::path_condition::PathCondition;
use crate::query::{Evaluators, ModelFit, Query, Verdict};
use crate::random_queries::Generator;
use crate::reduce::Problem;
use expr::{Dag, DefaultValue, Evaluator, ExprId, Model, VarId};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(10);
/// Queries that share a DAG, so that caches have something to remember.
const BATCH: usize = 50;

fn count() -> usize {
    std::env::var("SECATEUR_RANDOM_QUERIES").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000)
}

fn model_of(values: &[(VarId, u64)]) -> Model {
    let mut model = Model::new(DefaultValue::Zero);
    values.iter().for_each(|&(v, value)| model.set(v, value));
    model
}

fn satisfied(dag: &Dag, constraints: impl IntoIterator<Item = ExprId>, model: &Model) -> bool {
    let mut evaluator = Evaluator::new();
    constraints.into_iter().all(|e| evaluator.holds(dag, e, model))
}

#[test]
fn backends_agree() {
    agree(0x1234_5678_9abc_def1, count(), Generator::query);
}

#[test]
fn backends_agree_about_floats() {
    agree(0xf10a_7f10_a7f1_0a7f, count() / 100, Generator::float_query);
}

/// No two backends differ in some queries, a fair part of which each of them decides in both ways.
fn agree(seed: u64, count: usize, query: impl Fn(&mut Generator, &mut Dag) -> Vec<ExprId>) {
    let mut generator = Generator::new(seed);
    let (mut sat, mut unsat) = (0, 0);
    for batch in 0..count.div_ceil(BATCH) {
        let mut dag = Dag::new();
        let mut backends: [Box<dyn Backend>; 2] = [Box::new(Bitblast::new()), Box::new(Z3::new())];
        for number in 0..BATCH {
            let constraints = query(&mut generator, &mut dag);
            let answers = backends.each_mut().map(|backend| backend.check(&dag, &constraints, LIMIT));
            for answer in &answers {
                if let BackendAnswer::Sat(values) = answer {
                    let model = model_of(values);
                    assert!(satisfied(&dag, constraints.clone(), &model), "{batch}/{number}: {answers:?}");
                }
            }
            match answers {
                [BackendAnswer::Sat(_), BackendAnswer::Sat(_)] => sat += 1,
                [BackendAnswer::Unsat(_), BackendAnswer::Unsat(_)] => unsat += 1,
                [BackendAnswer::Unknown(_), _] | [_, BackendAnswer::Unknown(_)] => {}
                _ => panic!("{batch}/{number}: {answers:?} for {constraints:?}"),
            }
        }
    }
    assert!(sat > count / 5 && unsat > count / 10, "{sat} sat, {unsat} unsat");
}

/// Constraints with the answer they should get.
struct Case {
    constraints: Vec<ExprId>,
    verdict: Verdict,
    place: String,
}

impl Case {
    fn new(dag: &Dag, constraints: Vec<ExprId>, place: String, bare: &mut Bitblast) -> Option<Case> {
        let verdict = match bare.check(dag, &constraints, LIMIT) {
            BackendAnswer::Sat(values) => Verdict::Sat(values.into()),
            BackendAnswer::Unsat(core) => Verdict::Unsat(core.into_iter().map(|i| constraints[i]).collect()),
            BackendAnswer::Unknown(_) => return None,
        };
        Some(Case { constraints, verdict, place })
    }

    fn satisfiable(&self) -> bool {
        matches!(self.verdict, Verdict::Sat(_))
    }

    fn expect_model(&self, dag: &Dag, who: &str, model: &Model) {
        assert!(self.satisfiable(), "{}: {who} says sat", self.place);
        assert!(satisfied(dag, self.constraints.clone(), model), "{}: the model of {who} is none", self.place);
    }

    fn expect_core(&self, dag: &Dag, who: &str, core: &[ExprId], bare: &mut Bitblast) {
        assert!(!self.satisfiable(), "{}: {who} says unsat", self.place);
        assert!(core.iter().all(|e| self.constraints.contains(e)), "{}: {who} names what was not asked", self.place);
        let again = bare.check(dag, core, LIMIT);
        assert!(!matches!(again, BackendAnswer::Sat(_)), "{}: the core of {who} is none", self.place);
    }

    fn expect(&self, dag: &Dag, who: &str, query: &Query, verdict: &Verdict, bare: &mut Bitblast) {
        match verdict {
            Verdict::Sat(changes) => {
                let mut model = query.model.clone();
                changes.iter().for_each(|&(v, value)| model.set(v, value));
                self.expect_model(dag, who, &model);
            }
            Verdict::Unsat(core) => self.expect_core(dag, who, core, bare),
            Verdict::Undecided(_) => {}
        }
    }
}

#[test]
fn layers_agree_with_the_bare_backend() {
    let mut generator = Generator::new(0xfeed_5eed_0bad_cafe);
    let mut answered = vec![0u32; LayerName::ALL.len()];
    for batch in 0..count().div_ceil(BATCH) {
        let mut dag = Dag::new();
        let (mut bare, mut evaluators) = (Bitblast::new(), Evaluators::default());
        let mut stages: Vec<Stage> = LayerName::ALL.iter().map(|&name| stage(name)).collect();
        let mut chains = chains();
        for number in 0..BATCH {
            let mut constraints = generator.query(&mut dag);
            let guard = constraints.pop().unwrap_or_else(|| dag.truth(true));
            let mut path = PathCondition::new();
            constraints.iter().for_each(|&e| {
                path.add(&dag, e);
            });
            // A state's model satisfies its path; a set of constraints comes without one.
            let (model, fit) = match bare.check(&dag, &constraints, LIMIT) {
                BackendAnswer::Sat(values) => (model_of(&values), ModelFit::SatisfiesPath),
                _ => (Model::new(DefaultValue::Zero), ModelFit::Unrelated),
            };
            constraints.push(guard);
            let query = Query::new(&path, guard, &model, fit);
            let place = format!("{batch}/{number}");
            let asked = query.constraints(&dag).to_vec();
            let Some(case) = Case::new(&dag, asked, place.clone(), &mut bare) else { continue };
            for (&name, (stage, answers)) in LayerName::ALL.iter().zip(stages.iter_mut().zip(&mut answered)) {
                *answers += run_stage(&mut dag, &mut evaluators, &query, &case, name, stage, &mut bare) as u32;
            }
            // The chain answers for all constraints, also those that have nothing to do with the guard.
            let Some(case) = Case::new(&dag, constraints.clone(), place, &mut bare) else { continue };
            for (who, chain) in &mut chains {
                let answer = match fit {
                    ModelFit::SatisfiesPath => chain.check(&mut dag, &path, guard, &model),
                    ModelFit::Unrelated => chain.check_set(&mut dag, &constraints),
                };
                match answer {
                    Answer::Sat(model) => case.expect_model(&dag, who, &model),
                    Answer::Unsat(core) => case.expect_core(&dag, who, &core, &mut bare),
                    Answer::Unknown(reason) => panic!("{}: {who} says unknown: {reason}", case.place),
                }
                assert_eq!(chain.complaints(), [""; 0], "{}: {who}", case.place);
            }
        }
    }
    // Random questions hardly ever divide a sum of variables that others bound: `divisions` has random sums of its own.
    let is_rare = |name: LayerName| matches!(name, LayerName::Minimise | LayerName::Divisions);
    for (name, answers) in LayerName::ALL.iter().zip(answered) {
        assert!(answers > 0 || is_rare(*name), "{name} never answered anything");
    }
}

/// Whether the layer or reduction settled the query alone. What it says is checked.
fn run_stage(
    dag: &mut Dag,
    evaluators: &mut Evaluators,
    query: &Query<'_>,
    case: &Case,
    name: LayerName,
    stage: &mut Stage,
    bare: &mut Bitblast,
) -> bool {
    match stage {
        Stage::Layer(layer) => match layer.answer(dag, evaluators, query) {
            Some(verdict) => {
                case.expect(dag, name.name(), query, &verdict, bare);
                true
            }
            None => {
                layer.learn(dag, query, &case.verdict);
                false
            }
        },
        Stage::Reduction(reduction) => {
            let mut problem = Problem::of(dag, query);
            let before = problem.conditions();
            reduction.reduce(dag, query, &mut problem);
            match bare.check(dag, &problem.conditions(), LIMIT) {
                BackendAnswer::Sat(mut values) => {
                    values.extend(&problem.values);
                    case.expect(dag, name.name(), query, &Verdict::Sat(values.into()), bare);
                }
                BackendAnswer::Unsat(core) => {
                    let reasons = core.iter().flat_map(|&i| problem.parts[i].because.clone().into_core().to_vec());
                    case.expect_core(dag, name.name(), &reasons.collect::<Vec<_>>(), bare);
                }
                BackendAnswer::Unknown(_) => {}
            }
            problem.conditions() != before
        }
        Stage::Minimise => false,
    }
}

fn chains() -> Vec<(&'static str, Solver)> {
    let chain = |layers, ippc| Solver::new(SolverConfig { layers, ippc, ..SolverConfig::default() });
    vec![
        ("the chain", chain(LayerSet::all(), IppcMode::Auto)),
        ("the chain part by part", chain(LayerSet::all(), IppcMode::On)),
        ("the backend part by part", chain(LayerSet::none(), IppcMode::On)),
    ]
}
