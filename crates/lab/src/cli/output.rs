//! Output of commands: results to standard output and files, progress to standard error.

use crate::failure::Failure;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::fs;
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

/// Prints data as JSON.
pub(super) fn print_json(data: &impl Serialize) -> Result<(), Failure> {
    let json = serde_json::to_string_pretty(data);
    let json = json.map_err(|error| Failure::Work(format!("JSON: {error}")))?;
    print(&(json + "\n"))
}

/// Writes a file.
pub(super) fn write(file: &Path, text: &str) -> Result<(), Failure> {
    fs::write(file, text).map_err(|error| Failure::Work(format!("{}: {error}", file.display())))
}

/// Refuses files in folders that do not exist, before the work starts whose results could not be written.
pub(super) fn expect_folders<'a>(
    files: impl IntoIterator<Item = &'a Option<PathBuf>>,
) -> Result<(), Failure> {
    for file in files.into_iter().flatten() {
        let folder = file.parent().unwrap_or(file);
        if !folder.as_os_str().is_empty() && !folder.is_dir() {
            let (file, folder) = (file.display(), folder.display());
            return Err(Failure::Usage(format!(
                "{file}: there is no folder {folder}"
            )));
        }
    }
    Ok(())
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
