//! [`ProbedTables`]: endgame tables that count their answers, and keep the first damage that they meet.

use plywood_core::Position;
use plywood_tables::{Dtz, ProbeError, TableError, Tables, Wdl};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// Endgame tables as a search asks them. A search does without what the tables do not know, so it would not mention a file
/// that is damaged; these tables remember it.
#[derive(Debug)]
pub(crate) struct ProbedTables<T> {
    tables: T,
    hits: AtomicU64,
    damage: OnceLock<Arc<TableError>>,
    is_reported: AtomicBool,
}

impl<T: Tables> ProbedTables<T> {
    pub(crate) fn new(tables: T) -> Self {
        Self {
            tables,
            hits: AtomicU64::new(0),
            damage: OnceLock::new(),
            is_reported: AtomicBool::new(false),
        }
    }

    /// How many questions were answered.
    pub(crate) fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// The first damaged file that was met, once.
    pub(crate) fn take_damage(&self) -> Option<Arc<TableError>> {
        let damage = self.damage.get()?;
        let is_news = !self.is_reported.swap(true, Ordering::Relaxed);
        is_news.then(|| Arc::clone(damage))
    }

    fn noted<V>(&self, answer: Result<V, ProbeError>) -> Result<V, ProbeError> {
        match &answer {
            Ok(_) => {
                self.hits.fetch_add(1, Ordering::Relaxed);
            }
            Err(ProbeError::Table(error)) => {
                self.damage.get_or_init(|| Arc::clone(error));
            }
            Err(_) => {}
        }
        answer
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
    use std::path::PathBuf;

    /// Knows that positions with White to move are drawn; the file of the others is incomplete.
    #[derive(Debug)]
    struct HalfDamaged;

    impl Tables for HalfDamaged {
        fn most_men(&self) -> u32 {
            3
        }

        fn wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
            if position.side_to_move() == plywood_core::Color::White {
                return Ok(Wdl::Draw);
            }
            Err(ProbeError::Table(Arc::new(TableError::Incomplete {
                path: PathBuf::from("KQvK.rtbw"),
                length: 3,
            })))
        }

        fn dtz(&self, _: &Position) -> Result<Dtz, ProbeError> {
            Err(ProbeError::Castling)
        }
    }

    #[test]
    fn answers_are_counted_and_damage_is_reported_once() {
        let tables = ProbedTables::new(HalfDamaged);
        let known = Position::START;
        let unknown = known.play(known.legal_moves()[0]).unwrap();
        assert!(tables.wdl(&known).is_ok() && tables.dtz(&known).is_err());
        assert!(tables.take_damage().is_none(), "castling is no damage");
        assert!(tables.wdl(&unknown).is_err() && tables.wdl(&unknown).is_err());
        assert_eq!(tables.hits(), 1);
        let damage = tables.take_damage().map(|error| error.to_string());
        assert!(damage.is_some_and(|text| text.contains("KQvK.rtbw")));
        assert!(tables.wdl(&unknown).is_err() && tables.take_damage().is_none());
    }
}
