//! Converts the values in the files to results and distances.
//!
//! A file omits what a search of captures finds easily. Where a capture is best, it stores any lower result, whichever compresses best. It
//! ignores en passant, and it has the distances for only one side to move.

use plywood_core::{Move, MoveFilter, MoveKind, PieceKind, Position};

use crate::syzygy::Syzygy;
use crate::tables::ProbeError;
use crate::value::{Dtz, Wdl};

/// A result, with a flag if only a capture that the file ignores achieves it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Resolved {
    pub(super) wdl: Wdl,
    is_capture: bool,
}

impl Syzygy {
    /// Returns the result of a position.
    pub(super) fn resolve(&self, position: &Position) -> Result<Resolved, ProbeError> {
        let mut best: Option<Wdl> = None;
        let mut best_en_passant: Option<Wdl> = None;
        for mv in position.moves(MoveFilter::CAPTURES) {
            let next = position.play_unchecked(mv);
            let wdl = -self.wdl_between(&next, Wdl::Loss, Wdl::Win)?;
            if wdl == Wdl::Win {
                return Ok(Resolved {
                    wdl,
                    is_capture: true,
                });
            }
            let best = if is_en_passant(mv) {
                &mut best_en_passant
            } else {
                &mut best
            };
            *best = (*best).max(Some(wdl));
        }
        let stored = self.table_wdl(position)?;
        if let Some(wdl) = best_en_passant
            && Some(wdl) > best
            && (wdl > stored || is_en_passant_forced(position))
        {
            return Ok(Resolved {
                wdl,
                is_capture: true,
            });
        }
        let best = best.max(best_en_passant);
        let is_capture = best.is_some_and(|wdl| wdl >= stored && wdl > Wdl::Draw);
        let wdl = best.map_or(stored, |wdl| wdl.max(stored));
        Ok(Resolved { wdl, is_capture })
    }

    /// Returns the result of a position without en passant, if it is between two results; otherwise one that is at most as far beyond them.
    fn wdl_between(&self, position: &Position, low: Wdl, high: Wdl) -> Result<Wdl, ProbeError> {
        let mut best = low;
        for mv in position.moves(MoveFilter::CAPTURES) {
            let next = position.play_unchecked(mv);
            best = best.max(-self.wdl_between(&next, -high, -best)?);
            if best >= high {
                return Ok(best);
            }
        }
        Ok(best.max(self.table_wdl(position)?))
    }

    /// Returns the distance to zero of a position.
    pub(super) fn distance(&self, position: &Position) -> Result<Dtz, ProbeError> {
        if !position.has_legal_move() {
            let is_mate = position.is_check();
            return Ok(if is_mate {
                Dtz::of_zeroing_move(Wdl::Loss)
            } else {
                Dtz::DRAW
            });
        }
        let Resolved { wdl, is_capture } = self.resolve(position)?;
        let after_zeroing = Dtz::of_zeroing_move(wdl);
        if wdl == Wdl::Draw || is_capture {
            return Ok(after_zeroing);
        }
        if wdl > Wdl::Draw && self.has_pawn_move_to(position, wdl)? {
            return Ok(after_zeroing);
        }
        match self.table_dtz(position, wdl)? {
            Some(plies) if wdl > Wdl::Draw => Ok(Dtz::new(after_zeroing.plies() + plies)),
            Some(plies) => Ok(Dtz::new(after_zeroing.plies() - plies)),
            None => self.distance_by_moves(position, wdl),
        }
    }

    /// Returns `true` if a pawn move without a capture achieves a result.
    fn has_pawn_move_to(&self, position: &Position, wdl: Wdl) -> Result<bool, ProbeError> {
        let pawns = position.pieces(position.side_to_move(), PieceKind::Pawn);
        for mv in position.moves(MoveFilter::ALL.from(pawns)) {
            let next = position.play_unchecked(mv);
            if !position.is_capture(mv) && -self.resolve(&next)?.wdl == wdl {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the distance of a position whose table has only the other side to move: the best after one move. The captures and pawn moves
    /// of a winner have been tried already, and those of a loser end the count.
    fn distance_by_moves(&self, position: &Position, wdl: Wdl) -> Result<Dtz, ProbeError> {
        let mut best = (wdl < Wdl::Draw).then(|| Dtz::of_zeroing_move(wdl));
        for mv in position.legal_moves() {
            let next = position.play_unchecked(mv);
            if next.halfmove_clock() == 0 {
                continue;
            }
            if next.is_checkmate() {
                return Ok(Dtz::of_zeroing_move(Wdl::Win));
            }
            let dtz = (-self.distance(&next)?).one_ply_earlier();
            if best.is_none_or(|best| dtz.worth() > best.worth()) {
                best = Some(dtz);
            }
        }
        Ok(best.unwrap_or(Dtz::DRAW))
    }
}

fn is_en_passant(mv: Move) -> bool {
    mv.kind() == MoveKind::EnPassant
}

/// Returns `true` if en passant captures are the only legal moves.
fn is_en_passant_forced(position: &Position) -> bool {
    position.legal_moves().into_iter().all(is_en_passant)
}
