//! A worker as the coordinator sees it: what it was given, and what it has said.

use std::time::{Duration, Instant};

use engine::parts::{Parcel, Part};
use engine::results::Progress;
use engine::snapshot::{Prefix, Snapshot};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// There is no process.
    Vacant,
    /// It has yet to read the program.
    Starting,
    Idle,
    Busy,
    /// It has said where it stands and does nothing any more.
    Stopped,
    Ended,
}

/// A part, and how many workers have died of it.
#[derive(Clone)]
pub struct Handed {
    pub part: Part,
    pub deaths: u32,
    /// The inputs to follow from this one on were not tried on it.
    pub seeds: usize,
}

impl Handed {
    /// The same for anybody, also for who has begun the program before: its start is the state that nothing leads to.
    pub fn again(self) -> Handed {
        let start = || Parcel { states: vec![Prefix::default()], ..Parcel::default() };
        let part = match self.part {
            Part::Whole => Part::States(start()),
            part @ Part::States(_) => part,
        };
        Handed { part, ..self }
    }

    pub fn states(&self) -> u64 {
        match &self.part {
            Part::Whole => 1,
            Part::States(parcel) => parcel.states.len() as u64,
        }
    }
}

/// A worker and what it has to do.
pub struct Desk {
    pub standing: Standing,
    /// Whether it has begun a part in its life, so that news reach it.
    pub has_begun: bool,
    pub progress: Progress,
    /// Its counts when it last said where it stands.
    pub counts: Snapshot,
    /// What was open then, and what it was given since.
    pub open: Vec<Handed>,
    /// It was asked to give something away, and how many inputs to follow it had been told by then.
    pub asked: bool,
    pub seeds_when_asked: usize,
    /// It waits for more paths.
    pub waits: bool,
    /// When it got its part, and how long it waits before it gets one of somebody else's.
    pub began: Instant,
    pub wait: Duration,
    pub not_before: Instant,
    pub memory: u64,
}

impl Desk {
    pub fn new() -> Desk {
        Desk {
            standing: Standing::Vacant,
            has_begun: false,
            progress: Progress::default(),
            counts: Snapshot::default(),
            open: Vec::new(),
            asked: false,
            seeds_when_asked: 0,
            waits: false,
            began: Instant::now(),
            wait: Duration::ZERO,
            not_before: Instant::now(),
            memory: 0,
        }
    }

    pub fn is_there(&self) -> bool {
        self.standing != Standing::Vacant
    }
}
