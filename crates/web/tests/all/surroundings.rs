//! The program in a failing environment: output that cannot be written, wrong options.

use crate::patience::PATIENCE;
use std::fs::File;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_plywood-web"))
}

/// A server that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The answer to a GET, once the server listens.
fn get(port: u16, path: &str) -> String {
    ask(port, &format!("GET {path}"), "")
}

/// The answer to a request with a body, once the server listens.
fn ask(port: u16, request: &str, body: &str) -> String {
    let started = Instant::now();
    loop {
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) {
            let request = format!(
                "{request} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
                 Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            );
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
            stream.write_all(request.as_bytes()).unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            return answer;
        }
        assert!(started.elapsed() < PATIENCE, "the server has not started");
        sleep(Duration::from_millis(20));
    }
}

/// A server with this standard error, and its port.
fn start(output: Stdio) -> (Running, u16) {
    // The server cannot report its port. Ports assigned by the system are unsuitable here: a client that connects to such a port before the
    // server listens can be connected to itself.
    // Each start tries separate ports, so that none connects to those of another.
    static STARTS: AtomicU16 = AtomicU16::new(0);
    let first = 20_000 + u16::try_from(std::process::id() % 10_000).unwrap();
    let first = first + 100 * STARTS.fetch_add(1, Ordering::Relaxed);
    let is_free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    let port = (first..first + 100).find(is_free).unwrap();
    let mut command = program();
    let command = command.args(["--threads", "1", "--port", &port.to_string()]);
    let server = Running(command.stderr(output).spawn().unwrap());
    (server, port)
}

fn assert_serves_with(output: Stdio) {
    let (mut server, port) = start(output);
    for _ in 0..3 {
        let answer = get(port, "/api/v1/health");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    assert!(server.0.try_wait().unwrap().is_none(), "it goes on");
}

#[test]
fn an_output_that_cannot_be_written_does_not_end_the_server() {
    assert_serves_with(
        File::options()
            .write(true)
            .open("/dev/full")
            .unwrap()
            .into(),
    );
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    assert_serves_with(writer.into());
}

#[test]
fn a_page_or_a_book_that_is_no_folder_is_refused_at_the_start() {
    for option in ["--assets", "--book"] {
        for wrong in ["no/such/folder", "/dev/null", env!("CARGO_MANIFEST_DIR")] {
            let output = program()
                .args(["--port", "0", option, wrong])
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(1), "{option} {wrong}");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(
                errors.contains(wrong) && errors.contains("index.html"),
                "{errors}"
            );
        }
    }
}
