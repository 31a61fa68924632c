//! The operators of instructions: which operation, on numbers of which kind.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
}

/// The promises of the front end on an operation (`nsw`, `nuw`, `exact`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    pub no_signed_wrap: bool,
    pub no_unsigned_wrap: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CmpOp {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
}

/// Floating-point formats. A float is held as its IEEE (or x87) bit pattern.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatFormat {
    Half,
    BFloat,
    Single,
    Double,
    X87,
    Quad,
}

impl FloatFormat {
    pub fn width(self) -> u16 {
        match self {
            FloatFormat::Half | FloatFormat::BFloat => 16,
            FloatFormat::Single => 32,
            FloatFormat::Double => 64,
            FloatFormat::X87 => 80,
            FloatFormat::Quad => 128,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatBinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    MinNum,
    MaxNum,
    Minimum,
    Maximum,
    CopySign,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatUnOp {
    Neg,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    /// To nearest, ties to even (`rint`, `nearbyint`, `roundeven`).
    RoundEven,
    /// To nearest, ties away from zero (`round`).
    RoundAway,
}

/// LLVM's sixteen predicates as the set of outcomes that make them true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloatCmp {
    pub less: bool,
    pub equal: bool,
    pub greater: bool,
    pub unordered: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatCast {
    /// Between float formats.
    Convert {
        from: FloatFormat,
        to: FloatFormat,
    },
    ToSigned {
        from: FloatFormat,
        to: u16,
    },
    ToUnsigned {
        from: FloatFormat,
        to: u16,
    },
    /// As `ToSigned`/`ToUnsigned`, but out-of-range values saturate and NaN gives 0 (`llvm.fpto?i.sat`).
    ToSignedSat {
        from: FloatFormat,
        to: u16,
    },
    ToUnsignedSat {
        from: FloatFormat,
        to: u16,
    },
    FromSigned {
        from: u16,
        to: FloatFormat,
    },
    FromUnsigned {
        from: u16,
        to: FloatFormat,
    },
}

/// Integer operations that are one LLVM intrinsic each; operands in LLVM's order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntOp {
    PopCount,
    LeadingZeros,
    TrailingZeros,
    ByteSwap,
    BitReverse,
    /// Three operands.
    FunnelShl,
    /// Three operands.
    FunnelShr,
    Abs,
    SMin,
    SMax,
    UMin,
    UMax,
    SAddSat,
    UAddSat,
    SSubSat,
    USubSat,
    SShlSat,
    UShlSat,
}
