//! [`Task`]: a parsed request, ready to run; and its [`Event`]s.

use crate::problem::Problem;
use plywood_search::{StopHandle, catch_panic};
use serde::Serialize;
use std::fmt;
use std::time::Duration;

/// A parsed request. Run it on any thread.
pub struct Task {
    time: Option<Duration>,
    streams: bool,
    run: Box<Run>,
}

type Run = dyn FnOnce(&StopHandle, Events<'_>) -> Result<Vec<u8>, Problem> + Send;

/// Receives the events of a task.
pub(crate) type Events<'a> = &'a dyn Fn(Event);

/// A progress message of a running task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its kind, such as `iteration`.
    pub name: &'static str,
    /// JSON.
    pub data: String,
}

impl Task {
    /// Makes a task without a search.
    pub(crate) fn new<T: Serialize>(
        answer: impl FnOnce(&StopHandle) -> Result<T, Problem> + Send + 'static,
    ) -> Self {
        Self {
            time: None,
            streams: false,
            run: Box::new(move |stop, _| written(&answer(stop)?)),
        }
    }

    /// Makes a task that searches for at most this time.
    pub(crate) fn search<T: Serialize>(
        time: Duration,
        search: impl FnOnce(&StopHandle, Events<'_>) -> Result<T, Problem> + Send + 'static,
    ) -> Self {
        Self {
            time: Some(time),
            streams: false,
            run: Box::new(move |stop, events| written(&search(stop, events)?)),
        }
    }

    pub(crate) fn streaming(self) -> Self {
        Self {
            streams: true,
            ..self
        }
    }

    /// Returns the time after which its searches end, unless a strategy is broken; `None` for a task without a search.
    #[must_use]
    pub const fn search_time(&self) -> Option<Duration> {
        self.time
    }

    /// Returns `true` if the events are the requested result.
    #[must_use]
    pub const fn streams(&self) -> bool {
        self.streams
    }

    /// Does the work, and returns the answer as JSON. When it is stopped, a search answers with its results so far, and a text with many
    /// games with those read so far.
    ///
    /// # Errors
    /// [`Problem`] if the request or the strategy it names is wrong, or a game's own code panics.
    pub fn run(self, stop: &StopHandle, events: &dyn Fn(Event)) -> Result<Vec<u8>, Problem> {
        guarded(|| (self.run)(stop, events))
    }
}

/// Does work in which a game's own code may panic.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
    catch_panic(work).unwrap_or_else(|panic| {
        let detail = format!("the code of this game has an error: {panic}");
        Err(Problem::new(500, detail))
    })
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut task = f.debug_struct("Task");
        task.field("time", &self.time);
        task.field("streams", &self.streams).finish_non_exhaustive()
    }
}

impl Event {
    pub(crate) fn new(name: &'static str, data: &impl Serialize) -> Self {
        let data = serde_json::to_string(data).unwrap_or_default();
        Self { name, data }
    }
}

fn written(answer: &impl Serialize) -> Result<Vec<u8>, Problem> {
    serde_json::to_vec(answer)
        .map_err(|error| Problem::new(500, format!("the answer cannot be written: {error}")))
}
