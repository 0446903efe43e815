//! A lab for your own game: Othello with its rules, two evaluators and a search, in every command of `plywood-lab`.
//!
//! ```sh
//! cargo run --release -p plywood-lab --example your_own_lab -- compare minimax pvs+table narrow --game othello
//! cargo run --release -p plywood-lab --example your_own_lab -- match narrow:depth=4 alpha-beta:depth=4 --game othello
//! cargo run --release -p plywood-lab --example your_own_lab -- tree narrow --game othello --html tree.html
//! ```

use plywood_catalog::{Catalog, Games, Setting};
use plywood_eval::{Evaluator, Score};
use plywood_search::games::{ALL_AROUND, At, BoardGame, BoardRules, Play};
use plywood_search::{
    Ending, FixedDepth, Game, SearchState, Stopped, Strategy, Window, searches_once,
};
use std::process::ExitCode;

fn main() -> ExitCode {
    plywood_lab::main(plywood_catalog::standard().and(othello()))
}

/// Returns the catalog of the game: the textbook's searches and those below.
fn othello() -> Catalog<BoardGame<Othello>> {
    Catalog::board("othello")
        .evaluator("mobility", "moves and corners", mobility)
        .evaluator("discs", "discs", discs)
        .fixed_depth("narrow", "only the best moves", |settings, evaluator| {
            let width = settings.number("width");
            Narrow { evaluator, width }
        })
        .with_settings([Setting::number("width", 4_usize, 1..=64)])
}

/// Each disc must turn over discs of the other side; a side that cannot do so passes. The most discs win.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Othello;

impl BoardRules for Othello {
    const START: &'static str = "
        ........
        ........
        ........
        ...OX...
        ...XO...
        ........
        ........
        ........
        X";
    const SIDES: [char; 2] = ['X', 'O'];
    const PLAYERS: [&'static str; 2] = ["black", "white"];

    fn moves(board: &BoardGame<Self>) -> Vec<Play> {
        let moves: Vec<_> = places(board, board.own()).map(Play::On).collect();
        let must_pass = moves.is_empty() && places(board, board.other()).next().is_some();
        if must_pass { vec![Play::Pass] } else { moves }
    }

    fn play(board: &mut BoardGame<Self>, play: Play) {
        let own = board.own();
        if let Play::On(cell) = play {
            for turned in turned(board, cell, own).collect::<Vec<_>>() {
                board[turned] = own;
            }
            board[cell] = own;
        }
    }

    fn ending(board: &BoardGame<Self>, moves: &[Play]) -> Option<Ending> {
        let by_discs = match board.count(board.own()) - board.count(board.other()) {
            ..0 => Ending::Lost,
            0 => Ending::Drawn,
            1.. => Ending::Won,
        };
        moves.is_empty().then_some(by_discs)
    }
}

/// Returns the discs that a disc of this color turns over from a cell: in each direction all up to the next one of its color.
fn turned(board: &BoardGame<Othello>, cell: At, color: char) -> impl Iterator<Item = At> {
    let is_other = move |cell: &At| ![color, '.'].contains(&board[*cell]);
    ALL_AROUND.into_iter().flat_map(move |direction| {
        let ray = board.ray(cell, direction);
        let end = board.ray(cell, direction).find(|cell| !is_other(cell));
        let is_closed = end.is_some_and(|end| board[end] == color);
        ray.take_while(move |cell| is_closed && is_other(cell))
    })
}

/// Returns the cells where a disc of this color turns over any.
fn places(board: &BoardGame<Othello>, color: char) -> impl Iterator<Item = At> {
    let cells = board.with('.');
    cells.filter(move |cell| turned(board, *cell, color).next().is_some())
}

fn discs(board: &BoardGame<Othello>) -> Score {
    Score::centipawns(100 * (board.count(board.own()) - board.count(board.other())))
}

fn mobility(board: &BoardGame<Othello>) -> Score {
    let is_corner = |cell: &At| [0, 7].contains(&cell.column) && [0, 7].contains(&cell.row);
    let worth = |color| {
        let corners = board.with(color).filter(is_corner).map(|_| 80);
        corners.chain(places(board, color).map(|_| 10)).sum::<i32>()
    };
    Score::centipawns(worth(board.own()) - worth(board.other()))
}

/// Searches only the moves after which the evaluator scores the position best.
struct Narrow<E> {
    evaluator: E,
    width: usize,
}

impl<G: Game, E: Evaluator<G>> FixedDepth<G> for Narrow<E> {
    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        state.visit(depth, window)?;
        let mut moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            return Ok(state.ended(ending));
        }
        if depth == 0 {
            return Ok(state.evaluate(&self.evaluator, position));
        }
        moves.sort_by_cached_key(|&mv| self.evaluator.evaluate(&position.after(mv)));
        let mut best = Score::LOWEST;
        for (index, &mv) in moves.iter().enumerate() {
            if index == self.width {
                // The others may be better, so a loss found without them is not proven.
                state.skipped(mv, "width");
                break;
            }
            state.down(mv);
            let score = -self.value(&position.after(mv), depth - 1, -window, state)?;
            state.up(score);
            if score > best {
                best = score;
                state.improved(mv, score);
            }
        }
        Ok(best)
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for Narrow<E> {
    searches_once!(G);
}

#[cfg(test)]
#[path = "../tests/examples/your_own_lab.rs"]
mod tests;
