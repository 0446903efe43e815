//! Opens files for reading: refuses folders and endless files, and limits the bytes read into memory.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Opens a file for reading. Folders, devices and named pipes are refused, since a pipe may wait for a writer forever; anything that the
/// shell has opened, such as `/dev/stdin` or `<(zcat file)`, is accepted.
///
/// # Errors
/// If it cannot be opened, or is not a file.
///
/// ```
/// let error = plywood_catalog::files::open(&std::env::temp_dir()).unwrap_err();
/// assert_eq!(error.to_string(), "this is a folder, not a file");
/// ```
pub fn open(path: &Path) -> io::Result<File> {
    let is_open_already = path == Path::new("/dev/stdin") || opened_by_shell(path).is_some();
    if is_open_already && !fs::metadata(path)?.is_dir() {
        return File::open(path);
    }
    open_again(path)
}

/// Returns the number of a file that the shell has opened for the program, if this is its name: `/dev/fd/5`.
#[must_use]
pub fn opened_by_shell(path: &Path) -> Option<&str> {
    let folders = ["/dev/fd", "/proc/self/fd"].map(Path::new);
    let is_one = folders.contains(&path.parent()?);
    is_one.then(|| path.file_name()?.to_str())?
}

/// Opens a file that is read more than once, or by a session that must not wait: files opened by the shell are also refused.
///
/// # Errors
/// If it cannot be opened, or is not a file.
pub fn open_again(path: &Path) -> io::Result<File> {
    let found = fs::metadata(path)?;
    if found.is_dir() {
        let folder = "this is a folder, not a file";
        return Err(io::Error::new(ErrorKind::IsADirectory, folder));
    }
    if !found.is_file() {
        let pipe = "this is a pipe or a device, not a file; save the data to a file first";
        return Err(io::Error::new(ErrorKind::InvalidInput, pipe));
    }
    File::open(path)
}

/// Returns `true` if the file at this path is the opened one, and was not removed or replaced since. Data written to a removed file is lost
/// when it is closed.
#[must_use]
pub fn is_at(opened: &File, path: &Path) -> bool {
    let (Ok(opened), Ok(found)) = (opened.metadata(), fs::metadata(path)) else {
        return false;
    };
    are_same(&opened, &found)
}

/// Returns `true` if both describe one file.
#[must_use]
pub fn are_same(one: &Metadata, other: &Metadata) -> bool {
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

/// Reads a file of at most this many bytes.
///
/// # Errors
/// If it cannot be read, or is longer.
pub fn read_whole(file: &File, most: u64) -> io::Result<Vec<u8>> {
    let size = file.metadata()?.len();
    let mut bytes = Vec::new();
    if size <= most {
        file.take(most + 1).read_to_end(&mut bytes)?;
    }
    let size = size.max(bytes.len() as u64);
    if size > most {
        let long = format!("it has {size} bytes or more, and the limit is {most}");
        return Err(io::Error::new(ErrorKind::FileTooLarge, long));
    }
    Ok(bytes)
}

/// Reads a text file of at most this many bytes. A byte order mark, which some editors put at the start, is skipped.
///
/// # Errors
/// If it cannot be read, is longer, or is not UTF-8.
pub fn read_text(file: &File, most: u64) -> io::Result<String> {
    let mut text = String::from_utf8(read_whole(file, most)?).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let text = format!("this is not UTF-8 text from byte {} on", place + 1);
        io::Error::new(ErrorKind::InvalidData, text)
    })?;
    if text.starts_with('\u{FEFF}') {
        text.drain(..'\u{FEFF}'.len_utf8());
    }
    Ok(text)
}

/// The most bytes of a file that is read into memory, such as a network, a book or a checkpoint, unless its reader sets a lower limit.
pub const MOST_BYTES: u64 = 1 << 30;
