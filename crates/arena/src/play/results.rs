//! [`MatchResult`]: the result of a match, as data, as tables and as a plot.

use crate::play::ending::EndKind;
use crate::play::head_to_head::{HeadToHeadSummary, TestSummary, notes};
use crate::play::schedule::counts;
use crate::players::lines::WrongLines;
use crate::players::player::TimeControl;
use crate::statistics::{Decision, Estimate, Sprt, Trinomial};
use plywood_report::plot::{Picture, Row, RowPlot, Unit};
use plywood_report::{Columns, counted};
use std::collections::BTreeMap;
use std::fmt;

/// The result of a match as data; its text has tables. Infinite ends of intervals are null in JSON.
///
/// ```
/// use plywood_arena::{Entrant, Match};
/// use plywood_search::games::TicTacToe;
/// use plywood_search::{Limits, Random};
///
/// let [one, other] = ["one", "other"].map(|name| Entrant::new(name, |_seed| Random));
/// let result = Match::new(TicTacToe::new(), [one, other], Limits::depth(1)).games(20).run()?;
/// let both = &result.head_to_heads[0];
/// assert_eq!((result.games, both.games.total(), both.pairs.total()), (20, 20, 10));
/// assert!(result.elo.is_some_and(|elo| elo.low <= elo.value && elo.value <= elo.high));
/// println!("{result}");
/// # Ok::<(), plywood_arena::MatchError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct MatchResult {
    /// The Elo difference of the first of two players from the second, in the order they were named.
    pub elo: Option<Estimate>,
    /// The number of games played.
    pub games: usize,
    /// The number of games scheduled.
    pub scheduled: usize,
    /// The players, the strongest first.
    pub players: Vec<PlayerResult>,
    /// Each pair of opponents.
    pub head_to_heads: Vec<HeadToHeadSummary>,
    /// The number of games that ended in each way.
    pub ends: BTreeMap<EndKind, usize>,
    /// The number of games that repeat an earlier game move for move.
    pub repeats: usize,
    /// The number of games that were played again, because one was lost on time while the machine was later than the player.
    #[cfg_attr(feature = "serde", serde(default))]
    pub replays: usize,
    /// The sequential test of the first of two players.
    pub test: Option<TestSummary>,
    /// The sequential tests of several challengers, in the order of their head-to-heads.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub tests: Vec<TestSummary>,
    /// The limits of each move, unless a player has separate ones.
    pub limits: TimeControl,
}

/// The results of one player.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PlayerResult {
    /// Its name.
    pub name: String,
    /// Its place in the order in which the players were named, from 0.
    pub number: usize,
    /// Its Elo: for two players the difference from the other, for several from the average of all.
    pub elo: Estimate,
    /// Its games.
    pub games: Trinomial,
    /// Its games against each player, in the order in which they were named.
    pub against: Vec<Trinomial>,
    /// The share of points, from 0 to 1.
    pub score: f64,
    /// The number of games that it lost on time.
    #[cfg_attr(feature = "serde", serde(default))]
    pub lost_on_time: usize,
    /// The number of its failures, by kind.
    pub faults: BTreeMap<EndKind, usize>,
    /// Its first failure, in a sentence.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub first_failure: Option<String>,
    /// Its wrong lines.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "WrongLines::is_empty")
    )]
    pub wrong_lines: WrongLines,
}

/// Writes the players with their Elo, the cross-table, the statistics of each head-to-head, and the endings.
impl fmt::Display for MatchResult {
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
        let limits = self.limits.to_string();
        if !limits.is_empty() {
            writeln!(f, "Limits of a move: {limits}")?;
        }
        let pairs = self.head_to_heads.iter().map(|both| both.pairs.total());
        let notes = notes(pairs.sum(), self.repeats, self.games as u64);
        let notes = notes.chain(self.notes_on_time()).collect();
        for (kind, lines) in [
            ("Failed", self.failures()),
            ("Warning", self.warnings()),
            ("Note", notes),
        ] {
            lines
                .iter()
                .try_for_each(|line| writeln!(f, "{kind}: {line}"))?;
        }
        Ok(())
    }
}

impl MatchResult {
    /// Returns the player with this number in the order in which they were named, from 0.
    #[must_use]
    pub fn player(&self, number: usize) -> Option<&PlayerResult> {
        self.players.iter().find(|player| player.number == number)
    }

    /// Returns each player that failed, with the number of its faults and the first of them.
    #[must_use]
    pub fn failures(&self) -> Vec<String> {
        let failed = self.players.iter();
        let failed = failed.filter(|player| !player.faults.is_empty());
        let text = |player: &PlayerResult| {
            let first = player
                .first_failure
                .iter()
                .map(|first| format!("; {first}"));
            let first: String = first.collect();
            format!("{}: {}{first}", player.name, counts(&player.faults))
        };
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

    /// Returns a note on each player that lost on time, and one on games played again because the machine was late.
    #[must_use]
    pub fn notes_on_time(&self) -> Vec<String> {
        let late = self.players.iter().filter(|it| it.lost_on_time > 0);
        let notes = late.map(|it| {
            let games = counted(it.games.total(), "game");
            format!("{} lost {} of {games} on time", it.name, it.lost_on_time)
        });
        let replayed = (self.replays > 0).then(|| {
            let games = counted(self.replays, "game");
            format!(
                "{games} lost on time while the machine was later than the player, and played again"
            )
        });
        notes.chain(replayed).collect()
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
        let [lost, drawn, won] = both.games.0;
        let speed = match gain_of_speed {
            Some(gain) => format!(", speed {:+.1} %", 100.0 * gain),
            None => String::new(),
        };
        format!(
            "Tested{who}: {decision} [{elo0}, {elo1}], LLR {:.2}, Elo {}, {}: +{won} ={drawn} -{lost}, pairs {:?}, {}{speed}",
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
        let row = |player: &PlayerResult| {
            let elo = player.elo;
            Row::estimate(&player.name, elo.value, (elo.low, elo.high))
        };
        let plot = RowPlot::new("Elo", Unit::Difference).alone();
        plot.note(&note)
            .rows(self.players.iter().map(row))
            .picture()
    }

    fn cross_table(&self) -> String {
        let heading = match self.players.len() {
            2 => "Elo diff",
            _ => "Elo",
        };
        let elo = move |elo: f64| Unit::Difference.text(elo);
        let mut columns = Columns::new()
            .text("player", |(_, player): &(usize, &PlayerResult)| {
                &player.name
            })
            .number("#", |(number, _)| *number)
            .number(heading, move |(_, player)| elo(player.elo.value))
            .number("95 %", move |(_, player)| {
                format!("[{}, {}]", elo(player.elo.low), elo(player.elo.high))
            })
            .number("games", |(_, player)| player.games.total())
            .number("score", |(_, player)| {
                format!("{:.1} %", 100.0 * player.score)
            });
        for (number, other) in (1..).zip(&self.players) {
            columns = columns.number(number.to_string(), |(_, player)| {
                match player.against[other.number] {
                    games if games.total() > 0 => format!("{}/{}", games.points(), games.total()),
                    _ => String::new(),
                }
            });
        }
        columns.table((1..).zip(&self.players)).to_text()
    }
}
