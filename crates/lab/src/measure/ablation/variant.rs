//! [`Variant`]: a search with all its parts, or without one of them.

use crate::failure::Failure;
use crate::games::NamedStrategy;
use crate::measure::solver::SolverSpec;
use crate::players::move_limits::MoveLimits;
use crate::players::player_spec::PlayerSpec;
use crate::players::strategy_spec::{StrategySpec, StrategySpecError};
use plywood_catalog::{Part, Parts};
use std::str::FromStr;
use std::sync::Arc;

/// A search with all its parts, or without one of them. As text it is what a match takes as a player.
#[derive(Debug)]
pub struct Variant {
    /// The removed part, or `nothing`.
    pub name: String,
    /// What searches single positions.
    pub solver: SolverSpec,
    /// The same as a player of games.
    pub player: PlayerSpec,
}

impl Variant {
    /// What decides how it searches.
    #[must_use]
    pub fn description(&self) -> &str {
        self.solver.description()
    }
}

impl FromStr for Variant {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Self, Failure> {
        let player: PlayerSpec = text
            .parse()
            .map_err(|error| Failure::Usage(format!("{error}")))?;
        Ok(Self {
            name: player.name().to_owned(),
            solver: text.parse()?,
            player,
        })
    }
}

/// The variants of the textbook search: first with all its parts, then without each part. The evaluator is given
/// by its name.
///
/// # Errors
/// Says which evaluators are known.
pub fn part_variants(evaluator: &str) -> Result<Vec<Variant>, StrategySpecError> {
    let spec: StrategySpec = format!("everything:evaluator={evaluator}").parse()?;
    let whole = ("nothing".to_owned(), Parts::ALL);
    let without = Part::ALL.map(|part| (part.to_string(), Parts::ALL.without(part)));
    let variant = |(name, parts): (String, Parts)| {
        let (alone, playing) = (spec.evaluator(), spec.evaluator());
        let make = move || parts.for_positions(Arc::clone(&alone));
        Variant {
            solver: NamedStrategy::new(&name, MoveLimits::default(), make).into(),
            player: PlayerSpec::from_strategy(&name, move |_seed| {
                parts.for_games(Arc::clone(&playing))
            }),
            name,
        }
    };
    Ok([whole].into_iter().chain(without).map(variant).collect())
}
