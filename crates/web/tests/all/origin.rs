//! Requests that another site sends, through a browser that can reach the server.

use crate::client::{Answer, TestServer};

fn with(server: &TestServer, host: &str, origin: Option<&str>) -> Answer {
    let origin = origin
        .map(|origin| format!("Origin: {origin}\r\n"))
        .unwrap_or_default();
    server.send(&format!(
        "POST /api/v1/legal-moves HTTP/1.1\r\nHost: {host}\r\n{origin}Connection: close\r\n\
         Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}"
    ))
}

#[test]
fn a_page_of_another_site_is_refused() {
    let server = TestServer::start();
    let host = server.address.to_string();
    let own = format!("http://{host}");
    assert_eq!(
        with(&server, &host, None).status,
        200,
        "programs send no origin"
    );
    assert_eq!(with(&server, &host, Some(&own)).status, 200);
    let other_port = format!("http://127.0.0.1:{}", server.address.port().wrapping_add(1));
    for origin in [
        "null",
        "http://evil.example",
        "https://localhost.evil.example",
        &other_port,
        "\u{fc}",
    ] {
        let problem = with(&server, &host, Some(origin)).problem(403);
        assert_eq!(problem["field"], "Origin");
    }
}

#[test]
fn a_foreign_name_that_points_here_is_refused() {
    let server = TestServer::with("--threads 1 --host chess.lan");
    let port = server.address.port();
    for name in [
        "evil.example",
        "localhost.evil.example",
        "",
        "chess.lan.evil.example",
    ] {
        let problem = with(&server, &format!("{name}:{port}"), None).problem(403);
        assert_eq!(problem["field"], "Host");
    }
    for name in ["localhost", "127.0.0.1", "[::1]", "chess.lan", "CHESS.LAN"] {
        let host = format!("{name}:{port}");
        let own = format!("http://{host}");
        assert_eq!(with(&server, &host, Some(&own)).status, 200, "{name}");
    }
    let none = "GET / HTTP/1.1\r\nConnection: close\r\n\r\n";
    assert!([400, 403].contains(&server.send(none).status));
}

#[test]
fn a_foreign_page_cannot_start_a_live_search() {
    let server = TestServer::start();
    for (header, value) in [
        ("Origin", "http://evil.example"),
        ("Sec-Fetch-Site", "cross-site"),
    ] {
        let head = server.head("POST", "/api/v1/search", &format!("{header}: {value}\r\n"));
        assert_eq!(server.send(&head).problem(403)["field"], header);
    }
    // A request for a picture of another site starts nothing.
    let path = "/api/v1/search?strategies=minimax&depth=30";
    server.get(path).problem(405);
    assert_eq!(server.searches(), 0);
}

#[test]
fn two_hosts_are_none() {
    let server = TestServer::start();
    let host = server.address;
    let request =
        format!("GET / HTTP/1.1\r\nHost: {host}\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    assert_eq!(server.send(&request).problem(400)["field"], "Host");
}
