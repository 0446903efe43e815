//! [`annotate`]: games in which the engine judges every move.

use crate::limits::{AppliedLimits, LimitsRequest, ServerLimits};
use crate::problem::Problem;
use plywood_notation::pgn::PgnGame;
use plywood_search::StopHandle;
use plywood_uci::{AnalyzedGame, EngineOptions, GameReport, Searcher, SideReport};
use std::time::Duration;

/// The time for a position unless the request sets limits.
const USUAL_TIME: Duration = Duration::from_millis(100);

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

/// The limits for each of so many positions, which together get the time and the nodes of one search.
fn limits_of_each(positions: usize, asked: LimitsRequest, server: &ServerLimits) -> AppliedLimits {
    let positions = u32::try_from(positions.max(1)).unwrap_or(u32::MAX);
    let share = ServerLimits {
        nodes: (server.nodes / u64::from(positions)).max(1),
        time: (server.time / positions).max(Duration::from_millis(1)),
        ..*server
    };
    let usual = u64::try_from(USUAL_TIME.min(share.time).as_millis()).ok();
    let asked = LimitsRequest {
        time_ms: asked.time_ms.or(usual.filter(|_| asked.is_empty())),
        ..asked
    };
    asked.within(&share, None)
}

/// Searches every position of the main lines, and writes what it finds into the games.
///
/// # Errors
/// The memory has no room for the engine.
pub(crate) fn annotate(
    games: Vec<PgnGame>,
    asked: LimitsRequest,
    server: &ServerLimits,
    stop: &StopHandle,
) -> Result<Annotated, Problem> {
    let positions = games.iter().map(|game| game.main_line().count() + 1).sum();
    let applied = limits_of_each(positions, asked, server);
    let limits = applied.for_search(0, stop);
    let searcher = Searcher::new(&EngineOptions::default());
    let mut searcher = searcher.map_err(|error| Problem::busy(&error.to_string()))?;
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
        let searched = analyzed.moves.iter().map(|mv| mv.after.stats.explored);
        nodes += searched.sum::<u64>();
        let report = GameReport::new(&game, &analyzed);
        analyzed.annotate(&mut game);
        AnnotatedGame {
            game,
            mistakes: Some([report.white, report.black]),
            complete: analyzed.moves.len() == history.moves().len(),
        }
    };
    Ok(Annotated {
        games: games.into_iter().map(annotate).collect(),
        limits: applied,
        nodes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_positions_share_the_limits_of_one_search() {
        let limits = |positions, asked| limits_of_each(positions, asked, &ServerLimits::default());
        let usual = limits(4, LimitsRequest::default());
        assert_eq!((usual.time_ms, usual.nodes), (100, 50_000_000));
        assert!(usual.clipped.is_empty());
        let asked = LimitsRequest {
            depth: Some(5),
            nodes: Some(1_000),
            time_ms: Some(60_000),
        };
        let applied = limits(4, asked);
        assert_eq!((applied.depth, applied.nodes), (Some(5), 1_000));
        assert_eq!((applied.time_ms, applied.clipped), (2_500, vec!["time_ms"]));
        assert_eq!(limits(801, LimitsRequest::default()).time_ms, 12);
    }

    #[test]
    fn a_stopped_analysis_keeps_what_it_has() {
        let asked = LimitsRequest {
            depth: Some(3),
            ..LimitsRequest::default()
        };
        let stop = StopHandle::new();
        let annotated = || {
            let game = "1. f3 e5 2. g4 Qh4# 0-1".parse().unwrap();
            annotate(vec![game], asked, &ServerLimits::default(), &stop).unwrap()
        };
        let whole = annotated();
        assert!(whole.games[0].complete && whole.nodes > 100);
        assert_eq!(whole.games[0].mistakes.unwrap()[0].blunders, 1);
        stop.stop();
        let stopped = annotated();
        assert!(!stopped.games[0].complete);
        assert!(!stopped.games[0].game.to_string().contains("eval"));
    }
}
