//! Your own game on the page: hexapawn on five by five cells, and a written tree, which has no board at all.
//!
//! ```sh
//! cargo run --release -p plywood-web --example your_own_page
//! ```

use plywood_catalog::{Catalog, Games};
use plywood_eval::{Score, Side};
use plywood_search::Ending;
use plywood_search::games::{At, BoardGame, BoardRules, Play};
use std::process::ExitCode;

fn main() -> ExitCode {
    plywood_web::main(hexapawn().and(Catalog::written_tree()))
}

/// Returns the game with its evaluator; the page draws it from its rules.
fn hexapawn() -> Catalog<BoardGame<Hexapawn>> {
    Catalog::board("hexapawn")
        .titled("Hexapawn")
        .usual_depth(6)
        .evaluator(
            "pawns",
            "the number of pawns",
            |board: &BoardGame<Hexapawn>| {
                Score::centipawns(100 * (board.count(board.own()) - board.count(board.other())))
            },
        )
}

/// Pawns step forward and capture diagonally. A side that reaches the other end, or leaves the other side no move, has won.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Hexapawn;

impl BoardRules for Hexapawn {
    const START: &'static str = "bbbbb ..... ..... ..... wwwww w";
    const SIDES: [char; 2] = ['w', 'b'];
    const PLAYERS: [&'static str; 2] = ["white", "black"];

    fn moves(board: &BoardGame<Self>) -> Vec<Play> {
        let forward = match board.side() {
            Side::First => 1,
            Side::Second => -1,
        };
        let steps = |from: At| {
            // Straight ahead is for an empty cell, one column aside for a pawn of the other side.
            let steps = [(-1, board.other()), (0, '.'), (1, board.other())];
            steps.into_iter().filter_map(move |(aside, letter)| {
                let to = board.step(from, (aside, forward))?;
                (board[to] == letter).then_some(Play::Between(from, to))
            })
        };
        board.with(board.own()).flat_map(steps).collect()
    }

    fn play(board: &mut BoardGame<Self>, play: Play) {
        if let Play::Between(from, to) = play {
            board[to] = std::mem::replace(&mut board[from], '.');
        }
    }

    fn ending(board: &BoardGame<Self>, moves: &[Play]) -> Option<Ending> {
        (moves.is_empty() || has_arrived(board)).then_some(Ending::Lost)
    }

    fn picture(letter: char) -> Option<String> {
        let circle = "circle cx=\"35\" cy=\"35\" r=\"24\" stroke=\"#5b3f2b\" stroke-width=\"3\"";
        let color = match letter {
            'w' => "#fffdf9",
            'b' => "#2e2c2b",
            _ => return None,
        };
        Some(format!("<{circle} fill=\"{color}\"/>"))
    }

    fn reason(board: &BoardGame<Self>) -> Option<String> {
        let reasons = ["blocking all pawns", "a pawn on the last row"];
        Some(reasons[usize::from(has_arrived(board))].to_owned())
    }
}

/// Returns `true` if the side that has just moved is at the other end.
fn has_arrived(board: &BoardGame<Hexapawn>) -> bool {
    let last = match board.side() {
        Side::First => 0,
        Side::Second => 4,
    };
    board.with(board.other()).any(|cell| cell.row == last)
}
