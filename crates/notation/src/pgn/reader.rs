//! A stream of games from any source, in little memory.

mod movetext;
mod tags;

use std::io::Read;
use std::ops::ControlFlow;

use crate::pgn::bytes::{BYTE_ORDER_MARK, EVENT, follows_line, is_line_start};
use crate::pgn::input::Input;
use crate::pgn::problem::{PgnError, ReadLimits};
use crate::pgn::visitor::Visitor;

use movetext::Movetext;
use tags::read_tags;

/// Reads games and reports them to a [`Visitor`].
///
/// It needs a few dozen kilobytes of memory, or one comment if that is longer, and allocates nothing for a move or a game. Pass the source
/// itself; a `BufReader` gains nothing. A game with a mistake ends with an error, and the next call reads the next game.
///
/// ```
/// use plywood_notation::pgn::Reader;
///
/// let pgn = "[Event \"1\"]\n\n1. e4 {no end\n\n[Event \"2\"]\n\n1. d4 d5 *";
/// let mut reader = Reader::new(pgn.as_bytes());
/// let error = reader.read_game(&mut ()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "game 1, line 3: the comment that begins here has no end"
/// );
/// assert_eq!(reader.read_game(&mut ())?, Some(2));
/// assert_eq!(reader.read_game(&mut ())?, None);
/// # Ok::<(), plywood_notation::pgn::PgnError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    input: Input<R>,
    /// The number of bytes before the current game.
    began_at: u64,
    /// The part of the last game that was left before its end, from which the next one has to be found.
    left: Option<Left>,
}

impl<R: Read> Reader<R> {
    /// Reads from a source: a file, a pipe, or bytes as `&[u8]`.
    #[must_use]
    pub fn new(source: R) -> Self {
        Self::with_limits(source, ReadLimits::default())
    }

    /// Reads with these limits instead of the defaults.
    #[must_use]
    pub fn with_limits(source: R, limits: ReadLimits) -> Self {
        Self {
            input: Input::new(source, limits),
            began_at: 0,
            left: None,
        }
    }

    /// Reads the next game and returns its number, counted from 1; `None` at the end.
    ///
    /// # Errors
    /// The first mistake in the game, with its place. The next call reads the next game, or returns `None` if the source itself failed.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> Result<Option<u64>, PgnError> {
        // Text between games is not kept in memory, so it has no limit.
        self.input.limit(u64::MAX);
        if let Some(left) = self.left.take() {
            recover(&mut self.input, left)?;
        }
        if !skip_to_game(&mut self.input)? {
            return Ok(None);
        }
        self.input.game += 1;
        self.began_at = self.input.used();
        self.input.limit(self.input.limits.game_bytes);
        self.visit(visitor)?;
        Ok(Some(self.input.game))
    }

    /// Returns the place in the source, in bytes, where the last game read begins. It ends where the next one begins.
    ///
    /// ```
    /// use plywood_notation::pgn::Reader;
    ///
    /// let mut reader = Reader::new("1. e4 e5 1-0\n\n1. d4 *".as_bytes());
    /// reader.read_game(&mut ())?;
    /// reader.read_game(&mut ())?;
    /// assert_eq!(reader.began_at(), 14);
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub const fn began_at(&self) -> u64 {
        self.began_at
    }

    /// Skips the next game, several times as fast as reading it.
    ///
    /// # Errors
    /// Those of [`read_game`](Self::read_game).
    ///
    /// ```
    /// use plywood_notation::pgn::Reader;
    ///
    /// let mut reader = Reader::new("1. e4 e5 1-0\n1. d4 *".as_bytes());
    /// assert_eq!(reader.skip_game()?, Some(1));
    /// assert_eq!(reader.skip_game()?, Some(2));
    /// assert_eq!(reader.skip_game()?, None);
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    pub fn skip_game(&mut self) -> Result<Option<u64>, PgnError> {
        struct Skipper;
        impl Visitor for Skipper {
            fn begin_movetext(&mut self) -> ControlFlow<()> {
                ControlFlow::Break(())
            }
        }
        self.read_game(&mut Skipper)
    }

    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), PgnError> {
        visitor.begin_game();
        self.left = Some(Left::InTags);
        let is_without_moves = read_tags(&mut self.input, visitor)?;
        let flow = visitor.begin_movetext();
        self.left = Some(Left::InMoves);
        if !is_without_moves {
            Movetext::new(&mut self.input, visitor, flow).read()?;
        }
        self.left = None;
        visitor.end_game();
        Ok(())
    }
}

/// The part of a game that has an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Left {
    InTags,
    InMoves,
}

/// The bytes at the beginning of a line that decide whether it begins a game.
const DECIDING: usize = BYTE_ORDER_MARK.len() + EVENT.len();

/// Skips white space, byte order marks, comment lines and `%` lines; `false` if no game follows.
fn skip_to_game<R: Read>(input: &mut Input<R>) -> Result<bool, PgnError> {
    while let Some(byte) = input.byte(0)? {
        match byte {
            0..=b' ' => input.take(1),
            b'%' | b';' if is_line_start(input.before()) => input.skip_line()?,
            0xEF if input.has(0, BYTE_ORDER_MARK)? => input.take(BYTE_ORDER_MARK.len()),
            _ => return Ok(true),
        }
    }
    Ok(false)
}

/// Searches for the next game from somewhere inside another. It begins at a line with a tag `Event`, or at the first line with any tag
/// after a line of moves.
fn recover<R: Read>(input: &mut Input<R>, left: Left) -> Result<(), PgnError> {
    let mut has_moves = left == Left::InMoves;
    // The rest of the line with the error is part of the tags.
    let mut is_whole_line = has_moves;
    while input.byte(0)?.is_some() {
        if follows_line(input.before()) {
            input.byte(DECIDING - 1)?;
            let line = input.rest().strip_prefix(BYTE_ORDER_MARK);
            let line = line.unwrap_or(input.rest());
            let is_tag = matches!(line, [b'[', b' ' | b'A'..=b'Z' | b'a'..=b'z', ..]);
            if is_tag && is_whole_line && (has_moves || line.starts_with(EVENT)) {
                return Ok(());
            }
            let is_empty = line.first().is_none_or(u8::is_ascii_whitespace);
            has_moves |= !is_tag && !is_empty && is_whole_line;
        }
        input.skip_line()?;
        input.take(input.rest().len().min(1));
        is_whole_line = true;
    }
    Ok(())
}
