//! Endings that the engine knows better than an evaluator: king and pawn against king is exact, a bare king is driven to a
//! mate, and some material advantages are draws.

mod bare_king;
mod king_pawn;

use crate::value::Value;
use plywood_core::{Bitboard, Color, File, PieceKind, Position, Rank, Square};

/// With more pieces than this no ending here applies.
const MOST_PIECES: u32 = 8;
/// The value of a won ending with a single pawn, besides how far the pawn is.
const WON_PAWN: Value = 600;
const WON_PAWN_PER_RANK: Value = 25;

/// The value of a known ending for the side to move.
#[inline]
pub(crate) fn known(position: &Position) -> Option<Value> {
    if position.board().occupied().len() > MOST_PIECES {
        return None;
    }
    let value = |strong| for_strong(position, strong);
    let (strong, value) = Color::ALL
        .into_iter()
        .find_map(|strong| value(strong).map(|value| (strong, value)))?;
    Some(if strong == position.side_to_move() {
        value
    } else {
        -value
    })
}

/// The value for a side whose opponent has only a king, or that cannot win with a rook pawn and the wrong bishop.
fn for_strong(position: &Position, strong: Color) -> Option<Value> {
    let weak = position.board().color(!strong);
    if is_wrong_bishop(position, strong) {
        return Some(0);
    }
    if weak.has_many() {
        return None;
    }
    let pawns = position.pieces(strong, PieceKind::Pawn);
    let pieces = position.board().color(strong) - position.king(strong) - pawns;
    match (pawns.single(), pieces.is_empty()) {
        (Some(pawn), true) => Some(if king_pawn::is_won(position, strong, pawn) {
            WON_PAWN + WON_PAWN_PER_RANK * pawn.relative_to(strong).rank() as Value
        } else {
            0
        }),
        (Some(_) | None, _) => bare_king::value(position, strong),
    }
}

/// Whether a side has only bishops of one color and pawns on a rook's file whose promotion square has the other color, and
/// the enemy king holds that corner.
fn is_wrong_bishop(position: &Position, strong: Color) -> bool {
    let pawns = position.pieces(strong, PieceKind::Pawn);
    let bishops = position.pieces(strong, PieceKind::Bishop);
    let army = Bitboard::from(position.king(strong)) | pawns | bishops;
    if army != position.board().color(strong) || pawns.is_empty() || bishops.is_empty() {
        return false;
    }
    let file = [File::A, File::H]
        .into_iter()
        .find(|&file| pawns.is_subset(file.into()));
    let Some(file) = file else {
        return false;
    };
    let corner = Square::new(file, Rank::Eight.relative_to(strong));
    let squares = if corner.is_light() {
        Bitboard::LIGHT
    } else {
        Bitboard::DARK
    };
    !bishops.intersects(squares) && position.king(!strong).distance(corner) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(fen: &str) -> Option<Value> {
        known(&fen.parse().unwrap())
    }

    #[test]
    fn a_rook_pawn_with_the_wrong_bishop_is_a_draw() {
        assert_eq!(value("7k/8/5K2/7P/8/3B4/8/8 w - - 0 1"), Some(0));
        assert_ne!(
            value("7k/8/5K2/7P/8/4B3/8/8 w - - 0 1"),
            Some(0),
            "the right bishop"
        );
        assert_ne!(
            value("8/8/1k3K2/7P/8/3B4/8/8 w - - 0 1"),
            Some(0),
            "the king is far away"
        );
        assert_eq!(
            value("8/8/4b3/p7/8/2k5/8/K7 b - - 0 1"),
            Some(0),
            "for Black, too"
        );
    }

    #[test]
    fn both_colors_are_judged_alike() {
        let white = value("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1");
        let black = value("8/4p3/4k3/8/4K3/8/8/8 b - - 0 1");
        assert!(white.is_some() && white == black);
        assert_eq!(
            value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            None
        );
    }
}
