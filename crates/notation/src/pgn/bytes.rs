//! The meaning of bytes in movetext: one table for reading and skipping.

/// The token that a byte begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Class {
    /// White space and control characters.
    Space,
    /// `0` to `9`: a move number, a result or `0-0`.
    Digit,
    /// A letter, and with it most moves.
    Letter,
    /// Anything else that can be part of a word.
    Other,
    /// `.`
    Dot,
    /// `!` or `?`
    Mark,
    /// `{`
    OpenBrace,
    /// `}` or `]` without a beginning.
    Stray,
    /// `(`
    OpenParenthesis,
    /// `)`
    CloseParenthesis,
    /// `$`
    Dollar,
    /// `;`
    Semicolon,
    /// `*`
    Star,
    /// `%`, which at the beginning of a line hides the line.
    Percent,
    /// `[`, which at the beginning of a line begins a tag.
    Bracket,
    /// The first byte of a [byte order mark](BYTE_ORDER_MARK).
    OrderMark,
}

/// The token that each byte begins.
pub(super) static CLASS: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0_u8;
    loop {
        classes[byte as usize] = match byte {
            0..=b' ' => Class::Space,
            b'0'..=b'9' => Class::Digit,
            b'A'..=b'Z' | b'a'..=b'z' => Class::Letter,
            b'.' => Class::Dot,
            b'!' | b'?' => Class::Mark,
            b'{' => Class::OpenBrace,
            b'}' | b']' => Class::Stray,
            b'(' => Class::OpenParenthesis,
            b')' => Class::CloseParenthesis,
            b'$' => Class::Dollar,
            b';' => Class::Semicolon,
            b'*' => Class::Star,
            b'%' => Class::Percent,
            b'[' => Class::Bracket,
            0xEF => Class::OrderMark,
            _ => Class::Other,
        };
        if byte == 255 {
            break;
        }
        byte += 1;
    }
    classes
};

/// Returns `true` if a byte ends the word before it. Dots do, except those of `e.p.`.
#[inline]
pub(super) fn ends_word(byte: u8) -> bool {
    ENDS_WORD[usize::from(byte)]
}

static ENDS_WORD: [bool; 256] = {
    let mut ends = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        ends[byte] = match CLASS[byte] {
            Class::Space
            | Class::Mark
            | Class::OpenBrace
            | Class::Stray
            | Class::OpenParenthesis
            | Class::CloseParenthesis
            | Class::Dollar
            | Class::Semicolon
            | Class::Star
            | Class::Dot
            | Class::OrderMark => true,
            Class::Digit | Class::Letter | Class::Other | Class::Percent | Class::Bracket => false,
        };
        byte += 1;
    }
    ends
};

/// Returns the next byte from `at` on that matters when moves are skipped.
#[inline]
pub(super) fn next_that_matters(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    let next = rest.iter().position(|&byte| MATTERS[usize::from(byte)])?;
    Some(at + next)
}

/// Bytes that may end a game, or begin a part in which no byte does.
static MATTERS: [bool; 256] = {
    let mut matters = [false; 256];
    let mut index = 0;
    while index < MATTERING.len() {
        matters[MATTERING[index] as usize] = true;
        index += 1;
    }
    matters
};

const MATTERING: &[u8] = b"{();*-/[%";

/// Returns the end of a word that continues at `at`, if it is within the bytes.
#[inline]
pub(super) fn word_end(bytes: &[u8], at: usize) -> Option<usize> {
    let word = bytes.get(at..)?;
    let length = word.iter().position(|&byte| ends_word(byte))?;
    Some(at + length)
}

/// Returns the end of the digits that begin at `at`, if it is within the bytes.
#[inline]
pub(super) fn digits_end(bytes: &[u8], at: usize) -> Option<usize> {
    let digits = bytes.get(at..)?;
    let length = digits.iter().position(|byte| !byte.is_ascii_digit())?;
    Some(at + length)
}

/// Returns `true` if a byte ends a line: a line feed, or a carriage return, alone or followed by one.
#[inline]
pub(super) const fn ends_line(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Returns the end of a line that continues at `at`: the place of the byte that ends it.
#[inline]
pub(super) fn line_end(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    let length = rest.iter().position(|&byte| ends_line(byte))?;
    Some(at + length)
}

/// Returns `true` if a line begins at `at`: after the end of another, or after the byte order mark at the
/// beginning of a file.
#[inline]
pub(super) fn is_line_start(bytes: &[u8], at: usize) -> bool {
    follows_line(bytes, at) || bytes[..at].ends_with(BYTE_ORDER_MARK)
}

/// Returns `true` if a line has ended before `at`.
#[inline]
pub(super) fn follows_line(bytes: &[u8], at: usize) -> bool {
    bytes[..at].last().is_none_or(|&before| ends_line(before))
}

/// Returns `true` if a word may begin at `at`: the byte before it is not part of a word or of a glyph, and
/// does not begin a word itself.
#[inline]
pub(super) fn is_word_start(bytes: &[u8], at: usize) -> bool {
    match &bytes[..at] {
        [] => true,
        [.., b'$' | 0xEF] => false,
        &[.., before] if ends_word(before) => true,
        before => before.ends_with(BYTE_ORDER_MARK),
    }
}

/// The bytes before a place that are needed to continue reading there: those of a result up to its middle, and a byte order mark before it.
pub(super) const BEHIND: usize = 1 + BYTE_ORDER_MARK.len();

/// The byte order mark of UTF-8. It also occurs inside a file that was concatenated from several.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The beginning of the first tag of a game.
pub(super) const EVENT: &[u8] = b"[Event ";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_where_something_else_begins() {
        assert_eq!(word_end(b"Nf3!? ", 0), Some(3));
        assert_eq!(word_end(b"e8=Q+{mate soon}", 0), Some(5));
        assert_eq!(word_end(b"1/2-1/2\n", 0), Some(7));
        assert_eq!(word_end(b"O-O", 0), None);
        assert_eq!(word_end(b"O-O", 9), None);
        assert_eq!(word_end(b"e4.", 0), Some(2));
        assert_eq!(digits_end(b"12.", 0), Some(2));
    }

    #[test]
    fn lines_begin_after_line_ends() {
        assert!(is_line_start(b"[", 0));
        assert!(is_line_start(b"\r\n[", 2));
        assert!(is_line_start(b"\r[", 1));
        assert!(is_line_start(b"1-0\xEF\xBB\xBF[", 6));
        assert!(!is_line_start(b"\n [", 2));
        assert_eq!(line_end(b"a\r\nb", 0), Some(1));
        assert_eq!(line_end(b"a\rb\n", 0), Some(1));
        assert_eq!(line_end(b"ab", 0), None);
    }

    #[test]
    fn words_begin_after_what_ends_words() {
        for (bytes, at) in [
            (&b"1-0"[..], 0),
            (b" 1-0", 1),
            (b"}1-0", 1),
            (b"1.1-0", 2),
            (b"\xEF\xBB\xBF1-0", 3),
        ] {
            assert!(is_word_start(bytes, at), "{bytes:?}");
        }
        assert!(!is_word_start(b"$1-0", 1));
        assert!(!is_word_start(b"\xEF1-0", 1));
        assert!(!is_word_start(b"11-0", 1));
        assert!(!is_word_start(b"\xBB\xBF1-0", 2));
    }
}
