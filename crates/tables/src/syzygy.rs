//! Syzygy tables in folders.

mod rules;

use core::fmt;
use std::collections::{BTreeMap, btree_map};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::{env, fs, io};

use plywood_core::{Color, PieceKind, Position};

use crate::endgame::Endgame;
use crate::file::{Source, TableError, TableProblem};
use crate::table::{Query, Table, TableKind, check_start};
use crate::tables::{ProbeError, Tables};
use crate::value::{Dtz, Wdl};

/// A set of [Syzygy tables](https://syzygy-tables.info), Ronald de Man's format that most programs use.
///
/// A table is read when it is first needed, so opening is quick. Threads share one set, and there may be several.
///
/// ```no_run
/// use plywood_core::Position;
/// use plywood_tables::{Dtz, Syzygy, Tables, Wdl};
///
/// let tables = Syzygy::open("/tables/3-4-5:/tables/6")?;
/// // 8 . . . . . . . .
/// // 7 . . . . . . . .
/// // 6 . . . . . . . .
/// // 5 . . . . . k . .
/// // 4 . . . . . . . .
/// // 3 . . . . . . . .
/// // 2 R . . . . . . .
/// // 1 . . . K . . . .
/// //   a b c d e f g h
/// let position: Position = "8/8/8/5k2/8/8/R7/3K4 w - - 0 1".parse()?;
/// assert_eq!(tables.wdl(&position)?, Wdl::Win);
/// assert!(tables.dtz(&position)? > Dtz::new(20));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Damage among the compressed values may give wrong results without an error. Compare your files with the checksums that are published
/// beside the tables (`md5sum --check`). [`TableFile::check`] finds a file that can't be used:
///
/// ```no_run
/// # let tables = plywood_tables::Syzygy::open("/tables/3-4-5:/tables/6")?;
/// for problem in tables.left_out() {
///     println!("{problem}");
/// }
/// for file in tables.files() {
///     if let Err(error) = file.check() {
///         println!("{error}");
///     }
/// }
/// # Ok::<(), plywood_tables::OpenError>(())
/// ```
pub struct Syzygy {
    /// The files, sorted by endgame and kind.
    files: Vec<TableFile>,
    /// The entries, sorted by endgame. Every table has two, one with the colors exchanged, if that is different.
    entries: Vec<(Endgame, Entry)>,
    left_out: Vec<LeftOut>,
    most_men: u32,
}

/// The places of the files of an endgame.
#[derive(Debug, Clone, Copy)]
struct Entry {
    wdl: usize,
    dtz: Option<usize>,
    flip: bool,
}

/// One file of a set of tables. It is read when it is first needed.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    endgame: Endgame,
    kind: TableKind,
    table: OnceLock<Result<Table, Arc<TableError>>>,
}

impl TableFile {
    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the endgame in its name.
    #[must_use]
    pub const fn endgame(&self) -> Endgame {
        self.endgame
    }

    /// Returns the kind of its values.
    #[must_use]
    pub const fn kind(&self) -> TableKind {
        self.kind
    }

    /// Reads the head of the file, which must fit its name and length.
    ///
    /// # Errors
    /// [`TableError`] if the file is cut off, is another table or cannot be read.
    pub fn check(&self) -> Result<(), TableError> {
        self.load().map(drop)
    }

    fn load(&self) -> Result<Table, TableError> {
        let table = Table::load(&self.path, self.endgame, self.kind);
        table.map_err(|problem| self.error(problem))
    }

    fn table(&self) -> Result<&Table, Arc<TableError>> {
        let load = || self.load().map_err(Arc::new);
        self.table.get_or_init(load).as_ref().map_err(Arc::clone)
    }

    fn error(&self, problem: TableProblem) -> TableError {
        let path = self.path.clone();
        TableError { path, problem }
    }
}

/// A folder or file that was left out when tables were opened, and the reason.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LeftOut {
    /// A folder could not be read completely.
    #[error("the folder {} of endgame tables {}", path.display(), why_unreadable(source))]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] Arc<TableError>),
}

impl LeftOut {
    /// Returns the error of a file.
    #[must_use]
    pub const fn file(&self) -> Option<&Arc<TableError>> {
        match self {
            Self::File(error) => Some(error),
            Self::Folder { .. } => None,
        }
    }
}

/// `XBoard` sends a folder that rarely exists. It would take the system's "No such file" for an engine that cannot be started.
fn why_unreadable(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "does not exist".to_owned(),
        _ => format!("could not be read: {error}"),
    }
}

/// The error if no table can be used.
#[derive(Debug, thiserror::Error)]
#[error("{}", why_none(folders, left_out))]
#[non_exhaustive]
pub struct OpenError {
    /// The list of folders.
    pub folders: String,
    /// The folders and files that cannot be used.
    pub left_out: Vec<LeftOut>,
}

fn why_none(folders: &str, left_out: &[LeftOut]) -> String {
    match left_out {
        [] => format!(
            "there are no Syzygy tables in {folders:?}: expected files such as KQvK.rtbw in one of the folders"
        ),
        [only] => only.to_string(),
        [first, more @ ..] => format!("{first}; and {} more cannot be used", more.len()),
    }
}

/// The files by endgame and kind, and those left out.
#[derive(Debug, Default)]
struct Found {
    files: BTreeMap<(Endgame, TableKind), PathBuf>,
    left_out: Vec<LeftOut>,
}

impl Found {
    fn add_folder(&mut self, folder: &Path) -> io::Result<()> {
        let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
        let mut paths: Vec<_> = entries.collect::<io::Result<_>>()?;
        paths.sort();
        for path in paths {
            if let Err(problem) = self.add_file(&path) {
                let error = Arc::new(TableError { path, problem });
                self.left_out.push(error.into());
            }
        }
        Ok(())
    }

    /// Adds a file if it is a table by its name. Other files are skipped.
    fn add_file(&mut self, path: &Path) -> Result<(), TableProblem> {
        let Some((endgame, kind)) = named_table(path) else {
            return Ok(());
        };
        if let btree_map::Entry::Vacant(place) = self.files.entry((endgame, kind)) {
            check_start(path, kind)?;
            place.insert(path.to_owned());
        }
        Ok(())
    }
}

/// Returns the content of a file by its name.
fn named_table(path: &Path) -> Option<(Endgame, TableKind)> {
    let extension = path.extension()?.to_str()?;
    let kinds = [TableKind::Wdl, TableKind::Dtz];
    let kind = kinds
        .into_iter()
        .find(|kind| kind.extension() == extension)?;
    let endgame: Endgame = path.file_stem()?.to_str()?.parse().ok()?;
    // Tables are never named after their weaker side first, and two files would contradict each other.
    (!endgame.is_bare() && is_stronger_first(endgame)).then_some((endgame, kind))
}

/// Returns `true` if the side with more pieces, or with the more valuable ones, comes first.
fn is_stronger_first(endgame: Endgame) -> bool {
    let strength = |color| {
        let counts = PieceKind::ALL.map(|kind| endgame.count(color, kind));
        let men: u32 = counts.iter().sum();
        // Queens decide before rooks, and so on down to pawns.
        (men, counts.into_iter().rev().collect::<Vec<_>>())
    };
    strength(Color::White) >= strength(Color::Black)
}

/// Returns the entries of all endgames whose results are known; distances alone are of no use.
fn entries(files: &[TableFile]) -> Vec<(Endgame, Entry)> {
    let mut entries = Vec::new();
    for (wdl, file) in files.iter().enumerate() {
        let endgame = file.endgame;
        if file.kind == TableKind::Wdl {
            let is_next = files
                .get(wdl + 1)
                .is_some_and(|next| next.endgame == endgame);
            let dtz = is_next.then_some(wdl + 1);
            let entry = |flip| Entry { wdl, dtz, flip };
            entries.push((endgame, entry(false)));
            if !endgame.is_symmetric() {
                entries.push((endgame.flip_colors(), entry(true)));
            }
        }
    }
    entries.sort_by_key(|&(endgame, _)| endgame);
    entries
}

impl Syzygy {
    /// Opens the tables in a list of folders, separated like the folders of `PATH`: by colons, on Windows by semicolons. Of two files with
    /// the same name the first counts.
    ///
    /// Folders that cannot be read, and files that are incomplete or of another format, are
    /// [left out](Self::left_out). Positions that need such a file give its error.
    ///
    /// # Errors
    /// [`OpenError`] if no table can be used.
    pub fn open(folders: impl AsRef<OsStr>) -> Result<Self, OpenError> {
        let mut found = Found::default();
        for path in env::split_paths(&folders).filter(|path| !path.as_os_str().is_empty()) {
            if let Err(source) = found.add_folder(&path) {
                found.left_out.push(LeftOut::Folder { path, source });
            }
        }
        let Found { files, left_out } = found;
        let file = |((endgame, kind), path)| TableFile {
            path,
            endgame,
            kind,
            table: OnceLock::new(),
        };
        let files: Vec<_> = files.into_iter().map(file).collect();
        let entries = entries(&files);
        let Some(most_men) = entries.iter().map(|(endgame, _)| endgame.men()).max() else {
            let folders = folders.as_ref().to_string_lossy().into_owned();
            return Err(OpenError { folders, left_out });
        };
        Ok(Self {
            files,
            entries,
            left_out,
            most_men,
        })
    }

    /// Returns the endgames whose results are known. Their distances may be missing.
    pub fn endgames(&self) -> impl Iterator<Item = Endgame> {
        let files = self.files.iter();
        let files = files.filter(|file| file.kind == TableKind::Wdl);
        files.map(TableFile::endgame)
    }

    /// Returns the files, sorted by endgame.
    #[must_use]
    pub fn files(&self) -> &[TableFile] {
        &self.files
    }

    /// Returns the folders and files that could not be used when the tables were opened. If a file turns out to be damaged later, positions
    /// that need it give errors.
    #[must_use]
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// Returns the result of a position without its captures.
    fn table_wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        let endgame = Endgame::of(position.board());
        if endgame.is_bare() {
            return Ok(Wdl::Draw);
        }
        self.ask(position, endgame, TableKind::Wdl, |table, query| {
            table.wdl(query)
        })
    }

    /// Returns the distance of a position beyond the next ply; `None` if the table has the other side to move.
    fn table_dtz(&self, position: &Position, wdl: Wdl) -> Result<Option<i32>, ProbeError> {
        let endgame = Endgame::of(position.board());
        self.ask(position, endgame, TableKind::Dtz, |table, query| {
            table.dtz(query, wdl)
        })
    }

    fn ask<T>(
        &self,
        position: &Position,
        endgame: Endgame,
        kind: TableKind,
        answer: impl Fn(&Table, Query<'_>) -> Result<T, TableProblem>,
    ) -> Result<T, ProbeError> {
        let entries = &self.entries;
        let Ok(at) = entries.binary_search_by_key(&endgame, |&(endgame, _)| endgame) else {
            return Err(self.unknown(endgame, kind));
        };
        let entry = entries[at].1;
        let place = match kind {
            TableKind::Wdl => Some(entry.wdl),
            TableKind::Dtz => entry.dtz,
        };
        let Some(place) = place else {
            return Err(self.unknown(endgame, kind));
        };
        let file = &self.files[place];
        let query = Query {
            board: position.board(),
            side_to_move: position.side_to_move(),
            flip: entry.flip,
        };
        let answer = answer(file.table()?, query);
        Ok(answer.map_err(|problem| Arc::new(file.error(problem)))?)
    }

    fn unknown(&self, endgame: Endgame, kind: TableKind) -> ProbeError {
        let (men, most) = (endgame.men(), self.most_men);
        if men > most {
            return ProbeError::TooManyMen { men, most };
        }
        // The stronger side comes first in file names.
        let endgame = if is_stronger_first(endgame) {
            endgame
        } else {
            endgame.flip_colors()
        };
        let is_it = |error: &&Arc<TableError>| named_table(&error.path) == Some((endgame, kind));
        let mut damaged = self.left_out.iter().filter_map(LeftOut::file);
        match damaged.find(is_it) {
            Some(error) => Arc::clone(error).into(),
            None => ProbeError::Missing { endgame, kind },
        }
    }

    /// Refuses positions that are in no table.
    fn check(&self, position: &Position) -> Result<(), ProbeError> {
        let men = position.board().occupied().len();
        let most = self.most_men;
        match () {
            () if !position.castling_rights().is_empty() => Err(ProbeError::Castling),
            () if men > most => Err(ProbeError::TooManyMen { men, most }),
            () => Ok(()),
        }
    }
}

impl Tables for Syzygy {
    fn most_men(&self) -> u32 {
        self.most_men
    }

    fn wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        self.check(position)?;
        Ok(self.resolve(position)?.wdl)
    }

    fn inventory(&self) -> Vec<String> {
        let text = |file: &TableFile| {
            let name = file.path.file_name().unwrap_or_default().to_string_lossy();
            let found = Source::open(&file.path).and_then(|source| source.checksum());
            let (size, checksum) = found.unwrap_or_default();
            format!("{name} {size} {checksum}")
        };
        self.files.iter().map(text).collect()
    }

    fn dtz(&self, position: &Position) -> Result<Dtz, ProbeError> {
        self.check(position)?;
        self.distance(position)
    }
}

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Syzygy")
            .field("files", &self.files.len())
            .field("most_men", &self.most_men)
            .finish_non_exhaustive()
    }
}
