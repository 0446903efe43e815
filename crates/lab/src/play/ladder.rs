//! The ladder: a fixed list of players, from random moves to the full-strength engine.

use crate::play::summary::{PlayerSummary, Summary};
use crate::players::player_spec::{PlayerSpec, PlayerSpecError};
use crate::recast::recast_ref;
use crate::show::plot::{Picture, Row, RowPlot, Unit};
use crate::show::table::{Cell, Table};
use plywood_catalog::{Catalog, Playable, Spec};
use plywood_core::Position;

/// A player of the ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rung {
    /// The name that tables show.
    pub name: &'static str,
    /// The strategy with its limits; published programs have the depth that their authors used.
    pub spec: &'static str,
    /// A description in one sentence.
    pub about: &'static str,
}

/// The rungs of chess, roughly in the order in which programs of this kind are written.
pub const OF_CHESS: [Rung; 11] = [
    rung("random", "random:depth=1", "any legal move"),
    rung(
        "greedy",
        "minimax:evaluator=material,depth=1",
        "captures the most valuable piece it can, and mates in one",
    ),
    rung(
        "minimax",
        "minimax:evaluator=material,depth=3",
        "minimax as in a textbook, over material",
    ),
    rung(
        "BlogChess",
        "blogchess:depth=3",
        "negamax over material and mobility, from two blog posts of 2014",
    ),
    rung(
        "Chesspresso MMAI",
        "chesspresso-minimax:depth=4",
        "minimax over material, from a report of 2016",
    ),
    rung(
        "Swift post",
        "swift:depth=5",
        "alpha-beta over material, from a post of 2024, with its one missing line added",
    ),
    rung(
        "Chesspresso ABAI",
        "chesspresso-alpha-beta:depth=6",
        "alpha-beta with a table and iterative deepening over slightly random material, from the report of 2016",
    ),
    rung(
        "alpha-beta, classical",
        "alpha-beta-ordered:evaluator=classical,depth=4",
        "alpha-beta with every ordering over the classical evaluator",
    ),
    rung(
        "quiescence",
        "quiescence:evaluator=classical,depth=4",
        "alpha-beta with iterative deepening, every ordering, and quiescence",
    ),
    rung(
        "strongest",
        "strongest:depth=5",
        "principal variation search with everything: table, orderings, aspiration windows, quiescence",
    ),
    rung(
        "engine",
        "engine:depth=9",
        "the full-strength engine, whose pruning and reductions make its plies cheap",
    ),
];

/// The rungs of other games.
const OF_ANY_GAME: [Rung; 6] = [
    rung("random", "random:depth=1", "any legal move"),
    rung(
        "best next move",
        "minimax:depth=1",
        "the move with the best score",
    ),
    rung(
        "plain minimax",
        "minimax:depth=3",
        "minimax as in a textbook",
    ),
    rung(
        "playouts",
        "monte-carlo:nodes=1000",
        "Monte Carlo tree search",
    ),
    rung(
        "plain alpha-beta",
        "alpha-beta:depth=5",
        "alpha-beta as in a textbook",
    ),
    rung(
        "deep search",
        "pvs+killers+history+table+aspiration+deepening:depth=9",
        "principal variation search with a table, orderings and aspiration windows",
    ),
];

const fn rung(name: &'static str, spec: &'static str, about: &'static str) -> Rung {
    Rung { name, spec, about }
}

/// The players, one for each rung. To save time every depth is reduced by this many plies, but at least 1.
///
/// ```
/// use plywood_lab::ladder;
///
/// let players = ladder::players(&plywood_catalog::chess(), 2)?;
/// assert_eq!(players[0].name(), "random");
/// assert_eq!(players.last().and_then(|player| player.limits().depth), Some(7));
/// # Ok::<(), plywood_lab::PlayerSpecError>(())
/// ```
///
/// # Errors
/// A strategy of your own has taken a name that the ladder needs.
pub fn players<G: Playable>(
    catalog: &Catalog<G>,
    shallower: u32,
) -> Result<Vec<PlayerSpec<G>>, PlayerSpecError> {
    let rungs: &[Rung] = match recast_ref::<G, Position>(catalog.start()) {
        Some(_) => &OF_CHESS,
        None => &OF_ANY_GAME,
    };
    let player = |rung: &Rung| {
        let mut spec: Spec = rung.spec.parse()?;
        let depth = spec.limits.depth;
        spec.limits.depth = depth.map(|depth| depth.saturating_sub(shallower).max(1));
        PlayerSpec::read(catalog, &format!("{}={spec}", rung.name))
    };
    rungs.iter().map(player).collect()
}

/// The Elo of all players as a plot.
#[must_use]
pub fn picture(summary: &Summary) -> Picture {
    let note = format!(
        "Elo with 95 % intervals; the average of all is 0; {} games",
        summary.games
    );
    let row = |player: &PlayerSummary| {
        let elo = player.elo;
        Row::estimate(&player.name, elo.value, (elo.low, elo.high))
    };
    let plot = RowPlot::new("The ladder", Unit::Difference).alone();
    let rows = summary.players.iter().map(row);
    plot.note(&note).rows(rows).picture()
}

/// The Elo of all players as a Markdown table, with their descriptions.
#[must_use]
pub fn markdown(summary: &Summary) -> String {
    let table = Table::new()
        .text("player", |player: &&PlayerSummary| &player.name)
        .number("Elo", |player| format!("{:+.0}", player.elo.value))
        .number("95 %", |player| {
            format!("±{:.0}", player.elo.high - player.elo.value)
        })
        .number("score", |player| {
            Cell::measured(Unit::Share, player.score, 4)
        })
        .text("what it is", |player| what(player));
    table.to_markdown(&summary.players)
}

/// What a player is: its description, and how it is spelled.
fn what(player: &PlayerSummary) -> String {
    let mut rungs = OF_CHESS.iter().chain(&OF_ANY_GAME);
    let rung = rungs.find(|rung| rung.name == player.name);
    // A player without a label, as one that is made in Rust, has no text but its name.
    let (_, spec) = Spec::split_label(&player.description);
    let spec = Some(spec).filter(|spec| *spec != player.name);
    let spec = spec.map(|spec| format!("`{spec}`"));
    let about = rung.map(|rung| rung.about.to_owned());
    let what: Vec<String> = about.into_iter().chain(spec).collect();
    what.join(": ")
}
