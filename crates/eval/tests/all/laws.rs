//! Laws for every chess evaluator, tested on positions of random games and on unusual ones.

use plywood_core::Position;
use plywood_eval::{
    Classical, Evaluator, Score, Session, Tapered, Theme, Weights, check_symmetry, evaluators,
};
use proptest::prelude::{ProptestConfig, Strategy, any, prop, prop_assert_eq, proptest};

const UNUSUAL: [&str; 10] = [
    "8/8/8/8/8/8/8/K1k5 w - - 0 1",
    "7k/6pp/8/8/8/8/QQQQQQQ1/KQQQQQQ1 w - - 0 1",
    "nnnnknnn/nn6/8/8/8/8/RR6/RRRRKRRR b - - 0 1",
    "8/PPPPPPPP/8/k7/7K/8/pppppppp/8 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "bbbbkbbb/bb6/8/8/8/8/BB6/BBBBKBBB w - - 0 1",
    "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
    "2b5/rn6/kr1Q3Q/p4N1p/P2N4/3PR1P1/3K1p1P/8 b - - 0 47",
    // Equal pieces, and pawns on one side only.
    "1kn5/r1nB4/8/1p2B3/p7/2p3p1/1b1N4/1K5R w - - 4 60",
];

/// Returns a position of a random game: each number chooses one of the legal moves.
fn position() -> impl Strategy<Value = Position> {
    prop::collection::vec(any::<u16>(), 0..140)
        .prop_map(|choices| choices.into_iter().fold(Position::START, next))
}

/// Returns the position after one of the legal moves, if there is one.
fn next(position: Position, choice: u16) -> Position {
    let moves = position.legal_moves();
    match moves.get(usize::from(choice) % moves.len().max(1)) {
        Some(&mv) => position.play_unchecked(mv),
        None => position,
    }
}

/// Returns the weights times their counts, from the side to move's point of view.
fn explained(classical: &Classical, position: &Position) -> Score {
    classical
        .explain(position)
        .total()
        .for_white(position.side_to_move())
}

fn unusual() -> impl Iterator<Item = Position> {
    UNUSUAL.iter().map(|fen| fen.parse().expect(fen))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn exchanging_the_colors_changes_no_score(position in position()) {
        for name in evaluators::names().filter(|&name| name != "random") {
            let evaluator = evaluators::by_name(name).unwrap();
            prop_assert_eq!(evaluator.evaluate(&position), evaluator.evaluate(&position.flip_colors()), "{}", name);
        }
        for theme in Theme::ALL {
            let evaluator = Classical::new(Weights::DEFAULT.only(theme));
            prop_assert_eq!(evaluator.evaluate(&position), evaluator.evaluate(&position.flip_colors()), "{}", theme);
        }
    }

    #[test]
    fn mirroring_the_board_changes_no_classical_score(position in position()) {
        if let Some(mirrored) = position.mirror() {
            let classical = Classical::default();
            prop_assert_eq!(classical.evaluate(&position), classical.evaluate(&mirrored));
        }
    }

    #[test]
    fn the_counts_times_the_weights_are_the_score(position in position()) {
        let classical = Classical::default();
        prop_assert_eq!(explained(&classical, &position), classical.evaluate(&position));
    }

    #[test]
    fn what_is_remembered_changes_no_score(choices in prop::collection::vec(any::<u16>(), 0..140)) {
        let classical = Classical::default();
        let mut session = Session::new();
        let mut position = Position::START;
        for choice in choices {
            // As in a search, other positions come between.
            for mv in position.legal_moves() {
                let child = position.play_unchecked(mv);
                prop_assert_eq!(classical.evaluate_in(&child, &mut session), classical.evaluate(&child), "{}", child);
            }
            position = next(position, choice);
            prop_assert_eq!(classical.evaluate_in(&position, &mut session), classical.evaluate(&position), "{}", position);
        }
    }

    #[test]
    fn the_themes_add_up(position in position()) {
        let classical = Classical::default();
        let lead = |classical: &Classical| {
            let features = classical.explain(&position).features.into_iter();
            features.fold(Tapered::ZERO, |sum, row| sum + row.worth.white - row.worth.black)
        };
        let sum = Theme::ALL.into_iter().map(|theme| lead(&Classical::new(Weights::DEFAULT.only(theme))));
        let sum = sum.fold(Tapered::ZERO, |sum, part| sum + part);
        prop_assert_eq!(sum, lead(&classical));
    }
}

#[test]
fn unusual_positions_have_the_same_score_with_the_colors_exchanged_or_mirrored() {
    let positions: Vec<Position> = unusual().collect();
    assert_eq!(check_symmetry(&Classical::default(), &positions), Ok(()));
    for position in positions {
        let classical = Classical::default();
        let score = classical.evaluate(&position);
        assert_eq!(explained(&classical, &position), score);
        if let Some(mirrored) = position.mirror() {
            assert_eq!(classical.evaluate(&mirrored), score);
        }
    }
}
