//! Does it win? Two players at connect four, counted in pairs of games, with an interval.

use plywood::search::games::ConnectFour;
use plywood::{AlphaBeta, Limits};

use crate::pairs::{elo, pair};

pub fn main() {
    let [three, four] = [3, 4].map(|depth| {
        let limits = Limits::depth(depth);
        move |board: &_| AlphaBeta::new(ConnectFour::estimate).search(board, &limits)
    });
    println!("pairs  score of depth 4 against depth 3   Elo, with 95 %");
    let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0);
    for number in 1..=400 {
        let points = pair(number, &four, &three);
        sum += points;
        squares += points * points;
        count += 1.0;
        if [25, 100, 400].contains(&number) {
            let mean: f64 = sum / count;
            let error = 1.96 * ((squares / count - mean * mean) / count).sqrt();
            let [low, middle, high] = [mean - error, mean, mean + error].map(elo);
            println!(
                "{number:>5} {:>15.1} %  {middle:>20.0} [{low:.0}, {high:.0}]",
                100.0 * mean
            );
        }
    }
}
