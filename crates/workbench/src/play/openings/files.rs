//! Openings from files: positions, games, and Polyglot books.

use crate::play::openings::Openings;
use crate::position_lines::{PositionLines, PositionText};
use crate::read_error::ReadError;
use plywood_arena::Opening;
use plywood_catalog::files::{self, MOST_BYTES};
use plywood_catalog::recast::recast;
use plywood_catalog::{Catalog, Playable};
use plywood_notation::pgn::{Games, Node, PgnError};
use plywood_notation::polyglot::Book;
use std::fs::File;
use std::path::Path;

/// Reads the openings of a file. Those after which the game is over are left out.
///
/// For chess these are the positions of an EPD file, the games of a PGN file up to this many plies, or different lines of that length from
/// a Polyglot book, drawn by weight. For other games every line of the file is a position.
///
/// # Errors
/// [`ReadError`] if the file cannot be read, contains a mistake (it says where), or has no opening.
pub fn read_openings<G: Playable>(
    catalog: &Catalog<G>,
    path: &Path,
    plies: usize,
    seed: u64,
) -> Result<Openings<G>, ReadError> {
    let unread = |error| ReadError::file(path, error);
    let file = files::open(path).map_err(unread)?;
    let extension = path.extension().unwrap_or_default();
    let extension = extension.to_ascii_lowercase();
    let is_chess = catalog.start().as_chess().is_some();
    let openings = match extension.to_str() {
        Some("pgn") if is_chess => recast(from_pgn(path, file, plies)?),
        Some("bin") if is_chess => {
            let bytes = files::read_whole(&file, MOST_BYTES).map_err(unread)?;
            let book = Book::from_bytes(&bytes);
            let book = book.map_err(|error| ReadError::mistake(path, error))?;
            recast(Openings::book(book, &bytes, plies, seed))
        }
        Some("epd" | "fen") => Some(from_lines(path, file)?),
        _ if is_chess => return Err(ReadError::NotOpenings(path.to_owned())),
        _ => Some(from_lines(path, file)?),
    };
    let openings = openings.filter(|openings: &Openings<G>| !openings.is_empty());
    openings.ok_or_else(|| ReadError::NoOpening(path.to_owned()))
}

/// Returns the positions of a file with one in each line.
fn from_lines<G: Playable>(path: &Path, file: File) -> Result<Openings<G>, ReadError> {
    let read = |line: &PositionText| G::read_task(&line.text);
    let tasks = PositionLines::new(path, file).read_by(read);
    let openings = tasks.map(|task| task.map(|task| Opening::position(task.position)));
    Ok(list(openings.collect::<Result<_, _>>()?))
}

fn from_pgn(path: &Path, file: File, plies: usize) -> Result<Openings, ReadError> {
    let wrong = |error: PgnError| ReadError::mistake(path, error);
    let games = Games::new(file).map(|game| {
        let game = game.map_err(wrong)?;
        if let Some(error) = game.errors().first() {
            return Err(wrong(error.clone()));
        }
        Ok(Opening {
            start: game.start().clone(),
            moves: game.main_line().map_while(Node::mv).take(plies).collect(),
        })
    });
    Ok(list(games.collect::<Result<_, ReadError>>()?))
}

fn list<G: Playable>(mut openings: Vec<Opening<G>>) -> Openings<G> {
    openings.retain(Opening::goes_on);
    openings.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::Position;
    use std::fs;

    fn read(name: &str, text: &[u8], plies: usize) -> Result<Openings, ReadError> {
        let folder = format!("plywood-openings-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        let found = read_openings(&Catalog::chess(), &path, plies, 1);
        fs::remove_dir_all(&folder).unwrap();
        found
    }

    #[test]
    fn positions_are_read_and_finished_games_left_out() {
        let epd =
            b"# two\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";\n\n7k/5Q2/6K1/8/8/8/8/8 b - -\n";
        let openings = read("positions.epd", epd, 0).unwrap();
        assert_eq!(openings.known_count(9), Some(1));
        assert_eq!(
            openings.get(0).start.to_string(),
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
        );
        let marked = [b"\xEF\xBB\xBF", &epd[..]].concat();
        let openings = read("marked.epd", &marked, 0).unwrap();
        assert_eq!(openings.known_count(9), Some(1));
        let error = read("wrong.epd", b"\n4k3/8 w - -\n", 0)
            .unwrap_err()
            .to_string();
        assert!(error.contains("wrong.epd, line 2: "), "{error}");
    }

    #[test]
    fn games_are_cut_to_the_wanted_length() {
        let openings = read("games.pgn", b"1. e4 e5 2. Nf3 *\n\n1. d4 *\n", 2).unwrap();
        let lengths = [0, 1].map(|number| openings.get(number).moves.len());
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
        let first = |number| openings.get(number).moves[0];
        assert!(first(0) != first(1) && first(0) == first(3));
        for (name, bytes, problem) in [
            ("odd.bin", &[0; 5][..], "odd.bin: "),
            ("empty.bin", &[], "has no opening"),
            ("what.txt", b"", "openings are read from files that end in"),
        ] {
            let error = read(name, bytes, 8).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
    }
}
