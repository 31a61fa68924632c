//! Random queries over all operators and widths, for tests. The seed is fixed, so a failure is repeatable.

use crate::backend::conformance::{apply, is_expensive};
use expr::{BinaryOp, Dag, ExprId, FloatBin, FloatCmp, FloatFormat, Rounding};

const WIDTHS: [u32; 8] = [1, 4, 8, 13, 16, 32, 64, 80];

pub struct Generator {
    random: u64,
}

impl Generator {
    pub fn new(seed: u64) -> Generator {
        Generator { random: seed | 1 }
    }

    /// A few constraints; some of them bound the same expression, as those of loops do.
    pub fn query(&mut self, dag: &mut Dag) -> Vec<ExprId> {
        let depth = 1 + self.next(3) as u32;
        let mut constraints: Vec<ExprId> = (0..1 + self.next(4)).map(|_| self.expression(dag, 1, depth)).collect();
        if self.next(3) == 0 {
            let width = WIDTHS[self.next(WIDTHS.len())];
            let [bounded, other] = [depth - 1, 0].map(|depth| self.expression(dag, width, depth));
            for _ in 0..2 + self.next(3) {
                let op = [BinaryOp::Eq, BinaryOp::Ult, BinaryOp::Slt][self.next(3)];
                let bound = if self.next(4) == 0 { other } else { self.constant(dag, width) };
                let compared = apply(dag, op, bounded, bound);
                constraints.push(if self.next(2) == 0 { compared } else { dag.not(compared) });
            }
        }
        constraints
    }

    /// A few conditions about floats of 16 bits, of which other solvers decide most too.
    pub fn float_query(&mut self, dag: &mut Dag) -> Vec<ExprId> {
        let compared = |generator: &mut Generator, dag: &mut Dag| {
            let format = [FloatFormat::Half, FloatFormat::BFloat][generator.next(2)];
            let [a, b] = [2, 1].map(|depth| generator.float(dag, format, depth));
            let holds = match generator.next(6) {
                0 => dag.fis_nan(format, a),
                1 => dag.eq(a, b),
                other => dag.fcompare(FloatCmp::ALL[other % 3], format, a, b),
            };
            if generator.next(2) == 0 { holds } else { dag.not(holds) }
        };
        (0..1 + self.next(4)).map(|_| compared(self, dag)).collect()
    }

    fn float(&mut self, dag: &mut Dag, format: FloatFormat, depth: u32) -> ExprId {
        if depth == 0 {
            let small = self.next(40) as u128;
            return match self.next(6) {
                0 => dag.constant(format.infinity() - 2 + small % 5, 16),
                1 => {
                    let integer = dag.constant(small, 8);
                    dag.f_from_int(integer, true, format)
                }
                2 => self.constant(dag, 16),
                _ => dag.variable("v", small as u32 % 3, 0, 16),
            };
        }
        let below = |generator: &mut Generator, dag: &mut Dag| generator.float(dag, format, depth - 1);
        let a = below(self, dag);
        match self.next(12) {
            0 => dag.fsqrt(format, a),
            1 => dag.fround(format, Rounding::ALL[self.next(5)], a),
            2 => dag.fneg(format, a),
            3 => dag.fabs(format, a),
            4 => {
                let signed = self.next(2) == 0;
                let integer = dag.f_to_int(format, a, 12, signed);
                dag.f_from_int(integer, signed, format)
            }
            5 => {
                let other = if format == FloatFormat::Half { FloatFormat::BFloat } else { FloatFormat::Half };
                let converted = dag.fconvert(format, other, a);
                dag.fconvert(other, format, converted)
            }
            6 => {
                let (b, c) = (below(self, dag), below(self, dag));
                let less = dag.flt(format, a, b);
                dag.ite(less, c, a)
            }
            7 => {
                let (b, c) = (below(self, dag), below(self, dag));
                dag.fma(format, a, b, c)
            }
            other => {
                let b = below(self, dag);
                let op = [FloatBin::Add, FloatBin::Sub, FloatBin::Mul, FloatBin::Div][other % 4];
                dag.fbin(op, format, a, b)
            }
        }
    }

    pub fn next(&mut self, below: usize) -> usize {
        // Xorshift.
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) as usize % below
    }

    fn constant(&mut self, dag: &mut Dag, width: u32) -> ExprId {
        let small = self.next(9) as u128;
        let value = match self.next(4) {
            0 => small,
            1 => u128::MAX - small,
            2 => (u128::MAX >> (129 - width.max(2))).wrapping_add(small),
            _ => (self.next(usize::MAX) as u128) << 32 | self.next(usize::MAX) as u128,
        };
        dag.constant(value, width)
    }

    fn leaf(&mut self, dag: &mut Dag, width: u32) -> ExprId {
        if self.next(3) == 0 {
            return self.constant(dag, width);
        }
        let instance = self.next(3) as u32;
        if width <= 64 {
            return dag.variable("v", instance, 0, width);
        }
        let (high, low) = (dag.variable("v", instance, 8, width - 64), dag.variable("v", instance, 0, 64));
        dag.concat(high, low)
    }

    /// An expression of the width, at most `depth` levels deep.
    fn expression(&mut self, dag: &mut Dag, width: u32, depth: u32) -> ExprId {
        if depth == 0 {
            return self.leaf(dag, width);
        }
        match self.next(12) {
            0 => {
                let a = self.expression(dag, width, depth - 1);
                if self.next(2) == 0 { dag.not(a) } else { dag.neg(a) }
            }
            1 => {
                let from = self.narrower(width);
                let a = self.expression(dag, from, depth - 1);
                if self.next(2) == 0 { dag.zext(a, width) } else { dag.sext(a, width) }
            }
            2 => {
                let from = self.wider(width);
                let a = self.expression(dag, from, depth - 1);
                let lo = self.next((from - width) as usize + 1) as u32;
                dag.extract(a, lo, width)
            }
            3 if width > 1 => {
                let low_width = 1 + self.next(width as usize - 1) as u32;
                let low = self.expression(dag, low_width, depth - 1);
                let high = self.expression(dag, width - low_width, depth - 1);
                dag.concat(high, low)
            }
            4 => {
                let c = self.expression(dag, 1, depth - 1);
                let t = self.expression(dag, width, depth - 1);
                let f = self.expression(dag, width, depth - 1);
                dag.ite(c, t, f)
            }
            5 if width.is_multiple_of(8) => self.read(dag, width / 8, depth - 1),
            _ if width == 1 && self.next(3) > 0 => {
                let of = WIDTHS[self.next(WIDTHS.len())];
                let op = [BinaryOp::Eq, BinaryOp::Ult, BinaryOp::Slt][self.next(3)];
                self.binary(dag, op, of, depth)
            }
            _ => {
                // Division and multiplication of wide words make queries that take minutes.
                let ops: Vec<BinaryOp> = BinaryOp::ALL
                    .into_iter()
                    .filter(|op| !op.is_comparison())
                    .filter(|op| width <= 16 || !is_expensive(*op))
                    .collect();
                let op = ops[self.next(ops.len())];
                self.binary(dag, op, width, depth)
            }
        }
    }

    fn binary(&mut self, dag: &mut Dag, op: BinaryOp, width: u32, depth: u32) -> ExprId {
        let a = self.expression(dag, width, depth - 1);
        let b = self.expression(dag, width, depth - 1);
        apply(dag, op, a, b)
    }

    fn read(&mut self, dag: &mut Dag, bytes: u32, depth: u32) -> ExprId {
        let len = bytes.max(4) + self.next(20) as u32;
        let contents: Vec<ExprId> = (0..len).map(|_| self.leaf(dag, 8)).collect();
        let mut array = dag.array(&contents);
        for _ in 0..self.next(3) {
            let width = [8, 16, 32][self.next(3)];
            let offset = self.offset(dag, len - width / 8, depth);
            let value = self.expression(dag, width, depth.min(1));
            array = dag.write(array, offset, value);
        }
        let offset = self.offset(dag, len - bytes, depth);
        dag.read(array, offset, bytes)
    }

    /// At most `last`: accesses are in range by construction, and simplification relies on it.
    fn offset(&mut self, dag: &mut Dag, last: u32, depth: u32) -> ExprId {
        let index = match self.next(3) {
            0 => self.leaf(dag, 64),
            aligned => {
                let index = self.expression(dag, 8, depth.min(1));
                let index = dag.zext(index, 64);
                let step = dag.constant(if aligned == 1 { 4 } else { 1 }, 64);
                dag.mul(index, step)
            }
        };
        let count = dag.constant(last as u128 + 1, 64);
        dag.urem(index, count)
    }

    fn narrower(&mut self, width: u32) -> u32 {
        1 + self.next(width as usize) as u32
    }

    fn wider(&mut self, width: u32) -> u32 {
        width + self.next((90 - width) as usize) as u32
    }
}
