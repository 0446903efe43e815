//! Limits from keyword arguments.

use crate::values::wrong;
use plywood_report::did_you_mean;
use plywood_search::{ClockTime, Limits, MoveLimits};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::time::Duration;

/// The keywords that limit every search.
const KEYWORDS: [&str; 10] = [
    "depth",
    "nodes",
    "soft_nodes",
    "time",
    "soft_time",
    "clock",
    "moves",
    "lines",
    "multipv",
    "seed",
];

/// The limits of a search, and the root moves as given in Python.
#[derive(Default)]
pub(crate) struct Asked<'py> {
    pub(crate) limits: MoveLimits,
    soft_time: Option<Duration>,
    clock: Option<ClockTime>,
    pub(crate) moves: Option<Vec<Bound<'py, PyAny>>>,
    lines: Option<u32>,
    seed: Option<u64>,
}

impl<'py> Asked<'py> {
    /// Reads the keywords.
    pub(crate) fn read(keywords: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        let mut asked = Self::default();
        for (key, value) in keywords.into_iter().flatten() {
            let key: String = key.extract()?;
            if value.is_none() {
                continue;
            }
            match key.as_str() {
                "depth" => asked.limits.depth = Some(value.extract()?),
                "nodes" => asked.limits.nodes = Some(value.extract()?),
                "soft_nodes" => asked.limits.soft_nodes = Some(value.extract()?),
                "time" => asked.limits.time = Some(seconds(&value)?),
                "soft_time" => asked.soft_time = Some(seconds(&value)?),
                "clock" => asked.clock = Some(clock(&value)?),
                "moves" => asked.moves = Some(value.extract()?),
                "lines" | "multipv" => asked.lines = Some(value.extract()?),
                "seed" => asked.seed = Some(value.extract()?),
                _ => {
                    let (meant, known) = (did_you_mean(&key, &KEYWORDS), KEYWORDS.join(", "));
                    let text = format!("there is no limit {key:?}{meant}; the limits are {known}");
                    return Err(PyTypeError::new_err(text));
                }
            }
        }
        Ok(asked)
    }

    /// Returns `true` if time or nodes can end the search before its depth.
    pub(crate) fn may_be_cut(&self) -> bool {
        self.limits.depth.is_none()
    }

    /// The limits of the search, in which the strategy's replace those of the same kind.
    pub(crate) fn search_limits(&self, own: MoveLimits) -> PyResult<Limits> {
        let limits = own.inherit(self.limits);
        if limits.is_unlimited() && self.soft_time.is_none() && self.clock.is_none() {
            return Err(wrong(
                "a search needs a limit: depth, nodes, time (in seconds) or clock",
            ));
        }
        let by_clock = self.clock.map_or_else(Limits::none, Limits::clock);
        let mut limits = limits.restrict(by_clock);
        if let Some(time) = self.soft_time {
            limits = limits.with_soft_time(time);
        }
        if let Some(lines) = self.lines {
            limits = limits.with_lines(lines);
        }
        Ok(limits.with_seed(self.seed.unwrap_or(0)))
    }
}

/// A time in seconds, as a number or a `timedelta`.
pub(crate) fn seconds(value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    if let Ok(time) = value.extract::<f64>() {
        return Duration::try_from_secs_f64(time).map_err(|_| {
            wrong(format!(
                "{time} is not a time: expected seconds, zero or more"
            ))
        });
    }
    value
        .extract::<Duration>()
        .map_err(|_| PyTypeError::new_err("expected a time, as a number of seconds or a timedelta"))
}

/// `remaining`, `(remaining, increment)` or `(remaining, increment, moves_to_go)`.
fn clock(value: &Bound<'_, PyAny>) -> PyResult<ClockTime> {
    let parts: Vec<Bound<'_, PyAny>> = value.extract().unwrap_or_else(|_| vec![value.clone()]);
    let (remaining, increment, moves_to_go) = match parts.as_slice() {
        [remaining] => (remaining, None, None),
        [remaining, increment] => (remaining, Some(increment), None),
        [remaining, increment, moves] => (remaining, Some(increment), Some(moves)),
        _ => return Err(wrong("a clock is (remaining, increment, moves_to_go)")),
    };
    let mut clock = ClockTime::new(seconds(remaining)?);
    clock.increment = increment.map_or(Ok(Duration::ZERO), seconds)?;
    clock.moves_to_go = moves_to_go.map(|moves| moves.extract()).transpose()?;
    Ok(clock)
}
