//! Text as it stands in a file, in UTF-8 or Windows-1252.

use std::borrow::Cow;
use std::fmt;

use plywood_core::Excerpt;

/// How many bytes of a text an error looks at: twice as many as it quotes, so that it can see that
/// the text was cut.
pub(super) const QUOTED_BYTES: usize = 80;

/// A piece of a PGN file. It is UTF-8; bytes that are not are read as Windows-1252, the Latin-1 of
/// the standard with a few letters and quotation marks more, in which most old files are written.
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
    /// Bytes as text; any bytes will do.
    #[inline]
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The bytes of the file.
    #[inline]
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The text, borrowed if it is UTF-8.
    #[must_use]
    pub fn to_str(self) -> Cow<'a, str> {
        match std::str::from_utf8(self.0) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(self.0.iter().copied().map(windows_1252).collect()),
        }
    }

    /// The beginning of the text, for an error.
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

/// The characters of the bytes 80 to 9F. The five bytes without a character are control characters,
/// as browsers read them.
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
