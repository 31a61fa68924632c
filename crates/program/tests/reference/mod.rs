//! A small concrete interpreter of the IR, written for these tests only: the plainest reading of what each
//! instruction means, to compare lowered programs with native ones. Slow, and it panics on anything odd.

mod floats;
mod library;
mod memory;

use program::Program;
use program::ir::{
    BinOp, Call, Callee, CastOp, CmpOp, FuncId, Inst, IntOp, Jump, LocId, Operand, ParamKind, Reg, Term,
};

use memory::Memory;

pub struct Reference<'p> {
    program: &'p Program,
    memory: Memory,
    output: String,
    steps: u64,
}

struct Frame {
    function: FuncId,
    registers: Vec<u128>,
    /// All arguments with their kinds, for `va_start`.
    arguments: Vec<(ParamKind, u16, u128)>,
}

/// How far a program may run.
const MAX_STEPS: u64 = 200_000_000;

pub fn mask(width: u16) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

pub fn signed(value: u128, width: u16) -> i128 {
    let unused = 128 - width as u32;
    (value << unused) as i128 >> unused
}

/// Runs `main` and returns what it prints and its exit status.
pub fn run(program: &Program) -> (String, i32) {
    let mut machine = Reference { program, memory: Memory::new(program), output: String::new(), steps: 0 };
    let main = program.entry("main").unwrap();
    for &constructor in &program.constructors {
        machine.call(constructor, Vec::new());
    }
    let count = program.function(main).params.len();
    let results = machine.call(main, vec![(ParamKind::Integer, 32, 1), (ParamKind::Pointer, 64, 0)][..count].to_vec());
    (machine.output, results.first().map_or(0, |&status| status as u8 as i32))
}

impl Reference<'_> {
    fn place(&self, frame: &Frame, loc: LocId) -> String {
        format!("{} at {}", self.program.function(frame.function).name, self.program.place(loc))
    }

    fn call(&mut self, id: FuncId, arguments: Vec<(ParamKind, u16, u128)>) -> Vec<u128> {
        let function = self.program.function(id);
        if function.is_declaration() {
            return self.library(&function.name, &arguments);
        }
        let mut frame = Frame { function: id, registers: vec![0; function.reg_width.len()], arguments };
        for (param, &(_, _, value)) in function.params.iter().zip(&frame.arguments) {
            frame.registers[param.reg.index()] = match param.kind {
                ParamKind::ByVal { size, .. } => {
                    let copy = self.memory.allocate(size);
                    let bytes = self.memory.read(value as u64, size);
                    self.memory.write(copy, &bytes);
                    copy as u128
                }
                ParamKind::Integer | ParamKind::Float | ParamKind::Pointer => value & mask(param.width),
            };
        }
        let mut block = &function.blocks[0];
        loop {
            for (inst, &loc) in block.insts.iter().zip(&block.locs) {
                self.steps += 1;
                assert!(self.steps < MAX_STEPS, "does not end");
                self.step(&mut frame, inst, loc);
            }
            let edge = match &block.term {
                Term::Jump(edge) => edge,
                Term::Branch { cond, yes, no } => {
                    if self.value(&frame, *cond) != 0 {
                        yes
                    } else {
                        no
                    }
                }
                Term::Switch { value, cases, default, .. } => {
                    let value = self.value(&frame, *value) as u64;
                    cases.iter().find(|(number, _)| *number == value).map_or(default, |(_, edge)| edge)
                }
                Term::IndirectJump { address, targets } => {
                    let address = self.value(&frame, *address) as u64;
                    &targets.iter().find(|(target, _)| *target == address).expect("jump to a label").1
                }
                Term::Return(values) => return values.iter().map(|&v| self.value(&frame, v)).collect(),
                Term::Unreachable => panic!("unreachable in {}", self.place(&frame, LocId(0))),
                Term::Unsupported { reason } => panic!("{}", self.program.unsupported[*reason as usize]),
            };
            self.copy(&mut frame, edge);
            block = &function.blocks[edge.target.index()];
        }
    }

    fn copy(&self, frame: &mut Frame, edge: &Jump) {
        for &(reg, operand) in &edge.copies {
            frame.registers[reg.index()] = self.value(frame, operand);
        }
    }

    fn value(&self, frame: &Frame, operand: Operand) -> u128 {
        match operand {
            Operand::Reg(reg) => frame.registers[reg.index()],
            Operand::Imm(value) => value as u128,
            Operand::Wide(index) => self.program.wide[index as usize].bits,
            Operand::Undef(_) => 0,
        }
    }

    fn step(&mut self, frame: &mut Frame, inst: &Inst, loc: LocId) {
        let v = |operand: &Operand| self.value(frame, *operand);
        let result: Option<(Reg, u128)> = match inst {
            Inst::Copy { dst, src } => Some((*dst, v(src))),
            Inst::Bin { op, width, dst, a, b, .. } => Some((*dst, binary(*op, *width, v(a), v(b)))),
            Inst::Cmp { op, width, dst, a, b } => Some((*dst, compare(*op, *width, v(a), v(b)) as u128)),
            Inst::PtrCmp { op, dst, a, b } => Some((*dst, compare(*op, 64, v(a), v(b)) as u128)),
            Inst::PtrDiff { dst, a, b } => Some((*dst, v(a).wrapping_sub(v(b)) & mask(64))),
            Inst::PtrToInt { dst, a, .. } | Inst::ReadNumber { dst, a, .. } | Inst::IntToPtr { dst, a } => {
                Some((*dst, v(a)))
            }
            Inst::Cast { op, from, to, dst, a } => Some((
                *dst,
                match op {
                    CastOp::Trunc => v(a) & mask(*to),
                    CastOp::ZExt => v(a) & mask(*from),
                    CastOp::SExt => signed(v(a), *from) as u128 & mask(*to),
                },
            )),
            Inst::Select { dst, cond, yes, no, .. } => Some((*dst, if v(cond) != 0 { v(yes) } else { v(no) })),
            Inst::Int { op, width, dst, a, b, c } => Some((*dst, integer(*op, *width, v(a), v(b), v(c)))),
            Inst::Overflow { op, signed, width, dst, overflow, a, b } => {
                let (value, wraps) = overflowing(*op, *signed, *width, v(a), v(b));
                frame.registers[overflow.index()] = wraps as u128;
                Some((*dst, value))
            }
            Inst::FloatBin { op, format, dst, a, b } => Some((*dst, floats::binary(*op, *format, v(a), v(b)))),
            Inst::FloatUn { op, format, dst, a } => Some((*dst, floats::unary(*op, *format, v(a)))),
            Inst::FloatFma { fused, format, dst, a, b, c } => {
                Some((*dst, floats::multiply_add(*fused, *format, v(a), v(b), v(c))))
            }
            Inst::FloatCmp { op, format, dst, a, b } => Some((*dst, floats::compare(*op, *format, v(a), v(b)) as u128)),
            Inst::FloatCast { cast, dst, a } => Some((*dst, floats::cast(*cast, v(a)))),
            Inst::FloatClass { mask, format, dst, a } => Some((*dst, floats::class(*mask, *format, v(a)) as u128)),
            Inst::PtrAdd { dst, base, index, index_width, scale, offset, .. } => {
                let steps = (signed(v(index), *index_width) as u64).wrapping_mul(*scale);
                Some((*dst, (v(base) as u64).wrapping_add(steps).wrapping_add(*offset) as u128))
            }
            Inst::CheckIndex { index, index_width, limit, past_end_ok } => {
                let index = signed(v(index), *index_width) as u64;
                let fine = index < *limit || (*past_end_ok && index == *limit);
                assert!(fine, "index {index} of {limit} in {}", self.place(frame, loc));
                None
            }
            Inst::Load { dst, width, bytes, addr } => {
                let bytes = self.memory.read(v(addr) as u64, *bytes as u64);
                let mut all = [0; 16];
                all[..bytes.len()].copy_from_slice(&bytes);
                Some((*dst, u128::from_le_bytes(all) & mask(*width)))
            }
            Inst::Store { value, bytes, addr, .. } => {
                let (value, addr) = (v(value), v(addr) as u64);
                self.memory.write(addr, &value.to_le_bytes()[..*bytes as usize]);
                None
            }
            Inst::Alloca { dst, size, count, .. } => {
                let size = size * v(count) as u64;
                Some((*dst, self.memory.allocate(size) as u128))
            }
            Inst::Lifetime { .. } | Inst::StackRestore { .. } | Inst::VaEnd { .. } => None,
            Inst::StackSave { dst } => Some((*dst, 0)),
            Inst::MemCopy { dst, src, len, .. } => {
                let (dst, src, len) = (v(dst) as u64, v(src) as u64, v(len) as u64);
                let bytes = self.memory.read(src, len);
                self.memory.write(dst, &bytes);
                None
            }
            Inst::MemSet { dst, value, len } => {
                let (dst, value, len) = (v(dst) as u64, v(value) as u8, v(len) as usize);
                self.memory.write(dst, &vec![value; len]);
                None
            }
            Inst::ObjectSize { dst, min, width, .. } => Some((*dst, if *min { 0 } else { mask(*width) })),
            Inst::VaStart { list } => {
                let list = v(list) as u64;
                self.start_arguments(frame, list);
                None
            }
            Inst::VaCopy { dst, src } => {
                let (dst, src) = (v(dst) as u64, v(src) as u64);
                let bytes = self.memory.read(src, 24);
                self.memory.write(dst, &bytes);
                None
            }
            Inst::Call(call) => {
                self.invoke(frame, call);
                None
            }
            Inst::Assume { cond } => {
                assert_ne!(v(cond), 0, "assumption in {}", self.place(frame, loc));
                None
            }
            Inst::Check { ok, what } => {
                let kind = self.program.stated[*what as usize].kind;
                assert_ne!(v(ok), 0, "{kind:?} in {}", self.place(frame, loc));
                None
            }
            Inst::Trap => panic!("trap in {}", self.place(frame, loc)),
            Inst::Unsupported { reason } => {
                panic!("{} in {}", self.program.unsupported[*reason as usize], self.place(frame, loc))
            }
        };
        if let Some((dst, value)) = result {
            let width = self.program.function(frame.function).reg_width[dst.index()];
            assert_eq!(value & !mask(width), 0, "bits above the width in {}", self.place(frame, loc));
            frame.registers[dst.index()] = value;
        }
    }

    fn invoke(&mut self, frame: &mut Frame, call: &Call) {
        let arguments =
            call.args.iter().zip(&call.arg_types).map(|(&arg, ty)| (ty.kind, ty.width, self.value(frame, arg)));
        let arguments = arguments.collect();
        let callee = match call.callee {
            Callee::Direct(id) => id,
            Callee::Indirect(address) => {
                self.program.function_at(self.value(frame, address) as u64).expect("call of a function")
            }
        };
        let results = self.call(callee, arguments);
        for (&reg, value) in call.results.iter().zip(results) {
            frame.registers[reg.index()] = value;
        }
    }

    /// Lays the arguments out as the x86-64 ABI does: six integer and eight float registers, then memory.
    fn start_arguments(&mut self, frame: &Frame, list: u64) {
        let (save, overflow) = (self.memory.allocate(176), self.memory.allocate(4096));
        let named = self.program.function(frame.function).params.len();
        let (mut general, mut float, mut stack) = (0u64, 48u64, 0u64);
        let (mut first_general, mut first_float, mut first_stack) = (0, 48, 0);
        for (i, &(kind, width, value)) in frame.arguments.iter().enumerate() {
            if i == named {
                (first_general, first_float, first_stack) = (general, float, stack);
            }
            match kind {
                ParamKind::Integer | ParamKind::Pointer if general < 48 => {
                    self.memory.write(save + general, &(value as u64).to_le_bytes());
                    general += 8;
                }
                ParamKind::Float if width <= 64 && float < 176 => {
                    self.memory.write(save + float, &(value as u64).to_le_bytes());
                    float += 16;
                }
                ParamKind::ByVal { size, .. } => {
                    let bytes = self.memory.read(value as u64, size);
                    self.memory.write(overflow + stack, &bytes);
                    stack += size.next_multiple_of(8);
                }
                ParamKind::Integer | ParamKind::Pointer | ParamKind::Float => {
                    self.memory.write(overflow + stack, &(value as u64).to_le_bytes());
                    stack += 8;
                }
            }
        }
        if frame.arguments.len() <= named {
            (first_general, first_float, first_stack) = (general, float, stack);
        }
        self.memory.write(list, &(first_general as u32).to_le_bytes());
        self.memory.write(list + 4, &(first_float as u32).to_le_bytes());
        self.memory.write(list + 8, &(overflow + first_stack).to_le_bytes());
        self.memory.write(list + 16, &save.to_le_bytes());
    }
}

fn binary(op: BinOp, width: u16, a: u128, b: u128) -> u128 {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let value = match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::UDiv => a / b,
        BinOp::SDiv => sa.wrapping_div(sb) as u128,
        BinOp::URem => a % b,
        BinOp::SRem => sa.wrapping_rem(sb) as u128,
        BinOp::Shl => a.checked_shl(b as u32).unwrap_or(0),
        BinOp::LShr => a.checked_shr(b as u32).unwrap_or(0),
        BinOp::AShr => (sa >> (b as u32).min(127)) as u128,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
    };
    value & mask(width)
}

fn compare(op: CmpOp, width: u16, a: u128, b: u128) -> bool {
    let (sa, sb) = (signed(a, width), signed(b, width));
    match op {
        CmpOp::Eq => a == b,
        CmpOp::Ne => a != b,
        CmpOp::Ult => a < b,
        CmpOp::Ule => a <= b,
        CmpOp::Ugt => a > b,
        CmpOp::Uge => a >= b,
        CmpOp::Slt => sa < sb,
        CmpOp::Sle => sa <= sb,
        CmpOp::Sgt => sa > sb,
        CmpOp::Sge => sa >= sb,
    }
}

fn overflowing(op: BinOp, is_signed: bool, width: u16, a: u128, b: u128) -> (u128, bool) {
    let value = binary(op, width, a, b);
    assert!(width <= 64, "overflow of wide integers");
    let wraps = if is_signed {
        let (a, b) = (signed(a, width), signed(b, width));
        let exact = match op {
            BinOp::Add => a + b,
            BinOp::Sub => a - b,
            _ => a * b,
        };
        exact != signed(value, width)
    } else {
        match op {
            BinOp::Add => a + b != value,
            BinOp::Sub => a < b,
            _ => a * b != value,
        }
    };
    (value, wraps)
}

fn integer(op: IntOp, width: u16, a: u128, b: u128, c: u128) -> u128 {
    let unused = 128 - width as u32;
    let (sa, sb) = (signed(a, width), signed(b, width));
    let (low, high) = (signed(1 << (width - 1), width), signed(mask(width) >> 1, width));
    let value = match op {
        IntOp::PopCount => a.count_ones() as u128,
        IntOp::LeadingZeros => (a.leading_zeros() - unused) as u128,
        IntOp::TrailingZeros => a.trailing_zeros().min(width as u32) as u128,
        IntOp::ByteSwap => a.swap_bytes() >> unused,
        IntOp::BitReverse => a.reverse_bits() >> unused,
        IntOp::FunnelShl => match c as u32 % width as u32 {
            0 => a,
            n => a << n | b >> (width as u32 - n),
        },
        IntOp::FunnelShr => match c as u32 % width as u32 {
            0 => b,
            n => a << (width as u32 - n) | b >> n,
        },
        IntOp::Abs => sa.unsigned_abs(),
        IntOp::SMin => sa.min(sb) as u128,
        IntOp::SMax => sa.max(sb) as u128,
        IntOp::UMin => a.min(b),
        IntOp::UMax => a.max(b),
        IntOp::SAddSat => (sa + sb).clamp(low, high) as u128,
        IntOp::UAddSat => (a + b).min(mask(width)),
        IntOp::SSubSat => (sa - sb).clamp(low, high) as u128,
        IntOp::USubSat => a.saturating_sub(b),
        IntOp::SShlSat => (sa << b).clamp(low, high) as u128,
        IntOp::UShlSat => (a << b).min(mask(width)),
    };
    value & mask(width)
}
