//! Skipping an outcome before anyone asks whether it is possible (P13 Fig. 4, `IsSubsumedPath`).
//!
//! It may be [plain to see](machine::step::ahead) where an outcome of a branch meets other paths. If the state there
//! satisfies an entry of the table whatever its inputs are, or by what its path says word for word, then following the
//! outcome would show nothing new, and whether it can be taken does not matter. The table is enough to tell: no decision
//! procedure is asked.
//!
//! For what is learnt above, a skipped outcome is an edge like any other. Which way it goes is told by its decision, for
//! there may be no model that goes there. An outcome nobody has taken yet is always followed, so that there is a test that
//! takes it.

use std::rc::Rc;

use machine::Machine;
use machine::state::State;

use crate::condition::Condition;
use crate::table::{Key, Table};

/// An outcome that is not followed.
pub struct Skipped {
    pub decision: u64,
    /// The state where it meets others.
    pub arrival: State,
    pub entry: Rc<Condition>,
}

/// Where an outcome of the branch at hand meets other paths, if that is plain to see and the table knows the place.
pub(crate) fn arrival(machine: &mut Machine, table: &Table, state: &State, decision: u64) -> Option<(Key, State)> {
    let ahead = machine.ahead(state, decision)?;
    let key = Key::at(state, ahead.meeting()?)?;
    if !table.has(&key) {
        return None;
    }
    let arrival = machine.look(state, &ahead)?;
    (key == Key::of(&arrival)?).then_some((key, arrival))
}
