//! [`ProbedTables`]: endgame tables that count their answers, and record the files that were unusable.

use plywood_core::Position;
use plywood_tables::{Dtz, LeftOut, OpenError, ProbeError, Syzygy, TableError, Tables, Wdl};
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Endgame tables for a search. A search continues without missing information, and so would not mention a missing or damaged file; these
/// tables do.
#[derive(Debug)]
pub(crate) struct ProbedTables<T> {
    tables: T,
    hits: AtomicU64,
    faults: Mutex<Faults>,
}

#[derive(Debug, Default)]
struct Faults {
    /// The errors of the damaged files, one for each, which all its answers share.
    damaged: Vec<Arc<TableError>>,
    /// The complaints that have not been printed yet.
    complaints: Vec<String>,
}

impl ProbedTables<Syzygy> {
    /// Opens the tables in these folders.
    pub(crate) fn open(folders: &str) -> Result<Self, OpenError> {
        let tables = Syzygy::open(folders)?;
        let complaint = match tables.left_out() {
            [] => None,
            [only] => Some(only.to_string()),
            [first, more @ ..] => Some(format!("{first}; and {} more are left out", more.len())),
        };
        let complaints = complaint.into_iter().collect();
        let damaged = tables.left_out().iter().filter_map(LeftOut::file);
        let damaged = damaged.cloned().collect();
        let faults = Faults {
            damaged,
            complaints,
        };
        Ok(Self::new(tables, faults))
    }
}

impl<T: Tables> ProbedTables<T> {
    const fn new(tables: T, faults: Faults) -> Self {
        Self {
            tables,
            hits: AtomicU64::new(0),
            faults: Mutex::new(faults),
        }
    }

    /// Returns the number of answered lookups.
    pub(crate) fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// Returns the files that cannot be used, each once.
    pub(crate) fn take_complaints(&self) -> Vec<String> {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        mem::take(&mut faults.complaints)
    }

    fn noted<V>(&self, answer: Result<V, ProbeError>) -> Result<V, ProbeError> {
        match &answer {
            Ok(_) => {
                self.hits.fetch_add(1, Ordering::Relaxed);
            }
            Err(ProbeError::Table(error)) => self.note(error),
            Err(_) => {}
        }
        answer
    }

    #[cold]
    fn note(&self, error: &Arc<TableError>) {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        if !faults.damaged.iter().any(|known| Arc::ptr_eq(known, error)) {
            faults.damaged.push(Arc::clone(error));
            faults.complaints.push(error.to_string());
        }
    }
}

impl<T: Tables> Tables for ProbedTables<T> {
    fn most_men(&self) -> u32 {
        self.tables.most_men()
    }

    fn wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        self.noted(self.tables.wdl(position))
    }

    fn dtz(&self, position: &Position) -> Result<Dtz, ProbeError> {
        self.noted(self.tables.dtz(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_tables::TableProblem;
    use std::path::PathBuf;

    /// Tables where positions with White to move are drawn; the other file is incomplete.
    #[derive(Debug)]
    struct HalfDamaged(Arc<TableError>);

    impl Tables for HalfDamaged {
        fn most_men(&self) -> u32 {
            3
        }

        fn wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
            if position.side_to_move() == plywood_core::Color::White {
                return Ok(Wdl::Draw);
            }
            Err(ProbeError::Table(Arc::clone(&self.0)))
        }

        fn dtz(&self, _: &Position) -> Result<Dtz, ProbeError> {
            Err(ProbeError::Castling)
        }
    }

    #[test]
    fn answers_are_counted_and_damage_is_reported_once() {
        let damage = TableError {
            path: PathBuf::from("KQvK.rtbw"),
            problem: TableProblem::Incomplete(3),
        };
        let tables = ProbedTables::new(HalfDamaged(Arc::new(damage)), Faults::default());
        let known = Position::START;
        let unknown = known.play(known.legal_moves()[0]).unwrap();
        assert!(tables.wdl(&known).is_ok() && tables.dtz(&known).is_err());
        assert_eq!(tables.take_complaints(), [""; 0], "castling is no damage");
        assert!(tables.wdl(&unknown).is_err() && tables.wdl(&unknown).is_err());
        assert_eq!(tables.hits(), 1);
        let complaints = tables.take_complaints();
        assert!(complaints.len() == 1 && complaints[0].contains("KQvK.rtbw"));
        assert!(tables.wdl(&unknown).is_err() && tables.take_complaints().is_empty());
    }
}
