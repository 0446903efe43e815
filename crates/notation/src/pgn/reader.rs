//! Games read one after the other from any source, in little memory.

mod step;
mod scan;
mod between;
mod tags;
mod movetext;
mod skip;
mod ending;
mod recover;

use std::io::{self, Read};
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
use crate::pgn::visitor::{Interest, Visitor};
use crate::pgn::window::Window;

/// The bytes of what is no game.
const UNLIMITED: u64 = u64::MAX;

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
    limits: ReadLimits,
    game: u64,
    /// How many bytes the present game may still have.
    left: u64,
    /// How to leave the game, if that is before its end.
    recovery: Option<Recovery>,
}

impl<R: Read> Reader<R> {
    /// Reads from a source: a file, a pipe, or bytes as `&[u8]`.
    ///
    /// ```
    /// use plywood_notation::pgn::Reader;
    ///
    /// let mut reader = Reader::new("1. e4 e5 *".as_bytes());
    /// assert_eq!(reader.read_game(&mut ())?, Some(1));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn new(source: R) -> Self {
        Self::with_limits(source, ReadLimits::default())
    }

    /// Reads with other limits than the usual.
    ///
    /// ```
    /// use plywood_notation::pgn::{ReadLimits, Reader};
    ///
    /// let mut reader = Reader::with_limits("1. e4 (1. d4) *".as_bytes(), ReadLimits::default().nesting(0));
    /// assert!(reader.read_game(&mut ()).is_err());
    /// ```
    #[must_use]
    pub fn with_limits(source: R, limits: ReadLimits) -> Self {
        Self {
            input: Input::new(source),
            limits,
            game: 0,
            left: UNLIMITED,
            recovery: None,
        }
    }

    /// Reads the next game and returns its number, counted from 1; `None` at the end.
    ///
    /// # Errors
    /// Says what is wrong with the game and where. The next call goes on with the next game, or
    /// returns `None` if the source itself failed.
    ///
    /// ```
    /// use plywood_notation::pgn::Reader;
    ///
    /// let mut reader = Reader::new("1. e4 ) *\n\n[Event \"next\"]\n\n1. d4 *".as_bytes());
    /// assert!(reader.read_game(&mut ()).is_err());
    /// assert_eq!(reader.read_game(&mut ())?, Some(2));
    /// assert_eq!(reader.read_game(&mut ())?, None);
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
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
        self.recovery = Some(Recovery::FROM_TAGS);
        self.run(|window, at| tags.step(window, at, visitor))?;
        let mut movetext = Movetext::new(visitor.begin_movetext());
        self.recovery = Some(Recovery::FROM_MOVES);
        if !tags.is_next_game {
            self.run(|window, at| movetext.step(window, at, visitor))?;
            let mut ending = Ending::new(movetext.skip.is_none());
            self.run(|window, at| ending.step(window, at, visitor))?;
        }
        self.recovery = None;
        visitor.end_game();
        Ok(())
    }

    /// Goes to where the next game begins. What stands between games has no limit, since nothing
    /// of it is held.
    fn find_game(&mut self) -> Result<(), PgnError> {
        self.left = UNLIMITED;
        if let Some(mut recovery) = self.recovery.take() {
            self.run(|window, at| recovery.step(window, at))?;
        }
        let mut between = BetweenGames::default();
        self.run(|window, at| between.step(window, at))
    }

    /// Calls a part of the reader again and again, with more bytes each time, until it is done.
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

    /// Bytes up to a place were understood.
    fn pass(&mut self, at: usize) {
        self.left -= (at - self.input.at) as u64;
        self.input.at = at;
    }

    fn source_failed(&mut self, error: io::Error) -> PgnError {
        let line = self.line();
        self.input.finish();
        self.error(line, Problem::Read(Arc::new(error)))
    }

    /// The line that was reached.
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
