//! Finds the weights of your own terms: `cargo run --release --example fit_your_own_terms`.

#[path = "shared/options.rs"]
mod options;

use std::error::Error;
use std::process::ExitCode;

use plywood::chess::{History, Outcome};
use plywood::eval::{Fit, GameResult, Sample, Side};
use plywood::search::Random;
use plywood::{AlphaBeta, Evaluator, Limits, Material, PieceKind, Position, Score, Weighted};

use options::Options;

const HELP: &str = "\
Material, and three terms of one line each: moves, castling, and pawns on the way to promotion. Games
of a shallow search against itself show what each is worth: the weights before and after the fit, how sure
they are, and how well they predict games that were not fitted. (Files: `plywood-lab fit games.pgn`.)

usage: cargo run --release --example fit_your_own_terms -- [OPTIONS]

  --games N    how many games to play; 2000 if not given
  --help       this text
";

fn mobility(position: &Position, side: Side) -> i32 {
    position.move_count(side.into()) as i32
}

/// Counts rooks that may still castle.
fn castling(position: &Position, side: Side) -> i32 {
    position.castling_rights().rooks(side.into()).len() as i32
}

/// Counts ranks that the pawns have advanced.
fn advance(position: &Position, side: Side) -> i32 {
    let pawns = position.pieces(side.into(), PieceKind::Pawn).into_iter();
    let ranks = pawns.map(|pawn| pawn.rank().relative_to(side.into()) as i32 - 1);
    ranks.sum()
}

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let mine = Weighted::new()
        .with("material", Material::default())
        .term("mobility", 4.5, mobility)
        .term("castling", 10, castling)
        .term("advance", 1, advance);
    let games = 0..options.number("--games", 2_000)?;
    let samples: Vec<_> = games.flat_map(|game| play(&mine, game)).collect();
    let fitted = Fit::default().run(mine, &samples);
    // An evaluator with the new weights is in the result: `AlphaBeta::new(fitted.evaluator)`.
    Ok(fitted.to_string())
}

/// Returns the quiet positions of a game. It begins with random moves, and ends after 120 plies at the latest.
fn play(mine: &Weighted<Position>, game: u64) -> Vec<Sample<Position>> {
    let mut search = AlphaBeta::new(mine.clone()).quiescence();
    let mut history = History::default();
    let mut quiet = Vec::new();
    for ply in 0..120 {
        let position = history.position().clone();
        let limits = Limits::depth(1).with_seed(120 * game + ply);
        let report = if ply < 10 {
            Random.search(&position, &limits)
        } else {
            search.search(&position, &limits)
        };
        let Some(mv) = report.best_move else { break };
        if ply >= 10 && !position.is_check() && !position.is_capture(mv) {
            quiet.push(position);
            if result(&history) != GameResult::Drawn {
                break;
            }
        }
        if history.play(mv).is_err() || history.claim().is_some() {
            break;
        }
    }
    let (result, score) = (Some(result(&history)), None);
    let sample = |position| Sample {
        position,
        game,
        result,
        score,
    };
    quiet.into_iter().map(sample).collect()
}

/// Returns the result: a side that has mated, or is five pawns ahead, has won.
fn result(history: &History) -> GameResult {
    let position = history.position();
    let lead = Material::default().evaluate(position);
    let lead = lead.for_white(position.side_to_move());
    match history.outcome() {
        Some(Outcome::Checkmate { winner }) => GameResult::Won(winner.into()),
        Some(Outcome::Draw(_)) => GameResult::Drawn,
        None if lead >= Score::centipawns(500) => GameResult::Won(Side::First),
        None if lead <= Score::centipawns(-500) => GameResult::Won(Side::Second),
        None => GameResult::Drawn,
    }
}
