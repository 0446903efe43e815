//! The themes, counted for the player of a view. The small ones are here; each of the others has a file.
//!
//! Each feature is counted in one place. [`count_all`] calls them all. Its three parts are separate because the values of the pawns and of
//! a king's shelter can be kept from one position to the next.

mod pawns;
mod king_safety;
mod placement;
mod threats;

use self::king_safety::Attack;
use self::threats::Greater;
use crate::chess::classical::features::Feature;
use crate::chess::classical::player_view::{PlayerView, Reach};
use crate::chess::classical::weights::FeatureSink;
use crate::chess::pawns::Pawns;
use crate::chess::sets::{CENTER, count as len, fill_down};
use plywood_core::{Bitboard, PieceKind};

/// Counts all themes for the player of a view.
#[inline(always)]
pub(crate) fn count_all(view: &PlayerView, sink: &mut impl FeatureSink) {
    let pawns = pawns(view);
    count_pawns(&pawns, sink);
    count_shelter(view, sink);
    count_others(view, pawns.passed, sink);
}

/// Counts the features that depend only on the pawns of both sides.
#[inline(always)]
pub(crate) fn count_pawns(pawns: &Pawns, sink: &mut impl FeatureSink) {
    sink.add_at(Feature::Piece, PieceKind::Pawn as usize, len(pawns.own));
    for square in pawns.own {
        sink.see(Feature::PawnSquare, square.index());
    }
    pawns::count_structure(pawns, sink);
    pawns::count_passed(pawns, sink);
    sink.add(Feature::CenterPawn, len(pawns.own & CENTER));
}

/// Counts the features that depend only on the pawns of both sides and the player's king.
#[inline(always)]
pub(crate) fn count_shelter(view: &PlayerView, sink: &mut impl FeatureSink) {
    king_safety::count_shelter(view, sink);
}

/// Counts everything else.
#[inline(always)]
pub(crate) fn count_others(view: &PlayerView, passed: Bitboard, sink: &mut impl FeatureSink) {
    let attack = count_pieces(view, sink);
    count_material(view, sink);
    for pawn in passed {
        pawns::count_path(view, pawn, sink);
    }
    king_safety::count(view, &attack, sink);
    placement::count(view, sink);
    threats::count(view, sink);
    count_space(view, sink);
    sink.add(Feature::Tempo, i32::from(view.is_to_move));
}

/// Returns the pawns from the point of view of a player.
#[inline(always)]
pub(crate) fn pawns(view: &PlayerView) -> Pawns {
    Pawns::new(view.own.of(PieceKind::Pawn), view.enemy.of(PieceKind::Pawn))
}

/// Counts the features of single pieces, for all themes in one loop, and returns the attack of the pieces on the enemy king. With a loop
/// for each theme an evaluation took 15 % more instructions.
#[inline(always)]
fn count_pieces(view: &PlayerView, sink: &mut impl FeatureSink) -> Attack {
    let mut walk = Walk {
        open: !(view.own.all | view.enemy.attacked_by(PieceKind::Pawn)),
        greater: Greater::new(view),
        attack: Attack::new(view),
    };
    for knight in view.knights() {
        let squares = walk.count(PieceKind::Knight, knight, sink);
        sink.see(Feature::KnightSquare, knight.from.index());
        sink.see(Feature::KnightMobility, squares);
    }
    for bishop in view.bishops() {
        let squares = walk.count(PieceKind::Bishop, bishop, sink);
        sink.see(Feature::BishopSquare, bishop.from.index());
        sink.see(Feature::BishopMobility, squares);
        placement::count_bishop(view, bishop, sink);
    }
    for rook in view.rooks() {
        let squares = walk.count(PieceKind::Rook, rook, sink);
        sink.see(Feature::RookSquare, rook.from.index());
        sink.see(Feature::RookMobility, squares);
        placement::count_rook(view, rook, sink);
    }
    for queen in view.queens() {
        let squares = walk.count(PieceKind::Queen, queen, sink);
        sink.see(Feature::QueenSquare, queen.from.index());
        sink.see(Feature::QueenMobility, squares);
        placement::count_queen(view, queen, sink);
    }
    walk.attack
}

/// The data that the themes carry from piece to piece.
struct Walk {
    /// The squares that count for mobility: all except those that enemy pawns attack.
    open: Bitboard,
    greater: Greater,
    attack: Attack,
}

impl Walk {
    /// Counts the features of a piece of any kind, and returns the number of squares it can go to.
    #[inline(always)]
    fn count(&mut self, kind: PieceKind, piece: &Reach, sink: &mut impl FeatureSink) -> usize {
        threats::count_fork(kind, piece, &self.greater, sink);
        sink.add(Feature::CenterControl, len(piece.attacks & CENTER));
        self.attack.join(kind, piece);
        (piece.attacks & self.open).len() as usize
    }
}

/// Counts the pieces on the board and the square of the king.
#[inline(always)]
fn count_material(view: &PlayerView, sink: &mut impl FeatureSink) {
    use PieceKind::{Bishop, Knight, Queen, Rook};
    for kind in [Knight, Bishop, Rook, Queen] {
        sink.add_at(Feature::Piece, kind as usize, len(view.own.of(kind)));
    }
    sink.see(Feature::KingSquare, view.own.king.index());
}

/// Files c to f, ranks 2 to 4.
const HOME: Bitboard = Bitboard(0x0000_0000_3C3C_3C00);

/// Counts attacks of pawns on the center, and safe squares behind the pawns.
#[inline(always)]
fn count_space(view: &PlayerView, sink: &mut impl FeatureSink) {
    let own = &view.own;
    let pawns = own.of(PieceKind::Pawn);
    let by_pawns = len(own.attacked_by(PieceKind::Pawn) & CENTER);
    sink.add(Feature::CenterControl, by_pawns);
    let safe = HOME - pawns - view.enemy.attacked_by(PieceKind::Pawn);
    let room = len(safe) + len(safe & fill_down(pawns));
    let pieces = len(own.all - pawns) - 4;
    sink.add(Feature::Room, room * pieces.max(0) / 4);
}

/// Returns how often a feature was seen for White and for Black, with the times of all its weights added up.
#[cfg(test)]
fn seen(fen: &str, feature: Feature) -> [i32; 2] {
    use crate::chess::classical::Trace;
    let trace = Trace::new(&fen.parse().unwrap());
    let seen = trace.of(feature);
    [seen.white, seen.black].map(|times| times.iter().sum())
}
