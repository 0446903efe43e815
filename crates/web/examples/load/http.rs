//! The little of HTTP that the load needs: one request at a time over a connection that stays open.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use tokio::net::TcpSocket;
use tokio::runtime::Runtime;

pub(crate) const JSON: &str = "application/json";

/// The server, and what connects to it from any address.
pub(crate) struct Site {
    address: SocketAddr,
    runtime: Runtime,
}

pub(crate) struct Connection {
    stream: BufReader<TcpStream>,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) has_retry_after: bool,
}

impl Site {
    pub(crate) fn new(address: SocketAddr) -> io::Result<Self> {
        let runtime = Runtime::new()?;
        Ok(Self { address, runtime })
    }
}

impl Connection {
    pub(crate) fn open(site: &Site, from: [u8; 4]) -> io::Result<Self> {
        let stream = site.runtime.block_on(async {
            let socket = TcpSocket::new_v4()?;
            socket.bind((from, 0).into())?;
            socket.connect(site.address).await?.into_std()
        })?;
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_mins(1)))?;
        stream.set_write_timeout(Some(Duration::from_secs(1)))?;
        let stream = BufReader::new(stream);
        Ok(Self { stream })
    }

    /// Sends a request without waiting for the answer.
    pub(crate) fn send(&mut self, request: &str) -> io::Result<()> {
        self.stream.get_mut().write_all(request.as_bytes())
    }

    /// Sends a request and waits for the answer.
    pub(crate) fn ask(&mut self, request: &str) -> io::Result<Answer> {
        // A request that is refused early is not taken whole.
        let _refused = self.send(request);
        let (mut status, mut length, mut has_retry_after) = (0, 0, false);
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            if self.stream.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let lower = line.to_ascii_lowercase();
            if let Some(rest) = lower.strip_prefix("http/1.1 ") {
                let code = rest.get(..3).and_then(|code| code.parse().ok());
                status = code.unwrap_or(0);
            } else if let Some(number) = lower.strip_prefix("content-length: ") {
                length = number.trim().parse().unwrap_or(0);
            }
            has_retry_after |= lower.starts_with("retry-after: ");
        }
        io::copy(&mut self.stream.by_ref().take(length), &mut io::sink())?;
        Ok(Answer {
            status,
            has_retry_after,
        })
    }

    /// Sends nothing until the server closes the connection.
    pub(crate) fn wait_for_the_end(&mut self) -> io::Result<()> {
        self.stream.read(&mut [0]).map(drop)
    }

    /// Waits for no answer longer than until then.
    pub(crate) fn until(self, end: Instant) -> io::Result<Self> {
        let left = end.saturating_duration_since(Instant::now());
        let left = left.max(Duration::from_millis(1));
        self.stream.get_ref().set_read_timeout(Some(left))?;
        Ok(self)
    }
}

/// The head of a request as text.
pub(crate) fn with(method: &str, path: &str, headers: &str) -> String {
    format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n")
}

/// A GET as text.
pub(crate) fn get(path: &str) -> String {
    with("GET", path, "")
}

/// A POST as text.
pub(crate) fn post(kind: &str, path: &str, body: &str) -> String {
    let length = body.len();
    let headers = format!("Content-Type: {kind}\r\nContent-Length: {length}\r\n");
    with("POST", path, &headers) + body
}
