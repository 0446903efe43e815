//! The interface of endgame tables for a search.

use core::fmt;
use std::sync::Arc;

use plywood_core::{Move, Position};

use crate::endgame::Endgame;
use crate::file::TableError;
use crate::table::TableKind;
use crate::value::{Dtz, Wdl};

/// Endgame tables: the result of every position with few pieces.
///
/// A search holds them as `Arc<dyn Tables>` and shares them between threads.
///
/// ```no_run
/// use plywood_core::Position;
/// use plywood_tables::{Syzygy, Tables, Wdl};
///
/// let tables = Syzygy::open("/tables/syzygy")?;
/// let position: Position = "8/8/8/8/8/2k5/8/K1Q5 b - - 0 1".parse()?;
/// assert_eq!(tables.wdl(&position)?, Wdl::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Tables: fmt::Debug + Send + Sync {
    /// Returns the most pieces, including kings and pawns, that a position may have.
    fn most_men(&self) -> u32;

    /// Returns its files with their sizes and the checksums at their ends, for a record of a match; empty if it has none. The contents are
    /// not read for it, since there may be terabytes: damage is found when a table is used.
    fn inventory(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the result of a position with a halfmove clock of zero. In a search, use it after captures and pawn moves, when the clock is
    /// zero.
    ///
    /// # Errors
    /// [`ProbeError`] if the position is not in the tables.
    fn wdl(&self, position: &Position) -> Result<Wdl, ProbeError>;

    /// Returns the distance to the next capture, pawn move or mate. It takes longer than [`wdl`](Self::wdl) and is meant for the position
    /// on the board.
    ///
    /// # Errors
    /// [`ProbeError`] if the position is not in the tables.
    fn dtz(&self, position: &Position) -> Result<Dtz, ProbeError>;

    /// Returns all moves of a position with their results, the best first.
    ///
    /// # Errors
    /// [`ProbeError`] if the position after one of the moves is not in the tables.
    fn root_moves(&self, position: &Position) -> Result<RootMoves, ProbeError> {
        if !position.castling_rights().is_empty() {
            return Err(ProbeError::Castling);
        }
        let moves = position.legal_moves().into_iter();
        let moves: Result<Vec<_>, _> = moves.map(|mv| root_move(self, position, mv)).collect();
        moves.map(RootMoves::from)
    }
}

fn root_move<T: Tables + ?Sized>(
    tables: &T,
    position: &Position,
    mv: Move,
) -> Result<RootMove, ProbeError> {
    let next = position.play_unchecked(mv);
    let (wdl, dtz) = if next.is_checkmate() {
        (Wdl::Win, Dtz::of_zeroing_move(Wdl::Win))
    } else if next.halfmove_clock() == 0 {
        let wdl = -tables.wdl(&next)?;
        (wdl, Dtz::of_zeroing_move(wdl))
    } else {
        let dtz = -tables.dtz(&next)?;
        (dtz.wdl(next.halfmove_clock()), dtz.one_ply_earlier())
    };
    Ok(RootMove { mv, wdl, dtz })
}

/// A move and its result, as seen by the side that makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// The result, with the current halfmove clock.
    pub wdl: Wdl,
    /// The distance to zero, from before the move.
    pub dtz: Dtz,
}

/// All moves of a position, the best first: fast wins, then draws, then long defenses.
///
/// ```no_run
/// use plywood_core::Position;
/// use plywood_tables::{Syzygy, Tables, Wdl};
///
/// // 8 . . . . . . . k    The only move that wins is to promote to a rook: a queen
/// // 7 . . P . . . . .    would give stalemate.
/// let tables = Syzygy::open("/tables/syzygy")?;
/// let position: Position = "8/2P5/8/8/8/1r6/K7/2k5 w - - 0 1".parse()?;
/// let moves = tables.root_moves(&position)?;
/// println!("{:?}: {:?}", moves.result(), moves.best());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(from = "Vec<RootMove>", into = "Vec<RootMove>")
)]
pub struct RootMoves {
    moves: Vec<RootMove>,
}

/// Sorts the moves.
impl From<Vec<RootMove>> for RootMoves {
    fn from(mut moves: Vec<RootMove>) -> Self {
        moves.sort_by_key(|root| core::cmp::Reverse(root.dtz.worth()));
        Self { moves }
    }
}

impl From<RootMoves> for Vec<RootMove> {
    fn from(moves: RootMoves) -> Self {
        moves.moves
    }
}

impl RootMoves {
    /// Returns all legal moves.
    #[must_use]
    pub fn all(&self) -> &[RootMove] {
        &self.moves
    }

    /// Returns the result of the position; `None` if there is no legal move.
    #[must_use]
    pub fn result(&self) -> Option<Wdl> {
        Some(self.moves.first()?.wdl)
    }

    /// Returns the moves with the best distance. A player who always chooses among these wins every won position before the fifty-move rule
    /// draws it.
    #[must_use]
    pub fn best(&self) -> &[RootMove] {
        self.prefix(|root, best| root.dtz == best.dtz)
    }

    /// Returns the moves that keep the result, for a search to choose from. If the position has occurred before, choose among the
    /// [`best`](Self::best) instead: a player who only keeps a win can repeat positions.
    ///
    /// When the fifty-move rule matters, these are only the best moves, since one ply could decide.
    #[must_use]
    pub fn keeping_result(&self) -> &[RootMove] {
        match self.result() {
            Some(Wdl::CursedWin | Wdl::BlessedLoss) => self.best(),
            Some(Wdl::Win | Wdl::Draw | Wdl::Loss) | None => {
                self.prefix(|root, best| root.wdl == best.wdl)
            }
        }
    }

    /// Returns the moves up to the first that is worse than the best.
    fn prefix(&self, is_as_good: impl Fn(&RootMove, &RootMove) -> bool) -> &[RootMove] {
        let count = self.moves.first().map_or(0, |best| {
            self.moves.partition_point(|root| is_as_good(root, best))
        });
        &self.moves[..count]
    }
}

/// The reason tables have no result or distance for a position.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// The position has castling rights, and no tables have them.
    #[error("endgame tables hold no positions with castling rights")]
    Castling,
    /// There are more pieces than in any table.
    #[error("the position has {men} men, and the largest endgame table has {most}")]
    TooManyMen {
        /// The number of pieces, including kings and pawns.
        men: u32,
        /// The most that a table has.
        most: u32,
    },
    /// A file was not found. It may be that of a position after a capture or a promotion.
    #[error("the endgame table {endgame}.{} is missing", kind.extension())]
    Missing {
        /// The endgame of the file.
        endgame: Endgame,
        /// The kind of the file.
        kind: TableKind,
    },
    /// A file cannot be used.
    #[error(transparent)]
    Table(#[from] Arc<TableError>),
}
