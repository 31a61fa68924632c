//! What an execution is for, and everything that depends on it.
//!
//! The same instructions are executed for three purposes. Where one has to be done in another way for one of them, the question
//! is asked here, by a method that says why, and nowhere else: what is below [`Mode::Path`] can be read without the
//! [shadow](crate::shadow), and the shadow without the rest. None of it is asked in the tight loop of concrete code.

use expr::ExprId;

use crate::inputs::InputSource;
use crate::machine::{Machine, Stop};
use crate::shadow::Shadow;
use crate::state::State;
use crate::step::{Access, Place};
use crate::value::Value;

/// The purpose of an execution.
#[derive(Default)]
pub(crate) enum Mode {
    /// A path of the program: its inputs are symbolic.
    #[default]
    Path,
    /// A run on inputs that are drawn when they are made: nothing is symbolic but what was never written.
    Drawn(Box<dyn InputSource>),
    /// A piece of a path once more, over program variables.
    Shadow(Box<Shadow>),
}

impl Mode {
    /// Whether a run may come back before its budget is used up, so that limits can be looked at. A shadow goes exactly as far
    /// as it is told.
    pub fn may_pause(&self) -> bool {
        match self {
            Mode::Path | Mode::Drawn(_) => true,
            Mode::Shadow(_) => false,
        }
    }

    /// Whether memory may be read without [`Machine::access`], as the loop of concrete code and quick versions of functions do.
    /// A shadow has to note what it relied on.
    pub fn may_read_unnoted(&self) -> bool {
        match self {
            Mode::Path | Mode::Drawn(_) => true,
            Mode::Shadow(_) => false,
        }
    }

    /// Whether what happens is concluded for other states, too: then it has to be a matter of their values alone.
    pub fn speaks_for_other_states(&self) -> bool {
        match self {
            Mode::Path | Mode::Drawn(_) => false,
            Mode::Shadow(_) => true,
        }
    }

    /// Whether inputs that are made have their values already: a shadow repeats what a path did, with the values it had.
    pub fn repeats_inputs(&self) -> bool {
        match self {
            Mode::Path | Mode::Drawn(_) => false,
            Mode::Shadow(_) => true,
        }
    }

    /// Whether objects lie where the machine has put them, to the program too. A run on drawn values looks for bugs only.
    pub fn takes_layout_as_it_is(&self) -> bool {
        match self {
            Mode::Drawn(_) => true,
            Mode::Path | Mode::Shadow(_) => false,
        }
    }

    /// Where the values of inputs are drawn from, if they are.
    pub fn source(&mut self) -> Option<&mut dyn InputSource> {
        match self {
            Mode::Drawn(source) => Some(&mut **source),
            Mode::Path | Mode::Shadow(_) => None,
        }
    }
}

impl Machine<'_> {
    /// From here on the inputs of states are drawn, until [`Machine::end_drawing`].
    pub fn begin_drawing(&mut self, source: Box<dyn InputSource>) {
        self.mode = Mode::Drawn(source);
    }

    /// From here on inputs are symbolic again.
    pub fn end_drawing(&mut self) {
        self.mode = Mode::Path;
    }

    /// A value that is to be used as a number. A shadow fixes it to what it was on the path.
    pub(crate) fn pin(&mut self, st: &mut State, value: Value, width: u16) -> Result<Value, Stop> {
        match (value, &self.mode) {
            (Value::Expr(e), Mode::Shadow(_)) => self.pin_in_shadow(st, e, width),
            (Value::Bits(_), Mode::Shadow(_)) | (_, Mode::Path | Mode::Drawn(_)) => Ok(value),
        }
    }

    /// An address that is about to be followed. A shadow fixes what was concrete in it on the path.
    pub(crate) fn pin_address(&mut self, st: &mut State, address: Value) -> Result<Value, Stop> {
        match (address, &self.mode) {
            (Value::Expr(e), Mode::Shadow(_)) => self.pin_address_in_shadow(st, e),
            (Value::Bits(_), Mode::Shadow(_)) | (_, Mode::Path | Mode::Drawn(_)) => Ok(address),
        }
    }

    /// An address that a shadow need not fix as a whole: on the path it was a number.
    pub(crate) fn left_open(&mut self, st: &State, address: Value) -> Option<ExprId> {
        match (address, &mut self.mode) {
            (Value::Expr(e), Mode::Shadow(shadow)) => shadow.leaves_open(&self.dag, st, e).then_some(e),
            (Value::Bits(_), Mode::Shadow(_)) | (_, Mode::Path | Mode::Drawn(_)) => None,
        }
    }

    /// Where an access that only has to be inside its object takes place, and the pin under which that is so. `None`: at its
    /// address, as on every path.
    pub(crate) fn inside(
        &mut self,
        st: &mut State,
        address: Value,
        bytes: u64,
        access: Access,
    ) -> Result<Option<(Place, ExprId)>, Stop> {
        match (address, &self.mode) {
            (Value::Expr(e), Mode::Shadow(_)) => self.inside_in_shadow(st, e, bytes, access),
            (Value::Bits(_), Mode::Shadow(_)) | (_, Mode::Path | Mode::Drawn(_)) => Ok(None),
        }
    }

    /// A value read from the object in a slot, by an access that was made under this pin.
    pub(crate) fn known_under(&mut self, st: &mut State, slot: u64, pin: Option<ExprId>, value: ExprId) -> ExprId {
        match &self.mode {
            Mode::Path | Mode::Drawn(_) => value,
            Mode::Shadow(_) => self.vague_in_shadow(st, slot, pin, value),
        }
    }

    /// The object in a slot was written to by an access that was made under this pin.
    pub(crate) fn written_under(&mut self, slot: u64, pin: Option<ExprId>) {
        if let Some(pin) = pin {
            self.doubt_in_shadow(slot, pin);
        }
    }

    /// What the object in a slot holds is about to be used in ways that know no pins: a shadow requires them.
    pub(crate) fn without_doubts(&mut self, st: &mut State, slot: u64) -> Result<(), Stop> {
        for pin in self.doubts_in_shadow(slot) {
            self.require(st, pin, "pinned")?;
        }
        Ok(())
    }

    /// Whether an expression is one in this execution only: on the path that a shadow repeats it was a number.
    pub(crate) fn was_concrete(&self, e: ExprId) -> bool {
        match &self.mode {
            Mode::Path | Mode::Drawn(_) => false,
            Mode::Shadow(shadow) => !shadow.is_symbolic_on_path(&self.dag, e),
        }
    }

    /// Whether a value was a number on the path.
    pub(crate) fn was_a_number(&self, value: Value) -> bool {
        match value {
            Value::Bits(_) => true,
            Value::Expr(e) => self.was_concrete(e),
        }
    }

    /// Whether execution has to take the very steps of the path, because their number says where an edge ends: what was one step
    /// there must not be many. Where nothing follows, the model of a function requires less than its quick version.
    pub(crate) fn keeps_step(&self) -> bool {
        match &self.mode {
            Mode::Path | Mode::Drawn(_) => false,
            Mode::Shadow(shadow) => shadow.keeps_step,
        }
    }

    /// Whether a condition holds whatever the inputs are, as far as one sees without a solver. A shadow's values are all
    /// symbolic; to go on where the path's values allow it is right under the guard "they do".
    pub(crate) fn certainly(&mut self, st: &mut State, condition: ExprId) -> Result<bool, Stop> {
        match self.mode {
            Mode::Path | Mode::Drawn(_) => Ok(self.dag.is_true(condition)),
            Mode::Shadow(_) => self.split(st, condition),
        }
    }

    /// What is done next depends on which object, if any, is at this address.
    pub(crate) fn rely_on(&mut self, st: &State, address: u64) {
        match &mut self.mode {
            Mode::Path | Mode::Drawn(_) => {}
            Mode::Shadow(shadow) => shadow.rely_on(st, address),
        }
    }

    /// What is done next depends on how the object at this address was when the edge began.
    pub(crate) fn rely_on_object(&mut self, address: u64) {
        match &mut self.mode {
            Mode::Path | Mode::Drawn(_) => {}
            Mode::Shadow(shadow) => shadow.rely_on_object(address),
        }
    }

    /// An object is about to be used.
    pub(crate) fn touch(&mut self, st: &mut State, slot: u64, access: Access) {
        match &mut self.mode {
            Mode::Path | Mode::Drawn(_) => {}
            Mode::Shadow(shadow) => shadow.touch(self.at_parting.as_mut(), st, slot, access),
        }
    }

    /// Unwritten bytes have been given variables. Those of a shadow stand for what the bytes were, and have a value.
    pub(crate) fn bytes_are_settled(&mut self, st: &mut State) {
        match &mut self.mode {
            Mode::Path | Mode::Drawn(_) => {}
            Mode::Shadow(shadow) => shadow.bind(&mut self.dag, &mut self.eval, &mut self.unbound, st),
        }
    }

    /// A function has returned, and its caller comes back to run.
    pub(crate) fn back_in_caller(&mut self, st: &mut State) {
        match &mut self.mode {
            Mode::Path | Mode::Drawn(_) => {}
            Mode::Shadow(shadow) => shadow.back_in_caller(&mut self.dag, &mut self.eval, self.program, st),
        }
    }
}
