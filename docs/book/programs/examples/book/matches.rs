//! Does it win? Two players at connect four, counted in pairs of games, with an interval.

use plywood::search::Random;
use plywood::search::games::ConnectFour;
use plywood::{AlphaBeta, Game, Limits, Score, Strategy};

/// Plays four random moves, then a game; the points of the player who moves first after them.
fn play(opening: u64, first: u32, second: u32) -> f64 {
    let mut board = ConnectFour::new();
    for ply in 0.. {
        let depth = if ply % 2 == 0 { first } else { second };
        let report = if ply < 4 {
            Random.search(&board, &Limits::depth(1).with_seed(100 * opening + ply))
        } else {
            AlphaBeta::new(ConnectFour::estimate).search(&board, &Limits::depth(depth))
        };
        let Some(mv) = report.best_move else {
            // The side to move has lost, or the board is full.
            let has_lost = report.score < Some(Score::DRAW);
            return match (has_lost, ply % 2) {
                (false, _) => 0.5,
                (true, 0) => 0.0,
                (true, _) => 1.0,
            };
        };
        board = board.after(mv);
    }
    unreachable!("a board is full after 42 plies")
}

/// How many Elo apart two players are of whom one scores this share of the points.
fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

pub fn main() {
    println!("pairs  score of depth 4 against depth 3   Elo, with 95 %");
    let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0);
    for pair in 1..=400 {
        // One opening, both sides: a lucky opening helps nobody.
        let points = f64::midpoint(play(pair, 4, 3), 1.0 - play(pair, 3, 4));
        sum += points;
        squares += points * points;
        count += 1.0;
        if [25, 100, 400].contains(&pair) {
            let mean: f64 = sum / count;
            let error = 1.96 * ((squares / count - mean * mean) / count).sqrt();
            let [low, middle, high] = [mean - error, mean, mean + error].map(elo);
            println!(
                "{pair:>5} {:>15.1} %  {middle:>20.0} [{low:.0}, {high:.0}]",
                100.0 * mean
            );
        }
    }
}
