//! Shows what each iteration of a deepening search costs: `cargo run --release --example deepening`.
//!
//! An observer watches the search.

#[path = "shared/options.rs"]
mod options;

use std::error::Error;
use std::fmt::Write as _;
use std::process::ExitCode;

use plywood::catalog::AnyStrategy;
use plywood::chess::{Move, Position};
use plywood::search::{Captures, FixedDepth, Iteration, Killers, Observer, QuietHistory, Window};
use plywood::{AlphaBeta, Classical, IterativeDeepening, Limits, Stats, Transpositions};

use options::Options;

const HELP: &str = "\
Searches a position to depth 1, 2, 3 and so on, and shows what each iteration finds and costs. It does so
three times: with alpha-beta; with a transposition table, so that each iteration tries the best moves of
the one before first; and with a table and moves ordered by captures, killers and history.

usage: cargo run --release --example deepening -- [OPTIONS]

  --fen FEN    the position, in quotes; its last fields may be missing
  --depth N    the depth of the last iteration; 5 if not given
  --help       this text
example: cargo run --release --example deepening -- --fen \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -\" --depth 12

nodes: of this iteration only; times: how many times those of the iteration before; branching: the
number of moves at each node of a uniform tree of this depth and size; first move: the share of the
cut-offs that the first move made.
";

/// An open game in which both sides have developed.
const MIDDLEGAME: &str = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let position = options.position(MIDDLEGAME)?;
    let depth = options.number("--depth", 5)?;
    let plain = || AlphaBeta::new(Classical::default());
    let table = || plain().table(Transpositions::exact(16));
    let ordered = || table().ordering((Captures, Killers::new(), QuietHistory::new()));
    let board = position.board().to_text().figurines();
    Ok([
        format!("{board}\n{} to move\n", position.side_to_move()),
        iterations("alpha-beta", plain, &position, depth),
        iterations("with a table", table, &position, depth),
        iterations("with a table and ordered moves", ordered, &position, depth),
    ]
    .join("\n"))
}

/// A row for each iteration, then the cost of one search directly to the last depth.
fn iterations<S: FixedDepth<Position> + Send + 'static>(
    title: &str,
    make: impl Fn() -> S,
    position: &Position,
    depth: u32,
) -> String {
    let mut rows = Rows::default();
    let mut deepening: AnyStrategy<Position> = Box::new(IterativeDeepening::new(make()));
    let report = deepening.search_observed(position, &Limits::depth(depth), &mut rows);
    let alone = make().search(position, &Limits::depth(report.depth));
    format!(
        "{title}\ndepth  move   score       nodes   times   branching  first move     ms\n{}\
         all iterations: {} nodes; depth {} alone: {}\n",
        rows.text, report.stats.explored, report.depth, alone.stats.explored
    )
}

/// Counts the nodes and cut-offs of an iteration, and writes a row when it is complete.
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
