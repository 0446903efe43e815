//! What the text of a move tells, before any position is looked at.

use plywood_core::{Bitboard, PieceKind, Square, Wing};

use crate::text::square;

/// No text of a move is longer; nothing longer is looked at.
pub(crate) const LONGEST: usize = 32;

/// What a text tells of a move.
pub(crate) struct ParsedSan {
    pub(crate) piece: Mover,
    /// Where the piece may come from.
    pub(crate) among: Bitboard,
    pub(crate) to: Square,
    pub(crate) promotion: Option<PieceKind>,
    pub(crate) is_en_passant: bool,
}

/// What a text tells of the piece that moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mover {
    Kind(PieceKind),
    /// Two squares were told and no piece: what stands there.
    Any,
    Castling(Wing),
}

impl ParsedSan {
    pub(crate) fn is_long(&self) -> bool {
        match self.piece {
            Mover::Kind(_) | Mover::Any => self.among.len() == 1,
            Mover::Castling(_) => true,
        }
    }
}

/// What people write: marks are taken from the end, one after the other, then what is left is read.
#[inline(never)]
pub(crate) fn lenient(text: &[u8]) -> Option<ParsedSan> {
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
        return (!is_en_passant).then_some(ParsedSan {
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
    Some(ParsedSan {
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

/// What stands before the target square: the piece and all that is told of where it comes from.
#[inline]
fn origin(head: &[u8], to: Square) -> Option<(Mover, Bitboard)> {
    let (kind, told) = match *head {
        [] => return Some((Mover::Kind(PieceKind::Pawn), to.file().into())),
        [b'a'..=b'h', ..] => (None, head),
        [letter, ref told @ ..] => (Some(kind(letter)?), told),
    };
    let among = narrowing(told)?;
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

/// The squares to which the text between piece and target narrows the origin.
#[inline]
pub(crate) fn narrowing(told: &[u8]) -> Option<Bitboard> {
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
    Some(among)
}

/// The order in which parts of a move stand before its target, each at most once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    None,
    File,
    Rank,
    Mark,
}

/// For each byte its class, and the squares to which it narrows the origin.
pub(crate) static MEANING: [(Class, u64); 256] = {
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
pub(crate) fn kind(letter: u8) -> Option<PieceKind> {
    KINDS[usize::from(letter)]
}

/// A table, since a jump for each letter would be foreseen by no processor.
static KINDS: [Option<PieceKind>; 256] = {
    let mut kinds = [None; 256];
    kinds[b'P' as usize] = Some(PieceKind::Pawn);
    kinds[b'N' as usize] = Some(PieceKind::Knight);
    kinds[b'S' as usize] = Some(PieceKind::Knight);
    kinds[b'B' as usize] = Some(PieceKind::Bishop);
    kinds[b'R' as usize] = Some(PieceKind::Rook);
    kinds[b'Q' as usize] = Some(PieceKind::Queen);
    kinds[b'K' as usize] = Some(PieceKind::King);
    kinds
};
