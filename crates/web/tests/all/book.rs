//! The book, a folder of pages.

use crate::client::TestServer;
use std::fs;

#[test]
fn a_folder_is_served_as_the_book_with_its_own_scripts_and_frames() {
    let folder = std::env::temp_dir().join(format!("plywood-book-{}", std::process::id()));
    fs::create_dir_all(folder.join("steps")).unwrap();
    fs::write(
        folder.join("index.html"),
        "<title>How a program plays</title>",
    )
    .unwrap();
    fs::write(folder.join("steps/minimax.html"), "steps").unwrap();
    let server = TestServer::with(&format!("--book {}", folder.display()));
    assert_eq!(server.get("/api/v1/health").json()["book"], true);
    let page = server.get("/book/");
    assert_eq!(page.status, 200);
    let policy = page.header("content-security-policy").unwrap();
    assert!(
        policy.contains("script-src 'self' 'unsafe-inline'") && policy.contains("frame-src 'self'")
    );
    assert_eq!(server.get("/book/steps/minimax.html").status, 200);
    for path in ["/book", "/book/steps"] {
        for query in ["", "?x=1"] {
            let answer = server.get(&format!("{path}{query}"));
            let slashed = format!("{path}/{query}");
            assert_eq!(answer.header("location"), Some(slashed.as_str()), "{path}");
            assert_eq!(answer.status, 307);
        }
    }
    for path in ["../Cargo.toml", "no-such-page.html", "steps/", "style.css"] {
        let problem = server.get(&format!("/book/{path}")).problem(404);
        assert!(problem["detail"].as_str().unwrap().contains("at /book/"));
    }
    for path in ["/book", "/book/"] {
        let answer = server.send(&server.head("POST", path, ""));
        assert_eq!(answer.header("allow"), Some("GET, HEAD"));
        answer.problem(405);
    }
    // A file is compressed when the book is made, if at all.
    fs::write(folder.join("index.html.gz"), "compressed").unwrap();
    let accepts = "Accept-Encoding: gzip\r\n";
    let page = |path: &str| server.send(&server.head("GET", path, accepts));
    let answer = page("/book/");
    assert_eq!(answer.header("content-encoding"), Some("gzip"));
    assert_eq!(answer.header("content-type"), Some("text/html"));
    assert_eq!(answer.body, "compressed");
    let answer = page("/book/steps/minimax.html");
    assert_eq!(answer.header("content-encoding"), None);
    assert_eq!(
        (answer.header("content-length"), &*answer.body),
        (Some("5"), "steps")
    );
    // The other pages keep the strict policy.
    for path in ["/", "/bookish"] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.contains("script-src 'self' 'wasm-unsafe-eval' 'sha256-")
                && policy.contains("frame-ancestors 'none'")
        );
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn without_a_folder_there_is_no_book() {
    assert_eq!(TestServer::start().get("/book/").status, 404);
}
