//! Deletion-based core minimisation (towards minimal unsatisfiable subsets): each condition of a core is left out in turn,
//! and stays out if the others contradict each other still.
//!
//! A decision procedure names the assumptions its proof used, which is rarely the least there is. Small cores answer more
//! later questions, and more is learnt from them. The budget is in attempts, conflicts and work, not in time, so that a
//! run can be repeated; and the core of a hard question is left as it is.

use crate::portfolio::Portfolio;
use expr::{Dag, ExprId};
use std::time::{Duration, Instant};

/// Conditions left out at most.
const ATTEMPTS: usize = 12;
/// Conflicts for each attempt.
const CONFLICTS: u32 = 50;
/// A question that took more work has a core that would cost too much.
const EASY: u64 = 100_000;
/// For decision procedures that do not count what they do.
const TIME: Duration = Duration::from_millis(50);

/// A core inside `core`, positions of `conditions`. Positions below `needed` are known to be in every core. `work` is what
/// finding the core took.
pub fn minimise(
    dag: &mut Dag,
    portfolio: &mut Portfolio,
    conditions: &[ExprId],
    core: Vec<usize>,
    needed: usize,
    work: u64,
    deadline: Instant,
) -> Vec<usize> {
    if work > EASY {
        return core;
    }
    let budget = portfolio.work() + EASY;
    let mut core = core;
    // The conditions before this place have been tried.
    let mut next = 0;
    for _ in 0..ATTEMPTS {
        // Younger conditions come first; it is the old ones that other paths have too.
        let Some(place) = (next..core.len()).find(|&place| core[place] >= needed) else { break };
        let left = budget.saturating_sub(portfolio.work());
        if core.len() <= 2 || left == 0 {
            break;
        }
        let without: Vec<usize> = core.iter().copied().filter(|&position| position != core[place]).collect();
        let asked: Vec<ExprId> = without.iter().map(|&position| conditions[position]).collect();
        let until = if portfolio.counts_steps() { deadline } else { deadline.min(Instant::now() + TIME) };
        match portfolio.still_contradictory(dag, &asked, CONFLICTS, left, until) {
            Some(smaller) => {
                let tried = &core[..place];
                let smaller: Vec<usize> = smaller.into_iter().map(|index| without[index]).collect();
                next = smaller.iter().filter(|position| tried.contains(position)).count();
                core = smaller;
            }
            None => next = place + 1,
        }
    }
    core
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::BackendChoice;

    #[test]
    fn what_the_contradiction_does_not_need_goes() {
        let mut dag = Dag::new();
        let [x, y] = [0, 1].map(|i| dag.variable("x", i, 0, 32));
        let constants: Vec<ExprId> = (0..20).map(|k| dag.constant(k, 32)).collect();
        let sum = dag.add(x, y);
        // x + y == 19, x < 9 and y < 10 with many looser bounds around them.
        let mut conditions = vec![dag.eq(sum, constants[19])];
        conditions.extend((10..16).map(|k| dag.ult(x, constants[k])));
        conditions.extend([dag.ult(y, constants[10]), dag.ult(x, constants[9])]);
        conditions.extend((11..16).map(|k| dag.ult(y, constants[k])));
        for backend in [BackendChoice::Bitblast, BackendChoice::Z3] {
            let mut portfolio = Portfolio::new(&backend);
            let deadline = Instant::now() + Duration::from_secs(60);
            let whole: Vec<usize> = (0..conditions.len()).collect();
            let core = minimise(&mut dag, &mut portfolio, &conditions, whole, 1, 0, deadline);
            assert!(core.contains(&0) && core.len() <= 3, "{core:?}");
            let asked: Vec<ExprId> = core.iter().map(|&position| conditions[position]).collect();
            assert!(portfolio.still_contradictory(&mut dag, &asked, CONFLICTS, EASY, deadline).is_some());
        }
    }
}
