//! Escaped text, identifiers, colors and numbers in SVG.

use core::fmt::{self, Write as _};

use crate::diagram::theme::Paint;

/// Text for XML or HTML, between tags or in double quotes. Markup is escaped, and characters that XML
/// forbids are replaced.
///
/// ```
/// use plywood_core::diagram::Escaped;
///
/// assert_eq!(Escaped("<script>").to_string(), "&lt;script&gt;");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\t' | '\n' => f.write_char(character)?,
                '\0'..' ' | '\u{FFFE}' | '\u{FFFF}' => f.write_char('\u{FFFD}')?,
                _ => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

/// An identifier: the caller's prefix and a letter. Of the prefix, all characters but letters, digits
/// and hyphens are written as numbers, so that no prefix breaks the XML and no two prefixes give the
/// same identifier.
#[derive(Clone, Copy)]
pub(crate) struct Id<'a> {
    pub(crate) prefix: &'a str,
    pub(crate) part: char,
}

impl fmt::Display for Id<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.prefix.chars() {
            if character.is_ascii_alphanumeric() || character == '-' {
                f.write_char(character)?;
            } else {
                write!(f, "_{:x}_", character as u32)?;
            }
        }
        f.write_char(self.part)
    }
}

/// The SVG attribute that a color is for.
#[derive(Clone, Copy)]
pub(crate) enum Use {
    Fill,
    Stroke,
    Stop,
}

/// Writes the attributes of a color: ` fill="#f1dcb9" fill-opacity=".75"`.
pub(crate) struct Painted(pub(crate) Use, pub(crate) Paint);

impl fmt::Display for Painted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (color, opacity) = match self.0 {
            Use::Fill => ("fill", "fill-opacity"),
            Use::Stroke => ("stroke", "stroke-opacity"),
            Use::Stop => ("stop-color", "stop-opacity"),
        };
        write!(f, r#" {color}="{}""#, self.1)?;
        match self.1.opacity() {
            100 => Ok(()),
            percent => write!(f, r#" {opacity}=".{percent:02}""#),
        }
    }
}

/// A length in tenths, written without trailing zeros: `12`, `-0.5`.
#[derive(Clone, Copy)]
pub(crate) struct Tenths(pub(crate) i32);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let length = self.0.unsigned_abs();
        write!(f, "{sign}{}", length / 10)?;
        match length % 10 {
            0 => Ok(()),
            tenth => write!(f, ".{tenth}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_breaks_the_markup() {
        assert_eq!(
            Escaped("<b> & \"q\"\0\n").to_string(),
            "&lt;b&gt; &amp; &quot;q&quot;\u{FFFD}\n"
        );
        let id = |prefix| Id { prefix, part: 'k' }.to_string();
        assert_eq!(id("game-1-"), "game-1-k");
        assert_eq!(id("a\"b"), "a_22_bk");
        assert_ne!(id("_22_"), id("\""));
    }

    #[test]
    fn numbers_have_no_trailing_zeros() {
        let texts = [0, 5, -5, 120, -123].map(|tenths| Tenths(tenths).to_string());
        assert_eq!(texts, ["0", "0.5", "-0.5", "12", "-12.3"]);
        let paint = Paint::new(1, 2, 3).with_opacity(5);
        assert_eq!(
            Painted(Use::Fill, paint).to_string(),
            r##" fill="#010203" fill-opacity=".05""##
        );
    }
}
