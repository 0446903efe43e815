//! EPD: positions with operations, one per line, as in test suites.
//!
//! A line is the first four fields of a FEN, then operations, each an opcode with operands and a semicolon. Known operations are parsed
//! into values, and their moves are checked; unknown ones are kept unchanged. Clocks may also appear where a FEN has them.
//!
//! ```
//! use plywood_notation::epd::{Epd, Operation};
//!
//! let epd: Epd =
//!     "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";"
//!         .parse()?;
//! assert_eq!(epd.id(), Some("BK.01"));
//! assert_eq!(epd.best_moves()[0].to_string(), "d6d1");
//! assert_eq!(
//!     epd.to_string(),
//!     "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";"
//! );
//! # Ok::<(), plywood_notation::epd::EpdError>(())
//! ```

mod line;

use std::str::FromStr;

use plywood_core::{Excerpt, FenError, Move, Position, PositionError};

use crate::san::SanError;

/// The error for a line that is not an EPD.
///
/// ```
/// use plywood_notation::epd::Epd;
///
/// let error = "8/8/8/4k3/8/8/8/4K2R w - - bm Ra1; dm x;".parse::<Epd>().unwrap_err();
/// assert_eq!(error.to_string(), r#""bm": "Ra1" is not a legal move here"#);
/// let error = "8/8/8/4k3/8/8/8/4K2R w - - dm x;".parse::<Epd>().unwrap_err();
/// assert_eq!(error.to_string(), r#""dm": expected a number, found "x""#);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EpdError {
    /// The line is too long.
    #[error("an EPD has at most {limit} bytes, but this one has {0}", limit = line::LONGEST)]
    TooLong(usize),
    /// The first four fields are not a legal position.
    #[error(transparent)]
    Position(#[from] FenError),
    /// The clocks of an operation do not fit the position.
    #[error("{0}: {1}")]
    Clock(Excerpt, PositionError),
    /// An operation does not begin with an opcode: a letter, then letters, digits and `_`.
    #[error("expected an opcode such as \"bm\", found {0}")]
    Opcode(Excerpt),
    /// An [`Operation::Other`] has an opcode with a meaning.
    #[error("{0} is a known opcode: use its operation")]
    Known(Excerpt),
    /// An operand is not a word, but is not quoted.
    #[error("{0}: {1} is not one word, so it must be quoted")]
    Word(Excerpt, Excerpt),
    /// A quotation mark is never closed.
    #[error("{0}: the quotation mark is not closed in {1}")]
    Unclosed(Excerpt, Excerpt),
    /// A string names no legal move, or several.
    #[error("{0}: {1}")]
    Move(Excerpt, SanError),
    /// An added move is not legal.
    #[error("{0}: the move {1} is not legal here")]
    Illegal(Excerpt, Move),
    /// A string is not a number, or the number is too large.
    #[error("{0}: expected a number, found {1}")]
    Number(Excerpt, Excerpt),
    /// An operation has too few or too many operands.
    #[error("{opcode}: expected {expected}, found {found} operands")]
    Operands {
        /// The opcode.
        opcode: Excerpt,
        /// The operands it needs.
        expected: &'static str,
        /// The number of operands.
        found: usize,
    },
}

/// A position and its operations.
///
/// Every move in the operations is legal. `hmvc` and `fmvn` set the clocks of the position.
///
/// ```
/// use plywood_notation::epd::Epd;
///
/// let epd: Epd = "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#; dm 1;".parse()?;
/// assert_eq!((epd.best_moves().len(), epd.direct_mate()), (1, Some(1)));
/// # Ok::<(), plywood_notation::epd::EpdError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Epd {
    position: Position,
    operations: Vec<Operation>,
}

impl Epd {
    /// Makes an EPD of a position, with no operations except for clocks that differ from a new game's.
    ///
    /// ```
    /// use plywood_core::Position;
    /// use plywood_notation::epd::{Epd, Operation};
    ///
    /// let mut epd = Epd::new(Position::START);
    /// epd.add(Operation::Id("the start".into()))?;
    /// assert_eq!(
    ///     epd.to_string(),
    ///     r#"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id "the start";"#
    /// );
    /// # Ok::<(), plywood_notation::epd::EpdError>(())
    /// ```
    #[must_use]
    pub fn new(position: Position) -> Self {
        let mut operations = Vec::new();
        if position.halfmove_clock() != 0 {
            operations.push(Operation::HalfmoveClock(position.halfmove_clock()));
        }
        if position.fullmove_number() != 1 {
            operations.push(Operation::FullmoveNumber(position.fullmove_number()));
        }
        Self {
            position,
            operations,
        }
    }

    /// Returns the position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the operations in their order.
    #[must_use]
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// Adds an operation. Others with the same opcode stay, except that a clock replaces the old one. Line ends and other control
    /// characters in strings become spaces.
    ///
    /// # Errors
    /// If a move is not legal, a clock does not fit the position, the number of a comment is not 0 to 9, or an [`Operation::Other`] has a
    /// known opcode or an invalid one.
    pub fn add(&mut self, operation: Operation) -> Result<(), EpdError> {
        let operation = operation.on_one_line();
        operation.check(&self.position)?;
        let mut setup = self.position.setup();
        match operation {
            Operation::HalfmoveClock(clock) => setup.halfmove_clock = clock,
            Operation::FullmoveNumber(number) => setup.fullmove_number = number,
            _ => {
                self.operations.push(operation);
                return Ok(());
            }
        }
        let opcode = operation.opcode();
        self.position =
            Position::new(&setup).map_err(|error| EpdError::Clock(Excerpt::new(&opcode), error))?;
        self.operations.retain(|old| old.opcode() != opcode);
        drop(opcode);
        self.operations.push(operation);
        Ok(())
    }

    /// Returns the best moves (`bm`); none if there is no such operation.
    #[must_use]
    pub fn best_moves(&self) -> &[Move] {
        self.find(|operation| match operation {
            Operation::BestMoves(moves) => Some(moves.as_slice()),
            _ => None,
        })
        .unwrap_or_default()
    }

    /// Returns the moves to avoid (`am`); none if there is no such operation.
    #[must_use]
    pub fn avoid_moves(&self) -> &[Move] {
        self.find(|operation| match operation {
            Operation::AvoidMoves(moves) => Some(moves.as_slice()),
            _ => None,
        })
        .unwrap_or_default()
    }

    /// Returns `true` if a move solves the position: it is one of the best moves, if there are any, and none of the moves to avoid. `false`
    /// if there are neither.
    ///
    /// ```
    /// use plywood_notation::{epd::Epd, san};
    ///
    /// let epd: Epd = "7k/8/6K1/8/8/8/8/5Q2 w - - am Qf7;".parse()?;
    /// let stalemate = san::parse(epd.position(), "Qf7")?;
    /// let mate = san::parse(epd.position(), "Qf8")?;
    /// assert!(epd.is_solved_by(mate) && !epd.is_solved_by(stalemate));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_solved_by(&self, mv: Move) -> bool {
        let (best, avoid) = (self.best_moves(), self.avoid_moves());
        let is_best = best.is_empty() || best.contains(&mv);
        let is_asked = !best.is_empty() || !avoid.is_empty();
        is_asked && is_best && !avoid.contains(&mv)
    }

    /// Returns the name of the position (`id`).
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.find(|operation| match operation {
            Operation::Id(id) => Some(id.as_str()),
            _ => None,
        })
    }

    /// Returns the moves to mate for the side to move (`dm`).
    #[must_use]
    pub fn direct_mate(&self) -> Option<u32> {
        self.find(|operation| match operation {
            Operation::DirectMate(moves) => Some(*moves),
            _ => None,
        })
    }

    /// Returns a comment (`c0` to `c9`) by its number.
    ///
    /// ```
    /// use plywood_notation::epd::Epd;
    ///
    /// let epd: Epd =
    ///     r#"4k3/8/8/8/8/8/8/4K3 w - - c0 "drawn; \"dead\""; c7 "by rule";"#.parse()?;
    /// assert_eq!(epd.comment(0), Some(r#"drawn; "dead""#));
    /// assert_eq!(epd.comment(1), None);
    /// # Ok::<(), plywood_notation::epd::EpdError>(())
    /// ```
    #[must_use]
    pub fn comment(&self, number: u8) -> Option<&str> {
        self.find(|operation| match operation {
            Operation::Comment(found, text) if *found == number => Some(text.as_str()),
            _ => None,
        })
    }

    fn find<'a, T>(&'a self, wanted: impl Fn(&'a Operation) -> Option<T>) -> Option<T> {
        self.operations.iter().find_map(wanted)
    }
}

impl FromStr for Epd {
    type Err = EpdError;

    /// Reads a line. A byte order mark before it is skipped.
    fn from_str(line: &str) -> Result<Self, EpdError> {
        line::read(without_mark(line))
    }
}

/// Returns the text without the byte order mark with which some editors begin a file.
fn without_mark(text: &str) -> &str {
    text.trim_start_matches('\u{FEFF}')
}

/// Reads the lines of a test suite. Empty lines and those that begin with `#` are skipped. Each item is the number of the line, from 1, and
/// its result; after a bad line the suite continues.
///
/// ```
/// use plywood_notation::epd;
///
/// let suite = "\u{FEFF}# mates\n6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#;\n\n6k1/8 w\n";
/// let read: Vec<_> =
///     epd::suite(suite).map(|(line, epd)| (line, epd.is_ok())).collect();
/// assert_eq!(read, [(2, true), (4, false)]);
/// ```
pub fn suite(text: &str) -> impl Iterator<Item = (usize, Result<Epd, EpdError>)> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, without_mark(line).trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| (number, line.parse()))
}

/// An operation of an EPD: an opcode with its operands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operation {
    /// `bm`: the best moves.
    BestMoves(Vec<Move>),
    /// `am`: moves to avoid.
    AvoidMoves(Vec<Move>),
    /// `sm`: the move played.
    SuppliedMove(Move),
    /// `pm`: the predicted move.
    PredictedMove(Move),
    /// `pv`: the predicted line, each move legal after those before it.
    PredictedLine(Vec<Move>),
    /// `dm`: the moves to mate for the side to move.
    DirectMate(u32),
    /// `ce`: the value in centipawns for the side to move.
    Centipawns(i32),
    /// `acd`: the depth of the analysis in half-moves.
    AnalysisDepth(u32),
    /// `acn`: the nodes of the analysis.
    AnalysisNodes(u64),
    /// `acs`: the seconds of the analysis.
    AnalysisSeconds(u64),
    /// `hmvc`: half-moves since the last capture or pawn move.
    HalfmoveClock(u32),
    /// `fmvn`: the move number, 1 or more.
    FullmoveNumber(u32),
    /// `rc`: the number of times the position has occurred.
    RepetitionCount(u32),
    /// `id`: the name of the position.
    Id(String),
    /// `c0` to `c9`: a comment with its number.
    Comment(u8, String),
    /// `noop`: no meaning, with any operands.
    NoOperation(Vec<Operand>),
    /// An unknown opcode, with its operands unchanged.
    Other(String, Vec<Operand>),
}

/// An operand that is kept unchanged.
///
/// ```
/// use plywood_notation::epd::{Epd, Operand, Operation};
///
/// let epd: Epd = "4k3/8/8/8/8/8/8/4K3 w - - tcec 17 \"the final\";".parse()?;
/// let operands = vec![Operand::Word("17".into()), Operand::Quoted("the final".into())];
/// assert_eq!(epd.operations(), [Operation::Other("tcec".into(), operands)]);
/// # Ok::<(), plywood_notation::epd::EpdError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A word without white space, quotation marks or semicolons.
    Word(String),
    /// A string, written in quotation marks.
    Quoted(String),
}

impl Operand {
    /// Returns the string, without quotation marks.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Word(text) | Self::Quoted(text) => text,
        }
    }
}
