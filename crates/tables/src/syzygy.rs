//! Syzygy tables in folders.

mod files;
mod rules;

use core::fmt;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use plywood_core::Position;

use crate::dtz::Dtz;
use crate::endgame::Endgame;
use crate::probe_error::ProbeError;
use crate::table::{Query, Table, TableKind};
use crate::table_error::{Damage, TableError};
use crate::tables::Tables;
use crate::wdl::Wdl;

pub use files::OpenError;

/// A set of [Syzygy tables](https://syzygy-tables.info), the format of Ronald de Man that most programs use.
///
/// A table is read when it is first needed, so opening is quick. Threads share one set, and there may be
/// several.
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
pub struct Syzygy {
    /// Sorted by endgame. Every table has two entries, one with the colors exchanged, if that is different.
    entries: Vec<(Endgame, Entry)>,
    files: Vec<TableFiles>,
    most_men: u32,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    file: usize,
    flip: bool,
}

/// The two files of an endgame.
#[derive(Debug)]
struct TableFiles {
    endgame: Endgame,
    wdl: LazyTable,
    dtz: LazyTable,
}

/// A table that is read when it is first needed.
#[derive(Debug, Default)]
struct LazyTable {
    path: Option<PathBuf>,
    table: OnceLock<Result<Table, Arc<TableError>>>,
}

impl Syzygy {
    /// The tables in a list of folders, separated like the folders of `PATH`: by colons, on Windows by
    /// semicolons. Of two files with the same name the first counts.
    ///
    /// # Errors
    /// [`OpenError`] if a folder cannot be read, if there is no table in any of them, or if a file is
    /// incomplete or of another format.
    pub fn open(folders: &str) -> Result<Self, OpenError> {
        let found = files::find(folders)?;
        let mut tables = Self {
            entries: Vec::new(),
            files: Vec::new(),
            most_men: 0,
        };
        for (endgame, paths) in found {
            tables.add(endgame, paths);
        }
        tables.entries.sort_by_key(|&(endgame, _)| endgame);
        Ok(tables)
    }

    /// The endgames of which there are tables.
    pub fn endgames(&self) -> impl Iterator<Item = Endgame> {
        self.files.iter().map(|files| files.endgame)
    }

    fn add(&mut self, endgame: Endgame, [wdl, dtz]: [Option<PathBuf>; 2]) {
        let file = self.files.len();
        let lazy = |path| LazyTable {
            path,
            table: OnceLock::new(),
        };
        self.files.push(TableFiles {
            endgame,
            wdl: lazy(wdl),
            dtz: lazy(dtz),
        });
        self.entries.push((endgame, Entry { file, flip: false }));
        if !endgame.is_symmetric() {
            let flipped = endgame.flip_colors();
            self.entries.push((flipped, Entry { file, flip: true }));
        }
        self.most_men = self.most_men.max(endgame.men());
    }

    /// The result of a position without its captures.
    fn table_wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        let endgame = Endgame::of(position.board());
        if endgame.is_bare() {
            return Ok(Wdl::Draw);
        }
        self.ask(position, endgame, TableKind::Wdl, |table, query| {
            table.wdl(query)
        })
    }

    /// The distance of a position beyond the next ply; `None` if the table has the other side to move.
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
        answer: impl Fn(&Table, Query<'_>) -> Result<T, Damage>,
    ) -> Result<T, ProbeError> {
        let missing = ProbeError::Missing { endgame, kind };
        let entry = self
            .entries
            .binary_search_by_key(&endgame, |&(endgame, _)| endgame);
        let Ok(entry) = entry else {
            return Err(self.unknown(endgame, kind));
        };
        let Entry { file, flip } = self.entries[entry].1;
        let files = &self.files[file];
        let lazy = match kind {
            TableKind::Wdl => &files.wdl,
            TableKind::Dtz => &files.dtz,
        };
        let path = lazy.path.as_deref().ok_or(missing)?;
        let table = lazy
            .table
            .get_or_init(|| Table::load(path, files.endgame, kind).map_err(Arc::new));
        let table = table.as_ref().map_err(Arc::clone)?;
        let query = Query {
            board: position.board(),
            side_to_move: position.side_to_move(),
            flip,
        };
        let damaged = |damage| Arc::new(TableError::damaged(path, damage));
        Ok(answer(table, query).map_err(damaged)?)
    }

    fn unknown(&self, endgame: Endgame, kind: TableKind) -> ProbeError {
        let (men, most) = (endgame.men(), self.most_men);
        if men > most {
            return ProbeError::TooManyMen { men, most };
        }
        // The stronger side comes first in the names of files.
        let flipped = endgame.flip_colors();
        let endgame = if files::is_stronger_first(endgame) {
            endgame
        } else {
            flipped
        };
        ProbeError::Missing { endgame, kind }
    }

    /// Refuses positions that no table holds.
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

    fn dtz(&self, position: &Position) -> Result<Dtz, ProbeError> {
        self.check(position)?;
        self.distance(position)
    }
}

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Syzygy")
            .field("tables", &self.files.len())
            .field("most_men", &self.most_men)
            .finish_non_exhaustive()
    }
}
