//! Files named on the command line.

use crate::failure::Failure;
use plywood_catalog::files;
use std::fs::File;
use std::path::Path;

pub use plywood_catalog::files::{MOST_BYTES, are_same, is_at, opened_by_shell};

/// Opens a file for reading, like [`files::open`].
///
/// # Errors
/// [`Failure`] with the name if the file cannot be opened.
pub fn open(path: &Path) -> Result<File, Failure> {
    files::open(path).map_err(|error| Failure::in_file(path, &error))
}

/// Reads a file of at most this many bytes.
///
/// # Errors
/// [`Failure`] with the name if it cannot be read or is longer.
pub fn read_whole(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    files::read_whole(&open(path)?, most).map_err(|error| Failure::in_file(path, &error))
}

/// Reads a text file of at most this many bytes.
///
/// # Errors
/// [`Failure`] with the name if it cannot be read, is longer, or is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> Result<String, Failure> {
    files::read_text(&open(path)?, most).map_err(|error| Failure::in_file(path, &error))
}

/// Raises the limit of open files to the maximum that the system allows.
///
/// # Errors
/// If the system refuses.
#[cfg(feature = "cli")]
pub fn allow_many() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let current = limit.maximum;
        setrlimit(Resource::Nofile, Rlimit { current, ..limit })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_missing_files_are_named() {
        let folder = std::env::temp_dir();
        let error = open(&folder).unwrap_err().to_string();
        assert!(error.contains("this is a folder"), "{error}");
        let error = open(&folder.join("plywood-no-such-file")).unwrap_err();
        assert!(error.to_string().contains("plywood-no-such-file: "));
    }

    #[cfg(unix)]
    #[test]
    fn a_named_pipe_is_refused_at_once() {
        let path = std::env::temp_dir().join(format!("plywood-pipe-{}", std::process::id()));
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        if made.is_ok_and(|status| status.success()) {
            let error = open(&path).unwrap_err().to_string();
            std::fs::remove_file(&path).unwrap();
            assert!(error.contains("this is a pipe"), "{error}");
        }
    }
}
