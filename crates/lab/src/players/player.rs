//! [`Player`]: chooses moves in a game; and [`Fault`], how it fails.

use crate::players::time_control::Turn;
use plywood_catalog::{Playable, Played};
use plywood_console::Failure;
use plywood_search::{MoveLimits, Report, catch_panic};
use std::time::Duration;
use thiserror::Error;

/// Chooses the moves of one side. A player that fails loses the game.
pub trait Player<G: Playable> {
    /// Begins a new game. The player forgets earlier games, so that a game does not depend on those before it.
    ///
    /// # Errors
    /// The player cannot play.
    fn begin(&mut self, seed: u64) -> Result<(), Fault>;

    /// The best move in the present position of a game that is not over, which the referee checks, and what the player thinks of it.
    /// A depth of 0, and no nodes, say that they are not known.
    ///
    /// # Errors
    /// The player has no legal move to offer.
    fn choose(&mut self, game: &Played<G>, turn: &Turn) -> Result<Report<G::Move>, Fault>;

    /// What should be known of the last move, such as a limit that was not kept.
    fn note(&mut self) -> Option<String> {
        None
    }
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
    /// The strategy has no move in a position that has legal ones.
    #[error("it found no move")]
    NoMove,
    /// The strategy panicked. In a program that is built with `panic = "abort"`, that ends the program.
    #[error("it panicked: {0}")]
    Panic(String),
    /// The strategy searched many more nodes than it may.
    #[error("it searched {found} nodes, and its limit was {limit}")]
    Nodes {
        /// The nodes that it searched.
        found: u64,
        /// Its limit.
        limit: u64,
    },
}

impl Fault {
    /// Every fault in a word or two.
    pub const KINDS: [&'static str; 8] = [
        "did not start",
        "crash",
        "hang",
        "flood",
        "illegal move",
        "no move",
        "panic",
        "nodes",
    ];

    /// The fault in a word or two.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Start(_) => Self::KINDS[0],
            Self::Crash(_) => Self::KINDS[1],
            Self::Hang { .. } => Self::KINDS[2],
            Self::Flood(_) => Self::KINDS[3],
            Self::IllegalMove(_) => Self::KINDS[4],
            Self::NoMove => Self::KINDS[5],
            Self::Panic(_) => Self::KINDS[6],
            Self::Nodes { .. } => Self::KINDS[7],
        }
    }
}

/// What a function returns; a panic is a fault.
pub(crate) fn caught<T>(what: impl FnOnce() -> T) -> Result<T, Fault> {
    catch_panic(what).map_err(Fault::Panic)
}

/// What a part of this name, which may be anybody's own, is asked for in a command; a panic ends the command.
pub(crate) fn asked<T>(name: &str, what: impl FnOnce() -> T) -> Result<T, Failure> {
    caught(what).map_err(|fault| Failure::Within(format!("{name} failed: {fault}")))
}

/// The report of a strategy that kept its limit of nodes.
pub(crate) fn within_nodes<M>(report: Report<M>, limits: MoveLimits) -> Result<Report<M>, Fault> {
    let found = report.stats.explored;
    let ignored = report.ignored_limit(limits.nodes);
    ignored.map_or(Ok(report), |limit| Err(Fault::Nodes { found, limit }))
}

/// The move of a report, if it is legal.
pub(crate) fn legal_move<G: Playable>(
    position: &G,
    report: &Report<G::Move>,
) -> Result<G::Move, Fault> {
    let mv = report.best_move.ok_or(Fault::NoMove)?;
    if position.legal_moves().contains(&mv) {
        Ok(mv)
    } else {
        Err(Fault::IllegalMove(mv.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_panics_in_a_command_is_named() {
        let asked = asked("mine", || -> u32 { panic!("no\n  idea") });
        assert!(
            matches!(asked, Err(Failure::Within(text)) if text == "mine failed: it panicked: no, idea")
        );
    }
}
