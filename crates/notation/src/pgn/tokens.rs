//! Moves and tags as they are written.

use std::borrow::Cow;

use plywood_core::{Move, Position};

use crate::san::{self, SanError};

use crate::pgn::text::Text;
use crate::pgn::window::Place;

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
///             Ok(Some(mv)) => Some(self.0.play_unchecked(mv)),
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
    ///
    /// ```
    /// use plywood_notation::pgn::{Interest, MoveToken, Reader, Visitor};
    ///
    /// struct Print(String);
    ///
    /// impl Visitor for Print {
    ///     fn mv(&mut self, token: MoveToken<'_>) -> Interest {
    ///         self.0 += &token.text().to_str();
    ///         Interest::Read
    ///     }
    /// }
    ///
    /// let mut print = Print(String::new());
    /// Reader::new("1. e4! e5 *".as_bytes()).read_game(&mut print)?;
    /// assert_eq!(print.0, "e4e5");
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn text(self) -> Text<'a> {
        Text::new(self.text)
    }

    /// Where it stands.
    ///
    /// ```
    /// use plywood_notation::pgn::{Interest, MoveToken, Reader, Visitor};
    ///
    /// struct Print(String);
    ///
    /// impl Visitor for Print {
    ///     fn mv(&mut self, token: MoveToken<'_>) -> Interest {
    ///         self.0 += &format!("line {}: {}", token.place().line(), token.text());
    ///         Interest::Read
    ///     }
    /// }
    ///
    /// let mut print = Print(String::new());
    /// Reader::new("\n\n1. e4 *".as_bytes()).read_game(&mut print)?;
    /// assert_eq!(print.0, "line 3: e4");
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn place(self) -> Place<'a> {
        self.place
    }

    /// Whether it is a null move: `--`, `Z0`, or as programs write it, `0000`.
    ///
    /// ```
    /// use plywood_notation::pgn::{Interest, MoveToken, Reader, Visitor};
    ///
    /// struct Print(String);
    ///
    /// impl Visitor for Print {
    ///     fn mv(&mut self, token: MoveToken<'_>) -> Interest {
    ///         self.0 += if token.is_null() { "pass " } else { "move " };
    ///         Interest::Read
    ///     }
    /// }
    ///
    /// let mut print = Print(String::new());
    /// Reader::new("1. e4 -- 2. d4 Z0 *".as_bytes()).read_game(&mut print)?;
    /// assert_eq!(print.0, "move pass move pass ");
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_null(self) -> bool {
        Self::is_null_text(self.text)
    }

    #[inline]
    pub(super) fn is_null_text(text: &[u8]) -> bool {
        matches!(text, b"--" | b"Z0" | b"0000" | b"@@@@" | b"null")
    }

    /// The legal move that is meant in a position; `None` for a null move, which is for the caller
    /// to play or not. Reads all that [`san::parse`] does, and moves as UCI writes them.
    ///
    /// # Errors
    /// As [`san::parse`].
    ///
    /// ```
    /// use plywood_notation::pgn::{Interest, MoveToken, Reader, Visitor};
    ///
    /// struct Print(String);
    ///
    /// impl Visitor for Print {
    ///     fn mv(&mut self, token: MoveToken<'_>) -> Interest {
    ///         let start = plywood_core::Position::START;
    ///         if let Ok(Some(mv)) = token.find(&start) {
    ///             self.0 += &mv.to_string();
    ///         }
    ///         Interest::Skip
    ///     }
    /// }
    ///
    /// let mut print = Print(String::new());
    /// Reader::new("1. Nf3 *".as_bytes()).read_game(&mut print)?;
    /// assert_eq!(print.0, "g1f3");
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
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
    ///
    /// ```
    /// use plywood_notation::pgn::{Reader, Tag, Visitor};
    ///
    /// struct Print(String);
    ///
    /// impl Visitor for Print {
    ///     fn tag(&mut self, tag: Tag<'_>) {
    ///         self.0 += &tag.name().to_str();
    ///     }
    /// }
    ///
    /// let mut print = Print(String::new());
    /// Reader::new("[White \"Réti\"] *".as_bytes()).read_game(&mut print)?;
    /// assert_eq!(print.0, "White");
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub const fn name(self) -> Text<'a> {
        Text::new(self.name)
    }

    /// The value as it stands in the file, with `\"` for a quote.
    ///
    /// ```
    /// use plywood_notation::pgn::{Reader, Tag, Visitor};
    ///
    /// struct Print(String);
    ///
    /// impl Visitor for Print {
    ///     fn tag(&mut self, tag: Tag<'_>) {
    ///         self.0 += &tag.raw_value().to_str();
    ///     }
    /// }
    ///
    /// let mut print = Print(String::new());
    /// Reader::new(r#"[White "the \"pen\""] *"#.as_bytes()).read_game(&mut print)?;
    /// assert_eq!(print.0, r#"the \"pen\""#);
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub const fn raw_value(self) -> Text<'a> {
        Text::new(self.value)
    }

    /// The value, with what was escaped as it was meant.
    ///
    /// ```
    /// use plywood_notation::pgn::{Reader, Tag, Visitor};
    ///
    /// struct Print(String);
    ///
    /// impl Visitor for Print {
    ///     fn tag(&mut self, tag: Tag<'_>) {
    ///         self.0 += &tag.value();
    ///     }
    /// }
    ///
    /// let mut print = Print(String::new());
    /// Reader::new(r#"[White "the \"pen\""] *"#.as_bytes()).read_game(&mut print)?;
    /// assert_eq!(print.0, r#"the "pen""#);
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
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
    ///
    /// ```
    /// use plywood_notation::pgn::{Reader, Tag, Visitor};
    ///
    /// struct Print(String);
    ///
    /// impl Visitor for Print {
    ///     fn tag(&mut self, tag: Tag<'_>) {
    ///         self.0 += &format!("{} on line {}", tag.name(), tag.place().line());
    ///     }
    /// }
    ///
    /// let mut print = Print(String::new());
    /// Reader::new("\n[White \"Réti\"]".as_bytes()).read_game(&mut print)?;
    /// assert_eq!(print.0, "White on line 2");
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub const fn place(self) -> Place<'a> {
        self.place
    }
}
