//! Reads games and checks their moves, without building a tree.

use std::io::Read;
use std::ops::ControlFlow;

use plywood_core::{Excerpt, Move, Position};

use crate::pgn::input::Place;
use crate::pgn::nag::Nag;
use crate::pgn::problem::{PgnError, Problem};
use crate::pgn::reader::Reader;
use crate::pgn::tags::{GameResult, Tags};
use crate::pgn::visitor::{MoveToken, Tag, Text, Visitor};
use crate::san;
use crate::text::MoveText;

/// Reads games and reports them to a [`LegalVisitor`], with every move played.
///
/// It keeps only the positions of the open lines, so it suits files of any size. A game with an error is reported as far as it can be read,
/// with the error.
///
/// ```
/// use plywood_notation::pgn::{GameResult, LegalMove, LegalReader, LegalVisitor, PgnError};
///
/// /// Counts mates and errors.
/// #[derive(Default)]
/// struct Count {
///     mates: u32,
///     errors: u32,
/// }
///
/// impl LegalVisitor for Count {
///     fn mv(&mut self, mv: LegalMove<'_>) {
///         self.mates += u32::from(mv.after.is_checkmate());
///     }
///
///     fn error(&mut self, _: PgnError) {
///         self.errors += 1;
///     }
/// }
///
/// let mut count = Count::default();
/// let mut reader =
///     LegalReader::new("1. f3 e5 2. g4 (2. Ke3) 2... Qh4# 0-1".as_bytes());
/// while reader.read_game(&mut count)?.is_some() {}
/// assert_eq!((count.mates, count.errors), (1, 1));
/// # Ok::<(), plywood_notation::pgn::PgnError>(())
/// ```
#[derive(Debug)]
pub struct LegalReader<R> {
    reader: Reader<R>,
}

impl<R: Read> LegalReader<R> {
    /// Reads games from a source.
    #[must_use]
    pub fn new(source: R) -> Self {
        Self::with_reader(Reader::new(source))
    }

    /// Reads the remaining games of a reader. Use it to set limits.
    #[must_use]
    pub const fn with_reader(reader: Reader<R>) -> Self {
        Self { reader }
    }

    /// Returns the reader, which has the place of the last game.
    #[must_use]
    pub const fn reader(&self) -> &Reader<R> {
        &self.reader
    }

    /// Reads the next game and returns its number, counted from 1; `None` at the end.
    ///
    /// # Errors
    /// If the source fails. Any other error is reported to the visitor.
    pub fn read_game<V: LegalVisitor>(&mut self, visitor: &mut V) -> Result<Option<u64>, PgnError> {
        let mut checker = Checker::new(visitor);
        let number = match self.reader.read_game(&mut checker) {
            Ok(None) => return Ok(None),
            Ok(Some(number)) => number,
            Err(error) if matches!(error.problem, Problem::Read(_)) => return Err(error),
            Err(error) => {
                let number = error.game;
                checker.begin_once();
                checker.visitor.error(error);
                number
            }
        };
        checker.visitor.end_game(checker.result);
        Ok(Some(number))
    }
}

/// Receives games with legal moves as they are read. Every method has a default that does nothing.
///
/// The order is: [`begin_game`](Self::begin_game), [`begin_moves`](Self::begin_moves), then moves with their comments, glyphs and
/// variations, and [`end_game`](Self::end_game). Errors are reported where they are found, those of tags before `begin_moves`; the line
/// ends there, and the lines around it continue. A mistake outside all lines, such as a comment without end, is the last report before
/// `end_game`.
pub trait LegalVisitor {
    /// Begins a game.
    fn begin_game(&mut self) {}

    /// Begins the moves. This is called for every game, even if no move follows.
    fn begin_moves(&mut self, tags: Tags, start: &Position) {
        let _ = (tags, start);
    }

    /// Receives a legal move, or a null move.
    fn mv(&mut self, mv: LegalMove<'_>) {
        let _ = mv;
    }

    /// Receives a comment, without braces or semicolon. It may come before the first move of a line.
    fn comment(&mut self, text: Text<'_>) {
        let _ = text;
    }

    /// Receives a glyph of the previous move.
    fn nag(&mut self, nag: Nag) {
        let _ = nag;
    }

    /// Begins a variation, an alternative to the previous move.
    fn begin_variation(&mut self) {}

    /// Ends a variation.
    fn end_variation(&mut self) {}

    /// Receives a mistake in the game.
    fn error(&mut self, error: PgnError) {
        let _ = error;
    }

    /// Receives a repaired mistake; the game is nevertheless complete.
    fn warning(&mut self, warning: PgnError) {
        let _ = warning;
    }

    /// Ends the game, with the result after its moves, or that of its tag if there is none.
    fn end_game(&mut self, result: GameResult) {
        let _ = result;
    }
}

/// A move of a game with the positions before and after it.
#[derive(Debug, Clone, Copy)]
pub struct LegalMove<'a> {
    /// The position before the move.
    pub before: &'a Position,
    /// The move; `None` for a null move.
    pub mv: Option<Move>,
    /// The position after the move.
    pub after: &'a Position,
}

impl LegalMove<'_> {
    /// Returns the move in SAN; `--` for a null move.
    #[must_use]
    pub fn san(&self) -> MoveText {
        san::write(self.before, self.mv)
    }
}

/// The line of moves being read.
#[derive(Debug)]
struct Line {
    position: Position,
    /// The position before its last move, from which a variation begins.
    before: Option<Position>,
}

impl Line {
    const fn new(position: Position) -> Self {
        Self {
            position,
            before: None,
        }
    }
}

/// Plays the moves that a reader reports.
struct Checker<'a, V> {
    visitor: &'a mut V,
    tags: Tags,
    has_begun: bool,
    line: Line,
    /// The lines around the current one.
    outer: Vec<Line>,
    result: GameResult,
    /// `true` if the start position or the rules are unknown, so that no move can be read.
    is_lost: bool,
}

impl<'a, V: LegalVisitor> Checker<'a, V> {
    fn new(visitor: &'a mut V) -> Self {
        Self {
            visitor,
            tags: Tags::default(),
            has_begun: false,
            line: Line::new(Position::START),
            outer: Vec::new(),
            result: GameResult::Unknown,
            is_lost: false,
        }
    }

    /// Reports the tags, unless it has already done so.
    fn begin_once(&mut self) {
        if !self.has_begun {
            self.has_begun = true;
            let tags = std::mem::take(&mut self.tags);
            self.result = tags.result();
            self.visitor.begin_moves(tags, &self.line.position);
        }
    }

    fn record(&mut self, place: Place<'_>, problem: Problem) {
        self.visitor.error(error_at(place, problem));
    }

    /// Plays the move of a token.
    fn play(&mut self, token: MoveToken<'_>) -> Result<(), Problem> {
        let position = &self.line.position;
        let mv = token.find(position).map_err(Problem::Move)?;
        let after = match mv {
            Some(mv) => position.play_unchecked(mv),
            None => position
                .after_null()
                .ok_or_else(|| Problem::NullInCheck(token.text().excerpt()))?,
        };
        let before = std::mem::replace(&mut self.line.position, after);
        let before = self.line.before.insert(before);
        self.visitor.mv(LegalMove {
            before,
            mv,
            after: &self.line.position,
        });
        Ok(())
    }

    fn set_start(&mut self, tag: Tag<'_>) {
        match Position::from_fen_lenient(tag.value().trim_ascii()) {
            Ok((start, repairs)) => {
                for repair in repairs {
                    let warning = error_at(tag.place(), Problem::Repaired(repair));
                    self.visitor.warning(warning);
                }
                self.tags.name_variant(&start);
                self.line.position = start;
            }
            Err(error) => {
                self.is_lost = true;
                self.record(tag.place(), Problem::Fen(error));
            }
        }
    }
}

impl<V: LegalVisitor> Visitor for Checker<'_, V> {
    fn begin_game(&mut self) {
        self.visitor.begin_game();
    }

    fn tag(&mut self, tag: Tag<'_>) {
        let (name, value) = (tag.name().to_str(), tag.value());
        match &*name {
            "FEN" => return self.set_start(tag),
            "SetUp" => return,
            // Plywood's records of other games look like PGN, and name their game.
            "Variant" | "Game" if !is_known_variant(&value) => {
                self.is_lost = true;
                self.record(tag.place(), Problem::Variant(Excerpt::new(&value)));
            }
            _ => {}
        }
        if self.tags.set(&name, &value).is_err() {
            self.record(tag.place(), Problem::Tag(tag.name().excerpt()));
        }
    }

    fn begin_movetext(&mut self) -> ControlFlow<()> {
        self.begin_once();
        if self.is_lost {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    #[inline]
    fn mv(&mut self, token: MoveToken<'_>) -> ControlFlow<()> {
        match self.play(token) {
            Ok(()) => ControlFlow::Continue(()),
            Err(problem) => {
                self.record(token.place(), problem);
                ControlFlow::Break(())
            }
        }
    }

    fn comment(&mut self, text: Text<'_>) {
        self.visitor.comment(text);
    }

    fn nag(&mut self, nag: Nag) {
        if self.line.before.is_some() {
            self.visitor.nag(nag);
        }
    }

    fn begin_variation(&mut self) -> ControlFlow<()> {
        let Some(position) = self.line.before.clone() else {
            return ControlFlow::Break(());
        };
        let variation = Line::new(position);
        self.outer
            .push(std::mem::replace(&mut self.line, variation));
        self.visitor.begin_variation();
        ControlFlow::Continue(())
    }

    fn end_variation(&mut self) {
        if let Some(line) = self.outer.pop() {
            self.line = line;
            self.visitor.end_variation();
        }
    }

    fn result(&mut self, result: GameResult) {
        // The result after the moves counts more than the tag, unless it is `*`.
        if result != GameResult::Unknown {
            self.result = result;
        }
    }
}

fn error_at(place: Place<'_>, problem: Problem) -> PgnError {
    PgnError {
        game: place.game(),
        line: place.line(),
        problem,
    }
}

/// Returns `true` if a variant has the rules of chess or Chess960.
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
