//! [`Positions`]: positions from the command line and from files of any length, read as a stream; and [`Subset`], which selects some.

use crate::position_lines::{PositionLines, PositionText};
use crate::read_error::{PositionError, ReadError};
use plywood_catalog::{Catalog, Playable, Task};
use plywood_report::Checksum;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Positions: some as strings, and those of a file.
///
/// The file has one position per line, for chess as FEN or EPD; empty lines and lines that begin with `#` are skipped. A file whose name
/// ends in `.pgn` has games; every position with a next move is used, and the move played counts as the solution.
///
/// The file is read twice, as a stream: once to count and check all positions before any work begins, and again to use them.
#[derive(Debug, Clone, Default)]
pub struct Positions {
    texts: Vec<String>,
    file: Option<PathBuf>,
}

/// The result of the first reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survey {
    /// The number of positions.
    pub count: usize,
    /// A checksum of all positions.
    pub checksum: String,
    /// A note on games with errors, if there are any.
    pub note: Option<String>,
}

impl Positions {
    /// Makes positions from strings, followed by the positions of a file.
    #[must_use]
    pub const fn new(texts: Vec<String>, file: Option<PathBuf>) -> Self {
        Self { texts, file }
    }

    /// Returns the positions of a file.
    #[must_use]
    pub fn in_file(path: &Path) -> Self {
        Self::new(Vec::new(), Some(path.to_owned()))
    }

    /// Reads everything once and checks each position.
    ///
    /// # Errors
    /// [`ReadError`] if the file cannot be read, a position is wrong (it says where), or there are no positions.
    pub fn survey(
        &self,
        check: &mut dyn FnMut(&PositionText) -> Result<(), PositionError>,
    ) -> Result<Survey, ReadError> {
        let add = |sum: Checksum, text: &str| sum.with(text.as_bytes()).with(b"\n");
        let mut checksum = Checksum::new();
        for text in &self.texts {
            checksum = add(checksum, text);
            check(&PositionText::given(text))?;
        }
        let (mut count, mut note) = (self.texts.len(), None);
        if let Some(path) = &self.file {
            let mut lines = PositionLines::open(path)?;
            for line in lines.by_ref() {
                let line = line?;
                check(&line).map_err(|error| line.wrong(path, error))?;
                checksum = add(checksum, &line.text);
                count += 1;
            }
            note = lines.note();
        }
        if count == 0 {
            let path = self.file.as_deref().unwrap_or(Path::new(""));
            return Err(ReadError::nothing(&[path], "positions", note));
        }
        let checksum = checksum.text();
        Ok(Survey {
            count,
            checksum,
            note,
        })
    }

    /// Reads the positions again, one after the other.
    ///
    /// # Errors
    /// [`ReadError`] if the file cannot be opened.
    pub fn read(
        &self,
    ) -> Result<impl Iterator<Item = Result<PositionText, ReadError>> + use<'_>, ReadError> {
        let file = self.file.as_deref();
        let lines = file.map(PositionLines::open);
        let lines = lines.transpose()?.into_iter().flatten();
        let texts = self.texts.iter().map(|text| Ok(PositionText::given(text)));
        Ok(texts.chain(lines))
    }
}

/// Reads a position: from a file as one of its lines, otherwise as the user types it.
///
/// # Errors
/// [`PositionError`] with the mistake in the position.
pub fn read<G: Playable>(
    catalog: &Catalog<G>,
    text: &PositionText,
) -> Result<(String, G), PositionError> {
    if text.place.is_some() {
        return read_line(&text.text);
    }
    let position = read_typed(catalog, &text.text);
    let name = match text.text.as_str() {
        "" => "the start",
        text => text,
    };
    position.map(|position| (name.to_owned(), position))
}

/// Reads a position as the user types it.
///
/// # Errors
/// [`PositionError`] with the mistake in the string.
pub fn read_typed<G: Playable>(catalog: &Catalog<G>, text: &str) -> Result<G, PositionError> {
    let read = match text {
        "" => Ok(catalog.example_position().clone()),
        text => G::read(text),
    };
    read.map_err(|mistake| PositionError::Typed {
        game: catalog.name().to_owned(),
        text: text.to_owned(),
        mistake,
    })
}

/// Reads a line of a file, with the position's name on it, or otherwise the whole line as its name.
///
/// # Errors
/// [`PositionError`] with the mistake in the line.
pub fn read_line<G: Playable>(line: &str) -> Result<(String, G), PositionError> {
    let task = G::read_task(line).map_err(PositionError::Line)?;
    Ok((task.name.unwrap_or_else(|| line.to_owned()), task.position))
}

/// Reads a position with its solution, named by its place in the file if it has no name.
///
/// # Errors
/// [`PositionError`] with the mistake in the line.
pub fn read_task<G: Playable>(line: &PositionText) -> Result<Task<G>, PositionError> {
    let mut task = G::read_task(&line.text).map_err(PositionError::Line)?;
    // A typed position, or the game's example, need not have one.
    if line.place.is_some() && !task.has_solution() {
        return Err(PositionError::Unsolved);
    }
    let place = || line.place.clone().unwrap_or_else(|| line.text.clone());
    task.name = Some(task.name.unwrap_or_else(place));
    Ok(task)
}

/// The positions of a stream to use. Only their number and the seed decide.
///
/// ```
/// use plywood_workbench::Subset;
///
/// let chosen = |selection: Subset| {
///     let mut chooser = selection.chooser(10);
///     (0..10).filter(|_| chooser()).collect::<Vec<usize>>()
/// };
/// let every = Subset::Every(4.try_into()?);
/// assert_eq!((chosen(every), every.count(10)), (vec![0, 4, 8], 3));
/// let sample = Subset::Sample { count: 4.try_into()?, seed: 1 };
/// assert_eq!(chosen(sample).len(), sample.count(10));
/// # Ok::<(), std::num::TryFromIntError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Subset {
    /// All.
    #[default]
    All,
    /// The first one, and then every n-th.
    Every(NonZeroUsize),
    /// A random sample in which every position is equally likely.
    Sample {
        /// Its size.
        count: NonZeroUsize,
        /// The seed of the drawing.
        seed: u64,
    },
}

impl Subset {
    /// Returns the number of positions it selects from this many.
    #[must_use]
    pub fn count(self, of: usize) -> usize {
        match self {
            Self::All => of,
            Self::Every(step) => of.div_ceil(step.get()),
            Self::Sample { count, .. } => count.get().min(of),
        }
    }

    /// Decides for each of this many positions in turn whether to use it.
    pub fn chooser(self, of: usize) -> impl FnMut() -> bool {
        let seed = match self {
            Self::Sample { seed, .. } => seed,
            Self::All | Self::Every(_) => 0,
        };
        let mut random = fastrand::Rng::with_seed(seed);
        // The number of remaining positions, and of those to draw.
        let (mut left, mut wanted) = (of, self.count(of));
        let mut passed = 0_usize;
        move || {
            passed += 1;
            match self {
                Self::All => true,
                Self::Every(step) => (passed - 1).is_multiple_of(step.get()),
                Self::Sample { .. } => {
                    let is_drawn = left > 0 && random.usize(..left) < wanted;
                    left = left.saturating_sub(1);
                    wanted -= usize::from(is_drawn);
                    is_drawn
                }
            }
        }
    }
}

impl fmt::Display for Subset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Every(step) => write!(f, "one in {step}"),
            Self::Sample { count, seed } => write!(f, "a sample of {count} by seed {seed}"),
        }
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
        assert_eq!((survey.count, survey.note.is_some()), (3, true));
        assert_eq!(positions.read().unwrap().count(), 3);
        fs::write(&path, "").unwrap();
        let error = positions.survey(&mut |_| Ok(())).unwrap_err().to_string();
        fs::remove_file(&path).unwrap();
        assert!(error.contains("found none"), "{error}");
    }

    fn drawn(count: usize, of: usize, seed: u64) -> Vec<usize> {
        let count = NonZeroUsize::new(count).unwrap();
        let mut chooser = Subset::Sample { count, seed }.chooser(of);
        (0..of).filter(|_| chooser()).collect()
    }

    #[test]
    fn a_sample_has_its_size_whatever_the_seed() {
        for seed in 0..50 {
            assert_eq!(drawn(7, 100, seed).len(), 7);
            assert_eq!(drawn(9, 5, seed), [0, 1, 2, 3, 4]);
        }
        assert_eq!(drawn(7, 100, 1), drawn(7, 100, 1));
        assert_ne!(drawn(7, 100, 1), drawn(7, 100, 2));
    }

    #[test]
    fn every_position_is_drawn_about_equally_often() {
        let mut times = [0; 10];
        for seed in 0..3_000 {
            for at in drawn(3, 10, seed) {
                times[at] += 1;
            }
        }
        assert!(
            times.iter().all(|times| (780..1_020).contains(times)),
            "{times:?}"
        );
    }
}
