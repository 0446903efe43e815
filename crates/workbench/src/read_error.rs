//! [`ReadError`]: the reason that a file of positions, games or openings was not read; and [`PositionError`], a mistake in a position.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A mistake in a file, in the words of its format.
pub type Mistake = Box<dyn Error + Send + Sync>;

/// The reason that a file of positions, games or openings was not read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// It contains a mistake.
    #[error("{}{}: {mistake}", path.display(), place.as_ref().map(|place| format!(", {place}")).unwrap_or_default())]
    Mistake {
        /// The file.
        path: PathBuf,
        /// The place, such as `line 3`, unless the mistake names it or is in the whole file.
        place: Option<String>,
        /// The mistake.
        mistake: Mistake,
    },
    /// A position that is not from a file is wrong.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The files have nothing to read.
    #[error("{}: expected {expected}, found none{}", listed(files), note.as_ref().map(|note| format!("; {note}")).unwrap_or_default())]
    Nothing {
        /// The files.
        files: Vec<PathBuf>,
        /// The expected contents.
        expected: &'static str,
        /// A note on errors in them.
        note: Option<String>,
    },
    /// The name is not that of a file of openings.
    #[error("{}: openings are read from files that end in .epd, .fen, .pgn or .bin", .0.display())]
    NotOpenings(PathBuf),
    /// The game is over after every opening.
    #[error("{}: it has no opening that leaves a game to play", .0.display())]
    NoOpening(PathBuf),
}

impl ReadError {
    pub(crate) fn file(path: &Path, error: io::Error) -> Self {
        let path = path.to_owned();
        Self::File { path, error }
    }

    pub(crate) fn mistake(path: &Path, mistake: impl Into<Mistake>) -> Self {
        Self::Mistake {
            path: path.to_owned(),
            place: None,
            mistake: mistake.into(),
        }
    }

    /// Makes the error for files without the expected contents, with a note on their errors.
    pub fn nothing<P: AsRef<Path>>(
        files: &[P],
        expected: &'static str,
        note: Option<String>,
    ) -> Self {
        let files = files.iter().map(|file| file.as_ref().to_owned());
        Self::Nothing {
            files: files.collect(),
            expected,
            note,
        }
    }
}

fn listed(files: &[PathBuf]) -> String {
    let files = files.iter().map(|file| file.display().to_string());
    files.collect::<Vec<_>>().join(", ")
}

/// The mistake in a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// It was typed, and is not one of the game's.
    #[error("{game} {text:?}: {mistake}")]
    Typed {
        /// The game.
        game: String,
        /// The whole string.
        text: String,
        /// The mistake, in the game's words.
        mistake: String,
    },
    /// A line of a file is not one of the game's, with the mistake in the game's words.
    #[error("{0}")]
    Line(String),
    /// A line has no solution.
    #[error("expected an operation bm, am or dm, or points in c0, found none")]
    Unsolved,
}
