//! The symbolic inputs of a path, in the order of their creation.
//!
//! The k-th input of a name is the same variable on every path, so expressions, caches and learnt conditions of
//! different paths speak of the same things.

use std::rc::Rc;

use expr::{Dag, Evaluator, ExprId, Model, VarId};
use persistent::List;
use program::ir::LocId;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputKind {
    /// An object made symbolic: one 8-bit variable a byte.
    Bytes,
    /// The same for an object of symbolic size, which may have less bytes.
    Sized(ExprId),
    /// A value returned by a `nondet` function: one variable (two above 64 bits).
    Scalar,
    /// A byte of memory nobody had written; the environment's choice, not the user's.
    Uninitialised,
    /// A fact that shows in other inputs, such as where a stream ends.
    External,
    /// What only the system knows, such as how many processors it has, or an unknown function: no test can say it.
    System,
    /// A string among the program's arguments, in the tests where this holds.
    Argument(ExprId),
    /// A piece of a stream such as standard input; a test has the pieces of a stream put together.
    Stream(Text),
}

/// How a piece of a stream is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Text {
    /// Its bytes, or as many of them as were asked for.
    Bytes(Option<ExprId>),
    /// A number, for `scanf` with this conversion.
    Number(u8),
}

/// Where the values of inputs come from when the program is executed on concrete data only.
pub trait InputSource {
    /// A value of at most 64 bits, of a C type where it is known.
    fn scalar(&mut self, width: u32, type_name: Option<&str>) -> u64;

    /// The contents of an object.
    fn bytes(&mut self, count: u64) -> Vec<u8>;

    /// So many bytes more of the text on a stream.
    fn text(&mut self, count: u64) -> Vec<u8>;

    /// A string, in so many bytes.
    fn string(&mut self, count: u64) -> Vec<u8>;

    /// What the environment decides, by the name of the decision.
    fn decision(&mut self, name: &str) -> bool;

    /// How many bytes there are behind a pointer, at most so many, where the program is told.
    fn size(&mut self, most: u64) -> u64;

    /// A number below a bound that is not 0.
    fn below(&mut self, bound: u64) -> u64;
}

#[derive(Clone, Debug)]
pub struct Input {
    pub name: Rc<str>,
    /// How many inputs of this name came before on the path.
    pub instance: u32,
    pub kind: InputKind,
    /// C type for test formats that name one, such as `int`.
    pub type_name: Option<Rc<str>>,
    /// From the least significant / first byte on; widths are whole bytes except for a single boolean.
    pub variables: Rc<[VarId]>,
    pub bytes: u32,
    /// The position of the call that made it.
    pub made_at: LocId,
}

impl Input {
    /// Whether a test can say what it is; the environment chooses the others.
    pub fn is_given(&self) -> bool {
        !matches!(self.kind, InputKind::Uninitialised | InputKind::External | InputKind::System)
    }

    /// The bytes this input has under a model.
    pub fn value(&self, dag: &Dag, model: &Model) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.bytes as usize);
        for &var in self.variables.iter() {
            let width = dag.var_info(var).width;
            let value = model.get(var, width);
            bytes.extend_from_slice(&value.to_le_bytes()[..width.div_ceil(8) as usize]);
        }
        bytes.resize(self.bytes as usize, 0);
        bytes
    }

    /// What a test has for this input, or this piece of a stream.
    pub fn text(&self, dag: &Dag, eval: &mut Evaluator, model: &Model) -> Vec<u8> {
        let mut bytes = self.value(dag, model);
        match self.kind {
            InputKind::Stream(Text::Bytes(Some(used))) | InputKind::Sized(used) => {
                bytes.truncate(eval.value(dag, used, model) as usize);
                bytes
            }
            InputKind::Stream(Text::Number(conversion)) => written_number(&bytes, conversion).into_bytes(),
            _ => bytes,
        }
    }
}

/// A number as `scanf` reads it.
fn written_number(bytes: &[u8], conversion: u8) -> String {
    let bits = bytes.iter().rev().fold(0u64, |bits, &byte| bits << 8 | byte as u64);
    let unused = 64 - 8 * bytes.len().min(8) as u32;
    let signed = ((bits << unused) as i64) >> unused;
    match conversion {
        b'd' => signed.to_string(),
        // A lone 0 could be taken for the beginning of a prefix.
        b'i' if signed == 0 => "00".to_string(),
        b'i' => signed.to_string(),
        b'x' | b'X' | b'p' => format!("{bits:x}"),
        b'o' => format!("{bits:o}"),
        b'f' => written_double(f64::from_bits(bits)),
        _ => bits.to_string(),
    }
}

/// With an exponent, so that no letter behind it can belong to it.
fn written_double(value: f64) -> String {
    if value.is_nan() {
        "nan()".to_string()
    } else if value.is_infinite() {
        if value < 0.0 { "-infinity".to_string() } else { "infinity".to_string() }
    } else {
        format!("{value:e}")
    }
}

/// The inputs of a path, shared with the paths it has parted from.
#[derive(Clone, Debug, Default)]
pub struct Inputs(List<Input>);

impl Inputs {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn push(&mut self, input: Input) {
        self.0.push(input);
    }

    /// The newest input is an object that has this size.
    pub(crate) fn limit_last(&mut self, size: ExprId) {
        if let Some(input) = self.0.pop() {
            self.push(Input { kind: InputKind::Sized(size), ..input });
        }
    }

    /// How much of the newest piece of a stream was used. Facts about it may have been entered since.
    pub(crate) fn amend_last_piece(&mut self, used: ExprId) {
        let mut since = Vec::new();
        while let Some(mut input) = self.0.pop() {
            if let InputKind::Stream(Text::Bytes(_)) = input.kind {
                input.kind = InputKind::Stream(Text::Bytes(Some(used)));
                self.push(input);
                break;
            }
            since.push(input);
        }
        since.into_iter().rev().for_each(|input| self.push(input));
    }

    /// In order of creation.
    pub fn in_order(&self) -> Vec<&Input> {
        self.0.in_order()
    }
}

/// The name of variables that stand for unwritten bytes.
pub const UNINIT: &str = "uninitialised";
/// The name of variables for other values the same bytes might have.
pub(crate) const UNINIT_OTHERWISE: &str = "uninitialised otherwise";

/// Gives unwritten bytes their variables.
pub struct FreshBytes<'a> {
    pub dag: &'a mut Dag,
    /// How many the path has made so far.
    pub count: &'a mut u32,
    /// Memory variables made for bytes that a shadow finds in place.
    pub unbound: &'a mut Vec<(u64, VarId)>,
}

impl FreshBytes<'_> {
    pub(crate) fn arbitrary(&mut self) -> ExprId {
        let id = self.dag.variable(UNINIT, *self.count, 0, 8);
        *self.count += 1;
        id
    }

    /// The variable of a byte that was there when the shadow began.
    pub(crate) fn live_in(&mut self, address: u64) -> ExprId {
        let id = crate::shadow::memory_variable(self.dag, address);
        if let expr::Node::Var(var) = self.dag.node(id) {
            self.unbound.push((address, var));
        }
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_scanf_reads_them() {
        assert_eq!(written_number(&(-7i32).to_le_bytes(), b'd'), "-7");
        assert_eq!(written_number(&u32::MAX.to_le_bytes(), b'u'), "4294967295");
        assert_eq!(written_number(&[0xff], b'd'), "-1");
        assert_eq!(written_number(&255u32.to_le_bytes(), b'x'), "ff");
        assert_eq!(written_number(&0u32.to_le_bytes(), b'i'), "00");
        assert_eq!(written_number(&1.5f64.to_le_bytes(), b'f'), "1.5e0");
    }
}
