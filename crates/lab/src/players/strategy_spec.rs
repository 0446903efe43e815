//! [`StrategySpec`]: a chess strategy with its evaluator and limits, described by one line of text.

use crate::players::move_limits::MoveLimits;
use crate::settings::{SettingError, Settings};
use plywood_catalog::SharedEvaluator;
use plywood_core::Position;
use plywood_engine::{Engine, Step, Steps};
use plywood_eval::evaluators::{self, UnknownEvaluator};
use plywood_eval::{Evaluator, RandomEvaluator, Score, Session};
use plywood_search::strategies::{AnyStrategy, UnknownStrategy};
use plywood_search::{PositionOnly, WithHistory};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

/// A strategy by its name, with its evaluator and its own limits.
///
/// The text is `[LABEL=]STRATEGY[:SETTING=VALUE,…]`. The settings are `evaluator` (default: `classical`), `noise` (a random
/// number of centipawns up to this one is added to each evaluation, by the seed), and the limits `depth`, `nodes` and `time`.
/// The strategy is one of the catalog, or one of the [`PRESETS`], whose settings can be overridden.
///
/// `engine` is the full-strength engine, with an evaluator of its own unless one is named. Its further settings are
/// `without` (a step to switch off, such as `null-move`; it may be given several times), `threads` and `hash` (megabytes).
///
/// ```
/// use plywood_core::Position;
/// use plywood_lab::StrategySpec;
///
/// let spec: StrategySpec = "alpha-beta:depth=2,evaluator=blogchess".parse()?;
/// let report = spec.strategy(0).search(&Position::START, &spec.limits().search_limits());
/// assert_eq!(report.depth, 2);
///
/// let named: StrategySpec = "mine=minimax:depth=1".parse()?;
/// assert_eq!((named.name(), spec.name()), ("mine", "alpha-beta:depth=2,evaluator=blogchess"));
/// let error = "alfa-beta".parse::<StrategySpec>().unwrap_err();
/// assert!(error.to_string().contains("alpha-beta"));
/// # Ok::<(), plywood_lab::StrategySpecError>(())
/// ```
#[derive(Clone)]
pub struct StrategySpec {
    text: String,
    name: String,
    strategy: String,
    evaluator_name: String,
    evaluator: SharedEvaluator<Position>,
    noise: u16,
    engine: Option<EngineSettings>,
    limits: MoveLimits,
}

/// Why a text is not a strategy spec.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StrategySpecError {
    /// There is no such strategy.
    #[error(transparent)]
    Strategy(#[from] UnknownStrategy),
    /// There is no such evaluator.
    #[error(transparent)]
    Evaluator(#[from] UnknownEvaluator),
    /// A setting is wrong.
    #[error("in {text:?}: {error}")]
    Setting {
        /// The whole text.
        text: String,
        /// What is wrong with the setting.
        error: SettingError,
    },
}

impl FromStr for StrategySpec {
    type Err = StrategySpecError;

    fn from_str(text: &str) -> Result<Self, StrategySpecError> {
        let setting = |error| StrategySpecError::Setting {
            text: text.to_owned(),
            error,
        };
        let (label, unlabeled) = split_label(text);
        let (name, settings) = unlabeled.split_once(':').unwrap_or((unlabeled, ""));
        let settings = Settings::read(settings).map_err(setting)?;
        let (strategy, mut settings) = resolve(name, settings)?;
        let limits = MoveLimits::take(&mut settings).map_err(setting)?;
        let noise = settings.number("noise").map_err(setting)?.unwrap_or(0);
        let is_engine = strategy == ENGINE;
        let engine = is_engine.then(|| EngineSettings::take(&mut settings));
        let engine = engine.transpose().map_err(setting)?;
        let evaluator = settings.text("evaluator");
        settings.finish().map_err(setting)?;
        let has_own_evaluator = is_engine && evaluator.is_none() && noise == 0;
        let evaluator = evaluator.unwrap_or_else(|| DEFAULT_EVALUATOR.to_owned());
        Ok(Self {
            text: text.to_owned(),
            name: label.unwrap_or(unlabeled).to_owned(),
            strategy: strategy.to_owned(),
            evaluator: Arc::from(evaluators::by_name(&evaluator)?),
            noise,
            evaluator_name: if has_own_evaluator {
                ENGINE.to_owned()
            } else {
                evaluator
            },
            engine,
            limits,
        })
    }
}

const DEFAULT_EVALUATOR: &str = "classical";

/// Splits off the label, which ends with a `=` before the settings.
pub(crate) fn split_label(text: &str) -> (Option<&str>, &str) {
    let head = text.split(':').next().unwrap_or_default();
    match head.split_once('=') {
        Some((label, _)) => (Some(label), &text[label.len() + 1..]),
        None => (None, text),
    }
}

impl StrategySpec {
    /// The name that tables show: the label, or the whole text if there is none.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The strategy's name in the catalog.
    #[must_use]
    pub fn strategy_name(&self) -> &str {
        &self.strategy
    }

    /// The evaluator's name.
    #[must_use]
    pub fn evaluator_name(&self) -> &str {
        &self.evaluator_name
    }

    /// Its own limits; if it has none, those of the match or measurement apply.
    #[must_use]
    pub const fn limits(&self) -> MoveLimits {
        self.limits
    }

    /// Its evaluator without noise, for a strategy of your own.
    #[must_use]
    pub fn evaluator(&self) -> SharedEvaluator<Position> {
        Arc::clone(&self.evaluator)
    }

    /// The strategy for single positions, without repetition.
    ///
    /// It is new, with empty tables; the seed decides the noise, if there is any.
    #[must_use]
    pub fn strategy(&self, seed: u64) -> AnyStrategy<Position> {
        match self.engine(seed) {
            Some(engine) => Box::new(engine),
            None => known(plywood_catalog::chess().by_name(&self.strategy, self.noisy(seed))),
        }
    }

    /// The strategy for positions with a history, for playing games.
    #[must_use]
    pub fn strategy_for_games(&self, seed: u64) -> AnyStrategy<WithHistory<Position>> {
        let catalog = plywood_catalog::chess_with_history;
        match self.engine(seed) {
            Some(engine) => Box::new(engine),
            None => known(catalog().by_name(&self.strategy, PositionOnly(self.noisy(seed)))),
        }
    }

    /// Its evaluator with noise, if it is to have any.
    fn noisy(&self, seed: u64) -> SharedEvaluator<Position> {
        let evaluator = self.evaluator();
        if self.noise == 0 {
            evaluator
        } else {
            Arc::new(NoisyEvaluator::new(evaluator, self.noise, seed))
        }
    }

    /// The engine, if the spec names it.
    fn engine(&self, seed: u64) -> Option<Engine> {
        let engine = self.engine?.engine();
        Some(if self.evaluator_name == ENGINE {
            engine
        } else {
            engine.evaluator(self.noisy(seed))
        })
    }
}

/// The strategy of a name that was looked up when the spec was parsed.
fn known<G>(found: Result<AnyStrategy<G>, UnknownStrategy>) -> AnyStrategy<G> {
    found.expect("names are resolved when a spec is parsed")
}

impl fmt::Debug for StrategySpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StrategySpec")
            .field("text", &self.text)
            .finish_non_exhaustive()
    }
}

/// The text it was read from.
impl fmt::Display for StrategySpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

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
fn resolve(name: &str, settings: Settings) -> Result<(&'static str, Settings), StrategySpecError> {
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

/// The name of the engine among the strategies.
const ENGINE: &str = "engine";
/// What it does, for lists.
const ENGINE_DESCRIPTION: &str = "the full-strength engine, with an evaluator of its own";

/// How the engine is built: `without=STEP`, given once or more, `threads=N` and `hash=MEGABYTES`.
#[derive(Debug, Clone, Copy)]
struct EngineSettings {
    steps: Steps,
    threads: usize,
    megabytes: usize,
}

const DEFAULT_MEGABYTES: usize = 32;
const MOST_THREADS: usize = 256;

/// Whether the system has memory for such a table: without it the program would end.
fn fits(megabytes: usize) -> bool {
    let bytes = megabytes.checked_mul(1 << 20).filter(|bytes| *bytes > 0);
    bytes.is_some_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
}

impl EngineSettings {
    /// Takes the engine's settings out of a list.
    fn take(settings: &mut Settings) -> Result<Self, SettingError> {
        let mut steps = Steps::ALL;
        for name in settings.every("without") {
            let fewer = name.parse::<Step>().ok().map(|step| steps.without(step));
            let Some(Ok(fewer)) = fewer else {
                return Err(SettingError::Value {
                    key: "without".to_owned(),
                    expected: "a step of the engine that can be switched off, such as null-move",
                    value: name,
                });
            };
            steps = fewer;
        }
        let threads = settings.value("threads", "a number from 1 to 256", |text| {
            text.parse()
                .ok()
                .filter(|threads| (1..=MOST_THREADS).contains(threads))
        })?;
        let expected = "a number of megabytes, from 1 to what this machine has";
        let megabytes = settings.value("hash", expected, |text| {
            text.parse().ok().filter(|megabytes| fits(*megabytes))
        })?;
        Ok(Self {
            steps,
            threads: threads.unwrap_or(1),
            megabytes: megabytes.unwrap_or(DEFAULT_MEGABYTES),
        })
    }

    /// The engine, new.
    fn engine(self) -> Engine {
        Engine::new()
            .steps(self.steps)
            .threads(self.threads)
            .hash_megabytes(self.megabytes)
    }
}

/// An evaluator that many searches share, with noise.
struct NoisyEvaluator {
    evaluator: SharedEvaluator<Position>,
    random: RandomEvaluator,
}

impl NoisyEvaluator {
    /// Adds a random number of up to `noise` centipawns to each score, always the same one for a position.
    fn new(evaluator: SharedEvaluator<Position>, noise: u16, seed: u64) -> Self {
        Self {
            evaluator,
            random: RandomEvaluator::new(seed, noise),
        }
    }
}

impl Evaluator<Position> for NoisyEvaluator {
    fn evaluate_in(&self, position: &Position, session: &mut Session) -> Score {
        let score = self.evaluator.evaluate_in(position, session);
        let noise = self.random.by_key(Position::key);
        score.plus(noise.evaluate_in(position, session))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::Limits;

    fn error(text: &str) -> String {
        text.parse::<StrategySpec>().unwrap_err().to_string()
    }

    #[test]
    fn every_strategy_and_preset_plays() {
        for name in strategies() {
            let spec: StrategySpec = format!("{name}:depth=1").parse().unwrap();
            let limits = spec.limits().search_limits().with_nodes(2_000);
            assert!(
                spec.strategy(1)
                    .search(&Position::START, &limits)
                    .best_move
                    .is_some(),
                "{name}"
            );
            let game = WithHistory::new(Position::START);
            assert!(
                spec.strategy_for_games(1)
                    .search(&game, &limits)
                    .best_move
                    .is_some(),
                "{name}"
            );
        }
    }

    #[test]
    fn settings_override_a_preset() {
        let preset: StrategySpec = "swift".parse().unwrap();
        let changed: StrategySpec = "swift:depth=2".parse().unwrap();
        assert_eq!(
            (preset.evaluator_name(), changed.evaluator_name()),
            ("swift", "swift")
        );
        assert_eq!(changed.limits().depth, Some(2));
        assert_ne!(preset.limits(), changed.limits());
    }

    #[test]
    fn noise_is_drawn_by_the_seed() {
        let noisy: StrategySpec = "minimax:evaluator=material,noise=50".parse().unwrap();
        let choice = |seed| {
            noisy
                .strategy(seed)
                .search(&Position::START, &Limits::depth(1))
                .best_move
        };
        assert_eq!(choice(1), choice(1));
        assert!((2..20).any(|seed| choice(seed) != choice(1)));
    }

    #[test]
    fn errors_name_the_mistake() {
        assert!(error("swft").contains("swift"), "{}", error("swft"));
        assert_eq!(
            error("minimax:evaluator=matter"),
            evaluators::by_name("matter").err().unwrap().to_string()
        );
        assert_eq!(
            error("minimax:depth"),
            r#"in "minimax:depth": expected KEY=VALUE, found "depth""#
        );
        assert_eq!(
            error("minimax:depth=x"),
            r#"in "minimax:depth=x": depth: expected a whole number that is not too large, found "x""#
        );
        assert_eq!(
            error("minimax:deep=3"),
            r#"in "minimax:deep=3": there is no setting "deep"; the known ones are depth, nodes, time, noise, evaluator"#
        );
    }
}
