//! Reports of searches in their Python form.

use crate::games::Hosted;
use crate::score::Score;
use crate::values::wrong;
use plywood_search::{Iteration, Line, Report, ScoredLine, Stats};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList};

/// The context of a report.
pub(crate) struct Found<'a, G: Hosted> {
    pub(crate) position: &'a G,
    /// The strategy as written.
    pub(crate) strategy: &'a str,
}

impl<G: Hosted> Found<'_, G> {
    /// Makes a `plywood.Report`.
    pub(crate) fn report(&self, py: Python<'_>, report: &Report<G::Move>) -> PyResult<Py<PyAny>> {
        let fields = PyDict::new(py);
        fields.set_item("position", self.position.to_python(py)?)?;
        fields.set_item("strategy", self.strategy)?;
        let best = report.best_move;
        let best = best.map(|mv| G::move_to_python(mv, py)).transpose()?;
        fields.set_item("best_move", best)?;
        fields.set_item("score", report.score.map(Score))?;
        self.add_line(&fields, &report.line)?;
        fields.set_item("other_lines", self.lines(py, &report.other_lines)?)?;
        fields.set_item("depth", report.depth)?;
        fields.set_item("reason", report.reason.to_string())?;
        fields.set_item("is_exact", report.is_exact)?;
        fields.set_item("is_complete", report.is_complete())?;
        fields.set_item("stats", stats(py, &report.stats)?)?;
        let iterations = report.iterations.iter();
        let iterations = iterations.map(|iteration| self.iteration(py, iteration));
        let iterations = iterations.collect::<PyResult<Vec<_>>>()?;
        fields.set_item("iterations", iterations)?;
        fields.set_item("seconds", report.elapsed.as_secs_f64())?;
        make(py, "Report", &fields)
    }

    /// Makes a `plywood.Iteration`.
    pub(crate) fn iteration(
        &self,
        py: Python<'_>,
        iteration: &Iteration<G::Move>,
    ) -> PyResult<Py<PyAny>> {
        let fields = PyDict::new(py);
        fields.set_item("depth", iteration.depth)?;
        fields.set_item("best_move", G::move_to_python(iteration.best_move, py)?)?;
        fields.set_item("score", Score(iteration.score))?;
        self.add_line(&fields, &iteration.line)?;
        fields.set_item("other_lines", self.lines(py, &iteration.other_lines)?)?;
        fields.set_item("nodes", iteration.nodes)?;
        fields.set_item("seconds", iteration.elapsed.as_secs_f64())?;
        make(py, "Iteration", &fields)
    }

    fn lines(&self, py: Python<'_>, lines: &[ScoredLine<G::Move>]) -> PyResult<Py<PyList>> {
        let scored = lines.iter().map(|scored| {
            let fields = PyDict::new(py);
            fields.set_item("score", Score(scored.score))?;
            self.add_line(&fields, &scored.line)?;
            make(py, "ScoredLine", &fields)
        });
        let scored = scored.collect::<PyResult<Vec<_>>>()?;
        Ok(PyList::new(py, scored)?.unbind())
    }

    /// Adds the moves of a line, and the line in the notation of people.
    fn add_line(&self, fields: &Bound<'_, PyDict>, line: &Line<G::Move>) -> PyResult<()> {
        let py = fields.py();
        let moves = line.iter().map(|mv| G::move_to_python(*mv, py));
        let moves = moves.collect::<PyResult<Vec<_>>>()?;
        fields.set_item("line", moves)?;
        let mut position = self.position.clone();
        let mut texts = Vec::new();
        for &mv in line {
            texts.push(position.move_name(mv));
            position = position.after(mv);
        }
        fields.set_item("line_text", texts.join(" "))
    }
}

fn stats<'py>(py: Python<'py>, stats: &Stats) -> PyResult<Bound<'py, PyAny>> {
    // The class has the fields of the type, so a count that one of the two lacks fails here.
    let counts = serde_json::to_value(stats).map_err(wrong)?;
    let fields = PyDict::new(py);
    for (name, count) in counts.as_object().into_iter().flatten() {
        fields.set_item(name, count.as_u64())?;
    }
    make(py, "Stats", &fields).map(|stats| stats.into_bound(py))
}

/// Makes an object of a class of `plywood.report`.
fn make(py: Python<'_>, class: &str, fields: &Bound<'_, PyDict>) -> PyResult<Py<PyAny>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || py.import("plywood.report").map(Bound::unbind))?;
    let class = module.bind(py).getattr(class)?;
    Ok(class.call((), Some(fields))?.unbind())
}
