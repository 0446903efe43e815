//! Writes results to standard output and files, progress and errors to standard error.

use crate::failure::Failure;
use crate::paths::{self, OutputPath};
use crate::{files, signals};
#[cfg(feature = "progress")]
pub use indicatif::ProgressBar;
#[cfg(feature = "progress")]
use indicatif::ProgressStyle;
use serde::Serialize;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::time::{Duration, SystemTime};
use std::{mem, thread};

/// Prints a text. A closed pipe is not an error: its reader has seen enough.
///
/// # Errors
/// [`Failure`] if standard output cannot be written, for example on a full disk.
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

/// Prints a line to standard error. If that fails, the failure can't be reported anywhere.
pub fn complain(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Ends a program: prints why it failed, if it did.
#[must_use]
pub fn exit(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // If standard error is closed or full, the exit code still shows it.
            complain(&format!("error: {failure}"));
            ExitCode::from(failure.exit_code())
        }
    }
}

/// Formats data as JSON of several lines.
///
/// # Errors
/// [`Failure`] if the data cannot be written as JSON.
pub fn json(data: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(data).map_err(|error| no_json(&error))?;
    Ok(text + "\n")
}

fn no_json(error: &serde_json::Error) -> Failure {
    Failure::Work(format!("JSON: {error}"))
}

/// JSON with a list of any length, with one item per line: an object that is printed part by part.
#[derive(Debug)]
pub struct JsonList {
    separator: &'static str,
}

impl JsonList {
    /// Prints everything before the list, which has this name.
    ///
    /// # Errors
    /// [`Failure`] if standard output cannot be written.
    pub fn begin(data: &impl Serialize, name: &str) -> Result<Self, Failure> {
        let head = serde_json::to_string_pretty(data).map_err(|error| no_json(&error))?;
        let head = head.trim_end_matches('}').trim_end();
        print(&format!("{head},\n  \"{name}\": ["))?;
        let separator = "\n    ";
        Ok(Self { separator })
    }

    /// Prints an item of the list.
    ///
    /// # Errors
    /// [`Failure`] if standard output cannot be written.
    pub fn item(&mut self, item: &impl Serialize) -> Result<(), Failure> {
        let item = serde_json::to_string(item).map_err(|error| no_json(&error))?;
        print(&format!("{}{item}", self.separator))?;
        self.separator = ",\n    ";
        Ok(())
    }

    /// Prints everything after the list.
    ///
    /// # Errors
    /// [`Failure`] if standard output cannot be written.
    pub fn end(self, data: &impl Serialize) -> Result<(), Failure> {
        let tail = serde_json::to_string_pretty(data).map_err(|error| no_json(&error))?;
        let tail = tail.trim_start_matches('{');
        print(&format!("\n  ],{tail}\n"))
    }
}

/// The kind of a result. It replaces a file only if that is empty or one of ours, or if the user asks for it and the file is of this kind, so
/// that a wrong name doesn't destroy any other file.
#[derive(Debug, Clone, Copy)]
pub enum Kind<'a> {
    /// A file that begins with a text, the mark that ends it if it is ours, and the kind's name.
    Marked(&'a str, &'a str, &'a str),
    /// A file that begins with a text but can't carry a mark, and the kind's name.
    Begins(&'a str, &'a str),
    /// A file without a mark that a function recognizes by its first bytes, and the kind's name.
    Is(fn(&[u8]) -> bool, &'a str),
    /// Any file.
    Any,
}

/// Ends the files of ours that have comments.
const MARK: &str = "<!-- Written by plywood -->\n";

impl Kind<'static> {
    /// A picture.
    pub const SVG: Self = Self::Marked("<svg", MARK, "an SVG picture");
    /// A page.
    pub const HTML: Self = Self::Marked("<!DOCTYPE html>", MARK, "an HTML page");
    /// A table in Markdown.
    pub const MARKDOWN: Self = Self::Marked("|", MARK, "a table");
    /// An XML file.
    pub const XML: Self = Self::Marked("<?xml", MARK, "an XML file");
    /// Games.
    pub const GAMES: Self = Self::Is(
        |start| is_games(&String::from_utf8_lossy(start)),
        "games, which begin with tags such as [Event \"…\"]",
    );
    /// Binary numbers without a magic number, which are not text.
    pub const BINARY: Self = Self::Is(|start| start.contains(&0), "numbers");
}

impl Kind<'_> {
    /// Comma-separated values with this first line, or with names of columns if there is none.
    #[must_use]
    pub fn csv(head: &str) -> Kind<'_> {
        match head {
            "" => Kind::Is(has_columns, "comma-separated values"),
            head => Kind::Begins(head, "values with the same columns"),
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::Marked(_, _, name) | Self::Begins(_, name) | Self::Is(_, name) => name,
            Self::Any => "anything",
        }
    }

    const fn mark(&self) -> Option<&str> {
        match self {
            Self::Marked(_, mark, _) => Some(mark),
            Self::Begins(..) | Self::Is(..) | Self::Any => None,
        }
    }

    fn is_of(&self, start: &[u8]) -> bool {
        match self {
            Self::Marked(text, ..) | Self::Begins(text, _) => start.starts_with(text.as_bytes()),
            Self::Is(is_kind, _) => is_kind(start),
            Self::Any => true,
        }
    }
}

/// The files that a result may replace. By default they are ours by their mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Replace {
    /// Replace files of the same kind even if they aren't marked as written by this program.
    #[cfg_attr(feature = "cli", arg(long))]
    replace: bool,
}

impl Replace {
    /// Any file of the same kind.
    pub const UNMARKED: Self = Self { replace: true };
}

/// A file for a result. It is opened before the work begins, so that the results can be written.
///
/// A result replaces the old contents only when it is complete: it is written to an unnamed file, which the system removes however the
/// program ends, and gets its name at the end. Pipes and devices are written immediately.
#[derive(Debug)]
pub struct OutputFile {
    path: OutputPath,
    file: BufWriter<File>,
    place: Place,
    /// The end of the result.
    mark: String,
}

/// The place where the parts of a result go.
#[derive(Debug)]
enum Place {
    /// A pipe or a device, whose reader reads them now.
    Stream,
    /// The end of a file.
    End,
    /// A file that the result replaces, after following all links, and the time of its last change when the work began.
    Whole(PathBuf, Option<SystemTime>),
}

impl OutputFile {
    /// Opens the file. Its contents stay until the result is [finished](Self::finish).
    ///
    /// # Errors
    /// [`Failure`] with the name if the file cannot be written or must not be replaced.
    pub fn open(path: &OutputPath, kind: Kind<'_>, replace: Replace) -> Result<Self, Failure> {
        let mark = kind.mark();
        if stream(path).is_none() {
            let end = held(path, mark.map_or(0, str::len) as u64, kind)?;
            let is_ours = mark.is_some_and(|mark| end.ends_with(mark.as_bytes()));
            let is_empty =
                fs::metadata(path).map_or(true, |found| !found.is_file() || found.len() == 0);
            if !(is_ours || is_empty || replace == Replace::UNMARKED) {
                let unmarked = "it exists and isn't marked as written by this program; replace it with --replace, or name another file";
                return Err(Failure::in_file(path, &unmarked));
            }
        }
        Self::opened(path, Self::try_open(path), mark.unwrap_or_default())
    }

    /// Opens a file, or creates it, to append results as they arrive. Its old contents stay.
    ///
    /// # Errors
    /// [`Failure`] with the name if the file cannot be written.
    pub fn appending(path: &OutputPath) -> Result<Self, Failure> {
        let open = || opened(OpenOptions::new().append(true).create(true), path);
        let file = stream(path).unwrap_or_else(open);
        Self::opened(path, file.map(|file| (file, Place::End)), "")
    }

    fn opened(
        path: &OutputPath,
        opened: io::Result<(File, Place)>,
        mark: &str,
    ) -> Result<Self, Failure> {
        let (file, place) = opened.map_err(|error| Failure::unwritable(path, &error))?;
        Ok(Self {
            path: path.clone(),
            file: BufWriter::new(file),
            place,
            mark: mark.to_owned(),
        })
    }

    fn try_open(path: &Path) -> io::Result<(File, Place)> {
        Ok(match (stream(path), fs::metadata(path)) {
            (Some(stream), _) => (stream?, Place::Stream),
            (None, Err(error)) if error.kind() != ErrorKind::NotFound => return Err(error),
            (None, Ok(found)) if !found.is_file() => {
                (opened(OpenOptions::new().write(true), path)?, Place::Stream)
            }
            (None, found) => {
                if found.is_ok() {
                    // A file that may not be written is not replaced either.
                    OpenOptions::new().write(true).open(path)?;
                }
                let target = paths::resolved(path)?;
                let before = changed(&target);
                (unnamed_beside(&target)?, Place::Whole(target, before))
            }
        })
    }

    /// Opens the file of an option, if it is given.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub fn of(
        path: Option<&OutputPath>,
        kind: Kind<'_>,
        replace: Replace,
    ) -> Result<Option<Self>, Failure> {
        path.map(|path| Self::open(path, kind, replace)).transpose()
    }

    /// Writes the whole result.
    ///
    /// # Errors
    /// [`Failure`] with the name if the file cannot be written.
    pub fn write(mut self, result: impl AsRef<[u8]>) -> Result<(), Failure> {
        self.append(result)?;
        self.finish()
    }

    /// Writes the next part of a result.
    ///
    /// # Errors
    /// [`Failure`] with the name if the file cannot be written.
    pub fn append(&mut self, part: impl AsRef<[u8]>) -> Result<(), Failure> {
        let written = self.file.write_all(part.as_ref());
        let written = match &self.place {
            Place::Stream | Place::End => written.and_then(|()| self.flush()),
            Place::Whole(..) => written,
        };
        written.map_err(|error| Failure::writing(&self.path, &error))
    }

    /// Replaces the old contents with the result, and marks it as ours; what was appended is then on the disk.
    ///
    /// # Errors
    /// [`Failure`] with the name if the file cannot be written.
    pub fn finish(mut self) -> Result<(), Failure> {
        let mark = mem::take(&mut self.mark);
        self.append(mark)?;
        let flushed = self.flush();
        let file = self.file.get_mut();
        let finished = flushed.and_then(|()| match &self.place {
            Place::Whole(target, before) => replace(target, file, *before),
            Place::End if file.metadata()?.is_file() => file.sync_data(),
            Place::End | Place::Stream => Ok(()),
        });
        finished.map_err(|error| Failure::writing(&self.path, &error))
    }
}

impl Write for OutputFile {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.file.write(part)
    }

    /// Checks that a file to which results are appended was not removed or replaced meanwhile.
    fn flush(&mut self) -> io::Result<()> {
        const GONE: &str =
            "it was removed or replaced while results were being written, so they are lost";
        self.file.flush()?;
        match self.place {
            Place::End if !files::is_at(self.file.get_ref(), &self.path) => {
                Err(io::Error::other(GONE))
            }
            Place::Stream | Place::End | Place::Whole(..) => Ok(()),
        }
    }
}

/// Returns the time at which a file was last changed, if it exists.
fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|found| found.modified()).ok()
}

/// Returns the stream that the shell has opened for the program, if the path names one. It is used directly: opening a file by its own name
/// would overwrite the printed output.
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

/// Opens a file for writing. A pipe without a reader is refused, since opening it would wait for one forever.
fn opened(options: &OpenOptions, path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if fs::metadata(path).is_ok_and(|found| found.file_type().is_fifo()) {
            // While this one is open, opening it again does not wait, but writing does when the pipe is full.
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
    let unread = "this pipe has no reader; start its reader first";
    Err(io::Error::new(ErrorKind::NotConnected, unread))
}

/// Creates a file in the folder of another one.
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

/// Creates an unnamed file on the disk of another one. The system removes it however the program ends.
///
/// # Errors
/// If the folder cannot be written.
pub fn unnamed_beside(path: &Path) -> io::Result<File> {
    let _named = signals::delayed();
    let (name, file) = new_beside(path)?;
    fs::remove_file(name)?;
    Ok(file)
}

/// Replaces a file with a copy of another one, at once, unless it was written meanwhile: readers see the old or the new contents, complete.
fn replace(target: &Path, source: &mut File, before: Option<SystemTime>) -> io::Result<()> {
    let _named = signals::delayed();
    let (name, mut file) = new_beside(target)?;
    let mut copy = || {
        // Done first, so that other users cannot read it meanwhile.
        if let Ok(found) = fs::metadata(target) {
            keep_owner(&file, &found);
            file.set_permissions(found.permissions())?;
        }
        source.rewind()?;
        io::copy(source, &mut file)?;
        file.sync_all()
    };
    let copied = copy();
    if copied.is_ok() && changed(target).is_some_and(|now| before != Some(now)) {
        let meanwhile = "it was written meanwhile; the result is in";
        return Err(io::Error::other(format!("{meanwhile} {}", name.display())));
    }
    let replaced = copied.and_then(|()| fs::rename(&name, target));
    if replaced.is_err() {
        let _ = fs::remove_file(&name);
    }
    replaced
}

/// Writes a whole result, like [`OutputFile`], for a library, whose caller gets the system's error.
///
/// # Errors
/// If the file cannot be written. It then keeps its contents.
pub fn write_whole(path: &Path, result: &[u8]) -> io::Result<()> {
    let (mut file, place) = OutputFile::try_open(path)?;
    file.write_all(result)?;
    match place {
        Place::Whole(target, before) => replace(&target, &mut file, before),
        Place::Stream | Place::End => Ok(()),
    }
}

/// Gives a file the owner of the one it replaces, where that is allowed.
fn keep_owner(file: &File, found: &Metadata) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let _ = fchown(file, Some(found.uid()), Some(found.gid()));
    }
    #[cfg(not(unix))]
    let _ = (file, found);
}

/// Writes an opened file, if there is one; the text is made only then.
///
/// # Errors
/// [`Failure`] with the name if the file cannot be written.
pub fn write(file: Option<OutputFile>, text: impl FnOnce() -> String) -> Result<(), Failure> {
    file.map_or(Ok(()), |file| file.write(text()))
}

/// Returns `true` if the first line has names of columns in our format.
fn has_columns(text: &[u8]) -> bool {
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_of_name = |byte: &u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b',' | b'\r');
    line.contains(&b',') && line.iter().all(is_of_name)
}

/// Returns `true` if a text begins like games: after comments, with a tag or with a move and its number.
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

/// Returns the last bytes of a file that will be extended or replaced. The first ones must be of its kind, unless there are only spaces.
///
/// # Errors
/// [`Failure`] with the name if the file cannot be read, or contains something that would be damaged.
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
    let kind = kind.name();
    let other = format!("expected {kind}, found something else; name another file");
    Err(Failure::in_file(path, &other))
}

/// Returns the text that separates the games of a file from one added to it.
#[must_use]
pub fn game_separator(held: &[u8]) -> &'static str {
    match held {
        [] | [.., b'\n', b'\n'] => "",
        [.., b'\n'] => "\n",
        _ => "\n\n",
    }
}

/// The destination of results as they arrive: standard output, or a file.
#[derive(Debug)]
pub enum Destination {
    /// Standard output.
    Stdout,
    /// A file.
    File(OutputFile),
}

impl Destination {
    /// Opens the file, or uses standard output without one.
    ///
    /// # Errors
    /// [`Failure`] with the name if the file cannot be written.
    pub fn new(
        file: Option<&OutputPath>,
        kind: Kind<'_>,
        replace: Replace,
    ) -> Result<Self, Failure> {
        Ok(OutputFile::of(file, kind, replace)?.map_or(Self::Stdout, Self::File))
    }

    /// Writes a result.
    ///
    /// # Errors
    /// [`Failure`] if it cannot be written.
    pub fn write(&mut self, text: &str) -> Result<(), Failure> {
        match self {
            Self::Stdout => print(text),
            Self::File(file) => file.append(text),
        }
    }

    /// Puts the results in place once all are written.
    ///
    /// # Errors
    /// [`Failure`] if that is impossible.
    pub fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Stdout => Ok(()),
            Self::File(file) => file.finish(),
        }
    }
}

/// Shows a progress bar with this many steps on standard error, unless that is not a terminal.
#[cfg(feature = "progress")]
#[must_use]
pub fn progress(steps: usize) -> ProgressBar {
    let template = "{bar:30} {pos}/{len} {elapsed} {wide_msg}";
    styled(ProgressBar::new(steps as u64), template)
}

/// Shows a count of things whose number is unknown on standard error, unless that is not a terminal.
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
