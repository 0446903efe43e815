//! Every game obeys the same list of laws.

use plywood_search::games::{ConnectFour, EqualWins, TicTacToe, Tree};
use plywood_search::laws::{check_game, check_keyed, check_tactical};
use plywood_search::{Score, WithHistory};

#[test]
fn tic_tac_toe_obeys() {
    for seed in 0..50 {
        check_game(&TicTacToe::new(), seed).unwrap();
        check_keyed(&TicTacToe::new(), seed).unwrap();
    }
}

#[test]
fn connect_four_obeys() {
    for seed in 0..50 {
        check_game(&ConnectFour::new(), seed).unwrap();
        check_keyed(&ConnectFour::new(), seed).unwrap();
        check_tactical(&ConnectFour::new(), seed).unwrap();
    }
}

#[test]
fn written_trees_obey() {
    let tree: Tree = "((3 12 8) (2 !(4 !-1) 6) 7(14 !5 2))".parse().unwrap();
    for seed in 0..50 {
        check_game(&tree, seed).unwrap();
        check_keyed(&tree, seed).unwrap();
        check_tactical(&tree, seed).unwrap();
    }
}

#[test]
fn positions_with_history_obey() {
    for seed in 0..20 {
        check_game(&WithHistory::new(ConnectFour::new()), seed).unwrap();
        check_keyed(&WithHistory::new(ConnectFour::new()), seed).unwrap();
        check_tactical(&WithHistory::new(ConnectFour::new()), seed).unwrap();
    }
}

#[test]
fn games_with_equal_wins_obey() {
    for seed in 0..20 {
        let plain = EqualWins::new(ConnectFour::new(), Score::centipawns(1_000));
        check_game(&plain, seed).unwrap();
        check_keyed(&plain, seed).unwrap();
        check_tactical(&plain, seed).unwrap();
    }
}
