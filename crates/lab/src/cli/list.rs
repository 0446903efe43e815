//! `plywood-lab list`.

use crate::cli::output;
use crate::games::LabGame;
use crate::players::strategy_spec::{PRESETS, descriptions};
use crate::show::table::Table;
use plywood_console::Failure;
use plywood_core::Position;
use plywood_eval::evaluators;
use plywood_search::games::{ConnectFour, TicTacToe, Tree};

/// The settings of a strategy or program, and what they mean.
const SETTINGS: [(&str, &str); 10] = [
    ("depth=4", "search this many plies"),
    ("nodes=5000", "search this many nodes for a move"),
    ("time=100ms", "search this long for a move; also 1.5s, 2m"),
    (
        "evaluator=material",
        "the evaluator of a strategy; classical unless set",
    ),
    (
        "noise=10",
        "up to this many centipawns, drawn by the seed, are added to each evaluation",
    ),
    ("cmd=stockfish", "of a program, after uci: its file"),
    ("arg=-x", "an argument of the program; may be repeated"),
    ("option.Hash=16", "a UCI option of the program"),
    (
        "patience=30s",
        "how long a program may think without a limit of time",
    ),
    (
        "mine=…",
        "before a strategy or uci: a label, which tables show",
    ),
];

/// The evaluators of chess in a few words.
fn about_evaluator(name: &str) -> &'static str {
    match name {
        "random" => "a random number for each position",
        "material" => "what the pieces are worth",
        "swift" => "material, as in a post of 2024",
        "blogchess" => "material and mobility, from two posts of 2014",
        "classical" => {
            "material, squares, pawns, mobility and king safety, by the phase of the game"
        }
        _ => "",
    }
}

pub(super) fn run() -> Result<(), Failure> {
    let chess = evaluators::names().map(|name| (name, about_evaluator(name)));
    let games = [
        (Position::NAME, "positions as FEN or EPD"),
        (
            ConnectFour::NAME,
            "positions as the columns played, such as ddcc; evaluators estimate, random",
        ),
        (
            TicTacToe::NAME,
            "positions as rows, such as 'XX. OO. ...'; evaluators none, random",
        ),
        (
            Tree::NAME,
            "a written tree, such as '((3 12 8) (2 4 6) (14 5 2))'; evaluators estimate, none",
        ),
    ];
    let tables = [
        table(["strategy", ""], descriptions()),
        table(["preset", "the same as"], PRESETS),
        table(["evaluator", "of chess"], chess),
        table(["game", ""], games),
        table(["setting", ""], SETTINGS),
    ];
    output::print(&tables.join("\n"))
}

fn table<'a>(
    [names, about]: [&str; 2],
    rows: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> String {
    let table = Table::new().text(names, |row: &(&'a str, &'a str)| row.0);
    table.text(about, |row| row.1).to_text(rows)
}
