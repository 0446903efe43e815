//! `Move`.

use crate::values::{square_name, wrong};
use plywood_core as chess;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A move of chess, as legal_moves and play give and take it.
#[pyclass(frozen, eq, hash, module = "plywood", str = "{0}")]
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Move(pub(crate) chess::Move);

#[pymethods]
impl Move {
    /// The move with this number, which bits gives. To read a move as text, ask a position: Position.move.
    #[new]
    fn new(bits: u16) -> PyResult<Self> {
        let mv = chess::Move::from_bits(bits);
        mv.map(Self).ok_or_else(|| {
            wrong(format!(
                "the number {bits} is not a move: bit 15 is not set"
            ))
        })
    }

    /// The move as a number that fits into 16 bits.
    #[getter]
    fn bits(&self) -> u16 {
        self.0.to_bits()
    }

    /// The square that the piece leaves.
    #[getter]
    fn from_square(&self) -> &'static str {
        square_name(self.0.from())
    }

    /// The square on which the piece lands; for castling the king's.
    #[getter]
    fn to_square(&self) -> &'static str {
        square_name(self.0.destination())
    }

    /// The letter of the piece that a pawn becomes, or None.
    #[getter]
    fn promotion(&self) -> Option<char> {
        self.0.promotion().map(chess::PieceKind::letter)
    }

    /// Whether it is castling.
    #[getter]
    fn is_castling(&self) -> bool {
        self.0.castling_rook().is_some()
    }

    /// Whether it captures en passant.
    #[getter]
    fn is_en_passant(&self) -> bool {
        self.0.kind() == chess::MoveKind::EnPassant
    }

    /// The move as an arrow on an empty board: it does not know its position.
    fn _repr_svg_(&self) -> String {
        // Pictures of the same move may share what they name.
        let prefix = format!("plywood-move-{}-", self.bits());
        let board = chess::Board::EMPTY.to_svg().size(160);
        board
            .arrows(&[self.0.into()])
            .id_prefix(&prefix)
            .to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (self.bits(),)).into_pyobject(py)
    }
}
