//! Games read one after the other from any source, in little memory.

mod step;
mod scan;
mod tags;
mod movetext;
mod skip;
mod recover;

use std::io::{self, Read};
use std::sync::Arc;

use super::input::Input;
use super::limits::Limits;
use super::problem::{Part, PgnError, Problem};
use super::visitor::{Interest, Visitor};
use super::window::Window;

use movetext::Movetext;
use recover::Recovery;
use step::Step;
use tags::{TagSection, before_game};

/// Reads games and tells a [`Visitor`] of them.
///
/// It holds some dozen kilobytes, or one comment if that is longer; no move or game costs an
/// allocation. Give it the source itself: a `BufReader` around it gains nothing. Where something
/// is wrong the game ends with an error, and the next call goes on with the next game.
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
    limits: Limits,
    game: u64,
    /// Bytes of the present game that were understood.
    game_bytes: u64,
    /// Set when a game was left before its end.
    recovery: Option<Recovery>,
}

impl<R: Read> Reader<R> {
    /// Reads from a source: a file, a pipe, or bytes as `&[u8]`.
    #[must_use]
    pub fn new(source: R) -> Self {
        Self::with_limits(source, Limits::default())
    }

    /// Reads with other limits than the usual.
    #[must_use]
    pub fn with_limits(source: R, limits: Limits) -> Self {
        Self {
            input: Input::new(source),
            limits,
            game: 0,
            game_bytes: 0,
            recovery: None,
        }
    }

    /// Reads the next game and returns its number, counted from 1; `None` at the end.
    ///
    /// # Errors
    /// Says what is wrong with the game and where. The next call goes on with the next game, or
    /// returns `None` if the source itself failed.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> Result<Option<u64>, PgnError> {
        self.leave_broken_game()?;
        self.game_bytes = 0;
        self.run(before_game)?;
        if self.input.is_at_end() {
            return Ok(None);
        }
        self.game += 1;
        let outcome = self.visit(visitor);
        if let Err(error) = &outcome {
            self.recovery = match error.problem {
                Problem::Read(_) => None,
                Problem::Tag(_) | Problem::TooLong(Part::Tag, _) => Some(Recovery::FROM_TAGS),
                _ => Some(Recovery::FROM_MOVES),
            };
        }
        outcome.map(|()| Some(self.game))
    }

    /// Reads the next game without telling anyone of its moves, at several times the speed.
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
        struct Nobody;
        impl Visitor for Nobody {
            fn begin_movetext(&mut self) -> Interest {
                Interest::Skip
            }
        }
        self.read_game(&mut Nobody)
    }

    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), PgnError> {
        visitor.begin_game();
        let mut tags = TagSection::default();
        self.run(|window, at| tags.step(window, at, visitor))?;
        let mut movetext = Movetext::new(visitor.begin_movetext());
        if !tags.is_next_game {
            self.run(|window, at| movetext.step(window, at, visitor))?;
        }
        visitor.end_game();
        Ok(())
    }

    fn leave_broken_game(&mut self) -> Result<(), PgnError> {
        if let Some(mut recovery) = self.recovery.take() {
            self.game_bytes = 0;
            self.run(|window, at| recovery.step(window, at))?;
        }
        Ok(())
    }

    /// Calls a part of the reader again and again, with more bytes each time, until it is done.
    fn run(&mut self, mut part: impl FnMut(&Window<'_>, usize) -> Step) -> Result<(), PgnError> {
        loop {
            let window = self.input.window(self.game, &self.limits);
            let before = self.input.at;
            match part(&window, before) {
                Step::Done(at) => {
                    self.input.at = at;
                    return Ok(());
                }
                Step::Broken(at, problem) => {
                    let line = window.line_at(at);
                    self.input.at = at;
                    return Err(self.error(line, problem));
                }
                Step::More(at) => {
                    self.input.at = at;
                    self.game_bytes += (at - before) as u64;
                    self.read_on()?;
                }
            }
        }
    }

    fn read_on(&mut self) -> Result<(), PgnError> {
        if self.game_bytes > self.limits.game && self.recovery.is_none() {
            let problem = Problem::TooLong(Part::Game, self.limits.game);
            return Err(self.error(self.line(), problem));
        }
        let outcome = self.input.refill();
        outcome.map_err(|error| self.source_failed(error))
    }

    fn source_failed(&mut self, error: io::Error) -> PgnError {
        let line = self.line();
        self.input.finish();
        self.error(line, Problem::Read(Arc::new(error)))
    }

    /// The line that was reached.
    fn line(&self) -> u64 {
        let window = self.input.window(self.game, &self.limits);
        window.line_at(self.input.at)
    }

    fn error(&self, line: u64, problem: Problem) -> PgnError {
        PgnError {
            game: self.game.max(1),
            line,
            problem,
        }
    }
}
