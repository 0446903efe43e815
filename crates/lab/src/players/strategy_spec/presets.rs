//! The strategy names that a [`StrategySpec`](super::StrategySpec) accepts: the catalog's and the presets.

use crate::players::strategy_spec::StrategySpecError;
use crate::players::strategy_spec::engine_settings::{ENGINE, ENGINE_DESCRIPTION};
use crate::settings::Settings;
use plywood_search::strategies::UnknownStrategy;

/// Names for complete strategy specs: the strongest strategy of the catalog, and the
/// published programs with their evaluators at their authors' depths.
pub const PRESETS: [(&str, &str); 5] = [
    ("strongest", "everything:evaluator=classical"),
    ("chesspresso-minimax", "minimax:evaluator=material,depth=4"),
    (
        "chesspresso-alpha-beta",
        "practical-table:evaluator=material,depth=6,noise=5",
    ),
    ("blogchess", "negamax:evaluator=blogchess,depth=3"),
    ("swift", "alpha-beta-max-min:evaluator=swift,depth=5"),
];

/// The strategy names that a spec accepts: the catalog's, the simplest first, then the engine and the [`PRESETS`].
pub fn strategies() -> impl Iterator<Item = &'static str> {
    let catalog: Vec<&str> = plywood_catalog::chess().names().collect();
    catalog
        .into_iter()
        .chain([ENGINE])
        .chain(PRESETS.map(|(name, _)| name))
}

/// What the strategy of that name does; for a preset, the spec that it stands for.
pub(crate) fn describe(name: &str) -> Option<&'static str> {
    if name == ENGINE {
        return Some(ENGINE_DESCRIPTION);
    }
    let preset = PRESETS.into_iter().find(|(known, _)| *known == name);
    let catalog = plywood_catalog::chess();
    preset
        .map(|(_, meaning)| meaning)
        .or_else(|| catalog.describe(name))
}

/// The names of the catalog with their descriptions, the simplest strategy first, and the engine.
pub(crate) fn descriptions() -> Vec<(&'static str, &'static str)> {
    let catalog = plywood_catalog::chess();
    let describe = |name| (name, catalog.describe(name).unwrap_or_default());
    let engine = (ENGINE, ENGINE_DESCRIPTION);
    catalog.names().map(describe).chain([engine]).collect()
}

/// The strategy's name in the catalog, and its settings: those of a preset, overridden by those given.
pub(super) fn resolve(
    name: &str,
    settings: Settings,
) -> Result<(&'static str, Settings), StrategySpecError> {
    if let Some((_, meaning)) = PRESETS.into_iter().find(|(known, _)| *known == name) {
        let (strategy, preset) = meaning.split_once(':').unwrap_or((meaning, ""));
        let preset = Settings::read(preset).expect("presets are well-formed");
        return Ok((strategy, preset.overridden_by(settings)));
    }
    let known = strategies().find(|known| *known == name);
    let unknown = || UnknownStrategy {
        name: name.to_owned(),
        known: strategies().collect(),
    };
    Ok((known.ok_or_else(unknown)?, settings))
}
