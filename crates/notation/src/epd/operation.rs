//! The operations of an EPD.

use std::borrow::Cow;

use plywood_core::{Excerpt, Move, Position};

use crate::epd::EpdError;
use crate::epd::opcodes::{Value, is_opcode, parts, reader};

/// An operation of an EPD: an opcode and what it says of the position.
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
    /// `pm`: the predicted move.
    PredictedMove(Move),
    /// `pv`: the predicted line, each move legal after those before it.
    PredictedLine(Vec<Move>),
    /// `dm`: in how many moves the side to move can mate.
    DirectMate(u32),
    /// `ce`: the value in centipawns for the side to move.
    Centipawns(i32),
    /// `acd`: the depth of the analysis in half-moves.
    AnalysisDepth(u32),
    /// `acn`: the nodes that it visited.
    AnalysisNodes(u64),
    /// `acs`: the seconds that it took.
    AnalysisSeconds(u64),
    /// `hmvc`: half-moves since the last capture or pawn move.
    HalfmoveClock(u32),
    /// `fmvn`: the move number, 1 or more.
    FullmoveNumber(u32),
    /// `rc`: how many times the position has occurred.
    RepetitionCount(u32),
    /// `id`: the name of the position.
    Id(String),
    /// `c0` to `c9`: a comment with its number.
    Comment(u8, String),
    /// `noop`: no meaning, with any operands.
    NoOperation(Vec<Operand>),
    /// An opcode without a meaning here, with its operands as they stand.
    Other(String, Vec<Operand>),
}

/// An operand that is kept as it stands.
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
    /// Any text, written in quotation marks.
    Quoted(String),
}

impl Operand {
    /// The text, without quotation marks.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Word(text) | Self::Quoted(text) => text,
        }
    }
}

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
    pub fn opcode(&self) -> Cow<'_, str> {
        parts(self).0
    }

    /// The operation with a space for each line end, tab or other control character in its texts,
    /// since an EPD stands on one line and its texts have no escapes for them.
    pub(super) fn on_one_line(mut self) -> Self {
        match &mut self {
            Self::Id(text) | Self::Comment(_, text) => remove_controls(text),
            Self::NoOperation(operands) | Self::Other(_, operands) => {
                for operand in operands {
                    match operand {
                        Operand::Quoted(text) => remove_controls(text),
                        Operand::Word(_) => {}
                    }
                }
            }
            _ => {}
        }
        self
    }

    /// Whether the operation fits the position and can be written.
    pub(super) fn check(&self, position: &Position) -> Result<(), EpdError> {
        let (opcode, value) = parts(self);
        if !is_opcode(&opcode) {
            return Err(EpdError::Opcode(Excerpt::new(&opcode)));
        }
        let illegal = |mv| EpdError::Illegal(Excerpt::new(&opcode), mv);
        match value {
            Value::Moves(moves) => {
                let wrong = moves.iter().find(|&&mv| !position.is_legal(mv));
                wrong.map_or(Ok(()), |&mv| Err(illegal(mv)))
            }
            Value::Line(moves) => {
                let mut position = position.clone();
                for &mv in moves {
                    position = position.play(mv).map_err(|_| illegal(mv))?;
                }
                Ok(())
            }
            Value::Operands(operands) => {
                if matches!(self, Self::Other(..)) && reader(&opcode).is_some() {
                    return Err(EpdError::Known(Excerpt::new(&opcode)));
                }
                check_words(&opcode, operands)
            }
            Value::Text(_) if reader(&opcode).is_none() => {
                Err(EpdError::Opcode(Excerpt::new(&opcode)))
            }
            Value::Text(_) | Value::Number(_) => Ok(()),
        }
    }
}

fn remove_controls(text: &mut String) {
    if text.contains(char::is_control) {
        *text = text.replace(char::is_control, " ");
    }
}

/// An unquoted operand must be one word, or it would be read as something else.
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
