//! Reads games as trees.

use std::io::Read;
use std::str::FromStr;

use plywood_core::Position;

use crate::pgn::comment::Comment;
use crate::pgn::legal::{LegalMove, LegalReader, LegalVisitor};
use crate::pgn::nag::Nag;
use crate::pgn::problem::{PgnError, Problem};
use crate::pgn::reader::Reader;
use crate::pgn::tags::{GameResult, Tags};
use crate::pgn::tree::{NodeId, PgnGame};
use crate::pgn::visitor::Text;

/// The games of a file as trees, one after the other.
///
/// A game with an error is returned as far as it could be read, with the error among its [`errors`](PgnGame::errors): check them, or a
/// truncated game looks complete. Only a failing source gives `Err`; [`strict`](Self::strict) also gives `Err` for a game with an error.
///
/// ```
/// use plywood_notation::pgn::Games;
///
/// let pgn = "[White \"a\"]\n\n1. e4 e5 2. Ke3 1-0\n\n[White \"b\"]\n\n1. d4 *";
/// let games: Vec<_> = Games::new(pgn.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(games[0].main_line().count(), 2);
/// assert_eq!(
///     games[0].errors()[0].to_string(),
///     "game 1, line 3: \"Ke3\" is not a legal move here"
/// );
/// assert_eq!(games[1].tags().get("White"), Some("b"));
///
/// let strict: Result<Vec<_>, _> =
///     Games::new(pgn.as_bytes()).strict().collect();
/// assert!(strict.is_err());
/// # Ok::<(), plywood_notation::pgn::PgnError>(())
/// ```
#[derive(Debug)]
pub struct Games<R> {
    reader: LegalReader<R>,
}

impl<R: Read> Games<R> {
    /// Reads games from a source.
    #[must_use]
    pub fn new(source: R) -> Self {
        Self::with_reader(Reader::new(source))
    }

    /// Reads the remaining games of a reader. Use it to set limits.
    ///
    /// ```
    /// use plywood_notation::pgn::{Games, ReadLimits, Reader};
    ///
    /// let limits = ReadLimits { nesting: 0, ..ReadLimits::default() };
    /// let reader = Reader::with_limits("1. e4 (1. d4) *".as_bytes(), limits);
    /// let game = Games::with_reader(reader).next().expect("there is a game")?;
    /// assert_eq!((game.len(), game.errors().len()), (1, 1));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub const fn with_reader(reader: Reader<R>) -> Self {
        let reader = LegalReader::with_reader(reader);
        Self { reader }
    }

    /// Accepts only games without errors; for any other its first error is returned, and the games after it can still be read.
    pub fn strict(self) -> impl Iterator<Item = Result<PgnGame, PgnError>> {
        self.map(|game| game?.into_result())
    }

    /// Returns the reader, which has the place of the last game.
    #[must_use]
    pub const fn reader(&self) -> &Reader<R> {
        self.reader.reader()
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut builder = Builder::default();
        let read = self.reader.read_game(&mut builder).transpose()?;
        Some(read.map(|_| builder.game))
    }
}

/// Reads the first game of a string. It must have no errors.
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

/// Builds a game from the reports of a reader.
#[derive(Debug)]
struct Builder {
    game: PgnGame,
    /// The last move of the current line, or the one before its first.
    node: NodeId,
    /// `true` if the current line has a move.
    has_move: bool,
    /// The last moves of the lines around the current one.
    outer: Vec<NodeId>,
    /// Comments of a variation that has no move yet.
    early: Vec<Comment>,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            game: PgnGame::new(),
            node: NodeId::ROOT,
            has_move: false,
            outer: Vec::new(),
            early: Vec::new(),
        }
    }
}

impl LegalVisitor for Builder {
    fn begin_moves(&mut self, tags: Tags, start: &Position) {
        self.game.tags = tags;
        self.game.set_start(start.clone());
    }

    fn mv(&mut self, mv: LegalMove<'_>) {
        self.node = self.game.push(self.node, mv.mv);
        self.has_move = true;
        if !self.early.is_empty() {
            let early = std::mem::take(&mut self.early);
            self.game.notes_mut(self.node).before = early;
        }
    }

    fn comment(&mut self, text: Text<'_>) {
        let comment = Comment::new(&text.to_str());
        if comment.is_empty() {
            return;
        }
        if !self.has_move && !self.outer.is_empty() {
            self.early.push(comment);
        } else {
            self.game.comments_mut(self.node).push(comment);
        }
    }

    fn nag(&mut self, nag: Nag) {
        self.game.nags_mut(self.node).push(nag);
    }

    fn begin_variation(&mut self) {
        self.outer.push(self.node);
        self.node = self.game.parent(self.node);
        self.has_move = false;
    }

    fn end_variation(&mut self) {
        if let Some(node) = self.outer.pop() {
            self.node = node;
            self.has_move = true;
        }
        // The comments of a variation without moves go to the move before it.
        let early = std::mem::take(&mut self.early);
        if !early.is_empty() {
            self.game.comments_mut(self.node).extend(early);
        }
    }

    fn error(&mut self, error: PgnError) {
        self.game.errors.push(error);
    }

    fn warning(&mut self, warning: PgnError) {
        self.game.warnings.push(warning);
    }

    fn end_game(&mut self, result: GameResult) {
        self.game.set_result(result);
    }
}
