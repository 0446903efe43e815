//! Laws of evaluation: neither a session's memory nor the colors change scores.

use plywood_core::Position;
use plywood_eval::{Evaluator, Score, Session, Sides as _};
use plywood_net::{BackgammonInputs, ConnectFourInputs, Inputs as _, Model, Network};
use plywood_search::games::{Backgammon, ConnectFour};
use plywood_search::{Dice, Game};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, any, prop_assert_eq, proptest};

/// A network of random weights.
fn network() -> Network {
    Model::random(32, 8, 7).to_network(4_000)
}

/// A step through a tree of positions: a move, a null move, or a number of plies back.
#[derive(Debug, Clone, Copy)]
enum Step {
    Move(u16),
    Null,
    Back(u8),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = (any::<u16>(), 0..10_u8).prop_map(|(choice, kind)| match kind {
        0 => Step::Null,
        1 => Step::Back((choice % 7) as u8),
        _ => Step::Move(choice),
    });
    vec(step, 0..200)
}

/// Starts near rare moves: castling in Chess960, promotions, en passant; and one with more pieces than a game has.
const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "1rkr3b/1ppn3p/3pB1n1/6q1/R2P4/4N1P1/1P5P/2KRQ1B1 b Dbd - 0 14",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "7k/6pp/8/8/8/8/QQQQQQQ1/KQQQQQQ1 w - - 0 1",
];

/// Walks through the tree, and evaluates most positions with the same session.
fn walk(start: &str, steps: &[Step], check: &mut dyn FnMut(&Position, Score)) {
    let (network, mut session) = (network(), Session::new());
    let mut path: Vec<Position> = vec![start.parse().expect("a position")];
    for (number, step) in steps.iter().enumerate() {
        let position = &path[path.len() - 1];
        match *step {
            Step::Move(choice) => {
                let moves = position.legal_moves();
                if let Some(mv) = moves.get(usize::from(choice) % moves.len().max(1)) {
                    let next = position.play_unchecked(*mv);
                    path.push(next);
                }
            }
            Step::Null => path.extend(position.after_null()),
            Step::Back(plies) => path.truncate(path.len().saturating_sub(plies.into()).max(1)),
        }
        // Positions in check are not evaluated, so their children lack a known parent.
        if number % 4 != 3 {
            let ply = u32::try_from(path.len() - 1).expect("few plies");
            let position = &path[path.len() - 1];
            check(position, network.evaluate_in(position, session.at(ply)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn a_session_changes_no_score(start in 0..STARTS.len(), steps in steps()) {
        let network = network();
        let mut wrong = Vec::new();
        walk(STARTS[start], &steps, &mut |position, score| {
            if score != network.evaluate(position) {
                wrong.push(position.to_string());
            }
        });
        prop_assert_eq!(wrong, Vec::<String>::new());
    }

    #[test]
    fn neither_colors_nor_wings_change_a_score(start in 0..STARTS.len(), steps in steps()) {
        let network = network();
        let mut wrong = Vec::new();
        walk(STARTS[start], &steps, &mut |position, score| {
            let flipped = network.evaluate(&position.flip_colors());
            let mirrored = position.mirror().map_or(score, |position| network.evaluate(&position));
            if (flipped, mirrored) != (score, score) {
                wrong.push(position.to_string());
            }
        });
        prop_assert_eq!(wrong, Vec::<String>::new());
    }

    #[test]
    fn connect_four_obeys_the_same_law(columns in vec(any::<u8>(), 0..42)) {
        let network: Network<ConnectFourInputs> = Model::random(16, 4, 3).to_network(4_000);
        let (mut board, mut session) = (ConnectFour::new(), Session::new());
        for (ply, column) in (0..).zip(columns) {
            let moves = board.legal_moves();
            let Some(mv) = moves.get(usize::from(column) % moves.len().max(1)) else { break };
            board = board.after(*mv);
            let score = network.evaluate_in(&board, session.at(ply));
            prop_assert_eq!(score, network.evaluate(&board));
        }
    }
}

#[test]
fn backgammon_is_seen_alike_by_both_sides_and_scored_in_points() {
    let network: Network<BackgammonInputs> = Model::random(16, 4, 3).to_network(1_000);
    let (mut dice, mut session, mut games) = (Dice::new(1), Session::new(), 0);
    let mut position = Backgammon::START;
    for ply in 0..2_000 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            (position, games) = (Backgammon::START, games + 1);
            continue;
        }
        position = position.after(moves[dice.below(moves.len())]);
        let score = network.evaluate_in(&position, session.at(ply % 50));
        assert_eq!(score, network.evaluate(&position));
        assert_eq!(score, network.evaluate(&position.mirrored()));
    }
    assert!(games > 3, "{games} games, with checkers borne off");
    let points = |score| BackgammonInputs::recalled(Score::centipawns(score)).as_centipawns();
    assert_eq!(
        [0, 693, -693].map(points),
        [Some(0), Some(9_998), Some(-9_998)],
        "2 to 1: a share of two thirds"
    );
    let rising: Vec<_> = (-10_000..=10_000).map(points).collect();
    assert!(rising.is_sorted() && rising[20_000] < Some(30_000));
    let again =
        |points| BackgammonInputs::recalled(BackgammonInputs::learned(Score::centipawns(points)));
    for points in (-29_000..=29_000).step_by(97) {
        let found = again(points).as_centipawns().unwrap_or_default();
        assert!(
            (found - points).abs() <= 8,
            "{points} points became {found}"
        );
    }
}

#[test]
fn two_networks_do_not_share_their_memory() {
    let networks: [Network; 2] = [1, 2].map(|seed| Model::random(16, 1, seed).to_network(4_000));
    let mut session = Session::new();
    for network in &networks {
        let score = network.evaluate_in(&Position::START, &mut session);
        assert_eq!(score, network.evaluate(&Position::START));
    }
}

/// Numbers that are the same on every machine and in every build. They change with the arithmetic.
#[test]
fn scores_are_the_known_ones() {
    let network = network();
    let scores = STARTS.map(|fen| {
        let position: Position = fen.parse().unwrap();
        network.evaluate(&position).packed()
    });
    assert_eq!(scores, [343, 1428, -63, -176, -545, 463]);
}
