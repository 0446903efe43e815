//! [`GameEnd`]: how a game ended.

use crate::players::player::Fault;
use crate::recast::recast_ref;
use plywood_catalog::{Catalog, Playable, Played};
use plywood_core::{Claim, Draw, Outcome, Position};
use plywood_eval::{Score, Side};
use plywood_search::Ending;
use std::fmt::Display;

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameEnd {
    /// The game ended by its own rules.
    Rules(ByRules),
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

/// An end by the rules of a game, such as checkmate, or a draw that a player may claim.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ByRules {
    /// The side that has won.
    pub winner: Option<Side>,
    /// The kind of ending in a word or two, for counting.
    pub kind: &'static str,
    /// The ending in a sentence.
    pub sentence: String,
}

impl ByRules {
    /// How the game has ended by its moves alone, if it has.
    pub(crate) fn of<G: Playable>(catalog: &Catalog<G>, game: &Played<G>) -> Option<Self> {
        if let Some(chess) = recast_ref(game) {
            return Self::of_chess(chess);
        }
        let position = game.position();
        let mover = position.side_to_move(game.moves().len());
        let won = |winner| Self {
            winner: Some(winner),
            kind: "win",
            sentence: format!("{} wins", capitalized(name_of(winner, G::PLAYERS))),
        };
        match position.ending(&position.legal_moves()) {
            Some(Ending::Repeated) => Some(Self::repeated()),
            Some(ending) if ending.score(0) > Score::DRAW => Some(won(mover)),
            Some(ending) if ending.score(0) < Score::DRAW => Some(won(!mover)),
            Some(_) => Some(Self::drawn("draw", "the rules")),
            None if !catalog.repeats() => None,
            None if game.occurrences() >= 3 => Some(Self::repeated()),
            None => position
                .is_drawn_by_clock()
                .then(|| Self::drawn("no progress", "no progress for too long")),
        }
    }

    /// The same for chess, which has more words for it.
    pub(crate) fn of_chess(game: &Played<Position>) -> Option<Self> {
        let position = game.position();
        let ended = position.outcome().map(|outcome| match outcome {
            Outcome::Checkmate { winner } => Self {
                winner: Some(winner.into()),
                kind: "checkmate",
                sentence: format!("{winner:?} mates"),
            },
            Outcome::Draw(draw) => Self::drawn(
                match draw {
                    Draw::Stalemate => "stalemate",
                    Draw::InsufficientMaterial => "insufficient material",
                    Draw::SeventyFiveMoves => "fifty moves",
                    Draw::FivefoldRepetition => "repetition",
                },
                draw,
            ),
        });
        let fifty_moves = || Self::drawn("fifty moves", Claim::FiftyMoves);
        let claimed = || match game.occurrences() {
            3.. => Some(Self::repeated()),
            _ => position.can_claim_fifty_moves().then(fifty_moves),
        };
        ended.or_else(claimed)
    }

    fn drawn(kind: &'static str, reason: impl Display) -> Self {
        Self {
            winner: None,
            kind,
            sentence: format!("draw: {reason}"),
        }
    }

    fn repeated() -> Self {
        Self::drawn("repetition", Claim::ThreefoldRepetition)
    }
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
            Self::Rules(end) => end.sentence.clone(),
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
