//! Enemy pieces that can be captured with profit, forked, pinned or driven away.

use crate::feature_sink::FeatureSink;
use crate::features::Feature;
use crate::player_view::{PlayerView, Reach};
use crate::sets::{count as len, pawn_attacks, up};
use plywood_core::{Bitboard, PieceKind, Rank, Square, attacks};

#[inline(always)]
pub(crate) fn count(view: &PlayerView, sink: &mut impl FeatureSink) {
    count_victims(view, sink);
    count_pushes(view, sink);
    count_forks(view, sink);
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

/// The victims of a kind that are worth capturing: all if the kind is worth more than the attacker, else those that no pawn
/// defends.
#[inline(always)]
fn prey(squares: Bitboard, guarded: Bitboard, victim: PieceKind, attacker: PieceKind) -> Bitboard {
    if victim > attacker {
        squares
    } else {
        squares - guarded
    }
}

/// Enemy pieces that a pawn would attack after a safe step.
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

/// Knights, bishops and rooks that attack two pieces of greater value, where the king counts as one.
#[inline(always)]
fn count_forks(view: &PlayerView, sink: &mut impl FeatureSink) {
    let enemy = &view.enemy;
    let great = enemy.of(PieceKind::Queen) | enemy.of(PieceKind::King);
    let majors = great | enemy.of(PieceKind::Rook);
    let forks = |reaches: &[Reach], greater: Bitboard| {
        let is_fork = |reach: &Reach| i32::from((reach.attacks & greater).has_many());
        reaches.iter().map(is_fork).sum::<i32>()
    };
    let by_minors = forks(view.knights(), majors) + forks(view.bishops(), majors);
    sink.add(Feature::Fork, by_minors + forks(view.rooks(), great));
}

/// Enemy pieces that stand alone between an own slider and their king, or between a bishop or rook and their queen.
#[inline(always)]
fn count_lines(view: &PlayerView, sink: &mut impl FeatureSink) {
    let king = view.enemy.king;
    let queen = view.enemy.of(PieceKind::Queen).first();
    let sliders = view.bishops().iter().chain(view.rooks());
    let (mut pins, mut x_rays) = (0, 0);
    for slider in sliders {
        pins += i32::from(has_shield(view, slider, king));
        x_rays += i32::from(queen.is_some_and(|queen| has_shield(view, slider, queen)));
    }
    for slider in view.queens() {
        pins += i32::from(has_shield(view, slider, king));
    }
    sink.add(Feature::Pin, pins);
    sink.add(Feature::XRay, x_rays);
}

/// Whether one enemy piece and nothing else stands between a slider and its target.
#[inline(always)]
fn has_shield(view: &PlayerView, slider: &Reach, target: Square) -> bool {
    let between = attacks::between(slider.from, target) & view.occupied;
    if between.is_empty() || between.has_many() {
        return false;
    }
    let is_straight = slider.from.file() == target.file() || slider.from.rank() == target.rank();
    let slides = match slider.kind {
        PieceKind::Bishop => !is_straight,
        PieceKind::Rook => is_straight,
        PieceKind::Queen => true,
        PieceKind::Pawn | PieceKind::Knight | PieceKind::King => false,
    };
    slides && between.intersects(view.enemy.all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feature_sink::Counts;
    use plywood_core::Position;

    fn counts(fen: &str, feature: Feature) -> [i32; 2] {
        let position: Position = fen.parse().unwrap();
        PlayerView::both(&position).map(|view| {
            let mut sink = Counts::new();
            count(&view, &mut sink);
            sink.0[feature.offset()..][..feature.size()].iter().sum()
        })
    }

    #[test]
    fn a_knight_forks_king_and_queen() {
        let position = "4k3/2N5/8/3q4/8/8/8/6K1 b - - 0 1";
        assert_eq!(counts(position, Feature::Fork), [1, 0]);
    }

    #[test]
    fn a_bishop_pins_the_knight() {
        let position = "4k3/8/2n5/1B6/8/8/8/6K1 b - - 0 1";
        assert_eq!(counts(position, Feature::Pin), [1, 0]);
        assert_eq!(counts(position, Feature::MinorThreat), [1, 0]);
        assert_eq!(counts(position, Feature::Hanging), [1, 0]);
    }

    #[test]
    fn a_pawn_that_can_attack_a_knight_threatens_it() {
        let position = "4k3/8/2n5/8/3P4/8/8/6K1 w - - 0 1";
        assert_eq!(counts(position, Feature::PushThreat), [1, 0]);
        assert_eq!(counts(position, Feature::PawnThreat), [0, 0]);
    }
}
