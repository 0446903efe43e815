//! Compares every search strategy on one position: `cargo run --release --example compare_strategies`.
//!
//! `--help` lists the options.

#[path = "common/command.rs"]
mod command;
#[path = "common/comparison.rs"]
mod comparison;
#[path = "common/export.rs"]
mod export;
#[path = "common/options.rs"]
mod options;
#[path = "common/plot.rs"]
mod plot;
#[path = "common/table.rs"]
mod table;

use std::process::ExitCode;
use std::sync::Arc;

use plywood::Score;
use plywood::eval::evaluators;
use plywood::search::Keyed;
use plywood::search::games::{ConnectFour, EqualWins, TicTacToe};
use plywood::search::strategies::Catalog;

use command::wrong;
use options::{Options, judge};

const HELP: &str = "\
Runs every search strategy on one position, with the same evaluator and to the same depth, and shows
what each plays, what it thinks of it, and what that cost. All sound strategies agree with minimax;
they differ in how much of the tree they look at.

usage: cargo run --release --example compare_strategies -- [OPTIONS]

  --fen TEXT            the position: a FEN in quotes; for tic-tac-toe nine signs such as \"X.. .O. ...\";
                        for connect-four the columns played so far, such as ddcc
  --game GAME           chess (if not given), tic-tac-toe, plain-tic-tac-toe or connect-four; in the plain
                        one a late win is worth as much as a near one, as the counts in books have it
  --depth N             in plies, no more than 200; if not given 5 for chess, 9 for tic-tac-toe, 8 for connect-four
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

const EMPTY: &str = ".........";

const GAMES: [&str; 4] = ["chess", "tic-tac-toe", "plain-tic-tac-toe", "connect-four"];

fn main() -> ExitCode {
    command::main(run)
}

/// What to print, or what is wrong with the arguments.
pub(crate) fn run(arguments: &[String]) -> Result<String, String> {
    let Some(options) = Options::read(arguments)? else {
        return Ok(HELP.to_owned());
    };
    match options.game.as_str() {
        "chess" => {
            let fen = options.text_or(MIDDLEGAME);
            let name = options.evaluator_or("material");
            let evaluator = evaluators::by_name(name).map_err(command::told)?;
            let (position, judge) = (command::position(fen)?, Arc::from(evaluator));
            let setting = options.setting((&position, fen), (judge, name), 5);
            options.answer(&setting, &Catalog::for_tactical_games())
        }
        "connect-four" => {
            let columns = options.text_or("");
            let board: ConnectFour = columns.parse().map_err(wrong("board", columns))?;
            let name = options.evaluator_or("estimate");
            let judge = judge(name, "estimate", ConnectFour::estimate)?;
            let setting = options.setting((&board, columns), (judge, name), 8);
            options.answer(&setting, &Catalog::for_tactical_games())
        }
        "tic-tac-toe" => {
            let cells = options.text_or(EMPTY);
            tic_tac_toe(&options, cells, &board(cells)?)
        }
        "plain-tic-tac-toe" => {
            let cells = options.text_or(EMPTY);
            let plain = EqualWins::new(board(cells)?, Score::centipawns(100));
            tic_tac_toe(&options, cells, &plain)
        }
        other => Err(command::unknown("game", other, GAMES)),
    }
}

/// Tic-tac-toe of either kind.
fn tic_tac_toe<G>(options: &Options, cells: &str, position: &G) -> Result<String, String>
where
    G: Keyed<Move: Send + Sync> + Sync + 'static,
{
    let name = options.evaluator_or("none");
    let judge = judge(name, "none", |_| Score::DRAW)?;
    let setting = options.setting((position, cells), (judge, name), 9);
    options.answer(&setting, &Catalog::for_keyed_games())
}

fn board(cells: &str) -> Result<TicTacToe, String> {
    cells.parse().map_err(wrong("board", cells))
}
