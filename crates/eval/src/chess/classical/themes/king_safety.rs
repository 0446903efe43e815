//! The pawn shelter of the king, the enemy's pawn storm, the right to castle, and attacks on the enemy king.

use crate::chess::classical::features::Feature;
use crate::chess::classical::player_view::{PlayerView, Reach};
use crate::chess::classical::weights::FeatureSink;
use crate::chess::sets::{above, beside, down};
use plywood_core::{Bitboard, File, PieceKind, Square, attacks};

/// Counts everything except pawns, given the attack of all pieces that have joined it.
#[inline(always)]
pub(crate) fn count(view: &PlayerView, attack: &Attack, sink: &mut impl FeatureSink) {
    sink.add(Feature::CanCastle, view.castling.len().cast_signed());
    sink.see(Feature::KingDanger, danger(view, attack));
}

/// Counts the pawns of both sides beside the king or ahead of it, on its file and the adjacent ones.
#[inline(always)]
pub(crate) fn count_shelter(view: &PlayerView, sink: &mut impl FeatureSink) {
    let king = Bitboard::from(view.own.king);
    let level = king | beside(king);
    let ahead = level | above(level);
    let own = view.own.of(PieceKind::Pawn) & ahead;
    let enemy = view.enemy.of(PieceKind::Pawn) & ahead;
    let king_file = view.own.king.file() as usize;
    // A king on the edge has the same three files ahead as one on the next file.
    let middle = king_file.clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let line = Bitboard::from(File::ALL[file]);
        let shelter = if file == king_file {
            Feature::Shelter
        } else {
            Feature::ShelterBeside
        };
        sink.see(shelter, nearest(own & line));
        let storm = enemy & line;
        let is_stopped = storm
            .first()
            .is_some_and(|pawn| down(pawn.into()).intersects(own));
        let storm_feature = if is_stopped {
            Feature::StormBlocked
        } else {
            Feature::Storm
        };
        sink.see(storm_feature, nearest(storm));
    }
}

/// Returns the rank index of the lowest square; 0, where no pawn can be, if there is none.
#[inline(always)]
fn nearest(pawns: Bitboard) -> usize {
    pawns.first().map_or(0, |pawn| pawn.rank() as usize)
}

/// The units that an attacker adds, by kind.
const ATTACKER: [usize; 6] = [0, 2, 2, 3, 4, 0];
/// The units that a safe check adds, by kind.
const SAFE_CHECK: [usize; 6] = [0, 3, 2, 4, 3, 0];
const MOST_DANGER: usize = 31;

/// The pieces that attack the squares around the enemy king.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attack {
    ring: Bitboard,
    attackers: usize,
    units: usize,
}

impl Attack {
    /// Makes an attack that no piece has joined yet.
    #[inline(always)]
    pub(crate) fn new(view: &PlayerView) -> Self {
        let near = attacks::king(view.enemy.king);
        Self {
            // The player moves up, so the squares in front of the enemy king are below it.
            ring: near | down(near) | view.enemy.king,
            attackers: 0,
            units: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn join(&mut self, kind: PieceKind, piece: &Reach) {
        // Multiplied, since a branch could not be predicted.
        let is_attacker = usize::from(piece.attacks.intersects(self.ring));
        self.attackers += is_attacker;
        self.units += is_attacker * ATTACKER[kind as usize];
    }
}

/// Returns the strength of the attack on the enemy king, in units: for attackers of the squares around it, for squares there that
/// only the king defends, and for safe checks. One attacker without a queen is no attack.
#[inline(always)]
fn danger(view: &PlayerView, attack: &Attack) -> usize {
    let attackers = attack.attackers;
    if attackers < 2 && view.own.of(PieceKind::Queen).is_empty() || attackers == 0 {
        return 0;
    }
    let king = view.enemy.king;
    let defended_by_others = view.enemy.attacked_twice;
    let weak = attacks::king(king) & view.own.attacked & !defended_by_others;
    let units = attack.units + weak.len() as usize + safe_checks(view, king);
    let has_queen = !view.own.of(PieceKind::Queen).is_empty();
    let relief = if has_queen { 2 } else { 6 };
    units.saturating_sub(relief).min(MOST_DANGER)
}

/// Counts checks from squares that the enemy does not defend, or that only its king defends and friendly pieces attack twice.
#[inline(always)]
fn safe_checks(view: &PlayerView, king: Square) -> usize {
    let (own, enemy) = (&view.own, &view.enemy);
    let only_king = own.attacked_twice & !enemy.attacked_twice & enemy.attacked_by(PieceKind::King);
    let safe = (!enemy.attacked | only_king) - own.all;
    let (diagonal, straight) = (view.to_king.diagonal, view.to_king.straight);
    let checks = [
        (PieceKind::Knight, attacks::knight(king)),
        (PieceKind::Bishop, diagonal),
        (PieceKind::Rook, straight),
        (PieceKind::Queen, diagonal | straight),
    ];
    checks
        .into_iter()
        .filter(|&(kind, from)| own.attacked_by(kind).intersects(from & safe))
        .map(|(kind, _)| SAFE_CHECK[kind as usize])
        .sum()
}

#[cfg(test)]
mod tests {
    use super::super::count_pieces;
    use super::*;
    use crate::chess::classical::weights::Counts;
    use plywood_core::Position;

    fn dangers(fen: &str) -> [usize; 2] {
        let position: Position = fen.parse().unwrap();
        PlayerView::both(&position).map(|view| {
            let attack = count_pieces(&view, &mut Counts::new());
            danger(&view, &attack)
        })
    }

    #[test]
    fn the_start_is_safe() {
        assert_eq!(
            dangers("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            [0, 0]
        );
    }

    #[test]
    fn queen_and_knight_near_a_bare_king_are_dangerous() {
        let [white, black] = dangers("6k1/8/5N2/6Q1/8/8/5PPP/6K1 b - - 0 1");
        assert!(white > 8, "{white}");
        assert_eq!(black, 0);
    }
}
