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
    /// An added operation would not be read again as itself: its value is not of the kind that its opcode takes, or an operand that is not
    /// one word is not quoted.
    #[error("{0} cannot be written with this value")]
    Value(Excerpt),
    /// A quotation mark is never closed.
    #[error("{0}: the quotation mark is not closed in {1}")]
    Unclosed(Excerpt, Excerpt),
    /// A string names no legal move, or several.
    #[error("{0}: {1}")]
    Move(Excerpt, SanError),
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
    /// epd.add(Operation::text("id", "the start"))?;
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
            operations.push(Operation::number("hmvc", position.halfmove_clock()));
        }
        if position.fullmove_number() != 1 {
            operations.push(Operation::number("fmvn", position.fullmove_number()));
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
    /// If a clock does not fit the position, or the written operation could not be read again: a move is not legal, for example, or the value
    /// is not of the kind that the opcode takes.
    pub fn add(&mut self, operation: Operation) -> Result<(), EpdError> {
        operation.check(&self.position)?;
        self.push(operation)
    }

    /// Adds an operation that can be written.
    fn push(&mut self, operation: Operation) -> Result<(), EpdError> {
        let operation = operation.on_one_line();
        let mut setup = self.position.setup();
        let clock = match operation.opcode.as_str() {
            "hmvc" => &mut setup.halfmove_clock,
            "fmvn" => &mut setup.fullmove_number,
            _ => {
                self.operations.push(operation);
                return Ok(());
            }
        };
        let opcode = Excerpt::new(&operation.opcode);
        if let Value::Number(number) = operation.value {
            let too_large = |_| EpdError::Number(opcode, Excerpt::new(&number.to_string()));
            *clock = u32::try_from(number).map_err(too_large)?;
        }
        self.position = Position::new(&setup).map_err(|error| EpdError::Clock(opcode, error))?;
        self.operations.retain(|old| old.opcode != operation.opcode);
        self.operations.push(operation);
        Ok(())
    }

    /// Returns the moves of the first operation with this opcode; none if there is no such operation.
    ///
    /// ```
    /// use plywood_notation::epd::Epd;
    ///
    /// let epd: Epd = "4k3/8/8/8/8/8/4P3/4K3 w - - pv e4 Kd7; ce 30;".parse()?;
    /// assert_eq!((epd.moves("pv").len(), epd.number("ce")), (2, Some(30)));
    /// # Ok::<(), plywood_notation::epd::EpdError>(())
    /// ```
    #[must_use]
    pub fn moves(&self, opcode: &str) -> &[Move] {
        match self.value(opcode) {
            Some(Value::Moves(moves)) => moves,
            _ => &[],
        }
    }

    /// Returns the number of the first operation with this opcode.
    #[must_use]
    pub fn number(&self, opcode: &str) -> Option<i64> {
        match self.value(opcode)? {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the string of the first operation with this opcode: `id`, or a comment, `c0` to `c9`.
    ///
    /// ```
    /// use plywood_notation::epd::Epd;
    ///
    /// let epd: Epd =
    ///     r#"4k3/8/8/8/8/8/8/4K3 w - - c0 "drawn; \"dead\""; c7 "by rule";"#.parse()?;
    /// assert_eq!((epd.text("c0"), epd.text("c1")), (Some(r#"drawn; "dead""#), None));
    /// # Ok::<(), plywood_notation::epd::EpdError>(())
    /// ```
    #[must_use]
    pub fn text(&self, opcode: &str) -> Option<&str> {
        match self.value(opcode)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    fn value(&self, opcode: &str) -> Option<&Value> {
        let mut operations = self.operations.iter();
        operations.find_map(|one| (one.opcode == opcode).then_some(&one.value))
    }

    /// Returns the best moves (`bm`); none if there is no such operation.
    #[must_use]
    pub fn best_moves(&self) -> &[Move] {
        self.moves("bm")
    }

    /// Returns the moves to avoid (`am`); none if there is no such operation.
    #[must_use]
    pub fn avoid_moves(&self) -> &[Move] {
        self.moves("am")
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
        self.text("id")
    }

    /// Returns the moves to mate for the side to move (`dm`).
    #[must_use]
    pub fn direct_mate(&self) -> Option<u32> {
        u32::try_from(self.number("dm")?).ok()
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

/// The form of operations, for programs that read them without their meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// Operands are words and strings. Only quotation marks and backslashes are escaped.
    Standard,
    /// Strings may have line ends, and need no semicolon or quotation mark behind them. More opcodes are allowed.
    PythonChess,
}

/// An operation of an EPD: an opcode with its value. These opcodes have a meaning:
///
/// | opcodes | value |
/// |---|---|
/// | `bm`, `am` | the best moves; moves to avoid |
/// | `sm`, `pm` | the move played; the predicted move |
/// | `pv` | the predicted line, each move legal after those before it |
/// | `ce` | the value in centipawns for the side to move |
/// | `dm` | the moves to mate for the side to move |
/// | `acd`, `acn`, `acs` | the depth, nodes and seconds of the analysis |
/// | `hmvc`, `fmvn`, `rc` | half-moves since the last capture or pawn move; the move number; how often the position has occurred |
/// | `id`, `c0` to `c9` | the name of the position; comments |
///
/// Any other opcode keeps its operands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Operation {
    /// The opcode: a letter, then letters, digits and `_`.
    pub opcode: String,
    /// The value.
    pub value: Value,
}

/// The value of an [`Operation`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// Moves.
    Moves(Vec<Move>),
    /// A number.
    Number(i64),
    /// A string, written in quotation marks.
    Text(String),
    /// The operands of an unknown opcode.
    Operands(Vec<Operand>),
}

impl Operation {
    /// Makes an operation with moves, such as `bm`.
    #[must_use]
    pub fn moves(opcode: &str, moves: &[Move]) -> Self {
        Self::of(opcode, Value::Moves(moves.to_vec()))
    }

    /// Makes an operation with a number, such as `ce`.
    #[must_use]
    pub fn number(opcode: &str, number: impl Into<i64>) -> Self {
        Self::of(opcode, Value::Number(number.into()))
    }

    /// Makes an operation with a string, such as `id`.
    #[must_use]
    pub fn text(opcode: &str, text: &str) -> Self {
        Self::of(opcode, Value::Text(text.to_owned()))
    }

    fn of(opcode: &str, value: Value) -> Self {
        let opcode = opcode.to_owned();
        Self { opcode, value }
    }
}

/// An operand that is kept unchanged.
///
/// ```
/// use plywood_notation::epd::{Epd, Operand, Value};
///
/// let epd: Epd = "4k3/8/8/8/8/8/8/4K3 w - - tcec 17 \"the final\";".parse()?;
/// let operands = vec![Operand::Word("17".into()), Operand::Quoted("the final".into())];
/// assert_eq!(epd.operations()[0].value, Value::Operands(operands));
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
