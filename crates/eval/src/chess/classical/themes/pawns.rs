//! Pawns: doubled, isolated, backward and blocked ones, islands and chains; and passed pawns: how far advanced, whether their path
//! is empty and safe, where the kings and rooks are, and those that cannot be caught.

use crate::chess::classical::features::Feature;
use crate::chess::classical::player_view::PlayerView;
use crate::chess::classical::weights::FeatureSink;
use crate::chess::pawns::{Pawns, islands};
use crate::chess::sets::{above, below, count as len, up};
use plywood_core::{Bitboard, PieceKind, Rank, Square};

/// Counts the pawns by their relation to each other.
#[inline(always)]
pub(crate) fn count_structure(pawns: &Pawns, sink: &mut impl FeatureSink) {
    let open = pawns.unopposed;
    sink.add(Feature::Doubled, len(pawns.doubled));
    sink.add(Feature::Isolated, len(pawns.isolated));
    sink.add(Feature::IsolatedUnopposed, len(pawns.isolated & open));
    sink.add(Feature::Backward, len(pawns.backward));
    sink.add(Feature::BackwardUnopposed, len(pawns.backward & open));
    sink.add(Feature::Blocked, len(pawns.blocked));
    sink.add(Feature::Islands, islands(pawns.own));
    for pawn in pawns.chained {
        sink.see(Feature::Chained, pawn.rank() as usize);
    }
    for pawn in pawns.abreast {
        sink.see(Feature::Abreast, pawn.rank() as usize);
    }
}

/// Counts passed pawns and candidates by how far advanced they are.
#[inline(always)]
pub(crate) fn count_passed(pawns: &Pawns, sink: &mut impl FeatureSink) {
    for pawn in pawns.passed {
        sink.see(Feature::Passed, pawn.rank() as usize);
    }
    for pawn in pawns.candidates() {
        sink.see(Feature::Candidate, pawn.rank() as usize);
    }
}

/// Counts the pieces on the path of a passed pawn, the distance of the kings and rooks, and pawns that can't be caught.
#[inline(always)]
pub(crate) fn count_path(view: &PlayerView, pawn: Square, sink: &mut impl FeatureSink) {
    let rank = pawn.rank() as usize;
    let way = above(pawn.into());
    let stop = up(pawn.into());
    if !stop.intersects(view.occupied) {
        sink.see(Feature::PassedFree, rank);
    }
    if !way.intersects(view.enemy.attacked | view.enemy.all) {
        sink.see(Feature::PassedSafe, rank);
    }
    // Kings matter more the closer the pawn is to promotion.
    let advance = i32::from(pawn.rank() as u8) - 2;
    if let Some(stop) = stop.first().filter(|_| advance > 0) {
        let distance = |king: Square| i32::from(king.distance(stop)) * advance;
        sink.add(Feature::PassedOwnKing, distance(view.own.king));
        sink.add(Feature::PassedEnemyKing, distance(view.enemy.king));
    }
    if let Some(behind) = (below(pawn.into()) & view.occupied).last() {
        if view.own.of(PieceKind::Rook).contains(behind) {
            sink.add(Feature::PassedRookBehind, 1);
        } else if view.enemy.of(PieceKind::Rook).contains(behind) {
            sink.add(Feature::PassedHunted, 1);
        }
    }
    if is_unstoppable(view, pawn, way) {
        sink.add(Feature::Unstoppable, 1);
    }
}

/// Returns `true` if the enemy has no piece and its king is too far away: the rule of the square.
#[inline(always)]
fn is_unstoppable(view: &PlayerView, pawn: Square, way: Bitboard) -> bool {
    let enemy = &view.enemy;
    let only_pawns = enemy.all == enemy.of(PieceKind::Pawn) | enemy.of(PieceKind::King);
    if !only_pawns || way.intersects(view.occupied) {
        return false;
    }
    let goal = Square::new(pawn.file(), Rank::Eight);
    // From its first square a pawn can move two squares.
    let steps = (7 - pawn.rank() as u8).min(5);
    let king_is_late = u8::from(!view.is_to_move);
    enemy.king.distance(goal) > steps + king_is_late
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::Position;

    /// Returns `true` if White's only pawn cannot be caught.
    fn runs(fen: &str) -> bool {
        let position: Position = fen.parse().unwrap();
        let [white, _] = PlayerView::both(&position);
        let pawn = white.own.of(PieceKind::Pawn).first().unwrap();
        is_unstoppable(&white, pawn, above(pawn.into()))
    }

    #[test]
    fn the_rule_of_the_square() {
        assert!(runs("8/8/8/P4k2/8/8/8/7K w - - 0 1"));
        assert!(!runs("8/8/8/P3k3/8/8/8/7K b - - 0 1"));
        assert!(!runs("8/8/8/P3k3/8/8/8/7K b - - 0 1"));
        assert!(runs("8/8/8/8/P5k1/8/8/7K w - - 0 1"));
        assert!(!runs("8/8/8/8/P4k2/8/8/7K b - - 0 1"));
    }
}
