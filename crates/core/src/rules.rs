//! The end of a game, and its reasons.

use core::fmt;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::piece::PieceKind;
use crate::position::Position;

/// The result of a game that has ended by the rules, without a claim, an agreement or a resignation.
///
/// ```
/// use plywood_core::{Color, Outcome, Position};
///
/// // 8 r n b . k b n r
/// // 7 p p p p . p p p
/// // 6 . . . . . . . .
/// // 5 . . . . p . . .
/// // 4 . . . . . . P q
/// // 3 . . . . . P . .
/// // 2 P P P P P . . P
/// // 1 R N B Q K B N R
/// //   a b c d e f g h
/// let mate: Position =
///     "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3".parse()?;
/// assert_eq!(mate.outcome(), Some(Outcome::Checkmate { winner: Color::Black }));
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Outcome {
    /// The side to move is in check and has no legal move.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The game is drawn.
    Draw(Draw),
}

impl Outcome {
    /// Returns the winner; `None` after a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } => Some(winner),
            Self::Draw(_) => None,
        }
    }
}

/// Written as in a PGN: `1-0`, `0-1` or `1/2-1/2`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        })
    }
}

/// The reason a game is drawn without a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Draw {
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Neither side has the material to give mate; see [`Position::is_insufficient_material`].
    InsufficientMaterial,
    /// Each side has made seventy-five moves without a capture or a pawn move.
    SeventyFiveMoves,
    /// The position has occurred for the fifth time.
    FivefoldRepetition,
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::SeventyFiveMoves => "seventy-five moves without a capture or a pawn move",
            Self::FivefoldRepetition => "fivefold repetition",
        })
    }
}

/// The reason the side to move can claim a draw. Without a claim the game goes on.
///
/// ```
/// use plywood_core::{Claim, History};
///
/// let game = History::new("4k3/8/8/8/8/8/8/4K2R w - - 100 90".parse()?);
/// assert_eq!(game.claim(), Some(Claim::FiftyMoves));
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Claim {
    /// Each side has made fifty moves without a capture or a pawn move.
    FiftyMoves,
    /// The position has occurred for the third time.
    ThreefoldRepetition,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::FiftyMoves => "fifty moves without a capture or a pawn move",
            Self::ThreefoldRepetition => "threefold repetition",
        })
    }
}

impl Position {
    /// Returns `true` if the side to move is checkmated.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// // 8 . . . . R . k .
    /// // 7 . . . . . p p p
    /// let mate: Position = "4R1k1/5ppp/8/8/8/8/8/6K1 b - - 0 1".parse()?;
    /// assert!(mate.is_checkmate());
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Returns `true` if the side to move has no legal move and is not in check.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// // 8 . . . . . . . k
    /// // 7 . . . . . Q . .
    /// // 6 . . . . . . K .
    /// let draw: Position = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert!(draw.is_stalemate());
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// Returns the result by the rules, if the game is over: checkmate, stalemate, insufficient material, or the seventy-five-move rule.
    /// Repetition needs a [`History`](crate::History). A dead position, where no sequence of moves leads to mate, counts only if the
    /// material alone shows it: with locked pawns and no way through, the game goes on.
    #[doc(alias = "is_game_over")]
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            return Some(if self.is_check() {
                Outcome::Checkmate {
                    winner: !self.side_to_move(),
                }
            } else {
                Outcome::Draw(Draw::Stalemate)
            });
        }
        if self.is_insufficient_material() {
            return Some(Outcome::Draw(Draw::InsufficientMaterial));
        }
        (self.halfmove_clock() >= 150).then_some(Outcome::Draw(Draw::SeventyFiveMoves))
    }

    /// Returns `true` if the side to move can claim a draw by the fifty-move rule. It cannot if it is
    /// checkmated.
    #[must_use]
    pub fn can_claim_fifty_moves(&self) -> bool {
        self.halfmove_clock() >= 100 && self.has_legal_move()
    }

    /// Returns `true` if neither side can ever give mate with the material on the board, however the opponent plays. A locked position with
    /// enough material does not count.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// // 8 . . . . k . . .
    /// // 7 . . . . . . . .
    /// // 6 . . . . . . . .    Both bishops are on dark squares, and no square of the other color can be taken
    /// // 5 . . b . . . . .    from a king.
    /// // 4 . . . . . . . .
    /// // 3 . . . . B . . .
    /// // 2 . . . . . . . .
    /// // 1 . . . . K . . .
    /// //   a b c d e f g h
    /// let position: Position = "4k3/8/8/2b5/8/4B3/8/4K3 w - - 0 1".parse()?;
    /// assert!(position.is_insufficient_material());
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        let is_enough = self.board.kind(PieceKind::Pawn) | self.board.straight_sliders();
        is_enough.is_empty()
            && Color::ALL
                .into_iter()
                .all(|color| self.has_insufficient_material(color))
    }

    /// Returns `true` if a side can never give mate with its material, even with the opponent's help.
    ///
    /// Mate needs a check that can't be answered, and no square for the king. That gives the rule:
    /// - A king alone never gives check.
    /// - A pawn, a rook or a queen is enough, and so are two knights, a knight and a bishop, or bishops on squares of both
    ///   colors: all of them mate a bare king. The pawn promotes first.
    /// - A knight that gives check and its king never attack every square beside the other king. An enemy pawn, knight,
    ///   bishop or rook can stand on the last one without attacking the knight; a queen there can capture it.
    /// - Bishops on squares of one color check a king on that color. Beside the first square of the line of check are two squares
    ///   of the other color that touch the king as well. The bishops do not attack those, and one king cannot attack both.
    ///   From there a rook or a queen captures the bishop or blocks its line. So there must be a pawn, a knight, or a bishop on
    ///   squares of the other color.
    ///
    /// If only the opponent's material makes mate possible, the opponent has to help:
    ///
    /// ```
    /// use plywood_core::{Color, Position};
    ///
    /// // 3 K . . . . . . .        3 . . . . . . . .        3 . . . . . . . .
    /// // 2 . . N . . . . .        2 . . . . . . B p        2 . . . . . . B .
    /// // 1 k r . . . . . .        1 . . . . . K . k        1 . . . . . K . k
    /// //   a b c d e f g h          a b c d e f g h          a b c d e f g h
    /// // A knight mates a king that is shut in by a rook, and a bishop one that is shut in by a pawn.
    /// for mate in ["8/8/8/8/8/K7/2N5/kr6 b - - 0 1", "8/8/8/8/8/8/6Bp/5K1k b - - 0 1"] {
    ///     let position: Position = mate.parse()?;
    ///     assert!(position.is_checkmate());
    ///     assert!(!position.has_insufficient_material(Color::White));
    /// }
    /// // Nothing shuts a bare king in, or one with a queen.
    /// for board in ["8/8/8/8/8/8/6B1/5K1k b - - 0 1", "8/8/8/8/8/K7/2N5/kq6 b - - 0 1"] {
    ///     let position: Position = board.parse()?;
    ///     assert!(position.has_insufficient_material(Color::White));
    /// }
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let board = &self.board;
        let own = board.color(color);
        if own.intersects(board.kind(PieceKind::Pawn) | board.straight_sliders()) {
            return false;
        }
        let (knights, bishops) = (board.kind(PieceKind::Knight), board.kind(PieceKind::Bishop));
        if own.intersects(knights) {
            let queens = board.kind(PieceKind::Queen);
            let helpers = board.color(!color) - board.kind(PieceKind::King) - queens;
            return own.len() == 2 && helpers.is_empty();
        }
        if own.intersects(bishops) {
            let helpers = knights | board.kind(PieceKind::Pawn);
            let is_one_color =
                !bishops.intersects(Bitboard::LIGHT) || !bishops.intersects(Bitboard::DARK);
            return is_one_color && helpers.is_empty();
        }
        true
    }
}
