//! Draws what a search visited and what it cut off: `cargo run --release --example search_tree -- --out tree.svg`.
//!
//! `--help` lists the options.

#[path = "common/command.rs"]
mod command;
#[path = "common/summary.rs"]
mod summary;

use std::process::ExitCode;

use plywood::search::games::TicTacToe;
use plywood::search::strategies::Catalog;
use plywood::search::{Keyed, StopReason, TreeRecorder};
use plywood::{Evaluator, Limits, Material, Minimax, Score, Strategy};

const HELP: &str = "\
Searches a position and draws the tree: what was visited, with which window and score, and where moves
were cut off. In the terminal it tells of each move at the root, and how much of each ply was seen.

usage: cargo run --release --example search_tree -- [OPTIONS]

  --game GAME        tic-tac-toe (if not given) or chess
  --fen TEXT         the position: nine signs such as \"X.. .O. ...\", or a FEN, in quotes
  --depth N          how many plies, from 0 to 12; 9 for tic-tac-toe and 2 for chess if not given
  --strategy NAME    alpha-beta if not given
  --out FILE         write the tree there, as its ending says: .svg, .dot or .json
  --help             this text
example: cargo run --release --example search_tree -- --game chess --depth 2 --out tree.svg
";

const OPTIONS: [&str; 5] = ["--game", "--fen", "--depth", "--strategy", "--out"];
const FILES: [&str; 3] = ["svg", "dot", "json"];

/// X to move wins by threatening twice at once.
const BOARD: &str = "XO. .X. ..O";
/// White's knight may fork king and queen.
const FORK: &str = "4k3/pp3ppp/8/1N1q4/8/8/PPP2PPP/6K1 w - - 0 1";

/// More nodes than this nobody looks at.
const KEPT: usize = 2_000;
/// The whole tree is counted up to this many nodes.
const FULL_TREE: u64 = 3_000_000;

fn main() -> ExitCode {
    command::main(run)
}

/// What to print, or what is wrong with the arguments.
pub(crate) fn run(arguments: &[String]) -> Result<String, String> {
    let Some([game, text, depth, name, out]) = command::options(arguments, OPTIONS)? else {
        return Ok(HELP.to_owned());
    };
    let depth = |usual| depth.map_or(Ok(usual), |text| command::number(text, 0..=12));
    let name = name.unwrap_or("alpha-beta");
    let mut tree = TreeRecorder::with_capacity(KEPT);
    let (board, summary) = match game.unwrap_or("tic-tac-toe") {
        "tic-tac-toe" => {
            let cells = text.unwrap_or(BOARD);
            let board: TicTacToe = cells.parse().map_err(command::wrong("board", cells))?;
            let draw = |_: &TicTacToe| Score::DRAW;
            let summary = search(&board, draw, depth(9)?, name, &mut tree)?;
            (board.to_string(), summary)
        }
        "chess" => {
            let position = command::position(text.unwrap_or(FORK))?;
            let board = position.board().to_text().figurines();
            let summary = search(&position, Material::default(), depth(2)?, name, &mut tree)?;
            (board.to_string(), summary)
        }
        other => return Err(command::unknown("game", other, ["tic-tac-toe", "chess"])),
    };
    if let Some(file) = out {
        let ending = file.rsplit('.').next().unwrap_or_default();
        let picture = match ending {
            "svg" => tree.to_svg(),
            "dot" => tree.to_dot(),
            "json" => tree.to_json(),
            other => return Err(command::unknown("kind of file", other, FILES)),
        };
        command::write(file, &picture)?;
    }
    Ok(format!("{board}\n{summary}"))
}

/// Lets a strategy search while the tree is recorded, and tells about it.
fn search<G, E>(
    position: &G,
    evaluator: E,
    depth: u32,
    name: &str,
    tree: &mut TreeRecorder,
) -> Result<String, String>
where
    G: Keyed<Move: Send + Sync> + Sync + 'static,
    E: Evaluator<G> + Clone + Send + 'static,
{
    let strategy = Catalog::for_keyed_games().by_name(name, evaluator.clone());
    let mut strategy = strategy.map_err(command::told)?;
    let report = strategy.search_observed(position, &Limits::depth(depth), tree);
    if report.best_move.is_none() {
        return Ok("The game is over.\n".to_owned());
    }
    if tree.nodes().is_empty() {
        return Err(format!("{name} tells nobody what it visits"));
    }
    let plies = summary::plies(tree, |ply| {
        let limits = Limits::depth(ply).with_nodes(FULL_TREE);
        let all = Minimax::new(evaluator.clone()).search(position, &limits);
        (all.reason != StopReason::Nodes).then_some(all.stats.explored)
    });
    let moves = summary::root_moves(tree);
    Ok(format!("{name}: {report}\n\n{plies}\n{moves}"))
}
