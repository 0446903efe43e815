//! Trees that threads or positions share: no round is lost, and nothing that's proven depends on a path.

use crate::best_first::{Estimate, positions, visits};
use plywood_core::Position;
use plywood_search::games::{Column, ConnectFour};
use plywood_search::{
    Event, Game, KeptNode, Keyed, Limits, MonteCarlo, NoPriors, Observer, Priors, Score,
    StopReason, Strategy, Transposing, Voting, WithHistory,
};
use std::collections::HashMap;

/// Keeps the last tree that was shown.
#[derive(Default)]
struct Last(Vec<KeptNode<Column>>);

impl Observer<Column> for Last {
    fn observe(&mut self, event: Event<'_, Column>) {
        if let Event::Kept(nodes) = event {
            self.0 = nodes.to_vec();
        }
    }
}

#[test]
fn threads_on_one_tree_lose_no_round() {
    let estimate: Estimate<ConnectFour> = ConnectFour::estimate;
    let (board, limits) = (ConnectFour::new(), Limits::rounds(3_001).with_seed(1));
    let search = MonteCarlo::new(estimate);
    for threads in [1, 2, 3] {
        let mut shared = Voting::new(vec![search; threads]).on_one_tree();
        let mut last = Last::default();
        let report = shared.search_observed(&board, &limits, &mut last);
        assert_eq!(report.reason, StopReason::Rounds);
        let tree = last.0;
        assert_eq!(visits(&tree[0]), 3_001, "{threads} threads");
        if threads == 1 {
            assert_eq!(tree, search.tree(&board, &limits));
        }
        let mut below = vec![None; tree.len()];
        for node in &tree {
            if let Some(parent) = node.parent {
                *below[parent].get_or_insert(0) += visits(node);
            }
        }
        let inner = tree.iter().zip(below);
        for (node, below) in inner.filter_map(|(node, below)| Some((node, below?))) {
            // One round ended at each node before it had children.
            assert_eq!(visits(node), below + u32::from(node.parent.is_some()));
        }
    }
    let lost = "ddeec".parse::<ConnectFour>().unwrap();
    let solving = Voting::new(vec![search.solving(); 2]);
    let report = solving.on_one_tree().search(&lost, &limits);
    assert_eq!(report.score, Some(Score::lost_in(2)));
}

/// All paths to a position have the rounds of its children, and each may end one.
#[test]
fn the_rounds_of_a_position_are_those_of_its_children() {
    let estimate: Estimate<ConnectFour> = ConnectFour::estimate;
    let (board, limits) = (ConnectFour::new(), Limits::rounds(5_000).with_seed(2));
    let search = MonteCarlo::new(estimate).priors(Transposing(NoPriors));
    let tree = search.tree(&board, &limits);
    let keys: Vec<u64> = positions(&board, &tree).iter().map(Keyed::key).collect();
    assert_eq!(visits(&tree[0]), 5_000);
    let mut known: HashMap<u64, (u32, u32, u32)> = HashMap::new();
    for (node, key) in tree.iter().zip(&keys) {
        let its = known.entry(*key).or_default();
        (its.0, its.1) = (its.0 + visits(node), its.1 + u32::from(visits(node) > 0));
        if let Some(parent) = node.parent {
            known.entry(keys[parent]).or_default().2 += visits(node);
        }
    }
    let shared = known
        .iter()
        .filter(|(_, (_, paths, below))| *paths > 1 && *below > 0);
    assert!(
        shared.count() > 50,
        "positions that are reached in several ways"
    );
    for (visits, paths, below) in known.into_values().filter(|(.., below)| *below > 0) {
        assert!(
            (below..=below + paths).contains(&visits),
            "{visits} visits, {below} below"
        );
    }
    let mut children = HashMap::new();
    for (node, key) in tree
        .iter()
        .zip(&keys)
        .filter_map(|(node, key)| Some((node.parent?, key)))
    {
        let first = children.entry(keys[node]).or_insert(node);
        assert_eq!(*first, node, "a position has its children once: {key}");
    }
}

/// Where repetition is a draw, a position is shared only right after a move that can't be undone.
#[test]
fn no_repetition_is_behind_a_shared_position() {
    let sharing = Priors::<WithHistory<Position>>::sharing(&Transposing(NoPriors)).unwrap();
    let mut game = WithHistory::new(Position::START);
    let mut shared = Vec::new();
    for mv in ["e2e4", "g8f6", "b1c3", "d7d5", "e4d5", "f6d5"] {
        let moves = game.legal_moves();
        game = game.after(*moves.iter().find(|it| it.to_string() == mv).unwrap());
        shared.push(sharing(&game) == Some(game.key()));
    }
    assert_eq!(shared, [true, false, false, true, true, true]);
}
