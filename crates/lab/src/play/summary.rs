//! [`Summary`]: a match as data, and as the tables people read.

mod table;

use crate::play::standing::{HeadToHead, Standing};
use crate::play::tournament::Tournament;
use crate::statistics::{Estimate, Pentanomial, Sprt, Trinomial, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// A match as data. What is infinite, as the Elo of who won every game, is null in JSON.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// How many games were played.
    pub games: usize,
    /// How many there were to play.
    pub scheduled: usize,
    /// The players, the strongest first.
    pub players: Vec<PlayerSummary>,
    /// Every two who met.
    pub head_to_heads: Vec<HeadToHeadSummary>,
    /// How the games ended, and how often.
    pub ends: BTreeMap<String, usize>,
    /// The sequential test.
    pub test: Option<TestSummary>,
}

/// What one player has come to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlayerSummary {
    /// What it is called.
    pub name: String,
    /// The settings it plays with.
    pub description: String,
    /// Its Elo, where the average of all players is 0.
    pub elo: Estimate,
    /// How many games it won, drew and lost.
    pub wins: u64,
    /// See `wins`.
    pub draws: u64,
    /// See `wins`.
    pub losses: u64,
    /// Points for each game.
    pub score: f64,
}

/// Two players who met, from the first one's view.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HeadToHeadSummary {
    /// Their names.
    pub players: [String; 2],
    /// Losses, draws and wins.
    pub games: Trinomial,
    /// Pairs of games that scored 0, ½, 1, 1½ and 2 points.
    pub pairs: Pentanomial,
    /// The difference in Elo, from the pairs if there are any.
    pub elo: Estimate,
    /// The difference in the deviation of a game.
    pub normalized_elo: Estimate,
    /// How sure it is that the first is stronger.
    pub los: f64,
}

/// Where the sequential test stands.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TestSummary {
    /// The test.
    pub sprt: Sprt,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Where the test ends.
    pub bounds: [f64; 2],
    /// How it has ended.
    pub verdict: Option<Verdict>,
}

impl Summary {
    /// Sums up a match.
    #[must_use]
    pub fn new(tournament: &Tournament, standing: &Standing) -> Self {
        let name = |player: usize| tournament.players()[player].name().to_owned();
        let players = standing.table().into_iter().map(|row| {
            let [losses, draws, wins] = row.games.0;
            PlayerSummary {
                name: name(row.player),
                description: tournament.players()[row.player].description().to_owned(),
                elo: row.elo,
                wins,
                draws,
                losses,
                score: row.games.score(),
            }
        });
        let test = tournament.terms().sprt.and_then(|sprt| {
            let (llr, verdict) = standing.test(&sprt)?;
            Some(TestSummary {
                sprt,
                llr,
                bounds: sprt.bounds(),
                verdict,
            })
        });
        Self {
            games: standing.games(),
            scheduled: tournament.schedule().len(),
            players: players.collect(),
            head_to_heads: standing
                .head_to_heads()
                .iter()
                .map(|head_to_head| {
                    HeadToHeadSummary::new(head_to_head, head_to_head.players.map(name))
                })
                .collect(),
            ends: standing.ends().clone(),
            test,
        }
    }

    fn head_to_head(&self, one: &str, other: &str) -> Option<Trinomial> {
        self.head_to_heads
            .iter()
            .find_map(|head_to_head| match &head_to_head.players {
                [first, second] if first == one && second == other => Some(head_to_head.games),
                [first, second] if first == other && second == one => {
                    Some(head_to_head.games.reversed())
                }
                _ => None,
            })
    }
}

impl HeadToHeadSummary {
    fn new(head_to_head: &HeadToHead, players: [String; 2]) -> Self {
        let HeadToHead { games, pairs, .. } = *head_to_head;
        // Pairs say more, but one game alone is no pair.
        let (elo, normalized_elo, los) = if pairs.total() > 0 {
            (pairs.elo(), pairs.normalized_elo(), pairs.los())
        } else {
            (games.elo(), games.normalized_elo(), games.los())
        };
        Self {
            players,
            games,
            pairs,
            elo,
            normalized_elo,
            los,
        }
    }
}

/// `LLR 1.24 of [-2.94, 2.94] for elo0=0,…: undecided`
impl fmt::Display for TestSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = self.bounds;
        let verdict = match self.verdict {
            None => "undecided",
            Some(Verdict::Accepted) => "accepted",
            Some(Verdict::Rejected) => "rejected",
        };
        write!(
            f,
            "LLR {:.2} of [{low:.2}, {high:.2}] for {}: {verdict}",
            self.llr, self.sprt
        )
    }
}
