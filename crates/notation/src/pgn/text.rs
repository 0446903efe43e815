//! Texts as they stand in a file, whose encoding nobody knows.

use std::borrow::Cow;
use std::fmt;

use plywood_core::Excerpt;

/// How many bytes of a text an error looks at: twice those it quotes, so that it knows it was cut.
pub(super) const QUOTED_BYTES: usize = 80;

/// A piece of a PGN file: UTF-8, or failing that Latin-1, as the standard once said.
///
/// ```
/// use plywood_notation::pgn::Text;
///
/// assert_eq!(Text::new("Réti".as_bytes()).to_str(), "Réti");
/// assert_eq!(Text::new(b"R\xE9ti").to_str(), "Réti");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Text<'a>(&'a [u8]);

impl<'a> Text<'a> {
    /// Takes bytes for a text; any are one.
    ///
    /// ```
    /// use plywood_notation::pgn::Text;
    ///
    /// assert_eq!(Text::new(b"e4").to_string(), "e4");
    /// ```
    #[inline]
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The bytes of the file.
    ///
    /// ```
    /// use plywood_notation::pgn::Text;
    ///
    /// assert_eq!(Text::new(b"R\xE9ti").as_bytes(), b"R\xE9ti");
    /// ```
    #[inline]
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The text, borrowed if it is UTF-8.
    ///
    /// ```
    /// use plywood_notation::pgn::Text;
    ///
    /// assert_eq!(Text::new(b"R\xE9ti").to_str(), "Réti");
    /// ```
    #[must_use]
    pub fn to_str(self) -> Cow<'a, str> {
        match std::str::from_utf8(self.0) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(self.0.iter().copied().map(char::from).collect()),
        }
    }

    /// The beginning of the text, for an error.
    pub(super) fn excerpt(self) -> Excerpt {
        let head = self.0.get(..QUOTED_BYTES).unwrap_or(self.0);
        Excerpt::new(&String::from_utf8_lossy(head))
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_str())
    }
}
