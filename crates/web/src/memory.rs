//! [`Memory`]: what all large requests and answers may hold together, which no layer of tower knows.

use crate::held::holding;
use crate::problem::Problem;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::io::{self, Write};
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

    /// An answer as JSON, which is counted while it is written, and holds its memory until it is sent.
    ///
    /// # Errors
    /// Other requests have the memory.
    pub(crate) fn json(&self, answer: &impl Serialize) -> Result<Response, Problem> {
        let mut counted = Counted {
            bytes: Vec::new(),
            share: self.share(),
            refused: None,
        };
        let written = serde_json::to_writer(&mut counted, answer);
        if let Some(problem) = counted.refused {
            return Err(problem);
        }
        written.map_err(|error| {
            tracing::error!(%error, "an answer could not be written");
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the answer failed")
        })?;
        let kind = [(CONTENT_TYPE, "application/json")];
        let body = holding(counted.bytes.into(), counted.share);
        Ok((kind, body).into_response())
    }
}

/// An answer as far as it is written.
struct Counted {
    bytes: Vec<u8>,
    share: Share,
    refused: Option<Problem>,
}

impl Write for Counted {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        if let Err(problem) = self.share.hold(self.bytes.len() + more.len()) {
            self.refused = Some(problem);
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.bytes.extend(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
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
    use hyper::body::Body as _;

    #[test]
    fn an_answer_is_counted_while_it_is_written_and_until_it_is_dropped() {
        let memory = Memory::with_bytes(1 << 20);
        let text = |bytes: usize| "x".repeat(bytes);
        let first = memory.json(&text(1_000_000)).unwrap();
        assert_eq!(first.status(), StatusCode::OK);
        assert_eq!(first.body().size_hint().exact(), Some(1_000_002));
        assert!(memory.json(&text(1_000_000)).is_err());
        assert!(memory.json(&text(1_000)).is_ok());
        drop(first);
        assert!(memory.json(&text(1_000_000)).is_ok());
        // An answer without an end is refused when the memory is full.
        let endless = serde_json::json!({"all": vec!["x"; 1_000_000]});
        assert!(memory.json(&endless).is_err());
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
