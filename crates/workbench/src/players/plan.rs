//! [`PlayerPlan`]: a player's label, and separately everything that decides how it plays, for results and journals.

use plywood_catalog::files;
use plywood_report::{Checksum, counted};
use plywood_search::Limits;
use plywood_tables::{Syzygy, Tables};
use serde::{Deserialize, Serialize};
use std::env::{self, consts::EXE_SUFFIX};
use std::io::{self, Read};
use std::iter::once;
use std::path::{Path, PathBuf};

/// A player's label, and separately what it plays. Two players whose plans differ in anything don't belong into one result.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlayerPlan {
    /// The label, any text.
    pub name: String,
    /// The player as it was given, without the label; empty for a player made in Rust.
    pub description: String,
    /// Everything it plays with: its parts with their values, its evaluator and limits; empty for a player made in Rust.
    pub in_full: String,
    /// The name of its evaluator, if it is known.
    pub evaluator: Option<String>,
    /// Its limits, which replace those of the match.
    pub limits: Limits,
    /// The `id name` of a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The files behind it: weights, a program, a script.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<PlayerFile>,
}

/// A file that decides how a player plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlayerFile {
    /// The path; for endgame tables, that of their folder.
    pub name: String,
    /// The checksum of its contents.
    pub checksum: String,
}

impl PlayerFile {
    /// Returns the file at a path, or the endgame tables in a folder, if there are any; a pipe or a device has no checksum.
    pub(crate) fn named(text: impl AsRef<Path>) -> Option<Self> {
        let path = text.as_ref();
        let checksum = if path.is_file() {
            checksum(path).ok()?
        } else {
            table_files(&Syzygy::open(path).ok()?)?
        };
        let name = path.to_string_lossy().into_owned();
        Some(Self { name, checksum })
    }

    /// Returns the files that an argument or an option names: `engine.py`, `--weights=new.bin`, `pvs:evaluator=material@new.json`.
    pub(crate) fn in_argument(text: &str) -> Vec<Self> {
        let value = text.split_once('=').map(|(_, value)| value);
        let is_between = |letter: char| letter.is_whitespace() || "=@:;,".contains(letter);
        let words = text.split(is_between).filter(|word| !word.is_empty());
        let mut all: Vec<_> = once(text).chain(value).chain(words).collect();
        all.sort_unstable();
        all.dedup();
        all.into_iter().filter_map(Self::named).collect()
    }

    /// Returns the file of a command, which is looked for in `PATH` like a shell does.
    pub(crate) fn of_command(command: &Path) -> Option<Self> {
        if command.components().count() > 1 {
            return Self::named(command).or_else(|| Self::named(with_suffix(command)));
        }
        let folders = env::var_os("PATH")?;
        env::split_paths(&folders)
            .find_map(|folder| Self::named(with_suffix(&folder.join(command))))
    }
}

/// Returns the number and the checksum of the inventory of tables, if they are in files.
pub(crate) fn table_files(tables: &dyn Tables) -> Option<String> {
    let files = tables.inventory();
    let add = |sum: Checksum, file: &String| sum.with(file.as_bytes()).with(b"\n");
    let checksum = files.iter().fold(Checksum::new(), add).text();
    let files = (!files.is_empty()).then(|| counted(files.len(), "file"))?;
    Some(format!("{files} with checksum {checksum}"))
}

fn with_suffix(command: &Path) -> PathBuf {
    match command.extension() {
        None if !EXE_SUFFIX.is_empty() => command.with_extension(&EXE_SUFFIX[1..]),
        _ => command.to_owned(),
    }
}

fn checksum(path: &Path) -> io::Result<String> {
    let (mut file, mut sum) = (files::open_again(path)?, Checksum::new());
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(sum.text()),
            length => sum = sum.with(&buffer[..length]),
        }
    }
}
