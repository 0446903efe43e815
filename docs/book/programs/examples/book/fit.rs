//! Finds what the pieces are worth from games, starting with weights that are all wrong.

use plywood::chess::{History, Outcome};
use plywood::eval::{Fit, GameResult, Sample, Side};
use plywood::search::Random;
use plywood::{AlphaBeta, Classical, Limits, PieceKind, Position, Strategy, Weighted};

/// It thinks every piece is worth a pawn.
pub fn beginner() -> Weighted<Position> {
    let pieces = PieceKind::ALL
        .into_iter()
        .filter(|kind| *kind != PieceKind::King);
    pieces.fold(Weighted::new(), |all, kind| {
        let count =
            move |position: &Position, side: Side| position.pieces(side.into(), kind).len() as i32;
        all.term(&format!("{kind:?}"), 100, count)
    })
}

/// Plays a game of a shallow search against itself after random moves; returns its positions, and how it ended.
pub fn play(game: u64) -> Vec<Sample<Position>> {
    let mut search = AlphaBeta::new(Classical::default()).quiescence();
    let (mut history, mut positions) = (History::default(), Vec::new());
    for ply in 0..300 {
        let position = history.position().clone();
        let limits = Limits::depth(1).with_seed(300 * game + ply);
        let player: &mut dyn Strategy<Position> = if ply < 30 { &mut Random } else { &mut search };
        let report = player.search(&position, &limits);
        let Some(mv) = report.best_move else { break };
        let is_quiet = !position.is_check() && !position.is_capture(mv);
        if ply >= 30 && ply % 3 == 0 && is_quiet {
            positions.push(position);
        }
        if history.play(mv).is_err() || history.claim().is_some() {
            break;
        }
    }
    let mut result = GameResult::Drawn;
    if let Some(Outcome::Checkmate { winner }) = history.outcome() {
        result = GameResult::Won(winner.into());
    }
    let sample = |position| Sample {
        position,
        game,
        result: Some(result),
        score: None,
    };
    positions.into_iter().map(sample).collect()
}

pub fn main() {
    let samples: Vec<_> = (0..400).flat_map(play).collect();
    println!("{} positions of 400 games", samples.len());
    let fitted = Fit::default().run(beginner(), &samples);
    println!("{fitted}");
}
