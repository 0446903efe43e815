//! [`compressed`]: what is long, compressed beside the threads that answer everyone.

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING};
use axum::http::{HeaderValue, Request};
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use tokio::runtime::Builder;
use tower_http::compression::CompressionLayer;

/// Compresses, on the thread that calls it, what the layer that compresses all other answers would compress for a client that accepts
/// these encodings; `None` if it would not.
pub(crate) fn compressed(bytes: Bytes, accepted: &[HeaderValue]) -> Option<Bytes> {
    let file = Router::new().fallback(async || bytes);
    let file = TowerToHyperService::new(file.layer(CompressionLayer::new()));
    let mut request = Request::new(Body::empty());
    for encodings in accepted {
        let headers = request.headers_mut();
        headers.append(ACCEPT_ENCODING, encodings.clone());
    }
    let here = Builder::new_current_thread().build().ok()?;
    here.block_on(async {
        let Ok(answer) = file.call(request).await;
        let is_compressed = answer.headers().contains_key(CONTENT_ENCODING);
        let bytes = to_bytes(answer.into_body(), usize::MAX).await.ok()?;
        is_compressed.then_some(bytes)
    })
}
