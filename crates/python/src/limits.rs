//! Limits from keyword arguments.

use crate::values::{List, wrong};
use plywood_report::did_you_mean;
use plywood_search::{ClockTime, Limits};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::time::Duration;

/// The keywords that limit every search.
const KEYWORDS: [&str; 11] = [
    "depth",
    "nodes",
    "soft_nodes",
    "rounds",
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
    pub(crate) limits: Limits,
    clock: Option<ClockTime>,
    pub(crate) moves: Option<List<Bound<'py, PyAny>>>,
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
            let limits = || asked.limits.clone();
            match key.as_str() {
                "depth" => asked.limits = limits().with_depth(value.extract::<u32>()?),
                "nodes" => asked.limits = limits().with_nodes(value.extract::<u64>()?),
                "soft_nodes" => asked.limits = limits().with_soft_nodes(value.extract::<u64>()?),
                "rounds" => asked.limits = limits().with_rounds(value.extract::<u64>()?),
                "time" => asked.limits = limits().with_time(seconds(&value)?),
                "soft_time" => asked.limits = limits().with_soft_time(seconds(&value)?),
                "clock" => asked.clock = Some(clock(&value)?),
                "moves" => asked.moves = Some(value.extract()?),
                "lines" | "multipv" => asked.limits = limits().with_lines(value.extract()?),
                "seed" => asked.limits = limits().with_seed(value.extract()?),
                _ => {
                    let (meant, known) = (did_you_mean(&key, &KEYWORDS), KEYWORDS.join(", "));
                    let text = format!("there is no limit {key:?}{meant}; the limits are {known}");
                    return Err(PyTypeError::new_err(text));
                }
            }
        }
        Ok(asked)
    }

    /// Reads the keywords of a call that searches many positions: root moves are those of one.
    pub(crate) fn of_many(keywords: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        let asked = Self::read(keywords)?;
        match asked.moves {
            None => Ok(asked),
            Some(_) => Err(PyTypeError::new_err(
                "only a search of one position takes moves",
            )),
        }
    }

    /// Returns `true` if time or nodes can end the search before its depth.
    pub(crate) fn may_be_cut(&self) -> bool {
        self.limits.max_depth().is_none()
    }

    /// The limits of the search, in which the strategy's replace those of the same kind.
    pub(crate) fn search_limits(&self, own: &Limits, plays_rounds: bool) -> PyResult<Limits> {
        let by_clock = self.clock.map_or_else(Limits::none, Limits::clock);
        let limits = own.inherit(&self.limits.within(&by_clock));
        let rounds = limits.max_rounds().filter(|_| plays_rounds);
        if limits.clone().with_rounds(rounds).is_unlimited() {
            return Err(wrong(
                "a search needs a limit: depth, nodes, time (in seconds), clock, or rounds if it plays some",
            ));
        }
        Ok(limits)
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
    let parts = value.extract::<List<Bound<'_, PyAny>>>();
    let parts = parts.map_or_else(|_| vec![value.clone()], |parts| parts.0);
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
