//! The opcodes with a meaning: the only place where they are spelled out.

use std::borrow::Cow;

use plywood_core::{Move, Position};

use crate::epd::arguments::Arguments;
use crate::epd::{EpdError, Operand, Operation};

/// What an operation says, whatever its opcode.
#[derive(Debug, Clone, Copy)]
pub(super) enum Value<'a> {
    /// Moves in the position of the line.
    Moves(&'a [Move]),
    /// Moves that follow each other.
    Line(&'a [Move]),
    /// A number; every number of an operation fits.
    Number(i128),
    /// A text in quotation marks.
    Text(&'a str),
    /// Operands as they stand in the file.
    Operands(&'a [Operand]),
}

/// Makes an operation of what follows its opcode.
pub(super) type Read = fn(&Arguments<'_>, &Position) -> Result<Operation, EpdError>;

/// How an operation is read; `None` for an opcode without a meaning.
pub(super) fn reader(opcode: &str) -> Option<Read> {
    Some(match opcode {
        "bm" => |found, position| found.moves(position).map(Operation::BestMoves),
        "am" => |found, position| found.moves(position).map(Operation::AvoidMoves),
        "sm" => |found, position| found.single_move(position).map(Operation::SuppliedMove),
        "pm" => |found, position| found.single_move(position).map(Operation::PredictedMove),
        "pv" => |found, position| found.line(position).map(Operation::PredictedLine),
        "dm" => |found, _| found.number().map(Operation::DirectMate),
        "ce" => |found, _| found.number().map(Operation::Centipawns),
        "acd" => |found, _| found.number().map(Operation::AnalysisDepth),
        "acn" => |found, _| found.number().map(Operation::AnalysisNodes),
        "acs" => |found, _| found.number().map(Operation::AnalysisSeconds),
        "hmvc" => |found, _| found.number().map(Operation::HalfmoveClock),
        "fmvn" => |found, _| found.number().map(Operation::FullmoveNumber),
        "rc" => |found, _| found.number().map(Operation::RepetitionCount),
        "id" => |found, _| found.text().map(Operation::Id),
        "noop" => |found, _| Ok(Operation::NoOperation(found.operands.clone())),
        _ if comment_number(opcode).is_some() => |found, _| {
            let number = comment_number(found.opcode).unwrap_or_default();
            Ok(Operation::Comment(number, found.text()?))
        },
        _ => return None,
    })
}

/// The opcode of an operation, and what it says.
pub(super) fn parts(operation: &Operation) -> (Cow<'_, str>, Value<'_>) {
    let (opcode, value) = match operation {
        Operation::BestMoves(moves) => ("bm", Value::Moves(moves)),
        Operation::AvoidMoves(moves) => ("am", Value::Moves(moves)),
        Operation::SuppliedMove(mv) => ("sm", Value::Moves(std::slice::from_ref(mv))),
        Operation::PredictedMove(mv) => ("pm", Value::Moves(std::slice::from_ref(mv))),
        Operation::PredictedLine(moves) => ("pv", Value::Line(moves)),
        Operation::DirectMate(moves) => ("dm", number(*moves)),
        Operation::Centipawns(value) => ("ce", number(*value)),
        Operation::AnalysisDepth(depth) => ("acd", number(*depth)),
        Operation::AnalysisNodes(nodes) => ("acn", number(*nodes)),
        Operation::AnalysisSeconds(seconds) => ("acs", number(*seconds)),
        Operation::HalfmoveClock(clock) => ("hmvc", number(*clock)),
        Operation::FullmoveNumber(count) => ("fmvn", number(*count)),
        Operation::RepetitionCount(count) => ("rc", number(*count)),
        Operation::Id(text) => ("id", Value::Text(text)),
        Operation::Comment(number, text) => {
            return (Cow::Owned(format!("c{number}")), Value::Text(text));
        }
        Operation::NoOperation(operands) => ("noop", Value::Operands(operands)),
        Operation::Other(opcode, operands) => (opcode.as_str(), Value::Operands(operands)),
    };
    (Cow::Borrowed(opcode), value)
}

fn number<'a>(number: impl Into<i128>) -> Value<'a> {
    Value::Number(number.into())
}

/// The number of a comment, `c0` to `c9`.
fn comment_number(opcode: &str) -> Option<u8> {
    match opcode.as_bytes() {
        [b'c', digit @ b'0'..=b'9'] => Some(digit - b'0'),
        _ => None,
    }
}

/// Whether a text is a letter, then letters, digits and `_`.
pub(super) fn is_opcode(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
