//! The symbolic inputs of a path, in the order of their creation.
//!
//! The k-th input of a name is the same variable on every path, so expressions, caches and learnt conditions of
//! different paths speak of the same things.

use std::rc::Rc;

use expr::{Dag, ExprId, Model, VarId};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputKind {
    /// An object made symbolic: one 8-bit variable a byte.
    Bytes,
    /// A value returned by a `nondet` function: one variable (two above 64 bits).
    Scalar,
    /// A byte of memory nobody had written; the environment's choice, not the user's.
    Uninitialised,
    /// The result of something that is not modelled.
    External,
}

#[derive(Clone, Debug)]
pub struct Input {
    pub name: Rc<str>,
    /// How many inputs of this name came before on the path.
    pub instance: u32,
    pub kind: InputKind,
    /// C type for test formats that name one, such as `int`.
    pub type_name: Option<Rc<str>>,
    /// From the least significant / first byte on; widths are whole bytes except for a single boolean.
    pub variables: Rc<[VarId]>,
    pub bytes: u32,
}

impl Input {
    /// The bytes this input has under a model.
    pub fn value(&self, dag: &Dag, model: &Model) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.bytes as usize);
        for &var in self.variables.iter() {
            let width = dag.var_info(var).width;
            let value = model.get(var, width);
            bytes.extend_from_slice(&value.to_le_bytes()[..width.div_ceil(8) as usize]);
        }
        bytes.resize(self.bytes as usize, 0);
        bytes
    }
}

/// A persistent list: O(1) to share and to extend.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    last: Option<Rc<Node>>,
}

#[derive(Debug)]
struct Node {
    input: Input,
    before: Option<Rc<Node>>,
}

impl Inputs {
    pub fn push(&mut self, input: Input) {
        self.last = Some(Rc::new(Node { input, before: self.last.take() }));
    }

    /// In order of creation.
    pub fn in_order(&self) -> Vec<&Input> {
        let mut all = Vec::new();
        let mut node = self.last.as_deref();
        while let Some(n) = node {
            all.push(&n.input);
            node = n.before.as_deref();
        }
        all.reverse();
        all
    }
}

impl Drop for Inputs {
    /// Unlinks iteratively: a long list must not overflow the tool's own stack.
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(rc) = next {
            match Rc::try_unwrap(rc) {
                Ok(mut node) => next = node.before.take(),
                Err(_) => break,
            }
        }
    }
}

/// The name of variables that stand for unwritten bytes.
pub const UNINIT: &str = "uninitialised";

/// Gives unwritten bytes their variables.
pub struct FreshBytes<'a> {
    pub dag: &'a mut Dag,
    /// How many the path has made so far.
    pub count: &'a mut u32,
    /// Memory variables made for bytes that a shadow finds in place.
    pub unbound: &'a mut Vec<(u64, VarId)>,
}

impl FreshBytes<'_> {
    pub fn arbitrary(&mut self) -> ExprId {
        let id = self.dag.variable(UNINIT, *self.count, 0, 8);
        *self.count += 1;
        id
    }

    /// The variable of a byte that was there when the shadow began.
    pub fn live_in(&mut self, address: u64) -> ExprId {
        let id = crate::shadow::memory_variable(self.dag, address);
        if let expr::Node::Var(var) = self.dag.node(id) {
            self.unbound.push((address, var));
        }
        id
    }
}
