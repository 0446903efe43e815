//! [`Assets`]: the files of the page, which are part of the binary.

use crate::bundle::bundle;
use crate::refusal::Refusal;
use axum::body::Bytes;
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use plywood_service::Problem;
use rust_embed::RustEmbed;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};

#[derive(RustEmbed)]
#[folder = "assets/"]
struct BuiltIn;

/// Where the modules are that step through a search, which the lab's pages have, too.
const STEPPER: &str = "js/inside/";
/// The module with which the page begins, and the script that holds it and all others.
const MAIN: &str = "js/main.js";
const SCRIPT: &str = "page.js";
const STYLE: &str = "style.css";
const INDEX: &str = "index.html";

/// The files of the page by their names.
#[derive(Debug)]
pub(crate) struct Assets(HashMap<String, Asset>);

#[derive(Debug)]
struct Asset {
    bytes: Bytes,
    content_type: String,
    /// Changes with the content.
    tag: String,
}

impl Assets {
    /// Prepares the files. The index names one script in place of all modules, and asks for it and the style by their tags, so that
    /// browsers keep both until they change. What the page asks first about this game is asked for at once, too. Texts that are written
    /// when the server starts, each with its name and type, are files like all others.
    pub(crate) fn new<'a>(
        game: &str,
        written: impl IntoIterator<Item = (&'a str, &'a str, String)>,
    ) -> Self {
        let built_in = BuiltIn::iter().filter_map(|name| {
            let file = BuiltIn::get(&name)?;
            let asset = Asset::new(file.data.into_owned(), file.metadata.mimetype());
            Some((name.into_owned(), asset))
        });
        let mut files: HashMap<String, Asset> = built_in.collect();
        for (name, text) in plywood_catalog::STEPPER {
            files.insert(
                format!("{STEPPER}{name}"),
                Asset::new(text, "text/javascript"),
            );
        }
        let mut later = HashMap::new();
        let serve = |module: &str, script| {
            let name = format!("later-{}", module.rsplit('/').next().unwrap_or(module));
            let asset = Asset::new(script, "text/javascript");
            let address = format!("/{name}?v={}", asset.tag);
            later.insert(name, asset);
            address
        };
        match bundle(MAIN, |name| files.get(name).map(Asset::text), serve) {
            Ok(script) => {
                files.extend(later);
                files.insert(SCRIPT.to_owned(), Asset::new(script, "text/javascript"));
                let mut index = files[INDEX].text();
                for (named, file) in [(MAIN, SCRIPT), (STYLE, STYLE)] {
                    index = index.replace(named, &format!("{file}?v={}", files[file].tag));
                }
                let index = index.replacen("<script", &(first_questions(game) + "<script"), 1);
                files.insert(INDEX.to_owned(), Asset::new(index, "text/html"));
            }
            Err(error) => tracing::warn!(error, "the page's modules are served one by one"),
        }
        let written = written.into_iter();
        files.extend(written.map(|(name, kind, text)| (name.to_owned(), Asset::new(text, kind))));
        Self(files)
    }

    /// Answers with a file. The address is only compared with known ones, and never becomes a path of a file.
    pub(crate) fn answer(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Response {
        let name = uri.path().strip_prefix('/').unwrap_or_default();
        let Some(asset) = self.0.get(if name.is_empty() { INDEX } else { name }) else {
            return Refusal::from(Problem::nothing_at(uri.path())).into_response();
        };
        if let Some(refusal) = only_read(method, uri.path()) {
            return refusal;
        }
        let tag = format!("\"{}\"", asset.tag);
        let known = headers.get(IF_NONE_MATCH);
        let is_known = known.is_some_and(|known| known.as_bytes() == tag.as_bytes());
        let is_tagged = uri.query() == Some(&format!("v={}", asset.tag));
        let keep = if is_tagged {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        let head = [
            (CONTENT_TYPE, asset.content_type.as_str()),
            (CACHE_CONTROL, keep),
            (ETAG, &tag),
        ];
        if is_known {
            return (StatusCode::NOT_MODIFIED, head).into_response();
        }
        (head, asset.bytes.clone()).into_response()
    }
}

/// The refusal of a request that does not ask for a file.
pub(crate) fn only_read(method: &Method, path: &str) -> Option<Response> {
    let is_read = matches!(*method, Method::GET | Method::HEAD);
    let refusal = || {
        (
            [(ALLOW, "GET, HEAD")],
            Refusal::from(Problem::wrong_method(method.as_str(), path)),
        )
            .into_response()
    };
    (!is_read).then(refusal)
}

/// The elements by which a browser asks for what the page will ask, without waiting for its script.
fn first_questions(game: &str) -> String {
    let link = |path: &str| {
        let path = path.replace("GAME", game);
        format!("<link rel=\"preload\" as=\"fetch\" crossorigin href=\"/api/v1/{path}\">\n")
    };
    ["games", "strategies?game=GAME", "evaluators?game=GAME"]
        .map(link)
        .concat()
}

impl Asset {
    fn new(bytes: impl Into<Bytes>, kind: &str) -> Self {
        let bytes: Bytes = bytes.into();
        let mut hasher = DefaultHasher::new();
        hasher.write(&bytes);
        let is_text = kind.starts_with("text/");
        let charset = if is_text { "; charset=utf-8" } else { "" };
        Self {
            tag: format!("{:016x}", hasher.finish()),
            content_type: format!("{kind}{charset}"),
            bytes,
        }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_page_loads_first_takes_less_than_300_kilobytes() {
        let assets = Assets::new("chess", []);
        let files = [INDEX, SCRIPT, STYLE, "icon.svg", "pieces.svg"];
        let total: usize = files.iter().map(|name| assets.0[*name].bytes.len()).sum();
        assert!(total < 300_000, "{total} bytes");
        let script = assets.0[SCRIPT].text();
        for (name, module) in &assets.0 {
            let is_later = name.starts_with("later-");
            assert_eq!(
                is_later,
                script.contains(&format!("/{name}?v={}", module.tag)),
                "{name}"
            );
        }
    }

    #[test]
    fn the_index_names_the_script_and_the_style_by_what_they_hold() {
        let assets = Assets::new("chess", []);
        let index = assets.0[INDEX].text();
        for name in [SCRIPT, STYLE] {
            let address = format!("/{name}?v={}", assets.0[name].tag);
            assert!(index.contains(&format!("\"{address}\"")), "{index}");
            let address = address.parse().unwrap();
            let answer = assets.answer(&Method::GET, &address, &HeaderMap::new());
            assert!(
                answer.headers()[CACHE_CONTROL]
                    .to_str()
                    .unwrap()
                    .contains("immutable")
            );
        }
        assert!(index.contains("\"/api/v1/strategies?game=chess\""));
        let script = assets.0[SCRIPT].text();
        assert!(script.contains("class PlayView") && !script.contains("\nimport "));
    }
}
