//! Substitution: replacing expressions by others, everywhere inside an expression.

use crate::array_store::ArrayNode;
use crate::dag::Dag;
use crate::ids::{ArrayId, ExprId, VarId};
use crate::node::{Node, UnaryOp};
use rustc_hash::FxHashMap;

/// A simultaneous replacement of expressions by expressions of the same width. Results are remembered, so that applying
/// one substitution to many expressions visits shared parts once.
#[derive(Clone, Default, Debug)]
pub struct Substitution {
    given: FxHashMap<ExprId, ExprId>,
    /// The variables among what is replaced.
    variables: Vec<VarId>,
    done: FxHashMap<ExprId, ExprId>,
    arrays: FxHashMap<ArrayId, ArrayId>,
    steps: u64,
}

/// With so many variables to be replaced, and nothing else, expressions without any of them are left alone as a whole.
const FEW: usize = 8;

/// A term whose parts are to be replaced first.
#[derive(Clone, Copy)]
enum Pending {
    Expr(ExprId),
    Array(ArrayId),
}

impl Substitution {
    pub fn new() -> Substitution {
        Substitution::default()
    }

    /// Makes room for so many replacements.
    pub fn with_capacity(replacements: usize) -> Substitution {
        let mut substitution = Substitution::default();
        substitution.given.reserve(replacements);
        substitution
    }

    /// How many expressions have been rebuilt so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// Adds a replacement. What is put in is not replaced again.
    pub fn replace(&mut self, from: ExprId, to: ExprId) {
        self.given.insert(from, to);
        self.done.clear();
        self.arrays.clear();
    }

    pub fn replace_var(&mut self, dag: &Dag, v: VarId, to: ExprId) {
        let variable = dag.var_expr(v);
        if !self.given.contains_key(&variable) {
            self.variables.push(v);
        }
        self.replace(variable, to);
    }

    /// The expression with all replacements made, and simplified.
    pub fn apply(&mut self, dag: &mut Dag, e: ExprId) -> ExprId {
        if self.given.is_empty() {
            return e;
        }
        let mut stack = vec![Pending::Expr(e)];
        while let Some(&top) = stack.last() {
            let waiting = stack.len();
            match top {
                Pending::Expr(e) => {
                    if self.find(dag, e).is_none()
                        && let Some(new) = self.rebuild(dag, e, &mut stack)
                    {
                        self.done.insert(e, new);
                        self.steps += 1;
                    }
                }
                Pending::Array(a) => {
                    if self.find_array(dag, a).is_none()
                        && let Some(new) = self.rebuild_array(dag, a, &mut stack)
                    {
                        self.arrays.insert(a, new);
                    }
                }
            }
            if stack.len() == waiting {
                stack.pop();
            }
        }
        self.find(dag, e).unwrap_or(e)
    }

    /// What an expression becomes, as far as already known.
    fn find(&self, dag: &Dag, e: ExprId) -> Option<ExprId> {
        let known = self.given.get(&e).or_else(|| self.done.get(&e)).copied();
        let stays = || matches!(dag.node(e), Node::Const(_) | Node::Var(_)) || self.leaves_alone(dag, e);
        known.or_else(|| stays().then_some(e))
    }

    /// Whether none of what is replaced is in an expression. Not everything of which that is true is recognised.
    fn leaves_alone(&self, dag: &Dag, e: ExprId) -> bool {
        let all_are_variables = self.variables.len() == self.given.len();
        let mentioned = dag.vars(e);
        all_are_variables
            && self.variables.len() <= FEW
            && self.variables.iter().all(|variable| mentioned.binary_search(variable).is_err())
    }

    fn find_array(&self, dag: &Dag, a: ArrayId) -> Option<ArrayId> {
        let known = self.arrays.get(&a).copied();
        known.or_else(|| matches!(dag.array_node(a), ArrayNode::Base([])).then_some(a))
    }

    fn want(&self, dag: &Dag, e: ExprId, stack: &mut Vec<Pending>) -> Option<ExprId> {
        let found = self.find(dag, e);
        if found.is_none() {
            stack.push(Pending::Expr(e));
        }
        found
    }

    fn want_array(&self, dag: &Dag, a: ArrayId, stack: &mut Vec<Pending>) -> Option<ArrayId> {
        let found = self.find_array(dag, a);
        if found.is_none() {
            stack.push(Pending::Array(a));
        }
        found
    }

    /// The array with its parts replaced, or `None` after putting missing parts on the stack.
    fn rebuild_array(&self, dag: &mut Dag, a: ArrayId, stack: &mut Vec<Pending>) -> Option<ArrayId> {
        match dag.array_node(a) {
            ArrayNode::Base(bytes) => {
                let new: Vec<_> = bytes.iter().map(|&byte| self.want(dag, byte, stack)).collect();
                let new = new.into_iter().collect::<Option<Vec<_>>>()?;
                Some(dag.array(&new))
            }
            ArrayNode::Write { array, offset, value } => {
                let array = self.want_array(dag, array, stack);
                let offset = self.want(dag, offset, stack);
                let value = self.want(dag, value, stack);
                Some(dag.write(array?, offset?, value?))
            }
        }
    }

    /// The expression with its operands replaced, or `None` after putting missing ones on the stack.
    fn rebuild(&self, dag: &mut Dag, e: ExprId, stack: &mut Vec<Pending>) -> Option<ExprId> {
        let node = dag.node(e);
        let mut new = [e; 3];
        let mut complete = true;
        for (slot, operand) in new.iter_mut().zip(node.operands()) {
            match self.want(dag, operand, stack) {
                Some(found) => *slot = found,
                None => complete = false,
            }
        }
        let mut new_array = None;
        if let Node::Read { array, .. } = node {
            new_array = self.want_array(dag, array, stack);
            complete &= new_array.is_some();
        }
        if !complete {
            return None;
        }
        let same_array = matches!(node, Node::Read { array, .. } if new_array == Some(array)) || new_array.is_none();
        if same_array && node.operands().zip(new).all(|(old, new)| old == new) {
            return Some(e);
        }
        Some(rebuilt(dag, e, node, new, new_array))
    }
}

/// The same operation on other operands.
fn rebuilt(dag: &mut Dag, e: ExprId, node: Node, [a, b, c]: [ExprId; 3], array: Option<ArrayId>) -> ExprId {
    let width = dag.width(e);
    match node {
        Node::Const(_) | Node::Var(_) => e,
        Node::Unary { op: UnaryOp::Not, .. } => dag.not(a),
        Node::Unary { op: UnaryOp::Neg, .. } => dag.neg(a),
        Node::Binary { op, .. } => dag.binary(op, a, b),
        Node::ZExt { .. } => dag.zext(a, width),
        Node::SExt { .. } => dag.sext(a, width),
        Node::Extract { lo, .. } => dag.extract(a, lo, width),
        Node::Concat { .. } => dag.concat(a, b),
        Node::Ite { .. } => dag.ite(a, b, c),
        Node::Read { array: old, bytes, .. } => dag.read(array.unwrap_or(old), a, bytes),
        Node::Float(float) => float.rebuilt(dag, width, [a, b, c]),
    }
}
