//! [`Connections`]: how many are open, and how many of them come from one address. The layers of tower do not know of either.

use crate::clients::{Proxies, network, who_gives_way};
use axum::http::HeaderValue;
use std::collections::BTreeMap;
use std::io;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
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

/// The open connections. A new one takes the place of the oldest that is idle, if its address or the server has no other. If none is
/// idle, the addresses share them, and the last one of an address gives way first.
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
    connections: BTreeMap<u64, (Owner, Arc<Activity>)>,
}

/// Whose connection it is: that of a proxy is of many clients.
#[derive(Debug, Clone, Copy)]
struct Owner {
    address: IpAddr,
    is_proxy: bool,
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
    gives_way: AtomicBool,
    unwanted: Notify,
}

/// Who sends a request, and the connection that is closed when the client must give way to others.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    pub(crate) address: IpAddr,
    pub(crate) connection: Arc<Activity>,
    /// What it says of the encodings that it reads.
    pub(crate) encodings: Vec<HeaderValue>,
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
        let is_proxy = self.proxies.contains(address);
        let most_of_this = if is_proxy {
            self.most
        } else {
            self.most_of_one
        };
        let address = network(address);
        let owner = Owner { address, is_proxy };
        let is_own = |other: Owner| other.address == address;
        let mut open = lock(&self.open);
        if open.owners().filter(|other| is_own(*other)).count() >= most_of_this {
            open.close_idle(is_own).ok_or(TOO_MANY)?;
        }
        if open.connections.len() >= self.most {
            let closed = open.close_idle(|_| true);
            let closed = closed.or_else(|| open.make_room(self.most, owner));
            closed.ok_or(ALL_TAKEN)?;
        }
        open.last += 1;
        let number = open.last;
        let activity = Arc::<Activity>::default();
        let entry = (owner, Arc::clone(&activity));
        open.connections.insert(number, entry);
        Ok(Connection {
            number,
            open: Arc::clone(&self.open),
            activity,
        })
    }

    /// Closes those that are idle.
    pub(crate) fn close_idle(&self) {
        let mut open = lock(&self.open);
        while open.close_idle(|_| true).is_some() {}
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
    fn owners(&self) -> impl Iterator<Item = Owner> {
        self.connections.values().map(|(owner, _)| *owner)
    }

    /// Closes the oldest idle connection of these owners; `None` if there is none.
    fn close_idle(&mut self, of: impl Fn(Owner) -> bool) -> Option<()> {
        let mut all = self.connections.iter();
        let idle = all.find(|(_, (owner, activity))| of(*owner) && activity.is_idle());
        let number = *idle?.0;
        let (_, activity) = self.connections.remove(&number)?;
        activity.unwanted.notify_one();
        Some(())
    }

    /// Closes the last connection of the address that has most, if that has more than its share; `None` if there is none. Those of
    /// other proxies do not give way.
    fn make_room(&mut self, most: usize, client: Owner) -> Option<()> {
        let shares = |owner: &Owner| !owner.is_proxy || owner.address == client.address;
        let held = self.owners().filter(shares).map(|owner| (owner.address, 1));
        let most = most - self.owners().filter(|owner| !shares(owner)).count();
        let address = who_gives_way(most, held, client.address, 1).ok()??;
        let mut all = self.connections.iter().rev();
        let number = *all.find(|(_, (owner, _))| owner.address == address)?.0;
        self.connections.remove(&number)?.1.give_way();
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

    /// Waits until another one needs the place of this connection while it is idle, or has a right to what its request holds.
    pub(crate) async fn is_unwanted(&self) {
        loop {
            self.unwanted.notified().await;
            // A request may have come just now.
            if self.is_idle() || self.gives_way.load(Ordering::Relaxed) {
                return;
            }
        }
    }

    /// Closes the connection, and so ends its request.
    pub(crate) fn give_way(&self) {
        self.gives_way.store(true, Ordering::Relaxed);
        self.unwanted.notify_one();
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
        // Without an idle one, the last one of the address that has more than its share goes.
        let fifth = open(5).unwrap();
        assert!(is_closed(&third) && !is_closed(&busy) && !is_closed(&other));
        let _fifth = fifth.activity.answering();
        assert_eq!(open(6).unwrap_err(), ALL_TAKEN);
        drop(answering);
        assert!(open(6).is_ok() && is_closed(&busy));
    }

    #[tokio::test]
    async fn a_proxy_does_not_give_way_and_takes_from_who_has_too_many() {
        let all = Connections::new(4, 100, Proxies::new(&[address("10.0.0.1")]));
        let open = |text: &str| {
            let connection = all.place(address(text))?;
            let answering = connection.activity.answering();
            Ok::<_, &str>((connection, answering))
        };
        let mut held = ["10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2"].map(open);
        assert!(held.iter().all(Result::is_ok));
        assert_eq!(open("10.0.0.3").unwrap_err(), ALL_TAKEN);
        for (place, other) in held.iter_mut().zip(["10.0.0.2", "10.0.0.3", "10.0.0.3"]) {
            *place = Err("");
            *place = open(other);
        }
        assert!(held.iter().all(Result::is_ok));
        assert!(open("10.0.0.1").is_ok());
        let given_way = held.iter().flatten().filter(|(it, _)| {
            let activity = &it.activity;
            activity.gives_way.load(Ordering::Relaxed)
        });
        assert_eq!(given_way.count(), 1);
    }
}
