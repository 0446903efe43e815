//! The operations of an EPD.

use plywood_core::Move;

/// An operation of an EPD: an opcode and what it says of the position.
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
