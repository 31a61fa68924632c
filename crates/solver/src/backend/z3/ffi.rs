//! The part of Z3's C interface that the [Z3 backend](super) uses, declared by hand.
//!
//! Signatures follow `z3_api.h` and `z3_fpa.h` of Z3 4.8.12; they have not changed in later versions.

use std::ffi::{c_char, c_int, c_uint};

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

#[link(name = "z3")]
unsafe extern "C" {
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
