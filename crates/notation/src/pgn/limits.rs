//! Limits on the size of a game.

/// Limits on the size of one game and its parts, so that no file, however odd, uses up the memory.
///
/// ```
/// use plywood_notation::pgn::{ReadLimits, Reader};
///
/// let limits = ReadLimits::default().comment_bytes(100);
/// let pgn = format!("1. e4 {{{}}} e5 *", "long ".repeat(100));
/// let mut reader = Reader::with_limits(pgn.as_bytes(), limits);
/// let error = reader.read_game(&mut ()).unwrap_err();
/// assert_eq!(error.to_string(), "game 1, line 1: a comment is longer than 100 bytes");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReadLimits {
    pub(super) tag: usize,
    pub(super) tags: usize,
    pub(super) comment: usize,
    pub(super) nesting: usize,
    pub(super) game: u64,
}

/// The longest text of a move, even a wrong one.
pub(super) const MOVE_BYTES: usize = 255;

impl ReadLimits {
    /// The longest tag, including brackets; 64 KiB by default.
    #[must_use]
    pub const fn tag_bytes(self, limit: usize) -> Self {
        Self { tag: limit, ..self }
    }

    /// The most tags of a game; 1,000 by default.
    #[must_use]
    pub const fn tags(self, limit: usize) -> Self {
        Self {
            tags: limit,
            ..self
        }
    }

    /// The longest comment; 1 MiB by default.
    #[must_use]
    pub const fn comment_bytes(self, limit: usize) -> Self {
        Self {
            comment: limit,
            ..self
        }
    }

    /// The deepest nesting of variations; 1,000 by default.
    #[must_use]
    pub const fn nesting(self, limit: usize) -> Self {
        Self {
            nesting: limit,
            ..self
        }
    }

    /// The longest game; 16 MiB by default. Its bytes are not kept in memory, but a tree grows with
    /// them.
    #[must_use]
    pub const fn game_bytes(self, limit: u64) -> Self {
        Self {
            game: limit,
            ..self
        }
    }
}

impl Default for ReadLimits {
    fn default() -> Self {
        Self {
            tag: 64 << 10,
            tags: 1000,
            comment: 1 << 20,
            nesting: 1000,
            game: 16 << 20,
        }
    }
}
