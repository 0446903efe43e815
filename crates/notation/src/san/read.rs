//! SAN read: the legal move that a text names.

use plywood_core::{Bitboard, Excerpt, Move, MoveKind, PieceKind, Position, Rank, Square, Wing};

use crate::san::parsed::{LONGEST, Mover, ParsedSan};
use crate::san::{Candidates, SanError};

/// Reads a legal move, in any of the forms listed for the [module](super).
///
/// # Errors
/// When the text is no move at all, when no legal move is written so, or when several are.
///
/// ```
/// use plywood_core::Position;
/// use plywood_notation::san;
///
/// let position: Position = "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4".parse()?;
/// assert_eq!(san::parse(&position, "O-O")?.to_string(), "e1g1");
/// assert_eq!(san::parse(&position, "Sxe5!?")?.to_string(), "f3e5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn parse(position: &Position, text: &str) -> Result<Move, SanError> {
    parse_bytes(position, text.as_bytes())
}

/// Reads a move from bytes that need not be UTF-8, as they stand in files.
///
/// # Errors
/// As [`parse`].
#[inline]
pub fn parse_bytes(position: &Position, text: &[u8]) -> Result<Move, SanError> {
    // Compiled for plain texts alone this is a tenth faster: no promotion, no castling.
    if let Some(san) = ParsedSan::read_plain(text)
        && let Ok(mv) = resolve(position, &san)
    {
        return Ok(mv);
    }
    parse_any(position, text)
}

/// Reads a move in any form, or says what is wrong with it.
#[inline(never)]
fn parse_any(position: &Position, text: &[u8]) -> Result<Move, SanError> {
    match ParsedSan::read(text) {
        Some(san) => resolve(position, &san).map_err(|from| unresolved(text, &san, from)),
        None => Err(not_a_move(text)),
    }
}

/// Reads a move whose text gives both squares, or castling.
pub(crate) fn parse_long(position: &Position, text: &[u8]) -> Result<Move, SanError> {
    match ParsedSan::read(text) {
        Some(san) if san.is_long() => {
            resolve(position, &san).map_err(|from| unresolved(text, &san, from))
        }
        Some(_) | None => Err(not_a_move(text)),
    }
}

/// The legal move that a text names, or the squares from which several may come.
#[inline]
fn resolve(position: &Position, san: &ParsedSan) -> Result<Move, Bitboard> {
    let mv = match san.mover {
        // Pawns have an arm of their own, since looking for a known kind of piece is faster.
        Mover::Kind(PieceKind::Pawn) => {
            let origins = position.origins(PieceKind::Pawn, san.to) & san.from;
            let from = origins.single().ok_or(origins)?;
            pawn_move(position, from, san.to, san.promotion)
        }
        Mover::Kind(kind) => {
            let origins = position.origins(kind, san.to) & san.from;
            let from = origins.single().ok_or(origins)?;
            let is_step = san.promotion.is_none();
            is_step.then(|| Move::new(from, san.to, MoveKind::Normal))
        }
        Mover::Any => san
            .from
            .first()
            .and_then(|from| position.find_move(from, san.to, san.promotion)),
        Mover::Castling(wing) => castling(position, wing),
    };
    mv.filter(|mv| !san.is_en_passant || mv.kind() == MoveKind::EnPassant)
        .ok_or(Bitboard::EMPTY)
}

/// A legal step of a pawn, with the kind of move that it is.
#[inline]
fn pawn_move(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<PieceKind>,
) -> Option<Move> {
    let is_last = matches!(to.rank(), Rank::One | Rank::Eight);
    let kind = match promotion {
        Some(kind) if is_last => MoveKind::promotion(kind)?,
        None if !is_last => {
            if from.index().abs_diff(to.index()) == 16 {
                MoveKind::DoublePush
            } else if position.en_passant() == Some(to) && from.file() != to.file() {
                MoveKind::EnPassant
            } else {
                MoveKind::Normal
            }
        }
        Some(_) | None => return None,
    };
    Some(Move::new(from, to, kind))
}

#[inline(never)]
fn castling(position: &Position, wing: Wing) -> Option<Move> {
    let side = position.side_to_move();
    let rook = position.castling_rook(side, wing)?;
    position.find_move(position.king(side), rook, None)
}

#[cold]
fn unresolved(text: &[u8], san: &ParsedSan, from: Bitboard) -> SanError {
    let text = quote(text);
    if from.is_empty() {
        return SanError::NoSuchMove(text);
    }
    SanError::Ambiguous {
        text,
        candidates: Candidates { from, to: san.to },
    }
}

#[cold]
fn not_a_move(text: &[u8]) -> SanError {
    SanError::NotAMove(quote(text))
}

/// The beginning of a text, for an error. No more of the text is examined than can be shown.
fn quote(text: &[u8]) -> Excerpt {
    let shown = &text[..text.len().min(4 * LONGEST)];
    Excerpt::new(&String::from_utf8_lossy(shown))
}
