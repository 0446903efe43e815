//! Results to standard output and files, progress and errors to standard error.

use crate::failure::Failure;
use crate::files;
use crate::paths::{self, OutputPath};
use crate::signals;
#[cfg(feature = "progress")]
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::thread;
use std::time::Duration;

/// Prints a text. A closed pipe is not an error: whoever reads has seen enough.
///
/// # Errors
/// Standard output cannot be written, as on a full disk.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout();
    let written = stdout.write_all(text.as_bytes());
    match written.and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::Work(format!(
            "standard output: cannot write: {error}"
        ))),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Prints a line to standard error. If that fails, there is no place left to say so.
pub fn complain(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// The end of a program: prints why it failed, if it did.
#[must_use]
pub fn exit(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // When standard error is closed or full, the exit code still says it.
            complain(&format!("error: {failure}"));
            ExitCode::from(failure.exit_code())
        }
    }
}

/// Data as JSON of several lines.
///
/// # Errors
/// The data cannot be written as JSON.
pub fn json(data: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(data);
    text.map(|text| text + "\n")
        .map_err(|error| no_json(&error))
}

fn no_json(error: &serde_json::Error) -> Failure {
    Failure::Work(format!("JSON: {error}"))
}

/// JSON with a list of any length, of which each item is a line: an object that is printed part by part.
#[derive(Debug)]
pub struct JsonList {
    separator: &'static str,
    end: &'static str,
}

impl JsonList {
    /// Prints what stands before the list, which has this name.
    ///
    /// # Errors
    /// Standard output cannot be written.
    pub fn begin(data: &impl Serialize, name: &str) -> Result<Self, Failure> {
        let head = serde_json::to_string_pretty(data).map_err(|error| no_json(&error))?;
        let head = head.trim_end_matches('}').trim_end();
        print(&format!("{head},\n  \"{name}\": ["))?;
        Ok(Self {
            separator: "\n    ",
            end: "\n  ],",
        })
    }

    /// Prints an item of the list.
    ///
    /// # Errors
    /// Standard output cannot be written.
    pub fn item(&mut self, item: &impl Serialize) -> Result<(), Failure> {
        let item = serde_json::to_string(item).map_err(|error| no_json(&error))?;
        print(&format!("{}{item}", self.separator))?;
        self.separator = ",\n    ";
        Ok(())
    }

    /// Prints what stands after the list.
    ///
    /// # Errors
    /// Standard output cannot be written.
    pub fn end(self, data: &impl Serialize) -> Result<(), Failure> {
        let tail = serde_json::to_string_pretty(data).map_err(|error| no_json(&error))?;
        let tail = tail.trim_start_matches('{');
        print(&format!("{}{tail}\n", self.end))
    }
}

/// The kind of a result. It takes the place of a file only if that begins as files of its kind do, or is empty: nothing else that
/// users have is lost by a wrong name.
#[derive(Debug, Clone, Copy)]
pub enum Kind<'a> {
    /// What begins with a text, and its name.
    Begins(&'a str, &'a str),
    /// What such a function recognizes by its first bytes, and its name.
    Is(fn(&[u8]) -> bool, &'a str),
    /// Nothing that was there is replaced.
    New,
    /// Anything is replaced.
    Any,
}

impl Kind<'static> {
    /// A picture.
    pub const SVG: Self = Self::Begins("<svg", "an SVG picture");
    /// A page.
    pub const HTML: Self = Self::Begins("<!DOCTYPE html>", "an HTML page");
    /// Games.
    pub const GAMES: Self = Self::Is(
        |start| is_games(&String::from_utf8_lossy(start)),
        "games, which begin with tags such as [Event \"…\"]",
    );
    /// Numbers without a mark, which are no text.
    pub const BINARY: Self = Self::Is(|start| start.contains(&0), "numbers");
}

impl Kind<'_> {
    /// Comma-separated values with this first line, or with names of columns as long as there is none.
    #[must_use]
    pub fn csv(head: &str) -> Kind<'_> {
        match head {
            "" => Kind::Is(has_columns, "comma-separated values"),
            head => Kind::Begins(head, "values with the same columns"),
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::Begins(_, name) | Self::Is(_, name) => name,
            Self::New => "nothing unless --replace is given",
            Self::Any => "anything",
        }
    }

    fn is_of(&self, start: &[u8]) -> bool {
        match self {
            Self::Begins(text, _) => start.starts_with(text.as_bytes()),
            Self::Is(is_kind, _) => is_kind(start),
            Self::New => false,
            Self::Any => true,
        }
    }
}

/// A file for a result. It is opened before the work begins, whose results could otherwise not be written.
///
/// A result takes the place of what was there when it is whole: it is written to a file without a name, which the system removes
/// however the program ends, and gets its name at the end. Pipes and devices are written at once.
#[derive(Debug)]
pub struct OutputFile {
    path: OutputPath,
    file: BufWriter<File>,
    /// The file whose place the result takes, behind all links.
    target: Option<PathBuf>,
}

impl OutputFile {
    /// Opens the file. What it holds stays until the result is [finished](Self::finish).
    ///
    /// # Errors
    /// The file cannot be written, or holds something of another kind; the error names it.
    pub fn open(path: &OutputPath, kind: Kind<'_>) -> Result<Self, Failure> {
        if stream(path).is_none() {
            held(path, 0, kind)?;
        }
        let opened = Self::try_open(path);
        let (file, target) = opened.map_err(|error| Failure::unwritable(path, &error))?;
        Ok(Self {
            path: path.clone(),
            file: BufWriter::new(file),
            target,
        })
    }

    fn try_open(path: &Path) -> io::Result<(File, Option<PathBuf>)> {
        Ok(match (stream(path), fs::metadata(path)) {
            (Some(stream), _) => (stream?, None),
            (None, Err(error)) if error.kind() != ErrorKind::NotFound => return Err(error),
            (None, Ok(found)) if !found.is_file() => {
                (opened(OpenOptions::new().write(true), path)?, None)
            }
            (None, found) => {
                if found.is_ok() {
                    // What may not be written is not replaced either.
                    OpenOptions::new().write(true).open(path)?;
                }
                let target = paths::resolved(path)?;
                (unnamed_beside(&target)?, Some(target))
            }
        })
    }

    /// The file of an option, if it is given.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn of(path: Option<&OutputPath>, kind: Kind<'_>) -> Result<Option<Self>, Failure> {
        path.map(|path| Self::open(path, kind)).transpose()
    }

    /// Writes the whole result.
    ///
    /// # Errors
    /// The file cannot be written; the error names it.
    pub fn write(mut self, result: impl AsRef<[u8]>) -> Result<(), Failure> {
        self.append(result)?;
        self.finish()
    }

    /// Writes the next part of a result.
    ///
    /// # Errors
    /// The file cannot be written; the error names it.
    pub fn append(&mut self, part: impl AsRef<[u8]>) -> Result<(), Failure> {
        let written = self.file.write_all(part.as_ref());
        // Whoever reads a pipe reads it now.
        let written = match &self.target {
            None => written.and_then(|()| self.file.flush()),
            Some(_) => written,
        };
        written.map_err(|error| Failure::writing(&self.path, &error))
    }

    /// Puts the result in the place of what was there.
    ///
    /// # Errors
    /// The file cannot be written; the error names it.
    pub fn finish(mut self) -> Result<(), Failure> {
        let flushed = self.file.flush();
        let finished = flushed.and_then(|()| match &self.target {
            Some(target) => replace(target, self.file.get_mut()),
            None => Ok(()),
        });
        finished.map_err(|error| Failure::writing(&self.path, &error))
    }
}

impl Write for OutputFile {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.file.write(part)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A file to which results are added as they come. What it held stays.
#[derive(Debug)]
pub struct AppendedFile {
    path: OutputPath,
    file: File,
}

impl AppendedFile {
    /// Opens the file, or creates it.
    ///
    /// # Errors
    /// The file cannot be written; the error names it.
    pub fn open(path: &OutputPath) -> Result<Self, Failure> {
        let open = || opened(OpenOptions::new().append(true).create(true), path);
        let file = stream(path).unwrap_or_else(open);
        Ok(Self {
            path: path.clone(),
            file: file.map_err(|error| Failure::unwritable(path, &error))?,
        })
    }

    /// Adds a text at the end.
    ///
    /// # Errors
    /// The file cannot be written, or is not there any more; the error names it.
    pub fn append(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| Failure::writing(&self.path, &error))?;
        files::still_at(&self.file, &self.path)
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// The file cannot be written; the error names it.
    pub fn finish(self) -> Result<(), Failure> {
        // A pipe or a device keeps nothing.
        let is_file = self.file.metadata().is_ok_and(|found| found.is_file());
        let synced = if is_file {
            self.file.sync_data()
        } else {
            Ok(())
        };
        synced.map_err(|error| Failure::writing(&self.path, &error))
    }
}

/// A game at the end of a file of games, which is written anew whenever it goes on. The games before it are not touched.
#[derive(Debug)]
pub struct LastGame {
    path: OutputPath,
    /// What was written of it.
    written: Vec<u8>,
}

impl LastGame {
    /// A game that is to be added to the file.
    ///
    /// # Errors
    /// The file holds something else than games; the error names it.
    pub fn new(path: &OutputPath) -> Result<Self, Failure> {
        held_games(path, 0)?;
        Ok(Self {
            path: path.clone(),
            written: Vec::new(),
        })
    }

    /// Writes the game as it is now, in the place of what was written of it, or at the end if that is not the end of the file any more.
    ///
    /// # Errors
    /// The file cannot be written, or does not hold games any more; the error names it.
    pub fn write(&mut self, game: &str) -> Result<(), Failure> {
        let end = held_games(&self.path, self.written.len() as u64 + 2)?;
        let is_last = !self.written.is_empty() && end.ends_with(&self.written);
        let written = self.try_write(game, (&end, is_last));
        written.map_err(|error| Failure::writing(&self.path, &error))
    }

    fn try_write(&mut self, game: &str, (end, is_last): (&[u8], bool)) -> io::Result<()> {
        if let Some(stream) = stream(&self.path) {
            return stream?.write_all(game.as_bytes());
        }
        let mut options = OpenOptions::new();
        let options = options.write(true).create(true).truncate(false);
        let mut file = opened(options, &self.path)?;
        if !file.metadata()?.is_file() {
            return file.write_all(game.as_bytes());
        }
        let size = file.seek(SeekFrom::End(0))?;
        let (place, separator) = if is_last {
            (size - self.written.len() as u64, "")
        } else {
            (size, game_separator(end))
        };
        // One write: a game is there as it was or as it is, however the program ends.
        file.seek(SeekFrom::Start(place))?;
        file.write_all(format!("{separator}{game}").as_bytes())?;
        self.written = game.as_bytes().to_vec();
        file.set_len(place + (separator.len() + game.len()) as u64)?;
        file.sync_data()
    }
}

/// What the shell has opened for the program, if the path names such. It is written through: opening a file by its own name would
/// write over what is printed.
fn stream(path: &Path) -> Option<io::Result<File>> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let number = match path.to_str()? {
            "/dev/stdout" => "1",
            "/dev/stderr" => "2",
            _ => files::opened_by_shell(path)?,
        };
        Some(match number {
            "1" => io::stdout().as_fd().try_clone_to_owned().map(File::from),
            "2" => io::stderr().as_fd().try_clone_to_owned().map(File::from),
            _ => OpenOptions::new().append(true).open(path),
        })
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}

/// Opens a file to write it. A pipe that nobody reads is refused, since opening it waits for a reader without end.
fn opened(options: &OpenOptions, path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if fs::metadata(path).is_ok_and(|found| found.file_type().is_fifo()) {
            // With this one open, opening it again does not wait, but writing does while the pipe is full.
            let _open = opened_pipe(path)?;
            return options.open(path);
        }
    }
    options.open(path)
}

#[cfg(unix)]
fn opened_pipe(path: &Path) -> io::Result<File> {
    use rustix::{fs::OFlags, io::Errno};
    use std::os::unix::fs::OpenOptionsExt;
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    let mut options = OpenOptions::new();
    let options = options.write(true).custom_flags(flags);
    let is_unread = |error: &io::Error| error.raw_os_error() == Some(Errno::NXIO.raw_os_error());
    // A reader that was started at the same time may need a moment.
    for _ in 0..20 {
        match options.open(path) {
            Err(error) if is_unread(&error) => thread::sleep(Duration::from_millis(50)),
            result => return result,
        }
    }
    let unread = "nobody reads this pipe; start its reader first";
    Err(io::Error::new(ErrorKind::NotConnected, unread))
}

/// A new file in the folder of another one.
fn new_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let process = process::id();
    let mut number = 0;
    loop {
        let name = path.with_file_name(format!("plywood-{process}-{number}.unfinished"));
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create_new(true);
        match options.open(&name) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            file => return Ok((name, file?)),
        }
    }
}

/// A file without a name, on the disk of another one. The system removes it when the program ends, however that happens.
///
/// # Errors
/// The folder cannot be written.
pub fn unnamed_beside(path: &Path) -> io::Result<File> {
    let _named = signals::delayed();
    let (name, file) = new_beside(path)?;
    fs::remove_file(name)?;
    Ok(file)
}

/// Puts a copy of a file in the place of another one, at once: whoever looks sees the one or the other, whole.
fn replace(target: &Path, source: &mut File) -> io::Result<()> {
    let _named = signals::delayed();
    let (name, mut file) = new_beside(target)?;
    let mut copy = || {
        // First of all, so that nobody else can read it meanwhile.
        if let Ok(found) = fs::metadata(target) {
            keep_owner(&file, &found);
            file.set_permissions(found.permissions())?;
        }
        source.rewind()?;
        io::copy(source, &mut file)?;
        file.sync_all()?;
        fs::rename(&name, target)
    };
    let copied = copy();
    if copied.is_err() {
        let _ = fs::remove_file(&name);
    }
    copied
}

/// Writes a whole result, as [`OutputFile`] does, for a library: its caller hears what the system says.
///
/// # Errors
/// The file cannot be written. Then it holds what it held.
pub fn write_whole(path: &Path, result: &[u8]) -> io::Result<()> {
    let (mut file, target) = OutputFile::try_open(path)?;
    file.write_all(result)?;
    target.map_or(Ok(()), |target| replace(&target, &mut file))
}

/// Gives a file the owner of the one whose place it takes, where that is allowed.
fn keep_owner(file: &File, found: &Metadata) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let _ = fchown(file, Some(found.uid()), Some(found.gid()));
    }
    #[cfg(not(unix))]
    let _ = (file, found);
}

/// Writes a file that was opened, if there is one; the text is made only then.
///
/// # Errors
/// The file cannot be written; the error names it.
pub fn write(file: Option<OutputFile>, text: impl FnOnce() -> String) -> Result<(), Failure> {
    file.map_or(Ok(()), |file| file.write(text()))
}

/// The last bytes of a file of games, to which a game is to be added; nothing if there is no such file.
///
/// # Errors
/// The file cannot be read, or holds something else than games, which a game would damage; the error names it.
pub fn held_games(path: &OutputPath, most: u64) -> Result<Vec<u8>, Failure> {
    held(path, most, Kind::GAMES)
}

/// Whether the first line has the names of columns as we write them.
fn has_columns(text: &[u8]) -> bool {
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_of_name = |byte: &u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b',' | b'\r');
    line.contains(&b',') && line.iter().all(is_of_name)
}

/// Whether a text begins as games do: after comments, with a tag or with a move and its number.
fn is_games(text: &str) -> bool {
    let text = text.trim_start();
    let after = |end| text.split_once(end).map_or("", |(_, rest)| rest);
    match text.chars().next() {
        // Journals and weights are objects with names.
        Some('{') => !text[1..].trim_start().starts_with('"') && is_games(after('}')),
        Some('%' | ';') => is_games(after('\n')),
        Some('[') => {
            let name = text[1..].trim_start();
            let value = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
            value.len() < name.len() && value.trim_start().starts_with('"')
        }
        Some('0'..='9') => {
            let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
            let mv = rest.trim_start_matches(|c: char| c == '.' || c.is_whitespace());
            let mut start = mv.chars();
            let is_move = matches!(
                (start.next(), start.next()),
                (Some('K' | 'Q' | 'R' | 'B' | 'N'), Some('a'..='h' | '1'..='8' | 'x'))
                    | (Some('a'..='h'), Some('1'..='8' | 'x'))
                    | (Some('O' | '0'), Some('-'))
            );
            is_move && mv.len() < rest.len()
        }
        Some(_) | None => false,
    }
}

/// The last bytes of a file to which something is to be added, or which is to be replaced. The first ones must be of its kind, unless
/// there is nothing but spaces.
///
/// # Errors
/// The file cannot be read, or holds something else, which would be damaged; the error names it.
pub fn held(path: &OutputPath, most: u64, kind: Kind<'_>) -> Result<Vec<u8>, Failure> {
    if !fs::metadata(path).is_ok_and(|found| found.is_file()) {
        return Ok(Vec::new());
    }
    let mut file = files::open(path)?;
    let (mut first, mut last) = ([0; 4096], Vec::new());
    let mut read = || {
        let length = file.read(&mut first)?;
        let end = file.seek(SeekFrom::End(0))?;
        file.seek(SeekFrom::Start(end.saturating_sub(most)))?;
        file.read_to_end(&mut last)?;
        Ok(length)
    };
    let length = read().map_err(|error: io::Error| Failure::in_file(path, &error))?;
    let text = &first[..length];
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    if text.trim_ascii().is_empty() || kind.is_of(text) {
        return Ok(last);
    }
    let (path, kind) = (path.display(), kind.name());
    Err(Failure::Usage(format!(
        "{path}: expected {kind}, found something else; name another file"
    )))
}

/// What stands between the games of a file and one that is added to it.
#[must_use]
pub fn game_separator(held: &[u8]) -> &'static str {
    if held.is_empty() || held.ends_with(b"\n\n") {
        ""
    } else if held.ends_with(b"\n") {
        "\n"
    } else {
        "\n\n"
    }
}

/// Where results go as soon as they are there: standard output, or a file.
#[derive(Debug)]
pub enum Destination {
    /// Standard output.
    Stdout,
    /// A file.
    File(OutputFile),
}

impl Destination {
    /// The file, or standard output without one.
    ///
    /// # Errors
    /// The file cannot be written; the error names it.
    pub fn new(file: Option<&OutputPath>, kind: Kind<'_>) -> Result<Self, Failure> {
        Ok(OutputFile::of(file, kind)?.map_or(Self::Stdout, Self::File))
    }

    /// Writes a result.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&mut self, text: &str) -> Result<(), Failure> {
        match self {
            Self::Stdout => print(text),
            Self::File(file) => file.append(text),
        }
    }

    /// Says that all results were written.
    ///
    /// # Errors
    /// They cannot take their place.
    pub fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Stdout => Ok(()),
            Self::File(file) => file.finish(),
        }
    }
}

/// A progress bar with this many steps on standard error; hidden if that is not a terminal.
#[cfg(feature = "progress")]
#[must_use]
pub fn progress(steps: usize) -> ProgressBar {
    styled(
        ProgressBar::new(steps as u64),
        "{bar:30} {pos}/{len} {elapsed} {wide_msg}",
    )
}

/// A count of things whose number is not known on standard error; hidden if that is not a terminal.
#[cfg(feature = "progress")]
#[must_use]
pub fn counter(things: &'static str) -> ProgressBar {
    styled(ProgressBar::no_length(), "{human_pos} {msg} {elapsed}").with_message(things)
}

#[cfg(feature = "progress")]
fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
