//! Python's names of squares, colors and pieces: short strings, as in FEN.

use plywood_core::{Bitboard, Square};
use pyo3::Borrowed;
use pyo3::exceptions::{PyAttributeError, PyMemoryError, PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PySequence, PyString};
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::str::FromStr;
use std::sync::LazyLock;

/// The `ValueError` for a library error.
pub(crate) fn wrong(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A text in the format of an f-string, such as `>8`.
pub(crate) fn formatted(py: Python<'_>, text: String, format: &str) -> PyResult<String> {
    let text = PyString::new(py, &text);
    text.call_method1("__format__", (format,))?.extract()
}

/// The Python exception for a file that cannot be used, which names the file.
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
        None => io::Error::new(error.kind(), format!("{}: {error}", path.display())).into(),
    }
}

/// The name to use here instead of one of python-chess, as the end of a message; empty for other names.
pub(crate) fn hint(py: Python<'_>, owner: &str, name: &str) -> String {
    let hint = || {
        let hints = py.import("plywood.hints")?;
        hints.call_method1("hint", (owner, name))?.extract()
    };
    hint().unwrap_or_default()
}

/// The `AttributeError` for a name that a class does not have.
pub(crate) fn no_attribute(py: Python<'_>, class: &str, name: &str) -> PyErr {
    let hint = hint(py, class, name);
    PyAttributeError::new_err(format!("{class:?} object has no attribute {name:?}{hint}"))
}

/// The meaning of a word among those that an argument accepts.
pub(crate) fn one_of<T: Copy>(argument: &str, found: &str, words: &[(&str, T)]) -> PyResult<T> {
    let known = words.iter().find(|(word, _)| *word == found);
    known.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let words: Vec<String> = words.iter().map(|(word, _)| format!("{word:?}")).collect();
        wrong(format!(
            "{argument} is {}, not {found:?}",
            words.join(" or ")
        ))
    })
}

/// The name of an object's class, for messages.
pub(crate) fn class_of(object: &Bound<'_, PyAny>) -> String {
    let name = object.get_type().name();
    name.map_or_else(|_| "an object".to_owned(), |name| name.to_string())
}

/// Parses a string, such as a square or a color.
pub(crate) fn parsed<T: FromStr<Err: Display>>(text: &str) -> PyResult<T> {
    text.parse().map_err(wrong)
}

/// An argument parsed from a string: a square such as `e4`, a color, `white` or `w`, a piece, `N` or `white knight`.
pub(crate) struct Written<T>(pub(crate) T);

impl<'py, T: FromStr<Err: Display>> FromPyObject<'_, 'py> for Written<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let text = object.cast::<PyString>()?;
        parsed(text.to_str()?).map(Self)
    }
}

/// A list as an argument. An object can claim any length, so memory is asked for with an error if there is none.
pub(crate) struct List<T>(pub(crate) Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'py, T> FromPyObject<'_, 'py> for List<T>
where
    T: for<'a> FromPyObject<'a, 'py>,
{
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("expected a list, found a string"));
        }
        let list = object.cast::<PySequence>()?;
        let items = list
            .try_iter()?
            .map(|item| item?.extract().map_err(Into::into));
        collected(list.len()?, items).map(Self)
    }
}

/// Collects about so many items, or raises MemoryError.
pub(crate) fn collected<T>(
    count: usize,
    items: impl Iterator<Item = PyResult<T>>,
) -> PyResult<Vec<T>> {
    let no_room = |_| PyMemoryError::new_err(());
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(no_room)?;
    for item in items {
        list.try_reserve(1).map_err(no_room)?;
        list.push(item?);
        look_sometimes(list.len())?;
    }
    Ok(list)
}

/// Checks for signals and lets other threads run, after as many items as take much less time than a person notices.
pub(crate) fn look_sometimes(count: usize) -> PyResult<()> {
    if !count.is_multiple_of(1024) {
        return Ok(());
    }
    Python::attach(|py| {
        py.detach(|| ());
        py.check_signals()
    })
}

/// The name of a square, without a copy.
pub(crate) fn square_name(square: Square) -> &'static str {
    &NAMES[square.index()]
}

/// The names of a set of squares, from a1 to h8.
pub(crate) fn square_names(squares: Bitboard) -> Vec<&'static str> {
    squares.into_iter().map(square_name).collect()
}

static NAMES: LazyLock<[String; 64]> =
    LazyLock::new(|| Square::ALL.map(|square| square.to_string()));
