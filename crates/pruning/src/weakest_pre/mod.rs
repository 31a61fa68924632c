//! The weakest precondition of an edge: the condition at its start, from the conditions at its end (P21 section 5, the
//! backward rules of Fig. 6).
//!
//! The machine runs the edge again as a shadow (see [`machine::shadow`]); what the end's registers and bytes are over
//! those of the start is then a substitution, and the conditions below are pulled back by applying it ([`merge`]). The
//! choices on the way give the requirements that execution takes this way ([`follow`]): an outcome nobody explored must be
//! impossible, a false assumption and a bug that is found already may happen.

mod follow;
mod inputs;
mod merge;

use std::rc::Rc;

use expr::{Dag, ExprId};

use crate::condition::Condition;
use crate::edge::{Edge, EndKind, position};
use crate::inference::Inference;
use follow::Requirements;

/// One way on from a point: the outcome it takes, and what must hold if it is taken.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// Holds exactly where execution takes this way.
    taken: ExprId,
    /// Where execution ends without anything new.
    harmless: Vec<ExprId>,
    pub condition: Rc<Condition>,
}

/// Instructions of an edge beyond which it is not worth going through again.
const MAX_EDGE: u64 = 10_000_000;

/// The ways an edge stands for, or `None` where nothing can be said.
pub(crate) fn ways(inference: &mut Inference, edge: &Edge) -> Option<Vec<Way>> {
    let end = edge.end.as_ref()?;
    if matches!(end.kind, EndKind::Impossible) {
        return Some(Vec::new());
    }
    let length = end.instructions - edge.start.instructions;
    if length == 0 && edge.starts_at_outcome() && matches!(end.kind, EndKind::Continues) {
        // A second question of the same instruction: the edges below start at the same place.
        return Some(edge.ways.clone());
    }
    if length > MAX_EDGE {
        return None;
    }
    let mut state = inference.machine.begin_shadow(&edge.start, &end.model);
    let mut required = Requirements::new(edge);
    let followed = follow::follow(inference, edge, &mut state, &mut required);
    let position = position(&state);
    let shadow = inference.machine.end_shadow(state);
    followed?;
    let below = match &end.kind {
        EndKind::Continues => edge.ways.clone(),
        EndKind::Leaf | EndKind::Impossible => Vec::new(),
        EndKind::Subsumed(entry) => {
            let taken = inference.machine.dag.truth(true);
            vec![Way { taken, harmless: Vec::new(), condition: entry.clone() }]
        }
    };
    let same_end = position == end.position && shadow.state.memory.next_heap() == end.next_heap;
    if !matches!(end.kind, EndKind::Leaf) && !same_end {
        return None;
    }
    merge::merged(inference, edge, &shadow, required, &below)
}

/// Registers held as plain bits come 64 bits wide.
pub(crate) fn fit(dag: &mut Dag, e: ExprId, width: u32) -> ExprId {
    let have = dag.width(e);
    if have > width { dag.extract(e, 0, width) } else { dag.zext(e, width) }
}
