//! `plywood genfens`, as OpenBench calls it.

use crate::cli::{output, searching};
use crate::engine_options::EngineOptions;
use crate::failure::Failure;
use crate::random_openings::RandomOpenings;
use clap::Args;
use plywood_console::PositionLines;
use plywood_core::Position;
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
        let count = number("genfens", self.words.first())?;
        let seed = match self.after("seed") {
            Some(seed) => number("seed", Some(seed))?,
            None => 0,
        };
        let starts = match self.after("book").map(String::as_str) {
            None | Some("None") => vec![Position::START],
            Some(file) => book(Path::new(file))?,
        };
        let options = EngineOptions {
            strategy: "quiescence".to_owned(),
            ..EngineOptions::default()
        };
        let openings = RandomOpenings::new(seed, starts, searching::searcher(&options)?);
        let mut printed = 0;
        for opening in openings.take(usize::try_from(count).unwrap_or(usize::MAX)) {
            output::print(&format!("info string genfens {opening}\n"))?;
            printed += 1;
        }
        if printed < count {
            return Err(Failure::Work(
                "the book has no position with a balanced opening".to_owned(),
            ));
        }
        Ok(())
    }

    fn after(&self, word: &str) -> Option<&String> {
        let at = self.words.iter().position(|known| known == word)?;
        self.words.get(at + 1)
    }
}

fn number(word: &str, text: Option<&String>) -> Result<u64, Failure> {
    let text = text.map(String::as_str).unwrap_or_default();
    let wrong = || {
        Failure::Usage(format!(
            "genfens: expected a number after {word:?}, found {text:?}"
        ))
    };
    text.parse().map_err(|_| wrong())
}

/// The positions of a book: a FEN or EPD on each line.
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
