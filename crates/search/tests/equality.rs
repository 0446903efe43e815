//! Every sound strategy returns minimax's value and one of the best moves, on trees with ties and on real games.

mod strategies;

use plywood_search::games::{ConnectFour, TicTacToe, Tree};
use plywood_search::{Game, Keyed, Limits, Minimax, Score, Strategy};
use proptest::prelude::*;
use strategies::{deepening, for_any_game, for_keyed_games, for_tactical_games, parallel};

/// The value of each root move by minimax, in generation order.
fn root_values<G: Game>(
    position: &G,
    depth: u32,
    evaluate: fn(&G) -> Score,
) -> Vec<(G::Move, Score)> {
    let value = |mv: G::Move| {
        let child = position.after(mv);
        let report = Minimax::new(evaluate).search(&child, &Limits::depth(depth - 1));
        let below = report.score.expect("minimax has a score");
        // The child's search counts plies from itself.
        (mv, -below.relative_to_root(1))
    };
    position.legal_moves().iter().map(|mv| value(*mv)).collect()
}

/// Checks all strategies that are given on one position.
fn check<G: Game>(
    position: &G,
    depth: u32,
    evaluate: fn(&G) -> Score,
    strategies: Vec<Box<dyn Strategy<G>>>,
) -> Result<(), TestCaseError> {
    let limits = Limits::depth(depth);
    let truth = Minimax::new(evaluate).search(position, &limits);
    let values = if depth > 0 {
        root_values(position, depth, evaluate)
    } else {
        Vec::new()
    };
    for mut strategy in strategies {
        let report = strategy.search(position, &limits);
        let name = strategy.name();
        prop_assert_eq!(report.score, truth.score, "{} at depth {}", &name, depth);
        prop_assert!(report.is_exact, "{} at depth {}", &name, depth);
        prop_assert_eq!(
            report.best_move.is_some(),
            truth.best_move.is_some(),
            "{} at depth {}",
            &name,
            depth
        );
        let Some(chosen) = report.best_move.filter(|_| truth.stats.explored > 1) else {
            continue;
        };
        let value = values
            .iter()
            .find(|(mv, _)| *mv == chosen)
            .map(|(_, value)| *value);
        prop_assert!(
            depth == 0 || value == truth.score,
            "{} chose {} at depth {}",
            &name,
            chosen,
            depth
        );
        prop_assert_eq!(report.line.first(), Some(&chosen), "{}", &name);
    }
    Ok(())
}

/// Trees of any shape, with few values so that there are many ties.
fn tree_text() -> impl Strategy_<Value = String> {
    let leaf = (-4_i32..=4).prop_map(|value| value.to_string());
    leaf.prop_recursive(5, 120, 5, |inner| {
        (proptest::collection::vec(inner, 1..5), -4_i32..=4)
            .prop_map(|(children, estimate)| format!("{estimate}({})", children.join(" ")))
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
        check(&tree, depth, Tree::estimate, for_any_game(Tree::estimate))?;
        check(&tree, depth, Tree::estimate, for_keyed_games(Tree::estimate))?;
        check(&tree, depth, Tree::estimate, deepening(Tree::estimate))?;
        check(&tree, depth, Tree::estimate, for_tactical_games(Tree::estimate))?;
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
        check(&board, depth, ConnectFour::estimate, for_any_game(ConnectFour::estimate))?;
        check(&board, depth, ConnectFour::estimate, for_keyed_games(ConnectFour::estimate))?;
        check(&board, depth, ConnectFour::estimate, for_tactical_games(ConnectFour::estimate))?;
    }

    #[test]
    fn on_several_threads(choices in proptest::collection::vec(0_usize..7, 0..20), depth in 0_u32..7) {
        let board = wander(ConnectFour::new(), &choices);
        check(&board, depth, ConnectFour::estimate, parallel(ConnectFour::estimate))?;
    }

    #[test]
    fn alpha_beta_never_visits_more_leaves_than_minimax(text in tree_text()) {
        let tree: Tree = text.parse().unwrap();
        let most = Minimax::new(Tree::estimate).search(&tree, &Limits::none()).stats.leaves();
        for mut strategy in strategies::plain_alpha_betas(Tree::estimate) {
            prop_assert!(strategy.search(&tree, &Limits::none()).stats.leaves() <= most);
        }
    }
}

#[test]
#[ignore = "a larger run of the same law, some minutes"]
fn on_many_deeper_positions() {
    let mut rng = fastrand::Rng::with_seed(2024);
    for _ in 0..400 {
        let choices: Vec<usize> = (0..rng.usize(..30)).map(|_| rng.usize(..7)).collect();
        let board = wander(ConnectFour::new(), &choices);
        let depth = rng.u32(5..8);
        check(
            &board,
            depth,
            ConnectFour::estimate,
            for_any_game(ConnectFour::estimate),
        )
        .unwrap();
        check(
            &board,
            depth,
            ConnectFour::estimate,
            for_keyed_games(ConnectFour::estimate),
        )
        .unwrap();
        check(
            &board,
            depth,
            ConnectFour::estimate,
            for_tactical_games(ConnectFour::estimate),
        )
        .unwrap();
    }
}
