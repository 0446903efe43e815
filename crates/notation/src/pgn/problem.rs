//! Errors in games with their places, and the limits on a game's size.

use std::sync::Arc;
use std::{fmt, io};

use plywood_core::{Excerpt, FenError, Repair};

use crate::san::SanError;

/// An error in a game of a file, and its place.
///
/// ```
/// use plywood_notation::pgn::PgnGame;
///
/// let error = "[Event \"a\"]\n\n1. e4 e5\n2. Ke3 *".parse::<PgnGame>().unwrap_err();
/// assert_eq!(error.to_string(), "game 1, line 4: \"Ke3\" is not a legal move here");
/// assert_eq!(error.line, 4);
/// ```
#[derive(Debug, Clone, thiserror::Error)]
#[error("game {game}, line {line}: {problem}")]
pub struct PgnError {
    /// The number of the game in the source, from 1.
    pub game: u64,
    /// The line, from 1.
    pub line: u64,
    /// The problem.
    pub problem: Problem,
}

/// The kinds of problems in a game.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// A `{` without `}`, up to the end or up to the tags of the next game.
    #[error("the comment that begins here has no end")]
    UnclosedComment,
    /// A `(` without `)`.
    #[error("the game ends inside a variation that has no \")\"")]
    UnclosedVariation,
    /// A `)` without `(`.
    #[error("a \")\" without a variation to end")]
    UnopenedVariation,
    /// A variation before the first move of a line.
    #[error("a variation with no move before it")]
    NothingToVary,
    /// Variations nested deeper than the [limit](super::ReadLimits).
    #[error("variations are nested more than {0} deep")]
    TooDeep(usize),
    /// A part longer than the [limit](super::ReadLimits).
    #[error("{0} is longer than {1} bytes")]
    TooLong(Part, u64),
    /// More tags than the [limit](super::ReadLimits).
    #[error("the game has more than {0} tags")]
    TooManyTags(usize),
    /// A line that begins like a tag, but is not one.
    #[error("expected a tag such as [Event \"?\"], found {0}")]
    Tag(Excerpt),
    /// A `$` with a number above 255.
    #[error("expected a glyph from $0 to $255, found {0}")]
    Nag(Excerpt),
    /// The FEN tag contains no legal position.
    #[error("the FEN tag is not a legal position: {0}")]
    Fen(FenError),
    /// The FEN tag had something impossible, such as a castling right, which was dropped. This is only ever a
    /// [warning](super::PgnGame::warnings).
    #[error("the FEN tag: {0}")]
    Repaired(Repair),
    /// The game is not chess, but a variant with other rules.
    #[error("unknown variant {0}")]
    Variant(Excerpt),
    /// An illegal move.
    #[error(transparent)]
    Move(SanError),
    /// A null move by a side in check.
    #[error("the side to move is in check and cannot pass with {0}")]
    NullInCheck(Excerpt),
    /// There is nothing to read.
    #[error("found no game")]
    NoGame,
    /// The source failed.
    #[error("reading failed: {0}")]
    Read(Arc<io::Error>),
}

/// A part of a game that has a limited length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// A tag.
    Tag,
    /// A comment.
    Comment,
    /// The text of a move.
    Move,
    /// A whole game.
    Game,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Tag => "a tag",
            Self::Comment => "a comment",
            Self::Move => "the text of a move",
            Self::Game => "the game",
        })
    }
}

/// Limits on the size of one game and its parts, so that no file can use up the memory.
///
/// ```
/// use plywood_notation::pgn::{ReadLimits, Reader};
///
/// let limits = ReadLimits { comment_bytes: 100, ..ReadLimits::default() };
/// let pgn = format!("1. e4 {{{}}} e5 *", "long ".repeat(100));
/// let mut reader = Reader::with_limits(pgn.as_bytes(), limits);
/// let error = reader.read_game(&mut ()).unwrap_err();
/// assert_eq!(error.to_string(), "game 1, line 1: a comment is longer than 100 bytes");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReadLimits {
    /// The longest tag, including brackets; 64 KiB by default.
    pub tag_bytes: usize,
    /// The most tags of a game; 1,000 by default.
    pub tags: usize,
    /// The longest comment; 1 MiB by default.
    pub comment_bytes: usize,
    /// The deepest nesting of variations; 1,000 by default.
    pub nesting: usize,
    /// The longest game; 16 MiB by default. Its bytes are not kept in memory, but a tree grows with them.
    pub game_bytes: u64,
}

/// The longest text of a move, even a wrong one.
pub(super) const MOVE_BYTES: usize = 255;

impl Default for ReadLimits {
    fn default() -> Self {
        Self {
            tag_bytes: 64 << 10,
            tags: 1000,
            comment_bytes: 1 << 20,
            nesting: 1000,
            game_bytes: 16 << 20,
        }
    }
}
