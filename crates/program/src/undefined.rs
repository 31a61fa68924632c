//! Undefined behaviour as clang states it: the checks its sanitizer puts into the code become one instruction each.
//!
//! The front end folds what it can compute, so that `1 / 0`, `1 << 40` and `u >> 4294967296` leave nothing to see behind. With
//! `-fsanitize=` it states the condition first: a branch to a block that calls a handler with kind, types and position, and
//! comes back. Here each such branch becomes a call of [`CHECK`] with the condition and an index into [`Program::stated`]
//! (`crate::ir::Program`), and the blocks on its two sides become one again, so that blocks are those of the source.
//!
//! The machine checks divisions itself, on the very operands; of those only what the front end has decided is kept. Handlers nobody
//! here knows (of a sanitizer that the user has asked for) are left alone: calls of functions that are not modelled.
//!
//! [`Program::stated`]: crate::ir::Program::stated

use crate::ir::{Stated, Undefined};
use crate::llvm::{Block, Module, Opcode, Value, ValueKind, field, global_of};

/// What stands for a check in LLVM's code: `void (i1 ok, i32 index)`. No pass knows what it does, so none moves it.
pub(crate) const CHECK: &str = "__secateur_check";

/// The attribute of functions in which clang was asked to state undefined behaviour.
pub(crate) const STATED_ATTRIBUTE: &str = "secateur-stated";

const HANDLER: &str = "__ubsan_handle_";

/// Kinds that clang is asked to state because it may fold them away, and because they cost next to nothing elsewhere.
const ALWAYS: &[&str] = &["integer-divide-by-zero", "shift-exponent", "vla-bound", "builtin"];

/// The argument of `-fsanitize=` that states these kinds, beside those that are always stated.
pub(crate) fn sanitizers(wanted: &[Undefined]) -> String {
    let mut groups = ALWAYS.to_vec();
    groups.extend(wanted.iter().filter_map(|kind| kind.sanitizer()));
    groups.join(",")
}

impl Undefined {
    /// Clang's name for the checks of this kind, where they are made on request.
    fn sanitizer(self) -> Option<&'static str> {
        match self {
            Undefined::ShiftBase => Some("shift-base"),
            Undefined::SignedOverflow => Some("signed-integer-overflow"),
            Undefined::UnsignedWrap => Some("unsigned-integer-overflow"),
            Undefined::PointerOverflow => Some("pointer-overflow"),
            Undefined::Misaligned => Some("alignment"),
            Undefined::FloatToInteger => Some("float-cast-overflow"),
            Undefined::ImplicitTruncation => {
                Some("implicit-signed-integer-truncation,implicit-unsigned-integer-truncation")
            }
            Undefined::DivisionByZero
            | Undefined::DivisionOverflow
            | Undefined::ShiftExponent
            | Undefined::IndexOutOfRange
            | Undefined::VlaBound
            | Undefined::InvalidBuiltin
            | Undefined::MissingReturn => None,
        }
    }
}

/// Turns the branches to handlers into checks; returns what the checks are about.
pub(crate) fn state(module: &Module) -> Vec<Stated> {
    let mut stated = Vec::new();
    for function in module.functions().into_iter().filter(|f| !f.is_declaration()) {
        let Some(mut block) = function.blocks().next() else { continue };
        loop {
            // A block takes in the one behind a check, which may end in the next check.
            while let Some(branch) = Branch::at(block) {
                branch.become_check(module, &mut stated);
            }
            match block.next() {
                Some(next) => block = next,
                None => break,
            }
        }
    }
    for handler in module.functions() {
        if handler.is_declaration() && handler.name().starts_with(HANDLER) && !handler.is_used() {
            handler.delete_function();
        }
    }
    module.delete_unused_globals();
    stated
}

/// A branch that calls a handler on one side.
struct Branch<'m> {
    block: Block<'m>,
    condition: Value<'m>,
    continuation: Block<'m>,
    handler: Block<'m>,
    call: Value<'m>,
    name: String,
}

impl<'m> Branch<'m> {
    fn at(block: Block<'m>) -> Option<Branch<'m>> {
        let branch = block.terminator()?;
        if branch.opcode() != Opcode::LLVMBr || !branch.is_conditional() {
            return None;
        }
        let [continuation, handler] = branch.successors()[..] else { return None };
        let call = handler.instructions().find(|inst| inst.opcode() == Opcode::LLVMCall)?;
        let called = call.called_value();
        if called.kind() != ValueKind::LLVMFunctionValueKind {
            return None;
        }
        let name = called.name().strip_prefix(HANDLER)?.trim_end_matches("_abort").trim_end_matches("_v1").to_string();
        Some(Branch { block, condition: branch.condition(), continuation, handler, call, name })
            .filter(|branch| !matches!(branch.checks(), Checks::Unknown))
    }

    fn become_check(self, module: &'m Module, stated: &mut Vec<Stated>) {
        if let (Checks::These(checks), Some(end)) = (self.checks(), self.block.terminator()) {
            for (ok, what) in checks {
                if ok.and_then(Value::as_int) == Some(1) {
                    continue;
                }
                let index = stated.iter().position(|known| *known == what).unwrap_or_else(|| {
                    stated.push(what);
                    stated.len() - 1
                });
                let ok = ok.unwrap_or_else(|| module.bit(false));
                module.call_with_bit(end, CHECK, ok, index as u32, self.call);
            }
        }
        let handler = self.handler;
        module.drop_edge(self.block, self.continuation);
        module.delete_if_unreached(handler);
        module.join(self.block, self.continuation);
    }

    /// The conditions and what each is about. No condition: it certainly fails.
    fn checks(&self) -> Checks<'m> {
        let whole = |kind, detail: String| Checks::These(vec![(Some(self.condition), Stated { kind, detail })]);
        let ty = self.described_type(1);
        let bits = ty.as_ref().map_or(0, |ty| ty.width);
        let overflow = |verb: &str| {
            let signed = ty.as_ref().is_none_or(|ty| ty.signed);
            let kind = if signed { Undefined::SignedOverflow } else { Undefined::UnsignedWrap };
            whole(kind, format!("in {bits}-bit {verb}"))
        };
        match self.name.as_str() {
            "divrem_overflow" => self.division(ty),
            "shift_out_of_bounds" => self.shift(bits),
            "add_overflow" => overflow("addition"),
            "sub_overflow" => overflow("subtraction"),
            "mul_overflow" => overflow("multiplication"),
            "negate_overflow" => overflow("negation"),
            "vla_bound_not_positive" => whole(Undefined::VlaBound, String::new()),
            "invalid_builtin" => whole(Undefined::InvalidBuiltin, self.builtin().to_string()),
            "pointer_overflow" => whole(Undefined::PointerOverflow, "the address wraps around".to_string()),
            "type_mismatch" => {
                let name = ty.map_or(String::new(), |ty| format!("of type {}", ty.name));
                whole(Undefined::Misaligned, name)
            }
            "float_cast_overflow" => whole(Undefined::FloatToInteger, self.conversion()),
            "implicit_conversion" => whole(Undefined::ImplicitTruncation, self.conversion()),
            _ => Checks::Unknown,
        }
    }

    /// The machine checks divisions it executes. What the front end has computed it never sees.
    fn division(&self, ty: Option<Described>) -> Checks<'m> {
        let args = self.call.call_args();
        let number = |i: usize| args.get(i).and_then(|arg| arg.as_int());
        let (Some(ty), Some(dividend), Some(divisor)) = (ty, number(1), number(2)) else {
            return Checks::These(Vec::new());
        };
        let mask = if ty.width >= 128 { u128::MAX } else { (1 << ty.width) - 1 };
        let kind = if divisor & mask == 0 {
            Undefined::DivisionByZero
        } else if ty.signed && divisor & mask == mask && dividend & mask == (mask >> 1) + 1 {
            Undefined::DivisionOverflow
        } else {
            return Checks::These(Vec::new());
        };
        Checks::These(vec![(None, Stated { kind, detail: String::new() })])
    }

    /// With `shift-base` the condition is "the amount is in range, and the value fits"; each is a check of its own.
    fn shift(&self, bits: u32) -> Checks<'m> {
        let exponent =
            |ok| (Some(ok), Stated { kind: Undefined::ShiftExponent, detail: format!("of a {bits}-bit value") });
        let base = |ok| (Some(ok), Stated { kind: Undefined::ShiftBase, detail: format!("of a {bits}-bit value") });
        let is =
            |value: Value<'m>, opcode| value.kind() == ValueKind::LLVMInstructionValueKind && value.opcode() == opcode;
        let condition = self.condition;
        Checks::These(if is(condition, Opcode::LLVMPHI) {
            vec![base(condition)]
        } else if is(condition, Opcode::LLVMAnd) && is(condition.operand(1), Opcode::LLVMPHI) {
            vec![exponent(condition.operand(0)), base(condition.operand(1))]
        } else {
            vec![exponent(condition)]
        })
    }

    fn builtin(&self) -> &'static str {
        match self.data_field(&[1]).and_then(Value::as_int) {
            Some(0) => "__builtin_ctz of 0",
            Some(1) => "__builtin_clz of 0",
            _ => "",
        }
    }

    fn conversion(&self) -> String {
        match (self.described_type(1), self.described_type(2)) {
            (Some(from), Some(to)) => format!("from {} to {}", from.name, to.name),
            _ => String::new(),
        }
    }

    /// A field of the constant that describes the check.
    fn data_field(&self, path: &[u32]) -> Option<Value<'m>> {
        field(global_of(*self.call.call_args().first()?)?.initial_value()?, path)
    }

    /// A type that the constant names: `{ i16 kind, i16 info, [n x i8] name }`, where `info` of an integer is twice the binary
    /// logarithm of its width, and one more for signed ones.
    fn described_type(&self, index: u32) -> Option<Described> {
        let descriptor = global_of(self.data_field(&[index])?)?.initial_value()?;
        let number = |i| field(descriptor, &[i]).and_then(Value::as_int).unwrap_or(0);
        let (is_integer, info) = (number(0) == 0, number(1));
        let width = if is_integer { 1 << (info >> 1).min(16) } else { 0 };
        let name = field(descriptor, &[2]).map(Value::data_bytes).unwrap_or_default();
        let name = String::from_utf8_lossy(name).trim_end_matches('\0').trim_matches('\'').to_string();
        Some(Described { width, signed: info & 1 == 1, name })
    }
}

enum Checks<'m> {
    These(Vec<(Option<Value<'m>>, Stated)>),
    /// Another handler.
    Unknown,
}

struct Described {
    width: u32,
    signed: bool,
    name: String,
}
