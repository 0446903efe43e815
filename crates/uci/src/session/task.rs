//! [`Task`]: what the worker is doing, and when its answer is due.

use crate::session::allotment::Allotment;
use crate::session::event::Answer;
use plywood_search::StopHandle;
use std::time::{Duration, Instant};

/// A search, or another piece of work for the worker.
#[derive(Debug)]
pub(super) struct Task {
    stop: StopHandle,
    /// Whether the answer waits for `stop` or `ponderhit`.
    waits: bool,
    time_after_hit: Option<Duration>,
    deadline: Option<Instant>,
    answer: Option<Answer>,
}

impl Task {
    /// A task whose answer is due when it ends.
    pub(super) fn without_wait() -> Self {
        Self {
            stop: StopHandle::new(),
            waits: false,
            time_after_hit: None,
            deadline: None,
            answer: None,
        }
    }

    pub(super) fn for_search(allotment: &Allotment) -> Self {
        Self {
            waits: allotment.waits,
            time_after_hit: allotment.time_after_hit,
            ..Self::without_wait()
        }
    }

    /// The handle that stops it.
    pub(super) fn handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// `stop` was received, or the time is up.
    pub(super) fn stop(&mut self) {
        self.waits = false;
        self.deadline = None;
        self.stop.stop();
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// `ponderhit` was received: the opponent has played the expected move, and the clock runs from now on.
    pub(super) fn hit(&mut self) {
        self.waits = false;
        self.deadline = self.time_after_hit.map(|time| Instant::now() + time);
    }

    /// When it has to be stopped.
    pub(super) const fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    pub(super) const fn answered(&mut self, answer: Answer) {
        self.answer = Some(answer);
    }

    /// The answer, if there is one and nothing holds it back.
    pub(super) const fn due(&self) -> Option<Answer> {
        if self.waits { None } else { self.answer }
    }
}
