//! `plywood-lab list`.

use crate::cli::games::{GameCommand, run_on, wrong};
use crate::cli::output;
use crate::players::player::caught;
use crate::show::table::{Cell, Table};
use clap::Args;
use plywood_console::Failure;
use plywood_search::laws::{BrokenLaw, check_evaluator, check_game, check_keyed, check_mirrored};
use plywood_search::registry::{Catalog, ForEachGame, Games, Playable};

/// The words that spell strategies.
const WORDS: &str = "
Parts, as in pvs+captures+killers+table=16+deepening:
 quiescence          captures are played out at the horizon
 captures            captures are tried first
 exchanges           the same, but of captures those that do not lose
 killers             then moves that caused a cut-off at the same ply
 history             then moves that caused cut-offs anywhere
 table=16            a table of so many megabytes, exact
 deep-table=16       one that also answers from deeper searches
 parallel=2          so many threads, which share the table
 aspiration          a narrow window around the last score; =25 says how narrow
 mtd-f               null windows only, driven by MTD(f)
 best-node           which root move is best, not by how much
 deepening           to depth 1, 2, 3 and so on

Settings of a strategy or program, after a colon:
 depth=4             search this many plies
 nodes=5000          search this many nodes for a move
 time=100ms          search this long for a move; also 1.5s, 2m
 evaluator=material  the evaluator of a strategy; the first one of the game unless set
 noise=10            up to this many centipawns, drawn by the seed, are added to each evaluation
 cmd=stockfish       of a program, after uci: its file
 arg=-x              an argument of the program; may be repeated
 option.Hash=16      a UCI option of the program
 patience=30s        how long a program may think without a limit of time
 mine=…              before a strategy or uci: a label, which tables show
";

#[derive(Debug, Args)]
pub(super) struct Options {
    /// The game whose strategies and evaluators are listed; by default the first one, which is chess.
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// Play random games of this game, to check the laws on which every search relies, and that its evaluators only estimate.
    #[arg(long, requires = "game")]
    check: bool,
}

impl Options {
    pub(super) fn run(&self, games: &impl Games) -> Result<(), Failure> {
        let mut names = Names(Vec::new());
        games.each(&mut names);
        if self.game.is_none() {
            output::print(&(table(["game", ""], names.0) + "\n"))?;
        }
        run_on(games, self.game.as_deref(), self)
    }
}

/// The games with their evaluators.
struct Names(Vec<(&'static str, String)>);

impl ForEachGame for Names {
    fn game<G: Playable>(&mut self, catalog: &Catalog<G>) {
        let evaluators: Vec<&str> = catalog.evaluators().map(|entry| entry.name).collect();
        let about = format!(
            "{} strategies by name; evaluators {}",
            catalog.names().count(),
            evaluators.join(", ")
        );
        self.0.push((catalog.name(), about));
    }
}

impl GameCommand for Options {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        if self.check {
            return check(catalog);
        }
        let strategies = catalog.strategies().map(|entry| {
            let meaning = catalog.meaning(entry.name).unwrap_or_default();
            (entry.name, meaning, entry.about)
        });
        let named = Table::new()
            .text(
                format!("strategy of {}", catalog.name()),
                |row: &(&str, &str, &str)| row.0.to_owned(),
            )
            .text("", |row| row.2.to_owned())
            .text("the same as", |row| row.1.to_owned());
        let evaluators = catalog.evaluators().map(|entry| (entry.name, entry.about));
        let tables = [
            named.to_text(strategies),
            table(["evaluator", ""], evaluators),
        ];
        output::print(&(tables.join("\n") + WORDS))
    }
}

/// Plays random games, checks the laws in each of their positions, and says which part breaks one.
fn check<G: Playable>(catalog: &Catalog<G>) -> Result<(), Failure> {
    let start = catalog.start();
    let mut broken = Vec::new();
    let mut tell = |part: String, check: &dyn Fn(u64) -> Result<(), BrokenLaw>| {
        let mut checks = (0..GAMES).map(|seed| match caught(|| check(seed)) {
            Ok(kept) => kept.map_err(|law| format!("breaks a law: {law}")),
            Err(fault) => Err(format!("failed: {fault}")),
        });
        let outcome = checks.find_map(Result::err);
        let text = outcome.as_deref().unwrap_or("obeys the laws");
        let line = format!("{part} {text}\n");
        broken.extend(outcome.map(|_| part));
        output::print(&line)
    };
    tell(format!("the game {}", catalog.name()), &|seed| {
        check_game(start, seed).and_then(|()| check_keyed(start, seed))
    })?;
    for entry in catalog.evaluators() {
        let judge = catalog.judge(entry.name).map_err(wrong)?;
        tell(format!("the evaluator {}", entry.name), &|seed| {
            check_evaluator(start, seed, &judge)
        })?;
        let mirrored = |seed| {
            let mirrored = |position: &G| catalog.mirrored(position);
            check_mirrored(start, seed, &judge, mirrored)
        };
        if let Ok(Err(broken)) = caught(|| (0..GAMES).try_for_each(mirrored)) {
            let name = entry.name;
            output::note(&format!(
                "of the evaluator {name} this does not hold: {broken}"
            ));
        }
    }
    match broken.as_slice() {
        [] => Ok(()),
        parts => Err(Failure::Within(format!("broken: {}", parts.join(", ")))),
    }
}

/// So many random games are played.
const GAMES: u64 = 20;

fn table<C: Into<Cell> + Clone>(
    [names, about]: [&str; 2],
    rows: impl IntoIterator<Item = (&'static str, C)>,
) -> String {
    let table = Table::new().text(names, |row: &(&'static str, C)| row.0);
    table.text(about, |row| row.1.clone()).to_text(rows)
}
