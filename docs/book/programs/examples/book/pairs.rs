//! Pairs of games at connect four, and Elo.

use plywood::search::games::{Column, ConnectFour};
use plywood::{Game, Report, Score};

/// A player: its report on a board.
type Player<'a> = &'a dyn Fn(&ConnectFour) -> Report<Column>;

/// The board after this many random moves, all from one sequence of random numbers: if every move had a separate seed,
/// seeds that are close together would play much the same.
pub fn opening(number: u64, plies: u32) -> ConnectFour {
    let mut random = fastrand::Rng::with_seed(number);
    (0..plies).fold(ConnectFour::new(), |board, _| {
        let mv = random.choice(board.legal_moves());
        board.after(mv.expect("no game is over so early"))
    })
}

/// Plays a game from a board; the points of the player who moves first.
fn play(mut board: ConnectFour, first: Player<'_>, second: Player<'_>) -> f64 {
    for player in [first, second].into_iter().cycle() {
        let report = player(&board);
        let Some(mv) = report.best_move else {
            // The side to move has lost, or the board is full.
            return match (report.score < Some(Score::DRAW), board.stones() % 2) {
                (false, _) => 0.5,
                (true, 0) => 0.0,
                (true, _) => 1.0,
            };
        };
        board = board.after(mv);
    }
    unreachable!("players alternate until the end")
}

/// A player's share of the points from both sides of an opening, so that a lucky one doesn't help.
pub fn pair(number: u64, one: Player<'_>, other: Player<'_>) -> f64 {
    let board = opening(number, 4);
    f64::midpoint(play(board, one, other), 1.0 - play(board, other, one))
}

/// The difference in Elo between two players, one of whom scores this share of the points.
pub fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}
