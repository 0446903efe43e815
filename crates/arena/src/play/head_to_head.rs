//! [`HeadToHead`]: the games between two players, and their statistics.

use crate::numbers::Mean;
use crate::statistics::{Decision, Estimate, Pentanomial, Sprt, Trinomial};
use std::fmt;

/// The games between two players, from the first one's point of view.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeadToHead {
    /// The two players.
    pub players: [usize; 2],
    /// Single games.
    pub games: Trinomial,
    /// Complete pairs of games.
    pub pairs: Pentanomial,
    /// The points per game of each pair, in a game where a win may be worth several.
    pub points: Mean,
}

impl HeadToHead {
    /// Returns the Elo difference, from the pairs if there are any: they give smaller errors.
    pub fn elo(&self) -> Estimate {
        if self.pairs.total() > 0 {
            self.pairs.elo()
        } else {
            self.games.elo()
        }
    }

    /// Returns the standard error of the score, from the pairs if there are any.
    pub(super) fn error(&self) -> f64 {
        if self.pairs.total() > 0 {
            self.pairs.error()
        } else {
            self.games.error()
        }
    }
}

/// The results of two players who met, from the first one's point of view.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct HeadToHeadSummary {
    /// The Elo difference, from the pairs if there are any.
    pub elo: Estimate,
    /// Their names.
    pub players: [String; 2],
    /// The games.
    pub games: Trinomial,
    /// Pairs of games that scored 0, ½, 1, 1½ and 2 points.
    pub pairs: Pentanomial,
    /// The normalized Elo difference.
    pub normalized_elo: Estimate,
    /// The likelihood that the first is stronger.
    pub los: f64,
    /// The points per game, from pairs, in a game where a win may be worth [several](plywood_search::Stakes::in_points), such as a gammon.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub points: Option<Estimate>,
}

/// The state of the sequential test.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct TestSummary {
    /// The test.
    pub sprt: Sprt,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The log-likelihood ratios that end the test.
    pub bounds: [f64; 2],
    /// The decision, if there is one.
    pub decision: Option<Decision>,
}

impl HeadToHeadSummary {
    /// Sums up the games between players with these names.
    #[must_use]
    pub fn new(head_to_head: &HeadToHead, players: [String; 2]) -> Self {
        let HeadToHead { games, pairs, .. } = *head_to_head;
        // Pairs give smaller errors, but a single game is no pair.
        let (normalized_elo, los) = if pairs.total() > 0 {
            (pairs.normalized_elo(), pairs.los())
        } else {
            (games.normalized_elo(), games.los())
        };
        Self {
            elo: head_to_head.elo(),
            players,
            games,
            pairs,
            normalized_elo,
            los,
            points: Estimate::of(head_to_head.points),
        }
    }
}

impl TestSummary {
    /// Tests the first player of a head-to-head.
    #[must_use]
    pub fn new(sprt: Sprt, both: &HeadToHead) -> Self {
        let llr = sprt.llr(&both.pairs);
        Self {
            sprt,
            llr,
            bounds: sprt.bounds(),
            decision: sprt.decision(llr),
        }
    }

    /// Returns the decision in words.
    #[must_use]
    pub const fn decision_words(&self) -> &'static str {
        match self.decision {
            None => "undecided",
            Some(Decision::Accepted) => "H1 accepted: stronger",
            Some(Decision::Rejected) => "H0 accepted: not stronger",
        }
    }
}

impl fmt::Display for HeadToHeadSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = &self.players;
        let [losses, draws, wins] = self.games.0;
        writeln!(
            f,
            "{one} against {other}: {} Elo, {wins} won, {draws} drawn, {losses} lost",
            self.elo
        )?;
        writeln!(
            f,
            "Normalized Elo {}, likelihood of superiority {:.1} %",
            self.normalized_elo,
            100.0 * self.los
        )?;
        if let Some(Estimate { value, low, high }) = self.points {
            writeln!(f, "Points per game {value:+.3} [{low:+.3}, {high:+.3}]")?;
        }
        write!(f, "Pairs with 0, ½, 1, 1½, 2 points: {:?}", self.pairs.0)
    }
}

/// Writes `LLR 1.24 of [-2.94, 2.94] for elo0=0,…: undecided`.
impl fmt::Display for TestSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = self.bounds;
        write!(
            f,
            "LLR {:.2} of [{low:.2}, {high:.2}] for {}: {}",
            self.llr,
            self.sprt,
            self.decision_words()
        )
    }
}

/// From this number on, intervals by the normal distribution are good.
const FEW_PAIRS: u64 = 30;

/// Notes on the intervals of a match with this many pairs of games and repeated games.
pub fn notes(pairs: u64, repeats: usize, games: u64) -> impl Iterator<Item = String> {
    let few = (1..FEW_PAIRS).contains(&pairs).then(|| {
        format!("there are fewer than {FEW_PAIRS} pairs of games, so the intervals are rough")
    });
    let repeated = (repeats > 0).then(|| {
        format!(
            "{repeats} of {games} games repeat another move for move, so the intervals are too narrow; longer openings \
             or noise make games differ"
        )
    });
    few.into_iter().chain(repeated)
}
