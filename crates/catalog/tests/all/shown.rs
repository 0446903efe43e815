//! The display of games.

use plywood_catalog::Playable;
use plywood_core::Position;
use plywood_search::Ending;
use plywood_search::games::ConnectFour;

#[test]
fn a_chess_board_is_a_grid_on_which_castling_has_two_targets() {
    let position = Position::read("4k3/8/8/8/8/8/8/R3K1R1 w Q - 0 1").expect("a position");
    let grid = position.grid().expect("a board");
    assert_eq!((grid.columns(), grid.cells().len()), (8, 8));
    assert_eq!(grid.cell(4, 7), Some('K'));
    let castling = position.read_move("O-O-O").expect("a move");
    let clicks = position.clicks(castling).expect("clicks");
    assert_eq!(clicks.steps(), [vec![(4, 7)], vec![(0, 7), (2, 7)]]);
    let position = Position::read("4k3/8/8/8/8/8/8/5K1R w H - 0 1").expect("a position");
    let castling = position.read_move("O-O").expect("a move");
    let clicks = position.clicks(castling).expect("clicks");
    assert_eq!(
        clicks.steps()[1],
        [(7, 7)],
        "a click on g1 is a step of the king"
    );
}

#[test]
fn the_end_of_a_game_has_words_and_a_line() {
    let won = ConnectFour::read("aabbccd").expect("a position");
    let grid = won.grid().expect("a board");
    assert_eq!(grid.highlighted(), [(0, 5), (1, 5), (2, 5), (3, 5)]);
    assert_eq!(won.reason(Ending::Lost).as_deref(), Some("four in a row"));
}
