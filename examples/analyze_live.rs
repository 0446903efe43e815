//! Shows the best lines of a position while the engine searches: `cargo run --release --example analyze_live`.
//!
//! An observer prints each iteration, and another thread stops the search.

#[path = "shared/options.rs"]
mod options;

use std::error::Error;
use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use plywood::search::{Event, Observer};
use plywood::tables::{Syzygy, Tables};
use plywood::{Engine, Limits, Move, Position, San, StopHandle, Strategy};

use options::Options;

const HELP: &str = "\
Analyzes a position with the full-strength engine. Each iteration is printed when it is complete: the depth, and the best
lines with their scores from White's point of view. Press Enter to stop.

usage: cargo run --release --example analyze_live -- [OPTIONS]

  --fen FEN      the position, in quotes; its last fields may be missing
  --lines N      how many lines; 3 if not given
  --depth N      the depth of the last iteration
  --seconds N    how long to think at most; 10 if not given
  --threads N    how many threads; 1 if not given
  --tables DIR   a folder of Syzygy endgame tables, or a list of folders
  --help         this text
example: cargo run --release --example analyze_live -- --fen \"8/8/4k3/8/8/3K4/4P3/8 w - -\" --lines 2
";

/// After 4... Nxe4 in the Two Knights Defense White has several good moves.
const FEN: &str = "r1bqkb1r/pppp1ppp/2n5/4p1N1/2B1n3/8/PPPP1PPP/RNBQK2R w KQkq - 0 5";

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let position = options.position(FEN)?;
    let threads = options.number("--threads", 1)?;
    if !(1..=256).contains(&threads) {
        return Err(format!("expected from 1 to 256 threads, found {threads}").into());
    }
    let mut engine = Engine::new().threads(threads);
    if let Some(folders) = options.get("--tables") {
        let tables = Syzygy::open(folders)?;
        for problem in tables.left_out() {
            eprintln!("warning: {problem}");
        }
        let most_men = tables.most_men();
        println!("Tables of up to {most_men} men.");
        engine = engine.endgame_tables(Arc::new(tables), most_men);
    }
    let stop = StopHandle::new();
    let mut limits = Limits::time(Duration::from_secs(options.number("--seconds", 10)?))
        .with_lines(options.number("--lines", 3)?)
        .with_stop(&stop);
    if options.has("--depth") {
        limits = limits.with_depth(options.number("--depth", 0)?);
    }
    // This thread is never joined: it ends with the program if Enter is never pressed.
    thread::spawn(move || stop_at_enter(&stop));
    println!("{}", position.board().to_text().figurines());
    let mut live = Live {
        position: &position,
    };
    let report = engine.search_observed(&position, &limits, &mut live);
    let side = position.side_to_move();
    Ok(match report.best_move {
        Some(best) => {
            let (best, nodes) = (position.san(best), report.stats.nodes);
            format!(
                "\n{side} plays {best} after {nodes} nodes ({})\n",
                report.reason
            )
        }
        None => format!("\n{side} has no move: the game is over.\n"),
    })
}

fn stop_at_enter(stop: &StopHandle) {
    // Without a terminal the input ends at once, with no line read, and the other limits end the search.
    if let Ok(1..) = io::stdin().read_line(&mut String::new()) {
        stop.stop();
    }
}

/// Prints iterations as they complete.
struct Live<'a> {
    position: &'a Position,
}

impl Observer<Move> for Live<'_> {
    fn observe(&mut self, event: Event<'_, Move>) {
        let Event::Iteration(done) = event else {
            return;
        };
        println!(
            "depth {} after {:.1} s",
            done.depth,
            done.elapsed.as_secs_f64()
        );
        for (number, (score, line)) in (1..).zip(done.lines()) {
            let score = score.for_white(self.position.side_to_move()).to_string();
            println!("{number:>4}. {score:>6}  {}", self.position.san_line(line));
        }
    }
}
