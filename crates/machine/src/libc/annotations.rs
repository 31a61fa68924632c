//! The annotation interfaces of KLEE, CREST, SV-COMP, CBMC and their kin: how a program says what is symbolic, what may
//! be assumed and what is an error.

use super::{CallSite, Entry, Handler, Returned, When};
use crate::checks::BugKind;
use crate::choice::{Alternative, Choice, ChoiceKind, CutReason, Outcome};
use crate::inputs::InputKind;
use crate::machine::{Machine, Stop};
use crate::memory::{Fill, Object, ObjectKind, Pointee};
use crate::state::State;
use crate::step::Access;
use crate::value::Value;

pub(super) const TABLE: &[Entry] = &[
    ("klee_make_symbolic", When::Undefined, make_symbolic),
    ("secateur_make_symbolic", When::Undefined, make_symbolic),
    ("symcc_make_symbolic", When::Undefined, make_symbolic),
    ("__VERIFIER_nondet_memory", When::Undefined, make_symbolic),
    ("__CPROVER_havoc_object", When::Undefined, havoc_object),
    ("__CPROVER_havoc_slice", When::Undefined, havoc_slice),
    ("__ESBMC_init_object", When::Undefined, havoc_object),
    ("__ESBMC_init_var", When::Undefined, havoc_object),
    ("klee_range", When::Undefined, range),
    ("klee_int", When::Undefined, named_int),
    ("klee_choose", When::Undefined, choose_below),
    ("klee_assume", When::Undefined, assume),
    ("secateur_assume", When::Undefined, assume),
    ("__VERIFIER_assume", When::Undefined, assume),
    ("__CPROVER_assume", When::Undefined, assume),
    ("__ESBMC_assume", When::Undefined, assume),
    ("assume_abort_if_not", When::Always, assume),
    ("klee_assert_fail", When::Undefined, assert_fail),
    ("klee_report_error", When::Undefined, report_error),
    ("klee_silent_exit", When::Undefined, silent_exit),
    ("reach_error", When::Always, error_call),
    ("__VERIFIER_error", When::Always, error_call),
    ("__VERIFIER_assert", When::Undefined, assert_condition),
    // Without its header `assert` is a function that C declares by itself.
    ("assert", When::Undefined, assert_condition),
    ("secateur_assert", When::Undefined, assert_condition),
    ("__CPROVER_assert", When::Undefined, assert_condition),
    ("__CPROVER_precondition", When::Undefined, assert_condition),
    ("__CPROVER_postcondition", When::Undefined, assert_condition),
    ("__ESBMC_assert", When::Undefined, assert_condition),
    ("__CrestUChar", When::Undefined, crest),
    ("__CrestUShort", When::Undefined, crest),
    ("__CrestUInt", When::Undefined, crest),
    ("__CrestChar", When::Undefined, crest),
    ("__CrestShort", When::Undefined, crest),
    ("__CrestInt", When::Undefined, crest),
    ("klee_is_symbolic", When::Undefined, is_symbolic),
    ("klee_is_replay", When::Undefined, zero),
    ("klee_get_valuef", When::Undefined, get_value),
    ("klee_get_valued", When::Undefined, get_value),
    ("klee_get_valuel", When::Undefined, get_value),
    ("klee_get_valuell", When::Undefined, get_value),
    ("klee_get_value_i32", When::Undefined, get_value),
    ("klee_get_value_i64", When::Undefined, get_value),
    ("klee_get_obj_size", When::Undefined, object_size),
    ("klee_check_memory_access", When::Undefined, check_access),
    ("klee_define_fixed_object", When::Undefined, define_fixed_object),
    // Advice and diagnostics: nothing to do.
    ("klee_prefer_cex", When::Undefined, nothing),
    ("klee_posix_prefer_cex", When::Undefined, nothing),
    ("klee_warning", When::Undefined, nothing),
    ("klee_warning_once", When::Undefined, nothing),
    ("klee_mark_global", When::Undefined, nothing),
    ("klee_stack_trace", When::Undefined, nothing),
    ("klee_print_expr", When::Undefined, nothing),
    ("klee_print_range", When::Undefined, nothing),
    ("klee_open_merge", When::Undefined, nothing),
    ("klee_close_merge", When::Undefined, nothing),
    ("klee_merge", When::Undefined, nothing),
    // Forking goes on: more is explored than asked for.
    ("klee_set_forking", When::Undefined, nothing),
    ("__CPROVER_cover", When::Undefined, nothing),
    ("__CPROVER_input", When::Undefined, nothing),
    ("__CPROVER_output", When::Undefined, nothing),
    ("__CPROVER_printf", When::Undefined, nothing),
    ("__CPROVER_fence", When::Undefined, nothing),
    ("__CPROVER_atomic_begin", When::Undefined, nothing),
    ("__CPROVER_atomic_end", When::Undefined, nothing),
    ("__ESBMC_atomic_begin", When::Undefined, nothing),
    ("__ESBMC_atomic_end", When::Undefined, nothing),
    ("__ESBMC_yield", When::Undefined, nothing),
    ("__ESBMC_cover", When::Undefined, nothing),
    // How far other tools unwind a loop: here it is followed to its end.
    ("__ESBMC_unroll", When::Undefined, nothing),
    ("__ESBMC_no_slice", When::Undefined, nothing),
    ("__VERIFIER_atomic_begin", When::Undefined, nothing),
    ("__VERIFIER_atomic_end", When::Undefined, nothing),
];

/// The name of inputs made by "anything may be in here".
const HAVOC: &str = "havoc";

/// Sizes or addresses that one annotation is followed to.
const MAX_VALUES: usize = 64;

/// Families of names: `__VERIFIER_nondet_X`, `nondet_X`, TracerX's debugging calls.
pub(super) fn by_prefix(name: &str) -> Option<Handler> {
    if name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet_") {
        Some(nondet)
    } else if name.starts_with("tracerx_") {
        Some(nothing)
    } else {
        None
    }
}

fn nothing(_: &mut Machine, _: &mut State, _: &CallSite) -> Result<Returned, Stop> {
    Ok(Returned::Nothing)
}

fn zero(_: &mut Machine, _: &mut State, _: &CallSite) -> Result<Returned, Stop> {
    Ok(Returned::Value(Value::ZERO))
}

/// `(address, size, name)`; the name is optional.
fn make_symbolic(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let name = m.given_name(st, site.arg(2), "unnamed");
    make_bytes_symbolic(m, st, site, &name)
}

fn make_bytes_symbolic(m: &mut Machine, st: &mut State, site: &CallSite, name: &str) -> Result<Returned, Stop> {
    let size = m.enumerate(st, site.arg(1), site.width(1), MAX_VALUES, "the size of a symbolic object")? as u64;
    if size == 0 {
        return Ok(Returned::Nothing);
    }
    let place = m.access(st, site.arg(0), Value::Bits(size), Access::Write)?;
    let offset = m.enumerate(st, place.offset, 64, MAX_VALUES, "the address of a symbolic object")? as u64;
    m.bytes_input(st, name, place.slot, offset, size, InputKind::Bytes);
    Ok(Returned::Nothing)
}

fn havoc_object(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let place = m.access(st, site.arg(0), Value::Bits(0), Access::Write)?;
    let size = st.memory.object(place.slot).capacity;
    m.bytes_input(st, HAVOC, place.slot, 0, size, InputKind::Bytes);
    Ok(Returned::Nothing)
}

/// `(address, size)`.
fn havoc_slice(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    make_bytes_symbolic(m, st, site, HAVOC)
}

/// `klee_range(begin, end, name)`: `begin <= x < end`.
fn range(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let name = m.given_name(st, site.arg(2), "range");
    let x = m.next_scalar(st, &name, 32);
    m.draw_from_range(st, x, site.arg(0), site.arg(1));
    let (begin, end) = (site.arg(0).expr(&mut m.dag, 32), site.arg(1).expr(&mut m.dag, 32));
    let (above, below) = (m.dag.sle(begin, x), m.dag.slt(x, end));
    let inside = m.dag.and(above, below);
    let inside = Value::of(&m.dag, inside);
    m.assume(st, inside, 1)?;
    Ok(Returned::Value(m.scalar_input(st, &name, 32, Some("int"))))
}

fn named_int(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let name = m.given_name(st, site.arg(0), "int");
    Ok(Returned::Value(m.scalar_input(st, &name, 32, Some("int"))))
}

/// `klee_choose(n)`: any value below `n`.
fn choose_below(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let x = m.next_scalar(st, "klee_choose", 64);
    m.draw_from_range(st, x, Value::ZERO, site.arg(0));
    let n = site.arg(0).expr(&mut m.dag, 64);
    let below = m.dag.ult(x, n);
    let below = Value::of(&m.dag, below);
    m.assume(st, below, 1)?;
    Ok(Returned::Value(m.scalar_input(st, "klee_choose", 64, Some("unsigned long"))))
}

fn assume(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    m.assume(st, site.arg(0), site.width(0))?;
    Ok(Returned::Nothing)
}

fn assert_fail(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let text = m.given_name(st, site.arg(0), "");
    Err(m.bug(st, BugKind::AssertionFailure, &text))
}

/// `(condition, message)`; the message is optional.
fn assert_condition(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let text = if site.args.len() > 1 { m.given_name(st, site.arg(1), "") } else { String::new() };
    m.check_nonzero(st, BugKind::AssertionFailure, site.arg(0), site.width(0), &text)?;
    Ok(Returned::Nothing)
}

/// `klee_report_error(file, line, message, suffix)`.
fn report_error(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let text = m.given_name(st, site.arg(2), "");
    Err(m.bug(st, BugKind::ReportedError, &text))
}

fn error_call(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let function = m.function(site.target);
    if !m.checks.has(BugKind::ErrorCall) && !function.is_declaration() {
        return Ok(Returned::UseBody);
    }
    Err(m.bug(st, BugKind::ErrorCall, &function.name))
}

fn silent_exit(m: &mut Machine, _: &mut State, _: &CallSite) -> Result<Returned, Stop> {
    let guard = m.dag.truth(true);
    let alternatives = vec![Alternative { guard, outcome: Outcome::Discard }];
    Err(Stop::Choice(Choice::new(ChoiceKind::Assume, alternatives)))
}

/// `CREST_int(x)` and its kin pass the address of the variable.
fn crest(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let name = m.function(site.target).name.trim_start_matches("__Crest").to_lowercase();
    let size = match name.trim_start_matches('u') {
        "char" => 1,
        "short" => 2,
        _ => 4,
    };
    let place = m.access(st, site.arg(0), Value::Bits(size), Access::Write)?;
    let offset = m.enumerate(st, place.offset, 64, MAX_VALUES, "the address of a symbolic variable")? as u64;
    m.bytes_input(st, &name, place.slot, offset, size, InputKind::Bytes);
    Ok(Returned::Nothing)
}

/// `__VERIFIER_nondet_X()` and `nondet_X()`: a fresh value of the declared type.
fn nondet(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let function = m.function(site.target);
    let name = function.name.as_str();
    let kind = name.rsplit("nondet_").next().unwrap_or("");
    let type_name = c_type(kind);
    let width = match function.returns.as_slice() {
        [] => return Ok(Returned::Nothing),
        // A boolean declared with a wider type still is one.
        _ if kind == "bool" || kind == "_Bool" => 1,
        [width] => *width,
        // A 128-bit integer comes back in two registers.
        [64, 64] => {
            let whole = m.scalar_input(st, name, 128, type_name).expr(&mut m.dag, 128);
            let (low, high) = (m.dag.extract(whole, 0, 64), m.dag.extract(whole, 64, 64));
            return Ok(Returned::Pair(Value::of(&m.dag, low), Value::of(&m.dag, high)));
        }
        _ => {
            let why = format!("{name} returns a structure");
            return Err(Stop::Cut(CutReason::Unsupported, why));
        }
    };
    Ok(Returned::Value(m.scalar_input(st, name, width, type_name)))
}

/// The C type behind SV-COMP's abbreviations.
fn c_type(kind: &str) -> Option<&str> {
    Some(match kind {
        "bool" | "_Bool" => "_Bool",
        "char" | "short" | "int" | "long" | "float" | "double" | "size_t" => kind,
        "uchar" | "u8" => "unsigned char",
        "ushort" | "u16" => "unsigned short",
        "uint" | "unsigned" | "u32" => "unsigned int",
        "ulong" | "u64" => "unsigned long",
        "longlong" => "long long",
        "ulonglong" => "unsigned long long",
        "int128" => "__int128",
        "uint128" => "unsigned __int128",
        "pointer" => "void *",
        "pchar" => "char *",
        _ => return None,
    })
}

fn define_fixed_object(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let address = m.enumerate(st, site.arg(0), 64, MAX_VALUES, "a fixed address")? as u64;
    let size = m.enumerate(st, site.arg(1), site.width(1), MAX_VALUES, "the size of a fixed object")? as u64;
    let mut object = Object::new(address, size, ObjectKind::Global, Fill::Uninit);
    object.origin = m.location(st);
    if st.memory.insert_fixed(object) {
        return Ok(Returned::Nothing);
    }
    Err(m.unsupported_call(site, "the address is taken"))
}

fn is_symbolic(m: &mut Machine, _: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    if m.mode.speaks_for_other_states() {
        return Err(m.unsupported_call(site, "not a matter of values"));
    }
    Ok(Returned::Value(Value::Bits(site.arg(0).as_concrete(&m.dag).is_none() as u64)))
}

/// One concrete value; that the others are not followed is a cut.
fn get_value(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let width = site.width(0);
    let name = &m.function(site.target).name;
    let bits = m.concretise(st, site.arg(0), width, name)?;
    Ok(Returned::Value(Value::concrete(&mut m.dag, bits, width)))
}

fn object_size(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let place = m.resolve(st, site.arg(0), Access::Read)?;
    let object = st.memory.object(place.slot);
    Ok(Returned::Value(match object.symbolic_size {
        Some(size) => Value::Expr(size),
        None => Value::Bits(object.capacity),
    }))
}

fn check_access(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    if let Value::Bits(address) = site.arg(0)
        && matches!(st.memory.at(address), Pointee::Nothing)
        && site.arg(1) == Value::Bits(0)
    {
        return Ok(Returned::Nothing);
    }
    m.access(st, site.arg(0), site.arg(1), Access::Read)?;
    Ok(Returned::Nothing)
}
