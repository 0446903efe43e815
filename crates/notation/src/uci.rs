//! Reads and writes moves in the notation of programs, as two squares: `e2e4`, `e7e8q`, `e1g1`.
//!
//! Castling is read as the king moving to its target square (`e1g1`) and as the king taking its own rook (`e1h1`, as in Chess960), and
//! written in the form you choose. A null move is `0000`.
//!
//! ```
//! use plywood_core::Position;
//! use plywood_notation::uci::{self, CastlingForm};
//!
//! let position: Position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse()?;
//! let castling = uci::parse(&position, "e1g1")?;
//! assert_eq!(uci::parse(&position, "e1h1")?, castling);
//! assert_eq!(uci::write(castling, CastlingForm::Landing), "e1g1");
//! assert_eq!(uci::write(castling, CastlingForm::TakesRook), "e1h1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use plywood_core::{Excerpt, Move, PieceKind, Position, Square};

use crate::text::{MoveText, Pen, square};

/// The error for a string that names no legal move.
///
/// ```
/// use plywood_core::Position;
/// use plywood_notation::uci;
///
/// let error = uci::parse(&Position::START, "e2e").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r#"expected two squares as in "e2e4" or "e7e8q", found "e2e""#
/// );
/// let error = uci::parse(&Position::START, "e2e5").unwrap_err();
/// assert_eq!(error.to_string(), r#""e2e5" is not a legal move here"#);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UciError {
    /// The string is not two squares with an optional promotion.
    #[error("expected two squares as in \"e2e4\" or \"e7e8q\", found {0}")]
    NotAMove(Excerpt),
    /// No legal move goes from one square to the other.
    #[error("{0} is not a legal move here")]
    NoSuchMove(Excerpt),
    /// The string is `0000`, a null move.
    #[error("\"0000\" is a null move, but a real one is needed here")]
    NullMove,
}

/// The notation of castling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CastlingForm {
    /// The square where the king lands, `e1g1`, which programs expect in standard chess. Castling that standard chess does not have is written as
    /// [`TakesRook`](Self::TakesRook): it could look like another move of the king.
    #[default]
    Landing,
    /// The square of the rook, `e1h1`: never ambiguous, and expected under `UCI_Chess960`.
    TakesRook,
}

/// Reads a move, such as `e2e4`, and finds it among the legal ones, without listing them.
///
/// # Errors
/// If the string is not two squares, or no legal move goes from one to the other.
#[doc(alias = "Move::from_str")]
#[inline]
pub fn parse(position: &Position, text: &str) -> Result<Move, UciError> {
    let (from, to, promotion) = parts(text).ok_or_else(|| not_a_move(text))?;
    let found = position.find_move(from, to, promotion);
    found.ok_or_else(|| UciError::NoSuchMove(Excerpt::new(text)))
}

/// Writes a move, or `0000` for none.
///
/// ```
/// use plywood_core::{Move, MoveKind, Square};
/// use plywood_notation::uci::{self, CastlingForm};
///
/// let mv = Move::new(Square::A2, Square::B1, MoveKind::PromoteKnight);
/// assert_eq!(uci::write(mv, CastlingForm::Landing), "a2b1n");
/// assert_eq!(uci::write(None, CastlingForm::Landing), "0000");
/// ```
#[inline]
#[must_use]
pub fn write(mv: impl Into<Option<Move>>, castling: CastlingForm) -> MoveText {
    let mut pen = Pen::new();
    let Some(mv) = mv.into() else {
        pen.put(u32::from_le_bytes(*b"0000"), 4);
        return pen.finish();
    };
    let to = match castling {
        CastlingForm::Landing => mv.written_to(),
        CastlingForm::TakesRook => mv.to(),
    };
    pen.square(mv.from());
    pen.square(to);
    if let Some(kind) = mv.promotion() {
        pen.letter(kind.letter());
    }
    pen.finish()
}

/// Returns the kind for a promotion letter, small or capital.
#[inline]
const fn promotion(letter: u8) -> Option<PieceKind> {
    match letter | 0x20 {
        b'n' => Some(PieceKind::Knight),
        b'b' => Some(PieceKind::Bishop),
        b'r' => Some(PieceKind::Rook),
        b'q' => Some(PieceKind::Queen),
        _ => None,
    }
}

/// Returns the squares of a text and its promotion.
#[inline]
fn parts(text: &str) -> Option<(Square, Square, Option<PieceKind>)> {
    let ([a, b, c, d], promotion) = match *text.as_bytes() {
        [a, b, c, d] => ([a, b, c, d], None),
        [a, b, c, d, letter] => ([a, b, c, d], Some(promotion(letter)?)),
        _ => return None,
    };
    Some((square(a, b)?, square(c, d)?, promotion))
}

/// Returns the error for a string that is not two squares.
#[cold]
fn not_a_move(text: &str) -> UciError {
    match text {
        "0000" => UciError::NullMove,
        _ => UciError::NotAMove(Excerpt::new(text)),
    }
}
