//! [`Connections`]: how many are open, and how many of them come from one address. The layers of tower do not know of either.

use crate::clients::{Proxies, network};
use std::collections::BTreeMap;
use std::io;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy, sink};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore};
use tokio::time::{sleep, timeout};

/// The answer to a client that has too many connections, and to all when all connections are taken.
const TOO_MANY: &str = "429 Too Many Requests";
const ALL_TAKEN: &str = "503 Service Unavailable";
/// So many of those are answered at once, for so long; others are closed without a word.
const MOST_FAREWELLS: usize = 16;
const FAREWELL: Duration = Duration::from_secs(1);
/// What is read of a request that is turned away.
const FAREWELL_BYTES: u64 = 64 << 10;
/// What the process has open beside connections: those that are just being closed or turned away, too.
const OTHER_FILES: usize = 40;

/// The open connections. A new one takes the place of the oldest that is idle, if its address or the server has no other.
#[derive(Debug)]
pub(crate) struct Connections {
    most: usize,
    most_of_one: usize,
    proxies: Proxies,
    farewells: Arc<Semaphore>,
    open: Arc<Mutex<Open>>,
}

/// The oldest connection first.
#[derive(Debug, Default)]
struct Open {
    last: u64,
    connections: BTreeMap<u64, (IpAddr, Arc<Activity>)>,
}

/// An open connection, until it is dropped.
#[derive(Debug)]
pub(crate) struct Connection {
    number: u64,
    open: Arc<Mutex<Open>>,
    pub(crate) activity: Arc<Activity>,
}

/// Whether a connection is idle: it has no request, or half of the head of one.
#[derive(Debug, Default)]
pub(crate) struct Activity {
    requests: AtomicUsize,
    unwanted: Notify,
}

/// A request that is being answered, until it is dropped.
#[derive(Debug)]
pub(crate) struct Answering(Arc<Activity>);

impl Connections {
    /// At most `most` connections, as far as the process may have files open, and at most `most_of_one` of one address, unless it is a
    /// proxy's. No address has more than half of all.
    pub(crate) fn new(most: usize, most_of_one: usize, proxies: Proxies) -> Self {
        let most = most.min(open_files().saturating_sub(OTHER_FILES)).max(2);
        Self {
            most,
            most_of_one: most_of_one.min(most / 2),
            proxies,
            farewells: Arc::new(Semaphore::new(MOST_FAREWELLS)),
            open: Arc::default(),
        }
    }

    /// Waits for the next connection for which there is a place.
    pub(crate) async fn accept(&self, listener: &TcpListener) -> (TcpStream, IpAddr, Connection) {
        loop {
            match listener.accept().await {
                Ok((stream, address)) => match self.place(address.ip()) {
                    Ok(connection) => return (stream, address.ip(), connection),
                    Err(status) => self.turn_away(stream, status),
                },
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    // Without a free descriptor the next attempt would fail at once, too.
                    sleep(Duration::from_millis(50)).await;
                }
            }
        }
    }

    /// A place for one more connection of an address.
    fn place(&self, address: IpAddr) -> Result<Connection, &'static str> {
        let most_of_this = if self.proxies.contains(address) {
            self.most
        } else {
            self.most_of_one
        };
        let address = network(address);
        let mut open = lock(&self.open);
        let of_one = |(other, _): &&(IpAddr, _)| *other == address;
        if open.connections.values().filter(of_one).count() >= most_of_this {
            open.close_one(|other| other == address).ok_or(TOO_MANY)?;
        }
        if open.connections.len() >= self.most {
            open.close_one(|_| true).ok_or(ALL_TAKEN)?;
        }
        open.last += 1;
        let number = open.last;
        let activity = Arc::<Activity>::default();
        let entry = (address, Arc::clone(&activity));
        open.connections.insert(number, entry);
        Ok(Connection {
            number,
            open: Arc::clone(&self.open),
            activity,
        })
    }

    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        lock(&self.open).connections.len()
    }

    /// Answers with a status, unless too many others are just now being turned away.
    fn turn_away(&self, stream: TcpStream, status: &'static str) {
        if let Ok(place) = Arc::clone(&self.farewells).try_acquire_owned() {
            tokio::spawn(async move {
                let _ = timeout(FAREWELL, say(stream, status)).await;
                drop(place);
            });
        }
    }
}

impl Open {
    /// Closes the oldest idle connection of these addresses; `None` if there is none.
    fn close_one(&mut self, of: impl Fn(IpAddr) -> bool) -> Option<()> {
        let idle = |(_, (address, activity)): &(&u64, &(IpAddr, Arc<Activity>))| {
            of(*address) && activity.is_idle()
        };
        let number = *self.connections.iter().find(idle)?.0;
        let (_, activity) = self.connections.remove(&number)?;
        activity.unwanted.notify_one();
        Some(())
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        lock(&self.open).connections.remove(&self.number);
    }
}

impl Activity {
    /// Marks the connection as not idle until this is dropped.
    pub(crate) fn answering(self: &Arc<Self>) -> Answering {
        self.requests.fetch_add(1, Ordering::Relaxed);
        Answering(Arc::clone(self))
    }

    /// Waits until the connection is idle and another one needs its place.
    pub(crate) async fn is_unwanted(&self) {
        loop {
            self.unwanted.notified().await;
            // A request may have come just now.
            if self.is_idle() {
                return;
            }
        }
    }

    fn is_idle(&self) -> bool {
        self.requests.load(Ordering::Relaxed) == 0
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.requests.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Answers with a status. What the client sends is read, since closing the connection before would take the answer back.
async fn say(mut stream: TcpStream, status: &str) -> io::Result<()> {
    let answer = format!(
        "HTTP/1.1 {status}\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await?;
    copy(&mut stream.take(FAREWELL_BYTES), &mut sink())
        .await
        .map(drop)
}

/// How many files the process may have open.
fn open_files() -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit};
        let limit = getrlimit(Resource::Nofile).current;
        limit.map_or(usize::MAX, |limit| {
            usize::try_from(limit).unwrap_or(usize::MAX)
        })
    }
    #[cfg(not(unix))]
    usize::MAX
}

fn lock(open: &Mutex<Open>) -> MutexGuard<'_, Open> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn one_address_has_a_bound_and_others_are_let_in() {
        let proxies = Proxies::new(&[address("10.0.0.1")]);
        let all = Connections::new(100, 2, proxies);
        let open = |text: &str| {
            let connection = all.place(address(text)).ok()?;
            let answering = connection.activity.answering();
            Some((connection, answering))
        };
        let first = open("192.168.1.7");
        let second = open("::ffff:192.168.1.7");
        assert!(first.is_some() && second.is_some() && open("192.168.1.7").is_none());
        let others = [
            open("192.168.1.8"),
            open("2001:db8::1"),
            open("2001:db8::2:1"),
        ];
        assert!(others.iter().all(Option::is_some) && open("2001:db8::7").is_none());
        let proxied: Vec<_> = (0..20).map(|_| open("10.0.0.1")).collect();
        assert!(proxied.iter().all(Option::is_some));
        assert_eq!(all.count(), 25);
        drop(first);
        assert!(open("192.168.1.7").is_some());
        drop((second, others, proxied));
        assert_eq!(all.count(), 0);
    }

    #[test]
    fn a_new_connection_takes_the_place_of_the_oldest_that_is_idle() {
        let all = Connections::new(4, 100, Proxies::default());
        let open = |number: u8| all.place([127, 0, 0, number].into());
        let is_closed = |connection: &Connection| {
            let open = lock(&all.open);
            !open.connections.contains_key(&connection.number)
        };
        let busy = open(1).unwrap();
        let answering = busy.activity.answering();
        let idle: Vec<_> = [1, 2, 3].into_iter().map(|it| open(it).unwrap()).collect();
        // An address has at most half of all, so its own oldest goes.
        let third = open(1).unwrap();
        assert!(!is_closed(&busy) && is_closed(&idle[0]) && !is_closed(&idle[1]));
        let other = open(4).unwrap();
        assert!(!is_closed(&busy) && is_closed(&idle[1]) && !is_closed(&idle[2]));
        assert_eq!(all.count(), 4);
        let _all: Vec<_> = [&third, &other, &idle[2]]
            .map(|it| it.activity.answering())
            .into();
        assert_eq!(open(1).unwrap_err(), TOO_MANY);
        assert_eq!(open(5).unwrap_err(), ALL_TAKEN);
        drop(answering);
        assert!(open(5).is_ok() && is_closed(&busy));
    }
}
