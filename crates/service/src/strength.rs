//! [`EloRange`]: the strengths a strategy can play at; and the Elo in a request.

use crate::problem::Problem;
use plywood_catalog::{Catalog, Contender, Playable, Strength};
use serde::Serialize;
use utoipa::ToSchema;

/// The Elo of an opponent until the user chooses another one: a club player can win.
const USUAL_ELO: u32 = 1_400;

/// The number of equal steps that a page offers from the lowest Elo to the highest.
const LEVELS: u32 = 9;

/// The strengths a request can choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct EloRange {
    /// The Elo of the first level.
    #[schema(example = 800)]
    pub(crate) lowest: u32,
    /// The Elo of the highest level.
    #[schema(example = 2_400)]
    pub(crate) highest: u32,
    /// The number of levels.
    #[schema(example = 9)]
    pub(crate) levels: u32,
}

impl EloRange {
    /// Returns the strengths of a strategy.
    pub(crate) fn of<G: Playable>(strategy: &Contender<G>) -> Option<Self> {
        strategy.facts().has_levels.then(|| Self {
            lowest: *Strength::ELO.start(),
            highest: *Strength::ELO.end(),
            levels: LEVELS,
        })
    }
}

/// Returns the Elo of a catalog's default strategy as an opponent, if it can play at one.
pub(crate) fn default_elo<G: Playable>(catalog: &Catalog<G>) -> Option<u32> {
    let strategy = catalog.contender(catalog.default_strategy()).ok()?;
    EloRange::of(&strategy).map(|_| USUAL_ELO)
}

/// Returns the Elo at which a strategy should play; `None` for its full strength.
///
/// # Errors
/// [`Problem`] if the strategy always plays at its full strength, or there is no such Elo.
pub(crate) fn elo<G: Playable>(
    catalog: &Catalog<G>,
    strategy: &Contender<G>,
    elo: Option<u32>,
) -> Result<Option<u32>, Problem> {
    let Some(wanted) = elo else { return Ok(None) };
    let search = strategy.spec().composition.search();
    let refused = |detail, hint: String| Err(Problem::value("elo", detail).hint(hint));
    match EloRange::of(strategy) {
        Some(EloRange {
            lowest, highest, ..
        }) if !(lowest..=highest).contains(&wanted) => refused(
            format!("{search} cannot play at Elo {wanted}"),
            format!("choose an Elo from {lowest} to {highest}"),
        ),
        Some(_) => Ok(elo),
        None => {
            let has_levels = |name: &&str| {
                let named = catalog.contender(name);
                named.is_ok_and(|named| named.facts().has_levels)
            };
            let named = catalog.names().find(has_levels);
            let other = named.map_or_else(String::new, |name| {
                format!("choose the strategy {name}, or ")
            });
            refused(
                format!("{search} always plays at its full strength"),
                format!("{other}limit the depth or the nodes"),
            )
        }
    }
}
