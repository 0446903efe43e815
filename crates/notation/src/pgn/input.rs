//! A window that moves along a file.

use std::io::{self, ErrorKind, Read};

use crate::pgn::bytes::BEHIND;
use crate::pgn::limits::ReadLimits;
use crate::pgn::window::{Window, count_lines};

/// How many bytes are read at once. Large enough for few calls, small enough to stay in a cache.
const CHUNK: usize = 64 << 10;

/// What more than this waits for its end is not looked at again before it has doubled: else a
/// source of single bytes would make a long comment cost its square.
const PATIENCE: usize = 4 << 10;

/// Bytes of a source: what is read but not yet understood, moved to the front when more is needed.
#[derive(Debug)]
pub(super) struct Input<R> {
    source: R,
    bytes: Vec<u8>,
    /// The place that was reached.
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

    /// The bytes held at present, up to as many that were not understood yet. So what a game is
    /// read as does not depend on how many bytes more happen to be at hand.
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

    /// How many bytes are held that were not understood yet.
    pub(super) const fn unread(&self) -> usize {
        self.end - self.at
    }

    /// Whether everything was read and understood.
    pub(super) const fn is_at_end(&self) -> bool {
        self.is_finished && self.at == self.end
    }

    /// Reads on, forgetting what lies behind. When nothing more comes, the window is the last.
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

    /// Nothing more is to be read.
    pub(super) fn finish(&mut self) {
        self.at = self.end;
        self.is_finished = true;
    }
}
