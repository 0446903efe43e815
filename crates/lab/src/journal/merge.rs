//! [`Merge`]: several journals of the same work, put together.
//!
//! The files are read as streams. What is kept of a result is where its line is and a checksum: 16 bytes.

use crate::journal::{Charter, Header, Item, ItemLine, JournalError};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// Several journals of the same work.
#[derive(Debug)]
pub struct Merge<T> {
    header: Header,
    files: Vec<PathBuf>,
    /// Where each result is, by its number.
    places: Vec<Option<Place>>,
    notes: Vec<String>,
    results: PhantomData<T>,
}

#[derive(Debug, Clone, Copy)]
struct Place {
    offset: u64,
    file: u16,
    fingerprint: u32,
}

/// The header of a journal, which says what kind of work it is of.
pub(crate) fn first_header(path: &Path) -> Result<Header, JournalError> {
    let mut line = String::new();
    open(path)?
        .read_line(&mut line)
        .map_err(|error| JournalError::file(path, error))?;
    match Header::read(&line) {
        Some(header) => Ok(header),
        None if line.is_empty() => Err(JournalError::Empty(path.to_owned())),
        None => Err(no_header(path, 1)),
    }
}

fn no_header(path: &Path, line: usize) -> JournalError {
    let expected = "expected the settings of the work; is this a journal of this version?";
    JournalError::line(path, line, expected.to_owned())
}

fn open(path: &Path) -> Result<BufReader<File>, JournalError> {
    let failed = |error| JournalError::file(path, error);
    let file = File::open(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.is_dir() {
        return Err(failed(io::Error::from(io::ErrorKind::IsADirectory)));
    }
    Ok(BufReader::with_capacity(1 << 18, file))
}

impl<T: Item> Merge<T> {
    /// Reads the journals, and reports every result once, in the order of the files.
    ///
    /// # Errors
    /// A file cannot be read or is given twice, the journals are of different work, or two results disagree.
    pub fn read(files: &[PathBuf], each: &mut dyn FnMut(&T)) -> Result<Self, JournalError> {
        let first = files.first().map_or(Path::new(""), PathBuf::as_path);
        let mut merge = Self {
            header: first_header(first)?,
            files: files.to_vec(),
            places: Vec::new(),
            notes: Vec::new(),
            results: PhantomData,
        };
        let mut known = Vec::new();
        for (file, path) in (0..).zip(files) {
            let whole = fs::canonicalize(path).map_err(|error| JournalError::file(path, error))?;
            if known.contains(&whole) {
                return Err(JournalError::Twice(path.clone()));
            }
            known.push(whole);
            first_header(path)?;
            merge.read_file(file, path, each)?;
        }
        Ok(merge)
    }

    fn read_file(
        &mut self,
        file: u16,
        path: &Path,
        each: &mut dyn FnMut(&T),
    ) -> Result<(), JournalError> {
        let (mut reader, mut text, mut offset) = (open(path)?, Vec::new(), 0);
        for line in 1.. {
            text.clear();
            let length = reader
                .read_until(b'\n', &mut text)
                .map_err(|error| JournalError::file(path, error))?;
            if !text.ends_with(b"\n") {
                if length > 0 {
                    let note = "the last line is incomplete and does not count";
                    self.notes.push(format!("{}: {note}", path.display()));
                }
                return Ok(());
            }
            let place = Place {
                offset,
                file,
                fingerprint: 0,
            };
            self.line((path, line), &text, place, each)?;
            offset += length as u64;
        }
        Ok(())
    }

    fn line(
        &mut self,
        (path, line): (&Path, usize),
        text: &[u8],
        place: Place,
        each: &mut dyn FnMut(&T),
    ) -> Result<(), JournalError> {
        let [one, _] = T::NAMES;
        let wrong = |problem: String| JournalError::line(path, line, problem);
        let found: ItemLine<T> = match serde_json::from_slice(text) {
            Ok(found) => found,
            Err(error) => {
                let header = Header::read(&String::from_utf8_lossy(text));
                let header = header.ok_or_else(|| wrong(format!("expected a {one} ({error})")))?;
                return self.header(path, &header);
            }
        };
        if found.of != self.header.hash {
            return Err(wrong(format!("this {one} is of other work")));
        }
        let number = found.result.number();
        let fingerprint = (found.result.fingerprint() >> 32) as u32;
        if number >= self.places.len() {
            self.places.resize(number + 1, None);
        }
        match self.places[number] {
            None => {
                self.places[number] = Some(Place {
                    fingerprint,
                    ..place
                });
                each(&found.result);
                Ok(())
            }
            // The same shard was worked on twice.
            Some(known) if known.fingerprint == fingerprint => Ok(()),
            Some(known) => {
                let other = self.files[usize::from(known.file)].display();
                Err(wrong(format!(
                    "{one} {number} is in {other}, too, with another result"
                )))
            }
        }
    }

    /// Every file has a header, and more if its work was extended.
    fn header(&mut self, path: &Path, found: &Header) -> Result<(), JournalError> {
        if let Some(difference) = found.charter.difference(&self.header.charter) {
            let path = path.to_owned();
            return Err(JournalError::OtherWork { path, difference });
        }
        self.header.count = self.header.count.max(found.count);
        Ok(())
    }

    /// What was asked.
    #[must_use]
    pub const fn charter(&self) -> &Charter {
        &self.header.charter
    }

    /// The number of results of the whole work.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.header.count
    }

    /// What should be known, such as lines that do not count.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The numbers of the results that are missing, as ranges with both ends.
    #[must_use]
    pub fn missing(&self) -> Vec<(usize, usize)> {
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        let is_missing = |number: &usize| self.places.get(*number).is_none_or(Option::is_none);
        for number in (0..self.header.count).filter(is_missing) {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == number => *last = number,
                _ => ranges.push((number, number)),
            }
        }
        ranges
    }

    /// The command line by which the missing results are computed, once the merged journal is in this file.
    #[must_use]
    pub fn command(&self, journal: &str) -> String {
        let mut words = vec!["plywood-lab".to_owned()];
        let mut is_value = false;
        for word in &self.header.command {
            let is_replaced = ["--shard", "--journal"]
                .iter()
                .any(|option| word == option || word.starts_with(&format!("{option}=")));
            if !is_value && !is_replaced {
                words.push(quoted(word));
            }
            is_value = is_replaced && !word.contains('=');
        }
        words.extend(["--journal".to_owned(), quoted(journal)]);
        words.join(" ")
    }

    /// Reads the results again in the order of their numbers.
    ///
    /// # Errors
    /// A file cannot be read, or was changed meanwhile.
    pub fn in_order(&self, each: &mut dyn FnMut(T) -> io::Result<()>) -> Result<(), JournalError> {
        self.lines(&mut |path, line| {
            let found: ItemLine<T> = serde_json::from_str(line)
                .map_err(|error| JournalError::file(path, error.into()))?;
            each(found.result).map_err(|error| JournalError::file(path, error))
        })
    }

    /// Writes one journal with all results in the order of their numbers.
    ///
    /// # Errors
    /// A file cannot be read, or the new one not be written.
    pub fn write(&self, path: &Path) -> Result<(), JournalError> {
        let failed = |error| JournalError::file(path, error);
        let file = File::create_new(path).map_err(failed)?;
        let mut file = io::BufWriter::new(file);
        let header = serde_json::to_string(&self.header).map_err(|error| failed(error.into()))?;
        writeln!(file, "{header}").map_err(failed)?;
        self.lines(&mut |_, line| file.write_all(line.as_bytes()).map_err(failed))?;
        file.flush().map_err(failed)
    }

    fn lines(
        &self,
        each: &mut dyn FnMut(&Path, &str) -> Result<(), JournalError>,
    ) -> Result<(), JournalError> {
        let readers: Result<Vec<_>, _> = self.files.iter().map(|path| open(path)).collect();
        let mut readers: Vec<(BufReader<File>, i64)> =
            readers?.into_iter().map(|reader| (reader, 0)).collect();
        let mut line = String::new();
        for place in self.places.iter().flatten() {
            let path = &self.files[usize::from(place.file)];
            let failed = |error| JournalError::file(path, error);
            let (reader, at) = &mut readers[usize::from(place.file)];
            let offset = place.offset.cast_signed();
            // Within what is in memory this costs nothing, and most lines are nearly in order.
            reader.seek_relative(offset - *at).map_err(failed)?;
            line.clear();
            let length = reader.read_line(&mut line).map_err(failed)?;
            *at = offset + i64::try_from(length).unwrap_or_default();
            each(path, &line)?;
        }
        Ok(())
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
