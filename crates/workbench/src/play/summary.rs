//! [`Summary`]: the results of a match, as data, as tables and as a plot.

use crate::journal::Job;
use crate::play::entry::GameEntry;
use crate::players::plan::PlayerPlan;
use crate::players::player_spec::different_evaluators;
use plywood_arena::EndKind;
use plywood_arena::Rules;
use plywood_arena::TimeControl;
use plywood_arena::WrongLines;
use plywood_arena::statistics::{Decision, Estimate, Sprt, Trinomial};
use plywood_arena::{Format, Schedule, Standing, counts};
use plywood_arena::{HeadToHeadSummary, TestSummary, notes};
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
    /// The Elo difference of the first of two players from the second, in the order they were named.
    pub elo: Option<Estimate>,
    /// The job: the players with their settings, limits, seed and version.
    pub job: Job,
    /// The number of games played.
    pub games: usize,
    /// The number of games scheduled.
    pub scheduled: usize,
    /// The players, the strongest first.
    pub players: Vec<PlayerSummary>,
    /// Each pair of opponents.
    pub head_to_heads: Vec<HeadToHeadSummary>,
    /// The number of games that ended in each way.
    pub ends: BTreeMap<EndKind, usize>,
    /// The number of games that repeat an earlier game move for move.
    pub repeats: usize,
    /// The endgame tables that could not be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread_tables: Vec<UnreadTable>,
    /// The sequential test of the first of two players.
    pub test: Option<TestSummary>,
    /// The sequential tests of several challengers, in the order of their head-to-heads.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<TestSummary>,
    /// The limits of each move, unless a player has separate ones.
    #[serde(skip)]
    pub(crate) limits: TimeControl,
}

/// An endgame table that could not be read, so games were not ended by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct UnreadTable {
    /// The file.
    pub file: String,
    /// The error, with the file.
    pub error: String,
    /// The number of games that needed it.
    pub games: usize,
}

/// The results of one player.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PlayerSummary {
    /// Its name.
    pub name: String,
    /// The player as it was given, without the label; empty for a player made in Rust.
    pub description: String,
    /// All its settings, with those that were not given.
    pub in_full: String,
    /// The name of its evaluator, if it is known.
    pub evaluator: Option<String>,
    /// Its Elo: for two players the difference from the other, for several from the average of all.
    pub elo: Estimate,
    /// The number of games won.
    pub wins: u64,
    /// The number of games drawn.
    pub draws: u64,
    /// The number of games lost.
    pub losses: u64,
    /// The share of points, from 0 to 1.
    pub score: f64,
    /// The number of its failures, by kind.
    pub faults: BTreeMap<EndKind, usize>,
    /// The first line that it wrote before its first game, if it is a program; the journal has the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// Its wrong lines.
    #[serde(skip_serializing_if = "WrongLines::is_empty")]
    pub wrong_lines: WrongLines,
    /// Its number in the match.
    #[serde(skip)]
    pub(crate) player: usize,
    /// Its games against each player, by the numbers.
    #[serde(skip)]
    pub(crate) against: Vec<Trinomial>,
}

/// The settings that decide the games of a match except their number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MatchSettings {
    pub(crate) game: String,
    pub(crate) players: Vec<PlayerPlan>,
    pub(crate) format: Format,
    #[serde(flatten)]
    pub(crate) rules: Rules,
    /// The most pieces of positions that endgame tables decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tables: Option<u32>,
    /// The number and the checksum of their files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) table_files: Option<String>,
    pub(crate) test: Option<Sprt>,
    pub(crate) seed: u64,
    pub(crate) openings: String,
}

/// The results of a match, whose games are counted in the order of their numbers.
#[derive(Debug, Clone)]
pub struct MatchResults {
    job: Job,
    /// The names of the players.
    pub(crate) names: Vec<String>,
    plans: Vec<PlayerPlan>,
    /// The test, if there is one.
    pub(crate) sprt: Option<Sprt>,
    limits: TimeControl,
    /// For each head-to-head, `true` if the counted games decide its test.
    decided: Vec<bool>,
    /// The first line that each player wrote before its first game.
    said: Vec<Option<String>>,
    unread_tables: BTreeMap<String, UnreadTable>,
    /// The counted games.
    pub(crate) standing: Standing,
}

impl MatchResults {
    /// Returns `true` if the counted games decide the test, or the tests of all challengers.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        !self.decided.is_empty() && self.decided.iter().all(|is_decided| *is_decided)
    }

    /// Returns `true` if the test of the two players who meet in this game is undecided.
    pub(crate) fn needs(&self, game: usize) -> bool {
        !self.decided[self.standing.schedule.head_to_head(game)]
    }

    /// Returns how many of this many games between all opponents the undecided tests need.
    pub(crate) fn needed(&self, games: usize) -> usize {
        let undecided = self.decided.iter().filter(|is_decided| !**is_decided);
        games / self.decided.len().max(1) * undecided.count()
    }

    /// Returns the names of the players of a game: of the first side and of the second.
    #[must_use]
    pub fn players_of(&self, entry: &GameEntry) -> [&str; 2] {
        let players = self.standing.schedule.fixture(entry.game).players;
        players.map(|player| self.names[player].as_str())
    }

    /// Returns the name of the player that lost a game by a fault.
    #[must_use]
    pub fn loser(&self, entry: &GameEntry) -> &str {
        self.players_of(entry)[entry.steps_of_first() / 2]
    }

    /// Makes the results of a match of this many games before any was played.
    #[must_use]
    pub fn new(job: Job, settings: &MatchSettings, games: usize) -> Self {
        let players = settings.players.len();
        let schedule = |rounds| Schedule::new(settings.format, players, rounds, settings.seed);
        let in_a_round = schedule(1).games().max(1);
        Self {
            job,
            names: settings.players.iter().map(|it| it.name.clone()).collect(),
            plans: settings.players.clone(),
            sprt: settings.test,
            limits: settings.rules.time_control.clone(),
            decided: vec![false; in_a_round / 2],
            said: vec![None; players],
            unread_tables: BTreeMap::new(),
            standing: Standing::new(schedule(games / in_a_round)),
        }
    }

    /// Turns them into the results of a shard, which cannot decide a test.
    pub(crate) fn of_shard(self) -> Self {
        Self { sprt: None, ..self }
    }

    /// Counts a game, unless a test needs earlier games first, or no more: a test is decided by the first games of its players that reach a
    /// bound, in the order of their numbers. Returns `true` if the game counts.
    pub fn count(&mut self, entry: &GameEntry) -> bool {
        let is_next = || self.needs(entry.game) && self.standing.is_next(entry.game);
        let counts = self.sprt.is_none() || is_next();
        if counts {
            self.standing.count(entry.counted());
            self.count_reports(entry);
        }
        if let (Some(sprt), true) = (self.sprt, counts) {
            let index = self.standing.schedule.head_to_head(entry.game);
            self.decided[index] = self.standing.decision(&sprt, index).is_some();
        }
        counts
    }

    /// Counts what programs wrote before a game, and the tables that could not be read in it.
    fn count_reports(&mut self, entry: &GameEntry) {
        let players = self.standing.schedule.fixture(entry.game).players;
        for (player, said) in players.into_iter().zip(&entry.said) {
            let known = self.said[player].take();
            self.said[player] = known.or_else(|| said.first().cloned());
        }
        for (file, error) in &entry.unread_tables {
            let first = || UnreadTable {
                file: file.clone(),
                error: error.clone(),
                games: 0,
            };
            let unread = self.unread_tables.entry(file.clone());
            unread.or_insert_with(first).games += 1;
        }
    }

    /// Returns the number of games counted.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.standing.games
    }

    /// Returns how much faster the first of two players searches than the second, as a share of the second's nodes per second.
    #[must_use]
    pub fn gain_of_speed(&self) -> Option<f64> {
        let [both] = self.standing.head_to_heads.as_slice() else {
            return None;
        };
        let [one, other] = both.players.map(|player| self.standing.speed(player));
        Some(one? / other? - 1.0)
    }

    /// Sums up the counted games.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let Self {
            names, standing, ..
        } = self;
        let player = |(player, elo): (usize, Estimate)| {
            let games = standing.games_of(player);
            let [losses, draws, wins] = games.0;
            let plan = &self.plans[player];
            let against = |other| standing.between(player, other).unwrap_or_default();
            PlayerSummary {
                name: names[player].clone(),
                description: plan.description.clone(),
                in_full: plan.in_full.clone(),
                evaluator: plan.evaluator.clone(),
                elo,
                wins,
                draws,
                losses,
                score: games.score(),
                faults: standing.faults[player].clone(),
                said: self.said[player].clone(),
                wrong_lines: standing.wrong_lines[player].clone(),
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
        let tested = self.sprt.map(|sprt| {
            let heads = standing.head_to_heads.iter();
            heads.map(move |both| TestSummary::new(sprt, both))
        });
        let mut tests: Vec<TestSummary> = tested.into_iter().flatten().collect();
        let test = tests.pop_if(|_| standing.head_to_heads.len() == 1);
        Summary {
            elo: (standing.schedule.players == 2).then(|| standing.head_to_heads[0].elo()),
            games: standing.games,
            scheduled: standing.schedule.games(),
            players,
            head_to_heads: head_to_heads.collect(),
            ends: standing.ends.clone(),
            repeats: standing.repeats(),
            unread_tables: self.unread_tables.values().cloned().collect(),
            test,
            tests,
            limits: self.limits.clone(),
            job: self.job.clone(),
        }
    }
}

/// Writes the players with their Elo, the cross-table, the statistics of each head-to-head, and the endings.
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
        if !self.tests.is_empty() {
            writeln!(f, "{}", self.table_of_tests())?;
        }
        writeln!(f, "Ends: {}", counts(&self.ends))?;
        for player in self.players.iter().filter(|it| !it.in_full.is_empty()) {
            writeln!(f, "{} plays {}", player.name, player.in_full)?;
        }
        let limits = self.limits.to_string();
        if !limits.is_empty() {
            writeln!(f, "Limits of a move: {limits}")?;
        }
        let players = self.players.iter();
        let evaluators = players.map(|player| (player.name.clone(), player.evaluator.clone()));
        if let Some(note) = different_evaluators(evaluators) {
            writeln!(f, "{note}")?;
        }
        for failure in self.failures() {
            writeln!(f, "Failed: {failure}")?;
        }
        for warning in self.warnings() {
            writeln!(f, "Warning: {warning}")?;
        }
        for UnreadTable { error, games, .. } in &self.unread_tables {
            let games = counted(*games, "game");
            writeln!(f, "Warning: {error} (needed in {games})")?;
        }
        for player in &self.players {
            if let Some(said) = &player.said {
                let name = &player.name;
                writeln!(f, "Note: before its first game, {name} wrote {said:?}")?;
            }
        }
        let pairs = self.head_to_heads.iter().map(|both| both.pairs.total());
        for note in notes(pairs.sum(), self.repeats, self.games as u64) {
            writeln!(f, "Note: {note}")?;
        }
        Ok(())
    }
}

impl Summary {
    /// Returns each player that failed, with the number of its faults in words.
    #[must_use]
    pub fn failures(&self) -> Vec<String> {
        let failed = self
            .players
            .iter()
            .filter(|player| !player.faults.is_empty());
        let text = |player: &PlayerSummary| format!("{}: {}", player.name, counts(&player.faults));
        failed.map(text).collect()
    }

    /// Returns the tested pairs, with their tests.
    fn tested(&self) -> impl Iterator<Item = (&HeadToHeadSummary, &TestSummary)> {
        self.head_to_heads
            .iter()
            .zip(self.test.iter().chain(&self.tests))
    }

    /// Returns each player with wrong lines, in words.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let players = self.players.iter();
        let warnings = players.flat_map(|player| player.wrong_lines.warnings(&player.name));
        warnings.collect()
    }

    /// Returns the tests of several challengers.
    fn table_of_tests(&self) -> String {
        let elo = |elo: f64| Unit::Difference.text(elo);
        let columns = Columns::new()
            .text("challenger", |(both, _): &(&HeadToHeadSummary, _)| {
                &both.players[0]
            })
            .text("against", |(both, _)| &both.players[1])
            .number("Elo diff", move |(both, _)| elo(both.elo.value))
            .number("95 %", move |(both, _)| {
                format!("[{}, {}]", elo(both.elo.low), elo(both.elo.high))
            })
            .number("games", |(both, _)| both.games.total())
            .number("LLR", |(_, test): &(_, &TestSummary)| {
                format!("{:.2}", test.llr)
            })
            .text("test", |(_, test)| test.decision_words());
        let table = columns.table(self.tested()).to_text();
        let settings = self.tests.first().map(|test| {
            let [low, high] = test.bounds;
            format!("LLR of [{low:.2}, {high:.2}] for {}", test.sprt)
        });
        format!("{table}{}\n", settings.unwrap_or_default())
    }

    /// Returns the test of a change in a line for a commit message: whether the first player, the new version, passed; a line each for
    /// several challengers. `gain_of_speed` is measured, and therefore not part of this summary, which is equal for equal matches.
    #[must_use]
    pub fn verdict(&self, gain_of_speed: Option<f64>) -> Option<String> {
        let lines = self.tested();
        let lines = lines.map(|(both, test)| self.verdict_on(both, test, gain_of_speed));
        Some(lines.collect::<Vec<_>>().join("\n")).filter(|lines| !lines.is_empty())
    }

    fn verdict_on(
        &self,
        both: &HeadToHeadSummary,
        test: &TestSummary,
        gain_of_speed: Option<f64>,
    ) -> String {
        let decision = match test.decision {
            None => "undecided",
            Some(Decision::Accepted) => "passed",
            Some(Decision::Rejected) => "failed",
        };
        let who = match self.tests.as_slice() {
            [] => String::new(),
            _ => format!(" {}", both.players[0]),
        };
        let Sprt { elo0, elo1, .. } = test.sprt;
        let [losses, draws, wins] = both.games.0;
        let speed = match gain_of_speed {
            Some(gain) => format!(", speed {:+.1} %", 100.0 * gain),
            None => String::new(),
        };
        format!(
            "Tested{who}: {decision} [{elo0}, {elo1}], LLR {:.2}, Elo {}, {}: +{wins} ={draws} -{losses}, pairs {:?}, {}{speed}",
            test.llr,
            both.elo,
            counted(both.games.total(), "game"),
            both.pairs.0,
            self.limits,
        )
    }

    /// Returns the Elo of all players as a plot.
    #[must_use]
    pub fn plot(&self) -> Picture {
        let zero = match self.players.len() {
            2 => "each against the other",
            _ => "the average of all is 0",
        };
        let games = counted(self.games, "game");
        let note = format!("95 % intervals; {zero}; {games}");
        let row = |player: &PlayerSummary| {
            let elo = player.elo;
            Row::estimate(&player.name, elo.value, (elo.low, elo.high))
        };
        let plot = RowPlot::new("Elo", Unit::Difference).alone();
        plot.note(&note)
            .rows(self.players.iter().map(row))
            .picture()
    }

    /// Returns the Elo of all players as a Markdown table.
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
                match player.description.as_str() {
                    description if description == player.name => String::new(),
                    "" => String::new(),
                    description => format!("`{description}`"),
                }
            });
        columns.table(&self.players).to_markdown()
    }

    fn cross_table(&self) -> String {
        let games = |player: &PlayerSummary| player.wins + player.draws + player.losses;
        let heading = match self.players.len() {
            2 => "Elo diff",
            _ => "Elo",
        };
        let elo = move |elo: f64| Unit::Difference.text(elo);
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
