//! Output of commands: results to standard output and files, progress to standard error.

use crate::failure::Failure;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
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
    #[derive(Serialize)]
    struct Versioned<'a, T> {
        version: &'static str,
        #[serde(flatten)]
        data: &'a T,
    }
    let version = env!("CARGO_PKG_VERSION");
    let json = serde_json::to_string_pretty(&Versioned { version, data });
    let json = json.map_err(|error| Failure::Work(format!("JSON: {error}")))?;
    print(&(json + "\n"))
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
        // A pipe or a device has no length.
        let is_file = self.file.metadata().is_ok_and(|found| found.is_file());
        let emptied = if is_file {
            self.file.set_len(0)
        } else {
            Ok(())
        };
        emptied
            .and_then(|()| self.file.write_all(text.as_bytes()))
            .map_err(|error| Failure::Work(format!("{}: {error}", self.path.display())))
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

/// Reads a file named by the user.
pub(super) fn read(file: &Path) -> Result<String, Failure> {
    fs::read_to_string(file).map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))
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
