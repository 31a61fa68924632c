//! Linear relations between numbers that all states seen at a place satisfy (Karr; modulo powers of two: Müller-Olm and Seidl).
//!
//! What a state has in the place of some terms is a point, and what all points satisfy, `Σ cᵢ·tᵢ + c = 0` modulo 2^width, is a
//! module over the integers modulo 2^width: [`module`] has generators of it. A relation is tried on each state; one that it violates brings a
//! model, the model another point, and the module becomes smaller. So what is left holds in all states seen, wherever inputs lead them, and
//! there is nothing else of this form that does. Evenness and the like are among them: 2^(w-1)·t = 0 says that t is even.
//!
//! Relations that hold on one side of a comparison only are sought there: a loop with phases has others in each.
//!
//! Nothing rests on what is found here. They are candidates, see [`generalising`](super::generalising).

use expr::{Dag, ExprId};

/// Points beyond which there is nothing to be found.
const MOST_POINTS: usize = 40;

/// Terms of one width, and what they were in states in which a comparison is false.
#[derive(Clone, Debug)]
pub(super) struct Hull {
    terms: Vec<ExprId>,
    width: u32,
    unless: Option<ExprId>,
    /// The terms' values in some states, and 1.
    points: Vec<Vec<u64>>,
    relations: Vec<ExprId>,
}

impl Hull {
    /// The hull of nothing, about which everything can be said.
    pub fn new(dag: &mut Dag, terms: Vec<ExprId>, unless: Option<ExprId>) -> Option<Hull> {
        let width = dag.width(*terms.first()?);
        let nothing = dag.truth(false);
        let relations = vec![unless.unwrap_or(nothing)];
        (width <= 64).then_some(Hull { terms, width, unless, points: Vec::new(), relations })
    }

    /// Whether another one is of the same terms in the same states.
    pub fn is_about_the_same(&self, other: &Hull) -> bool {
        self.terms == other.terms && self.unless == other.unless
    }

    /// Formulas that hold in all states seen.
    pub fn relations(&self) -> &[ExprId] {
        &self.relations
    }

    /// Numbers whose values a point is made of.
    pub fn terms(&self) -> &[ExprId] {
        &self.terms
    }

    /// Another point is seen, which violates a relation. Without a point there is nothing left to say.
    pub fn see(&mut self, dag: &mut Dag, point: Option<Vec<u64>>) {
        match point {
            Some(mut point) if self.points.len() < MOST_POINTS => {
                point.push(1);
                self.points.push(point);
                self.relations = self.formulas(dag);
            }
            Some(_) | None => self.relations = Vec::new(),
        }
    }

    fn formulas(&self, dag: &mut Dag) -> Vec<ExprId> {
        let module = module(&self.points, self.terms.len() + 1, self.width);
        let mut formulas: Vec<ExprId> = module
            .iter()
            .map(|coefficients| {
                let relation = formula(dag, &self.terms, coefficients, self.width);
                match self.unless {
                    Some(unless) => dag.or(unless, relation),
                    None => relation,
                }
            })
            .collect();
        formulas.retain(|&formula| dag.as_const(formula).is_none());
        formulas
    }
}

/// `Σ cᵢ·tᵢ + c = 0`, with what is taken away on the other side, and without the powers of two that all coefficients share.
fn formula(dag: &mut Dag, terms: &[ExprId], coefficients: &[u64], width: u32) -> ExprId {
    let mask = u64::MAX >> (64 - width);
    let shared = coefficients.iter().map(|c| c.trailing_zeros()).min().unwrap_or(0).min(width - 1);
    // 2^shared times a sum is 0 where the lowest bits of the sum are.
    let (left_bits, reduced): (u32, Vec<u64>) = (width - shared, coefficients.iter().map(|c| c >> shared).collect());
    let reduced = simplest(&reduced, left_bits);
    let low = u64::MAX >> (64 - left_bits);
    let mut sides = [dag.constant(0, width); 2];
    for (index, &coefficient) in reduced.iter().enumerate() {
        let negative = coefficient > low / 2 + 1;
        let size = if negative { coefficient.wrapping_neg() & low } else { coefficient };
        let size = dag.constant((size & mask).into(), width);
        let part = match terms.get(index) {
            Some(&term) => dag.mul(size, term),
            None => size,
        };
        let side = &mut sides[usize::from(negative)];
        *side = dag.add(*side, part);
    }
    let [one, other] = sides.map(|side| dag.extract(side, 0, left_bits));
    dag.eq(one, other)
}

/// The multiple by an odd number that has the smallest coefficients: it says the same.
fn simplest(coefficients: &[u64], width: u32) -> Vec<u64> {
    let mask = u64::MAX >> (64 - width);
    let size = |all: &[u64]| -> u128 { all.iter().map(|&c| u128::from(distance(c, width))).sum() };
    let units = coefficients.iter().filter(|&&c| c % 2 == 1);
    let multiples = units.map(|&unit| -> Vec<u64> {
        let inverse = inverse(unit);
        coefficients.iter().map(|c| c.wrapping_mul(inverse) & mask).collect()
    });
    let own: Vec<u64> = coefficients.iter().map(|c| c & mask).collect();
    multiples.chain([own]).min_by_key(|multiple| size(multiple)).unwrap_or_default()
}

/// How far a number is from 0, going round.
fn distance(value: u64, width: u32) -> u64 {
    value.min(value.wrapping_neg() & (u64::MAX >> (64 - width)))
}

/// Of an odd number, modulo 2^64.
fn inverse(odd: u64) -> u64 {
    // Each step doubles the bits that are right, of which there are three at first.
    (0..5).fold(odd, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse))))
}

/// Generators of all coefficients `c` with `Σ cᵢ·pᵢ = 0` modulo 2^width for each of the points.
///
/// Columns are combined until each row has one entry: those of least valuation divide all others, so nothing is lost.
fn module(points: &[Vec<u64>], columns: usize, width: u32) -> Vec<Vec<u64>> {
    let mask = u64::MAX >> (64 - width);
    let mut rows: Vec<Vec<u64>> = points.to_vec();
    // What each column of the rows is a combination of.
    let mut made_of: Vec<Vec<u64>> =
        (0..columns).map(|column| (0..columns).map(|other| u64::from(other == column)).collect()).collect();
    let mut valuations = Vec::new();
    while valuations.len() < columns.min(rows.len()) {
        let done = valuations.len();
        let entries = (done..rows.len()).flat_map(|row| (done..columns).map(move |column| (row, column)));
        let least = entries
            .filter(|&(row, column)| rows[row][column] != 0)
            .min_by_key(|&(row, column)| (rows[row][column].trailing_zeros(), distance(rows[row][column], width)));
        let Some((row, column)) = least else { break };
        rows.swap(done, row);
        rows.iter_mut().for_each(|row| row.swap(done, column));
        made_of.swap(done, column);
        let pivot = rows[done][done];
        let valuation = pivot.trailing_zeros();
        let unit = inverse(pivot >> valuation);
        let of_pivot = made_of[done].clone();
        for column in done + 1..columns {
            let factor = (rows[done][column] >> valuation).wrapping_mul(unit);
            if factor == 0 {
                continue;
            }
            for row in &mut rows[done..] {
                row[column] = row[column].wrapping_sub(factor.wrapping_mul(row[done])) & mask;
            }
            for (entry, &of_pivot) in made_of[column].iter_mut().zip(&of_pivot) {
                *entry = entry.wrapping_sub(factor.wrapping_mul(of_pivot)) & mask;
            }
        }
        valuations.push(valuation);
        // The row has one entry, by multiples of which those below it vanish.
        for row in &mut rows[done + 1..] {
            row[done] = 0;
        }
    }
    let generators = made_of.into_iter().enumerate().filter_map(|(index, combination)| match valuations.get(index) {
        None => Some(combination),
        Some(0) => None,
        Some(valuation) => Some(combination.iter().map(|c| (c << (width - valuation)) & mask).collect()),
    });
    generators.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::{Lab, condition, straight};

    /// All coefficients that relate all points.
    fn brute(points: &[Vec<u64>], columns: u32, width: u32) -> Vec<Vec<u64>> {
        let size = 1u64 << width;
        let all = (0..size.pow(columns))
            .map(|number| (0..columns).map(|c| number / size.pow(c) % size).collect::<Vec<u64>>());
        let sum = |c: &[u64], p: &[u64]| c.iter().zip(p).map(|(c, p)| c * p).sum::<u64>() % size;
        all.filter(|c| points.iter().all(|p| sum(c, p) == 0)).collect()
    }

    /// All multiples and sums of generators.
    fn spanned(generators: &[Vec<u64>], columns: u32, width: u32) -> Vec<Vec<u64>> {
        let size = 1u64 << width;
        let mut all = vec![vec![0; columns as usize]];
        for generator in generators {
            let multiples = 0..size;
            let next = multiples.flat_map(|m| {
                all.iter()
                    .map(|sum| sum.iter().zip(generator).map(|(s, g)| (s + m * g) % size).collect::<Vec<u64>>())
                    .collect::<Vec<_>>()
            });
            let mut next: Vec<Vec<u64>> = next.collect();
            next.sort_unstable();
            next.dedup();
            all = next;
        }
        all
    }

    #[test]
    fn the_module_is_all_that_relates_the_points() {
        let mut seed = 1u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        for _ in 0..400 {
            let (width, count) = (2 + random(2) as u32, random(4) as usize);
            let points: Vec<Vec<u64>> = (0..count).map(|_| vec![random(1 << width), random(1 << width), 1]).collect();
            let mut expected = brute(&points, 3, width);
            expected.sort_unstable();
            assert_eq!(spanned(&module(&points, 3, width), 3, width), expected, "{points:?} of {width} bits");
        }
    }

    #[test]
    fn an_inverse_is_one() {
        for odd in [1, 3, 5, 7, 9, 0xffff_ffff_ffff_ffff, 0x1234_5678_9abc_def1] {
            assert_eq!(inverse(odd).wrapping_mul(odd), 1);
        }
    }

    #[test]
    fn relations_are_said_simply() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let (x, n) = (lab.x, lab.n);
        let dag = &mut lab.machine.dag;
        // 2·x - n = 0, times three.
        let found = formula(dag, &[x, n], &[6, 3u64.wrapping_neg() & 0xffff_ffff, 0], 32);
        let two = dag.constant(2, 32);
        let twice = dag.mul(two, x);
        let expected = dag.eq(twice, n);
        // 2^31·x + 2^31 = 0: x is odd.
        let is_odd = formula(dag, &[x], &[1 << 31, 1 << 31], 32);
        let odd = dag.extract(x, 0, 1);
        lab.assert_means(&condition(&[found]).conjuncts, expected);
        lab.assert_means(&condition(&[is_odd]).conjuncts, odd);
    }
}
