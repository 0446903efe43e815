//! SAN read: a quick way for what the standard has, a lenient one for what people write.

use plywood_core::{Bitboard, Excerpt, Move, MoveKind, PieceKind, Position, Rank, Square, Wing};

use crate::san::parsed::{LONGEST, MEANING, Mover, ParsedSan, kind, lenient, narrowing};
use crate::san::{Candidates, SanError};
use crate::text::square;

/// Reads a move that is legal here, in any of the ways listed for the [module](super).
///
/// # Errors
/// When the text is not a move at all, when no legal move is written so, or when several are.
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

/// Reads a move from bytes that may be no UTF-8, as files have them.
///
/// # Errors
/// As [`parse`].
///
/// ```
/// use plywood_core::Position;
/// use plywood_notation::san;
///
/// assert_eq!(san::parse_bytes(&Position::START, b"Nf3").unwrap().to_string(), "g1f3");
/// assert!(san::parse_bytes(&Position::START, b"Nf\xFF").is_err());
/// ```
#[inline]
pub fn parse_bytes(position: &Position, text: &[u8]) -> Result<Move, SanError> {
    match quick(position, text) {
        Some(mv) => Ok(mv),
        None => patiently(position, text),
    }
}

/// The legal move, if it is written as the standard has it, castling aside.
#[inline]
fn quick(position: &Position, text: &[u8]) -> Option<Move> {
    let ([text @ .., b'+' | b'#'] | text) = text;
    match *text {
        [file @ b'a'..=b'h', ref rest @ ..] => quick_pawn(position, file, rest),
        [letter, ref told @ .., file, rank] => {
            let to = square(file, rank)?;
            let (kind, among) = (kind(letter)?, narrowing(told)?);
            if kind == PieceKind::Pawn {
                return None;
            }
            let from = (position.origins(kind, to) & among).single()?;
            Some(Move::new(from, to, MoveKind::Normal))
        }
        _ => None,
    }
}

/// A push or a capture of a pawn on a file.
#[inline]
fn quick_pawn(position: &Position, file: u8, rest: &[u8]) -> Option<Move> {
    let (rest, promotion) = match *rest {
        [ref rest @ .., b'=', letter] => (rest, Some(kind(letter)?)),
        _ => (rest, None),
    };
    let to = match *rest {
        [rank] => square(file, rank)?,
        [b'x', to_file, rank] => square(to_file, rank)?,
        _ => return None,
    };
    let from = position.origins(PieceKind::Pawn, to) & Bitboard(MEANING[usize::from(file)].1);
    pawn_move(position, from.single()?, to, promotion)
}

/// The legal step of a pawn: what is special about it.
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

/// The legal move in any of the ways it is written, or what is wrong.
#[inline(never)]
fn patiently(position: &Position, text: &[u8]) -> Result<Move, SanError> {
    match lenient(text) {
        Some(told) => resolve(position, &told).map_err(|from| unresolved(text, &told, from)),
        None => Err(SanError::NotAMove(quote(text))),
    }
}

/// Reads a move that tells both squares, or castling.
pub(crate) fn parse_long(position: &Position, text: &[u8]) -> Result<Move, SanError> {
    match lenient(text) {
        Some(told) if told.is_long() => {
            resolve(position, &told).map_err(|from| unresolved(text, &told, from))
        }
        Some(_) | None => Err(SanError::NotAMove(quote(text))),
    }
}

/// The legal move that was told, or the squares from which several may come.
fn resolve(position: &Position, told: &ParsedSan) -> Result<Move, Bitboard> {
    let none = Bitboard::EMPTY;
    let from = match told.piece {
        Mover::Any => told.among.first().ok_or(none)?,
        Mover::Castling(wing) => return castling(position, wing).ok_or(none),
        Mover::Kind(kind) => {
            let origins = position.origins(kind, told.to) & told.among;
            origins.single().ok_or(origins)?
        }
    };
    position
        .find_move(from, told.to, told.promotion)
        .filter(|mv| !told.is_en_passant || mv.kind() == MoveKind::EnPassant)
        .ok_or(none)
}

fn castling(position: &Position, wing: Wing) -> Option<Move> {
    let side = position.side_to_move();
    let rook = position.castling_rook(side, wing)?;
    position.find_move(position.king(side), rook, None)
}

#[cold]
fn unresolved(text: &[u8], told: &ParsedSan, from: Bitboard) -> SanError {
    let text = quote(text);
    if from.is_empty() {
        return SanError::NoSuchMove(text);
    }
    SanError::Ambiguous {
        text,
        candidates: Candidates { from, to: told.to },
    }
}

/// The beginning of a text for an error; no more of it is looked at than can be shown.
#[cold]
fn quote(text: &[u8]) -> Excerpt {
    let shown = &text[..text.len().min(4 * LONGEST)];
    Excerpt::new(&String::from_utf8_lossy(shown))
}
