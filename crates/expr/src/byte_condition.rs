//! Conditions on one byte that look it up in a table, said by ranges of the byte: `isdigit(c)` becomes `c - '0' < 10`.
//!
//! Such a condition has 256 cases, and all of them are tried, so it does not matter what the table is or how it is read. Ranges are
//! what every analysis of conditions understands; a table of 384 entries is a circuit of thousands of gates for each byte.

use crate::dag::Dag;
use crate::eval::Evaluator;
use crate::ids::ExprId;
use crate::model::{DefaultValue, Model};
use crate::node::Node;
use rustc_hash::FxHashMap;

/// Ranges beyond which a table is better.
const MOST_RANGES: usize = 4;
/// Nodes in which a table is looked for.
const MOST_NODES: usize = 64;

/// The conditions seen so far, of one DAG.
#[derive(Default)]
pub struct ByteConditions {
    known: FxHashMap<ExprId, ExprId>,
}

impl ByteConditions {
    /// The condition by ranges, if it is about one byte and a table, and few ranges say the same; else as it is.
    pub fn plain(&mut self, dag: &mut Dag, evaluator: &mut Evaluator, condition: ExprId) -> ExprId {
        let &[variable] = dag.vars(condition) else { return condition };
        if dag.var_info(variable).width != 8 {
            return condition;
        }
        if let Some(&plain) = self.known.get(&condition) {
            return plain;
        }
        if !reads_table(dag, condition) {
            return condition;
        }
        let mut model = Model::new(DefaultValue::Zero);
        let holds: Vec<bool> = (0..256)
            .map(|value| {
                model.set(variable, value);
                evaluator.holds(dag, condition, &model)
            })
            .collect();
        let (inside, outside) = (ranges(&holds, true), ranges(&holds, false));
        let (chosen, negated) = if inside.len() <= outside.len() { (inside, false) } else { (outside, true) };
        let plain = match chosen.len() <= MOST_RANGES {
            true => {
                let byte = dag.var_expr(variable);
                let parts: Vec<ExprId> = chosen.into_iter().map(|(lo, hi)| between(dag, byte, lo, hi)).collect();
                let any = dag.any(&parts);
                if negated { dag.not(any) } else { any }
            }
            false => condition,
        };
        self.known.insert(condition, plain);
        plain
    }
}

/// The longest runs of this truth value, by their first and last place.
fn ranges(holds: &[bool], wanted: bool) -> Vec<(u128, u128)> {
    let mut ranges: Vec<(u128, u128)> = Vec::new();
    for (value, _) in holds.iter().enumerate().filter(|&(_, &is)| is == wanted) {
        let value = value as u128;
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == value => *last = value,
            _ => ranges.push((value, value)),
        }
    }
    ranges
}

fn between(dag: &mut Dag, byte: ExprId, lo: u128, hi: u128) -> ExprId {
    let (start, length) = (dag.constant(lo, 8), dag.constant(hi - lo, 8));
    let from_start = dag.sub(byte, start);
    dag.ule(from_start, length)
}

fn reads_table(dag: &Dag, condition: ExprId) -> bool {
    let mut waiting = vec![condition];
    for _ in 0..MOST_NODES {
        let Some(next) = waiting.pop() else { return false };
        let node = dag.node(next);
        if matches!(node, Node::Read { .. }) {
            return true;
        }
        waiting.extend(node.operands());
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether bit 0 of the byte's entry is set.
    fn looked_up(dag: &mut Dag, byte: ExprId, table: &[u8]) -> ExprId {
        let bytes: Vec<ExprId> = table.iter().map(|&entry| dag.constant(entry.into(), 8)).collect();
        let array = dag.array(&bytes);
        let offset = dag.zext(byte, 64);
        let entry = dag.read(array, offset, 1);
        dag.extract(entry, 0, 1)
    }

    fn same_for_all_bytes(dag: &Dag, byte: ExprId, a: ExprId, b: ExprId) {
        let mut eval = Evaluator::new();
        for value in 0..256 {
            let mut model = Model::new(DefaultValue::Zero);
            model.set(dag.vars(byte)[0], value);
            assert_eq!(eval.holds(dag, a, &model), eval.holds(dag, b, &model), "{value}");
        }
    }

    #[test]
    fn tables_of_all_shapes_mean_the_same_by_ranges() {
        let mut dag = Dag::new();
        let byte = dag.variable("c", 0, 0, 8);
        let (mut conditions, mut eval) = (ByteConditions::default(), Evaluator::new());
        let is_in = |ranges: &[(u8, u8)]| -> Vec<u8> {
            (0..=255u8).map(|c| 2 | ranges.iter().any(|&(lo, hi)| (lo..=hi).contains(&c)) as u8).collect()
        };
        let shapes: [&[(u8, u8)]; 7] = [
            &[(b'0', b'9')],
            &[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')],
            &[(0, 0), (255, 255)],
            &[(0, 31), (33, 255)],
            &[(9, 13), (32, 32)],
            &[],
            &[(0, 255)],
        ];
        for shape in shapes {
            let condition = looked_up(&mut dag, byte, &is_in(shape));
            for condition in [condition, dag.not(condition)] {
                let plain = conditions.plain(&mut dag, &mut eval, condition);
                assert!(!reads_table(&dag, plain), "{shape:?}");
                same_for_all_bytes(&dag, byte, condition, plain);
                assert_eq!(conditions.plain(&mut dag, &mut eval, condition), plain);
            }
        }
    }

    #[test]
    fn what_has_many_ranges_or_other_inputs_stays() {
        let mut dag = Dag::new();
        let [byte, other] = [0, 1].map(|i| dag.variable("c", i, 0, 8));
        let (mut conditions, mut eval) = (ByteConditions::default(), Evaluator::new());
        let odd: Vec<u8> = (0..=255).collect();
        let many = looked_up(&mut dag, byte, &odd);
        assert_eq!(conditions.plain(&mut dag, &mut eval, many), many);
        let equal = dag.eq(byte, other);
        let both = dag.and(many, equal);
        assert_eq!(conditions.plain(&mut dag, &mut eval, both), both);
        let seven = dag.constant(7, 8);
        let simple = dag.ult(byte, seven);
        assert_eq!(conditions.plain(&mut dag, &mut eval, simple), simple);
    }
}
