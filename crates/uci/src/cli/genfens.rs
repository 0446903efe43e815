//! `plywood genfens`, as OpenBench calls it.

use crate::cli::searching;
use crate::engine_options::EngineOptions;
use crate::searcher::Searcher;
use clap::Args;
use fastrand::Rng;
use plywood_catalog::{Composition, Spec};
use plywood_console::{Failure, number, output};
use plywood_core::{History, Position};
use plywood_search::Limits;
use plywood_workbench::PositionLines;
use std::path::Path;

/// The words are a UCI-like line, not options: OpenBench writes `genfens N seed S book BOOK` and then `quit`.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// The number of positions, then the seed and the book: N seed S book None, or the file of an EPD book.
    #[arg(
        value_name = "WORD",
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    words: Vec<String>,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut words = self.words.iter().map(String::as_str);
        let count = number("genfens", words.next())?;
        let (mut seed, mut starts) = (None, None);
        while let Some(word) = words.next() {
            match (word, words.next()) {
                ("seed", value) if seed.is_none() => seed = Some(number(word, value)?),
                ("book", Some(file)) if starts.is_none() => {
                    starts = Some(match file {
                        "None" => vec![Position::START],
                        file => book(Path::new(file))?,
                    });
                }
                ("quit", None) => {}
                _ => {
                    return Err(Failure::Usage(format!(
                        "genfens: expected seed N and book FILE, each once, or quit at the end, found {word:?}"
                    )));
                }
            }
        }
        let options = EngineOptions {
            strategy: Spec::from(Composition::new("quiescence")),
            ..EngineOptions::default()
        };
        let seed = seed.unwrap_or(0);
        let starts = starts.unwrap_or_else(|| vec![Position::START]);
        let (mut random, mut searcher) = (Rng::with_seed(seed), searching::searcher(&options)?);
        for _ in 0..count {
            // From a position without moves every attempt fails.
            let opening = (0..1_000).find_map(|_| balanced(&starts, &mut searcher, &mut random));
            let opening = opening.ok_or_else(|| {
                Failure::Work("the book has no position with a balanced opening".to_owned())
            })?;
            output::print(&format!("info string genfens {opening}\n"))?;
        }
        Ok(())
    }
}

fn number(word: &str, text: Option<&str>) -> Result<u64, Failure> {
    let text = text.unwrap_or_default();
    let wrong = || {
        Failure::Usage(format!(
            "genfens: expected a number after {word:?}, found {text:?}"
        ))
    };
    number::read(text).ok_or_else(wrong)
}

/// Reads the positions of a book: a FEN or EPD on each line.
fn book(file: &Path) -> Result<Vec<Position>, Failure> {
    let starts = PositionLines::open(file)?.positions();
    let starts: Vec<Position> = starts
        .map(|epd| epd.map(|epd| epd.position().clone()))
        .collect::<Result<_, _>>()?;
    if starts.is_empty() {
        return Err(Failure::in_file(file, &"the book has no positions"));
    }
    Ok(starts)
}

/// The number of random moves, enough for thousands of different positions.
const PLIES: usize = 8;
/// The largest advantage that a short search may find in a position.
const MOST_CENTIPAWNS: i32 = 150;
const NODES: u64 = 2_000;

/// Returns an opening position that both sides can play, if this attempt finds one.
fn balanced(starts: &[Position], searcher: &mut Searcher, random: &mut Rng) -> Option<Position> {
    let start = random.choice(starts)?.clone();
    // A coin flip decides the side to move, so that openings favor neither color.
    let plies = PLIES + random.usize(..2);
    let game = random_game(&start, plies, random)?;
    let start = History::new(game.position().clone());
    let report = searcher.search(&start, &Limits::nodes(NODES), &mut ());
    let centipawns = report.score?.as_centipawns()?;
    (centipawns.abs() <= MOST_CENTIPAWNS).then(|| game.position().clone())
}

/// Plays this many random moves; `None` if the game ends before or with the last of them.
fn random_game(start: &Position, plies: usize, random: &mut Rng) -> Option<History> {
    let mut game = History::new(start.clone());
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        game.play(*random.choice(moves.iter())?).ok()?;
    }
    game.outcome().is_none().then_some(game)
}
