//! A stream of games from any source, in little memory.

mod movetext;
mod tags;

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::pgn::bytes::{
    BYTE_ORDER_MARK, EVENT, ends_line, follows_line, is_line_start, line_end, word_end,
};
use crate::pgn::input::{Input, Window};
use crate::pgn::problem::{Part, PgnError, Problem, ReadLimits};
use crate::pgn::tags::GameResult;
use crate::pgn::visitor::{Leave, Text, Visitor};

use movetext::{Movetext, Token, at_end, comment, passed_line, rest_of_line};
use tags::TagSection;

/// The limit outside games.
const UNLIMITED: u64 = u64::MAX;

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
    limits: ReadLimits,
    game: u64,
    /// The number of used bytes, and of those before the current game.
    used: u64,
    began_at: u64,
    /// The number of bytes that the current game may still have.
    left: u64,
    /// The search for the next game, if this one was left before its end.
    recovery: Option<Recovery>,
    /// A game that the visitor stopped.
    stopped: Option<Movetext>,
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
            input: Input::new(source),
            limits,
            game: 0,
            used: 0,
            began_at: 0,
            left: UNLIMITED,
            recovery: None,
            stopped: None,
        }
    }

    /// Reads the next game and returns its number, counted from 1; `None` at the end.
    ///
    /// # Errors
    /// The first mistake in the game, with its place. The next call reads the next game, or returns `None` if the source itself failed.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> Result<Option<u64>, PgnError> {
        self.find_game()?;
        if self.input.is_at_end() {
            return Ok(None);
        }
        self.game += 1;
        self.began_at = self.used;
        self.left = self.limits.game_bytes;
        self.visit(visitor)?;
        Ok(Some(self.game))
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
            fn begin_movetext(&mut self) -> ControlFlow<Leave> {
                ControlFlow::Break(Leave::Line)
            }
        }
        self.read_game(&mut Skipper)
    }

    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), PgnError> {
        visitor.begin_game();
        let mut tags = TagSection::default();
        self.recovery = Some(Recovery::FROM_TAGS);
        self.run(|window, at| tags.step(window, at, visitor))?;
        let mut movetext = Movetext::new(visitor.begin_movetext());
        self.recovery = Some(Recovery::FROM_MOVES);
        if !tags.is_next_game {
            self.run(|window, at| movetext.step(window, at, visitor))?;
            if movetext.is_stopped {
                self.stopped = Some(movetext);
                return Ok(());
            }
            let mut ending = Ending::new(movetext.skip.is_none());
            self.run(|window, at| ending.step(window, at, visitor))?;
        }
        self.recovery = None;
        visitor.end_game();
        Ok(())
    }

    /// Skips the rest of a game that a visitor has stopped. An error in it is not reported, but the next game is then found as after any
    /// error.
    fn leave_stopped(&mut self, mut movetext: Movetext) -> Result<(), PgnError> {
        movetext.is_stopped = false;
        let mut ending = Ending::new(false);
        let skipped = self
            .run(|window, at| movetext.step(window, at, &mut ()))
            .and_then(|()| self.run(|window, at| ending.step(window, at, &mut ())));
        match skipped {
            Ok(()) => self.recovery = None,
            Err(error) if matches!(error.problem, Problem::Read(_)) => return Err(error),
            Err(_) => {}
        }
        Ok(())
    }

    /// Goes to the beginning of the next game. Text between games is not kept in memory, so it has no limit.
    fn find_game(&mut self) -> Result<(), PgnError> {
        self.left = UNLIMITED;
        if let Some(movetext) = self.stopped.take() {
            self.leave_stopped(movetext)?;
        }
        if let Some(mut recovery) = self.recovery.take() {
            self.run(|window, at| recovery.step(window, at))?;
        }
        let mut between = BetweenGames::default();
        self.run(|window, at| between.step(window, at))
    }

    /// Calls a part of the reader with more and more bytes until it is done.
    fn run(&mut self, mut part: impl FnMut(&Window<'_>, usize) -> Step) -> Result<(), PgnError> {
        loop {
            let window = self.window();
            let is_cut = self.input.unread() as u64 > self.left;
            match part(&window, self.input.at) {
                Step::Done(at) => {
                    self.pass(at);
                    return Ok(());
                }
                Step::Broken(at, problem) => {
                    let line = window.line_at(at);
                    self.pass(at);
                    return Err(self.error(line, problem));
                }
                Step::More(at) => {
                    self.pass(at);
                    if is_cut {
                        let problem = Problem::TooLong(Part::Game, self.limits.game_bytes);
                        return Err(self.error(self.line(), problem));
                    }
                    let outcome = self.input.refill();
                    outcome.map_err(|error| self.source_failed(error))?;
                }
            }
        }
    }

    fn window(&self) -> Window<'_> {
        self.input.window(self.left, self.game, &self.limits)
    }

    /// Marks the bytes up to a place as used.
    fn pass(&mut self, at: usize) {
        let passed = (at - self.input.at) as u64;
        self.left -= passed;
        self.used += passed;
        self.input.at = at;
    }

    fn source_failed(&mut self, error: io::Error) -> PgnError {
        let line = self.line();
        self.input.finish();
        self.error(line, Problem::Read(Arc::new(error)))
    }

    /// Returns the current line.
    fn line(&self) -> u64 {
        self.window().line_at(self.input.at)
    }

    fn error(&self, line: u64, problem: Problem) -> PgnError {
        PgnError {
            game: self.game.max(1),
            line,
            problem,
        }
    }
}

/// The progress of a part of the reader with its bytes.
#[derive(Debug)]
pub(super) enum Step {
    /// To this place; the token there needs more bytes. A part does not ask for more at the end of the source.
    More(usize),
    /// To its end, at this place.
    Done(usize),
    /// To an error at this place.
    Broken(usize, Problem),
}

/// Skips white space, byte order marks, comment lines and `%` lines, without keeping them in memory.
#[derive(Debug, Default)]
pub(super) struct BetweenGames {
    is_hidden: bool,
}

impl BetweenGames {
    pub(super) fn step(&mut self, window: &Window<'_>, mut at: usize) -> Step {
        const MARK: &[u8] = BYTE_ORDER_MARK;
        loop {
            if self.is_hidden {
                match passed_line(window, at) {
                    Ok(end) => at = end,
                    Err(step) => return step,
                }
                self.is_hidden = false;
            }
            match window.bytes.get(at) {
                None => return at_end(window),
                Some(0..=b' ') => at += 1,
                Some(b'%' | b';') if is_line_start(window.bytes, at) => self.is_hidden = true,
                Some(0xEF) => match window.bytes.get(at..at + MARK.len()) {
                    Some(MARK) => at += MARK.len(),
                    None if !window.is_last => return Step::More(at),
                    Some(_) | None => return Step::Done(at),
                },
                Some(_) => return Step::Done(at),
            }
        }
    }
}

/// Comments after a result, such as why a player resigned. They belong to the game that has ended, up to an empty line or anything else
/// than a comment or a result. A second result is ignored: some programs append one and write `1-0 1-0`.
#[derive(Debug)]
pub(super) struct Ending {
    /// `true` if the moves were read and not skipped; then the visitor also receives the comments.
    is_read: bool,
    is_line_over: bool,
}

impl Ending {
    pub(super) const fn new(is_read: bool) -> Self {
        Self {
            is_read,
            is_line_over: false,
        }
    }

    pub(super) fn step<V: Visitor>(
        &mut self,
        window: &Window<'_>,
        mut at: usize,
        visitor: &mut V,
    ) -> Step {
        let bytes = window.bytes;
        loop {
            let token = match bytes.get(at) {
                None => return at_end(window),
                Some(b' ' | b'\t' | b'.') => Ok(at + 1),
                // The carriage return has ended the line.
                Some(b'\n') if bytes[..at].ends_with(b"\r") => Ok(at + 1),
                Some(&byte) if ends_line(byte) && !self.is_line_over => {
                    self.is_line_over = true;
                    Ok(at + 1)
                }
                Some(b'{' | b';') => self.comment(window, at, visitor),
                Some(b'0' | b'1' | b'*') => self.result(window, at),
                Some(_) => return Step::Done(at),
            };
            match token {
                Ok(end) => at = end,
                Err(step) => return step,
            }
        }
    }

    fn comment<V: Visitor>(&mut self, window: &Window<'_>, at: usize, visitor: &mut V) -> Token {
        let (end, next) = match window.bytes[at] {
            b'{' => comment(window, at).map(|end| (end, end + 1))?,
            _ => rest_of_line(window, at).map(|end| (end, end))?,
        };
        self.is_line_over = false;
        if self.is_read {
            visitor.comment(Text::new(&window.bytes[at + 1..end]));
        }
        Ok(next)
    }

    /// Skips a result; anything else begins the next game.
    fn result(&mut self, window: &Window<'_>, at: usize) -> Token {
        let rest = &window.bytes[at..];
        let word = rest.get(..LONGEST).unwrap_or(rest);
        let end = match word_end(word, 1) {
            _ if word.starts_with(b"*") => 1,
            Some(end) => end,
            None if word.len() == LONGEST || window.is_last => word.len(),
            None => return Err(Step::More(at)),
        };
        if GameResult::from_text(&word[..end]).is_none() {
            return Err(Step::Done(at));
        }
        self.is_line_over = false;
        Ok(at + end)
    }
}

/// The longest result, `1/2-1/2`, and the byte that ends the word.
const LONGEST: usize = 8;

/// The bytes at the beginning of a line that decide whether it begins a game.
const DECIDING: usize = BYTE_ORDER_MARK.len() + EVENT.len();

/// Searches for the next game from somewhere inside another. It begins at a line with a tag `Event`, or at the first line with any tag
/// after a line without one.
#[derive(Debug)]
pub(super) struct Recovery {
    /// `true` after a line of moves; then any tag begins a game.
    has_moves: bool,
    /// `true` if the current line may belong to another game.
    is_under_way: bool,
}

impl Recovery {
    /// The error is in the tags.
    pub(super) const FROM_TAGS: Self = Self {
        has_moves: false,
        is_under_way: false,
    };

    /// The error is in the moves.
    pub(super) const FROM_MOVES: Self = Self {
        has_moves: true,
        is_under_way: true,
    };

    pub(super) fn step(&mut self, window: &Window<'_>, mut at: usize) -> Step {
        loop {
            let seen = window.bytes.len().saturating_sub(at);
            if follows_line(window.bytes, at) && seen < DECIDING && !window.is_last {
                return Step::More(at);
            }
            if follows_line(window.bytes, at) && self.begins_game(window, at) {
                return Step::Done(at);
            }
            match line_end(window.bytes, at) {
                Some(end) => {
                    at = end + 1;
                    self.is_under_way = true;
                }
                None if window.is_last => return Step::Done(window.bytes.len()),
                // The rest of this line decides nothing, however long it is.
                None => return Step::More(window.bytes.len()),
            }
        }
    }

    fn begins_game(&mut self, window: &Window<'_>, at: usize) -> bool {
        let line = window.bytes.get(at..).unwrap_or_default();
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        let is_tag = matches!(line, [b'[', b' ' | b'A'..=b'Z' | b'a'..=b'z', ..]);
        let is_next = is_tag && self.is_under_way && (self.has_moves || line.starts_with(EVENT));
        let is_empty = line.first().is_none_or(u8::is_ascii_whitespace);
        self.has_moves |= !is_tag && !is_empty && self.is_under_way;
        is_next
    }
}
