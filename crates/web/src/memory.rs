//! [`Memory`]: what all large requests and answers may hold together, which no layer of tower knows.

use crate::clients::{Full, who_gives_way};
use crate::connections::Client;
use crate::gzip::compressed;
use crate::held::holding;
use crate::problem::Problem;
use axum::body::Bytes;
use axum::http::StatusCode;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Smaller bodies are not counted, since there are no more of them than connections.
pub(crate) const SMALL: usize = 64 << 10;
const KIB: usize = 1 << 10;
/// An answer that is written takes so much more at a time.
const STEP: usize = 16 * KIB;

/// The memory for large bodies, which addresses share. A connection is closed if what its body holds must give way.
#[derive(Debug, Clone)]
pub(crate) struct Memory(Arc<Mutex<Bodies>>);

#[derive(Debug)]
struct Bodies {
    most: usize,
    last: u64,
    /// Who holds how many KiB, in the order in which they came.
    held: BTreeMap<u64, (Client, usize)>,
}

/// What one body holds of the memory, until this is dropped.
#[derive(Debug)]
pub(crate) struct Share {
    memory: Memory,
    number: u64,
    /// So many bytes need no more than is held.
    held: usize,
}

impl Memory {
    pub(crate) fn with_bytes(bytes: usize) -> Self {
        Self(Arc::new(Mutex::new(Bodies {
            most: bytes / KIB,
            last: 0,
            held: BTreeMap::new(),
        })))
    }

    /// The share of a client's body of which nothing is there yet.
    pub(crate) fn share(&self, client: Client) -> Share {
        let mut bodies = self.bodies();
        bodies.last += 1;
        let number = bodies.last;
        bodies.held.insert(number, (client, 0));
        Share {
            memory: self.clone(),
            number,
            held: SMALL,
        }
    }

    /// An answer as JSON, compressed if its client reads that. It is counted while it is written, and holds its memory until it is sent.
    ///
    /// # Errors
    /// Other requests have the memory.
    pub(crate) fn json(
        &self,
        client: Client,
        answer: &impl Serialize,
    ) -> Result<Response, Problem> {
        let accepted = client.encodings.clone();
        let mut counted = Counted {
            bytes: Vec::new(),
            share: self.share(client),
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
        let head = [
            (CONTENT_TYPE, "application/json"),
            (VARY, ACCEPT_ENCODING.as_str()),
        ];
        let (bytes, share) = (Bytes::from(counted.bytes), counted.share);
        Ok(match compressed(bytes.clone(), &accepted) {
            Some(gzip) => {
                let encoding = [(CONTENT_ENCODING, "gzip")];
                (head, encoding, holding(gzip.into(), share)).into_response()
            }
            None => (head, holding(bytes.into(), share)).into_response(),
        })
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
        let needed = (self.bytes.len() + more.len()).next_multiple_of(STEP);
        if let Err(problem) = self.share.hold(needed) {
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
    /// All the memory there is, in bytes: more than that will never be free.
    pub(crate) fn of_all(&self) -> usize {
        self.memory.bodies().most * KIB
    }

    /// Holds the memory for this many bytes in all.
    ///
    /// # Errors
    /// Other requests have it, or this one has given way to them.
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), Problem> {
        if bytes > self.held {
            let grown = self.memory.bodies().grow(self.number, bytes.div_ceil(KIB));
            let busy = "other requests hold the memory that this one needs";
            grown.map_err(|Full| Problem::busy(busy))?;
            self.held = bytes;
        }
        Ok(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.memory.bodies().held.remove(&self.number);
    }
}

impl Memory {
    fn bodies(&self) -> MutexGuard<'_, Bodies> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bodies {
    /// Gives a body so much memory in all, unless it has given way.
    fn grow(&mut self, number: u64, all: usize) -> Result<(), Full> {
        loop {
            let (client, own) = self.held.get(&number).ok_or(Full)?;
            let more = all.saturating_sub(*own);
            let of_each = self.held.values();
            let of_each = of_each.map(|(client, held)| (client.address, *held));
            let Some(address) = who_gives_way(self.most, of_each, client.address, more)? else {
                let (_, own) = self.held.get_mut(&number).ok_or(Full)?;
                *own += more;
                return Ok(());
            };
            let mut last = self.held.iter().rev();
            let last = last.find(|(_, (client, held))| client.address == address && *held > 0);
            let last = *last.ok_or(Full)?.0;
            if let Some((client, _)) = self.held.remove(&last) {
                client.connection.give_way();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::body::Body as _;

    fn client(number: u8) -> Client {
        Client {
            address: [127, 0, 0, number].into(),
            connection: Arc::default(),
            encodings: Vec::new(),
        }
    }

    #[test]
    fn an_answer_is_counted_while_it_is_written_and_until_it_is_dropped() {
        let memory = Memory::with_bytes(1 << 20);
        let text = |bytes: usize| "x".repeat(bytes);
        let first = memory.json(client(1), &text(1_000_000)).unwrap();
        assert_eq!(first.status(), StatusCode::OK);
        assert_eq!(first.body().size_hint().exact(), Some(1_000_002));
        assert!(memory.json(client(1), &text(1_000_000)).is_err());
        assert!(memory.json(client(1), &text(1_000)).is_ok());
        drop(first);
        assert!(memory.json(client(1), &text(1_000_000)).is_ok());
        // An answer without an end is refused when the memory is full.
        let endless = serde_json::json!({"all": vec!["x"; 1_000_000]});
        assert!(memory.json(client(1), &endless).is_err());
    }

    #[test]
    fn a_share_grows_with_what_has_arrived() {
        let memory = Memory::with_bytes(200 << 10);
        let (mut first, mut second) = (memory.share(client(1)), memory.share(client(1)));
        assert!(first.hold(SMALL).is_ok() && second.hold(200 << 10).is_ok());
        drop(second);
        let mut second = memory.share(client(1));
        assert!(first.hold(100_000).is_ok() && first.hold(120_000).is_ok());
        assert!(first.hold(100_000).is_ok(), "it has more");
        assert!(second.hold(90_000).is_err() && second.hold(80_000).is_ok());
        drop(first);
        assert!(second.hold(200 << 10).is_ok());
    }

    #[tokio::test]
    async fn the_last_body_of_the_address_that_has_most_gives_way() {
        let memory = Memory::with_bytes(400 << 10);
        let greedy = [1, 1].map(client);
        let mut shares = greedy.clone().map(|it| memory.share(it));
        assert!(shares.iter_mut().all(|share| share.hold(200 << 10).is_ok()));
        let mut other = memory.share(client(2));
        assert!(other.hold(201 << 10).is_err(), "more than its share");
        assert!(other.hold(150 << 10).is_ok());
        greedy[1].connection.is_unwanted().await;
        assert!(shares[1].hold(201 << 10).is_err(), "it has given way");
        assert!(shares[0].hold(250 << 10).is_ok(), "there is room");
        assert!(shares[0].hold(260 << 10).is_err());
        assert!(other.hold(200 << 10).is_ok());
        greedy[0].connection.is_unwanted().await;
    }
}
