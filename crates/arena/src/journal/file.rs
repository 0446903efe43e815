//! [`Journal`]: the items of a piece of work in a file that grows line by line, or in several files of its parts.
//!
//! An item counts as soon as its line is written. The process can be killed at any moment: at most the last line is then
//! incomplete, and it is cut off when the work goes on. In memory are only the number of each item, the place of its line, and
//! a checksum.

use crate::journal::lines::{
    Header, Item, ItemLine, Job, JournalError, LONGEST_LINE, MOST_ITEMS, must_be_file, no_header,
    open,
};
use plywood_console::output::OutputFile;
use plywood_console::{Failure, files};
use serde::Serialize;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// The items of a piece of work, as far as they are known.
#[derive(Debug)]
pub struct Journal<T> {
    header: Header,
    files: Vec<PathBuf>,
    /// Where each item is, by its number.
    places: BTreeMap<usize, Place>,
    notes: Vec<String>,
    writer: Option<Writer>,
    items: PhantomData<fn() -> T>,
}

/// What was found in a file.
#[derive(Debug, Default)]
struct Found {
    /// The number of items in the last header, if there is one.
    count: Option<usize>,
    /// The bytes of the whole lines. What follows was being written when the process was killed.
    whole: u64,
    /// What follows the whole lines.
    torn: Vec<u8>,
}

#[derive(Debug, Clone, Copy)]
struct Place {
    offset: u64,
    file: u32,
    fingerprint: u32,
    has_failed: bool,
}

/// A journal that this process alone writes.
#[derive(Debug)]
struct Writer {
    file: File,
    end: u64,
    synced: Instant,
}

/// The end of a journal is on the disk after this time at the latest, even if the machine dies.
const BETWEEN_SYNCS: Duration = Duration::from_secs(1);

impl<T: Item> Journal<T> {
    fn empty(header: Header, files: &[PathBuf]) -> Self {
        Self {
            header,
            files: files.to_vec(),
            places: BTreeMap::new(),
            notes: Vec::new(),
            writer: None,
            items: PhantomData,
        }
    }

    /// Opens the journal of work with this number of items, or creates it. A journal of the same work with fewer items is
    /// extended.
    ///
    /// # Errors
    /// The file cannot be used, is in use, belongs to other work, or was changed by hand.
    pub fn open(path: &Path, job: Job, count: usize) -> Result<Self, JournalError> {
        must_be_file(path)?;
        let failed = |error| JournalError::file(path, error);
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let cannot = |error| JournalError::Unwritten(Failure::unwritable(path, &error));
        let mut file = options.open(path).map_err(cannot)?;
        match lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse(path.to_owned())),
            // Some systems and shared disks know no locks.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut journal = Self::empty(Header::new(job, count), &[path.to_owned()]);
        let found = journal.read_file(0, BufReader::new(&file), count)?;
        if !journal.header.has_begun(&found.torn) {
            return Err(JournalError::Foreign(path.to_owned()));
        }
        file.set_len(found.whole)
            .and_then(|()| file.seek(SeekFrom::Start(found.whole)))
            .map_err(failed)?;
        journal.writer = Some(Writer {
            file,
            end: found.whole,
            synced: Instant::now(),
        });
        if found.count != Some(count) {
            journal.write_line(&journal.header.clone())?;
        }
        Ok(journal)
    }

    /// Reads the journal of work with this number of items. The file is not changed, and may be in use.
    ///
    /// # Errors
    /// The file cannot be read, belongs to other work, or was changed by hand.
    pub fn look(path: &Path, job: Job, count: usize) -> Result<Self, JournalError> {
        let mut journal = Self::empty(Header::new(job, count), &[path.to_owned()]);
        journal.read_file(0, open(path)?, count)?;
        Ok(journal)
    }

    /// Reads several journals of the same work.
    ///
    /// # Errors
    /// A file cannot be read or is given twice, the journals are of different work, or two items disagree.
    pub fn merged(files: &[PathBuf]) -> Result<Self, JournalError> {
        let first = files.first().map_or(Path::new(""), PathBuf::as_path);
        let mut journal = Self::empty(Header::of_file(first)?, files);
        let mut known = Vec::new();
        for (file, path) in (0..).zip(files) {
            let whole = fs::canonicalize(path).map_err(|error| JournalError::file(path, error))?;
            if known.contains(&whole) {
                return Err(JournalError::Twice(path.clone()));
            }
            known.push(whole);
            let found = journal.read_file(file, open(path)?, MOST_ITEMS);
            let found = found.map_err(|error| error.beside(first))?;
            if found.count.is_none() {
                return Err(match &*found.torn {
                    [] => JournalError::Empty(path.clone()),
                    torn => no_header(path, torn),
                });
            }
            if !found.torn.is_empty() {
                let note = "the last line is incomplete and does not count";
                journal.notes.push(format!("{}: {note}", path.display()));
            }
        }
        Ok(journal)
    }

    /// Reads every whole line of a file, which begins with a header, and has more if its work was extended.
    fn read_file(
        &mut self,
        file: u32,
        mut from: impl BufRead,
        most: usize,
    ) -> Result<Found, JournalError> {
        let path = self.files[file as usize].clone();
        let mut found = Found::default();
        let mut text = Vec::new();
        for line in 1.. {
            text.clear();
            let mut limited = from.by_ref().take(LONGEST_LINE);
            let length = limited.read_until(b'\n', &mut text);
            let length = length.map_err(|error| JournalError::file(&path, error))? as u64;
            let wrong = |problem| JournalError::line(&path, line, problem);
            if !text.ends_with(b"\n") {
                if length == LONGEST_LINE {
                    return Err(wrong(format!("it is longer than {LONGEST_LINE} bytes")));
                }
                found.torn = text;
                break;
            }
            if let Some(header) = Header::read(&text) {
                found.count = Some(self.header.count_of((&path, line), &header, most)?);
                if header.count > self.header.count {
                    self.header = header;
                }
            } else {
                let count = found.count.ok_or_else(|| no_header(&path, &text))?;
                self.learn(&text, count, file, found.whole).map_err(wrong)?;
            }
            found.whole += length;
        }
        Ok(found)
    }

    /// Learns where an item is, from its line in a file of so many items, unless it cannot be true.
    fn learn(&mut self, line: &[u8], count: usize, file: u32, offset: u64) -> Result<(), String> {
        let [one, _] = T::NAMES;
        let found: ItemLine<T> =
            serde_json::from_slice(line).map_err(|error| format!("expected a {one} ({error})"))?;
        if found.of != self.header.hash {
            return Err(format!("this {one} is of other work"));
        }
        let (item, number) = (&found.result, found.result.number());
        if number >= count {
            return Err(format!("{one} {number}, but there are only {count}"));
        }
        if let Some(contradiction) = item.contradiction() {
            return Err(format!("{one} {number} cannot be true: {contradiction}"));
        }
        let place = Place {
            offset,
            file,
            fingerprint: fingerprint(item),
            has_failed: item.has_failed(),
        };
        match self.places.entry(number) {
            Entry::Vacant(vacant) => drop(vacant.insert(place)),
            // It was done again.
            Entry::Occupied(mut known) if known.get().has_failed => {
                known.insert(place);
            }
            Entry::Occupied(known) if known.get().file == file => {
                return Err(format!("{one} {number} is recorded twice"));
            }
            // The same shard was worked on twice.
            Entry::Occupied(known) if known.get().fingerprint == place.fingerprint => {}
            Entry::Occupied(known) => {
                let other = self.files[known.get().file as usize].display();
                return Err(format!(
                    "{one} {number} is in {other}, too, with another result"
                ));
            }
        }
        Ok(())
    }

    /// Forgets the items in which a player failed, so that they are done again. A later line of a file replaces theirs.
    pub fn forget_failed(&mut self) {
        self.places.retain(|_, place| !place.has_failed);
    }

    /// The number of items of the whole work.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.header.count
    }

    /// What should be known, such as lines that do not count.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Whether the item with this number is there.
    #[must_use]
    pub fn has(&self, number: usize) -> bool {
        self.places.contains_key(&number)
    }

    /// The numbers of the items that are there, in order.
    pub fn numbers(&self) -> impl Iterator<Item = usize> {
        self.places.keys().copied()
    }

    /// The number of the first item from this number on that is there.
    #[must_use]
    pub fn first_from(&self, number: usize) -> Option<usize> {
        self.places
            .range(number..)
            .next()
            .map(|(number, _)| *number)
    }

    /// The numbers of the items that are missing, as ranges with both ends.
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

    /// The command line that does what is missing, once everything is in this journal.
    #[must_use]
    pub fn command(&self, journal: &str) -> String {
        let mut words = vec!["plywood-lab".to_owned()];
        let mut is_value = false;
        let given = &self.header.command;
        // After this word there are no options.
        let end = given.iter().position(|word| word == "--");
        let (options, others) = given.split_at(end.unwrap_or(given.len()));
        for word in options {
            let is_replaced = ["--shard", "--journal"]
                .iter()
                .any(|option| word == option || word.starts_with(&format!("{option}=")));
            if !is_value && !is_replaced {
                words.push(quoted(word));
            }
            is_value = is_replaced && !word.contains('=');
        }
        words.extend(["--journal".to_owned(), quoted(journal)]);
        words.extend(others.iter().map(|word| quoted(word)));
        words.join(" ")
    }

    /// Records an item. It survives the end of this process, and after a second that of the machine.
    ///
    /// # Errors
    /// The file cannot be written, or is not there any more.
    pub fn add(&mut self, item: &T) -> Result<(), JournalError> {
        let offset = self.writer.as_ref().map_or(0, |writer| writer.end);
        let of = self.header.hash.clone();
        self.write_line(&ItemLine { of, result: item })?;
        let place = Place {
            offset,
            file: 0,
            fingerprint: fingerprint(item),
            has_failed: item.has_failed(),
        };
        self.places.insert(item.number(), place);
        let is_due = |writer: &Writer| writer.synced.elapsed() > BETWEEN_SYNCS;
        if self.writer.as_ref().is_some_and(is_due) {
            self.sync()?;
        }
        Ok(())
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        let Some(writer) = &mut self.writer else {
            return Ok(());
        };
        let synced = writer.file.sync_data();
        writer.synced = Instant::now();
        synced.map_err(|error| JournalError::unwritten(&self.files[0], &error))?;
        self.must_be_whole()
    }

    /// What is written to a file that was removed is lost with the process; and so is what another has cut off.
    fn must_be_whole(&self) -> Result<(), JournalError> {
        let (path, Some(writer)) = (&self.files[0], &self.writer) else {
            return Ok(());
        };
        let length = writer.file.metadata().map(|found| found.len());
        if files::is_at(&writer.file, path) && length.is_ok_and(|length| length == writer.end) {
            Ok(())
        } else {
            Err(JournalError::Gone(path.clone()))
        }
    }

    fn write_line(&mut self, line: &impl Serialize) -> Result<(), JournalError> {
        // A line after a part that was cut off would stand after zeros.
        self.must_be_whole()?;
        let (path, Some(writer)) = (&self.files[0], &mut self.writer) else {
            return Ok(());
        };
        let failed = |error| JournalError::unwritten(path, &error);
        let line = serde_json::to_string(line).map_err(|error| failed(error.into()))? + "\n";
        // The line and its end in one call: an incomplete line has no end, and is cut off when it is read.
        writer.file.write_all(line.as_bytes()).map_err(failed)?;
        writer.end += line.len() as u64;
        self.must_be_whole()
    }

    /// Reports the items in the order of their numbers.
    ///
    /// # Errors
    /// A file cannot be read, or was changed meanwhile; or `each` fails.
    pub fn in_order<E: From<JournalError>>(
        &self,
        each: &mut dyn FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut lines = self.lines()?;
        self.places
            .keys()
            .try_for_each(|number| each(lines.item(self, *number)?))
    }

    /// Writes one journal with all items in the order of their numbers.
    ///
    /// # Errors
    /// A file cannot be read, or the new one not be written. Then there is no new one.
    pub fn write(&self, file: OutputFile) -> Result<(), Failure> {
        let mut new = NewJournal::begin(file, &self.header)?;
        let mut lines = self.lines()?;
        for place in self.places.values() {
            let (_, line) = lines.line(*place)?;
            new.file.append(line)?;
        }
        new.finish()
    }

    /// Opens the files to read items again.
    ///
    /// # Errors
    /// A file cannot be read again.
    pub fn lines(&self) -> Result<Lines, JournalError> {
        let open = |path: &PathBuf| Ok((path.clone(), open(path)?, 0));
        Ok(Lines {
            files: self.files.iter().map(open).collect::<Result<_, _>>()?,
            line: String::new(),
        })
    }
}

/// A journal that is written whole, or not at all.
#[derive(Debug)]
pub struct NewJournal {
    file: OutputFile,
    hash: String,
}

impl NewJournal {
    /// The journal of work with this header.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn begin(mut file: OutputFile, header: &Header) -> Result<Self, Failure> {
        file.append(line(header)?)?;
        let hash = header.hash.clone();
        Ok(Self { file, hash })
    }

    /// Writes the next item.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, item: &impl Item) -> Result<(), Failure> {
        let of = self.hash.clone();
        self.file.append(line(&ItemLine { of, result: item })?)
    }

    /// Says that it is whole.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(self) -> Result<(), Failure> {
        self.file.finish()
    }
}

fn line(line: &impl Serialize) -> Result<String, Failure> {
    let line = serde_json::to_string(line).map_err(|error| Failure::Work(error.to_string()))?;
    Ok(line + "\n")
}

/// The files of a journal, each with the place up to which it was read.
#[derive(Debug)]
pub struct Lines {
    files: Vec<(PathBuf, BufReader<File>, i64)>,
    line: String,
}

impl Lines {
    /// The item of the journal with a number, which it has.
    pub fn item<T: Item>(
        &mut self,
        journal: &Journal<T>,
        number: usize,
    ) -> Result<T, JournalError> {
        let (path, line) = self.line(journal.places[&number])?;
        let found: Result<ItemLine<T>, _> = serde_json::from_str(line);
        found
            .map(|line| line.result)
            .map_err(|error| JournalError::file(path, error.into()))
    }

    fn line(&mut self, place: Place) -> Result<(&Path, &str), JournalError> {
        let (path, reader, at) = &mut self.files[place.file as usize];
        let failed = |error| JournalError::file(path, error);
        let offset = place.offset.cast_signed();
        // Within what is in memory this costs nothing, and most lines are nearly in order.
        reader.seek_relative(offset - *at).map_err(failed)?;
        self.line.clear();
        let length = reader.read_line(&mut self.line).map_err(failed)?;
        *at = offset + i64::try_from(length).unwrap_or_default();
        Ok((path, &self.line))
    }
}

fn fingerprint(item: &impl Item) -> u32 {
    (item.fingerprint() >> 32) as u32
}

/// Locks the file. A child process that was just started holds the locks of this one until its own program runs, so a lock that was
/// given back may seem to be taken for a moment.
fn lock(file: &File) -> Result<(), TryLockError> {
    for _ in 0..20 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(5)),
            result => return result,
        }
    }
    file.try_lock()
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
