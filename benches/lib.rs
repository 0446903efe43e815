//! Positions to measure on, for the benchmarks: `cargo bench --bench evaluators`.

use fastrand::Rng;
use plywood_core::Position;

const GAMES: usize = 20;
const LONGEST: usize = 80;
/// Half-moves between two positions taken from a game.
const APART: usize = 5;

/// Positions of random games, the same at every run.
#[must_use]
pub fn positions() -> Vec<Position> {
    let mut random = Rng::with_seed(2);
    let mut positions = Vec::new();
    for _ in 0..GAMES {
        let mut position = Position::START;
        for ply in 0..LONGEST {
            if ply % APART == 0 {
                positions.push(position.clone());
            }
            let Some(mv) = random.choice(position.legal_moves()) else {
                break;
            };
            position = position.play_unchecked(mv);
        }
    }
    positions
}
