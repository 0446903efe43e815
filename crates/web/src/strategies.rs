//! [`Strategies`]: the strategies of each game, with what a page should know about them.

use crate::games::{GameName, PresetData, WebGame};
use crate::limits::ServerLimits;
use crate::problem::Problem;
use crate::strength::EloRange;
use plywood_core::Position;
use plywood_search::games::{ConnectFour, TicTacToe};
use serde::Serialize;
use utoipa::ToSchema;

/// A strategy of a game.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct StrategyData {
    #[schema(example = "alpha-beta")]
    pub(crate) name: &'static str,
    /// What it does, in a few words.
    pub(crate) description: &'static str,
    /// Whether it reports iterations and makes good use of a time limit alone.
    pub(crate) deepens: bool,
    /// The evaluator that it uses unless another one is named.
    #[schema(example = "classical")]
    pub(crate) evaluator: String,
    /// Its evaluator and depth, if it is a published program.
    pub(crate) preset: Option<PresetData>,
    /// At what strengths it can play; `null` if it always plays as well as it can.
    pub(crate) elo: Option<EloRange>,
}

/// The strategies of all games.
#[derive(Debug, Clone)]
pub(crate) struct Strategies {
    chess: Vec<StrategyData>,
    tic_tac_toe: Vec<StrategyData>,
    connect_four: Vec<StrategyData>,
}

/// Without a limit of depth these would follow the first line to the end of the game and never come back to the second move.
///
/// Strategies that are not in these two lists deepen.
const FIXED_DEPTH: [&str; 14] = [
    "minimax",
    "negamax",
    "alpha-beta-max-min",
    "alpha-beta-fail-hard",
    "alpha-beta",
    "alpha-beta-killers",
    "principal-variation",
    "sss-star",
    "alpha-beta-table",
    "alpha-beta-captures",
    "alpha-beta-ordered",
    "chesspresso-minimax",
    "blogchess",
    "swift",
];

/// These choose a move at once, or spend any budget well.
const BEST_FIRST: [&str; 3] = ["random", "monte-carlo", "proof-number"];

/// SSS* keeps every node that it visits, and those beside it: about a kilobyte for each visit in chess.
const MOST_NODES_IN_MEMORY: u64 = 100_000;

impl Strategies {
    pub(crate) fn new() -> Self {
        Self {
            chess: of_game::<Position>(),
            tic_tac_toe: of_game::<TicTacToe>(),
            connect_four: of_game::<ConnectFour>(),
        }
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
        let found = all.iter().find(|strategy| strategy.name == name);
        found.ok_or_else(|| {
            let known: Vec<&str> = all.iter().map(|strategy| strategy.name).collect();
            let detail = format!("{} has no strategy {name:?}", game.title());
            Problem::value("strategy", detail).hint(format!("choose one of {}", known.join(", ")))
        })
    }
}

impl StrategyData {
    /// The depth to search to if the request sets none; `None` for a strategy that needs no depth.
    pub(crate) fn usual_depth<G: WebGame>(&self) -> Option<u32> {
        let preset = self.preset.as_ref().and_then(|preset| preset.depth);
        let needs_depth = FIXED_DEPTH.contains(&self.name);
        preset.or_else(|| needs_depth.then_some(G::USUAL_DEPTH))
    }

    /// The limits of the server for this strategy.
    pub(crate) fn limits(&self, server: &ServerLimits) -> ServerLimits {
        let keeps_nodes = self.name == "sss-star";
        ServerLimits {
            nodes: if keeps_nodes {
                server.nodes.min(MOST_NODES_IN_MEMORY)
            } else {
                server.nodes
            },
            ..*server
        }
    }
}

fn of_game<G: WebGame>() -> Vec<StrategyData> {
    let describe = |name: &'static str| StrategyData {
        name,
        description: G::describe(name).unwrap_or_default(),
        deepens: !FIXED_DEPTH.contains(&name) && !BEST_FIRST.contains(&name),
        evaluator: G::usual_evaluator(name),
        preset: G::preset(name),
        elo: EloRange::of(name),
    };
    G::strategy_names().into_iter().map(describe).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Memory, Place, PlaceText, StrategyName};
    use plywood_search::Limits;

    /// Whether each strategy does what the lists say.
    fn check<G: WebGame>(game: GameName) {
        let start = PlaceText {
            game,
            position: None,
            moves: &[],
        };
        let place: Place<G> = Place::read(start).unwrap();
        for strategy in Strategies::new().of(game) {
            let name = StrategyName {
                strategy: strategy.name.to_owned(),
                evaluator: None,
                seed: 0,
                elo: None,
            };
            let search = G::search(&place, &name, Memory::PositionOnly).unwrap();
            let report = search(&Limits::depth(1).with_nodes(1_000), &mut ());
            assert_eq!(
                !report.iterations.is_empty(),
                strategy.deepens,
                "{}",
                strategy.name
            );
            assert!(!strategy.description.is_empty(), "{}", strategy.name);
        }
    }

    #[test]
    fn strategies_deepen_as_listed() {
        check::<Position>(GameName::Chess);
        check::<TicTacToe>(GameName::TicTacToe);
        check::<ConnectFour>(GameName::ConnectFour);
    }

    #[test]
    fn a_strategy_that_does_not_deepen_has_a_usual_depth() {
        let strategies = Strategies::new();
        let find = |game, name| strategies.find(game, name).unwrap();
        let everything = find(GameName::Chess, "everything");
        assert_eq!(everything.usual_depth::<Position>(), None);
        let engine = find(GameName::Chess, "engine");
        assert_eq!(engine.usual_depth::<Position>(), None);
        assert_eq!(
            (engine.evaluator.as_str(), everything.evaluator.as_str()),
            ("engine", "classical")
        );
        assert!(engine.elo.is_some() && everything.elo.is_none());
        let negamax = find(GameName::Chess960, "negamax");
        assert_eq!(negamax.usual_depth::<Position>(), Some(4));
        let preset = find(GameName::Chess, "blogchess");
        assert_eq!(preset.usual_depth::<Position>(), Some(3));
        let monte_carlo = find(GameName::ConnectFour, "monte-carlo");
        assert_eq!(monte_carlo.usual_depth::<ConnectFour>(), None);
        assert!(strategies.find(GameName::TicTacToe, "everything").is_err());
    }

    #[test]
    fn memory_is_limited_by_nodes() {
        let server = ServerLimits::default();
        let strategies = Strategies::new();
        let find = |name| strategies.find(GameName::Chess, name).unwrap();
        assert_eq!(find("sss-star").limits(&server).nodes, MOST_NODES_IN_MEMORY);
        assert_eq!(find("minimax").limits(&server), server);
    }
}
