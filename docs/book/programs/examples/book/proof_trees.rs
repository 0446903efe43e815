//! The fewest leaves that prove a value, found by trying every choice: how far from perfect is a search?

use std::collections::HashSet;

use plywood::search::games::{ConnectFour, Tree};
use plywood::search::{Ending, Keyed};
use plywood::{
    AlphaBeta, Captures, Evaluator, Killers, Limits, Material, Position, QuietHistory, Score,
    Strategy,
};

/// The keys of the fewest leaves, fewer than the limit, that prove a score: the side to move has at least this if it `chooses`, and
/// at most this if its opponent does. One move is enough for the side that chooses; all moves of the other side need a proof.
fn proof<G: Keyed>(
    game: &G,
    depth: u32,
    look: &impl Fn(&G) -> Score,
    (score, chooses): (Score, bool),
    limit: usize,
) -> Option<Vec<u64>> {
    let moves = game.legal_moves();
    let ended = game.ending(&moves).map(|ending| match ending {
        Ending::Lost => Score::lost_in(0),
        Ending::Won => Score::won_in(0),
        Ending::Scored(points) => points,
        _ => Score::DRAW,
    });
    if let Some(value) = ended.or_else(|| (depth == 0).then(|| look(game))) {
        let is_proven = if chooses {
            value >= score
        } else {
            value <= score
        };
        return (is_proven && limit > 1).then(|| vec![game.key()]);
    }
    let goal = (-score, !chooses);
    let below = |mv, limit| proof(&game.after(mv), depth - 1, look, goal, limit);
    let (mut best, mut sum) = (None, Vec::new());
    for &mv in &*moves {
        if chooses {
            let limit = best.as_ref().map_or(limit, Vec::len);
            best = below(mv, limit).or(best);
        } else {
            sum.extend(below(mv, limit - sum.len())?);
        }
    }
    if chooses { best } else { Some(sum) }
}

/// Prints how many leaves a search visits, how many prove its value, and how many different positions these are.
fn compare<G: Keyed>(
    name: &str,
    game: &G,
    depth: u32,
    look: impl Fn(&G) -> Score,
    mut search: impl Strategy<G>,
) {
    let report = search.search(game, &Limits::depth(depth));
    let value = report.score.expect("no limit stops it");
    let both = [true, false].map(|chooses| {
        proof(game, depth, &look, (value, chooses), usize::MAX).expect("it has this value")
    });
    let different: HashSet<u64> = both.iter().flatten().copied().collect();
    // The best line ends in a leaf of both proofs.
    let fewest = both[0].len() + both[1].len() - 1;
    println!(
        "{name:<34}{:>8}{fewest:>8}{:>20}",
        report.stats.leaves(),
        different.len()
    );
}

pub fn main() {
    println!("alpha-beta                         leaves  fewest  different positions");
    for text in [
        "((3 12 8) (2 4 6) (2 14 5))",
        "((5 9) ((0 0 0 0) (3)))",
        "((5 9) ((3) (0 0 0 0)))",
    ] {
        let tree: Tree = text.parse().expect("the tree is well written");
        compare(
            text,
            &tree,
            9,
            Tree::estimate,
            AlphaBeta::new(Tree::estimate),
        );
    }
    let order = || (Captures, Killers::new(), QuietHistory::new());
    let chess: Position = "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5"
        .parse()
        .expect("it is legal");
    let material = Material::default();
    let search = AlphaBeta::new(material).ordering(order());
    compare(
        "chess, 5 plies",
        &chess,
        5,
        |position| material.evaluate(position),
        search,
    );
    let search = AlphaBeta::new(ConnectFour::estimate).ordering(Killers::new());
    compare(
        "connect four, 8 plies",
        &ConnectFour::new(),
        8,
        ConnectFour::estimate,
        search,
    );
}
