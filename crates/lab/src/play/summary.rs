//! [`Summary`]: the results of a match, as data and as tables.

mod table;

use crate::journal::Job;
use crate::play::entry::Entry;
use crate::play::game::Rules;
use crate::play::standing::{Format, HeadToHead, Schedule, Standing};
use crate::players::player_spec::name_in;
use crate::statistics::{Decision, Estimate, Pentanomial, Sprt, Trinomial};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

/// The results of a match as data. Infinite ends of intervals are null in JSON.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// What was asked: the players with their settings, limits, seed and version.
    pub job: Job,
    /// The number of games played.
    pub games: usize,
    /// The number of games scheduled.
    pub scheduled: usize,
    /// The players, the strongest first.
    pub players: Vec<PlayerSummary>,
    /// Every two players who met.
    pub head_to_heads: Vec<HeadToHeadSummary>,
    /// How often the games ended in each way.
    pub ends: BTreeMap<String, usize>,
    /// The number of games that repeat an earlier game move for move.
    pub repeats: usize,
    /// The sequential test.
    pub test: Option<TestSummary>,
}

/// The results of one player.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlayerSummary {
    /// Its name.
    pub name: String,
    /// Its settings.
    pub description: String,
    /// Its Elo; the average of all players is 0.
    pub elo: Estimate,
    /// The number of games won.
    pub wins: u64,
    /// The number of games drawn.
    pub draws: u64,
    /// The number of games lost.
    pub losses: u64,
    /// The share of points, from 0 to 1.
    pub score: f64,
    /// How often it failed, by the kind of the fault.
    pub faults: BTreeMap<String, usize>,
    /// Its number in the match.
    #[serde(skip)]
    pub(crate) player: usize,
    /// Its games against each player, by the numbers.
    #[serde(skip)]
    pub(crate) against: Vec<Trinomial>,
}

/// The results of two players who met, from the first one's point of view.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HeadToHeadSummary {
    /// Their names.
    pub players: [String; 2],
    /// Losses, draws and wins.
    pub games: Trinomial,
    /// Pairs of games that scored 0, ½, 1, 1½ and 2 points.
    pub pairs: Pentanomial,
    /// The Elo difference, from the pairs if there are any.
    pub elo: Estimate,
    /// The normalized Elo difference.
    pub normalized_elo: Estimate,
    /// The likelihood that the first is stronger.
    pub los: f64,
}

/// The state of the sequential test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TestSummary {
    /// The test.
    pub sprt: Sprt,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The log-likelihood ratios at which the test ends.
    pub bounds: [f64; 2],
    /// The decision, if there is one.
    pub decision: Option<Decision>,
}

/// Everything that decides which games a match has but their number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct MatchSettings {
    pub(crate) game: String,
    pub(crate) players: Vec<String>,
    pub(crate) format: Format,
    #[serde(flatten)]
    pub(crate) rules: Rules,
    pub(crate) test: Option<Sprt>,
    pub(crate) seed: u64,
    pub(crate) openings: String,
}

/// The results of a match, of which games are counted in the order of their numbers.
#[derive(Debug, Clone)]
pub struct MatchResults {
    job: Job,
    /// The names of the players.
    pub(crate) names: Vec<String>,
    /// The test, if there is one.
    pub(crate) sprt: Option<Sprt>,
    /// What was counted.
    pub(crate) standing: Standing,
}

impl MatchResults {
    /// A match of this many games of which none was played.
    pub(crate) fn new(job: Job, settings: &MatchSettings, games: usize) -> Self {
        let players = settings.players.len();
        let schedule = |rounds| Schedule::new(settings.format, players, rounds, settings.seed);
        let in_a_round = schedule(1).len().max(1);
        Self {
            job,
            names: settings.players.iter().map(|text| name_in(text)).collect(),
            sprt: settings.test,
            standing: Standing::new(schedule(games / in_a_round)),
        }
    }

    /// Counts a game. It may decide the test; then no other counts.
    pub(crate) fn count(&mut self, entry: &Entry) -> ControlFlow<()> {
        self.standing.count(entry);
        match self.sprt.and_then(|sprt| self.standing.test(&sprt)) {
            Some((_, Some(_))) => ControlFlow::Break(()),
            Some((_, None)) | None => ControlFlow::Continue(()),
        }
    }

    /// The number of games counted.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.standing.games
    }

    /// Sums up what was counted.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let Self {
            names, standing, ..
        } = self;
        let description = |player: usize| self.job.settings["players"][player].as_str();
        let player = |(player, elo): (usize, Estimate)| {
            let games = standing.games_of(player);
            let [losses, draws, wins] = games.0;
            let against = |other| standing.between(player, other).unwrap_or_default();
            PlayerSummary {
                name: names[player].clone(),
                description: description(player).unwrap_or_default().to_owned(),
                elo,
                wins,
                draws,
                losses,
                score: games.score(),
                faults: standing.faults[player].clone(),
                player,
                against: (0..names.len()).map(against).collect(),
            }
        };
        let elos = standing.elos().into_iter().enumerate();
        let mut players: Vec<PlayerSummary> = elos.map(player).collect();
        players.sort_by(|one, other| other.elo.value.total_cmp(&one.elo.value));
        let head_to_heads = standing.head_to_heads.iter().map(|head_to_head| {
            let players = head_to_head.players.map(|player| names[player].clone());
            HeadToHeadSummary::new(head_to_head, players)
        });
        let test = self.sprt.and_then(|sprt| {
            let (llr, decision) = standing.test(&sprt)?;
            Some(TestSummary {
                sprt,
                llr,
                bounds: sprt.bounds(),
                decision,
            })
        });
        Summary {
            games: standing.games,
            scheduled: standing.schedule.len(),
            players,
            head_to_heads: head_to_heads.collect(),
            ends: standing.ends.clone(),
            repeats: standing.repeats(),
            test,
            job: self.job.clone(),
        }
    }
}

impl Summary {
    /// Each player that failed, with the number of its faults in words.
    #[must_use]
    pub fn failures(&self) -> Vec<String> {
        let failed = self
            .players
            .iter()
            .filter(|player| !player.faults.is_empty());
        let text =
            |player: &PlayerSummary| format!("{}: {}", player.name, counts(&player.faults));
        failed.map(text).collect()
    }
}

/// How often there was each kind: `checkmate 37, repetition 2`.
fn counts(kinds: &BTreeMap<String, usize>) -> String {
    let texts = kinds.iter().map(|(kind, count)| format!("{kind} {count}"));
    texts.collect::<Vec<_>>().join(", ")
}

impl HeadToHeadSummary {
    fn new(head_to_head: &HeadToHead, players: [String; 2]) -> Self {
        let HeadToHead { games, pairs, .. } = *head_to_head;
        // Pairs give smaller errors, but a single game is no pair.
        let (normalized_elo, los) = if pairs.total() > 0 {
            (pairs.normalized_elo(), pairs.los())
        } else {
            (games.normalized_elo(), games.los())
        };
        let elo = head_to_head.elo();
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
        let decision = match self.decision {
            None => "undecided".to_owned(),
            Some(Decision::Accepted) => "H1 accepted: stronger".to_owned(),
            Some(Decision::Rejected) => "H0 accepted: not stronger".to_owned(),
        };
        write!(
            f,
            "LLR {:.2} of [{low:.2}, {high:.2}] for {}: {decision}",
            self.llr, self.sprt
        )
    }
}
