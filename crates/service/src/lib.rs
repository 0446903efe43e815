#![doc = include_str!("../README.md")]
#![warn(clippy::print_stdout)]

mod problem;
mod limits;
mod request;
mod task;
mod strength;
mod games;
mod searches;
mod served;
mod offer;
mod place_fields;
mod routes;
mod description;
mod service;

pub use description::description;
pub use limits::ServiceLimits;
pub use problem::{PROBLEM_KIND, Problem};
pub use request::{Body, Request};
pub use routes::{BASE, ROUTES, Route};
pub use service::{Service, games};
pub use task::{Event, Task};
