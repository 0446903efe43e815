//! The part of a file that is in memory, and places in it.

use std::io::{self, ErrorKind, Read};
use std::sync::Arc;

use crate::pgn::bytes::{BEHIND, ends_line, find};
use crate::pgn::problem::{Part, PgnError, Problem, ReadLimits};

/// The number of bytes read at once: enough for few calls, few enough to stay in a cache.
const CHUNK: usize = 64 << 10;

/// A token longer than this is not examined again before its bytes have doubled. Otherwise a source that provides single bytes would make a
/// long comment take quadratic time.
const PATIENCE: usize = 4 << 10;

/// The bytes read from a source but not yet used. They move to the front when more are needed.
///
/// A token begins at the first unused byte, so errors have its place.
#[derive(Debug)]
pub(super) struct Input<R> {
    source: R,
    pub(super) limits: ReadLimits,
    bytes: Vec<u8>,
    /// The place of the first unused byte.
    at: usize,
    end: usize,
    /// The end of the bytes that may be used, so that reading a game does not depend on how many more happen to be in memory.
    stop: usize,
    /// The number of bytes before those in memory.
    forgotten: u64,
    counted: usize,
    line: u64,
    is_finished: bool,
    /// The number of the current game.
    pub(super) game: u64,
    /// The place of the first byte, in the whole source, that the current game may not have.
    limit: u64,
}

impl<R: Read> Input<R> {
    pub(super) fn new(source: R, limits: ReadLimits) -> Self {
        Self {
            source,
            limits,
            bytes: vec![0; CHUNK],
            at: 0,
            end: 0,
            stop: 0,
            forgotten: 0,
            counted: 0,
            line: 1,
            is_finished: false,
            game: 0,
            limit: u64::MAX,
        }
    }

    /// Limits the bytes that may be used from here on.
    pub(super) fn limit(&mut self, most: u64) {
        self.limit = self.used().saturating_add(most);
        self.set_stop();
    }

    fn set_stop(&mut self) {
        let most = self.limit.saturating_sub(self.forgotten);
        self.stop = usize::try_from(most).map_or(self.end, |most| most.min(self.end));
    }

    /// Returns the number of used bytes of the source.
    pub(super) const fn used(&self) -> u64 {
        self.forgotten + self.at as u64
    }

    /// Returns the unused bytes in memory.
    #[inline]
    pub(super) fn rest(&self) -> &[u8] {
        &self.bytes[self.at..self.stop]
    }

    /// Returns the used bytes in memory, of which there are always [`BEHIND`] unless the source has fewer.
    #[inline]
    pub(super) fn before(&self) -> &[u8] {
        &self.bytes[..self.at]
    }

    /// Returns the last used byte with the unused ones up to a place.
    pub(super) fn with_last(&self, end: usize) -> &[u8] {
        &self.bytes[self.at.saturating_sub(1)..self.at + end]
    }

    /// Marks bytes as used.
    #[inline]
    pub(super) const fn take(&mut self, count: usize) {
        self.at += count;
    }

    /// Returns an unused byte, or `None` after the end of the source.
    #[inline]
    pub(super) fn byte(&mut self, ahead: usize) -> Result<Option<u8>, PgnError> {
        while self.rest().len() <= ahead {
            if !self.more()? {
                return Ok(None);
            }
        }
        Ok(Some(self.rest()[ahead]))
    }

    /// Returns `true` if a text follows at a place.
    pub(super) fn has(&mut self, from: usize, text: &[u8]) -> Result<bool, PgnError> {
        loop {
            let rest = self.rest().get(from..).unwrap_or_default();
            if rest.len() >= text.len() || !text.starts_with(rest) {
                return Ok(rest.starts_with(text));
            }
            if !self.more()? {
                return Ok(false);
            }
        }
    }

    /// Returns the place of the first byte from a place on that is wanted, or the end of the source. A number above `most` means that it is
    /// farther away.
    #[inline]
    pub(super) fn find(
        &mut self,
        from: usize,
        most: usize,
        wanted: impl Fn(u8) -> bool,
    ) -> Result<usize, PgnError> {
        match find(self.rest(), from, &wanted) {
            Some(found) => Ok(found),
            None => self.find_farther(from, most, wanted),
        }
    }

    /// Finds a byte that is not in memory yet.
    #[cold]
    fn find_farther(
        &mut self,
        mut from: usize,
        most: usize,
        wanted: impl Fn(u8) -> bool,
    ) -> Result<usize, PgnError> {
        loop {
            from = from.max(self.rest().len());
            if from > most || !self.more()? {
                return Ok(from);
            }
            if let Some(found) = find(self.rest(), from, &wanted) {
                return Ok(found);
            }
        }
    }

    /// Like [`find`](Self::find), with an error if a part is too long.
    #[inline]
    pub(super) fn end_of(
        &mut self,
        from: usize,
        (part, most): (Part, usize),
        wanted: impl Fn(u8) -> bool,
    ) -> Result<usize, PgnError> {
        let end = self.find(from, most, wanted)?;
        if end > most {
            return Err(self.error(Problem::TooLong(part, most as u64)));
        }
        Ok(end)
    }

    /// Skips the rest of a line. It is not kept in memory, however long it is.
    pub(super) fn skip_line(&mut self) -> Result<(), PgnError> {
        loop {
            if let Some(length) = find(self.rest(), 0, ends_line) {
                self.take(length);
                return Ok(());
            }
            self.take(self.rest().len());
            if !self.more()? {
                return Ok(());
            }
        }
    }

    /// Reads more bytes; `false` at the end of the source.
    #[cold]
    pub(super) fn more(&mut self) -> Result<bool, PgnError> {
        if self.stop < self.end {
            let problem = Problem::TooLong(Part::Game, self.limits.game_bytes);
            return Err(self.error(problem));
        }
        let unused = self.end - self.at;
        if let Err(error) = self.refill() {
            let error = self.error(Problem::Read(Arc::new(error)));
            (self.at, self.stop) = (self.end, self.end);
            return Err(error);
        }
        Ok(self.end - self.at > unused)
    }

    /// Drops the used bytes and reads more, unless the source has ended.
    fn refill(&mut self) -> io::Result<()> {
        self.forget();
        let waiting = self.end - self.at;
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
        self.set_stop();
        Ok(())
    }

    fn forget(&mut self) {
        self.line = self.place().line();
        let used = self.at.saturating_sub(BEHIND);
        self.bytes.copy_within(used..self.end, 0);
        self.forgotten += used as u64;
        self.at -= used;
        self.counted = self.at;
        self.end -= used;
        if self.bytes.len() > 8 * CHUNK && self.end < CHUNK {
            self.bytes.truncate(CHUNK);
            self.bytes.shrink_to_fit();
        }
    }

    /// Returns the place of the first unused byte.
    #[inline]
    pub(super) fn place(&self) -> Place<'_> {
        Place {
            before: self.before(),
            counted: self.counted,
            line: self.line,
            game: self.game,
        }
    }

    #[cold]
    pub(super) fn error(&self, problem: Problem) -> PgnError {
        PgnError {
            game: self.game.max(1),
            line: self.place().line(),
            problem,
        }
    }
}

/// A place in the file being read.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// The bytes in memory before it.
    before: &'a [u8],
    /// The place up to which lines have been counted.
    counted: usize,
    /// The line there.
    line: u64,
    game: u64,
}

impl Place<'_> {
    /// Returns the number of the game, from 1.
    #[must_use]
    pub const fn game(self) -> u64 {
        self.game
    }

    /// Returns the line, from 1. It is counted only when needed, mostly for an error.
    #[must_use]
    pub fn line(self) -> u64 {
        self.line + count_lines(self.before, self.counted, self.before.len())
    }
}

/// Returns the number of lines that end between two places. A line feed after a carriage return ends none.
fn count_lines(bytes: &[u8], from: usize, to: usize) -> u64 {
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
