//! Positions as one line of text: FEN with its Chess960 forms X-FEN and Shredder-FEN.

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
    /// The pieces, rank by rank.
    Board,
    /// `w` or `b`.
    SideToMove,
    /// `KQkq`, rook files, or `-`.
    Castling,
    /// The square a pawn has just passed, or `-`.
    EnPassant,
    /// Half-moves since the last capture or pawn move.
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
    /// A field is not there.
    #[error("the FEN ends before its field \"{0}\"")]
    Missing(FenField),
    /// There are not eight ranks.
    #[error("board: expected 8 ranks, found {0} in {1}")]
    Ranks(usize, Excerpt),
    /// A rank has not eight files.
    #[error("board: expected 8 files on rank {rank}, found {found} in {text}")]
    Files {
        /// The rank.
        rank: Rank,
        /// How many files its text fills.
        found: u32,
        /// Its text.
        text: Excerpt,
    },
    /// A character stands for no piece and no number of empty squares.
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
    #[error("board: two digits side by side on rank {0} in {1}; their sum was meant")]
    Digits(Rank, Excerpt),
    /// The side to move is neither `w` nor `b`.
    #[error("side to move: expected \"w\" or \"b\", found {0}")]
    SideToMove(Excerpt),
    /// The castling field is none of its forms.
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
    /// Something follows the last field.
    #[error("the FEN should end before {0}")]
    Trailing(Excerpt),
    /// The fields can be read, but the position is not legal.
    #[error(transparent)]
    Illegal(#[from] PositionError),
}

impl Board {
    /// Reads the first field of a FEN, the pieces rank by rank.
    ///
    /// # Errors
    /// Names the rank that is wrong, its text and the reason.
    ///
    /// ```
    /// use plywood_core::{Board, Setup};
    ///
    /// let board = Board::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    /// assert_eq!(board, Ok(Setup::START.board));
    /// ```
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        read::placement(text)
    }
}

impl Setup {
    /// Reads a FEN with all six fields, one space between them.
    ///
    /// Castling rights may be written as in standard FEN (`KQkq`, meaning the outermost rooks), as
    /// X-FEN (`Gkq`: an inner rook by its file), or as Shredder-FEN (`HAha`).
    ///
    /// # Errors
    /// Names the field that is wrong, its text and the reason.
    ///
    /// ```
    /// use plywood_core::Setup;
    ///
    /// let setup = Setup::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    /// assert_eq!(setup, Ok(Setup::START));
    /// ```
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        read::setup(text, Form::Strict)
    }

    /// Reads a FEN whose last fields may be missing, with any white space around fields.
    /// Without them White is to move, nobody may castle, and the clocks stand at 0 and 1.
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
    /// Reads a FEN with all six fields and proves the position legal; as `text.parse()` does.
    ///
    /// # Errors
    /// Names the field that is wrong, or every reason why the position is not legal.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// assert_eq!(Position::from_fen(fen), Ok(Position::START));
    /// ```
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
