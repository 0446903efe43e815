//! A server for one test, and a small HTTP client that can also send requests of ill-behaved clients.

use crate::patience::PATIENCE;
use clap::Parser;
use plywood_catalog::Games;
use plywood_web::{Options, Server};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// A server that runs until it is dropped.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// An answer with its body as text.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl TestServer {
    /// Starts a server with two search threads.
    pub(crate) fn start() -> Self {
        Self::with("--threads 2")
    }

    /// Starts a server with these options, and with the games of the program.
    pub(crate) fn with(options: &str) -> Self {
        Self::of(plywood_web::games(), options)
    }

    /// Starts a server for these games.
    pub(crate) fn of(games: impl Games, options: &str) -> Self {
        let words = ["plywood-web", "--port", "0"]
            .into_iter()
            .chain(options.split_whitespace());
        let options = Options::parse_from(words);
        let (started, address) = std::sync::mpsc::channel();
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(async {
                let server = Server::start(&options, &games).await.unwrap();
                started.send(server.address().unwrap()).unwrap();
                tokio::select! { ended = server.run() => ended.unwrap(), _ = stopped => {} }
            });
        });
        Self {
            address: address.recv().unwrap(),
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    /// A server started and ended by other code.
    pub(crate) fn at(address: SocketAddr) -> Self {
        Self {
            address,
            stop: None,
            thread: None,
        }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send(&self.head("GET", path, ""))
    }

    /// Sends JSON and expects success.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Value {
        let answer = self.post_text(path, "application/json", &body.to_string());
        assert_eq!(answer.status, 200, "{path} {body}: {}", answer.body);
        answer.json()
    }

    /// Sends JSON and expects a problem with this status.
    pub(crate) fn refused(&self, status: u16, path: &str, body: &Value) -> Value {
        let answer = self.post_text(path, "application/json", &body.to_string());
        answer.problem(status)
    }

    pub(crate) fn post_text(&self, path: &str, kind: &str, body: &str) -> Answer {
        self.post_bytes(path, kind, body.as_bytes())
    }

    pub(crate) fn post_bytes(&self, path: &str, kind: &str, body: &[u8]) -> Answer {
        let headers = format!("Content-Type: {kind}\r\nContent-Length: {}\r\n", body.len());
        let mut request = self.head("POST", path, &headers).into_bytes();
        request.extend(body);
        self.send_bytes(&request)
    }

    /// Sends JSON and does not wait for the answer.
    pub(crate) fn begin(&self, path: &str, body: &Value) -> TcpStream {
        let body = body.to_string();
        self.begin_on(self.connect(), path, "application/json", &body)
    }

    /// Sends text on a connection and does not wait for the answer.
    pub(crate) fn begin_on(
        &self,
        mut stream: TcpStream,
        path: &str,
        kind: &str,
        body: &str,
    ) -> TcpStream {
        let headers = format!("Content-Type: {kind}\r\nContent-Length: {}\r\n", body.len());
        let request = self.head("POST", path, &headers) + body;
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    /// The head of a request.
    pub(crate) fn head(&self, method: &str, path: &str, headers: &str) -> String {
        let host = self.address;
        format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n")
    }

    pub(crate) fn send(&self, request: &str) -> Answer {
        self.send_bytes(request.as_bytes())
    }

    /// Sends any bytes and reads the answer.
    pub(crate) fn send_bytes(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // A server that refuses a body early closes the connection before all of it is sent.
        drop(stream.write_all(request));
        read_answer(&mut BufReader::new(stream))
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Returns the number of running searches.
    pub(crate) fn searches(&self) -> u64 {
        let health = self.get("/api/v1/health").json();
        health["searches"]["running"].as_u64().unwrap()
    }

    /// Waits until this number of searches runs.
    pub(crate) fn wait_for_searches(&self, running: u64) {
        wait_until(|| self.searches() == running);
    }

    /// Begins searches until the server takes no more requests. It has one thread, which is busy.
    pub(crate) fn fill(&self, body: &Value) -> Vec<TcpStream> {
        let mut waiting = Vec::new();
        while !self.is_full() {
            assert!(waiting.len() < 1_000, "it takes all requests");
            waiting.push(self.begin("/api/v1/best-move", body));
        }
        waiting
    }

    /// Waits until the server takes requests again.
    pub(crate) fn wait_for_room(&self) {
        wait_until(|| !self.is_full());
    }

    fn is_full(&self) -> bool {
        let play = json!({"move": "e4"}).to_string();
        let answer = self.post_text("/api/v1/play", "application/json", &play);
        answer.status == 503
    }
}

/// Waits until this is true.
fn wait_until(is_so: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < PATIENCE, "it never came");
        thread::sleep(Duration::from_millis(1));
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A failure of the server is reported by the test that waits for it.
            drop(thread.join());
        }
    }
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error} in {}", self.body))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The body as a problem with this status.
    pub(crate) fn problem(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        assert_eq!(
            self.header("content-type"),
            Some("application/problem+json"),
            "{}",
            self.body
        );
        let problem = self.json();
        assert_eq!(problem["status"], status);
        assert!(
            problem["detail"]
                .as_str()
                .is_some_and(|detail| !detail.is_empty())
        );
        problem
    }
}

/// Reads the head of an answer.
pub(crate) fn read_head(reader: &mut impl BufRead) -> (u16, Vec<(String, String)>) {
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let status = line
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    let status = status.unwrap_or_else(|| panic!("not an answer: {line:?}"));
    let mut headers = Vec::new();
    loop {
        line.clear();
        reader.read_line(&mut line).unwrap();
        let Some((name, value)) = line.trim_end().split_once(':') else {
            return (status, headers);
        };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
}

/// Reads an answer to the end of the connection.
pub(crate) fn read_answer(reader: &mut impl BufRead) -> Answer {
    let (status, headers) = read_head(reader);
    let mut body = Vec::new();
    reader.read_to_end(&mut body).unwrap();
    let is_chunked = headers.iter().any(|(name, _)| name == "transfer-encoding");
    if is_chunked {
        body = unchunked(&body);
    }
    Answer {
        status,
        headers,
        body: String::from_utf8(body).unwrap(),
    }
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|pair| pair == b"\r\n") {
        let length = std::str::from_utf8(&body[..end]).unwrap();
        let length = usize::from_str_radix(length, 16).unwrap();
        whole.extend(&body[end + 2..end + 2 + length]);
        body = &body[end + 4 + length..];
    }
    whole
}
