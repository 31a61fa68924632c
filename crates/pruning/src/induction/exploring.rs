//! Exploring the graph of an attempt: a state runs to its next fork, join or end.
//!
//! As the session does for the run, every outcome of a choice is either followed, proved impossible, or harmless: a false assumption
//! or a bug that is known. Anything else (a cut, a question without answer) ends the attempt.
//!
//! A state that arrives at a join is covered by an entry of the table, by a point whose condition it satisfies, or by one that
//! has no condition yet and thus requires nothing so far; only then does it become a point itself.

use expr::{Evaluator, ExprId, Model};
use machine::Stop;
use machine::checks::{BugReport, Severity};
use machine::choice::{Choice, Outcome};
use solver::Answer;

use super::graph::{Graph, Open};
use super::{Found, Progress, Reason, generalising};
use crate::edge::EndKind;
use crate::inference::Inference;
use crate::subsumption::{self, Evidence};
use crate::table::{Key, Table};

/// Instructions that may be executed between two joins.
const LONGEST: u64 = 1_000_000;
/// The same between two looks.
const SLICE: u64 = 100_000;

/// Choices of one state between two looks at what was spent.
const MOST_CHOICES: u32 = 64;

/// An outcome that a state goes on with.
struct Continuation {
    decision: u64,
    guard: ExprId,
    /// `None`: the state's own.
    model: Option<Model>,
}

/// What follows from a choice.
enum Decided {
    /// The ways on; whether everything else is impossible.
    Ways(Vec<Continuation>, bool),
    /// One that nobody has found yet.
    Bug(BugReport, Model),
    /// Not everything could be decided.
    Undecided,
}

/// Runs an open state to its next fork, join or end.
pub(super) fn run(
    inference: &mut Inference,
    graph: &mut Graph,
    evaluator: &mut Evaluator,
    table: &Table,
    open: Open,
) -> Progress {
    let point = graph.pieces[open.piece].point;
    if !graph.points[point].is_general() {
        return run_piece(inference, graph, evaluator, table, open);
    }
    // What a general state enters is not covered, and what it runs into is nobody's bug.
    graph.swap_coverage(inference.machine);
    let progress = run_piece(inference, graph, evaluator, table, open);
    graph.swap_coverage(inference.machine);
    match progress {
        Progress::Found(found) if found.bug.is_none() => Progress::Working,
        Progress::Found(_) | Progress::GaveUp(_) => {
            generalising::give_up(graph, point);
            Progress::Working
        }
        Progress::Working | Progress::Closed => progress,
    }
}

fn run_piece(
    inference: &mut Inference,
    graph: &mut Graph,
    evaluator: &mut Evaluator,
    table: &Table,
    mut open: Open,
) -> Progress {
    let start = graph.pieces[open.piece].edge.start.instructions;
    for _ in 0..MOST_CHOICES {
        let before = open.state.instructions;
        let stop = inference.machine.run(&mut open.state, SLICE);
        graph.executed += open.state.instructions - before;
        let is_new = open.state.new_coverage;
        if is_new && matches!(stop, Stop::Choice(_) | Stop::Budget | Stop::Cut(..)) {
            // What is found on the way is told first; the state then goes on from where it is.
            return put_back(graph, open, None);
        }
        let choice = match stop {
            Stop::Choice(choice) => choice,
            Stop::Exit(_) => {
                graph.end(open.piece, &open.state, EndKind::Leaf);
                graph.close(graph.pieces[open.piece].point);
                return told(is_new, &open);
            }
            Stop::Join => {
                let progress = told(is_new, &open);
                return arrive(inference, graph, evaluator, table, open)
                    .map_or(Progress::GaveUp(Reason::Place), |()| progress);
            }
            Stop::Budget if open.state.instructions < start + LONGEST => continue,
            Stop::Budget => return Progress::GaveUp(Reason::Length),
            Stop::Cut(..) => return Progress::GaveUp(Reason::Cut),
        };
        if let Some((report, decision, guard)) = choice.alternatives.iter().find_map(|a| match &a.outcome {
            Outcome::Bug(report, decision) if report.kind.severity() == Severity::GoesOn => {
                Some((report, *decision, a.guard))
            }
            _ => None,
        }) {
            // It splits nothing.
            if inference.keeps_out(report) {
                match possible(inference, &open, guard) {
                    Answer::Unsat(_) => {}
                    Answer::Sat(model) => return put_back(graph, open, Some(((**report).clone(), model))),
                    Answer::Unknown(_) => return Progress::GaveUp(Reason::Cut),
                }
            }
            open.state.decisions.push(decision);
            continue;
        }
        match decide(inference, &open, &choice) {
            Decided::Undecided => return Progress::GaveUp(Reason::Cut),
            Decided::Bug(report, model) => return put_back(graph, open, Some((report, model))),
            Decided::Ways(mut ways, others_impossible) => match ways.len() {
                0 => {
                    graph.end(open.piece, &open.state, EndKind::Leaf);
                    graph.close(graph.pieces[open.piece].point);
                    return Progress::Working;
                }
                1 => {
                    let way = ways.remove(0);
                    if !others_impossible {
                        open.path.add(&inference.machine.dag, way.guard);
                    }
                    open.state.model = way.model.unwrap_or(open.state.model);
                    open.state.decisions.push(way.decision);
                }
                _ => {
                    fork(inference, graph, open, ways);
                    return Progress::Working;
                }
            },
        }
    }
    // Questions cost time that instructions do not tell: whoever counts looks again.
    graph.open.push(open);
    Progress::Working
}

fn found(open: &Open, bug: Option<(BugReport, Model)>) -> Progress {
    Progress::Found(Box::new(Found { state: open.state.clone(), path: open.path.clone(), bug }))
}

/// Something is told of a state, which then goes on from where it is: its choice will be the same.
fn put_back(graph: &mut Graph, mut open: Open, bug: Option<(BugReport, Model)>) -> Progress {
    let progress = found(&open, bug);
    open.state.new_coverage = false;
    graph.open.push(open);
    progress
}

/// What is told of a state whose piece has ended.
fn told(is_new: bool, open: &Open) -> Progress {
    if is_new { found(open, None) } else { Progress::Working }
}

/// Whether a state can take an outcome.
fn possible(inference: &mut Inference, open: &Open, guard: ExprId) -> Answer {
    if inference.machine.eval.holds(&inference.machine.dag, guard, &open.state.model) {
        return Answer::Sat(open.state.model.clone());
    }
    inference.solver.check(&mut inference.machine.dag, &open.path, guard, &open.state.model)
}

/// Which outcomes a state can take.
fn decide(inference: &mut Inference, open: &Open, choice: &Choice) -> Decided {
    let mut ways = Vec::new();
    let mut others_impossible = true;
    for alternative in &choice.alternatives {
        let guard = alternative.guard;
        let is_known = match &alternative.outcome {
            Outcome::Bug(report, _) => !inference.keeps_out(report),
            Outcome::Discard => true,
            Outcome::Continue(_) | Outcome::Cut(..) => false,
        };
        if is_known {
            others_impossible = false;
            continue;
        }
        let own = inference.machine.eval.holds(&inference.machine.dag, guard, &open.state.model);
        let model = match possible(inference, open, guard) {
            Answer::Unsat(_) => continue,
            Answer::Unknown(_) => return Decided::Undecided,
            Answer::Sat(model) => model,
        };
        match &alternative.outcome {
            Outcome::Continue(decision) => {
                ways.push(Continuation { decision: *decision, guard, model: (!own).then_some(model) });
            }
            Outcome::Bug(report, _) => {
                return Decided::Bug((**report).clone(), model);
            }
            Outcome::Discard | Outcome::Cut(..) => return Decided::Undecided,
        }
    }
    Decided::Ways(ways, others_impossible)
}

/// A piece for each way on.
fn fork(inference: &mut Inference, graph: &mut Graph, open: Open, ways: Vec<Continuation>) {
    let machine = &mut *inference.machine;
    graph.end(open.piece, &open.state, EndKind::Continues);
    let point = graph.pieces[open.piece].point;
    graph.points[point].open += ways.len() - 1;
    for way in ways {
        let (mut state, mut path) = (open.state.clone(), open.path.clone());
        path.add(&machine.dag, way.guard);
        if let Some(model) = way.model {
            state.model = model;
        }
        state.decisions.push(way.decision);
        state.new_coverage = false;
        machine.stop_where_paths_meet(&mut state);
        let piece = graph.add_piece(point, None, &state);
        graph.pieces[open.piece].below.push(piece);
        graph.open.push(Open { piece, state, path });
    }
}

/// A state is at a join. `None` where nothing can be said of such a place.
fn arrive(
    inference: &mut Inference,
    graph: &mut Graph,
    evaluator: &mut Evaluator,
    table: &Table,
    open: Open,
) -> Option<()> {
    let Open { piece, mut state, path } = open;
    let key = Key::of(&state)?;
    let point = graph.pieces[piece].point;
    let first = &graph.pieces[graph.points[point].first].edge.start;
    if state.instructions <= first.instructions {
        // Without progress anything could be proved.
        return None;
    }
    state.new_coverage = false;
    let evidence = Evidence::Solver(&path);
    if let Some(entry) = subsumption::entry_for(inference, table, evaluator, &mut state, &key, evidence).entry {
        graph.end(piece, &state, EndKind::Subsumed(entry));
        graph.close(point);
        return Some(());
    }
    graph.end(piece, &state, EndKind::Continues);
    let covering =
        subsumption::first_covering(inference, evaluator, &mut state, &path, |value| graph.candidates(&key, value));
    // One that requires nothing so far is looked at again when it does.
    let to = covering.or_else(|| graph.without_condition(&key));
    let to = match to {
        Some(to) => to,
        None => generalising::point_for(inference, graph, evaluator, key, state.clone(), path.clone(), Some(point)),
    };
    graph.link(piece, state, path, to);
    graph.close(point);
    Some(())
}
