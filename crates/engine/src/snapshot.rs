//! A run as it stands, as plain data: what is needed to go on from here in another process, and to come to the same verdict.
//!
//! An open state is its *prefix*: the [steps](crate::steps) that lead to it, and a model of its path condition, so that following
//! it again asks no solver anything. Prefixes share their beginnings: each says of which earlier one it keeps how much, and how
//! its model differs from that one's.
//!
//! Does not hold what was learnt, which goes [beside it](pruning::Learnt), nor what strategies know: losing that costs time and nothing else. The text forms of steps and
//! models are made for size; files, versions and hashes belong to `report`.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::results::{
    Bug, CoveredAt, Cut, Exploration, Frame, Learning, Queries, RandomExecutions, SelfCheck, StrategyChoices, TestCase,
    TestEnd, form,
};

/// The whole of it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Snapshot {
    #[serde(flatten)]
    pub explored: Exploration,
    /// What was left out, and will not be explored by whoever goes on.
    pub cuts: Vec<Cut>,
    #[serde(rename = "time_s", with = "form::seconds")]
    pub time: Duration,
    pub queries: Queries,
    /// Its counts and words; the conditions themselves are not kept.
    pub interpolation: Learning,
    pub growth: Vec<CoveredAt>,
    pub random: RandomState,
    pub choices: StrategyChoices,
    #[serde(default)]
    pub self_check: SelfCheck,
    pub bugs: Vec<KeptBug>,
    /// Targets that were reached, by number, with their tests.
    pub targets: Vec<(usize, Option<u64>)>,
    /// Functions that were called natively, by number.
    pub called_outside: Vec<u32>,
    /// How often each block was entered and each branch edge taken.
    pub blocks: Vec<u32>,
    pub edges: Vec<u32>,
    /// The variables that models speak of: name, instance, offset and width.
    pub variables: Vec<(String, u32, u32, u32)>,
    /// Inputs of tests, by number: the model as it differs from that of the one before.
    pub test_models: Vec<(u64, String)>,
    /// Left to whoever writes the rest: there may be very many of them.
    #[serde(skip_serializing)]
    pub states: Vec<Prefix>,
}

/// An open state.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Prefix {
    /// The prefix it begins like, and how many rows of steps the two share. The first one refers to itself.
    pub from: (u32, u32),
    /// The rows of steps behind these.
    pub steps: String,
    /// How its model differs from the one of that prefix; the first one's from an empty model.
    pub model: String,
    /// Forks so far.
    pub depth: u64,
    /// It has covered something that no test covers yet.
    #[serde(default, skip_serializing_if = "is_false")]
    pub new: bool,
    /// Nobody has asked whether it can take its last step, and its model does not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unsolved: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// Random executions so far.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RandomState {
    #[serde(flatten)]
    pub executions: RandomExecutions,
    pub instructions: u64,
    pub draws_inputs: bool,
    pub has_effects: bool,
    /// Where the stream of random numbers is.
    pub numbers: [u64; 4],
}

/// A bug with everything reports say of it, and the test that shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptBug {
    bug: Bug,
    cwe: Option<u32>,
    message: String,
    column: u32,
    stack: Vec<Frame>,
    rests_on_layout: bool,
    /// The function and the position that it is known by, as numbers of the program.
    pub place: (u32, u32),
    pub test: TestCase,
}

impl KeptBug {
    pub(crate) fn new(bug: &Bug, place: (u32, u32), test: TestCase) -> KeptBug {
        KeptBug {
            bug: bug.clone(),
            cwe: bug.cwe,
            message: bug.message.clone(),
            column: bug.column,
            stack: bug.stack.clone(),
            rests_on_layout: bug.rests_on_layout,
            place,
            test,
        }
    }

    /// The same, with the numbers it has in a whole run: among its bugs, and of its test.
    pub fn renumbered(&self, number: usize, test: u64) -> KeptBug {
        let mut kept = self.clone();
        kept.bug.test = test;
        kept.test.number = test;
        kept.test.end = TestEnd::Bug(number);
        kept
    }

    /// As it was when it was found. What became of it natively is found out again.
    pub fn bug(&self) -> Bug {
        let KeptBug { bug, cwe, message, column, stack, rests_on_layout, .. } = self;
        Bug {
            cwe: *cwe,
            message: message.clone(),
            column: *column,
            stack: stack.clone(),
            rests_on_layout: *rests_on_layout,
            confirmed: None,
            replay: None,
            ..bug.clone()
        }
    }
}
