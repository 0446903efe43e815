//! Moves and tags as they stand in a file.

use std::borrow::Cow;

use plywood_core::{Move, Position};

use crate::san::{self, SanError};

use crate::pgn::text::Text;
use crate::pgn::window::Place;

/// A move as it stands in a file.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use plywood_core::Position;
/// use plywood_notation::pgn::{Leave, MoveToken, Reader, Visitor};
///
/// /// Plays through main lines.
/// struct Replay(Position);
///
/// impl Visitor for Replay {
///     fn mv(&mut self, token: MoveToken<'_>) -> ControlFlow<Leave> {
///         let next = match token.find(&self.0) {
///             Ok(Some(mv)) => Some(self.0.play_unchecked(mv)),
///             Ok(None) => self.0.after_null(),
///             Err(_) => None,
///         };
///         match next {
///             Some(next) => self.0 = next,
///             None => return ControlFlow::Break(Leave::Line),
///         }
///         ControlFlow::Continue(())
///     }
///
///     fn begin_variation(&mut self) -> ControlFlow<Leave> {
///         ControlFlow::Break(Leave::Line)
///     }
/// }
///
/// let mut replay = Replay(Position::START);
/// Reader::new("1. e4 e5 2. Nf3 (2. f4) *".as_bytes()).read_game(&mut replay)?;
/// assert_eq!(replay.0.fen().as_str(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
/// # Ok::<(), plywood_notation::pgn::PgnError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct MoveToken<'a> {
    pub(super) text: &'a [u8],
    pub(super) place: Place<'a>,
}

impl<'a> MoveToken<'a> {
    /// The text, `Nf3`.
    #[inline]
    #[must_use]
    pub const fn text(self) -> Text<'a> {
        Text::new(self.text)
    }

    /// The place of the move.
    #[inline]
    #[must_use]
    pub const fn place(self) -> Place<'a> {
        self.place
    }

    /// Whether this is a null move: `--`, `Z0`, `@@@@`, `null`, or `0000` as UCI has it.
    #[inline]
    #[must_use]
    pub fn is_null(self) -> bool {
        Self::is_null_text(self.text)
    }

    #[inline]
    pub(super) fn is_null_text(text: &[u8]) -> bool {
        matches!(text, b"--" | b"Z0" | b"0000" | b"@@@@" | b"null")
    }

    /// The legal move in a position that the text names; `None` for a null move. Reads every form
    /// that [`san::parse`] reads, which includes moves as UCI writes them.
    ///
    /// # Errors
    /// As [`san::parse`].
    #[inline]
    pub fn find(self, position: &Position) -> Result<Option<Move>, SanError> {
        match san::parse_bytes(position, self.text) {
            Ok(mv) => Ok(Some(mv)),
            Err(_) if self.is_null() => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// A tag as it stands in a file.
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
    /// The name, `White`.
    #[must_use]
    pub const fn name(self) -> Text<'a> {
        Text::new(self.name)
    }

    /// The value as it stands in the file, with `\"` for a quote.
    #[must_use]
    pub const fn raw_value(self) -> Text<'a> {
        Text::new(self.value)
    }

    /// The value, with `\"` and `\\` unescaped.
    #[must_use]
    pub fn value(self) -> Cow<'a, str> {
        let raw = self.raw_value().to_str();
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

    /// The place of the tag.
    #[must_use]
    pub const fn place(self) -> Place<'a> {
        self.place
    }
}
