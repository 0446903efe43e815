//! Output of commands, and files that the command line names.

use crate::failure::Failure;
pub(super) use plywood_console::files::open;
pub(super) use plywood_console::output::{Destination, json, print, progress};
use std::fs;
use std::path::Path;

/// Writes a file.
pub(super) fn write(file: &Path, text: &str) -> Result<(), Failure> {
    fs::write(file, text).map_err(|error| Failure::writing(file, &error))
}
