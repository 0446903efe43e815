//! [`StrategySpec`]: a chess strategy with its evaluator and limits, described by one line of text.

mod engine_settings;
mod noisy_evaluator;
mod presets;

use crate::players::move_limits::MoveLimits;
use crate::settings::{SettingError, Settings};
use engine_settings::{ENGINE, EngineSettings};
use noisy_evaluator::NoisyEvaluator;
use plywood_catalog::SharedEvaluator;
use plywood_core::Position;
use plywood_engine::Engine;
use plywood_eval::evaluators::{self, UnknownEvaluator};
use plywood_search::strategies::{AnyStrategy, UnknownStrategy};
use plywood_search::{PositionOnly, WithHistory};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

pub(crate) use presets::describe;
pub use presets::{PRESETS, strategies};

pub(crate) use presets::descriptions;

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
        let (strategy, mut settings) = presets::resolve(name, settings)?;
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
