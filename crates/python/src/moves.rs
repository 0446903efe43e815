//! `Move`.

use crate::values::{class_of, formatted, no_attribute, square_name, wrong};
use plywood_core::{self as chess, Bitboard, Color, MoveKind, Rank, Square, attacks};
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

/// A chess move, as returned by legal_moves and accepted by play.
#[pyclass(frozen, eq, hash, module = "plywood", str = "{0}")]
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Move(pub(crate) chess::Move);

#[pymethods]
impl Move {
    /// The move with this number, from bits. To read a move from a string, ask a position: Position.move.
    #[new]
    fn new(bits: u16) -> PyResult<Self> {
        let mv = chess::Move::from_bits(bits).filter(|mv| can_be_legal(*mv));
        mv.map(Self).ok_or_else(|| {
            wrong(format!(
                "the number {bits} is not a chess move; only numbers from Move.bits are"
            ))
        })
    }

    /// Raise an AttributeError that explains how to read a move: its meaning depends on the position.
    #[staticmethod]
    fn from_uci(uci: &str) -> PyResult<Self> {
        Err(PyAttributeError::new_err(format!(
            "reading a Move needs its position: position.move({uci:?}); plywood.chess.Move.from_uci needs none"
        )))
    }

    /// The move as a 16-bit number.
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

    /// The letter of the piece that a pawn promotes to, or None.
    #[getter]
    fn promotion(&self) -> Option<char> {
        self.0.promotion().map(chess::PieceKind::letter)
    }

    /// True if it is castling.
    #[getter]
    fn is_castling(&self) -> bool {
        self.0.castling_rook().is_some()
    }

    /// True if it captures en passant.
    #[getter]
    fn is_en_passant(&self) -> bool {
        self.0.kind() == MoveKind::EnPassant
    }

    /// The move in UCI notation, castling as the king's move; str(move) is equal. For Chess960 use Position.uci.
    fn uci(&self) -> String {
        self.0.to_string()
    }

    fn __format__(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        formatted(py, self.uci(), format)
    }

    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        Err(no_attribute(py, "Move", name))
    }

    /// The move as an arrow on an empty board: it has no position.
    fn _repr_svg_(&self) -> String {
        // Pictures of equal moves may share their definitions.
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

/// Anything other than a `Move`, as a string: SAN, UCI, or an object with its UCI notation, such as python-chess moves.
pub(crate) fn text_of(mv: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = mv.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    let text = mv.call_method0("uci").and_then(|text| text.extract());
    text.map_err(|_| {
        let found = class_of(mv);
        PyTypeError::new_err(format!(
            "expected a move: Move, SAN, UCI, or an object with a method uci; found {found}"
        ))
    })
}

/// Returns `true` if a move is legal in some position: its squares fit its kind.
fn can_be_legal(mv: chess::Move) -> bool {
    let (from, to) = (mv.from(), mv.to());
    // From the moving side's point of view, pawns go up the board.
    let is_pawns = |rank: Rank, reach: &dyn Fn(Square) -> Bitboard| {
        let seen = Color::ALL.map(|side| [from, to].map(|square| square.relative_to(side)));
        let mut seen = seen.into_iter();
        seen.any(|[from, to]| from.rank() == rank && reach(from).contains(to))
    };
    let captures = |from| attacks::pawn(Color::White, from);
    let push = |from: Square, ranks| Bitboard::from_iter(from.step(0, ranks));
    match mv.kind() {
        MoveKind::Normal => {
            let reach = attacks::queen(from, Bitboard::EMPTY) | attacks::knight(from);
            reach.contains(to)
        }
        MoveKind::Castling => {
            let has_king = [Rank::One, Rank::Eight].contains(&from.rank());
            has_king && from.rank() == to.rank() && from != to
        }
        MoveKind::DoublePush => is_pawns(Rank::Two, &|from| push(from, 2)),
        MoveKind::EnPassant => is_pawns(Rank::Five, &captures),
        MoveKind::PromoteKnight
        | MoveKind::PromoteBishop
        | MoveKind::PromoteRook
        | MoveKind::PromoteQueen => is_pawns(Rank::Seven, &|from| captures(from) | push(from, 1)),
    }
}
