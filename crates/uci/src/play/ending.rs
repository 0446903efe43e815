//! [`Ending`]: how a game in the terminal ended.

use plywood_core::{Claim, Color, Draw, Outcome};
use plywood_notation::pgn::GameResult;
use std::fmt;

/// How a game ended, as a sentence and as a PGN result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// By the rules.
    Rules(Outcome),
    /// By a claim.
    Claimed(Claim),
    /// By resignation of this side.
    Resigned(Color),
}

impl Ending {
    pub(super) fn result(self) -> GameResult {
        let winner = match self {
            Self::Rules(outcome) => outcome.winner(),
            Self::Claimed(_) => None,
            Self::Resigned(loser) => Some(!loser),
        };
        winner.map_or(GameResult::Draw, GameResult::Won)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(Outcome::Checkmate { winner }) => write!(f, "Checkmate. {winner} wins.")?,
            Self::Rules(Outcome::Draw(Draw::Stalemate)) => {
                write!(f, "Stalemate. The game is drawn.")?;
            }
            Self::Rules(Outcome::Draw(draw)) => write!(f, "The game is drawn: {draw}.")?,
            Self::Claimed(claim) => write!(f, "The game is drawn: {claim}.")?,
            Self::Resigned(loser) => write!(f, "{loser} resigns.")?,
        }
        write!(f, " {}", self.result())
    }
}
