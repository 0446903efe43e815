//! [`Endgames`]: endgame tables in the search, and the root moves they allow.

use plywood_core::{Move, Position};
use plywood_tables::{RootMoves, Tables, Wdl};
use std::sync::Arc;

/// At this halfmove clock, the tables alone play a won position, so that no win takes long.
const PATIENCE: u32 = 20;

/// Tables, and the most men of the positions to look up in them.
#[derive(Debug, Clone)]
pub(crate) struct Endgames {
    tables: Arc<dyn Tables>,
    most_men: u32,
}

/// The tables' decision for the root.
#[derive(Debug)]
pub(crate) struct RootChoice {
    /// The moves that keep the result.
    pub(crate) moves: Vec<Move>,
    /// `true` if the search also looks up positions. In a won position it would be content with the next capture that keeps the win;
    /// without the tables it looks for the mate.
    pub(crate) uses_tables: bool,
}

impl Endgames {
    pub(crate) fn new(tables: Arc<dyn Tables>, most_men: u32) -> Self {
        let most_men = most_men.min(tables.most_men());
        Self { tables, most_men }
    }

    fn holds(&self, position: &Position) -> bool {
        let men = position.board().occupied().len();
        men <= self.most_men && position.castling_rights().is_empty()
    }

    /// Returns the result of a position whose halfmove clock is zero, if the tables have it.
    #[inline]
    pub(crate) fn wdl(&self, position: &Position) -> Option<Wdl> {
        if position.halfmove_clock() > 0 || !self.holds(position) {
            return None;
        }
        self.tables.wdl(position).ok()
    }

    /// Returns the root moves that keep the result, if the tables have it. They never run into the fifty-move rule: in a position that has
    /// occurred before, or has been won for long, they are only the fastest moves.
    pub(crate) fn choose(&self, position: &Position, is_repeated: bool) -> Option<RootChoice> {
        if !self.holds(position) {
            return None;
        }
        let known: RootMoves = self.tables.root_moves(position).ok()?;
        let is_urgent = is_repeated || position.halfmove_clock() >= PATIENCE;
        let kept = if is_urgent {
            known.best()
        } else {
            known.keeping_result()
        };
        Some(RootChoice {
            moves: kept.iter().map(|root| root.mv).collect(),
            uses_tables: known.result() <= Some(Wdl::Draw),
        })
    }
}
