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

/// Returns `true` if a byte matters when moves are skipped.
#[inline]
pub(super) fn matters(byte: u8) -> bool {
    MATTERS[usize::from(byte)]
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

/// Returns the place of the first byte from a place on that is wanted.
#[inline]
pub(super) fn find(bytes: &[u8], from: usize, wanted: impl Fn(u8) -> bool) -> Option<usize> {
    let rest = bytes.get(from..)?;
    let length = rest.iter().position(|&byte| wanted(byte))?;
    Some(from + length)
}

/// Returns `true` if a byte ends a line: a line feed, or a carriage return, alone or followed by one.
#[inline]
pub(super) const fn ends_line(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Returns `true` if a line begins after these bytes: after the end of another, or after the byte order mark at the beginning of a file.
#[inline]
pub(super) fn is_line_start(before: &[u8]) -> bool {
    follows_line(before) || before.ends_with(BYTE_ORDER_MARK)
}

/// Returns `true` if a line has ended at the end of these bytes.
#[inline]
pub(super) fn follows_line(before: &[u8]) -> bool {
    before.last().is_none_or(|&before| ends_line(before))
}

/// Returns `true` if a word may begin after these bytes: the last one is not part of a word or of a glyph, and does not begin a word
/// itself.
#[inline]
pub(super) fn is_word_start(before: &[u8]) -> bool {
    match before {
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
        assert_eq!(find(b"Nf3!? ", 0, ends_word), Some(3));
        assert_eq!(find(b"e8=Q+{mate soon}", 0, ends_word), Some(5));
        assert_eq!(find(b"1/2-1/2\n", 0, ends_word), Some(7));
        assert_eq!(find(b"O-O", 0, ends_word), None);
        assert_eq!(find(b"O-O", 9, ends_word), None);
        assert_eq!(find(b"e4.", 0, ends_word), Some(2));
    }

    #[test]
    fn lines_begin_after_line_ends() {
        assert!(is_line_start(b""));
        assert!(is_line_start(b"\r\n"));
        assert!(is_line_start(b"\r"));
        assert!(is_line_start(b"1-0\xEF\xBB\xBF"));
        assert!(!is_line_start(b"\n "));
        assert_eq!(find(b"a\r\nb", 0, ends_line), Some(1));
        assert_eq!(find(b"a\rb\n", 0, ends_line), Some(1));
        assert_eq!(find(b"ab", 0, ends_line), None);
    }

    #[test]
    fn words_begin_after_what_ends_words() {
        for before in [&b""[..], b" ", b"}", b"1.", b"\xEF\xBB\xBF"] {
            assert!(is_word_start(before), "{before:?}");
        }
        for before in [&b"$"[..], b"\xEF", b"1", b"\xBB\xBF"] {
            assert!(!is_word_start(before), "{before:?}");
        }
    }
}
