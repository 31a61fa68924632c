//! Both implementations against each other, and the rules about NaNs.

use super::*;
use proptest::prelude::*;

/// Patterns of a format, special values often.
fn pattern(format: FloatFormat) -> impl Strategy<Value = u128> {
    let sign = 1u128 << (format.width() - 1);
    let special = vec![
        0,
        1,
        format.infinity(),
        format.infinity() - 1,
        format.default_nan(),
        from_int(1, 8, false, format),
        from_int(3, 8, false, format),
        from_int(1 << 62, 64, false, format),
    ];
    prop_oneof![
        2 => prop::sample::select(special).prop_map(move |bits| bits & !sign),
        3 => (any::<i16>(), 0..40u32).prop_map(move |(n, scale)| {
            let n = from_int(n as u16 as u128, 16, true, format);
            binary(FloatBin::Div, format, n, from_int(1 << scale, 64, false, format))
        }),
        5 => any::<u128>().prop_map(move |bits| wide::truncate(bits, format.width())),
    ]
    .prop_flat_map(move |bits| prop_oneof![Just(bits), Just(bits ^ sign)])
}

fn both_nan_or_same(format: FloatFormat, a: u128, b: u128) -> bool {
    a == b || (is_nan(format, a) && is_nan(format, b))
}

macro_rules! soft_agrees_with_native {
    ($name:ident, $format:expr, $soft:ty, $native:ident) => {
        proptest! {
            #[test]
            fn $name(a in pattern($format), b in pattern($format), c in pattern($format), width in 1..=128u32) {
                let format = $format;
                for op in FloatBin::ALL {
                    let (soft, native) = (soft::binary::<$soft>(op, a, b), binary(op, format, a, b));
                    prop_assert!(both_nan_or_same(format, soft, native), "{:?} {:x} {:x}", op, soft, native);
                }
                for op in FloatCmp::ALL {
                    prop_assert_eq!(soft::compare::<$soft>(op, a, b), compare(op, format, a, b));
                }
                for mode in Rounding::ALL {
                    prop_assert!(both_nan_or_same(format, soft::round::<$soft>(mode, a), round(format, mode, a)));
                }
                let (soft, native) = (soft::sqrt::<$soft>(a), sqrt(format, a));
                prop_assert!(both_nan_or_same(format, soft, native), "sqrt {:x} {:x}", soft, native);
                let (soft, native) = (soft::fma::<$soft>(a, b, c), fma(format, a, b, c));
                prop_assert!(both_nan_or_same(format, soft, native), "fma {:x} {:x}", soft, native);
                for signed in [false, true] {
                    let soft = soft::to_int::<$soft>(a, width, signed).unwrap_or(1 << (width - 1));
                    prop_assert_eq!(soft, to_int(format, a, width, signed), "to {} bits, signed {}", width, signed);
                }
            }

            #[test]
            fn $native(n in any::<u128>(), width in 1..=128u32) {
                let n = wide::truncate(n, width);
                let signed = soft::from_signed::<$soft>(wide::signed(n, width));
                prop_assert_eq!(signed, from_int(n, width, true, $format));
                prop_assert_eq!(soft::from_unsigned::<$soft>(n), from_int(n, width, false, $format));
            }
        }
    };
}

soft_agrees_with_native!(single_precision_agrees, FloatFormat::Single, ieee::Single, single_from_int_agrees);
soft_agrees_with_native!(double_precision_agrees, FloatFormat::Double, ieee::Double, double_from_int_agrees);

proptest! {
    #[test]
    fn native_conversions_agree_with_soft_ones(a in any::<u64>(), b in any::<u32>()) {
        let narrowed = soft::convert_to::<ieee::Double>(FloatFormat::Single, a as u128);
        let ours = convert(FloatFormat::Double, FloatFormat::Single, a as u128);
        prop_assert!(both_nan_or_same(FloatFormat::Single, narrowed, ours));
        let widened = soft::convert_to::<ieee::Single>(FloatFormat::Double, b as u128);
        let ours = convert(FloatFormat::Single, FloatFormat::Double, b as u128);
        prop_assert!(both_nan_or_same(FloatFormat::Double, widened, ours));
    }

    #[test]
    fn roots_of_exact_squares_are_exact(n in any::<u32>()) {
        for format in [FloatFormat::Double, FloatFormat::X87, FloatFormat::Quad] {
            let root = from_int(n as u128, 32, false, format);
            let square = from_int(n as u128 * n as u128, 64, false, format);
            if binary(FloatBin::Mul, format, root, root) == square {
                prop_assert_eq!(sqrt(format, square), root, "{:?}", format);
            }
        }
    }

    /// Rounding the root of the widest format once more gives the root of a format of less than half its precision.
    #[test]
    fn roots_of_wide_formats_agree_with_native_ones(a in any::<u64>()) {
        let a = (a & !(1 << 63)) as u128;
        prop_assume!(!is_nan(FloatFormat::Double, a));
        for format in [FloatFormat::X87, FloatFormat::Quad] {
            let root = sqrt(format, convert(FloatFormat::Double, format, a));
            let ours = convert(format, FloatFormat::Double, root);
            let off_by = ours.abs_diff(sqrt(FloatFormat::Double, a));
            // 64 bits are fewer than twice 53: rounding twice may hit a tie.
            prop_assert!(off_by <= (format == FloatFormat::X87) as u128, "{:?} {:x}", format, a);
        }
    }
}

#[test]
fn nans_follow_sse() {
    let invalid = binary(FloatBin::Div, FloatFormat::Single, 0, 0);
    assert_eq!(invalid, 0xffc0_0000);
    assert_eq!(
        binary(FloatBin::Sub, FloatFormat::Double, f64::INFINITY.to_bits() as u128, f64::INFINITY.to_bits() as u128),
        0xfff8 << 48
    );
    // The first NaN operand, made quiet, payload and sign kept.
    assert_eq!(binary(FloatBin::Add, FloatFormat::Single, 0x7f80_0001, 0xffc0_0002), 0x7fc0_0001);
    assert_eq!(binary(FloatBin::Add, FloatFormat::Single, 0x3f80_0000, 0xffc0_0002), 0xffc0_0002);
    // A pattern that the x87 rejects: its leading bit is missing.
    let unnormal = 0x3fff_4000_0000_0000_0000;
    assert_eq!(binary(FloatBin::Add, FloatFormat::X87, 0, unnormal), FloatFormat::X87.default_nan());
    assert_eq!(FloatFormat::Half.default_nan(), 0xfe00);
    assert_eq!(FloatFormat::X87.default_nan(), 0xffff_c000_0000_0000_0000);
}

#[test]
fn converted_nans_keep_sign_and_payload() {
    use FloatFormat::*;
    assert_eq!(convert(Single, Double, 0xff80_0001), 0xfff8_0000_2000_0000);
    assert_eq!(convert(Double, Single, 0x7ff0_0000_2000_0001), 0x7fc0_0001);
    assert_eq!(convert(Single, X87, 0x7fc0_0001), 0x7fff_c000_0100_0000_0000);
    // What the processor makes of them.
    let payload = std::hint::black_box(f64::from_bits(0x7ff4_5678_9abc_def0));
    assert_eq!(convert(Double, Single, payload.to_bits() as u128), (payload as f32).to_bits() as u128);
    let payload = std::hint::black_box(f32::from_bits(0xffa0_1234));
    assert_eq!(convert(Single, Double, payload.to_bits() as u128), (payload as f64).to_bits() as u128);
}

#[test]
fn integers_out_of_range_are_indefinite() {
    let big = 1e10f64.to_bits() as u128;
    assert_eq!(to_int(FloatFormat::Double, big, 32, true), 0x8000_0000);
    assert_eq!(to_int(FloatFormat::Double, big, 64, true), 10_000_000_000);
    assert_eq!(to_int(FloatFormat::Single, 0x7fc0_0000, 16, false), 0x8000);
    let minus_half = (-0.5f64).to_bits() as u128;
    assert_eq!(to_int(FloatFormat::Double, minus_half, 32, false), 0);
}

#[test]
fn precision_and_exponent_fill_the_pattern() {
    for format in FloatFormat::ALL {
        let stored_leading_bit = (format == FloatFormat::X87) as u32;
        assert_eq!(format.exponent_bits() + format.precision() + stored_leading_bit, format.width());
        assert!(is_nan(format, format.default_nan()));
        assert!(!is_nan(format, format.infinity()));
    }
}
