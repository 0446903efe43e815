//! The book: a folder of pages that mdBook has made, at `/book`.

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_SECURITY_POLICY, HeaderName, X_FRAME_OPTIONS};
use std::path::Path;
use tower_http::services::ServeDir;

const PLACE: &str = "/book";

/// mdBook writes scripts and styles into its pages, and the pages with steps are in frames.
const HEADERS: [(HeaderName, HeaderValue); 2] = [
    (
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
             connect-src 'self'; font-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
        ),
    ),
    (X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN")),
];

/// The same routes with the book in this folder.
pub(crate) fn with_book<S: Clone + Send + Sync + 'static>(
    router: Router<S>,
    folder: Option<&Path>,
) -> Router<S> {
    match folder {
        Some(folder) => router.nest_service(PLACE, ServeDir::new(folder)),
        None => router,
    }
}

/// The headers of a page of the book that differ from those of other answers.
pub(crate) fn headers(path: &str) -> impl Iterator<Item = (HeaderName, HeaderValue)> {
    let is_book = path
        .strip_prefix(PLACE)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    HEADERS.into_iter().filter(move |_| is_book)
}
