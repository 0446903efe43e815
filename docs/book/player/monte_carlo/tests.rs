use plywood::search::games::ConnectFour;
use plywood::search::{Game, Limits};
use plywood::{AlphaBeta, Strategy};

use super::step::Rounds;

fn played(moves: &str, rounds: u32) -> Rounds<ConnectFour> {
    let mut tree = Rounds::new(moves.parse().unwrap(), 1);
    for _ in 0..rounds {
        tree.round();
    }
    tree
}

#[test]
fn no_visit_and_no_point_is_lost() {
    let tree = played("dd", 500);
    assert_eq!(tree.nodes[0].visits, 500);
    for node in tree.nodes.iter().filter(|node| !node.children.is_empty()) {
        let children = || node.children.iter().map(|child| &tree.nodes[*child]);
        let below: u32 = children().map(|child| child.visits).sum();
        assert!(
            node.visits - below <= 1,
            "one round ended here before it had children"
        );
        let lost: f64 = children()
            .map(|child| f64::from(child.visits) - child.points)
            .sum();
        assert!(
            (node.points - lost).abs() <= 1.0,
            "what its children lose is its own"
        );
    }
}

#[test]
fn the_bonus_is_larger_where_less_is_known() {
    let mut tree = played("dd", 10);
    let (one, other) = (tree.nodes[0].children[0], tree.nodes[0].children[1]);
    tree.nodes[0].visits = 100;
    (tree.nodes[one].visits, tree.nodes[one].points) = (60, 40.0);
    (tree.nodes[other].visits, tree.nodes[other].points) = (10, 6.0);
    assert!(
        (tree.worth(0, one) - 1.0545).abs() < 1e-3,
        "{}",
        tree.worth(0, one)
    );
    assert!(tree.worth(0, other) > tree.worth(0, one));
}

#[test]
fn it_finds_the_threat_that_decides() {
    // Three in a row with both ends free win; so does the move that makes them.
    assert_eq!(played("ddca", 2_000).best().unwrap().to_string(), "e");
}

/// It needs no evaluator, and beats a search that sees one ply and has none.
#[test]
fn it_beats_a_player_without_an_evaluator() {
    let mut points = 0.0;
    for game in 0..10 {
        let mut board = ConnectFour::new();
        let is_mine = |board: &ConnectFour| (board.stones() + game).is_multiple_of(2);
        while board.ending(&board.legal_moves()).is_none() {
            let mv = if is_mine(&board) {
                let mut tree = Rounds::new(board, u64::from(game));
                (0..200).for_each(|_| tree.round());
                tree.best()
            } else {
                let blind = |_: &ConnectFour| plywood::Score::DRAW;
                AlphaBeta::new(blind)
                    .search(&board, &Limits::depth(1))
                    .best_move
            };
            board = board.after(mv.unwrap());
        }
        let is_lost = board.ending(&board.legal_moves()).unwrap().score(0) < plywood::Score::DRAW;
        points += if !is_lost {
            0.5
        } else {
            f64::from(u8::from(!is_mine(&board)))
        };
    }
    assert!(points > 8.0, "{points} of 10 points");
}
