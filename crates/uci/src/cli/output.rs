//! Output of commands: results to standard output, progress to standard error.

use crate::failure::Failure;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::{fs, io};

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

/// Data as JSON.
pub(super) fn json(data: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(data);
    text.map(|text| text + "\n")
        .map_err(|error| Failure::Work(format!("JSON: {error}")))
}

/// Opens a file that the command line names.
pub(super) fn open(file: &Path) -> Result<fs::File, Failure> {
    fs::File::open(file).map_err(|error| wrong_file(file, &error))
}

/// Reads a file that the command line names.
pub(super) fn read(file: &Path) -> Result<String, Failure> {
    fs::read_to_string(file).map_err(|error| wrong_file(file, &error))
}

/// Where results go: standard output, or a file.
#[derive(Debug)]
pub(super) enum Destination {
    Stdout,
    File(PathBuf, fs::File),
}

impl Destination {
    /// The file, which is emptied, or standard output without one.
    pub(super) fn new(file: Option<&Path>) -> Result<Self, Failure> {
        Ok(match file {
            None => Self::Stdout,
            Some(path) => {
                let file = fs::File::create(path).map_err(|error| wrong_file(path, &error))?;
                Self::File(path.to_owned(), file)
            }
        })
    }

    /// Writes a result as soon as it is there.
    pub(super) fn write(&mut self, text: &str) -> Result<(), Failure> {
        match self {
            Self::Stdout => print(text),
            Self::File(path, file) => file
                .write_all(text.as_bytes())
                .map_err(|error| Failure::Work(format!("{}: {error}", path.display()))),
        }
    }
}

/// Writes a file.
pub(super) fn write(file: &Path, text: &str) -> Result<(), Failure> {
    fs::write(file, text).map_err(|error| Failure::Work(format!("{}: {error}", file.display())))
}

fn wrong_file(file: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("{}: {error}", file.display()))
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
