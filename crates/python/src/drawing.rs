//! Boards as SVG, from keyword arguments.

use crate::moves::Move;
use crate::values::parsed;
use plywood_core::Square;
use plywood_core::diagram::{Arrow, Coordinates, Mark, Paint};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// The places of coordinates.
pub(crate) const COORDINATES: [(&str, Coordinates); 3] = [
    ("hidden", Coordinates::Hidden),
    ("inside", Coordinates::Inside),
    ("framed", Coordinates::Framed),
];

/// A square and the color that marks it.
pub(crate) fn mark((square, paint): (&String, &String)) -> PyResult<Mark> {
    let mark = Mark::new(parsed::<Square>(square)?);
    Ok(mark.paint(parsed::<Paint>(paint)?))
}

/// Reads a move, or `(from, to)`, or `(from, to, color)`.
pub(crate) fn arrow(value: &Bound<'_, PyAny>) -> PyResult<Arrow> {
    if let Ok(mv) = value.cast::<Move>() {
        return Ok(mv.get().0.into());
    }
    if let Ok((from, to)) = value.extract::<(String, String)>() {
        return Ok(Arrow::new(parsed::<Square>(&from)?, parsed(&to)?));
    }
    let (from, to, paint) = value.extract::<(String, String, String)>()?;
    let arrow = Arrow::new(parsed::<Square>(&from)?, parsed(&to)?);
    Ok(arrow.paint(parsed::<Paint>(&paint)?))
}

/// Makes a prefix that no other picture of this process has.
pub(crate) fn picture_id() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("plywood-{}-", COUNT.fetch_add(1, Ordering::Relaxed))
}
