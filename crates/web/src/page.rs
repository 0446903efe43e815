//! [`Page`]: the files of the page, which are part of the binary.

use axum::body::Bytes;
use plywood_catalog::files;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, ErrorKind};
use std::path::Path;

/// The files of `assets` by their names.
const BUILT_IN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The place of the modules that step through a search, which the lab's pages also have.
const STEPPER: &str = "js/stepper/";
/// The place of the engine for browsers, and its first module.
const ENGINE: &str = "engine/";
const ENGINE_MAIN: &str = "engine/plywood.js";
/// The module of the page that loads the engine.
const ENGINE_LOADER: &str = "js/transport/browser.js";
/// The first module of the page.
const MAIN: &str = "js/main.js";
const STYLE: &str = "style.css";
pub(crate) const INDEX: &str = "index.html";
/// The files beside the index. The others are in a folder whose name changes with its contents, so that browsers can keep them forever, and
/// never mix two versions.
const BESIDE: [&str; 4] = [INDEX, "icon.svg", "plywood.webmanifest", "sw.js"];
/// The attribute of the index that names the API.
const SERVER: &str = " data-server=\"api/v1\"";

/// The surroundings of a page.
#[derive(Debug, Default)]
pub(crate) struct Offered {
    pub(crate) has_server: bool,
    pub(crate) has_book: bool,
    /// The names and contents of the files of the engine for browsers, if there is one.
    pub(crate) engine: Vec<(String, Vec<u8>)>,
    /// Elements for the head of the page.
    pub(crate) head: String,
}

/// The files of the page by their names.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) files: BTreeMap<String, File>,
    /// The folder of the files that are not beside the index.
    pub(crate) folder: String,
}

#[derive(Debug)]
pub(crate) struct File {
    pub(crate) bytes: Bytes,
    pub(crate) content_type: String,
}

impl Page {
    /// Prepares the files. The index requests all modules that the page needs at first at once, without waiting for one to name the next.
    pub(crate) fn new(offered: Offered) -> Self {
        let built_in = BUILT_IN.iter().map(|(name, bytes)| {
            let kind = match ending(name) {
                "html" => "text/html",
                "css" => "text/css",
                "svg" => "image/svg+xml",
                "webmanifest" => "application/manifest+json",
                "txt" => "text/plain",
                _ => "text/javascript",
            };
            ((*name).to_owned(), File::new(*bytes, kind))
        });
        let stepper = plywood_catalog::STEPPER.map(|(name, text)| {
            let name = format!("{STEPPER}{name}");
            (name, File::new(text, "text/javascript"))
        });
        let engine = offered.engine.into_iter().map(|(name, bytes)| {
            let kind = match ending(&name) {
                "wasm" => "application/wasm",
                _ => "text/javascript",
            };
            (format!("{ENGINE}{name}"), File::new(bytes, kind))
        });
        let files: BTreeMap<String, File> = built_in.chain(stepper).chain(engine).collect();
        let mut hasher = DefaultHasher::new();
        for (name, file) in &files {
            hasher.write(name.as_bytes());
            hasher.write(&file.bytes);
        }
        let mut page = Self {
            files,
            folder: format!("v{:08x}", hasher.finish() >> 32),
        };
        let index = page.index(offered.has_server, offered.has_book, &offered.head);
        page.files
            .insert(INDEX.to_owned(), File::new(index, "text/html"));
        page
    }

    /// Returns the place of a file relative to the page.
    pub(crate) fn place(&self, name: &str) -> String {
        if BESIDE.contains(&name) {
            name.to_owned()
        } else {
            format!("{}/{name}", self.folder)
        }
    }

    fn index(&self, has_server: bool, has_book: bool, head: &str) -> String {
        let server = if has_server { SERVER } else { "" };
        let engine = self.files.get(ENGINE_MAIN).map(|_| {
            let place = self.place(ENGINE_MAIN);
            format!(" data-engine=\"{place}\"")
        });
        let book = if has_book { " data-book" } else { "" };
        let offers = [server, &engine.unwrap_or_default(), book].concat();
        let mut index = self.files[INDEX].text().replacen(SERVER, &offers, 1);
        for name in [MAIN, STYLE] {
            index = index.replace(name, &self.place(name));
        }
        // A page without a server loads its engine before anything else, since that takes longest.
        let (entries, early) = if has_server {
            (&[MAIN][..], String::new())
        } else {
            let place = self.place(ENGINE_LOADER);
            let early = format!("<script type=\"module\" src=\"{place}\"></script>\n");
            (&[MAIN, ENGINE_MAIN][..], early)
        };
        let modules = self.modules(entries).into_iter().map(|module| {
            let place = self.place(&module);
            format!("<link rel=\"modulepreload\" href=\"{place}\">\n")
        });
        let links: String = modules.collect();
        index.replacen(
            "<script",
            &(head.to_owned() + &early + &links + "<script"),
            1,
        )
    }

    /// Returns the modules loaded with these.
    fn modules(&self, entries: &[&str]) -> BTreeSet<String> {
        let mut open: Vec<String> = entries.iter().map(|&entry| entry.to_owned()).collect();
        let mut found = BTreeSet::new();
        while let Some(module) = open.pop() {
            if let Some(file) = self.files.get(&module)
                && !found.contains(&module)
            {
                let text = file.text();
                open.extend(imports(&text).map(|name| resolve(&module, name)));
                found.insert(module);
            }
        }
        found
    }
}

/// Reads the scripts and the WebAssembly of the engine for browsers.
///
/// # Errors
/// If the folder cannot be read, or has no such engine; the error explains how to make one.
pub(crate) fn engine_in(folder: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let found = files_in(folder).and_then(|engine| {
        let has = |end| engine.iter().any(|(name, _)| ending(name) == end);
        if has("js") && has("wasm") {
            return Ok(engine);
        }
        let missing = "it has no scripts with WebAssembly";
        Err(io::Error::new(ErrorKind::NotFound, missing))
    });
    found.map_err(|error| {
        let hint = "crates/wasm/make makes the engine for browsers, and --wasm names its folder";
        let text = format!("{}: {error}; {hint}", folder.display());
        io::Error::new(error.kind(), text)
    })
}

fn files_in(folder: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if ["js", "wasm"].contains(&ending(&name)) {
            let file = files::open(&entry.path())?;
            found.push((name, files::read_whole(&file, files::MOST_BYTES)?));
        }
    }
    Ok(found)
}

/// Returns the ending of a file's name.
pub(crate) fn ending(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// Returns the addresses that a module imports from, in its own words; dynamic imports (`import("…")`) are not among them.
fn imports(module: &str) -> impl Iterator<Item = &str> {
    module.lines().filter_map(|line| {
        let starts = ["import ", "export ", "} from "];
        let (_, address) = line.strip_suffix("\";")?.rsplit_once("from \"")?;
        starts
            .iter()
            .any(|start| line.starts_with(start))
            .then_some(address)
    })
}

/// Resolves a file name that a module gives relative to itself.
fn resolve(module: &str, address: &str) -> String {
    let mut parts: Vec<&str> = module.split('/').collect();
    parts.pop();
    for part in address.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

impl File {
    pub(crate) fn new(bytes: impl Into<Bytes>, kind: &str) -> Self {
        let charset = if kind.starts_with("text/") {
            "; charset=utf-8"
        } else {
            ""
        };
        Self {
            bytes: bytes.into(),
            content_type: format!("{kind}{charset}"),
        }
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn served() -> Page {
        Page::new(Offered {
            has_server: true,
            ..Offered::default()
        })
    }

    #[test]
    fn what_the_page_loads_first_takes_less_than_300_kilobytes() {
        let page = served();
        let modules = page.modules(&[MAIN]);
        assert!(modules.len() > 25 && !modules.contains("js/compare/compare-view.js"));
        let others = [INDEX, STYLE, "icon.svg", "pieces.svg"].map(str::to_owned);
        let first = modules.into_iter().chain(others);
        let total: usize = first.map(|name| page.files[&name].bytes.len()).sum();
        assert!(total < 300_000, "{total} bytes");
    }

    #[test]
    fn every_module_is_there_and_named_relative_to_the_one_that_imports_it() {
        let page = served();
        let modules = page.files.iter().filter(|(name, _)| ending(name) == "js");
        for (name, file) in modules {
            let text = file.text();
            let later = text.split("import(\"").skip(1);
            let later = later.filter_map(|rest| rest.split('"').next());
            for address in imports(&text).chain(later) {
                assert!(address.starts_with('.'), "{name}: {address}");
                let found = resolve(name, address);
                assert!(page.files.contains_key(&found), "{name}: {address}");
            }
            let all = text.lines().filter(|line| line.starts_with("import "));
            let multiple = text.lines().filter(|line| line.starts_with("} from "));
            let named = text
                .lines()
                .filter(|line| line.starts_with("export {") && line.contains(" from "));
            let opened = text.lines().filter(|line| *line == "import {");
            let count = all.count() + multiple.count() + named.count() - opened.count();
            assert_eq!(imports(&text).count(), count, "{name}");
        }
    }

    #[test]
    fn the_index_names_what_is_offered_relative_to_itself() {
        let index = |offered| Page::new(offered).files[INDEX].text();
        let page = served();
        let text = page.files[INDEX].text();
        for name in [MAIN, STYLE, "js/api.js"] {
            let place = format!("\"{}/{name}\"", page.folder);
            assert!(text.contains(&place), "{text}");
        }
        assert!(text.contains(SERVER) && !text.contains("data-engine") && !text.contains("=\"/"));
        let site = index(Offered {
            has_book: true,
            engine: vec![("plywood.js".to_owned(), b"1".to_vec())],
            head: "<meta name=\"x\">".to_owned(),
            ..Offered::default()
        });
        assert!(!site.contains("api/v1") && site.contains("<meta name=\"x\">"));
        assert!(site.contains("/engine/plywood.js\" data-book>"), "{site}");
    }

    #[test]
    fn the_folder_changes_with_what_is_in_it() {
        let folder = |engine: &[u8]| {
            let engine = vec![("plywood.js".to_owned(), engine.to_vec())];
            Page::new(Offered {
                engine,
                ..Offered::default()
            })
            .folder
        };
        assert_eq!(folder(b"one"), folder(b"one"));
        assert_ne!(folder(b"one"), folder(b"two"));
    }
}
