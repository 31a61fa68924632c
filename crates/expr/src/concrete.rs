//! Integer operations on plain numbers of a given width.
//!
//! The evaluator, the constant folder and the machine's fast path all use these, so they cannot disagree. Operands must
//! be zero-extended (bits above the width are 0); results are too. The functions of this module take `u64` and widths
//! `1..=64`; those of [`wide`] take `u128` and widths `1..=128`.
//!
//! Semantics are SMT-LIB's, which makes every operation total. What C or LLVM call undefined is checked by the machine
//! before it comes here.

macro_rules! operations {
    ($unsigned:ty, $signed:ty, $bits:literal) => {
        /// All ones in the low `width` bits.
        #[inline(always)]
        pub fn mask(width: u32) -> $unsigned {
            debug_assert!((1..=$bits).contains(&width));
            <$unsigned>::MAX >> ($bits - width)
        }

        /// The low `width` bits.
        #[inline(always)]
        pub fn truncate(a: $unsigned, width: u32) -> $unsigned {
            a & mask(width)
        }

        /// The value read as a two's complement number.
        #[inline(always)]
        pub fn signed(a: $unsigned, width: u32) -> $signed {
            let unused = $bits - width;
            ((a << unused) as $signed) >> unused
        }

        /// Whether the sign bit is set.
        #[inline(always)]
        pub fn is_negative(a: $unsigned, width: u32) -> bool {
            (a >> (width - 1)) & 1 == 1
        }

        /// Sign extension from one width to a larger one.
        #[inline(always)]
        pub fn sext(a: $unsigned, from: u32, to: u32) -> $unsigned {
            truncate(signed(a, from) as $unsigned, to)
        }

        #[inline(always)]
        pub fn not(a: $unsigned, width: u32) -> $unsigned {
            truncate(!a, width)
        }

        #[inline(always)]
        pub fn neg(a: $unsigned, width: u32) -> $unsigned {
            truncate(a.wrapping_neg(), width)
        }

        #[inline(always)]
        pub fn add(a: $unsigned, b: $unsigned, width: u32) -> $unsigned {
            truncate(a.wrapping_add(b), width)
        }

        #[inline(always)]
        pub fn sub(a: $unsigned, b: $unsigned, width: u32) -> $unsigned {
            truncate(a.wrapping_sub(b), width)
        }

        #[inline(always)]
        pub fn mul(a: $unsigned, b: $unsigned, width: u32) -> $unsigned {
            truncate(a.wrapping_mul(b), width)
        }

        /// Unsigned quotient; all ones when `b` is 0.
        #[inline(always)]
        pub fn udiv(a: $unsigned, b: $unsigned, width: u32) -> $unsigned {
            a.checked_div(b).unwrap_or(mask(width))
        }

        /// Unsigned remainder; `a` when `b` is 0.
        #[inline(always)]
        pub fn urem(a: $unsigned, b: $unsigned, _width: u32) -> $unsigned {
            a.checked_rem(b).unwrap_or(a)
        }

        /// Signed quotient, rounded toward zero; when `b` is 0, -1 for `a >= 0` and 1 otherwise. `MIN / -1` wraps.
        #[inline(always)]
        pub fn sdiv(a: $unsigned, b: $unsigned, width: u32) -> $unsigned {
            if b == 0 {
                return if is_negative(a, width) { 1 } else { mask(width) };
            }
            truncate(signed(a, width).wrapping_div(signed(b, width)) as $unsigned, width)
        }

        /// Signed remainder with the sign of `a`; `a` when `b` is 0.
        #[inline(always)]
        pub fn srem(a: $unsigned, b: $unsigned, width: u32) -> $unsigned {
            if b == 0 {
                return a;
            }
            truncate(signed(a, width).wrapping_rem(signed(b, width)) as $unsigned, width)
        }

        #[inline(always)]
        pub fn shl(a: $unsigned, b: $unsigned, width: u32) -> $unsigned {
            if b >= width as $unsigned { 0 } else { truncate(a << b, width) }
        }

        #[inline(always)]
        pub fn lshr(a: $unsigned, b: $unsigned, width: u32) -> $unsigned {
            if b >= width as $unsigned { 0 } else { a >> b }
        }

        #[inline(always)]
        pub fn ashr(a: $unsigned, b: $unsigned, width: u32) -> $unsigned {
            let distance = b.min(width as $unsigned - 1);
            truncate((signed(a, width) >> distance) as $unsigned, width)
        }

        #[inline(always)]
        pub fn ult(a: $unsigned, b: $unsigned) -> bool {
            a < b
        }

        #[inline(always)]
        pub fn slt(a: $unsigned, b: $unsigned, width: u32) -> bool {
            signed(a, width) < signed(b, width)
        }

        #[inline(always)]
        pub fn sle(a: $unsigned, b: $unsigned, width: u32) -> bool {
            signed(a, width) <= signed(b, width)
        }

        /// Bits `lo .. lo + width`.
        #[inline(always)]
        pub fn extract(a: $unsigned, lo: u32, width: u32) -> $unsigned {
            truncate(a >> lo, width)
        }

        /// The value of a binary operator; comparisons give 0 or 1.
        #[inline]
        pub fn binary(op: crate::BinaryOp, a: $unsigned, b: $unsigned, width: u32) -> $unsigned {
            use crate::BinaryOp::*;
            match op {
                And => a & b,
                Or => a | b,
                Xor => a ^ b,
                Add => add(a, b, width),
                Sub => sub(a, b, width),
                Mul => mul(a, b, width),
                UDiv => udiv(a, b, width),
                SDiv => sdiv(a, b, width),
                URem => urem(a, b, width),
                SRem => srem(a, b, width),
                Shl => shl(a, b, width),
                LShr => lshr(a, b, width),
                AShr => ashr(a, b, width),
                Eq => (a == b) as $unsigned,
                Ult => ult(a, b) as $unsigned,
                Slt => slt(a, b, width) as $unsigned,
            }
        }
    };
}

operations!(u64, i64, 64);

/// The same operations for widths up to 128.
pub mod wide {
    operations!(u128, i128, 128);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_by_zero_follows_smt_lib() {
        assert_eq!(udiv(5, 0, 8), 0xff);
        assert_eq!(urem(5, 0, 8), 5);
        assert_eq!(sdiv(5, 0, 8), 0xff);
        assert_eq!(sdiv(0xfb, 0, 8), 1);
        assert_eq!(srem(0xfb, 0, 8), 0xfb);
    }

    #[test]
    fn the_smallest_number_divided_by_minus_one_wraps() {
        assert_eq!(sdiv(0x80, 0xff, 8), 0x80);
        assert_eq!(srem(0x80, 0xff, 8), 0);
        assert_eq!(sdiv(1 << 63, u64::MAX, 64), 1 << 63);
        assert_eq!(wide::sdiv(1 << 127, u128::MAX, 128), 1 << 127);
    }

    #[test]
    fn shifts_saturate() {
        assert_eq!(shl(1, 64, 64), 0);
        assert_eq!(lshr(u64::MAX, u64::MAX, 64), 0);
        assert_eq!(ashr(0x80, 200, 8), 0xff);
        assert_eq!(ashr(0x40, 200, 8), 0);
        assert_eq!(wide::shl(1, 127, 128), 1 << 127);
    }

    #[test]
    fn narrow_and_wide_agree_at_every_width() {
        let samples = [0u64, 1, 2, 3, 7, 0x55, 0x7f, 0x80, 0xff, 1 << 31, u64::MAX >> 1, 1 << 63, u64::MAX];
        for width in 1..=64 {
            for &x in &samples {
                for &y in &samples {
                    let (a, b) = (truncate(x, width), truncate(y, width));
                    for op in crate::BinaryOp::ALL {
                        let wide = wide::binary(op, a as u128, b as u128, width);
                        assert_eq!(binary(op, a, b, width) as u128, wide, "{op:?} {a} {b} at {width}");
                    }
                }
            }
        }
    }
}
