//! [`Pawns`]: the doubled, isolated, backward, blocked, linked and passed pawns of a player.

use crate::chess::sets::{above, below, beside, down, files, fill_up, pawn_attacks, up};
use plywood_core::Bitboard;

/// The pawns of a player who moves up the board, sorted into sets.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pawns {
    /// The friendly pawns.
    pub(crate) own: Bitboard,
    /// The enemy's pawns.
    pub(crate) enemy: Bitboard,
    /// Pawns with another friendly pawn ahead on the file.
    pub(crate) doubled: Bitboard,
    /// Pawns without friendly pawns on the adjacent files.
    pub(crate) isolated: Bitboard,
    /// Pawns whose neighbors have gone ahead and whose next square enemy pawns guard.
    pub(crate) backward: Bitboard,
    /// Pawns with an enemy pawn right in front.
    pub(crate) blocked: Bitboard,
    /// Pawns that a friendly pawn defends.
    pub(crate) chained: Bitboard,
    /// Pawns with a friendly pawn right beside them.
    pub(crate) abreast: Bitboard,
    /// Pawns that no enemy pawn can stop or capture on their path.
    pub(crate) passed: Bitboard,
    /// Pawns without any pawn ahead on their file.
    pub(crate) unopposed: Bitboard,
}

impl Pawns {
    #[inline(always)]
    pub(crate) fn new(own: Bitboard, enemy: Bitboard) -> Self {
        let doubled = own & below(own);
        let isolated = own - beside(files(own));
        let enemy_attacks = down(beside(enemy));
        let supported = fill_up(beside(own));
        let guarded = below(enemy);
        let unopposed = own - guarded - below(own);
        Self {
            own,
            enemy,
            doubled,
            isolated,
            backward: (own & down(enemy_attacks)) - supported - isolated,
            blocked: own & down(enemy),
            chained: own & pawn_attacks(own),
            abreast: own & beside(own),
            passed: unopposed - beside(guarded),
            unopposed,
        }
    }

    /// Pawns that may become passed: no pawn is ahead on the file, and at least as many friendly pawns can support the path as enemy pawns
    /// guard it.
    #[inline(always)]
    pub(crate) fn candidates(&self) -> Bitboard {
        let mut candidates = self.unopposed - self.passed;
        for square in candidates {
            let sides = beside(files(square.into()));
            let guards = self.enemy & sides & above(Bitboard::from(square) | beside(square.into()));
            let helpers = self.own & sides & below(up(square.into()) | up(beside(square.into())));
            if helpers.len() < guards.len() {
                candidates -= square;
            }
        }
        candidates
    }
}

/// Counts the pawn islands: groups of pawns on adjacent files.
#[inline(always)]
pub(crate) fn islands(pawns: Bitboard) -> i32 {
    let files = files(pawns).0 & 0xFF;
    (files & !(files << 1)).count_ones().cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::Square;

    fn set(squares: &[Square]) -> Bitboard {
        squares.iter().copied().collect()
    }

    #[test]
    fn pawns_are_sorted_into_sets() {
        use Square::{A2, A4, A5, C3, C5, D4, D5, E4, G5, H2, H5};
        let own = set(&[A2, A4, C3, D4, E4, H2]);
        let enemy = set(&[A5, C5, D5, G5]);
        let pawns = Pawns::new(own, enemy);
        assert_eq!(pawns.doubled, A2.into());
        assert_eq!(pawns.isolated, set(&[A2, A4, H2]));
        assert_eq!(pawns.blocked, set(&[A4, D4]));
        assert_eq!(pawns.chained, D4.into());
        assert_eq!(pawns.abreast, set(&[D4, E4]));
        assert_eq!(pawns.passed, Bitboard::EMPTY);
        assert_eq!(Pawns::new(set(&[H5]), enemy).passed, H5.into());
        assert_eq!(islands(own), 3);
    }

    #[test]
    fn a_pawn_left_behind_is_backward() {
        use Square::{C4, D3, E4, E5};
        let pawns = Pawns::new(set(&[C4, D3, E4]), set(&[E5]));
        assert_eq!(pawns.backward, D3.into());
    }

    #[test]
    fn a_majority_has_a_candidate() {
        use Square::{A2, A7, B2};
        let (own, enemy) = (set(&[A2, B2]), set(&[A7]));
        assert_eq!(Pawns::new(own, enemy).candidates(), B2.into());
    }
}
