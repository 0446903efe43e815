//! How much of a file may be held at once.

/// Bounds on what one game may hold, so that no file, however odd, takes all memory.
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

/// No text of a move, not even a wrong one, is longer.
pub(super) const MOVE_BYTES: usize = 255;

impl ReadLimits {
    /// The longest tag, brackets and all; 64 KiB unless told.
    ///
    /// ```
    /// use plywood_notation::pgn::{ReadLimits, Reader};
    ///
    /// let limits = ReadLimits::default().tag_bytes(20);
    /// let mut reader = Reader::with_limits("[Event \"far too long\"] *".as_bytes(), limits);
    /// assert!(reader.read_game(&mut ()).is_err());
    /// ```
    #[must_use]
    pub const fn tag_bytes(self, limit: usize) -> Self {
        Self { tag: limit, ..self }
    }

    /// How many tags a game may have; 1,000 unless told.
    ///
    /// ```
    /// use plywood_notation::pgn::{ReadLimits, Reader};
    ///
    /// let limits = ReadLimits::default().tags(1);
    /// let mut reader = Reader::with_limits("[A \"1\"] [B \"2\"] *".as_bytes(), limits);
    /// let error = reader.read_game(&mut ()).unwrap_err();
    /// assert_eq!(error.to_string(), "game 1, line 1: the game has more than 1 tags");
    /// ```
    #[must_use]
    pub const fn tags(self, limit: usize) -> Self {
        Self {
            tags: limit,
            ..self
        }
    }

    /// The longest comment; 1 MiB unless told.
    ///
    /// ```
    /// use plywood_notation::pgn::{ReadLimits, Reader};
    ///
    /// let limits = ReadLimits::default().comment_bytes(10);
    /// let mut reader = Reader::with_limits("1. e4 {more than ten} *".as_bytes(), limits);
    /// assert!(reader.read_game(&mut ()).is_err());
    /// ```
    #[must_use]
    pub const fn comment_bytes(self, limit: usize) -> Self {
        Self {
            comment: limit,
            ..self
        }
    }

    /// How deep variations may stand in each other; 1,000 unless told.
    ///
    /// ```
    /// use plywood_notation::pgn::{ReadLimits, Reader};
    ///
    /// let limits = ReadLimits::default().nesting(1);
    /// let mut reader = Reader::with_limits("1. e4 (1. d4 (1. c4)) *".as_bytes(), limits);
    /// let error = reader.read_game(&mut ()).unwrap_err();
    /// assert!(error.to_string().contains("more than 1 deep"));
    /// ```
    #[must_use]
    pub const fn nesting(self, limit: usize) -> Self {
        Self {
            nesting: limit,
            ..self
        }
    }

    /// The longest game; 16 MiB unless told. It is not held in memory as bytes, but a tree grows
    /// with it.
    ///
    /// ```
    /// use plywood_notation::pgn::{ReadLimits, Reader};
    ///
    /// let limits = ReadLimits::default().game_bytes(10);
    /// let mut reader = Reader::with_limits("1. e4 e5 2. Nf3 *".as_bytes(), limits);
    /// let error = reader.read_game(&mut ()).unwrap_err();
    /// assert_eq!(error.to_string(), "game 1, line 1: the game is longer than 10 bytes");
    /// ```
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
