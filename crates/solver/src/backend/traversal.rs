//! Walks expressions from the operands up, without recursion: expressions get as deep as loops are long.

use expr::{ArrayId, ArrayNode, Dag, ExprId, Node};

/// A translation into some other language that remembers what it has translated.
pub trait Translation {
    type Error;

    fn is_translated(&self, e: ExprId) -> bool;
    fn is_expanded(&self, array: ArrayId) -> bool;

    /// Translates an expression all of whose operands are translated; for a read, all of its array too.
    fn translate_node(&mut self, dag: &Dag, e: ExprId) -> Result<(), Self::Error>;

    /// Expands an array whose parts are translated and whose underlying array is expanded.
    fn expand_array(&mut self, dag: &Dag, array: ArrayId) -> Result<(), Self::Error>;
}

/// Translates an expression and everything below it.
pub fn translate<T: Translation>(translation: &mut T, dag: &Dag, root: ExprId) -> Result<(), T::Error> {
    let mut stack = vec![root];
    while let Some(&e) = stack.last() {
        if translation.is_translated(e) {
            stack.pop();
            continue;
        }
        let node = dag.node(e);
        let before = stack.len();
        stack.extend(node.operands().filter(|&operand| !translation.is_translated(operand)));
        if let Node::Read { array, .. } = node {
            let chain = unexpanded(translation, dag, array);
            for &link in &chain {
                match dag.array_node(link) {
                    ArrayNode::Base(bytes) => {
                        stack.extend(bytes.iter().filter(|&&byte| !translation.is_translated(byte)));
                    }
                    ArrayNode::Write { offset, value, .. } => {
                        stack.extend([offset, value].into_iter().filter(|&part| !translation.is_translated(part)));
                    }
                }
            }
            if stack.len() == before {
                for &link in chain.iter().rev() {
                    translation.expand_array(dag, link)?;
                }
            }
        }
        if stack.len() == before {
            translation.translate_node(dag, e)?;
            stack.pop();
        }
    }
    Ok(())
}

/// The array and those it was written from, down to the first expanded one.
fn unexpanded<T: Translation>(translation: &T, dag: &Dag, array: ArrayId) -> Vec<ArrayId> {
    let mut chain = Vec::new();
    let mut next = Some(array);
    while let Some(link) = next.filter(|&link| !translation.is_expanded(link)) {
        chain.push(link);
        next = match dag.array_node(link) {
            ArrayNode::Base(_) => None,
            ArrayNode::Write { array, .. } => Some(array),
        };
    }
    chain
}
