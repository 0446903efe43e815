use plywood::search::games::TicTacToe;
use plywood::search::{Game, Limits};
use plywood::{ProofNumber, Strategy};

use super::step::{NEVER, Proof};

fn boards() -> impl Iterator<Item = TicTacToe> {
    let start = TicTacToe::new();
    let first = start.legal_moves().to_vec();
    first.into_iter().flat_map(move |mv| {
        let board = start.after(mv);
        let replies = board.legal_moves().to_vec();
        replies.into_iter().map(move |reply| board.after(reply))
    })
}

#[test]
fn an_attacker_needs_one_child_and_a_defender_all() {
    let mut proof = Proof::new(TicTacToe::new());
    proof.run();
    let mut checked = 0;
    for node in proof.nodes.iter().filter(|node| !node.children.is_empty()) {
        let children = || node.children.iter().map(|child| &proof.nodes[*child]);
        let is_proven = if node.is_attacker {
            children().any(|child| child.proof == 0)
        } else {
            children().all(|child| child.proof == 0)
        };
        assert_eq!(node.proof == 0, is_proven);
        assert_eq!(node.proof == 0, node.disproof == NEVER);
        checked += 1;
    }
    assert!(checked > 100, "{checked} nodes");
}

#[test]
fn it_grows_the_tree_of_the_library() {
    for board in boards() {
        let mut proof = Proof::new(board);
        let is_won = proof.run();
        let report = ProofNumber::new().search(&board, &Limits::none());
        assert_eq!(is_won, report.score.is_some(), "{board}");
        assert_eq!(proof.nodes.len() as u64, report.stats.nodes, "{board}");
    }
}
