//! The lowered program as text, for people who look for the place where something went wrong. Nothing reads it back.

use std::fmt::{self, Display, Formatter, Write as _};

use crate::ir::{
    Callee, Flags, FloatCast, FloatCmp, FloatFormat, Function, Global, Inst, Jump, LocId, Operand, ParamKind, Program,
    Reg, Term,
};

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for global in &self.globals {
            writeln!(f, "{global}")?;
        }
        for function in &self.functions {
            writeln!(f)?;
            FunctionText { program: self, function }.fmt(f)?;
        }
        Ok(())
    }
}

impl Display for Global {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let kind = match (self.external, self.read_only) {
            (true, _) => "external",
            (false, true) => "constant",
            (false, false) => "variable",
        };
        write!(f, "{kind} {} at {:#x}, {} bytes", self.name, self.address, self.size)?;
        for (i, byte) in self.init.iter().take(32).enumerate() {
            write!(f, "{}{byte:02x}", if i == 0 { ": " } else { " " })?;
        }
        if self.init.len() > 32 { f.write_str(" ...") } else { Ok(()) }
    }
}

/// One function, which needs the program for names.
pub struct FunctionText<'p> {
    pub program: &'p Program,
    pub function: &'p Function,
}

impl Display for FunctionText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let function = self.function;
        let head = if function.is_declaration() { "declare" } else { "define" };
        write!(f, "{head} {}(", function.name)?;
        for (i, param) in function.params.iter().enumerate() {
            let kind = kind_name(param.kind);
            let separator = if i == 0 { "" } else { ", " };
            write!(f, "{separator}{kind}{} {}", param.width, param.name)?;
            if !function.is_declaration() {
                write!(f, " %{}", param.reg.0)?;
            }
        }
        if function.variadic {
            f.write_str(", ...")?;
        }
        writeln!(f, ") -> {:?} at {:#x} {}", function.returns, function.address, self.program.place(function.loc))?;
        for (number, block) in function.blocks.iter().enumerate() {
            writeln!(f, "b{number}:")?;
            for (inst, &loc) in block.insts.iter().zip(&block.locs) {
                self.line(f, &self.inst(inst), loc)?;
            }
            let loc = block.locs.last().copied().unwrap_or(LocId(0));
            self.line(f, &self.term(&block.term), loc)?;
        }
        Ok(())
    }
}

impl FunctionText<'_> {
    fn line(&self, f: &mut Formatter<'_>, text: &str, loc: LocId) -> fmt::Result {
        let position = self.program.locations[loc.index()];
        match position.file {
            Some(_) => writeln!(f, "    {text:<60} ; line {}", position.line),
            None => writeln!(f, "    {text}"),
        }
    }

    fn operand(&self, operand: Operand) -> String {
        match operand {
            Operand::Reg(reg) => register(reg),
            Operand::Imm(value) if value < 4096 => value.to_string(),
            Operand::Imm(value) => format!("{value:#x}"),
            Operand::Wide(index) => format!("{:#x}", self.program.wide[index as usize].bits),
            Operand::Undef(width) => format!("undef{width}"),
        }
    }

    fn list(&self, operands: &[Operand]) -> String {
        operands.iter().map(|&o| self.operand(o)).collect::<Vec<_>>().join(", ")
    }

    fn inst(&self, inst: &Inst) -> String {
        let o = |operand: &Operand| self.operand(*operand);
        let r = |reg: &Reg| register(*reg);
        match inst {
            Inst::Copy { dst, src } => format!("{} = {}", r(dst), o(src)),
            Inst::Bin { op, width, flags, dst, a, b } => {
                format!("{} = {}{width}{} {}, {}", r(dst), lower_case(op), flag_names(*flags), o(a), o(b))
            }
            Inst::Cmp { op, width, dst, a, b } => format!("{} = {}{width} {}, {}", r(dst), lower_case(op), o(a), o(b)),
            Inst::Cast { op, from, to, dst, a } => format!("{} = {} {from} to {to} {}", r(dst), lower_case(op), o(a)),
            Inst::Select { width, dst, cond, yes, no } => {
                format!("{} = select{width} {}, {}, {}", r(dst), o(cond), o(yes), o(no))
            }
            Inst::Int { op, width, dst, a, b, c } => {
                format!("{} = {}{width} {}, {}, {}", r(dst), lower_case(op), o(a), o(b), o(c))
            }
            Inst::Overflow { op, signed, width, dst, overflow, a, b } => {
                let sign = if *signed { "s" } else { "u" };
                let name = lower_case(op);
                format!("{}, {} = {sign}{name}{width}.overflow {}, {}", r(dst), r(overflow), o(a), o(b))
            }
            Inst::FloatBin { op, format, dst, a, b } => {
                format!("{} = f{} {} {}, {}", r(dst), lower_case(op), float_name(*format), o(a), o(b))
            }
            Inst::FloatUn { op, format, dst, a } => {
                format!("{} = f{} {} {}", r(dst), lower_case(op), float_name(*format), o(a))
            }
            Inst::FloatFma { fused, format, dst, a, b, c } => {
                let name = if *fused { "fma" } else { "fmuladd" };
                format!("{} = {name} {} {}, {}, {}", r(dst), float_name(*format), o(a), o(b), o(c))
            }
            Inst::FloatCmp { op, format, dst, a, b } => {
                format!("{} = fcmp[{}] {} {}, {}", r(dst), outcomes(*op), float_name(*format), o(a), o(b))
            }
            Inst::FloatCast { cast, dst, a } => format!("{} = {} {}", r(dst), float_cast(*cast), o(a)),
            Inst::FloatClass { mask, format, dst, a } => {
                format!("{} = class[{mask:#x}] {} {}", r(dst), float_name(*format), o(a))
            }
            Inst::PtrAdd { dst, base, index, index_width, scale, offset, inbounds } => {
                let mut text = format!("{} = ptradd", r(dst));
                if *inbounds {
                    text.push_str(".inbounds");
                }
                let _ = write!(text, " {} + {}:{index_width} * {scale} + {}", o(base), o(index), *offset as i64);
                text
            }
            Inst::CheckIndex { index, index_width, limit, past_end_ok } => {
                let relation = if *past_end_ok { "<=" } else { "<" };
                format!("check {}:{index_width} {relation} {limit}", o(index))
            }
            Inst::Load { dst, width, bytes, addr } => format!("{} = load{width} [{}; {bytes}]", r(dst), o(addr)),
            Inst::Store { value, width, bytes, addr } => format!("store{width} [{}; {bytes}], {}", o(addr), o(value)),
            Inst::PtrCmp { op, dst, a, b } => format!("{} = ptr {} {}, {}", r(dst), lower_case(op), o(a), o(b)),
            Inst::PtrDiff { dst, a, b } => format!("{} = ptr {} - {}", r(dst), o(a), o(b)),
            Inst::IntToPtr { dst, a } => format!("{} = pointer {}", r(dst), o(a)),
            Inst::ReadNumber { dst, a, low } => format!("{} = read number {}:{low}", r(dst), o(a)),
            Inst::PtrToInt { dst, a, low } => format!("{} = number {}:{low}", r(dst), o(a)),
            Inst::Alloca { dst, size, count, count_width, .. } => {
                format!("{} = alloca {size} * {}:{count_width}", r(dst), o(count))
            }
            Inst::Lifetime { start: true, addr } => format!("alive {}", o(addr)),
            Inst::Lifetime { start: false, addr } => format!("dead {}", o(addr)),
            Inst::StackSave { dst } => format!("{} = stacksave", r(dst)),
            Inst::StackRestore { saved } => format!("stackrestore {}", o(saved)),
            Inst::MemCopy { dst, src, len, may_overlap } => {
                let name = if *may_overlap { "memmove" } else { "memcpy" };
                format!("{name} {}, {}, {}", o(dst), o(src), o(len))
            }
            Inst::MemSet { dst, value, len } => format!("memset {}, {}, {}", o(dst), o(value), o(len)),
            Inst::ObjectSize { dst, addr, min, width } => {
                let bound = if *min { "min" } else { "max" };
                format!("{} = objectsize{width}.{bound} {}", r(dst), o(addr))
            }
            Inst::VaStart { list } => format!("va_start {}", o(list)),
            Inst::VaCopy { dst, src } => format!("va_copy {}, {}", o(dst), o(src)),
            Inst::VaEnd { list } => format!("va_end {}", o(list)),
            Inst::Call(call) => {
                let mut text = String::new();
                for (i, result) in call.results.iter().enumerate() {
                    let _ = write!(text, "{}{}", if i == 0 { "" } else { ", " }, r(result));
                }
                if !text.is_empty() {
                    text.push_str(" = ");
                }
                let callee = match &call.callee {
                    Callee::Direct(id) => self.program.function(*id).name.clone(),
                    Callee::Indirect(address) => format!("*{}", o(address)),
                };
                let _ = write!(text, "call {callee}({})", self.list(&call.args));
                text
            }
            Inst::Assume { cond } => format!("assume {}", o(cond)),
            Inst::Check { ok, what } => format!("check {} {:?}", o(ok), self.program.stated[*what as usize].kind),
            Inst::Trap => "trap".to_string(),
            Inst::Unsupported { reason } => self.unsupported(*reason),
        }
    }

    fn unsupported(&self, reason: u32) -> String {
        format!("unsupported: {}", self.program.unsupported[reason as usize])
    }

    fn edge(&self, edge: &Jump) -> String {
        let mut text = format!("b{}", edge.target.0);
        for (i, (reg, operand)) in edge.copies.iter().enumerate() {
            let _ =
                write!(text, "{}{} = {}", if i == 0 { " with " } else { ", " }, register(*reg), self.operand(*operand));
        }
        text
    }

    fn term(&self, term: &Term) -> String {
        match term {
            Term::Jump(edge) => format!("jump {}", self.edge(edge)),
            Term::Branch { cond, yes, no } => {
                format!("if {} then {} else {}", self.operand(*cond), self.edge(yes), self.edge(no))
            }
            Term::Switch { value, width, cases, default } => {
                let mut text = format!("switch{width} {}", self.operand(*value));
                for (number, edge) in cases {
                    let _ = write!(text, "; {number} -> {}", self.edge(edge));
                }
                let _ = write!(text, "; else {}", self.edge(default));
                text
            }
            Term::IndirectJump { address, targets } => {
                let mut text = format!("goto *{}", self.operand(*address));
                for (address, edge) in targets {
                    let _ = write!(text, "; {address:#x} -> {}", self.edge(edge));
                }
                text
            }
            Term::Return(values) => format!("return {}", self.list(values)).trim_end().to_string(),
            Term::Unreachable => "unreachable".to_string(),
            Term::Unsupported { reason } => self.unsupported(*reason),
        }
    }
}

fn register(reg: Reg) -> String {
    format!("%{}", reg.0)
}

/// The name of a variant, which is the name of the operation.
fn lower_case(op: &impl fmt::Debug) -> String {
    format!("{op:?}").to_lowercase()
}

fn flag_names(flags: Flags) -> &'static str {
    match (flags.no_signed_wrap, flags.no_unsigned_wrap) {
        (true, true) => ".nsw.nuw",
        (true, false) => ".nsw",
        (false, true) => ".nuw",
        (false, false) => "",
    }
}

fn outcomes(op: FloatCmp) -> String {
    let letters = [(op.less, '<'), (op.equal, '='), (op.greater, '>'), (op.unordered, '?')];
    letters.into_iter().filter(|(set, _)| *set).map(|(_, letter)| letter).collect()
}

fn float_name(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::Half => "half",
        FloatFormat::BFloat => "bfloat",
        FloatFormat::Single => "float",
        FloatFormat::Double => "double",
        FloatFormat::X87 => "x87",
        FloatFormat::Quad => "quad",
    }
}

fn float_cast(cast: FloatCast) -> String {
    match cast {
        FloatCast::Convert { from, to } => format!("convert {} to {}", float_name(from), float_name(to)),
        FloatCast::ToSigned { from, to } => format!("tosigned {} to {to}", float_name(from)),
        FloatCast::ToUnsigned { from, to } => format!("tounsigned {} to {to}", float_name(from)),
        FloatCast::ToSignedSat { from, to } => format!("tosigned.sat {} to {to}", float_name(from)),
        FloatCast::ToUnsignedSat { from, to } => format!("tounsigned.sat {} to {to}", float_name(from)),
        FloatCast::FromSigned { from, to } => format!("fromsigned {from} to {}", float_name(to)),
        FloatCast::FromUnsigned { from, to } => format!("fromunsigned {from} to {}", float_name(to)),
    }
}

fn kind_name(kind: ParamKind) -> String {
    match kind {
        ParamKind::Integer => "i".to_string(),
        ParamKind::Float => "f".to_string(),
        ParamKind::Pointer => "p".to_string(),
        ParamKind::ByVal { size, .. } => format!("byval({size})"),
    }
}
