//! A match as tables and as a plot.

use crate::play::summary::{HeadToHeadSummary, PlayerSummary, Summary, counts};
use plywood_catalog::Spec;
use plywood_report::plot::{Picture, Row, RowPlot, Unit};
use plywood_report::{Cell, Columns};
use std::fmt;

/// The players with their Elo, the cross-table, the statistics of each head-to-head, and how the games ended.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} of {} games\n\n{}",
            self.games,
            self.scheduled,
            self.cross_table()
        )?;
        if let [head_to_head] = self.head_to_heads.as_slice() {
            writeln!(f, "{head_to_head}")?;
        }
        if let Some(test) = &self.test {
            writeln!(f, "{test}")?;
        }
        writeln!(f, "Ends: {}", counts(&self.ends))?;
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
    /// The Elo of all players as a plot.
    #[must_use]
    pub fn plot(&self) -> Picture {
        let note = format!(
            "95 % intervals; the average of all is 0; {} games",
            self.games
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
