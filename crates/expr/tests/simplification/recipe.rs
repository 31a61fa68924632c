//! Random constructions, carried out twice: by the constructors of the crate and on reference values.
//!
//! A recipe is a list of plain numbers, so that a failing one shrinks. Each step makes one value (or a few) from earlier
//! ones; operands are often constants with a meaning, negations of each other, or pieces of one value, because that is
//! where rules apply.
//!
//! Long because each kind of step stands here once with both of its sides, which are to be read together.

use crate::bits::Bits;
use expr::{
    ArrayId, Dag, DefaultValue, ExprId, FloatBin, FloatCmp, FloatFormat, Gives, MathFunction, Model, Rounding, VarId,
    float,
};
use proptest::prelude::*;

/// How many assignments every value is computed for.
pub const MODELS: usize = 4;
const VARIABLES: usize = 6;
const WIDTHS: [u32; 16] = [1, 1, 1, 8, 8, 8, 8, 16, 16, 32, 32, 32, 64, 64, 80, 128];

#[derive(Clone, Debug)]
pub struct Step {
    operation: u8,
    operands: [u16; 3],
    width: u8,
    number: u64,
}

pub fn step() -> impl Strategy<Value = Step> {
    (any::<u8>(), any::<[u16; 3]>(), any::<u8>(), any::<u64>()).prop_map(|(operation, operands, width, number)| Step {
        operation,
        operands,
        width,
        number,
    })
}

/// Values of the variables in each model: some small, some at the edges, some anything.
pub fn assignment() -> impl Strategy<Value = [[u64; VARIABLES]; MODELS]> {
    let value = prop_oneof![0..4u64, Just(u64::MAX), Just(1 << 63), Just(0x7f), any::<u64>()];

    prop::array::uniform4(prop::array::uniform6(value))
}

/// An expression and its value in each model.
#[derive(Clone)]
pub struct Made {
    pub expr: ExprId,
    pub values: [Bits; MODELS],
}

struct MadeArray {
    array: ArrayId,
    contents: [Vec<Bits>; MODELS],
}

/// A symbolic offset below `limit`.
#[derive(Clone)]
struct Offset {
    made: Made,
    limit: u64,
}

pub struct Kitchen {
    pub dag: Dag,
    pub models: [Model; MODELS],
    assignment: [[u64; VARIABLES]; MODELS],
    pub pool: Vec<Made>,
    arrays: Vec<MadeArray>,
    offsets: Vec<Offset>,
}

impl Kitchen {
    pub fn new(assignment: [[u64; VARIABLES]; MODELS]) -> Kitchen {
        Kitchen {
            dag: Dag::new(),
            models: std::array::from_fn(|_| Model::new(DefaultValue::Zero)),
            assignment,
            pool: Vec::new(),
            arrays: Vec::new(),
            offsets: Vec::new(),
        }
    }

    fn push(&mut self, expr: ExprId, value: impl Fn(usize) -> Bits) {
        let made = self.made(expr, value);
        self.pool.push(made);
    }

    fn made(&self, expr: ExprId, value: impl Fn(usize) -> Bits) -> Made {
        Made { expr, values: std::array::from_fn(value) }
    }

    fn constant(&mut self, value: u128, width: u32) -> Made {
        let expr = self.dag.constant(value, width);
        self.made(expr, |_| Bits::new(value, width))
    }

    /// Constants with a meaning: edges of ranges, masks, powers of two, bytes.
    fn meaningful(&mut self, choice: u16, width: u32) -> Made {
        let bit = 1u128 << (choice as u32 / 16 % width);
        let value = match choice % 16 {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3 => 1 << (width - 1),
            4 => (1 << (width - 1)) - 1,
            5 => bit,
            6 => bit - 1,
            7 => bit.wrapping_neg(),
            8 => 0xff,
            9 => 0xff << (width / 2),
            10 => bit | 1,
            11 => bit + 1,
            12 => (1u128 << (width - 1)) + 1,
            13 => width as u128,
            _ => (choice / 16) as u128,
        };
        self.constant(value, width)
    }

    fn variable(&mut self, choice: u16, width: u32) -> Made {
        let (index, width) = (choice as usize % VARIABLES, width.min(64));
        let expr = self.dag.variable("x", index as u32, 0, width);
        let &[v] = self.dag.vars(expr) else { panic!("a variable mentions itself") };
        for (model, values) in self.models.iter_mut().zip(&self.assignment) {
            model.set(v, values[index]);
        }
        let assignment = self.assignment;
        self.made(expr, |m| Bits::new(assignment[m][index] as u128, width))
    }

    /// Something of the given width: an earlier value, cut or extended if need be, a constant or a variable.
    fn operand(&mut self, choice: u16, width: u32) -> Made {
        let (kind, choice) = (choice % 8, choice / 8);
        if kind == 0 || self.pool.is_empty() {
            return self.meaningful(choice, width);
        }
        if kind == 1 && width <= 64 {
            return self.variable(choice, width);
        }
        let fitting: Vec<usize> = (0..self.pool.len()).filter(|&i| self.pool[i].values[0].width() == width).collect();
        if kind < 7 && !fitting.is_empty() {
            // Recent values are more interesting than old ones.
            let back = (choice as usize % fitting.len()).min(choice as usize / 64 % fitting.len());
            return self.pool[fitting[fitting.len() - 1 - back]].clone();
        }
        let made = self.pool[choice as usize % self.pool.len()].clone();
        let found = made.values[0].width();
        if found >= width {
            let lo = if choice.is_multiple_of(2) { 0 } else { choice as u32 % (found - width + 1) };
            let expr = self.dag.extract(made.expr, lo, width);
            self.made(expr, |m| made.values[m].extract(lo, width))
        } else if choice.is_multiple_of(2) {
            let expr = self.dag.zext(made.expr, width);
            self.made(expr, |m| made.values[m].zext(width))
        } else {
            let expr = self.dag.sext(made.expr, width);
            self.made(expr, |m| made.values[m].sext(width))
        }
    }

    fn binary(&mut self, (a, b): (&Made, &Made), build: Build, compute: Compute) -> Made {
        let expr = build(&mut self.dag, a.expr, b.expr);
        self.made(expr, |m| compute(&a.values[m], &b.values[m]))
    }

    pub fn cook(&mut self, step: &Step) {
        let width = WIDTHS.get(step.width as usize % 20).copied().unwrap_or(step.width as u32 % 128 + 1);
        let a = self.operand(step.operands[0], width);
        let b = self.operand(step.operands[1], width);
        let number = step.number;
        match step.operation % 76 {
            0 => {
                let made = self.constant(number as u128 * number as u128, width);
                self.pool.push(made);
            }
            1..=2 => {
                let made = self.variable(number as u16, width);
                self.pool.push(made);
            }
            3..=4 => {
                let expr = self.dag.not(a.expr);
                self.push(expr, |m| a.values[m].not());
            }
            5 => {
                let expr = self.dag.neg(a.expr);
                self.push(expr, |m| a.values[m].neg());
            }
            6..=33 => {
                let (build, compute) = BINARY[(step.operation % 76 - 6) as usize % BINARY.len()];
                let made = self.binary((&a, &b), build, compute);
                self.pool.push(made);
            }
            34..=35 => {
                let lo = number as u32 % width;
                let kept = (number >> 32) as u32 % (width - lo) + 1;
                let expr = self.dag.extract(a.expr, lo, kept);
                self.push(expr, |m| a.values[m].extract(lo, kept));
            }
            36..=37 => {
                let to = width + number as u32 % (129 - width);
                if step.operation % 76 == 36 {
                    let expr = self.dag.zext(a.expr, to);
                    self.push(expr, |m| a.values[m].zext(to));
                } else {
                    let expr = self.dag.sext(a.expr, to);
                    self.push(expr, |m| a.values[m].sext(to));
                }
            }
            38..=39 if width < 128 => {
                let low = self.operand(step.operands[2], number as u32 % (128 - width) + 1);
                let expr = self.dag.concat(a.expr, low.expr);
                self.push(expr, |m| a.values[m].concat(&low.values[m]));
            }
            40..=42 => self.conditional(step.operands[2], &a, &b),
            43 => self.conditional_again(&a, &b),
            44..=46 => self.take_apart(&a, number, step.operation % 76 == 46),
            47 => self.shifted_union(number, step.operands),
            48..=49 => self.list_array(number, step.operands),
            50..=52 => self.write(number, step.operands),
            53..=55 => self.read(number, step.operands),
            56..=63 => self.float(number, step.operands),
            64..=69 => self.related(&a, &b, number),
            70..=73 => self.unary_first(&a, &b, number),
            74 if width <= 64 => self.common_upper_part(&a, &b, step.operands[2], number),
            75 => self.equalities(&a, number),
            _ => {}
        }
    }

    fn conditional(&mut self, choice: u16, a: &Made, b: &Made) {
        let c = self.operand(choice, 1);
        let expr = self.dag.ite(c.expr, a.expr, b.expr);
        self.push(expr, |m| if c.values[m].is_zero() { b.values[m].clone() } else { a.values[m].clone() });
    }

    /// Nests the last conditions and compares operands with each other.
    fn conditional_again(&mut self, a: &Made, b: &Made) {
        let equal = self.binary((a, b), Dag::eq, |x, y| Bits::truth(x == y));
        let expr = self.dag.ite(equal.expr, a.expr, b.expr);
        let values = a.values.clone();
        self.push(expr, |m| if equal.values[m].is_zero() { b.values[m].clone() } else { values[m].clone() });
    }

    /// An operation whose result meets one of its operands again.
    fn related(&mut self, a: &Made, b: &Made, number: u64) {
        let inner = self.binary_by_number((a, b), number);
        let outer = if number & 1 << 40 == 0 { a } else { b };
        if inner.values[0].width() == outer.values[0].width() {
            let pair = if number & 1 << 41 == 0 { (&inner, outer) } else { (outer, &inner) };
            let made = self.binary_by_number(pair, number >> 16);
            self.pool.push(made);
        }
        self.pool.push(inner);
    }

    /// An operation on complements or negatives of its operands.
    fn unary_first(&mut self, a: &Made, b: &Made, number: u64) {
        let [a, b] = [(a, 40), (b, 42)].map(|(made, bit)| match number >> bit & 3 {
            0 => made.clone(),
            1 | 2 => {
                let expr = self.dag.not(made.expr);
                self.made(expr, |m| made.values[m].not())
            }
            _ => {
                let expr = self.dag.neg(made.expr);
                self.made(expr, |m| made.values[m].neg())
            }
        });
        let made = self.binary_by_number((&a, &b), number);
        self.pool.push(made);
    }

    /// An operation on two concatenations with the same upper part.
    fn common_upper_part(&mut self, a: &Made, b: &Made, choice: u16, number: u64) {
        let other = self.operand(choice, b.values[0].width());
        let concat = |x: &Bits, y: &Bits| x.concat(y);
        let (first, second) = (self.binary((a, b), Dag::concat, concat), self.binary((a, &other), Dag::concat, concat));
        let made = self.binary_by_number((&first, &second), number);
        self.pool.push(made);
    }

    /// Conditions on one value: equal to some constants, different from others.
    fn equalities(&mut self, a: &Made, number: u64) {
        let width = a.values[0].width();
        let (k, l) = (self.meaningful(number as u16, width), self.meaningful((number >> 16) as u16, width));
        let first = self.binary((a, &k), Dag::eq, |x, y| Bits::truth(x == y));
        let second = if number & 1 << 40 == 0 {
            self.binary((a, &l), Dag::eq, |x, y| Bits::truth(x == y))
        } else {
            self.binary((a, &l), Dag::ne, |x, y| Bits::truth(x != y))
        };
        let made = self.binary((&first, &second), Dag::and, Bits::and);
        self.pool.push(made);
    }

    fn binary_by_number(&mut self, operands: (&Made, &Made), number: u64) -> Made {
        let (build, compute) = BINARY[number as usize % BINARY.len()];
        self.binary(operands, build, compute)
    }

    /// Pieces of a value, put together again.
    fn take_apart(&mut self, a: &Made, number: u64, from_the_top: bool) {
        let width = a.values[0].width();
        let piece = if width.is_multiple_of(8) { 8 } else { number as u32 % width + 1 };
        let starts: Vec<u32> = (0..width).step_by(piece as usize).collect();
        let pieces: Vec<ExprId> =
            starts.iter().map(|&lo| self.dag.extract(a.expr, lo, piece.min(width - lo))).collect();
        let expr = if from_the_top {
            let mut from_top = pieces.iter().rev();
            let first = *from_top.next().expect("at least one piece");
            from_top.fold(first, |high, &low| self.dag.concat(high, low))
        } else if width.is_multiple_of(8) {
            self.dag.concat_bytes(&pieces)
        } else {
            pieces[1..].iter().fold(pieces[0], |low, &high| self.dag.concat(high, low))
        };
        self.push(expr, |m| a.values[m].clone());
    }

    /// `(a << n) | b` and `(a << n) + b`, as C programs put bytes together, and `((a << n) + k) & (-1 << n)`, as they align addresses.
    fn shifted_union(&mut self, number: u64, [p, q, _]: [u16; 3]) {
        let (a, b) = (self.operand(p, 8), self.operand(q, 8));
        let (wide_a, wide_b) = (self.dag.zext(a.expr, 32), self.dag.zext(b.expr, 32));
        let distance = (number % 25) as u32;
        let by = self.dag.constant(distance as u128, 32);
        let shifted = self.dag.shl(wide_a, by);
        let add = number & 1 << 32 != 0;
        let expr = if add { self.dag.add(shifted, wide_b) } else { self.dag.or(shifted, wide_b) };
        let compute = |m: usize| {
            let (x, y) = (a.values[m].value() << distance, b.values[m].value());
            Bits::new(if add { x + y } else { x | y }, 32)
        };
        self.push(expr, compute);

        let (added, mask) = ((number >> 33) as u128 % 0x1_0000, (0xffff_ffff << distance) & 0xffff_ffff);
        let [constant, kept] = [added, mask].map(|bits| self.dag.constant(bits, 32));
        let sum = self.dag.add(shifted, constant);
        let rounded = self.dag.and(sum, kept);
        self.push(rounded, |m| Bits::new(((a.values[m].value() << distance) + added) & mask, 32));
    }

    fn list_array(&mut self, number: u64, operands: [u16; 3]) {
        let len = number as usize % 12 + 1;
        let all_equal = number & 7 << 32 == 0;
        let bytes: Vec<Made> = (0..len)
            .map(|i| {
                self.operand(
                    operands[if all_equal { 0 } else { i % 3 }].wrapping_add(if all_equal { 0 } else { i as u16 * 8 }),
                    8,
                )
            })
            .collect();
        let exprs: Vec<ExprId> = bytes.iter().map(|byte| byte.expr).collect();
        let array = self.dag.array(&exprs);
        let contents = std::array::from_fn(|m| bytes.iter().map(|byte| byte.values[m].clone()).collect());
        self.arrays.push(MadeArray { array, contents });
    }

    /// An offset for an access of some bytes: constant (in range or not), or symbolic and in range.
    fn offset(&mut self, len: u64, bytes: u64, number: u64, choice: u16) -> Option<Made> {
        if number.is_multiple_of(3) || bytes > len {
            return Some(self.constant((number / 3 % 16) as u128, 64));
        }
        let room = len - bytes + 1;
        let mut base = None;
        if number.is_multiple_of(2) {
            base = self.offsets.iter().rev().find(|offset| offset.limit <= room).cloned();
        }
        let base = match base {
            Some(base) => base,
            None => {
                let limit = room.min(number / 4 % 8 + 1);
                let byte = self.operand(choice, 8);
                let wide = self.dag.zext(byte.expr, 64);
                let divisor = self.dag.constant(limit as u128, 64);
                let expr = self.dag.urem(wide, divisor);
                let made = self.made(expr, |m| Bits::new(byte.values[m].value() % limit as u128, 64));
                self.offsets.push(Offset { made: made.clone(), limit });
                Offset { made, limit }
            }
        };
        let extra = number / 64 % (room - base.limit + 1);
        let addend = self.dag.constant(extra as u128, 64);
        let expr = self.dag.add(base.made.expr, addend);
        Some(self.made(expr, |m| Bits::new(base.made.values[m].value() + extra as u128, 64)))
    }

    fn write(&mut self, number: u64, operands: [u16; 3]) {
        let Some(target) = self.arrays.len().checked_sub(1 + operands[2] as usize % 2) else { return };
        let len = self.arrays[target].contents[0].len() as u64;
        let bytes = 1 << (number % 3);
        let value = self.operand(operands[0], 8 * bytes as u32);
        let Some(offset) = self.offset(len, bytes, number / 4, operands[1]) else { return };
        let array = self.dag.write(self.arrays[target].array, offset.expr, value.expr);
        let contents = std::array::from_fn(|m| {
            let mut contents = self.arrays[target].contents[m].clone();
            for i in 0..bytes as usize {
                let place = offset.values[m].value() as usize + i;
                if place < contents.len() {
                    contents[place] = value.values[m].extract(8 * i as u32, 8);
                }
            }
            contents
        });
        self.arrays.push(MadeArray { array, contents });
    }

    fn read(&mut self, number: u64, operands: [u16; 3]) {
        let Some(source) = self.arrays.len().checked_sub(1 + operands[2] as usize % 2) else { return };
        let len = self.arrays[source].contents[0].len() as u64;
        let bytes = if number & 1 << 40 == 0 { 1 << (number % 3) } else { len.min(16) };
        let Some(offset) = self.offset(len, bytes, number / 4, operands[1]) else { return };
        let expr = self.dag.read(self.arrays[source].array, offset.expr, bytes as u32);
        let values: [Bits; MODELS] = std::array::from_fn(|m| {
            let contents = &self.arrays[source].contents[m];
            let start = offset.values[m].value() as usize;
            let byte = |i| contents.get(start + i).cloned().unwrap_or(Bits::new(0, 8));
            (1..bytes as usize).fold(byte(0), |low, i| byte(i).concat(&low))
        });
        self.pool.push(Made { expr, values });
    }

    fn float(&mut self, number: u64, operands: [u16; 3]) {
        let format = FloatFormat::ALL[(number % 6) as usize];
        let width = format.width();
        let [a, b, c] = operands.map(|choice| self.float_operand(choice, format));
        let value = |made: &Made, m: usize| made.values[m].value();
        let signed = number & 1 << 20 != 0;
        match number / 8 % 16 {
            0..=3 => {
                let op = FloatBin::ALL[(number >> 32) as usize % 5];
                let expr = self.dag.fbin(op, format, a.expr, b.expr);
                self.push(expr, |m| Bits::new(float::binary(op, format, value(&a, m), value(&b, m)), width));
            }
            4..=7 => {
                let op = FloatCmp::ALL[(number >> 32) as usize % 3];
                let expr = self.dag.fcompare(op, format, a.expr, b.expr);
                self.push(expr, |m| Bits::truth(float::compare(op, format, value(&a, m), value(&b, m))));
            }
            8 => {
                let expr = self.dag.fsqrt(format, a.expr);
                self.push(expr, |m| Bits::new(float::sqrt(format, value(&a, m)), width));
            }
            9 => {
                let expr = self.dag.fma(format, a.expr, b.expr, c.expr);
                self.push(expr, |m| Bits::new(float::fma(format, value(&a, m), value(&b, m), value(&c, m)), width));
            }
            10 => {
                let mode = Rounding::ALL[(number >> 32) as usize % 5];
                let expr = self.dag.fround(format, mode, a.expr);
                self.push(expr, |m| Bits::new(float::round(format, mode, value(&a, m)), width));
            }
            11 => {
                let expr = self.dag.fis_nan(format, a.expr);
                self.push(expr, |m| Bits::truth(float::is_nan(format, value(&a, m))));
            }
            12 => {
                let expr = self.dag.fneg(format, a.expr);
                let sign = 1 << (width - 1);
                self.push(expr, |m| Bits::new(value(&a, m) ^ sign, width));
            }
            13 => {
                let expr = self.dag.fabs(format, a.expr);
                self.push(expr, |m| Bits::new(value(&a, m), width - 1).zext(width));
            }
            14 if number & 1 << 40 != 0 && MathFunction::FORMATS.contains(&format) => {
                let function = MathFunction::ALL[(number >> 41) as usize % MathFunction::ALL.len()];
                let gives = if signed { Gives::Error } else { Gives::Value };
                let expr = self.dag.fcall(function, gives, format, [a.expr, b.expr]);
                self.push(expr, |m| {
                    Bits::new(function.value(gives, format, value(&a, m), value(&b, m)), gives.width(format))
                });
            }
            14 => {
                let to = FloatFormat::ALL[(number >> 32) as usize % 6];
                let expr = self.dag.fconvert(format, to, a.expr);
                self.push(expr, |m| Bits::new(float::convert(format, to, value(&a, m)), to.width()));
            }
            _ => {
                let bits = (number >> 32) as u32 % 128 + 1;
                let expr = self.dag.f_to_int(format, a.expr, bits, signed);
                self.push(expr, |m| Bits::new(float::to_int(format, value(&a, m), bits, signed), bits));
            }
        }
    }

    /// A pattern of a format: any value, a converted integer, or a converted float.
    fn float_operand(&mut self, choice: u16, format: FloatFormat) -> Made {
        let rest = choice / 4;
        match choice % 4 {
            0 => {
                let (bits, signed) = (WIDTHS[rest as usize % 16], rest & 16 != 0);
                let integer = self.operand(rest / 8, bits);
                let expr = self.dag.f_from_int(integer.expr, signed, format);
                self.made(expr, |m| {
                    Bits::new(float::from_int(integer.values[m].value(), bits, signed, format), format.width())
                })
            }
            1 => {
                let from = FloatFormat::ALL[rest as usize % 6];
                let source = self.operand(rest / 6, from.width());
                let expr = self.dag.fconvert(from, format, source.expr);
                self.made(expr, |m| Bits::new(float::convert(from, format, source.values[m].value()), format.width()))
            }
            _ => self.operand(rest, format.width()),
        }
    }

    /// Every variable with its value in one model.
    pub fn variables(&self, model: usize) -> impl Iterator<Item = (VarId, u64)> + '_ {
        self.models[model].iter()
    }
}

type Build = fn(&mut Dag, ExprId, ExprId) -> ExprId;
type Compute = fn(&Bits, &Bits) -> Bits;

const BINARY: [(Build, Compute); 23] = [
    (Dag::and, Bits::and),
    (Dag::or, Bits::or),
    (Dag::xor, Bits::xor),
    (Dag::add, Bits::add),
    (Dag::sub, Bits::sub),
    (Dag::mul, Bits::mul),
    (Dag::udiv, Bits::udiv),
    (Dag::sdiv, Bits::sdiv),
    (Dag::urem, Bits::urem),
    (Dag::srem, Bits::srem),
    (Dag::shl, Bits::shl),
    (Dag::lshr, Bits::lshr),
    (Dag::ashr, Bits::ashr),
    (Dag::eq, |a, b| Bits::truth(a == b)),
    (Dag::ne, |a, b| Bits::truth(a != b)),
    (Dag::ult, |a, b| Bits::truth(a.ult(b))),
    (Dag::ule, |a, b| Bits::truth(!b.ult(a))),
    (Dag::ugt, |a, b| Bits::truth(b.ult(a))),
    (Dag::uge, |a, b| Bits::truth(!a.ult(b))),
    (Dag::slt, |a, b| Bits::truth(a.slt(b))),
    (Dag::sle, |a, b| Bits::truth(!b.slt(a))),
    (Dag::sgt, |a, b| Bits::truth(b.slt(a))),
    (Dag::sge, |a, b| Bits::truth(!a.slt(b))),
];
