//! Functions the tool implements itself: the annotation interfaces, allocation, the end of the program, output, and
//! quick versions of string functions on concrete bytes.
//!
//! Each file has a table from names to handlers. A handler either does the whole call, or enters code of the program,
//! or says `UseBody`: then the C model that was linked in (or the user's own definition) runs.

mod alloc;
mod annotations;
mod inputs;
mod jump;
mod math;
mod pointers;
mod print;
mod process;
mod stream;
mod string;

use program::ir::{Call, FuncId, Function};

use crate::checks::BugKind;
use crate::choice::CutReason;
use crate::externals;
use crate::machine::{Machine, Stop};
use crate::memory::Pointee;
use crate::state::State;
use crate::value::Value;

/// A call as a handler sees it.
pub(crate) struct CallSite<'a> {
    pub call: &'a Call,
    pub args: &'a [Value],
    pub target: FuncId,
}

impl CallSite<'_> {
    /// Argument `i`, or 0 where the caller passed too few.
    pub fn arg(&self, i: usize) -> Value {
        self.args.get(i).copied().unwrap_or(Value::ZERO)
    }

    /// Its width as the caller passed it.
    pub fn width(&self, i: usize) -> u16 {
        self.call.arg_types.get(i).map_or(64, |t| t.width)
    }
}

pub(crate) enum Returned {
    Nothing,
    Value(Value),
    /// A value the ABI returns in two registers, low half first.
    Pair(Value, Value),
    /// The state's frame or position has changed.
    Entered,
    /// Run the function's own code instead.
    UseBody,
}

pub(crate) type Handler = for<'p> fn(&mut Machine<'p>, &mut State, &CallSite) -> Result<Returned, Stop>;

/// When a handler applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum When {
    /// Also in place of a definition in the program.
    Always,
    /// Only if the program does not define the function.
    Undefined,
    /// In place of the tool's own C model of it, when all is concrete.
    Model,
}

type Entry = (&'static str, When, Handler);

/// What the engine gives programs and its own models beyond the C library.
const BEYOND_C: [&[Entry]; 3] = [annotations::TABLE, pointers::TABLE, stream::TABLE];
const C_LIBRARY: [&[Entry]; 6] = [alloc::TABLE, process::TABLE, print::TABLE, string::TABLE, jump::TABLE, math::TABLE];

/// The functions of the C library that the engine has itself, by name.
pub fn library_functions() -> impl Iterator<Item = &'static str> {
    let names = C_LIBRARY.into_iter().flatten().map(|(name, _, _)| *name);
    names.filter(|name| !name.starts_with("__secateur_") && !name.starts_with("klee_"))
}

/// Whether a function or variable that the program only declares is there all the same: the tool has it, or the C library of this
/// machine.
pub fn is_there(name: &str) -> bool {
    let mut own = BEYOND_C.into_iter().chain(C_LIBRARY).flatten();
    own.any(|(known, _, _)| *known == name) || annotations::by_prefix(name).is_some() || externals::has(name)
}

/// The tool's implementation of a function, if it has one.
pub(crate) fn handler(function: &Function) -> Option<Handler> {
    let name = function.name.as_str();
    let applies = |when: When| match when {
        When::Always => true,
        When::Undefined => function.is_declaration(),
        When::Model => function.is_declaration() || function.from_runtime,
    };
    (BEYOND_C.into_iter().chain(C_LIBRARY).flatten())
        .find(|(known, when, _)| *known == name && applies(*when))
        .map(|(_, _, handler)| *handler)
        .or_else(|| if function.is_declaration() { annotations::by_prefix(name) } else { None })
}

impl<'p> Machine<'p> {
    /// The bytes of a C string, up to its end. Symbolic bytes are taken from the model: for messages and output only.
    fn string_under_model(&mut self, st: &State, address: Value) -> Option<Vec<u8>> {
        const LONGEST: u64 = 1 << 20;
        let address = match address {
            Value::Bits(address) => address,
            Value::Expr(e) => self.evaluate(st, e) as u64,
        };
        let Pointee::Live(_, object) = st.memory.at(address) else { return None };
        let mut at = address.wrapping_sub(object.address);
        let mut bytes = Vec::new();
        while at < object.capacity && (bytes.len() as u64) < LONGEST {
            let byte = match object.byte(at) {
                crate::memory::Byte::Concrete(b) => b,
                crate::memory::Byte::Special(crate::memory::Cell::Uninit) => 0,
                crate::memory::Byte::Special(_) => {
                    let e = object.read_expr(&mut self.dag, at, 1);
                    self.eval.value(&self.dag, e, &st.model) as u8
                }
            };
            if byte == 0 {
                return Some(bytes);
            }
            bytes.push(byte);
            at += 1;
        }
        None
    }

    /// A name given by the program, `fallback` where it gave none.
    fn given_name(&mut self, st: &State, pointer: Value, fallback: &str) -> String {
        match self.string_under_model(st, pointer) {
            Some(bytes) if !bytes.is_empty() => String::from_utf8_lossy(&bytes).into_owned(),
            _ => fallback.to_string(),
        }
    }

    fn unsupported_call(&self, site: &CallSite, why: &str) -> Stop {
        Stop::Cut(CutReason::Unsupported, format!("{}: {why}", program::names::shown(&self.function(site.target).name)))
    }

    /// The bug unless the value is not zero.
    fn check_nonzero(
        &mut self,
        st: &mut State,
        kind: BugKind,
        value: Value,
        width: u16,
        message: &str,
    ) -> Result<(), Stop> {
        let e = value.expr(&mut self.dag, width);
        let zero = self.dag.constant(0, width as u32);
        let ok = self.dag.ne(e, zero);
        if self.dag.is_false(ok) {
            return Err(self.bug(st, kind, message));
        }
        self.check(st, kind, ok, |_| message.to_string())?;
        Ok(())
    }
}
