//! SAN read: a quick way for what the standard has, a patient one for what people write.

use plywood_core::{Bitboard, Excerpt, Move, MoveKind, PieceKind, Position, Rank, Square, Wing};

use crate::san::{Candidates, SanError};
use crate::text::square;

/// No text of a move is longer; nothing longer is looked at.
const LONGEST: usize = 32;

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
pub fn parse_bytes(position: &Position, text: &[u8]) -> Result<Move, SanError> {
    let told = match quick(text) {
        Some(told) => Some(told),
        None => patient(text),
    };
    match told {
        Some(told) => resolve(position, &told).map_err(|from| unresolved(text, &told, from)),
        None => Err(SanError::NotAMove(quote(text))),
    }
}

/// Reads a move that tells both squares, or castling.
pub(crate) fn parse_long(position: &Position, text: &[u8]) -> Result<Move, SanError> {
    match patient(text) {
        Some(told) if told.is_long() => {
            resolve(position, &told).map_err(|from| unresolved(text, &told, from))
        }
        Some(_) | None => Err(SanError::NotAMove(quote(text))),
    }
}

/// What a text tells of a move.
struct Told {
    piece: Mover,
    /// Where the piece may come from.
    among: Bitboard,
    to: Square,
    promotion: Option<PieceKind>,
    is_en_passant: bool,
}

/// What a text tells of the piece that moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mover {
    Kind(PieceKind),
    /// Two squares were told and no piece: what stands there.
    Any,
    Castling(Wing),
}

impl Told {
    fn is_long(&self) -> bool {
        match self.piece {
            Mover::Kind(_) | Mover::Any => self.among.len() == 1,
            Mover::Castling(_) => true,
        }
    }
}

/// What the standard has, castling and promotion aside: one look at each byte.
#[inline]
fn quick(text: &[u8]) -> Option<Told> {
    let ([head @ .., file, rank, b'+' | b'#'] | [head @ .., file, rank]) = text else {
        return None;
    };
    let to = square(*file, *rank)?;
    let (piece, among) = origin(head, to)?;
    Some(Told {
        piece,
        among,
        to,
        promotion: None,
        is_en_passant: false,
    })
}

/// What stands before the target square: the piece and all that is told of where it comes from.
#[inline]
fn origin(head: &[u8], to: Square) -> Option<(Mover, Bitboard)> {
    let (kind, told) = match *head {
        [] => return Some((Mover::Kind(PieceKind::Pawn), to.file().into())),
        [b'a'..=b'h', ..] => (None, head),
        [letter, ref told @ ..] => (Some(kind(letter)?), told),
    };
    if told.len() > 3 {
        return None;
    }
    let mut among = Bitboard::FULL;
    let mut last = Class::None;
    for &byte in told {
        let (class, squares) = MEANING[usize::from(byte)];
        if class <= last {
            return None;
        }
        last = class;
        among = Bitboard(among.0 & squares);
    }
    match kind {
        Some(PieceKind::Pawn) if told.is_empty() => {
            Some((Mover::Kind(PieceKind::Pawn), to.file().into()))
        }
        Some(PieceKind::Pawn) if !told[0].is_ascii_lowercase() || told[0] == b'x' => None,
        Some(kind) => Some((Mover::Kind(kind), among)),
        None if among.has_many() => Some((Mover::Kind(PieceKind::Pawn), among)),
        None => Some((Mover::Any, among)),
    }
}

/// The order in which parts of a move stand before its target, each at most once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    None,
    File,
    Rank,
    Mark,
}

/// For each byte its class, and the squares to which it narrows the origin.
static MEANING: [(Class, u64); 256] = {
    let mut meaning = [(Class::None, 0); 256];
    let mut index = 0;
    while index < 8 {
        meaning[b'a' as usize + index] = (Class::File, 0x0101_0101_0101_0101 << index);
        meaning[b'1' as usize + index] = (Class::Rank, 0xFF << (8 * index));
        index += 1;
    }
    meaning[b'x' as usize] = (Class::Mark, !0);
    meaning[b':' as usize] = (Class::Mark, !0);
    meaning[b'-' as usize] = (Class::Mark, !0);
    meaning
};

/// The kind that a letter before a move names. `S` is the knight of older books.
#[inline]
const fn kind(letter: u8) -> Option<PieceKind> {
    match letter {
        b'N' | b'S' => Some(PieceKind::Knight),
        b'B' => Some(PieceKind::Bishop),
        b'R' => Some(PieceKind::Rook),
        b'Q' => Some(PieceKind::Queen),
        b'K' => Some(PieceKind::King),
        b'P' => Some(PieceKind::Pawn),
        _ => None,
    }
}

/// The legal move that was told, or the squares from which several may come.
#[inline]
fn resolve(position: &Position, told: &Told) -> Result<Move, Bitboard> {
    let Told { among, to, .. } = *told;
    let none = Bitboard::EMPTY;
    let kind = match told.piece {
        Mover::Kind(kind) => kind,
        Mover::Any => {
            let from = among.first().ok_or(none)?;
            return position
                .find_move(from, to, told.promotion)
                .filter(|mv| !told.is_en_passant || mv.kind() == MoveKind::EnPassant)
                .ok_or(none);
        }
        Mover::Castling(wing) => return castling(position, wing).ok_or(none),
    };
    let origins = position.origins(kind, to, among);
    let from = origins.single().ok_or(origins)?;
    if kind != PieceKind::Pawn && told.promotion.is_none() && !told.is_en_passant {
        return Ok(Move::new(from, to, MoveKind::Normal));
    }
    pawn_move(position, told, from).ok_or(none)
}

/// The move of a pawn from a square: what is special about it.
#[inline]
fn pawn_move(position: &Position, told: &Told, from: Square) -> Option<Move> {
    let to = told.to;
    let is_last = matches!(to.rank(), Rank::One | Rank::Eight);
    let special = match told.promotion {
        Some(kind) if is_last && told.piece == Mover::Kind(PieceKind::Pawn) => {
            MoveKind::promotion(kind)?
        }
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
    (!told.is_en_passant || special == MoveKind::EnPassant).then(|| Move::new(from, to, special))
}

#[cold]
fn castling(position: &Position, wing: Wing) -> Option<Move> {
    let side = position.side_to_move();
    let rook = position.castling_rook(side, wing)?;
    let mv = Move::new(position.king(side), rook, MoveKind::Castling);
    position.is_legal(mv).then_some(mv)
}

/// What people write: marks are taken from the end, one after the other, then what is left is read.
#[inline(never)]
fn patient(text: &[u8]) -> Option<Told> {
    if text.len() > LONGEST {
        return None;
    }
    let mut text = text;
    let mut is_en_passant = false;
    loop {
        let bare = without_marks(text);
        match bare
            .strip_suffix(b"e.p.")
            .or_else(|| bare.strip_suffix(b"ep"))
        {
            Some(rest) if !is_en_passant => {
                is_en_passant = true;
                text = rest.strip_suffix(b" ").unwrap_or(rest);
            }
            Some(_) => return None,
            None => {
                text = bare;
                break;
            }
        }
    }
    if let Some(wing) = wing(text) {
        return (!is_en_passant).then_some(Told {
            piece: Mover::Castling(wing),
            among: Bitboard::FULL,
            to: Square::A1,
            promotion: None,
            is_en_passant,
        });
    }
    let (text, promotion) = promotion(text);
    let [head @ .., file, rank] = text else {
        return None;
    };
    let to = square(*file, *rank)?;
    let (letter, rest) = figurine(head);
    let mut plain = [0; LONGEST];
    let head = match letter {
        Some(letter) => {
            plain[0] = letter;
            plain[1..=rest.len()].copy_from_slice(rest);
            &plain[..=rest.len()]
        }
        None => head,
    };
    let (piece, among) = origin(head, to)?;
    Some(Told {
        piece,
        among,
        to,
        promotion,
        is_en_passant,
    })
}

/// The text without what annotators put after it.
fn without_marks(text: &[u8]) -> &[u8] {
    let kept = text
        .iter()
        .rposition(|byte| !matches!(byte, b'+' | b'#' | b'!' | b'?'))
        .map_or(0, |last| last + 1);
    &text[..kept]
}

/// Castling, in the ways it is written.
fn wing(text: &[u8]) -> Option<Wing> {
    let is_circle = |byte: &u8| matches!(byte, b'O' | b'0' | b'o');
    match text {
        [a, b'-', b] if is_circle(a) && is_circle(b) => Some(Wing::Kingside),
        [a, b'-', b, b'-', c] if is_circle(a) && is_circle(b) && is_circle(c) => {
            Some(Wing::Queenside)
        }
        _ => None,
    }
}

/// Takes a promotion from the end of a text: `=Q`, `Q`, `/Q` or `(Q)`.
fn promotion(text: &[u8]) -> (&[u8], Option<PieceKind>) {
    let (rest, letter) = match *text {
        [ref rest @ .., b'(', letter, b')'] | [ref rest @ .., b'=' | b'/', letter] => {
            (rest, letter)
        }
        [ref rest @ .., letter] => (rest, letter),
        [] => return (text, None),
    };
    match kind(letter.to_ascii_uppercase()) {
        Some(PieceKind::King | PieceKind::Pawn) | None => (text, None),
        Some(kind) => (rest, Some(kind)),
    }
}

/// The letter of a figurine at the beginning of a text, and what follows it.
/// In UTF-8 the twelve figurines are the bytes E2 99 and 94 to 9F, each color from king to pawn.
fn figurine(text: &[u8]) -> (Option<u8>, &[u8]) {
    match *text {
        [0xE2, 0x99, figure @ 0x94..=0x9F, ref rest @ ..] => {
            (Some(b"KQRBNP"[usize::from(figure - 0x94) % 6]), rest)
        }
        _ => (None, text),
    }
}

#[cold]
fn unresolved(text: &[u8], told: &Told, from: Bitboard) -> SanError {
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
