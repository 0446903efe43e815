//! A game as it is played: every position so far, moves taken back, repetitions, and its end.

use alloc::vec::Vec;
use core::mem;

use crate::moves::Move;
use crate::position::Position;
use crate::rules::{Claim, Draw, IllegalMove, Outcome};

/// A game from its first position to the present one.
///
/// ```
/// use plywood_core::{Claim, History, Move, MoveKind, Position, Square};
///
/// let mut game = History::new(Position::START);
/// let shuffle = [(Square::G1, Square::F3), (Square::G8, Square::F6), (Square::F3, Square::G1), (Square::F6, Square::G8)];
/// for (from, to) in shuffle.into_iter().chain(shuffle) {
///     game.play(Move::new(from, to, MoveKind::Normal))?;
/// }
/// assert_eq!(game.occurrences(), 3);
/// assert_eq!(game.claim(), Some(Claim::ThreefoldRepetition));
/// assert_eq!(game.outcome(), None);
/// game.undo();
/// assert_eq!(game.claim(), None);
/// # Ok::<(), plywood_core::IllegalMove>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct History {
    present: Position,
    /// The positions before it, one for each move.
    past: Vec<Position>,
    moves: Vec<Move>,
}

impl Default for History {
    fn default() -> Self {
        Self::new(Position::START)
    }
}

impl History {
    /// A game that begins with a position.
    ///
    /// ```
    /// use plywood_core::{History, Position};
    ///
    /// assert_eq!(History::new(Position::START), History::default());
    /// ```
    #[must_use]
    pub const fn new(start: Position) -> Self {
        Self {
            present: start,
            past: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// The present position.
    ///
    /// ```
    /// use plywood_core::{History, Position};
    ///
    /// assert_eq!(*History::default().position(), Position::START);
    /// ```
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.present
    }

    /// All positions, from the first to the present one.
    ///
    /// ```
    /// use plywood_core::{History, Move, MoveKind, Square};
    ///
    /// let mut game = History::default();
    /// game.play(Move::new(Square::G1, Square::F3, MoveKind::Normal))?;
    /// assert_eq!(game.positions().count(), 2);
    /// # Ok::<(), plywood_core::IllegalMove>(())
    /// ```
    #[must_use]
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &Position> {
        self.past.iter().chain([&self.present])
    }

    /// The moves played.
    ///
    /// ```
    /// use plywood_core::{History, Move, MoveKind, Square};
    ///
    /// let mut game = History::default();
    /// game.play(Move::new(Square::G1, Square::F3, MoveKind::Normal))?;
    /// assert_eq!(game.moves()[0].to_string(), "g1f3");
    /// # Ok::<(), plywood_core::IllegalMove>(())
    /// ```
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`IllegalMove`], with the game as it was.
    ///
    /// ```
    /// use plywood_core::{History, Move, MoveKind, Square};
    ///
    /// let mut game = History::default();
    /// assert!(game.play(Move::new(Square::G1, Square::G3, MoveKind::Normal)).is_err());
    /// assert!(game.play(Move::new(Square::G1, Square::F3, MoveKind::Normal)).is_ok());
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let next = self.present.play(mv)?;
        self.past.push(mem::replace(&mut self.present, next));
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back and returns it; `None` at the beginning.
    ///
    /// ```
    /// use plywood_core::{History, Move, MoveKind, Square};
    ///
    /// let mut game = History::default();
    /// let mv = Move::new(Square::G1, Square::F3, MoveKind::Normal);
    /// game.play(mv)?;
    /// assert_eq!((game.undo(), game.undo()), (Some(mv), None));
    /// # Ok::<(), plywood_core::IllegalMove>(())
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        self.present = self.past.pop()?;
        self.moves.pop()
    }

    /// How often the present position has stood on the board, this time included.
    ///
    /// ```
    /// use plywood_core::History;
    ///
    /// assert_eq!(History::default().occurrences(), 1);
    /// ```
    #[must_use]
    pub fn occurrences(&self) -> usize {
        1 + self.earlier(&self.present, 2)
    }

    /// How the game has ended: mate, stalemate, insufficient material, seventy-five moves or
    /// fivefold repetition. Nobody needs to claim these.
    ///
    /// ```
    /// use plywood_core::{Draw, History, Outcome};
    ///
    /// let game = History::new("4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse()?);
    /// assert_eq!(game.outcome(), Some(Outcome::Draw(Draw::InsufficientMaterial)));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let outcome = self.present.outcome();
        let fivefold =
            || (self.occurrences() >= 5).then_some(Outcome::Draw(Draw::FivefoldRepetition));
        outcome.or_else(fivefold)
    }

    /// The draw that the side to move may claim in the present position.
    ///
    /// ```
    /// use plywood_core::{Claim, History};
    ///
    /// let game = History::new("4k3/8/8/8/8/8/8/4K2R w - - 100 90".parse()?);
    /// assert_eq!(game.claim(), Some(Claim::FiftyMoves));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn claim(&self) -> Option<Claim> {
        if self.occurrences() >= 3 {
            Some(Claim::ThreefoldRepetition)
        } else if self.present.can_claim_fifty_moves() {
            Some(Claim::FiftyMoves)
        } else {
            None
        }
    }

    /// The draw that the side to move may claim by announcing a legal move that brings it about.
    ///
    /// ```
    /// use plywood_core::{Claim, History, Move, MoveKind, Square};
    ///
    /// let game = History::new("4k3/8/8/8/8/8/8/4K2R w - - 99 90".parse()?);
    /// let quiet = Move::new(Square::H1, Square::H2, MoveKind::Normal);
    /// assert_eq!((game.claim(), game.claim_with(quiet)), (None, Some(Claim::FiftyMoves)));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn claim_with(&self, mv: Move) -> Option<Claim> {
        let next = self.present.play(mv).ok()?;
        if self.earlier(&next, 1) >= 2 {
            Some(Claim::ThreefoldRepetition)
        } else if next.can_claim_fifty_moves() {
            Some(Claim::FiftyMoves)
        } else {
            None
        }
    }

    /// How often a position stood on the board before. `back` is how many places from the end the
    /// latest position with its side to move stands, itself left out. What lies before the last
    /// capture or pawn move is not looked at: it can not come again.
    fn earlier(&self, position: &Position, back: usize) -> usize {
        let same_side = self.positions().rev().skip(back).step_by(2);
        let reversible = same_side.take(position.halfmove_clock() as usize / 2);
        reversible
            .filter(|earlier| earlier.is_same(position))
            .count()
    }
}

impl Position {
    /// Whether two positions are the same as repetition counts it: pieces, side to move, castling
    /// rights and a possible capture en passant; the clocks do not matter.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// let early: Position = "4k3/8/8/8/8/8/8/4K2R w - - 2 10".parse()?;
    /// let late: Position = "4k3/8/8/8/8/8/8/4K2R w - - 6 12".parse()?;
    /// assert!(early.is_same(&late) && early != late);
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.key == other.key
            && self.board == other.board
            && self.castling_rooks == other.castling_rooks
            && self.side_to_move() == other.side_to_move()
            && self.en_passant() == other.en_passant()
    }
}
