//! What an office and a worker say to each other. Plain data: how it is written down is up to whoever carries it.
//!
//! A part goes out as prefixes, and comes back as results and prefixes that are still open. Numbers of tests are those of the
//! worker; who adds up gives them new ones. Counts in a [`Snapshot`] are the worker's own, from its first part on.

use std::time::Duration;

use machine::seed::Seed;
use pruning::Learnt;
use serde::{Deserialize, Serialize};
use vocabulary::vocabulary;

use super::Ending;
use crate::results::{Progress, StopReason, TestCase, form};
use crate::snapshot::{KeptBug, Prefix, Snapshot};

/// What a worker is told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Order {
    /// Only to a worker that has nothing to do.
    Explore(Assignment),
    /// To give away states that stand for about half of what is left: [`Report::Given`] is the answer.
    Give,
    Know(News),
    /// What others have learnt.
    Learn(Learnt),
    /// To follow these inputs, should they belong to one of its states.
    Follow(#[serde(with = "seeds")] Vec<Seed>),
    /// How far the worker may go, in its own counts; also the answer to [`Report::Wants`].
    Allow(Limited, u64),
    /// Bytes of memory it may use from now on.
    Memory(u64),
    /// To say where it stands: [`Report::Saved`] is the answer.
    Save,
    /// To stop and say where it stands: [`Report::Stopped`] is the answer.
    Stop(#[serde(with = "form::by_name")] StopReason),
    /// To give up what is open: [`Report::Ended`] is the answer, and the last.
    End,
}

/// A part of the run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Assignment {
    pub part: Part,
    /// Inputs to follow first.
    #[serde(with = "seeds")]
    pub seeds: Vec<Seed>,
    /// What is left of the run's time.
    pub time_left: Option<Duration>,
    /// Bytes it may use for now.
    pub memory: Option<u64>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Part {
    /// All of it, from the start of the program.
    Whole,
    States(Parcel),
}

/// Open states, with the variables that their models speak of.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Parcel {
    pub variables: Vec<(String, u32, u32, u32)>,
    pub states: Vec<Prefix>,
    /// Inputs to follow that were not tried on them yet.
    #[serde(with = "seeds")]
    pub seeds: Vec<Seed>,
}

/// What others have found: it need not be found again.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct News {
    /// Bugs: the kind, and the place as numbers of the program.
    pub bugs: Vec<(String, (u32, u32))>,
    /// Blocks that were entered and branch edges that were taken, by number.
    pub blocks: Vec<u32>,
    pub edges: Vec<u32>,
}

vocabulary! {
    /// A limit of the whole run that is handed out in pieces.
    pub enum Limited: "limit" {
        Paths = "paths",
        Forks = "forks",
    }
}

impl Serialize for Limited {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        form::by_name::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Limited {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Limited, D::Error> {
        form::by_name::deserialize(deserializer)
    }
}

/// What a worker says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Report {
    /// It has the program, which has this hash.
    Ready(String),
    Test(TestCase),
    Bug(Box<KeptBug>),
    /// Targets that were reached, by number, with their tests.
    Reached(Vec<(usize, Option<u64>)>),
    /// What it was the first to cover, as far as it knows.
    Covered(News),
    /// What it has learnt that may be of use to others. The bugs it knew then it has reported before, or heard of.
    Learnt(Learnt),
    Progress(Progress),
    /// It has come to the end of what it may do, and waits for an [`Order::Allow`].
    Wants(Limited),
    Given(Parcel),
    Saved(#[serde(with = "whole")] Box<Snapshot>),
    /// Nothing is left to do. The snapshot has no states.
    Idle(#[serde(with = "whole")] Box<Snapshot>),
    /// It does nothing any more; the states are still open.
    Stopped(#[serde(with = "form::by_name")] StopReason, #[serde(with = "whole")] Box<Snapshot>),
    Ended(Box<Ending>),
    /// What a strategy has decided.
    Decision(String),
    /// What the program under test has printed.
    Output(Vec<u8>),
}

/// Inputs to follow.
mod seeds {
    use machine::seed::Seed;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(remote = "Seed")]
    enum Form {
        Objects(Vec<(String, Vec<u8>)>),
        Bytes(Vec<u8>),
    }

    #[derive(Serialize, Deserialize)]
    struct Formed(#[serde(with = "Form")] Seed);

    pub fn serialize<S: Serializer>(seeds: &[Seed], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(seeds.iter().cloned().map(Formed))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Seed>, D::Error> {
        let formed = Vec::<Formed>::deserialize(deserializer)?;
        Ok(formed.into_iter().map(|Formed(seed)| seed).collect())
    }
}

/// Snapshots with their states, which files have elsewhere.
pub(super) mod whole {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::snapshot::{Prefix, Snapshot};

    #[derive(Serialize)]
    struct Whole<'a> {
        #[serde(flatten)]
        run: &'a Snapshot,
        states: &'a [Prefix],
    }

    pub fn serialize<S: Serializer>(run: &Snapshot, serializer: S) -> Result<S::Ok, S::Error> {
        Whole { run, states: &run.states }.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Box<Snapshot>, D::Error> {
        Snapshot::deserialize(deserializer).map(Box::new)
    }
}
