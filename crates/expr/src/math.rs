//! Functions of `math.h` that are no IEEE operation: calls of them stay terms, whose value is what the system's library gives.
//!
//! The library is not correctly rounded, so nothing is said here about bits that the library has not been asked for. What holds of its
//! results all the same, within some units in the last place, is in [`known`]; solvers see a term as an unknown of which that is
//! known. Single and double precision, rounded to nearest; the machine has no type of its own for the library's `long double`.

pub mod known;

use crate::float::FloatFormat;

/// The error numbers the functions leave behind, where it is not 0: there is no result, or it is too large or too small.
pub const DOMAIN_ERROR: u128 = 33;
pub const RANGE_ERROR: u128 = 34;

/// What a term says of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gives {
    /// The function's value.
    Value,
    /// What `errno` is afterwards, 32 bits, where it was 0 before.
    Error,
}

/// Declares the functions: their variants of the enum, the library's names in both formats, and how they are called.
macro_rules! functions {
    (one { $($one:ident $one_double:ident $one_single:ident,)* }
     two { $($two:ident $two_double:ident $two_single:ident,)* }) => {
        /// A function of the library, in either format.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum MathFunction { $($one,)* $($two,)* }

        mod library {
            // SAFETY: the system's mathematical library has functions of these names and types, and they take any value.
            unsafe extern "C" {
                $(pub safe fn $one_double(x: f64) -> f64; pub safe fn $one_single(x: f32) -> f32;)*
                $(pub safe fn $two_double(x: f64, y: f64) -> f64; pub safe fn $two_single(x: f32, y: f32) -> f32;)*
                pub safe fn __errno_location() -> *mut i32;
            }
        }

        impl MathFunction {
            pub const ALL: &[MathFunction] = &[$(MathFunction::$one,)* $(MathFunction::$two,)*];

            /// How many arguments it takes.
            pub fn arity(self) -> usize {
                match self { $(MathFunction::$one)|* => 1, $(MathFunction::$two)|* => 2 }
            }

            /// Its name in C.
            pub fn name(self, format: FloatFormat) -> &'static str {
                match (self, format) {
                    $((MathFunction::$one, FloatFormat::Single) => stringify!($one_single),)*
                    $((MathFunction::$two, FloatFormat::Single) => stringify!($two_single),)*
                    $((MathFunction::$one, _) => stringify!($one_double),)*
                    $((MathFunction::$two, _) => stringify!($two_double),)*
                }
            }

            fn double(self, x: f64, y: f64) -> f64 {
                match self {
                    $(MathFunction::$one => library::$one_double(x),)*
                    $(MathFunction::$two => library::$two_double(x, y),)*
                }
            }

            fn single(self, x: f32, y: f32) -> f32 {
                match self {
                    $(MathFunction::$one => library::$one_single(x),)*
                    $(MathFunction::$two => library::$two_single(x, y),)*
                }
            }
        }
    };
}

functions! {
    one {
    Sin sin sinf, Cos cos cosf, Tan tan tanf, Asin asin asinf, Acos acos acosf, Atan atan atanf,
    Sinh sinh sinhf, Cosh cosh coshf, Tanh tanh tanhf, Asinh asinh asinhf, Acosh acosh acoshf, Atanh atanh atanhf,
    Exp exp expf, Exp2 exp2 exp2f, Expm1 expm1 expm1f, Log log logf, Log2 log2 log2f, Log10 log10 log10f, Log1p log1p log1pf,
    Cbrt cbrt cbrtf, Erf erf erff, Erfc erfc erfcf, Tgamma tgamma tgammaf,
    }
    two {
    Atan2 atan2 atan2f, Pow pow powf, Hypot hypot hypotf, Remainder remainder remainderf, Fdim fdim fdimf,
    }
}

impl MathFunction {
    /// The formats the library has it in.
    pub const FORMATS: [FloatFormat; 2] = [FloatFormat::Single, FloatFormat::Double];

    /// Asks the library: the pattern of the result, and the error number, 0 for none. The second argument of a function that takes one
    /// is ignored.
    pub fn call(self, format: FloatFormat, x: u128, y: u128) -> (u128, u32) {
        let errno = library::__errno_location();
        // SAFETY: the address is that of this thread's own number.
        unsafe { *errno = 0 };
        let result = match format {
            FloatFormat::Single => self.single(f32::from_bits(x as u32), f32::from_bits(y as u32)).to_bits() as u128,
            _ => self.double(f64::from_bits(x as u64), f64::from_bits(y as u64)).to_bits() as u128,
        };
        // SAFETY: as above.
        let error = unsafe { std::mem::take(&mut *errno) };
        (result, error as u32)
    }

    /// What a term that says this of a call is under these values.
    pub fn value(self, gives: Gives, format: FloatFormat, x: u128, y: u128) -> u128 {
        let (value, error) = self.call(format, x, y);
        match gives {
            Gives::Value => value,
            Gives::Error => error as u128,
        }
    }
}

impl Gives {
    /// The width of a term that says this of a call.
    pub fn width(self, format: FloatFormat) -> u32 {
        match self {
            Gives::Value => format.width(),
            Gives::Error => 32,
        }
    }
}
