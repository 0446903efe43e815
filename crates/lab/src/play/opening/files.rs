//! Openings from files: positions, games, and Polyglot books.

use crate::play::opening::{Opening, Openings};
use plywood_console::Failure;
use plywood_console::files;
use plywood_notation::epd::{self, EpdError};
use plywood_notation::pgn::{Games, Node, PgnError};
use plywood_notation::polyglot::{Book, BookError};
use std::io::Read;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why openings could not be read.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The file could not be read.
    #[error(transparent)]
    Read(#[from] Failure),
    /// The file has an unknown extension.
    #[error("openings are read from files that end in .epd, .fen, .pgn or .bin, not from {0:?}")]
    Kind(PathBuf),
    /// A line is not a position.
    #[error("{path:?}, line {line}: {error}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: Box<EpdError>,
    },
    /// A game is wrong.
    #[error("{path:?}: {error}")]
    Game {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        error: Box<PgnError>,
    },
    /// The file is not a Polyglot book.
    #[error("{path:?}: {error}")]
    Book {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: BookError,
    },
    /// There is no opening, or the game is over after every one.
    #[error("{0:?} has no opening after which the game goes on")]
    Empty(PathBuf),
}

/// Reads the openings of a file: every position of an EPD file, every game of a PGN file up to this many plies, or different
/// lines of that length from a Polyglot book, drawn by weight. Openings after which the game is over are left out.
///
/// # Errors
/// [`OpeningError`], which says what is wrong, and where.
pub fn read_openings(path: &Path, plies: usize, seed: u64) -> Result<Openings, OpeningError> {
    let mut bytes = Vec::new();
    let read = files::open(path)?.read_to_end(&mut bytes);
    read.map_err(|error| Failure::in_file(path, &error))?;
    let extension = path
        .extension()
        .and_then(|extension| extension.to_str())
        .map(str::to_ascii_lowercase);
    let openings = match extension.as_deref() {
        Some("epd" | "fen") => list(from_epd(path, &bytes)?),
        Some("pgn") => list(from_pgn(path, &bytes, plies)?),
        Some("bin") => from_book(path, &bytes, plies, seed)?,
        Some(_) | None => return Err(OpeningError::Kind(path.to_owned())),
    };
    if openings.is_empty() {
        Err(OpeningError::Empty(path.to_owned()))
    } else {
        Ok(openings)
    }
}

fn list(mut openings: Vec<Opening>) -> Openings {
    openings.retain(Opening::goes_on);
    openings.into()
}

fn from_epd(path: &Path, bytes: &[u8]) -> Result<Vec<Opening>, OpeningError> {
    let text = String::from_utf8_lossy(bytes);
    let positions = epd::suite(&text).map(|(line, read)| {
        let epd = read.map_err(|error| OpeningError::Line {
            path: path.to_owned(),
            line,
            error: Box::new(error),
        })?;
        Ok(Opening::position(epd.position().clone()))
    });
    positions.collect()
}

fn from_pgn(path: &Path, bytes: &[u8], plies: usize) -> Result<Vec<Opening>, OpeningError> {
    let wrong = |error| OpeningError::Game {
        path: path.to_owned(),
        error: Box::new(error),
    };
    let games = Games::new(bytes).map(|game| {
        let game = game.map_err(wrong)?;
        if let Some(error) = game.errors().first() {
            return Err(wrong(error.clone()));
        }
        Ok(Opening::line(
            game.start().clone(),
            game.main_line().map_while(Node::mv).take(plies),
        ))
    });
    games.collect()
}

fn from_book(path: &Path, bytes: &[u8], plies: usize, seed: u64) -> Result<Openings, OpeningError> {
    let book = Book::from_bytes(bytes).map_err(|error| OpeningError::Book {
        path: path.to_owned(),
        error,
    })?;
    Ok(Openings::book(book, bytes, plies, seed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::Position;
    use std::fs;

    fn read(name: &str, text: &[u8], plies: usize) -> Result<Openings, OpeningError> {
        let folder = std::env::temp_dir().join(format!("plywood-openings-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        let found = read_openings(&path, plies, 1);
        fs::remove_file(&path).unwrap();
        found
    }

    #[test]
    fn positions_are_read_and_finished_games_left_out() {
        let epd =
            b"# two\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";\n\n7k/5Q2/6K1/8/8/8/8/8 b - -\n";
        let openings = read("positions.epd", epd, 0).unwrap();
        assert_eq!(openings.known_count(9), Some(1));
        assert_eq!(
            openings.get(0).start().to_string(),
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
        );
        let marked = [b"\xEF\xBB\xBF", &epd[..]].concat();
        let openings = read("marked.epd", &marked, 0).unwrap();
        assert_eq!(openings.known_count(9), Some(1));
        let error = read("wrong.epd", b"\n4k3/8 w - -\n", 0)
            .unwrap_err()
            .to_string();
        assert!(error.contains("wrong.epd\", line 2: "), "{error}");
    }

    #[test]
    fn games_are_cut_to_the_wanted_length() {
        let openings = read("games.pgn", b"1. e4 e5 2. Nf3 *\n\n1. d4 *\n", 2).unwrap();
        let lengths = [0, 1].map(|number| openings.get(number).moves().len());
        assert_eq!(lengths, [2, 1]);
        assert!(
            read("wrong.pgn", b"1. e4 e4 *", 4)
                .unwrap_err()
                .to_string()
                .contains("e4")
        );
    }

    #[test]
    fn a_book_gives_its_different_lines() {
        let mut book = Book::new();
        for text in ["e2e4", "d2d4", "c2c4"] {
            let mv = plywood_notation::uci::parse(&Position::START, text).unwrap();
            book.add(&Position::START, mv, 1).unwrap();
        }
        let openings = read("book.bin", &book.to_bytes(), 8).unwrap();
        assert_eq!(openings.known_count(10), Some(3));
        let first = |number| openings.get(number).moves()[0];
        assert!(first(0) != first(1) && first(0) == first(3));
        assert!(matches!(
            read("odd.bin", &[0; 5], 8),
            Err(OpeningError::Book { .. })
        ));
        assert!(matches!(
            read("empty.bin", &[], 8),
            Err(OpeningError::Empty(_))
        ));
        assert!(matches!(
            read("what.txt", b"", 8),
            Err(OpeningError::Kind(_))
        ));
    }
}
