//! Comparisons that hold together, and what follows from them by transitivity: `a <= b` and `b < c` make `a < c`.
//!
//! A comparison leads from the smaller side to the larger one, a bound from or to a number, numbers to larger numbers; what
//! follows is found by a walk. Only comparisons are chained: nothing is known of sums, which may wrap around, but for a
//! constant added to what is bounded by constants.

use std::rc::Rc;

use expr::concrete::wide;
use expr::{BinaryOp, Dag, ExprId, Node, Trie, UnaryOp};

use crate::bounds::{Bound, Order, Shape};

/// Places a walk looks at before it is given up.
const MAX_REACHED: usize = 256;

/// One side of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Term(ExprId),
    /// A number, by its place in the order of the comparison. Places of all widths are one row of numbers: between two terms
    /// of one width, a way past others still leads from a smaller number to a larger one.
    Place(u128),
}

impl Side {
    fn of(dag: &Dag, e: ExprId, order: Order) -> Side {
        match dag.as_const(e) {
            Some(value) => Side::Place(order.place(value, dag.width(e))),
            None => Side::Term(e),
        }
    }

    /// Whether it is at most another side whatever is known, and if so whether it is below it.
    fn at_most(self, other: Side) -> Option<bool> {
        match (self, other) {
            (Side::Place(place), Side::Place(next)) => (place <= next).then_some(place < next),
            _ => (self == other).then_some(false),
        }
    }
}

/// `less` is below `more`, or at most the same.
#[derive(Clone, Copy, Debug)]
struct Comparison {
    order: Order,
    less: Side,
    more: Side,
    strict: bool,
    /// The formula that says so.
    because: ExprId,
}

impl Comparison {
    /// What holds exactly where this does not.
    fn opposite(self) -> Comparison {
        Comparison { less: self.more, more: self.less, strict: !self.strict, ..self }
    }

    fn is_bound(&self) -> bool {
        matches!(self.less, Side::Place(_)) || matches!(self.more, Side::Place(_))
    }
}

/// What a formula says about order.
enum Relation {
    /// All of these of either order; if both orders have some they say the same.
    Compared(Vec<Comparison>),
    Different(ExprId, ExprId),
}

impl Relation {
    fn of(dag: &Dag, formula: ExprId) -> Option<Relation> {
        if let Some(bound) = Bound::of(dag, formula) {
            return bounded(dag, formula, bound).map(Relation::Compared);
        }
        let (compared, holds) = match dag.node(formula) {
            Node::Unary { op: UnaryOp::Not, a } => (a, false),
            _ => (formula, true),
        };
        let Node::Binary { op, a, b } = dag.node(compared) else { return None };
        let comparison = |order, less, more, strict| Comparison {
            order,
            less: Side::of(dag, less, order),
            more: Side::of(dag, more, order),
            strict,
            because: formula,
        };
        match (op, holds) {
            (BinaryOp::Slt, true) => Some(Relation::Compared(vec![comparison(Order::Signed, a, b, true)])),
            (BinaryOp::Slt, false) => Some(Relation::Compared(vec![comparison(Order::Signed, b, a, false)])),
            (BinaryOp::Ult, true) => Some(Relation::Compared(vec![comparison(Order::Unsigned, a, b, true)])),
            (BinaryOp::Ult, false) => Some(Relation::Compared(vec![comparison(Order::Unsigned, b, a, false)])),
            (BinaryOp::Eq, true) => {
                let both = |order| [comparison(order, a, b, false), comparison(order, b, a, false)];
                Some(Relation::Compared(ORDERS.into_iter().flat_map(both).collect()))
            }
            (BinaryOp::Eq, false) => Some(Relation::Different(a, b)),
            _ => None,
        }
    }
}

const ORDERS: [Order; 2] = [Order::Unsigned, Order::Signed];

/// A bound in each order in which it is one range of a term without constants added.
fn bounded(dag: &Dag, formula: ExprId, bound: Bound) -> Option<Vec<Comparison>> {
    let Shape::Within(order, lo, hi) = bound.shape else { return None };
    let width = dag.width(bound.of);
    let last = wide::mask(width);
    let (mut term, mut first, mut end) = (bound.of, order.place(lo, width), order.place(hi, width));
    while let Node::Binary { op: BinaryOp::Add, a, b } = dag.node(term)
        && let Some(added) = dag.as_const(b)
    {
        [first, end] = [first, end].map(|value| value.wrapping_sub(added) & last);
        term = a;
    }
    let mut comparisons = Vec::new();
    for order in ORDERS {
        let [lo, hi] = [first, end].map(|value| order.place(value, width));
        let mut push = |less, more| {
            comparisons.push(Comparison { order, less, more, strict: false, because: formula });
        };
        if lo <= hi {
            if lo > 0 {
                push(Side::Place(lo), Side::Term(term));
            }
            if hi < last {
                push(Side::Term(term), Side::Place(hi));
            }
        }
    }
    (!comparisons.is_empty()).then_some(comparisons)
}

/// See the module's description. Cheap to clone.
#[derive(Clone, Default)]
pub struct Comparisons {
    /// By the smaller side, a term.
    above_terms: Trie<Rc<Vec<Comparison>>>,
    above_numbers: Rc<Vec<Comparison>>,
    /// Whether two terms are compared: bounds alone say nothing of each other.
    relate: bool,
}

impl Comparisons {
    /// What these formulas say, and the parts of conjunctions among them.
    pub fn of(dag: &Dag, formulas: impl IntoIterator<Item = ExprId>) -> Comparisons {
        let mut comparisons = Comparisons::default();
        let mut open: Vec<ExprId> = formulas.into_iter().collect();
        while let Some(formula) = open.pop() {
            match dag.node(formula) {
                Node::Binary { op: BinaryOp::And, a, b } => open.extend([a, b]),
                _ => comparisons.assume(dag, formula),
            }
        }
        comparisons
    }

    /// Whether two terms are compared anywhere.
    pub fn relate(&self) -> bool {
        self.relate
    }

    /// Adds what a formula says, if that is about order.
    pub fn assume(&mut self, dag: &Dag, formula: ExprId) {
        let Some(Relation::Compared(comparisons)) = Relation::of(dag, formula) else { return };
        for comparison in comparisons {
            self.relate |= !comparison.is_bound();
            match comparison.less {
                Side::Place(_) => Rc::make_mut(&mut self.above_numbers).push(comparison),
                Side::Term(term) => {
                    let key = term.index() as u64;
                    match self.above_terms.get_mut(key) {
                        Some(above) => Rc::make_mut(above).push(comparison),
                        None => drop(self.above_terms.insert(key, Rc::new(vec![comparison]))),
                    }
                }
            }
        }
    }

    /// Whether a formula follows.
    pub fn imply(&self, dag: &Dag, formula: ExprId) -> bool {
        match Relation::of(dag, formula) {
            None => false,
            Some(Relation::Compared(comparisons)) => ORDERS.into_iter().any(|order| {
                let mut asked = comparisons.iter().filter(|comparison| comparison.order == order).peekable();
                asked.peek().is_some() && asked.all(|&comparison| self.reasons(comparison).is_some())
            }),
            Some(Relation::Different(a, b)) => ORDERS.into_iter().any(|order| {
                let [a, b] = [a, b].map(|e| Side::of(dag, e, order));
                let below = |less, more| Comparison { order, less, more, strict: true, because: formula };
                self.reasons(below(a, b)).is_some() || self.reasons(below(b, a)).is_some()
            }),
        }
    }

    /// The formulas that keep another one from holding, if they do.
    pub fn refute(&self, dag: &Dag, formula: ExprId) -> Option<Vec<ExprId>> {
        match Relation::of(dag, formula)? {
            Relation::Compared(comparisons) => comparisons
                .into_iter()
                // Where only bounds are known, a bound is a matter of intervals.
                .filter(|comparison| self.relate || !comparison.is_bound())
                .find_map(|comparison| self.reasons(comparison.opposite())),
            Relation::Different(a, b) => ORDERS.into_iter().find_map(|order| {
                let [a, b] = [a, b].map(|e| Side::of(dag, e, order));
                let at_most = |less, more| Comparison { order, less, more, strict: false, because: formula };
                let mut reasons = self.reasons(at_most(a, b))?;
                reasons.extend(self.reasons(at_most(b, a))?);
                Some(reasons)
            }),
        }
    }

    /// The formulas that lead from one side of a comparison to the other.
    fn reasons(&self, asked: Comparison) -> Option<Vec<ExprId>> {
        let enough = |strict: bool| strict || !asked.strict;
        if asked.less.at_most(asked.more).is_some_and(enough) {
            return Some(Vec::new());
        }
        let mut reached = vec![Reached { at: asked.less, strict: false, by: None }];
        let mut next = 0;
        while let Some(&Reached { at, strict, .. }) = reached.get(next) {
            for comparison in self.above(at) {
                let Some(before) = at.at_most(comparison.less).filter(|_| comparison.order == asked.order) else {
                    continue;
                };
                let strict = strict || before || comparison.strict;
                let by = Some((next, comparison.because));
                if comparison.more.at_most(asked.more).is_some_and(|after| enough(strict || after)) {
                    return Some(way(&reached, by));
                }
                // What is reached above the start is of no less use than what is reached at it.
                let known = |place: &Reached| place.at == comparison.more && (place.strict || !strict);
                if reached.len() < MAX_REACHED && !reached.iter().any(known) {
                    reached.push(Reached { at: comparison.more, strict, by });
                }
            }
            next += 1;
        }
        None
    }

    fn above(&self, side: Side) -> &[Comparison] {
        match side {
            Side::Place(_) => &self.above_numbers,
            Side::Term(term) => self.above_terms.get(term.index() as u64).map_or(&[], |above| above.as_slice()),
        }
    }
}

/// Where a walk has come to.
struct Reached {
    at: Side,
    /// It is above where the walk began, not only no lower.
    strict: bool,
    /// From which place, and by which formula.
    by: Option<(usize, ExprId)>,
}

/// The formulas along a walk, from its end back to its start.
fn way(reached: &[Reached], last: Option<(usize, ExprId)>) -> Vec<ExprId> {
    let mut formulas = Vec::new();
    let mut step = last;
    while let Some((from, because)) = step {
        formulas.push(because);
        step = reached[from].by;
    }
    formulas
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::{DefaultValue, Evaluator, Model, VarId};

    /// Three variables of two bits, and constants.
    struct Small {
        dag: Dag,
        terms: Vec<ExprId>,
        variables: Vec<VarId>,
        evaluator: Evaluator,
        seed: u64,
    }

    impl Small {
        fn new() -> Small {
            let mut dag = Dag::new();
            let mut terms: Vec<ExprId> = (0..3).map(|number| dag.variable("x", number, 0, 2)).collect();
            let variables = terms.iter().map(|&term| dag.vars(term)[0]).collect();
            terms.extend((0..4).map(|value| dag.constant(value, 2)));
            Small { dag, terms, variables, evaluator: Evaluator::new(), seed: 1 }
        }

        fn draw(&mut self, bound: usize) -> usize {
            self.seed = self.seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.seed >> 33) as usize % bound
        }

        fn comparison(&mut self) -> ExprId {
            let (first, second) = (self.draw(3), self.draw(7));
            let (mut a, b) = (self.terms[first], self.terms[second]);
            if self.draw(4) == 0 {
                let shift = 3 + self.draw(4);
                a = self.dag.add(a, self.terms[shift]);
            }
            match self.draw(8) {
                0 => self.dag.slt(a, b),
                1 => self.dag.sle(a, b),
                2 => self.dag.ult(a, b),
                3 => self.dag.ult(b, a),
                4 => self.dag.ule(b, a),
                5 => self.dag.eq(a, b),
                6 => self.dag.ne(a, b),
                _ => self.dag.slt(b, a),
            }
        }

        /// Where all formulas hold, as a set of the 64 points.
        fn points(&mut self, formulas: &[ExprId]) -> u64 {
            let mut points = 0;
            for point in 0..64u64 {
                let mut model = Model::new(DefaultValue::Zero);
                for (position, &variable) in self.variables.iter().enumerate() {
                    model.set(variable, point >> (2 * position) & 3);
                }
                let holds = formulas.iter().all(|&formula| self.evaluator.holds(&self.dag, formula, &model));
                points |= u64::from(holds) << point;
            }
            points
        }
    }

    /// Whatever is said to follow from random comparisons does, and reasons for a contradiction are enough for one.
    #[test]
    fn what_follows_holds_wherever_the_comparisons_do() {
        let mut small = Small::new();
        let (mut followed, mut refuted) = (0, 0);
        for _ in 0..20_000 {
            let known: Vec<ExprId> = (0..3).map(|_| small.comparison()).collect();
            let asked = small.comparison();
            if known.contains(&asked) {
                continue;
            }
            let comparisons = Comparisons::of(&small.dag, known.iter().copied());
            if comparisons.imply(&small.dag, asked) {
                followed += 1;
                let (given, claimed) = (small.points(&known), small.points(&[asked]));
                assert_eq!(given & !claimed, 0, "{known:?} say nothing about {asked:?}");
            }
            if let Some(mut reasons) = comparisons.refute(&small.dag, asked) {
                refuted += 1;
                assert!(reasons.iter().all(|reason| known.contains(reason)));
                reasons.push(asked);
                assert_eq!(small.points(&reasons), 0, "{reasons:?} may hold together");
            }
        }
        assert!(followed > 400 && refuted > 600, "{followed} followed, {refuted} refuted");
    }

    #[test]
    fn chains_lead_from_term_to_term_in_one_order() {
        let mut dag = Dag::new();
        let [a, b, c] = [0, 1, 2].map(|number| dag.variable("x", number, 0, 32));
        let (first, second) = (dag.sle(a, b), dag.slt(b, c));
        let comparisons = Comparisons::of(&dag, [first, second]);
        let (below, at_most, back, different) = (dag.slt(a, c), dag.sle(a, c), dag.slt(c, a), dag.ne(c, a));
        let (unsigned, first_strict) = (dag.ult(a, c), dag.slt(a, b));
        for (formula, follows) in
            [(below, true), (at_most, true), (different, true), (back, false), (unsigned, false), (first_strict, false)]
        {
            assert_eq!(comparisons.imply(&dag, formula), follows);
        }
        assert_eq!(comparisons.refute(&dag, back).map(|reasons| reasons.len()), Some(2));
    }

    #[test]
    fn numbers_lie_in_order_themselves() {
        let mut dag = Dag::new();
        let [a, b] = [0, 1].map(|number| dag.variable("x", number, 0, 32));
        let [five, nine] = [5, 9].map(|value| dag.constant(value, 32));
        let (first, second) = (dag.sle(a, b), dag.sle(b, five));
        let comparisons = Comparisons::of(&dag, [first, second]);
        let (small, smaller) = (dag.slt(a, nine), dag.slt(a, five));
        assert!(comparisons.imply(&dag, small) && !comparisons.imply(&dag, smaller));
        let large = dag.slt(nine, a);
        assert_eq!(comparisons.refute(&dag, large), Some(vec![second, first]));
    }

    #[test]
    fn bounds_alone_are_left_to_intervals() {
        let mut dag = Dag::new();
        let a = dag.variable("x", 0, 0, 32);
        let [five, nine] = [5, 9].map(|value| dag.constant(value, 32));
        let (small, large) = (dag.slt(a, five), dag.slt(nine, a));
        let comparisons = Comparisons::of(&dag, [small]);
        assert!(!comparisons.relate() && comparisons.refute(&dag, large).is_none());
    }
}
