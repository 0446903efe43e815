//! [`Journal`]: the items of a piece of work in a file that grows line by line, or in several files with parts of it.
//!
//! An item counts once its line is written. The process can be killed at any moment: at most the last line is then incomplete, and it is
//! cut off when the work continues. Memory holds only the number of each item, the place of its line, and a checksum.

use crate::journal::lines::{
    FaultLine, Header, Item, ItemLine, Job, JournalError, LONGEST_LINE, MOST_ITEMS, is_as_written,
    line, must_be_file, no_header, open,
};
use plywood_catalog::files;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// The known items of a piece of work.
#[derive(Debug)]
pub struct Journal<T> {
    header: Header,
    files: Vec<PathBuf>,
    /// The place of each item, by its number.
    places: BTreeMap<usize, Place>,
    /// The replays begun of items in which a player failed.
    replays: BTreeMap<usize, u32>,
    /// Items with different results in two files, unless a later replay decides.
    conflicts: BTreeMap<usize, JournalError>,
    notes: Vec<String>,
    /// The failure of the machine by which the last run ended.
    fault: Option<String>,
    writer: Option<Writer>,
    items: PhantomData<fn() -> T>,
}

/// The contents of a file.
#[derive(Debug, Default)]
struct Found {
    /// The number of items in the last header, if there is one.
    count: Option<usize>,
    /// The bytes of the complete lines. The rest was being written when the process was killed.
    whole: u64,
    /// The bytes after the complete lines.
    torn: Vec<u8>,
}

#[derive(Debug, Clone, Copy)]
struct Place {
    offset: u64,
    file: u32,
    fingerprint: u32,
    /// The number of times that it was done again.
    replay: u32,
    has_failed: bool,
}

impl Place {
    fn of(item: &impl Item, (file, offset): (u32, u64), replay: u32) -> Self {
        Self {
            offset,
            file,
            fingerprint: (item.fingerprint() >> 32) as u32,
            replay,
            has_failed: item.has_failed(),
        }
    }
}

/// A journal that only this process writes.
#[derive(Debug)]
struct Writer {
    file: File,
    end: u64,
    synced: Instant,
}

/// The longest time until the end of a journal is on the disk, even if the machine dies.
const BETWEEN_SYNCS: Duration = Duration::from_secs(1);

impl<T: Item> Journal<T> {
    fn empty(header: Header, files: &[PathBuf]) -> Self {
        Self {
            header,
            files: files.to_vec(),
            places: BTreeMap::new(),
            replays: BTreeMap::new(),
            conflicts: BTreeMap::new(),
            notes: Vec::new(),
            fault: None,
            writer: None,
            items: PhantomData,
        }
    }

    /// Opens the journal of work with this number of items, or creates it. A journal with fewer items of the same work is extended.
    ///
    /// # Errors
    /// [`JournalError`] if the file cannot be used, is in use, belongs to other work, or was edited by hand.
    pub fn open(path: &Path, job: Job, count: usize) -> Result<Self, JournalError> {
        must_be_file(path)?;
        let failed = |error| JournalError::file(path, error);
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let cannot = |error| JournalError::unopened(path, error);
        let mut file = options.open(path).map_err(cannot)?;
        match lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse(path.to_owned())),
            // Some systems and network disks don't support locks.
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
            journal.write_line(&journal.header.line()?)?;
        }
        Ok(journal)
    }

    /// Reads the journal of work with this number of items. The file is not changed, and may be in use.
    ///
    /// # Errors
    /// [`JournalError`] if the file cannot be read, belongs to other work, or was edited by hand.
    pub fn look(path: &Path, job: Job, count: usize) -> Result<Self, JournalError> {
        let mut journal = Self::empty(Header::new(job, count), &[path.to_owned()]);
        journal.read_file(0, open(path)?, count)?;
        Ok(journal)
    }

    /// Reads several journals of the same work.
    ///
    /// # Errors
    /// [`JournalError`] if a file cannot be read or is given twice, the journals are of different work, or two items disagree.
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
        match journal.conflicts.pop_first() {
            Some((_, conflict)) => Err(conflict),
            None => Ok(journal),
        }
    }

    /// Reads every complete line of a file, which begins with a header, and has more headers if its work was extended.
    fn read_file(
        &mut self,
        file: u32,
        mut from: impl BufRead,
        most: usize,
    ) -> Result<Found, JournalError> {
        let path = self.files[file as usize].clone();
        let mut found = Found::default();
        let (mut text, mut with_and_without_sum) = (Vec::new(), [None; 2]);
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
            } else if let Some(FaultLine { fault }) = FaultLine::read(&text) {
                self.fault = Some(fault);
            } else {
                let count = found.count.ok_or_else(|| no_header(&path, &text))?;
                let learned = self.learn(&text, count, file, found.whole);
                if let Some((number, problem)) = learned.map_err(wrong)? {
                    self.conflicts.insert(number, wrong(problem));
                }
                let has_none = is_as_written(&text).is_none();
                with_and_without_sum[usize::from(has_none)].get_or_insert(line);
                if let [Some(_), Some(bare)] = with_and_without_sum {
                    let lost =
                        "it was changed: it has no checksum, and other lines have".to_owned();
                    return Err(JournalError::line(&path, bare, lost));
                }
                self.fault = None;
            }
            found.whole += length;
        }
        Ok(found)
    }

    /// Registers an item from its line in a file with this many items. Returns the number of one that contradicts another file.
    fn learn(
        &mut self,
        line: &[u8],
        count: usize,
        file: u32,
        offset: u64,
    ) -> Result<Option<(usize, String)>, String> {
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
        if is_as_written(line) == Some(false) {
            return Err(format!(
                "{one} {number} was changed: its checksum does not match"
            ));
        }
        let place = Place::of(item, (file, offset), found.replay);
        let known = self.places.entry(number).or_insert(place);
        let is_same_file = (known.file, known.offset) != (file, offset) && known.file == file;
        match place.replay.cmp(&known.replay) {
            Ordering::Greater => {
                *known = place;
                self.conflicts.remove(&number);
            }
            _ if is_same_file => return Err(format!("{one} {number} is recorded twice")),
            Ordering::Equal if known.fingerprint != place.fingerprint => {
                let other = self.files[known.file as usize].display();
                let problem = format!("{one} {number} has a different result in {other}");
                return Ok(Some((number, problem)));
            }
            // This shard was run twice, or done again.
            Ordering::Equal | Ordering::Less => {}
        }
        Ok(None)
    }

    /// Drops the items in which a player failed, so that they are done again. A line marked as a replay replaces theirs.
    pub fn forget_failed(&mut self) {
        let failed = self.places.extract_if(.., |_, place| place.has_failed);
        self.replays
            .extend(failed.map(|(number, place)| (number, place.replay + 1)));
    }

    /// Records a failure of the machine, which ends the run. Returns `true` if the last run ended by the same one.
    ///
    /// # Errors
    /// [`JournalError`] if the file cannot be written or no longer exists.
    pub(super) fn add_fault(&mut self, fault: &str) -> Result<bool, JournalError> {
        let fault = fault.to_owned();
        self.write_line(&line(&FaultLine {
            fault: fault.clone(),
        })?)?;
        Ok(self.fault.replace(fault.clone()) == Some(fault))
    }

    /// Returns the header, with the job and the arguments of the program that began it.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the number of items of the whole work.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.header.count
    }

    /// Notes for the user, for example on lines that do not count.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns `true` if the journal has the item with this number.
    #[must_use]
    pub fn has(&self, number: usize) -> bool {
        self.places.contains_key(&number)
    }

    /// Returns the numbers of its items, in order.
    pub fn numbers(&self) -> impl Iterator<Item = usize> {
        self.places.keys().copied()
    }

    /// Returns the number of its first item from this number on.
    #[must_use]
    pub fn first_from(&self, number: usize) -> Option<usize> {
        self.places
            .range(number..)
            .next()
            .map(|(number, _)| *number)
    }

    /// Returns the numbers of the missing items, as ranges with both ends.
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

    /// Records an item. It survives the end of this process, and after a second that of the machine.
    ///
    /// # Errors
    /// [`JournalError`] if the file cannot be written or no longer exists.
    pub fn add(&mut self, item: &T) -> Result<(), JournalError> {
        let offset = self.writer.as_ref().map_or(0, |writer| writer.end);
        let replay = self.replays.get(&item.number()).copied().unwrap_or(0);
        self.write_line(&self.header.line_of(item, replay)?)?;
        self.fault = None;
        let place = Place::of(item, (0, offset), replay);
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
    /// [`JournalError`] if the file cannot be written.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        let Some(writer) = &mut self.writer else {
            return Ok(());
        };
        let synced = writer.file.sync_data();
        writer.synced = Instant::now();
        synced.map_err(|error| JournalError::unwritten(&self.files[0], error))?;
        self.must_be_whole()
    }

    /// Fails if the file was removed or truncated, since anything written to it would be lost.
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

    fn write_line(&mut self, line: &str) -> Result<(), JournalError> {
        // A line after a truncated part would follow zeros.
        self.must_be_whole()?;
        let (path, Some(writer)) = (&self.files[0], &mut self.writer) else {
            return Ok(());
        };
        // The line and its end in one call: an incomplete line has no end, and is cut off when it is read.
        let written = writer.file.write_all(line.as_bytes());
        written.map_err(|error| JournalError::unwritten(path, error))?;
        writer.end += line.len() as u64;
        self.must_be_whole()
    }

    /// Passes the items to `each` in the order of their numbers.
    ///
    /// # Errors
    /// If a file cannot be read or has changed meanwhile, or `each` fails.
    pub fn in_order<E: From<JournalError>>(
        &self,
        each: &mut dyn FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut lines = self.lines()?;
        self.places
            .keys()
            .try_for_each(|number| each(lines.item(self, *number)?))
    }

    /// Passes the lines of one journal with all items in the order of their numbers to `each`.
    ///
    /// # Errors
    /// If a file cannot be read, or `each` fails.
    pub fn merged_lines<E: From<JournalError>>(
        &self,
        each: &mut dyn FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        each(&self.header.line()?)?;
        let mut lines = self.lines()?;
        self.places
            .values()
            .try_for_each(|place| each(lines.line(*place)?.1))
    }

    /// Opens the files to read items again.
    ///
    /// # Errors
    /// [`JournalError`] if a file cannot be opened again.
    pub fn lines(&self) -> Result<Lines, JournalError> {
        let open = |path: &PathBuf| Ok((path.clone(), open(path)?, 0));
        Ok(Lines {
            files: self.files.iter().map(open).collect::<Result<_, _>>()?,
            line: String::new(),
        })
    }
}

/// The files of a journal, each with the place up to which it has been read.
#[derive(Debug)]
pub struct Lines {
    files: Vec<(PathBuf, BufReader<File>, i64)>,
    line: String,
}

impl Lines {
    /// Returns the item with a number that the journal has.
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
        // Within the buffer this costs nothing, and most lines are nearly in order.
        reader.seek_relative(offset - *at).map_err(failed)?;
        self.line.clear();
        let length = reader.read_line(&mut self.line).map_err(failed)?;
        *at = offset + i64::try_from(length).unwrap_or_default();
        Ok((path, &self.line))
    }
}

/// Locks the file. A child process that was just started holds this process's locks until its own program runs, so a released lock may seem
/// to be taken for a moment.
fn lock(file: &File) -> Result<(), TryLockError> {
    for _ in 0..20 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(5)),
            result => return result,
        }
    }
    file.try_lock()
}
