//! The Markov chain a run has estimated (P18 section 4.1), and what the greedy algorithm would do next: for people who
//! want to see why it decides as it does.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use program::ir::{LocId, Program};
use search::graph::{BlockNo, Graph};
use search::greedy::rewards::Rewards;
use search::greedy::weighing::{Weighing, weigh};
use search::world::World;

use crate::config::Config;
use crate::results::Sink;
use crate::session::{self, Session};
use crate::world_view::WorldView;

/// What is known of a program after some executions.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The user's code, in the order of the program.
    pub blocks: Vec<Block>,
    pub random_runs: u64,
    pub random_reward: f64,
    /// Seconds for a random execution.
    pub random_cost: f64,
    /// Expected new blocks for each second of random testing.
    pub random_score: f64,
    /// Paths that could be solved next, the best first.
    pub paths: Vec<Path>,
}

/// A state of the chain.
#[derive(Clone, Debug)]
pub struct Block {
    /// `function:number`.
    pub name: String,
    /// `file:line` of its first instruction.
    pub place: String,
    pub visits: u64,
    /// Expected new blocks of an execution that is here.
    pub reward: f64,
    /// Where it may go: the block's name, how often it did, and how likely that is taken to be.
    pub ways: Vec<(String, u32, f64)>,
}

/// A path that waits to be solved.
#[derive(Clone, Debug)]
pub struct Path {
    /// The block it leads to.
    pub to: String,
    pub place: String,
    pub covered: bool,
    pub reward: f64,
    /// Branches to the nearest uncovered block.
    pub branches: Option<u32>,
    /// Seconds.
    pub cost: f64,
    pub score: f64,
}

/// Explores the program as `config` says, and shows what was estimated.
pub fn estimate(program: &Program, config: &Config, sink: &mut dyn Sink, interrupt: &AtomicBool) -> Chain {
    let mut session = session::start(program, config, sink, interrupt, Instant::now(), Duration::ZERO);
    session.explore();
    chain_of(&session, config)
}

fn chain_of(session: &Session, config: &Config) -> Chain {
    let world = WorldView {
        now: Instant::now(),
        work: session.all_work(),
        deciding: session.ledger.choices.deciding,
        states: &session.frontier.states,
        machine: &session.machine,
        graph: &session.graph,
        asker: &session.asker,
        random: &session.random,
        targets: &session.targets,
        cuts: &session.ledger.cuts,
        entry: session.entry,
    };
    let graph = world.graph();
    let program = session.machine.program;
    let mut rewards = Rewards::new(config.search.estimator);
    rewards.update(&world);
    let block = |number: BlockNo| {
        let successors = &graph.node(number).successors;
        let taken = match world.taken(number) {
            [] => vec![world.visits(number) as u32; successors.len()],
            taken => taken.to_vec(),
        };
        let likely = config.search.estimator.probabilities(&taken);
        let ways = successors.iter().zip(taken).zip(likely);
        Block {
            name: name(program, graph, number),
            place: place(program, graph, number),
            visits: world.visits(number),
            reward: rewards.at(number),
            ways: ways.map(|((&next, times), likely)| (name(program, graph, next), times, likely)).collect(),
        }
    };
    let open = session.frontier.states.ids();
    let Weighing { random_reward, random_cost, random_score, paths } = weigh(&world, &open, config.search.estimator);
    let paths = paths.into_iter().filter_map(|path| {
        let to = world.block(path.state)?;
        Some(Path {
            to: name(program, graph, to),
            place: place(program, graph, to),
            covered: world.is_covered(to),
            reward: path.prospect.reward,
            branches: path.prospect.branches,
            cost: path.cost,
            score: path.score,
        })
    });
    Chain {
        blocks: graph.blocks().filter(|&number| graph.node(number).own_code).map(block).collect(),
        random_runs: session.random.runs,
        random_reward,
        random_cost,
        random_score,
        paths: paths.collect(),
    }
}

fn name(program: &Program, graph: &Graph, number: BlockNo) -> String {
    let (function, block) = graph.place(number);
    format!("{}:{}", program.function(function).name, block.0)
}

fn place(program: &Program, graph: &Graph, number: BlockNo) -> String {
    let (function, block) = graph.place(number);
    let locs = &program.function(function).blocks[block.index()].locs;
    // Some instructions carry no line; the first that does tells where the block is.
    program.place(locs.iter().copied().find(|&loc| loc != LocId(0)).unwrap_or(LocId(0)))
}
