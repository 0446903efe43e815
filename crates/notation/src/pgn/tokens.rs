//! Moves and tags as they are written.

use std::borrow::Cow;

use plywood_core::{Move, Position};

use crate::san::{self, SanError};

use super::text::Text;
use super::window::Place;

/// A move as it is written in a file.
///
/// ```
/// use plywood_core::Position;
/// use plywood_notation::pgn::{Interest, MoveToken, Reader, Visitor};
///
/// /// Plays through main lines.
/// struct Replay(Position);
///
/// impl Visitor for Replay {
///     fn mv(&mut self, token: MoveToken<'_>) -> Interest {
///         let next = match token.find(&self.0) {
///             Ok(Some(mv)) => Some(self.0.after(mv)),
///             Ok(None) => self.0.after_null(),
///             Err(_) => None,
///         };
///         match next {
///             Some(next) => self.0 = next,
///             None => return Interest::Skip,
///         }
///         Interest::Read
///     }
///
///     fn begin_variation(&mut self) -> Interest {
///         Interest::Skip
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

    /// Where it stands.
    #[inline]
    #[must_use]
    pub const fn place(self) -> Place<'a> {
        self.place
    }

    /// Whether it is a null move: `--`, `Z0`, or as programs write it, `0000`.
    #[inline]
    #[must_use]
    pub fn is_null(self) -> bool {
        matches!(self.text, b"--" | b"Z0" | b"0000" | b"@@@@" | b"null")
    }

    /// The legal move that is meant in a position; `None` for a null move, which is for the caller
    /// to play or not. Reads all that [`san::parse`] does, and moves as UCI writes them.
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

/// A tag as it is written in a file.
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

    /// The value, with what was escaped as it was meant.
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

    /// Where it stands.
    #[must_use]
    pub const fn place(self) -> Place<'a> {
        self.place
    }
}
