//! LLVM to our IR, once, before the run.
//!
//! One idea a file: `types` (scalars in a type), `constants` (constants become numbers), `globals` (the data segment),
//! `function` (values, registers, blocks), `edges` (phis become copies), `cleanup` (ends of scopes), `registers` (values share
//! them), `locations`, and one file for each family of instructions: `arithmetic`, `limbs` (very wide integers), `cast`, `memory`, `addresses` (pointers
//! as numbers), `pointer` (`getelementptr`), `vector` (aggregates too), `call`,
//! `control`, `intrinsic/`. `source_types` reads what inputs are in the source, `variables` what
//! registers and memory are called there, for showing them.
//!
//! What cannot be lowered becomes `Unsupported` with a reason at that very instruction, so that only paths that get
//! there suffer. Lowering itself never fails.

mod addresses;
mod arithmetic;
mod call;
mod cast;
mod cleanup;
mod constants;
mod control;
mod edges;
mod function;
mod globals;
mod intrinsic;
mod limbs;
mod locations;
mod memory;
mod pointer;
mod registers;
mod renewed;
mod source_types;
mod types;
mod variables;
mod vector;

pub(crate) use intrinsic::needed_functions;

use std::collections::HashSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::ir::{Call, FuncId, Function, Operand, Param, ParamKind, Program, Reg, Wide};
use crate::layout;
use crate::llvm::{Block, DataLayout, Linkage, Module, Type, Value, ValueKind};
use crate::lower::function::{BlockNumbers, FunctionLowering};
use crate::lower::locations::Locations;
use crate::lower::source_types::TypeReader;
use crate::lower::types::{Scalar, ScalarKind, Shape};
use crate::targets::Mark;
use crate::undefined::{CHECK, STATED_ATTRIBUTE};

/// Why something cannot be executed.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Reason(String);

type Lowered<T> = Result<T, Reason>;

fn unsupported<T>(what: impl Into<String>) -> Lowered<T> {
    Err(Reason(what.into()))
}

/// The bits below `width`.
fn mask(width: u16) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// Whether instructions are where the source has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CodeOrder {
    /// Compiled without optimisation.
    AsWritten,
    /// An optimiser may have hoisted or merged address computations.
    Optimised,
}

/// Lowers a checked module; the marks in it are no part of the program.
/// `users`: the functions of the program itself; the others are models of the library.
pub(crate) fn lower(module: &Module, order: CodeOrder, users: &HashSet<String>) -> (Program, Vec<Mark>) {
    let mut lowering = Lowering {
        layout: module.layout(),
        order,
        program: Program::default(),
        functions: FxHashMap::default(),
        global_addresses: FxHashMap::default(),
        block_numbers: FxHashMap::default(),
        shapes: FxHashMap::default(),
        wide: FxHashMap::default(),
        reasons: FxHashMap::default(),
        library: FxHashMap::default(),
        locations: Locations::default(),
        types: TypeReader::default(),
        marks: Vec::new(),
    };
    lowering.run(module, users);
    let (locations, files) = lowering.locations.finish();
    (Program { locations, files, source_types: lowering.types.found, ..lowering.program }, lowering.marks)
}

/// What is known about the module as a whole.
struct Lowering<'m> {
    layout: DataLayout<'m>,
    order: CodeOrder,
    program: Program,
    functions: FxHashMap<Value<'m>, FuncId>,
    global_addresses: FxHashMap<Value<'m>, u64>,
    block_numbers: FxHashMap<Value<'m>, Rc<BlockNumbers<'m>>>,
    shapes: FxHashMap<Type<'m>, Lowered<Rc<Shape>>>,
    wide: FxHashMap<Wide, u32>,
    reasons: FxHashMap<String, u32>,
    /// Functions by name, to find those that intrinsics stand for.
    library: FxHashMap<String, FuncId>,
    locations: Locations<'m>,
    types: TypeReader<'m>,
    marks: Vec<Mark>,
}

impl<'m> Lowering<'m> {
    fn run(&mut self, module: &'m Module, users: &HashSet<String>) {
        // All addresses are fixed before anything that may mention one is lowered.
        let is_code = |function: &Value<'m>| !function.is_intrinsic() && function.name() != CHECK;
        let functions: Vec<_> = module.functions().into_iter().filter(is_code).collect();
        for &function in &functions {
            let id = FuncId(self.program.functions.len() as u32);
            let mut shell = self.shell(function, id);
            shell.from_runtime = !function.is_declaration() && !users.contains(&shell.name);
            self.library.insert(shell.name.clone(), id);
            self.program.functions.push(shell);
            self.functions.insert(function, id);
        }
        let globals = self.place_globals(module, users);
        self.fill_globals(&globals);
        self.note_globals(&globals);
        for function in functions {
            if !function.is_declaration() {
                self.note_parameters(function, self.functions[&function]);
                let body = FunctionLowering::new(self, function).run();
                let lowered = &mut self.program.functions[self.functions[&function].index()];
                lowered.params = body.params;
                lowered.reg_width = body.reg_width;
                lowered.blocks = body.blocks;
            }
        }
    }

    /// A function without its body.
    fn shell(&mut self, function: Value<'m>, id: FuncId) -> Function {
        let ty = function.value_type();
        let params = self.params(function, |_| Reg(0));
        let returned: Vec<Scalar> = match self.shape(ty.returned()) {
            Ok(shape) => shape.scalars().collect(),
            Err(_) => Vec::new(),
        };
        Function {
            returns: returned.iter().map(|scalar| scalar.width).collect(),
            returns_float: returned.first().is_some_and(|&s| self.param_kind(s, None) == ParamKind::Float),
            variadic: ty.is_variadic(),
            loc: self.locations.declaration(function),
            local: matches!(function.linkage(), Linkage::LLVMInternalLinkage | Linkage::LLVMPrivateLinkage),
            stated: function.has_string_attribute(STATED_ATTRIBUTE),
            ..Function::declared(function.name(), id, params)
        }
    }

    /// The scalar parameters, in registers that `next` hands out by width. Those of an unsupported type are left out
    /// (the body says so).
    fn params(&mut self, function: Value<'m>, mut next: impl FnMut(u16) -> Reg) -> Vec<Param> {
        let mut params = Vec::new();
        for (index, param) in function.params().into_iter().enumerate() {
            let Ok(shape) = self.shape(param.ty()) else { continue };
            let byval = function.byval_param(index as u32);
            let name = match param.name() {
                name if name.is_empty() => format!("arg{index}"),
                name => name,
            };
            for scalar in shape.scalars() {
                let kind = self.param_kind(scalar, byval);
                params.push(Param { reg: next(scalar.width), width: scalar.width, kind, name: name.clone() });
            }
        }
        params
    }

    fn param_kind(&self, scalar: Scalar, byval: Option<Type<'m>>) -> ParamKind {
        match (scalar.kind, byval) {
            (ScalarKind::Pointer, Some(ty)) => {
                // On the stack of x86-64 every argument starts at a multiple of 8.
                ParamKind::ByVal { size: self.layout.alloc_size(ty), align: self.layout.alignment(ty).max(8) }
            }
            (ScalarKind::Pointer, None) => ParamKind::Pointer,
            (ScalarKind::Integer, _) => ParamKind::Integer,
            (ScalarKind::Float(_), _) => ParamKind::Float,
        }
    }

    /// The number of a function of the C library, declared as the call needs it if the program does not have it.
    fn library_function(&mut self, name: &str, call: &Call) -> FuncId {
        if let Some(&id) = self.library.get(name) {
            return id;
        }
        let id = FuncId(self.program.functions.len() as u32);
        let params = call.arg_types.iter().enumerate();
        let params = params
            .map(|(i, arg)| Param { reg: Reg(i as u32), width: arg.width, kind: arg.kind, name: format!("arg{i}") })
            .collect();
        self.program.functions.push(Function {
            returns: call.result_widths.to_vec(),
            ..Function::declared(name.to_string(), id, params)
        });
        self.library.insert(name.to_string(), id);
        id
    }

    /// The function a constant names, looking through aliases.
    fn function_named(&self, mut value: Value<'m>) -> Option<FuncId> {
        while value.kind() == ValueKind::LLVMGlobalAliasValueKind {
            value = value.aliasee();
        }
        self.functions.get(&value).copied()
    }

    fn blocks_of(&mut self, function: Value<'m>) -> Rc<BlockNumbers<'m>> {
        let numbers = self.block_numbers.entry(function);
        Rc::clone(numbers.or_insert_with(|| Rc::new(BlockNumbers::new(function))))
    }

    fn block_address(&mut self, function: Value<'m>, block: Block<'m>) -> Lowered<u64> {
        let Some(id) = self.function_named(function) else { return unsupported("address of a foreign block") };
        let number = self.blocks_of(function).address_number(block);
        Ok(layout::block_address(id, number))
    }

    /// The operand that holds these bits.
    fn immediate(&mut self, bits: u128, width: u16) -> Operand {
        let bits = bits & mask(width);
        if width <= 64 {
            return Operand::Imm(bits as u64);
        }
        let wide = Wide { bits, width };
        let table = &mut self.program.wide;
        Operand::Wide(*self.wide.entry(wide).or_insert_with(|| {
            table.push(wide);
            table.len() as u32 - 1
        }))
    }

    /// The bits of an operand that is a constant.
    fn known_bits(&self, operand: Operand) -> Option<u128> {
        match operand {
            Operand::Imm(bits) => Some(bits as u128),
            Operand::Wide(index) => Some(self.program.wide[index as usize].bits),
            Operand::Reg(_) | Operand::Undef(_) => None,
        }
    }

    fn reason(&mut self, reason: Reason) -> u32 {
        let table = &mut self.program.unsupported;
        *self.reasons.entry(reason.0).or_insert_with_key(|text| {
            table.push(text.clone());
            table.len() as u32 - 1
        })
    }
}
