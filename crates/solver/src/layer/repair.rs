//! Repairing a guess: where the guard's wish breaks constraints of the path, others of their variables are changed to
//! mend them.
//!
//! A program that compares a checksum with the one stored beside the data has a path on which nothing of the data can change
//! without the stored bytes, and every question about the data holds the whole checksum. A decision procedure has to invert
//! it. Here the data is changed first, and then the stored bytes are what the checksum of the changed data comes to,
//! by evaluation. The same goes for lengths, sums and counts that are kept beside what they are about.
//!
//! What is asked for first is not touched again, and each variable is changed once, so this ends soon. A guess is only
//! believed when everything evaluates to true under it. [IPPC](crate::ippc) mends the answers to its parts in the same way,
//! and so adds constraints that cannot be mended only.

use super::Layer;
use super::down_propagation::changes_for;
use crate::query::{Evaluators, ModelFit, Query, Verdict};
use expr::{Dag, Evaluator, ExprId, Model, VarId};
use rustc_hash::FxHashSet;

/// Ways tried to make the guard true.
const ATTEMPTS: u32 = 6;
/// Ways tried to make a broken constraint true again.
const WAYS: u32 = 8;
/// Constraints mended for one guess.
const MOST_MENDED: usize = 12;
/// Longer lists of constraints are not worth evaluating so often.
const MOST_CONSTRAINTS: usize = 1000;

pub struct Repair;

impl Layer for Repair {
    fn answer(&mut self, dag: &mut Dag, evaluators: &mut Evaluators, query: &Query) -> Option<Verdict> {
        if query.fit != ModelFit::SatisfiesPath {
            return None;
        }
        let dag = &*dag;
        let constraints = query.constraints(dag);
        if constraints.len() < 2 || constraints.len() > MOST_CONSTRAINTS {
            return None;
        }
        let mut tried: Vec<Vec<(VarId, u64)>> = Vec::new();
        for attempt in 0..ATTEMPTS {
            let Some(changes) = changes_for(dag, &mut evaluators.own, query.model, query.guard, attempt) else {
                continue;
            };
            if tried.contains(&changes) {
                continue;
            }
            let mut mending = Mending::new(query.model.clone(), dag.vars(query.guard).iter().copied());
            mending.set(&changes);
            let trial = &mut evaluators.trial;
            if trial.holds(dag, query.guard, &mending.model) && mending.mend(dag, trial, constraints).is_empty() {
                return Some(Verdict::Sat(mending.changed.into()));
            }
            tried.push(changes);
        }
        None
    }
}

/// A guess that is being mended.
pub struct Mending {
    pub model: Model,
    /// What was changed in it.
    pub changed: Vec<(VarId, u64)>,
    /// Variables that keep the values they have.
    fixed: FxHashSet<VarId>,
}

impl Mending {
    pub fn new(model: Model, fixed: impl Iterator<Item = VarId>) -> Mending {
        Mending { model, changed: Vec::new(), fixed: fixed.collect() }
    }

    fn set(&mut self, changes: &[(VarId, u64)]) {
        for &(v, value) in changes {
            self.model.set(v, value);
            self.changed.retain(|&(known, _)| known != v);
            self.changed.push((v, value));
        }
    }

    /// Changes what may be changed until all constraints hold, or nothing helps: positions of those that are broken still.
    pub fn mend(&mut self, dag: &Dag, evaluator: &mut Evaluator, constraints: &[ExprId]) -> Vec<usize> {
        let breaks = |evaluator: &mut Evaluator, model: &Model| -> Vec<usize> {
            (0..constraints.len()).filter(|&i| !evaluator.holds(dag, constraints[i], model)).collect()
        };
        let mut broken = breaks(evaluator, &self.model);
        for _ in 0..MOST_MENDED {
            let mended = broken.iter().find_map(|&position| {
                let (changes, model) = self.way_to_hold(dag, evaluator, constraints[position])?;
                let left = breaks(evaluator, &model);
                // What is mended may break one thing that depends on it, which is next then.
                (left.len() <= broken.len()).then_some((changes, left))
            });
            let Some((changes, left)) = mended else { break };
            self.fixed.extend(changes.iter().map(|&(v, _)| v));
            self.set(&changes);
            broken = left;
        }
        broken
    }

    /// Changes of variables that are not fixed after which a constraint holds, and the model with them.
    fn way_to_hold(
        &self,
        dag: &Dag,
        evaluator: &mut Evaluator,
        constraint: ExprId,
    ) -> Option<(Vec<(VarId, u64)>, Model)> {
        (0..WAYS).find_map(|way| {
            let changes = changes_for(dag, evaluator, &self.model, constraint, way)?;
            if changes.is_empty() || changes.iter().any(|(v, _)| self.fixed.contains(v)) {
                return None;
            }
            let mut model = self.model.clone();
            changes.iter().for_each(|&(v, value)| model.set(v, value));
            evaluator.holds(dag, constraint, &model).then_some((changes, model))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path_condition::PathCondition;
    use expr::DefaultValue;

    /// A checksum over a table, as CRCs are computed: `c = table[(c ^ byte) & 255] ^ c >> 8`.
    fn checksum(dag: &mut Dag, data: &[ExprId]) -> ExprId {
        let entry = |n: u32| n.wrapping_mul(0x9e37_79b1) ^ n << 7;
        let bytes: Vec<ExprId> =
            (0..256).flat_map(entry_bytes(entry)).map(|byte| dag.constant(u128::from(byte), 8)).collect();
        let table = dag.array(&bytes);
        let mut sum = dag.constant(u128::from(u32::MAX), 32);
        let [four, eight] = [4, 8].map(|n| dag.constant(n, 32));
        for &byte in data {
            let low = dag.extract(sum, 0, 8);
            let index = dag.xor(low, byte);
            let index = dag.zext(index, 32);
            let offset = dag.mul(index, four);
            let offset = dag.zext(offset, 64);
            let entry = dag.read(table, offset, 4);
            let rest = dag.lshr(sum, eight);
            sum = dag.xor(entry, rest);
        }
        sum
    }

    fn entry_bytes(entry: impl Fn(u32) -> u32) -> impl Fn(u32) -> [u8; 4] {
        move |n| entry(n).to_le_bytes()
    }

    fn joined(dag: &mut Dag, bytes: &[ExprId]) -> ExprId {
        bytes[1..].iter().fold(bytes[0], |low, &high| dag.concat(high, low))
    }

    /// Data with the checksum behind it, as the path of a reader has it, and a model of the path.
    fn stored(dag: &mut Dag, length: u32) -> (Vec<ExprId>, PathCondition, Model) {
        let data: Vec<ExprId> = (0..length).map(|i| dag.variable("data", 0, i, 8)).collect();
        let kept: Vec<ExprId> = (0..4).map(|i| dag.variable("kept", 0, i, 8)).collect();
        let (sum, word) = (checksum(dag, &data), joined(dag, &kept));
        let agrees = dag.eq(sum, word);
        let mut model = Model::new(DefaultValue::Zero);
        let value = Evaluator::new().value(dag, sum, &model);
        for (i, &byte) in kept.iter().enumerate() {
            model.set(dag.vars(byte)[0], (value >> (8 * i) & 255) as u64);
        }
        let mut path = PathCondition::new();
        path.add(dag, agrees);
        (data, path, model)
    }

    fn answer(dag: &mut Dag, path: &PathCondition, guard: ExprId, model: &Model) -> Option<Model> {
        let query = Query::new(path, guard, model, ModelFit::SatisfiesPath);
        let Some(Verdict::Sat(changes)) = Repair.answer(dag, &mut Evaluators::default(), &query) else { return None };
        let mut model = model.clone();
        changes.iter().for_each(|&(v, value)| model.set(v, value));
        Some(model)
    }

    #[test]
    fn data_changes_and_the_stored_checksum_with_it() {
        let mut dag = Dag::new();
        let (data, path, model) = stored(&mut dag, 12);
        let word = joined(&mut dag, &data[2..6]);
        let head = dag.constant(0x4441_4548, 32);
        let guard = dag.eq(word, head);
        let found = answer(&mut dag, &path, guard, &model).expect("the stored bytes are free");
        let mut evaluator = Evaluator::new();
        assert!(path.iter().chain([guard]).all(|e| evaluator.holds(&dag, e, &found)));
    }

    #[test]
    fn what_is_asked_for_is_not_changed_to_mend_something_else() {
        let mut dag = Dag::new();
        let (data, mut path, model) = stored(&mut dag, 2);
        // The stored bytes have to stay what they are, so no other data may come to the same sum.
        let kept: Vec<ExprId> = (0..4).map(|i| dag.variable("kept", 0, i, 8)).collect();
        for &byte in &kept {
            let value = dag.constant(Evaluator::new().value(&dag, byte, &model), 8);
            let stays = dag.eq(byte, value);
            path.add(&dag, stays);
        }
        let zero = dag.constant(0, 8);
        let guard = dag.ne(data[0], zero);
        assert!(answer(&mut dag, &path, guard, &model).is_none());
    }

    #[test]
    fn a_chain_of_what_depends_on_each_other_is_mended_link_by_link() {
        let mut dag = Dag::new();
        let x: Vec<ExprId> = (0..6).map(|i| dag.variable("x", 0, i, 32)).collect();
        let mut path = PathCondition::new();
        let seven = dag.constant(7, 32);
        for pair in x.windows(2) {
            let product = dag.mul(pair[0], seven);
            let link = dag.eq(product, pair[1]);
            path.add(&dag, link);
        }
        let three = dag.constant(3, 32);
        let guard = dag.eq(x[0], three);
        let model = Model::new(DefaultValue::Zero);
        let found = answer(&mut dag, &path, guard, &model).expect("each follows from the one before");
        assert_eq!(Evaluator::new().value(&dag, x[5], &found), 3 * 7u128.pow(5));
    }
}
