//! What a search can ask endgame tables.

use core::fmt;

use plywood_core::{Move, Position};

use crate::dtz::Dtz;
use crate::probe_error::ProbeError;
use crate::root::{RootMove, RootMoves};
use crate::wdl::Wdl;

/// Endgame tables: they know the result of every position with few pieces.
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
    /// The most pieces, kings and pawns included, that a position may have.
    fn most_men(&self) -> u32;

    /// The result of a position if the halfmove clock stood at zero. In a search, ask for it after
    /// captures and pawn moves, when it does.
    ///
    /// # Errors
    /// [`ProbeError`] if the tables do not hold the position.
    fn wdl(&self, position: &Position) -> Result<Wdl, ProbeError>;

    /// The distance to the next capture, pawn move or mate. It takes longer than [`wdl`](Self::wdl) and is
    /// meant for the position on the board.
    ///
    /// # Errors
    /// [`ProbeError`] if the tables do not hold the position.
    fn dtz(&self, position: &Position) -> Result<Dtz, ProbeError>;

    /// All moves of a position with what they lead to, the best first.
    ///
    /// # Errors
    /// [`ProbeError`] if the tables do not hold the position after one of the moves.
    fn root_moves(&self, position: &Position) -> Result<RootMoves, ProbeError> {
        if !position.castling_rights().is_empty() {
            return Err(ProbeError::Castling);
        }
        let moves = position.legal_moves().into_iter();
        let moves: Result<Vec<_>, _> = moves.map(|mv| root_move(self, position, mv)).collect();
        moves.map(RootMoves::new)
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
