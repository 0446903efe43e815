//! [`compressed`]: the one place where answers are compressed, beside the threads that answer everyone.

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING};
use axum::http::{HeaderValue, Request};
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use tokio::runtime::Builder;
use tower_http::compression::CompressionLayer;

/// What a packet holds beside the head of an answer.
const PACKET: usize = 1_000;

/// Compresses an answer, on the thread that calls it, for a client that accepts these encodings; `None` if it reads none of them, or the
/// answer is so short that it fits a packet as it is. The layer of tower would do that while it sends the answer, and so take the thread
/// from others.
pub(crate) fn compressed(bytes: Bytes, accepted: &[HeaderValue]) -> Option<Bytes> {
    if bytes.len() < PACKET {
        return None;
    }
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
