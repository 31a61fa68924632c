//! A session that explores parts of a run: it follows the orders of its [`Office`] between two turns, and tells it what it finds.
//!
//! The session stays when a part is finished: what it has learnt, its expressions and its caches serve the next part too. What is
//! above the states of a part is somebody else's, so nothing is learnt about it (see [`restoring`](crate::restoring)).

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use machine::checks::BugId;
use program::ir::{FuncId, LocId, Program};

use super::{Assignment, Ending, Limited, News, Order, Parcel, Part, Report};
use crate::config::{Config, Limits};
use crate::frontier::{FIRST, Open};
use crate::novelty::Trail;
use crate::restoring::{Restart, kind_named};
use crate::results::{CutReason, Sink, StopReason};
use crate::session::{self, Session};

/// How often the office hears what was learnt: what others know they need not learn.
const TELLING: Duration = Duration::from_millis(5);

/// How far a session may go. For one that has an office, these change.
pub(crate) struct Allowance {
    pub paths: Option<u64>,
    pub forks: Option<u64>,
    pub memory: Option<u64>,
}

impl Allowance {
    pub fn of(limits: &Limits) -> Allowance {
        Allowance { paths: limits.max_paths, forks: limits.max_forks, memory: limits.max_memory }
    }
}

/// What a session knows of others that work on the same run.
pub(crate) struct Elsewhere {
    /// What was told to the office, or heard from it: whether each block was entered, and each branch edge taken.
    blocks: Vec<bool>,
    edges: Vec<bool>,
    /// Those that were heard of and nobody here had entered or taken: they count as one, and are not ours.
    heard_blocks: Vec<u32>,
    heard_edges: Vec<u32>,
    /// A part that could not be followed in time: all of it is still open.
    not_begun: Option<Parcel>,
    /// When they were last told what was learnt here.
    told: Instant,
}

impl Default for Elsewhere {
    fn default() -> Elsewhere {
        Elsewhere {
            blocks: Vec::new(),
            edges: Vec::new(),
            heard_blocks: Vec::new(),
            heard_edges: Vec::new(),
            not_begun: None,
            told: Instant::now(),
        }
    }
}

impl Elsewhere {
    /// The time since they were last told what was learnt here; it begins anew.
    pub fn since_told(&mut self) -> Duration {
        let now = Instant::now();
        now - std::mem::replace(&mut self.told, now)
    }

    /// How often blocks were entered and branch edges taken here.
    pub fn own_counts(&self, blocks: &[u32], edges: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let less = |counts: &[u32], heard: &[u32]| {
            let mut own = counts.to_vec();
            heard.iter().filter_map(|&n| counts.get(n as usize).map(|count| (n as usize, count))).for_each(
                |(n, &count)| {
                    own[n] = if count == u32::MAX { count } else { count - 1 };
                },
            );
            own
        };
        (less(blocks, &self.heard_blocks), less(edges, &self.heard_edges))
    }
}

/// Explores parts of a run until the office ends it. `config` is that of the whole run; its limits are kept by the office.
/// `first` is the part to begin with.
pub fn work(program: &Program, config: &Config, sink: &mut dyn Sink, interrupt: &AtomicBool, first: Assignment) {
    let mut config = config.clone();
    config.search.seeds = first.seeds;
    let config = Config {
        // Files are written by the office, which also says when it wants to know where we stand.
        save_every: Duration::from_secs(u64::from(u32::MAX)),
        limits: Limits {
            max_time: first.time_left,
            max_paths: config.limits.max_paths.map(|_| 0),
            max_forks: config.limits.max_forks.map(|_| 0),
            max_instructions: None,
            max_tests: None,
            max_memory: first.memory,
            ..config.limits.clone()
        },
        ..config
    };
    let mut session = session::start(program, &config, sink, interrupt, Instant::now(), Duration::ZERO);
    match first.part {
        Part::Whole => {}
        Part::States(parcel) => {
            session.forget_edges();
            drop(session.frontier.states.take(FIRST));
            session.frontier.close(FIRST);
            session.begin(parcel);
        }
    }
    while session.works() {}
    session.hands_over();
}

impl Session<'_> {
    /// Explores what there is, and then waits for more. False if the run is over.
    fn works(&mut self) -> bool {
        self.explore();
        if self.stop.is_some() {
            return false;
        }
        // Strategies may leave something that they would not do.
        self.drop_all_open();
        self.tell_what_is_new();
        let standing = Box::new(self.snapshot());
        self.tell(Report::Idle(standing));
        while self.stop.is_none() {
            let Some(order) = self.recording.office().map(|office| office.wait()) else { return false };
            let is_work = matches!(order, Order::Explore(_));
            self.obey(order);
            if is_work {
                break;
            }
        }
        self.stop.is_none()
    }

    /// The run is over: says where it stands, and gives up what is open when it is told to.
    fn hands_over(&mut self) {
        self.tell_what_is_new();
        let reason = self.stop.unwrap_or(StopReason::Exhausted);
        let mut standing = Box::new(self.snapshot());
        if let Some(parcel) = &self.elsewhere.not_begun {
            // The frontier is empty then; the inputs of tests are worth less than the states.
            standing.test_models.clear();
            (standing.variables, standing.states) = (parcel.variables.clone(), parcel.states.clone());
        }
        self.tell(Report::Stopped(reason, standing));
        loop {
            match self.recording.office().map(|office| office.wait()) {
                Some(Order::Stop(reason)) => self.stop = Some(reason),
                None | Some(Order::End) => break,
                Some(_) => {}
            }
        }
        let open = self.elsewhere.not_begun.take().map_or(0, |parcel| parcel.states.len());
        let reason = CutReason::of_stop(self.stop);
        (0..open).for_each(|_| self.ledger.cut_path(reason, String::new()));
        self.drop_all_open();
        self.tell_what_is_new();
        let ending = Box::new(Ending::of(self));
        self.tell(Report::Ended(ending));
    }

    pub(crate) fn tell(&mut self, report: Report) {
        if let Some(office) = self.recording.office() {
            office.report(report);
        }
    }

    /// Does what the office wants, if it wants anything, and tells it what was learnt.
    pub(crate) fn follow_orders(&mut self) {
        if self.recording.office().is_some() && self.elsewhere.told.elapsed() >= TELLING {
            self.tell_what_was_learnt();
        }
        while self.stop.is_none()
            && let Some(order) = self.recording.office().and_then(|office| office.order())
        {
            self.obey(order);
        }
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Explore(Assignment { part: Part::States(parcel), memory, seeds, .. }) => {
                self.seeding.add(seeds);
                self.allowance.memory = memory;
                self.begin(parcel);
            }
            // A program is begun once in a process.
            Order::Explore(Assignment { part: Part::Whole, .. }) => self.stop = Some(StopReason::Crash),
            Order::Give => {
                self.tell_what_is_new();
                let parcel = self.give_away();
                self.tell(Report::Given(parcel));
            }
            Order::Know(news) => self.hear(&news),
            Order::Learn(learnt) => self.hear_learnt(&learnt),
            Order::Follow(seeds) => self.seeding.add(seeds),
            Order::Allow(Limited::Paths, most) => self.allowance.paths = Some(most),
            Order::Allow(Limited::Forks, most) => self.allowance.forks = Some(most),
            Order::Memory(most) => self.allowance.memory = Some(most),
            Order::Save => {
                self.tell_what_is_new();
                let standing = Box::new(self.snapshot());
                self.tell(Report::Saved(standing));
            }
            Order::Stop(reason) => self.stop = Some(reason),
            Order::End => {}
        }
    }

    fn tell_what_was_learnt(&mut self) {
        if let Some(learnt) = self.learnt() {
            self.tell(Report::Learnt(learnt));
        }
    }

    /// Whether more may be done of what is limited.
    pub(crate) fn may_do_more(&mut self, what: Limited) -> bool {
        let Some(most) = self.recording.office().map(|office| office.more(what)) else { return false };
        let allowed = match what {
            Limited::Paths => &mut self.allowance.paths,
            Limited::Forks => &mut self.allowance.forks,
        };
        allowed.replace(most).is_none_or(|before| most > before)
    }

    /// Follows the prefixes of a part. Nothing is open before.
    fn begin(&mut self, parcel: Parcel) {
        self.seeding.add(parcel.seeds.clone());
        let (paths, cuts) = (self.ledger.paths, self.ledger.cuts.clone());
        let coverage = self.machine.coverage.clone();
        match Restart::of_states(parcel.variables.clone(), parcel.states.clone(), self.machine.program) {
            Ok(restart) => {
                let first = self.plant_start();
                self.restore_states(first, &restart);
            }
            Err(why) => {
                let lost = parcel.states.len();
                (0..lost).for_each(|_| self.ledger.cut_path(CutReason::Resumed, why.clone()));
            }
        }
        // Somebody has counted what was executed to get there.
        self.machine.coverage = coverage;
        if self.stop.is_some() {
            for id in self.frontier.states.ids() {
                drop(self.frontier.states.take(id));
                self.frontier.close(id);
            }
            (self.ledger.paths, self.ledger.cuts) = (paths, cuts);
            self.elsewhere.not_begun = Some(parcel);
        }
    }

    /// The start of the program as the only open state.
    fn plant_start(&mut self) -> tree::StateId {
        let model = expr::Model::new(expr::DefaultValue::Zero);
        let state = self.machine.initial_state(self.entry, "program", &self.config.program.args, model);
        let mut first = Box::new(Open::first(state));
        first.trail = self.frontier.searcher.looks_for_novelty().then(|| Box::new(Trail::new(&first.state)));
        self.frontier.plant(first)
    }

    /// Others have found something.
    fn hear(&mut self, news: &News) {
        for (kind, (function, loc)) in &news.bugs {
            let Some(kind) = kind_named(kind) else { continue };
            let id = BugId { kind, function: FuncId(*function), loc: LocId(*loc) };
            if self.recording.hears_of(id) {
                self.retire(id);
            }
        }
        self.size_up();
        let (blocks, edges) = self.machine.coverage.mark(&news.blocks, &news.edges);
        self.elsewhere.heard_blocks.extend(blocks);
        self.elsewhere.heard_edges.extend(edges);
        let known = |seen: &mut [bool], numbers: &[u32]| {
            for &number in numbers {
                seen.get_mut(number as usize).into_iter().for_each(|seen| *seen = true);
            }
        };
        known(&mut self.elsewhere.blocks, &news.blocks);
        known(&mut self.elsewhere.edges, &news.edges);
        self.targets.others_entered(&self.machine, &news.blocks);
    }

    fn size_up(&mut self) {
        let (blocks, edges) = self.machine.coverage.counts();
        self.elsewhere.blocks.resize(blocks.len(), false);
        self.elsewhere.edges.resize(edges.len(), false);
    }

    /// Tells the office what was covered since it was told last.
    pub(crate) fn tell_what_is_new(&mut self) {
        if self.recording.office().is_none() {
            return;
        }
        self.tell_what_was_learnt();
        self.size_up();
        let (blocks, edges) = self.machine.coverage.counts();
        let fresh = |counts: &[u32], seen: &mut [bool]| {
            let new: Vec<u32> =
                (0..).zip(counts).filter(|&(n, &count)| count > 0 && !seen[n as usize]).map(|(n, _)| n).collect();
            new.iter().for_each(|&n| seen[n as usize] = true);
            new
        };
        let blocks = fresh(blocks, &mut self.elsewhere.blocks);
        let edges = fresh(edges, &mut self.elsewhere.edges);
        if !blocks.is_empty() || !edges.is_empty() {
            self.tell(Report::Covered(News { bugs: Vec::new(), blocks, edges }));
        }
    }
}
