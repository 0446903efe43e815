//! Where in a file something stands.

use super::limits::Limits;

/// The bytes a reader holds at present, and where in the file they are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window<'a> {
    pub(super) bytes: &'a [u8],
    /// Up to here line feeds have been counted.
    pub(super) counted: usize,
    /// The line there.
    pub(super) line: u64,
    pub(super) game: u64,
    pub(super) limits: &'a Limits,
    /// Whether nothing follows.
    pub(super) is_last: bool,
}

impl Window<'_> {
    /// The line of a place. Nobody asks for it until something is wrong, so that lines cost
    /// nothing while all is well.
    #[cold]
    pub(super) fn line_at(&self, at: usize) -> u64 {
        let passed = self.bytes.get(self.counted..at).unwrap_or_default();
        self.line + count_lines(passed)
    }
}

/// How many line feeds there are.
pub(super) fn count_lines(bytes: &[u8]) -> u64 {
    bytes.iter().map(|&byte| u64::from(byte == b'\n')).sum()
}

/// Where something stands in what is read.
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
