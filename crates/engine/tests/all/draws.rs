//! Repetition and the fifty-move rule.

use plywood_core::{History, Position};
use plywood_engine::{Engine, Step};
use plywood_search::{Limits, Score, Strategy, WithHistory};

#[test]
fn a_lost_side_takes_a_perpetual_check() {
    // White has much less material. Qe8+ Kh7 Qh5+ Kg8 returns to the position on the board.
    let start: Position = "6k1/6p1/8/P6Q/8/8/rr6/q5BK w - - 0 1".parse().unwrap();
    let game = WithHistory::new(start);
    let report = Engine::new().search(&game, &Limits::depth(8));
    assert_eq!(report.score, Some(Score::DRAW), "{report}");
    let mut blind = Engine::new().without(Step::ImmediateDraws).unwrap();
    let report = blind.search(&game, &Limits::depth(6));
    assert!(report.score < Some(Score::DRAW), "{report}");
}

#[test]
fn the_earlier_positions_of_the_game_count() {
    // After Kg1 Qb2, Kh1 Qa2 once, the side that is ahead must not repeat.
    let mut game = History::new("k7/8/8/8/8/8/q7/7K w - - 0 1".parse().unwrap());
    for text in ["h1g1", "a2b2", "g1h1"] {
        let moves = game.position().legal_moves();
        let mv = moves
            .iter()
            .copied()
            .find(|mv| mv.to_string() == text)
            .unwrap();
        game.play(mv).unwrap();
    }
    let moves = game.position().legal_moves();
    let repeating = moves
        .iter()
        .copied()
        .find(|mv| mv.to_string() == "b2a2")
        .unwrap();
    let limits = Limits::depth(4).with_root_moves(game.position(), [repeating]);
    let limits = limits.unwrap();
    let report = Engine::new().search(&WithHistory::from(&game), &limits);
    assert_eq!(report.score, Some(Score::DRAW), "{report}");
    let report = Engine::new().search(game.position(), &limits);
    assert!(report.score > Some(Score::centipawns(300)), "{report}");
}

#[test]
fn the_fiftieth_move_draws_unless_it_mates() {
    let mate: Position = "7k/8/4K3/8/8/8/8/6Q1 w - - 99 90".parse().unwrap();
    let report = Engine::new().search(&mate, &Limits::depth(4));
    assert_eq!(report.score, Some(Score::DRAW), "mate takes two moves");
    let mate: Position = "7k/5Q2/5K2/8/8/8/8/8 w - - 99 90".parse().unwrap();
    let report = Engine::new().search(&mate, &Limits::depth(4));
    assert_eq!(report.score, Some(Score::won_in(1)));
}
