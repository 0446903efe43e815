//! [`description`]: what can be asked, as `OpenAPI` writes it.

use crate::routes::Described;
use utoipa::OpenApi;

/// Describes the routes with their requests and answers. Types for other languages and documents are made of it.
#[must_use]
pub fn description() -> utoipa::openapi::OpenApi {
    Described::openapi()
}
