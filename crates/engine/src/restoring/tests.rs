//! Random programs are stopped anywhere, written down, and gone on with in another session: the states are the same ones.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use expr::{DefaultValue, Model};
use machine::memory::Pointee;
use machine::state::{Frame, State};
use program::LoadOptions;
use search::registry::SearchKind;
use search::rng::Rng;

use super::*;
use crate::config::{Config, Interpolation};
use crate::results::{Nobody, Verdict};
use crate::saving::can_be_followed;
use crate::session;
use crate::snapshot::Prefix;

/// Branches, switches, symbolic indices, pointers to several objects and functions, and loops.
pub(crate) fn source(rng: &mut Rng) -> String {
    let mut text = "int __VERIFIER_nondet_int(void);\n\
        static int v[4], t[5], x;\n\
        static void up(int *p) { *p += 3; }\n\
        static void flip(int *p) { if (*p > 2) *p = -*p; }\n\
        static void (*const f[2])(int *) = { up, flip };\n\
        int main(void) {\n    int *p;\n    for (int i = 0; i < 4; i++) v[i] = __VERIFIER_nondet_int();\n"
        .to_owned();
    for _ in 0..5 + rng.below(5) {
        let (i, j, k) = (rng.below(4), rng.below(4), rng.below(9));
        let line = match rng.below(7) {
            0 => format!("if (v[{i}] > {k}) v[{j}] += {k}; else v[{j}] ^= 5;"),
            1 => format!(
                "switch (v[{i}] & 3) {{ case 0: v[{j}] = {k}; break; case 1: x++; break; default: x -= v[{j}]; }}"
            ),
            2 => format!("v[v[{i}] & 3] = x + {k};"),
            3 => format!("t[(unsigned)v[{i}] % 5] += v[{j}];"),
            4 => format!("p = v[{i}] > {k} ? &v[{j}] : &x; *p += 1;"),
            5 => format!("f[v[{i}] & 1](&v[{j}]);"),
            _ => format!("for (int k = 0; k < (v[{i}] & 3); k++) v[{j}] += k;"),
        };
        let _ = writeln!(text, "    {line}");
    }
    text + "    return x / (t[1] + 1000);\n}\n"
}

pub(crate) fn load(source: &str) -> Program {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("random.c");
    std::fs::write(&file, source).unwrap();
    program::load(&[file], &LoadOptions::default()).unwrap()
}

fn config(search: SearchKind, interpolation: Interpolation, paths: Option<u64>) -> Config {
    let mut config = Config::default();
    config.search.strategies = vec![search];
    config.pruning.interpolation = interpolation;
    config.limits.max_paths = paths;
    config
}

/// What a state is, in words that do not depend on how its expressions are numbered.
fn portrait(session: &mut Session, open: &Open) -> String {
    let mut model = open.state.model.clone();
    let named = |session: &Session, var: VarId| {
        let info = session.machine.dag.var_info(var);
        (info.name.to_string(), info.instance, info.offset)
    };
    let inputs: Vec<VarId> = open.state.inputs.in_order().iter().flat_map(|input| input.variables.to_vec()).collect();
    let mut text = format!("{:?} {} {}", open.state.decisions, open.state.instructions, open.depth);
    let values: BTreeMap<_, u64> = inputs.iter().map(|&var| (named(session, var), model.get(var, 64))).collect();
    let _ = write!(text, " {values:?} new {} waits {}", open.state.new_coverage, open.unsolved.is_some());
    describe_values(session, &open.state, &mut text);
    // The path condition: which of its parts hold for other inputs.
    for round in 0..8u64 {
        for (number, &var) in inputs.iter().enumerate() {
            model.set(var, (round * 7 + number as u64 * 3) % 11);
        }
        let (dag, eval) = (&session.machine.dag, &mut session.machine.eval);
        let held: Vec<bool> = open.path.iter().chain(open.unsolved).map(|part| eval.holds(dag, part, &model)).collect();
        let _ = write!(text, " {held:?}");
    }
    text
}

/// Registers and what was written to memory, under the state's model.
fn describe_values(session: &mut Session, state: &State, text: &mut String) {
    let frames: Vec<&Frame> = std::iter::once(&state.frame).chain(state.callers.frames()).collect();
    for frame in frames {
        let _ = write!(text, "\n{:?} {:?} {}", frame.func, frame.block, frame.inst);
        for &value in &frame.regs {
            let e = value.expr(&mut session.machine.dag, 64);
            let _ = write!(text, " {:x}", session.machine.eval.value(&session.machine.dag, e, &state.model));
        }
    }
    let entry = session.entry;
    let start = session.machine.initial_state(entry, "program", &[], Model::new(DefaultValue::Zero));
    let mut written = Vec::new();
    state.memory.written_since(&start.memory, &mut |address, _| written.push(address));
    written.sort_unstable();
    for address in written {
        let Pointee::Live(_, object) = state.memory.at(address) else { continue };
        for at in address - object.address..(address - object.address + 4).min(object.capacity) {
            let e = object.read_expr(&mut session.machine.dag, at, 1);
            let byte = session.machine.eval.value(&session.machine.dag, e, &state.model);
            let _ = write!(text, " {address:x}={byte:x}");
        }
    }
}

/// All states that stand at a fork, but for those that wait to say that a bug can happen: they are cuts when the run goes on.
fn portraits(session: &mut Session) -> Vec<String> {
    let mut all = Vec::new();
    for id in session.frontier.states.ids() {
        let open = session.frontier.states.take(id).unwrap();
        if !open.state.decisions.is_empty() && can_be_followed(&open) {
            all.push(portrait(session, &open));
        }
        session.frontier.states.put(id, open);
    }
    all.sort_unstable();
    all
}

#[test]
fn a_state_that_was_written_down_is_the_same_one_again() {
    let mut rng = Rng::new(20);
    let mut compared = 0;
    for number in 0..9 {
        let source = source(&mut rng);
        let program = load(&source);
        let search = [SearchKind::Bfs, SearchKind::RandomPath, SearchKind::Generational][number % 3];
        let learns = [Interpolation::Off, Interpolation::Wp][number % 2];
        let config = config(search, learns, Some(1 + number as u64));
        let (mut nobody, interrupt) = (Nobody, AtomicBool::new(false));
        let mut first = session::start(&program, &config, &mut nobody, &interrupt, Instant::now(), Duration::ZERO);
        first.explore();
        let snapshot = first.snapshot();
        let restart = Restart::new(snapshot.clone(), &program).unwrap();
        let mut nobody = Nobody;
        let mut second = session::start(&program, &config, &mut nobody, &interrupt, Instant::now(), Duration::ZERO);
        second.restore(&restart);
        let again = second.snapshot();
        assert_eq!(
            (again.explored.paths, again.cuts, again.blocks),
            (snapshot.explored.paths, snapshot.cuts, snapshot.blocks)
        );
        let (then, now) = (portraits(&mut first), portraits(&mut second));
        compared += then.len();
        // A state that had run on since its last fork stands at that fork again.
        let missing: Vec<&String> = then.iter().filter(|portrait| !now.contains(portrait)).collect();
        assert!(missing.is_empty(), "{source}\n{missing:#?}\n{now:#?}");
        assert_eq!(now.len(), snapshot.states.len(), "{source}");
        assert_eq!(second.asker.solver.stats().asked, 0, "nothing is asked again");
    }
    assert!(compared > 50, "{compared}");
}

/// Stopped after every few paths, a run comes to the verdict and the bugs it comes to without.
#[test]
fn the_verdict_of_the_sum_is_that_of_one_run() {
    let mut rng = Rng::new(7);
    let mut verdicts = Vec::new();
    for number in 0..6 {
        let source = source(&mut rng);
        let program = load(&source);
        for (search, learns) in [(SearchKind::Dfs, Interpolation::Wp), (SearchKind::RandomPath, Interpolation::Off)] {
            let interrupt = AtomicBool::new(false);
            let whole = session::run(&program, &config(search, learns, None), &mut Nobody, &interrupt);
            let mut snapshot: Option<Snapshot> = None;
            for round in 1.. {
                let config = config(search, learns, Some(round * (1 + number)));
                let mut nobody = Nobody;
                let mut part =
                    session::start(&program, &config, &mut nobody, &interrupt, Instant::now(), Duration::ZERO);
                if let Some(snapshot) = snapshot.take() {
                    part.restore(&Restart::new(snapshot, &program).unwrap());
                }
                part.explore();
                if part.frontier.states.is_empty() {
                    let results = part.results(Instant::now());
                    let told = |results: &crate::results::Results| {
                        let mut bugs: Vec<(String, u32)> =
                            results.bugs.iter().map(|bug| (bug.kind.clone(), bug.line)).collect();
                        bugs.sort();
                        (results.conclusion.verdict, results.conclusion.cuts.clone(), bugs, results.coverage.blocks)
                    };
                    assert_eq!(told(&results), told(&whole), "{source}");
                    if learns == Interpolation::Off {
                        assert_eq!(results.explored.paths, whole.explored.paths, "{source}");
                    }
                    let says_all = results.interpolation.root_condition.is_some();
                    assert!(!says_all || round == 1, "nothing is known of the whole program: {source}");
                    verdicts.push(results.conclusion.verdict);
                    break;
                }
                snapshot = Some(part.snapshot());
            }
        }
    }
    assert!(verdicts.contains(&Verdict::Safe) && verdicts.contains(&Verdict::Unsafe), "{verdicts:?}");
}

/// A prefix that leads elsewhere is no prefix: nothing may be claimed of what was behind it.
#[test]
fn what_cannot_be_followed_again_is_a_cut() {
    let program = load(
        "int __VERIFIER_nondet_int(void);\nint main(void) {\n    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();\n    return (a > 1) + (b > 2);\n}\n",
    );
    let config = config(SearchKind::Bfs, Interpolation::Off, None);
    let interrupt = AtomicBool::new(false);
    let snapshot =
        session::start(&program, &config, &mut Nobody, &interrupt, Instant::now(), Duration::ZERO).snapshot();
    for (change, what) in [("9", "another outcome"), ("1*99", "more steps"), ("1@5", "a proposal")] {
        let states = vec![Prefix { steps: change.to_owned(), ..Prefix::default() }];
        let mut nobody = Nobody;
        let mut session = session::start(&program, &config, &mut nobody, &interrupt, Instant::now(), Duration::ZERO);
        session.restore(&Restart::new(Snapshot { states, ..snapshot.clone() }, &program).unwrap());
        assert!(session.frontier.states.is_empty(), "{what}");
        let cuts = session.ledger.cuts.list();
        assert!(cuts.iter().any(|cut| cut.reason == CutReason::Resumed), "{what}: {cuts:?}");
        assert_eq!(session.results(Instant::now()).conclusion.verdict, Verdict::Unknown, "{what}");
    }
}
