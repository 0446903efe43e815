//! [`FileLines`]: the positions of a file as lines, whether it has lines or games.

use crate::checksum::Checksum;
use crate::failure::Failure;
use crate::measure::positions::PositionText;
use plywood_notation::epd::{Epd, EpdError, Operation};
use plywood_notation::pgn::{Games, PgnGame, Step};
use std::cell::Cell;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// No position is longer; a file without line ends must not fill the memory.
const LONGEST_LINE: u64 = 64 * 1024;

/// The positions of a file, one after the other.
pub(super) struct FileLines {
    path: PathBuf,
    kind: Kind,
    checksum: Rc<Cell<Checksum>>,
}

enum Kind {
    Lines {
        reader: BufReader<Summed>,
        number: usize,
    },
    Games(Box<GameLines>),
}

/// The positions of games.
struct GameLines {
    games: Games<Summed>,
    number: usize,
    waiting: VecDeque<PositionText>,
    faulty: usize,
    first_fault: String,
}

/// A file whose bytes are summed up while they are read.
struct Summed {
    file: File,
    checksum: Rc<Cell<Checksum>>,
}

impl Read for Summed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(buffer)?;
        let sum = self.checksum.get().with(&buffer[..length]);
        self.checksum.set(sum);
        Ok(length)
    }
}

impl FileLines {
    /// Opens the file; what is read is added to a checksum.
    pub(super) fn open(path: &Path, checksum: Checksum) -> Result<Self, Failure> {
        let file = File::open(path).map_err(|error| failed(path, &error))?;
        let checksum = Rc::new(Cell::new(checksum));
        let summed = Summed {
            file,
            checksum: checksum.clone(),
        };
        let extension = path.extension().unwrap_or_default();
        let kind = if extension.eq_ignore_ascii_case("pgn") {
            Kind::Games(Box::new(GameLines::new(summed)))
        } else {
            let reader = BufReader::with_capacity(1 << 16, summed);
            Kind::Lines { reader, number: 0 }
        };
        let path = path.to_owned();
        Ok(Self {
            path,
            kind,
            checksum,
        })
    }

    /// The checksum of what was read.
    pub(super) fn checksum(&self) -> Checksum {
        self.checksum.get()
    }

    /// What should be known of games with errors.
    pub(super) fn note(&self) -> Option<String> {
        let Kind::Games(games) = &self.kind else {
            return None;
        };
        let path = self.path.display();
        (games.faulty > 0).then(|| {
            format!(
                "{path}: of {} games with errors only the moves before the error are used; the first: {}",
                games.faulty, games.first_fault
            )
        })
    }
}

impl Iterator for FileLines {
    type Item = Result<PositionText, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = match &mut self.kind {
            Kind::Lines { reader, number } => next_line(reader, number),
            Kind::Games(games) => games.next_line(),
        };
        let path = &self.path;
        next.map_err(|error| failed(path, &error)).transpose()
    }
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("{}: {error}", path.display()))
}

/// The next line that is not empty and not a comment.
fn next_line(
    reader: &mut BufReader<Summed>,
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
        let text = text.trim();
        if !text.is_empty() && !text.starts_with('#') {
            let place = Some(format!("line {number}"));
            let text = text.to_owned();
            return Ok(Some(PositionText { text, place }));
        }
    }
}

impl GameLines {
    fn new(source: Summed) -> Self {
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

/// A position of a game as EPD, with the move that was played; `None` for a null move.
fn line_of(game: usize, step: &Step<'_>) -> Result<Option<PositionText>, EpdError> {
    let Some(mv) = step.node.mv() else {
        return Ok(None);
    };
    let before = &step.before;
    let dots = if before.side_to_move() == plywood_core::Color::White {
        "."
    } else {
        "..."
    };
    let name = format!(
        "game {game}, {}{dots} {}",
        before.fullmove_number(),
        step.san()
    );
    let mut epd = Epd::new(before.clone());
    epd.add(Operation::BestMoves(vec![mv]))?;
    epd.add(Operation::Id(name.clone()))?;
    let (text, place) = (epd.to_string(), Some(name));
    Ok(Some(PositionText { text, place }))
}

#[cfg(test)]
mod tests {
    use crate::measure::positions::{Positions, Survey};
    use std::fs;

    fn survey(name: &str, text: &[u8]) -> (Vec<String>, Result<Survey, String>) {
        let folder = std::env::temp_dir().join(format!("plywood-positions-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        let positions = Positions::in_file(&path);
        let survey = positions.survey(&mut |_| Ok(()));
        let lines = positions
            .read()
            .unwrap()
            .map_while(Result::ok)
            .map(|line| format!("{}: {}", line.place.unwrap(), line.text))
            .collect();
        fs::remove_file(&path).unwrap();
        (lines, survey.map_err(|failure| failure.to_string()))
    }

    #[test]
    fn lines_are_read_without_comments() {
        let (lines, survey) = survey("a.epd", b"# two\n\n one \r\ntwo");
        assert_eq!(lines, ["line 3: one", "line 4: two"]);
        assert_eq!(survey.map(|survey| survey.count), Ok(2));
    }

    #[test]
    fn games_give_each_position_with_its_move() {
        let pgn = b"1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *\n\n1. d4 Ke5 *\n\n1. c4 *\n";
        let (lines, survey) = survey("b.pgn", pgn);
        assert_eq!(lines.len(), 5, "{lines:?}");
        assert!(lines[1].starts_with("game 1, 1... e5: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/"));
        assert!(lines[1].contains("bm e5;"), "{}", lines[1]);
        let survey = survey.unwrap();
        assert_eq!(survey.count, 5);
        assert!(survey.notes[0].contains("of 1 games with errors"));
    }

    #[test]
    fn what_is_no_list_of_positions_is_refused() {
        let error = |name: &str, text: &[u8]| survey(name, text).1.unwrap_err();
        assert!(error("c.epd", b"# nothing\n").contains("found none"));
        assert!(error("d.epd", &vec![b'x'; 70_000]).contains("line 1 is longer"));
    }
}
