//! Compares search strategies depth by depth: `cargo run --release --example compare_strategies`.

#[path = "shared/options.rs"]
mod options;

use std::error::Error;
use std::fs;
use std::process::ExitCode;

use plywood::catalog::files;
use plywood::catalog::{Catalog, EvaluatorSpec, Spec};
use plywood::notation::san;
use plywood::{Comparison, Limits, Position};

use options::{Options, read_position};

const HELP: &str = "\
Runs search strategies with the same evaluator to every depth, and shows what each plays, its score, and
what that cost. Exact strategies promise the score of minimax with the same evaluation at the horizon;
they differ in how much of the tree they search. Of several positions it shows means with intervals.

usage: cargo run --release --example compare_strategies -- [OPTIONS]

  --fen FEN             the position, in quotes
  --positions FILE      all positions of a file instead, a FEN on each line
  --depth N             the greatest depth, in plies; 5 if not given
  --evaluator NAME      material (if not given), blogchess, swift, classical or random
  --strategies A,B,C    these, or `all` that have a name; a choice of them if not given. Any composition of
                        parts can be named: pvs+quiescence+captures+killers+table=16+deepening
  --csv FILE            writes the rows there
  --svg FILE            draws there how the nodes grow with the depth
  --help                this text
example: cargo run --release --example compare_strategies -- --depth 6 --strategies minimax,mtd-f --svg nodes.svg
";

/// White can take the pawn on e5 with the knight and give up the queen: at depth 5 a search sees the mate (Légal's).
const LEGAL: &str = "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";
const CHOICE: &str =
    "minimax,alpha-beta,alpha-beta-ordered,principal-variation,mtd-f,everything,engine";

/// No file of positions to compare on has more bytes.
const LONGEST: u64 = 1 << 20;

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let positions: Vec<Position> = match options.get("--positions") {
        Some(file) => {
            let text = files::open(file.as_ref()).and_then(|file| files::read_text(&file, LONGEST));
            let text = text.map_err(|error| format!("{file}: {error}"))?;
            text.lines().map(read_position).collect::<Result<_, _>>()?
        }
        None => vec![options.position(LEGAL)?],
    };
    let evaluator: EvaluatorSpec = options.get("--evaluator").unwrap_or("material").parse()?;
    let chess = Catalog::chess();
    let names: Vec<&str> = match options.get("--strategies").unwrap_or(CHOICE) {
        "all" => chess.names().collect(),
        names => names.split(',').collect(),
    };
    let mut comparison = Comparison::over(&positions, Limits::none())
        .depths(1..=options.number("--depth", 5)?)
        .written(|position, mv| san::write(position, mv).to_string())
        .before_each(|search| eprintln!("{search} ..."));
    for (number, name) in names.iter().enumerate() {
        if names[..number].contains(name) {
            return Err(format!("{name} was given twice").into());
        }
        if *name == "minimax" {
            comparison = comparison.against(name);
        }
        let mut spec: Spec = name.parse()?;
        spec.evaluator = spec.evaluator.or_else(|| Some(evaluator.clone()));
        comparison = comparison.strategy(name, chess.contender_of(spec)?.strategy(0));
    }
    let table = comparison.run();
    for (option, text) in [("--csv", table.to_csv()), ("--svg", table.to_svg())] {
        options
            .get(option)
            .map_or(Ok(()), |file| fs::write(file, text))?;
    }
    Ok(format!(
        "evaluator {evaluator}; scores are from the side to move's view\n\n{table}"
    ))
}
