//! Every sound strategy returns minimax's value and one of the best moves, on trees with ties and on real games.

use crate::strategies::{
    deepening, exact, for_any_game, for_keyed_games, parallel, with_quiescence,
};
use plywood_core::Position;
use plywood_eval::{Evaluator, Material, PieceValues};
use plywood_search::games::{ConnectFour, TicTacToe, Tree};
use plywood_search::{FixedDepth, Game, Keyed, Limits, Minimax, Quiescence, Score, Strategy};
use proptest::prelude::*;

/// Returns a position of a random game, which isn't over unless the start is.
fn random_position<G: Game>(start: &G, seed: u64) -> G {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = start.clone();
    for _ in 0..random.u8(..30) {
        let Some(&mv) = random.choice(position.legal_moves().iter()) else {
            break;
        };
        let next = position.after(mv);
        if next.ending_at_leaf().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// Checks strategies against minimax in a position of a random game.
fn check<G: Game>(
    start: &G,
    seed: u64,
    depth: u32,
    mut minimax: impl FixedDepth<G>,
    strategies: Vec<Box<dyn Strategy<G>>>,
) -> Result<(), TestCaseError> {
    let position = random_position(start, seed);
    let value = minimax.search(&position, &Limits::depth(depth)).score;
    // Each move that a strategy has found, and minimax's value of it.
    let mut values: Vec<(G::Move, Option<Score>)> = Vec::new();
    for mut strategy in strategies {
        let report = strategy.search(&position, &Limits::depth(depth));
        prop_assert!(report.is_exact, "{}", strategy.name());
        prop_assert_eq!(report.score, value, "{}", strategy.name());
        let Some(&best) = report.line.first().filter(|_| depth > 0) else {
            continue;
        };
        let known = values.iter().find(|(mv, _)| *mv == best);
        let below = known.map_or_else(
            || {
                let child = minimax.search(&position.after(best), &Limits::depth(depth - 1));
                child.score.map(|score| -score.relative_to_root(1))
            },
            |known| known.1,
        );
        values.push((best, below));
        prop_assert_eq!(below, value, "{}: {}", strategy.name(), best);
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

/// An evaluation of tic-tac-toe with many different values, equal for equal boards.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "an evaluator takes a reference"
)]
fn mixed(board: &TicTacToe) -> Score {
    let drawn = i32::try_from(board.key() % 7).unwrap_or(0);
    Score::centipawns(drawn - 3)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn on_trees_with_ties(text in tree_text(), seed: u64, depth in 0_u32..6) {
        let tree: Tree = text.parse().unwrap();
        check(&tree, seed, depth, Minimax::new(Tree::estimate), exact(Tree::estimate))?;
        let minimax = Minimax::with_horizon(Quiescence::new(Tree::estimate));
        check(&tree, seed, depth, minimax, with_quiescence(Tree::estimate))?;
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
    // Each position is searched by all strategies; `on_many_deeper_positions` has more of them.
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn on_tic_tac_toe(seed: u64, depth in 0_u32..5) {
        let strategies = [for_any_game(mixed), for_keyed_games(mixed), deepening(mixed)].into_iter().flatten();
        check(&TicTacToe::new(), seed, depth, Minimax::new(mixed), strategies.collect())?;
    }

    #[test]
    fn on_connect_four(seed: u64, depth in 0_u32..5) {
        let evaluate: fn(&ConnectFour) -> Score = ConnectFour::estimate;
        check(&ConnectFour::new(), seed, depth, Minimax::new(evaluate), exact(evaluate))?;
        let minimax = Minimax::with_horizon(Quiescence::new(evaluate));
        check(&ConnectFour::new(), seed, depth, minimax, with_quiescence(evaluate))?;
    }
}

proptest! {
    // Starting threads takes most of the time, and each position already starts them for several strategies.
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn on_several_threads(seed: u64, depth in 0_u32..7) {
        let evaluate: fn(&ConnectFour) -> Score = ConnectFour::estimate;
        check(&ConnectFour::new(), seed, depth, Minimax::new(evaluate), parallel(evaluate))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn on_chess(start in 0..STARTS.len(), seed: u64, depth in 1_u32..4) {
        check_chess(start, seed, depth)?;
    }
}

/// An evaluation of chess with ties, and with differences where no piece is lost.
fn material_and_moves(position: &Position) -> Score {
    let moves = i32::try_from(position.legal_move_count()).unwrap_or(0);
    let material = Material::new(PieceValues::BLOGCHESS).evaluate(position);
    material.plus(Score::centipawns(moves / 8))
}

/// Starts of random chess games: with all pieces, with immediate tactics, and near the end.
const STARTS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

fn check_chess(start: usize, seed: u64, depth: u32) -> Result<(), TestCaseError> {
    let start: Position = STARTS[start]
        .parse()
        .expect("the FEN is of a legal position");
    let mut all = exact(material_and_moves);
    all.extend(parallel(material_and_moves));
    check(&start, seed, depth, Minimax::new(material_and_moves), all)
}

#[test]
#[ignore = "a larger run of the same laws, some minutes"]
fn on_many_deeper_positions() {
    for seed in 0..400_u64 {
        let evaluate: fn(&ConnectFour) -> Score = ConnectFour::estimate;
        let mut all = exact(evaluate);
        all.extend(parallel(evaluate));
        let depth = 5 + u32::from(seed % 2 == 0);
        check(
            &ConnectFour::new(),
            seed,
            depth,
            Minimax::new(evaluate),
            all,
        )
        .unwrap();
        check_chess(usize::from(depth == 5), seed, 3).unwrap();
    }
}

#[test]
#[ignore = "a larger run of the law on trees, half a minute"]
fn on_many_trees() {
    let config = ProptestConfig::with_cases(20_000);
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let law = |(text, depth): (String, u32)| {
        let tree: Tree = text.parse().expect("a written tree");
        check(
            &tree,
            1,
            depth,
            Minimax::new(Tree::estimate),
            exact(Tree::estimate),
        )
    };
    runner.run(&(tree_text(), 0_u32..6), law).unwrap();
}
