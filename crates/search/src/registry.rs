//! The one table of search strategies: their names, and how each is made.

use crate::concolic::carfast::CarFast;
use crate::concolic::cfg_directed::CfgDirected;
use crate::concolic::context_guided::ContextGuided;
use crate::concolic::generational::Generational;
use crate::greedy::algorithm::Greedy;
use crate::greedy::estimator::Estimator;
use crate::interleaved::Interleaved;
use crate::sampling::only_random::OnlyRandom;
use crate::sampling::random_turns::RandomTurns;
use crate::sampling::warm_up::WarmUp;
use crate::searcher::Searcher;
use crate::states::bfs::BreadthFirst;
use crate::states::close_tree::CloseTree;
use crate::states::dart::Dart;
use crate::states::dfs::DepthFirst;
use crate::states::novelty::Novelty;
use crate::states::nurs::{Nurs, Weight};
use crate::states::random_path::RandomPath;
use crate::states::random_state::RandomState;
use crate::states::subpath_guided::SubpathGuided;
use crate::states::uniform_random::UniformRandom;
use vocabulary::vocabulary;

vocabulary! {
    /// A search strategy by name. Several of them together are interleaved.
    pub enum SearchKind: "search strategy" {
        /// Depth first: the running state, then the one forked off last.
        Dfs = "dfs",
        /// Breadth first: the state whose last fork is longest ago.
        Bfs = "bfs",
        /// Any open state, all equally likely (KLEE).
        RandomState = "random-state",
        /// A random walk from the root of the tree: favours states close to it (KLEE).
        RandomPath = "random-path",
        /// A depth drawn uniformly, then any state of that depth (CREST).
        UniformRandom = "uniform-random",
        /// Any open state, weighted by closeness to uncovered code and by what it covered lately (KLEE).
        NursCoverNew = "nurs:covnew" | "covnew",
        /// Any open state, weighted by closeness to uncovered code (KLEE).
        NursMinDistance = "nurs:md2u",
        /// Any open state, weighted with its depth (KLEE).
        NursDepth = "nurs:depth",
        /// Any open state, weighted with 2^-depth (KLEE).
        NursRandomPath = "nurs:rp",
        /// Any open state, weighted towards blocks that were seldom entered (KLEE).
        NursInstructionCount = "nurs:icnt",
        /// Any open state, weighted towards call stacks in which little was executed (KLEE).
        NursCallPathCount = "nurs:cpicnt",
        /// Any open state, weighted towards paths that were easy to solve (KLEE).
        NursQueryCost = "nurs:qc",
        /// Depth first up to a bound that grows when all else is done (DART).
        Dart = "dart",
        /// The fewest branches to an uncovered block (CREST).
        CfgDirected = "cfg",
        /// The alternatives of the execution that covered most (SAGE).
        Generational = "generational",
        /// Branches taken after decisions they were not yet taken after (CGS).
        ContextGuided = "context-guided",
        /// The latest decisions that were explored least often (SGS).
        SubpathGuided = "subpath-guided",
        /// The path that had something new the fewest forks ago: a value, a pair of values, a branch so many times.
        Novelty = "novelty",
        /// The uncovered branch with most code behind it (CarFast).
        CarFast = "carfast",
        /// The state whose end finishes most of the tree, to learn from it (P21).
        CloseTree = "close-tree",
        /// Executions on random inputs only; proves nothing.
        RandomTesting = "random-testing",
        /// Random executions in turn with the other strategies.
        RandomTurns = "random-turns",
        /// Random executions before anything else, until they cover nothing new; then others take over.
        WarmUp = "warm-up",
        /// A random execution or a path, whatever is expected to cover most for its cost (P18).
        Greedy = "greedy",
    }
}

/// What strategies can be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    pub seed: u64,
    /// Decisions in a subpath of `subpath-guided`.
    pub subpath_length: usize,
    /// How `greedy` estimates probabilities.
    pub estimator: Estimator,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions { seed: 1, subpath_length: 4, estimator: Estimator::Laplace }
    }
}

/// Whether one of the strategies wants alternatives solved only when it chooses them.
pub fn solve_late(kinds: &[SearchKind]) -> bool {
    build(kinds, SearchOptions::default()).solves_late()
}

/// Whether one of the strategies runs states, and not only random executions.
pub fn run_states(kinds: &[SearchKind]) -> bool {
    let is_random =
        |kind: &SearchKind| matches!(kind, SearchKind::RandomTesting | SearchKind::RandomTurns | SearchKind::WarmUp);
    kinds.is_empty() || !kinds.iter().all(is_random)
}

/// The strategy made of `kinds`, taking turns in this order. Without any it is depth first.
pub fn build(kinds: &[SearchKind], options: SearchOptions) -> Box<dyn Searcher> {
    match kinds {
        [] => build_one(SearchKind::Dfs, options),
        [kind] => build_one(*kind, options),
        // Each gets a seed of its own, so that two random strategies do not draw the same numbers.
        several => {
            let numbered = several.iter().zip(0..);
            let each = numbered.map(|(kind, n): (_, u64)| {
                build_one(*kind, SearchOptions { seed: options.seed.wrapping_add(n), ..options })
            });
            Box::new(Interleaved::new(each.collect()))
        }
    }
}

fn build_one(kind: SearchKind, options: SearchOptions) -> Box<dyn Searcher> {
    let SearchOptions { seed, subpath_length, estimator } = options;
    let nurs = |weight| Box::new(Nurs::new(weight, seed));
    match kind {
        SearchKind::Dfs => Box::<DepthFirst>::default(),
        SearchKind::Bfs => Box::<BreadthFirst>::default(),
        SearchKind::RandomState => Box::new(RandomState::new(seed)),
        SearchKind::RandomPath => Box::new(RandomPath::new(seed)),
        SearchKind::UniformRandom => Box::new(UniformRandom::new(seed)),
        SearchKind::NursCoverNew => nurs(Weight::CoverNew),
        SearchKind::NursMinDistance => nurs(Weight::MinDistance),
        SearchKind::NursDepth => nurs(Weight::Depth),
        SearchKind::NursRandomPath => nurs(Weight::RandomPath),
        SearchKind::NursInstructionCount => nurs(Weight::InstructionCount),
        SearchKind::NursCallPathCount => nurs(Weight::CallPathCount),
        SearchKind::NursQueryCost => nurs(Weight::QueryCost),
        SearchKind::Dart => Box::<Dart>::default(),
        SearchKind::CfgDirected => Box::<CfgDirected>::default(),
        SearchKind::Generational => Box::<Generational>::default(),
        SearchKind::ContextGuided => Box::<ContextGuided>::default(),
        SearchKind::SubpathGuided => Box::new(SubpathGuided::new(subpath_length)),
        SearchKind::Novelty => Box::<Novelty>::default(),
        SearchKind::CarFast => Box::<CarFast>::default(),
        SearchKind::CloseTree => Box::new(CloseTree::new(seed)),
        SearchKind::RandomTesting => Box::<OnlyRandom>::default(),
        SearchKind::RandomTurns => Box::<RandomTurns>::default(),
        SearchKind::WarmUp => Box::<WarmUp>::default(),
        SearchKind::Greedy => Box::new(Greedy::new(estimator)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
    use crate::searcher::Step;
    use tree::{Child, StateId, Tree};

    /// Those that end no path.
    const SAMPLING: [SearchKind; 3] = [SearchKind::RandomTesting, SearchKind::RandomTurns, SearchKind::WarmUp];

    fn seeded(kinds: &[SearchKind], seed: u64) -> Box<dyn Searcher> {
        build(kinds, SearchOptions { seed, ..SearchOptions::default() })
    }

    /// Explores a full binary tree of `levels` forks and returns the paths in the order they ended, a path being
    /// the outcomes taken. One selection runs a state to its next fork or to its end.
    fn explore(searcher: &mut dyn Searcher, levels: u32) -> Vec<String> {
        let mut world = HandMade::only_a_tree(Tree::new(StateId(0)));
        searcher.add(StateId(0), None);
        let mut next_state = 1;
        let mut ended = Vec::new();
        while let Some(step) = searcher.select(&world) {
            let Step::Run(state) = step else { continue };
            let tree = &mut world.tree;
            let depth = tree.depth(state).expect("only open states are selected");
            if depth == levels {
                let path = tree.path(state).expect("only open states are selected");
                ended.push(path.iter().map(u32::to_string).collect());
                searcher.remove(state);
                tree.close(state);
            } else {
                let other = StateId(next_state);
                next_state += 1;
                tree.fork(state, &[Child { outcome: 0, state }, Child { outcome: 1, state: other }]);
                searcher.add(other, Some(state));
                searcher.ran(state);
            }
        }
        ended
    }

    #[test]
    fn every_name_parses_prints_and_runs() {
        for &kind in SearchKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            let mut paths = explore(&mut *seeded(&[kind], 3), 5);
            paths.sort();
            paths.dedup();
            let expected = if SAMPLING.contains(&kind) { 0 } else { 32 };
            assert_eq!(paths.len(), expected, "{kind} must end every path once");
        }
    }

    #[test]
    fn every_pair_interleaves() {
        for &a in SearchKind::ALL {
            for &b in SearchKind::ALL.iter().filter(|b| !(SAMPLING.contains(&a) && SAMPLING.contains(b))) {
                assert_eq!(explore(&mut *seeded(&[a, b], 3), 4).len(), 16, "{a},{b}");
            }
        }
    }

    #[test]
    fn depth_first_goes_back_to_the_latest_fork() {
        let order = explore(&mut *seeded(&[SearchKind::Dfs], 0), 2);
        assert_eq!(order, ["00", "01", "10", "11"]);
    }

    #[test]
    fn breadth_first_completes_a_level_before_the_next() {
        let mut searcher = seeded(&[SearchKind::Bfs], 0);
        let mut world = HandMade::only_a_tree(Tree::new(StateId(0)));
        searcher.add(StateId(0), None);
        let mut depths = Vec::new();
        for next_state in 1..64 {
            let Some(Step::Run(state)) = searcher.select(&world) else { panic!("states are open") };
            depths.push(world.tree.depth(state).unwrap());
            world.tree.fork(state, &[Child { outcome: 0, state }, Child { outcome: 1, state: StateId(next_state) }]);
            searcher.add(StateId(next_state), Some(state));
        }
        assert!(depths.is_sorted(), "{depths:?}");
    }

    #[test]
    fn random_path_prefers_states_near_the_root() {
        let mut tree = Tree::new(StateId(0));
        // State 0 leaves the root at once; the others share the other half between them.
        tree.fork(StateId(0), &[Child { outcome: 0, state: StateId(0) }, Child { outcome: 1, state: StateId(1) }]);
        for state in 1..9 {
            let edges = [Child { outcome: 0, state: StateId(state) }, Child { outcome: 1, state: StateId(state + 1) }];
            tree.fork(StateId(state), &edges);
        }
        let mut searcher = seeded(&[SearchKind::RandomPath], 5);
        let world = HandMade::only_a_tree(tree);
        let hits = (0..4000).filter(|_| searcher.select(&world) == Some(Step::Run(StateId(0)))).count();
        assert!((1850..2150).contains(&hits), "{hits}");
    }

    /// One state of each depth from 1 to 8, and two of depth 9; the number of states.
    fn a_comb() -> (Tree, u64) {
        let mut tree = Tree::new(StateId(0));
        for next in 1..=9 {
            let edges = [Child { outcome: 0, state: StateId(0) }, Child { outcome: 1, state: StateId(next) }];
            tree.fork(StateId(0), &edges);
        }
        (tree, 10)
    }

    fn draws(kind: SearchKind, wanted: StateId) -> usize {
        let (tree, states) = a_comb();
        let mut searcher = seeded(&[kind], 5);
        (0..states).for_each(|state| searcher.add(StateId(state), None));
        let world = HandMade::only_a_tree(tree);
        (0..4500).filter(|_| searcher.select(&world) == Some(Step::Run(wanted))).count()
    }

    #[test]
    fn uniform_random_draws_depths_alike() {
        // States 0 and 9 share depth 9, one of nine depths.
        let (shallow, deep) =
            (draws(SearchKind::UniformRandom, StateId(1)), draws(SearchKind::UniformRandom, StateId(9)));
        assert!((430..570).contains(&shallow) && (190..310).contains(&deep), "{shallow} {deep}");
    }

    #[test]
    fn nurs_depth_prefers_deep_states() {
        // Depths add up to 1 + 2 + ... + 9 + 9 = 54.
        let (shallow, deep) = (draws(SearchKind::NursDepth, StateId(1)), draws(SearchKind::NursDepth, StateId(9)));
        assert!((50..120).contains(&shallow) && (660..840).contains(&deep), "{shallow} {deep}");
    }

    #[test]
    fn the_same_seed_gives_the_same_order() {
        for kind in [SearchKind::RandomState, SearchKind::RandomPath, SearchKind::UniformRandom, SearchKind::NursDepth]
        {
            let run = |seed| explore(&mut *seeded(&[kind], seed), 6);
            assert_eq!(run(9), run(9));
            assert_ne!(run(9), run(10));
        }
    }
}
