//! What can be said of a position.

use plywood_core::{Excerpt, Move, Position};

use crate::epd::EpdError;

/// One thing said of a position, known by its opcode.
///
/// ```
/// use plywood_notation::epd::{Epd, Operation};
///
/// let epd: Epd = "4k3/8/8/8/8/8/8/4K3 w - - c1 \"drawn\";".parse()?;
/// assert_eq!(epd.operations(), [Operation::Comment(1, "drawn".into())]);
/// # Ok::<(), plywood_notation::epd::EpdError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operation {
    /// `bm`: the best moves.
    BestMoves(Vec<Move>),
    /// `am`: moves to avoid.
    AvoidMoves(Vec<Move>),
    /// `sm`: the move that was played.
    SuppliedMove(Move),
    /// `pm`: the move that is expected.
    PredictedMove(Move),
    /// `pv`: the line that is expected, each move legal after those before it.
    PredictedLine(Vec<Move>),
    /// `dm`: in how many moves the side to move can mate.
    DirectMate(u32),
    /// `ce`: the value in hundredths of a pawn for the side to move.
    Centipawns(i32),
    /// `acd`: how many half-moves deep the analysis went.
    AnalysisDepth(u32),
    /// `acn`: how many nodes it visited.
    AnalysisNodes(u64),
    /// `acs`: how many seconds it took.
    AnalysisSeconds(u64),
    /// `hmvc`: half-moves since the last capture or pawn move.
    HalfmoveClock(u32),
    /// `fmvn`: the number of the move.
    FullmoveNumber(u32),
    /// `rc`: how often the position has been on the board.
    RepetitionCount(u32),
    /// `id`: the name of the position.
    Id(String),
    /// `c0` to `c9`: a comment and its number.
    Comment(u8, String),
    /// `noop`: nothing, said with any operands.
    NoOperation(Vec<Operand>),
    /// An opcode that is not known here, with its operands as they are.
    Other(String, Vec<Operand>),
}

/// A piece of text after an opcode.
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
    /// A text without white space, quotation marks or semicolons.
    Word(String),
    /// Any text, written in quotation marks.
    Quoted(String),
}

impl Operand {
    /// The text, without quotation marks.
    ///
    /// ```
    /// use plywood_notation::epd::Operand;
    ///
    /// assert_eq!(Operand::Quoted("two words".into()).as_str(), "two words");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Word(text) | Self::Quoted(text) => text,
        }
    }
}

/// The opcodes with a meaning of their own.
const KNOWN: [&str; 15] = [
    "bm", "am", "sm", "pm", "pv", "dm", "ce", "acd", "acn", "acs", "hmvc", "fmvn", "rc", "id",
    "noop",
];

/// The opcodes of comments, by their numbers.
pub(crate) const COMMENTS: [&str; 10] =
    ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"];

impl Operation {
    /// The opcode.
    ///
    /// ```
    /// use plywood_notation::epd::Operation;
    ///
    /// assert_eq!(Operation::Comment(3, "quiet".into()).opcode(), "c3");
    /// assert_eq!(Operation::Other("tcec".into(), Vec::new()).opcode(), "tcec");
    /// ```
    #[must_use]
    pub fn opcode(&self) -> &str {
        match self {
            Self::BestMoves(_) => "bm",
            Self::AvoidMoves(_) => "am",
            Self::SuppliedMove(_) => "sm",
            Self::PredictedMove(_) => "pm",
            Self::PredictedLine(_) => "pv",
            Self::DirectMate(_) => "dm",
            Self::Centipawns(_) => "ce",
            Self::AnalysisDepth(_) => "acd",
            Self::AnalysisNodes(_) => "acn",
            Self::AnalysisSeconds(_) => "acs",
            Self::HalfmoveClock(_) => "hmvc",
            Self::FullmoveNumber(_) => "fmvn",
            Self::RepetitionCount(_) => "rc",
            Self::Id(_) => "id",
            Self::Comment(number, _) => COMMENTS.get(usize::from(*number)).unwrap_or(&"c"),
            Self::NoOperation(_) => "noop",
            Self::Other(opcode, _) => opcode,
        }
    }

    /// Whether the operation can be said of a position, and can be written.
    pub(crate) fn check(&self, position: &Position) -> Result<(), EpdError> {
        match self {
            Self::BestMoves(moves) | Self::AvoidMoves(moves) => {
                moves.iter().try_for_each(|&mv| self.legal(position, mv))
            }
            Self::SuppliedMove(mv) | Self::PredictedMove(mv) => self.legal(position, *mv),
            Self::PredictedLine(moves) => {
                let mut position = position.clone();
                for &mv in moves {
                    self.legal(&position, mv)?;
                    position = position.play_unchecked(mv);
                }
                Ok(())
            }
            Self::Comment(number, _) if usize::from(*number) >= COMMENTS.len() => {
                Err(EpdError::Opcode(Excerpt::new(&format!("c{number}"))))
            }
            Self::Other(opcode, operands) => check_other(opcode, operands),
            Self::NoOperation(operands) => check_words(self.opcode(), operands),
            Self::DirectMate(_)
            | Self::Centipawns(_)
            | Self::AnalysisDepth(_)
            | Self::AnalysisNodes(_)
            | Self::AnalysisSeconds(_)
            | Self::HalfmoveClock(_)
            | Self::FullmoveNumber(_)
            | Self::RepetitionCount(_)
            | Self::Id(_)
            | Self::Comment(..) => Ok(()),
        }
    }

    fn legal(&self, position: &Position, mv: Move) -> Result<(), EpdError> {
        if position.is_legal(mv) {
            Ok(())
        } else {
            Err(EpdError::Illegal(Excerpt::new(self.opcode()), mv))
        }
    }
}

/// An opcode that is told to be unknown must be one, and must be unknown: it would be read otherwise.
fn check_other(opcode: &str, operands: &[Operand]) -> Result<(), EpdError> {
    if !is_opcode(opcode) {
        return Err(EpdError::Opcode(Excerpt::new(opcode)));
    }
    if KNOWN.contains(&opcode) || COMMENTS.contains(&opcode) {
        return Err(EpdError::Known(Excerpt::new(opcode)));
    }
    check_words(opcode, operands)
}

/// A word must be read again as the one word that it is.
fn check_words(opcode: &str, operands: &[Operand]) -> Result<(), EpdError> {
    let is_word = |text: &str| {
        let breaks = |c: char| c.is_whitespace() || matches!(c, '"' | ';');
        !text.is_empty() && !text.contains(breaks)
    };
    for operand in operands {
        match operand {
            Operand::Word(text) if !is_word(text) => {
                return Err(EpdError::Word(Excerpt::new(opcode), Excerpt::new(text)));
            }
            Operand::Word(_) | Operand::Quoted(_) => {}
        }
    }
    Ok(())
}

/// Whether a text is a letter, then letters, digits and `_`.
pub(crate) fn is_opcode(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
