//! A network learns who wins at connect four from the games of a shallow search.

use std::io;
use std::iter::successors;

use plywood::search::Ending;
use plywood::search::games::ConnectFour;
use plywood::{AlphaBeta, Game, Limits, Score};
use plywood_net::ConnectFourInputs;
use plywood_net::train::{Rows, Settings, Trainer};

use crate::pairs::{elo, opening, pair};

/// The boards of a game after six random moves.
fn boards(game: u64) -> Vec<ConnectFour> {
    let after_best = |board: &ConnectFour| {
        let report = AlphaBeta::new(ConnectFour::estimate).search(board, &Limits::depth(4));
        report.best_move.map(|mv| board.after(mv))
    };
    successors(Some(opening(game, 6)), after_best).collect()
}

/// Learns from nine of ten games, ten times. The tenth only shows how well it does.
pub fn learn(games: u64) -> io::Result<Trainer<ConnectFourInputs>> {
    let mut rows = [Rows::new(1), Rows::new(1)];
    for game in 0..games {
        let (boards, rows) = (boards(game), &mut rows[usize::from(game % 10 == 9)]);
        let last = boards[boards.len() - 1];
        let is_won = last.ending_at_leaf() == Some(Ending::Lost);
        for board in &boards {
            let has_won = f32::from(board.to_move() != last.to_move());
            rows.push(board, Score::DRAW, if is_won { has_won } else { 0.5 })?;
        }
    }
    let mut settings = Settings::default();
    (settings.hidden, settings.buckets, settings.epochs) = (32, 1, 10);
    (settings.batch, settings.rate, settings.result_share) = (64, 0.01, 1.0);
    let [training, held_out] = rows;
    let mut trainer = Trainer::new(settings, &training);
    while !trainer.is_done() {
        trainer.epoch(&training, &held_out, 1, &mut |_| ())?;
    }
    Ok(trainer)
}

pub fn main() {
    println!("games  learned from  held out   score   Elo");
    let plies = &Limits::depth(3);
    for games in [100, 1_000, 5_000] {
        let trainer = learn(games).expect("a million positions have room in memory");
        let (last, network) = (&trainer.course()[9], trainer.network());
        let learned = |board: &_| AlphaBeta::new(network.clone()).search(board, plies);
        let simple = |board: &_| AlphaBeta::new(ConnectFour::estimate).search(board, plies);
        let of_pair = |number: u64| pair(1_000_000 + number, &learned, &simple);
        let share = (0..100).map(of_pair).sum::<f64>() / 100.0;
        let (seen, held_out) = (last.training, last.validation);
        let (share, elo) = (100.0 * share, elo(share));
        println!("{games:>5} {seen:>13.3} {held_out:>9.3} {share:>5.1} % {elo:>4.0}");
    }
}
