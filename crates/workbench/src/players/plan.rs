//! [`PlayerPlan`]: a player's label, and separately everything that decides how it plays, for results and journals.

use plywood_catalog::files;
use plywood_report::Checksum;
use plywood_search::Limits;
use serde::{Deserialize, Serialize};
use std::env::{self, consts::EXE_SUFFIX};
use std::io::{self, Read};
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
    /// The path.
    pub name: String,
    /// The checksum of its contents.
    pub checksum: String,
}

impl PlayerFile {
    /// Returns the file that a text names, if there is one; a pipe or a device has no checksum.
    pub(crate) fn named(text: impl AsRef<Path>) -> Option<Self> {
        let path = text.as_ref();
        let checksum = path.is_file().then(|| checksum(path).ok())??;
        let name = path.to_string_lossy().into_owned();
        Some(Self { name, checksum })
    }

    /// Returns the file of an argument such as `engine.py` or `--weights=new.bin`.
    pub(crate) fn in_argument(text: &str) -> Option<Self> {
        let value = text.split_once('=').map(|(_, value)| value);
        Self::named(text).or_else(|| Self::named(value?))
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
