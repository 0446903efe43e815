//! Requests that no well-behaved client sends.

use crate::client::TestServer;
#[cfg(unix)]
use crate::process::Program;
use std::fmt::Write as _;
use std::io::Write;
#[cfg(unix)]
use std::time::Duration;

const JSON: &str = "application/json";

#[test]
fn half_a_character_is_refused() {
    let server = TestServer::start();
    let body = b"{\"position\": \"\xc3\"}";
    server
        .post_bytes("/api/v1/legal-moves", JSON, body)
        .problem(400);
    let body = b"{\"position\": \"\\ud800\"}";
    server
        .post_bytes("/api/v1/legal-moves", JSON, body)
        .problem(400);
    let pgn = b"[White \"M\xfcller\"]\n\n1. e4 \xc3 *";
    let answer = server.post_bytes("/api/v1/pgn", "text/plain", pgn);
    assert_eq!(
        answer.status, 200,
        "PGN in another encoding is read as well as it can be"
    );
    server.get("/api/v1/strategies?game=%c3").problem(400);
    server.get("/%ff").problem(404);
}

#[test]
fn bodies_over_64_kib_are_refused() {
    let server = TestServer::start();
    let long = "x".repeat(1 << 20);
    for (path, kind) in [
        ("/api/v1/best-move", JSON),
        ("/api/v1/pgn?annotate=true", "text/plain"),
    ] {
        server.post_text(path, kind, &long).problem(413);
    }
    let exact = format!("{{\"moves\":[]{}}}", " ".repeat((64 << 10) - 12));
    assert_eq!(exact.len(), 64 << 10);
    assert_eq!(
        server.post_text("/api/v1/legal-moves", JSON, &exact).status,
        200
    );
    let claimed = server.head(
        "POST",
        "/api/v1/pgn",
        "Content-Type: text/plain\r\nContent-Length: 99999999999\r\n",
    );
    let answer = server.send(&claimed);
    answer.problem(413);
}

#[cfg(unix)]
#[test]
fn a_hostile_pgn_takes_little_work() {
    let program = Program::start("true", "--threads 1 --max-time 0.2");
    let mut nested = String::from("1. e4 ");
    while nested.len() < 60_000 {
        nested.push_str("(1. d4 ");
    }
    let mut many = String::new();
    while many.len() < 60_000 {
        write!(many, "1. e4 *\n\n").unwrap();
    }
    let comment = format!("{{{}", "x".repeat(60_000));
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(4_000);
    for text in [
        nested,
        many,
        comment,
        shuffle,
        "\0".repeat(60_000),
        "[".repeat(60_000),
    ] {
        for path in ["/api/v1/pgn", "/api/v1/pgn?annotate=true&depth=40"] {
            let before = program.work();
            let answer = program.server.post_text(path, "text/plain", &text);
            assert_eq!(answer.status, 200);
            let work = program.work().saturating_sub(before);
            assert!(work < Duration::from_secs(8), "{work:?}: {path} {text:.20}");
        }
    }
}

/// Spellings of a path that leads out of the folder of the page.
fn spellings() -> Vec<String> {
    let ups = ".. %2e%2e %2E. .%2e ..%00 %c0%ae%c0%ae .... ..; %252e%252e \\.. ..%5c";
    let mut all: Vec<String> = [
        "//etc/passwd",
        "/etc/passwd",
        "/C:/Windows/win.ini",
        "/.git/config",
        "/assets/index.html",
    ]
    .map(str::to_owned)
    .to_vec();
    for up in ups.split(' ') {
        for slash in ["/", "%2f", "//", "/./", "%5c", "\\"] {
            for file in ["etc/passwd", "Cargo.toml", "src/main.rs"] {
                all.push(format!("/{up}{slash}{up}{slash}{up}{slash}{file}"));
            }
            all.push(format!("/js/{up}{slash}{up}{slash}Cargo.toml"));
        }
    }
    all
}

#[test]
fn no_spelling_of_a_path_reads_a_file() {
    let spellings = spellings();
    assert!(spellings.len() >= 200, "{}", spellings.len());
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
    for options in [
        "--threads 1".to_owned(),
        format!("--threads 1 --assets {folder}"),
    ] {
        let server = TestServer::with(&options);
        for path in &spellings {
            let answer = server.get(path);
            assert!(
                [400, 404].contains(&answer.status),
                "{path}: {}",
                answer.status
            );
            assert!(
                !answer.body.contains("root:") && !answer.body.contains("[package]"),
                "{path}"
            );
        }
        let absolute = format!(
            "GET http://{}/../Cargo.toml HTTP/1.1\r\nHost: {0}\r\nConnection: close\r\n\r\n",
            server.address
        );
        assert_eq!(server.send(&absolute).status, 404);
    }
}

/// Requests whose end two readers can place differently, each followed by one that must not be answered.
const AMBIGUOUS: [&str; 11] = [
    "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\nContent-Length: 60\r\n\r\n0\r\n\r\n",
    "Content-Length: 2\r\nContent-Length: 60\r\n\r\n{}",
    "Content-Length: 2, 60\r\n\r\n{}",
    "Content-Length: +2\r\n\r\n{}",
    "Content-Length : 2\r\n\r\n{}",
    "X: y\r\n Content-Length: 2\r\n\r\n{}",
    "X: y\rContent-Length: 2\r\n\r\n{}",
    "Transfer-Encoding: xchunked\r\n\r\n{}",
    "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n",
];

#[test]
fn what_is_not_http_is_refused_and_nothing_is_smuggled() {
    let server = TestServer::start();
    let host = server.address;
    let ambiguous = AMBIGUOUS.map(|rest| {
        let head = format!("Host: {host}\r\nContent-Type: {JSON}\r\n");
        let second = format!("GET /smuggled HTTP/1.1\r\nHost: {host}\r\n\r\n");
        format!("POST /api/v1/play HTTP/1.1\r\n{head}{rest}{second}")
    });
    let noise = [
        "\r\n\r\nhello\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET\r\n\r\n",
        "\u{16}\u{3}\u{1}",
    ];
    for request in noise.map(str::to_owned).into_iter().chain(ambiguous) {
        let mut stream = server.connect();
        stream.write_all(request.as_bytes()).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut answer = Vec::new();
        drop(std::io::Read::read_to_end(&mut stream, &mut answer));
        let answer = String::from_utf8_lossy(&answer);
        let is_refused = answer.is_empty() || answer.starts_with("HTTP/1.1 400");
        let answers = answer.matches("HTTP/1.1 ").count();
        assert!(is_refused && answers <= 1, "{request:?}: {answer}");
    }
    let many = "X: y\r\n".repeat(500);
    let answer = server.send(&server.head("GET", "/", &many));
    assert_eq!(answer.status, 431);
}

#[test]
fn slow_clients_do_not_delay_others() {
    let server = TestServer::with("--threads 2");
    let slow: Vec<_> = (0..300)
        .map(|_| {
            let mut stream = server.connect();
            let begun = b"GET /api/v1/health HTTP/1.1\r\nHost: loc";
            stream.write_all(begun).unwrap();
            stream
        })
        .collect();
    assert_eq!(server.get("/api/v1/health").status, 200);
    drop(slow);
}
