//! The page as files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder that exists while a test runs.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("plywood-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// Adds a file, and its folder if it is missing.
    fn with(self, name: &str, content: &str) -> Self {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

/// Writes a site, and returns the exit code with the messages.
fn write_site(folder: &Path, engine: &Path, more: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_plywood-web"))
        .arg("site")
        .arg(folder)
        .arg("--wasm")
        .arg(engine)
        .args(more)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}

fn engine(name: &str) -> Folder {
    let engine = Folder::new(name).with("plywood.js", "import \"./worker.js\";\n");
    let engine = engine.with("worker.js", "").with("plywood.wasm", "\0asm");
    engine.with("package.json", "{}")
}

/// The files in a folder and in those within it, by their names.
fn files_of(folder: &Path, below: &str) -> Vec<String> {
    let entries = fs::read_dir(folder.join(below)).unwrap();
    let mut found: Vec<String> = entries
        .flat_map(|entry| {
            let entry = entry.unwrap();
            let name = format!("{below}{}", entry.file_name().to_str().unwrap());
            if entry.path().is_dir() {
                files_of(folder, &format!("{name}/"))
            } else {
                vec![name]
            }
        })
        .collect();
    found.sort();
    found
}

#[test]
fn a_site_has_the_page_the_engine_and_the_book() {
    let engine = engine("site-engine");
    let book = Folder::new("site-book").with("index.html", "the book");
    let book = book
        .with("steps/minimax.html", "steps")
        .with("index.html.gz", "");
    let site = Folder::new("site-whole");
    let more = ["--book", book.0.to_str().unwrap()];
    let (code, said) = write_site(&site.0, &engine.0, &more);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("python3 -m http.server"), "{said}");
    let files = files_of(&site.0, "");
    let has = |end: &str| files.iter().any(|name| name.ends_with(end));
    for name in ["js/main.js", "engine/worker.js", "engine/plywood.wasm"] {
        assert!(has(&format!("/{name}")), "{files:?}");
    }
    for name in ["index.html", "sw.js", "icon.svg", "book/steps/minimax.html"] {
        assert!(files.iter().any(|file| file == name), "{files:?}");
    }
    assert!(!has(".gz") && !has("package.json"), "{files:?}");
    let text = |name: &str| fs::read_to_string(site.0.join(name)).unwrap();
    let (index, worker) = (text("index.html"), text("sw.js"));
    assert!(index.contains("data-book") && !index.contains("data-server"));
    assert!(index.contains("Content-Security-Policy") && !index.contains("frame-ancestors"));
    for name in &files {
        let is_kept = worker.contains(&format!("\"{name}\""));
        let is_late = ["sw.js", "book/", ".wasm"].map(|part| name.contains(part));
        assert_eq!(is_kept, !is_late.contains(&true), "{name}");
    }
    assert!(!worker.contains("VERSION = \"\""), "{worker}");
}

#[test]
fn the_first_board_needs_no_engine_and_less_than_300_kilobytes() {
    let engine = engine("site-first-engine");
    let site = Folder::new("site-first");
    write_site(&site.0, &engine.0, &[]);
    let index = fs::read_to_string(site.0.join("index.html")).unwrap();
    for question in ["GET /games ", "POST /game {"] {
        assert!(index.contains(&format!("\"{question}")), "{question}");
    }
    let named = index
        .split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next());
    let loaded = named.filter(|name| !name.starts_with('#') && !name.contains("engine/"));
    let sizes = loaded.filter_map(|name| fs::metadata(site.0.join(name)).ok());
    let pieces = files_of(&site.0, "");
    let pieces = pieces.iter().find(|name| name.ends_with("/pieces.svg"));
    let pieces = fs::metadata(site.0.join(pieces.unwrap())).unwrap().len();
    let total = sizes.map(|file| file.len()).sum::<u64>() + pieces + index.len() as u64;
    assert!(
        (100_000..300_000).contains(&total),
        "the page loads {total} bytes first"
    );
}

/// A path that begins at the root of a host would leave the site.
#[test]
fn every_address_is_relative() {
    let engine = engine("site-relative-engine");
    let site = Folder::new("site-relative");
    write_site(&site.0, &engine.0, &[]);
    for name in files_of(&site.0, "") {
        let text = fs::read_to_string(site.0.join(&name)).unwrap();
        for start in ["src=\"/", "href=\"/", "url(\"/", "from \"/", "import(\"/"] {
            assert!(!text.contains(start), "{name}: {start}");
        }
        // Languages are not requested by name.
        let mut hosts = text.split("://").skip(1);
        assert!(
            hosts.all(|host| host.starts_with("www.w3.org/")),
            "{name} names another host"
        );
    }
}

#[test]
fn a_folder_with_files_is_left_as_it_is() {
    let engine = engine("site-twice-engine");
    let site = Folder::new("site-twice").with("notes.txt", "mine");
    let (code, said) = write_site(&site.0, &engine.0, &[]);
    assert_eq!(code, Some(2));
    assert!(said.contains("not empty"), "{said}");
    assert_eq!(files_of(&site.0, ""), ["notes.txt"]);
}

#[test]
fn what_is_missing_is_named_before_anything_is_written() {
    let (engine, empty) = (engine("site-missing-engine"), Folder::new("site-missing"));
    let site = empty.0.join("site");
    let (code, said) = write_site(&site, &empty.0, &[]);
    assert_eq!(code, Some(2));
    assert!(said.contains("crates/wasm/make"), "{said}");
    let (code, said) = write_site(&site, &engine.0, &["--book", empty.0.to_str().unwrap()]);
    assert_eq!(code, Some(2));
    assert!(said.contains("index.html"), "{said}");
    assert!(!site.exists());
    let mut server = Command::new(env!("CARGO_BIN_EXE_plywood-web"));
    let output = server
        .args(["--port", "0", "--wasm"])
        .arg(&empty.0)
        .output();
    let output = output.unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("crates/wasm/make"), "{said}");
}
