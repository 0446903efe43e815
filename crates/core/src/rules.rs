//! When a game is over, and why.

use core::fmt;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::moves::Move;
use crate::piece::PieceKind;
use crate::position::Position;

/// How a game has ended by the rules of chess, with no word from the players.
///
/// ```
/// use plywood_core::{Color, Outcome, Position};
///
/// let mate: Position = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3".parse()?;
/// assert_eq!(mate.outcome(), Some(Outcome::Checkmate { winner: Color::Black }));
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Outcome {
    /// A king is in check and has no way out.
    Checkmate {
        /// Who gave mate.
        winner: Color,
    },
    /// Nobody wins.
    Draw(Draw),
}

impl Outcome {
    /// Who has won, if anybody.
    ///
    /// ```
    /// use plywood_core::{Draw, Outcome};
    ///
    /// assert_eq!(Outcome::Draw(Draw::Stalemate).winner(), None);
    /// ```
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

/// Why a game is a draw without anybody claiming it.
///
/// ```
/// use plywood_core::Draw;
///
/// assert_eq!(Draw::FivefoldRepetition.to_string(), "fivefold repetition");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Draw {
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// No sequence of legal moves leads to mate by either side.
    InsufficientMaterial,
    /// Seventy-five moves of each side without a capture or a pawn move.
    SeventyFiveMoves,
    /// The same position for the fifth time.
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

/// A draw that the side to move may claim, or not.
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
    /// Fifty moves of each side without a capture or a pawn move.
    FiftyMoves,
    /// The same position for the third time.
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

/// A move that is not legal where it was to be played.
///
/// ```
/// use plywood_core::{IllegalMove, Move, MoveKind, Position, Square};
///
/// let mv = Move::new(Square::E2, Square::E5, MoveKind::Normal);
/// assert_eq!(Position::START.play(mv), Err(IllegalMove(mv)));
/// assert_eq!(IllegalMove(mv).to_string(), "e2e5 is not a legal move here");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a legal move here")]
pub struct IllegalMove(pub Move);

impl Position {
    /// The position after a move, if the move is legal.
    ///
    /// # Errors
    /// [`IllegalMove`] if it is not.
    ///
    /// ```
    /// use plywood_core::{Color, Move, MoveKind, Position, Square};
    ///
    /// let start = Position::START;
    /// let next = start.play(Move::new(Square::G1, Square::F3, MoveKind::Normal))?;
    /// assert_eq!(next.side_to_move(), Color::Black);
    /// assert!(start.play(Move::new(Square::G1, Square::G5, MoveKind::Normal)).is_err());
    /// # Ok::<(), plywood_core::IllegalMove>(())
    /// ```
    pub fn play(&self, mv: Move) -> Result<Self, IllegalMove> {
        if self.is_legal(mv) {
            Ok(self.play_unchecked(mv))
        } else {
            Err(IllegalMove(mv))
        }
    }

    /// Whether the side to move is mated.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// let position: Position = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1".parse()?;
    /// assert!(position.is_checkmate());
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Whether the side to move has no move and is not in check.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// let position: Position = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert!(position.is_stalemate());
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// How the game has ended as far as this position tells: repetition is known only to a
    /// [`History`](crate::History).
    ///
    /// ```
    /// use plywood_core::{Color, Outcome, Position};
    ///
    /// let mated: Position = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1".parse()?;
    /// assert_eq!(mated.outcome(), Some(Outcome::Checkmate { winner: Color::White }));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
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

    /// Whether fifty moves of each side were made without a capture or a pawn move, so that the
    /// side to move may claim a draw. A mate on the board goes before it.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w - - 100 90".parse()?;
    /// assert!(position.can_claim_fifty_moves());
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn can_claim_fifty_moves(&self) -> bool {
        self.halfmove_clock() >= 100 && self.has_legal_move()
    }

    /// Whether neither side can ever give mate.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// let position: Position = "4k3/8/8/8/8/8/8/4KB2 w - - 0 1".parse()?;
    /// assert!(position.is_insufficient_material());
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL
            .into_iter()
            .all(|color| self.has_insufficient_material(color))
    }

    /// Whether that side can never give mate with what it has, even with the opponent's help.
    ///
    /// ```
    /// use plywood_core::{Color, Position};
    ///
    /// // A knight can mate a king that its own pawn walls in.
    /// let position: Position = "8/8/8/4k3/4p3/8/8/4KN2 w - - 0 1".parse()?;
    /// assert!(!position.has_insufficient_material(Color::White));
    /// let position: Position = "8/8/8/4k3/8/8/8/4KN2 w - - 0 1".parse()?;
    /// assert!(position.has_insufficient_material(Color::White));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let board = &self.board;
        let own = board.color(color);
        let heavy = board.kind(PieceKind::Pawn) | board.straight_sliders();
        if own.intersects(heavy) {
            return false;
        }
        let (knights, bishops) = (board.kind(PieceKind::Knight), board.kind(PieceKind::Bishop));
        if own.intersects(knights) {
            // Alone it needs an enemy piece to wall the king in; a queen would rather take or flee.
            let walls =
                board.color(!color) - board.kind(PieceKind::King) - board.kind(PieceKind::Queen);
            return own.len() <= 2 && walls.is_empty();
        }
        if own.intersects(bishops) {
            // Bishops of one square color mate only a king walled in on the other.
            let one_color =
                !bishops.intersects(Bitboard::LIGHT) || !bishops.intersects(Bitboard::DARK);
            return one_color && knights.is_empty() && board.kind(PieceKind::Pawn).is_empty();
        }
        true
    }
}
