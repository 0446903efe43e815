//! `plywood.chess.Move`: two squares and an optional promotion, without a position.

use crate::moves::{Move, text_of};
use crate::porting::squares::At;
use crate::values::{formatted, square_name, wrong};
use plywood_core::{self as chess, PieceKind, Square};
use plywood_notation::san::SanError;
use plywood_notation::uci::{CastlingForm, UciError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
use pyo3::{Borrowed, create_exception};
use std::sync::atomic::{AtomicU32, Ordering};

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

/// A move by its squares, legal or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlainMove {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) promotion: Option<PieceKind>,
    /// The kind of a piece from the hand, in variants.
    drop: Option<PieceKind>,
}

/// A move by its squares, legal or not. Castling is a move of the king by two squares; in Chess960 the king takes its rook.
///
/// Its promotion can be set. Boards return one object for the same move every time, so change only moves that you have made.
#[pyclass(frozen, name = "Move", module = "plywood.chess")]
#[derive(Debug)]
pub(crate) struct MoveObject(AtomicU32);

impl MoveObject {
    fn get(&self) -> PlainMove {
        PlainMove::of_number(self.0.load(Ordering::Relaxed))
    }
}

impl From<PlainMove> for MoveObject {
    fn from(mv: PlainMove) -> Self {
        Self(AtomicU32::new(mv.number()))
    }
}

fn number_of(kind: Option<PieceKind>) -> Option<u32> {
    kind.map(|kind| kind as u32 + 1)
}

fn kind_or_none(number: Option<usize>) -> PyResult<Option<PieceKind>> {
    number.filter(|number| *number > 0).map(kind_of).transpose()
}

#[pymethods]
impl MoveObject {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion=None, drop=None))]
    fn new(
        from_square: At,
        to_square: At,
        promotion: Option<usize>,
        drop: Option<usize>,
    ) -> PyResult<Self> {
        let mv = PlainMove {
            from: from_square.0,
            to: to_square.0,
            promotion: kind_or_none(promotion)?,
            drop: kind_or_none(drop)?,
        };
        Ok(mv.into())
    }

    /// The move for a string in UCI notation; "0000" is a null move.
    #[staticmethod]
    fn from_uci(uci: &str) -> PyResult<Self> {
        PlainMove::parse(uci).map(Self::from)
    }

    /// The null move: the side to move passes.
    #[staticmethod]
    fn null() -> Self {
        PlainMove::NULL.into()
    }

    #[classattr]
    #[pyo3(name = "__match_args__")]
    const PARTS: (&str, &str, &str, &str) = ("from_square", "to_square", "promotion", "drop");

    /// The square that the piece leaves.
    #[getter]
    fn from_square(&self) -> u8 {
        self.get().from as u8
    }

    /// The square on which it lands.
    #[getter]
    fn to_square(&self) -> u8 {
        self.get().to as u8
    }

    /// The kind of piece that a pawn promotes to, or None.
    #[getter]
    fn promotion(&self) -> Option<u32> {
        number_of(self.get().promotion)
    }

    #[setter]
    fn set_promotion(&self, piece_type: Option<usize>) -> PyResult<()> {
        let mut mv = self.get();
        mv.promotion = kind_or_none(piece_type)?;
        self.0.store(mv.number(), Ordering::Relaxed);
        Ok(())
    }

    /// The kind of piece that is dropped, or None. No legal move of chess drops a piece.
    #[getter]
    fn drop(&self) -> Option<u32> {
        number_of(self.get().drop)
    }

    /// The move in UCI notation.
    fn uci(&self) -> String {
        self.get().uci()
    }

    /// The move in the notation of XBoard programs.
    fn xboard(&self) -> String {
        self.uci().replace("0000", "@@@@")
    }

    fn __bool__(&self) -> bool {
        !self.get().is_null()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.get() == other.get()
    }

    fn __hash__(&self) -> u32 {
        self.get().number()
    }

    fn __str__(&self) -> String {
        self.uci()
    }

    fn __format__(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        formatted(py, self.uci(), format)
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.uci())
    }

    fn __copy__(&self) -> Self {
        self.get().into()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.get().into()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (from, to) = (self.from_square(), self.to_square());
        let parts = (from, to, self.promotion(), self.drop());
        (py.get_type::<Self>(), parts).into_pyobject(py)
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
        if let Ok(mv) = object.cast::<MoveObject>() {
            return Ok(Self::Squares(mv.get().get()));
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

/// The bits of a move's number: six for each square, and three for each kind of piece.
const KIND: u32 = 12;
const DROP: u32 = 15;

impl PlainMove {
    pub(crate) const NULL: Self = Self {
        from: Square::A1,
        to: Square::A1,
        promotion: None,
        drop: None,
    };

    /// A legal move by its squares.
    pub(crate) fn of(mv: chess::Move, form: CastlingForm) -> Self {
        let to = match form {
            CastlingForm::Landing => mv.written_to(),
            CastlingForm::TakesRook => mv.to(),
        };
        Self::new(mv.from(), to, mv.promotion())
    }

    /// A move that need not be legal.
    pub(crate) const fn new(from: Square, to: Square, promotion: Option<PieceKind>) -> Self {
        Self {
            from,
            to,
            promotion,
            drop: None,
        }
    }

    /// The move in UCI notation.
    pub(crate) fn uci(&self) -> String {
        let [from, to] = [self.from, self.to].map(square_name);
        match self.drop {
            _ if self.is_null() => "0000".to_owned(),
            Some(kind) => format!("{}@{to}", kind.letter().to_ascii_uppercase()),
            None => {
                let promotion = self.promotion.map(|kind| kind.letter().to_string());
                format!("{from}{to}{}", promotion.unwrap_or_default())
            }
        }
    }

    /// Returns true if it puts a piece from the hand on the board.
    pub(crate) const fn is_drop(&self) -> bool {
        self.drop.is_some()
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
        if let Some((letter, to)) = uci.split_once('@') {
            let (letter, to) = (letter.parse().ok()?, to.parse().ok()?);
            let drop = PieceKind::from_letter(letter);
            return drop.map(|kind| Self {
                drop: Some(kind),
                ..Self::new(to, to, None)
            });
        }
        let (from, to) = (uci.get(..2)?.parse().ok()?, uci.get(2..4)?.parse().ok()?);
        let promotion = match uci.as_bytes().get(4..)? {
            [] => None,
            [b'a'..=b'z'] => Some(PieceKind::from_letter(uci[4..].parse().ok()?)?),
            _ => return None,
        };
        (from != to).then_some(Self::new(from, to, promotion))
    }

    /// A number that no other move has.
    fn number(&self) -> u32 {
        let [promotion, drop] =
            [self.promotion, self.drop].map(|kind| number_of(kind).unwrap_or(0));
        drop << DROP | promotion << KIND | (self.from as u32) << 6 | self.to as u32
    }

    fn of_number(number: u32) -> Self {
        let square = |bits: u32| Square::from_index(bits as usize & 63).unwrap_or(Square::A1);
        let kind = |bits: u32| {
            PieceKind::ALL
                .get((bits as usize & 7).wrapping_sub(1))
                .copied()
        };
        Self {
            from: square(number >> 6),
            to: square(number),
            promotion: kind(number >> KIND),
            drop: kind(number >> DROP),
        }
    }

    /// The Python object, which is made once for each move: a new one would take longer than all the work of a board for a move. One that was
    /// changed since isn't used any more.
    pub(crate) fn shared(self, py: Python<'_>) -> PyResult<Py<MoveObject>> {
        static MOVES: [PyOnceLock<Py<MoveObject>>; 7 << KIND] =
            [const { PyOnceLock::new() }; 7 << KIND];
        let fresh = || Py::new(py, MoveObject::from(self));
        let Some(known) = MOVES.get(self.number() as usize) else {
            return fresh();
        };
        let known = known.get_or_try_init(py, fresh)?;
        if known.get().get() == self {
            Ok(known.clone_ref(py))
        } else {
            fresh()
        }
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
