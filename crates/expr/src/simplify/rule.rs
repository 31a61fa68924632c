//! The names of the rewrite rules, and how often each was used.

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A rewrite rule.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Rule {
            $($(#[$doc])* $name,)*
        }

        impl Rule {
            pub const ALL: &'static [Rule] = &[$(Rule::$name,)*];

            pub fn name(self) -> &'static str {
                match self {
                    $(Rule::$name => stringify!($name),)*
                }
            }
        }
    };
}

rules! {
    /// An operation on constants is computed.
    FoldConstants,
    /// `op(ite(c, k, l))` is `ite(c, op(k), op(l))` for constants `k` and `l`.
    IntoConstIte,
    /// `!!x` is `x`.
    NotNot,
    /// Equal operands: `x & x`, `x - x`, `x = x`, `ite(c, x, x)`.
    SameOperands,
    /// A mask that covers every bit that may be set changes nothing.
    AndKeepsAll,
    /// All bits a mask keeps are known.
    AndKeepsKnownBits,
    /// `(x + k) & 1..10..0` is `x + (k & 1..10..0)` where `x` has none of the bits that are cleared.
    RoundedDown,
    /// `(x op k) op l` is `x op m`.
    MergeConstants,
    /// `x & 0..01..1` is the zero extension of the low bits.
    LowMaskToExtension,
    /// A bitwise operation on extended values is done before the extension.
    BitwiseOfExtensions,
    /// `x & !x`, `x | !x`, `x ^ !x`.
    Complements,
    /// `x & (x | y)`, `x & (!x | y)`, `x & (x & y)` and their duals.
    Absorption,
    /// `x = k && x = l` and `x = k && x != l`.
    EqualitiesOfOneValue,
    /// `x | k` where `x` already has these bits.
    OrAddsNothing,
    /// All bits of `x | k` are known.
    OrLeavesKnownBits,
    /// `zext(x) | (y << n)` and `zext(x) + (y << n)` without common bits are a concatenation.
    JoinDisjoint,
    /// An operation on single bits is a connective.
    OneBit,
    /// `x + 0`, `x * 1`, `x ^ 0`, `x << 0`, `x / 1`.
    NeutralOperand,
    /// `x ^ 1..1` is `!x`.
    XorAllOnes,
    /// `!x ^ y` is `!(x ^ y)`.
    XorOfNot,
    /// `x ^ (x ^ y)` is `y`.
    XorCancels,
    /// `x + -y` is `x - y`.
    AddOfNegation,
    /// `!x + k` is `(k - 1) - x`.
    AddOfNot,
    /// `x + x` is `x << 1`.
    AddToItself,
    /// `(x - y) + y`, `(x + y) - x`, `x - (x + y)`, `x - (x - y)`, `(x - y) - x`.
    SumCancels,
    /// `(x + k) + y` is `(x + y) + k`, for differences too.
    ConstantOutermost,
    /// `x - k` is `x + (-k)`.
    SubOfConstant,
    /// `0 - x` is `-x`.
    SubFromZero,
    /// `x - -y` is `x + y`.
    SubOfNegation,
    /// `k - !x` is `x + (k + 1)`.
    SubOfNot,
    /// `--x` is `x`.
    NegNeg,
    /// `-!x` is `x + 1`.
    NegOfNot,
    /// `-(x - y)` is `y - x`.
    NegOfSub,
    /// `-(x + k)` is `(-k) - x`.
    NegOfSum,
    /// `x * 0` is 0.
    MulByZero,
    /// `x * -1` is `-x`.
    MulByMinusOne,
    /// `x * 2^n` is `x << n`.
    MulToShift,
    /// `(x + k) * l` is `x * l + k * l`, for left shifts too.
    DistributeConstant,
    /// `-x * k` is `x * -k`.
    MulOfNegation,
    /// `zext(bit) * x` is `ite(bit, x, 0)`.
    MulByTruthValue,
    /// A right shift by a constant is the extension of the upper bits.
    ShiftToExtract,
    /// A signed operation on values of known sign is the unsigned one, or decided.
    SignIsKnown,
    /// `0 << x` is 0.
    ShiftOfZero,
    /// A shift by the width or more.
    ShiftedOut,
    /// Ranges show that the quotient is 0 and the remainder the dividend.
    DividendIsSmaller,
    /// SMT-LIB's result of a division by the constant 0.
    DivisionByZero,
    /// `x / 2^n` is a right shift.
    DivisionToShift,
    /// Quotients and remainders of extended values are computed before the extension.
    DivisionOfExtension,
    /// A signed product or quotient of extended operands is computed in as many bits as it can need.
    NarrowProductOrQuotient,
    /// `x % 2^n` is a mask.
    RemainderToMask,
    /// `x / -1` is `-x`, signed.
    DivisionByMinusOne,
    /// `x % 1` and `x % -1` are 0, signed.
    RemainderByOne,
    /// All bits of an extract are known.
    ExtractKnownBits,
    /// An extract of an extract is one extract.
    ExtractOfExtract,
    /// An extract of a concatenation is one of its parts.
    ExtractOfConcat,
    /// An extract of an extension is one of the extended value.
    ExtractOfExtension,
    /// An extract of a left shift by a constant is one of the shifted value.
    ExtractOfShift,
    /// An extract of `x & k`, `x | k`, `x ^ k` where `k` changes nothing there.
    ExtractOfMask,
    /// An extract of a chain of conditionals between constants is such a chain.
    ExtractOfIte,
    /// The low bits of arithmetic on extended values are narrow arithmetic.
    NarrowArithmetic,
    /// `(x : y) : z` is `x : (y : z)`.
    ConcatNestsRight,
    /// `0 : x` is a zero extension.
    ConcatOfZero,
    /// The low bits of `x` above zeros are `x << n`.
    ConcatToShift,
    /// `zext(x) : y` is `zext(x : y)`, for sign extension too.
    ConcatOfExtension,
    /// Adjacent extracts of one value are one extract.
    Reassemble,
    /// Copies of the sign bit above a value extend it.
    ReassembleSign,
    /// Pieces of one conditional between constants.
    ReassembleIte,
    /// An extension of an extension is one extension.
    ExtensionOfExtension,
    /// `ite(!c, x, y)` is `ite(c, y, x)`.
    IteOfNegation,
    /// A conditional between truth values with a constant arm.
    IteToConnective,
    /// `ite(c, 1, 0)` and `ite(c, -1, 0)` are extensions of `c`.
    IteToExtension,
    /// A conditional between extended values is an extended conditional.
    IteOfExtensions,
    /// `ite(c, ite(c, x, y), z)` is `ite(c, x, z)`.
    IteSameCondition,
    /// `ite(c, ite(d, x, y), y)` is `ite(c && d, x, y)`.
    IteSharedArm,
    /// `ite(x = y, x, y)` is `y`.
    IteOfEquality,
    /// Ranges or known bits decide a comparison.
    RangesDecide,
    /// `k < x` is `!(x < k + 1)`.
    ConstantRight,
    /// Only one value is below the bound: an equality.
    OneValueBelow,
    /// Only one value is not below the bound: an inequality.
    OneValueAbove,
    /// Extended values are compared before the extension.
    CompareExtensions,
    /// `x : y < k : 0` compares only the upper part.
    CompareUpperPart,
    /// `x : y < x : z` compares only the lower part.
    CompareLowerPart,
    /// `x + k < l` is `x < l - k` where the sum cannot wrap around.
    CompareSumWithConstant,
    /// Nothing is below the smallest or above the largest signed number.
    NothingBeyond,
    /// `!x < !y` is `y < x`.
    CompareComplements,
    /// A conditional with a constant arm is compared arm by arm with a constant.
    CompareIte,
    /// Extended values are equal if the values are.
    EqOfExtension,
    /// Concatenations are equal if their parts are. Words, which are put together from whole variables, stay whole.
    EqOfConcat,
    /// `op(x) = k` is `x = l` for operations that have an inverse.
    EqInverted,
    /// `x - y = 0` and `x ^ y = 0` are `x = y`.
    EqOfDifference,
    /// `x | y = 0` is `x = 0 && y = 0`.
    EqOfUnion,
    /// `x << n = k` compares the bits that are kept.
    EqOfShift,
    /// `x & m = k` compares the bits under a mask of adjacent bits.
    EqOfMask,
    /// `x = x + y` is `y = 0`; constants of sums go to one side.
    EqWithSum,
    /// `x = ite(c, x, y)` is `c || x = y`.
    EqWithArm,
    /// `!a = b` is `!(a = b)` for truth values.
    EqOfNegation,
    /// A write beyond the end of an array.
    WriteOutOfRange,
    /// A read that begins beyond the end of an array.
    ReadOutOfRange,
    /// A write that hides the one before it.
    WriteOverWrite,
    /// A write at a constant offset into a listed array.
    WriteToBase,
    /// A read apart from a write reads the array below.
    ReadSkipsWrite,
    /// A read of what was written.
    ReadOverWrite,
    /// A read partly of what was written, byte by byte.
    ReadPartsOfWrite,
    /// A read at a constant offset of a listed array.
    ReadOfBase,
    /// A read as long as the array.
    ReadOfWhole,
    /// A read of an array whose bytes are all the same.
    ReadOfEqualBytes,
    /// A float operation on constants is computed.
    FoldFloats,
    /// A converted integer is already integral.
    RoundOfIntegral,
    /// `x == x` for floats is "not a NaN".
    FloatSameOperands,
    /// A comparison with a NaN is false.
    CompareWithNan,
    /// Converted floats are compared in the narrower format.
    CompareConverted,
    /// Conversion keeps being a NaN.
    IsNanOfConverted,
    /// A converted integer is no NaN.
    IsNanOfInteger,
    /// Negation keeps being a NaN.
    IsNanIgnoresSign,
    /// An integer converted to a float that holds it exactly, and back.
    IntegerThroughFloat,
}

/// One counter for each rule.
pub(crate) struct RuleCounts([u64; Rule::ALL.len()]);

impl Default for RuleCounts {
    fn default() -> RuleCounts {
        RuleCounts([0; Rule::ALL.len()])
    }
}

impl RuleCounts {
    #[inline(always)]
    pub fn add(&mut self, rule: Rule) {
        self.0[rule as usize] += 1;
    }

    pub fn get(&self, rule: Rule) -> u64 {
        self.0[rule as usize]
    }
}
