//! What an edge has to do with objects: which ones it used or found missing, and the variables of their bytes.

use expr::{Dag, Evaluator, VarId};

use super::ObjectFact;
use super::run::Shadow;
use super::table::AtParting;
use crate::memory::{Byte, Cell, Pointee};
use crate::state::State;
use crate::step::Access;

impl Shadow {
    /// What is done next depends on which object, if any, is at this address.
    pub(crate) fn rely_on(&mut self, st: &State, address: u64) {
        match (st.memory.at(address), ObjectFact::at(&self.real, address)) {
            // Used objects are noted by `touch`, and what this edge has made or ended is its own doing.
            (Pointee::Live(..), _) | (_, ObjectFact::Live { .. }) => {}
            (_, fact) => self.objects.push(fact),
        }
    }

    /// What is done next depends on how an object was at the start. What the edge has made is its own doing.
    pub(crate) fn rely_on_object(&mut self, address: u64) {
        match ObjectFact::at(&self.real, address) {
            ObjectFact::Nothing { .. } => {}
            fact => self.objects.push(fact),
        }
    }

    /// An object is about to be used.
    pub(crate) fn touch(&mut self, at_parting: Option<&mut AtParting>, st: &mut State, slot: u64, access: Access) {
        if access == Access::Read
            && st.memory.is_untouched(slot)
            && at_parting.is_some_and(|at_parting| at_parting.is_table(&st.memory, slot))
        {
            let address = st.memory.object(slot).address;
            self.objects.push(ObjectFact::Table { address });
            return;
        }
        let existed = st.memory.touch(slot);
        if existed {
            self.objects.push(ObjectFact::of(st.memory.object(slot)));
        }
    }

    /// Gives new memory variables the values the bytes had on the path.
    pub(crate) fn bind(
        &mut self,
        dag: &mut Dag,
        eval: &mut Evaluator,
        unbound: &mut Vec<(u64, VarId)>,
        st: &mut State,
    ) {
        for (address, var) in unbound.drain(..) {
            let (value, symbolic) = match self.real.memory.at(address) {
                Pointee::Live(_, object) => match object.byte(address - object.address) {
                    Byte::Concrete(byte) => (byte, false),
                    Byte::Special(Cell::Uninit) => (0, true),
                    Byte::Special(Cell::Expr { .. } | Cell::Array) => {
                        let e = object.read_expr(dag, address - object.address, 1);
                        (eval.value(dag, e, &st.model) as u8, dag.as_const(e).is_none())
                    }
                },
                Pointee::Dead(_) | Pointee::Nothing => (0, false),
            };
            self.give_value(&mut st.model, var, value as u64, symbolic);
        }
    }
}
