//! Endings the engine knows better than an evaluator: king and pawn against king is exact, a bare king is driven to a mate, and some
//! material advantages are draws.

mod king_pawn;

use crate::value::Value;
use plywood_core::{Bitboard, Color, File, PieceKind, Position, Rank, Square};

/// The most pieces in any of these endings.
const MOST_PIECES: u32 = 8;
/// The value of a won ending with a single pawn, apart from the pawn's advance.
const WON_PAWN: Value = 600;
const WON_PAWN_PER_RANK: Value = 25;

/// Returns the value of a known ending for the side to move.
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

/// Returns the value for a side whose opponent has only a king, or that cannot win with a rook pawn and the wrong bishop.
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
        (Some(_) | None, _) => bare_king_value(position, strong),
    }
}

/// Returns `true` if a side has only bishops of one color and pawns on a rook's file whose promotion square has the other color, while the
/// enemy king holds that corner.
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

/// The value of a sure win besides the material.
const SURE_WIN: Value = 1_500;
/// The value of each step of the bare king from the center, and of each step of the other king towards it.
const PER_STEP_OUT: Value = 20;
const PER_STEP_NEAR: Value = 10;

/// Returns the value for a side with mating material whose opponent has only a king, which is driven to the edge, or by bishop and knight
/// to a corner of the bishop's color; `None` if it cannot force mate by pieces alone.
fn bare_king_value(position: &Position, strong: Color) -> Option<Value> {
    let count = |kind| position.pieces(strong, kind).len() as Value;
    let [pawns, knights, bishops, rooks, queens] = [
        PieceKind::Pawn,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
    ]
    .map(count);
    let all_bishops = position.pieces(strong, PieceKind::Bishop);
    let has_bishop_pair =
        all_bishops.intersects(Bitboard::LIGHT) && all_bishops.intersects(Bitboard::DARK);
    let needs_corner = queens + rooks + pawns == 0 && !has_bishop_pair;
    if needs_corner && !(knights > 0 && bishops > 0) {
        // Two knights, or bishops of one color, cannot force mate.
        return (pawns == 0).then_some(0);
    }
    if queens + rooks == 0 && !has_bishop_pair && !(knights > 0 && bishops > 0) {
        return None;
    }
    let (king, bare) = (position.king(strong), position.king(!strong));
    let far = if needs_corner {
        7 - corner_distance(bare, all_bishops)
    } else {
        steps_from_center(bare)
    };
    let near = 7 - Value::from(king.distance(bare));
    let material = 100 * pawns + 300 * (knights + bishops) + 500 * rooks + 900 * queens;
    Some(SURE_WIN + material + PER_STEP_OUT * far + PER_STEP_NEAR * near)
}

/// Returns the distance of a square from the four central squares, by files and by ranks together.
fn steps_from_center(square: Square) -> Value {
    let from_middle = |line: u8| (2 * Value::from(line) - 7).abs() / 2;
    from_middle(square.file() as u8) + from_middle(square.rank() as u8)
}

/// Returns the distance of a square from the nearest corner of the bishops' color.
fn corner_distance(square: Square, bishops: Bitboard) -> Value {
    let corners = if bishops.intersects(Bitboard::LIGHT) {
        [Square::A8, Square::H1]
    } else {
        [Square::A1, Square::H8]
    };
    let [first, second] = corners.map(|corner| Value::from(square.distance(corner)));
    first.min(second)
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

    fn value_of(fen: &str) -> Option<Value> {
        bare_king_value(&fen.parse().unwrap(), Color::White)
    }

    #[test]
    fn the_bare_king_is_driven_to_the_edge() {
        let center = value_of("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
        let edge = value_of("3k4/8/8/8/8/8/8/R3K3 w - - 0 1");
        assert!(edge > center && center > Some(SURE_WIN));
    }

    #[test]
    fn bishop_and_knight_mate_in_the_bishops_corner() {
        let right = value_of("7k/8/5K2/8/8/8/8/B5N1 w - - 0 1");
        let wrong = value_of("k7/8/2K5/8/8/8/8/B5N1 w - - 0 1");
        assert!(right > wrong);
        assert_eq!(value_of("7k/8/5K2/8/8/8/8/6NN w - - 0 1"), Some(0));
    }
}
