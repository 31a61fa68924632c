//! The coordinator of a run in parts: who explores what, until nothing is left or a limit is reached.
//!
//! Nothing that was handed out is lost. What a worker was given, less what it has said to be open since, is what it works on; if it
//! dies, that is handed out again, and what kills worker after worker becomes a cut. Between a worker's last word on where it stands and
//! its death it may have given states away: those are explored twice, which costs time and changes no verdict.

mod desk;
mod keeping;

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::config::{Config, Seed};
use engine::parts::{self, Assignment, Ending, Learnt, Limited, News, Order, Parcel, Part, Report};
use engine::results::{Cut, CutReason, Progress, Results, SavedAt, Sink, StopReason};
use engine::snapshot::Snapshot;
use program::Program;

use self::desk::{Desk, Handed, Standing};
use super::allotment::Allotment;
use super::findings::Findings;
use super::memory_shares;
use super::staff::{Departure, Event, Place, Staff};

/// How long events are waited for before clocks and flags are looked at.
const TICK: Duration = Duration::from_millis(10);
/// How often progress is shown, and memory is shared anew.
const PROGRESS: Duration = Duration::from_millis(50);
const MEMORY: Duration = Duration::from_millis(500);
/// After a part that was not worth having been handed out the next one waits, longer each time.
const LONGEST_WAIT: Duration = Duration::from_millis(500);
/// What workers have to stop in, once they are told.
const PATIENCE: Duration = Duration::from_secs(30);
/// Workers that die of a part before it is given up, and workers that are replaced in a run.
const DEATHS_OF_A_PART: u32 = 3;
const REPLACEMENTS: u32 = 30;

/// Conditions that are kept for workers that come later, and until the frontier is written.
const MOST_LEARNT: usize = 20_000;

/// What a run in parts is about.
pub struct Whole<'a> {
    pub program: &'a Program,
    pub config: &'a Config,
    /// An earlier part of the run, with what is open, and what was learnt in it.
    pub base: Option<&'a Snapshot>,
    pub learnt: Vec<Learnt>,
    pub interrupt: &'a AtomicBool,
}

/// Why there are no results.
#[derive(Debug)]
pub enum Unexplored {
    /// Nobody could begin; in a line for the user.
    NoWorkers(String),
    Internal,
}

/// Explores. The results, and whether a worker's internal error stands in the way of more.
pub fn run(whole: &Whole<'_>, staff: Box<dyn Staff>, sink: &mut dyn Sink) -> Result<(Results, bool), Unexplored> {
    let mut coordinator = Coordinator::new(whole, staff, sink);
    coordinator.explore();
    match &coordinator.failed {
        Some(why) if !coordinator.has_begun => Err(Unexplored::NoWorkers(why.clone())),
        Some(_) | None => coordinator.conclude().map_err(|_| Unexplored::Internal),
    }
}

struct Coordinator<'a> {
    whole: &'a Whole<'a>,
    staff: Box<dyn Staff>,
    sink: &'a mut dyn Sink,
    desks: Vec<Desk>,
    /// Parts that nobody has.
    pool: VecDeque<Handed>,
    base: Snapshot,
    found: Findings,
    /// What workers have learnt last, for who comes later.
    learnt: VecDeque<Learnt>,
    /// How much of it, from the end, is not kept with the frontier yet.
    learnt_since: usize,
    /// Inputs to follow, in the order in which they came.
    seeds: Vec<Seed>,
    /// Counts of workers that died, with the numbers of their tests.
    dead: Vec<(Snapshot, HashMap<u64, u64>)>,
    endings: Vec<Ending>,
    /// What nobody will explore.
    lost: Vec<Cut>,
    paths: Option<Allotment>,
    forks: Option<Allotment>,
    started: Instant,
    stop: Option<StopReason>,
    /// Workers are told to stop; until when they are waited for.
    stopping: Option<Instant>,
    replaced: u32,
    crashed: bool,
    /// Whether anybody was given anything, and why nobody is there any more.
    has_begun: bool,
    failed: Option<String>,
    /// Workers that have yet to say where they stand, and since when.
    saving: Option<(BTreeSet<Place>, Instant)>,
    next_save: Instant,
    next_progress: Instant,
    next_memory: Instant,
    peak: f64,
    saved: Vec<SavedAt>,
}

impl<'a> Coordinator<'a> {
    fn new(whole: &'a Whole<'a>, staff: Box<dyn Staff>, sink: &'a mut dyn Sink) -> Coordinator<'a> {
        let base = whole.base.cloned().unwrap_or_default();
        let limits = &whole.config.limits;
        let left = |limit: Option<u64>, used: u64| limit.map(|limit| limit.saturating_sub(used));
        let places = staff.places();
        let allotment = |left: u64| Allotment::new(left, places);
        let now = Instant::now();
        let part = match whole.base {
            None => Some(Part::Whole),
            Some(base) if base.states.is_empty() => None,
            Some(base) => Some(Part::States(Parcel {
                variables: base.variables.clone(),
                states: base.states.clone(),
                seeds: Vec::new(),
            })),
        };
        Coordinator {
            staff,
            sink,
            desks: (0..places).map(|_| Desk::new()).collect(),
            pool: part.map(|part| Handed { part, deaths: 0, seeds: 0 }).into_iter().collect(),
            learnt: whole.learnt.iter().cloned().collect(),
            learnt_since: 0,
            seeds: whole.config.search.seeds.clone(),
            found: Findings::new(&base, places, whole.config.emit_all_errors),
            dead: Vec::new(),
            endings: Vec::new(),
            lost: Vec::new(),
            paths: left(limits.max_paths, base.explored.paths.followed()).map(allotment),
            forks: left(limits.max_forks, base.explored.forks).map(allotment),
            started: now,
            stop: None,
            stopping: None,
            replaced: 0,
            crashed: false,
            has_begun: false,
            failed: None,
            saving: None,
            next_save: now + whole.config.save_every,
            next_progress: now,
            next_memory: now,
            peak: 0.0,
            saved: base.interpolation.growth.clone(),
            base,
            whole,
        }
    }

    fn explore(&mut self) {
        if !self.pool.is_empty() {
            (0..self.desks.len()).for_each(|place| self.hire(place));
        }
        if self.whole.config.exit_on_error && !self.found.bugs.is_empty() {
            self.stop_all(StopReason::Bug);
        }
        loop {
            let (mut wait, until) = (TICK, Instant::now() + TICK);
            while let Some(event) = self.staff.next(wait) {
                match event {
                    Event::Said(place, report) => self.hear(place, report),
                    Event::Gone(place, departure) => self.gone(place, departure),
                    Event::Failed(why) => self.fail(&why),
                }
                wait = Duration::ZERO;
                // There may always be more to hear.
                if Instant::now() >= until {
                    break;
                }
            }
            self.look_at_limits();
            self.use_new_places();
            self.hand_out();
            self.pass_on_seeds();
            self.save_if_due();
            self.show_progress();
            if self.is_over() {
                break;
            }
        }
    }

    // Who is there

    fn hire(&mut self, place: Place) {
        self.desks[place] = Desk { standing: Standing::Starting, ..Desk::new() };
        if let Err(error) = self.staff.start(place) {
            eprintln!("secateur: a worker cannot be started: {error}");
            self.desks[place].standing = Standing::Vacant;
        }
    }

    /// There is room for more workers than there was.
    fn use_new_places(&mut self) {
        if self.stopping.is_some() {
            return;
        }
        for place in self.desks.len()..self.staff.places() {
            self.desks.push(Desk::new());
            self.found.add_place();
            self.paths.iter_mut().chain(&mut self.forks).for_each(Allotment::add_worker);
            self.hire(place);
        }
    }

    /// There are no workers, and there will be none. What they had is still open.
    fn fail(&mut self, why: &str) {
        if self.failed.is_some() {
            return;
        }
        self.failed = Some(why.to_owned());
        if self.has_begun {
            eprintln!("secateur: {why}; what is open is kept, and --resume goes on");
        }
        self.stopping.get_or_insert_with(Instant::now);
        self.stop = Some(StopReason::Crash);
        for place in 0..self.desks.len() {
            if self.desks[place].is_there() {
                self.gone(place, Departure::Lost);
            }
        }
        self.write_frontier();
    }

    /// A worker has died, or has gone after its last word.
    fn gone(&mut self, place: Place, departure: Departure) {
        let desk = std::mem::replace(&mut self.desks[place], Desk::new());
        if let Some((waiting, _)) = &mut self.saving {
            waiting.remove(&place);
        }
        if desk.standing == Standing::Ended {
            self.desks[place] = Desk { standing: Standing::Ended, ..desk };
            return;
        }
        let used = |allotment: &mut Option<Allotment>, used: u64| {
            allotment.iter_mut().for_each(|allotment| allotment.begin_again(place, used));
        };
        used(&mut self.paths, desk.counts.explored.paths.followed());
        used(&mut self.forks, desk.counts.explored.forks);
        let numbers = self.found.begin_again(place);
        self.dead.push((desk.counts, numbers));
        let internal = departure == Departure::Internal;
        let is_death = u32::from(departure != Departure::Lost);
        for mut handed in desk.open {
            handed.deaths += is_death;
            if handed.deaths < DEATHS_OF_A_PART {
                self.pool.push_front(handed.again());
            } else {
                self.crashed |= internal;
                self.lose(CutReason::Crash, handed.states(), "the processes that explored it died");
            }
        }
        if self.stopping.is_none() && self.replaced < REPLACEMENTS {
            self.replaced += is_death;
            self.hire(place);
        }
        if !self.desks.iter().any(Desk::is_there) {
            self.crashed |= internal;
            self.stop.get_or_insert(StopReason::Crash);
        }
    }

    fn lose(&mut self, reason: CutReason, count: u64, place: &str) {
        self.lost.push(Cut { reason, count, place: place.to_owned() });
    }

    // What they say

    fn hear(&mut self, place: Place, report: Report) {
        let kept = match report {
            Report::Ready(hash) => {
                if hash == self.whole.program.hash {
                    // Who comes too late is on its way out.
                    if self.stopping.is_none() {
                        self.desks[place].standing = Standing::Idle;
                    }
                } else {
                    // It loads the same code, so it is built otherwise than we are.
                    eprintln!("secateur: a worker is another build of this version, and is not used");
                    self.staff.kill(place);
                }
                Ok(())
            }
            Report::Test(_) if self.has_enough_tests() && self.stop == Some(StopReason::Tests) => Ok(()),
            Report::Test(test) => {
                let kept = self.found.test(place, test, &mut *self.sink);
                if self.has_enough_tests() {
                    self.stop_all(StopReason::Tests);
                }
                kept
            }
            Report::Bug(bug) => self.found.bug(place, &bug, &mut *self.sink).map(|news| {
                if let Some(news) = news {
                    self.spread(place, news);
                }
                if self.whole.config.exit_on_error {
                    self.stop_all(StopReason::Bug);
                }
            }),
            Report::Reached(targets) => {
                self.found.reached(place, &targets);
                let all = self.whole.program.targets.len();
                if all > 0 && self.found.targets.len() == all {
                    self.stop_all(StopReason::Targets);
                }
                Ok(())
            }
            Report::Covered(news) => {
                if let Some(news) = self.found.covered(news) {
                    let blocks = parts::covered_blocks(self.whole.program, |block| self.found.is_covered(block));
                    self.found.grown(self.time(), blocks.covered);
                    self.spread(place, news);
                }
                Ok(())
            }
            Report::Learnt(learnt) => {
                self.tell_others(place, &Order::Learn(learnt.clone()));
                self.remember(learnt);
                Ok(())
            }
            Report::Progress(progress) => {
                self.desks[place].progress = progress;
                Ok(())
            }
            Report::Wants(Limited::Paths) => {
                self.desks[place].waits = true;
                self.allow_paths();
                Ok(())
            }
            Report::Wants(Limited::Forks) => {
                let most = self.forks.as_mut().map_or(u64::MAX, |forks| forks.more(place));
                self.staff.tell(place, &Order::Allow(Limited::Forks, most));
                Ok(())
            }
            Report::Given(parcel) => {
                self.given(place, parcel);
                Ok(())
            }
            Report::Saved(run) => {
                self.stands_at(place, *run);
                if let Some((waiting, _)) = &mut self.saving {
                    waiting.remove(&place);
                }
                Ok(())
            }
            Report::Idle(run) => {
                self.stands_at(place, *run);
                self.is_idle(place);
                Ok(())
            }
            Report::Stopped(reason, run) => {
                self.stands_at(place, *run);
                self.desks[place].standing = Standing::Stopped;
                self.stop_all(reason);
                Ok(())
            }
            Report::Ended(ending) => {
                self.desks[place].counts = (*ending.run).clone();
                self.desks[place].open.clear();
                self.desks[place].standing = Standing::Ended;
                self.endings.push(*ending);
                Ok(())
            }
            Report::Decision(note) => {
                self.sink.decision(&note);
                Ok(())
            }
            Report::Output(bytes) => {
                self.sink.program_output(&bytes);
                Ok(())
            }
        };
        self.unless_failed(kept);
    }

    /// Results that cannot be kept are not worth looking for.
    fn unless_failed(&mut self, kept: io::Result<()>) {
        if kept.is_err() {
            self.stop_all(StopReason::Crash);
        }
    }

    fn spread(&mut self, from: Place, news: News) {
        self.tell_others(from, &Order::Know(news));
    }

    /// The last of what was learnt is the most general, and all of it would fill the memory in time.
    fn remember(&mut self, learnt: Learnt) {
        self.learnt.push_back(learnt);
        self.learnt_since += 1;
        while self.learnt.iter().map(Learnt::len).sum::<usize>() > MOST_LEARNT {
            self.learnt.pop_front();
        }
        self.learnt_since = self.learnt_since.min(self.learnt.len());
    }

    fn tell_others(&mut self, from: Place, order: &Order) {
        let others = (0..self.desks.len()).filter(|&place| place != from && self.desks[place].has_begun);
        for place in others.collect::<Vec<_>>() {
            self.staff.tell(place, order);
        }
    }

    /// Inputs that somebody else has found: one of the workers has the state they belong to, if anybody has.
    fn pass_on_seeds(&mut self) {
        let seeds = self.sink.seeds();
        if seeds.is_empty() || self.stopping.is_some() {
            return;
        }
        self.seeds.extend(seeds.iter().cloned());
        let order = Order::Follow(seeds);
        for place in 0..self.desks.len() {
            if self.desks[place].standing == Standing::Busy {
                self.staff.tell(place, &order);
            }
        }
    }

    /// A worker says where it stands.
    fn stands_at(&mut self, place: Place, mut run: Snapshot) {
        let (states, variables) = (std::mem::take(&mut run.states), run.variables.clone());
        let desk = &mut self.desks[place];
        // It has come so far without dying.
        desk.open.clear();
        if !states.is_empty() {
            let parcel = Parcel { variables, states, seeds: Vec::new() };
            desk.open.push(Handed { part: Part::States(parcel), deaths: 0, seeds: 0 });
        }
        desk.progress.instructions = run.explored.instructions;
        desk.counts = run;
        let (paths, skipped, extra_paths) = self.all_counts().fold((0, 0, 0), |sum, run| {
            let paths = run.explored.paths;
            (sum.0 + paths.followed(), sum.1 + paths.subsumed, sum.2 + run.interpolation.extra_paths)
        });
        let time = self.time();
        if skipped > 0 {
            parts::saved(&mut self.saved, SavedAt { time, paths, skipped, extra_paths });
        }
    }

    fn all_counts(&self) -> impl Iterator<Item = &Snapshot> {
        let live = self.desks.iter().map(|desk| &desk.counts);
        std::iter::once(&self.base).chain(self.dead.iter().map(|(run, _)| run)).chain(live)
    }

    fn is_idle(&mut self, place: Place) {
        let desk = &mut self.desks[place];
        desk.standing = Standing::Idle;
        desk.progress.states = 0;
        desk.wait = match desk.began.elapsed() < self.staff.worth_while() {
            true => (2 * desk.wait).clamp(Duration::from_millis(2), LONGEST_WAIT),
            false => Duration::ZERO,
        };
        desk.not_before = Instant::now() + desk.wait;
        let used = desk.counts.explored.paths.followed();
        if let Some(paths) = &mut self.paths {
            paths.give_back(place, used);
            self.staff.tell(place, &Order::Allow(Limited::Paths, used));
            self.allow_paths();
        }
    }

    fn given(&mut self, place: Place, parcel: Parcel) {
        self.desks[place].asked = false;
        if parcel.states.is_empty() {
            // It has nothing to spare for a while.
            self.desks[place].progress.states = 0;
        } else {
            let seeds = self.desks[place].seeds_when_asked;
            self.pool.push_back(Handed { part: Part::States(parcel), deaths: 0, seeds });
        }
    }

    /// Gives workers that wait what is left of the paths. If all wait for some and none are left, that is the end.
    fn allow_paths(&mut self) {
        let Some(paths) = &mut self.paths else { return };
        let waiting: Vec<Place> = (0..self.desks.len()).filter(|&place| self.desks[place].waits).collect();
        let goes_on = self.desks.iter().any(|desk| desk.standing == Standing::Busy && !desk.waits);
        for place in waiting {
            if paths.is_used_up() && goes_on {
                continue;
            }
            self.desks[place].waits = false;
            self.staff.tell(place, &Order::Allow(Limited::Paths, paths.more(place)));
        }
    }

    // What they are told

    /// Gives idle workers something to do, or asks a busy one for it.
    fn hand_out(&mut self) {
        if self.stopping.is_some() || self.saving.is_some() {
            return;
        }
        let now = Instant::now();
        while !self.pool.is_empty()
            && let Some(place) = (0..self.desks.len()).find(|&place| self.can_begin(place))
            && let Some(handed) = self.pool.pop_front()
        {
            self.assign(place, handed);
        }
        let idle = self.desks.iter().filter(|desk| desk.standing == Standing::Idle && desk.not_before <= now).count();
        let asked = self.desks.iter().filter(|desk| desk.asked).count();
        for _ in asked + self.pool.len()..idle {
            let can_give =
                |desk: &Desk| desk.standing == Standing::Busy && !desk.asked && !desk.waits && desk.progress.states > 1;
            let busiest = (0..self.desks.len()).filter(|&place| can_give(&self.desks[place]));
            let Some(place) = busiest.max_by_key(|&place| self.desks[place].progress.states) else { break };
            self.desks[place].asked = true;
            self.desks[place].seeds_when_asked = self.seeds.len();
            self.staff.tell(place, &Order::Give);
        }
    }

    /// The start of the program is for a worker that has done nothing yet.
    fn can_begin(&self, place: Place) -> bool {
        let desk = &self.desks[place];
        let is_whole = self.pool.front().is_some_and(|handed| handed.part == Part::Whole);
        desk.standing == Standing::Idle && !(is_whole && desk.has_begun)
    }

    fn assign(&mut self, place: Place, handed: Handed) {
        let time_left = self.whole.config.limits.max_time.map(|limit| limit.saturating_sub(self.started.elapsed()));
        let memory = self.memory_shares().map(|shares| shares[place]);
        let seeds = self.seeds.get(handed.seeds..).unwrap_or_default().to_vec();
        let order = Order::Explore(Assignment { part: handed.part.clone(), seeds, time_left, memory });
        self.has_begun = true;
        let desk = &mut self.desks[place];
        desk.standing = Standing::Busy;
        desk.began = Instant::now();
        desk.open.push(handed);
        self.staff.tell(place, &order);
        if !std::mem::replace(&mut desk.has_begun, true) {
            self.staff.tell(place, &Order::Know(self.found.news.clone()));
            for learnt in &self.learnt {
                self.staff.tell(place, &Order::Learn(learnt.clone()));
            }
        }
    }

    fn memory_shares(&self) -> Option<Vec<u64>> {
        let limit = self.whole.config.limits.max_memory?;
        if !self.staff.shares_memory() {
            return Some(vec![limit; self.desks.len()]);
        }
        let used: Vec<u64> = self.desks.iter().map(|desk| (desk.progress.rss_mb * 1e6) as u64).collect();
        Some(memory_shares::shares(limit, parts::rss_bytes(), &used))
    }

    // Limits

    fn time(&self) -> Duration {
        self.base.time + self.started.elapsed()
    }

    fn look_at_limits(&mut self) {
        if let Some(until) = self.stopping {
            if Instant::now() >= until {
                let late = |desk: &Desk| !matches!(desk.standing, Standing::Vacant | Standing::Ended);
                (0..self.desks.len())
                    .filter(|&place| late(&self.desks[place]))
                    .for_each(|place| self.staff.kill(place));
            }
            return;
        }
        let limits = &self.whole.config.limits;
        let reached = |limit: Option<u64>, value: u64| limit.is_some_and(|limit| value >= limit);
        let dead = self.dead.iter().map(|(run, _)| run.explored.instructions).sum::<u64>();
        let live: u64 = self.desks.iter().map(|desk| desk.progress.instructions).sum();
        if self.whole.interrupt.load(Ordering::Relaxed) {
            self.stop_all(StopReason::Interrupt);
        } else if limits.max_time.is_some_and(|limit| self.started.elapsed() >= limit) {
            self.stop_all(StopReason::Time);
        } else if self.has_enough_tests() {
            self.stop_all(StopReason::Tests);
        } else if reached(limits.max_instructions, self.base.explored.instructions + dead + live) {
            self.stop_all(StopReason::Instructions);
        } else if self.is_exhausted() {
            self.stop_all(StopReason::Exhausted);
        }
        if Instant::now() >= self.next_memory {
            self.next_memory = Instant::now() + MEMORY;
            self.share_memory();
        }
    }

    fn has_enough_tests(&self) -> bool {
        self.whole.config.limits.max_tests.is_some_and(|limit| self.found.tests >= limit)
    }

    fn is_exhausted(&self) -> bool {
        let is_done = |desk: &Desk| desk.open.is_empty() && !desk.asked && desk.standing != Standing::Busy;
        self.pool.is_empty() && self.desks.iter().all(is_done)
    }

    fn share_memory(&mut self) {
        let Some(shares) = self.memory_shares() else { return };
        for (place, share) in shares.into_iter().enumerate() {
            let desk = &mut self.desks[place];
            if desk.has_begun && share.abs_diff(desk.memory) > share / 20 {
                desk.memory = share;
                self.staff.tell(place, &Order::Memory(share));
            }
        }
    }

    /// The run is over.
    fn stop_all(&mut self, reason: StopReason) {
        if self.stopping.is_some() {
            return;
        }
        self.stopping = Some(Instant::now() + PATIENCE);
        self.saving = None;
        self.stop = (reason != StopReason::Exhausted).then_some(reason);
        for place in 0..self.desks.len() {
            match self.desks[place].standing {
                Standing::Vacant | Standing::Stopped | Standing::Ended => {}
                // It has nothing to say, and there may be no process yet.
                Standing::Starting => self.staff.kill(place),
                Standing::Idle | Standing::Busy => self.staff.tell(place, &Order::Stop(reason)),
            }
        }
    }

    /// Whether everybody has said their last word. When all have stopped, the frontier is written and they are told to end.
    fn is_over(&mut self) -> bool {
        let is = |standing: Standing| move |desk: &Desk| desk.standing == standing;
        if self.desks.iter().all(is(Standing::Vacant)) && (self.pool.is_empty() || self.replaced >= REPLACEMENTS) {
            return true;
        }
        if self.stopping.is_none() {
            return false;
        }
        let settled = |desk: &Desk| matches!(desk.standing, Standing::Vacant | Standing::Stopped | Standing::Ended);
        if self.desks.iter().all(settled) && self.desks.iter().any(is(Standing::Stopped)) {
            self.write_frontier();
            for place in 0..self.desks.len() {
                if self.desks[place].standing == Standing::Stopped {
                    // It is still open if the worker dies now.
                    self.staff.tell(place, &Order::End);
                    self.desks[place].standing = Standing::Busy;
                }
            }
        }
        self.desks.iter().all(|desk| matches!(desk.standing, Standing::Vacant | Standing::Ended))
    }

    fn show_progress(&mut self) {
        if Instant::now() < self.next_progress {
            return;
        }
        self.next_progress = Instant::now() + PROGRESS;
        let mut all = Progress {
            elapsed: self.time(),
            blocks: parts::covered_blocks(self.whole.program, |block| self.found.is_covered(block)),
            bugs: self.found.bugs.len() as u64,
            tests: self.found.tests,
            rss_mb: parts::rss_bytes() as f64 / 1e6,
            states: self.pool.iter().map(Handed::states).sum(),
            ..Progress::default()
        };
        for run in std::iter::once(&self.base).chain(self.dead.iter().map(|(run, _)| run)) {
            all.paths += run.explored.paths.followed();
            all.skipped += run.explored.paths.subsumed;
            all.instructions += run.explored.instructions;
            all.queries += run.queries.asked;
        }
        for Progress { paths, skipped, states, instructions, queries, rss_mb, .. } in
            self.desks.iter().map(|desk| desk.progress)
        {
            all.paths += paths;
            all.skipped += skipped;
            all.states += states;
            all.instructions += instructions;
            all.queries += queries;
            all.rss_mb += rss_mb;
        }
        self.peak = self.peak.max(all.rss_mb);
        self.sink.progress(&all);
    }
}
