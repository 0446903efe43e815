//! Boards as SVG, from keyword arguments.

use crate::moves::Move;
use crate::values::parsed;
use plywood_core::diagram::{Arrow, Coordinates, Mark, Paint};
use plywood_core::{Position, Square};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// How a board is drawn.
pub(crate) struct Drawing<'py> {
    pub(crate) size: u32,
    pub(crate) seen_by: &'py str,
    pub(crate) coordinates: &'py str,
    pub(crate) last_move: Option<PyRef<'py, Move>>,
    pub(crate) arrows: Vec<Bound<'py, PyAny>>,
    pub(crate) marks: HashMap<String, String>,
}

impl Default for Drawing<'_> {
    fn default() -> Self {
        Self {
            size: 360,
            seen_by: "white",
            coordinates: "inside",
            last_move: None,
            arrows: Vec::new(),
            marks: HashMap::new(),
        }
    }
}

/// The board as SVG. Every picture has identifiers of its own, so that several stand on one page.
pub(crate) fn svg(position: &Position, drawing: &Drawing<'_>) -> PyResult<String> {
    let arrows = drawing.arrows.iter().map(arrow);
    let arrows = arrows.collect::<PyResult<Vec<Arrow>>>()?;
    let marks = drawing.marks.iter().map(|(square_text, paint)| {
        let mark = Mark::new(parsed::<Square>(square_text)?);
        Ok(mark.paint(parsed::<Paint>(paint)?))
    });
    let marks = marks.collect::<PyResult<Vec<Mark>>>()?;
    let coordinates = match drawing.coordinates {
        "hidden" => Coordinates::Hidden,
        "inside" => Coordinates::Inside,
        "framed" => Coordinates::Framed,
        other => {
            let text = format!("expected \"hidden\", \"inside\" or \"framed\", found {other:?}");
            return Err(PyValueError::new_err(text));
        }
    };
    let prefix = picture_id();
    let mut board = position
        .to_svg()
        .size(drawing.size)
        .seen_by(parsed(drawing.seen_by)?)
        .coordinates(coordinates)
        .arrows(&arrows)
        .marks(&marks)
        .id_prefix(&prefix);
    if let Some(mv) = &drawing.last_move {
        board = board.last_move(mv.0);
    }
    Ok(board.to_string())
}

/// A move, or `(from, to)`, or `(from, to, color)`.
fn arrow(value: &Bound<'_, PyAny>) -> PyResult<Arrow> {
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

/// A prefix that no other picture of this process has.
pub(crate) fn picture_id() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("plywood-{}-", COUNT.fetch_add(1, Ordering::Relaxed))
}
