//! [`Waiting`]: a file for what has no room in memory.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file for what has no room in memory. It is created when something is written, and has no name from then on: the system
/// removes it when the program ends, however that happens.
#[derive(Debug)]
pub(super) struct Waiting {
    path: PathBuf,
    file: Option<File>,
}

impl Waiting {
    /// On the disk of this file. The number tells several of them apart.
    pub(super) fn beside(path: &Path, number: usize) -> Self {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}-{number}.tmp", std::process::id()));
        Self {
            path: name.into(),
            file: None,
        }
    }

    fn file(&mut self) -> io::Result<&mut File> {
        if self.file.is_none() {
            let mut options = OpenOptions::new();
            let file = options.read(true).write(true).create_new(true);
            let file = file.open(&self.path)?;
            fs::remove_file(&self.path)?;
            self.file = Some(file);
        }
        self.file
            .as_mut()
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

impl Read for Waiting {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.file()?.read(bytes)
    }
}

impl Write for Waiting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file()?.flush()
    }
}

impl Seek for Waiting {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.file()?.seek(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_and_nothing_is_left() {
        let folder = std::env::temp_dir().join(format!("plywood-waiting-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let mut waiting = Waiting::beside(&folder.join("net"), 0);
        waiting.write_all(b"positions").unwrap();
        waiting.seek(SeekFrom::Start(3)).unwrap();
        let mut text = String::new();
        waiting.read_to_string(&mut text).unwrap();
        assert_eq!(text, "itions");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::remove_dir(&folder).unwrap();
    }
}
