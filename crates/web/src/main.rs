//! `plywood-web`: serves the page and the API.

use mimalloc::MiMalloc;
use plywood_search::registry::Games as _;
use std::process::ExitCode;

/// The tables of a search are large and short-lived, and this allocator gives their memory back; that of glibc keeps it.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    // The engine is strongest with the network; compositions are compared with an evaluator whose terms can be explained.
    let chess = [plywood_catalog::chess(), plywood_catalog::chess960()];
    let [chess, chess960] = chess.map(|chess| chess.usual_evaluator_of("engine", "net"));
    let small = chess.and(chess960).and(plywood_catalog::tic_tac_toe());
    let boards = small.and(plywood_catalog::connect_four());
    plywood_web::main(boards.and(plywood_catalog::written_tree()))
}
