//! Expressions as text, from which another process makes them again.
//!
//! One word for each node, in an order in which a word refers to earlier ones only, by number: `k8:ff` is a constant of eight bits, `v0`
//! the first variable, `add.0.1` a sum, `zx32.2` an extension to 32 bits, `x8@16.2` the eight bits from the sixteenth on. What is
//! shared stays shared. A variable is its name, instance, offset and width.
//!
//! Does not write arrays and floats: nobody has asked for them. Whatever is read is looked at first, so that no text, however
//! damaged, makes an expression that there cannot be.

use crate::dag::{Dag, MAX_WIDTH};
use crate::ids::{ExprId, VarId};
use crate::node::{BinaryOp, Node, UnaryOp};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// A variable: name, instance, offset and width.
pub type Variable = (String, u32, u32, u32);

/// Expressions that are being written.
#[derive(Default)]
pub struct Writer {
    text: String,
    numbers: FxHashMap<ExprId, u32>,
    variables: Vec<VarId>,
}

impl Writer {
    /// Writes an expression and what it is made of; its number. `None`: it has more than `most` nodes that are not there yet, or one
    /// that cannot be written, and nothing is written.
    pub fn write(&mut self, dag: &Dag, e: ExprId, most: usize) -> Option<u32> {
        let new = self.missing(dag, e, most)?;
        for e in new {
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            self.add(dag, e);
            self.numbers.insert(e, self.numbers.len() as u32);
        }
        self.numbers.get(&e).copied()
    }

    /// What has to be written before, in order, and the expression itself.
    fn missing(&self, dag: &Dag, e: ExprId, most: usize) -> Option<Vec<ExprId>> {
        let mut order = Vec::new();
        let mut seen: FxHashMap<ExprId, bool> = FxHashMap::default();
        let mut open = vec![e];
        while let Some(&e) = open.last() {
            let done = self.numbers.contains_key(&e) || seen.get(&e) == Some(&true);
            if done {
                open.pop();
                continue;
            }
            let node = dag.node(e);
            if matches!(node, Node::Read { .. } | Node::Float(_)) || seen.len() > most {
                return None;
            }
            if seen.insert(e, seen.contains_key(&e)) == Some(false) {
                order.push(e);
                open.pop();
            } else {
                open.extend(node.operands());
            }
        }
        Some(order)
    }

    fn add(&mut self, dag: &Dag, e: ExprId) {
        let width = dag.width(e);
        let node = dag.node(e);
        let written = match node {
            Node::Const(value) => write!(self.text, "k{width}:{value:x}"),
            Node::Var(var) => {
                self.variables.push(var);
                write!(self.text, "v{}", self.variables.len() - 1)
            }
            Node::Unary { op: UnaryOp::Not, .. } => write!(self.text, "not"),
            Node::Unary { op: UnaryOp::Neg, .. } => write!(self.text, "neg"),
            Node::Binary { op, .. } => write!(self.text, "{}", name(op)),
            Node::ZExt { .. } => write!(self.text, "zx{width}"),
            Node::SExt { .. } => write!(self.text, "sx{width}"),
            Node::Extract { lo, .. } => write!(self.text, "x{width}@{lo}"),
            Node::Concat { .. } => write!(self.text, "cat"),
            Node::Ite { .. } => write!(self.text, "ite"),
            Node::Read { .. } | Node::Float(_) => unreachable!("`missing` has looked"),
        };
        let operands = node.operands().try_for_each(|operand| write!(self.text, ".{}", self.numbers[&operand]));
        written.and(operands).unwrap_or_else(|error| unreachable!("a string takes everything: {error}"));
    }

    /// The text, and the variables it speaks of.
    pub fn finish(self, dag: &Dag) -> (String, Vec<Variable>) {
        let described = |&var: &VarId| {
            let info = dag.var_info(var);
            (info.name.to_string(), info.instance, info.offset, info.width)
        };
        (self.text, self.variables.iter().map(described).collect())
    }
}

/// All expressions of a text, by number. An error says what cannot be.
pub fn read(dag: &mut Dag, text: &str, variables: &[Variable]) -> Result<Vec<ExprId>, String> {
    let mut all: Vec<ExprId> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let e = read_word(dag, word, variables, &all).ok_or_else(|| format!("'{word}' is no expression"))?;
        all.push(e);
    }
    Ok(all)
}

fn read_word(dag: &mut Dag, word: &str, variables: &[Variable], all: &[ExprId]) -> Option<ExprId> {
    let is_width = |width: &u32| (1..=MAX_WIDTH).contains(width);
    if let Some((width, value)) = word.strip_prefix('k').and_then(|rest| rest.split_once(':')) {
        let width = width.parse().ok().filter(is_width)?;
        return Some(dag.constant(u128::from_str_radix(value, 16).ok()?, width));
    }
    if let Some(number) = word.strip_prefix('v') {
        let (name, instance, offset, width) = variables.get(number.parse::<usize>().ok()?)?;
        return (1..=64).contains(width).then(|| dag.variable(name, *instance, *offset, *width));
    }
    let mut parts = word.split('.');
    let operation = parts.next()?;
    let operands: Option<Vec<ExprId>> = parts.map(|number| all.get(number.parse::<usize>().ok()?).copied()).collect();
    match *operands? {
        [a] => read_unary(dag, operation, a),
        [a, b] if operation == "cat" => (dag.width(a) + dag.width(b) <= MAX_WIDTH).then(|| dag.concat(a, b)),
        [a, b] => {
            let op = BinaryOp::ALL.into_iter().find(|&op| name(op) == operation)?;
            (dag.width(a) == dag.width(b)).then(|| dag.binary(op, a, b))
        }
        [c, t, f] => {
            let fits = operation == "ite" && dag.width(c) == 1 && dag.width(t) == dag.width(f);
            fits.then(|| dag.ite(c, t, f))
        }
        _ => None,
    }
}

fn read_unary(dag: &mut Dag, operation: &str, a: ExprId) -> Option<ExprId> {
    let from = dag.width(a);
    let wider = |width: &str| width.parse().ok().filter(|width| (from..=MAX_WIDTH).contains(width));
    if let Some((width, lo)) = operation.strip_prefix('x').and_then(|rest| rest.split_once('@')) {
        let (width, lo): (u32, u32) = (width.parse().ok()?, lo.parse().ok()?);
        let fits = width > 0 && lo.checked_add(width).is_some_and(|end| end <= from);
        return fits.then(|| dag.extract(a, lo, width));
    }
    if let Some(width) = operation.strip_prefix("zx") {
        return Some(dag.zext(a, wider(width)?));
    }
    if let Some(width) = operation.strip_prefix("sx") {
        return Some(dag.sext(a, wider(width)?));
    }
    match operation {
        "not" => Some(dag.not(a)),
        "neg" => Some(dag.neg(a)),
        _ => None,
    }
}

fn name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::Xor => "xor",
        BinaryOp::Add => "add",
        BinaryOp::Sub => "sub",
        BinaryOp::Mul => "mul",
        BinaryOp::UDiv => "udiv",
        BinaryOp::SDiv => "sdiv",
        BinaryOp::URem => "urem",
        BinaryOp::SRem => "srem",
        BinaryOp::Shl => "shl",
        BinaryOp::LShr => "lshr",
        BinaryOp::AShr => "ashr",
        BinaryOp::Eq => "eq",
        BinaryOp::Ult => "ult",
        BinaryOp::Slt => "slt",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: usize = 1000;

    fn draw(seed: &mut u64, bound: usize) -> usize {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*seed >> 33) as usize % bound
    }

    /// Many expressions, each made of earlier ones.
    fn some(dag: &mut Dag, seed: &mut u64) -> Vec<ExprId> {
        let mut all: Vec<ExprId> = (0..4).map(|n| dag.variable("x", n, 7, 8 * (n + 1))).collect();
        while all.len() < 60 {
            let [a, b, c] = [0; 3].map(|_| all[draw(seed, all.len())]);
            let width = dag.width(a);
            let b = match dag.width(b) {
                other if other < width => dag.zext(b, width),
                _ => dag.extract(b, 0, width),
            };
            let e = match draw(seed, 9) {
                0 => dag.constant(draw(seed, 300) as u128, width),
                1 => dag.not(a),
                2 => dag.neg(a),
                3 | 4 => dag.binary(BinaryOp::ALL[draw(seed, 16)], a, b),
                5 if width < 64 => dag.sext(a, width + 8),
                6 => dag.extract(a, width / 2, width - width / 2),
                7 if width + dag.width(c) <= 64 => dag.concat(a, c),
                _ => {
                    let zero = dag.constant(0, dag.width(c));
                    let holds = dag.eq(c, zero);
                    dag.ite(holds, a, b)
                }
            };
            all.push(e);
        }
        all
    }

    #[test]
    fn what_is_written_reads_back_as_the_same_expression() {
        let mut seed = 1;
        for _ in 0..200 {
            let mut dag = Dag::new();
            let all = some(&mut dag, &mut seed);
            let mut writer = Writer::default();
            let numbers: Vec<u32> = all.iter().map(|&e| writer.write(&dag, e, MOST).unwrap()).collect();
            let (text, variables) = writer.finish(&dag);
            let back = read(&mut dag, &text, &variables).unwrap();
            let back: Vec<ExprId> = numbers.iter().map(|&number| back[number as usize]).collect();
            assert_eq!(back, all, "{text}");
        }
    }

    #[test]
    fn another_process_makes_the_same() {
        let mut dag = Dag::new();
        let all = some(&mut dag, &mut 7);
        let mut writer = Writer::default();
        let number = writer.write(&dag, all[59], MOST).unwrap();
        let (text, variables) = writer.finish(&dag);
        let mut other = Dag::new();
        // Its expressions have other numbers.
        some(&mut other, &mut 8);
        let back = read(&mut other, &text, &variables).unwrap()[number as usize];
        let mut writer = Writer::default();
        let number = writer.write(&other, back, MOST).unwrap();
        let (again, same_variables) = writer.finish(&other);
        let back = read(&mut dag, &again, &same_variables).unwrap();
        assert_eq!(back[number as usize], all[59]);
    }

    #[test]
    fn what_is_shared_is_written_once() {
        let mut dag = Dag::new();
        let x = dag.variable("x", 0, 0, 32);
        let double = dag.mul(x, x);
        let sum = dag.add(double, x);
        let mut writer = Writer::default();
        assert_eq!(writer.write(&dag, double, MOST), Some(1));
        assert_eq!(writer.write(&dag, sum, MOST), Some(2));
        assert_eq!(writer.finish(&dag).0.split(' ').count(), 3);
    }

    #[test]
    fn what_is_too_large_or_of_another_kind_is_not_written() {
        let mut dag = Dag::new();
        let x = dag.variable("x", 0, 0, 32);
        let y = dag.variable("y", 0, 0, 32);
        let product = dag.mul(x, y);
        let mut writer = Writer::default();
        assert_eq!(writer.write(&dag, product, 1), None);
        let bytes = [1, 2, 3].map(|value| dag.constant(value, 8));
        let table = dag.array(&bytes);
        let offset = dag.variable("offset", 0, 0, 64);
        let read = dag.read(table, offset, 1);
        assert_eq!(writer.write(&dag, read, MOST), None);
        assert_eq!(writer.finish(&dag), (String::new(), Vec::new()));
    }

    #[test]
    fn damaged_text_is_refused() {
        let mut dag = Dag::new();
        let variables = [("x".to_owned(), 0, 0, 32), ("wide".to_owned(), 0, 0, 65), ("none".to_owned(), 0, 0, 0)];
        assert!(read(&mut dag, "v0 k8:7 x8@24.0 add.1.2 eq.1.3 ite.4.1.2", &variables).is_ok());
        for text in [
            "v1",
            "v2",
            "v3",
            "v",
            "k0:1",
            "k200:1",
            "k8:zz",
            "k8",
            "v0 add.0.1",
            "v0 add.0",
            "v0 k8:1 add.0.1",
            "v0 not",
            "v0 x8@25.0",
            "v0 x0@0.0",
            "v0 x8@4294967295.0",
            "v0 zx8.0",
            "v0 sx300.0",
            "v0 ite.0.0.0",
            "v0 foo.0",
            "k128:1 cat.0.0",
            "v0 add.0.0.0.0",
            "éa",
        ] {
            assert!(read(&mut dag, text, &variables).is_err(), "{text}");
        }
    }
}
