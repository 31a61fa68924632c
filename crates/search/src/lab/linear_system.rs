//! Small dense systems of linear equations `x = A x + b` where `A` is a part of a stochastic matrix.
//!
//! Such systems (I - A is an M-matrix) need no pivoting, and elimination on them loses no digits where it matters: the
//! chains here have at most a few dozen branch states, for which a sparse solver would only add bookkeeping.

/// Equations with two right sides each.
pub struct LinearSystem {
    size: usize,
    /// Row by row: the coefficients of `I - A`, then the two right sides.
    rows: Vec<f64>,
}

const SIDES: usize = 2;

impl LinearSystem {
    /// `x = 0` for `size` unknowns.
    pub fn new(size: usize) -> LinearSystem {
        let mut system = LinearSystem { size: 0, rows: Vec::new() };
        system.reset(size);
        system
    }

    /// Back to `x = 0`, keeping the memory.
    pub fn reset(&mut self, size: usize) {
        self.size = size;
        self.rows.clear();
        self.rows.resize(size * self.width(), 0.0);
        for i in 0..size {
            let at = self.at(i, i);
            self.rows[at] = 1.0;
        }
    }

    /// Adds `factor * x[column]` to the right of the equation of `x[row]`.
    pub fn add_term(&mut self, row: usize, column: usize, factor: f64) {
        let at = self.at(row, column);
        self.rows[at] -= factor;
    }

    /// Adds a constant to one of the two right sides.
    pub fn add_constant(&mut self, row: usize, side: usize, constant: f64) {
        let at = self.at(row, self.size + side);
        self.rows[at] += constant;
    }

    /// Solves the system in place; afterwards [`LinearSystem::solution`] answers.
    pub fn solve(&mut self) {
        let (size, width) = (self.size, self.width());
        for pivot in 0..size {
            let (above, below) = self.rows.split_at_mut((pivot + 1) * width);
            let pivot_row = &above[pivot * width..];
            let scale = 1.0 / pivot_row[pivot];
            for row in below.chunks_exact_mut(width) {
                let factor = row[pivot] * scale;
                if factor != 0.0 {
                    for (cell, from) in row[pivot + 1..].iter_mut().zip(&pivot_row[pivot + 1..]) {
                        *cell -= factor * from;
                    }
                }
            }
        }
        for row in (0..size).rev() {
            for side in 0..SIDES {
                let mut value = self.rows[self.at(row, size + side)];
                for column in row + 1..size {
                    value -= self.rows[self.at(row, column)] * self.rows[self.at(column, size + side)];
                }
                let at = self.at(row, size + side);
                self.rows[at] = value / self.rows[self.at(row, row)];
            }
        }
    }

    pub fn solution(&self, row: usize, side: usize) -> f64 {
        self.rows[self.at(row, self.size + side)]
    }

    fn width(&self) -> usize {
        self.size + SIDES
    }

    fn at(&self, row: usize, column: usize) -> usize {
        row * self.width() + column
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_is_solved_exactly() {
        // x = 0.9 y + 1, y = 0.5 x + 0.25, and the same with twice the constants.
        let mut system = LinearSystem::new(2);
        system.add_term(0, 1, 0.9);
        system.add_term(1, 0, 0.5);
        for (side, scale) in [(0, 1.0), (1, 2.0)] {
            system.add_constant(0, side, scale);
            system.add_constant(1, side, 0.25 * scale);
        }
        system.solve();
        let (x, y) = (system.solution(0, 0), system.solution(1, 0));
        assert!((x - (0.9 * y + 1.0)).abs() < 1e-12 && (y - (0.5 * x + 0.25)).abs() < 1e-12);
        assert!((system.solution(0, 1) - 2.0 * x).abs() < 1e-12);
    }
}
