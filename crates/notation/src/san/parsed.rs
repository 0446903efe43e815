//! The parts of a move in SAN, before any position is looked at.

use plywood_core::{Bitboard, PieceKind, Square, Wing};

use crate::text::square;

/// The longest text that is examined: no move is longer.
pub(crate) const LONGEST: usize = 32;

/// What the text of a move says.
pub(crate) struct ParsedSan {
    pub(crate) mover: Mover,
    /// The squares that the piece may come from.
    pub(crate) from: Bitboard,
    pub(crate) to: Square,
    pub(crate) promotion: Option<PieceKind>,
    pub(crate) is_en_passant: bool,
}

/// The piece that moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mover {
    Kind(PieceKind),
    /// Whatever stands on the origin: the text gives two squares and no piece.
    Any,
    Castling(Wing),
}

impl ParsedSan {
    /// Splits a text into its parts, whatever form it has.
    #[inline(never)]
    pub(crate) fn read(text: &[u8]) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let text = without_marks(text);
        Self::read_step(text).or_else(|| Self::read_special(text))
    }

    /// Splits a text that ends with its target, or with one `+` or `#` behind it, as most do.
    #[inline]
    pub(crate) fn read_plain(text: &[u8]) -> Option<Self> {
        let ([text @ .., b'+' | b'#'] | text) = text;
        Self::read_step(text)
    }

    /// Splits a text that ends with its target.
    #[inline]
    fn read_step(text: &[u8]) -> Option<Self> {
        let [head @ .., file, rank] = text else {
            return None;
        };
        let to = square(*file, *rank)?;
        let (mover, from) = origin(head, to)?;
        Some(Self {
            mover,
            from,
            to,
            promotion: None,
            is_en_passant: false,
        })
    }

    /// Whether the text gives both squares, or is castling.
    pub(crate) fn is_long(&self) -> bool {
        match self.mover {
            Mover::Kind(_) | Mover::Any => self.from.len() == 1,
            Mover::Castling(_) => true,
        }
    }

    /// Splits a text that does not end with its target: castling, a promotion, or `e.p.`.
    fn read_special(text: &[u8]) -> Option<Self> {
        if let Some(wing) = wing(text) {
            return Some(Self {
                mover: Mover::Castling(wing),
                from: Bitboard::FULL,
                to: Square::A1,
                promotion: None,
                is_en_passant: false,
            });
        }
        let (text, is_en_passant) = en_passant(text);
        let (text, promotion) = promotion(text);
        Some(Self {
            promotion,
            is_en_passant,
            ..Self::read_step(text)?
        })
    }
}

/// The text without `+`, `#`, `!` and `?` at its end.
#[inline]
fn without_marks(mut text: &[u8]) -> &[u8] {
    while let [rest @ .., b'+' | b'#' | b'!' | b'?'] = text {
        text = rest;
    }
    text
}

/// Removes `e.p.` from the end of a text, with the space and the marks before it.
fn en_passant(text: &[u8]) -> (&[u8], bool) {
    match text
        .strip_suffix(b"e.p.")
        .or_else(|| text.strip_suffix(b"ep"))
    {
        Some(rest) => (without_marks(rest.strip_suffix(b" ").unwrap_or(rest)), true),
        None => (text, false),
    }
}

/// Castling with capital letters, small letters or zeros.
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

/// Removes a promotion from the end of a text: `=Q`, `Q`, `/Q` or `(Q)`.
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

/// The piece and the squares that it may come from, from what stands before the target.
#[inline]
fn origin(head: &[u8], to: Square) -> Option<(Mover, Bitboard)> {
    let pawn = Mover::Kind(PieceKind::Pawn);
    let (kind, rest) = match *head {
        [] => return Some((pawn, to.file().into())),
        [b'a'..=b'h', ..] => (None, head),
        [0xE2, ..] => figurine(head)?,
        [letter, ref rest @ ..] => (Some(kind(letter)?), rest),
    };
    let from = origin_squares(rest)?;
    match kind {
        Some(PieceKind::Pawn) => match rest {
            [] => Some((pawn, to.file().into())),
            [b'a'..=b'h', ..] => Some((pawn, from)),
            _ => None,
        },
        Some(kind) => Some((Mover::Kind(kind), from)),
        // A file alone is that of a pawn.
        None if from.has_many() => Some((pawn, from)),
        None => Some((Mover::Any, from)),
    }
}

/// The piece of a figurine, and what follows it. In UTF-8 the twelve figurines are the bytes E2 99
/// and 94 to 9F: each color from king to pawn.
#[cold]
fn figurine(head: &[u8]) -> Option<(Option<PieceKind>, &[u8])> {
    match *head {
        [0xE2, 0x99, figure @ 0x94..=0x9F, ref rest @ ..] => {
            let letter = b"KQRBNP"[usize::from(figure - 0x94) % 6];
            Some((kind(letter), rest))
        }
        _ => None,
    }
}

/// The squares to which the text between piece and target (`b`, `1`, `x`) limits the origin.
#[inline]
fn origin_squares(text: &[u8]) -> Option<Bitboard> {
    if text.len() > 3 {
        return None;
    }
    let mut squares = Bitboard::FULL;
    let mut last = Class::None;
    for &byte in text {
        let (class, possible) = MEANING[usize::from(byte)];
        if class <= last {
            return None;
        }
        last = class;
        squares = Bitboard(squares.0 & possible);
    }
    Some(squares)
}

/// The parts between piece and target, in the order in which they stand; each occurs at most once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    None,
    File,
    Rank,
    Mark,
}

/// For each byte its class, and the squares to which it limits the origin.
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

/// The kind of piece that a capital letter names. `S` is the knight of older books.
#[inline]
fn kind(letter: u8) -> Option<PieceKind> {
    KINDS[usize::from(letter)]
}

/// A table: no processor predicts a branch for each letter.
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
