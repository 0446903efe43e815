//! `plywood-lab list`.

use crate::cli::games::{GameCommand, run_on, wrong};
use crate::cli::output;
use clap::Args;
use plywood_catalog::{Catalog, ForEachGame, Games, Part, Playable, Spec, check_catalog};
use plywood_console::Failure;
use plywood_report::{Cell, Columns};

/// The settings of programs, besides those of strategies.
const OF_PROGRAMS: [(&str, &str); 5] = [
    ("cmd=stockfish", "of a program, after uci: its file"),
    ("arg=-x", "an argument of the program; may be repeated"),
    ("option.Hash=16", "a UCI option of the program"),
    (
        "patience=30s",
        "how long a program may think without a time limit",
    ),
    (
        "mine=…",
        "before a strategy or uci: a label, which tables show",
    ),
];

#[derive(Debug, Args)]
pub(super) struct Options {
    /// The game whose strategies and evaluators to list; by default the first one, which is chess.
    #[arg(value_name = "GAME", group = "chosen")]
    game: Option<String>,
    /// The game, as an option, as in other commands.
    #[arg(long = "game", value_name = "GAME", group = "chosen")]
    option: Option<String>,
    /// Play random games to check the laws that every search relies on, and that the game's evaluators only estimate.
    #[arg(long, requires = "chosen")]
    check: bool,
}

impl Options {
    pub(super) fn run(&self, games: &impl Games) -> Result<(), Failure> {
        let mut names = Names(Vec::new());
        games.each(&mut names);
        let game = self.game.as_deref().or(self.option.as_deref());
        if game.is_none() {
            output::print(&(table(["game", ""], names.0) + "\n"))?;
        }
        run_on(games, game, self)
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
            let meaning = catalog.meaning(entry.name);
            let meaning = meaning.map_or_else(String::new, ToString::to_string);
            (entry.name, meaning, entry.about)
        });
        let named = Columns::new()
            .text(
                format!("strategy of {}", catalog.name()),
                |row: &(&str, String, &str)| row.0.to_owned(),
            )
            .text("", |row| row.2.to_owned())
            .text("the same as", |row| row.1.clone());
        let evaluators = catalog.evaluators().map(|entry| (entry.name, entry.about));
        let tables = [
            named.table(strategies).to_text(),
            table(["evaluator", ""], evaluators),
        ];
        output::print(&(tables.join("\n") + &words()))
    }
}

/// Returns the words of compositions, and the settings that may follow them.
fn words() -> String {
    let line = |example: &str, about: &str| format!(" {example:<19} {about}\n");
    let parts = Part::all().map(|part| line(&part.example(), part.about));
    let settings = Spec::SETTINGS.into_iter().chain(OF_PROGRAMS);
    let settings = settings.map(|(example, about)| line(example, about));
    format!(
        "\nParts, as in pvs+captures+killers+table=16+deepening:\n{}\nSettings of a strategy or program, after a colon:\n{}",
        parts.collect::<String>(),
        settings.collect::<String>()
    )
}

/// Plays random games, checks the laws in each of their positions, and reports the part that breaks one.
fn check<G: Playable>(catalog: &Catalog<G>) -> Result<(), Failure> {
    let mut broken = Vec::new();
    for part in check_catalog(catalog, SEED).map_err(wrong)? {
        let text = part.fault.as_deref().unwrap_or("obeys the laws");
        output::print(&format!("{} {text}\n", part.name))?;
        if let Some(note) = &part.note {
            output::note(note);
        }
        broken.extend(part.fault.map(|_| part.name));
    }
    match broken.as_slice() {
        [] => Ok(()),
        parts => Err(Failure::Within(format!("broken: {}", parts.join(", ")))),
    }
}

/// The seed of the random games.
const SEED: u64 = 1;

fn table<C: Into<Cell> + Clone>(
    [names, about]: [&str; 2],
    rows: impl IntoIterator<Item = (&'static str, C)>,
) -> String {
    let columns = Columns::new().text(names, |row: &(&'static str, C)| row.0);
    let columns = columns.text(about, |row| row.1.clone());
    columns.table(rows).to_text()
}
