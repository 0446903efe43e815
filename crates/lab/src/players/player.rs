//! [`Player`]: chooses moves in a game; and [`StrategyPlayer`], a strategy that plays games.

use crate::players::time_control::Turn;
use crate::seed;
use plywood_core::{History, Move, Position};
use plywood_search::strategies::AnyStrategy;
use plywood_search::{Score, WithHistory};
use std::fmt;
use std::time::Duration;
use thiserror::Error;

/// Chooses the moves of one side. A player that fails loses the game, and is created anew for the next one.
pub trait Player {
    /// Begins a new game. The player forgets earlier games, so that a game does not depend on those before it.
    ///
    /// # Errors
    /// The player cannot play.
    fn begin(&mut self, seed: u64) -> Result<(), Fault>;

    /// The move to play in the present position of a game that is not over.
    ///
    /// # Errors
    /// The player has no legal move to offer.
    fn choose(&mut self, game: &History, turn: &Turn) -> Result<Choice, Fault>;

    /// What should be known of the last move, such as a limit that was not kept.
    fn note(&mut self) -> Option<String> {
        None
    }
}

/// A move with what the player thinks of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The move, which the referee checks.
    pub mv: Move,
    /// The score from the player's point of view.
    pub score: Option<Score>,
    /// The depth that was searched.
    pub depth: Option<u32>,
    /// The number of nodes searched.
    pub nodes: Option<u64>,
}

/// How a player failed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// The program could not be started.
    #[error("it could not be started: {0}")]
    Start(String),
    /// The program exited.
    #[error("it ended in the middle of the game ({0})")]
    Crash(String),
    /// There was no answer in time.
    #[error("there was no {wanted} within {patience:?}")]
    Hang {
        /// The expected answer.
        wanted: &'static str,
        /// How long the lab waited.
        patience: Duration,
    },
    /// The program wrote too much.
    #[error("it wrote {0}")]
    Flood(String),
    /// The answer is not a legal move.
    #[error("it played {0:?}, which is not legal")]
    IllegalMove(String),
}

impl Fault {
    /// Every fault in one word.
    pub const KINDS: [&'static str; 5] =
        ["did not start", "crash", "hang", "flood", "illegal move"];

    /// The fault in one word.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Start(_) => Self::KINDS[0],
            Self::Crash(_) => Self::KINDS[1],
            Self::Hang { .. } => Self::KINDS[2],
            Self::Flood(_) => Self::KINDS[3],
            Self::IllegalMove(_) => Self::KINDS[4],
        }
    }
}

/// A strategy that plays games. It knows the earlier positions, so it counts repetition as a draw.
pub struct StrategyPlayer<F> {
    make: F,
    strategy: Option<AnyStrategy<WithHistory<Position>>>,
    seed: u64,
}

impl<F: Fn(u64) -> AnyStrategy<WithHistory<Position>>> StrategyPlayer<F> {
    /// A player whose strategy is created from a seed, anew for each game.
    pub const fn new(make: F) -> Self {
        Self {
            make,
            strategy: None,
            seed: 0,
        }
    }
}

impl<F: Fn(u64) -> AnyStrategy<WithHistory<Position>>> Player for StrategyPlayer<F> {
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        self.seed = seed;
        self.strategy = None;
        Ok(())
    }

    fn choose(&mut self, game: &History, turn: &Turn) -> Result<Choice, Fault> {
        let color = game.position().side_to_move();
        let seed = seed::derived(self.seed, game.moves().len() as u64);
        let limits = turn.limits_for(color).search_limits().with_seed(seed);
        let strategy = self.strategy.get_or_insert_with(|| (self.make)(self.seed));
        let report = strategy.search(&played(game), &limits);
        let mv = report
            .best_move
            .ok_or_else(|| Fault::IllegalMove("no move".to_owned()))?;
        Ok(Choice {
            mv,
            score: report.score,
            depth: Some(report.depth),
            nodes: Some(report.stats.explored),
        })
    }
}

/// The current position with the earlier ones that can still be repeated.
fn played(game: &History) -> WithHistory<Position> {
    let position = game.position().clone();
    let earlier = game.moves().len();
    let reversible = (position.halfmove_clock() as usize).min(earlier);
    let keys = game
        .positions()
        .skip(earlier - reversible)
        .take(reversible)
        .map(Position::key);
    WithHistory::with_earlier_keys(position, keys)
}

impl<F> fmt::Debug for StrategyPlayer<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StrategyPlayer")
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::move_limits::MoveLimits;
    use crate::players::strategy_spec::StrategySpec;
    use plywood_notation::uci;

    #[test]
    fn strategies_know_the_earlier_positions() {
        let mut game = History::new("k7/8/8/8/8/8/q7/7K w - - 0 1".parse().unwrap());
        for text in ["h1g1", "a2b2", "g1h1", "b2a2", "h1g1", "a2c2", "g1h1"] {
            game.play(uci::parse(game.position(), text).unwrap())
                .unwrap();
        }
        let keys: Vec<u64> = played(&game).earlier_keys().collect();
        let expected: Vec<u64> = game.positions().rev().skip(1).map(Position::key).collect();
        assert_eq!(keys, expected);
        game.play(uci::parse(game.position(), "c2h2").unwrap())
            .unwrap();
        game.play(uci::parse(game.position(), "h1h2").unwrap())
            .unwrap();
        assert_eq!(
            played(&game).earlier_keys().count(),
            0,
            "nothing comes again after a capture"
        );
    }

    #[test]
    fn the_same_seed_plays_the_same_move() {
        let spec: StrategySpec = "random".parse().unwrap();
        let mut player = StrategyPlayer::new(move |seed| spec.strategy_for_games(seed));
        let turn = Turn {
            limits: MoveLimits::default(),
            clocks: None,
            margin: Duration::ZERO,
        };
        let mut choice = |seed| {
            player.begin(seed).unwrap();
            player.choose(&History::default(), &turn).unwrap().mv
        };
        assert_eq!(choice(1), choice(1));
        assert!((2..20).any(|seed| choice(seed) != choice(1)));
    }
}
