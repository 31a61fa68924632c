//! The list of what was left out, which keeps verdicts honest.

use std::collections::BTreeMap;

use crate::results::{Cut, CutReason};

/// Cuts by reason and place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cuts {
    counts: BTreeMap<(&'static str, String), (CutReason, u64)>,
}

impl Cuts {
    pub fn add(&mut self, reason: CutReason, place: String) {
        self.counts.entry((reason.name(), place)).or_insert((reason, 0)).1 += 1;
    }

    /// What an earlier part of the run left out stays left out.
    pub fn take_over(&mut self, cuts: &[Cut]) {
        for cut in cuts {
            self.counts.entry((cut.reason.name(), cut.place.clone())).or_insert((cut.reason, 0)).1 += cut.count;
        }
    }

    /// Whether any of them may hide code from a run that looks for it.
    pub fn hide_code(&self) -> bool {
        self.counts.values().any(|(reason, _)| reason.hides_code())
    }

    pub fn list(&self) -> Vec<Cut> {
        let cut = |(key, value): (&(&str, String), &(CutReason, u64))| Cut {
            reason: value.0,
            count: value.1,
            place: key.1.clone(),
        };
        self.counts.iter().map(cut).collect()
    }
}

/// The name a machine's reason has in results.
pub(crate) fn reason_of(reason: machine::choice::CutReason) -> CutReason {
    match reason {
        machine::choice::CutReason::Unsupported => CutReason::Unsupported,
        machine::choice::CutReason::External => CutReason::External,
        machine::choice::CutReason::Concretised => CutReason::Concretized,
        machine::choice::CutReason::PointerTargets => CutReason::Pointer,
        machine::choice::CutReason::Allocation => CutReason::Size,
        machine::choice::CutReason::Unchecked => CutReason::Unchecked,
    }
}
