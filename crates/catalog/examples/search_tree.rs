//! Draws the nodes that a search visited and those it cut off: `cargo run --release --example search_tree -- --out tree.svg`.

#[path = "../../../examples/shared/options.rs"]
mod options;

use std::error::Error;
use std::fs;
use std::process::ExitCode;

use plywood::Limits;
use plywood::catalog::{Catalog, Playable, RecordedSearch};
use plywood::search::TreeRecorder;

use options::{Options, unknown};

const HELP: &str = "\
Searches a position and prints the tree: a line for each node with its move, its window (alpha, beta), its
score, and the moves that were cut off. A picture shows the nodes as boxes.

usage: cargo run --release --example search_tree -- [OPTIONS]

  --game GAME        tree (if not given), tic-tac-toe, connect-four or chess
  --position TEXT    the position, in quotes: a tree such as \"((3 12 8) (2 4 6) (14 5 2))\", nine signs, or a FEN
  --depth N          how many plies; 2 if not given
  --strategy SPEC    alpha-beta if not given; any name or composition, such as pvs+killers+table=4
  --out FILE         draw the tree to this file, as SVG
  --help             this text
example: cargo run --release --example search_tree -- --game chess --strategy quiescence --depth 1 --out tree.svg
";

/// The most nodes to record.
const RECORDED: usize = 2_000;

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    match options.get("--game").unwrap_or("tree") {
        "tree" => search(&Catalog::written_tree(), options),
        "tic-tac-toe" => search(&Catalog::tic_tac_toe(), options),
        "connect-four" => search(&Catalog::connect_four(), options),
        "chess" => search(&Catalog::chess(), options),
        other => Err(unknown(
            "game",
            other,
            &["tree", "tic-tac-toe", "connect-four", "chess"],
        ))?,
    }
}

/// Searches a position of the game while an observer records the tree.
fn search<G: Playable>(game: &Catalog<G>, options: &Options) -> Result<String, Box<dyn Error>> {
    let position = match options.get("--position") {
        Some(text) => G::read(text)?,
        None => game.example_position().clone(),
    };
    let named = game.contender(options.get("--strategy").unwrap_or("alpha-beta"))?;
    let limits = Limits::depth(options.number("--depth", 2)?);
    let mut recorder = TreeRecorder::new(RECORDED);
    let report = named
        .strategy(0)
        .search_observed(&position, &limits, &mut recorder);

    let Some(best) = report.best_move else {
        return Ok("The game is over.\n".to_owned());
    };
    let recorded = RecordedSearch::with_positions(game, &position, &recorder);
    let Some(tree) = recorded.passes.last() else {
        return Err(format!("{} does not search a tree depth first", named.name()).into());
    };
    if let Some(file) = options.get("--out") {
        fs::write(file, tree.to_svg()).map_err(|error| format!("{file}: {error}"))?;
    }
    let (board, outline) = (position.shown(), tree.to_text());
    let (name, best, nodes) = (named.name(), position.move_name(best), report.stats.nodes);
    Ok(format!(
        "{board}\n{outline}\n{name}: {best}, {nodes} nodes\n"
    ))
}
