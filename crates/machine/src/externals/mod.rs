//! Functions that neither the program nor the tool defines: what a call of one does.
//!
//! What is defined in the tool's own process (the rest of the C library) can be called natively, on concrete values: a
//! symbolic argument, and every symbolic byte the call can reach (`handover`), is fixed to what the model says, and that
//! others are not followed is a cut. `effects` says which functions are called, `abi` how, and `child` where: in a process
//! that has the program's objects at the program's addresses, in a sandbox, so a crash, an endless loop or a wild write
//! there harms nobody. State that a library keeps for itself between calls is lost with the child.
//!
//! Not called: functions that take or give structures and `long double`, and those that act on the process itself or
//! change the system. A pointer into the library's own memory cannot be followed, so such a result is a cut.

mod abi;
mod child;
mod effects;
mod handover;

use std::fmt;
use std::str::FromStr;

use crate::choice::CutReason;
use crate::inputs::InputKind;
use crate::libc::{CallSite, Returned};
use crate::machine::{Machine, Stop};
use crate::memory::Byte;
use crate::state::State;
use crate::value::{Value, mask};

use effects::Effect;
pub use sandbox::Confinement;

/// Whether the tool's own process has a symbol of this name.
pub(crate) fn has(name: &str) -> bool {
    abi::symbol(name).is_some()
}

/// What happens at a call of a function without a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ExternalCalls {
    /// The path is cut.
    None,
    /// It is called natively on concrete values.
    #[default]
    Concrete,
    /// Its result and all it can write are unknown.
    OverApproximate,
}

impl ExternalCalls {
    const NAMES: [(&'static str, ExternalCalls); 4] = [
        ("none", ExternalCalls::None),
        ("concrete", ExternalCalls::Concrete),
        ("over-approx", ExternalCalls::OverApproximate),
        // KLEE's name for fixing symbolic arguments, which is always done here.
        ("all", ExternalCalls::Concrete),
    ];
}

impl FromStr for ExternalCalls {
    type Err = String;

    fn from_str(text: &str) -> Result<ExternalCalls, String> {
        let found = ExternalCalls::NAMES.iter().find(|(name, _)| *name == text);
        found
            .map(|(_, policy)| *policy)
            .ok_or_else(|| format!("unknown policy `{text}`: none, concrete or over-approx"))
    }
}

impl fmt::Display for ExternalCalls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = ExternalCalls::NAMES.iter().find(|(_, policy)| policy == self).map_or("", |(name, _)| name);
        f.write_str(name)
    }
}

/// What becomes of a call of a function that nobody models.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Called natively; its result is all there is.
    Native,
    /// Called natively; what else it may give is a cut.
    NativeWithCut,
    /// A cut, for the reason given.
    Cut(&'static str),
}

impl Fate {
    /// Of a function of this name, where calls are made natively.
    pub fn of(name: &str) -> Fate {
        match (abi::symbol(name), effects::of(name)) {
            (None, _) => Fate::Cut("no definition"),
            (Some(_), Effect::OnTheProcess) => Fate::Cut("acts on the process itself"),
            (Some(_), Effect::OnTheSystem) => Fate::Cut("changes the system"),
            (Some(_), Effect::None) => Fate::Native,
            (Some(_), Effect::Unknown) => Fate::NativeWithCut,
        }
    }
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fate::Native => f.write_str("called natively on concrete values"),
            Fate::NativeWithCut => f.write_str("called natively on concrete values; other outcomes are a cut"),
            Fate::Cut(why) => write!(f, "a call ends the path: {why}"),
        }
    }
}

/// The input that stands for whatever else a native call may give.
const OTHER_OUTCOME: &str = "another outcome of a native call";

impl<'p> Machine<'p> {
    /// A call of a function that nobody defines.
    pub(crate) fn external_call(&mut self, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
        // What a foreign function does is not a matter of the values on this path: nothing is learnt over it.
        if self.mode.speaks_for_other_states() {
            return Err(self.external(site, "not followed"));
        }
        let returned = match self.settings.external_calls {
            ExternalCalls::None => Err(self.external(site, "no definition")),
            ExternalCalls::Concrete => self.call_natively(st, site),
            ExternalCalls::OverApproximate => self.call_anything(st, site),
        }?;
        self.called_outside.insert(site.target);
        Ok(returned)
    }

    fn external(&self, site: &CallSite, why: &str) -> Stop {
        Stop::Cut(CutReason::External, format!("{}: {why}", program::names::shown(&self.function(site.target).name)))
    }

    /// The result and every byte that pointers lead to may be anything.
    fn call_anything(&mut self, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
        let (_, roots) = self.native_arguments(st, site)?;
        for (slot, _) in self.reachable(st, &roots) {
            if handover::has_symbolic_word(st.memory.object(slot)) {
                return Err(self.external(site, "it can reach a symbolic pointer"));
            }
            let object = st.memory.object(slot);
            if !object.read_only {
                let size = object.capacity;
                self.bytes_input(st, "written by an unknown function", slot, 0, size, InputKind::System);
            }
        }
        let name = self.function(site.target).name.clone();
        match self.function(site.target).returns.as_slice() {
            [] => Ok(Returned::Nothing),
            [width] => {
                Ok(Returned::Value(Value::Expr(self.scalar_of_kind(st, &name, *width, None, InputKind::System))))
            }
            _ => Err(self.external(site, "it returns a structure")),
        }
    }

    fn call_natively(&mut self, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
        let function = self.function(site.target);
        let name = function.name.as_str();
        let effect = effects::of(name);
        let Some(symbol) = abi::symbol(name) else { return Err(self.external(site, "no definition")) };
        match effect {
            Effect::OnTheProcess => return Err(self.external(site, "acts on the process itself: not called")),
            Effect::OnTheSystem => return Err(self.external(site, "changes the system: not called")),
            Effect::None | Effect::Unknown => {}
        }
        if !abi::IS_KNOWN {
            return Err(self.external(site, "native calls are made on x86-64 only"));
        }
        if self.settings.confinement.permits().is_err() {
            return Err(self.external(site, "there is no sandbox to call it in"));
        }
        if function.returns.len() > 1 || function.returns.iter().any(|&width| width > 64) {
            return Err(self.external(site, "it returns a structure"));
        }
        let (arguments, roots) = self.native_arguments(st, site)?;
        if effect != Effect::None {
            self.foreign_calls += 1;
            // Another call might give something else (the time, a name, the state of a device).
            let other = self.next_scalar(st, OTHER_OUTCOME, 1);
            self.concretise(st, Value::Expr(other), 1, &format!("what {name} gives"))?;
            self.scalar_of_kind(st, OTHER_OUTCOME, 1, None, InputKind::System);
        }
        let passed = self.passed_objects(st, site, &roots)?;
        let Some((answer, contents)) = child::call(symbol, &arguments, &passed) else {
            return Err(self.external(site, "its native call did not end well"));
        };
        let width = function.returns.first().copied();
        let gives_float = function.returns_float;
        if answer.foreign != 0 && width == Some(64) && !gives_float {
            return Err(self.external(site, "it gives a pointer into memory of its own"));
        }
        for (object, new) in passed.iter().zip(contents) {
            for (offset, (&old, new)) in object.bytes.iter().zip(new).enumerate() {
                if old != new {
                    st.memory.object_mut(object.slot).set_byte(offset as u64, Byte::Concrete(new));
                }
            }
        }
        st.memory.write_bits(self.errno, 4, answer.errno as u64 & mask(32));
        Ok(match width {
            None => Returned::Nothing,
            Some(width) if gives_float => {
                Returned::Value(Value::Bits(answer.registers.floating.to_bits() & mask(width)))
            }
            Some(width) => Returned::Value(Value::Bits(answer.registers.integer & mask(width))),
        })
    }
}
