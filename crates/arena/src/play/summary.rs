//! [`Summary`]: the results of a match, as data, as tables and as a plot.

use crate::journal::Job;
use crate::play::entry::Entry;
use crate::play::game::Rules;
use crate::play::standing::{Format, HeadToHead, Schedule, Standing};
use crate::players::player::TimeControl;
use crate::players::player_spec::{different_evaluators, name_in};
use crate::statistics::{Decision, Estimate, Pentanomial, Sprt, Trinomial};
use plywood_catalog::Spec;
use plywood_report::counted;
use plywood_report::plot::{Picture, Row, RowPlot, Unit};
use plywood_report::{Cell, Columns};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The results of a match as data. Infinite ends of intervals are null in JSON.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
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
    /// The limits of each move, unless a player has its own.
    #[serde(skip)]
    pub(crate) limits: TimeControl,
}

/// The results of one player.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PlayerSummary {
    /// Its name.
    pub name: String,
    /// Its settings.
    pub description: String,
    /// The name of its evaluator, if the lab knows it.
    pub evaluator: Option<String>,
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
#[non_exhaustive]
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
#[non_exhaustive]
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
pub struct MatchSettings {
    pub(crate) game: String,
    pub(crate) players: Vec<String>,
    /// What each player evaluates with, named or not.
    pub(crate) evaluators: Vec<Option<String>>,
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
    evaluators: Vec<Option<String>>,
    /// The test, if there is one.
    pub(crate) sprt: Option<Sprt>,
    limits: TimeControl,
    /// Whether the games that were counted decide the test.
    pub(crate) is_decided: bool,
    /// What was counted.
    pub(crate) standing: Standing,
}

impl MatchResults {
    /// Returns true if the games that were counted decide the test.
    #[must_use]
    pub const fn is_decided(&self) -> bool {
        self.is_decided
    }

    /// The name of the player that lost a game by a fault.
    #[must_use]
    pub fn loser(&self, entry: &Entry) -> &str {
        let players = self.standing.schedule.fixture(entry.game).players;
        &self.names[players[entry.steps_of_first() / 2]]
    }

    /// A match of this many games of which none was played.
    pub fn new(job: Job, settings: &MatchSettings, games: usize) -> Self {
        let players = settings.players.len();
        let schedule = |rounds| Schedule::new(settings.format, players, rounds, settings.seed);
        let in_a_round = schedule(1).len().max(1);
        Self {
            job,
            names: settings.players.iter().map(|text| name_in(text)).collect(),
            evaluators: settings.evaluators.clone(),
            sprt: settings.test,
            limits: settings.rules.time_control,
            is_decided: false,
            standing: Standing::new(schedule(games / in_a_round)),
        }
    }

    /// The results of a shard, which cannot decide a test.
    pub(crate) fn of_shard(self) -> Self {
        Self { sprt: None, ..self }
    }

    /// Counts a game, unless there is a test that needs those before it, or none any more: a test is decided by the first games
    /// that reach a bound, in the order of their numbers. Returns whether it counts.
    pub fn count(&mut self, entry: &Entry) -> bool {
        let counts = self.sprt.is_none() || (!self.is_decided && entry.game == self.games());
        if counts {
            self.standing.count(entry);
            let test = self.sprt.and_then(|sprt| self.standing.test(&sprt));
            self.is_decided = matches!(test, Some((_, Some(_))));
        }
        counts
    }

    /// The number of games counted.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.standing.games
    }

    /// By which part the first player searches more nodes in a second than the second one.
    pub fn gain_of_speed(&self) -> Option<f64> {
        Some(self.standing.speed(0)? / self.standing.speed(1)? - 1.0)
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
                evaluator: self.evaluators[player].clone(),
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
            limits: self.limits,
            job: self.job.clone(),
        }
    }
}

/// The players with their Elo, the cross-table, the statistics of each head-to-head, and how the games ended.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} of {}\n\n{}",
            self.games,
            counted(self.scheduled, "game"),
            self.cross_table()
        )?;
        if let [head_to_head] = self.head_to_heads.as_slice() {
            writeln!(f, "{head_to_head}")?;
        }
        if let Some(test) = &self.test {
            writeln!(f, "{test}")?;
        }
        writeln!(f, "Ends: {}", counts(&self.ends))?;
        let players = self.players.iter();
        let evaluators = players.map(|player| (&*player.name, player.evaluator.as_deref()));
        if let Some(note) = different_evaluators(evaluators) {
            writeln!(f, "{note}")?;
        }
        for failure in self.failures() {
            writeln!(f, "Failed: {failure}")?;
        }
        let pairs: u64 = self
            .head_to_heads
            .iter()
            .map(|both| both.pairs.total())
            .sum();
        if (1..FEW_PAIRS).contains(&pairs) {
            writeln!(
                f,
                "Note: there are fewer than {FEW_PAIRS} pairs of games, so the intervals are rough"
            )?;
        }
        if self.repeats > 0 {
            writeln!(
                f,
                "Note: {} of {} games repeat another move for move, so the intervals are too narrow; longer openings \
                 (--plies) or noise make games differ",
                self.repeats, self.games
            )?;
        }
        Ok(())
    }
}

/// From here on intervals by the normal distribution are good.
const FEW_PAIRS: u64 = 30;

impl Summary {
    /// Each player that failed, with the number of its faults in words.
    #[must_use]
    pub fn failures(&self) -> Vec<String> {
        let failed = self
            .players
            .iter()
            .filter(|player| !player.faults.is_empty());
        let text = |player: &PlayerSummary| format!("{}: {}", player.name, counts(&player.faults));
        failed.map(text).collect()
    }

    /// The test of a change in a line for the message of its commit: whether the first player, the new version, passed.
    /// `gain_of_speed` is measured, and so no part of this summary, which equal matches share.
    pub fn verdict(&self, gain_of_speed: Option<f64>) -> Option<String> {
        let ([both], Some(test)) = (self.head_to_heads.as_slice(), &self.test) else {
            return None;
        };
        let decision = match test.decision {
            None => "undecided",
            Some(Decision::Accepted) => "passed",
            Some(Decision::Rejected) => "failed",
        };
        let Sprt { elo0, elo1, .. } = test.sprt;
        let [losses, draws, wins] = both.games.0;
        let speed = match gain_of_speed {
            Some(gain) => format!(", speed {:+.1} %", 100.0 * gain),
            None => String::new(),
        };
        Some(format!(
            "Tested: {decision} [{elo0}, {elo1}], LLR {:.2}, Elo {}, {}: +{wins} ={draws} -{losses}, pairs {:?}, {}{speed}",
            test.llr,
            both.elo,
            counted(self.games, "game"),
            both.pairs.0,
            self.limits,
        ))
    }

    /// The Elo of all players as a plot.
    #[must_use]
    pub fn plot(&self) -> Picture {
        let note = format!(
            "95 % intervals; the average of all is 0; {}",
            counted(self.games, "game")
        );
        let row = |player: &PlayerSummary| {
            let elo = player.elo;
            Row::estimate(&player.name, elo.value, (elo.low, elo.high))
        };
        let plot = RowPlot::new("Elo", Unit::Difference).alone();
        plot.note(&note)
            .rows(self.players.iter().map(row))
            .picture()
    }

    /// The Elo of all players as a Markdown table.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let columns = Columns::new()
            .text("player", |player: &&PlayerSummary| &player.name)
            .number("Elo", |player| format!("{:+.0}", player.elo.value))
            .number("95 %", |player| {
                format!("±{:.0}", player.elo.high - player.elo.value)
            })
            .number("score", |player| {
                Cell::measured(Unit::Share, player.score, 4)
            })
            .text("what it plays with", |player| {
                // A player that was made in Rust has no text but its name.
                let (_, spec) = Spec::split_label(&player.description);
                if spec == player.name {
                    String::new()
                } else {
                    format!("`{spec}`")
                }
            });
        columns.table(&self.players).to_markdown()
    }

    fn cross_table(&self) -> String {
        let games = |player: &PlayerSummary| player.wins + player.draws + player.losses;
        // Between two players the table shows their difference, as the line below it does.
        let (heading, factor) = match self.players.len() {
            2 => ("Elo diff", 2.0),
            _ => ("Elo", 1.0),
        };
        let elo = move |elo: f64| Unit::Difference.text(factor * elo);
        let mut columns = Columns::new()
            .text("player", |(_, player): &(usize, &PlayerSummary)| {
                &player.name
            })
            .number("#", |(number, _)| *number)
            .number(heading, move |(_, player)| elo(player.elo.value))
            .number("95 %", move |(_, player)| {
                format!("[{}, {}]", elo(player.elo.low), elo(player.elo.high))
            })
            .number("games", move |(_, player)| games(player))
            .number("score", |(_, player)| {
                format!("{:.1} %", 100.0 * player.score)
            });
        for (number, other) in (1..).zip(&self.players) {
            columns = columns.number(number.to_string(), |(_, player)| {
                match player.against[other.player] {
                    games if games.total() > 0 => format!("{}/{}", games.points(), games.total()),
                    _ => String::new(),
                }
            });
        }
        columns.table((1..).zip(&self.players)).to_text()
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

impl fmt::Display for HeadToHeadSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = &self.players;
        let [losses, draws, wins] = self.games.0;
        writeln!(
            f,
            "{one} against {other}: {wins} won, {draws} drawn, {losses} lost"
        )?;
        writeln!(f, "Elo {}, normalized {}", self.elo, self.normalized_elo)?;
        writeln!(f, "Likelihood of superiority {:.1} %", 100.0 * self.los)?;
        write!(f, "Pairs with 0, ½, 1, 1½, 2 points: {:?}", self.pairs.0)
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
