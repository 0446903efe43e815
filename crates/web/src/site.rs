//! [`SiteOptions`]: the page as plain files, for any host that serves files.

use crate::layers::POLICY;
use crate::page::{INDEX, Offered, Page, ending, engine_in};
use clap::Args;
use plywood_console::output::{Kind, OutputFile, Replace, print};
use plywood_console::{Failure, OutputPath, files};
use plywood_search::StopHandle;
use plywood_service::{Request, Service, ServiceLimits, games};
use serde_json::Value;
use std::fmt::Display;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The script that keeps the site in the browser, and its constants to fill in.
const WORKER: &str = "sw.js";
const WORKER_VERSION: &str = "const VERSION = \"\";";
const WORKER_FILES: &str = "const FILES = [];";
const BOOK: &str = "book";
/// The first scene of `watch/scenes.js`, in the parameter order of the page's requests.
const FIRST_PLACE: &str =
    r#""game":"chess","position":"R1r1k3/8/1p6/8/7p/8/N2P4/2K5 w - - 0 1","moves":[]"#;
const FIRST_SEARCH: &str = r#""strategy":"alpha-beta+best-looking","limits":{"depth":2},"evaluator":"material","nodes":10000"#;

/// Writes the page as plain files: on any host that serves files, everything on it runs in the visitor's browser.
#[derive(Debug, Clone, Args)]
pub(crate) struct SiteOptions {
    /// The folder to write, which must be new or empty.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The folder of the engine for browsers, which `crates/wasm/make` creates.
    #[arg(long, value_name = "FOLDER", default_value = "crates/wasm/npm")]
    wasm: PathBuf,
    /// Add the book from this folder, which `docs/book/make` creates: docs/book/html.
    #[arg(long, value_name = "FOLDER")]
    book: Option<PathBuf>,
}

impl SiteOptions {
    /// Writes the site; its index comes last, so that a folder with an index is complete.
    ///
    /// # Errors
    /// [`Failure`] if the folder is not empty or cannot be written, or the engine or the book is missing.
    pub(crate) fn write(&self) -> Result<(), Failure> {
        let book = match &self.book {
            Some(book) => files_of(book, Path::new(""))?,
            None => Vec::new(),
        };
        let engine = engine_in(&self.wasm).map_err(|error| Failure::Usage(error.to_string()))?;
        let mut page = Page::new(Offered {
            engine,
            has_book: self.book.is_some(),
            head: policy() + &first_answers()?,
            ..Offered::default()
        });
        create(&self.folder)?;
        let mut version = DefaultHasher::new();
        if let Some(from) = &self.book {
            for name in &book {
                let content = files::read_whole(&from.join(name), files::MOST_BYTES)?;
                version.write(&content);
                self.put(&Path::new(BOOK).join(name), &content)?;
            }
        }
        let worker = page.files.remove(WORKER);
        let index = page.files.remove(INDEX);
        for (name, file) in &page.files {
            self.put(Path::new(&page.place(name)), &file.bytes)?;
        }
        if let (Some(worker), Some(index)) = (worker, index) {
            version.write(&index.bytes);
            let worker = filled(&worker.text(), &page, version.finish());
            self.put(Path::new(WORKER), worker.as_bytes())?;
            self.put(Path::new(INDEX), &index.bytes)?;
        }
        let folder = self.folder.display();
        print(&format!(
            "{folder} is a site: copy it to any static host, or try `python3 -m http.server -d {folder}`\n"
        ))
    }

    fn put(&self, name: &Path, content: &[u8]) -> Result<(), Failure> {
        let path = self.folder.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| Failure::writing(folder, &error))?;
        }
        OutputFile::open(
            &OutputPath::from(path.as_path()),
            Kind::Any,
            Replace::default(),
        )?
        .write(content)
    }
}

/// Returns the server's policy as an element of the page, since a file host sends no headers for it. Frames can only be set in headers.
fn policy() -> String {
    let rules = POLICY.split("; ");
    let rules: Vec<&str> = rules
        .filter(|rule| !rule.starts_with("frame-ancestors"))
        .collect();
    let rules = rules.join("; ");
    format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{rules}\">\n")
}

/// Returns the answers that the page needs to show its first boards and the first search, by their requests, in the form of `browser.js`.
fn first_answers() -> Result<String, Failure> {
    let service = Service::new(&games(), None, ServiceLimits::default()).map_err(failed)?;
    let answer = |(method, path, body): (&str, &str, &str)| {
        let request = Request {
            method,
            path,
            query: "",
            body: body.as_bytes(),
        };
        let task = service.task(&request).map_err(failed)?;
        let json = task.run(&StopHandle::new(), &|_| ()).map_err(failed)?;
        String::from_utf8(json).map_err(failed)
    };
    let listed = ("GET", "/games", "");
    let known: Value = serde_json::from_str(&answer(listed)?).map_err(failed)?;
    let first = &known["games"][0];
    let place = format!("\"game\":{},\"position\":{}", first["name"], first["start"]);
    let game = format!("{{{place},\"nodes\":[]}}");
    let shown = format!("{{{FIRST_PLACE}}}");
    let searched = format!("{{{FIRST_PLACE},{FIRST_SEARCH}}}");
    let questions = [
        listed,
        ("POST", "/game", &game),
        ("POST", "/legal-moves", &shown),
        ("POST", "/tree", &searched),
    ];
    let answers = questions.map(|question| {
        let (method, path, body) = question;
        let name = Value::from(format!("{method} {path} {body}"));
        Ok(format!("{name}:{}", answer(question)?))
    });
    let answers: Result<Vec<String>, Failure> = answers.into_iter().collect();
    // No text may end the element.
    let answers = answers?.join(",").replace('<', "\\u003c");
    Ok(format!(
        "<script type=\"application/json\" id=\"first\">{{{answers}}}</script>\n"
    ))
}

fn failed(error: impl Display) -> Failure {
    Failure::Work(error.to_string())
}

/// Returns the script that keeps the site: it loads all of the page at once, and the rest when it is needed.
fn filled(worker: &str, page: &Page, version: u64) -> String {
    let places = page.files.keys().map(|name| page.place(name));
    let kept: Vec<String> = ["./", INDEX]
        .map(str::to_owned)
        .into_iter()
        .chain(places.filter(|place| ending(place) != "wasm"))
        .map(|place| format!("\"{place}\""))
        .collect();
    let version = format!("const VERSION = \"{version:016x}\";");
    let files = format!("const FILES = [\n  {},\n];", kept.join(",\n  "));
    worker
        .replacen(WORKER_VERSION, &version, 1)
        .replacen(WORKER_FILES, &files, 1)
}

/// Creates the folder, unless it exists and is empty.
fn create(folder: &Path) -> Result<(), Failure> {
    match fs::read_dir(folder).map(|mut entries| entries.next()) {
        Ok(None) => Ok(()),
        Ok(Some(_)) => Err(Failure::in_file(
            folder,
            &"the folder is not empty; name another one, or remove what is in it",
        )),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, &error))
        }
        Err(error) => Err(Failure::unwritable(folder, &error)),
    }
}

/// Returns the files of a book by their names, without the compressed copies.
fn files_of(book: &Path, below: &Path) -> Result<Vec<PathBuf>, Failure> {
    let folder = book.join(below);
    let wrong = |error| Failure::in_file(&folder, &error);
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder).map_err(wrong)? {
        let entry = entry.map_err(wrong)?;
        let name = below.join(entry.file_name());
        if entry.file_type().map_err(wrong)?.is_dir() {
            found.extend(files_of(book, &name)?);
        } else if name.extension().is_none_or(|end| end != "gz") {
            found.push(name);
        }
    }
    found.sort();
    if below == Path::new("") && !found.contains(&PathBuf::from(INDEX)) {
        let missing = "expected a folder with pages, among them index.html";
        return Err(Failure::in_file(book, &missing));
    }
    Ok(found)
}
