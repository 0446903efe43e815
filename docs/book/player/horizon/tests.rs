use plywood::search::StaticEvaluation;
use plywood::{AlphaBeta, Limits, Material, Position, San, Score};

use super::step::Quiet;
use crate::book::null_windows::Asking;
use crate::book::players::{blind, counting, deepening, learned};
use crate::book::tables::Memory;
use crate::contest::{assert_wins, openings};

/// The queen can take pawns that are defended by pawns.
const POSITION: &str = "4k3/1pp2p2/p2p2p1/4p3/8/4P1Q1/5PPP/6K1 w - - 0 1";

#[test]
fn the_queen_stays_at_home() {
    let position: Position = POSITION.parse().unwrap();
    let blind = StaticEvaluation::new(Material::default());
    let taken = AlphaBeta::with_horizon(blind).search(&position, &Limits::depth(1));
    assert_eq!(position.san(taken.best_move).to_string(), "Qxe5+");
    let mut seeing = AlphaBeta::with_horizon(Quiet(Material::default()));
    let report = seeing.search(&position, &Limits::depth(1));
    assert_eq!(report.score, Some(Score::centipawns(650)));
    assert!(!position.is_capture(report.best_move.unwrap()));
}

#[test]
fn the_knight_takes_where_the_exchange_wins() {
    let position: Position = "6k1/8/5n2/3p4/8/2N5/8/3R2K1 w - - 0 1".parse().unwrap();
    let mut search = AlphaBeta::with_horizon(Quiet(Material::default()));
    let report = search.search(&position, &Limits::depth(1));
    assert_eq!(position.san(report.best_move).to_string(), "Nxd5");
}

#[test]
fn it_beats_the_player_that_stops_in_the_middle() {
    let [new, old] = [
        deepening(Asking(Quiet(counting()), learned(), Memory::default())),
        deepening(Asking(blind(), learned(), Memory::default())),
    ];
    assert_wins([new, old], 1_000, openings(10));
}
