//! Strategies that drive others can be nested: every driver over every driver finds minimax's value at any ply.

use plywood_search::games::{Branch, Column, ConnectFour, Tree};
use plywood_search::{
    AlphaBeta, AlphaBetaFailHard, Aspiration, BestNode, FixedDepth, Game, IterativeDeepening,
    Keyed, Limits, Minimax, MtdF, Parallel, PrincipalVariationSearch, Score, SearchState, SssStar,
    Strategy, Transpositions, Window,
};

type Driven<G> = Box<dyn FixedDepth<G>>;
type Driver<G> = fn(Driven<G>) -> Driven<G>;

fn drivers<G: Game + 'static>() -> [Driver<G>; 4] {
    [
        |inner| Box::new(Aspiration::new(inner)),
        |inner| Box::new(Aspiration::new(inner).margin(1)),
        |inner| Box::new(MtdF::new(inner)),
        |inner| Box::new(BestNode::new(inner)),
    ]
}

fn driven<G>(evaluate: fn(&G) -> Score) -> Vec<Driven<G>>
where
    G: Keyed + Sync + 'static,
    G::Move: Send + Sync,
{
    let table = PrincipalVariationSearch::new(evaluate).table(Transpositions::exact(0));
    vec![
        Box::new(Minimax::new(evaluate)),
        Box::new(AlphaBeta::new(evaluate)),
        Box::new(AlphaBetaFailHard::new(evaluate)),
        Box::new(SssStar::new(evaluate)),
        Box::new(table.clone()),
        Box::new(Parallel::new(table, 2).split_depth(1)),
    ]
}

/// Each strategy under two drivers, of every kind and in both orders.
fn nested<G>(evaluate: fn(&G) -> Score) -> Vec<Driven<G>>
where
    G: Keyed + Sync + 'static,
    G::Move: Send + Sync,
{
    let mut all = Vec::new();
    for outer in drivers() {
        for inner in drivers() {
            all.extend(
                driven(evaluate)
                    .into_iter()
                    .map(|driven| outer(inner(driven))),
            );
        }
    }
    all
}

#[test]
fn every_driver_over_every_driver_agrees_with_minimax() {
    let trees = [
        "((3 12 8) (2 4 6) (14 5 2))",
        "(((1 2) 3) (4 (5 0)) 2)",
        "7",
    ];
    for text in trees {
        let tree: Tree = text.parse().unwrap();
        for depth in 0..4 {
            check(&tree, depth, Tree::estimate);
        }
    }
    for game in ["", "ddcceb", "ddca"] {
        let board: ConnectFour = game.parse().unwrap();
        for depth in [1, 4] {
            check(&board, depth, ConnectFour::estimate);
        }
    }
}

fn check<G>(position: &G, depth: u32, evaluate: fn(&G) -> Score)
where
    G: Keyed + Sync + 'static,
    G::Move: Send + Sync,
{
    let limits = Limits::depth(depth);
    let truth = Minimax::new(evaluate).search(position, &limits).score;
    for mut strategy in nested(evaluate) {
        let report = Strategy::search(&mut strategy, position, &limits);
        assert_eq!(report.score, truth, "{} at depth {depth}", strategy.name());
        let mut deepening = IterativeDeepening::new(strategy);
        let report = deepening.search(position, &limits);
        assert_eq!(report.score, truth, "{} at depth {depth}", deepening.name());
        let line = report
            .line
            .iter()
            .try_fold(position.clone(), |position, mv| {
                position
                    .legal_moves()
                    .contains(mv)
                    .then(|| position.after(*mv))
            });
        assert!(line.is_some(), "{}: {:?}", deepening.name(), report.line);
    }
}

/// The best root move must be the root's even if the driver below works two plies down.
#[test]
fn a_driver_below_the_root_does_not_name_the_root_move() {
    let tree: Tree = "((9 1) (4 3) (2 8))".parse().unwrap();
    let report =
        BestNode::new(MtdF::new(AlphaBeta::new(Tree::estimate))).search(&tree, &Limits::depth(2));
    assert_eq!(report.score, Some(Score::centipawns(3)));
    assert_eq!(
        report
            .best_move
            .map(|branch: Branch| branch.to_string())
            .as_deref(),
        Some("2")
    );
}

#[test]
fn a_strategy_comes_back_to_its_ply() {
    let board: ConnectFour = "dd".parse().unwrap();
    for mut strategy in nested(ConnectFour::estimate as fn(&ConnectFour) -> Score) {
        let mut silent = ();
        let mut state = SearchState::new(&Limits::none(), &mut silent);
        let mv: Column = board.legal_moves()[0];
        state.down(mv);
        state.down(board.after(mv).legal_moves()[0]);
        let value = strategy.value(&board, 3, Window::OPEN, &mut state);
        assert_eq!(state.ply(), 2, "{}", strategy.name());
        let truth = Minimax::new(ConnectFour::estimate)
            .search(&board, &Limits::depth(3))
            .score;
        assert_eq!(
            value.ok(),
            truth.map(|score| score.relative_to_root(2)),
            "{}",
            strategy.name()
        );
    }
}

#[test]
fn mtd_f_does_not_creep_over_a_fail_hard_strategy() {
    // The value is 1,234 centipawns away from the first guess.
    let tree: Tree = "((1234 1300) (5 2000))".parse().unwrap();
    let report = MtdF::new(AlphaBetaFailHard::new(Tree::estimate)).search(&tree, &Limits::depth(2));
    assert_eq!(report.score, Some(Score::centipawns(1_234)));
    assert!(
        report.stats.researches < 25,
        "{} passes",
        report.stats.researches + 1
    );
}
