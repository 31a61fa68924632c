//! Undefined behaviour that the compiler has stated as a condition of its own: what [`Inst::Check`](super::Inst::Check) is about.

/// A kind of undefined behaviour. The machine knows each as a kind of bug.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Undefined {
    DivisionByZero,
    DivisionOverflow,
    /// An amount that is negative or not below the width.
    ShiftExponent,
    /// A left shift of a signed value that loses bits.
    ShiftBase,
    SignedOverflow,
    /// Defined, but seldom meant.
    UnsignedWrap,
    PointerOverflow,
    /// A constant subscript that leaves an array inside a variable.
    IndexOutOfRange,
    VlaBound,
    InvalidBuiltin,
    Misaligned,
    FloatToInteger,
    /// Defined, but seldom meant.
    ImplicitTruncation,
    /// The end of a function that returns a value was reached. Only a caller that uses it makes that undefined.
    MissingReturn,
}

/// What a check is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stated {
    pub kind: Undefined,
    /// More of it, for people.
    pub detail: String,
}
