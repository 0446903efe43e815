//! [`Ladder`]: a fixed list of players, from random moves to the full-strength engine.

use crate::play::summary::Summary;
use crate::players::player_spec::{PlayerSpec, PlayerSpecError};
use crate::show::plot::{Picture, Row, RowPlot, Unit};
use std::fmt::Write as _;

/// A player of the ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rung {
    /// The name that tables show.
    pub name: &'static str,
    /// The strategy spec without its depth.
    pub spec: &'static str,
    /// The depth in plies; for published programs, the one that their authors used.
    pub depth: u32,
    /// A description in one sentence.
    pub about: &'static str,
}

/// The rungs, roughly in the order in which programs of this kind are written.
pub const LADDER: [Rung; 11] = [
    rung("random", "random", 1, "any legal move"),
    rung(
        "greedy",
        "minimax:evaluator=material",
        1,
        "captures the most valuable piece it can, and mates in one",
    ),
    rung(
        "minimax",
        "minimax:evaluator=material",
        3,
        "minimax as in a textbook, over material",
    ),
    rung(
        "BlogChess",
        "blogchess:",
        3,
        "negamax over material and mobility, from two blog posts of 2014",
    ),
    rung(
        "Chesspresso MMAI",
        "chesspresso-minimax:",
        4,
        "minimax over material, from a report of 2016",
    ),
    rung(
        "Swift post",
        "swift:",
        5,
        "alpha-beta over material, from a post of 2024, with its one missing line added",
    ),
    rung(
        "Chesspresso ABAI",
        "chesspresso-alpha-beta:",
        6,
        "alpha-beta with a table and iterative deepening over slightly random material, from the report of 2016",
    ),
    rung(
        "alpha-beta, classical",
        "alpha-beta-ordered:evaluator=classical",
        4,
        "alpha-beta with every ordering over the classical evaluator",
    ),
    rung(
        "quiescence",
        "quiescence:evaluator=classical",
        4,
        "alpha-beta with iterative deepening, every ordering, and quiescence",
    ),
    rung(
        "strongest",
        "strongest:",
        5,
        "principal variation search with everything: table, orderings, aspiration windows, quiescence",
    ),
    rung(
        "engine",
        "engine:",
        9,
        "the full-strength engine, whose pruning and reductions make its plies cheap",
    ),
];

const fn rung(name: &'static str, spec: &'static str, depth: u32, about: &'static str) -> Rung {
    Rung {
        name,
        spec,
        depth,
        about,
    }
}

/// The ladder, with depths that can be reduced to save time.
///
/// ```
/// use plywood_lab::Ladder;
///
/// let players = Ladder::shallower_by(2).players()?;
/// assert_eq!(players[0].name(), "random");
/// assert_eq!(players.last().and_then(|player| player.limits().depth), Some(7));
/// # Ok::<(), plywood_lab::PlayerSpecError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ladder {
    shallower: u32,
}

impl Ladder {
    /// The ladder with every depth reduced by this many plies, but at least 1.
    #[must_use]
    pub const fn shallower_by(plies: u32) -> Self {
        Self { shallower: plies }
    }

    /// The players, one for each rung.
    ///
    /// # Errors
    /// Never: a test parses every rung.
    pub fn players(self) -> Result<Vec<PlayerSpec>, PlayerSpecError> {
        LADDER.iter().map(|rung| self.spec(rung).parse()).collect()
    }

    /// The strategy spec of a rung as text.
    fn spec(self, rung: &Rung) -> String {
        let Rung {
            name, spec, depth, ..
        } = rung;
        let between = match spec.split_once(':') {
            None => ":",
            Some((_, "")) => "",
            Some(_) => ",",
        };
        format!(
            "{name}={spec}{between}depth={}",
            depth.saturating_sub(self.shallower).max(1)
        )
    }

    /// The Elo of all players as a plot.
    #[must_use]
    pub fn picture(summary: &Summary) -> Picture {
        let plot = RowPlot::new("The ladder", Unit::Difference)
            .alone()
            .note(&format!(
                "Elo with 95 % intervals; the average of all is 0; {} games",
                summary.games
            ));
        let row = |name: &str, elo: &crate::statistics::Estimate| {
            Row::estimate(name, elo.value, (elo.low, elo.high))
        };
        summary
            .players
            .iter()
            .fold(plot, |plot, player| {
                plot.row(row(&player.name, &player.elo))
            })
            .picture()
    }

    /// The Elo of all players as a Markdown table, with their descriptions.
    #[must_use]
    pub fn markdown(summary: &Summary) -> String {
        let mut text =
            "| player | Elo | 95 % | score | what it is |\n|---|--:|--:|--:|---|\n".to_owned();
        for player in &summary.players {
            let about = LADDER
                .iter()
                .find(|rung| rung.name == player.name)
                .map_or("", |rung| rung.about);
            let _ = writeln!(
                text,
                "| {} | {:+.0} | ±{:.0} | {:.1} % | {about}: `{}` |",
                player.name,
                player.elo.value,
                player.elo.high - player.elo.value,
                100.0 * player.score,
                player
                    .description
                    .split_once('=')
                    .map_or("", |(_, spec)| spec),
            );
        }
        text
    }
}
