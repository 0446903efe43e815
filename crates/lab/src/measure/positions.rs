//! [`Positions`]: positions from the command line and from files of any length, read as a stream; and which of them are used.

mod selection;

use crate::checksum::Checksum;
use crate::failure::Failure;
use plywood_console::{PositionLines, files};
use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

pub use plywood_console::PositionText;
pub use selection::{Chooser, Selection};

/// Positions: some as text, and those of a file.
///
/// The file has one position on each line, for chess as FEN or EPD; empty lines and lines that begin with `#` are skipped. A
/// file whose name ends in `.pgn` has games, of which every position is used in which a move follows; the move that was
/// played counts as the solution.
///
/// The file is read twice, as a stream: once to count and check all positions before any work begins, and again to use them.
#[derive(Debug, Clone, Default)]
pub struct Positions {
    texts: Vec<String>,
    file: Option<PathBuf>,
}

/// What is known after the first reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survey {
    /// The number of positions.
    pub count: usize,
    /// A checksum of everything that was read.
    pub checksum: String,
    /// What should be known, such as games with errors.
    pub notes: Vec<String>,
}

impl Positions {
    /// Positions as texts, followed by those of a file.
    #[must_use]
    pub const fn new(texts: Vec<String>, file: Option<PathBuf>) -> Self {
        Self { texts, file }
    }

    /// The positions of a file.
    #[must_use]
    pub fn in_file(path: &Path) -> Self {
        Self::new(Vec::new(), Some(path.to_owned()))
    }

    /// Reads everything once, and has each position checked.
    ///
    /// # Errors
    /// The file cannot be read, or a position is wrong; the error says where. There are no positions.
    pub fn survey(
        &self,
        check: &mut dyn FnMut(&PositionText) -> Result<(), Failure>,
    ) -> Result<Survey, Failure> {
        let mut checksum = Checksum::new();
        for text in &self.texts {
            checksum = checksum.with(text.as_bytes()).with(b"\n");
            check(&PositionText::given(text))?;
        }
        let (mut count, mut notes) = (self.texts.len(), Vec::new());
        if let Some(path) = &self.file {
            let (source, sum) = Summed::open(path, checksum)?;
            let mut lines = PositionLines::new(path, source);
            for line in lines.by_ref() {
                let line = line?;
                check(&line).map_err(|failure| in_file(path, &line, &failure))?;
                count += 1;
            }
            checksum = sum.get();
            notes.extend(lines.note());
        }
        if count == 0 {
            let path = self.file.as_deref().unwrap_or(Path::new(""));
            let none = format!("{}: expected positions, found none", path.display());
            return Err(Failure::Usage(none));
        }
        let checksum = checksum.text();
        Ok(Survey {
            count,
            checksum,
            notes,
        })
    }

    /// Reads the positions again, one after the other.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn read(
        &self,
    ) -> Result<impl Iterator<Item = Result<PositionText, Failure>> + use<'_>, Failure> {
        let file = self.file.as_deref();
        let lines = file.map(PositionLines::open);
        let lines = lines.transpose()?.into_iter().flatten();
        let texts = self.texts.iter().map(|text| Ok(PositionText::given(text)));
        Ok(texts.chain(lines))
    }
}

fn in_file(path: &Path, line: &PositionText, failure: &Failure) -> Failure {
    let place = line.place.as_deref().unwrap_or_default();
    Failure::Usage(format!("{}, {place}: {failure}", path.display()))
}

/// A file whose bytes are summed up while they are read.
struct Summed {
    file: File,
    checksum: Rc<Cell<Checksum>>,
}

impl Summed {
    /// Opens the file, with the sum of what is read.
    fn open(path: &Path, checksum: Checksum) -> Result<(Self, Rc<Cell<Checksum>>), Failure> {
        let file = files::open(path)?;
        let checksum = Rc::new(Cell::new(checksum));
        let sum = Rc::clone(&checksum);
        Ok((Self { file, checksum }, sum))
    }
}

impl Read for Summed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(buffer)?;
        let sum = self.checksum.get().with(&buffer[..length]);
        self.checksum.set(sum);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_file_is_surveyed_and_read_again() {
        let path = std::env::temp_dir().join(format!("plywood-{}.pgn", std::process::id()));
        fs::write(&path, "1. e4 e5 *\n\n1. d4 Ke5 *\n").unwrap();
        let positions = Positions::in_file(&path);
        let survey = positions.survey(&mut |_| Ok(())).unwrap();
        assert_eq!((survey.count, survey.notes.len()), (3, 1));
        assert_eq!(positions.read().unwrap().count(), 3);
        fs::write(&path, "").unwrap();
        let error = positions.survey(&mut |_| Ok(())).unwrap_err().to_string();
        fs::remove_file(&path).unwrap();
        assert!(error.contains("found none"), "{error}");
    }
}
