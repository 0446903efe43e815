//! The little of HTTP that the load needs: one request at a time over a connection that stays open.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

pub(crate) struct Connection {
    stream: BufReader<TcpStream>,
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
        let stream = BufReader::new(stream);
        Ok(Self { stream })
    }

    /// Sends a request without waiting for the answer.
    pub(crate) fn send(&mut self, request: &str) -> io::Result<()> {
        self.stream.get_mut().write_all(request.as_bytes())
    }

    /// Sends a request and waits for the answer.
    pub(crate) fn ask(&mut self, request: &str) -> io::Result<Answer> {
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

/// A GET as text.
pub(crate) fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")
}

/// A POST as text.
pub(crate) fn post(kind: &str, path: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}
