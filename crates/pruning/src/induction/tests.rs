//! Whole attempts on programs of one loop.

use super::*;
use crate::hand_made::{
    Lab, N, X, assume_flag, branch, compute, flag_if_below, jump, new_input, policy, program, returns, set,
};
use program::ir::{BinOp, BlockId, FuncId, Inst, Operand, Program, Reg, Term};

/// Entry, then `while (test) body;`, of which the head is block 1.
fn looping(test: Vec<Inst>, body: Vec<Inst>) -> Program {
    program(vec![
        (Vec::new(), Term::Jump(jump(1))),
        (test, branch(2, 3)),
        (body, Term::Jump(jump(1))),
        (Vec::new(), returns()),
    ])
}

fn add(reg: Reg, value: u64) -> Inst {
    compute(reg, BinOp::Add, reg, Operand::Imm(value))
}

/// What came of an attempt: how it ended, what was found on the way, and the attempt.
struct Tried {
    end: Progress,
    bugs: usize,
    attempt: Attempt,
}

/// An attempt from the head of the loop, with this value of the parameter, or any.
fn tried(lab: &mut Lab, x: Option<u64>) -> Tried {
    let attempt = begun(lab, x, 1e9);
    followed(lab, attempt)
}

/// The same before its first step, which may cost so much.
fn begun(lab: &mut Lab, x: Option<u64>, budget: f64) -> Attempt {
    let mut state = match x {
        Some(x) => lab.start_with(x),
        None => lab.start(0),
    };
    state.frame.block = BlockId(1);
    let path = lab.path(&[]);
    Attempt::new(&mut lab.run(), StateId(0), &state, &path, budget).expect("a place with a key")
}

fn followed(lab: &mut Lab, mut attempt: Attempt) -> Tried {
    let mut reasoner = Reasoner::new(policy());
    let table = Table::default();
    let mut bugs = 0;
    let end = loop {
        match attempt.step(&mut lab.run(), &mut reasoner, &table) {
            Progress::Working => {}
            Progress::Found(found) => {
                if let Some((report, _)) = found.bug {
                    bugs += 1;
                    lab.known.insert(report.id());
                }
            }
            end => break end,
        }
    };
    Tried { end, bugs, attempt }
}

/// The condition at the head of the loop, of which there is one.
fn condition_of(lab: &Lab, attempt: &Attempt) -> Rc<Condition> {
    let mut loops = attempt.loops(&lab.machine).map(|(_, condition)| condition.clone());
    let condition = loops.next().expect("the loop");
    assert!(loops.next().is_none(), "one point");
    condition
}

#[test]
fn what_stays_as_it_is_closes_at_once() {
    // Whoever leaves the loop was not explored: x < 10 is required, and nothing of n, which only counts.
    let program = looping(vec![flag_if_below(X, 10)], vec![add(N, 1)]);
    let mut lab = Lab::new(&program);
    let Tried { end, attempt, .. } = tried(&mut lab, Some(3));
    assert!(matches!(end, Progress::Closed));
    let condition = condition_of(&lab, &attempt);
    let expected = lab.below(lab.x, 10);
    lab.assert_means(&condition.conjuncts, expected);
    assert!(!attempt.goes_unseen(&lab.machine));
}

#[test]
fn a_counter_with_a_bound_is_made_general() {
    let program = looping(vec![flag_if_below(N, 1000)], vec![add(N, 1)]);
    let mut lab = Lab::new(&program);
    let Tried { end, attempt, .. } = tried(&mut lab, Some(0));
    assert!(matches!(end, Progress::Closed));
    assert!(attempt.points() < 10, "{} points", attempt.points());
    assert!(attempt.goes_unseen(&lab.machine), "nobody has left the loop");
    let covered = lab.machine.coverage.is_covered(FuncId(0), BlockId(3));
    assert!(!covered, "what a general state enters is not covered");
}

#[test]
fn the_ends_of_an_else_if_are_one_point() {
    let program = program(vec![
        (Vec::new(), Term::Jump(jump(1))),
        (vec![flag_if_below(X, 10)], branch(2, 9)),
        (vec![new_input(), flag_if_below(N, 5)], branch(3, 6)),
        (vec![flag_if_below(N, 3)], branch(4, 5)),
        (vec![set(X, 0)], Term::Jump(jump(7))),
        (vec![set(X, 0)], Term::Jump(jump(7))),
        (Vec::new(), Term::Jump(jump(8))),
        // Where the inner arms meet nothing happens.
        (Vec::new(), Term::Jump(jump(8))),
        (vec![set(N, 0)], Term::Jump(jump(1))),
        (Vec::new(), returns()),
    ]);
    let mut lab = Lab::new(&program);
    let Tried { end, attempt, .. } = tried(&mut lab, Some(0));
    assert!(matches!(end, Progress::Closed));
    assert_eq!(attempt.points(), 2, "the head of the loop, and its last block");
}

#[test]
fn what_takes_few_values_is_told_apart_and_what_takes_many_is_general() {
    // x goes round and round.
    let rounds = |most: u64| {
        program(vec![
            (Vec::new(), Term::Jump(jump(1))),
            (vec![flag_if_below(X, most)], branch(2, 3)),
            (vec![add(X, 1)], Term::Jump(jump(1))),
            (vec![set(X, 0)], Term::Jump(jump(1))),
        ])
    };
    for (most, few) in [(5, 20), (1000, 40)] {
        let program = rounds(most);
        let mut lab = Lab::new(&program);
        let Tried { end, attempt, .. } = tried(&mut lab, Some(0));
        assert!(matches!(end, Progress::Closed));
        assert!(attempt.points() < few, "{} points", attempt.points());
    }
}

#[test]
fn what_has_succeeded_cheaply_is_followed_by_the_next_soon() {
    let program = looping(vec![flag_if_below(X, 10)], vec![add(N, 1)]);
    let mut lab = Lab::new(&program);
    let Tried { attempt, .. } = tried(&mut lab, Some(3));
    let cost = attempt.cost();
    let mut schedule = Schedule::default();
    schedule.ended(Box::new(attempt), None, 1e12);
    assert!(!schedule.is_due(1e12 + 0.9 * cost) && schedule.is_due(1e12 + 1.1 * cost));
    let Tried { attempt, .. } = tried(&mut lab, Some(3));
    schedule.ended(Box::new(attempt), None, 10.0);
    assert!(schedule.is_due(11.0), "nor does it wait for much of what has been done");
}

#[test]
fn a_proof_about_unseen_code_waits_until_it_was_seen_or_for_long() {
    let program = looping(vec![flag_if_below(N, 1000)], vec![add(N, 1)]);
    let mut lab = Lab::new(&program);
    let Tried { attempt, .. } = tried(&mut lab, Some(0));
    let mut put_off = PutOff::default();
    put_off.add(&lab.machine, &attempt, 0.0);
    assert!(put_off.take(&lab.machine, 1.0).is_empty());
    let everything = |counts: &[u32]| (0..counts.len() as u32).collect::<Vec<u32>>();
    let (blocks, edges) = lab.machine.coverage.counts();
    let (blocks, edges) = (everything(blocks), everything(edges));
    lab.machine.coverage.mark(&blocks, &edges);
    assert_eq!(put_off.take(&lab.machine, 1.0).len(), 1, "somebody was there");
    assert!(put_off.take(&lab.machine, f64::INFINITY).is_empty(), "once");
    put_off.add(&lab.machine, &attempt, 0.0);
    assert_eq!(put_off.take(&lab.machine, f64::INFINITY).len(), 1);
}

#[test]
fn a_bug_on_the_way_is_handed_out_and_the_rest_is_proved() {
    // Nothing changes n, by which is divided.
    let divide = compute(X, BinOp::UDiv, X, Operand::Reg(N));
    let program = looping(vec![flag_if_below(N, 10)], vec![divide]);
    let mut lab = Lab::new(&program);
    let Tried { end, bugs, .. } = tried(&mut lab, Some(7));
    assert!(matches!(end, Progress::Closed));
    assert_eq!(bugs, 1);
}

#[test]
fn a_value_that_later_rounds_ask_for_is_required_in_the_first() {
    // x falls by one each round, and is assumed to be below 3: fresh inputs do not matter.
    let program = looping(vec![new_input(), flag_if_below(X, 3)], vec![add(X, u64::from(u32::MAX))]);
    let mut lab = Lab::new(&program);
    let Tried { end, .. } = tried(&mut lab, Some(2));
    // 2, 1, 0, then the largest number, which leaves the loop.
    assert!(matches!(end, Progress::Closed));
}

#[test]
fn without_answers_nothing_is_claimed() {
    let program =
        looping(vec![new_input(), compute(N, BinOp::Mul, N, Operand::Reg(N)), flag_if_below(N, 77)], vec![add(X, 1)]);
    let mut lab = Lab::new(&program);
    lab.solver_gives_up();
    let Tried { end, .. } = tried(&mut lab, None);
    assert!(matches!(end, Progress::GaveUp(_)));
}

#[test]
fn a_false_assumption_ends_a_way_without_harm() {
    let program = looping(vec![new_input(), flag_if_below(N, 5), assume_flag()], vec![add(X, 1)]);
    let mut lab = Lab::new(&program);
    let Tried { end, bugs, attempt } = tried(&mut lab, Some(0));
    assert!(matches!(end, Progress::Closed) && bugs == 0);
    assert!(condition_of(&lab, &attempt).conjuncts.is_empty(), "the input is drawn anew each round");
}

#[test]
fn an_attempt_that_has_cost_what_it_may_goes_on_later_where_it_was() {
    let program = looping(vec![flag_if_below(X, 10)], vec![add(N, 1)]);
    let mut lab = Lab::new(&program);
    let whole = tried(&mut lab, Some(3)).attempt.cost();
    let attempt = begun(&mut lab, Some(3), whole / 3.0);
    let Tried { end, attempt, .. } = followed(&mut lab, attempt);
    assert!(matches!(end, Progress::GaveUp(Reason::Budget)));
    let mut schedule = Schedule::default();
    let cost = attempt.cost();
    schedule.ended(Box::new(attempt), Some(Reason::Budget), 0.0);
    assert_eq!((schedule.spent, schedule.failed), (cost, 1));
    let attempt = *schedule.resume(whole).unwrap_or_else(|_| panic!("it is kept"));
    assert_eq!(attempt.cost(), cost, "nothing is lost");
    let Tried { end, attempt, .. } = followed(&mut lab, attempt);
    assert!(matches!(end, Progress::Closed));
    let all = attempt.cost();
    schedule.ended(Box::new(attempt), None, 0.0);
    assert!((schedule.spent - all).abs() < 1e-3, "what was counted before is not counted again");
    assert!(schedule.resume(1.0).is_err(), "it is over");
}

#[test]
fn beside_one_that_waits_others_have_their_turns_with_less() {
    let program = looping(vec![flag_if_below(X, 10)], vec![add(N, 1)]);
    let mut lab = Lab::new(&program);
    let mut schedule = Schedule::default();
    assert_eq!(schedule.resume(8.0).err(), Some(8.0));
    schedule.ended(Box::new(begun(&mut lab, Some(3), 1.0)), Some(Reason::Cut), 0.0);
    assert_eq!(schedule.resume(8.0).err(), Some(8.0), "only those are kept that could have gone on");
    schedule.ended(Box::new(begun(&mut lab, Some(3), 1.0)), Some(Reason::Budget), 0.0);
    let waiting = schedule.resume(8.0).unwrap_or_else(|_| panic!("its turn"));
    schedule.ended(waiting, Some(Reason::Budget), 0.0);
    assert_eq!(schedule.resume(8.0).err(), Some(2.0), "another one's");
    assert!(schedule.resume(8.0).is_ok());
}
