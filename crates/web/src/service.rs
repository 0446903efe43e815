//! The routes put together: the API, its description, and the page.

use crate::api;
use crate::api_page;
use crate::app::App;
use crate::layers::{check_origin, log_and_add_headers};
use crate::problem::Problem;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router, middleware};
use std::sync::Arc;

/// Everything that the server answers.
pub(crate) fn service(app: Arc<App>) -> Router {
    let (api, description) = api::router();
    let page = Arc::new(api_page::write(&description));
    let description = Arc::new(description);
    api.route(
        "/api/v1/openapi.json",
        get(move || async move { Json((*description).clone()) }),
    )
    .route(
        "/docs",
        get(move || async move { axum::response::Html(page.to_string()) }),
    )
    .fallback(asset)
    .method_not_allowed_fallback(wrong_method)
    .layer(middleware::from_fn_with_state(
        Arc::clone(&app),
        check_origin,
    ))
    .layer(middleware::from_fn_with_state(
        Arc::clone(&app),
        log_and_add_headers,
    ))
    .with_state(app)
}

/// A file of the page.
async fn asset(
    State(app): State<Arc<App>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let is_read = matches!(method, Method::GET | Method::HEAD);
    let Some(asset) = app.assets.get(uri.path()).filter(|_| is_read) else {
        let detail = format!("there is nothing at {}", uri.path());
        let hint = "the page is at / and the API is described at /docs";
        return Problem::new(StatusCode::NOT_FOUND, detail)
            .hint(hint)
            .into_response();
    };
    let tag = asset.etag();
    let known = headers
        .get(IF_NONE_MATCH)
        .is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let head = [
        (CONTENT_TYPE, asset.content_type.to_owned()),
        (CACHE_CONTROL, "no-cache".to_owned()),
        (ETAG, tag),
    ];
    if known {
        (StatusCode::NOT_MODIFIED, head).into_response()
    } else {
        (head, asset.bytes.into_owned()).into_response()
    }
}

async fn wrong_method(method: Method, uri: Uri) -> Problem {
    let detail = format!("{} does not answer {method}", uri.path());
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, detail).hint("/docs lists the methods")
}
