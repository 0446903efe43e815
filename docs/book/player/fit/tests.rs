use plywood::{Evaluator, Position, Score};

use super::step::terms;
use crate::book::horizon::Quiet;
use crate::book::null_windows::Asking;
use crate::book::players::{counting, deepening, learned};
use crate::book::tables::Memory;
use crate::contest::{assert_wins, openings, positions};

#[test]
fn both_sides_count_the_same() {
    assert_eq!(terms().evaluate(&Position::default()), Score::DRAW);
    for position in positions() {
        let swapped = position.flip_colors();
        assert_eq!(
            terms().evaluate(&position),
            terms().evaluate(&swapped),
            "{position}"
        );
    }
}

#[test]
fn it_beats_pieces_and_moves() {
    let player = |evaluator| deepening(Asking(Quiet(evaluator), learned(), Memory::default()));
    assert_wins([player(terms()), player(counting())], 300, openings(30));
}
