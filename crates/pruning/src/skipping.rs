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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::{Lab, N, X, branch, compute, flag_if_below, jump, program, returns, set};
    use machine::Stop;
    use program::ir::{BinOp, Inst, Operand, Term};

    /// Where the outcome of `if (x < 10) arm;` with decision 1 leads, once it has been taken. The table knows the place.
    fn look(arm: Inst, has_entry: bool) -> Option<State> {
        let program = program(vec![
            (vec![flag_if_below(X, 10)], branch(1, 2)),
            (vec![arm], Term::Jump(jump(2))),
            (vec![set(N, 1)], returns()),
        ]);
        let mut lab = Lab::new(&program);
        let mut state = lab.start(3);
        assert!(matches!(lab.machine.run(&mut state, 100), Stop::Choice(_)));
        let mut table = Table::default();
        let join = program::ir::BlockId(2);
        if has_entry {
            table.insert(&lab.machine.dag, Key::at(&state, join).unwrap(), Condition::nothing_below());
        }
        assert!(arrival(&mut lab.machine, &table, &state, 1).is_none(), "nobody has taken it");
        let mut taken = state.clone();
        taken.decisions.push(1);
        lab.walk(&mut taken, None);
        let (key, arrival) = arrival(&mut lab.machine, &table, &state, 1)?;
        assert_eq!(Some(key), Key::of(&arrival));
        assert_eq!((arrival.frame.block, arrival.frame.inst), (join, 0));
        Some(arrival)
    }

    #[test]
    fn assignments_lead_to_where_paths_meet() {
        let arrival = look(compute(N, BinOp::Add, X, Operand::Imm(1)), true).unwrap();
        assert!(matches!(arrival.frame.regs[N.index()], machine::value::Value::Expr(_)), "x + 1");
    }

    #[test]
    fn a_place_without_entries_is_not_looked_at() {
        assert!(look(set(N, 7), true).is_some());
        assert!(look(set(N, 7), false).is_none());
    }

    #[test]
    fn what_has_to_be_decided_is_not_plain_to_see() {
        let may_fail = compute(N, BinOp::UDiv, N, Operand::Reg(X));
        assert!(look(may_fail, true).is_none());
    }
}
