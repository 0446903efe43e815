//! `plywood-web`: serves the page and the API.

use plywood_catalog::{Catalog, Games};
use std::process::ExitCode;

fn main() -> ExitCode {
    plywood_web::main(plywood_web::games().and(Catalog::breakthrough()))
}
