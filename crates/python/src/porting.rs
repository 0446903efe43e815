//! `plywood.chess`: a board that changes, with the names of python-chess.

pub(crate) mod squares;
pub(crate) mod moves;
pub(crate) mod pieces;
mod arrangement;
pub(crate) mod game;
mod stack;
mod status;
pub(crate) mod board;

use pyo3::prelude::*;
use pyo3::types::PyModule;

/// Adds the classes to the extension module. Other classes of it have the same names, so these are found with a prefix.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("ChessBoard", py.get_type::<board::Board>())?;
    module.add("ChessMove", py.get_type::<moves::MoveObject>())?;
    module.add("ChessPiece", py.get_type::<pieces::ColoredPiece>())?;
    module.add("LegalMoves", py.get_type::<board::LegalMoves>())?;
    module.add("SquareSet", py.get_type::<squares::SquareSet>())?;
    module.add("InvalidMoveError", py.get_type::<moves::InvalidMoveError>())?;
    module.add("IllegalMoveError", py.get_type::<moves::IllegalMoveError>())?;
    module.add(
        "AmbiguousMoveError",
        py.get_type::<moves::AmbiguousMoveError>(),
    )?;
    module.add_function(wrap_pyfunction!(squares::between, module)?)?;
    module.add_function(wrap_pyfunction!(squares::ray, module)?)?;
    module.add_function(wrap_pyfunction!(pieces::attacks_of, module)?)
}
