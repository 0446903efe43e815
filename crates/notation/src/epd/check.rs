//! What an operation must be so that it can be written and read again.

use std::borrow::Cow;

use plywood_core::{Excerpt, Position};

use crate::epd::opcodes::{Value, is_opcode, parts, reader};
use crate::epd::{EpdError, Operand, Operation};

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
