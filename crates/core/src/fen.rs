//! FEN, with its Chess960 forms X-FEN and Shredder-FEN.

mod line;
mod ranks;
mod read;
mod write;

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::board::Board;
use crate::excerpt::Excerpt;
use crate::fen::read::Form;
use crate::position::{Position, PositionError, Repair};
use crate::setup::Setup;
use crate::square::Rank;

pub use write::{CastlingFen, EnPassantFen, FenFormat, FenText};

/// One of the six fields of a FEN.
///
/// ```
/// use plywood_core::{FenError, FenField, Setup};
///
/// let error = Setup::from_fen("8/8/8/8/8/8/8/8 w").unwrap_err();
/// assert_eq!(error, FenError::Missing(FenField::Castling));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FenField {
    /// The pieces, from rank 8 to rank 1.
    Board,
    /// `w` or `b`.
    SideToMove,
    /// `KQkq`, rook files, or `-`.
    Castling,
    /// The square behind a pawn that has just gone two squares, or `-`.
    EnPassant,
    /// The number of half-moves since the last capture or pawn move.
    HalfmoveClock,
    /// The number of the move.
    FullmoveNumber,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Board => "board",
            Self::SideToMove => "side to move",
            Self::Castling => "castling rights",
            Self::EnPassant => "en passant square",
            Self::HalfmoveClock => "half-move clock",
            Self::FullmoveNumber => "move number",
        })
    }
}

/// Why a text is not the FEN of a legal position.
///
/// ```
/// use plywood_core::Position;
///
/// let error = "8/8/ppp4pp/8/8/8/8/8 w - - 0 1".parse::<Position>().unwrap_err();
/// assert_eq!(error.to_string(), r#"board: expected 8 files on rank 6, found 9 in "ppp4pp""#);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// The text is longer than any FEN.
    #[error("a FEN has at most {limit} bytes, but this one has {0}", limit = read::LONGEST)]
    TooLong(usize),
    /// A field is missing.
    #[error("the FEN ends before the {0}")]
    Missing(FenField),
    /// The board has not eight ranks.
    #[error("board: expected 8 ranks, found {0} in {1}")]
    Ranks(usize, Excerpt),
    /// A rank does not fill eight files.
    #[error("board: expected 8 files on rank {rank}, found {found} in {text}")]
    Files {
        /// The rank.
        rank: Rank,
        /// The number of files that its text fills.
        found: u32,
        /// Its text.
        text: Excerpt,
    },
    /// A character is neither a piece nor a number of empty squares.
    #[error(
        "board: {character:?} on rank {rank} is neither a piece nor a digit from 1 to 8 in {text}"
    )]
    Character {
        /// The rank.
        rank: Rank,
        /// The character.
        character: char,
        /// The text of the rank.
        text: Excerpt,
    },
    /// Two digits stand side by side.
    #[error("board: two digits side by side on rank {0} in {1}, expected their sum")]
    Digits(Rank, Excerpt),
    /// The side to move is neither `w` nor `b`.
    #[error("side to move: expected \"w\" or \"b\", found {0}")]
    SideToMove(Excerpt),
    /// The castling field is neither `-` nor letters of rooks.
    #[error(
        "castling rights: expected \"-\" or letters as in \"KQkq\" or \"HAha\", each once, found {0}"
    )]
    Castling(Excerpt),
    /// The en passant field is neither a square nor `-`.
    #[error("en passant square: expected \"-\" or a square, found {0}")]
    EnPassant(Excerpt),
    /// A clock is not a number.
    #[error("{0}: expected a number, found {1}")]
    Number(FenField, Excerpt),
    /// There is text after the last field.
    #[error("the FEN has six fields, but then comes {0}")]
    Trailing(Excerpt),
    /// The FEN is well-formed, but the position is not legal.
    #[error(transparent)]
    Illegal(#[from] PositionError),
}

impl Board {
    /// Reads the first field of a FEN, the pieces from rank 8 to rank 1.
    ///
    /// # Errors
    /// Says which rank is wrong, quotes it, and gives the reason.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        read::placement(text)
    }
}

impl Setup {
    /// Reads a FEN with all six fields, one space between them.
    ///
    /// Castling rights may be written as in standard FEN (`KQkq`, the outermost rooks), X-FEN (`Gkq`,
    /// where a letter is the file of an inner rook), or Shredder-FEN (`HAha`, always files).
    ///
    /// # Errors
    /// Says which field is wrong, quotes it, and gives the reason.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        read::setup(text, Form::Strict)
    }

    /// Reads a FEN whose last fields may be missing, with any white space around fields.
    /// Without them White is to move, there are no castling rights, and the clocks are 0 and 1.
    ///
    /// # Errors
    /// As [`from_fen`](Self::from_fen).
    ///
    /// ```
    /// use plywood_core::Setup;
    ///
    /// let setup = Setup::from_fen_lenient("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq").unwrap();
    /// assert_eq!(setup, Setup::START);
    /// ```
    pub fn from_fen_lenient(text: &str) -> Result<Self, FenError> {
        read::setup(text, Form::Lenient)
    }
}

impl Position {
    /// Reads a FEN with all six fields and checks that the position is legal, as `text.parse()` does.
    ///
    /// # Errors
    /// Says which field is wrong, or gives every reason why the position is not legal.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        Ok(Self::new(&Setup::from_fen(text)?)?)
    }

    /// Reads a FEN whose last fields may be missing, and drops castling rights and an en passant
    /// square that are impossible, as [`new_lenient`](Self::new_lenient) does. Returns the position
    /// and what was dropped; print or log it.
    ///
    /// # Errors
    /// As [`from_fen`](Self::from_fen).
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// let (position, repairs) = Position::from_fen_lenient("4k3/8/8/8/8/8/8/4K3 w KQ")?;
    /// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    /// assert_eq!(repairs.len(), 2);
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    pub fn from_fen_lenient(text: &str) -> Result<(Self, Vec<Repair>), FenError> {
        Ok(Self::new_lenient(&Setup::from_fen_lenient(text)?)?)
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text)
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text)
    }
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Setup({:?})", self.fen().as_str())
    }
}

/// The FEN, as `Position("4k3/8/8/8/8/8/8/4K3 w - - 0 1")`.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({:?})", self.fen().as_str())
    }
}
