//! [`EloRange`]: how weak the engine can play; and the Elo or level that a request asks for.

use crate::problem::Problem;
use plywood_uci::EngineOptions;
use serde::Serialize;
use utoipa::ToSchema;

/// The strategy that can play at a chosen strength.
pub(crate) const ENGINE: &str = "engine";

/// The levels are this many steps of equal size from the lowest Elo to the highest.
const LEVELS: u32 = 9;

/// The strengths that a request can choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct EloRange {
    /// The Elo of level 1.
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
    /// What the strategy of that name offers.
    pub(crate) fn of(strategy: &str) -> Option<Self> {
        (strategy == ENGINE).then(|| Self {
            lowest: *EngineOptions::ELO.start(),
            highest: *EngineOptions::ELO.end(),
            levels: LEVELS,
        })
    }

    /// The Elo of a level.
    const fn of_level(self, level: u32) -> u32 {
        self.lowest + (self.highest - self.lowest) * (level - 1) / (self.levels - 1)
    }

    /// The Elo that a request asks for, by itself or as a level.
    fn asked(self, elo: Option<u32>, level: Option<u32>) -> Result<Option<u32>, Problem> {
        let (lowest, highest, levels) = (self.lowest, self.highest, self.levels);
        let (field, detail, hint) = match (elo, level) {
            (Some(_), Some(_)) => {
                let detail = "an Elo and a level were given".to_owned();
                ("level", detail, "send one of the two".to_owned())
            }
            (Some(elo), None) if !(lowest..=highest).contains(&elo) => {
                let detail = format!("the engine cannot play at Elo {elo}");
                let hint = format!("choose an Elo from {lowest} to {highest}");
                ("elo", detail, hint)
            }
            (None, Some(level)) if !(1..=levels).contains(&level) => {
                let hint = format!("choose a level from 1 to {levels}");
                ("level", format!("there is no level {level}"), hint)
            }
            (elo, level) => return Ok(elo.or(level.map(|level| self.of_level(level)))),
        };
        Err(Problem::value(field, detail).hint(hint))
    }
}

/// The Elo at which a strategy is to play; `None` for its full strength.
///
/// # Errors
/// The strategy always plays at its full strength, or there is no such Elo or level.
pub(crate) fn elo(
    strategy: &str,
    elo: Option<u32>,
    level: Option<u32>,
) -> Result<Option<u32>, Problem> {
    match EloRange::of(strategy) {
        Some(range) => range.asked(elo, level),
        None if elo.is_none() && level.is_none() => Ok(None),
        None => {
            let field = if elo.is_some() { "elo" } else { "level" };
            let detail = format!("{strategy} always plays at its full strength");
            let hint = "choose the strategy engine, or limit the depth or the nodes";
            Err(Problem::value(field, detail).hint(hint))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_steps_from_the_lowest_elo_to_the_highest() {
        let levels = (1..=9).map(|level| elo(ENGINE, None, Some(level)).unwrap());
        let expected = [800, 1_000, 1_200, 1_400, 1_600, 1_800, 2_000, 2_200, 2_400];
        assert!(levels.eq(expected.map(Some)));
        assert_eq!(elo(ENGINE, Some(1_234), None), Ok(Some(1_234)));
        assert_eq!(elo(ENGINE, None, None), Ok(None));
        assert_eq!(elo("minimax", None, None), Ok(None));
    }

    #[test]
    fn what_is_not_offered_is_refused() {
        for (strategy, wanted, level) in [
            (ENGINE, Some(799), None),
            (ENGINE, None, Some(0)),
            (ENGINE, None, Some(10)),
            (ENGINE, Some(1_000), Some(2)),
            ("minimax", Some(1_000), None),
            ("minimax", None, Some(1)),
        ] {
            assert!(
                elo(strategy, wanted, level).is_err(),
                "{wanted:?} {level:?}"
            );
        }
    }
}
