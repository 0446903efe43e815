//! Static exchange evaluation: what a capture wins when both sides go on capturing on one square.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::moves::{Move, MoveKind};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::square::Square;

/// What the pieces are worth in an exchange. The king is worth more than anything.
///
/// ```
/// use plywood_core::{ExchangeValues, PieceKind};
///
/// let values = ExchangeValues::default();
/// assert!(values.of(PieceKind::Queen) > values.of(PieceKind::Rook));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ExchangeValues {
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

impl Default for ExchangeValues {
    /// The values of the beginner's book, in hundredths of a pawn.
    fn default() -> Self {
        Self {
            pawn: 100,
            knight: 300,
            bishop: 300,
            rook: 500,
            queen: 900,
        }
    }
}

impl ExchangeValues {
    /// What a kind is worth; a king nothing, since it is never captured.
    ///
    /// ```
    /// use plywood_core::{ExchangeValues, PieceKind};
    ///
    /// assert_eq!(ExchangeValues::default().of(PieceKind::King), 0);
    /// ```
    #[inline]
    #[must_use]
    pub const fn of(&self, kind: PieceKind) -> i32 {
        match kind {
            PieceKind::Pawn => self.pawn,
            PieceKind::Knight => self.knight,
            PieceKind::Bishop => self.bishop,
            PieceKind::Rook => self.rook,
            PieceKind::Queen => self.queen,
            PieceKind::King => 0,
        }
    }
}

/// The order in which pieces are sent into an exchange.
const CHEAPEST_FIRST: [PieceKind; 6] = PieceKind::ALL;

impl Position {
    /// What a legal move wins if both sides then capture on its square with their cheapest piece as
    /// long as it pays. Pieces behind others join in; a king does not capture what is defended;
    /// pins are not looked at.
    ///
    /// ```
    /// use plywood_core::{ExchangeValues, Move, MoveKind, Position, Square};
    ///
    /// // The rook takes a pawn that another pawn defends.
    /// let position: Position = "4k3/8/5p2/4p3/8/8/8/4R1K1 w - - 0 1".parse()?;
    /// let capture = Move::new(Square::E1, Square::E5, MoveKind::Normal);
    /// assert_eq!(position.see(capture, &ExchangeValues::default()), 100 - 500);
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn see(&self, mv: Move, values: &ExchangeValues) -> i32 {
        let mut exchange = Exchange::new(self, mv, values);
        // gains[n] is what the n-th capture has won for its side so far, seen by that side.
        let mut gains = [0; 33];
        gains[0] = exchange.first_gain;
        let mut last = 0;
        while let Some(next) = exchange.recapture() {
            last += 1;
            gains[last] = next - gains[last - 1];
        }
        // Going back: each side may also have stopped before its capture.
        while last > 0 {
            gains[last - 1] = -(-gains[last - 1]).max(gains[last]);
            last -= 1;
        }
        gains[0]
    }

    /// Whether the exchange wins at least so much; as `self.see(mv, values) >= least`, and faster.
    ///
    /// ```
    /// use plywood_core::{ExchangeValues, Move, MoveKind, Position, Square};
    ///
    /// let position: Position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
    /// let capture = Move::new(Square::E4, Square::D5, MoveKind::Normal);
    /// assert!(position.see_at_least(capture, 1, &ExchangeValues::default()));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn see_at_least(&self, mv: Move, least: i32, values: &ExchangeValues) -> bool {
        let mut exchange = Exchange::new(self, mv, values);
        // Seen by whoever captured last: what is left over when its piece is lost as well.
        let mut balance = exchange.first_gain - least;
        if balance < 0 {
            return false;
        }
        balance -= exchange.at_stake;
        let mut holds = true;
        while balance < 0 && exchange.recapture().is_some() {
            holds = !holds;
            balance = -balance - 1 - exchange.at_stake;
        }
        holds
    }
}

/// Captures on one square, one after the other.
struct Exchange<'a> {
    position: &'a Position,
    values: &'a ExchangeValues,
    target: Square,
    occupied: Bitboard,
    side: Color,
    /// What the first move won outright.
    first_gain: i32,
    /// What stands on the square now.
    at_stake: i32,
    /// What the last recapture took.
    lost: i32,
}

impl<'a> Exchange<'a> {
    fn new(position: &'a Position, mv: Move, values: &'a ExchangeValues) -> Self {
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
        // Nothing can be captured where a king has castled to: both squares are out of reach.
        let at_stake = if mv.kind() == MoveKind::Castling {
            0
        } else {
            values.of(mover)
        };
        Self {
            position,
            values,
            target,
            occupied,
            side: !position.side_to_move(),
            first_gain: won + promoted,
            at_stake,
            lost: 0,
        }
    }

    /// Captures with the cheapest piece there is; what that takes, or `None` if nobody can.
    fn recapture(&mut self) -> Option<i32> {
        let board = self.position.board();
        let attackers = attacks::attackers(board, self.target, self.occupied) & self.occupied;
        let own = attackers & board.color(self.side);
        let kind = CHEAPEST_FIRST
            .into_iter()
            .find(|&kind| own.intersects(board.kind(kind)))?;
        if kind == PieceKind::King && attackers.intersects(board.color(!self.side)) {
            return None;
        }
        self.occupied -= (own & board.kind(kind)).first()?;
        self.lost = self.at_stake;
        self.at_stake = self.values.of(kind);
        self.side = !self.side;
        Some(self.lost)
    }
}
