//! What the source calls the registers and the memory of a state: `n`, `a[2].len`, `p->next`. For people only.
//!
//! Names come from debug information (`program::ir::SourceVariable`). An object on the heap is named by a variable that
//! points to it, if one does; what only other objects point to is told by the line that made it.

use program::Program;
use program::ir::{FuncId, Global, GlobalId, LocalVariables, Reading, Reg, SourceType, SourceVariable};

use crate::memory::{Object, ObjectKind, Pointee};
use crate::state::{Frame, State};
use crate::value::Value;

/// Something in a state, as the source would write it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    pub text: String,
    /// How its bits are read, where the source tells.
    pub reading: Option<Reading>,
}

/// The names of one state.
pub struct Naming<'s> {
    program: &'s Program,
    state: &'s State,
}

/// A variable or what one points to: how it is written, and where it begins.
struct Known<'s> {
    name: &'s str,
    address: u64,
    ty: Option<&'s SourceType>,
    /// It is what a pointer of this name points to.
    pointed_to: bool,
}

impl<'s> Naming<'s> {
    pub fn new(program: &'s Program, state: &'s State) -> Naming<'s> {
        Naming { program, state }
    }

    /// The variable whose value a register has, in the frame with this many callers.
    pub fn register(&self, depth: u32, register: Reg) -> Option<&'s SourceVariable> {
        variable_of(self.program, self.frame(depth)?.func, register)
    }

    /// The frame with this many callers.
    fn frame(&self, depth: u32) -> Option<&'s Frame> {
        self.frames().nth(self.state.callers.depth().checked_sub(depth)? as usize)
    }

    /// Whether a register holds where a local variable lies, which is the same in every state that comes here.
    pub fn is_place(&self, depth: u32, register: Reg) -> bool {
        let locals = self.frame(depth).and_then(|frame| locals_of(self.program, frame.func));
        locals.is_some_and(|locals| locals.addresses.iter().any(|(place, _)| *place == register))
    }

    /// The function of the frame with this many callers. What the models of the library are made of has no name for people.
    pub fn function(&self, depth: u32) -> Option<&'s str> {
        let function = &self.program.functions[self.frame(depth)?.func.index()];
        Some(if function.from_runtime { "the library" } else { &function.name })
    }

    /// The line that computes the value of a register, if it is one.
    pub fn line(&self, depth: u32, register: Reg) -> Option<u32> {
        let function = &self.program.functions[self.frame(depth)?.func.index()];
        let mut lines = Vec::new();
        for block in &function.blocks {
            for (inst, loc) in block.insts.iter().zip(&block.locs) {
                inst.for_each_result(|result| {
                    if result == register {
                        lines.push(self.program.locations[loc.index()].line);
                    }
                });
            }
        }
        lines.dedup();
        match lines[..] {
            [line] if line > 0 => Some(line),
            _ => None,
        }
    }

    /// Bytes in memory.
    pub fn memory(&self, address: u64, bytes: u64) -> Option<Name> {
        let object = self.object(address);
        if object.is_some_and(|object| address < object.address) {
            return None;
        }
        if let Some(known) = self.variable(address).or_else(|| self.pointed_to(object?)) {
            return Some(known.part(address, bytes, object.map(|object| object.capacity)));
        }
        let object = object?;
        let offset = address.wrapping_sub(object.address);
        let text = format!("({})[{offset}..{}]", self.origin(object), offset + bytes);
        Some(Name { text, reading: None })
    }

    /// An object without a name, by where it comes from.
    fn origin(&self, object: &Object) -> String {
        let line = self.program.locations[object.origin.index()].line;
        match (object.kind, line) {
            (ObjectKind::Argument | ObjectKind::Parameter, _) => "an argument of the program".to_owned(),
            (_, 0) => "an object".to_owned(),
            (_, line) => format!("the object of line {line}"),
        }
    }

    /// The same for an address in it.
    pub fn made_at(&self, address: u64) -> Option<String> {
        let object = self.object(address)?;
        let origin = self.origin(object);
        Some(beside(format!("({origin})"), address.wrapping_sub(object.address) as i64))
    }

    /// The variable, or the object, that an address belongs to.
    pub fn whole(&self, address: u64) -> Option<String> {
        let object = self.object(address);
        let known = self.variable(address).or_else(|| self.pointed_to(object?));
        known.map(|known| if known.pointed_to { format!("*{}", known.name) } else { known.name.to_owned() })
    }

    pub fn program(&self) -> &'s Program {
        self.program
    }

    /// What an address is of: `&x`, `&a[2]`. `None` where no variable is there. An object owns the room around it too, so the
    /// address may lie before it: `&a[-1]`.
    pub fn address(&self, address: u64) -> Option<String> {
        let Known { name, address: start, ty, .. } = self.variable(address)?;
        let offset = address.wrapping_sub(start) as i64;
        let (start, offset) = match ty {
            Some(SourceType::Array { element, .. }) if element.bytes() > 0 => {
                let size = element.bytes() as i64;
                (format!("&{name}[{}]", offset.div_euclid(size)), offset.rem_euclid(size))
            }
            _ => (format!("&{name}"), offset),
        };
        Some(beside(start, offset))
    }

    fn frames(&self) -> impl Iterator<Item = &'s Frame> {
        std::iter::once(&self.state.frame).chain(self.state.callers.frames())
    }

    fn object(&self, address: u64) -> Option<&'s Object> {
        match self.state.memory.at(address) {
            Pointee::Live(_, object) => Some(object),
            Pointee::Dead(_) | Pointee::Nothing => None,
        }
    }

    /// The variable that lies at an address.
    fn variable(&self, address: u64) -> Option<Known<'s>> {
        if let Some((known, _)) = known_global(self.program, address) {
            return Some(known);
        }
        let object = self.object(address).filter(|object| object.kind == ObjectKind::Stack)?;
        self.frames().find_map(|frame| {
            let (_, variable) = addresses_of(self.program, frame).find(|&(at, _)| at == object.address)?;
            let ty = variable.ty.as_deref();
            Some(Known { name: &variable.name, address: object.address, ty, pointed_to: false })
        })
    }

    /// What a variable with a name points to, if an object is that.
    fn pointed_to(&self, object: &Object) -> Option<Known<'s>> {
        let points_there = |pointer: u64| object.address == pointer;
        let known = |pointer: u64, variable: &'s SourceVariable| {
            let ty = variable.pointee.as_deref();
            points_there(pointer).then(|| Known { name: &variable.name, address: pointer, ty, pointed_to: true })
        };
        let in_memory = |at: u64, variable: &'s SourceVariable| {
            variable.pointee.as_ref()?;
            known(self.state.memory.read_bits(at, 8)?, variable)
        };
        let in_frame = |frame: &'s Frame| {
            let locals = locals_of(self.program, frame.func)?;
            // Of several names the first, whatever the order of a hash map is.
            let mut registers: Vec<_> =
                locals.values.iter().filter(|(_, variable)| variable.pointee.is_some()).collect();
            registers.sort_unstable_by_key(|(register, _)| **register);
            let by_register = registers.into_iter().find_map(|(register, variable)| {
                let Value::Bits(pointer) = *frame.regs.get(register.index())? else { return None };
                known(pointer, variable)
            });
            by_register.or_else(|| addresses_of(self.program, frame).find_map(|(at, variable)| in_memory(at, variable)))
        };
        self.frames().find_map(in_frame).or_else(|| {
            let mut globals: Vec<_> = self.program.source_types.globals.iter().collect();
            globals.sort_unstable_by_key(|(id, _)| **id);
            globals.into_iter().find_map(|(id, variable)| in_memory(self.program.globals[id.index()].address, variable))
        })
    }
}

impl Known<'_> {
    /// Bytes of it; `capacity` is that of the object it lies in, if there is one.
    fn part(&self, address: u64, bytes: u64, capacity: Option<u64>) -> Name {
        let offset = address - self.address;
        let name = self.name;
        let size = self.ty.map_or(0, SourceType::bytes);
        // A pointer may point to one of several: `p[2].len`.
        let index = if self.pointed_to && size > 0 { offset / size } else { 0 };
        let is_several = self.pointed_to && size > 0 && capacity.is_some_and(|capacity| capacity >= 2 * size);
        if let Some((rest, ty)) = self.ty.and_then(|ty| ty.part(offset - index * size, bytes)) {
            let text = match (self.pointed_to, is_several, rest.strip_prefix('.')) {
                (false, ..) => format!("{name}{rest}"),
                (true, true, _) => format!("{name}[{index}]{rest}"),
                (true, false, Some(field)) => format!("{name}->{field}"),
                (true, false, None) if rest.is_empty() => format!("*{name}"),
                (true, false, None) => format!("(*{name}){rest}"),
            };
            let reading = match ty {
                SourceType::Scalar { reading, .. } => Some(*reading),
                SourceType::Array { .. } | SourceType::Record { .. } | SourceType::Opaque { .. } => None,
            };
            return Name { text, reading };
        }
        let whole = if self.pointed_to { format!("*{name}") } else { name.to_owned() };
        let text = match (self.ty, capacity) {
            (None, Some(capacity)) if capacity == bytes && offset == 0 => whole,
            (None, Some(capacity)) if offset.is_multiple_of(bytes) && capacity.is_multiple_of(bytes) => {
                format!("{name}[{}]", offset / bytes)
            }
            _ if bytes == 1 => format!("byte({whole}, {offset})"),
            _ => format!("bytes({whole}, {offset}, {bytes})"),
        };
        Name { text, reading: None }
    }
}

/// An address some bytes away from one that has a name.
fn beside(name: String, offset: i64) -> String {
    match offset {
        0 => name,
        1.. => format!("{name} + {offset} bytes"),
        _ => format!("{name} - {} bytes", offset.unsigned_abs()),
    }
}

fn locals_of(program: &Program, function: FuncId) -> Option<&LocalVariables> {
    program.source_types.locals.get(&function)
}

/// The variable whose value a register of a function has.
pub fn variable_of(program: &Program, function: FuncId, register: Reg) -> Option<&SourceVariable> {
    locals_of(program, function)?.values.get(&register)
}

/// Where the variables of a frame that live in memory are.
fn addresses_of<'s>(program: &'s Program, frame: &'s Frame) -> impl Iterator<Item = (u64, &'s SourceVariable)> {
    let all = locals_of(program, frame.func).map_or(&[][..], |locals| &locals.addresses);
    all.iter().filter_map(|(register, variable)| match *frame.regs.get(register.index())? {
        Value::Bits(address) => Some((address, variable)),
        Value::Expr(_) => None,
    })
}

/// The global variable at an address: they lie in the order of their numbers.
pub fn global_at(program: &Program, address: u64) -> Option<(GlobalId, &Global)> {
    let after = program.globals.partition_point(|global| global.address <= address);
    let global = program.globals.get(after.checked_sub(1)?)?;
    (address - global.address < global.size.max(1)).then_some((GlobalId(after as u32 - 1), global))
}

fn known_global(program: &Program, address: u64) -> Option<(Known<'_>, u64)> {
    let (id, global) = global_at(program, address)?;
    let ty = program.source_types.globals.get(&id).and_then(|variable| variable.ty.as_deref());
    Some((Known { name: &global.name, address: global.address, ty, pointed_to: false }, global.size))
}

/// Bytes of a global variable.
pub fn of_global(program: &Program, address: u64, bytes: u64) -> Option<Name> {
    let (known, size) = known_global(program, address)?;
    Some(known.part(address, bytes, Some(size)))
}
