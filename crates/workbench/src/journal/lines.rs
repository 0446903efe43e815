//! The lines of a journal: [`Job`] and [`Header`]; the items; and [`JournalError`].

use crate::version::VERSION;
use plywood_report::{Checksum, counted, duration};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// A result that a journal records. Its strings, numbers and times must survive writing and reading.
pub trait Item: Serialize + DeserializeOwned + Send + 'static {
    /// The name of one result, and of several.
    const NAMES: [&'static str; 2];

    /// Returns its number, from 0.
    fn number(&self) -> usize;

    /// Returns a checksum of everything that must be equal if the item is computed again; times may differ.
    fn fingerprint(&self) -> u64;

    /// Returns `true` if a player failed in it, so that it may be done again.
    fn has_failed(&self) -> bool {
        false
    }
}

/// The most results of any work. Larger numbers could fill the memory.
pub const MOST_ITEMS: usize = 1_000_000_000;
/// The longest line: input without an end must not fill the memory either.
pub(super) const LONGEST_LINE: u64 = 64 << 20;

/// The settings that decide the items of a piece of work, except their number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The command that does the work, such as `match`.
    pub work: String,
    /// The version of the program, including a name for the sources it was built from.
    pub version: String,
    /// The settings by name. `players` are the plans of the players or solvers, and `evaluator` is that of players without their own.
    pub settings: Value,
}

impl Job {
    /// Makes the job of a command with these settings.
    pub fn new(work: &str, settings: &impl Serialize) -> Self {
        Self {
            work: work.to_owned(),
            version: VERSION.to_owned(),
            settings: serde_json::to_value(settings).unwrap_or_default(),
        }
    }

    /// Returns the settings, for work that has them.
    ///
    /// # Errors
    /// [`JournalError::Settings`] if they are not those of this kind of work.
    pub fn settings<S: DeserializeOwned>(&self) -> Result<S, JournalError> {
        S::deserialize(&self.settings).map_err(|error| JournalError::Settings(error.to_string()))
    }

    /// Returns the hash of the whole job, as sixteen hexadecimal digits.
    #[must_use]
    pub fn hash(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default();
        Checksum::new().with(text.as_bytes()).text()
    }

    /// Returns the difference from another job, in a few words about this one.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        if self.work != other.work {
            return Some(format!("it is of the command {}", self.work));
        }
        if self.version != other.version {
            let (mine, other) = (&self.version, &other.version);
            return Some(format!(
                "it was written by version {mine}, and this is {other}"
            ));
        }
        let (mine, others) = (flat(&self.settings), flat(&other.settings));
        let text_of = |all: &[(String, String)], name: &str| {
            let found = all.iter().find(|(other, _)| other == name);
            found.map_or(UNSET.to_owned(), |(_, text)| text.clone())
        };
        let mut names = mine.iter().chain(&others).map(|(name, _)| name);
        let name = names.find(|name| text_of(&mine, name) != text_of(&others, name))?;
        Some(format!("its{name} {}", text_of(&mine, name)))
    }
}

/// The end of the sentence about a setting that is missing.
const UNSET: &str = "is not set";

/// Returns each setting: its name, and its value as the end of a sentence. Those of the players come first, since their differences tell most.
fn flat(settings: &Value) -> Vec<(String, String)> {
    let mut all = Vec::new();
    add_flat("", settings, &mut all);
    all.sort_by_key(|(name, _)| !name.starts_with(" player"));
    all
}

/// Adds the settings within a value that has this name. Lists of objects with names are shown as their names.
fn add_flat(name: &str, value: &Value, all: &mut Vec<(String, String)>) {
    let plain = |value: &Value| {
        let text = value.get("name").unwrap_or(value);
        text.as_str()
            .map_or_else(|| text.to_string(), str::to_owned)
    };
    let time = value
        .as_object()
        .and_then(|_| Duration::deserialize(value).ok());
    let text = match value {
        Value::Object(fields) if time.is_none() => {
            for (field, value) in fields.iter().filter(|(field, _)| *field != "name") {
                add_flat(&format!("{name} {}", field.replace('_', " ")), value, all);
            }
            return;
        }
        Value::Object(_) => format!("is {}", time.map(duration::write).unwrap_or_default()),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(plain).collect();
            format!("are {}", values.join(" "))
        }
        Value::Null => UNSET.to_owned(),
        Value::Bool(value) => format!("is {value}"),
        Value::Number(_) | Value::String(_) => format!("is {:?}", plain(value)),
    };
    all.push((name.to_owned(), text));
    let parts = value.as_array().into_iter().flatten();
    let of = if name == " players" { " player" } else { name };
    for part in parts.filter(|part| part.get("name").is_some()) {
        add_flat(&format!("{of} {}", plain(part)), part, all);
    }
}

/// The header of a journal, written again when the work is extended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The job.
    pub job: Job,
    /// The hash of the job.
    pub hash: String,
    /// The number of results of all the work.
    pub count: usize,
    /// The arguments of the program that wrote the journal.
    pub command: Vec<String>,
}

impl Header {
    /// Makes the first line of a new journal with this many items.
    #[must_use]
    pub fn new(job: Job, count: usize) -> Self {
        Self {
            hash: job.hash(),
            job,
            count,
            command: std::env::args_os()
                .skip(1)
                .map(|argument| argument.to_string_lossy().into_owned())
                .collect(),
        }
    }

    /// Returns the first line of a journal with this header.
    ///
    /// # Errors
    /// [`JournalError::Json`] if it cannot be written as JSON.
    pub fn line(&self) -> Result<String, JournalError> {
        line(self)
    }

    /// Returns the line of an item of a journal with this header, done again this many times.
    ///
    /// # Errors
    /// [`JournalError::Json`] if it cannot be written as JSON.
    pub(super) fn line_of(&self, item: &impl Item, replay: u32) -> Result<String, JournalError> {
        let of = self.hash.clone();
        let result = item;
        let line = line(&ItemLine { of, result, replay })?;
        let line = line.strip_suffix("}\n").unwrap_or(&line);
        let sum = Checksum::new().with(line.as_bytes()).text();
        Ok(format!("{line}{SUM}{sum}\"}}\n"))
    }

    /// Returns `true` if this text without a line end was the beginning of a line of the journal.
    pub(super) fn has_begun(&self, torn: &[u8]) -> bool {
        let (hash, job) = (&self.hash, serde_json::to_string(&self.job));
        let header = job.map(|job| format!(r#"{{"job":{job},"hash":"{hash}","count":"#));
        let starts = [
            header.unwrap_or_default(),
            format!(r#"{{"of":"{hash}","result":"#),
            FAULT.to_owned(),
        ];
        let mut starts = starts.iter().map(String::as_bytes);
        starts.any(|start| torn.starts_with(start) || start.starts_with(torn))
    }

    /// Returns the number of items of a journal with this header, if it is of the same work and within the wanted number.
    pub(super) fn count_of(
        &self,
        (path, line): (&Path, usize),
        found: &Self,
        most: usize,
    ) -> Result<usize, JournalError> {
        let owned = || path.to_owned();
        if let Some(difference) = found.job.difference(&self.job) {
            return Err(JournalError::OtherWork(owned(), difference));
        }
        found.must_be_whole(path, line)?;
        if found.count > most {
            return Err(JournalError::Longer {
                path: owned(),
                found: found.count,
                wanted: most,
            });
        }
        Ok(found.count)
    }

    /// Fails if the settings were edited.
    pub(super) fn must_be_whole(&self, path: &Path, line: usize) -> Result<(), JournalError> {
        if self.hash == self.job.hash() {
            return Ok(());
        }
        let changed = "the settings have been changed: their hash does not match";
        Err(JournalError::line(path, line, changed.to_owned()))
    }

    /// Reads the header of the journal in this file, which has the kind of work.
    ///
    /// # Errors
    /// [`JournalError`] if the file cannot be read or is not a journal.
    pub fn of_file(path: &Path) -> Result<Self, JournalError> {
        let mut line = Vec::new();
        let mut reader = open(path)?.take(LONGEST_LINE);
        let length = reader.read_until(b'\n', &mut line);
        if length.map_err(|error| JournalError::file(path, error))? == 0 {
            return Err(JournalError::Empty(path.to_owned()));
        }
        let header = Self::read(&line).filter(|_| line.ends_with(b"\n"));
        let header = header.ok_or_else(|| no_header(path, &line))?;
        header.must_be_whole(path, 1)?;
        Ok(header)
    }

    /// Fails unless one of these commands wrote the journal.
    ///
    /// # Errors
    /// [`JournalError`] if it is the journal of other work.
    pub fn must_be_of(&self, path: &Path, works: &[&str]) -> Result<(), JournalError> {
        let work = &self.job.work;
        if works.contains(&work.as_str()) {
            return Ok(());
        }
        let difference = format!("it is of the command {work}");
        Err(JournalError::OtherWork(path.to_owned(), difference))
    }

    /// Fails unless this version wrote the journal, for work that counts its results.
    ///
    /// # Errors
    /// [`JournalError::OtherVersion`] if another version wrote it.
    pub fn must_be_of_this_version(&self, path: &Path) -> Result<(), JournalError> {
        if self.job.version == VERSION {
            return Ok(());
        }
        let version = self.job.version.clone();
        Err(JournalError::OtherVersion(path.to_owned(), version))
    }

    /// Reads a header from a line, if it is one.
    pub(super) fn read(line: &[u8]) -> Option<Self> {
        // Some editors put a byte order mark at the start.
        let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
        let is_header = line.starts_with(HEADER);
        is_header.then(|| serde_json::from_slice(line).ok())?
    }
}

/// The line of a result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct ItemLine<T> {
    /// The hash of the job.
    pub(super) of: String,
    pub(super) result: T,
    /// The number of times that it was done again after a player had failed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) replay: u32,
}

/// The checksum of a line follows this, as its last field. Within a string the quotation marks would be escaped.
const SUM: &str = ",\"sum\":\"";

/// Checks the checksum of an item's line: `None` in a line of an earlier version, which has none.
pub(super) fn is_as_written(line: &[u8]) -> Option<bool> {
    let text = String::from_utf8_lossy(line);
    let (line, sum) = text.rsplit_once(SUM)?;
    Some(sum.trim_end() == Checksum::new().with(line.as_bytes()).text() + "\"}")
}

/// Returns `true` if a field has the value of older journals, which lack it.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The line of a failure of the machine, which ended a run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct FaultLine {
    pub(super) fault: String,
}

const FAULT: &str = "{\"fault\":";

impl FaultLine {
    /// Reads such a line, if it is one.
    pub(super) fn read(line: &[u8]) -> Option<Self> {
        let is_fault = line.starts_with(FAULT.as_bytes());
        is_fault.then(|| serde_json::from_slice(line).ok())?
    }
}

/// Returns a line of a journal.
pub(super) fn line(line: &impl Serialize) -> Result<String, JournalError> {
    let line = serde_json::to_string(line).map_err(JournalError::Json)?;
    Ok(line + "\n")
}

/// Refuses a pipe, a device or a folder: a journal is read again for each item, and before it is written.
pub(super) fn must_be_file(path: &Path) -> Result<(), JournalError> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(JournalError::NoFile(path.to_owned())),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Opens a journal for reading.
pub(super) fn open(path: &Path) -> Result<BufReader<File>, JournalError> {
    must_be_file(path)?;
    let file = File::open(path).map_err(|error| JournalError::file(path, error))?;
    Ok(BufReader::with_capacity(1 << 18, file))
}

/// The beginning of a header.
const HEADER: &[u8] = b"{\"job\":";

/// Returns the error for a file that is not a journal, which begins with a header, or whose header is incomplete.
pub(super) fn no_header(path: &Path, line: &[u8]) -> JournalError {
    if line.starts_with(HEADER) || HEADER.starts_with(line) {
        let problem = "the header is incomplete, damaged or of another version";
        return JournalError::line(path, 1, problem.to_owned());
    }
    let begins = line[..line.len().min(24)].trim_ascii_end();
    let begins = String::from_utf8_lossy(begins).into_owned();
    JournalError::NoJournal(path.to_owned(), begins)
}

/// The error for a journal that cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("the journal {0:?}: {1}")]
    File(PathBuf, io::Error),
    /// The file cannot be opened for writing.
    #[error("{path}: cannot write: {1}", path = .0.display())]
    Unopened(PathBuf, io::Error),
    /// Writing the file failed, for example on a full disk.
    #[error("{path}: cannot write: {1}", path = .0.display())]
    Unwritten(PathBuf, io::Error),
    /// A line cannot be written as JSON.
    #[error(transparent)]
    Json(serde_json::Error),
    /// It is a folder, a pipe or a device.
    #[error(
        "the journal {0:?} is not a file; a journal is read more than once, so save it to a file first"
    )]
    NoFile(PathBuf),
    /// The file was removed or replaced while it was written.
    #[error(
        "the journal {0:?} was removed, replaced or changed during the run; results recorded since then are lost"
    )]
    Gone(PathBuf),
    /// It ends with something that no run of this work wrote.
    #[error("the journal {0:?} ends with text that this work did not write; name another file")]
    Foreign(PathBuf),
    /// It does not begin like a journal, but with this.
    #[error(
        "{0:?} is not a journal of this version of plywood: expected a line that begins with {{\"job\":, found {1:?}"
    )]
    NoJournal(PathBuf, String),
    /// The file is empty.
    #[error("the journal {0:?} is empty")]
    Empty(PathBuf),
    /// A file is given twice.
    #[error("the journal {0:?} is given twice")]
    Twice(PathBuf),
    /// Another process is writing it.
    #[error("another run is still writing the journal {0:?}")]
    InUse(PathBuf),
    /// A line, counted from 1, has a problem.
    #[error("the journal {0:?}, line {1}: {2}; move the file away to start again")]
    Line(PathBuf, usize, String),
    /// Its settings are not those of work of its kind.
    #[error("the journal has settings that this version does not have: {0}")]
    Settings(String),
    /// Another version wrote it, this one.
    #[error(
        "the journal {0:?} was written by version {1}, and this is {VERSION}; use the version that wrote it"
    )]
    OtherVersion(PathBuf, String),
    /// It is the journal of other work, with this difference.
    #[error(
        "the journal {0:?} belongs to different work: {1}; run the command that made it, or begin a new journal: name another file, or move this one away"
    )]
    OtherWork(PathBuf, String),
    /// Journals of different work can't be merged.
    #[error("the journal {path:?} belongs to different work than {first:?}: {difference}")]
    Different {
        /// The first file.
        first: PathBuf,
        /// The file that differs.
        path: PathBuf,
        /// The difference.
        difference: String,
    },
    /// It has more results than wanted.
    #[error(
        "the journal {path:?} is for {}, not just {wanted}; ask for {found} or more, or name another file", counted(*found, "result")
    )]
    Longer {
        /// The file.
        path: PathBuf,
        /// The number of its results.
        found: usize,
        /// The number of wanted results.
        wanted: usize,
    },
}

impl JournalError {
    pub(super) fn file(path: &Path, error: io::Error) -> Self {
        Self::of_file(path, error, Self::File)
    }

    pub(super) fn unopened(path: &Path, error: io::Error) -> Self {
        Self::of_file(path, error, Self::Unopened)
    }

    /// A full disk is not a mistake in the name of a file.
    fn of_file(path: &Path, error: io::Error, usual: fn(PathBuf, io::Error) -> Self) -> Self {
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::unwritten(path, error),
            _ => usual(path.to_owned(), error),
        }
    }

    /// Adds the first of several journals to the error.
    pub(super) fn beside(self, first: &Path) -> Self {
        match self {
            Self::OtherWork(path, difference) => Self::Different {
                first: first.to_owned(),
                path,
                difference,
            },
            error => error,
        }
    }

    pub(super) fn unwritten(path: &Path, error: io::Error) -> Self {
        Self::Unwritten(path.to_owned(), error)
    }

    pub(super) fn line(path: &Path, line: usize, problem: String) -> Self {
        Self::Line(path.to_owned(), line, problem)
    }
}
