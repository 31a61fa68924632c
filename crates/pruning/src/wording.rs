//! Conditions in the notation of C, for people (the interpolant at the root in P21, example 2.1).
//!
//! Comparisons with constants are given as ranges. Operators are C's, with a `u` behind those that read their operands as
//! unsigned; what C has no operator for looks like a call. A formula too long to be read is named by its variables. What a
//! condition requires of objects as such (that they are there, unchanged) is not put into words.

mod fixed_bytes;

use expr::{ArrayNode, BinaryOp, Dag, ExprId, Node, UnaryOp, VarId};
use machine::Machine;
use machine::naming::{Name, Naming};
use machine::shadow::{self, Location};
use machine::state::State;
use program::ir::{Reading, Reg, SourceType};

use crate::condition::Condition;
use crate::interval::{self, Interval, Scale};

/// Operations of the longest formula that is written out.
const MAX_OPERATIONS: usize = 60;

/// How what has no name begins, in the words of a condition.
pub const WITHOUT_NAME: &str = "(a value";

/// Names of what is in registers and memory where a condition was learnt.
pub trait Names {
    /// A register of the frame with this many callers.
    fn of_register(&self, depth: u32, register: u32) -> Option<Name>;
    fn of_memory(&self, address: u64, bytes: u64) -> Option<Name>;
    /// What the byte at an address is part of.
    fn whole(&self, address: u64) -> Option<String>;
    /// What is in a register that has no name, by where it is computed.
    fn origin_of_register(&self, _depth: u32, _register: u32) -> Option<String> {
        None
    }
    /// An address as the source would write it.
    fn of_address(&self, address: u64) -> Option<String>;
}

impl Names for Naming<'_> {
    fn of_register(&self, depth: u32, register: u32) -> Option<Name> {
        let variable = self.register(depth, Reg(register))?;
        let reading = match variable.ty.as_deref() {
            Some(SourceType::Scalar { reading, .. }) => Some(*reading),
            _ => None,
        };
        Some(Name { text: variable.name.clone(), reading })
    }

    fn of_memory(&self, address: u64, bytes: u64) -> Option<Name> {
        self.memory(address, bytes)
    }

    fn whole(&self, address: u64) -> Option<String> {
        Naming::whole(self, address)
    }

    fn origin_of_register(&self, depth: u32, register: u32) -> Option<String> {
        match self.line(depth, Reg(register)) {
            Some(line) => Some(format!("of line {line}")),
            None => self.function(depth).map(|function| format!("in {function}")),
        }
    }

    fn of_address(&self, address: u64) -> Option<String> {
        self.address(address).or_else(|| self.made_at(address))
    }
}

/// A condition in the words of a state at the place where it was learnt: what must hold there, part by part.
pub fn condition(machine: &mut Machine, state: &State, condition: &Condition) -> Vec<String> {
    let names = Naming::new(machine.program, state);
    let dag = &mut machine.dag;
    let formulas: Vec<ExprId> = condition.conjuncts.iter().map(|conjunct| conjunct.formula).collect();
    let said = formulas.into_iter().filter(|&e| !is_about_a_place(dag, e, &names)).collect::<Vec<ExprId>>();
    let (fixed, others) = fixed_bytes::split(dag, said);
    let words = fixed.words(dag, &names);
    words.into_iter().chain(others.into_iter().map(|e| formula(dag, e, &names))).collect()
}

/// Whether a formula only says where local variables lie.
fn is_about_a_place(dag: &Dag, e: ExprId, names: &Naming) -> bool {
    let variables = dag.vars(e);
    !variables.is_empty()
        && variables.iter().all(|&v| match shadow::location_of(dag, v) {
            Some(Location::Register { depth, register, .. }) => names.is_place(depth, Reg(register)),
            Some(Location::Memory(_)) | None => false,
        })
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
    if let Some(interval) = interval::parse(dag, e, true).filter(|interval| interval.scale == Scale::Integers) {
        return Words { dag, names }.range(interval);
    }
    // Each alternative may be a range.
    if let Some((operator, a, b)) = connected(dag, e) {
        return format!("{} {operator} {}", part_of(dag, a, operator, names), part_of(dag, b, operator, names));
    }
    Words { dag, names }.term(e)
}

/// What `&&` or `||` is between, the two that connect conditions.
fn connected(dag: &Dag, e: ExprId) -> Option<(&'static str, ExprId, ExprId)> {
    match dag.node(e) {
        Node::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), a, b } if dag.width(e) == 1 => {
            Some((operator(op, 1), a, b))
        }
        _ => None,
    }
}

/// A side of `&&` or `||`, in parentheses unless it goes on with the same.
fn part_of(dag: &mut Dag, e: ExprId, around: &str, names: &dyn Names) -> String {
    let goes_on = connected(dag, e).is_some_and(|(operator, ..)| operator == around);
    let text = formula(dag, e, names);
    let is_closed = goes_on || !has_outer_space(&text);
    if is_closed { text } else { format!("({text})") }
}

/// Nothing is in a register or in memory.
struct Inputs;

impl Names for Inputs {
    fn of_register(&self, _depth: u32, _register: u32) -> Option<Name> {
        None
    }

    fn of_memory(&self, _address: u64, _bytes: u64) -> Option<Name> {
        None
    }

    fn whole(&self, _address: u64) -> Option<String> {
        None
    }

    fn of_address(&self, _address: u64) -> Option<String> {
        None
    }
}

/// A formula over inputs, such as the condition of a path.
pub fn over_inputs(dag: &mut Dag, e: ExprId) -> String {
    formula(dag, e, &Inputs)
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
        let is_unsigned = self.is_unsigned(interval.term);
        let (least, most) = if is_unsigned { (0, mask) } else { (mask / 2 + 1, mask / 2) };
        let number = |bits| if is_unsigned { bits as i128 } else { signed(bits, width) };
        // Of what the source tells no type, a number that is the address of something is one.
        let reading = self.name(interval.term).and_then(|name| name.reading);
        let may_point = width == 64 && reading.is_none_or(|reading| reading == Reading::Address);
        let address = |bits: u128| match u64::try_from(bits).ok().filter(|_| may_point)? {
            0 => reading.map(|_| "NULL".to_owned()),
            address => self.names.of_address(address),
        };
        let shown = |bits| address(bits).unwrap_or_else(|| number(bits).to_string());
        let excluded = last.wrapping_add(1) & mask;
        match (first, last) {
            _ if first == last => format!("{term} == {}", shown(first)),
            _ if interval.gap(self.dag) == 1 => format!("{term} != {}", shown(excluded)),
            _ if first == least => format!("{term} <= {}", shown(last)),
            _ if last == most => format!("{term} >= {}", shown(first)),
            _ if number(first) < number(last) => format!("{} <= {term} <= {}", shown(first), shown(last)),
            _ => format!("({term} <= {} || {term} >= {})", shown(last), shown(first)),
        }
    }

    /// In parentheses unless it is one word.
    fn part(&self, e: ExprId) -> String {
        let text = self.term(e);
        if has_outer_space(&text) { format!("({text})") } else { text }
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
        if let Some(name) = self.name(e) {
            return Some(name.text);
        }
        if let Node::Var(v) = self.dag.node(e)
            && let Some(Location::Register { depth, register, .. }) = shadow::location_of(self.dag, v)
        {
            let origin = self.names.origin_of_register(depth, register);
            return Some(format!("{WITHOUT_NAME} {})", origin.as_deref().unwrap_or("without a name")));
        }
        if let Some(input) = self.input(e) {
            return Some(input.in_words(self.dag));
        }
        self.memory(e).map(|(address, _)| format!("*{address:#x}"))
    }

    /// What the source calls it.
    fn name(&self, e: ExprId) -> Option<Name> {
        if let Node::Var(v) = self.dag.node(e)
            && let Some(Location::Register { depth, register, .. }) = shadow::location_of(self.dag, v)
        {
            return self.names.of_register(depth, register);
        }
        if let Some((address, bytes)) = self.memory(e) {
            return self.names.of_memory(address, bytes);
        }
        self.element(e)
    }

    fn is_unsigned(&self, e: ExprId) -> bool {
        let reading = self.name(e).and_then(|name| name.reading);
        matches!(reading, Some(Reading::Unsigned | Reading::Address | Reading::Character { signed: false }))
    }

    /// The element at an index that is no number: `a[i].len`.
    fn element(&self, e: ExprId) -> Option<Name> {
        let Node::Read { array, offset, .. } = self.dag.node(e) else { return None };
        let bytes = u64::from(self.dag.width(e) / 8);
        let ArrayNode::Base(contents) = self.dag.array_node(array) else { return None };
        let (start, _) = self.memory(*contents.first()?)?;
        let Scaled { term, scale, rest } = self.scaled(offset);
        let index = self.term(term?);
        // Elements are told apart by where they are: the first names them all.
        let name = self.names.of_memory(start.checked_add(rest)?, bytes)?;
        let second = self.names.of_memory(start.checked_add(rest)?.checked_add(scale)?, bytes)?;
        let (before, after) = name.text.split_once("[0]").filter(|_| rest < scale)?;
        (second.text == format!("{before}[1]{after}"))
            .then(|| Name { text: format!("{before}[{index}]{after}"), reading: name.reading })
    }

    /// An offset as a multiple of something and a number.
    fn scaled(&self, offset: ExprId) -> Scaled {
        let number = |e: ExprId| match self.dag.node(e) {
            Node::Const(bits) => u64::try_from(bits).ok(),
            _ => None,
        };
        match self.dag.node(offset) {
            Node::Const(bits) => Scaled { term: None, scale: 1, rest: bits as u64 },
            Node::Binary { op: BinaryOp::Add | BinaryOp::Or, a, b } => match (number(a), number(b)) {
                (Some(rest), None) => Scaled { rest, ..self.scaled(b) },
                (None, Some(rest)) => Scaled { rest, ..self.scaled(a) },
                _ => Scaled { term: Some(offset), scale: 1, rest: 0 },
            },
            Node::Binary { op: BinaryOp::Mul, a, b } => match (number(a), number(b)) {
                (Some(scale), None) => Scaled { term: Some(self.plain_index(b)), scale, rest: 0 },
                (None, Some(scale)) => Scaled { term: Some(self.plain_index(a)), scale, rest: 0 },
                _ => Scaled { term: Some(offset), scale: 1, rest: 0 },
            },
            Node::Binary { op: BinaryOp::Shl, a, b } if number(b).is_some_and(|by| by < 32) => {
                Scaled { term: Some(self.plain_index(a)), scale: 1 << number(b).unwrap_or(0), rest: 0 }
            }
            // A multiple of a power of two may be written as what is put before zeros.
            Node::Concat { hi, lo } if number(lo).is_some() && self.dag.width(lo) < 32 => Scaled {
                term: Some(self.plain_index(hi)),
                scale: 1 << self.dag.width(lo),
                rest: number(lo).unwrap_or(0),
            },
            Node::ZExt { a } => self.scaled(a),
            _ => Scaled { term: Some(self.plain_index(offset)), scale: 1, rest: 0 },
        }
    }

    /// An index without the extension to the width of an address.
    fn plain_index(&self, e: ExprId) -> ExprId {
        match self.dag.node(e) {
            Node::ZExt { a } | Node::SExt { a } => self.plain_index(a),
            Node::Extract { a, lo: 0 } if self.name(a).is_some() => a,
            _ => e,
        }
    }

    /// The input, or neighbouring bytes of one, that an expression is.
    fn input(&self, e: ExprId) -> Option<InputPart> {
        match self.dag.node(e) {
            Node::Var(v) => match shadow::location_of(self.dag, v) {
                Some(_) => None,
                None => Some(InputPart {
                    variable: v,
                    first: self.dag.var_info(v).offset,
                    bytes: self.dag.var_info(v).width.div_ceil(8),
                }),
            },
            Node::Concat { hi, lo } => {
                let (low, high) = (self.input(lo)?, self.input(hi)?);
                let whose = |part: InputPart| {
                    let info = self.dag.var_info(part.variable);
                    (&info.name, info.instance)
                };
                let follows = low.first + low.bytes == high.first && whose(low) == whose(high);
                follows.then_some(InputPart { bytes: low.bytes + high.bytes, ..low })
            }
            _ => None,
        }
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
        self.memory(e).and_then(|(address, _)| self.names.whole(address)).unwrap_or_else(|| self.term(e))
    }
}

/// `term * scale + rest`; without a term a number.
#[derive(Clone, Copy)]
struct Scaled {
    term: Option<ExprId>,
    scale: u64,
    rest: u64,
}

/// Whether there is a space outside of all parentheses.
fn has_outer_space(text: &str) -> bool {
    let mut depth = 0;
    text.chars().any(|c| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        c == ' ' && depth == 0
    })
}

/// Bytes of an input.
#[derive(Clone, Copy)]
struct InputPart {
    /// That of the first byte.
    variable: VarId,
    first: u32,
    bytes: u32,
}

impl InputPart {
    /// `x`, the second of the name `x_1`; a byte of an object `line[3]`, several `line[0..4]`.
    fn in_words(self, dag: &Dag) -> String {
        let info = dag.var_info(self.variable);
        let name = match info.instance {
            0 => info.name.to_string(),
            n => format!("{}_{n}", info.name),
        };
        match (info.width, self.bytes) {
            (8, 1) => format!("{name}[{}]", self.first),
            (8, bytes) => format!("{name}[{}..{}]", self.first, self.first + bytes),
            _ => name,
        }
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
        fn of_register(&self, _depth: u32, register: u32) -> Option<Name> {
            let text = ["argc", "flags", "p"].get(register as usize)?.to_string();
            let reading = [Reading::Signed, Reading::Unsigned, Reading::Address];
            Some(Name { text, reading: reading.get(register as usize).copied() })
        }

        fn of_memory(&self, address: u64, bytes: u64) -> Option<Name> {
            let text = match address {
                0x1000 => "x".to_owned(),
                0x2000..0x2008 => format!("a[{}]", (address - 0x2000) / bytes),
                _ => return None,
            };
            Some(Name { text, reading: None })
        }

        fn whole(&self, address: u64) -> Option<String> {
            Some(if address < 0x2000 { "x" } else { "a" }.to_owned())
        }

        fn origin_of_register(&self, _depth: u32, register: u32) -> Option<String> {
            (register == 3).then(|| "of line 12".to_owned())
        }

        fn of_address(&self, address: u64) -> Option<String> {
            (address == 0x2004).then(|| "&a[1]".to_owned())
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
    fn values_without_a_name_are_told_by_their_line() {
        let mut dag = Dag::new();
        let seven = dag.constant(7, 32);
        for (offset, words) in [(6, "(a value of line 12) == 7"), (8, "(a value without a name) == 7")] {
            let value = dag.variable("%reg", 0, offset, 32);
            let is = dag.eq(value, seven);
            assert_eq!(formula(&mut dag, is, &Two), words);
        }
    }

    #[test]
    fn what_the_source_reads_as_unsigned_has_no_negative_bounds() {
        let mut dag = Dag::new();
        let flags = dag.variable("%reg", 0, 2, 32);
        let bound = dag.constant(0xffff_fff0, 32);
        let below = dag.ule(flags, bound);
        assert_eq!(formula(&mut dag, below, &Two), "flags <= 4294967280");
        let above = dag.not(below);
        assert_eq!(formula(&mut dag, above, &Two), "flags >= 4294967281");
    }

    #[test]
    fn addresses_are_what_is_there() {
        let mut dag = Dag::new();
        let p = dag.variable("%reg", 0, 4, 64);
        let (there, nowhere) = (dag.constant(0x2004, 64), dag.constant(0, 64));
        let (is, is_none) = (dag.eq(p, there), dag.eq(p, nowhere));
        let is_some = dag.not(is_none);
        assert_eq!(formula(&mut dag, is, &Two), "p == &a[1]");
        assert_eq!(formula(&mut dag, is_none, &Two), "p == NULL");
        assert_eq!(formula(&mut dag, is_some, &Two), "p != NULL");
        // Where no type is known an address is one all the same, and zero is a number.
        let value = dag.variable("%reg", 0, 6, 64);
        let (is, is_zero, beyond) = (dag.eq(value, there), dag.eq(value, nowhere), dag.slt(there, value));
        assert_eq!(formula(&mut dag, is, &Two), "(a value of line 12) == &a[1]");
        assert_eq!(formula(&mut dag, is_zero, &Two), "(a value of line 12) == 0");
        let not_beyond = dag.not(beyond);
        assert_eq!(formula(&mut dag, not_beyond, &Two), "(a value of line 12) <= &a[1]");
        // What is no address by its type or its width is none.
        let (number, half, low) =
            (dag.variable("%reg", 0, 0, 64), dag.variable("%reg", 0, 6, 32), dag.constant(0x2004, 32));
        let (is_number, is_half) = (dag.eq(number, there), dag.eq(half, low));
        assert_eq!(formula(&mut dag, is_number, &Two), "argc == 8196");
        assert_eq!(formula(&mut dag, is_half, &Two), "(a value of line 12) == 8196");
    }

    #[test]
    fn alternatives_are_ranges_too() {
        let mut dag = Dag::new();
        let x = int(&mut dag, 0x1000);
        let argc = dag.variable("%reg", 0, 0, 32);
        let (seven, nine) = (dag.constant(7, 32), dag.constant(9, 32));
        let (low, high) = (dag.sle(x, seven), dag.slt(nine, argc));
        let either = dag.or(low, high);
        let words = formula(&mut dag, either, &Two);
        assert!(["(x <= 7) || (argc >= 10)", "(argc >= 10) || (x <= 7)"].contains(&words.as_str()), "{words}");
    }

    #[test]
    fn an_element_is_named_by_its_index() {
        let mut dag = Dag::new();
        let bytes: Vec<ExprId> = (0..8).map(|byte| dag.variable("%mem", 0, 0x2000 + byte, 8)).collect();
        let array = dag.array(&bytes);
        let argc = dag.variable("%reg", 0, 0, 32);
        let index = dag.sext(argc, 64);
        let four = dag.constant(4, 64);
        let first = dag.mul(index, four);
        let element = dag.read(array, first, 4);
        let seven = dag.constant(7, 32);
        let condition = dag.sle(element, seven);
        assert_eq!(formula(&mut dag, condition, &Two), "a[argc] <= 7");
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

    #[test]
    fn inputs_are_called_by_their_names() {
        let mut dag = Dag::new();
        let (first, second) = (dag.variable("x", 0, 0, 32), dag.variable("x", 1, 0, 32));
        let sum = dag.add(first, second);
        let seven = dag.constant(7, 32);
        let condition = dag.eq(sum, seven);
        let words = over_inputs(&mut dag, condition);
        assert!(words.contains("x + x_1") || words.contains("x_1 + x"), "{words}");
        assert!(has_outer_space("(a) || (b)") && has_outer_space("a b") && !has_outer_space("f(a, (b c))"));
        let (low, high) = (dag.variable("line", 0, 2, 8), dag.variable("line", 0, 3, 8));
        let word = dag.concat(high, low);
        let number = dag.constant(515, 16);
        let condition = dag.eq(word, number);
        let words = over_inputs(&mut dag, condition);
        assert!(words.contains("line[2]") || words.contains("line[2..4]"), "{words}");
    }
}
