//! Enemy pieces that can be captured with profit, forked, pinned or driven away.

use crate::chess::classical::features::Feature;
use crate::chess::classical::player_view::{Lines, PlayerView, Reach};
use crate::chess::classical::weights::FeatureSink;
use crate::chess::sets::{count as len, pawn_attacks, up};
use plywood_core::{Bitboard, PieceKind, Rank};

/// Counts the features that don't belong to single pieces.
#[inline(always)]
pub(crate) fn count(view: &PlayerView, sink: &mut impl FeatureSink) {
    count_victims(view, sink);
    count_pushes(view, sink);
    count_lines(view, sink);
}

/// The kinds that can be a victim.
const VICTIMS: [PieceKind; 5] = [
    PieceKind::Pawn,
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Queen,
];

#[inline(always)]
fn count_victims(view: &PlayerView, sink: &mut impl FeatureSink) {
    let (own, enemy) = (&view.own, &view.enemy);
    let undefended = (enemy.all - enemy.of(PieceKind::King)) - enemy.attacked;
    sink.add(Feature::Hanging, len(undefended & own.attacked));
    sink.add(
        Feature::KingThreat,
        len(undefended & own.attacked_by(PieceKind::King)),
    );
    let by_pawns = own.attacked_by(PieceKind::Pawn);
    let by_minors = own.attacked_by(PieceKind::Knight) | own.attacked_by(PieceKind::Bishop);
    let by_rooks = own.attacked_by(PieceKind::Rook);
    // Capturing a piece that a pawn defends pays only with a cheaper piece.
    let guarded = enemy.attacked_by(PieceKind::Pawn);
    if by_pawns.intersects(enemy.all) {
        count_kinds(Feature::PawnThreat, sink, |victim| {
            enemy.of(victim) & by_pawns
        });
    }
    if by_minors.intersects(enemy.all) {
        count_kinds(Feature::MinorThreat, sink, |victim| {
            prey(enemy.of(victim), guarded, victim, PieceKind::Bishop) & by_minors
        });
    }
    if by_rooks.intersects(enemy.all) {
        count_kinds(Feature::RookThreat, sink, |victim| {
            prey(enemy.of(victim), guarded, victim, PieceKind::Rook) & by_rooks
        });
    }
}

#[inline(always)]
fn count_kinds(
    feature: Feature,
    sink: &mut impl FeatureSink,
    victims: impl Fn(PieceKind) -> Bitboard,
) {
    for victim in VICTIMS {
        sink.add_at(feature, victim as usize, len(victims(victim)));
    }
}

/// Returns the victims of a kind that are worth capturing: all of them if the kind is worth more than the attacker, otherwise those that no
/// pawn defends.
#[inline(always)]
fn prey(squares: Bitboard, guarded: Bitboard, victim: PieceKind, attacker: PieceKind) -> Bitboard {
    if victim > attacker {
        squares
    } else {
        squares - guarded
    }
}

/// Counts enemy pieces that a pawn would attack after a safe step.
#[inline(always)]
fn count_pushes(view: &PlayerView, sink: &mut impl FeatureSink) {
    let (own, enemy) = (&view.own, &view.enemy);
    let free = !(view.occupied | enemy.attacked_by(PieceKind::Pawn));
    let once = up(own.of(PieceKind::Pawn)) & !view.occupied;
    let twice = up(once & Rank::Three) & !view.occupied;
    let safe = free & (own.attacked | !enemy.attacked);
    let pieces = enemy.all - enemy.of(PieceKind::Pawn) - enemy.of(PieceKind::King);
    let driven = pawn_attacks((once | twice) & safe) & pieces;
    sink.add(
        Feature::PushThreat,
        len(driven - own.attacked_by(PieceKind::Pawn)),
    );
}

/// The enemy pieces of greater value than a minor piece or than a rook, where the king counts as one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Greater {
    than_minor: Bitboard,
    than_rook: Bitboard,
}

impl Greater {
    #[inline(always)]
    pub(crate) fn new(view: &PlayerView) -> Self {
        let enemy = &view.enemy;
        let than_rook = enemy.of(PieceKind::Queen) | enemy.of(PieceKind::King);
        Self {
            than_minor: than_rook | enemy.of(PieceKind::Rook),
            than_rook,
        }
    }
}

/// Counts a knight, bishop or rook that attacks two pieces of greater value.
#[inline(always)]
pub(crate) fn count_fork(
    kind: PieceKind,
    piece: &Reach,
    greater: &Greater,
    sink: &mut impl FeatureSink,
) {
    let prey = match kind {
        PieceKind::Knight | PieceKind::Bishop => greater.than_minor,
        PieceKind::Rook => greater.than_rook,
        PieceKind::Queen | PieceKind::Pawn | PieceKind::King => return,
    };
    let is_fork = (piece.attacks & prey).has_many();
    sink.add(Feature::Fork, i32::from(is_fork));
}

/// Counts enemy pieces that are alone between a friendly slider and their king, or between a bishop or rook and their queen.
#[inline(always)]
fn count_lines(view: &PlayerView, sink: &mut impl FeatureSink) {
    let bishops = view.own.of(PieceKind::Bishop);
    let rooks = view.own.of(PieceKind::Rook);
    let queens = view.own.of(PieceKind::Queen);
    let behind = |lines: &Lines, diagonal: Bitboard, straight: Bitboard| {
        len(lines.behind_diagonal & diagonal) + len(lines.behind_straight & straight)
    };
    let pins = behind(&view.to_king, bishops | queens, rooks | queens);
    sink.add(Feature::Pin, pins);
    sink.add(Feature::XRay, behind(&view.to_queen, bishops, rooks));
}

#[cfg(test)]
mod tests {
    use super::super::seen;
    use super::Feature;

    #[test]
    fn a_knight_forks_king_and_queen() {
        let position = "4k3/2N5/8/3q4/8/8/8/6K1 b - - 0 1";
        assert_eq!(seen(position, Feature::Fork), [1, 0]);
    }

    #[test]
    fn a_bishop_pins_the_knight() {
        let position = "4k3/8/2n5/1B6/8/8/8/6K1 b - - 0 1";
        assert_eq!(seen(position, Feature::Pin), [1, 0]);
        assert_eq!(seen(position, Feature::MinorThreat), [1, 0]);
        assert_eq!(seen(position, Feature::Hanging), [1, 0]);
    }

    #[test]
    fn a_pawn_that_can_attack_a_knight_threatens_it() {
        let position = "4k3/8/2n5/8/3P4/8/8/6K1 w - - 0 1";
        assert_eq!(seen(position, Feature::PushThreat), [1, 0]);
        assert_eq!(seen(position, Feature::PawnThreat), [0, 0]);
    }
}
