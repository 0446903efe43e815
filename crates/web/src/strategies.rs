//! [`Strategies`]: the strategies of each game, with what a page should know about them.

use crate::games::{GameName, Memory, Place, PlaceText, PresetData, StrategyName, WebGame};
use crate::problem::Problem;
use plywood_core::Position;
use plywood_lab::Failure;
use plywood_search::Limits;
use plywood_search::games::{ConnectFour, TicTacToe};
use serde::Serialize;
use utoipa::ToSchema;

/// A strategy of a game.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct StrategyData {
    #[schema(example = "alpha-beta")]
    pub(crate) name: &'static str,
    /// What it is made of.
    pub(crate) description: String,
    /// Whether it reports iterations and makes good use of a time limit alone.
    pub(crate) deepens: bool,
    /// Its evaluator and depth, if it is a published program.
    pub(crate) preset: Option<PresetData>,
    /// Whether a search without a limit of depth would never come back to the second move of the root.
    #[serde(skip)]
    needs_depth: bool,
}

/// The strategies of all games.
#[derive(Debug, Clone)]
pub(crate) struct Strategies {
    chess: Vec<StrategyData>,
    tic_tac_toe: Vec<StrategyData>,
    connect_four: Vec<StrategyData>,
}

impl Strategies {
    /// Finds out about each strategy by a small search.
    pub(crate) fn new() -> Result<Self, Failure> {
        Ok(Self {
            chess: of_game::<Position>()?,
            tic_tac_toe: of_game::<TicTacToe>()?,
            connect_four: of_game::<ConnectFour>()?,
        })
    }

    pub(crate) fn of(&self, game: GameName) -> &[StrategyData] {
        match game {
            GameName::Chess | GameName::Chess960 => &self.chess,
            GameName::TicTacToe => &self.tic_tac_toe,
            GameName::ConnectFour => &self.connect_four,
        }
    }

    /// The strategy of that name.
    pub(crate) fn find(&self, game: GameName, name: &str) -> Result<&StrategyData, Problem> {
        let all = self.of(game);
        all.iter()
            .find(|strategy| strategy.name == name)
            .ok_or_else(|| {
                let known: Vec<&str> = all.iter().map(|strategy| strategy.name).collect();
                let detail = format!("{} has no strategy {name:?}", game.title());
                Problem::value("strategy", detail)
                    .hint(format!("choose one of {}", known.join(", ")))
            })
    }
}

impl StrategyData {
    /// The depth to search to if the request sets none; `None` for a strategy that needs no depth.
    pub(crate) fn usual_depth<G: WebGame>(&self) -> Option<u32> {
        let preset = self.preset.as_ref().and_then(|preset| preset.depth);
        preset.or_else(|| self.needs_depth.then_some(G::USUAL_DEPTH))
    }
}

/// These choose a move at once, or spend any budget well.
const BEST_FIRST: [&str; 3] = ["random", "monte-carlo", "proof-number"];

fn of_game<G: WebGame>() -> Result<Vec<StrategyData>, Failure> {
    let game = GameName::default();
    let position = Some(G::EXAMPLE);
    let example: Place<G> = Place::read(PlaceText {
        game,
        position,
        moves: &[],
    })
    .map_err(|problem| Failure::Work(format!("{problem:?}")))?;
    let look = |name: &'static str| {
        let limits = Limits::depth(1).with_nodes(1_000);
        let strategy = StrategyName {
            strategy: name.to_owned(),
            evaluator: None,
            seed: 0,
        };
        let search = G::search(&example, &strategy, Memory::PositionOnly)?;
        let deepens = !search(&limits, &mut ()).iterations.is_empty();
        Ok(StrategyData {
            name,
            description: G::title(name)?,
            deepens,
            preset: G::preset(name),
            needs_depth: !deepens && !BEST_FIRST.contains(&name),
        })
    };
    G::strategy_names().into_iter().map(look).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_strategy_does_is_seen_from_its_searches() {
        let strategies = Strategies::new().unwrap();
        let find = |game, name| strategies.find(game, name).unwrap();
        let everything = find(GameName::Chess, "everything");
        assert!(everything.deepens && everything.usual_depth::<Position>().is_none());
        let negamax = find(GameName::Chess960, "negamax");
        assert!(!negamax.deepens);
        assert_eq!(negamax.usual_depth::<Position>(), Some(4));
        let preset = find(GameName::Chess, "blogchess");
        assert_eq!(preset.usual_depth::<Position>(), Some(3));
        let monte_carlo = find(GameName::ConnectFour, "monte-carlo");
        assert_eq!(monte_carlo.usual_depth::<ConnectFour>(), None);
        assert!(strategies.find(GameName::TicTacToe, "everything").is_err());
    }
}
