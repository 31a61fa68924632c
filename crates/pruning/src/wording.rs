//! Conditions in the notation of C, for people (the interpolant at the root in P21, example 2.1).
//!
//! Comparisons with constants are given as ranges. Operators are C's, with a `u` behind those that read their operands as
//! unsigned; what C has no operator for looks like a call. A formula too long to be read is named by its variables.

use expr::{BinaryOp, Dag, ExprId, Node, UnaryOp};
use machine::shadow::{self, Location};

use crate::interval::{self, Interval};

/// Operations of the longest formula that is written out.
const MAX_OPERATIONS: usize = 60;

/// A variable of the program that has a byte at some address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    pub name: String,
    /// Its first address, and how many bytes it has.
    pub address: u64,
    pub size: u64,
}

/// Names of what is in registers and memory where a condition was learnt.
pub trait Names {
    fn of_register(&self, register: u32) -> Option<String>;
    fn of_memory(&self, address: u64) -> Option<Named>;
}

/// A formula over program variables.
pub fn formula(dag: &mut Dag, e: ExprId, names: &dyn Names) -> String {
    let mut left = MAX_OPERATIONS;
    if !is_short(dag, e, &mut left) {
        let mut variables: Vec<String> =
            dag.vars(e).iter().map(|&v| Words { dag, names }.whole_of(dag.var_expr(v))).collect();
        variables.sort_unstable();
        variables.dedup();
        return format!("a condition on {}", variables.join(", "));
    }
    match interval::parse(dag, e, true) {
        Some(interval) => Words { dag, names }.range(interval),
        None => Words { dag, names }.term(e),
    }
}

/// Whether it has no more than `left` operations, written out.
fn is_short(dag: &Dag, e: ExprId, left: &mut usize) -> bool {
    let operands = dag.node(e).operands();
    *left = left.saturating_sub(1);
    *left > 0 && operands.into_iter().all(|operand| is_short(dag, operand, left))
}

struct Words<'a> {
    dag: &'a Dag,
    names: &'a dyn Names,
}

impl Words<'_> {
    fn range(&self, interval: Interval) -> String {
        let term = self.term(interval.term);
        let width = self.dag.width(interval.term);
        let (first, last) = interval.ends(self.dag);
        let mask = u128::MAX >> (128 - width);
        let (least, most) = (mask / 2 + 1, mask / 2);
        let number = |bits| signed(bits, width);
        match (first, last) {
            _ if first == last => format!("{term} == {}", number(first)),
            _ if interval.gap(self.dag) == 1 => format!("{term} != {}", number(last.wrapping_add(1) & mask)),
            _ if first == least => format!("{term} <= {}", number(last)),
            _ if last == most => format!("{term} >= {}", number(first)),
            _ if number(first) < number(last) => format!("{} <= {term} <= {}", number(first), number(last)),
            _ => format!("({term} <= {} || {term} >= {})", number(last), number(first)),
        }
    }

    /// In parentheses unless it is one word.
    fn part(&self, e: ExprId) -> String {
        let text = self.term(e);
        if text.contains(' ') && !text.ends_with(')') { format!("({text})") } else { text }
    }

    fn term(&self, e: ExprId) -> String {
        let width = self.dag.width(e);
        if let Some(name) = self.variable(e) {
            return name;
        }
        match self.dag.node(e) {
            Node::Const(bits) if width == 1 => if bits == 1 { "true" } else { "false" }.to_owned(),
            Node::Const(bits) => signed(bits, width).to_string(),
            Node::Unary { op: UnaryOp::Not, a } => match self.dag.node(a) {
                Node::Binary { op: BinaryOp::Eq, a, b } => format!("{} != {}", self.part(a), self.part(b)),
                Node::Binary { op: BinaryOp::Slt, a, b } => format!("{} <= {}", self.part(b), self.part(a)),
                Node::Binary { op: BinaryOp::Ult, a, b } => format!("{} <=u {}", self.part(b), self.part(a)),
                _ => format!("{}{}", if width == 1 { "!" } else { "~" }, self.part(a)),
            },
            Node::Unary { op: UnaryOp::Neg, a } => format!("-{}", self.part(a)),
            Node::Binary { op, a, b } => format!("{} {} {}", self.part(a), operator(op, width), self.part(b)),
            Node::ZExt { a } => format!("(u{width}){}", self.part(a)),
            Node::SExt { a } => format!("(i{width}){}", self.part(a)),
            Node::Extract { a, lo } => format!("bits({}, {lo}, {width})", self.term(a)),
            Node::Ite { c, t, f } => format!("{} ? {} : {}", self.part(c), self.part(t), self.part(f)),
            Node::Concat { hi, lo } => format!("concat({}, {})", self.term(hi), self.term(lo)),
            Node::Read { offset, .. } => format!("table[{}]", self.term(offset)),
            node => {
                let name = format!("{node:?}").split([' ', '{']).next().unwrap_or_default().to_owned();
                let operands: Vec<String> = node.operands().into_iter().map(|operand| self.term(operand)).collect();
                format!("{name}({})", operands.join(", "))
            }
        }
    }

    /// The variable, or element of one, that an expression is.
    fn variable(&self, e: ExprId) -> Option<String> {
        if let Node::Var(v) = self.dag.node(e)
            && let Some(Location::Register { register, .. }) = shadow::location_of(self.dag, v)
        {
            return Some(self.names.of_register(register).unwrap_or_else(|| format!("%{register}")));
        }
        let (address, bytes) = self.memory(e)?;
        let Some(Named { name, address: first, size }) = self.names.of_memory(address) else {
            return Some(format!("*{address:#x}"));
        };
        let offset = address - first;
        Some(match (offset, size) {
            (0, _) if bytes == size => name,
            _ if offset.is_multiple_of(bytes) && size.is_multiple_of(bytes) => format!("{name}[{}]", offset / bytes),
            _ => format!("{name}+{offset}"),
        })
    }

    /// The address and number of bytes in memory that an expression is.
    fn memory(&self, e: ExprId) -> Option<(u64, u64)> {
        match self.dag.node(e) {
            Node::Var(v) => match shadow::location_of(self.dag, v)? {
                Location::Memory(address) => Some((address, 1)),
                Location::Register { .. } => None,
            },
            Node::Concat { hi, lo } => {
                let (low, low_bytes) = self.memory(lo)?;
                let (high, high_bytes) = self.memory(hi)?;
                (low + low_bytes == high).then_some((low, low_bytes + high_bytes))
            }
            _ => None,
        }
    }

    /// The variable that one of its bytes belongs to.
    fn whole_of(&self, e: ExprId) -> String {
        let named = self.memory(e).and_then(|(address, _)| self.names.of_memory(address));
        named.map_or_else(|| self.term(e), |named| named.name)
    }
}

fn operator(op: BinaryOp, width: u32) -> &'static str {
    match op {
        BinaryOp::And if width == 1 => "&&",
        BinaryOp::Or if width == 1 => "||",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::UDiv => "/u",
        BinaryOp::SDiv => "/",
        BinaryOp::URem => "%u",
        BinaryOp::SRem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::LShr => ">>u",
        BinaryOp::AShr => ">>",
        BinaryOp::Eq => "==",
        BinaryOp::Ult => "<u",
        BinaryOp::Slt => "<",
    }
}

fn signed(bits: u128, width: u32) -> i128 {
    let unused = 128 - width;
    (bits << unused) as i128 >> unused
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `x` has four bytes at 0x1000, `a` eight at 0x2000.
    struct Two;

    impl Names for Two {
        fn of_register(&self, register: u32) -> Option<String> {
            (register == 0).then(|| "argc".to_owned())
        }

        fn of_memory(&self, address: u64) -> Option<Named> {
            let named = |name: &str, address, size| Named { name: name.to_owned(), address, size };
            [named("x", 0x1000, 4), named("a", 0x2000, 8)]
                .into_iter()
                .find(|named| (named.address..named.address + named.size).contains(&address))
        }
    }

    fn int(dag: &mut Dag, address: u32) -> ExprId {
        let bytes: Vec<ExprId> = (0..4).map(|byte| dag.variable("%mem", 0, address + byte, 8)).collect();
        bytes.into_iter().reduce(|low, high| dag.concat(high, low)).unwrap()
    }

    #[test]
    fn comparisons_with_constants_are_ranges() {
        let mut dag = Dag::new();
        let x = int(&mut dag, 0x1000);
        let number = |dag: &mut Dag, value: i32| dag.constant(u128::from(value as u32), 32);
        let (low, high, most) = (number(&mut dag, -26), number(&mut dag, 7), number(&mut dag, i32::MAX));
        let at_least = dag.sle(low, x);
        assert_eq!(formula(&mut dag, at_least, &Two), "x >= -26");
        let at_most = dag.sle(x, high);
        assert_eq!(formula(&mut dag, at_most, &Two), "x <= 7");
        let offset = dag.sub(x, low);
        let extent = dag.sub(high, low);
        let between = dag.ule(offset, extent);
        assert_eq!(formula(&mut dag, between, &Two), "-26 <= x <= 7");
        let outside = dag.not(between);
        assert_eq!(formula(&mut dag, outside, &Two), "(x <= -27 || x >= 8)");
        let is = dag.eq(x, high);
        assert_eq!(formula(&mut dag, is, &Two), "x == 7");
        let is_not = dag.not(is);
        assert_eq!(formula(&mut dag, is_not, &Two), "x != 7");
        let unsigned = dag.ult(x, most);
        assert_eq!(formula(&mut dag, unsigned, &Two), "0 <= x <= 2147483646");
    }

    #[test]
    fn elements_parameters_and_operators_are_named() {
        let mut dag = Dag::new();
        let (x, second) = (int(&mut dag, 0x1000), int(&mut dag, 0x2004));
        let argc = dag.variable("%reg", 0, 0, 32);
        let sum = dag.add(x, second);
        let less = dag.slt(sum, argc);
        assert_eq!(formula(&mut dag, less, &Two), "(x + a[1]) < argc");
        let less_or_equal = dag.ule(argc, sum);
        assert_eq!(formula(&mut dag, less_or_equal, &Two), "argc <=u (x + a[1])");
        let byte = dag.variable("%mem", 0, 0x2001, 8);
        let wide = dag.zext(byte, 32);
        let is = dag.eq(wide, x);
        assert_eq!(formula(&mut dag, is, &Two), "x == (u32)a[1]");
    }

    #[test]
    fn what_is_too_long_is_named_by_its_variables() {
        let mut dag = Dag::new();
        let (x, second) = (int(&mut dag, 0x1000), int(&mut dag, 0x2004));
        let mut sum = x;
        for _ in 0..8 {
            let product = dag.mul(sum, sum);
            sum = dag.add(product, second);
        }
        let less = dag.slt(sum, x);
        assert_eq!(formula(&mut dag, less, &Two), "a condition on a, x");
    }
}
