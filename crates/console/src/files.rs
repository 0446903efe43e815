//! Files that the command line names.

use crate::failure::Failure;
use plywood_catalog::files;
use std::fs::{self, File, Metadata};
use std::path::Path;

pub use plywood_catalog::files::{MOST_BYTES, opened_by_shell};

/// Opens a file to read it, as [`files::open`] does.
///
/// # Errors
/// The file cannot be opened; the error names it.
pub fn open(path: &Path) -> Result<File, Failure> {
    files::open(path).map_err(|error| Failure::in_file(path, &error))
}

/// Reads all of a file, which has at most so many bytes.
///
/// # Errors
/// It cannot be read, or has more; the error names it.
pub fn read_whole(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    files::read_whole(&open(path)?, most).map_err(|error| Failure::in_file(path, &error))
}

/// Reads all of a text, which has at most so many bytes.
///
/// # Errors
/// It cannot be read, has more, or is not UTF-8; the error names the file.
pub fn read_text(path: &Path, most: u64) -> Result<String, Failure> {
    files::read_text(&open(path)?, most).map_err(|error| Failure::in_file(path, &error))
}

/// Checks that results were not written to a file that was removed or replaced meanwhile.
///
/// # Errors
/// They are lost; the error names the file.
pub fn still_at(opened: &File, path: &Path) -> Result<(), Failure> {
    const GONE: &str = "it was removed or replaced while results were written, and they are lost";
    if is_at(opened, path) {
        Ok(())
    } else {
        Err(Failure::writing(path, &GONE))
    }
}

/// Whether the file at this path is the one that was opened, and was not removed or replaced since. What is written to one that
/// was removed is lost when it is closed.
#[must_use]
pub fn is_at(opened: &File, path: &Path) -> bool {
    let (Ok(opened), Ok(found)) = (opened.metadata(), fs::metadata(path)) else {
        return false;
    };
    are_same(&opened, &found)
}

/// Whether both are of one file.
pub(crate) fn are_same(one: &Metadata, other: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (one.dev(), one.ino()) == (other.dev(), other.ino())
    }
    #[cfg(not(unix))]
    {
        (one.file_type(), one.created().ok()) == (other.file_type(), other.created().ok())
    }
}

/// Raises the number of files that the process may have open to what the system allows.
///
/// # Errors
/// The system says no.
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
            fs::remove_file(&path).unwrap();
            assert!(error.contains("this is a pipe"), "{error}");
        }
    }
}
