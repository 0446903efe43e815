//! A stream of games from any source, in little memory.

mod step;
mod scan;
mod between;
mod tags;
mod movetext;
mod skip;
mod ending;
mod recover;

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::pgn::input::Input;
use crate::pgn::limits::ReadLimits;
use crate::pgn::problem::{Part, PgnError, Problem};
use crate::pgn::reader::between::BetweenGames;
use crate::pgn::reader::ending::Ending;
use crate::pgn::reader::movetext::Movetext;
use crate::pgn::reader::recover::Recovery;
use crate::pgn::reader::step::Step;
use crate::pgn::reader::tags::TagSection;
use crate::pgn::visitor::{Leave, Visitor};
use crate::pgn::window::Window;

/// The limit outside games.
const UNLIMITED: u64 = u64::MAX;

/// Reads games and reports them to a [`Visitor`].
///
/// It needs some dozen kilobytes of memory, or one comment if that is longer, and allocates nothing
/// for a move or a game. Give it the source itself; a `BufReader` gains nothing. A game with a
/// mistake ends with an error, and the next call reads the next game.
///
/// ```
/// use plywood_notation::pgn::Reader;
///
/// let pgn = "[Event \"1\"]\n\n1. e4 {no end\n\n[Event \"2\"]\n\n1. d4 d5 *";
/// let mut reader = Reader::new(pgn.as_bytes());
/// let error = reader.read_game(&mut ()).unwrap_err();
/// assert_eq!(error.to_string(), "game 1, line 3: the comment that begins here has no end");
/// assert_eq!(reader.read_game(&mut ())?, Some(2));
/// assert_eq!(reader.read_game(&mut ())?, None);
/// # Ok::<(), plywood_notation::pgn::PgnError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    input: Input<R>,
    limits: ReadLimits,
    game: u64,
    /// The bytes that the current game may still have.
    left: u64,
    /// How to find the next game, if this one was left before its end.
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

    /// Reads with other limits than the default ones.
    #[must_use]
    pub fn with_limits(source: R, limits: ReadLimits) -> Self {
        Self {
            input: Input::new(source),
            limits,
            game: 0,
            left: UNLIMITED,
            recovery: None,
            stopped: None,
        }
    }

    /// Reads the next game and returns its number, counted from 1; `None` at the end.
    ///
    /// # Errors
    /// The first mistake in the game, and where it is. The next call reads the next game, or returns
    /// `None` if the source itself failed.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> Result<Option<u64>, PgnError> {
        self.find_game()?;
        if self.input.is_at_end() {
            return Ok(None);
        }
        self.game += 1;
        self.left = self.limits.game;
        self.visit(visitor)?;
        Ok(Some(self.game))
    }

    /// Skips the next game, several times as fast as reading it.
    ///
    /// # Errors
    /// As [`read_game`](Self::read_game).
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

    /// Skips the rest of a game that a visitor has stopped. An error in it is not reported, but
    /// the next game is then found as after any error.
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

    /// Goes to the beginning of the next game. Text between games has no limit, since none of it is
    /// kept in memory.
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
                        let problem = Problem::TooLong(Part::Game, self.limits.game);
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
        self.left -= (at - self.input.at) as u64;
        self.input.at = at;
    }

    fn source_failed(&mut self, error: io::Error) -> PgnError {
        let line = self.line();
        self.input.finish();
        self.error(line, Problem::Read(Arc::new(error)))
    }

    /// The current line.
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
