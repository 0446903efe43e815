//! The little of HTTP that the load needs: one request at a time over a connection that stays open.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

pub(crate) struct Connection {
    stream: BufReader<TcpStream>,
    address: SocketAddr,
}

pub(crate) struct Answer {
    pub(crate) asked: Instant,
    pub(crate) status: u16,
    pub(crate) time: Duration,
}

impl Connection {
    pub(crate) fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_mins(1)))?;
        Ok(Self {
            stream: BufReader::new(stream),
            address,
        })
    }

    pub(crate) fn get(&mut self, path: &str) -> io::Result<Answer> {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address);
        self.exchange(&request)
    }

    pub(crate) fn post(&mut self, path: &str, body: &str) -> io::Result<Answer> {
        self.post_as("application/json", path, body)
    }

    pub(crate) fn post_as(&mut self, kind: &str, path: &str, body: &str) -> io::Result<Answer> {
        self.exchange(&post(self.address, kind, path, body))
    }

    /// Sends a request without waiting for the answer.
    pub(crate) fn send(&mut self, request: &str) -> io::Result<()> {
        self.stream.get_mut().write_all(request.as_bytes())
    }

    fn exchange(&mut self, request: &str) -> io::Result<Answer> {
        let asked = Instant::now();
        self.send(request)?;
        let (mut status, mut length, mut line) = (0, 0, String::new());
        while line != "\r\n" {
            line.clear();
            if self.stream.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
                status = rest
                    .get(..3)
                    .and_then(|code| code.parse().ok())
                    .unwrap_or(0);
            } else if let Some(number) = line.strip_prefix("content-length: ") {
                length = number.trim().parse().unwrap_or(0);
            }
        }
        io::copy(&mut self.stream.by_ref().take(length), &mut io::sink())?;
        let time = asked.elapsed();
        Ok(Answer {
            asked,
            status,
            time,
        })
    }
}

/// A POST as text.
pub(crate) fn post(address: SocketAddr, kind: &str, path: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}
