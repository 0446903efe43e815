//! The description of the routes, and the common properties of all answers.

use crate::client::{Answer, TestServer, read_head};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::BufReader;

#[test]
fn the_server_reports_how_it_is() {
    let server = TestServer::with("--threads 3 --max-time 2 --live-time 30");
    let health = server.get("/api/v1/health").json();
    assert_eq!(health["status"], "ok");
    assert_eq!(health["book"], false);
    let searches = json!({"running": 0, "threads": 3});
    assert_eq!(health["searches"], searches);
    assert_eq!(health["limits"]["time_ms"], 2_000);
    assert_eq!(health["limits"]["live_ms"], 30_000);
}

#[test]
fn every_answer_has_the_headers_that_protect_the_page() {
    let server = TestServer::start();
    for path in ["/", "/api/v1/health", "/nothing", "/api/v1/nothing"] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-"),
            "{path}: {policy}"
        );
        assert_eq!(policy.matches("unsafe").count(), 1, "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("x-frame-options"), Some("DENY"));
    }
}

#[test]
fn the_page_is_served_from_the_binary() {
    let server = TestServer::start();
    let page = server.get("/");
    assert_eq!(
        (page.status, page.header("content-type")),
        (200, Some("text/html; charset=utf-8"))
    );
    for method in ["DELETE", "POST"] {
        let answer = server.send(&server.head(method, "/", ""));
        assert_eq!(answer.header("allow"), Some("GET, HEAD"));
        answer.problem(405);
    }
    let problem = server.get("/nothing").problem(404);
    assert!(
        problem["hint"]
            .as_str()
            .unwrap()
            .contains("the API's description")
    );
    server.get("/api/v1/play").problem(405);
}

/// Returns the encoding of an answer, and its `Vary` and `Cache-Control`.
fn sent(server: &TestServer, request: &str) -> [Option<String>; 3] {
    let mut stream = server.connect();
    std::io::Write::write_all(&mut stream, request.as_bytes()).unwrap();
    let (_, headers) = read_head(&mut BufReader::new(stream));
    ["content-encoding", "vary", "cache-control"].map(|name| {
        let found = headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.clone())
    })
}

#[test]
fn the_index_names_all_that_the_page_needs_and_browsers_keep_it() {
    let server = TestServer::start();
    let index = server.get("/").body;
    let places = index.split("href=\"v").skip(1);
    let places: Vec<&str> = places.filter_map(|rest| rest.split('"').next()).collect();
    assert!(places.len() > 25, "{index}");
    for place in places {
        let answer = server.get(&format!("/v{place}"));
        let keep = answer.header("cache-control").unwrap();
        assert!(
            answer.status == 200 && keep.contains("immutable"),
            "{place}"
        );
    }
}

#[test]
fn what_is_long_is_compressed() {
    let server = TestServer::start();
    let headers = "Accept-Encoding: gzip\r\n";
    let [encoding, vary, _] = sent(&server, &server.head("GET", "/style.css", headers));
    assert_eq!(
        (encoding.as_deref(), vary.as_deref()),
        (Some("gzip"), Some("accept-encoding"))
    );
    let [encoding, _, _] = sent(&server, &server.head("GET", "/style.css", ""));
    assert_eq!(encoding, None);
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(500);
    let body = json!({ "moves": moves }).to_string();
    for (accepted, expected) in [("gzip", Some("gzip")), ("br", None)] {
        let headers = format!(
            "Accept-Encoding: {accepted}\r\nContent-Length: {}\r\n",
            body.len()
        );
        let headers = format!("Content-Type: application/json\r\n{headers}");
        let head = server.head("POST", "/api/v1/legal-moves", &headers);
        let [encoding, ..] = sent(&server, &(head + &body));
        assert_eq!(encoding.as_deref(), expected, "{accepted}");
    }
}

/// The documented problems of an operation, one of which was returned.
fn assert_describes(what: &Value, answer: &Answer) -> u16 {
    let described = &what["responses"][answer.status.to_string()]["content"];
    let kind = answer.header("content-type").unwrap();
    let kind = kind.split(';').next().unwrap();
    assert!(
        described[kind].is_object(),
        "{} is not described: {what}",
        answer.status
    );
    answer.status
}

#[test]
fn every_route_refuses_what_is_wrong_as_it_is_described() {
    let server = TestServer::with("--threads 1");
    let api = server.get("/api/v1/openapi.json").json();
    let paths = api["paths"].as_object().unwrap().iter();
    let operations = paths.flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().iter();
        methods.map(move |(method, what)| (method.to_uppercase(), path, what))
    });
    for (method, path, what) in operations {
        let kinds = what["requestBody"]["content"].as_object();
        let kind = kinds.map(|kinds| kinds.keys().next().unwrap().as_str());
        let ask = |path: &str, kind: &str, body: &str| {
            let length = body.len();
            let headers = format!("Content-Type: {kind}\r\nContent-Length: {length}\r\n");
            let answer = server.send(&(server.head(&method, path, &headers) + body));
            assert_describes(what, &answer)
        };
        let evil =
            format!("{method} {path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
        assert_eq!(assert_describes(what, &server.send(&evil)), 403, "{path}");
        let is_server = path == "/api/v1/health";
        let body = if kind.is_some() { "[]" } else { "" };
        let unknown = ask(&format!("{path}?wrong=1"), kind.unwrap_or("x"), body);
        assert_eq!(unknown, if is_server { 200 } else { 400 }, "{path}");
        for parameter in what["parameters"].as_array().into_iter().flatten() {
            assert_eq!(parameter["in"], "query", "{path}");
        }
        if let Some(kind) = kind {
            let length = format!("Content-Type: {kind}\r\nContent-Length: 99999999\r\n");
            let long = server.send(&server.head(&method, path, &length));
            assert_eq!(assert_describes(what, &long), 413, "{path}");
        }
    }
}

#[test]
fn the_api_describes_itself() {
    let server = TestServer::start();
    let api = server.get("/api/v1/openapi.json").json().to_string();
    for part in api.split("#/components/schemas/").skip(1) {
        let name = part.split('"').next().unwrap();
        assert!(
            api.contains(&format!("\"{name}\":{{")),
            "{name} is not described"
        );
    }
}

#[test]
fn the_readme_lists_every_route() {
    let readme = include_str!("../../README.md");
    let mut listed = BTreeSet::new();
    for row in readme.lines().filter_map(|line| line.strip_prefix("| `")) {
        let routes = row.split('|').next().unwrap().replace(['`', ','], "");
        if let Some((method @ ("GET" | "POST"), routes)) = routes.split_once(' ') {
            listed.extend(
                routes
                    .split_whitespace()
                    .map(|path| format!("{method} {path}")),
            );
        }
    }
    let of_server = ["GET /health".to_owned()];
    let of_service = plywood_service::ROUTES.iter();
    let of_service = of_service.map(|route| format!("{} {}", route.method, route.path));
    assert_eq!(listed, of_service.chain(of_server).collect());
}
