//! [`Task`]: what the worker is doing, and when its answer is due.

use crate::session::allotment::Allotment;
use crate::session::event::Answer;
use plywood_search::{Pondering, StopHandle};

/// A search, or another piece of work for the worker.
#[derive(Debug)]
pub(super) struct Task {
    stop: StopHandle,
    /// Whether the answer waits for `stop` or `ponderhit`.
    waits: bool,
    pondering: Option<Pondering>,
    answer: Option<Answer>,
}

impl Task {
    /// A task whose answer is due when it ends.
    pub(super) fn without_wait() -> Self {
        Self {
            stop: StopHandle::new(),
            waits: false,
            pondering: None,
            answer: None,
        }
    }

    pub(super) fn for_search(allotment: &Allotment) -> Self {
        Self {
            waits: allotment.waits,
            pondering: allotment.pondering.clone(),
            ..Self::without_wait()
        }
    }

    /// The handle that stops it.
    pub(super) fn handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// `stop` was received.
    pub(super) fn stop(&mut self) {
        self.waits = false;
        self.stop.stop();
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// `ponderhit` was received: the opponent has played the expected move. It means nothing to a search that does not ponder.
    pub(super) fn hit(&mut self) {
        if let Some(pondering) = &self.pondering {
            pondering.hit();
            self.waits = false;
        }
    }

    pub(super) const fn answered(&mut self, answer: Answer) {
        self.answer = Some(answer);
    }

    /// The answer, if there is one and nothing holds it back.
    pub(super) const fn due(&self) -> Option<Answer> {
        if self.waits { None } else { self.answer }
    }
}
