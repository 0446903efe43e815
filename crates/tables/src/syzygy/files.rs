//! Finding the files of tables.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use plywood_core::{Color, PieceKind};

use crate::endgame::Endgame;
use crate::table::{TableKind, check_start};
use crate::table_error::TableError;

/// Why a set of tables could not be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// A folder could not be read.
    #[error("the folder {} of endgame tables {}", path.display(), why_unreadable(source))]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is no table.
    #[error(
        "there are no Syzygy tables in {folders:?}: expected files such as KQvK.rtbw in one of the folders"
    )]
    NoTables {
        /// The list of folders.
        folders: String,
    },
    /// A file cannot be used.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// XBoard sends a folder of its own that rarely exists, and takes the system's "No such file" for an engine that cannot be started.
fn why_unreadable(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "does not exist".to_owned(),
        _ => format!("could not be read: {error}"),
    }
}

/// The paths of the two files of each endgame.
pub(super) type Found = BTreeMap<Endgame, [Option<PathBuf>; 2]>;

/// The tables in a list of folders.
pub(super) fn find(folders: &str) -> Result<Found, OpenError> {
    let mut found = Found::new();
    for folder in env::split_paths(folders).filter(|folder| !folder.as_os_str().is_empty()) {
        let unreadable = |source| OpenError::Folder {
            path: folder.clone(),
            source,
        };
        for entry in fs::read_dir(&folder).map_err(unreadable)? {
            add(&mut found, &entry.map_err(unreadable)?.path())?;
        }
    }
    // A table needs its results; distances alone are of no use.
    found.retain(|_, [wdl, _]| wdl.is_some());
    if found.is_empty() {
        let folders = folders.to_owned();
        return Err(OpenError::NoTables { folders });
    }
    Ok(found)
}

/// Adds a file if it is a table by its name. Other files are skipped.
fn add(found: &mut Found, path: &Path) -> Result<(), TableError> {
    let part = |part: Option<&std::ffi::OsStr>| part?.to_str().map(str::to_owned);
    let (Some(stem), Some(extension)) = (part(path.file_stem()), part(path.extension())) else {
        return Ok(());
    };
    let kinds = [TableKind::Wdl, TableKind::Dtz];
    let kind = kinds.into_iter().find(|kind| kind.extension() == extension);
    let (Some(kind), Ok(endgame)) = (kind, stem.parse::<Endgame>()) else {
        return Ok(());
    };
    // Nobody names a table after its weaker side first, and two files would contradict each other.
    if endgame.is_bare() || !is_stronger_first(endgame) {
        return Ok(());
    }
    let place = &mut found.entry(endgame).or_default()[kind as usize];
    if place.is_none() {
        check_start(path, kind)?;
        *place = Some(path.to_owned());
    }
    Ok(())
}

/// Whether the side with more pieces, or with the more valuable ones, comes first.
pub(super) fn is_stronger_first(endgame: Endgame) -> bool {
    let strength = |color| {
        let count = |kind| endgame.count(color, kind);
        let counts = PieceKind::ALL.map(count);
        let men: u32 = counts.iter().sum();
        // Queens decide before rooks, and so on down to pawns.
        (men, counts.into_iter().rev().collect::<Vec<_>>())
    };
    strength(Color::White) >= strength(Color::Black)
}
