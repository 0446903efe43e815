//! [`Assets`]: the files of the page in the form the server sends.

use crate::page::{File, INDEX, Page};
use crate::refusal::Refusal;
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use plywood_service::Problem;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};

/// The files of the page by their names.
#[derive(Debug)]
pub(crate) struct Assets {
    files: HashMap<String, Asset>,
    /// The folder whose name changes with the files, so that its contents never change.
    folder: String,
}

#[derive(Debug)]
struct Asset {
    file: File,
    /// A tag that changes with the content.
    tag: String,
}

impl Assets {
    /// Prepares the files. A text written when the server starts, with its name and type, is a file like all others.
    pub(crate) fn new(page: Page, (name, kind, text): (&str, &str, String)) -> Self {
        let mut files = page.files;
        files.insert(name.to_owned(), File::new(text, kind));
        let files = files.into_iter();
        Self {
            files: files.map(|(name, file)| (name, Asset::new(file))).collect(),
            folder: page.folder,
        }
    }

    /// Answers with a file. The address is only compared with known ones, and never becomes a path of a file.
    pub(crate) fn answer(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Response {
        let path = uri.path().strip_prefix('/').unwrap_or_default();
        let versioned = path.strip_prefix(&self.folder);
        let versioned = versioned.and_then(|rest| rest.strip_prefix('/'));
        let name = versioned.unwrap_or(path);
        let Some(asset) = self.files.get(if path.is_empty() { INDEX } else { name }) else {
            return Refusal::from(Problem::nothing_at(uri.path())).into_response();
        };
        if let Some(refusal) = only_read(method, uri.path()) {
            return refusal;
        }
        let tag = format!("\"{}\"", asset.tag);
        let known = headers.get(IF_NONE_MATCH);
        let is_known = known.is_some_and(|known| known.as_bytes() == tag.as_bytes());
        let keep = if versioned.is_some() {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        let head = [
            (CONTENT_TYPE, asset.file.content_type.as_str()),
            (CACHE_CONTROL, keep),
            (ETAG, &tag),
        ];
        if is_known {
            return (StatusCode::NOT_MODIFIED, head).into_response();
        }
        (head, asset.file.bytes.clone()).into_response()
    }
}

/// Returns the refusal of a request that does not ask for a file.
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

impl Asset {
    fn new(file: File) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(&file.bytes);
        Self {
            tag: format!("{:016x}", hasher.finish()),
            file,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Offered;

    const STYLE: &str = "style.css";

    fn assets() -> Assets {
        Assets::new(
            Page::new(Offered::default()),
            ("about", "text/plain", String::new()),
        )
    }

    #[test]
    fn a_file_in_the_folder_of_its_version_is_kept_forever() {
        let assets = assets();
        let folder = &assets.folder;
        let addresses = [format!("/{folder}/{STYLE}"), format!("/{STYLE}")];
        for (address, is_kept) in addresses.iter().zip([true, false]) {
            let headers = HeaderMap::new();
            let uri = address.parse().unwrap();
            let answer = assets.answer(&Method::GET, &uri, &headers);
            let keep = answer.headers()[CACHE_CONTROL].to_str().unwrap();
            assert_eq!(keep.contains("immutable"), is_kept, "{address}");
        }
        for nothing in ["/", ""].map(|end| format!("/{folder}{end}").parse().unwrap()) {
            let answer = assets.answer(&Method::GET, &nothing, &HeaderMap::new());
            assert_eq!(answer.status(), StatusCode::NOT_FOUND);
        }
    }
}
