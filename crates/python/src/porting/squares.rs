//! Squares as numbers from 0 to 63, and sets of them.

use crate::drawing::picture_id;
use crate::values::{List, class_of};
use plywood_core::diagram::Mark;
use plywood_core::{Bitboard, Color, File, Rank, Square, attacks};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyIterator, PyList, PyTuple};
use pyo3::{Borrowed, IntoPyObjectExt as _};
use std::sync::atomic::{AtomicU64, Ordering};

/// A square as an argument: 0 is a1, 63 is h8.
#[derive(Clone, Copy)]
pub(crate) struct At(pub(crate) Square);

impl<'py> FromPyObject<'_, 'py> for At {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let number = object.extract::<i64>()?;
        let square = usize::try_from(number).ok().and_then(Square::from_index);
        square.map(Self).ok_or_else(|| {
            let text = format!("expected a square from 0 to 63 (a1 to h8), found {number}");
            PyIndexError::new_err(text)
        })
    }
}

/// A color as an argument: anything true is White.
#[derive(Clone, Copy)]
pub(crate) struct Side(pub(crate) Color);

impl<'py> FromPyObject<'_, 'py> for Side {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let colors = [Color::Black, Color::White];
        Ok(Self(colors[usize::from(object.is_truthy()?)]))
    }
}

/// Squares as an argument: a `SquareSet`, a 64-bit mask, or an iterable of squares.
#[derive(Clone, Copy)]
pub(crate) struct Squares(pub(crate) Bitboard);

impl<'py> FromPyObject<'_, 'py> for Squares {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(set) = object.cast::<SquareSet>() {
            return Ok(Self(set.get().mask()));
        }
        let number = if object.is_instance_of::<PyInt>() {
            Ok(object.to_owned())
        } else {
            // NumPy's numbers, for example.
            object.call_method0("__index__")
        };
        if let Ok(number) = number {
            // `~mask` is a negative number in Python.
            let mask = number.bitand(u64::MAX)?.extract::<u64>()?;
            return Ok(Self(Bitboard(mask)));
        }
        let squares = object.try_iter().map_err(|_| {
            PyTypeError::new_err(format!(
                "expected squares: a SquareSet, a mask of 64 bits, or an iterable of squares; found {}",
                class_of(&object)
            ))
        })?;
        let squares = squares.map(|square| square?.extract::<At>().map(|At(square)| square));
        squares.collect::<PyResult<Bitboard>>().map(Self)
    }
}

/// A set of squares: a 64-bit mask with the operations of a set and of a number.
#[pyclass(frozen, module = "plywood.chess")]
#[derive(Debug)]
pub(crate) struct SquareSet(AtomicU64);

impl From<Bitboard> for SquareSet {
    fn from(set: Bitboard) -> Self {
        Self(AtomicU64::new(set.0))
    }
}

impl SquareSet {
    fn mask(&self) -> Bitboard {
        Bitboard(self.0.load(Ordering::Relaxed))
    }

    fn list(&self) -> Vec<u8> {
        self.mask().into_iter().map(|square| square as u8).collect()
    }

    fn replace(&self, set: Bitboard) {
        self.0.store(set.0, Ordering::Relaxed);
    }
}

#[pymethods]
impl SquareSet {
    #[new]
    #[pyo3(signature = (squares=Squares(Bitboard::EMPTY)))]
    fn new(squares: Squares) -> Self {
        squares.0.into()
    }

    /// The set of one square.
    #[staticmethod]
    fn from_square(square: At) -> Self {
        Bitboard::from(square.0).into()
    }

    /// The whole rank, file or diagonal through two squares; empty if there is none.
    #[staticmethod]
    #[pyo3(name = "ray")]
    fn line(a: At, b: At) -> Self {
        attacks::line(a.0, b.0).into()
    }

    /// The squares between two squares on a rank, file or diagonal.
    #[staticmethod]
    #[pyo3(name = "between")]
    fn inner(a: At, b: At) -> Self {
        attacks::between(a.0, b.0).into()
    }

    /// The squares as a 64-bit mask.
    #[getter(mask)]
    fn bits(&self) -> u64 {
        self.mask().0
    }

    #[setter]
    fn set_mask(&self, squares: Squares) {
        self.replace(squares.0);
    }

    fn __contains__(&self, square: At) -> bool {
        self.mask().contains(square.0)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.list())?.try_iter()
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.list().into_iter().rev())?.try_iter()
    }

    fn __len__(&self) -> usize {
        self.mask().len() as usize
    }

    /// Add a square.
    fn add(&self, square: At) {
        self.replace(self.mask() | square.0);
    }

    /// Remove a square, if it is there.
    fn discard(&self, square: At) {
        self.replace(self.mask() - square.0);
    }

    /// Remove a square; KeyError if it is not there.
    fn remove(&self, square: At) -> PyResult<()> {
        if !self.mask().contains(square.0) {
            return Err(PyKeyError::new_err(square.0 as u8));
        }
        self.discard(square);
        Ok(())
    }

    /// Remove the first square and return it; KeyError if there is none.
    fn pop(&self) -> PyResult<u8> {
        let first = self.mask().first();
        let first = first.ok_or_else(|| PyKeyError::new_err("pop from an empty SquareSet"))?;
        self.discard(At(first));
        Ok(first as u8)
    }

    /// Remove all squares.
    fn clear(&self) {
        self.replace(Bitboard::EMPTY);
    }

    /// A copy.
    fn copy(&self) -> Self {
        self.mask().into()
    }

    /// True if no square is in both sets.
    fn isdisjoint(&self, other: Squares) -> bool {
        !self.mask().intersects(other.0)
    }

    /// True if every square is in the other set.
    fn issubset(&self, other: Squares) -> bool {
        self.mask().is_subset(other.0)
    }

    /// True if every square of the other set is in this one.
    fn issuperset(&self, other: Squares) -> bool {
        other.0.is_subset(self.mask())
    }

    fn __bool__(&self) -> bool {
        !self.mask().is_empty()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, operator: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let is_equal = other.extract::<Squares>().map(|it| it.0 == self.mask());
        match (operator, is_equal) {
            (CompareOp::Eq, Ok(is_equal)) => is_equal.into_py_any(py),
            (CompareOp::Ne, Ok(is_equal)) => (!is_equal).into_py_any(py),
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __or__(&self, other: Squares) -> Self {
        (self.mask() | other.0).into()
    }

    fn __and__(&self, other: Squares) -> Self {
        (self.mask() & other.0).into()
    }

    fn __sub__(&self, other: Squares) -> Self {
        (self.mask() - other.0).into()
    }

    fn __xor__(&self, other: Squares) -> Self {
        (self.mask() ^ other.0).into()
    }

    fn __ror__(&self, other: Squares) -> Self {
        self.__or__(other)
    }

    fn __rand__(&self, other: Squares) -> Self {
        self.__and__(other)
    }

    fn __rxor__(&self, other: Squares) -> Self {
        self.__xor__(other)
    }

    fn __lshift__(&self, shift: u32) -> Self {
        Bitboard(self.mask().0.checked_shl(shift).unwrap_or(0)).into()
    }

    fn __rshift__(&self, shift: u32) -> Self {
        Bitboard(self.mask().0.checked_shr(shift).unwrap_or(0)).into()
    }

    fn __invert__(&self) -> Self {
        (!self.mask()).into()
    }

    fn __ior__(&self, other: Squares) {
        self.replace(self.mask() | other.0);
    }

    fn __iand__(&self, other: Squares) {
        self.replace(self.mask() & other.0);
    }

    fn __isub__(&self, other: Squares) {
        self.replace(self.mask() - other.0);
    }

    fn __ixor__(&self, other: Squares) {
        self.replace(self.mask() ^ other.0);
    }

    fn __ilshift__(&self, shift: u32) {
        self.replace(self.__lshift__(shift).mask());
    }

    fn __irshift__(&self, shift: u32) {
        self.replace(self.__rshift__(shift).mask());
    }

    /// The squares of either set.
    fn union(&self, other: Squares) -> Self {
        self.__or__(other)
    }

    /// The squares of both sets.
    fn intersection(&self, other: Squares) -> Self {
        self.__and__(other)
    }

    /// The squares that are not in the other set.
    fn difference(&self, other: Squares) -> Self {
        self.__sub__(other)
    }

    /// The squares in exactly one of the two sets.
    fn symmetric_difference(&self, other: Squares) -> Self {
        self.__xor__(other)
    }

    /// Add the squares of other sets.
    #[pyo3(signature = (*others))]
    fn update(&self, others: List<Squares>) {
        for other in others.0 {
            self.__ior__(other);
        }
    }

    /// Keep only the squares that are also in the other sets.
    #[pyo3(signature = (*others))]
    fn intersection_update(&self, others: List<Squares>) {
        for other in others.0 {
            self.__iand__(other);
        }
    }

    /// Remove the squares of another set.
    fn difference_update(&self, other: Squares) {
        self.__isub__(other);
    }

    /// Keep the squares in exactly one of the two sets.
    fn symmetric_difference_update(&self, other: Squares) {
        self.__ixor__(other);
    }

    /// The set with the ranks reversed.
    fn mirror(&self) -> Self {
        self.mask().flip().into()
    }

    /// All subsets, as masks.
    fn carry_rippler<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let chess = py.import("plywood.chess")?;
        chess.call_method1("_subsets", (self.bits(),))
    }

    /// A list of 64 booleans, from a1 to h8.
    fn tolist(&self) -> [bool; 64] {
        Square::ALL.map(|square| self.mask().contains(square))
    }

    fn __int__(&self) -> u64 {
        self.mask().0
    }

    fn __index__(&self) -> u64 {
        self.mask().0
    }

    fn __str__(&self) -> String {
        drawn(|square| ['.', '1'][usize::from(self.mask().contains(square))])
    }

    fn __repr__(&self) -> String {
        let digits = format!("{:016x}", self.mask().0);
        let (a, b) = digits.split_at(8);
        let groups = [&a[..4], &a[4..], &b[..4], &b[4..]].join("_");
        format!("SquareSet(0x{groups})")
    }

    fn _repr_svg_(&self) -> String {
        let marks: Vec<Mark> = self.mask().into_iter().map(Mark::new).collect();
        let board = plywood_core::Board::EMPTY.to_svg().size(240);
        board.marks(&marks).id_prefix(&picture_id()).to_string()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (self.bits(),)).into_pyobject(py)
    }
}

/// Draws eight lines of eight characters, rank 8 first.
pub(crate) fn drawn(sign: impl Fn(Square) -> char) -> String {
    let rank = |rank: Rank| -> String {
        let signs = File::ALL.map(|file| sign(Square::new(file, rank)).to_string());
        signs.join(" ")
    };
    let ranks: Vec<String> = Rank::ALL.into_iter().rev().map(rank).collect();
    ranks.join("\n")
}

/// A mask of the squares between two squares on a rank, file or diagonal.
#[pyfunction]
pub(crate) fn between(a: At, b: At) -> u64 {
    attacks::between(a.0, b.0).0
}

/// A mask of the whole rank, file or diagonal through two squares; 0 if there is none.
#[pyfunction]
pub(crate) fn ray(a: At, b: At) -> u64 {
    attacks::line(a.0, b.0).0
}
