//! [`description`]: the API as `OpenAPI`.

use crate::problem::{PROBLEM_KIND, Problem};
use crate::routes::Described;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{Content, Ref, Response};
use utoipa::{OpenApi, ToSchema};

/// The problems of any request, and those of requests with a body.
const OF_ALL: [u16; 7] = [400, 403, 408, 413, 422, 500, 503];
const OF_BODIES: [u16; 1] = [415];

/// Describes the routes with their requests, answers and problems. Types for other languages and documents are generated from it.
#[must_use]
pub fn description() -> utoipa::openapi::OpenApi {
    let mut api = Described::openapi();
    for path in api.paths.paths.values_mut() {
        let operations = [&mut path.get, &mut path.post];
        operations.into_iter().flatten().for_each(add_problems);
    }
    api
}

fn add_problems(operation: &mut Operation) {
    let of_body = OF_BODIES
        .iter()
        .filter(|_| operation.request_body.is_some());
    let problems = OF_ALL.iter().chain(of_body).map(|status| {
        let mut problem = Response::new(Problem::new(*status, "").title());
        let schema = Ref::from_schema_name(Problem::name());
        let content = Content::new(Some(schema));
        problem
            .content
            .insert(PROBLEM_KIND.to_owned(), content.into());
        (status.to_string(), problem.into())
    });
    operation.responses.responses.extend(problems);
}
