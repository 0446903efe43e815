//! What the command line of `compare_strategies` asks for.

use std::sync::Arc;

use plywood::eval::RandomEvaluator;
use plywood::search::strategies::Catalog;
use plywood::search::{Keyed, MAX_DEPTH};
use plywood::{Game, Score};

use super::comparison::{Judge, Setting};
use super::{command, export, plot, table};

/// The options, with nothing filled in that depends on the game.
pub(crate) struct Options {
    pub(crate) game: String,
    position: Option<String>,
    depth: Option<u32>,
    evaluator: Option<String>,
    strategies: Option<Vec<String>>,
    format: Format,
    svg: Option<String>,
}

/// How to print.
enum Format {
    Table,
    Json,
    Csv,
}

impl Options {
    /// Reads the arguments; `None` if they ask for help.
    pub(crate) fn read(arguments: &[String]) -> Result<Option<Self>, String> {
        let mut options = Self {
            game: "chess".to_owned(),
            position: None,
            depth: None,
            evaluator: None,
            strategies: None,
            format: Format::Table,
            svg: None,
        };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut value = || {
                let value = arguments.next().cloned();
                value.ok_or_else(|| format!("a value must follow {argument}"))
            };
            match argument.as_str() {
                "--help" => return Ok(None),
                "--game" => options.game = value()?,
                "--fen" => options.position = Some(value()?),
                "--depth" => {
                    let depth: u32 = command::number(&value()?, 0..=u32::MAX)?;
                    options.depth = Some(depth.min(MAX_DEPTH));
                }
                "--evaluator" => options.evaluator = Some(value()?),
                "--strategies" => {
                    let names = value()?;
                    options.strategies = Some(names.split(',').map(str::to_owned).collect());
                }
                "--json" => options.format = Format::Json,
                "--csv" => options.format = Format::Csv,
                "--svg" => options.svg = Some(value()?),
                other => return Err(format!("there is no option {other:?}")),
            }
        }
        Ok(Some(options))
    }

    /// The position as text, or the usual one.
    pub(crate) fn text_or<'a>(&'a self, usual: &'a str) -> &'a str {
        self.position.as_deref().unwrap_or(usual)
    }

    /// The evaluator's name, or the usual one.
    pub(crate) fn evaluator_or<'a>(&'a self, usual: &'a str) -> &'a str {
        self.evaluator.as_deref().unwrap_or(usual)
    }

    /// What is compared: a position with its text and an evaluator with its name, to the depth asked for or the usual one.
    pub(crate) fn setting<'a, G>(
        &'a self,
        (position, text): (&'a G, &'a str),
        (judge, evaluator): (Judge<G>, &'a str),
        usual_depth: u32,
    ) -> Setting<'a, G> {
        Setting {
            game: &self.game,
            position,
            text,
            evaluator,
            judge,
            depth: self.depth.unwrap_or(usual_depth),
        }
    }

    /// Runs the strategies asked for, or all, and writes down how they fared.
    pub(crate) fn answer<G: Game + 'static>(
        &self,
        setting: &Setting<'_, G>,
        catalog: &Catalog<G, Judge<G>>,
    ) -> Result<String, String> {
        let names: Vec<&str> = match &self.strategies {
            Some(names) => names.iter().map(String::as_str).collect(),
            None => catalog.names().collect(),
        };
        let comparison = setting.compare(&names, catalog)?;
        if let Some(file) = &self.svg {
            let curves = plot::curves(setting, &names, catalog)?;
            command::write(file, &plot::svg(&comparison, &curves))?;
        }
        Ok(match self.format {
            Format::Table => table::text(&comparison),
            Format::Json => export::json(&comparison),
            Format::Csv => export::csv(&comparison),
        })
    }
}

/// The evaluators of the small games: one of its own, and chance.
pub(crate) fn judge<G: Keyed + 'static>(
    name: &str,
    own: &str,
    evaluate: fn(&G) -> Score,
) -> Result<Judge<G>, String> {
    match name {
        "random" => Ok(Arc::new(RandomEvaluator::new(0, 100).by_key(G::key))),
        name if name == own => Ok(Arc::new(evaluate)),
        _ => Err(command::unknown("evaluator", name, [own, "random"])),
    }
}
