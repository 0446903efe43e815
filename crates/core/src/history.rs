//! A game: its positions and moves so far, repetition, and how it ends.

use alloc::vec::Vec;
use core::mem;

use crate::moves::Move;
use crate::play::IllegalMove;
use crate::position::Position;
use crate::rules::{Claim, Draw, Outcome};

/// A game from its first position to the current one. It counts repetitions and can undo moves.
///
/// ```
/// use plywood_core::{Claim, History, Move, MoveKind, Position, Square};
///
/// let mut game = History::new(Position::START);
/// let shuffle = [
///     (Square::G1, Square::F3),
///     (Square::G8, Square::F6),
///     (Square::F3, Square::G1),
///     (Square::F6, Square::G8),
/// ];
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
    current: Position,
    /// The positions before the current one, one for each move.
    past: Vec<Position>,
    moves: Vec<Move>,
}

impl Default for History {
    fn default() -> Self {
        Self::new(Position::START)
    }
}

impl History {
    /// Returns a game that starts from a position.
    #[must_use]
    pub const fn new(start: Position) -> Self {
        Self {
            current: start,
            past: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Returns the current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.current
    }

    /// Returns the position that the game starts from.
    #[must_use]
    pub fn start(&self) -> &Position {
        self.past.first().unwrap_or(&self.current)
    }

    /// Returns all positions, from the first to the current one.
    #[must_use]
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &Position> {
        self.past.iter().chain([&self.current])
    }

    /// Returns the moves played so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`IllegalMove`] if the move is not legal; the game stays as it was.
    #[doc(alias = "push")]
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.advance(mv, self.current.play(mv)?);
        Ok(())
    }

    /// Plays a legal move without checking it, as [`Position::play_unchecked`] does.
    pub fn play_unchecked(&mut self, mv: Move) {
        self.advance(mv, self.current.play_unchecked(mv));
    }

    fn advance(&mut self, mv: Move, next: Position) {
        self.past.push(mem::replace(&mut self.current, next));
        self.moves.push(mv);
    }

    /// Undoes the last move and returns it; `None` if no move has been played.
    #[doc(alias("pop", "unmake_move"))]
    pub fn undo(&mut self) -> Option<Move> {
        self.current = self.past.pop()?;
        self.moves.pop()
    }

    /// Returns how often the current position has occurred in the game, including now.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        1 + self.earlier(&self.current, 2)
    }

    /// Returns the result by the rules, if the game is over: that of [`Position::outcome`], or a draw by fivefold repetition.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let outcome = self.current.outcome();
        let fivefold =
            || (self.occurrences() >= 5).then_some(Outcome::Draw(Draw::FivefoldRepetition));
        outcome.or_else(fivefold)
    }

    /// Returns the draw that the side to move can claim in the current position.
    #[must_use]
    pub fn claim(&self) -> Option<Claim> {
        if self.occurrences() >= 3 {
            Some(Claim::ThreefoldRepetition)
        } else if self.current.can_claim_fifty_moves() {
            Some(Claim::FiftyMoves)
        } else {
            None
        }
    }

    /// Returns the draw that the side to move can claim by announcing a legal move, before making it.
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
        let next = self.current.play(mv).ok()?;
        if self.earlier(&next, 1) >= 2 {
            Some(Claim::ThreefoldRepetition)
        } else if next.can_claim_fifty_moves() {
            Some(Claim::FiftyMoves)
        } else {
            None
        }
    }

    /// Counts the earlier occurrences of a position. `back` is the distance from the end of the list to the latest earlier position with
    /// the same side to move. Positions before the last capture or pawn move can't occur again, so they are not compared.
    fn earlier(&self, position: &Position, back: usize) -> usize {
        let same_side = self.positions().rev().skip(back).step_by(2);
        let reversible = same_side.take(position.halfmove_clock() as usize / 2);
        reversible
            .filter(|earlier| earlier.is_same(position))
            .count()
    }
}

impl Position {
    /// Returns `true` if two positions are the same for the repetition rule: in pieces, side to move, castling
    /// rights and legal en passant captures. The clocks do not count, unlike in `==`.
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
