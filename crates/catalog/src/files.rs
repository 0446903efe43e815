//! The one door for files that are read: nothing that never ends, no folder, and never more than there is room for.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Opens a file to read it. A folder, a device and a named pipe are refused, since a pipe waits for a writer without end; but what
/// the shell has opened, such as `/dev/stdin` or `<(zcat file)`, is read.
///
/// # Errors
/// It cannot be opened, or is no file.
///
/// ```
/// let error = plywood_catalog::files::open(&std::env::temp_dir()).unwrap_err();
/// assert_eq!(error.to_string(), "this is a folder, and a file is needed");
/// ```
pub fn open(path: &Path) -> io::Result<File> {
    let is_open_already = path == Path::new("/dev/stdin") || opened_by_shell(path).is_some();
    if is_open_already && !fs::metadata(path)?.is_dir() {
        return File::open(path);
    }
    open_again(path)
}

/// The number of what the shell has opened for the program, if this is its name: `/dev/fd/5`.
#[must_use]
pub fn opened_by_shell(path: &Path) -> Option<&str> {
    let folders = ["/dev/fd", "/proc/self/fd"].map(Path::new);
    let is_one = folders.contains(&path.parent()?);
    is_one.then(|| path.file_name()?.to_str())?
}

/// Opens a file that is read more than once, or by a session that must not wait: what the shell has opened is refused, too.
///
/// # Errors
/// It cannot be opened, or is no file.
pub fn open_again(path: &Path) -> io::Result<File> {
    let found = fs::metadata(path)?;
    if found.is_dir() {
        let folder = "this is a folder, and a file is needed";
        return Err(io::Error::new(ErrorKind::IsADirectory, folder));
    }
    if !found.is_file() {
        let pipe =
            "this is a pipe or a device, and a file is needed; save the data to a file first";
        return Err(io::Error::new(ErrorKind::InvalidInput, pipe));
    }
    File::open(path)
}

/// Reads all of a file, which has at most so many bytes.
///
/// # Errors
/// It cannot be read, or has more.
pub fn read_whole(file: &File, most: u64) -> io::Result<Vec<u8>> {
    let size = file.metadata()?.len();
    let mut bytes = Vec::new();
    if size <= most {
        file.take(most + 1).read_to_end(&mut bytes)?;
    }
    let size = size.max(bytes.len() as u64);
    if size > most {
        let long = format!("it has {size} bytes or more, and at most {most} are read");
        return Err(io::Error::new(ErrorKind::FileTooLarge, long));
    }
    Ok(bytes)
}

/// Reads all of a text, which has at most so many bytes. A byte order mark, which some editors put at the start, is left out.
///
/// # Errors
/// It cannot be read, has more, or is not UTF-8.
pub fn read_text(file: &File, most: u64) -> io::Result<String> {
    let mut text = String::from_utf8(read_whole(file, most)?).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let text = format!("this is not text in UTF-8, from byte {} on", place + 1);
        io::Error::new(ErrorKind::InvalidData, text)
    })?;
    if text.starts_with('\u{FEFF}') {
        text.drain(..'\u{FEFF}'.len_utf8());
    }
    Ok(text)
}

/// A network, a book, a checkpoint: whatever is read whole is not longer, unless its reader says less.
pub const MOST_BYTES: u64 = 1 << 30;
