//! [`Memory`]: what all large requests and answers may hold together, which no layer of tower knows.

use crate::problem::Problem;
use axum::body::Body;
use axum::http::header::CONTENT_LENGTH;
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use hyper::body::Body as _;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Smaller bodies are not counted, since there are no more of them than connections.
const SMALL: usize = 64 << 10;
const KIB: usize = 1 << 10;

/// The memory for large bodies, counted in KiB.
#[derive(Debug, Clone)]
pub(crate) struct Memory(Arc<Semaphore>);

/// What one body holds of the memory, until this is dropped.
#[derive(Debug)]
pub(crate) struct Share {
    memory: Memory,
    held: Option<OwnedSemaphorePermit>,
}

impl Memory {
    pub(crate) fn with_bytes(bytes: usize) -> Self {
        Self(Arc::new(Semaphore::new(bytes / KIB)))
    }

    /// The share of a body of which nothing is there yet.
    pub(crate) fn share(&self) -> Share {
        Share {
            memory: self.clone(),
            held: None,
        }
    }

    /// The answer, which holds its memory until it is sent.
    pub(crate) fn counted(&self, mut response: Response) -> Response {
        let bytes = response.body().size_hint().exact().unwrap_or_default();
        let mut share = self.share();
        if let Err(problem) = share.hold(usize::try_from(bytes).unwrap_or(usize::MAX)) {
            return problem.into_response();
        }
        if share.held.is_none() {
            return response;
        }
        // The body below does not know its length any more.
        response.headers_mut().insert(CONTENT_LENGTH, bytes.into());
        response.map(|body| {
            Body::new(body.map_frame(move |frame| {
                let _until_the_last_frame = &share;
                frame
            }))
        })
    }
}

impl Share {
    /// Holds the memory for this many bytes in all.
    ///
    /// # Errors
    /// Other requests have it.
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), Problem> {
        let held = self
            .held
            .as_ref()
            .map_or(0, OwnedSemaphorePermit::num_permits);
        let more = bytes.div_ceil(KIB).saturating_sub(held);
        if bytes <= SMALL || more == 0 {
            return Ok(());
        }
        let more = u32::try_from(more).unwrap_or(u32::MAX);
        let more = Arc::clone(&self.memory.0).try_acquire_many_owned(more);
        let more =
            more.map_err(|_| Problem::busy("other requests hold the memory that this one needs"))?;
        match &mut self.held {
            Some(held) => held.merge(more),
            None => self.held = Some(more),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::StatusCode;

    #[test]
    fn an_answer_holds_its_memory_until_it_is_dropped() {
        let memory = Memory::with_bytes(1 << 20);
        let answer = |bytes: usize| memory.counted(vec![0; bytes].into_response());
        let first = answer(1_000_000);
        assert_eq!(first.status(), StatusCode::OK);
        assert_eq!(first.headers()[CONTENT_LENGTH], "1000000");
        assert_eq!(answer(1_000_000).status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(answer(1_000).status(), StatusCode::OK);
        drop(first);
        assert_eq!(answer(1_000_000).status(), StatusCode::OK);
    }

    #[test]
    fn a_share_grows_with_what_has_arrived() {
        let memory = Memory::with_bytes(200 << 10);
        let (mut first, mut second) = (memory.share(), memory.share());
        assert!(first.hold(SMALL).is_ok() && first.held.is_none());
        assert!(first.hold(100_000).is_ok() && first.hold(120_000).is_ok());
        assert!(first.hold(100_000).is_ok(), "it has more");
        assert!(second.hold(90_000).is_err() && second.hold(80_000).is_ok());
        drop(first);
        assert!(second.hold(200 << 10).is_ok());
    }
}
