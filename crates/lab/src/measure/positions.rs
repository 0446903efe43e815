//! [`Positions`]: positions from the command line and from files of any length, read as a stream; and which of them are used.

use crate::checksum::Checksum;
use plywood_console::Failure;
use plywood_console::{PositionLines, files};
use std::cell::Cell;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::rc::Rc;

pub use plywood_console::PositionText;

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

/// The result of the first reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survey {
    /// The number of positions.
    pub count: usize,
    /// A checksum of everything that was read.
    pub checksum: String,
    /// Notes for the user, such as games with errors.
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

/// Which positions of a stream are used. It is decided by their number and the seed alone.
///
/// ```
/// use plywood_lab::Selection;
///
/// let chosen = |selection: Selection| {
///     let mut chooser = selection.chooser(10);
///     (0..10).filter(|_| chooser.takes_next()).collect::<Vec<usize>>()
/// };
/// let every = Selection::Every(4.try_into()?);
/// assert_eq!((chosen(every), every.count(10)), (vec![0, 4, 8], 3));
/// let sample = Selection::Sample { count: 4.try_into()?, seed: 1 };
/// assert_eq!(chosen(sample).len(), sample.count(10));
/// # Ok::<(), std::num::TryFromIntError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Selection {
    /// All.
    #[default]
    All,
    /// The first one, and then one in this many.
    Every(NonZeroUsize),
    /// A random sample, in which every position is equally likely.
    Sample {
        /// Its size.
        count: NonZeroUsize,
        /// The seed of the drawing.
        seed: u64,
    },
}

/// Decides for each position of a stream in turn.
#[derive(Debug, Clone)]
pub struct Chooser {
    selection: Selection,
    random: fastrand::Rng,
    /// The positions that are still to come.
    left: usize,
    /// How many of them are to be drawn.
    wanted: usize,
    passed: usize,
}

impl Selection {
    /// The number of positions it uses of this many.
    #[must_use]
    pub fn count(self, of: usize) -> usize {
        match self {
            Self::All => of,
            Self::Every(step) => of.div_ceil(step.get()),
            Self::Sample { count, .. } => count.get().min(of),
        }
    }

    /// Decides for each of this many positions.
    #[must_use]
    pub fn chooser(self, of: usize) -> Chooser {
        let seed = match self {
            Self::Sample { seed, .. } => seed,
            Self::All | Self::Every(_) => 0,
        };
        Chooser {
            selection: self,
            random: fastrand::Rng::with_seed(seed),
            left: of,
            wanted: self.count(of),
            passed: 0,
        }
    }
}

impl Chooser {
    /// Whether the next position is used.
    pub fn takes_next(&mut self) -> bool {
        self.passed += 1;
        match self.selection {
            Selection::All => true,
            Selection::Every(step) => (self.passed - 1).is_multiple_of(step.get()),
            Selection::Sample { .. } => {
                let is_drawn = self.left > 0 && self.random.usize(..self.left) < self.wanted;
                self.left = self.left.saturating_sub(1);
                self.wanted -= usize::from(is_drawn);
                is_drawn
            }
        }
    }
}

impl fmt::Display for Selection {
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
        assert_eq!((survey.count, survey.notes.len()), (3, 1));
        assert_eq!(positions.read().unwrap().count(), 3);
        fs::write(&path, "").unwrap();
        let error = positions.survey(&mut |_| Ok(())).unwrap_err().to_string();
        fs::remove_file(&path).unwrap();
        assert!(error.contains("found none"), "{error}");
    }

    fn drawn(count: usize, of: usize, seed: u64) -> Vec<usize> {
        let count = NonZeroUsize::new(count).unwrap();
        let mut chooser = Selection::Sample { count, seed }.chooser(of);
        (0..of).filter(|_| chooser.takes_next()).collect()
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
