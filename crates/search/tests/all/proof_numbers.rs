//! Proof numbers of every node are those of the definition, and what is proven is minimax's.

use crate::best_first::{minimax, positions, written};
use plywood_search::games::{ConnectFour, Tree};
use plywood_search::{DfPn, Game, KeptNode, Known, Limits, ProofNumber, Score, StopReason};
use proptest::prelude::{ProptestConfig, proptest};

/// Returns the proof and disproof numbers of a node from the definition: a leaf is solved, or has 1 and its number of moves.
fn numbers<G: Game>(
    tree: &[KeptNode<G::Move>],
    positions: &[G],
    node: usize,
    (ply, starts_from_one): (u32, bool),
) -> (Option<u32>, Option<u32>) {
    let moves = positions[node].legal_moves();
    let is_or = ply.is_multiple_of(2);
    if let Some(ending) = positions[node].ending(&moves) {
        let score = if is_or {
            ending.score(0)
        } else {
            -ending.score(0)
        };
        return if score > Score::DRAW {
            (Some(0), None)
        } else {
            (None, Some(0))
        };
    }
    let children = (0..tree.len()).filter(|child| tree[*child].parent == Some(node));
    let below: Vec<_> = children
        .map(|child| numbers(tree, positions, child, (ply + 1, starts_from_one)))
        .collect();
    let of = |proves: bool| below.iter().map(move |it| if proves { it.0 } else { it.1 });
    let least = |proves| of(proves).flatten().min();
    let sum = |proves| of(proves).try_fold(0, |sum, number| Some(sum + number?));
    let moves = if starts_from_one { 1 } else { moves.len() };
    let moves = u32::try_from(moves).ok();
    match (is_or, below.is_empty()) {
        (true, true) => (Some(1), moves),
        (false, true) => (moves, Some(1)),
        (true, false) => (least(true), sum(false)),
        (false, false) => (sum(true), least(false)),
    }
}

#[test]
fn proof_numbers_are_those_of_the_definition() {
    let mut checked = 0;
    for (text, nodes, one) in [
        ("ddca", 200, false),
        ("", 300, false),
        ("ddccb", 250, false),
        ("ddca", 200, true),
        ("", 300, true),
    ] {
        let board: ConnectFour = text.parse().unwrap();
        let search = ProofNumber::new();
        let search = if one {
            search.starting_from_one()
        } else {
            search
        };
        let tree = search.tree(&board, &Limits::nodes(nodes));
        let positions = positions(&board, &tree);
        // A search that was ended within an expansion has not updated the nodes above it.
        let whole = tree.iter().filter(|node| node.parent.is_some()).count();
        assert!(whole > 20);
        for node in 0..tree.len() {
            let ply = std::iter::successors(tree[node].parent, |it| tree[*it].parent).count();
            let children = tree
                .iter()
                .filter(|child| child.parent == Some(node))
                .count();
            let is_whole = children == 0 || children == positions[node].legal_moves().len();
            if let (Known::Proof { proof, disproof }, true) = (tree[node].known, is_whole) {
                let ply = u32::try_from(ply).unwrap();
                let expected = numbers(&tree, &positions, node, (ply, one));
                if is_ended_within(&tree, &positions, node) {
                    continue;
                }
                assert_eq!((proof, disproof), expected, "{text}, node {node}");
                checked += 1;
            }
        }
    }
    assert!(checked > 400, "{checked} nodes");
}

/// Returns `true` if an expansion below a node was ended before all of its moves were added.
fn is_ended_within<G: Game>(tree: &[KeptNode<G::Move>], positions: &[G], node: usize) -> bool {
    let is_below = |below: usize| {
        std::iter::successors(Some(below), |it| tree[*it].parent).any(|it| it == node)
    };
    (0..tree.len())
        .filter(|below| is_below(*below))
        .any(|below| {
            let children = tree
                .iter()
                .filter(|child| child.parent == Some(below))
                .count();
            children > 0 && children < positions[below].legal_moves().len()
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn depth_first_proofs_are_minimaxs(text in written()) {
        let tree: Tree = text.parse().unwrap();
        if tree.legal_moves().is_empty() {
            return Ok(());
        }
        let report = DfPn::new(1).search(&tree, &Limits::none());
        let value = minimax(&tree);
        assert_eq!(report.reason, StopReason::Solved);
        assert_eq!(report.score.is_some(), value > Score::DRAW, "{text}");
        // The proof wins at least this, and no more than minimax.
        assert!(report.score.is_none_or(|score| Score::DRAW < score && score <= value), "{text}");
        let breadth = ProofNumber::new().megabytes(1).search(&tree, &Limits::none());
        assert_eq!(breadth.score.is_some(), report.score.is_some());
        for depth in 1..4 {
            let within = DfPn::new(1).search(&tree, &Limits::depth(depth));
            let theirs = ProofNumber::new().megabytes(1).search(&tree, &Limits::depth(depth));
            assert_eq!((within.reason, within.score.is_some()), (theirs.reason, theirs.score.is_some()), "{text}");
        }
    }
}
