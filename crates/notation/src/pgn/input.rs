//! The part of a file that is in memory.

use std::io::{self, ErrorKind, Read};

use crate::pgn::bytes::BEHIND;
use crate::pgn::limits::ReadLimits;
use crate::pgn::window::{Window, count_lines};

/// The bytes read at once: enough for few calls, few enough to stay in a cache.
const CHUNK: usize = 64 << 10;

/// A token longer than this is not examined again before its bytes have doubled. Otherwise a source
/// that gives single bytes would make a long comment take quadratic time.
const PATIENCE: usize = 4 << 10;

/// The bytes that were read from a source but not yet used. They move to the front when more are
/// needed.
#[derive(Debug)]
pub(super) struct Input<R> {
    source: R,
    bytes: Vec<u8>,
    /// The place of the first byte that was not used.
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

    /// The unused bytes, up to a limit, so that the reading of a game does not depend on how many
    /// more happen to be in memory.
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

    /// The number of unused bytes in memory.
    pub(super) const fn unread(&self) -> usize {
        self.end - self.at
    }

    /// Whether the source has ended and every byte was used.
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
