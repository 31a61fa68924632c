//! What was in the way: at the end of a run that is `unknown`, where its time went, which questions were hard, where paths
//! are waiting, what was cut, and which branches keep code from being covered; each with something to try.
//!
//! Nothing here changes what a run does.

use std::time::{Duration, Instant};

use machine::state::State;
use program::ir::{BlockId, FuncId, LocId};
use rustc_hash::FxHashMap;

use crate::measure::user_functions;
use crate::results::{Conclusion, CutReason, Obstacle, ObstacleKind, Verdict};
use crate::session::Session;

/// Places of each kind that are named.
const MOST: usize = 3;
/// Time of a question below which nobody remembers where it was asked.
const NOTABLE: Duration = Duration::from_micros(200);
/// Share of the run's time from which something is in the way.
const LARGE: f64 = 0.1;

/// Where the time of a run went.
#[derive(Clone, Copy)]
pub(crate) struct Spent {
    pub total: Duration,
    pub solver: Duration,
    pub learning: Duration,
}

/// Time of the solver by the place in the user's code that asked.
#[derive(Default)]
pub(crate) struct Questions {
    by_place: FxHashMap<(FuncId, LocId), (Duration, u64)>,
}

impl Questions {
    pub fn add(&mut self, place: (FuncId, LocId), took: Duration, questions: u64) {
        let (time, count) = self.by_place.entry(place).or_default();
        *time += took;
        *count += questions;
    }

    pub fn places(&self) -> impl Iterator<Item = ((FuncId, LocId), Duration, u64)> {
        self.by_place.iter().map(|(&place, &(time, count))| (place, time, count))
    }
}

impl Session<'_> {
    /// A path has asked something, and the answer took so long.
    pub(crate) fn note_question(&mut self, state: &State, took: Duration) {
        if took < NOTABLE {
            return;
        }
        self.questions.add(self.machine.own_position(state), took, 1);
    }

    /// What kept a run from being conclusive.
    pub(crate) fn obstacles(&self, conclusion: &Conclusion, started: Instant) -> Vec<Obstacle> {
        if conclusion.verdict != Verdict::Unknown {
            return Vec::new();
        }
        let spent = self.spent.unwrap_or_else(|| Spent {
            total: started.elapsed(),
            solver: self.asker.time(),
            learning: self.learner.as_ref().map_or(Duration::ZERO, |learner| learner.statistics().time),
        });
        let mut obstacles = vec![where_time_went(spent)];
        obstacles.extend(self.hard_questions(spent.total));
        obstacles.extend(waiting(conclusion));
        obstacles.extend(cuts(conclusion));
        obstacles.extend(self.uncovered());
        obstacles
    }

    fn place_of(&self, function: FuncId, loc: LocId) -> String {
        let name = program::names::shown(&self.machine.function(function).name);
        format!("{} {name}", self.machine.program.place(loc))
    }

    fn hard_questions(&self, total: Duration) -> Vec<Obstacle> {
        let share = |time: Duration| time.as_secs_f64() / total.as_secs_f64().max(1e-9);
        let mut hard: Vec<_> = self.questions.by_place.iter().filter(|(_, (time, _))| share(*time) > LARGE).collect();
        hard.sort_by_key(|&(place, (time, _))| (std::cmp::Reverse(*time), *place));
        let obstacle = |(&(function, loc), &(time, count)): (&(FuncId, LocId), &(Duration, u64))| Obstacle {
            kind: ObstacleKind::Question,
            place: self.place_of(function, loc),
            share: Some(share(time)),
            count,
            text: format!("{:.0} % of the time went into {count} hard questions asked here", 100.0 * share(time)),
            suggestion: "a smaller input, an assumption about it (klee_assume, --assume), or another --solver"
                .to_owned(),
        };
        hard.into_iter().take(MOST).map(obstacle).collect()
    }

    /// Branches one side of which was never taken, those that were reached most often first.
    fn uncovered(&self) -> Vec<Obstacle> {
        let (program, coverage) = (self.machine.program, &self.machine.coverage);
        let mut missing = Vec::new();
        for (id, function) in user_functions(program) {
            for (number, block) in function.blocks.iter().enumerate() {
                let reached = coverage.visits(coverage.number(id, BlockId(number as u32)));
                let hidden = |block: BlockId| !coverage.is_covered(id, block);
                let behind = block.term.edges().into_iter().filter(|edge| hidden(edge.target)).count();
                if reached > 0 && behind > 0 {
                    let loc = block.locs.last().copied().unwrap_or(function.loc);
                    missing.push((u64::from(reached), behind as u64, id, loc));
                }
            }
        }
        missing.sort_by_key(|&(reached, _, id, loc)| (std::cmp::Reverse(reached), id, loc));
        let obstacle = |(reached, behind, id, loc)| Obstacle {
            kind: ObstacleKind::Uncovered,
            place: self.place_of(id, loc),
            share: None,
            count: behind,
            text: format!("a side of this branch was never taken, in {reached} times that it was reached"),
            suggestion: "a seed that gets there, or `secateur reach` with it as the target".to_owned(),
        };
        missing.into_iter().take(MOST).map(obstacle).collect()
    }
}

fn where_time_went(spent: Spent) -> Obstacle {
    let share = |part: Duration| part.as_secs_f64() / spent.total.as_secs_f64().max(1e-9);
    let (solver, learning) = (share(spent.solver).min(1.0), share(spent.learning).min(1.0));
    let rest = (1.0 - solver - learning).max(0.0);
    let suggestion = if solver > 0.5 {
        "smaller inputs (--sym-stdin, --sym-args, --ptr-size), or --max-solver-time to give hard questions up sooner"
    } else if learning > 0.3 {
        "--interpolation off, if there are too many paths to explore them all"
    } else {
        "more time (--max-time), or another order (--search)"
    };
    Obstacle {
        kind: ObstacleKind::Time,
        place: String::new(),
        share: Some(solver),
        count: 0,
        text: format!(
            "{:.0} % of the time in the solver, {:.0} % in learning, {:.0} % in execution and search",
            100.0 * solver,
            100.0 * learning,
            100.0 * rest
        ),
        suggestion: suggestion.to_owned(),
    }
}

/// Where open paths were waiting when the run ended.
fn waiting(conclusion: &Conclusion) -> Vec<Obstacle> {
    let limits = [CutReason::Time, CutReason::Memory, CutReason::Interrupt, CutReason::Instructions, CutReason::Paths];
    largest(
        conclusion,
        |reason| limits.contains(&reason),
        |cut, all| Obstacle {
            kind: ObstacleKind::Waiting,
            place: cut.place.clone(),
            share: None,
            count: cut.count,
            text: format!("{} of {all} open paths were waiting here", cut.count),
            suggestion: "fewer or smaller inputs; a loop over them forks in each round".to_owned(),
        },
    )
}

/// What was not followed for other reasons than limits.
fn cuts(conclusion: &Conclusion) -> Vec<Obstacle> {
    let suggestion = |reason| match reason {
        CutReason::External => "define the function, or --external-calls over-approx",
        CutReason::Concretized => "an input that leaves fewer values there, or a model of what is called",
        CutReason::Solver => "--max-solver-time, or another --solver",
        CutReason::Size | CutReason::Pointer => "an assumption that bounds the size or the index",
        CutReason::Unchecked => "--checks with what ends these paths",
        CutReason::Depth => "a larger --max-depth",
        _ => "see docs/user-guide.md",
    };
    let followed = |reason| {
        matches!(
            reason,
            CutReason::External
                | CutReason::Concretized
                | CutReason::Solver
                | CutReason::Size
                | CutReason::Pointer
                | CutReason::Unchecked
                | CutReason::Unsupported
                | CutReason::Depth
        )
    };
    largest(conclusion, followed, |cut, _| Obstacle {
        kind: ObstacleKind::Cut,
        place: cut.place.clone(),
        share: None,
        count: cut.count,
        text: match cut.count {
            1 => format!("1 path was not followed further ({})", cut.reason),
            count => format!("{count} paths were not followed further ({})", cut.reason),
        },
        suggestion: suggestion(cut.reason).to_owned(),
    })
}

/// The cuts for some reasons that count most, each told of with the number of all of them.
fn largest(
    conclusion: &Conclusion,
    wanted: impl Fn(CutReason) -> bool,
    tell: impl Fn(&crate::results::Cut, u64) -> Obstacle,
) -> Vec<Obstacle> {
    let mut cuts: Vec<_> = conclusion.cuts.iter().filter(|cut| wanted(cut.reason)).collect();
    let all = cuts.iter().map(|cut| cut.count).sum();
    cuts.sort_by_key(|cut| std::cmp::Reverse(cut.count));
    cuts.into_iter().take(MOST).map(|cut| tell(cut, all)).collect()
}
