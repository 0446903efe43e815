//! What each iteration of a deepening search costs: `cargo run --release --example deepening`.
//!
//! It watches the search through an observer. `--help` lists the options.

#[path = "common/command.rs"]
mod command;

use std::fmt::Write as _;
use std::process::ExitCode;

use plywood::chess::{Move, Position};
use plywood::search::strategies::AnyStrategy;
use plywood::search::{Captures, FixedDepth, Iteration, Killers, Observer, QuietHistory, Window};
use plywood::{AlphaBeta, Classical, IterativeDeepening, Limits, Stats, Transpositions};

const HELP: &str = "\
Searches a position to depth 1, then 2, then 3 and so on, and shows what each iteration finds and
costs. Three times: by plain alpha-beta; with a table, which hands the best move of one iteration to
the next; and with captures, killers and history tried first as well.

usage: cargo run --release --example deepening -- [OPTIONS]

  --fen FEN    the position, in quotes; its last fields may be missing
  --depth N    the last iteration, from 1 to 30; 5 if not given
  --help       this text
example: cargo run --release --example deepening -- --fen \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -\" --depth 12

nodes: of this iteration alone; times: how many times those of the one before; branching: the number
of moves at each node that would give as many nodes without any cut-off; first move: of the
cut-offs, how many were made by the first move tried.
";

/// An open game in which both sides have developed.
const MIDDLEGAME: &str = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";

fn main() -> ExitCode {
    command::main(run)
}

/// What to print, or what is wrong with the arguments.
pub(crate) fn run(arguments: &[String]) -> Result<String, String> {
    let Some([fen, depth]) = command::options(arguments, ["--fen", "--depth"])? else {
        return Ok(HELP.to_owned());
    };
    let position = command::position(fen.unwrap_or(MIDDLEGAME))?;
    let depth = depth.map_or(Ok(5), |text| command::number(text, 1..=30))?;
    let plain = || AlphaBeta::new(Classical::default());
    let table = || plain().table(Transpositions::exact(16));
    let ordered = || table().ordering((Captures, (Killers::new(), QuietHistory::new())));
    let board = position.board().to_text().figurines();
    Ok([
        format!("{board}\n{} to move\n", position.side_to_move()),
        iterations("alpha-beta", plain, &position, depth),
        iterations("with a table", table, &position, depth),
        iterations("with a table and ordered moves", ordered, &position, depth),
    ]
    .join("\n"))
}

/// A row for each iteration, then what one search to the last depth would have cost.
fn iterations<S: FixedDepth<Position> + Send + 'static>(
    title: &str,
    make: impl Fn() -> S,
    position: &Position,
    depth: u32,
) -> String {
    let mut rows = Rows::default();
    let mut deepening: AnyStrategy<Position> = Box::new(IterativeDeepening::new(make()));
    let report = deepening.search_observed(position, &Limits::depth(depth), &mut rows);
    let at_once = make().search(position, &Limits::depth(report.depth));
    format!(
        "{title}\ndepth  move   score       nodes   times   branching  first move     ms\n{}\
         all iterations: {} nodes; depth {} at once: {}\n",
        rows.text, report.stats.explored, report.depth, at_once.stats.explored
    )
}

/// Counts the cut-offs of the iteration under way, and writes a row when it is complete.
#[derive(Default)]
struct Rows {
    text: String,
    now: Stats,
    before: Option<u64>,
}

impl Observer<Move> for Rows {
    fn enter(&mut self, _depth: u32, _window: Window) {
        self.now.explored += 1;
    }

    fn cutoff(&mut self, index: usize, _moves: usize) {
        self.now.cutoffs += 1;
        self.now.first_move_cutoffs += u64::from(index == 0);
    }

    fn iteration(&mut self, done: &Iteration<Move>) {
        #[expect(clippy::cast_precision_loss, reason = "read by people, to one digit")]
        let times = |before: u64| format!("{:.1}", done.explored as f64 / before as f64);
        let share = |share: f64| format!("{:.0} %", 100.0 * share);
        let _ = writeln!(
            self.text,
            "{:>5}  {:<5}{:>7}{:>12}{:>8}{:>12.1}{:>12}{:>7}",
            done.depth,
            done.best_move.to_string(),
            done.score.to_string(),
            done.explored,
            self.before.map_or("-".to_owned(), times),
            self.now.branching_factor(done.depth),
            self.now.first_move_share().map_or("-".to_owned(), share),
            done.elapsed.as_millis(),
        );
        self.before = Some(done.explored);
        self.now = Stats::default();
    }
}
