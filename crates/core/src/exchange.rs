//! Static exchange evaluation (SEE): the material that a capture wins if both sides keep capturing on its square.

use crate::attacks::attackers_by;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::destinations;
use crate::color::Color;
use crate::cpu::{Cpu, Multiversion, dispatch};
use crate::moves::{Move, MoveKind};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::square::Square;

/// The worth of each kind of piece in centipawns, for exchanges and evaluators. The king is never captured and has no value.
///
/// ```
/// use plywood_core::{PieceKind, PieceValues};
///
/// let values = PieceValues { bishop: 310, ..PieceValues::BLOGCHESS };
/// assert!(values.of(PieceKind::Queen) > values.of(PieceKind::Rook));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PieceValues {
    /// A pawn.
    pub pawn: i32,
    /// A knight.
    pub knight: i32,
    /// A bishop.
    pub bishop: i32,
    /// A rook.
    pub rook: i32,
    /// A queen.
    pub queen: i32,
}

/// [`STANDARD`](PieceValues::STANDARD).
impl Default for PieceValues {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl PieceValues {
    /// The values of the BlogChess program and of every beginner's book: 1, 3, 3, 5 and 9 pawns.
    pub const BLOGCHESS: Self = Self {
        pawn: 100,
        knight: 300,
        bishop: 300,
        rook: 500,
        queen: 900,
    };

    /// The values of the Swift program: 1, 3, 3.25, 5 and 9 pawns.
    pub const SWIFT: Self = Self {
        bishop: 325,
        ..Self::BLOGCHESS
    };

    /// Values by which two minor pieces outweigh a rook and a pawn, and one minor piece outweighs three pawns.
    pub const STANDARD: Self = Self {
        pawn: 100,
        knight: 320,
        bishop: 330,
        rook: 500,
        queen: 950,
    };

    /// Returns the value of a kind of piece; 0 for the king.
    #[inline]
    #[must_use]
    pub const fn of(&self, kind: PieceKind) -> i32 {
        // Looked up, since a branch on the kind could not be predicted.
        [
            self.pawn,
            self.knight,
            self.bishop,
            self.rook,
            self.queen,
            0,
        ][kind as usize]
    }
}

/// The order in which a side captures.
const CHEAPEST_FIRST: [PieceKind; 6] = PieceKind::ALL;

impl Position {
    /// Returns the material that a legal move wins if both sides then keep capturing on its square, cheapest piece first, while it pays.
    /// Pieces behind others (x-rays) join in, and a king does not capture a defended piece. Pins are ignored. For castling the square is
    /// the rook's new one, which in Chess960 may be attacked.
    ///
    /// ```
    /// use plywood_core::{PieceValues, Move, MoveKind, Position, Square};
    ///
    /// // The rook takes a pawn that another pawn defends.
    /// let position: Position = "4k3/8/5p2/4p3/8/8/8/4R1K1 w - - 0 1".parse()?;
    /// let capture = Move::new(Square::E1, Square::E5, MoveKind::Normal);
    /// assert_eq!(position.see(capture, &PieceValues::BLOGCHESS), 100 - 500);
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[doc(alias = "static_exchange")]
    #[must_use]
    pub fn see(&self, mv: Move, values: &PieceValues) -> i32 {
        if mv.kind() == MoveKind::Castling {
            let child = self.play_unchecked(mv);
            Exchange::after_castling(&child, mv, values).gain()
        } else {
            Exchange::new(self, mv, values).gain()
        }
    }

    /// Returns `true` if the exchange wins at least this much: `self.see(mv, values) >= least`, but faster.
    #[inline]
    #[must_use]
    pub fn see_at_least(&self, mv: Move, least: i32, values: &PieceValues) -> bool {
        if mv.kind() == MoveKind::Castling {
            let child = self.play_unchecked(mv);
            Exchange::after_castling(&child, mv, values).gains(least)
        } else {
            Exchange::new(self, mv, values).gains(least)
        }
    }
}

/// A series of captures on one square.
struct Exchange<'a> {
    board: &'a Board,
    values: &'a PieceValues,
    target: Square,
    occupied: Bitboard,
    side: Color,
    /// The material that the first move won.
    first_gain: i32,
    /// The value of the piece now on the target.
    at_stake: i32,
}

impl<'a> Exchange<'a> {
    /// Returns the exchange that a move other than castling begins.
    #[inline]
    fn new(position: &'a Position, mv: Move, values: &'a PieceValues) -> Self {
        let board = position.board();
        let (from, target) = (mv.from(), mv.to());
        let mut occupied = (board.occupied() - from) | target;
        if mv.kind() == MoveKind::EnPassant {
            occupied -= Square::new(target.file(), from.rank());
        }
        let mover = mv.promotion().unwrap_or(board.kind_unchecked(from));
        let won = position.captured(mv).map_or(0, |kind| values.of(kind));
        let promoted = mv
            .promotion()
            .map_or(0, |kind| values.of(kind) - values.pawn);
        Self {
            board,
            values,
            target,
            occupied,
            side: !position.side_to_move(),
            first_gain: won + promoted,
            at_stake: values.of(mover),
        }
    }

    /// Returns the exchange on the square of the rook that has castled, in the position after it.
    fn after_castling(child: &'a Position, mv: Move, values: &'a PieceValues) -> Self {
        let (_, rook) = destinations(mv.from(), mv.to());
        let board = child.board();
        Self {
            board,
            values,
            target: rook,
            occupied: board.occupied(),
            side: child.side_to_move(),
            first_gain: 0,
            at_stake: values.rook,
        }
    }

    /// Returns the material that the exchange wins.
    fn gain(self) -> i32 {
        dispatch(Gain(self))
    }

    /// Returns `true` if it wins at least this much. Most exchanges are decided before a recapture is looked up.
    #[inline]
    fn gains(self, least: i32) -> bool {
        let balance = self.first_gain - least;
        if balance < 0 {
            return false;
        }
        // The balance if the capturing piece is lost as well.
        let balance = balance - self.at_stake;
        balance >= 0 || dispatch(Gains(self, balance))
    }

    /// Returns all pieces that attack the target at first.
    #[inline(always)]
    fn attackers<M: Cpu>(&self) -> Bitboard {
        attackers_by::<M>(self.board, self.target, self.occupied) & self.occupied
    }

    /// Captures with the cheapest attacker and returns the value of the captured piece; `None` if the side has no capture. Pieces behind
    /// the capturing one join the attackers.
    #[inline(always)]
    fn recapture<M: Cpu>(&mut self, attackers: &mut Bitboard) -> Option<i32> {
        let board = self.board;
        let own = *attackers & board.color(self.side);
        let kind = CHEAPEST_FIRST
            .into_iter()
            .find(|&kind| own.intersects(board.kind(kind)))?;
        if kind == PieceKind::King && attackers.intersects(board.color(!self.side)) {
            return None;
        }
        self.occupied -= (own & board.kind(kind)).first()?;
        let (target, occupied) = (self.target as usize, self.occupied.0);
        if kind != PieceKind::Knight && kind != PieceKind::Rook {
            *attackers |= Bitboard(M::bishop(target, occupied)) & board.diagonal_sliders();
        }
        if kind >= PieceKind::Rook {
            *attackers |= Bitboard(M::rook(target, occupied)) & board.straight_sliders();
        }
        *attackers &= self.occupied;
        let lost = self.at_stake;
        self.at_stake = self.values.of(kind);
        self.side = !self.side;
        Some(lost)
    }
}

/// Computes the material that an exchange wins.
struct Gain<'a>(Exchange<'a>);

impl Multiversion for Gain<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<M: Cpu>(self) -> i32 {
        let Self(mut exchange) = self;
        let mut attackers = exchange.attackers::<M>();
        // gains[n] is the balance after the n-th recapture for the side that made it.
        let mut gains = [0; 33];
        gains[0] = exchange.first_gain;
        let mut last = 0;
        while let Some(next) = exchange.recapture::<M>(&mut attackers) {
            last += 1;
            gains[last] = next - gains[last - 1];
        }
        // Backwards: each side captures only if that is better than to stop.
        while last > 0 {
            gains[last - 1] = -(-gains[last - 1]).max(gains[last]);
            last -= 1;
        }
        gains[0]
    }
}

/// Decides whether an exchange makes up for a negative balance: that of the side that captured last if it loses the capturing piece as
/// well.
struct Gains<'a>(Exchange<'a>, i32);

impl Multiversion for Gains<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<M: Cpu>(self) -> bool {
        let Self(mut exchange, mut balance) = self;
        let mut attackers = exchange.attackers::<M>();
        let mut holds = true;
        while balance < 0 && exchange.recapture::<M>(&mut attackers).is_some() {
            holds = !holds;
            balance = -balance - 1 - exchange.at_stake;
        }
        holds
    }
}
