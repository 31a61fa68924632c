//! The one table of search strategies: their names, and how each is made.

use crate::bfs::BreadthFirst;
use crate::dart::Dart;
use crate::dfs::DepthFirst;
use crate::interleaved::Interleaved;
use crate::nurs_depth::NursDepth;
use crate::random_path::RandomPath;
use crate::random_state::RandomState;
use crate::searcher::Searcher;
use crate::uniform_random::UniformRandom;
use crate::vocabulary;
use crate::vocabulary::UnknownName;

vocabulary! {
    /// A search strategy by name. Several of them together are interleaved.
    pub enum SearchKind: "search strategy" {
        /// Depth first: the running state, then the one forked off last.
        Dfs = "dfs",
        /// Breadth first: the state whose last fork is longest ago.
        Bfs = "bfs",
        /// Any open state, all equally likely.
        RandomState = "random-state",
        /// A random walk from the root of the tree: favours states close to it.
        RandomPath = "random-path",
        /// A depth drawn uniformly, then any state of that depth (CREST).
        UniformRandom = "uniform-random",
        /// Any open state, weighted with its depth (KLEE).
        NursDepth = "nurs:depth",
        /// Depth first up to a bound that grows when all else is done (DART).
        Dart = "dart",
    }
}

/// Reads `NAME[,NAME]`.
pub fn parse_list(text: &str) -> Result<Vec<SearchKind>, UnknownName> {
    text.split(',').map(|name| name.trim().parse()).collect()
}

/// The strategy made of `kinds`, taking turns in this order. Without any it is depth first.
pub fn build(kinds: &[SearchKind], seed: u64) -> Box<dyn Searcher> {
    match kinds {
        [] => build_one(SearchKind::Dfs, seed),
        [kind] => build_one(*kind, seed),
        // Each gets a seed of its own, so that two random strategies do not draw the same numbers.
        several => Box::new(Interleaved::new(
            several.iter().zip(0..).map(|(kind, n): (_, u64)| build_one(*kind, seed.wrapping_add(n))).collect(),
        )),
    }
}

fn build_one(kind: SearchKind, seed: u64) -> Box<dyn Searcher> {
    match kind {
        SearchKind::Dfs => Box::<DepthFirst>::default(),
        SearchKind::Bfs => Box::<BreadthFirst>::default(),
        SearchKind::RandomState => Box::new(RandomState::new(seed)),
        SearchKind::RandomPath => Box::new(RandomPath::new(seed)),
        SearchKind::UniformRandom => Box::new(UniformRandom::new(seed)),
        SearchKind::NursDepth => Box::new(NursDepth::new(seed)),
        SearchKind::Dart => Box::<Dart>::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pruning::tree::{Edge, StateId, Tree};

    /// Explores a full binary tree of `levels` forks and returns the paths in the order they ended, a path being
    /// the outcomes taken. One selection runs a state to its next fork or to its end.
    fn explore(searcher: &mut dyn Searcher, levels: u32) -> Vec<String> {
        let mut tree = Tree::new(StateId(0));
        searcher.add(StateId(0), None);
        let mut next_state = 1;
        let mut ended = Vec::new();
        while let Some(state) = searcher.select(&tree) {
            let depth = tree.depth(state).expect("only open states are selected");
            if depth == levels {
                let path = tree.path(state).expect("only open states are selected");
                ended.push(path.iter().map(u32::to_string).collect());
                searcher.remove(state);
                tree.close(state);
            } else {
                let other = StateId(next_state);
                next_state += 1;
                tree.fork(state, &[Edge { outcome: 0, state }, Edge { outcome: 1, state: other }]);
                searcher.add(other, Some(state));
            }
        }
        assert!(tree.is_empty());
        ended
    }

    #[test]
    fn every_name_parses_prints_and_runs() {
        for &kind in SearchKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            let mut paths = explore(&mut *build(&[kind], 3), 5);
            paths.sort();
            paths.dedup();
            assert_eq!(paths.len(), 32, "{kind} must end every path once");
        }
    }

    #[test]
    fn every_pair_interleaves() {
        for &a in SearchKind::ALL {
            for &b in SearchKind::ALL {
                assert_eq!(explore(&mut *build(&[a, b], 3), 4).len(), 16, "{a},{b}");
            }
        }
    }

    #[test]
    fn depth_first_goes_back_to_the_latest_fork() {
        let order = explore(&mut *build(&[SearchKind::Dfs], 0), 2);
        assert_eq!(order, ["00", "01", "10", "11"]);
    }

    #[test]
    fn breadth_first_completes_a_level_before_the_next() {
        let mut searcher = build(&[SearchKind::Bfs], 0);
        let mut tree = Tree::new(StateId(0));
        searcher.add(StateId(0), None);
        let mut depths = Vec::new();
        for next_state in 1..64 {
            let state = searcher.select(&tree).unwrap();
            depths.push(tree.depth(state).unwrap());
            tree.fork(state, &[Edge { outcome: 0, state }, Edge { outcome: 1, state: StateId(next_state) }]);
            searcher.add(StateId(next_state), Some(state));
        }
        assert!(depths.is_sorted(), "{depths:?}");
    }

    #[test]
    fn random_path_prefers_states_near_the_root() {
        let mut tree = Tree::new(StateId(0));
        // State 0 leaves the root at once; the others share the other half between them.
        tree.fork(StateId(0), &[Edge { outcome: 0, state: StateId(0) }, Edge { outcome: 1, state: StateId(1) }]);
        for state in 1..9 {
            let edges = [Edge { outcome: 0, state: StateId(state) }, Edge { outcome: 1, state: StateId(state + 1) }];
            tree.fork(StateId(state), &edges);
        }
        let mut searcher = build(&[SearchKind::RandomPath], 5);
        let hits = (0..4000).filter(|_| searcher.select(&tree) == Some(StateId(0))).count();
        assert!((1850..2150).contains(&hits), "{hits}");
    }

    /// One state of each depth from 1 to 8, and two of depth 9; the number of states.
    fn a_comb() -> (Tree, u64) {
        let mut tree = Tree::new(StateId(0));
        for next in 1..=9 {
            let edges = [Edge { outcome: 0, state: StateId(0) }, Edge { outcome: 1, state: StateId(next) }];
            tree.fork(StateId(0), &edges);
        }
        (tree, 10)
    }

    fn draws(kind: SearchKind, wanted: StateId) -> usize {
        let (tree, states) = a_comb();
        let mut searcher = build(&[kind], 5);
        (0..states).for_each(|state| searcher.add(StateId(state), None));
        (0..4500).filter(|_| searcher.select(&tree) == Some(wanted)).count()
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
            let run = |seed| explore(&mut *build(&[kind], seed), 6);
            assert_eq!(run(9), run(9));
            assert_ne!(run(9), run(10));
        }
    }

    #[test]
    fn lists_are_separated_by_commas() {
        assert_eq!(parse_list("dfs, random-path"), Ok(vec![SearchKind::Dfs, SearchKind::RandomPath]));
        assert!(parse_list("dfs,").is_err());
    }
}
