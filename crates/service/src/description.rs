//! [`description`]: the API as `OpenAPI`.

use crate::problem::{PROBLEM_KIND, Problem};
use crate::routes::Described;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{Content, Ref, Response};
use utoipa::{OpenApi, ToSchema};

/// The problems of any request.
const PROBLEMS: [u16; 6] = [400, 403, 413, 422, 500, 503];

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
    let problems = PROBLEMS.map(|status| {
        let mut problem = Response::new(Problem::new(status, "").title());
        let schema = Ref::from_schema_name(Problem::name());
        let content = Content::new(Some(schema));
        problem
            .content
            .insert(PROBLEM_KIND.to_owned(), content.into());
        (status.to_string(), problem.into())
    });
    operation.responses.responses.extend(problems);
}
