//! The equation system of expected rewards (P18 section 4.2) for the blocks of one function, solved exactly.
//!
//! One unknown for each block: its own reward, and that of its successors by their probabilities. Blocks are taken against the
//! order of control flow, each expressed by the loop heads that are still open; at a loop head the equation closes. So the cost
//! is that of the graph, not of a matrix.

use crate::graph::{BlockNo, Graph};
use crate::greedy::call_order::FunctionOrder;

/// The least chance to leave a loop: one without exits would be worth infinitely much.
const LEAST_EXIT: f64 = 1e-6;

/// What the equations are made of.
pub struct RewardEquations<'a, P, O> {
    pub graph: &'a Graph,
    pub order: &'a FunctionOrder,
    /// The probability of each successor of a block.
    pub probabilities: P,
    /// The reward of a block by itself and of what it calls.
    pub own: O,
    /// No reward exceeds this.
    pub most: f64,
}

/// Rewards of blocks by their position in the order.
pub struct BlockRewards {
    /// From the start of a block to the return of the function.
    pub at: Vec<f64>,
    /// The same without the block itself and what it calls.
    pub behind: Vec<f64>,
}

/// A reward in terms of loop heads that are not solved yet.
#[derive(Clone, Default)]
struct Linear {
    constant: f64,
    /// Position of a loop head in the order, and its factor.
    terms: Vec<(usize, f64)>,
}

impl Linear {
    fn add(&mut self, other: &Linear, factor: f64) {
        self.constant += factor * other.constant;
        for &(head, f) in &other.terms {
            self.add_term(head, factor * f);
        }
    }

    fn add_term(&mut self, head: usize, factor: f64) {
        match self.terms.iter_mut().find(|(h, _)| *h == head) {
            Some((_, f)) => *f += factor,
            None => self.terms.push((head, factor)),
        }
    }

    /// The reward, given those of the loop heads.
    fn value(&self, heads: &[f64]) -> f64 {
        self.constant + self.terms.iter().map(|&(head, f)| f * heads[head]).sum::<f64>()
    }
}

impl<P, O> RewardEquations<'_, P, O>
where
    P: Fn(BlockNo) -> Vec<f64>,
    O: Fn(BlockNo) -> f64,
{
    pub fn solve(&self) -> BlockRewards {
        let blocks = &self.order.blocks;
        let mut solved: Vec<Linear> = vec![Linear::default(); blocks.len()];
        let mut after: Vec<Linear> = vec![Linear::default(); blocks.len()];
        for (at, &block) in blocks.iter().enumerate().rev() {
            after[at] = self.behind(block, at, &solved);
            solved[at] = close(after[at].clone(), at, (self.own)(block));
        }
        // Loop heads come before what they are the head of, so their values are known.
        let mut values: Vec<f64> = Vec::with_capacity(blocks.len());
        for linear in &solved {
            values.push(linear.value(&values).min(self.most));
        }
        let behind = after.iter().map(|linear| linear.value(&values).min(self.most)).collect();
        BlockRewards { at: values, behind }
    }

    /// What comes behind the block at this position, given the solutions of all that follow it.
    fn behind(&self, block: BlockNo, at: usize, solved: &[Linear]) -> Linear {
        let successors = &self.graph.node(block).successors;
        let mut sum = Linear::default();
        for (&next, probability) in successors.iter().zip((self.probabilities)(block)) {
            match self.order.position(self.graph, next) {
                Some(next) if next > at => sum.add(&solved[next], probability),
                Some(head) => sum.add_term(head, probability),
                None => {}
            }
        }
        // A loop that is entered past its head leaves a head behind that is solved by now.
        while let Some(i) = sum.terms.iter().position(|&(head, _)| head > at) {
            let (head, factor) = sum.terms.swap_remove(i);
            sum.add(&solved[head], factor);
        }
        sum
    }
}

/// The equation of the block at this position, solved for it: a loop head's own reward is on both sides, and
/// x = c + f x + ... gives x = (c + ...) / (1 - f).
fn close(mut whole: Linear, at: usize, own: f64) -> Linear {
    whole.constant += own;
    let loops = whole.terms.iter().position(|&(head, _)| head == at).map(|i| whole.terms.swap_remove(i).1);
    let scale = 1.0 / (1.0 - loops.unwrap_or(0.0)).max(LEAST_EXIT);
    whole.constant *= scale;
    whole.terms.iter_mut().for_each(|(_, factor)| *factor *= scale);
    whole
}
