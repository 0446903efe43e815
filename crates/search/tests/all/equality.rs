//! Every sound strategy returns minimax's value and one of the best moves, on trees with ties and on real games.

use crate::strategies::{
    deepening, exact, for_any_game, for_keyed_games, parallel, with_quiescence,
};
use plywood_core::Position;
use plywood_eval::{Evaluator, Material, PieceValues};
use plywood_search::games::{ConnectFour, TicTacToe, Tree};
use plywood_search::{Game, Keyed, Limits, Minimax, Quiescence, Score, Strategy};
use proptest::prelude::*;

/// The value of each root move by minimax, in generation order.
fn root_values<G: Game>(
    minimax: impl Fn() -> Box<dyn Strategy<G>>,
    position: &G,
    depth: u32,
) -> Vec<(G::Move, Score)> {
    let value = |mv: G::Move| {
        let report = minimax().search(&position.after(mv), &Limits::depth(depth - 1));
        // The child's search counts plies from itself.
        (
            mv,
            -report
                .score
                .expect("minimax has a score")
                .relative_to_root(1),
        )
    };
    position.legal_moves().iter().map(|mv| value(*mv)).collect()
}

/// Checks all strategies that are given on one position.
fn check<G: Game + 'static>(
    position: &G,
    depth: u32,
    evaluate: fn(&G) -> Score,
    strategies: Vec<Box<dyn Strategy<G>>>,
) -> Result<(), TestCaseError> {
    check_against(
        || Box::new(Minimax::new(evaluate)),
        position,
        depth,
        strategies,
    )
}

/// Checks that strategies agree with a minimax on the score, and on what the best moves are.
fn check_against<G: Game>(
    minimax: impl Fn() -> Box<dyn Strategy<G>>,
    position: &G,
    depth: u32,
    strategies: Vec<Box<dyn Strategy<G>>>,
) -> Result<(), TestCaseError> {
    let limits = Limits::depth(depth);
    let truth = minimax().search(position, &limits);
    let is_over = truth.best_move.is_none();
    let values = if depth > 0 && !is_over {
        root_values(&minimax, position, depth)
    } else {
        Vec::new()
    };
    for mut strategy in strategies {
        let report = strategy.search(position, &limits);
        let name = strategy.name();
        prop_assert_eq!(report.score, truth.score, "{} at depth {}", &name, depth);
        prop_assert!(report.is_exact, "{} at depth {}", &name, depth);
        prop_assert_eq!(
            report.best_move.is_none(),
            is_over,
            "{} at depth {}",
            &name,
            depth
        );
        prop_assert_eq!(report.line.first(), report.best_move.as_ref(), "{}", &name);
        let chosen = values
            .iter()
            .find(|(mv, _)| Some(*mv) == report.best_move)
            .map(|(_, value)| *value);
        prop_assert!(
            depth == 0 || is_over || chosen == truth.score,
            "{} at depth {}",
            &name,
            depth
        );
    }
    Ok(())
}

/// Trees of any shape, with few values so that there are many ties.
fn tree_text() -> impl Strategy_<Value = String> {
    let leaf = (-4_i32..=4).prop_map(|value| value.to_string());
    leaf.prop_recursive(5, 120, 5, |inner| {
        (proptest::collection::vec(inner, 1..5), -4_i32..=4)
            .prop_map(|(children, estimate)| format!("{estimate}({})", children.join(" ")))
            .prop_flat_map(|text| (proptest::bool::weighted(0.3), Just(text)))
            .prop_map(|(is_noisy, text)| if is_noisy { format!("!{text}") } else { text })
    })
}

use proptest::strategy::Strategy as Strategy_;

/// A position a random game runs into.
fn wander<G: Game>(start: G, choices: &[usize]) -> G {
    choices.iter().fold(start, |position, choice| {
        let moves = position.legal_moves();
        if position.ending(&moves).is_some() {
            position
        } else {
            position.after(moves[choice % moves.len()])
        }
    })
}

/// A judgement of tic-tac-toe with many different values, the same for the same board.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "an evaluator takes a reference"
)]
fn mixed(board: &TicTacToe) -> Score {
    let drawn = i32::try_from(board.key() % 7).unwrap_or(0);
    Score::centipawns(drawn - 3)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn on_trees_with_ties(text in tree_text(), depth in 0_u32..6) {
        let tree: Tree = text.parse().unwrap();
        check(&tree, depth, Tree::estimate, exact(Tree::estimate))?;
    }

    #[test]
    fn on_tic_tac_toe(choices in proptest::collection::vec(0_usize..9, 0..9), depth in 0_u32..5) {
        let board = wander(TicTacToe::new(), &choices);
        check(&board, depth, mixed, for_any_game(mixed))?;
        check(&board, depth, mixed, for_keyed_games(mixed))?;
        check(&board, depth, mixed, deepening(mixed))?;
    }

    #[test]
    fn on_connect_four(choices in proptest::collection::vec(0_usize..7, 0..30), depth in 0_u32..5) {
        let board = wander(ConnectFour::new(), &choices);
        check(&board, depth, ConnectFour::estimate, exact(ConnectFour::estimate))?;
    }

    #[test]
    fn with_quiescence_at_the_horizon(
        text in tree_text(), choices in proptest::collection::vec(0_usize..7, 0..30), depth in 0_u32..5
    ) {
        let tree: Tree = text.parse().unwrap();
        let minimax = || Box::new(Minimax::with_horizon(Quiescence::new(Tree::estimate))) as Box<dyn Strategy<Tree>>;
        check_against(minimax, &tree, depth, with_quiescence(Tree::estimate))?;

        let board = wander(ConnectFour::new(), &choices);
        let evaluator = ConnectFour::estimate as fn(&ConnectFour) -> Score;
        let minimax = || Box::new(Minimax::with_horizon(Quiescence::new(evaluator))) as Box<dyn Strategy<ConnectFour>>;
        check_against(minimax, &board, depth.min(4), with_quiescence(evaluator))?;
    }

    #[test]
    fn alpha_beta_never_visits_more_leaves_than_minimax(text in tree_text()) {
        let tree: Tree = text.parse().unwrap();
        let most = Minimax::new(Tree::estimate).search(&tree, &Limits::none()).stats.leaves();
        for mut strategy in crate::strategies::plain_alpha_betas(Tree::estimate) {
            prop_assert!(strategy.search(&tree, &Limits::none()).stats.leaves() <= most);
        }
    }
}

proptest! {
    // Starting threads takes most of the time, and each position already starts them for several strategies.
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn on_several_threads(choices in proptest::collection::vec(0_usize..7, 0..20), depth in 0_u32..7) {
        let board = wander(ConnectFour::new(), &choices);
        check(&board, depth, ConnectFour::estimate, parallel(ConnectFour::estimate))?;
    }
}

/// A judgement of chess with ties, and with differences where no piece is lost.
fn material_and_moves(position: &Position) -> Score {
    let moves = i32::try_from(position.legal_move_count()).unwrap_or(0);
    let material = Material::new(PieceValues::BLOGCHESS).evaluate(position);
    material.plus(Score::centipawns(moves / 8))
}

/// Where random games of chess begin: with all pieces, with tactics at once, and near the end.
const STARTS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

fn check_chess(start: usize, choices: &[usize], depth: u32) -> Result<(), TestCaseError> {
    let start: Position = STARTS[start]
        .parse()
        .expect("the FEN is of a legal position");
    let position = wander(start, choices);
    let mut all = exact(material_and_moves);
    all.extend(parallel(material_and_moves));
    check(&position, depth, material_and_moves, all)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn on_chess(
        start in 0..STARTS.len(), choices in proptest::collection::vec(0_usize..200, 0..60), depth in 1_u32..4
    ) {
        check_chess(start, &choices, depth)?;
    }
}

#[test]
#[ignore = "a larger run of the same laws, some minutes"]
fn on_many_deeper_positions() {
    let mut rng = fastrand::Rng::with_seed(2024);
    for _ in 0..400 {
        let choices: Vec<usize> = (0..rng.usize(..30)).map(|_| rng.usize(..7)).collect();
        let board = wander(ConnectFour::new(), &choices);
        let depth = rng.u32(5..7);
        let evaluator = ConnectFour::estimate;
        check(&board, depth, evaluator, exact(evaluator)).unwrap();
        check(&board, depth, evaluator, parallel(evaluator)).unwrap();
    }
    for _ in 0..100 {
        let choices: Vec<usize> = (0..rng.usize(..80)).map(|_| rng.usize(..200)).collect();
        check_chess(rng.usize(..STARTS.len()), &choices, rng.u32(3..5)).unwrap();
    }
}

#[test]
#[ignore = "a larger run of the law on trees, half a minute"]
fn on_many_trees() {
    let config = ProptestConfig::with_cases(20_000);
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let law = |(text, depth): (String, u32)| {
        let tree: Tree = text.parse().expect("a written tree");
        check(&tree, depth, Tree::estimate, exact(Tree::estimate))
    };
    runner.run(&(tree_text(), 0_u32..6), law).unwrap();
}
