//! The beginning of a string, stored without a heap, for error messages.

use core::fmt;

use arrayvec::ArrayString;

/// The number of bytes that an [`Excerpt`] keeps.
const LENGTH: usize = 40;

/// The first 40 bytes of a string, as errors quote them: `"rnbq…"`. Control characters are escaped.
///
/// ```
/// use plywood_core::Excerpt;
///
/// assert_eq!(Excerpt::new("e9").to_string(), "\"e9\"");
/// assert_eq!(Excerpt::new(&"x".repeat(50)).as_str().len(), 40);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Excerpt {
    text: ArrayString<LENGTH>,
    is_cut: bool,
}

impl Excerpt {
    /// Keeps the beginning of a string, up to the last whole character.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let kept = &text[..text.floor_char_boundary(LENGTH)];
        Self {
            text: ArrayString::from(kept).unwrap_or_default(),
            is_cut: kept.len() < text.len(),
        }
    }

    /// Returns the kept part of the string.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.is_cut { "…" } else { "" };
        write!(f, "\"{}{dots}\"", self.text.escape_debug())
    }
}

impl fmt::Debug for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_not_cut_in_two() {
        let text = "é".repeat(30);
        assert_eq!(Excerpt::new(&text).as_str().len(), 40);
        assert_eq!(Excerpt::new(&format!("x{text}")).as_str().len(), 39);
        assert_eq!(Excerpt::new("a\n\0").to_string(), r#""a\n\0""#);
    }
}
