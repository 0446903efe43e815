//! All routes: the API, its description, the book, and the page.

use crate::api;
use crate::app::App;
use crate::assets::{Assets, only_read};
use crate::hosts::Hosts;
use crate::layers::{BOOK, add_headers, check_host, foreign};
use crate::options::Options;
use crate::page::Page;
use crate::refusal::Refusal;
use axum::Router;
use axum::http::{Method, Uri};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::any;
use plywood_service::Problem;
use std::path::Path;
use std::sync::Arc;
use tower_http::compression::CompressionLayer;
use tower_http::csrf::CsrfLayer;
use tower_http::services::ServeDir;

/// Makes the routes of the server. The page comes from a folder if one is given, and the book is served if its folder is given.
pub(crate) fn router(app: &Arc<App>, page: Page, options: &Options) -> Router {
    let hosts = Arc::new(Hosts::with(&options.hosts));
    let api = api::router(app).method_not_allowed_fallback(|method: Method, uri: Uri| async move {
        Refusal::from(Problem::wrong_method(method.as_str(), uri.path()))
    });
    let api = match &options.book {
        Some(folder) => with_book(api, folder),
        None => api,
    };
    let description = api::description().to_json().unwrap_or_default();
    let described = ("api/v1/openapi.json", "application/json", description);
    let assets = Arc::new(Assets::new(page, described));
    let asset = async move |method: Method, uri: Uri| assets.answer(&method, &uri);
    let with_page = match &options.assets {
        Some(folder) => api.fallback_service(served(folder).fallback(any(asset))),
        None => api.fallback(asset),
    };
    with_page
        .layer(CompressionLayer::new())
        .layer(CsrfLayer::new().with_rejection_response(foreign))
        .layer(from_fn_with_state(hosts, check_host))
        .layer(from_fn(add_headers))
        .with_state(Arc::clone(app))
}

/// Adds the book as a folder, so that its pages find each other: its address ends with a slash.
fn with_book(api: Router<Arc<App>>, folder: &Path) -> Router<Arc<App>> {
    let missing = async |method: Method, uri: Uri| -> Response {
        let path = format!("{BOOK}{}", uri.path());
        only_read(&method, &path)
            .unwrap_or_else(|| Refusal::from(Problem::nothing_at(&path)).into_response())
    };
    let pages = served(folder)
        .redirect_path_prefix(BOOK)
        .fallback(any(missing));
    let slashed = async move |method: Method, uri: Uri| -> Response {
        let query = uri.query().map(|query| format!("?{query}"));
        let pages = format!("{BOOK}/{}", query.unwrap_or_default());
        only_read(&method, BOOK).unwrap_or_else(|| Redirect::temporary(&pages).into_response())
    };
    api.nest_service(&format!("{BOOK}/"), pages)
        .route_service(BOOK, any(slashed))
}

/// Serves the files of a folder. All other requests go to its fallback.
fn served(folder: &Path) -> ServeDir {
    ServeDir::new(folder)
        .precompressed_gzip()
        .call_fallback_on_method_not_allowed(true)
}
