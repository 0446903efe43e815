//! Plays games of the engine with itself from random openings, and prints quiet positions in them as EPD, each with the score of the
//! search and the result of the game.
//!
//! `plywood-lab fit` finds the weights by which the classical evaluator predicts them best. The file that it writes is `weights.json`
//! of this crate; its recipe is in `docs/results.md`.

use fastrand::Rng;
use plywood_core::{Color, History, Outcome, Position};
use plywood_engine::Engine;
use plywood_search::{Limits, Score, Strategy, WithHistory};
use std::error::Error;
use std::io::{self, Write};

/// Every game begins with this number of random moves.
const RANDOM_PLIES: usize = 9;
/// Openings in which one side is further ahead, in centipawns, are not played.
const MOST_LEAD: i32 = 300;
/// A side that is ahead by this many centipawns for this many plies in a row has won.
const WINNING_LEAD: i32 = 1_200;
const WINNING_PLIES: usize = 6;
const MOST_PLIES: usize = 300;
/// One quiet position in this many is kept, since neighbors are alike.
const ONE_IN: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, nodes, seed] = &arguments[..] else {
        return Err("usage: quiet_positions GAMES NODES SEED > POSITIONS".into());
    };
    Ok(play(games.parse()?, nodes.parse()?, seed.parse()?)?)
}

/// Plays games, each search with this number of nodes, and prints their positions as EPD.
fn play(games: usize, nodes: u64, seed: u64) -> io::Result<()> {
    let mut random = Rng::with_seed(seed);
    let mut engine = Engine::new();
    let (mut played, mut out) = (0, io::stdout());
    while played < games {
        let Some(opening) = opening(&mut random) else {
            continue;
        };
        Strategy::<Position>::new_game(&mut engine);
        if let Some(lines) = game(&mut engine, opening, nodes, &mut random) {
            played += 1;
            for line in lines {
                writeln!(out, "{line} id \"game {played} of seed {seed}\";")?;
            }
        }
    }
    Ok(())
}

fn opening(random: &mut Rng) -> Option<History> {
    let mut game = History::default();
    for _ in 0..RANDOM_PLIES + random.usize(..2) {
        let moves = game.position().legal_moves();
        let mv = *random.choice(moves.iter())?;
        game.play(mv).ok()?;
    }
    game.outcome().is_none().then_some(game)
}

/// Returns the kept positions of a game, each with the score of the side to move and the result; `None` if the opening was unfair.
fn game(
    engine: &mut Engine,
    mut game: History,
    nodes: u64,
    random: &mut Rng,
) -> Option<Vec<String>> {
    let mut kept: Vec<(String, i32)> = Vec::new();
    let mut ahead = (Color::White, 0);
    let first = game.moves().len();
    let result = loop {
        if let Some(result) = result(&game) {
            break result;
        }
        let limits = Limits::nodes(nodes);
        let report = engine.search(&WithHistory::from(&game), &limits);
        let score = report.score?;
        let lead = centipawns(score.for_white(game.position().side_to_move()));
        if game.moves().len() == first && lead.abs() > MOST_LEAD {
            return None;
        }
        let leader = if lead >= 0 {
            Color::White
        } else {
            Color::Black
        };
        ahead = match ahead {
            _ if lead.abs() < WINNING_LEAD => (leader, 0),
            (color, plies) if color == leader => (leader, plies + 1),
            _ => (leader, 1),
        };
        if ahead.1 >= WINNING_PLIES {
            break won(leader);
        }
        let mv = report.best_move?;
        let position = game.position();
        let is_quiet = !position.is_check() && !position.is_capture(mv) && mv.promotion().is_none();
        if is_quiet && !score.is_decisive() && random.usize(..ONE_IN) == 0 {
            kept.push((fields(position), centipawns(score)));
        }
        game.play(mv).ok()?;
    };
    let line = |(fields, score): (String, i32)| format!("{fields} ce {score}; c9 \"{result}\";");
    Some(kept.into_iter().map(line).collect())
}

/// Returns the first four fields of a FEN, with which an EPD begins.
fn fields(position: &Position) -> String {
    let fen = position.to_string();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    fields.join(" ")
}

/// Returns the result, if the game is over or has gone on for too long.
fn result(game: &History) -> Option<&'static str> {
    match game.outcome() {
        Some(Outcome::Checkmate { winner }) => return Some(won(winner)),
        Some(Outcome::Draw(_)) => return Some(DRAWN),
        None => {}
    }
    let is_drawn = game.claim().is_some() || game.moves().len() >= MOST_PLIES;
    is_drawn.then_some(DRAWN)
}

const DRAWN: &str = "1/2-1/2";

const fn won(winner: Color) -> &'static str {
    match winner {
        Color::White => "1-0",
        Color::Black => "0-1",
    }
}

/// Returns the score as centipawns; a mate counts as a large lead.
fn centipawns(score: Score) -> i32 {
    let mate = if score > Score::DRAW { 3_000 } else { -3_000 };
    score.as_centipawns().unwrap_or(mate).clamp(-3_000, 3_000)
}
