//! [`GameEnd`]: how a game ended.

use crate::players::player::Fault;
use plywood_catalog::{GameOver, Playable, Played};
use plywood_eval::Side;

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameEnd {
    /// The game ended by its own rules, or by a claim.
    Rules(GameOver),
    /// A player lost on time.
    Time(Side),
    /// A player failed.
    Fault(Side, Fault),
    /// The players agreed on a draw.
    AgreedDraw,
    /// A player resigned.
    Resigned(Side),
    /// The game reached the maximum number of moves.
    TooLong,
}

/// How a game has ended by its moves alone, if it has; a draw that can be claimed is claimed.
pub(crate) fn over<G: Playable>(game: &Played<G>, repeats: bool) -> Option<GameOver> {
    G::over(game, repeats).or_else(|| G::claim(game))
}

/// The name of a side.
const fn name_of(side: Side, [first, second]: [&str; 2]) -> &str {
    match side {
        Side::First => first,
        Side::Second => second,
    }
}

/// A name at the beginning of a sentence.
fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

impl GameEnd {
    /// The side that has won, if any.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        match self {
            Self::Rules(end) => end.winner,
            Self::AgreedDraw | Self::TooLong => None,
            Self::Time(loser) | Self::Fault(loser, _) | Self::Resigned(loser) => Some(!*loser),
        }
    }

    /// The result as PGN writes it: `1-0` if the first side has won, `0-1` or `1/2-1/2`.
    #[must_use]
    pub fn result(&self) -> &'static str {
        result_of(self.winner())
    }

    /// The kind of ending in a word or two, for counting.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Rules(end) => end.kind,
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
            Self::Rules(_) => "normal",
            Self::Time(_) => "time forfeit",
            Self::Fault(_, Fault::IllegalMove(_)) => "rules infraction",
            Self::Fault(..) => "abandoned",
            Self::AgreedDraw | Self::Resigned(_) | Self::TooLong => "adjudication",
        }
    }

    /// The ending in a sentence, with these names for the sides.
    #[must_use]
    pub fn sentence(&self, names: [&str; 2]) -> String {
        let name = |side: &Side| capitalized(name_of(*side, names));
        match self {
            Self::Rules(end) => match end.winner {
                Some(winner) if end.kind == "checkmate" => format!("{} mates", name(&winner)),
                Some(winner) => format!("{} wins", name(&winner)),
                None => format!("draw: {}", end.reason.as_deref().unwrap_or("the rules")),
            },
            Self::Time(loser) => format!("{} loses on time", name(loser)),
            Self::Fault(loser, fault) => format!("{} loses: {fault}", name(loser)),
            Self::AgreedDraw => "draw: both players agree".to_owned(),
            Self::Resigned(loser) => format!("{} resigns", name(loser)),
            Self::TooLong => "draw: the game reached its maximum length".to_owned(),
        }
    }
}

/// A result as PGN writes it.
pub(crate) const fn result_of(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
        None => "1/2-1/2",
    }
}
