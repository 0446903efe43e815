//! Results to standard output and files, progress and errors to standard error.

use crate::failure::Failure;
use crate::files;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Prints a text. A closed pipe is not an error: whoever reads has seen enough.
///
/// # Errors
/// Standard output cannot be written, as on a full disk.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout();
    let written = stdout.write_all(text.as_bytes());
    match written.and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::Work(format!("standard output: {error}")))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Prints a line to standard error. If that fails, there is no place left to say so.
pub fn complain(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// The end of a program: prints why it failed, if it did.
#[must_use]
pub fn exit(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // When standard error is closed or full, the exit code still says it.
            complain(&format!("error: {failure}"));
            ExitCode::from(failure.exit_code())
        }
    }
}

/// Data as JSON of several lines.
///
/// # Errors
/// The data cannot be written as JSON.
pub fn json(data: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(data);
    text.map(|text| text + "\n")
        .map_err(|error| no_json(&error))
}

fn no_json(error: &serde_json::Error) -> Failure {
    Failure::Work(format!("JSON: {error}"))
}

/// JSON with a list of any length, of which each item is a line: an object that is printed part by part.
#[derive(Debug)]
pub struct JsonList {
    separator: &'static str,
    end: &'static str,
}

impl JsonList {
    /// Prints what stands before the list, which has this name.
    ///
    /// # Errors
    /// Standard output cannot be written.
    pub fn begin(data: &impl Serialize, name: &str) -> Result<Self, Failure> {
        let head = serde_json::to_string_pretty(data).map_err(|error| no_json(&error))?;
        let head = head.trim_end_matches('}').trim_end();
        print(&format!("{head},\n  \"{name}\": ["))?;
        Ok(Self {
            separator: "\n    ",
            end: "\n  ],",
        })
    }

    /// Prints an item of the list.
    ///
    /// # Errors
    /// Standard output cannot be written.
    pub fn item(&mut self, item: &impl Serialize) -> Result<(), Failure> {
        let item = serde_json::to_string(item).map_err(|error| no_json(&error))?;
        print(&format!("{}{item}", self.separator))?;
        self.separator = ",\n    ";
        Ok(())
    }

    /// Prints what stands after the list.
    ///
    /// # Errors
    /// Standard output cannot be written.
    pub fn end(self, data: &impl Serialize) -> Result<(), Failure> {
        let tail = serde_json::to_string_pretty(data).map_err(|error| no_json(&error))?;
        let tail = tail.trim_start_matches('{');
        print(&format!("{}{tail}\n", self.end))
    }
}

/// A file for results. It is opened before the work begins, whose results could otherwise not be written.
#[derive(Debug)]
pub struct OutputFile {
    path: PathBuf,
    file: File,
    is_new: bool,
}

impl OutputFile {
    /// Opens the file, or creates it. What it holds stays until something is written.
    ///
    /// # Errors
    /// The file cannot be written; the error names it.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let is_new = !path.exists();
        let mut options = OpenOptions::new();
        let options = options.write(true).create(true).truncate(false);
        let file = options.open(path);
        let file = file.map_err(|error| Failure::in_file(path, &error))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            is_new,
        })
    }

    /// The file of an option, if it is given.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn of(path: Option<&Path>) -> Result<Option<Self>, Failure> {
        path.map(Self::open).transpose()
    }

    /// Replaces what the file holds.
    ///
    /// # Errors
    /// The file cannot be written; the error names it.
    pub fn write(mut self, text: &str) -> Result<(), Failure> {
        self.empty()?;
        self.append(text)
    }

    /// Removes what the file holds, to [append](Self::append) results one by one.
    ///
    /// # Errors
    /// The file cannot be written; the error names it.
    pub fn empty(&mut self) -> Result<(), Failure> {
        self.is_new = false;
        // A pipe or a device has no length.
        let is_file = self.file.metadata().is_ok_and(|found| found.is_file());
        if is_file {
            let emptied = self.file.set_len(0);
            emptied.map_err(|error| Failure::writing(&self.path, &error))?;
        }
        Ok(())
    }

    /// Adds a text at the end.
    ///
    /// # Errors
    /// The file cannot be written; the error names it.
    pub fn append(&mut self, text: &str) -> Result<(), Failure> {
        self.is_new = false;
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| Failure::writing(&self.path, &error))?;
        files::still_at(&self.file, &self.path)
    }
}

/// Work that failed leaves no empty files.
impl Drop for OutputFile {
    fn drop(&mut self) {
        if self.is_new {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Writes a file that was opened, if there is one; the text is made only then.
///
/// # Errors
/// The file cannot be written; the error names it.
pub fn write(file: Option<OutputFile>, text: impl FnOnce() -> String) -> Result<(), Failure> {
    file.map_or(Ok(()), |file| file.write(&text()))
}

/// Where results go as soon as they are there: standard output, or a file.
#[derive(Debug)]
pub enum Destination {
    /// Standard output.
    Stdout,
    /// A file, which is empty at first.
    File(OutputFile),
}

impl Destination {
    /// The file, which is emptied, or standard output without one.
    ///
    /// # Errors
    /// The file cannot be written; the error names it.
    pub fn new(file: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = file else {
            return Ok(Self::Stdout);
        };
        let mut file = OutputFile::open(path)?;
        file.empty()?;
        Ok(Self::File(file))
    }

    /// Writes a result.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&mut self, text: &str) -> Result<(), Failure> {
        match self {
            Self::Stdout => print(text),
            Self::File(file) => file.append(text),
        }
    }
}

/// A progress bar with this many steps on standard error; hidden if that is not a terminal.
#[must_use]
pub fn progress(steps: usize) -> ProgressBar {
    styled(
        ProgressBar::new(steps as u64),
        "{bar:30} {pos}/{len} {elapsed} {wide_msg}",
    )
}

/// A count of things whose number is not known on standard error; hidden if that is not a terminal.
#[must_use]
pub fn counter(things: &'static str) -> ProgressBar {
    styled(ProgressBar::no_length(), "{human_pos} {msg} {elapsed}").with_message(things)
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
