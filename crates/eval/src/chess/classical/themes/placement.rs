//! Well and badly placed pieces: outposts, the bishop pair, open files, the seventh rank, long diagonals, blocked rooks.

use crate::chess::classical::features::Feature;
use crate::chess::classical::player_view::{PlayerView, Reach};
use crate::chess::classical::weights::FeatureSink;
use crate::chess::sets::{
    CENTER, LONG_DIAGONALS, WIDE_CENTER, beside, count as len, down, files, fill_down,
    is_less_than_three,
};
use plywood_core::{Bitboard, PieceKind, Rank};

/// Counts the features that don't belong to single pieces.
#[inline(always)]
pub(crate) fn count(view: &PlayerView, sink: &mut impl FeatureSink) {
    count_minors(view, sink);
    count_rook_files(view, sink);
}

#[inline(always)]
fn count_minors(view: &PlayerView, sink: &mut impl FeatureSink) {
    let own = &view.own;
    let (knights, bishops) = (own.of(PieceKind::Knight), own.of(PieceKind::Bishop));
    let posts = outposts(view);
    sink.add(Feature::CentralKnight, len(knights & WIDE_CENTER));
    sink.add(Feature::KnightOutpost, len(knights & posts));
    sink.add(Feature::BishopOutpost, len(bishops & posts));
    sink.add(Feature::BishopPair, i32::from(bishops.has_many()));
    let pawns = own.of(PieceKind::Pawn) | view.enemy.of(PieceKind::Pawn);
    sink.add(
        Feature::MinorBehindPawn,
        len((knights | bishops) & down(pawns)),
    );
}

/// Returns the squares on the fourth to sixth rank that a friendly pawn defends and no enemy pawn can ever attack.
#[inline(always)]
fn outposts(view: &PlayerView) -> Bitboard {
    let ranks = Bitboard::from(Rank::Four) | Rank::Five | Rank::Six;
    let enemy_pawns = view.enemy.of(PieceKind::Pawn);
    let attackable = fill_down(down(beside(enemy_pawns)));
    (ranks & view.own.attacked_by(PieceKind::Pawn)) - attackable
}

#[inline(always)]
pub(crate) fn count_bishop(view: &PlayerView, bishop: &Reach, sink: &mut impl FeatureSink) {
    let same_color = if bishop.from.is_light() {
        Bitboard::LIGHT
    } else {
        Bitboard::DARK
    };
    let pawns = view.own.of(PieceKind::Pawn);
    sink.add(Feature::BadBishop, len(pawns & same_color));
    let on_diagonal = LONG_DIAGONALS.contains(bishop.from);
    let sees_both = ((bishop.attacks | bishop.from) & CENTER & LONG_DIAGONALS).has_many();
    sink.add(Feature::LongDiagonal, i32::from(on_diagonal && sees_both));
}

#[inline(always)]
fn count_rook_files(view: &PlayerView, sink: &mut impl FeatureSink) {
    let (own, enemy) = (&view.own, &view.enemy);
    let rooks = own.of(PieceKind::Rook);
    let without_own = rooks - files(own.of(PieceKind::Pawn));
    let open = without_own - files(enemy.of(PieceKind::Pawn));
    sink.add(Feature::RookOpenFile, len(open));
    sink.add(Feature::RookHalfOpenFile, len(without_own - open));
    let seventh = Bitboard::from(Rank::Seven);
    let prey = enemy.of(PieceKind::Pawn) & seventh | enemy.of(PieceKind::King) & Rank::Eight;
    if !prey.is_empty() {
        let majors = rooks | own.of(PieceKind::Queen);
        sink.add(Feature::RookOnSeventh, len(majors & seventh));
    }
}

#[inline(always)]
pub(crate) fn count_rook(view: &PlayerView, rook: &Reach, sink: &mut impl FeatureSink) {
    let own = &view.own;
    let majors = own.of(PieceKind::Rook) | own.of(PieceKind::Queen);
    let on_file = rook.attacks & rook.from.file();
    sink.add(Feature::DoubledRooks, i32::from(on_file.intersects(majors)));
    if is_less_than_three(rook.attacks - own.all) {
        sink.add(Feature::BlockedMajor, 1);
        sink.add(Feature::TrappedRook, i32::from(is_shut_in(view, rook)));
    }
}

#[inline(always)]
pub(crate) fn count_queen(view: &PlayerView, queen: &Reach, sink: &mut impl FeatureSink) {
    let is_blocked = is_less_than_three(queen.attacks - view.own.all);
    sink.add(Feature::BlockedMajor, i32::from(is_blocked));
}

/// Returns `true` if the friendly king is between the rook and the middle of its first rank, and can no longer castle out of the way.
#[inline(always)]
fn is_shut_in(view: &PlayerView, rook: &Reach) -> bool {
    let king = view.own.king;
    let (king_file, rook_file) = (king.file() as u8, rook.from.file() as u8);
    let on_rank = king.rank() == Rank::One && rook.from.rank() == Rank::One;
    let is_outside =
        (king_file >= 4 && rook_file > king_file) || (king_file < 4 && rook_file < king_file);
    on_rank && is_outside && view.castling.is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::seen;
    use super::Feature;

    #[test]
    fn a_knight_no_pawn_can_drive_away_has_an_outpost() {
        let position = "4k3/pp4pp/8/3N4/4P3/8/8/4K3 w - - 0 1";
        assert_eq!(seen(position, Feature::KnightOutpost), [1, 0]);
        let with_c_pawn = "4k3/ppp3pp/8/3N4/4P3/8/8/4K3 w - - 0 1";
        assert_eq!(seen(with_c_pawn, Feature::KnightOutpost), [0, 0]);
    }

    #[test]
    fn a_king_on_f1_shuts_in_the_rook() {
        let position = "4k3/8/8/8/8/8/5PPP/5K1R w - - 0 1";
        assert_eq!(seen(position, Feature::TrappedRook), [1, 0]);
    }

    #[test]
    fn rooks_find_files_and_each_other() {
        let position = "r3k3/p7/8/8/8/3R4/7P/3RK3 w - - 0 1";
        assert_eq!(seen(position, Feature::RookOpenFile), [2, 0]);
        assert_eq!(seen(position, Feature::DoubledRooks), [2, 0]);
    }
}
