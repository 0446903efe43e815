//! The routes, one file for each group. The types of requests and answers describe themselves for `OpenAPI`.

mod offered;
mod play;
mod best_move;
mod compare;
mod tree;
mod judge;
mod pgn;

use crate::offer::Offer;
use crate::problem::Problem;
use crate::request::{Body, Request};
use crate::task::Task;
use std::sync::Arc;
use utoipa::OpenApi;

/// A route of the API.
#[derive(Debug)]
pub struct Route {
    /// `GET` or `POST`.
    pub method: &'static str,
    /// Its name, such as `/best-move`.
    pub path: &'static str,
    /// The body it takes.
    pub body: Body,
    open: fn(&Arc<Offer>, &Request<'_>) -> Result<Task, Problem>,
}

impl Route {
    pub(crate) fn task(&self, offer: &Arc<Offer>, request: &Request<'_>) -> Result<Task, Problem> {
        (self.open)(offer, request)
    }
}

/// The beginning of the address of every route.
pub const BASE: &str = "/api/v1";

/// Finds a route.
pub(crate) fn route(method: &str, path: &str) -> Result<&'static Route, Problem> {
    let mut of_path = ROUTES.iter().filter(|route| route.path == path).peekable();
    if of_path.peek().is_none() {
        return Err(Problem::nothing_at(&format!("{BASE}{path}")));
    }
    let found = of_path.find(|route| route.method == method);
    found.ok_or_else(|| Problem::wrong_method(method, &format!("{BASE}{path}")))
}

/// Lists the routes once, for their dispatch and for their description.
macro_rules! routes {
    ($($method:literal $path:literal $body:ident $module:ident::$open:ident;)*) => {
        /// All routes.
        pub const ROUTES: &[Route] = &[$(Route {
            method: $method,
            path: $path,
            body: Body::$body,
            open: $module::$open,
        }),*];

        #[derive(OpenApi)]
        #[openapi(paths($($module::$open),*), components(schemas(Problem)))]
        pub(crate) struct Described;
    };
}

routes! {
    "GET" "/games" None offered::games;
    "GET" "/games/chess960/start" None offered::chess960_start;
    "GET" "/strategies" None offered::strategies;
    "GET" "/strategy" None offered::strategy;
    "GET" "/evaluators" None offered::evaluators;
    "GET" "/portrait" None offered::portrait;
    "POST" "/legal-moves" Json play::legal_moves;
    "POST" "/play" Json play::play;
    "POST" "/game" Game play::game;
    "POST" "/best-move" Json best_move::best_move;
    "POST" "/compare" Json compare::compare;
    "POST" "/search" Json compare::search;
    "POST" "/tree" Json tree::tree;
    "POST" "/tree/read" Tree tree::read;
    "POST" "/tree/check" Tree tree::check;
    "POST" "/judge" Game judge::judge;
    "POST" "/evaluate" Json play::evaluate;
    "POST" "/pgn" Pgn pgn::pgn;
}
