//! Output of commands: results to standard output and files, progress to standard error.

use crate::failure::Failure;
use crate::version::VERSION;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Prints a text. A closed pipe is not an error.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout();
    match stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
    {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::Work(format!("standard output: {error}")))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Prints data as JSON, with the version of the program that computed it.
pub(super) fn print_json(data: &impl Serialize) -> Result<(), Failure> {
    let version = VERSION;
    let json = serde_json::to_string_pretty(&Versioned { version, data });
    print(&(json.map_err(|error| no_json(&error))? + "\n"))
}

#[derive(Serialize)]
struct Versioned<'a, T> {
    version: &'static str,
    #[serde(flatten)]
    data: &'a T,
}

fn no_json(error: &serde_json::Error) -> Failure {
    Failure::Work(format!("JSON: {error}"))
}

/// JSON with a list of any length, of which each item is a line: an object that is printed part by part.
#[derive(Debug)]
pub(super) struct JsonList {
    separator: &'static str,
    end: &'static str,
}

impl JsonList {
    /// Prints what stands before the list, which has this name.
    pub(super) fn begin(data: &impl Serialize, name: &str) -> Result<Self, Failure> {
        let version = VERSION;
        let head = serde_json::to_string_pretty(&Versioned { version, data })
            .map_err(|error| no_json(&error))?;
        let head = head.trim_end_matches('}').trim_end();
        print(&format!("{head},\n  \"{name}\": ["))?;
        Ok(Self {
            separator: "\n    ",
            end: "\n  ],",
        })
    }

    /// Prints an item of the list.
    pub(super) fn item(&mut self, item: &impl Serialize) -> Result<(), Failure> {
        let item = serde_json::to_string(item).map_err(|error| no_json(&error))?;
        print(&format!("{}{item}", self.separator))?;
        self.separator = ",\n    ";
        Ok(())
    }

    /// Prints what stands after the list.
    pub(super) fn end(self, data: &impl Serialize) -> Result<(), Failure> {
        let tail = serde_json::to_string_pretty(data).map_err(|error| no_json(&error))?;
        let tail = tail.trim_start_matches('{');
        print(&format!("{}{tail}\n", self.end))
    }
}

/// A file for results, opened before the work begins whose results could otherwise not be written.
#[derive(Debug)]
pub(super) struct OutputFile {
    path: PathBuf,
    file: File,
    is_new: bool,
}

impl OutputFile {
    /// Opens the file, or creates it. What it holds stays until something is written.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let is_new = !path.exists();
        let mut options = OpenOptions::new();
        let options = options.write(true).create(true).truncate(false);
        match options.open(path) {
            Ok(file) => Ok(Self {
                path: path.to_owned(),
                file,
                is_new,
            }),
            Err(error) => Err(Failure::Usage(format!("{}: {error}", path.display()))),
        }
    }

    /// The file of an option, if it is given.
    pub(super) fn of(path: Option<&Path>) -> Result<Option<Self>, Failure> {
        path.map(Self::open).transpose()
    }

    /// Replaces what the file holds.
    pub(super) fn write(mut self, text: &str) -> Result<(), Failure> {
        self.is_new = false;
        self.empty()?;
        self.append(text)
    }

    fn empty(&self) -> Result<(), Failure> {
        // A pipe or a device has no length.
        let is_file = self.file.metadata().is_ok_and(|found| found.is_file());
        let emptied = if is_file {
            self.file.set_len(0)
        } else {
            Ok(())
        };
        emptied.map_err(|error| self.failed(&error))
    }

    fn append(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &io::Error) -> Failure {
        Failure::Work(format!("{}: {error}", self.path.display()))
    }
}

/// A file to which lines are added while the work goes on.
#[derive(Debug)]
pub(super) struct LinesFile {
    file: OutputFile,
    waiting: String,
    /// The first failure, which is reported when the work is done.
    outcome: Result<(), Failure>,
}

impl LinesFile {
    /// Empties a file that was opened, and begins it with a text.
    pub(super) fn begin(mut file: OutputFile, head: String) -> Self {
        file.is_new = false;
        let outcome = file.empty();
        Self {
            file,
            waiting: head,
            outcome,
        }
    }

    pub(super) fn add(&mut self, text: &str) {
        const LARGE: usize = 1 << 16;
        self.waiting += text;
        if self.waiting.len() > LARGE {
            self.flush();
        }
    }

    /// Writes what is left.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.flush();
        self.outcome
    }

    fn flush(&mut self) {
        if self.outcome.is_ok() {
            self.outcome = self.file.append(&self.waiting);
        }
        self.waiting.clear();
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
pub(super) fn write(
    file: Option<OutputFile>,
    text: impl FnOnce() -> String,
) -> Result<(), Failure> {
    file.map_or(Ok(()), |file| file.write(&text()))
}

/// A progress bar with this many steps on standard error; hidden if that is not a terminal.
pub(super) fn progress(steps: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {wide_msg}");
    let bar = ProgressBar::new(steps as u64);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
