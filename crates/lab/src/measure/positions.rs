//! [`Positions`]: positions from the command line and from files of any length, read as a stream; and which of them are used.

mod file;
mod selection;

use crate::checksum::Checksum;
use crate::failure::Failure;
use file::FileLines;
use std::path::{Path, PathBuf};

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

/// One position as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionText {
    /// The position, with a name and other operations if it has any.
    pub text: String,
    /// Where a file has it, such as `line 3` or `game 2`; `None` if it was given as text.
    pub place: Option<String>,
}

impl PositionText {
    /// A position that does not come from a file.
    #[must_use]
    pub fn given(text: &str) -> Self {
        let text = text.to_owned();
        Self { text, place: None }
    }
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
            let mut lines = FileLines::open(path, checksum)?;
            for line in lines.by_ref() {
                let line = line?;
                check(&line).map_err(|failure| in_file(path, &line, &failure))?;
                count += 1;
            }
            checksum = lines.checksum();
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
        let lines = file.map(|path| FileLines::open(path, Checksum::new()));
        let lines = lines.transpose()?.into_iter().flatten();
        let texts = self.texts.iter().map(|text| Ok(PositionText::given(text)));
        Ok(texts.chain(lines))
    }
}

fn in_file(path: &Path, line: &PositionText, failure: &Failure) -> Failure {
    let place = line.place.as_deref().unwrap_or_default();
    Failure::Usage(format!("{}, {place}: {failure}", path.display()))
}
