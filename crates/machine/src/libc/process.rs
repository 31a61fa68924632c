//! The end of the program and what belongs to the whole process: `exit`, `abort`, failed assertions, `errno`.

use std::rc::Rc;

use expr::ExprId;

use super::{CallSite, Entry, Returned, When};
use crate::asking::EXIT_STATUS;
use crate::checks::BugKind;
use crate::machine::{Machine, Stop};
use crate::state::{ExitHandler, State};
use crate::step::Access;
use crate::value::Value;

pub(super) const TABLE: &[Entry] = &[
    ("exit", When::Undefined, exit),
    ("_exit", When::Undefined, exit_at_once),
    ("_Exit", When::Undefined, exit_at_once),
    ("quick_exit", When::Undefined, exit_at_once),
    ("abort", When::Undefined, abort),
    ("klee_abort", When::Undefined, abort),
    ("__assert_fail", When::Undefined, assert_fail),
    ("__assert", When::Undefined, assert_fail),
    ("__assert_rtn", When::Undefined, assert_rtn),
    ("atexit", When::Undefined, atexit),
    ("__cxa_atexit", When::Undefined, cxa_atexit),
    ("__errno_location", When::Undefined, errno_location),
    ("klee_get_errno", When::Undefined, get_errno),
    ("__stack_chk_fail", When::Undefined, abort),
];

fn exit(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    m.check_initialised(st, site.arg(0), EXIT_STATUS)?;
    m.exit(st, site.arg(0))?;
    Ok(Returned::Entered)
}

fn exit_at_once(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    m.check_initialised(st, site.arg(0), EXIT_STATUS)?;
    Err(Stop::Exit(site.arg(0)))
}

fn abort(m: &mut Machine, st: &mut State, _: &CallSite) -> Result<Returned, Stop> {
    Err(m.bug(st, BugKind::Abort, ""))
}

/// `(expression, file, line, function)`.
fn assert_fail(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let text = m.given_name(st, site.arg(0), "");
    Err(m.bug(st, BugKind::AssertionFailure, &text))
}

/// `(function, file, line, expression)`.
fn assert_rtn(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let text = m.given_name(st, site.arg(3), "");
    Err(m.bug(st, BugKind::AssertionFailure, &text))
}

fn register(m: &mut Machine, st: &mut State, site: &CallSite, argument: Option<Value>) -> Result<Returned, Stop> {
    let function = match site.arg(0) {
        Value::Bits(address) => m.program.function_at(address),
        Value::Expr(_) => None,
    };
    let Some(function) = function else {
        return Err(m.unsupported_call(site, "a handler that is not a known function"));
    };
    if m.function(function).is_declaration() {
        return Err(m.unsupported_call(site, "a handler without a definition"));
    }
    Rc::make_mut(&mut st.exit_handlers).push(ExitHandler { function, argument });
    Ok(Returned::Value(Value::ZERO))
}

fn atexit(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    register(m, st, site, None)
}

fn cxa_atexit(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    register(m, st, site, Some(site.arg(1)))
}

fn errno_location(m: &mut Machine, _: &mut State, _: &CallSite) -> Result<Returned, Stop> {
    Ok(Returned::Value(Value::Bits(m.errno)))
}

impl Machine<'_> {
    pub(super) fn set_errno(&mut self, st: &mut State, error: ExprId) -> Result<(), Stop> {
        let place = self.access(st, Value::Bits(self.errno), Value::Bits(4), Access::Write)?;
        self.write_place(st, place, 4, error)
    }
}

fn get_errno(m: &mut Machine, st: &mut State, _: &CallSite) -> Result<Returned, Stop> {
    let place = m.access(st, Value::Bits(m.errno), Value::Bits(4), Access::Read)?;
    let e = m.read_place(st, place, 4)?;
    Ok(Returned::Value(Value::of(&m.dag, e)))
}
