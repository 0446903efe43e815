//! What can be captured at a profit, forked, pinned, or driven away.

use crate::features::Feature;
use crate::sets::{count as len, pawn_attacks, up};
use crate::tally::Tally;
use crate::view::View;
use plywood_core::{Bitboard, PieceKind, Rank, attacks};

#[inline]
pub(crate) fn count(view: &View, tally: &mut impl Tally) {
    count_victims(view, tally);
    count_pushes(view, tally);
    count_forks(view, tally);
    count_lines(view, tally);
}

/// The kinds that can be a victim.
const VICTIMS: [PieceKind; 5] = [
    PieceKind::Pawn,
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Queen,
];

#[inline]
fn count_victims(view: &View, tally: &mut impl Tally) {
    let (own, enemy) = (&view.own, &view.enemy);
    let undefended = (enemy.all - enemy.of(PieceKind::King)) - enemy.attacked;
    tally.add(Feature::Hanging, len(undefended & own.attacked));
    tally.add(
        Feature::KingThreat,
        len(undefended & own.attacked_by(PieceKind::King)),
    );
    let by_pawns = own.attacked_by(PieceKind::Pawn);
    let by_minors = own.attacked_by(PieceKind::Knight) | own.attacked_by(PieceKind::Bishop);
    let by_rooks = own.attacked_by(PieceKind::Rook);
    // What a pawn defends is no prey for a piece of its worth.
    let guarded = enemy.attacked_by(PieceKind::Pawn);
    for victim in VICTIMS {
        let squares = enemy.of(victim);
        tally.add_at(
            Feature::PawnThreat,
            victim as usize,
            len(squares & by_pawns),
        );
        let minor_prey = prey(squares, guarded, victim, PieceKind::Bishop);
        tally.add_at(
            Feature::MinorThreat,
            victim as usize,
            len(minor_prey & by_minors),
        );
        let rook_prey = prey(squares, guarded, victim, PieceKind::Rook);
        tally.add_at(
            Feature::RookThreat,
            victim as usize,
            len(rook_prey & by_rooks),
        );
    }
}

/// The squares of a kind that are worth an attacker's capture: all if the kind is worth more, else those no pawn guards.
#[inline]
fn prey(squares: Bitboard, guarded: Bitboard, victim: PieceKind, attacker: PieceKind) -> Bitboard {
    if victim > attacker {
        squares
    } else {
        squares - guarded
    }
}

/// Pawns that could step forward safely and attack a piece.
#[inline]
fn count_pushes(view: &View, tally: &mut impl Tally) {
    let (own, enemy) = (&view.own, &view.enemy);
    let free = !(view.occupied | enemy.attacked_by(PieceKind::Pawn));
    let once = up(own.of(PieceKind::Pawn)) & !view.occupied;
    let twice = up(once & Rank::Three) & !view.occupied;
    let safe = free & (own.attacked | !enemy.attacked);
    let pieces = enemy.all - enemy.of(PieceKind::Pawn) - enemy.of(PieceKind::King);
    let driven = pawn_attacks((once | twice) & safe) & pieces;
    tally.add(
        Feature::PushThreat,
        len(driven - own.attacked_by(PieceKind::Pawn)),
    );
}

/// Knights, bishops and rooks that attack two pieces of greater worth, the king among them.
#[inline]
fn count_forks(view: &View, tally: &mut impl Tally) {
    let enemy = &view.enemy;
    let great = enemy.of(PieceKind::Queen) | enemy.of(PieceKind::King);
    let majors = great | enemy.of(PieceKind::Rook);
    let mut forks = 0;
    for reach in view.reaches() {
        let greater = if reach.kind < PieceKind::Rook {
            majors
        } else {
            great
        };
        if reach.kind != PieceKind::Queen && (reach.attacks & greater).has_many() {
            forks += 1;
        }
    }
    tally.add(Feature::Fork, forks);
}

/// Enemy pieces that an own slider finds alone on its line to their king, or to their queen.
#[inline]
fn count_lines(view: &View, tally: &mut impl Tally) {
    let enemy = &view.enemy;
    tally.add(
        Feature::Pin,
        shields(view, enemy.of(PieceKind::King), PieceKind::Queen),
    );
    let queens = enemy.of(PieceKind::Queen);
    if !queens.is_empty() {
        tally.add(Feature::XRay, shields(view, queens, PieceKind::Rook));
    }
}

/// How many enemy pieces stand alone between own sliders, no greater than a kind, and one of the targets.
#[inline]
fn shields(view: &View, targets: Bitboard, greatest: PieceKind) -> i32 {
    let own = &view.own;
    let queens = if greatest == PieceKind::Queen {
        own.of(PieceKind::Queen)
    } else {
        Bitboard::EMPTY
    };
    let mut found = 0;
    for target in targets {
        let snipers = attacks::bishop(target, own.all) & (own.of(PieceKind::Bishop) | queens)
            | attacks::rook(target, own.all) & (own.of(PieceKind::Rook) | queens);
        for sniper in snipers {
            let between = attacks::between(sniper, target) & view.occupied;
            found += i32::from(between.single().is_some());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Counts;
    use plywood_core::Position;

    fn counts(fen: &str, feature: Feature) -> [i32; 2] {
        let position: Position = fen.parse().unwrap();
        View::both(&position).map(|view| {
            let mut tally = Counts::new();
            count(&view, &mut tally);
            tally.0[feature.offset()..][..feature.size()].iter().sum()
        })
    }

    #[test]
    fn a_fork_of_king_and_queen_is_seen() {
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
