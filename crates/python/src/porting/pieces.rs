//! `plywood.chess.Piece`: a kind of piece of a color.

use crate::drawing::picture_id;
use crate::porting::moves::kind_of;
use crate::porting::squares::{At, Side, Squares};
use crate::values::wrong;
use plywood_core::{self as chess, Bitboard, Color, Piece, Setup, Square, attacks};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

/// A piece of a color.
#[pyclass(frozen, eq, name = "Piece", module = "plywood.chess")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ColoredPiece(pub(crate) Piece);

#[pymethods]
impl ColoredPiece {
    #[new]
    fn new(piece_type: usize, color: Side) -> PyResult<Self> {
        Ok(Self(kind_of(piece_type)?.of(color.0)))
    }

    /// The piece for a letter of a FEN.
    #[staticmethod]
    fn from_symbol(symbol: &str) -> PyResult<Self> {
        let mut letters = symbol.chars();
        let piece = letters.next().and_then(Piece::from_letter);
        let piece = piece.filter(|_| letters.next().is_none());
        piece.map(Self).ok_or_else(|| {
            wrong(format!(
                "expected a letter of a piece, as in FEN, found {symbol:?}"
            ))
        })
    }

    #[classattr]
    #[pyo3(name = "__match_args__")]
    const PARTS: (&str, &str) = ("piece_type", "color");

    /// The kind of the piece, from PAWN to KING.
    #[getter]
    fn piece_type(&self) -> usize {
        self.0.kind as usize + 1
    }

    /// WHITE or BLACK.
    #[getter]
    fn color(&self) -> bool {
        self.0.color == Color::White
    }

    /// The letter of the piece in a FEN.
    fn symbol(&self) -> char {
        self.0.letter()
    }

    /// The figurine of the piece.
    #[pyo3(signature = (*, invert_color=false))]
    fn unicode_symbol(&self, invert_color: bool) -> char {
        let colors = [self.0.color, !self.0.color];
        self.0.kind.of(colors[usize::from(invert_color)]).figurine()
    }

    fn __hash__(&self) -> usize {
        self.number()
    }

    fn __str__(&self) -> char {
        self.0.letter()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.0.letter())
    }

    fn _repr_svg_(&self) -> String {
        let mut board = chess::Board::EMPTY;
        board.put(Square::E4, self.0);
        let prefix = picture_id();
        board.to_svg().size(160).id_prefix(&prefix).to_string()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (self.piece_type(), self.color())).into_pyobject(py)
    }
}

impl ColoredPiece {
    fn number(&self) -> usize {
        2 * (self.0.kind as usize) + self.0.color as usize
    }

    /// The Python object, which is made once for each piece.
    pub(crate) fn shared(self, py: Python<'_>) -> PyResult<Py<Self>> {
        static PIECES: [PyOnceLock<Py<ColoredPiece>>; 12] = [const { PyOnceLock::new() }; 12];
        let known = PIECES[self.number()].get_or_try_init(py, || Py::new(py, self))?;
        Ok(known.clone_ref(py))
    }
}

/// A mask of the squares that a piece attacks from a square, where the given squares block sliders.
#[pyfunction]
#[pyo3(signature = (piece, square, occupied=Squares(Bitboard::EMPTY)))]
pub(crate) fn attacks_of(piece: &ColoredPiece, square: At, occupied: Squares) -> u64 {
    attacks::of(piece.0, square.0, occupied.0).0
}

/// The placement of a FEN without marks of promoted pieces, as in `Q~`, and the squares of these.
fn unmarked(placement: &str) -> (String, Bitboard) {
    let (mut plain, mut marked) = (String::new(), Bitboard::EMPTY);
    let mut square = 0_usize;
    for letter in placement.chars() {
        match letter {
            // Squares count from a8 along the ranks here.
            '~' if plain.ends_with(char::is_alphabetic) => {
                let piece = square.checked_sub(1).and_then(Square::from_index);
                marked |= piece.into_iter().collect::<Bitboard>();
                continue;
            }
            '/' => (),
            _ => square += letter.to_digit(10).map_or(1, |empty| empty as usize),
        }
        plain.push(letter);
    }
    (plain, marked.flip())
}

/// Reads a FEN, and the squares of the pieces that it marks as promoted.
pub(crate) fn read_fen(fen: &str) -> PyResult<(Setup, Bitboard)> {
    // Most have no mistakes, and are read faster so.
    if let Ok(setup) = Setup::from_fen(fen) {
        return Ok((setup, Bitboard::EMPTY));
    }
    let read = |fen: &str| Setup::from_fen_lenient(fen).map_err(wrong);
    let (placement, rest) = fen.trim_start().split_once(' ').unwrap_or((fen, ""));
    if !placement.contains('~') {
        return Ok((read(fen)?, Bitboard::EMPTY));
    }
    let (plain, marked) = unmarked(placement);
    Ok((read(&format!("{plain} {rest}"))?, marked))
}

/// A FEN with marks of promoted pieces.
pub(crate) fn with_marks(fen: &str, promoted: Bitboard) -> String {
    let (placement, rest) = fen.split_once(' ').unwrap_or((fen, ""));
    let mut marked = String::new();
    for letter in placement.chars() {
        marked.push(letter);
        let square = unmarked(&format!("{marked}~")).1;
        if letter.is_ascii_alphabetic() && square.is_subset(promoted) {
            marked.push('~');
        }
    }
    format!("{marked} {rest}")
}
