//! The part of Z3's C interface that the [Z3 backend](super) uses, declared by hand and looked up when first used.
//!
//! Signatures follow `z3_api.h` and `z3_fpa.h` of Z3 4.8.12; they have not changed in later versions. Nothing is linked:
//! a machine without Z3 builds and runs the tool, and [`missing`] says why a question cannot go to it.

use std::ffi::{OsString, c_char, c_int, c_uint};
use std::sync::OnceLock;

use libloading::Library;

/// Names the library to use, for one that is newer than the system's.
const CHOSEN: &str = "SECATEUR_Z3";

/// As packages install it, and as source trees do.
const NAMES: [&str; 2] = ["libz3.so.4", "libz3.so"];

macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident = $opaque:ident;)*) => {$(
        #[repr(C)]
        pub struct $opaque {
            _private: [u8; 0],
        }
        $(#[$doc])*
        pub type $name = *mut $opaque;
    )*};
}

handles! {
    Config = OpaqueConfig;
    Context = OpaqueContext;
    Symbol = OpaqueSymbol;
    Sort = OpaqueSort;
    /// An expression; lives as long as its context, which does not count references.
    Ast = OpaqueAst;
    Params = OpaqueParams;
    Solver = OpaqueSolver;
    Model = OpaqueModel;
    AstVector = OpaqueAstVector;
}

/// Z3's three-valued truth: -1 false, 0 unknown, 1 true.
pub type Lbool = c_int;
pub const L_FALSE: Lbool = -1;
pub const L_TRUE: Lbool = 1;

/// `Z3_error_code`; 0 is "no error".
pub type ErrorCode = c_uint;
pub type ErrorHandler = Option<unsafe extern "C" fn(Context, ErrorCode)>;

/// Declares functions once: a table of where they are in the library, and a function for each that calls it there.
macro_rules! functions {
    ($(pub fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)?;)*) => {
        #[allow(non_snake_case)]
        struct Functions {
            $($name: unsafe extern "C" fn($($type),*) $(-> $result)?,)*
        }

        impl Functions {
            fn of(library: &'static Library) -> Result<Functions, libloading::Error> {
                // SAFETY: the functions have these signatures, and the library is never unloaded.
                unsafe { Ok(Functions { $($name: *library.get(stringify!($name).as_bytes())?,)* }) }
            }
        }

        $(
            /// # Safety
            ///
            /// As Z3's manual says. Where Z3 is [`missing`] it must not be called.
            #[allow(non_snake_case)]
            pub unsafe extern "C" fn $name($($argument: $type),*) $(-> $result)? {
                // SAFETY: the caller keeps to the manual.
                unsafe { (functions().$name)($($argument),*) }
            }
        )*
    };
}

/// Why Z3 cannot be used on this machine, if so. The first call looks for it.
pub fn missing() -> Option<&'static str> {
    loaded().as_ref().err().map(String::as_str)
}

fn functions() -> &'static Functions {
    match loaded() {
        Ok(functions) => functions,
        Err(missing) => unreachable!("a context is made where there is a library only, but {missing}"),
    }
}

fn loaded() -> &'static Result<Functions, String> {
    static LOADED: OnceLock<Result<Functions, String>> = OnceLock::new();
    LOADED.get_or_init(|| match std::env::var_os(CHOSEN) {
        Some(chosen) => load(&chosen).map_err(|error| format!("{CHOSEN} names no Z3 that can be used: {error}")),
        None => NAMES
            .iter()
            .find_map(|name| load(&OsString::from(name)).ok())
            .ok_or_else(|| format!("Z3 is not installed: install libz3-4, or name its library in {CHOSEN}")),
    })
}

fn load(name: &OsString) -> Result<Functions, libloading::Error> {
    // SAFETY: Z3's library does nothing when it is loaded but make its own tables.
    let library = unsafe { Library::new(name)? };
    Functions::of(Box::leak(Box::new(library)))
}

functions! {
    pub fn Z3_mk_config() -> Config;
    pub fn Z3_del_config(config: Config);
    pub fn Z3_mk_context(config: Config) -> Context;
    pub fn Z3_del_context(context: Context);
    pub fn Z3_set_error_handler(context: Context, handler: ErrorHandler);
    pub fn Z3_get_error_code(context: Context) -> ErrorCode;
    pub fn Z3_get_error_msg(context: Context, code: ErrorCode) -> *const c_char;
    pub fn Z3_interrupt(context: Context);
    pub fn Z3_eval_smtlib2_string(context: Context, script: *const c_char) -> *const c_char;

    pub fn Z3_mk_int_symbol(context: Context, number: c_int) -> Symbol;
    pub fn Z3_mk_string_symbol(context: Context, text: *const c_char) -> Symbol;
    pub fn Z3_mk_bv_sort(context: Context, width: c_uint) -> Sort;
    pub fn Z3_mk_bool_sort(context: Context) -> Sort;
    pub fn Z3_mk_const(context: Context, name: Symbol, sort: Sort) -> Ast;
    pub fn Z3_mk_fresh_const(context: Context, prefix: *const c_char, sort: Sort) -> Ast;
    pub fn Z3_mk_unsigned_int64(context: Context, value: u64, sort: Sort) -> Ast;

    pub fn Z3_mk_true(context: Context) -> Ast;
    pub fn Z3_mk_false(context: Context) -> Ast;
    pub fn Z3_mk_not(context: Context, a: Ast) -> Ast;
    pub fn Z3_mk_and(context: Context, count: c_uint, operands: *const Ast) -> Ast;
    pub fn Z3_mk_or(context: Context, count: c_uint, operands: *const Ast) -> Ast;
    pub fn Z3_mk_xor(context: Context, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_ite(context: Context, c: Ast, t: Ast, f: Ast) -> Ast;
    pub fn Z3_mk_eq(context: Context, a: Ast, b: Ast) -> Ast;

    pub fn Z3_mk_bvnot(context: Context, a: Ast) -> Ast;
    pub fn Z3_mk_bvneg(context: Context, a: Ast) -> Ast;
    pub fn Z3_mk_bvand(context: Context, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_bvor(context: Context, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_bvxor(context: Context, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_bvadd(context: Context, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_bvsub(context: Context, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_bvmul(context: Context, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_bvudiv(context: Context, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_bvsdiv(context: Context, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_bvurem(context: Context, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_bvsrem(context: Context, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_bvshl(context: Context, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_bvlshr(context: Context, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_bvashr(context: Context, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_bvult(context: Context, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_bvslt(context: Context, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_concat(context: Context, hi: Ast, lo: Ast) -> Ast;
    pub fn Z3_mk_extract(context: Context, high: c_uint, low: c_uint, a: Ast) -> Ast;
    pub fn Z3_mk_zero_ext(context: Context, more: c_uint, a: Ast) -> Ast;
    pub fn Z3_mk_sign_ext(context: Context, more: c_uint, a: Ast) -> Ast;

    pub fn Z3_mk_fpa_sort(context: Context, exponent_bits: c_uint, precision: c_uint) -> Sort;
    pub fn Z3_mk_fpa_round_nearest_ties_to_even(context: Context) -> Ast;
    pub fn Z3_mk_fpa_round_nearest_ties_to_away(context: Context) -> Ast;
    pub fn Z3_mk_fpa_round_toward_positive(context: Context) -> Ast;
    pub fn Z3_mk_fpa_round_toward_negative(context: Context) -> Ast;
    pub fn Z3_mk_fpa_round_toward_zero(context: Context) -> Ast;
    pub fn Z3_mk_fpa_add(context: Context, mode: Ast, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_fpa_sub(context: Context, mode: Ast, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_fpa_mul(context: Context, mode: Ast, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_fpa_div(context: Context, mode: Ast, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_fpa_fma(context: Context, mode: Ast, a: Ast, b: Ast, c: Ast) -> Ast;
    pub fn Z3_mk_fpa_sqrt(context: Context, mode: Ast, a: Ast) -> Ast;
    pub fn Z3_mk_fpa_rem(context: Context, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_fpa_abs(context: Context, a: Ast) -> Ast;
    pub fn Z3_mk_fpa_neg(context: Context, a: Ast) -> Ast;
    pub fn Z3_mk_fpa_round_to_integral(context: Context, mode: Ast, a: Ast) -> Ast;
    pub fn Z3_mk_fpa_eq(context: Context, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_fpa_lt(context: Context, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_fpa_leq(context: Context, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_fpa_is_nan(context: Context, a: Ast) -> Ast;
    pub fn Z3_mk_fpa_is_negative(context: Context, a: Ast) -> Ast;
    pub fn Z3_mk_fpa_to_fp_bv(context: Context, bits: Ast, sort: Sort) -> Ast;
    pub fn Z3_mk_fpa_to_fp_float(context: Context, mode: Ast, a: Ast, sort: Sort) -> Ast;
    pub fn Z3_mk_fpa_to_fp_signed(context: Context, mode: Ast, a: Ast, sort: Sort) -> Ast;
    pub fn Z3_mk_fpa_to_fp_unsigned(context: Context, mode: Ast, a: Ast, sort: Sort) -> Ast;
    pub fn Z3_mk_fpa_to_sbv(context: Context, mode: Ast, a: Ast, width: c_uint) -> Ast;
    pub fn Z3_mk_fpa_to_ubv(context: Context, mode: Ast, a: Ast, width: c_uint) -> Ast;
    pub fn Z3_mk_fpa_to_ieee_bv(context: Context, a: Ast) -> Ast;

    pub fn Z3_mk_params(context: Context) -> Params;
    pub fn Z3_params_inc_ref(context: Context, params: Params);
    pub fn Z3_params_dec_ref(context: Context, params: Params);
    pub fn Z3_params_set_uint(context: Context, params: Params, name: Symbol, value: c_uint);

    pub fn Z3_mk_solver(context: Context) -> Solver;
    pub fn Z3_mk_solver_for_logic(context: Context, logic: Symbol) -> Solver;
    pub fn Z3_solver_inc_ref(context: Context, solver: Solver);
    pub fn Z3_solver_dec_ref(context: Context, solver: Solver);
    pub fn Z3_solver_set_params(context: Context, solver: Solver, params: Params);
    pub fn Z3_solver_assert(context: Context, solver: Solver, constraint: Ast);
    pub fn Z3_solver_check_assumptions(
        context: Context,
        solver: Solver,
        count: c_uint,
        assumptions: *const Ast,
    ) -> Lbool;
    pub fn Z3_solver_get_model(context: Context, solver: Solver) -> Model;
    pub fn Z3_solver_get_unsat_core(context: Context, solver: Solver) -> AstVector;
    pub fn Z3_solver_get_reason_unknown(context: Context, solver: Solver) -> *const c_char;

    pub fn Z3_model_inc_ref(context: Context, model: Model);
    pub fn Z3_model_dec_ref(context: Context, model: Model);
    pub fn Z3_model_eval(context: Context, model: Model, a: Ast, complete: bool, value: *mut Ast) -> bool;
    pub fn Z3_get_numeral_uint64(context: Context, a: Ast, value: *mut u64) -> bool;

    pub fn Z3_ast_vector_inc_ref(context: Context, vector: AstVector);
    pub fn Z3_ast_vector_dec_ref(context: Context, vector: AstVector);
    pub fn Z3_ast_vector_size(context: Context, vector: AstVector) -> c_uint;
    pub fn Z3_ast_vector_get(context: Context, vector: AstVector, index: c_uint) -> Ast;
}
