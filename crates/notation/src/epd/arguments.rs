//! The operands of an operation, read as moves, numbers and texts.

use std::str::FromStr;

use plywood_core::{Excerpt, Move, Position};

use crate::epd::{EpdError, Operand};
use crate::san;

/// The operands of an opcode.
pub(super) struct Arguments<'a> {
    pub(super) opcode: &'a str,
    pub(super) operands: Vec<Operand>,
}

impl Arguments<'_> {
    /// Moves of the position, at least one.
    pub(super) fn moves(&self, position: &Position) -> Result<Vec<Move>, EpdError> {
        if self.operands.is_empty() {
            return Err(self.wrong("one move or more"));
        }
        self.operands
            .iter()
            .map(|operand| self.read_move(position, operand))
            .collect()
    }

    pub(super) fn single_move(&self, position: &Position) -> Result<Move, EpdError> {
        self.read_move(position, self.single("one move")?)
    }

    /// Moves that follow each other, perhaps none.
    pub(super) fn line(&self, position: &Position) -> Result<Vec<Move>, EpdError> {
        let mut position = position.clone();
        let mut moves = Vec::new();
        for operand in &self.operands {
            let mv = self.read_move(&position, operand)?;
            position = position.play_unchecked(mv);
            moves.push(mv);
        }
        Ok(moves)
    }

    fn read_move(&self, position: &Position, operand: &Operand) -> Result<Move, EpdError> {
        san::parse(position, operand.as_str())
            .map_err(|error| EpdError::Move(Excerpt::new(self.opcode), error))
    }

    pub(super) fn number<T: FromStr>(&self) -> Result<T, EpdError> {
        let text = self.single("one number")?.as_str();
        text.parse()
            .map_err(|_| EpdError::Number(Excerpt::new(self.opcode), Excerpt::new(text)))
    }

    /// A text; quotation marks may be missing.
    pub(super) fn text(&self) -> Result<String, EpdError> {
        if self.operands.is_empty() {
            return Err(self.wrong("a text in quotation marks"));
        }
        let texts: Vec<&str> = self.operands.iter().map(Operand::as_str).collect();
        Ok(texts.join(" "))
    }

    fn single(&self, expected: &'static str) -> Result<&Operand, EpdError> {
        match self.operands.as_slice() {
            [operand] => Ok(operand),
            _ => Err(self.wrong(expected)),
        }
    }

    fn wrong(&self, expected: &'static str) -> EpdError {
        EpdError::Operands {
            opcode: Excerpt::new(self.opcode),
            expected,
            found: self.operands.len(),
        }
    }
}
