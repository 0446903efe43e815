//! `plywood.chess`: a board that changes, with the names of python-chess.

pub(crate) mod squares;
pub(crate) mod moves;
pub(crate) mod pieces;
mod arrangement;
mod stack;
pub(crate) mod game;
mod status;
pub(crate) mod board;

use pyo3::prelude::*;
use pyo3::types::PyModule;

/// Adds the classes whose names other classes of the extension module have. These are found with a prefix.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("ChessBoard", py.get_type::<board::Board>())?;
    module.add("ChessMove", py.get_type::<moves::MoveObject>())?;
    module.add("ChessPiece", py.get_type::<pieces::ColoredPiece>())
}
