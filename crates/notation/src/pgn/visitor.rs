//! The interface between a reader and its user: a game, piece by piece.

use std::borrow::Cow;
use std::fmt;
use std::ops::ControlFlow;

use plywood_core::{Excerpt, Move, Position};

use crate::pgn::input::Place;
use crate::pgn::nag::Nag;
use crate::pgn::tags::GameResult;
use crate::san::{self, SanError};

/// Receives games as they are read. Every method has a default that does nothing.
///
/// The order is: [`begin_game`](Self::begin_game), each [`tag`](Self::tag), [`begin_movetext`](Self::begin_movetext), then moves with their
/// comments, glyphs and variations, the [`result`](Self::result) if there is one, comments after it, and [`end_game`](Self::end_game). A
/// game with a mistake stops there, without `end_game`, and the reader returns an error. A visitor that has seen enough of a line breaks:
/// the rest of the line is skipped several times as fast as it is read, and reading continues where the line ends.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use plywood_notation::pgn::{MoveToken, Reader, Visitor};
///
/// /// Counts the moves of main lines.
/// struct Count(u32);
///
/// impl Visitor for Count {
///     fn mv(&mut self, _: MoveToken<'_>) -> ControlFlow<()> {
///         self.0 += 1;
///         ControlFlow::Continue(())
///     }
///
///     fn begin_variation(&mut self) -> ControlFlow<()> {
///         ControlFlow::Break(())
///     }
/// }
///
/// let mut count = Count(0);
/// let mut reader = Reader::new("1. e4 (1. d4 d5) 1... e5 1-0 1. c4 *".as_bytes());
/// while reader.read_game(&mut count)?.is_some() {}
/// assert_eq!(count.0, 3);
/// # Ok::<(), plywood_notation::pgn::PgnError>(())
/// ```
pub trait Visitor {
    /// Begins a game.
    fn begin_game(&mut self) {}

    /// Receives a tag, `[White "Réti"]`.
    fn tag(&mut self, tag: Tag<'_>) {
        let _ = tag;
    }

    /// Begins the moves. If they are skipped, the result and the end are still reported.
    fn begin_movetext(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Receives a move, not checked in any way, or a null move.
    fn mv(&mut self, token: MoveToken<'_>) -> ControlFlow<()> {
        let _ = token;
        ControlFlow::Continue(())
    }

    /// Receives a comment, without braces or semicolon.
    fn comment(&mut self, text: Text<'_>) {
        let _ = text;
    }

    /// Receives a glyph of the previous move: `$1`, or a mark such as `!`.
    fn nag(&mut self, nag: Nag) {
        let _ = nag;
    }

    /// Begins a variation, an alternative to the previous move. If it is skipped from here, its end is not reported.
    fn begin_variation(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Ends a variation.
    fn end_variation(&mut self) {}

    /// Receives the result that ends the moves.
    fn result(&mut self, result: GameResult) {
        let _ = result;
    }

    /// Ends the game.
    fn end_game(&mut self) {}
}

/// Ignores everything: for counting games, or finding out whether they can be read.
impl Visitor for () {}

/// A move as written in a file.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use plywood_core::Position;
/// use plywood_notation::pgn::{MoveToken, Reader, Visitor};
///
/// /// Plays through main lines.
/// struct Replay(Position);
///
/// impl Visitor for Replay {
///     fn mv(&mut self, token: MoveToken<'_>) -> ControlFlow<()> {
///         let next = match token.find(&self.0) {
///             Ok(Some(mv)) => Some(self.0.play_unchecked(mv)),
///             Ok(None) => self.0.after_null(),
///             Err(_) => None,
///         };
///         match next {
///             Some(next) => self.0 = next,
///             None => return ControlFlow::Break(()),
///         }
///         ControlFlow::Continue(())
///     }
///
///     fn begin_variation(&mut self) -> ControlFlow<()> {
///         ControlFlow::Break(())
///     }
/// }
///
/// let mut replay = Replay(Position::START);
/// Reader::new("1. e4 e5 2. Nf3 (2. f4) *".as_bytes()).read_game(&mut replay)?;
/// assert_eq!(
///     replay.0.fen().as_str(),
///     "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
/// );
/// # Ok::<(), plywood_notation::pgn::PgnError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct MoveToken<'a> {
    pub(super) text: &'a [u8],
    pub(super) place: Place<'a>,
}

impl<'a> MoveToken<'a> {
    /// Returns the text, such as `Nf3`.
    #[inline]
    #[must_use]
    pub const fn text(self) -> Text<'a> {
        Text::new(self.text)
    }

    /// Returns the place of the move.
    #[inline]
    #[must_use]
    pub const fn place(self) -> Place<'a> {
        self.place
    }

    /// Returns `true` if this is a null move: `--`, `Z0`, `@@@@`, `null`, or UCI's `0000`.
    #[inline]
    #[must_use]
    pub fn is_null(self) -> bool {
        Self::is_null_text(self.text)
    }

    #[inline]
    pub(super) fn is_null_text(text: &[u8]) -> bool {
        matches!(text, b"--" | b"Z0" | b"0000" | b"@@@@" | b"null")
    }

    /// Returns the legal move in a position that the text names; `None` for a null move. Reads every form that [`san::parse`] reads,
    /// including UCI moves.
    ///
    /// # Errors
    /// Those of [`san::parse`].
    #[inline]
    pub fn find(self, position: &Position) -> Result<Option<Move>, SanError> {
        match san::parse_bytes(position, self.text) {
            Ok(mv) => Ok(Some(mv)),
            Err(_) if self.is_null() => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// A tag as written in a file.
///
/// ```
/// use plywood_notation::pgn::{Reader, Tag, Visitor};
///
/// struct Print(String);
///
/// impl Visitor for Print {
///     fn tag(&mut self, tag: Tag<'_>) {
///         self.0 += &format!("{} is {}", tag.name(), tag.value());
///     }
/// }
///
/// let mut print = Print(String::new());
/// Reader::new("[White \"Réti\"] *".as_bytes()).read_game(&mut print)?;
/// assert_eq!(print.0, "White is Réti");
/// # Ok::<(), plywood_notation::pgn::PgnError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Tag<'a> {
    pub(super) name: &'a [u8],
    pub(super) value: &'a [u8],
    pub(super) place: Place<'a>,
}

impl<'a> Tag<'a> {
    /// Returns the name, such as `White`.
    #[must_use]
    pub const fn name(self) -> Text<'a> {
        Text::new(self.name)
    }

    /// Returns the value, with `\"` and `\\` unescaped.
    #[must_use]
    pub fn value(self) -> Cow<'a, str> {
        let raw = Text::new(self.value).to_str();
        if !raw.contains('\\') {
            return raw;
        }
        let mut value = String::with_capacity(raw.len());
        let mut rest = raw.chars().peekable();
        while let Some(character) = rest.next() {
            let escaped = rest.next_if(|&next| character == '\\' && matches!(next, '\\' | '"'));
            value.push(escaped.unwrap_or(character));
        }
        Cow::Owned(value)
    }

    /// Returns the place of the tag.
    #[must_use]
    pub const fn place(self) -> Place<'a> {
        self.place
    }
}

/// The number of bytes that an error examines: twice those that it quotes, to see whether the text was cut.
pub(super) const QUOTED_BYTES: usize = 80;

/// A piece of a PGN file in UTF-8. Bytes that are not UTF-8 are read as Windows-1252, the encoding of most old files: Latin-1 with a few
/// more letters and quotation marks.
///
/// ```
/// use plywood_notation::pgn::Text;
///
/// assert_eq!(Text::new("Réti".as_bytes()).to_str(), "Réti");
/// assert_eq!(Text::new(b"R\xE9ti, \x8Aahovic").to_str(), "Réti, Šahovic");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Text<'a>(&'a [u8]);

impl<'a> Text<'a> {
    /// Makes a text from any bytes.
    #[inline]
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes of the file.
    #[inline]
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// Returns the text, borrowed if it is UTF-8.
    #[must_use]
    pub fn to_str(self) -> Cow<'a, str> {
        match std::str::from_utf8(self.0) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(self.0.iter().copied().map(windows_1252).collect()),
        }
    }

    /// Returns the beginning of the text, for an error.
    pub(super) fn excerpt(self) -> Excerpt {
        let mut head = self.0.get(..QUOTED_BYTES).unwrap_or(self.0);
        if let Err(error) = std::str::from_utf8(head)
            && error.error_len().is_none()
        {
            // Only the last character is cut.
            head = &head[..error.valid_up_to()];
        }
        Excerpt::new(&Text(head).to_str())
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_str())
    }
}

/// The characters of the bytes 80 to 9F. The five bytes without a character are control characters, as in browsers.
const HIGH_CONTROLS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9F => HIGH_CONTROLS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_may_cut_a_character() {
        let text = "é".repeat(60);
        for start in 0..2 {
            let padded = "x".repeat(start) + &text;
            assert!(
                !Text::new(padded.as_bytes())
                    .excerpt()
                    .to_string()
                    .contains('Ã')
            );
        }
    }
}
