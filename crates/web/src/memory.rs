//! [`Memory`]: what all large requests and answers may hold together.

use crate::problem::Problem;
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use hyper::body::{Body as _, Bytes, Frame, SizeHint};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Smaller bodies are not counted, since there are no more of them than connections.
pub(crate) const SMALL: usize = 64 << 10;
const KIB: usize = 1 << 10;

/// The memory for large bodies, counted in KiB.
#[derive(Debug, Clone)]
pub(crate) struct Memory(Arc<Semaphore>);

/// A part of the memory, which is given back when this is dropped.
pub(crate) type Share = Option<OwnedSemaphorePermit>;

impl Memory {
    pub(crate) fn with_bytes(bytes: usize) -> Self {
        Self(Arc::new(Semaphore::new(bytes / KIB)))
    }

    /// Takes the memory for a body.
    ///
    /// # Errors
    /// Other requests have it.
    pub(crate) fn take(&self, bytes: usize) -> Result<Share, Problem> {
        if bytes <= SMALL {
            return Ok(None);
        }
        let share = u32::try_from(bytes.div_ceil(KIB)).unwrap_or(u32::MAX);
        let taken = Arc::clone(&self.0).try_acquire_many_owned(share);
        taken.map(Some).map_err(|_| {
            let detail = "other requests hold the memory that this one needs";
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail).retry_after(5)
        })
    }

    /// The answer, which holds its memory until it is sent.
    pub(crate) fn counted(&self, response: Response) -> Response {
        let bytes = response.body().size_hint().exact().unwrap_or_default();
        match self.take(usize::try_from(bytes).unwrap_or(usize::MAX)) {
            Ok(None) => response,
            Ok(share) => response.map(|body| {
                Body::new(Held {
                    body,
                    _share: share,
                })
            }),
            Err(problem) => problem.into_response(),
        }
    }
}

/// The body of an answer, with its memory.
struct Held {
    body: Body,
    _share: Share,
}

impl hyper::body::Body for Held {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_holds_its_memory_until_it_is_dropped() {
        let memory = Memory::with_bytes(1 << 20);
        let answer = |bytes: usize| memory.counted(vec![0; bytes].into_response());
        let first = answer(1_000_000);
        assert_eq!(first.status(), StatusCode::OK);
        assert_eq!(answer(1_000_000).status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(answer(1_000).status(), StatusCode::OK);
        drop(first);
        assert_eq!(answer(1_000_000).status(), StatusCode::OK);
    }
}
