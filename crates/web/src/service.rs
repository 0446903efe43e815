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
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::any;
use plywood_catalog::files;
use std::fs::Metadata;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::csrf::CsrfLayer;
use tower_http::services::ServeDir;
use tower_http::services::fs::{Backend, DefaultServeDirFallback, TokioBackend, TokioFile};

/// Everything that the server answers. The page comes from a folder if one is given, and there is a book if its folder is.
pub(crate) fn service(app: &Arc<App>, options: &Options) -> Router {
    let (api, description) = api::router();
    let api = api.method_not_allowed_fallback(|method: Method, uri: Uri| async move {
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
    let assets = Arc::new(Assets::new(
        first,
        [
            ("docs", "text/html", api_page::write(&description)),
            (
                "api/v1/openapi.json",
                "application/json",
                description.to_json().unwrap_or_default(),
            ),
        ],
    ));
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
        .with_state(Arc::clone(app))
}

/// The book is a folder, so that its pages find each other: its address ends with a slash.
fn with_book(api: Router<Arc<App>>, folder: &Path) -> Router<Arc<App>> {
    let missing = async |method: Method, uri: Uri| -> Response {
        let path = format!("{BOOK}{}", uri.path());
        only_read(&method, &path).unwrap_or_else(|| Problem::nothing_at(&path).into_response())
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

/// The files of a folder, compressed if whoever made them has laid `NAME.gz` beside. Whatever else is asked is left to their fallback.
fn served(folder: &Path) -> ServeDir<DefaultServeDirFallback, OnlyFiles> {
    ServeDir::with_backend(folder, OnlyFiles)
        .precompressed_gzip()
        .call_fallback_on_method_not_allowed(true)
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
            let found = blocking(move || files::open_again(&asked)).await;
            found.map_err(missing_if_no_file)?;
            TokioBackend.open(path).await
        })
    }

    fn metadata(&self, path: PathBuf) -> Self::MetadataFuture {
        let found = TokioBackend.metadata(path);
        Box::pin(async { found.await.map_err(missing_if_no_file) })
    }
}

/// There is no file of a name that none can have, since it is too long or a link to itself; nor where there is something else.
fn missing_if_no_file(error: io::Error) -> io::Error {
    #[cfg(unix)]
    let is_loop = error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error());
    #[cfg(not(unix))]
    let is_loop = false;
    let is_no_file = matches!(
        error.kind(),
        ErrorKind::InvalidFilename | ErrorKind::IsADirectory | ErrorKind::InvalidInput
    );
    if is_loop || is_no_file {
        return ErrorKind::NotFound.into();
    }
    error
}
