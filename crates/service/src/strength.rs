//! [`EloRange`]: the strengths the engine can play at; and the Elo in a request.

use crate::problem::Problem;
use plywood_catalog::Strength;
use serde::Serialize;
use utoipa::ToSchema;

/// The strategy that can play at a chosen strength.
pub(crate) const ENGINE: &str = "engine";

/// The Elo of an opponent until the user chooses another one: a club player can win.
pub(crate) const USUAL_ELO: u32 = 1_400;

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
    /// Returns the strengths of the strategy with this name.
    pub(crate) fn of(strategy: &str) -> Option<Self> {
        (strategy == ENGINE).then(|| Self {
            lowest: *Strength::ELO.start(),
            highest: *Strength::ELO.end(),
            levels: LEVELS,
        })
    }
}

/// Returns the Elo at which a strategy should play; `None` for its full strength.
///
/// # Errors
/// [`Problem`] if the strategy always plays at its full strength, or there is no such Elo.
pub(crate) fn elo(strategy: &str, elo: Option<u32>) -> Result<Option<u32>, Problem> {
    let Some(wanted) = elo else { return Ok(None) };
    let refused = |detail, hint: String| Err(Problem::value("elo", detail).hint(hint));
    match EloRange::of(strategy) {
        Some(EloRange {
            lowest, highest, ..
        }) if !(lowest..=highest).contains(&wanted) => refused(
            format!("the engine cannot play at Elo {wanted}"),
            format!("choose an Elo from {lowest} to {highest}"),
        ),
        Some(_) => Ok(elo),
        None => refused(
            format!("{strategy} always plays at its full strength"),
            "choose the strategy engine, or limit the depth or the nodes".to_owned(),
        ),
    }
}
