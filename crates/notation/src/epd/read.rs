//! EPD read.

use plywood_core::{FenError, Position, Setup};

use crate::epd::arguments::Arguments;
use crate::epd::opcodes::reader;
use crate::epd::tokens::Tokens;
use crate::epd::{Epd, EpdError, Operation};

/// The longest line that is read.
pub(super) const LONGEST: usize = 1 << 16;

pub(super) fn line(text: &str) -> Result<Epd, EpdError> {
    if text.len() > LONGEST {
        return Err(EpdError::TooLong(text.len()));
    }
    let (fen, rest) = split(text);
    let mut epd = Epd::new(Position::new(&Setup::from_fen_lenient(fen)?).map_err(FenError::from)?);
    let mut tokens = Tokens::new(rest);
    while let Some(opcode) = tokens.opcode()? {
        let operands = tokens.operands(opcode)?;
        let arguments = Arguments { opcode, operands };
        epd.add(match reader(opcode) {
            Some(read) => read(&arguments, &epd.position)?,
            None => Operation::Other(opcode.to_owned(), arguments.operands),
        })?;
    }
    Ok(epd)
}

/// Splits the position from the operations: four fields, or six if the next two are numbers.
fn split(text: &str) -> (&str, &str) {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let mut end = 0;
    let mut rest = text;
    for field in 0..6 {
        let start = rest.trim_start();
        let word = start
            .split(|c: char| c.is_whitespace() || c == ';')
            .next()
            .unwrap_or_default();
        if word.is_empty() || field >= 4 && !is_number(word) {
            break;
        }
        rest = &start[word.len()..];
        end = text.len() - rest.len();
    }
    text.split_at(end)
}
