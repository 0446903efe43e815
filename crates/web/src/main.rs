//! `plywood-web`: serves the page and the API.

use mimalloc::MiMalloc;
use std::process::ExitCode;

/// A search's tables are large and short-lived; this allocator returns their memory to the system, while glibc's keeps it.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    plywood_web::main(plywood_web::games())
}
