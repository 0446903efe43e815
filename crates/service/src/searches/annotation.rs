//! [`Annotator`]: the engine judges every move of a game.

use crate::limits::{AppliedLimits, LimitsRequest, ServiceLimits};
use crate::problem::Problem;
use plywood_analysis::{AnalyzedGame, GameReport};
use plywood_core::{Move, Position};
use plywood_engine::Engine;
use plywood_eval::Scale;
use plywood_net::{ChessInputs, Network};
use plywood_notation::pgn::PgnGame;
use plywood_search::{Line, StopHandle, Strategy, WithHistory};
use std::time::Duration;

/// The default time for a position.
const USUAL_TIME: Duration = Duration::from_millis(100);
/// The size of the engine's table.
const MEGABYTES: usize = 16;

/// The engine for judging games.
#[derive(Debug)]
pub(crate) struct Annotator {
    engine: Engine,
    /// The limits for each position.
    pub(crate) limits: AppliedLimits,
}

/// The engine's opinion of a game.
pub(crate) struct Annotation {
    pub(crate) report: GameReport,
    /// The position after each judged move, and the line that the engine expects from there.
    pub(crate) lines: Vec<(Position, Line<Move>)>,
    /// True if all moves were judged.
    pub(crate) complete: bool,
}

impl Annotator {
    /// The engine's evaluator.
    pub(crate) const EVALUATOR: &str = "net";

    /// Makes an annotator for this many positions, which together get the time and the nodes of one search.
    ///
    /// # Errors
    /// [`Problem`] if the memory has no room for the engine.
    pub(crate) fn new(
        positions: usize,
        asked: LimitsRequest,
        server: &ServiceLimits,
    ) -> Result<Self, Problem> {
        let mut engine = Engine::new().scaled(Scale::Network, Network::<ChessInputs>::default());
        let resized = engine.set_hash_megabytes(MEGABYTES);
        resized.map_err(|error| Problem::busy(&error.to_string()))?;
        Ok(Self {
            engine,
            limits: limits_of_each(positions, asked, server),
        })
    }

    /// Searches every position of the main line, and writes the results into the game. Returns `None` for a game with null moves, and for
    /// one whose turn did not come in time.
    pub(crate) fn annotate(&mut self, game: &mut PgnGame, stop: &StopHandle) -> Option<Annotation> {
        let history = game.to_history().filter(|_| !stop.is_stopped())?;
        let (limits, engine) = (self.limits.for_search(0, stop), &mut self.engine);
        Strategy::<WithHistory<Position>>::new_game(engine);
        let analyzed = AnalyzedGame::analyze(&history, engine, &limits, &mut || {});
        let report = GameReport::new(game, &analyzed);
        analyzed.annotate(game);
        let complete = analyzed.moves.len() == history.moves().len();
        let after = history.positions().skip(1).cloned();
        let lines = analyzed.moves.into_iter().map(|mv| mv.after.line);
        Some(Annotation {
            report,
            lines: after.zip(lines).collect(),
            complete,
        })
    }
}

fn limits_of_each(positions: usize, asked: LimitsRequest, server: &ServiceLimits) -> AppliedLimits {
    let positions = u32::try_from(positions.max(1)).unwrap_or(u32::MAX);
    let share = ServiceLimits {
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
