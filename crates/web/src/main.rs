//! `plywood-web`: serves the page and the API.

use mimalloc::MiMalloc;
use std::process::ExitCode;

/// The tables of a search are large and short-lived, and this allocator gives their memory back; that of glibc keeps it.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    plywood_web::main(plywood_web::games())
}
