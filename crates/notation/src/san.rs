//! Reads and writes moves in the notation of people: `e4`, `Nbxd7+`, `O-O`, `exd8=Q#`.
//!
//! [`write`](write()) is strict: each legal move has one form, as the PGN standard defines it. [`parse`] is generous. Besides standard SAN
//! it reads
//! - castling with zeros or small letters: `0-0`, `o-o-o`;
//! - promotion as `e8=Q`, `e8Q`, `e8(Q)`, `e8/Q`, and with small letters;
//! - `S` for a knight, as in older books, `P` for a pawn, and figurines: `Sf3`, `Pe4`, `♘f3`;
//! - more of the origin than needed: `Ngf3`, `Ng1f3`, `Ng1-f3`, `e2-e4`, and squares alone: `g1f3`, `e1g1`;
//! - captures as `Nxf3`, `N:f3` or with no mark at all;
//! - `+`, `++`, `#`, `e.p.`, `!`, `?` at the end. Only `e.p.` is checked: a wrong `+` or `#`, or a
//!   capture mark where nothing is captured, does no harm.
//!
//! ```
//! use plywood_core::Position;
//! use plywood_notation::san;
//!
//! let position: Position =
//!     "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4".parse()?;
//! let mate = san::parse(&position, "Qh5:f7++!!")?;
//! assert_eq!(san::write(&position, mate), "Qxf7#");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod write;

use std::fmt;

use plywood_core::{
    Bitboard, CastlingSide, Excerpt, History, Move, MoveKind, PieceKind, Position, Rank, Square,
};

use crate::text::{MoveText, pad, square};

pub use write::{write, write_line};

pub(crate) use write::{no_move, write_castling, write_check};

/// The error for a string that names no legal move.
///
/// ```
/// use plywood_core::Position;
/// use plywood_notation::san::{self, SanError};
///
/// let position: Position = "4k3/8/8/8/8/2N5/8/2N1K1N1 w - - 0 1".parse()?;
/// let error = |text| san::parse(&position, text).unwrap_err();
/// assert_eq!(
///     error("Nf9").to_string(),
///     r#"expected a move such as "Nf3" or "exd8=Q+", found "Nf9""#
/// );
/// assert_eq!(error("Nf4").to_string(), r#""Nf4" is not a legal move here"#);
/// assert_eq!(error("Ne2").to_string(), r#""Ne2" is ambiguous: c1e2, g1e2 or c3e2"#);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SanError {
    /// The string is not a move in any position.
    #[error("expected a move such as \"Nf3\" or \"exd8=Q+\", found {0}")]
    NotAMove(Excerpt),
    /// The string is a move, but not a legal one here.
    #[error("{0} is not a legal move here")]
    NoSuchMove(Excerpt),
    /// The string matches several legal moves.
    #[error("{text} is ambiguous: {candidates}")]
    Ambiguous {
        /// The string.
        text: Excerpt,
        /// The legal moves that it matches.
        candidates: Candidates,
    },
}

/// The legal moves that an ambiguous string matches: pieces of one kind going to one square.
///
/// ```
/// use plywood_core::Position;
/// use plywood_notation::san::{self, SanError};
///
/// let position: Position = "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1".parse()?;
/// let Err(SanError::Ambiguous { candidates, .. }) = san::parse(&position, "Ne2")
/// else {
///     panic!("both knights can go there");
/// };
/// let written: Vec<_> =
///     candidates.iter().map(|mv| san::write(&position, mv).to_string()).collect();
/// assert_eq!(written, ["Nge2", "Nce2"]);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Candidates {
    from: Bitboard,
    to: Square,
}

impl Candidates {
    /// Returns the moves, two or more.
    pub fn iter(&self) -> impl Iterator<Item = Move> + use<> {
        let to = self.to;
        // Only pieces are ever ambiguous: two pawns of one file never reach the same square.
        self.from
            .into_iter()
            .map(move |from| Move::new(from, to, MoveKind::Normal))
    }
}

impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut moves: Vec<_> = self.iter().map(|mv| mv.to_string()).collect();
        let last = moves.pop().unwrap_or_default();
        pad(f, format_args!("{} or {last}", moves.join(", ")))
    }
}

/// SAN as methods of a position: [`write`](write()) and [`parse`] under shorter names, and a move played by its string.
///
/// ```
/// use plywood_core::Position;
/// use plywood_notation::san::San;
///
/// let position = Position::START.play_san("e4")?.play_san("e5")?;
/// let mv = position.parse_san("Nf3")?;
/// assert_eq!(position.san(mv), "Nf3");
/// assert_eq!(position.parse_san("g1f3")?, mv, "two squares are understood, too");
/// assert_eq!(position.san_line(&[mv]), "2. Nf3");
/// # Ok::<(), plywood_notation::san::SanError>(())
/// ```
pub trait San: Sized {
    /// Returns the SAN of a move, or of the best move of a report, as by [`write`](write()).
    #[must_use]
    fn san(&self, mv: impl Into<Option<Move>>) -> MoveText;

    /// Returns a line of moves from here, such as that of a report, as by [`write_line`].
    #[must_use]
    fn san_line(&self, moves: &[Move]) -> String;

    /// Returns the legal move with this notation, as by [`parse`].
    ///
    /// # Errors
    /// Those of [`parse`].
    fn parse_san(&self, text: &str) -> Result<Move, SanError>;

    /// Returns the position after the move with this notation.
    ///
    /// # Errors
    /// Those of [`parse`].
    fn play_san(&self, text: &str) -> Result<Self, SanError>;
}

impl San for Position {
    fn san(&self, mv: impl Into<Option<Move>>) -> MoveText {
        write(self, mv)
    }

    fn san_line(&self, moves: &[Move]) -> String {
        write_line(self, moves)
    }

    fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        parse(self, text)
    }

    fn play_san(&self, text: &str) -> Result<Self, SanError> {
        Ok(self.play_unchecked(parse(self, text)?))
    }
}

/// A game that is played by the notation of its moves.
///
/// ```
/// use plywood_core::History;
/// use plywood_notation::san::PlaySan;
///
/// let mut game = History::default();
/// for text in "f3 e5 g4 Qh4#".split(' ') {
///     game.play_san(text)?;
/// }
/// assert!(game.position().is_checkmate());
/// # Ok::<(), plywood_notation::san::SanError>(())
/// ```
pub trait PlaySan {
    /// Plays the move with this notation, and returns it.
    ///
    /// # Errors
    /// Those of [`parse`]; the game stays as it was.
    fn play_san(&mut self, text: &str) -> Result<Move, SanError>;
}

impl PlaySan for History {
    fn play_san(&mut self, text: &str) -> Result<Move, SanError> {
        let mv = parse(self.position(), text)?;
        self.play(mv).expect("a move that was parsed is legal");
        Ok(mv)
    }
}

/// Reads a legal move, in any of the forms listed for the [module](self).
///
/// # Errors
/// If the string is not a move, or matches no legal move or several.
///
/// ```
/// use plywood_core::Position;
/// use plywood_notation::san;
///
/// let position: Position =
///     "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4".parse()?;
/// assert_eq!(san::parse(&position, "O-O")?.to_string(), "e1g1");
/// assert_eq!(san::parse(&position, "Sxe5!?")?.to_string(), "f3e5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn parse(position: &Position, text: &str) -> Result<Move, SanError> {
    parse_bytes(position, text.as_bytes())
}

/// Reads a move from bytes that need not be UTF-8, as in files.
///
/// # Errors
/// Those of [`parse`].
#[inline]
pub fn parse_bytes(position: &Position, text: &[u8]) -> Result<Move, SanError> {
    // Compiled for plain notation alone this is a tenth faster: no promotion, no castling.
    if let Some(san) = ParsedSan::read_plain(text)
        && let Ok(mv) = resolve(position, &san)
    {
        return Ok(mv);
    }
    parse_any(position, text)
}

/// Reads a move in any form, or returns the mistake.
#[inline(never)]
fn parse_any(position: &Position, text: &[u8]) -> Result<Move, SanError> {
    match ParsedSan::read(text) {
        Some(san) => resolve(position, &san).map_err(|from| unresolved(text, &san, from)),
        None => Err(SanError::NotAMove(quote(text))),
    }
}

/// Returns the legal move for a notation, or the squares that several may come from.
#[inline]
fn resolve(position: &Position, san: &ParsedSan) -> Result<Move, Bitboard> {
    let mv = match san.mover {
        // Pawns have a separate arm, since looking for a known kind of piece is faster.
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
        Mover::Castling(castling_side) => castling(position, castling_side),
    };
    mv.filter(|mv| !san.is_en_passant || mv.kind() == MoveKind::EnPassant)
        .ok_or(Bitboard::EMPTY)
}

/// Returns a legal step of a pawn, with the kind of move that it is.
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
fn castling(position: &Position, castling_side: CastlingSide) -> Option<Move> {
    let side = position.side_to_move();
    let rook = position.castling_rook(side, castling_side)?;
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

/// Returns the beginning of a string, for an error. No more of it is examined than can be shown.
fn quote(text: &[u8]) -> Excerpt {
    let shown = &text[..text.len().min(4 * LONGEST)];
    Excerpt::new(&String::from_utf8_lossy(shown))
}

/// The longest string that is examined: no move is longer.
const LONGEST: usize = 32;

/// The content of a move's notation, independent of any position.
#[derive(Clone, Copy)]
struct ParsedSan {
    mover: Mover,
    /// The squares from which the piece may come.
    from: Bitboard,
    /// The square to which it goes; castling has none.
    to: Square,
    promotion: Option<PieceKind>,
    is_en_passant: bool,
}

/// The piece that moves.
#[derive(Clone, Copy)]
enum Mover {
    Kind(PieceKind),
    /// Any piece: the notation gives two squares.
    Any,
    Castling(CastlingSide),
}

impl ParsedSan {
    /// Splits any form of notation into its parts.
    #[inline(never)]
    fn read(text: &[u8]) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let text = without_marks(text);
        Self::read_step(text).or_else(|| Self::read_special(text))
    }

    /// Splits a notation that ends with its target, perhaps followed by one `+` or `#`, as most do.
    #[inline]
    fn read_plain(text: &[u8]) -> Option<Self> {
        let ([text @ .., b'+' | b'#'] | text) = text;
        Self::read_step(text)
    }

    /// Splits a notation that ends with its target.
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

    /// Splits a notation that does not end with its target: castling, a promotion, or `e.p.`.
    fn read_special(text: &[u8]) -> Option<Self> {
        if let Some(castling_side) = castling_side(text) {
            return Some(Self {
                mover: Mover::Castling(castling_side),
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

/// Returns the notation without `+`, `#`, `!` and `?` at its end.
#[inline]
fn without_marks(mut text: &[u8]) -> &[u8] {
    while let [rest @ .., b'+' | b'#' | b'!' | b'?'] = text {
        text = rest;
    }
    text
}

/// Removes `e.p.` from the end of a notation, with the space and the marks before it.
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
fn castling_side(text: &[u8]) -> Option<CastlingSide> {
    let is_circle = |byte: &u8| matches!(byte, b'O' | b'0' | b'o');
    match text {
        [a, b'-', b] if is_circle(a) && is_circle(b) => Some(CastlingSide::Kingside),
        [a, b'-', b, b'-', c] if is_circle(a) && is_circle(b) && is_circle(c) => {
            Some(CastlingSide::Queenside)
        }
        _ => None,
    }
}

/// Removes a promotion from the end of a notation: `=Q`, `Q`, `/Q` or `(Q)`.
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

/// Returns the piece and the squares that it may come from, from the part before the target.
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

/// Returns the piece of a figurine, and the rest after it. In UTF-8 the twelve figurines are the bytes E2 99 and 94 to 9F: each color from
/// king to pawn.
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

/// Returns the squares to which the text between piece and target (`b`, `1`, `x`) limits the origin.
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

/// The parts between piece and target, in their order; each occurs at most once.
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

/// Returns the kind of piece that a capital letter names. `S` is the knight of older books.
#[inline]
fn kind(letter: u8) -> Option<PieceKind> {
    KINDS[usize::from(letter)]
}

/// A table: a branch for each letter could not be predicted.
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
