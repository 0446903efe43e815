//! How much of a file may be held at once.

/// Bounds on what one game may hold, so that no file, however odd, takes all memory.
///
/// ```
/// use plywood_notation::pgn::{Limits, Reader};
///
/// let limits = Limits::default().comment_bytes(100);
/// let pgn = format!("1. e4 {{{}}} e5 *", "long ".repeat(100));
/// let mut reader = Reader::with_limits(pgn.as_bytes(), limits);
/// let error = reader.read_game(&mut ()).unwrap_err();
/// assert_eq!(error.to_string(), "game 1, line 1: a comment is longer than 100 bytes");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Limits {
    pub(super) tag: usize,
    pub(super) tags: usize,
    pub(super) comment: usize,
    pub(super) nesting: usize,
    pub(super) game: u64,
}

/// No text of a move, not even a wrong one, is longer.
pub(super) const MOVE_BYTES: usize = 255;

impl Limits {
    /// The longest tag, brackets and all; 64 KiB unless told.
    #[must_use]
    pub const fn tag_bytes(self, limit: usize) -> Self {
        Self { tag: limit, ..self }
    }

    /// How many tags a game may have; 1,000 unless told.
    #[must_use]
    pub const fn tags(self, limit: usize) -> Self {
        Self {
            tags: limit,
            ..self
        }
    }

    /// The longest comment; 1 MiB unless told.
    #[must_use]
    pub const fn comment_bytes(self, limit: usize) -> Self {
        Self {
            comment: limit,
            ..self
        }
    }

    /// How deep variations may stand in each other; 1,000 unless told.
    #[must_use]
    pub const fn nesting(self, limit: usize) -> Self {
        Self {
            nesting: limit,
            ..self
        }
    }

    /// The longest game; 16 MiB unless told. It is not held in memory as bytes, but a tree grows
    /// with it.
    #[must_use]
    pub const fn game_bytes(self, limit: u64) -> Self {
        Self {
            game: limit,
            ..self
        }
    }
}

impl Default for Limits {
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
