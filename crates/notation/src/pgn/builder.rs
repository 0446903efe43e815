//! Games read as trees.

use std::io::Read;
use std::ops::ControlFlow;
use std::str::FromStr;

use plywood_core::{Excerpt, Position};

use crate::pgn::comment::Comment;
use crate::pgn::input::Place;
use crate::pgn::nag::Nag;
use crate::pgn::problem::{PgnError, Problem};
use crate::pgn::reader::Reader;
use crate::pgn::tags::GameResult;
use crate::pgn::tree::{NodeId, PgnGame};
use crate::pgn::visitor::{Leave, MoveToken, Tag, Text, Visitor};

/// The games of a file as trees, one after the other.
///
/// A game with an error is returned as far as it could be read, with the error among its
/// [`errors`](PgnGame::errors); only a source that fails gives `Err`. To stop at the first game with
/// an error, collect what [`PgnGame::into_result`] returns.
///
/// ```
/// use plywood_notation::pgn::Games;
///
/// let pgn = "[White \"a\"]\n\n1. e4 e5 2. Ke3 1-0\n\n[White \"b\"]\n\n1. d4 *";
/// let games: Vec<_> = Games::new(pgn.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(games[0].main_line().count(), 2);
/// assert_eq!(games[0].errors()[0].to_string(), "game 1, line 3: no legal move here is \"Ke3\"");
/// assert_eq!(games[1].tags().get("White"), Some("b"));
///
/// let strict: Result<Vec<_>, _> = Games::new(pgn.as_bytes()).map(|game| game?.into_result()).collect();
/// assert!(strict.is_err());
/// # Ok::<(), plywood_notation::pgn::PgnError>(())
/// ```
#[derive(Debug)]
pub struct Games<R> {
    reader: Reader<R>,
}

impl<R: Read> Games<R> {
    /// Reads games from a source.
    #[must_use]
    pub fn new(source: R) -> Self {
        Self::with_reader(Reader::new(source))
    }

    /// Reads the games that a reader has not read yet. Use it to set limits.
    ///
    /// ```
    /// use plywood_notation::pgn::{Games, ReadLimits, Reader};
    ///
    /// let reader = Reader::with_limits("1. e4 (1. d4) *".as_bytes(), ReadLimits::default().nesting(0));
    /// let game = Games::with_reader(reader).next().expect("there is a game")?;
    /// assert_eq!((game.len(), game.errors().len()), (1, 1));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub const fn with_reader(reader: Reader<R>) -> Self {
        Self { reader }
    }

    /// The reader, which knows where the last game begins.
    #[must_use]
    pub const fn reader(&self) -> &Reader<R> {
        &self.reader
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut builder = Builder::default();
        match self.reader.read_game(&mut builder) {
            Ok(None) => None,
            Ok(Some(_)) => Some(Ok(builder.finish())),
            Err(error) if matches!(error.problem, Problem::Read(_)) => Some(Err(error)),
            Err(error) => {
                builder.game.errors.push(error);
                Some(Ok(builder.finish()))
            }
        }
    }
}

/// The first game of a text. It must have no errors.
impl FromStr for PgnGame {
    type Err = PgnError;

    fn from_str(text: &str) -> Result<Self, PgnError> {
        let nothing = PgnError {
            game: 1,
            line: 1,
            problem: Problem::NoGame,
        };
        let game = Games::new(text.as_bytes()).next();
        game.unwrap_or(Err(nothing))?.into_result()
    }
}

/// The line of moves that is being read.
#[derive(Debug, Clone)]
struct Line {
    /// Its last move, or the one before its first.
    node: NodeId,
    position: Position,
    /// The position before its last move, from which a variation begins.
    before: Option<Position>,
}

/// Builds a game from what a reader reports.
#[derive(Debug)]
struct Builder {
    game: PgnGame,
    line: Line,
    /// The lines around the current one.
    outer: Vec<Line>,
    /// Comments of a variation that has no move yet.
    early: Vec<Comment>,
    result: GameResult,
    /// The start position or the rules are unknown, so no move can be read.
    is_lost: bool,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            game: PgnGame::new(),
            line: Line {
                node: NodeId::ROOT,
                position: Position::START,
                before: None,
            },
            outer: Vec::new(),
            early: Vec::new(),
            result: GameResult::Unknown,
            is_lost: false,
        }
    }
}

impl Builder {
    fn finish(mut self) -> PgnGame {
        // The result behind the moves counts more than the tag, unless it is `*`.
        if self.result != GameResult::Unknown {
            self.game.set_result(self.result);
        }
        self.game
    }

    fn record(&mut self, place: Place<'_>, problem: Problem) {
        self.game.errors.push(error_at(place, problem));
    }

    /// Plays the move of a token.
    fn play(&mut self, token: MoveToken<'_>) -> Result<(), Problem> {
        let position = &self.line.position;
        let mv = token.find(position).map_err(Problem::Move)?;
        let next = match mv {
            Some(mv) => position.play_unchecked(mv),
            None => position
                .after_null()
                .ok_or_else(|| Problem::NullInCheck(token.text().excerpt()))?,
        };
        self.line.node = self.game.push(self.line.node, mv);
        self.line.before = Some(std::mem::replace(&mut self.line.position, next));
        if !self.early.is_empty() {
            let early = std::mem::take(&mut self.early);
            self.game.notes_mut(self.line.node).before = early;
        }
        Ok(())
    }

    fn set_start(&mut self, tag: Tag<'_>) {
        match Position::from_fen_lenient(tag.value().trim_ascii()) {
            Ok((start, repairs)) => {
                for repair in repairs {
                    let warning = error_at(tag.place(), Problem::Repaired(repair));
                    self.game.warnings.push(warning);
                }
                self.line.position = start.clone();
                self.game.set_start(start);
            }
            Err(error) => {
                self.is_lost = true;
                self.record(tag.place(), Problem::Fen(error));
            }
        }
    }
}

impl Visitor for Builder {
    fn tag(&mut self, tag: Tag<'_>) {
        let (name, value) = (tag.name().to_str(), tag.value());
        match &*name {
            "FEN" => return self.set_start(tag),
            "SetUp" => return,
            "Variant" if !is_known_variant(&value) => {
                self.is_lost = true;
                self.record(tag.place(), Problem::Variant(Excerpt::new(&value)));
            }
            _ => {}
        }
        if self.game.tags.set(&name, &value).is_err() {
            self.record(tag.place(), Problem::Tag(tag.name().excerpt()));
        }
    }

    fn begin_movetext(&mut self) -> ControlFlow<Leave> {
        if self.is_lost {
            ControlFlow::Break(Leave::Line)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn mv(&mut self, token: MoveToken<'_>) -> ControlFlow<Leave> {
        match self.play(token) {
            Ok(()) => ControlFlow::Continue(()),
            Err(problem) => {
                self.record(token.place(), problem);
                ControlFlow::Break(Leave::Line)
            }
        }
    }

    fn comment(&mut self, text: Text<'_>) {
        let comment = Comment::new(&text.to_str());
        if comment.is_empty() {
            return;
        }
        if self.line.before.is_none() && !self.outer.is_empty() {
            self.early.push(comment);
        } else {
            self.game.comments_mut(self.line.node).push(comment);
        }
    }

    fn nag(&mut self, nag: Nag) {
        if self.line.before.is_some() {
            self.game.nags_mut(self.line.node).push(nag);
        }
    }

    fn begin_variation(&mut self) -> ControlFlow<Leave> {
        let Some(position) = self.line.before.clone() else {
            return ControlFlow::Break(Leave::Line);
        };
        let variation = Line {
            node: self.game.parent(self.line.node),
            position,
            before: None,
        };
        self.outer
            .push(std::mem::replace(&mut self.line, variation));
        ControlFlow::Continue(())
    }

    fn end_variation(&mut self) {
        if let Some(line) = self.outer.pop() {
            self.line = line;
        }
        // The comments of a variation without moves go to the move before it.
        let early = std::mem::take(&mut self.early);
        if !early.is_empty() {
            self.game.comments_mut(self.line.node).extend(early);
        }
    }

    fn result(&mut self, result: GameResult) {
        self.result = result;
    }
}

fn error_at(place: Place<'_>, problem: Problem) -> PgnError {
    PgnError {
        game: place.game(),
        line: place.line(),
        problem,
    }
}

/// Whether a variant has the rules of chess, or of Chess960.
fn is_known_variant(name: &str) -> bool {
    let plain: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    matches!(
        plain.as_str(),
        "" | "standard"
            | "chess"
            | "normal"
            | "fromposition"
            | "chess960"
            | "960"
            | "fischerandom"
            | "fischerrandom"
            | "frc"
            | "dfrc"
            | "chess960doublefischerrandom"
            | "doublefischerrandom"
    )
}
