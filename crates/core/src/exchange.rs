//! Static exchange evaluation (SEE): what a capture wins if both sides go on capturing on its square.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::destinations;
use crate::color::Color;
use crate::moves::{Move, MoveKind};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::square::Square;

/// The values of the pieces in an exchange. The king has none, since it is never captured.
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
    /// 1, 3, 3, 5 and 9 pawns, in centipawns.
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
    /// The value of a kind of piece; 0 for the king.
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

/// The order in which a side captures.
const CHEAPEST_FIRST: [PieceKind; 6] = PieceKind::ALL;

impl Position {
    /// The material that a legal move wins if both sides then go on capturing on its square, cheapest
    /// piece first, as long as it pays. Pieces behind others (x-rays) join in, and a king does not
    /// capture a defended piece. Pins are ignored. For castling the square is the rook's new one,
    /// which in Chess960 may be attacked.
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
        let child;
        let mut exchange = if mv.kind() == MoveKind::Castling {
            child = self.play_unchecked(mv);
            Exchange::after_castling(&child, mv, values)
        } else {
            Exchange::new(self, mv, values)
        };
        // gains[n] is the balance after the n-th recapture for the side that made it.
        let mut gains = [0; 33];
        gains[0] = exchange.first_gain;
        let mut last = 0;
        while let Some(next) = exchange.recapture() {
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

    /// Whether the exchange wins at least this much: `self.see(mv, values) >= least`, but faster.
    #[must_use]
    pub fn see_at_least(&self, mv: Move, least: i32, values: &ExchangeValues) -> bool {
        let child;
        let mut exchange = if mv.kind() == MoveKind::Castling {
            child = self.play_unchecked(mv);
            Exchange::after_castling(&child, mv, values)
        } else {
            Exchange::new(self, mv, values)
        };
        // For the side that captured last: what remains if it loses the capturing piece, too.
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

/// A series of captures on one square.
struct Exchange<'a> {
    board: &'a Board,
    values: &'a ExchangeValues,
    target: Square,
    occupied: Bitboard,
    side: Color,
    /// The material that the first move won.
    first_gain: i32,
    /// The value of the piece that stands on the target now.
    at_stake: i32,
    /// The value of the piece that the last recapture took.
    lost: i32,
}

impl<'a> Exchange<'a> {
    /// The exchange that a move other than castling begins.
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
        Self {
            board,
            values,
            target,
            occupied,
            side: !position.side_to_move(),
            first_gain: won + promoted,
            at_stake: values.of(mover),
            lost: 0,
        }
    }

    /// The exchange on the square of the rook that has castled, in the position after it.
    fn after_castling(child: &'a Position, mv: Move, values: &'a ExchangeValues) -> Self {
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
            lost: 0,
        }
    }

    /// Captures with the cheapest attacker and returns the value of what it took; `None` if the
    /// side has no capture.
    fn recapture(&mut self) -> Option<i32> {
        let board = self.board;
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
