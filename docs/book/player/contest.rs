//! Games and counts that show whether a player is better than the one before.

use plywood::chess::History;
use plywood::{Limits, Position, Score, Strategy};

use crate::book::matches::{elo, opened, pair};
use crate::book::players::Player;

/// Positions after six random moves.
pub(crate) fn openings(count: u64) -> impl Iterator<Item = History> {
    (0..count).map(opened)
}

/// Fails unless games show that the new player is stronger: a pair from each of these positions, with so many nodes for each move.
pub(crate) fn assert_wins(
    [mut new, mut old]: [Player; 2],
    nodes: u64,
    openings: impl Iterator<Item = History>,
) {
    let limits = Limits::nodes(nodes);
    let pairs = openings.map(|opening| {
        new.new_game();
        old.new_game();
        pair(&opening, (&mut *new, &limits), (&mut *old, &limits))
    });
    let pairs: Vec<f64> = pairs.collect();
    let [low, middle, high] = elo(&pairs);
    println!("{middle:+.0} [{low:+.0}, {high:+.0}] Elo against the player of the chapter before");
    assert!(
        low > 0.0,
        "{} pairs of games don't show that your player is stronger: {middle:+.0} [{low:+.0}, {high:+.0}] Elo",
        pairs.len()
    );
}

/// Fails unless the new player finds the scores of the old one with fewer nodes in nearly all of the book's positions: a race, where a step
/// is worth too little for games to show it.
pub(crate) fn assert_fewer_nodes<New: Strategy<Position>, Old: Strategy<Position>>(
    new: impl Fn() -> New,
    old: impl Fn() -> Old,
    depth: u32,
) {
    let (mut fewer, mut more) = (0, 0);
    for position in positions() {
        let (score, nodes) = searched(&mut new(), &position, depth);
        let (same, many) = searched(&mut old(), &position, depth);
        assert_eq!(score, same, "the score of {position}");
        fewer += u32::from(nodes < many);
        more += u32::from(nodes > many);
    }
    println!(
        "fewer nodes than the player of the chapter before in {fewer} positions, and more in {more}"
    );
    assert!(
        fewer > 2 * more,
        "fewer nodes in {fewer} positions, and more in {more}"
    );
}

/// The 24 selected positions of the book's comparisons.
pub(crate) fn positions() -> Vec<Position> {
    let positions = include_str!("../../../crates/catalog/src/standard/positions.epd");
    let lines = positions.lines().filter(|line| !line.starts_with('#'));
    let fen = |line: &str| {
        line.split_whitespace()
            .take(4)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let parse = |line| format!("{} 0 1", fen(line)).parse();
    lines
        .map(parse)
        .map(|position| position.expect("the position is legal"))
        .collect()
}

/// The score of a search to a fixed depth, and its nodes.
pub(crate) fn searched(
    search: &mut (impl Strategy<Position> + ?Sized),
    position: &Position,
    depth: u32,
) -> (Option<Score>, u64) {
    let report = search.search(position, &Limits::depth(depth));
    (report.score, report.stats.nodes)
}
