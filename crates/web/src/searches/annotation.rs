//! [`Annotation`]: games in which the engine judges every move.

use crate::limits::{AppliedLimits, LimitsRequest, ServerLimits};
use crate::pool::Order;
use crate::problem::Problem;
use crate::strength::ENGINE;
use axum::http::StatusCode;
use plywood_notation::pgn::PgnGame;
use plywood_search::StopHandle;
use plywood_uci::{AnalyzedGame, EngineOptions, GameReport, Searcher, SideReport};
use std::time::Duration;

/// The time for a position unless the request sets limits.
const USUAL_TIME: Duration = Duration::from_millis(100);

/// Games to annotate. All of their positions together get the time and the nodes of one search.
#[derive(Debug)]
pub(crate) struct Annotation {
    games: Vec<PgnGame>,
    limits: AppliedLimits,
    time: Duration,
}

/// Annotated games.
#[derive(Debug)]
pub(crate) struct Annotated {
    pub(crate) games: Vec<AnnotatedGame>,
    /// The limits for each position.
    pub(crate) limits: AppliedLimits,
    /// The nodes of all searches.
    pub(crate) nodes: u64,
}

/// A game with evaluations, judgments and better lines.
#[derive(Debug)]
pub(crate) struct AnnotatedGame {
    pub(crate) game: PgnGame,
    /// The mistakes of White and of Black; `None` for a game with null moves, which is not analyzed, and for one whose turn
    /// did not come in time.
    pub(crate) mistakes: Option<[SideReport; 2]>,
    /// Whether all moves were judged.
    pub(crate) complete: bool,
}

impl Annotation {
    pub(crate) fn new(games: Vec<PgnGame>, asked: LimitsRequest, server: &ServerLimits) -> Self {
        let positions: usize = games.iter().map(|game| game.main_line().count() + 1).sum();
        let positions = u32::try_from(positions.max(1)).unwrap_or(u32::MAX);
        let share = ServerLimits {
            nodes: (server.nodes / u64::from(positions)).max(1),
            time: (server.time / positions).max(Duration::from_millis(1)),
            ..*server
        };
        let usual = USUAL_TIME.min(share.time).as_millis();
        let asked = LimitsRequest {
            time_ms: if asked.is_empty() {
                u64::try_from(usual).ok()
            } else {
                asked.time_ms
            },
            ..asked
        };
        Self {
            games,
            limits: asked.within(&share, None),
            time: server.time,
        }
    }

    /// What the pool must know of it.
    pub(crate) fn order(&self, stop: &StopHandle) -> Order {
        Order {
            strategy: ENGINE.to_owned(),
            time: self.time,
            stop: stop.clone(),
        }
    }

    /// Searches every position of the main lines.
    ///
    /// # Errors
    /// The memory has no room for the engine.
    pub(crate) fn run(self, stop: &StopHandle) -> Result<Annotated, Problem> {
        let mut searcher = Searcher::new(&EngineOptions::default()).map_err(|error| {
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string()).retry_after(1)
        })?;
        let limits = self.limits.for_search(0, stop);
        let mut nodes = 0;
        let annotate = |mut game: PgnGame| {
            let history = game.to_history().filter(|_| !stop.is_stopped());
            let Some(history) = history else {
                return AnnotatedGame {
                    game,
                    mistakes: None,
                    complete: false,
                };
            };
            searcher.new_game();
            let analyzed = AnalyzedGame::analyze(&history, &mut searcher, &limits, &mut || {});
            nodes += analyzed
                .moves
                .iter()
                .map(|mv| mv.after.stats.explored)
                .sum::<u64>();
            let report = GameReport::new(&game, &analyzed);
            analyzed.annotate(&mut game);
            AnnotatedGame {
                game,
                mistakes: Some([report.white, report.black]),
                complete: analyzed.moves.len() == history.moves().len(),
            }
        };
        let games = self.games.into_iter().map(annotate).collect();
        Ok(Annotated {
            games,
            limits: self.limits,
            nodes,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(moves: &str, asked: LimitsRequest) -> AppliedLimits {
        let game = moves.parse().unwrap();
        Annotation::new(vec![game], asked, &ServerLimits::default()).limits
    }

    #[test]
    fn all_positions_share_the_limits_of_one_search() {
        let three_moves = "1. e4 e5 2. Nf3 *";
        let usual = limits(three_moves, LimitsRequest::default());
        assert_eq!((usual.time_ms, usual.nodes), (100, 50_000_000));
        assert!(usual.clipped.is_empty());
        let asked = LimitsRequest {
            depth: Some(5),
            nodes: Some(1_000),
            time_ms: Some(60_000),
        };
        let applied = limits(three_moves, asked);
        assert_eq!((applied.depth, applied.nodes), (Some(5), 1_000));
        assert_eq!((applied.time_ms, applied.clipped), (2_500, vec!["time_ms"]));
        let long = "Nf3 Nf6 Ng1 Ng8 ".repeat(200);
        assert_eq!(limits(&long, LimitsRequest::default()).time_ms, 12);
    }

    #[test]
    fn a_stopped_analysis_keeps_what_it_has() {
        let game: PgnGame = "1. f3 e5 2. g4 Qh4# 0-1".parse().unwrap();
        let asked = LimitsRequest {
            depth: Some(3),
            ..LimitsRequest::default()
        };
        let annotation = |game| Annotation::new(vec![game], asked, &ServerLimits::default());
        let whole = annotation(game.clone()).run(&StopHandle::new()).unwrap();
        assert!(whole.games[0].complete && whole.nodes > 100);
        assert_eq!(whole.games[0].mistakes.unwrap()[0].blunders, 1);
        let stop = StopHandle::new();
        stop.stop();
        let stopped = annotation(game).run(&stop).unwrap();
        assert!(!stopped.games[0].complete);
        assert!(!stopped.games[0].game.to_string().contains("eval"));
    }
}
