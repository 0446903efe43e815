//! Two strategies play a game of chess: `cargo run --release --example self_play > game.pgn`.

#[path = "shared/options.rs"]
mod options;

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;

use plywood::chess::{History, Outcome};
use plywood::eval::evaluators;
use plywood::notation::pgn::{Comment, GameResult, PgnGame};
use plywood::search::strategies::AnyStrategy;
use plywood::search::{Captures, Killers, PositionOnly, QuietHistory, Random, WithHistory};
use plywood::{AlphaBeta, Evaluator, IterativeDeepening, Limits, Minimax, Position};
use plywood::{PrincipalVariationSearch, Strategy, Transpositions};

use options::Options;

const HELP: &str = "\
Two strategies play a game of chess, which is printed as PGN. It begins with four random plies; the same
seed gives the same game. Repetition and the fifty-move rule count in the search and end the game.

usage: cargo run --release --example self_play -- [OPTIONS]

  --white NAME:DEPTH   quiescence:4 if not given
  --black NAME:DEPTH   alpha-beta:4 if not given; the names are random, minimax, alpha-beta,
                       principal-variation, deepening-table and quiescence
  --evaluator NAME     classical if not given
  --seed N             0 if not given
  --plies N            the longest game, in plies; 400 if not given
  --help               this text
example: cargo run --release --example self_play -- --white quiescence:3 --black minimax:3 --seed 7
";

const RANDOM_PLIES: u64 = 4;

struct Player {
    name: String,
    /// The game so far counts, so a position is searched together with its history.
    strategy: AnyStrategy<WithHistory<Position>>,
    depth: u32,
}

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let evaluator = options.get("--evaluator").unwrap_or("classical");
    let white = options.get("--white").unwrap_or("quiescence:4");
    let black = options.get("--black").unwrap_or("alpha-beta:4");
    let seed = options.number("--seed", 0)?;
    let plies = options.number("--plies", 400)?;
    let mut players = [player(white, evaluator)?, player(black, evaluator)?];
    Ok(play(&mut players, seed, plies)?.to_string())
}

/// The player of a text such as `quiescence:4`.
fn player(text: &str, evaluator: &str) -> Result<Player, Box<dyn Error>> {
    let (name, depth) = text.split_once(':').unwrap_or((text, "3"));
    let depth = depth
        .parse()
        .map_err(|_| format!("expected a depth, found {depth:?}"))?;
    let shared: Arc<dyn Evaluator<Position> + Send + Sync> =
        Arc::from(evaluators::by_name(evaluator)?);
    // The evaluator looks only at the position, not at its history.
    let e = PositionOnly(shared);
    let ordering = (Captures, (Killers::new(), QuietHistory::new()));
    let strategy: AnyStrategy<WithHistory<Position>> = match name {
        "random" => Box::new(Random),
        "minimax" => Box::new(Minimax::new(e)),
        "alpha-beta" => Box::new(AlphaBeta::new(e)),
        "principal-variation" => Box::new(PrincipalVariationSearch::new(e).ordering(ordering)),
        "deepening-table" => {
            let search = AlphaBeta::new(e).table(Transpositions::exact(16));
            Box::new(IterativeDeepening::new(search))
        }
        "quiescence" => {
            let search = AlphaBeta::new(e).quiescence().ordering(ordering);
            Box::new(IterativeDeepening::new(search))
        }
        _ => Err(format!(
            "there is no strategy {name:?}; there are random, minimax, alpha-beta, \
             principal-variation, deepening-table and quiescence"
        ))?,
    };
    Ok(Player {
        name: text.to_owned(),
        strategy,
        depth,
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
        let limits = Limits::depth(player.depth).with_seed(seed.wrapping_add(ply));
        let report = if ply < RANDOM_PLIES {
            Random.search(&position, &limits)
        } else {
            player.strategy.search(&position, &limits)
        };
        let Some(mv) = report.best_move else { break };
        history.play(mv)?;
        node = node.play(mv)?;
        if let Some(score) = report.score {
            // PGN has scores from White's view.
            node.add_comment(Comment::new(&format!("[%eval {}]", score.for_white(side))));
        }
    }
    let (result, reason) = result(&history);
    node.add_comment(Comment::new(&reason));
    game.set_result(result);
    Ok(game)
}

/// The result and its reason in words.
fn result(history: &History) -> (GameResult, String) {
    match (history.outcome(), history.claim()) {
        (Some(Outcome::Draw(draw)), _) => (GameResult::Draw, format!("a draw by {draw}")),
        (Some(mate), _) => (GameResult::from(mate), "checkmate".to_owned()),
        (None, Some(claim)) => (GameResult::Draw, format!("a draw is claimed: {claim}")),
        (None, None) => (GameResult::Unknown, "not finished".to_owned()),
    }
}
