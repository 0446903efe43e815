//! What Python calls squares, colors and pieces: short texts, as in FEN.

use plywood_core::{Bitboard, Color, Piece, PieceKind, Square};
use pyo3::Borrowed;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::str::FromStr;

/// A `ValueError` that says what the library says.
pub(crate) fn wrong(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// What Python raises where a file cannot be used, which names the file.
pub(crate) fn file_error(path: &Path, error: &io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let text = error.to_string();
            let text = text
                .split(" (os error")
                .next()
                .unwrap_or_default()
                .to_owned();
            PyOSError::new_err((number, text, path.to_path_buf()))
        }
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// What a text says, such as a square or a color.
pub(crate) fn parsed<T: FromStr<Err: Display>>(text: &str) -> PyResult<T> {
    text.parse().map_err(wrong)
}

/// An argument that is read from a text: a square such as `e4`, a color, `white` or `w`, a piece, `N` or `white knight`.
pub(crate) struct Written<T>(pub(crate) T);

impl<'py, T: FromStr<Err: Display>> FromPyObject<'_, 'py> for Written<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let text = object.cast::<PyString>()?;
        parsed(text.to_str()?).map(Self)
    }
}

/// The name of a square, which is not copied.
pub(crate) fn square_name(square: Square) -> &'static str {
    NAMES[square.index()]
}

/// The names of a set of squares, from a1 to h8.
pub(crate) fn square_names(squares: Bitboard) -> Vec<&'static str> {
    squares.into_iter().map(square_name).collect()
}

/// The letter of a piece, as in FEN.
pub(crate) const fn piece_letter(piece: Piece) -> &'static str {
    match (piece.color, piece.kind) {
        (Color::White, PieceKind::Pawn) => "P",
        (Color::White, PieceKind::Knight) => "N",
        (Color::White, PieceKind::Bishop) => "B",
        (Color::White, PieceKind::Rook) => "R",
        (Color::White, PieceKind::Queen) => "Q",
        (Color::White, PieceKind::King) => "K",
        (Color::Black, kind) => kind_letter(kind),
    }
}

/// The letter of a kind of piece, in lower case.
pub(crate) const fn kind_letter(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "p",
        PieceKind::Knight => "n",
        PieceKind::Bishop => "b",
        PieceKind::Rook => "r",
        PieceKind::Queen => "q",
        PieceKind::King => "k",
    }
}

#[rustfmt::skip]
const NAMES: [&str; 64] = [
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2",
    "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4",
    "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6",
    "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8",
];
