//! [`PositionLines`]: the positions of a file as a stream, from lines or games.

use crate::read_error::{Mistake, ReadError};
use plywood_catalog::files;
use plywood_core::{Color, Position};
use plywood_notation::epd::{Epd, EpdError, Operation};
use plywood_notation::pgn::{Games, PgnGame, Step};
use plywood_report::counted;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The longest position; a file without line ends must not fill the memory.
const LONGEST_LINE: u64 = 64 * 1024;

/// One position as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionText {
    /// The position, with a name and other operations if it has any.
    pub text: String,
    /// Its place in a file, such as `line 3` or `game 2`; `None` if it was given as text.
    pub place: Option<String>,
    /// `true` if it's of a game, so that its solution is only the move that was played.
    pub is_played: bool,
}

impl PositionText {
    /// Makes a position that does not come from a file.
    #[must_use]
    pub fn given(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            place: None,
            is_played: false,
        }
    }

    /// Makes the error for a mistake in it, with its place in this file.
    #[must_use]
    pub fn wrong(&self, path: &Path, mistake: impl Into<Mistake>) -> ReadError {
        ReadError::Mistake {
            path: path.to_owned(),
            place: self.place.clone(),
            mistake: mistake.into(),
        }
    }
}

/// The positions of a file, one after the other.
///
/// A file has one position per line; empty lines and lines that begin with `#` are skipped. A file whose name ends in `.pgn` has games;
/// every position with a next move is used, and the move played counts as the solution.
#[derive(Debug)]
pub struct PositionLines<R> {
    path: PathBuf,
    kind: Kind<R>,
}

#[derive(Debug)]
enum Kind<R> {
    Lines { reader: BufReader<R>, number: usize },
    Games(Box<GameLines<R>>),
}

/// The positions of games.
#[derive(Debug)]
struct GameLines<R> {
    games: Games<R>,
    number: usize,
    waiting: VecDeque<PositionText>,
    faulty: usize,
    first_fault: String,
}

impl PositionLines<File> {
    /// Opens the positions of this file.
    ///
    /// # Errors
    /// [`ReadError`] if the file cannot be opened.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let file = files::open(path).map_err(|error| ReadError::file(path, error))?;
        Ok(Self::new(path, file))
    }
}

impl<R: Read> PositionLines<R> {
    /// Reads positions from this source, which errors call by the path.
    #[must_use]
    pub fn new(path: &Path, source: R) -> Self {
        let extension = path.extension().unwrap_or_default();
        let kind = if extension.eq_ignore_ascii_case("pgn") {
            Kind::Games(Box::new(GameLines::new(source)))
        } else {
            let reader = BufReader::with_capacity(1 << 16, source);
            Kind::Lines { reader, number: 0 }
        };
        let path = path.to_owned();
        Self { path, kind }
    }

    /// Returns a note on games with errors, if there are any.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        let Kind::Games(games) = &self.kind else {
            return None;
        };
        let note = note_on_errors(games.faulty, &games.first_fault);
        note.map(|note| format!("{}: {note}", self.path.display()))
    }

    /// Returns the parsed positions; the error of a wrong one has its place.
    pub fn positions(self) -> impl Iterator<Item = Result<Epd, ReadError>> {
        self.read_by(|line| read_position(&line.text))
    }

    /// Parses each position with a function; its error is reported with the place.
    pub fn read_by<T, E: Into<Mistake>>(
        self,
        mut read: impl FnMut(&PositionText) -> Result<T, E>,
    ) -> impl Iterator<Item = Result<T, ReadError>> {
        let path = self.path.clone();
        self.map(move |line| {
            let line = line?;
            read(&line).map_err(|error| line.wrong(&path, error))
        })
    }
}

/// Returns a note on this many games with errors, with the first error.
#[must_use]
pub(crate) fn note_on_errors(games: usize, first: &str) -> Option<String> {
    let games = (games > 0).then(|| counted(games, "game"))?;
    Some(format!(
        "of {games} with errors only the moves before the error are used; the first: {first}"
    ))
}

/// Reads an EPD, or a FEN with its clocks.
///
/// # Errors
/// [`EpdError`] if it is neither.
pub(crate) fn read_position(text: &str) -> Result<Epd, EpdError> {
    text.parse().or_else(|error| {
        let fen = text.parse::<Position>();
        fen.map(Epd::new).map_err(|_| error)
    })
}

impl<R: Read> Iterator for PositionLines<R> {
    type Item = Result<PositionText, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = match &mut self.kind {
            Kind::Lines { reader, number } => next_line(reader, number),
            Kind::Games(games) => games.next_line(),
        };
        let path = &self.path;
        next.map_err(|error| ReadError::file(path, error))
            .transpose()
    }
}

/// Returns the next line that is neither empty nor a comment.
fn next_line(
    reader: &mut BufReader<impl Read>,
    number: &mut usize,
) -> io::Result<Option<PositionText>> {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        *number += 1;
        let length = reader
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes)?;
        if length == 0 {
            return Ok(None);
        }
        if length as u64 == LONGEST_LINE {
            let long = format!("line {number} is longer than {LONGEST_LINE} bytes");
            return Err(io::Error::new(io::ErrorKind::InvalidData, long));
        }
        let text = String::from_utf8_lossy(&bytes);
        let text = match number {
            1 => text.trim_start_matches('\u{FEFF}').trim(),
            _ => text.trim(),
        };
        if !text.is_empty() && !text.starts_with('#') {
            let place = Some(format!("line {number}"));
            let text = text.to_owned();
            return Ok(Some(PositionText {
                text,
                place,
                is_played: false,
            }));
        }
    }
}

impl<R: Read> GameLines<R> {
    fn new(source: R) -> Self {
        Self {
            games: Games::new(source),
            number: 0,
            waiting: VecDeque::new(),
            faulty: 0,
            first_fault: String::new(),
        }
    }

    fn next_line(&mut self) -> io::Result<Option<PositionText>> {
        while self.waiting.is_empty() {
            let Some(game) = self.games.next() else {
                return Ok(None);
            };
            let game = game.map_err(io::Error::other)?;
            self.number += 1;
            self.take(&game);
        }
        Ok(self.waiting.pop_front())
    }

    fn take(&mut self, game: &PgnGame) {
        if let Some(error) = game.errors().first() {
            if self.faulty == 0 {
                self.first_fault = error.to_string();
            }
            self.faulty += 1;
        }
        let number = self.number;
        let lines = game
            .main_line_steps()
            .map_while(|step| line_of(number, &step).ok().flatten());
        self.waiting = lines.collect();
    }
}

/// Returns a position of a game as EPD, with the move played; `None` for a null move.
fn line_of(game: usize, step: &Step<'_>) -> Result<Option<PositionText>, EpdError> {
    let Some(mv) = step.node.mv() else {
        return Ok(None);
    };
    let before = &step.before;
    let dots = match before.side_to_move() {
        Color::White => ".",
        Color::Black => "...",
    };
    let number = before.fullmove_number();
    let name = format!("game {game}, {number}{dots} {}", step.san());
    let mut epd = Epd::new(before.clone());
    epd.add(Operation::moves("bm", &[mv]))?;
    epd.add(Operation::text("id", &name))?;
    let (text, place) = (epd.to_string(), Some(name));
    Ok(Some(PositionText {
        text,
        place,
        is_played: true,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(name: &str, text: &[u8]) -> (Vec<String>, Option<String>) {
        let mut lines = PositionLines::new(Path::new(name), text);
        let found = lines.by_ref().map(|line| match line {
            Ok(line) => format!("{}: {}", line.place.unwrap(), line.text),
            Err(error) => error.to_string(),
        });
        (found.collect(), lines.note())
    }

    #[test]
    fn lines_are_read_without_comments_and_marks() {
        let (found, _) = lines("a.epd", b"\xEF\xBB\xBF# two\n\n one \r\ntwo");
        assert_eq!(found, ["line 3: one", "line 4: two"]);
        let (found, _) = lines("a.epd", b"\xEF\xBB\xBFone");
        assert_eq!(found, ["line 1: one"]);
    }

    #[test]
    fn games_give_each_position_with_its_move() {
        let pgn = b"1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *\n\n1. d4 Ke5 *\n\n1. c4 *\n";
        let (found, note) = lines("b.pgn", pgn);
        assert_eq!(found.len(), 5, "{found:?}");
        assert!(found[1].starts_with("game 1, 1... e5: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/"));
        assert!(found[1].contains("bm e5;"), "{}", found[1]);
        assert!(note.unwrap().contains("of 1 game with errors"));
    }

    #[test]
    fn an_endless_line_is_refused() {
        let mut lines = PositionLines::new(Path::new("d.epd"), vec![b'x'; 70_000].leak() as &[u8]);
        let error = lines.next().unwrap().unwrap_err().to_string();
        assert!(error.contains("line 1 is longer"), "{error}");
    }

    #[test]
    fn positions_have_clocks_or_operations() {
        let text =
            b"4k3/8/8/8/8/8/4P3/4K3 w - - 3 9\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";\n4k3 w\n";
        let found: Vec<_> = PositionLines::new(Path::new("c.epd"), &text[..])
            .positions()
            .collect();
        let first = found[0]
            .as_ref()
            .map(|epd| epd.position().fullmove_number());
        assert_eq!(first.ok(), Some(9));
        assert!(found[1].is_ok());
        let error = found[2].as_ref().unwrap_err().to_string();
        assert!(error.starts_with("c.epd, line 3: "), "{error}");
    }
}
