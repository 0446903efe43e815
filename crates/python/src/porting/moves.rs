//! `plywood.chess.Move`: two squares and an optional promotion, without a position.

use crate::moves::{Move, text_of};
use crate::porting::squares::At;
use crate::values::{square_name, wrong};
use plywood_core::{self as chess, MoveKind, PieceKind, Square};
use plywood_notation::san::SanError;
use plywood_notation::uci::{CastlingForm, UciError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
use pyo3::{Borrowed, create_exception};

create_exception!(
    plywood.chess,
    InvalidMoveError,
    PyValueError,
    "The text is not a move."
);
create_exception!(
    plywood.chess,
    IllegalMoveError,
    PyValueError,
    "The move is not legal in this position."
);
create_exception!(
    plywood.chess,
    AmbiguousMoveError,
    PyValueError,
    "The text matches several legal moves."
);

/// The error for a string that is not SAN.
pub(crate) fn unreadable_san(error: SanError) -> PyErr {
    let text = error.to_string();
    match error {
        SanError::NotAMove(_) => InvalidMoveError::new_err(text),
        SanError::Ambiguous { .. } => AmbiguousMoveError::new_err(text),
        _ => IllegalMoveError::new_err(text),
    }
}

/// The error for a string that is not UCI notation.
pub(crate) fn unreadable_uci(error: UciError) -> PyErr {
    let text = error.to_string();
    match error {
        UciError::NotAMove(_) => InvalidMoveError::new_err(text),
        _ => IllegalMoveError::new_err(text),
    }
}

/// A move by its squares, legal or not. Castling is a move of the king by two squares; in Chess960 the king takes its rook.
#[pyclass(frozen, eq, name = "Move", module = "plywood.chess")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlainMove {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) promotion: Option<PieceKind>,
}

#[pymethods]
impl PlainMove {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion=None))]
    fn new(from_square: At, to_square: At, promotion: Option<usize>) -> PyResult<Self> {
        Ok(Self {
            from: from_square.0,
            to: to_square.0,
            promotion: promotion.map(kind_of).transpose()?,
        })
    }

    /// The move for a string in UCI notation; "0000" is a null move.
    #[staticmethod]
    fn from_uci(py: Python<'_>, uci: &str) -> PyResult<Py<Self>> {
        Self::parse(uci)?.shared(py)
    }

    /// The null move: the side to move passes.
    #[staticmethod]
    fn null(py: Python<'_>) -> PyResult<Py<Self>> {
        Self::NULL.shared(py)
    }

    /// The square that the piece leaves.
    #[getter]
    fn from_square(&self) -> u8 {
        self.from as u8
    }

    /// The square on which it lands.
    #[getter]
    fn to_square(&self) -> u8 {
        self.to as u8
    }

    /// The kind of piece that a pawn promotes to, or None.
    #[getter]
    fn promotion(&self) -> Option<usize> {
        self.promotion.map(|kind| kind as usize + 1)
    }

    /// None: only variants have drops.
    #[getter]
    fn drop(&self) -> Option<usize> {
        None
    }

    /// The move in UCI notation.
    pub(crate) fn uci(&self) -> String {
        if self.is_null() {
            return "0000".to_owned();
        }
        let [from, to] = [self.from, self.to].map(square_name);
        let promotion = self.promotion.map(|kind| kind.letter().to_string());
        format!("{from}{to}{}", promotion.unwrap_or_default())
    }

    /// The move in the notation of XBoard programs.
    fn xboard(&self) -> String {
        if self.is_null() {
            "@@@@".to_owned()
        } else {
            self.uci()
        }
    }

    fn __bool__(&self) -> bool {
        !self.is_null()
    }

    fn __hash__(&self) -> usize {
        self.number()
    }

    fn __str__(&self) -> String {
        self.uci()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.uci())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let squares = (self.from_square(), self.to_square(), self.promotion());
        (py.get_type::<Self>(), squares).into_pyobject(py)
    }
}

/// A move as an argument: of plywood.chess, plywood or python-chess, or a string. It is read before anything is locked, since it may be an
/// object that runs code.
pub(crate) enum AnyMove {
    Squares(PlainMove),
    Known(chess::Move),
    Text(String),
}

impl<'py> FromPyObject<'_, 'py> for AnyMove {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(mv) = object.cast::<PlainMove>() {
            return Ok(Self::Squares(*mv.get()));
        }
        if let Ok(mv) = object.cast::<Move>() {
            return Ok(Self::Known(mv.get().0));
        }
        text_of(&object).map(Self::Text)
    }
}

impl AnyMove {
    /// The squares of a move that need not be legal.
    pub(crate) fn squares(&self) -> PyResult<PlainMove> {
        match self {
            Self::Squares(mv) => Ok(*mv),
            Self::Known(mv) => Ok(PlainMove::of(*mv, CastlingForm::Landing)),
            Self::Text(text) => PlainMove::parse(text),
        }
    }
}

/// The number of pairs of squares.
const PAIRS: usize = 64 * 64;
/// The number of promotions: none, and one to each kind of piece.
const PROMOTIONS: usize = 7;

impl PlainMove {
    pub(crate) const NULL: Self = Self {
        from: Square::A1,
        to: Square::A1,
        promotion: None,
    };

    /// A legal move by its squares.
    pub(crate) fn of(mv: chess::Move, form: CastlingForm) -> Self {
        let to = match form {
            CastlingForm::Landing => mv.written_to(),
            CastlingForm::TakesRook => mv.to(),
        };
        Self {
            from: mv.from(),
            to,
            promotion: mv.promotion(),
        }
    }

    pub(crate) fn is_null(&self) -> bool {
        *self == Self::NULL
    }

    pub(crate) fn parse(uci: &str) -> PyResult<Self> {
        Self::read(uci).ok_or_else(|| {
            InvalidMoveError::new_err(format!(
                "expected a move in UCI notation, such as e2e4 or e7e8q, found {uci:?}"
            ))
        })
    }

    fn read(uci: &str) -> Option<Self> {
        if uci == "0000" {
            return Some(Self::NULL);
        }
        let (from, to) = (uci.get(..2)?.parse().ok()?, uci.get(2..4)?.parse().ok()?);
        let promotion = match uci.as_bytes().get(4..)? {
            [] => None,
            [letter] => {
                let kind = PieceKind::from_letter(char::from(*letter))?;
                MoveKind::promotion(kind)?;
                Some(kind)
            }
            _ => return None,
        };
        (from != to).then_some(Self {
            from,
            to,
            promotion,
        })
    }

    /// A number that no other move has.
    fn number(&self) -> usize {
        let promotion = self.promotion.map_or(0, |kind| kind as usize + 1);
        promotion * PAIRS + 64 * self.from.index() + self.to.index()
    }

    /// The Python object, which is made once for each move: a new one would take longer than all the work of a board for a move.
    pub(crate) fn shared(self, py: Python<'_>) -> PyResult<Py<Self>> {
        static MOVES: [PyOnceLock<Py<PlainMove>>; PROMOTIONS * PAIRS] =
            [const { PyOnceLock::new() }; PROMOTIONS * PAIRS];
        let known = &MOVES[self.number()];
        let known = known.get_or_try_init(py, || Py::new(py, self))?;
        Ok(known.clone_ref(py))
    }
}

/// The kind of a number from 1, a pawn, to 6, a king.
pub(crate) fn kind_of(number: usize) -> PyResult<PieceKind> {
    let kind = number
        .checked_sub(1)
        .and_then(|index| PieceKind::ALL.get(index));
    kind.copied().ok_or_else(|| {
        wrong(format!(
            "expected a kind of piece from 1 (PAWN) to 6 (KING), found {number}"
        ))
    })
}
