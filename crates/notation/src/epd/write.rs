//! EPD written.

use std::fmt::{self, Display, Write};

use plywood_core::{EnPassantFen, FenFormat, Move, Position};

use crate::epd::{Epd, Operand, Operation};
use crate::san;

/// The line, moves in SAN and texts in quotation marks.
impl Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The standard shows the square after every double push, and so nothing is lost.
        let fen = self.position.fen_with(FenFormat {
            en_passant: EnPassantFen::Always,
            ..FenFormat::default()
        });
        let fields = fen.split(' ').take(4);
        for (index, field) in fields.enumerate() {
            if index > 0 {
                f.write_char(' ')?;
            }
            f.write_str(field)?;
        }
        for operation in &self.operations {
            write!(f, " {}", operation.opcode())?;
            operands(f, operation, &self.position)?;
            f.write_char(';')?;
        }
        Ok(())
    }
}

fn operands(f: &mut impl Write, operation: &Operation, position: &Position) -> fmt::Result {
    match operation {
        Operation::BestMoves(moves) | Operation::AvoidMoves(moves) => {
            moves.iter().try_for_each(|&mv| write_move(f, position, mv))
        }
        Operation::SuppliedMove(mv) | Operation::PredictedMove(mv) => write_move(f, position, *mv),
        Operation::PredictedLine(moves) => {
            let mut position = position.clone();
            for &mv in moves {
                write_move(f, &position, mv)?;
                position = position.play_unchecked(mv);
            }
            Ok(())
        }
        Operation::Centipawns(value) => write!(f, " {value}"),
        Operation::AnalysisNodes(value) | Operation::AnalysisSeconds(value) => {
            write!(f, " {value}")
        }
        Operation::DirectMate(value)
        | Operation::AnalysisDepth(value)
        | Operation::HalfmoveClock(value)
        | Operation::FullmoveNumber(value)
        | Operation::RepetitionCount(value) => write!(f, " {value}"),
        Operation::Id(text) | Operation::Comment(_, text) => quoted(f, text),
        Operation::NoOperation(operands) | Operation::Other(_, operands) => {
            operands.iter().try_for_each(|operand| match operand {
                Operand::Word(text) => write!(f, " {text}"),
                Operand::Quoted(text) => quoted(f, text),
            })
        }
    }
}

fn write_move(f: &mut impl Write, position: &Position, mv: Move) -> fmt::Result {
    write!(f, " {}", san::write(position, mv))
}

/// A text in quotation marks, so escaped that it stays on its line.
fn quoted(f: &mut impl Write, text: &str) -> fmt::Result {
    f.write_str(" \"")?;
    for character in text.chars() {
        match character {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            other => f.write_char(other)?,
        }
    }
    f.write_char('"')
}
