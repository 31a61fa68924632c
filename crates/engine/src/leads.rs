//! Random executions lead: one that took a branch edge for the first time is followed once more with symbolic inputs.
//!
//! Random texts get far into a program, symbolic execution sees what could be otherwise on the way: a number that is too large, a
//! checksum, the other side of a comparison. So the open state whose path accepts the inputs of such an execution takes them as its
//! model (as with [seeds](crate::seeding), at most one does) and runs with them to its end, as far as that costs no more than a
//! share of everything else; what it forks off is there for every strategy. This is the hybrid of fuzzing and concolic testing
//! (Majumdar and Sen, ICSE 2007; Driller, NDSS 2016), within one run and without files.
//!
//! Nothing is assumed and nothing is skipped because of it. The latest leads come first: they got further.

use expr::Model;
use tree::StateId;

use crate::session::Session;

/// Leads that wait; the oldest are forgotten.
const MOST: usize = 64;
/// What following may cost as a share of everything else, and what it may cost in any case.
const SHARE: f64 = 0.25;
const CREDIT: f64 = 5e7;
/// What following one may cost: its path may not end.
const LONGEST: f64 = 1e9;

#[derive(Default)]
pub(crate) struct Leads {
    /// Whether anybody runs states; those who solve late adopt executions in their own way.
    are_followed: bool,
    /// Inputs of executions, the latest last.
    waiting: Vec<Model>,
    /// The state that follows one, and what that has cost.
    follower: Option<(StateId, f64)>,
    /// All work when the turn at hand began.
    began: Option<f64>,
    /// What all turns have cost.
    pub spent: f64,
}

impl Leads {
    pub fn new(are_followed: bool) -> Leads {
        Leads { are_followed, ..Leads::default() }
    }

    /// An execution on these inputs did something new.
    pub fn add(&mut self, inputs: Model) {
        if !self.are_followed {
            return;
        }
        if self.waiting.len() == MOST {
            self.waiting.remove(0);
        }
        self.waiting.push(inputs);
    }

    /// A turn may be over, after so much work of all kinds.
    fn settle(&mut self, all_work: f64) {
        let Some(began) = self.began.take() else { return };
        let cost = all_work - began;
        self.spent += cost;
        self.follower = self.follower.map(|(id, spent)| (id, spent + cost)).filter(|&(_, spent)| spent < LONGEST);
    }

    /// Whether the turn at hand is that of a follower.
    pub fn is_followed(&self) -> bool {
        self.began.is_some()
    }

    fn is_affordable(&self, all_work: f64) -> bool {
        self.spent <= CREDIT + SHARE * (all_work - self.spent)
    }
}

impl Session<'_> {
    /// The state to run next because a random execution went that way.
    pub(crate) fn led_state(&mut self) -> Option<StateId> {
        let work = self.all_work();
        self.leads.settle(work);
        // While random executions go first, they may get further.
        if self.frontier.searcher.goes_first() || !self.leads.is_affordable(work) {
            return None;
        }
        loop {
            if let Some((id, _)) = self.leads.follower
                && self.frontier.states.get(id).is_some_and(|open| open.unsolved.is_none())
            {
                self.leads.began = Some(work);
                return Some(id);
            }
            self.leads.follower = None;
            let inputs = self.leads.waiting.pop()?;
            self.leads.follower = self.state_that_accepts(&inputs).map(|id| (id, 0.0));
        }
    }

    /// Gives the inputs to the state they belong to, if its path is still open.
    fn state_that_accepts(&mut self, inputs: &Model) -> Option<StateId> {
        for id in self.frontier.states.ids() {
            let Some(open) = self.frontier.states.get_mut(id) else { continue };
            let (dag, eval) = (&self.machine.dag, &mut self.machine.eval);
            // Most paths differ in the first thing they have read.
            if !open.path.iter().chain(open.unsolved).all(|constraint| eval.holds(dag, constraint, inputs)) {
                continue;
            }
            let mut model = open.state.model.clone();
            inputs.iter().for_each(|(var, value)| model.set(var, value));
            if !open.path.iter().chain(open.unsolved).all(|constraint| eval.holds(dag, constraint, &model)) {
                return None;
            }
            if open.unsolved.is_some() {
                return self.adopt_model(id, model, None).then_some(id);
            }
            open.state.model = model;
            return Some(id);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::{DefaultValue, VarId};

    fn inputs(value: u64) -> Model {
        let mut model = Model::new(DefaultValue::Zero);
        model.set(VarId(0), value);
        model
    }

    #[test]
    fn the_latest_come_first_and_the_oldest_are_forgotten() {
        let mut leads = Leads::new(true);
        (0..MOST as u64 + 3).for_each(|n| leads.add(inputs(n)));
        let values: Vec<u64> = leads.waiting.iter().rev().map(|model| model.get(VarId(0), 64)).collect();
        assert_eq!((values[0], values[MOST - 1], values.len()), (MOST as u64 + 2, 3, MOST));
    }

    #[test]
    fn following_costs_a_share_and_no_path_is_followed_for_ever() {
        let mut leads = Leads { follower: Some((StateId(1), 0.0)), began: Some(0.0), ..Leads::default() };
        leads.settle(CREDIT);
        assert!(leads.is_affordable(CREDIT) && leads.follower.is_some());
        leads.began = Some(CREDIT);
        leads.settle(3.0 * CREDIT);
        assert!(!leads.is_affordable(3.0 * CREDIT), "it has cost all there was");
        assert!(leads.is_affordable(12.0 * CREDIT));
        leads.began = Some(0.0);
        leads.settle(LONGEST);
        assert_eq!(leads.follower, None);
    }
}
