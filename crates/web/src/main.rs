//! `plywood-web`: serves the page and the API.

use std::process::ExitCode;

fn main() -> ExitCode {
    plywood_web::main(plywood_web::games())
}
