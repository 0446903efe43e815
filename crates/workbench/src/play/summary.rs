//! [`Summary`]: the results of a tournament, with its job; and [`MatchResults`], which counts its games.

use crate::journal::{Job, is_default};
use crate::play::entry::GameEntry;
use crate::players::plan::PlayerPlan;
use crate::players::player_spec::different_evaluators;
use plywood_arena::statistics::Sprt;
use plywood_arena::{Format, MatchResult, PlayerResult, Rules, Schedule, Tally};
use plywood_report::plot::Unit;
use plywood_report::{Cell, Columns, counted};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;

/// The results of a tournament as data: those of its match, with the job.
///
/// ```
/// use plywood_workbench::{Summary, Tournament};
///
/// let game = plywood_catalog::Catalog::connect_four();
/// let summary = Tournament::new(&game, ["mine=alpha-beta:depth=4", "random"])?.games(10).run()?;
/// assert_eq!((summary.games, summary.players[0].name.as_str()), (10, "mine"));
/// assert!(summary.plans()[0].in_full.contains("depth=4"));
/// let read: Summary = serde_json::from_str(&serde_json::to_string(&summary)?)?;
/// assert_eq!(read.ends, summary.ends);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Summary {
    /// The result of the match.
    #[serde(flatten)]
    pub result: MatchResult,
    /// The job: the players with their settings, limits, seed and version.
    pub job: Job,
    /// The endgame tables that could not be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread_tables: Vec<UnreadTable>,
    /// The first line that each program wrote before its first game, by player; the journal has the others.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub said: BTreeMap<String, String>,
}

/// An endgame table that could not be read, so games were not ended by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UnreadTable {
    /// The file.
    pub file: String,
    /// The error, with the file.
    pub error: String,
    /// The number of games that needed it.
    pub games: usize,
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
    /// `true` if the lines of mate scores are checked, too.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) checks_mates: bool,
    pub(crate) test: Option<Sprt>,
    pub(crate) seed: u64,
    pub(crate) openings: String,
}

/// The results of a tournament, whose games are counted in the order of their numbers.
#[derive(Debug, Clone)]
pub struct MatchResults {
    job: Job,
    tally: Tally,
    said: BTreeMap<String, String>,
    unread_tables: BTreeMap<String, UnreadTable>,
}

impl Deref for MatchResults {
    type Target = Tally;

    fn deref(&self) -> &Tally {
        &self.tally
    }
}

impl MatchResults {
    /// Makes the results of a match of this many games before any was played.
    #[must_use]
    pub fn new(job: Job, settings: &MatchSettings, games: usize) -> Self {
        let names = settings.players.iter().map(|it| it.name.clone());
        let names: Vec<String> = names.collect();
        let of_rounds = |rounds| Schedule::new(settings.format, names.len(), rounds, settings.seed);
        let rounds = games / of_rounds(1).games().max(1);
        let (schedule, control) = (of_rounds(rounds), settings.rules.time_control.clone());
        Self {
            job,
            tally: Tally::new(names, schedule, settings.test, control),
            said: BTreeMap::new(),
            unread_tables: BTreeMap::new(),
        }
    }

    /// Counts without a test, such as the games of a shard, which can't decide it.
    pub(crate) fn without_test(self) -> Self {
        let tally = self.tally.without_test();
        Self { tally, ..self }
    }

    /// Returns the name of the player that lost a game by a fault.
    #[must_use]
    pub fn loser(&self, entry: &GameEntry) -> &str {
        self.players_of(entry.game)[entry.steps_of_first() / 2]
    }

    /// Counts a game like [`Tally::count`]. Returns `true` if it counts.
    pub fn count(&mut self, entry: &GameEntry) -> bool {
        let counts = self.tally.count(entry.counted());
        if counts {
            self.count_reports(entry);
        }
        counts
    }

    /// Counts what programs wrote before a game, and the tables that could not be read in it.
    fn count_reports(&mut self, entry: &GameEntry) {
        let players = self.tally.players_of(entry.game);
        for (player, said) in players.into_iter().zip(&entry.said) {
            if let (Some(first), false) = (said.first(), self.said.contains_key(player)) {
                self.said.insert(player.to_owned(), first.clone());
            }
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

    /// Sums up the counted games.
    #[must_use]
    pub fn summary(&self) -> Summary {
        Summary {
            result: self.tally.result(),
            job: self.job.clone(),
            unread_tables: self.unread_tables.values().cloned().collect(),
            said: self.said.clone(),
        }
    }
}

impl Deref for Summary {
    type Target = MatchResult;

    fn deref(&self) -> &MatchResult {
        &self.result
    }
}

/// Writes the result of the match, and how its players played.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.result)?;
        let plans = self.plans();
        for PlayerPlan { name, in_full, .. } in plans.iter().filter(|it| !it.in_full.is_empty()) {
            writeln!(f, "{name} plays {in_full}")?;
        }
        let programs = plans.iter().filter(|plan| plan.program.is_some());
        for PlayerPlan { name, limits, .. } in programs {
            if limits.inherit(&self.limits.limits).soft_nodes().is_some() {
                let note = "has no limit of soft nodes, which programs don't know";
                writeln!(f, "Note: {name} {note}")?;
            }
        }
        let evaluators = plans.into_iter().map(|plan| (plan.name, plan.evaluator));
        if let Some(note) = different_evaluators(evaluators) {
            writeln!(f, "{note}")?;
        }
        for UnreadTable { error, games, .. } in &self.unread_tables {
            let games = counted(*games, "game");
            writeln!(f, "Warning: {error} (needed in {games})")?;
        }
        for (name, said) in &self.said {
            writeln!(f, "Note: before its first game, {name} wrote {said:?}")?;
        }
        Ok(())
    }
}

impl Summary {
    /// Returns the plans of the players, the strongest first.
    #[must_use]
    pub fn plans(&self) -> Vec<PlayerPlan> {
        let settings: Option<MatchSettings> = self.job.settings().ok();
        let plans = settings.map_or_else(Vec::new, |settings| settings.players);
        let players = self.players.iter();
        players
            .filter_map(|player| plans.get(player.number).cloned())
            .collect()
    }

    /// Returns the Elo of all players as a Markdown table.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        type Row<'a> = (&'a PlayerResult, PlayerPlan);
        let columns = Columns::new()
            .text("player", |(player, _): &Row<'_>| &player.name)
            .number("Elo", |(player, _)| format!("{:+.0}", player.elo.value))
            .number("95 %", |(player, _)| {
                format!("±{:.0}", player.elo.high - player.elo.value)
            })
            .number("score", |(player, _)| {
                Cell::measured(Unit::Share, player.score, 4)
            })
            .text("what it plays with", |(player, plan)| {
                match plan.description.as_str() {
                    description if description == player.name => String::new(),
                    "" => String::new(),
                    description => format!("`{description}`"),
                }
            });
        let rows: Vec<Row<'_>> = self.players.iter().zip(self.plans()).collect();
        columns.table(rows).to_markdown()
    }
}
