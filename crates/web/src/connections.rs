//! [`Connections`]: how many are open, and how many of them come from one address. The layers of tower do not know of either.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy, sink};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

/// More connections wait until others are closed.
const MOST: usize = 4_096;
/// The answer to a client that has too many connections.
const TOO_MANY: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
/// So many of those are answered at once, for so long; others are closed without a word.
const MOST_FAREWELLS: usize = 64;
const FAREWELL: Duration = Duration::from_secs(1);
/// What is read of a request that is turned away.
const FAREWELL_BYTES: u64 = 64 << 10;

/// The open connections.
#[derive(Debug)]
pub(crate) struct Connections {
    most_of_one: usize,
    places: Arc<Semaphore>,
    farewells: Arc<Semaphore>,
    /// Each connection holds the mark of its client, so the marks count them.
    marks: Mutex<HashMap<IpAddr, Weak<()>>>,
}

/// An open connection, until it is dropped.
#[derive(Debug)]
pub(crate) struct Connection {
    _mark: Arc<()>,
    _place: Option<OwnedSemaphorePermit>,
}

impl Connections {
    /// At most this number from one address.
    pub(crate) fn new(most_of_one: usize) -> Self {
        Self {
            most_of_one,
            places: Arc::new(Semaphore::new(MOST)),
            farewells: Arc::new(Semaphore::new(MOST_FAREWELLS)),
            marks: Mutex::default(),
        }
    }

    /// Waits for the next connection of an address that may have one more.
    pub(crate) async fn accept(&self, listener: &TcpListener) -> (TcpStream, Connection) {
        loop {
            // Nobody closes the semaphore, so there is a place.
            let place = Arc::clone(&self.places).acquire_owned().await.ok();
            match listener.accept().await {
                Ok((stream, address)) => {
                    let Some(mark) = self.mark(address.ip()) else {
                        self.turn_away(stream);
                        continue;
                    };
                    let connection = Connection {
                        _mark: mark,
                        _place: place,
                    };
                    return (stream, connection);
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    // Without a free descriptor the next attempt would fail at once, too.
                    sleep(Duration::from_millis(50)).await;
                }
            }
        }
    }

    /// The mark of a client for one more connection; `None` if it has as many as it may.
    fn mark(&self, address: IpAddr) -> Option<Arc<()>> {
        let mut marks = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        marks.retain(|_, mark| mark.strong_count() > 0);
        let known = marks.entry(network(address)).or_default();
        if known.strong_count() >= self.most_of_one {
            return None;
        }
        let mark = known.upgrade().unwrap_or_default();
        *known = Arc::downgrade(&mark);
        Some(mark)
    }

    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        let marks = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        marks.values().map(Weak::strong_count).sum()
    }

    /// Answers 429, unless too many others are just now being told so.
    fn turn_away(&self, stream: TcpStream) {
        if let Ok(place) = Arc::clone(&self.farewells).try_acquire_owned() {
            tokio::spawn(async move {
                let _ = timeout(FAREWELL, say_too_many(stream)).await;
                drop(place);
            });
        }
    }
}

/// Answers 429. What the client sends is read, since closing the connection before would take the answer back.
async fn say_too_many(mut stream: TcpStream) -> io::Result<()> {
    stream.write_all(TOO_MANY).await?;
    stream.shutdown().await?;
    copy(&mut stream.take(FAREWELL_BYTES), &mut sink())
        .await
        .map(drop)
}

/// Whose address it is: of IPv6, everybody has a network of 64 bits.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_has_a_bound_and_others_are_let_in() {
        let all = Connections::new(2);
        let open = |address: &str| all.mark(address.parse().unwrap());
        let first = open("192.168.1.7");
        let second = open("::ffff:192.168.1.7");
        assert!(first.is_some() && second.is_some() && open("192.168.1.7").is_none());
        let others = [
            open("192.168.1.8"),
            open("2001:db8::1"),
            open("2001:db8::2:1"),
        ];
        assert!(others.iter().all(Option::is_some) && open("2001:db8::7").is_none());
        assert_eq!(all.count(), 5);
        drop(first);
        assert!(open("192.168.1.7").is_some());
        drop((second, others));
        assert_eq!(all.count(), 0);
    }
}
