//! [`Assets`]: the files of the page in the form the server sends.

use crate::page::{File, INDEX, Page};
use crate::refusal::Refusal;
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{Method, Uri};
use axum::response::{IntoResponse, Response};
use plywood_service::Problem;

/// The files of the page by their names.
#[derive(Debug)]
pub(crate) struct Assets(Page);

impl Assets {
    /// Prepares the files. A text written when the server starts, with its name and type, is a file like all others.
    pub(crate) fn new(mut page: Page, (name, kind, text): (&str, &str, String)) -> Self {
        page.files.insert(name.to_owned(), File::new(text, kind));
        Self(page)
    }

    /// Answers with a file. The address is only compared with known ones, and never becomes a path of a file.
    pub(crate) fn answer(&self, method: &Method, uri: &Uri) -> Response {
        let path = uri.path().strip_prefix('/').unwrap_or_default();
        let versioned = path.strip_prefix(&self.0.folder);
        let versioned = versioned.and_then(|rest| rest.strip_prefix('/'));
        let name = versioned.unwrap_or(path);
        let Some(file) = self.0.files.get(if path.is_empty() { INDEX } else { name }) else {
            return Refusal::from(Problem::nothing_at(uri.path())).into_response();
        };
        if let Some(refusal) = only_read(method, uri.path()) {
            return refusal;
        }
        let keep = if versioned.is_some() {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        let head = [
            (CONTENT_TYPE, file.content_type.as_str()),
            (CACHE_CONTROL, keep),
        ];
        (head, file.bytes.clone()).into_response()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Offered;
    use axum::http::StatusCode;

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
        let folder = &assets.0.folder;
        let addresses = [format!("/{folder}/{STYLE}"), format!("/{STYLE}")];
        for (address, is_kept) in addresses.iter().zip([true, false]) {
            let uri = address.parse().unwrap();
            let answer = assets.answer(&Method::GET, &uri);
            let keep = answer.headers()[CACHE_CONTROL].to_str().unwrap();
            assert_eq!(keep.contains("immutable"), is_kept, "{address}");
        }
        for nothing in ["/", ""].map(|end| format!("/{folder}{end}").parse().unwrap()) {
            let answer = assets.answer(&Method::GET, &nothing);
            assert_eq!(answer.status(), StatusCode::NOT_FOUND);
        }
    }
}
