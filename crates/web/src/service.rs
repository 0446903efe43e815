//! The routes put together: the API, its description, and the page.

use crate::api;
use crate::api_page;
use crate::app::App;
use crate::book::with_book;
use crate::layers::{check_origin, log_and_add_headers};
use crate::problem::Problem;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::{Json, Router, middleware};
use std::any::Any;
use std::path::Path;
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::services::ServeDir;

/// Everything that the server answers. The page comes from a folder if one is given, and there is a book if its folder is.
pub(crate) fn service(app: Arc<App>, folder: Option<&Path>, book: Option<&Path>) -> Router {
    let (api, description) = api::router();
    let docs = Arc::new(api_page::write(&description));
    let description = Arc::new(description);
    let api = api
        .route(
            "/api/v1/openapi.json",
            get(move || async move { Json((*description).clone()) }),
        )
        .route(
            "/docs",
            get(move || async move { axum::response::Html(docs.to_string()) }),
        )
        .method_not_allowed_fallback(|method: Method, uri: Uri| async move {
            Problem::wrong_method(&method, &uri)
        });
    let api = with_book(api, book);
    let state = Arc::clone(&app);
    let asset = move |method: Method, uri: Uri, headers: HeaderMap| async move {
        state.assets.answer(&method, &uri, &headers)
    };
    let with_page = match folder {
        Some(folder) => {
            let files = ServeDir::new(folder).call_fallback_on_method_not_allowed(true);
            api.fallback_service(files.fallback(any(asset)))
        }
        None => api.fallback(asset),
    };
    with_page
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&app),
            check_origin,
        ))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&app),
            log_and_add_headers,
        ))
        .layer(CompressionLayer::new())
        .with_state(app)
}

/// A panic of a game's own code, or of the server's, costs one request.
fn panicked(_panic: Box<dyn Any + Send>) -> Response {
    let detail = "the server, or the code of this game, has an error; its log has more";
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, detail).into_response()
}
