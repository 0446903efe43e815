//! The options for a game and its positions, and the dispatch of a command to the named game.

use clap::Args;
use plywood_catalog::recast::recast_ref;
use plywood_catalog::{Catalog, Contender, ForEachGame, Games, Playable, Spec};
use plywood_console::Failure;
use plywood_core::Position;
use plywood_workbench::positions::{Positions, read};
use std::collections::HashSet;
use std::fmt::Display;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct GameOption {
    /// The game, by default the first one, which is chess; an unknown name lists them all.
    #[arg(long = "game", value_name = "GAME")]
    name: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct GameOptions {
    #[command(flatten)]
    pub(super) of: GameOption,
    /// A position; may be repeated. A FEN, a board such as "X.. .O. ...", the columns played such as "ddcc", or a tree.
    #[arg(long = "position", visible_alias = "fen", value_name = "TEXT")]
    positions: Vec<String>,
    /// A file of positions, one per line; for chess as FEN or EPD, or games (.pgn), with every position used.
    #[arg(long = "positions", visible_alias = "epd", value_name = "FILE")]
    file: Option<PathBuf>,
    /// The evaluator for strategies that don't name one; an unknown name lists them all.
    #[arg(long, value_name = "NAME")]
    pub(super) evaluator: Option<String>,
}

/// A command that runs on one game.
pub(super) trait GameCommand {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure>;
}

/// Runs a command on the game with this name, by default on the first one.
pub(super) fn run_on(
    games: &impl Games,
    name: Option<&str>,
    command: &impl GameCommand,
) -> Result<(), Failure> {
    let names = games.names();
    let name = name.or(names.first().copied()).unwrap_or_default();
    let mut run = Run(command, Ok(()));
    games.one(name, &mut run).map_err(wrong)?;
    run.1
}

struct Run<'a, C>(&'a C, Result<(), Failure>);

impl<C: GameCommand> ForEachGame for Run<'_, C> {
    fn game<G: Playable>(&mut self, catalog: &Catalog<G>) {
        self.1 = catalog.check().map_err(wrong);
        if self.1.is_ok() {
            self.1 = self.0.run_on(catalog);
        }
    }
}

/// Returns the catalog of chess, for features that only chess has.
pub(super) fn chess(games: &impl Games) -> Result<Catalog<Position>, Failure> {
    let mut chess = Chess(None);
    games.each(&mut chess);
    let none = "this is for chess, which is not among the games of this program";
    chess.0.ok_or_else(|| wrong(none))
}

struct Chess(Option<Catalog<Position>>);

impl ForEachGame for Chess {
    fn game<G: Playable>(&mut self, catalog: &Catalog<G>) {
        self.0 = self.0.take().or_else(|| recast_ref(catalog).cloned());
    }
}

/// Returns a text as a shell reads it, in quotes if need be.
pub(super) fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Returns the failure for a wrong text on the command line.
pub(super) fn wrong(error: impl Display) -> Failure {
    Failure::Usage(error.to_string())
}

impl GameOption {
    /// Runs a command on the chosen game.
    pub(super) fn run(
        &self,
        games: &impl Games,
        command: &impl GameCommand,
    ) -> Result<(), Failure> {
        run_on(games, self.name.as_deref(), command)
    }
}

impl GameOptions {
    /// Returns the options for the positions as they are typed.
    pub(super) fn typed(&self) -> impl Iterator<Item = String> {
        let positions = self.positions.iter();
        let positions = positions.map(|text| format!("--position {}", quoted(text)));
        let file = self.file.iter();
        let file = file.map(|file| format!("--positions {}", quoted(&file.to_string_lossy())));
        positions.chain(file)
    }

    /// Returns the given positions; by default the game's example.
    pub(super) fn positions<G: Playable>(&self, catalog: &Catalog<G>) -> Positions {
        let mut texts = self.positions.clone();
        if texts.is_empty() && self.file.is_none() {
            texts.push(example(catalog));
        }
        Positions::new(texts, self.file.clone())
    }

    /// Returns the only position; by default the game's example.
    pub(super) fn position<G: Playable>(&self, catalog: &Catalog<G>) -> Result<G, Failure> {
        let positions = self.positions(catalog);
        let mut only = None;
        let survey = positions.survey(&mut |text| {
            only = Some(read(catalog, text)?.1);
            Ok(())
        })?;
        let only = only.filter(|_| survey.count == 1);
        only.ok_or_else(|| {
            let found = format!("expected one position, found {}", survey.count);
            let file = self.file.as_deref();
            file.map_or_else(|| wrong(&found), |path| Failure::in_file(path, &found))
        })
    }
}

/// Returns the game's example as text; empty if the game cannot read its own text.
pub(super) fn example<G: Playable>(catalog: &Catalog<G>) -> String {
    let text = catalog.example_position().text();
    text.unwrap_or_default()
}

/// Returns the names of the strategies without limits, the simplest first.
pub(super) fn typed_names<G: Playable>(catalog: &Catalog<G>) -> impl Iterator<Item = &'static str> {
    let is_preset = |name| {
        catalog
            .meaning(name)
            .is_some_and(|spec| *spec != Spec::from(spec.composition.clone()))
    };
    catalog.names().filter(move |name| !is_preset(name))
}

/// Returns the game with this evaluator for strategies that name none.
pub(super) fn judged_by<G: Playable>(
    catalog: &Catalog<G>,
    evaluator: Option<&str>,
) -> Result<Catalog<G>, Failure> {
    let catalog = catalog.clone();
    match evaluator {
        Some(evaluator) => catalog.judged_by(evaluator).map_err(wrong),
        None => Ok(catalog),
    }
}

/// Reads strategies.
pub(super) fn specs(texts: &[String]) -> Result<Vec<Spec>, Failure> {
    let specs = texts.iter().map(|text| text.parse());
    specs.collect::<Result<_, _>>().map_err(wrong)
}

/// Returns these strategies, with this evaluator for any that names none.
pub(super) fn contenders<G: Playable>(
    catalog: &Catalog<G>,
    specs: Vec<Spec>,
    evaluator: Option<&str>,
) -> Result<Vec<Contender<G>>, Failure> {
    let catalog = judged_by(catalog, evaluator)?;
    let contenders = specs.into_iter().map(|spec| catalog.contender_of(spec));
    let contenders: Vec<Contender<G>> = contenders.collect::<Result<_, _>>().map_err(wrong)?;
    let mut names = HashSet::new();
    let twice = contenders.iter().find(|named| !names.insert(named.name()));
    if let Some(name) = twice.map(Contender::name) {
        return Err(wrong(format!(
            "two strategies are called {name:?}; give one of them a label, as in mine={name}"
        )));
    }
    Ok(contenders)
}

/// Returns the strategy with the most parts in the game's list.
pub(super) fn strongest<G: Playable>(catalog: &Catalog<G>) -> String {
    let is_known = |name: &&str| catalog.describe(name).is_some();
    let known = ["strongest", "everything", "aspiration"]
        .into_iter()
        .find(is_known);
    let last = || catalog.names().last();
    known.or_else(last).unwrap_or("random").to_owned()
}
