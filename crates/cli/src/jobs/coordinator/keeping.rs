//! What is kept of a run in parts: the frontier on disk while it goes on, and the results when it is over.
//!
//! A frontier that is written is one moment of the whole run: while workers are asked where they stand, nothing is handed out, so each
//! open state is in exactly one answer, or here.

use std::collections::BTreeSet;
use std::time::Instant;

use engine::parts::{self, Order, Part, Sum};
use engine::results::{Cut, CutReason, Results, StopReason};
use engine::snapshot::Snapshot;

use super::{Coordinator, Handed, Standing};
use crate::jobs::staff::Place;

/// A frontier is written at most so often that this is the share of time that goes into it.
const SAVING_SHARE: u32 = 60;

impl Coordinator<'_> {
    pub(super) fn save_if_due(&mut self) {
        if self.stopping.is_some() {
            return;
        }
        if let Some((waiting, since)) = &self.saving {
            if waiting.is_empty() {
                let since = *since;
                self.saving = None;
                let writing = Instant::now();
                self.write_frontier();
                let now = Instant::now();
                // Workers go on while others are waited for.
                let cost = (now - writing).max((now - since) / 4);
                self.next_save = now + self.whole.config.save_every.max(cost * SAVING_SHARE);
            }
            return;
        }
        let busy: BTreeSet<Place> =
            (0..self.desks.len()).filter(|&place| self.desks[place].standing == Standing::Busy).collect();
        if Instant::now() >= self.next_save && !busy.is_empty() && !self.desks.iter().any(|desk| desk.waits) {
            busy.iter().for_each(|&place| self.staff.tell(place, &Order::Save));
            self.saving = Some((busy, Instant::now()));
        }
    }

    pub(super) fn write_frontier(&mut self) {
        if self.sink.keeps_frontier() {
            // The start of the program has no prefix that others could follow: without a frontier the run starts again.
            let begins = |handed: &Handed| handed.part == Part::Whole;
            if self.pool.iter().chain(self.desks.iter().flat_map(|desk| &desk.open)).any(begins) {
                return;
            }
            let written = self.sink.frontier(&self.sum(Vec::new(), true));
            self.unless_failed(written);
            let since = self.learnt.len() - self.learnt_since;
            let written = self.learnt.range(since..).try_for_each(|learnt| self.sink.learnt(learnt));
            self.learnt_since = 0;
            self.unless_failed(written);
        }
    }

    /// All parts together, and what was `lost` besides.
    fn sum(&self, lost: Vec<Cut>, with_states: bool) -> Snapshot {
        let mut sum = Sum::of(&self.base);
        for (run, numbers) in &self.dead {
            sum.add(run, |test| numbers.get(&test).copied());
        }
        for (place, desk) in self.desks.iter().enumerate() {
            sum.add(&desk.counts, |test| self.found.number(place, test));
        }
        let lost: Vec<Cut> = self.lost.iter().cloned().chain(lost).collect();
        sum.cut(&lost);
        if with_states {
            for handed in self.pool.iter().chain(self.desks.iter().flat_map(|desk| &desk.open)) {
                match &handed.part {
                    Part::Whole => {}
                    Part::States(parcel) => sum.add_states(&parcel.variables, &parcel.states),
                }
            }
        }
        let mut total = sum.finish();
        total.time = self.time();
        total.explored.tests = self.found.tests;
        total.bugs = self.found.bugs.clone();
        total.targets = self.found.targets.iter().map(|(&target, &test)| (target, test)).collect();
        total.growth = self.found.growth.clone();
        total.interpolation.growth = self.saved.clone();
        total.interpolation.mode = self.whole.config.pruning.interpolation;
        total
    }

    /// What is still open was not explored.
    pub(super) fn conclude(mut self) -> Result<(Results, bool), String> {
        let open: u64 = self.pool.iter().chain(self.desks.iter().flat_map(|desk| &desk.open)).map(Handed::states).sum();
        let reason = match self.stop {
            None | Some(StopReason::Exhausted) => CutReason::Crash,
            Some(_) => CutReason::of_stop(self.stop),
        };
        let lost = if open > 0 { vec![Cut { reason, count: open, place: String::new() }] } else { Vec::new() };
        let mut total = self.sum(lost, false);
        let program = self.whole.program;
        total.blocks.resize(program.functions.iter().map(|function| function.blocks.len()).sum(), 0);
        let busy = self.started.elapsed() * self.desks.len() as u32;
        let endings = std::mem::take(&mut self.endings);
        let mut results = parts::conclude(program, self.whole.config, total, self.stop, &endings, busy)?;
        results.jobs = self.desks.len() as u32;
        results.peak_rss_mb = results.peak_rss_mb.max(self.peak);
        Ok((results, self.crashed))
    }
}
