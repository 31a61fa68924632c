//! The graph of an attempt: points at joins, the pieces of paths from each to the next joins, and who covers whom.
//!
//! A point is a state at a join. The pieces below it are the [edges](crate::edge) from there to where its paths end or arrive at
//! a join again; every arrival is a [link](Link) to a point of the same key, made for it if there was none that
//! covered it. So the graph may be cyclic, and a point needs nothing but the conditions of those it links to.

use std::rc::Rc;

use expr::{Dag, ExprId, VarId};
use machine::Machine;
use machine::coverage::{Coverage, Executed};
use machine::state::State;
use rustc_hash::FxHashMap;
use solver::PathCondition;
use tree::StateId;

use super::finding::ByValues;
use super::generalising::Planned;
use crate::condition::Condition;
use crate::economy;
use crate::edge::{Edge, End, EndKind};
use crate::table::Key;

pub(super) type PointId = usize;
pub(super) type PieceId = usize;
pub(super) type LinkId = usize;

/// Points and pieces of paths beyond which an attempt is given up.
const MOST_PIECES: usize = 100_000;

/// A state at a join.
pub(super) struct Point {
    pub key: Key,
    pub first: PieceId,
    /// Pieces below it that are still being explored.
    pub open: usize,
    /// What it is taken to require; `None` until all below it has been explored once.
    pub condition: Option<Rc<Condition>>,
    /// The arrivals it covers.
    pub covers: Vec<LinkId>,
    /// The path of its state.
    pub path: PathCondition,
    /// The point with a general state that its own comes from, which may be itself.
    pub general: Option<PointId>,
    /// What it was ever found to require.
    pub required: Vec<ExprId>,
    /// How often its condition was computed.
    pub computed: u32,
    /// It is to be computed anew: what it links to has changed.
    pub stale: bool,
}

impl Point {
    /// Whether its state need not be one the program can be in.
    pub fn is_general(&self) -> bool {
        self.general.is_some()
    }
}

/// The points of a key.
#[derive(Default)]
struct Place {
    /// Oldest first.
    points: Vec<PointId>,
    by_values: ByValues,
}

/// A piece of a path from a point, or from a fork below it, to the next fork or join.
pub(super) struct Piece {
    pub edge: Edge,
    pub point: PointId,
    pub below: Vec<PieceId>,
    /// Where it arrives at a join: by whom it is covered.
    pub link: Option<LinkId>,
}

/// What the state of a new point is.
pub(super) enum PointKind {
    /// One that has arrived from below another point.
    Exact { below: Option<PointId> },
    /// Any that satisfies this, among others.
    General(Condition),
}

/// A state that has arrived at a join, and the point that is to cover it.
pub(super) struct Link {
    pub piece: PieceId,
    pub state: State,
    pub path: PathCondition,
    pub to: PointId,
    /// That it satisfies the point's condition is not known.
    pub unchecked: bool,
}

/// A state that is being explored, at the end of a piece.
pub(super) struct Open {
    pub piece: PieceId,
    pub state: State,
    pub path: PathCondition,
}

pub(super) struct Graph {
    pub points: Vec<Point>,
    pub pieces: Vec<Piece>,
    pub links: Vec<Link>,
    pub open: Vec<Open>,
    by_key: FxHashMap<Key, Place>,
    /// Points that are to be computed anew, and links that are to be looked at again.
    pub stale: Vec<PointId>,
    pub unchecked: Vec<LinkId>,
    /// How the points of a place are made, if not one for each state.
    pub plans: FxHashMap<Key, Planned>,
    /// Plans have changed: the graph is to be made anew.
    pub begins_anew: bool,
    /// What general states have covered, which counts for nothing.
    covered: Option<Box<Coverage>>,
    /// Instructions.
    pub executed: u64,
    /// Points whose conditions were proved again, when all others had settled.
    pub proved_again: PointId,
    owner: StateId,
}

impl Graph {
    pub fn new(owner: StateId) -> Graph {
        Graph {
            points: Vec::new(),
            pieces: Vec::new(),
            links: Vec::new(),
            open: Vec::new(),
            by_key: FxHashMap::default(),
            stale: Vec::new(),
            unchecked: Vec::new(),
            plans: FxHashMap::default(),
            begins_anew: false,
            covered: None,
            executed: 0,
            proved_again: 0,
            owner,
        }
    }

    pub fn is_too_large(&self) -> bool {
        self.pieces.len() > MOST_PIECES
    }

    /// What exploring it has cost, but for decision procedures.
    pub fn work(&self) -> f64 {
        economy::FORK * self.pieces.len() as f64 + economy::INSTRUCTION * self.executed as f64
    }

    /// What is executed from now on is not covered by the run, or is again.
    pub fn swap_coverage(&mut self, machine: &mut Machine) {
        let covered = self.covered.get_or_insert_with(|| Box::new(machine.coverage.clone()));
        std::mem::swap(&mut machine.coverage, covered);
    }

    /// What general states have executed and the run has not.
    pub fn unseen(&self, machine: &Machine) -> Executed {
        self.covered.as_ref().map(|covered| covered.beyond(&machine.coverage)).unwrap_or_default()
    }

    /// The same with nothing in it, to begin once more.
    pub fn anew(&mut self) -> Graph {
        let plans = std::mem::take(&mut self.plans);
        Graph { plans, executed: self.executed, ..Graph::new(self.owner) }
    }

    /// A point for a state, which is to be explored from there.
    pub fn add_point(
        &mut self,
        machine: &Machine,
        key: Key,
        mut state: State,
        path: PathCondition,
        kind: PointKind,
    ) -> PointId {
        let point = self.points.len();
        machine.stop_at_next_round(&mut state);
        let first = self.add_piece(point, Some(key.clone()), &state);
        let place = self.by_key.entry(key.clone()).or_default();
        place.points.push(point);
        let (general, condition) = match kind {
            PointKind::Exact { below } => (below.and_then(|below| self.points[below].general), None),
            PointKind::General(candidates) => {
                place.by_values.put(&machine.dag, point, &candidates);
                (Some(point), Some(Rc::new(candidates)))
            }
        };
        let required = condition.iter().flat_map(|candidates| candidates.conjuncts.iter().map(|c| c.formula)).collect();
        self.points.push(Point {
            key,
            first,
            open: 1,
            condition,
            covers: Vec::new(),
            path: path.clone(),
            general,
            required,
            computed: 0,
            stale: false,
        });
        self.open.push(Open { piece: first, state, path });
        point
    }

    /// A piece that starts at a state.
    pub fn add_piece(&mut self, point: PointId, key: Option<Key>, start: &State) -> PieceId {
        let edge = Edge::new(None, key, self.owner, start.clone());
        self.pieces.push(Piece { edge, point, below: Vec::new(), link: None });
        self.pieces.len() - 1
    }

    /// The points of a key, newest first.
    pub fn points_at(&self, key: &Key) -> Vec<PointId> {
        self.by_key.get(key).into_iter().flat_map(|place| place.points.iter().rev()).copied().collect()
    }

    pub fn count_at(&self, key: &Key) -> usize {
        self.by_key.get(key).map_or(0, |place| place.points.len())
    }

    /// Those whose conditions a state may satisfy, newest first, with the conditions.
    pub fn candidates(&self, key: &Key, value: &mut dyn FnMut(VarId) -> Option<u64>) -> Vec<(PointId, Rc<Condition>)> {
        let found = self.by_key.get(key).map_or_else(Vec::new, |place| place.by_values.candidates(value));
        found.into_iter().filter_map(|at| Some((at, self.points[at].condition.clone()?))).collect()
    }

    /// A point is taken to require this from now on.
    pub fn require(&mut self, dag: &Dag, point: PointId, condition: Rc<Condition>) {
        let at = &mut self.points[point];
        if let Some(place) = self.by_key.get_mut(&at.key) {
            place.by_values.put(dag, point, &condition);
        }
        at.condition = Some(condition);
        at.computed += 1;
    }

    /// A piece has come to its end.
    pub fn end(&mut self, piece: PieceId, state: &State, kind: EndKind) {
        self.pieces[piece].edge.end = Some(End::of(state, kind));
    }

    /// One state fewer is being explored below a point.
    pub fn close(&mut self, point: PointId) {
        self.points[point].open -= 1;
        if self.points[point].open == 0 {
            self.make_stale(point);
        }
    }

    pub fn make_stale(&mut self, point: PointId) {
        if !std::mem::replace(&mut self.points[point].stale, true) {
            self.stale.push(point);
        }
    }

    /// An arrival is covered by a point, which may have no condition yet.
    pub fn link(&mut self, piece: PieceId, state: State, path: PathCondition, to: PointId) {
        let id = self.links.len();
        self.links.push(Link { piece, state, path, to, unchecked: false });
        self.pieces[piece].link = Some(id);
        self.cover(id, to);
    }

    fn cover(&mut self, link: LinkId, to: PointId) {
        self.links[link].to = to;
        self.points[to].covers.push(link);
        if self.points[to].condition.is_none() {
            self.look_again(link);
        }
    }

    /// Whether an arrival satisfies its point's condition is not known.
    pub fn look_again(&mut self, link: LinkId) {
        if !std::mem::replace(&mut self.links[link].unchecked, true) {
            self.unchecked.push(link);
        }
    }

    /// A point that requires nothing so far, because all below it has yet to be explored.
    pub fn without_condition(&self, key: &Key) -> Option<PointId> {
        let points = self.by_key.get(key).into_iter().flat_map(|place| place.points.iter().rev());
        points.copied().find(|&at| self.points[at].condition.is_none())
    }

    /// An arrival is covered by another point from now on.
    pub fn relink(&mut self, link: LinkId, to: PointId) {
        let old = self.links[link].to;
        self.points[old].covers.retain(|&id| id != link);
        self.cover(link, to);
        self.make_stale(self.point_of(link));
    }

    /// The point below which a link arrives.
    pub fn point_of(&self, link: LinkId) -> PointId {
        self.pieces[self.links[link].piece].point
    }
}
