//! Everything the constructors build has the value that was asked for, whatever rules were used on the way.
//!
//! Random constructions are carried out by the crate and by an independent reference ([`bits`]); evaluation, ranges,
//! known bits and substitution must all agree with the reference, and every rule must have been used.

mod bits;
mod recipe;

use expr::{Dag, Evaluator, Rule, Substitution};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRng, TestRunner};
use recipe::{Kitchen, MODELS, assignment, step};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Compares every value made with the reference, in every model.
fn check(kitchen: &mut Kitchen) -> Result<(), TestCaseError> {
    let dag = &kitchen.dag;
    let mut evaluator = Evaluator::new();
    for m in 0..MODELS {
        for made in &kitchen.pool {
            let expected = made.values[m].value();
            prop_assert_eq!(dag.width(made.expr), made.values[m].width());
            let value = evaluator.value(dag, made.expr, &kitchen.models[m]);
            prop_assert_eq!(value, expected, "value of {:?} = {}", made.expr, describe(dag, made.expr));
            let range = dag.range(made.expr);
            prop_assert!(range.contains(expected), "{:?} holds {:x}: {}", range, expected, describe(dag, made.expr));
            let (zeros, ones) = dag.known_bits(made.expr);
            prop_assert!(expected & zeros == 0 && expected & ones == ones, "bits of {}", describe(dag, made.expr));
        }
    }
    check_substitution(kitchen)
}

/// Putting in constants for all variables leaves a constant.
fn check_substitution(kitchen: &mut Kitchen) -> Result<(), TestCaseError> {
    for m in 0..MODELS {
        let mut substitution = Substitution::new();
        let variables: Vec<_> = kitchen.variables(m).collect();
        for (v, value) in variables {
            let width = kitchen.dag.var_info(v).width;
            let constant = kitchen.dag.constant(value as u128, width);
            substitution.replace_var(&kitchen.dag, v, constant);
        }
        for made in kitchen.pool.clone() {
            let result = substitution.apply(&mut kitchen.dag, made.expr);
            prop_assert_eq!(kitchen.dag.as_const(result), Some(made.values[m].value()));
        }
    }
    check_partial_substitution(kitchen)
}

/// Putting in the value of one variable leaves the values of all expressions, and the variable in none.
fn check_partial_substitution(kitchen: &mut Kitchen) -> Result<(), TestCaseError> {
    let mut evaluator = Evaluator::new();
    let Some((v, value)) = kitchen.variables(0).next() else { return Ok(()) };
    let constant = kitchen.dag.constant(value as u128, kitchen.dag.var_info(v).width);
    let mut substitution = Substitution::new();
    substitution.replace_var(&kitchen.dag, v, constant);
    for made in kitchen.pool.clone() {
        let result = substitution.apply(&mut kitchen.dag, made.expr);
        prop_assert!(!kitchen.dag.vars(result).contains(&v));
        prop_assert_eq!(evaluator.value(&kitchen.dag, result, &kitchen.models[0]), made.values[0].value());
    }
    Ok(())
}

fn describe(dag: &Dag, e: expr::ExprId) -> String {
    let mut text = String::new();
    let mut pending = vec![e];
    while let Some(e) = pending.pop() {
        text.push_str(&format!("\n  {e:?}:{} = {:x?}", dag.width(e), dag.node(e)));
        pending.extend(dag.node(e).operands().filter(|&operand| dag.as_const(operand).is_none()));
        if text.len() > 3000 {
            break;
        }
    }
    text
}

#[test]
fn simplified_expressions_keep_their_value_and_every_rule_is_used() {
    let counts: RefCell<BTreeMap<Rule, u64>> = RefCell::default();
    let config = Config { cases: cases(), failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(Default::default()));
    let recipes = (assignment(), prop::collection::vec(step(), 1..60));
    let outcome = runner.run(&recipes, |(assignment, steps)| {
        let mut kitchen = Kitchen::new(assignment);
        for step in &steps {
            kitchen.cook(step);
        }
        check(&mut kitchen)?;
        for (rule, count) in kitchen.dag.rule_counts() {
            *counts.borrow_mut().entry(rule).or_default() += count;
        }
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
    let counts = counts.into_inner();
    let unused: Vec<&str> = counts.iter().filter(|(_, count)| **count == 0).map(|(rule, _)| rule.name()).collect();
    assert!(unused.is_empty(), "rules that no recipe used: {unused:?}");
}

/// How many recipes to try; more when `PROPTEST_CASES` asks for it.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(6000)
}
