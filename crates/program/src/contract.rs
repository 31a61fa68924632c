//! What the caller of the entry function is taken to promise: how large the objects behind its pointers are, which
//! parameter counts what, and what else is assumed.
//!
//! The contract is data, made once when the program is loaded. The machine builds arguments from it, the native driver
//! builds the same ones, and a verdict names it ([`Contract::sentences`]), so all three speak of the same calls.
//! Bounds of counts and `--assume` are checked by a small function, the prelude, that runs before the entry.
//!
//! Does not know what pointers inside an object point to: those are arbitrary bytes like the rest.

use crate::assumption::Assumption;
use crate::ir::{
    ArgType, Block, Call, Callee, CmpOp, FuncId, Function, Inst, LocId, Operand, Param, ParamKind, Program, Reg, Term,
};
use crate::layout;
use crate::pairing;
use crate::signature::{Pointee, PointeeKind, Signature};

/// The entry point of fuzzers, and what they call before it.
pub const FUZZER_ENTRY: &str = "LLVMFuzzerTestOneInput";
pub const FUZZER_START: &str = "LLVMFuzzerInitialize";

/// Bytes behind a pointer parameter unless the user says otherwise.
pub const OBJECT_SIZE: u64 = 64;

/// Elements a counted object has room for, however large they are.
const FEWEST: u64 = 4;

/// The function to start in, and what the user says of its caller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryRequest {
    pub function: String,
    /// Bytes behind a pointer, the most of them where a parameter counts them.
    pub object_size: u64,
    pub texts: Texts,
    pub nulls: Nulls,
    /// Expressions of C over the parameters.
    pub assume: Vec<String>,
}

/// What a `char *` without a count points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Texts {
    /// Any bytes.
    Bytes,
    /// Text that ends with a NUL.
    Terminated,
}

/// Whether pointers may be null.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nulls {
    Never,
    /// Each of them; one with a count only where that is 0.
    Possible,
}

/// What a call of the entry function is like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contract {
    pub function: String,
    /// One for each parameter of the lowered function.
    pub parameters: Vec<Parameter>,
    pub nulls: Nulls,
    /// Expressions that are assumed to hold, as the user wrote them.
    pub assumed: Vec<String>,
    /// The C that evaluates them, if there are any.
    pub assumption: Option<Assumption>,
    /// Runs before the entry, with its arguments; only where there is something to assume.
    pub prelude: Option<FuncId>,
    pub rests_on: Knowledge,
    /// Parameters that may be text, and are any bytes.
    pub bytes_of_text: Vec<String>,
}

/// What is known of the parameters as the source declares them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Knowledge {
    /// Names and types, or there is nothing to know.
    All,
    /// Types only.
    NoNames,
    /// Nothing.
    NoTypes,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    pub name: String,
    pub given: Given,
    /// What the address of its object is a multiple of: what its type asks for.
    pub align: u64,
}

/// What a parameter is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given {
    /// Any value of its width.
    Value,
    /// A number from 0 to this one, which says how large some object is.
    Count { most: u64 },
    /// A copy of a structure, any bytes.
    Copy { size: u64 },
    /// The address of an object of this size, any bytes.
    Object { size: u64 },
    /// The address of an object of `unit` bytes for each that parameter `by` counts, but of `least` bytes at least.
    Counted { by: usize, unit: u64, least: u64, room: u64 },
    /// The address of a function of which nothing is known: a call of it is one of a function nobody defines.
    Callback { address: u64 },
    /// The address of an object that ends with the first NUL in it, after at most `room` bytes.
    Text { room: u64 },
}

impl EntryRequest {
    /// A function about whose caller nothing is said.
    pub fn of(function: &str) -> EntryRequest {
        EntryRequest {
            function: function.to_owned(),
            object_size: OBJECT_SIZE,
            texts: Texts::Bytes,
            nulls: Nulls::Never,
            assume: Vec::new(),
        }
    }
}

impl Contract {
    /// That of a function about whose caller nothing is known.
    pub fn plain(function: &Function) -> Contract {
        Contract::new(&EntryRequest::of(&function.name), function, None)
    }

    pub(crate) fn new(request: &EntryRequest, function: &Function, signature: Option<&Signature>) -> Contract {
        let counts = match (request.function.as_str(), function.params.as_slice()) {
            // Whatever they are called, and without debug information too.
            (FUZZER_ENTRY, [data, _]) if data.kind == ParamKind::Pointer => vec![Some(1), None],
            (_, params) => pairing::counts(params, signature),
        };
        let mut parameters: Vec<Parameter> = Vec::new();
        for (at, param) in function.params.iter().enumerate() {
            let given = given(request, function, signature, param, counts[at]);
            let align = alignment(param, pointee(signature, param));
            parameters.push(Parameter { name: param.name.clone(), given, align });
        }
        for at in 0..parameters.len() {
            if let Given::Counted { by, unit, room, .. } = parameters[at].given {
                // In a signed parameter no value up to here is negative.
                let largest = (1u64 << (function.params[by].width.clamp(2, 64) - 1)) - 1;
                let most = (room / unit).min(largest);
                let before = match parameters[by].given {
                    Given::Count { most } => most,
                    _ => u64::MAX,
                };
                parameters[by].given = Given::Count { most: most.min(before) };
            }
        }
        Contract {
            function: request.function.clone(),
            parameters,
            nulls: request.nulls,
            assumed: request.assume.clone(),
            assumption: None,
            prelude: None,
            bytes_of_text: bytes_of_text(request, function, signature, &counts),
            rests_on: match signature {
                _ if function.params.iter().all(|param| param.kind != ParamKind::Pointer) => Knowledge::All,
                Some(signature) if signature.named || request.function == FUZZER_ENTRY => Knowledge::All,
                Some(_) => Knowledge::NoNames,
                None => Knowledge::NoTypes,
            },
        }
    }

    /// The contract in words: a sentence for each promise.
    pub fn sentences(&self) -> Vec<String> {
        let Contract { function, parameters, .. } = self;
        let mut said = vec![format!("{function} is called once, with globals as they are initialised")];
        for Parameter { name, given, .. } in parameters {
            match *given {
                Given::Value | Given::Copy { .. } => {}
                Given::Count { most } => said.push(format!("{name} is from 0 to {most}")),
                Given::Object { size } => said.push(format!("{name} names a fresh object of {size} bytes")),
                Given::Counted { by, unit, least, .. } => {
                    let by = &parameters[by].name;
                    let elements = if unit == 1 { "bytes".to_owned() } else { format!("elements of {unit} bytes") };
                    let least = if least == 0 { String::new() } else { format!(", at least {least} bytes") };
                    said.push(format!("{name} names a fresh object of exactly {by} {elements}{least}"));
                }
                Given::Callback { .. } => said.push(format!("{name} names a function, which is not called")),
                Given::Text { room } => {
                    said.push(format!("{name} is a text of at most {} bytes and a NUL behind it", room - 1));
                }
            }
        }
        if parameters.iter().any(|parameter| parameter.is_pointer()) {
            said.push(match self.nulls {
                Nulls::Never => format!("no pointer parameter of {function} is null"),
                Nulls::Possible => "a pointer with a count is null only if that is 0".to_owned(),
            });
        }
        if let texts @ [_, ..] = self.bytes_of_text.as_slice() {
            said.push(format!(
                "there need not be a NUL behind {} (--string-params: there is one)",
                texts.join(" and ")
            ));
        }
        match self.rests_on {
            Knowledge::All => {}
            Knowledge::NoNames => said.push(
                "no count is tied to a pointer, because the code has no names of parameters (clang \
                 -fno-discard-value-names keeps them)"
                    .to_owned(),
            ),
            Knowledge::NoTypes => said.push(
                "no count is tied to a pointer, because the code has no debug information (clang -g \
                 -fno-discard-value-names)"
                    .to_owned(),
            ),
        }
        said.extend(self.assumed.iter().map(|expression| format!("{expression} (--assume)")));
        said
    }

    /// The size of objects whose size nothing else says, if there are such.
    pub fn plain_object_size(&self) -> Option<u64> {
        let sizes = self.parameters.iter().filter_map(|parameter| match parameter.given {
            Given::Object { size } => Some(size),
            _ => None,
        });
        sizes.max()
    }

    /// Declares the functions that parameters name.
    pub(crate) fn add_callbacks(&mut self, program: &mut Program) {
        for parameter in &mut self.parameters {
            if let Given::Callback { address } = &mut parameter.given {
                let id = FuncId(program.functions.len() as u32);
                *address = layout::function_address(id);
                // As C calls it, and as no function is called.
                let name = format!("*{}", parameter.name);
                // Whatever a call expects back is a part of this.
                program.functions.push(Function { returns: vec![128], ..outside(name, id, Vec::new()) });
            }
        }
    }

    /// Adds the function that assumes what has to hold before the entry is called, if anything has to. `assumption` is
    /// the one that evaluates what the user wrote.
    pub(crate) fn add_prelude(&mut self, program: &mut Program, entry: FuncId, assumption: Option<FuncId>) {
        let params: Vec<Param> = program.function(entry).params.iter().enumerate().map(renumbered).collect();
        let mut body = Prelude { reg_width: params.iter().map(|param| param.width).collect(), insts: Vec::new() };
        for (at, parameter) in self.parameters.iter().enumerate() {
            if let Given::Count { most } = parameter.given {
                body.assume(CmpOp::Ule, params[at].width, Reg(at as u32), most);
            }
        }
        if let Some(assumption) = assumption {
            let holds = body.call(assumption, &params);
            body.assume(CmpOp::Ne, 32, holds, 0);
        }
        if body.insts.is_empty() {
            return;
        }
        let id = FuncId(program.functions.len() as u32);
        let locs = vec![LocId(0); body.insts.len() + 1];
        let name = "__secateur_contract".to_owned();
        program.functions.push(Function {
            reg_width: body.reg_width,
            blocks: vec![Block { insts: body.insts, term: Term::Return([].into()), locs }],
            ..outside(name, id, params)
        });
        self.prelude = Some(id);
    }
}

impl Parameter {
    pub fn is_pointer(&self) -> bool {
        match self.given {
            Given::Object { .. } | Given::Counted { .. } | Given::Callback { .. } | Given::Text { .. } => true,
            Given::Value | Given::Count { .. } | Given::Copy { .. } => false,
        }
    }

    /// The name of the input that says whether a pointer is null.
    pub fn null_input(&self) -> String {
        format!("{} is null", self.name)
    }
}

/// The names of `char *` parameters that nothing counts and that are not taken for text.
fn bytes_of_text(
    request: &EntryRequest,
    function: &Function,
    signature: Option<&Signature>,
    counts: &[Option<usize>],
) -> Vec<String> {
    let is_text = |name: &str| {
        let ty = signature.and_then(|signature| signature.type_of(name));
        ty.and_then(|ty| ty.pointee.as_ref()).is_some_and(|pointee| pointee.is_text)
    };
    let plain = function.params.iter().zip(counts).filter(|(_, counted_by)| counted_by.is_none());
    let named = plain.map(|(param, _)| &param.name).filter(|name| is_text(name) && request.texts == Texts::Bytes);
    named.cloned().collect()
}

fn given(
    request: &EntryRequest,
    function: &Function,
    signature: Option<&Signature>,
    param: &Param,
    counted_by: Option<usize>,
) -> Given {
    match param.kind {
        ParamKind::Integer | ParamKind::Float => return Given::Value,
        ParamKind::ByVal { size, .. } => return Given::Copy { size },
        ParamKind::Pointer => {}
    }
    let pointee = pointee(signature, param);
    let element = pointee.map_or(1, |pointee| pointee.size.max(1));
    let is_record = pointee.is_some_and(|pointee| pointee.kind == PointeeKind::Record);
    // A whole number of elements.
    let whole = |fewest: u64| (request.object_size / element).max(fewest).saturating_mul(element);
    if pointee.is_some_and(|pointee| pointee.kind == PointeeKind::Function) {
        return Given::Callback { address: 0 };
    }
    match counted_by {
        Some(by) => {
            let bytes = element == 1 || pairing::counts_bytes(&function.params[by].name, is_record);
            let unit = if bytes { 1 } else { element };
            let room = if element == 1 { request.object_size } else { whole(FEWEST) };
            // A structure that is there at all is there as a whole.
            Given::Counted { by, unit, least: if is_record { element } else { 0 }, room }
        }
        None if request.texts == Texts::Terminated && pointee.is_some_and(|pointee| pointee.is_text) => {
            Given::Text { room: request.object_size.max(1) }
        }
        None => Given::Object { size: if is_record { whole(1) } else { request.object_size.max(element) } },
    }
}

fn pointee<'a>(signature: Option<&'a Signature>, param: &Param) -> Option<&'a Pointee> {
    signature.and_then(|signature| signature.type_of(&param.name)).and_then(|ty| ty.pointee.as_ref())
}

/// A type is aligned to no more than divides its size; where no type is known, memory is as `malloc` gives it.
fn alignment(param: &Param, pointee: Option<&Pointee>) -> u64 {
    match (param.kind, pointee) {
        (ParamKind::ByVal { align, .. }, _) => align,
        (_, Some(pointee)) if pointee.size > 0 => {
            1 << pointee.size.trailing_zeros().min(layout::MALLOC_ALIGN.trailing_zeros())
        }
        _ => layout::MALLOC_ALIGN,
    }
}

/// A function that is not the user's, without a body.
fn outside(name: String, id: FuncId, params: Vec<Param>) -> Function {
    Function { from_runtime: true, ..Function::declared(name, id, params) }
}

/// A parameter in the register of its own number.
fn renumbered((at, param): (usize, &Param)) -> Param {
    Param { reg: Reg(at as u32), ..param.clone() }
}

/// The body of the prelude in the making: one block.
struct Prelude {
    reg_width: Vec<u16>,
    insts: Vec<Inst>,
}

impl Prelude {
    fn fresh(&mut self, width: u16) -> Reg {
        self.reg_width.push(width);
        Reg(self.reg_width.len() as u32 - 1)
    }

    fn assume(&mut self, op: CmpOp, width: u16, value: Reg, bound: u64) {
        let dst = self.fresh(1);
        self.insts.push(Inst::Cmp { op, width, dst, a: Operand::Reg(value), b: Operand::Imm(bound) });
        self.insts.push(Inst::Assume { cond: Operand::Reg(dst) });
    }

    fn call(&mut self, function: FuncId, params: &[Param]) -> Reg {
        let result = self.fresh(32);
        self.insts.push(Inst::Call(Box::new(Call {
            callee: Callee::Direct(function),
            args: params.iter().map(|param| Operand::Reg(param.reg)).collect(),
            arg_types: params.iter().map(|param| ArgType { width: param.width, kind: param.kind }).collect(),
            results: [result].into(),
            result_widths: [32].into(),
            variadic: false,
        })));
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, params: &[(&str, u16, ParamKind)]) -> Function {
        let params =
            params.iter().map(|&(name, width, kind)| Param { reg: Reg(0), width, kind, name: name.to_owned() });
        Function::declared(name.to_owned(), FuncId(0), params.collect())
    }

    #[test]
    fn the_entry_of_fuzzers_has_its_contract_without_debug_information() {
        let function = entry(FUZZER_ENTRY, &[("arg0", 64, ParamKind::Pointer), ("arg1", 64, ParamKind::Integer)]);
        let contract = Contract::new(&EntryRequest::of(FUZZER_ENTRY), &function, None);
        let given: Vec<Given> = contract.parameters.iter().map(|parameter| parameter.given).collect();
        assert_eq!(given, [Given::Counted { by: 1, unit: 1, least: 0, room: 64 }, Given::Count { most: 64 }]);
        assert!(contract.sentences().contains(&"arg0 names a fresh object of exactly arg1 bytes".to_owned()));
    }

    #[test]
    fn what_is_not_known_is_said() {
        let function = entry("f", &[("arg0", 64, ParamKind::Pointer), ("arg1", 64, ParamKind::Integer)]);
        let contract = Contract::plain(&function);
        assert_eq!(contract.parameters[0].given, Given::Object { size: OBJECT_SIZE });
        assert!(contract.sentences().iter().any(|sentence| sentence.contains("no debug information")));
    }

    #[test]
    fn the_prelude_bounds_counts_and_asks_the_assumption() {
        let params = [("arg0", 64, ParamKind::Pointer), ("arg1", 8, ParamKind::Integer)];
        let function = entry(FUZZER_ENTRY, &params);
        let mut contract = Contract::new(&EntryRequest::of(FUZZER_ENTRY), &function, None);
        let mut program = Program { functions: vec![function], ..Program::default() };
        contract.add_prelude(&mut program, FuncId(0), Some(FuncId(0)));
        let prelude = program.function(contract.prelude.expect("there is something to assume"));
        let assumed = prelude.blocks[0].insts.iter().filter(|inst| matches!(inst, Inst::Assume { .. })).count();
        assert_eq!((assumed, prelude.params[1].reg), (2, Reg(1)));

        let mut nothing = Contract::plain(&entry("f", &[("x", 32, ParamKind::Integer)]));
        nothing.add_prelude(&mut program, FuncId(0), None);
        assert_eq!(nothing.prelude, None);
    }
}
