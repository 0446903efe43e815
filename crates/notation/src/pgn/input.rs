//! The part of a file that is in memory, and places in it.

use std::io::{self, ErrorKind, Read};

use crate::pgn::bytes::BEHIND;
use crate::pgn::problem::ReadLimits;

/// The number of bytes read at once: enough for few calls, few enough to stay in a cache.
const CHUNK: usize = 64 << 10;

/// A token longer than this is not examined again before its bytes have doubled. Otherwise a source that provides single bytes would make a
/// long comment take quadratic time.
const PATIENCE: usize = 4 << 10;

/// The bytes read from a source but not yet used. They move to the front when more are needed.
#[derive(Debug)]
pub(super) struct Input<R> {
    source: R,
    bytes: Vec<u8>,
    /// The place of the first unused byte.
    pub(super) at: usize,
    end: usize,
    counted: usize,
    line: u64,
    is_finished: bool,
}

impl<R: Read> Input<R> {
    pub(super) fn new(source: R) -> Self {
        Self {
            source,
            bytes: vec![0; CHUNK],
            at: 0,
            end: 0,
            counted: 0,
            line: 1,
            is_finished: false,
        }
    }

    /// Returns the unused bytes, up to a limit, so that reading a game does not depend on how many more happen to be in memory.
    #[inline]
    pub(super) fn window<'a>(&'a self, most: u64, game: u64, limits: &'a ReadLimits) -> Window<'a> {
        let unread = usize::try_from(most).map_or(self.unread(), |most| self.unread().min(most));
        Window {
            bytes: &self.bytes[..self.at + unread],
            counted: self.counted,
            line: self.line,
            game,
            limits,
            is_last: self.is_finished && unread == self.unread(),
        }
    }

    /// Returns the number of unused bytes in memory.
    pub(super) const fn unread(&self) -> usize {
        self.end - self.at
    }

    /// Returns `true` if the source has ended and every byte has been used.
    pub(super) const fn is_at_end(&self) -> bool {
        self.is_finished && self.at == self.end
    }

    /// Drops the used bytes and reads more. At the end of the source the window is the last.
    pub(super) fn refill(&mut self) -> io::Result<()> {
        self.forget();
        let waiting = self.unread();
        let wanted = if waiting < PATIENCE { 1 } else { waiting };
        if self.bytes.len() < self.end + wanted.max(CHUNK / 2) {
            self.bytes.resize(self.bytes.len() + wanted.max(CHUNK), 0);
        }
        let enough = self.end + wanted;
        while self.end < enough && !self.is_finished {
            match self.source.read(&mut self.bytes[self.end..]) {
                Ok(0) => self.is_finished = true,
                Ok(count) => self.end = (self.end + count).min(self.bytes.len()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.is_finished = true;
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    fn forget(&mut self) {
        self.line += count_lines(&self.bytes, self.counted, self.at);
        let kept = self.at.saturating_sub(BEHIND);
        self.bytes.copy_within(kept..self.end, 0);
        self.at -= kept;
        self.counted = self.at;
        self.end -= kept;
        if self.bytes.len() > 8 * CHUNK && self.end < CHUNK {
            self.bytes.truncate(CHUNK);
            self.bytes.shrink_to_fit();
        }
    }

    /// Ends the reading.
    pub(super) fn finish(&mut self) {
        self.at = self.end;
        self.is_finished = true;
    }
}

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
    /// True if the source ends here, and not if the bytes are cut at the limit of a game.
    pub(super) is_last: bool,
}

impl Window<'_> {
    /// Returns the line of a place. It is counted only when needed, mostly for an error.
    #[cold]
    pub(super) fn line_at(&self, at: usize) -> u64 {
        self.line + count_lines(self.bytes, self.counted, at)
    }
}

/// Returns the number of lines that end between two places. A line feed after a carriage return ends none.
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

/// The number of bytes whose line ends are counted in one byte, which then cannot overflow. A processor counts sixteen or more of these at
/// once.
const COUNTED: usize = 255;

/// Returns the number of lines that end with a byte, 1 or 0. It has no branch, so that the loop is vectorized.
fn line_ends(before: u8, byte: u8) -> u8 {
    let is_lone_feed = u8::from(byte == b'\n') & u8::from(before != b'\r');
    u8::from(byte == b'\r') | is_lone_feed
}

/// A place in the file being read.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    pub(super) window: &'a Window<'a>,
    pub(super) at: usize,
}

impl Place<'_> {
    /// Returns the number of the game, from 1.
    #[must_use]
    pub const fn game(self) -> u64 {
        self.window.game
    }

    /// Returns the line, from 1.
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
