//! `Score`.

use crate::values::wrong;
use plywood_eval as eval;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A score for the side to move: centipawns, or a sure win or loss. Scores can be compared and negated.
///
/// Score(35) is +0.35, Score("#3") mates in three moves.
#[pyclass(frozen, eq, ord, hash, module = "plywood", str = "{0}")]
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Score(pub(crate) eval::Score);

#[pymethods]
impl Score {
    #[new]
    fn new(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        match value.extract::<String>() {
            Ok(text) => text.parse().map(Self).map_err(wrong),
            Err(_) => read(value).map(Self),
        }
    }

    /// Centipawns, or None for a sure win or loss.
    #[getter]
    fn centipawns(&self) -> Option<i32> {
        self.0.as_centipawns()
    }

    /// The number of moves in which the side to move mates, negative if it is mated; None if there is no mate.
    #[getter]
    fn mate_in(&self) -> Option<i32> {
        self.0.mate_in()
    }

    /// True if it is a sure win or loss.
    #[getter]
    fn is_decisive(&self) -> bool {
        self.0.is_decisive()
    }

    fn __neg__(&self) -> Self {
        Self(-self.0)
    }

    /// Pawns, not centipawns; a sure win is inf, a sure loss -inf.
    fn __float__(&self) -> f64 {
        self.0.pawns()
    }

    fn __repr__(&self) -> String {
        format!("<Score {}>", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let class = py.get_type::<Self>();
        let from_packed = class.getattr("_from_packed")?;
        (from_packed, (self.0.packed(),)).into_pyobject(py)
    }

    #[staticmethod]
    #[pyo3(name = "_from_packed")]
    fn from_packed(packed: i16) -> Self {
        Self(eval::Score::from_packed(packed))
    }
}

/// The score of a `Score` or of a whole number of centipawns. A fraction could be meant as pawns, like the number that a `Score` becomes.
pub(crate) fn read(value: &Bound<'_, PyAny>) -> PyResult<eval::Score> {
    if let Ok(score) = value.cast_exact::<Score>() {
        return Ok(score.get().0);
    }
    let number = value.extract().map(eval::Score::centipawns);
    number.map_err(|error| match value.repr() {
        Ok(found) if error.is_instance_of::<PyTypeError>(value.py()) => PyTypeError::new_err(format!(
            "expected a Score or a whole number of centipawns, found {found}; float(score) is in pawns"
        )),
        _ => error,
    })
}
