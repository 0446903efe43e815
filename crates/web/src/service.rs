//! The routes put together: the API, its description, the book, and the page.

use crate::api;
use crate::api_page;
use crate::app::App;
use crate::assets::{Assets, only_read};
use crate::beside::blocking;
use crate::layers::{BOOK, check_host, foreign, log_and_add_headers, panicked};
use crate::options::Options;
use crate::problem::Problem;
use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{any, get};
use plywood_search::files;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::csrf::CsrfLayer;
use tower_http::services::ServeDir;
use tower_http::services::fs::{Backend, DefaultServeDirFallback, TokioBackend, TokioFile};

/// Everything that the server answers. The page comes from a folder if one is given, and there is a book if its folder is.
pub(crate) fn service(app: &Arc<App>, options: &Options) -> Router {
    let (api, description) = api::router();
    let docs = Bytes::from(api_page::write(&description));
    let description = Bytes::from(description.to_json().unwrap_or_default());
    let json = [(CONTENT_TYPE, "application/json")];
    let api = api
        .route("/api/v1/openapi.json", get(async || (json, description)))
        .route("/docs", get(async || Html(docs)))
        .method_not_allowed_fallback(|method: Method, uri: Uri| async move {
            Problem::wrong_method(&method, uri.path())
        });
    let api = match &options.book {
        Some(folder) => with_book(api, folder),
        None => api,
    };
    let first = app
        .games
        .all()
        .next()
        .map_or("", |game| game.about().game.name);
    let assets = Arc::new(Assets::new(first));
    let asset = async move |method: Method, uri: Uri, headers: HeaderMap| {
        assets.answer(&method, &uri, &headers).await
    };
    let with_page = match &options.assets {
        Some(folder) => api.fallback_service(served(folder).fallback(any(asset))),
        None => api.fallback(asset),
    };
    with_page
        .layer(CatchPanicLayer::custom(panicked))
        .layer(CsrfLayer::new().with_rejection_response(foreign))
        .layer(from_fn_with_state(Arc::clone(app), check_host))
        .layer(from_fn_with_state(Arc::clone(app), log_and_add_headers))
        .layer(CompressionLayer::new())
        .with_state(Arc::clone(app))
}

/// The book is a folder, so that its pages find each other: its address ends with a slash.
fn with_book(api: Router<Arc<App>>, folder: &Path) -> Router<Arc<App>> {
    let address = format!("{BOOK}/");
    let missing = async |method: Method, uri: Uri| -> Response {
        let path = format!("{BOOK}{}", uri.path());
        only_read(&method, &path).unwrap_or_else(|| Problem::nothing_at(&path).into_response())
    };
    let pages = served(folder)
        .redirect_path_prefix(BOOK)
        .fallback(any(missing));
    api.nest_service(&address, pages)
        .route_service(BOOK, any(async move || Redirect::permanent(&address)))
}

/// The files of a folder. Whatever else is asked is left to their fallback.
fn served(folder: &Path) -> ServeDir<DefaultServeDirFallback, OnlyFiles> {
    ServeDir::with_backend(folder, OnlyFiles).call_fallback_on_method_not_allowed(true)
}

/// Opens nothing but files: a named pipe would hold a thread until somebody writes to it, and a device may have no end.
#[derive(Debug, Clone)]
struct OnlyFiles;

impl Backend for OnlyFiles {
    type File = TokioFile;
    type Metadata = Metadata;
    type OpenFuture = <TokioBackend as Backend>::OpenFuture;
    type MetadataFuture = <TokioBackend as Backend>::MetadataFuture;

    fn open(&self, path: PathBuf) -> Self::OpenFuture {
        Box::pin(async move {
            let asked = path.clone();
            blocking(move || files::open_again(&asked)).await?;
            TokioBackend.open(path).await
        })
    }

    fn metadata(&self, path: PathBuf) -> Self::MetadataFuture {
        TokioBackend.metadata(path)
    }
}
