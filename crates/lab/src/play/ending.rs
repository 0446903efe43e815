//! [`GameEnd`]: how a game ended.

use crate::players::player::Fault;
use plywood_core::{Claim, Color, Draw, History, Outcome};
use plywood_notation::pgn::GameResult;
use std::fmt;

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameEnd {
    /// The game ended by the rules of chess.
    Rules(Outcome),
    /// A draw that a player may claim, such as threefold repetition.
    Claimed(Claim),
    /// A player lost on time.
    Time(Color),
    /// A player failed.
    Fault(Color, Fault),
    /// The players agreed on a draw.
    AgreedDraw,
    /// A player resigned.
    Resigned(Color),
    /// The game reached the maximum number of moves.
    TooLong,
}

impl GameEnd {
    /// How the game has ended by its moves alone, if it has.
    pub(crate) fn by_rules(game: &History) -> Option<Self> {
        let claimed = || game.claim().map(Self::Claimed);
        game.outcome().map(Self::Rules).or_else(claimed)
    }

    /// The result.
    #[must_use]
    pub fn result(&self) -> GameResult {
        match self {
            Self::Rules(outcome) => (*outcome).into(),
            Self::Claimed(_) | Self::AgreedDraw | Self::TooLong => GameResult::Draw,
            Self::Time(loser) | Self::Fault(loser, _) | Self::Resigned(loser) => {
                GameResult::Won(!*loser)
            }
        }
    }

    /// The kind of ending in a word or two, for counting.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Rules(Outcome::Checkmate { .. }) => "checkmate",
            Self::Rules(Outcome::Draw(Draw::Stalemate)) => "stalemate",
            Self::Rules(Outcome::Draw(Draw::InsufficientMaterial)) => "insufficient material",
            Self::Rules(Outcome::Draw(Draw::SeventyFiveMoves))
            | Self::Claimed(Claim::FiftyMoves) => "fifty moves",
            Self::Rules(Outcome::Draw(Draw::FivefoldRepetition))
            | Self::Claimed(Claim::ThreefoldRepetition) => "repetition",
            Self::Time(_) => "time",
            Self::Fault(_, fault) => fault.kind(),
            Self::AgreedDraw => "draw agreed",
            Self::Resigned(_) => "resignation",
            Self::TooLong => "too long",
        }
    }

    /// The value of PGN's Termination tag.
    pub(crate) const fn termination(&self) -> &'static str {
        match self {
            Self::Rules(_) | Self::Claimed(_) => "normal",
            Self::Time(_) => "time forfeit",
            Self::Fault(_, Fault::IllegalMove(_)) => "rules infraction",
            Self::Fault(..) => "abandoned",
            Self::AgreedDraw | Self::Resigned(_) | Self::TooLong => "adjudication",
        }
    }
}

/// The ending in a sentence.
impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(Outcome::Checkmate { winner }) => write!(f, "{winner:?} mates"),
            Self::Rules(Outcome::Draw(draw)) => write!(f, "draw: {draw}"),
            Self::Claimed(claim) => write!(f, "draw: {claim}"),
            Self::Time(loser) => write!(f, "{loser:?} loses on time"),
            Self::Fault(loser, fault) => write!(f, "{loser:?} loses: {fault}"),
            Self::AgreedDraw => write!(f, "draw: both players agree"),
            Self::Resigned(loser) => write!(f, "{loser:?} resigns"),
            Self::TooLong => write!(f, "draw: the game reached its maximum length"),
        }
    }
}
