//! Positions on the command line.

use plywood_console::{Failure, output};
use plywood_core::Position;

/// Reads a FEN, or `startpos`. Clocks may be missing, since people omit them.
pub(super) fn read(text: &str) -> Result<Position, Failure> {
    if text == "startpos" {
        return Ok(Position::START);
    }
    let read = Position::from_fen_lenient(text);
    let (position, repairs) = read.map_err(|error| Failure::Usage(format!("FEN: {error}")))?;
    for repair in repairs {
        output::complain(&format!("warning: {repair}"));
    }
    Ok(position)
}
