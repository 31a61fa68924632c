//! Arrays of bit-vectors, reduced to bit-vectors while they are read.
//!
//! A read from a write is a choice between the value written and a read from what is below. A read from an array that was
//! only declared is a fresh variable; that equal indices have equal values is a condition for each pair of reads, valid
//! always. Whole arrays are never compared.

use super::terms::fresh_bits;
use expr::{Dag, ExprId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The widths of an array's indices and elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArraySort {
    pub index: u32,
    pub element: u32,
}

#[derive(Clone, Debug)]
pub enum ArrayTerm {
    /// Declared as the n-th array.
    Declared(usize),
    /// The same value everywhere.
    Constant(ExprId),
    Store {
        below: Rc<ArrayTerm>,
        index: ExprId,
        value: ExprId,
    },
    Ite {
        condition: ExprId,
        then: Rc<ArrayTerm>,
        otherwise: Rc<ArrayTerm>,
    },
}

/// Chains of writes are freed in a loop: they are as long as scripts are.
impl Drop for ArrayTerm {
    fn drop(&mut self) {
        let mut next = match self {
            ArrayTerm::Store { below, .. } => std::mem::replace(below, Rc::new(ArrayTerm::Declared(0))),
            ArrayTerm::Declared(_) | ArrayTerm::Constant(_) | ArrayTerm::Ite { .. } => return,
        };
        while let Some(ArrayTerm::Store { below, .. }) = Rc::get_mut(&mut next) {
            next = std::mem::replace(below, Rc::new(ArrayTerm::Declared(0)));
        }
    }
}

/// Every declared array with what was read from it.
#[derive(Default)]
pub struct Arrays {
    declared: Vec<Reads>,
    /// Conditions that hold in every model: equal indices have equal values.
    pub consistency: Vec<ExprId>,
}

struct Reads {
    sort: ArraySort,
    /// Reads at constants: they can only clash with reads at other expressions.
    constant: FxHashMap<u128, ExprId>,
    other: Vec<(ExprId, ExprId)>,
}

impl Arrays {
    pub fn declare(&mut self, sort: ArraySort) -> Rc<ArrayTerm> {
        self.declared.push(Reads { sort, constant: FxHashMap::default(), other: Vec::new() });
        Rc::new(ArrayTerm::Declared(self.declared.len() - 1))
    }

    /// The element at an index. Recursion is only as deep as choices between arrays nest.
    pub fn select(&mut self, dag: &mut Dag, array: &Rc<ArrayTerm>, index: ExprId) -> ExprId {
        let mut written: Vec<(ExprId, ExprId)> = Vec::new();
        let mut array = array;
        let mut found = loop {
            match array.as_ref() {
                ArrayTerm::Store { below, index: at, value } => {
                    let here = dag.eq(*at, index);
                    if dag.is_true(here) {
                        break *value;
                    }
                    if !dag.is_false(here) {
                        written.push((here, *value));
                    }
                    array = below;
                }
                ArrayTerm::Constant(value) => break *value,
                ArrayTerm::Declared(number) => break self.read(dag, *number, index),
                ArrayTerm::Ite { condition, then, otherwise } => {
                    let (t, f) = (self.select(dag, then, index), self.select(dag, otherwise, index));
                    break dag.ite(*condition, t, f);
                }
            }
        };
        for (here, value) in written.into_iter().rev() {
            found = dag.ite(here, value, found);
        }
        found
    }

    fn read(&mut self, dag: &mut Dag, number: usize, index: ExprId) -> ExprId {
        let reads = &mut self.declared[number];
        let constant = dag.as_const(index);
        let known = match constant {
            Some(value) => reads.constant.get(&value).copied(),
            None => reads.other.iter().find(|(at, _)| *at == index).map(|&(_, value)| value),
        };
        if let Some(known) = known {
            return known;
        }
        let count = reads.constant.len() + reads.other.len();
        let element = fresh_bits(dag, &format!("array {number}"), count as u32, reads.sort.element);
        let mut earlier = reads.other.clone();
        match constant {
            Some(value) => {
                reads.constant.insert(value, element);
            }
            None => {
                let index_width = reads.sort.index;
                let constants = reads.constant.iter().map(|(&at, &value)| (dag.constant(at, index_width), value));
                earlier.extend(constants);
                reads.other.push((index, element));
            }
        }
        // A hash map has no order of its own, and runs must be repeatable.
        earlier.sort_unstable();
        for (at, value) in earlier {
            let (same_place, same_value) = (dag.eq(at, index), dag.eq(value, element));
            let condition = dag.implies(same_place, same_value);
            self.consistency.push(condition);
        }
        element
    }

    /// The indices read from a declared array, with the elements found there.
    pub fn reads(&self, dag: &mut Dag, number: usize) -> Vec<(ExprId, ExprId)> {
        let reads = &self.declared[number];
        let mut all = reads.other.clone();
        all.extend(reads.constant.iter().map(|(&at, &value)| (dag.constant(at, reads.sort.index), value)));
        all.sort_unstable();
        all
    }
}
