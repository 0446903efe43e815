//! The command line of `compare_strategies`.

use std::env;
use std::error::Error;
use std::fmt::Display;

use plywood::search::{ComparisonTable, MAX_DEPTH};

use crate::export;

pub(crate) const HELP: &str = "\
Runs every search strategy on one position, with the same evaluator and to the same depth, and shows
what each plays, its score, and what that cost. Exact strategies promise the score of minimax with the
same evaluation at the horizon; they differ in how much of the tree they search. Of those, a search with
quiescence evaluates differently, so its score may differ: see \"same value\".

usage: cargo run --release --example compare_strategies -- [OPTIONS]

  --game GAME           chess (if not given), tic-tac-toe, plain-tic-tac-toe or connect-four; in
                        plain-tic-tac-toe a late win is worth as much as an early one, as in the counts
                        that books print
  --fen TEXT            the position: a FEN in quotes; for tic-tac-toe nine signs such as \"X.. .O. ...\";
                        for connect-four the columns played so far, such as ddcc
  --depth N             in plies, up to 200; if not given 5 for chess, 9 for tic-tac-toe, 8 for connect-four
  --evaluator NAME      chess: material (if not given), blogchess, swift, classical or random;
                        connect-four: estimate or random; tic-tac-toe: none or random
  --strategies a,b,c    only these; all if not given
  --json, --csv         write data for other programs instead of a table
  --svg FILE            also plot the nodes of each strategy at each depth up to this one
  --help                this text
example: cargo run --release --example compare_strategies -- --depth 6 --strategies minimax,mtd-f
";

pub(crate) const GAMES: [&str; 4] = ["chess", "tic-tac-toe", "plain-tic-tac-toe", "connect-four"];

pub(crate) struct Options {
    pub(crate) game: String,
    position: Option<String>,
    depth: Option<u32>,
    evaluator: Option<String>,
    pub(crate) strategies: Option<Vec<String>>,
    format: Format,
    pub(crate) svg: Option<String>,
}

enum Format {
    Table,
    Json,
    Csv,
}

/// What is compared. Where an option was not given, it is what the game uses then.
pub(crate) struct Setting<'a> {
    pub(crate) game: &'a str,
    pub(crate) position: &'a str,
    pub(crate) evaluator: &'a str,
    pub(crate) depth: u32,
}

impl Options {
    /// Parses the arguments of the program; `None` if they ask for help.
    pub(crate) fn parse() -> Result<Option<Self>, Box<dyn Error>> {
        let mut options = Self {
            game: "chess".to_owned(),
            position: None,
            depth: None,
            evaluator: None,
            strategies: None,
            format: Format::Table,
            svg: None,
        };
        let mut arguments = env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value = || {
                let value = arguments.next();
                value.ok_or_else(|| format!("a value must follow {argument}"))
            };
            match argument.as_str() {
                "--help" => return Ok(None),
                "--game" => options.game = value()?,
                "--fen" => options.position = Some(value()?),
                "--depth" => options.depth = Some(depth(&value()?)?),
                "--evaluator" => options.evaluator = Some(value()?),
                "--strategies" => {
                    options.strategies = Some(value()?.split(',').map(str::to_owned).collect());
                }
                "--json" => options.format = Format::Json,
                "--csv" => options.format = Format::Csv,
                "--svg" => options.svg = Some(value()?),
                other => Err(format!("there is no option {other:?}"))?,
            }
        }
        Ok(Some(options))
    }

    /// What is compared, with a game's usual position, evaluator and depth where no other was given.
    pub(crate) fn setting<'a>(
        &'a self,
        position: &'a str,
        evaluator: &'a str,
        depth: u32,
    ) -> Setting<'a> {
        Setting {
            game: &self.game,
            position: self.position.as_deref().unwrap_or(position),
            evaluator: self.evaluator.as_deref().unwrap_or(evaluator),
            depth: self.depth.unwrap_or(depth),
        }
    }

    /// The result as a table, or as data if the options ask for it.
    pub(crate) fn write<M: Display>(
        &self,
        setting: &Setting,
        table: &ComparisonTable<M>,
    ) -> String {
        let Setting {
            game,
            position,
            evaluator,
            depth,
        } = setting;
        match self.format {
            Format::Table => format!(
                "{game}: {position:?}, depth {depth}, evaluator {evaluator}; scores are from the side to move's view\n\n{table}"
            ),
            Format::Json => export::json(setting, table),
            Format::Csv => export::csv(table),
        }
    }
}

fn depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().map(|depth: u32| depth.min(MAX_DEPTH));
    depth.map_err(|_| format!("expected a number from 0 to {MAX_DEPTH}, found {text:?}"))
}

/// The error for an unknown name, which lists the known ones.
pub(crate) fn unknown(what: &str, name: &str, known: &[&str]) -> Box<dyn Error> {
    let known = known.join(", ");
    format!("there is no {what} {name:?}; there are {known}").into()
}
