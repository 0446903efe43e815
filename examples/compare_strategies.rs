//! Compares every search strategy on one position: `cargo run --release --example compare_strategies`.
//!
//! `--help` lists the options.

#[path = "common/comparison.rs"]
mod comparison;
#[path = "common/options.rs"]
mod options;
#[path = "common/plot.rs"]
mod plot;
#[path = "common/table.rs"]
mod table;

use std::fmt::Display;
use std::fs;
use std::io::{self, Write as _};
use std::process::ExitCode;

use plywood::Score;
use plywood::chess::Position;
use plywood::eval::evaluators;
use plywood::search::games::{ConnectFour, TicTacToe};
use plywood::search::strategies::Catalog;

use comparison::{Judge, compare};
use options::{Format, Options};

const HELP: &str = "\
Runs every search strategy on one position, with the same evaluator and to the same depth, and shows
what each plays, what it thinks of it, and what that cost. All sound strategies agree with minimax;
they differ in how much of the tree they look at.

usage: cargo run --release --example compare_strategies -- [OPTIONS]

  --fen TEXT            the position: a FEN in quotes; for tic-tac-toe nine signs such as \"X.. .O. ...\";
                        for connect-four the columns played so far, such as ddcc
  --game GAME           chess (if not given), tic-tac-toe or connect-four
  --depth N             in plies; if not given 5, 9 and 8 for the three games
  --evaluator NAME      chess: material (if not given), blogchess, swift, classical or random;
                        connect-four: estimate or random; tic-tac-toe: none or random
  --strategies a,b,c    only these; all if not given
  --json, --csv         for other programs instead of for people
  --svg FILE            also draw the nodes of each strategy at each depth up to this one
  --help                this text
example: cargo run --release --example compare_strategies -- --depth 6 --strategies alpha-beta,mtd-f
";

/// White's knight may take the pawn on e5 and leave the queen to be taken: five plies show that this is mate (Légal's).
const MIDDLEGAME: &str = "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(text) if io::stdout().write_all(text.as_bytes()).is_ok() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}\nTry --help.");
            ExitCode::from(2)
        }
    }
}

/// What to print, or what is wrong with the arguments.
pub(crate) fn run(arguments: &[String]) -> Result<String, String> {
    let Some(options) = Options::read(arguments)? else {
        return Ok(HELP.to_owned());
    };
    let comparison = match options.game.as_str() {
        "chess" => {
            let fen = options.position.as_deref().unwrap_or(MIDDLEGAME);
            let position = Position::from_fen_lenient(fen).map_err(wrong("FEN", fen))?;
            let name = options.evaluator.as_deref().unwrap_or("material");
            let evaluator = evaluators::by_name(name).map_err(|error| error.to_string())?;
            let judge = Judge::new(evaluator);
            let catalog = Catalog::for_tactical_games();
            compare(&options, (&position, fen), (judge, name), 5, &catalog)
        }
        "connect-four" => {
            let columns = options.position.as_deref().unwrap_or("");
            let board: ConnectFour = columns.parse().map_err(wrong("board", columns))?;
            let name = options.evaluator.as_deref().unwrap_or("estimate");
            let judge = Judge::by_name(name, "estimate", ConnectFour::estimate)?;
            let catalog = Catalog::for_tactical_games();
            compare(&options, (&board, columns), (judge, name), 8, &catalog)
        }
        "tic-tac-toe" => {
            let cells = options.position.as_deref().unwrap_or(".........");
            let board: TicTacToe = cells.parse().map_err(wrong("board", cells))?;
            let name = options.evaluator.as_deref().unwrap_or("none");
            let judge = Judge::by_name(name, "none", |_: &TicTacToe| Score::DRAW)?;
            let catalog = Catalog::for_keyed_games();
            compare(&options, (&board, cells), (judge, name), 9, &catalog)
        }
        other => Err(format!(
            "there is no game {other:?}; those known are chess, tic-tac-toe, connect-four"
        )),
    }?;
    if let Some(file) = &options.svg {
        fs::write(file, plot::svg(&comparison)).map_err(wrong("file", file))?;
    }
    Ok(match options.format {
        Format::Table => table::text(&comparison),
        Format::Json => table::json(&comparison),
        Format::Csv => table::csv(&comparison),
    })
}

fn wrong<E: Display>(what: &str, text: &str) -> impl FnOnce(E) -> String {
    move |error| format!("{what} {text:?}: {error}")
}
