//! [`Task`]: a parsed request, ready to run; and its [`Event`]s and [`Reply`].

use crate::problem::Problem;
use plywood_search::{StopHandle, catch_panic};
use serde::Serialize;
use std::fmt;
use std::time::Duration;

/// The amount of work of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// One position, or a short game.
    Light,
    /// Evaluators, a long game, or a text with many games. Reading the text can be stopped; the answer then has the games read so far.
    Heavy,
    /// A search, which ends after this time unless its strategy is broken.
    Search(Duration),
}

impl Work {
    /// Returns the work for a body, which is light up to a length.
    pub(crate) const fn of(body: &[u8], light: usize) -> Self {
        if body.len() <= light {
            Self::Light
        } else {
            Self::Heavy
        }
    }
}

/// A parsed request. Run it on any thread.
pub struct Task {
    work: Work,
    streams: bool,
    run: Box<Run>,
}

type Run = dyn FnOnce(&StopHandle, Events<'_>) -> Result<Reply, Problem> + Send;

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

/// The outcome of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// JSON.
    pub json: Vec<u8>,
    /// The nodes of its searches.
    pub nodes: u64,
}

impl Task {
    pub(crate) fn new(
        work: Work,
        run: impl FnOnce(&StopHandle, Events<'_>) -> Result<Reply, Problem> + Send + 'static,
    ) -> Self {
        Self {
            work,
            streams: false,
            run: Box::new(run),
        }
    }

    /// Makes a task that searches, and returns its nodes and its answer.
    pub(crate) fn search<T: Serialize>(
        time: Duration,
        search: impl FnOnce(&StopHandle, Events<'_>) -> Result<(u64, T), Problem> + Send + 'static,
    ) -> Self {
        Self::new(Work::Search(time), move |stop, events| {
            let (nodes, answer) = search(stop, events)?;
            Reply::new(nodes, &answer)
        })
    }

    pub(crate) fn streaming(self) -> Self {
        Self {
            streams: true,
            ..self
        }
    }

    /// Returns the amount of work.
    #[must_use]
    pub const fn work(&self) -> Work {
        self.work
    }

    /// Returns `true` if the events are the requested result.
    #[must_use]
    pub const fn streams(&self) -> bool {
        self.streams
    }

    /// Does the work. When it is stopped, a search answers with its results so far.
    ///
    /// # Errors
    /// [`Problem`] if the request or the strategy it names is wrong, or a game's own code panics.
    pub fn run(self, stop: &StopHandle, events: &dyn Fn(Event)) -> Result<Reply, Problem> {
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
        task.field("work", &self.work);
        task.field("streams", &self.streams).finish_non_exhaustive()
    }
}

impl Event {
    pub(crate) fn new(name: &'static str, data: &impl Serialize) -> Self {
        let data = serde_json::to_string(data).unwrap_or_default();
        Self { name, data }
    }
}

impl Reply {
    /// Writes an answer.
    pub(crate) fn new(nodes: u64, answer: &impl Serialize) -> Result<Self, Problem> {
        let json = serde_json::to_vec(answer)
            .map_err(|error| Problem::new(500, format!("the answer cannot be written: {error}")))?;
        Ok(Self { json, nodes })
    }
}
