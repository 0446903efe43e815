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
    assert_eq!(server.get("/book/../Cargo.toml").status, 404);
    assert_eq!(server.get("/book/no-such-page.html").status, 404);
    // The other pages keep the strict policy.
    for path in ["/", "/bookish"] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("script-src 'self';") && policy.contains("frame-ancestors 'none'"));
    }
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_served() {
    let folder = std::env::temp_dir().join(format!("plywood-pipes-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("index.html"), "a page").unwrap();
    let mut pipe = std::process::Command::new("mkfifo");
    assert!(pipe.arg(folder.join("pipe")).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", folder.join("zeros")).unwrap();
    let folder_name = folder.display();
    let server = TestServer::with(&format!("--book {folder_name} --assets {folder_name}"));
    for path in ["/", "/book/"] {
        assert_eq!(server.get(path).body, "a page");
        for file in ["pipe", "zeros"] {
            assert_eq!(
                server.get(&format!("{path}{file}")).status,
                404,
                "{path}{file}"
            );
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn without_a_folder_there_is_no_book() {
    assert_eq!(TestServer::start().get("/book/").status, 404);
}
