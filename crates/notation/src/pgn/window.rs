//! Places in a file.

use crate::pgn::limits::ReadLimits;

/// The bytes that a reader has in memory, and their place in the file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window<'a> {
    pub(super) bytes: &'a [u8],
    /// The place up to which lines have been counted.
    pub(super) counted: usize,
    /// The line there.
    pub(super) line: u64,
    pub(super) game: u64,
    pub(super) limits: &'a ReadLimits,
    /// Whether the source ends here. It does not if the bytes are cut at the limit of a game.
    pub(super) is_last: bool,
}

impl Window<'_> {
    /// The line of a place. It is counted only when it is needed, mostly for an error.
    #[cold]
    pub(super) fn line_at(&self, at: usize) -> u64 {
        self.line + count_lines(self.bytes, self.counted, at)
    }
}

/// The number of lines that end between two places. A line feed behind a carriage return ends none.
pub(super) fn count_lines(bytes: &[u8], from: usize, to: usize) -> u64 {
    let first = match bytes.get(..to) {
        Some([first, ..]) if from == 0 => line_ends(0, *first),
        Some(_) | None => 0,
    };
    let before = bytes.get(from.saturating_sub(1)..to).unwrap_or_default();
    let passed = before.get(1..).unwrap_or_default();
    let pieces = before.chunks(COUNTED).zip(passed.chunks(COUNTED));
    let counts = pieces.map(|(before, passed)| {
        let pairs = before.iter().zip(passed);
        u64::from(
            pairs
                .map(|(&before, &byte)| line_ends(before, byte))
                .sum::<u8>(),
        )
    });
    counts.sum::<u64>() + u64::from(first)
}

/// The bytes whose line ends are counted in one byte, which then cannot overflow. A processor
/// counts sixteen or more such at once.
const COUNTED: usize = 255;

/// The number of lines that end with a byte, 1 or 0. It has no branch, so that the loop is vectorized.
fn line_ends(before: u8, byte: u8) -> u8 {
    let is_lone_feed = u8::from(byte == b'\n') & u8::from(before != b'\r');
    u8::from(byte == b'\r') | is_lone_feed
}

/// A place in the file that is read.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    pub(super) window: &'a Window<'a>,
    pub(super) at: usize,
}

impl Place<'_> {
    /// The number of the game, from 1.
    #[must_use]
    pub const fn game(self) -> u64 {
        self.window.game
    }

    /// The line, from 1.
    #[must_use]
    pub fn line(self) -> u64 {
        self.window.line_at(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_is_one() {
        for (bytes, lines) in [
            (&b""[..], 0),
            (b"a\nb\n", 2),
            (b"a\r\nb\r\n", 2),
            (b"a\rb\r", 2),
            (b"\r\r\n\n\r", 4),
        ] {
            assert_eq!(count_lines(bytes, 0, bytes.len()), lines, "{bytes:?}");
            // It makes no difference where the counting is interrupted.
            for cut in 0..=bytes.len() {
                let halves = count_lines(bytes, 0, cut) + count_lines(bytes, cut, bytes.len());
                assert_eq!(halves, lines, "{bytes:?} at {cut}");
            }
        }
    }
}
