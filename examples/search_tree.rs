//! Draws what a search visited and what it cut off: `cargo run --release --example search_tree -- --out tree.svg`.

#[path = "shared/options.rs"]
mod options;

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::process::ExitCode;

use plywood::catalog::{Catalog, Playable};
use plywood::search::games::TicTacToe;
use plywood::search::{Bound, RecordedNode, StopReason, TreeRecorder};
use plywood::{Limits, Material, Position};

use options::{Options, unknown};

const HELP: &str = "\
Searches a position and draws the tree: which nodes were visited, with which window and score, and where
there were cut-offs. In the terminal it prints the moves at the root, and how much of each ply was visited.

usage: cargo run --release --example search_tree -- [OPTIONS]

  --game GAME        tic-tac-toe (if not given) or chess
  --fen TEXT         the position: nine signs such as \"X.. .O. ...\", or a FEN, in quotes
  --depth N          how many plies; 9 for tic-tac-toe and 2 for chess if not given
  --strategy SPEC    alpha-beta if not given; any name or composition, such as pvs+killers+table=4
  --out FILE         write the tree to this file, in the format of its ending: .svg, .dot or .json
  --help             this text
example: cargo run --release --example search_tree -- --game chess --depth 2 --out tree.svg
";

/// X to move can make two threats at once and wins.
const BOARD: &str = "XO. .X. ..O";
/// White's knight can fork king and queen.
const FORK: &str = "4k3/pp3ppp/8/1N1q4/8/8/PPP2PPP/6K1 w - - 0 1";

/// No more nodes than this are recorded.
const RECORDED: usize = 2_000;
/// The full tree is counted up to this many nodes.
const FULL_TREE: u64 = 3_000_000;

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let strategy = options.get("--strategy").unwrap_or("alpha-beta");
    let text = options.get("--fen");
    let mut tree = TreeRecorder::with_capacity(RECORDED);
    let (board, summary) = match options.get("--game").unwrap_or("tic-tac-toe") {
        "tic-tac-toe" => {
            let board: TicTacToe = text.unwrap_or(BOARD).parse()?;
            let game = Catalog::keyed("tic-tac-toe", board);
            let depth = options.number("--depth", 9)?;
            (
                board.to_string(),
                search(&game, strategy, depth, &mut tree)?,
            )
        }
        "chess" => {
            let (position, _) = Position::from_fen_lenient(text.unwrap_or(FORK))?;
            let board = position.board().to_text().figurines();
            let game = Catalog::tactical("chess", position);
            let game = game.evaluator("material", "what the pieces are worth", Material::default());
            let depth = options.number("--depth", 2)?;
            (
                board.to_string(),
                search(&game, strategy, depth, &mut tree)?,
            )
        }
        other => Err(unknown("game", other, &["tic-tac-toe", "chess"]))?,
    };
    if let Some(file) = options.get("--out") {
        let picture = match file.rsplit('.').next().unwrap_or_default() {
            "svg" => tree.to_svg(),
            "dot" => tree.to_dot(),
            "json" => tree.to_json(),
            other => Err(unknown("format", other, &["svg", "dot", "json"]))?,
        };
        fs::write(file, picture).map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(format!("{board}\n{summary}"))
}

/// Searches the first position of the game while the tree is recorded, and summarizes the tree.
fn search<G: Playable>(
    game: &Catalog<G>,
    name: &str,
    depth: u32,
    tree: &mut TreeRecorder,
) -> Result<String, Box<dyn Error>> {
    let mut strategy = game.contender(name)?.strategy(0);
    let mut minimax = game.contender("minimax")?.strategy(0);
    let report = strategy.search_observed(game.start(), &Limits::depth(depth), tree);
    if report.best_move.is_none() {
        return Ok("The game is over.\n".to_owned());
    }
    let plies = plies(tree, |ply| {
        let limits = Limits::depth(ply).with_nodes(FULL_TREE);
        let all = minimax.search(game.start(), &limits);
        (all.reason != StopReason::Nodes).then_some(all.stats.explored)
    });
    let moves = root_moves(tree);
    Ok(format!("{name}: {report}\n\n{plies}\n{moves}"))
}

/// A row for each ply: how many nodes were visited, how many the full tree has, and how many had a cut-off. The function
/// counts the full tree down to a ply, or returns `None` if it is too large.
fn plies(tree: &TreeRecorder, mut all_down_to: impl FnMut(u32) -> Option<u64>) -> String {
    let mut rows: Vec<(u64, u64)> = Vec::new();
    let mut plies: Vec<usize> = Vec::new();
    for node in tree.nodes() {
        let ply = node.parent.map_or(0, |parent| plies[parent] + 1);
        plies.push(ply);
        rows.resize(rows.len().max(ply + 1), (0, 0));
        rows[ply].0 += 1;
        rows[ply].1 += u64::from(node.cut_after.is_some());
    }
    let mut text = String::from("  ply   visited    of all  cut-offs\n");
    let mut above = Some(0);
    for (ply, (visited, cutoffs)) in (0..).zip(rows) {
        let down_to = above.and_then(|_| all_down_to(ply));
        let here = above.zip(down_to).map(|(above, down_to)| down_to - above);
        let all = here.map_or("many".to_owned(), |count| count.to_string());
        let _ = writeln!(text, "{ply:>5}{visited:>10}{all:>10}{cutoffs:>10}");
        above = down_to;
    }
    if tree.omitted() > 0 {
        let _ = writeln!(
            text,
            "{:>15} more were visited but not recorded",
            tree.omitted()
        );
    }
    text
}

/// A row for each move at the root, with its score from the view of the side that moves there.
fn root_moves(tree: &TreeRecorder) -> String {
    let mut text = String::from(" move     score             replies visited\n");
    let first = tree.nodes().iter().filter(|node| node.parent == Some(0));
    for node in first {
        let mv = node.mv.as_deref().unwrap_or("-");
        let score = node
            .score
            .map_or("?".to_owned(), |score| (-score).to_string());
        let seen = node
            .cut_after
            .map_or("all".to_owned(), |(tried, of)| format!("{tried} of {of}"));
        let _ = writeln!(text, "{mv:>5}  {:>8}{score:>8}   {seen}", bound(node));
    }
    text
}

/// Whether a score of a move at the root is a bound. A lower bound for the side that answers is an upper bound for the side
/// that moves.
fn bound(node: &RecordedNode) -> &'static str {
    match node.bound() {
        Some(Bound::AtLeast) => "at most",
        Some(Bound::AtMost) => "at least",
        Some(Bound::Exact) | None => "",
    }
}
