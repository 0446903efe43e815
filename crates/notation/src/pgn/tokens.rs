//! What the bytes of movetext are: one table that the reader and the skipper share.

/// What a byte begins.
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
    /// `}` or `]`, which end what has not begun.
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
}

/// What each byte begins.
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
            _ => Class::Other,
        };
        if byte == 255 {
            break;
        }
        byte += 1;
    }
    classes
};

/// Whether a byte ends a word that stands before it.
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
            | Class::Star => true,
            Class::Digit
            | Class::Letter
            | Class::Other
            | Class::Dot
            | Class::Percent
            | Class::Bracket => false,
        };
        byte += 1;
    }
    ends
};

/// Whether a byte matters to a reader who skips moves: it may end the game, or hide what would.
#[inline]
pub(super) fn matters_when_skipping(byte: u8) -> bool {
    matches!(byte, b'\n' | b'{' | b'(' | b')' | b';' | b'*' | b'-')
}

/// Where a word that begins at `at` ends, if the bytes show it.
#[inline]
pub(super) fn word_end(bytes: &[u8], at: usize) -> Option<usize> {
    let word = bytes.get(at..)?;
    let length = word.iter().position(|&byte| ends_word(byte))?;
    Some(at + length)
}

/// Where a run of digits that begins at `at` ends, if the bytes show it.
#[inline]
pub(super) fn digits_end(bytes: &[u8], at: usize) -> Option<usize> {
    let digits = bytes.get(at..)?;
    let length = digits.iter().position(|byte| !byte.is_ascii_digit())?;
    Some(at + length)
}

/// Where a line that goes on at `at` ends: the place of its line feed.
#[inline]
pub(super) fn line_end(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    let length = rest.iter().position(|&byte| byte == b'\n')?;
    Some(at + length)
}

/// Whether a line begins at `at`. The reader keeps the byte before.
#[inline]
pub(super) fn is_line_start(bytes: &[u8], at: usize) -> bool {
    match at.checked_sub(1).and_then(|before| bytes.get(before)) {
        Some(&before) => matches!(before, b'\n' | b'\r'),
        None => true,
    }
}

/// The byte order mark of UTF-8, which also stands inside files that were put together of several.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// How the first tag of a game begins.
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
        assert_eq!(digits_end(b"12.", 0), Some(2));
    }

    #[test]
    fn lines_begin_after_line_ends() {
        assert!(is_line_start(b"[", 0));
        assert!(is_line_start(b"\r\n[", 2));
        assert!(!is_line_start(b"\n [", 2));
    }
}
