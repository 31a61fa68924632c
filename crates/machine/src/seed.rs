//! Inputs given from outside that a path is to start with: a test of an earlier run, or the bytes of a fuzzing corpus.
//!
//! A state that follows a seed takes the values of fresh inputs from it. Nothing is assumed: fresh inputs are free, so any
//! value is a model of them, and the path forks as always. What the seed does not say keeps its default.

use std::rc::Rc;

use expr::{Dag, VarId};

use crate::inputs::Input;
use crate::machine::Machine;
use crate::state::State;

/// Values for inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seed {
    /// By name, as tests have them: the second input called `x` is `x_1`.
    Objects(Vec<(String, Vec<u8>)>),
    /// One after the other, in the order in which the program asks.
    Bytes(Vec<u8>),
}

impl Seed {
    /// The bytes for the input of this name; `used` bytes have been handed out to inputs before it.
    fn bytes(&self, name: &str, instance: u32, used: usize) -> Option<&[u8]> {
        match self {
            Seed::Bytes(all) => all.get(used..),
            Seed::Objects(objects) => {
                let numbered = format!("{name}_{instance}");
                let name = if instance == 0 { name } else { &numbered };
                objects.iter().find(|(other, _)| other == name).map(|(_, bytes)| bytes.as_slice())
            }
        }
    }

    /// The value of one variable of an input, which begins `offset` bytes into it.
    pub(crate) fn value(&self, dag: &Dag, var: VarId, used: usize) -> Option<u64> {
        let info = dag.var_info(var);
        let bytes = self.bytes(&info.name, info.instance, used)?.get(info.offset as usize..)?;
        let size = (info.width.div_ceil(8) as usize).min(bytes.len());
        (size > 0).then(|| bytes[..size].iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
    }

    /// Values for all inputs a path has made so far, in order.
    pub fn values(&self, dag: &Dag, inputs: &[&Input]) -> Vec<(VarId, u64)> {
        let mut used = 0;
        let mut values = Vec::new();
        for input in inputs.iter().filter(|input| input.is_given()) {
            values.extend(input.variables.iter().filter_map(|&var| Some((var, self.value(dag, var, used)?))));
            used += input.bytes as usize;
        }
        values
    }
}

/// A seed, and how many of its bytes have been handed out in order.
#[derive(Clone, Debug)]
pub struct Following {
    pub seed: Rc<Seed>,
    pub used: usize,
}

impl Following {
    /// The seed of a path that has made these inputs.
    pub fn after(seed: Rc<Seed>, inputs: &[&Input]) -> Following {
        let used = inputs.iter().filter(|input| input.is_given()).map(|input| input.bytes as usize).sum();
        Following { seed, used }
    }
}

impl Machine<'_> {
    /// Gives a variable of an input the value the state's seed has for it.
    pub(crate) fn take_from_seed(&self, st: &mut State, var: VarId) {
        if self.mode.repeats_inputs() {
            return;
        }
        if let Some(Following { seed, used }) = &st.seed
            && let Some(value) = seed.value(&self.dag, var, *used)
        {
            st.model.set(var, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::Node;

    fn variable(dag: &mut Dag, name: &str, instance: u32, offset: u32, width: u32) -> VarId {
        let e = dag.variable(name, instance, offset, width);
        match dag.node(e) {
            Node::Var(var) => var,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn objects_are_found_by_name_and_number() {
        let mut dag = Dag::new();
        let seed = Seed::Objects(vec![("x".into(), vec![1, 2]), ("x_1".into(), vec![3, 4, 5, 6, 7])]);
        let (second, byte) = (variable(&mut dag, "x", 1, 0, 32), variable(&mut dag, "x", 0, 1, 8));
        assert_eq!(seed.value(&dag, second, 99), Some(0x06050403));
        assert_eq!(seed.value(&dag, byte, 99), Some(2));
        let (beyond, other) = (variable(&mut dag, "x", 0, 2, 8), variable(&mut dag, "y", 0, 0, 8));
        assert_eq!((seed.value(&dag, beyond, 0), seed.value(&dag, other, 0)), (None, None));
    }

    #[test]
    fn bytes_are_handed_out_in_order_and_may_run_out() {
        let mut dag = Dag::new();
        let seed = Seed::Bytes(vec![1, 2, 3]);
        let word = variable(&mut dag, "x", 0, 0, 32);
        assert_eq!(seed.value(&dag, word, 0), Some(0x030201));
        assert_eq!(seed.value(&dag, word, 2), Some(3));
        assert_eq!(seed.value(&dag, word, 3), None);
        assert_eq!(seed.value(&dag, word, 4), None);
    }
}
