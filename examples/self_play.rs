//! Two strategies play a game of chess: `cargo run --release --example self_play > game.pgn`.

#[path = "shared/options.rs"]
mod options;

use std::error::Error;
use std::process::ExitCode;

use plywood::catalog::{AnyStrategy, Catalog};
use plywood::chess::{History, Outcome};
use plywood::eval::evaluators;
use plywood::notation::pgn::{Comment, GameResult, PgnGame};
use plywood::search::{Random, WithHistory};
use plywood::{Limits, Position, Strategy};

use options::Options;

const HELP: &str = "\
Two strategies play a game of chess, which is printed as PGN. It begins with four random plies; the same
seed gives the same game. Repetition and the fifty-move rule count in the search and end the game.

usage: cargo run --release --example self_play -- [OPTIONS]

  --white SPEC         quiescence:depth=4 if not given
  --black SPEC         alpha-beta:depth=4 if not given; any name or composition with its settings, such as
                       pvs+captures+table=16+deepening:nodes=20000
  --evaluator NAME     classical if not given
  --seed N             0 if not given
  --plies N            the longest game, in plies; 400 if not given
  --help               this text
example: cargo run --release --example self_play -- --white quiescence:depth=3 --black minimax:depth=3 --seed 7
";

const RANDOM_PLIES: u64 = 4;

struct Player {
    name: String,
    /// The game so far counts, so a position is searched together with its history.
    strategy: AnyStrategy<WithHistory<Position>>,
    limits: Limits,
}

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let evaluator = options.get("--evaluator").unwrap_or("classical");
    let white = options.get("--white").unwrap_or("quiescence:depth=4");
    let black = options.get("--black").unwrap_or("alpha-beta:depth=4");
    let seed = options.number("--seed", 0)?;
    let plies = options.number("--plies", 400)?;
    let chess = Catalog::tactical_repeating("chess", Position::START).evaluator(
        "chosen",
        "the evaluator of both",
        evaluators::by_name(evaluator)?,
    );
    let mut players = [player(&chess, white)?, player(&chess, black)?];
    Ok(play(&mut players, seed, plies)?.to_string())
}

/// Returns the player for a string such as `quiescence:depth=4`.
fn player(chess: &Catalog<Position>, text: &str) -> Result<Player, Box<dyn Error>> {
    let contender = chess.contender(text)?;
    let limits = contender.limits().clone().or(Limits::depth(3));
    Ok(Player {
        name: text.to_owned(),
        strategy: contender.in_game(0),
        limits,
    })
}

/// Plays until the game is over, a draw can be claimed, or the plies are used up.
fn play(players: &mut [Player; 2], seed: u64, plies: u64) -> Result<PgnGame, Box<dyn Error>> {
    let mut game = PgnGame::new();
    game.set_tag("White", &players[0].name)?;
    game.set_tag("Black", &players[1].name)?;
    let mut history = History::default();
    let mut node = game.root_mut();
    for ply in 0..plies {
        if history.outcome().is_some() || history.claim().is_some() {
            break;
        }
        let side = history.position().side_to_move();
        let position = WithHistory::from(&history);
        let player = &mut players[side as usize];
        let limits = player.limits.clone().with_seed(seed.wrapping_add(ply));
        let report = if ply < RANDOM_PLIES {
            Random.search(&position, &limits)
        } else {
            player.strategy.search(&position, &limits)
        };
        let Some(mv) = report.best_move else { break };
        history.play(mv)?;
        node = node.play(mv)?;
        if let Some(score) = report.score {
            // PGN has scores from White's point of view.
            node.add_comment(Comment::new(&format!("[%eval {}]", score.for_white(side))));
        }
    }
    let (result, reason) = result(&history);
    node.add_comment(Comment::new(&reason));
    game.set_result(result);
    Ok(game)
}

/// Returns the result and its reason in words.
fn result(history: &History) -> (GameResult, String) {
    match (history.outcome(), history.claim()) {
        (Some(Outcome::Draw(draw)), _) => (GameResult::Draw, format!("a draw by {draw}")),
        (Some(mate), _) => (GameResult::from(mate), "checkmate".to_owned()),
        (None, Some(claim)) => (GameResult::Draw, format!("a draw is claimed: {claim}")),
        (None, None) => (GameResult::Unknown, "not finished".to_owned()),
    }
}
