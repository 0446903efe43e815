//! The answers to the exercises of the chapters on evaluation and the engine.

use std::collections::HashSet;

use plywood::eval::GameResult;
use plywood::search::Ending;
use plywood::{
    AlphaBeta, Game, Limits, Material, Piece, Position, ProofNumber, San, Score, Square, Strategy,
};

use crate::answers::{Sticks, lost_sticks};

#[test]
fn fit_1_the_curve() {
    let expected = |centipawns: f64| 1.0 / (1.0 + 10_f64.powf(-centipawns / 400.0));
    let answers = [400.0, 0.0, -400.0].map(expected);
    let known = [10.0 / 11.0, 0.5, 1.0 / 11.0];
    assert!(
        answers
            .iter()
            .zip(known)
            .all(|(answer, known)| (answer - known).abs() < 1e-9)
    );
    assert_ne!(
        GameResult::Drawn,
        GameResult::Won(plywood::eval::Side::First)
    );
}

#[test]
fn fit_2_drawn_games_say_that_no_lead_counts() {
    use plywood::Weighted;
    use plywood::eval::{Fit, Sample};
    let sample = |(game, fen): (u64, &str)| Sample {
        position: fen.parse::<Position>().unwrap(),
        game,
        result: Some(GameResult::Drawn),
        score: None,
    };
    let fens = [
        "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1",
        "r3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/p7/8/8/8/8/8/RN2K3 w - - 0 1",
    ];
    let samples: Vec<_> = (0..60).zip(fens.into_iter().cycle()).map(sample).collect();
    let material = Weighted::new().with("material", Material::default());
    let fitted = Fit::default().hold_out(0.0).run(material, &samples);
    // If no lead counts, every weight predicts a draw. So the weights stay, and the scale grows to its limit, a hundred pawns.
    assert!(
        fitted
            .weights
            .iter()
            .all(|weight| (weight.after - weight.before).abs() < 1.0)
    );
    assert!(
        fitted.scale >= 10_000.0,
        "a lead of {} scores 73 %",
        fitted.scale
    );
}

#[test]
fn proofs_1_numbers() {
    let children = [(2, 3), (1, 5), (4, 1)];
    let (proofs, disproofs) = (
        children.map(|(proof, _)| proof),
        children.map(|(_, disproof)| disproof),
    );
    let attacker = (proofs.into_iter().min(), disproofs.iter().sum::<i32>());
    let defender = (proofs.iter().sum::<i32>(), disproofs.into_iter().min());
    assert_eq!((attacker, defender), ((Some(1), 9), (7, Some(1))));
}

#[test]
fn monte_carlo_1_the_greatest_bound() {
    let uct =
        |points: f64, visits: f64, c: f64| points / visits + c * (100_f64.ln() / visits).sqrt();
    assert!(uct(6.0, 10.0, 1.0) > uct(40.0, 60.0, 1.0));
    assert!(uct(6.0, 10.0, 0.0) < uct(40.0, 60.0, 0.0));
}

#[test]
fn monte_carlo_2_a_virtual_loss() {
    let (visits, points) = (9.0 + 1.0, 6.0 + 0.0);
    assert_eq!(points / visits, 0.6);
}

#[test]
fn proofs_2_sticks() {
    let is_won = |sticks: &u8| {
        let game = Sticks(*sticks, Ending::Lost);
        ProofNumber::new()
            .megabytes(16)
            .search(&game, &Limits::depth(13))
            .score
            .is_some()
    };
    let lost: Vec<u8> = (1..=12).filter(|sticks| !is_won(sticks)).collect();
    assert_eq!(lost, lost_sticks(Ending::Lost));
}

/// The pieces on their squares: the inputs of a network.
fn facts(position: &Position) -> HashSet<(Square, Piece)> {
    let on = |square| position.piece_at(square).map(|piece| (square, piece));
    Square::ALL.into_iter().filter_map(on).collect()
}

#[test]
fn network_1_a_move_changes_few_inputs() {
    assert_eq!(facts(&Position::START).len(), 32);
    let changes = |fen: &str, mv: &str| {
        let before: Position = fen.parse().unwrap();
        let moves = before.legal_moves();
        let mv = moves.iter().find(|known| before.san(**known) == mv);
        let (before, after) = (facts(&before), facts(&before.after(*mv.unwrap())));
        (
            after.difference(&before).count(),
            before.difference(&after).count(),
        )
    };
    let start = Position::START.to_string();
    assert_eq!(changes(&start, "e4"), (1, 1));
    assert_eq!(changes("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "dxc6"), (1, 2));
    assert_eq!(changes("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"), (2, 2));
}

#[test]
fn network_2_the_error_of_one_who_knows_nothing() {
    let error = |expected: f64, share_won: f64| {
        share_won * (1.0 - expected).powi(2) + (1.0 - share_won) * expected.powi(2)
    };
    assert_eq!(error(0.5, 0.5), 0.25);
    assert_eq!(error(0.75, 0.75), 0.1875);
}

#[test]
fn selective_1_zugzwang_by_two_searches() {
    /// The score of the side to move if it moves, and if it passes.
    fn moving_and_passing(board: &str, side: char) -> [i32; 2] {
        let other = if side == 'w' { 'b' } else { 'w' };
        let value = |side: char| {
            let position: Position = format!("{board} {side} - - 0 1").parse().unwrap();
            let mut engine = plywood::Engine::new().hash_megabytes(16);
            let score = engine.search(&position, &Limits::depth(14)).score.unwrap();
            score
                .as_centipawns()
                .unwrap_or(if score > Score::DRAW { 10_000 } else { -10_000 })
        };
        [value(side), -value(other)]
    }
    let [moving, passing] = moving_and_passing("8/8/8/3pK3/2kP4/8/8/8", 'w');
    assert!(
        passing > moving + 300,
        "zugzwang: {moving} by a move, {passing} by a pass"
    );
    let [moving, passing] = moving_and_passing("4k3/pppp4/8/8/8/8/PPPP4/4K3", 'w');
    assert!(moving > passing, "{moving} by a move, {passing} by a pass");
}

#[test]
fn selective_2_without_bets_the_engine_is_exact() {
    use plywood::engine::{Evaluation, Steps};
    use plywood::search::Quiescence;
    use plywood::{PositionOnly, WithHistory};
    let position: Position = "4k3/1pp2p2/p2p2p1/4p3/8/4P1Q1/5PPP/6K1 w - - 0 1"
        .parse()
        .unwrap();
    let game = WithHistory::new(position);
    let quiescence = Quiescence::new(PositionOnly(Evaluation::default()));
    let exact = AlphaBeta::with_horizon(quiescence).search(&game, &Limits::depth(3));
    let mut engine = plywood::Engine::new().steps(Steps::EXHAUSTIVE);
    assert_eq!(engine.search(&game, &Limits::depth(3)).score, exact.score);
}

#[test]
fn selective_3_the_row_below_one() {
    // The row is in the chapter; a test of the chapter compares it with the program.
    let chapter = include_str!("../../docs/book/src/selective.md");
    let smaller: Vec<&str> = chapter
        .lines()
        .filter(|line| line.contains(" 0.") && line.ends_with("times"))
        .collect();
    assert!(!smaller.is_empty());
    assert!(
        smaller
            .iter()
            .any(|line| line.starts_with("without null-move")),
        "{smaller:?}"
    );
}

#[test]
fn matches_1_and_2_elo() {
    let elo = |share: f64| 400.0 * (share / (1.0 - share)).log10();
    let share = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
    assert!((elo(0.75) - 190.8).abs() < 0.1 && (share(50.0) - 0.571).abs() < 0.001);
    // An eighth of the interval takes 64 times the games.
    assert_eq!(100 * (40 / 5) * (40 / 5), 6_400);
}

#[test]
fn matches_3_ten_wins_of_ten() {
    // A player with this score wins ten of ten in five of a hundred matches, so its true score may be this low.
    let share = 0.05_f64.powf(0.1);
    let elo = 400.0 * (share / (1.0 - share)).log10();
    assert!(
        (share - 0.741).abs() < 0.001 && (elo - 183.0).abs() < 1.0,
        "{share} {elo}"
    );
    assert!(
        (400.0 * (1.0_f64 / 0.0).log10()).is_infinite(),
        "the formula itself has no answer"
    );
}
