//! The end of a run in parts: from the sum of what workers say when they end to the [`Results`] of the run.
//!
//! A session that has nothing left to explore takes the sum over, as one does that goes on with a run, and draws the conclusion:
//! there is one place that says `safe`.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use program::ir::{FuncId, LocId, Program};
use serde::{Deserialize, Serialize};

use super::message::whole;
use crate::config::Config;
use crate::obstacles::Spent;
use crate::restoring::Restart;
use crate::results::{Nobody, Results, Stats, StopReason, form};
use crate::session::{self, Session};
use crate::snapshot::Snapshot;

/// What a worker leaves when the run is over.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Ending {
    /// Its counts, when it had given up what was open. It has no states.
    #[serde(with = "whole")]
    pub run: Box<Snapshot>,
    pub hard: Vec<HardPlace>,
    /// `None` unless counters were asked for.
    pub stats: Option<Stats>,
}

/// A place where questions were asked that took long.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct HardPlace {
    /// The function and the position, as numbers of the program.
    pub place: (u32, u32),
    #[serde(rename = "time_s", with = "form::seconds")]
    pub time: Duration,
    pub count: u64,
}

impl Ending {
    pub(super) fn of(session: &mut Session<'_>) -> Ending {
        if let Some(learner) = &mut session.learner {
            session.ledger.refute(learner.take_refuted());
        }
        let hard = session.questions.places().map(|((function, loc), time, count)| HardPlace {
            place: (function.0, loc.0),
            time,
            count,
        });
        let hard = hard.collect();
        Ending { run: Box::new(session.snapshot()), hard, stats: session.stats() }
    }
}

/// What follows from the sum of all parts, `run`, in which nothing is open any more. `stop`: why it ended, if not because nothing was
/// left to do. `busy` is the time of all workers together.
pub fn conclude(
    program: &Program,
    config: &Config,
    run: Snapshot,
    stop: Option<StopReason>,
    endings: &[Ending],
    busy: Duration,
) -> Result<Results, String> {
    let config = Config { record_tree: false, ..config.clone() };
    let (mut nobody, interrupt) = (Nobody, AtomicBool::new(false));
    let spent = Spent { total: busy, solver: run.queries.time, learning: run.interpolation.time };
    let restart = Restart::new(run, program)?;
    let started = Instant::now();
    let mut session = session::start(program, &config, &mut nobody, &interrupt, started, restart.snapshot().time);
    session.stop = stop;
    session.spent = Some(spent);
    session.restore(&restart);
    for HardPlace { place, time, count } in endings.iter().flat_map(|ending| &ending.hard) {
        session.questions.add((FuncId(place.0), LocId(place.1)), *time, *count);
    }
    let mut results = session.results(started);
    results.stats = config.stats.then(|| stats_of(endings));
    Ok(results)
}

fn stats_of(endings: &[Ending]) -> Stats {
    let mut sum = Stats::default();
    for stats in endings.iter().filter_map(|ending| ending.stats.as_ref()) {
        sum.learning_rests += stats.learning_rests;
        stats.rules.iter().for_each(|(rule, times)| *sum.rules.entry(rule.clone()).or_default() += times);
    }
    sum
}
