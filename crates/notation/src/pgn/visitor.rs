//! What a reader tells of a game, piece by piece.

use std::borrow::Cow;

use plywood_core::{Move, Position};

use crate::san::{self, SanError};

use super::limits::Limits;
use super::nag::Nag;
use super::result::GameResult;
use super::text::Text;

/// Whether a visitor wants to be told what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Interest {
    /// Go on.
    Read,
    /// Skip it, which is much cheaper than not listening.
    Skip,
}

/// Someone who is told of games as they are read. Every method may be left out.
///
/// The order is: [`begin_game`](Self::begin_game), each [`tag`](Self::tag),
/// [`begin_movetext`](Self::begin_movetext), then moves with their comments, glyphs and variations,
/// the [`result`](Self::result) if there is one, and [`end_game`](Self::end_game). A game in which
/// something is wrong stops there, without `end_game`, and the reader returns an error.
///
/// ```
/// use plywood_notation::pgn::{Interest, MoveToken, Reader, Visitor};
///
/// /// Counts the moves of main lines.
/// struct Count(u32);
///
/// impl Visitor for Count {
///     fn mv(&mut self, _: MoveToken<'_>) -> Interest {
///         self.0 += 1;
///         Interest::Read
///     }
///
///     fn begin_variation(&mut self) -> Interest {
///         Interest::Skip
///     }
/// }
///
/// let mut count = Count(0);
/// let mut reader = Reader::new("1. e4 (1. d4 d5) 1... e5 1-0 1. c4 *".as_bytes());
/// while reader.read_game(&mut count)?.is_some() {}
/// assert_eq!(count.0, 3);
/// # Ok::<(), plywood_notation::pgn::PgnError>(())
/// ```
pub trait Visitor {
    /// A game begins.
    fn begin_game(&mut self) {}

    /// A tag, `[White "Réti"]`.
    fn tag(&mut self, tag: Tag<'_>) {
        let _ = tag;
    }

    /// The tags are read, the moves follow. Who skips them is told the result and the end.
    fn begin_movetext(&mut self) -> Interest {
        Interest::Read
    }

    /// A move, not checked in any way, or a null move. Who skips is told nothing more of the line
    /// that the move stands in; the reader goes on where the line ends.
    fn mv(&mut self, token: MoveToken<'_>) -> Interest {
        let _ = token;
        Interest::Read
    }

    /// A comment, without its braces or semicolon.
    fn comment(&mut self, text: Text<'_>) {
        let _ = text;
    }

    /// A glyph that belongs to the move before: `$1`, or a mark such as `!`.
    fn nag(&mut self, nag: Nag) {
        let _ = nag;
    }

    /// A variation begins, an alternative to the move before. Who skips it is not told its end.
    fn begin_variation(&mut self) -> Interest {
        Interest::Read
    }

    /// A variation ends.
    fn end_variation(&mut self) {}

    /// The result that ends the moves.
    fn result(&mut self, result: GameResult) {
        let _ = result;
    }

    /// The game is over.
    fn end_game(&mut self) {}
}

/// Listens to nothing: for counting games, or finding out whether they can be read.
impl Visitor for () {
    fn begin_movetext(&mut self) -> Interest {
        Interest::Read
    }
}

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

/// A move as it is written in a file.
///
/// ```
/// use plywood_core::Position;
/// use plywood_notation::pgn::{Interest, MoveToken, Reader, Visitor};
///
/// /// Plays through main lines.
/// struct Replay(Position);
///
/// impl Visitor for Replay {
///     fn mv(&mut self, token: MoveToken<'_>) -> Interest {
///         let next = match token.find(&self.0) {
///             Ok(Some(mv)) => Some(self.0.after(mv)),
///             Ok(None) => self.0.after_null(),
///             Err(_) => None,
///         };
///         match next {
///             Some(next) => self.0 = next,
///             None => return Interest::Skip,
///         }
///         Interest::Read
///     }
///
///     fn begin_variation(&mut self) -> Interest {
///         Interest::Skip
///     }
/// }
///
/// let mut replay = Replay(Position::START);
/// Reader::new("1. e4 e5 2. Nf3 (2. f4) *".as_bytes()).read_game(&mut replay)?;
/// assert_eq!(replay.0.fen().as_str(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
/// # Ok::<(), plywood_notation::pgn::PgnError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct MoveToken<'a> {
    pub(super) text: &'a [u8],
    pub(super) place: Place<'a>,
}

impl<'a> MoveToken<'a> {
    /// The text, `Nf3`.
    #[inline]
    #[must_use]
    pub const fn text(self) -> Text<'a> {
        Text::new(self.text)
    }

    /// Where it stands.
    #[inline]
    #[must_use]
    pub const fn place(self) -> Place<'a> {
        self.place
    }

    /// Whether it is a null move: `--`, `Z0`, or as programs write it, `0000`.
    #[inline]
    #[must_use]
    pub fn is_null(self) -> bool {
        matches!(self.text, b"--" | b"Z0" | b"0000" | b"@@@@" | b"null")
    }

    /// The legal move that is meant in a position; `None` for a null move, which is for the caller
    /// to play or not. Reads all that [`san::parse`] does, and moves as UCI writes them.
    ///
    /// # Errors
    /// As [`san::parse`].
    #[inline]
    pub fn find(self, position: &Position) -> Result<Option<Move>, SanError> {
        match san::parse_bytes(position, self.text) {
            Ok(mv) => Ok(Some(mv)),
            Err(_) if self.is_null() => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// A tag as it is written in a file.
#[derive(Debug, Clone, Copy)]
pub struct Tag<'a> {
    pub(super) name: &'a [u8],
    pub(super) value: &'a [u8],
    pub(super) place: Place<'a>,
}

impl<'a> Tag<'a> {
    /// The name, `White`.
    #[must_use]
    pub const fn name(self) -> Text<'a> {
        Text::new(self.name)
    }

    /// The value as it stands in the file, with `\"` for a quote.
    #[must_use]
    pub const fn raw_value(self) -> Text<'a> {
        Text::new(self.value)
    }

    /// The value, with what was escaped as it was meant.
    #[must_use]
    pub fn value(self) -> Cow<'a, str> {
        let raw = self.raw_value().to_str();
        if !raw.contains('\\') {
            return raw;
        }
        let mut value = String::with_capacity(raw.len());
        let mut rest = raw.chars().peekable();
        while let Some(character) = rest.next() {
            let escaped = rest.next_if(|&next| character == '\\' && matches!(next, '\\' | '"'));
            value.push(escaped.unwrap_or(character));
        }
        Cow::Owned(value)
    }

    /// Where it stands.
    #[must_use]
    pub const fn place(self) -> Place<'a> {
        self.place
    }
}
