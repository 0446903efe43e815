//! Our first game: the side that takes the last stick wins.

use plywood::search::Ending;
use plywood::{Game, Limits, Minimax, Score};

/// The number of sticks on the table. The side to move takes one, two or three.
#[derive(Clone)]
struct Sticks(u8);

impl Game for Sticks {
    type Move = u8;
    type Moves = Vec<u8>;

    fn legal_moves(&self) -> Vec<u8> {
        (1..=self.0.min(3)).collect()
    }

    fn after(&self, taken: u8) -> Self {
        Self(self.0 - taken)
    }

    fn ending(&self, moves: &[u8]) -> Option<Ending> {
        // The opponent has just taken the last stick.
        moves.is_empty().then_some(Ending::Lost)
    }
}

/// Counts the ways to play the next few moves.
fn perft(game: &Sticks, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = game.legal_moves();
    moves
        .iter()
        .map(|&mv| perft(&game.after(mv), depth - 1))
        .sum()
}

pub fn main() {
    for depth in 1..=6 {
        println!("{depth} moves: {} ways", perft(&Sticks(12), depth));
    }
    println!("\nsticks  take  score");
    for sticks in 1..=12 {
        let nobody_knows = |_: &Sticks| Score::DRAW;
        let report = Minimax::new(nobody_knows).search(&Sticks(sticks), &Limits::depth(12));
        let (take, score) = (
            report.best_move.unwrap_or(0),
            report.score.unwrap_or(Score::DRAW),
        );
        println!(
            "{sticks:>6}  {take:>4}  {score:>5}",
            score = score.to_string()
        );
    }
}
