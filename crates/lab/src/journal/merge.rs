//! [`Merge`]: several journals of the same work, put together.
//!
//! The files are read as streams. In memory are only the number of each result, the place of its line, and a checksum.

use crate::journal::Job;
use crate::journal::lines::{Header, Item, ItemLine, JournalError, MOST_RESULTS, Reader, open};
use plywood_console::files;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
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
    places: BTreeMap<usize, Place>,
    notes: Vec<String>,
    results: PhantomData<T>,
}

#[derive(Debug, Clone, Copy)]
struct Place {
    offset: u64,
    file: u32,
    fingerprint: u32,
}

impl<T: Item> Merge<T> {
    /// Reads the journals, and reports every result once, in the order of the files.
    ///
    /// # Errors
    /// A file cannot be read or is given twice, the journals are of different work, or two results disagree.
    pub fn read(files: &[PathBuf], each: &mut dyn FnMut(&T)) -> Result<Self, JournalError> {
        let first = files.first().map_or(Path::new(""), PathBuf::as_path);
        let header = Header::of_file(first)?;
        let mut merge = Self {
            header: header.clone(),
            files: files.to_vec(),
            places: BTreeMap::new(),
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
            let reader = Reader {
                path,
                wanted: &header,
                most: MOST_RESULTS,
            };
            let found = reader.read(open(path)?, &mut |result: T, offset| {
                merge.place(&result, offset, file, each)
            })?;
            let count = found
                .count
                .ok_or_else(|| JournalError::Empty(path.clone()))?;
            merge.header.count = merge.header.count.max(count);
            if found.is_torn {
                let note = "the last line is incomplete and does not count";
                merge.notes.push(format!("{}: {note}", path.display()));
            }
        }
        Ok(merge)
    }

    fn place(
        &mut self,
        result: &T,
        offset: u64,
        file: u32,
        each: &mut dyn FnMut(&T),
    ) -> Result<(), String> {
        let fingerprint = (result.fingerprint() >> 32) as u32;
        match self.places.entry(result.number()) {
            Entry::Vacant(place) => {
                place.insert(Place {
                    offset,
                    file,
                    fingerprint,
                });
                each(result);
                Ok(())
            }
            // The same shard was worked on twice.
            Entry::Occupied(known) if known.get().fingerprint == fingerprint => Ok(()),
            Entry::Occupied(known) => {
                let other = self.files[known.get().file as usize].display();
                let ([one, _], number) = (T::NAMES, result.number());
                Err(format!(
                    "{one} {number} is in {other}, too, with another result"
                ))
            }
        }
    }

    /// What was asked.
    #[must_use]
    pub const fn job(&self) -> &Job {
        &self.header.job
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
        let mut ranges = Vec::new();
        let mut next = 0;
        for &number in self.places.keys().chain([&self.header.count]) {
            if number > next {
                ranges.push((next, number - 1));
            }
            next = number + 1;
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
    /// A file cannot be read, or was changed meanwhile; or `each` fails.
    pub fn in_order<E: From<JournalError>>(
        &self,
        each: &mut dyn FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        self.lines(&mut |path, line| {
            let found: ItemLine<T> = serde_json::from_str(line)
                .map_err(|error| JournalError::file(path, error.into()))?;
            each(found.result)
        })
    }

    /// Writes one journal with all results in the order of their numbers.
    ///
    /// # Errors
    /// A file cannot be read, or the new one not be written. Then there is no new one.
    pub fn write(&self, path: &Path) -> Result<(), JournalError> {
        let file = File::create_new(path).map_err(|error| JournalError::file(path, error))?;
        let written = self.write_to(path, file);
        if written.is_err() {
            let _ = fs::remove_file(path);
        }
        written
    }

    fn write_to(&self, path: &Path, file: File) -> Result<(), JournalError> {
        let failed = |error| JournalError::file(path, error);
        let mut file = io::BufWriter::new(file);
        let header = serde_json::to_string(&self.header).map_err(|error| failed(error.into()))?;
        writeln!(file, "{header}").map_err(failed)?;
        self.lines(&mut |_, line| file.write_all(line.as_bytes()).map_err(failed))?;
        let file = file
            .into_inner()
            .map_err(|error| failed(error.into_error()))?;
        file.sync_data().map_err(failed)?;
        if files::is_at(&file, path) {
            Ok(())
        } else {
            Err(JournalError::Gone(path.to_owned()))
        }
    }

    fn lines<E: From<JournalError>>(
        &self,
        each: &mut dyn FnMut(&Path, &str) -> Result<(), E>,
    ) -> Result<(), E> {
        let readers: Result<Vec<_>, _> = self.files.iter().map(|path| open(path)).collect();
        let mut readers: Vec<(BufReader<File>, i64)> =
            readers?.into_iter().map(|reader| (reader, 0)).collect();
        let mut line = String::new();
        for place in self.places.values() {
            let file = place.file as usize;
            let path = &self.files[file];
            let failed = |error| JournalError::file(path, error);
            let (reader, at) = &mut readers[file];
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
