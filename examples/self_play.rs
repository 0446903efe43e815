//! Two strategies play a game of chess: `cargo run --release --example self_play > game.pgn`.
//!
//! `--help` lists the options.

#[path = "common/command.rs"]
mod command;

use std::process::ExitCode;
use std::sync::Arc;

use plywood::chess::{Color, Outcome, Position};
use plywood::eval::evaluators;
use plywood::notation::pgn::{Comment, GameResult, PgnGame};
use plywood::search::strategies::{AnyStrategy, Catalog};
use plywood::search::{PositionOnly, Random, WithHistory};
use plywood::{Evaluator, History, Limits, Strategy};

use command::told;

const HELP: &str = "\
Two strategies play a game of chess, which is printed as PGN. It begins with a few moves by chance; the same
seed gives the same game. Repetition and the fifty-move rule count inside the search and end the game.

usage: cargo run --release --example self_play -- [OPTIONS]

  --white NAME:DEPTH   quiescence:4 if not given
  --black NAME:DEPTH   alpha-beta:4 if not given
  --evaluator NAME     classical if not given
  --seed N             0 if not given
  --plies N            leave the game after so many plies, up to 1,000; 400 if not given
  --help               this text
example: cargo run --release --example self_play -- --white quiescence:3 --black minimax:3 --seed 7
";

const OPTIONS: [&str; 5] = ["--white", "--black", "--evaluator", "--seed", "--plies"];

/// So many plies are played by chance, that games may differ.
const OPENING: u64 = 4;

struct Player {
    name: String,
    /// What came before counts, so a position is searched together with its past.
    strategy: AnyStrategy<WithHistory<Position>>,
    depth: u32,
}

fn main() -> ExitCode {
    command::main(run)
}

/// What to print, or what is wrong with the arguments.
pub(crate) fn run(arguments: &[String]) -> Result<String, String> {
    let Some([white, black, evaluator, seed, plies]) = command::options(arguments, OPTIONS)? else {
        return Ok(HELP.to_owned());
    };
    let evaluator = evaluator.unwrap_or("classical");
    let mut players = [
        player(white.unwrap_or("quiescence:4"), evaluator)?,
        player(black.unwrap_or("alpha-beta:4"), evaluator)?,
    ];
    let seed = seed.map_or(Ok(0), |text| command::number(text, 0..=u64::MAX))?;
    let plies = plies.map_or(Ok(400), |text| command::number(text, 0..=1_000))?;
    let game = play(&mut players, seed, plies)?;
    let text = game.to_string();
    // What the library writes it reads; should it ever not, better to say so than to leave a broken file.
    let again: PgnGame = text.parse().map_err(told)?;
    let is_same = (again == game).then_some(text);
    is_same.ok_or_else(|| "the game was not read back as it was written".to_owned())
}

fn player(text: &str, evaluator: &str) -> Result<Player, String> {
    let (name, depth) = text.split_once(':').unwrap_or((text, "3"));
    let judge = evaluators::by_name(evaluator).map_err(told)?;
    let shared: Arc<dyn Evaluator<Position> + Send + Sync> = Arc::from(judge);
    let strategy = Catalog::for_tactical_games().by_name(name, PositionOnly(shared));
    Ok(Player {
        name: text.to_owned(),
        strategy: strategy.map_err(told)?,
        depth: command::number(depth, 1..=30)?,
    })
}

/// Plays until the game is over, may be claimed as a draw, or has gone on for too long.
fn play(players: &mut [Player; 2], seed: u64, plies: u64) -> Result<PgnGame, String> {
    let mut game = PgnGame::new();
    for (tag, player) in ["White", "Black"].iter().zip(&*players) {
        game.set_tag(tag, &player.name).map_err(told)?;
    }
    let mut history = History::default();
    let mut node = game.root_mut();
    for ply in 0..plies {
        if history.outcome().is_some() || history.claim().is_some() {
            break;
        }
        let (side, board) = (
            history.position().side_to_move(),
            WithHistory::from(&history),
        );
        let player = &mut players[side as usize];
        let limits = Limits::depth(player.depth).seed(seed.wrapping_add(ply));
        let report = if ply < OPENING {
            Random.search(&board, &limits)
        } else {
            player.strategy.search(&board, &limits)
        };
        let Some(mv) = report.best_move else { break };
        history.play(mv).map_err(told)?;
        node = node.play(mv).map_err(told)?;
        if let Some(score) = report.score {
            // PGN has scores from White's view.
            let score = if side == Color::White { score } else { -score };
            node.add_comment(Comment::new(&format!("[%eval {score}]")));
        }
    }
    let (result, reason) = end(&history);
    node.add_comment(Comment::new(&reason));
    game.set_result(result);
    Ok(game)
}

/// The result, and the reason of it in words.
fn end(history: &History) -> (GameResult, String) {
    match (history.outcome(), history.claim()) {
        (Some(Outcome::Draw(draw)), _) => (GameResult::Draw, format!("a draw by {draw}")),
        (Some(mate), _) => (GameResult::from(mate), "mate".to_owned()),
        (None, Some(claim)) => (GameResult::Draw, format!("a draw is claimed: {claim}")),
        (None, None) => (GameResult::Unknown, "left unfinished".to_owned()),
    }
}
