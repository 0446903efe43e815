//! The effect of the parts on a strategy: its name, its promise, its memory.

use plywood_search::games::{Branch, ConnectFour, Tree};
use plywood_search::{
    AlphaBeta, AlphaBetaFailHard, AlphaBetaMaxMin, Captures, Game, Horizon, IterativeDeepening,
    Killers, Limits, Minimax, MoveOrdering, MovePriority, Negamax, PrincipalVariationSearch,
    QuietHistory, Reuse, Score, SearchState, Stopped, Strategy, Table, Transpositions, Window,
};
use std::sync::Arc;

fn tree(text: &str) -> Tree {
    text.parse().expect("a written tree")
}

#[test]
fn a_horizon_without_promise_makes_every_strategy_inexact() {
    /// Prunes by its window, as delta pruning does.
    struct Delta;
    impl Horizon<Tree> for Delta {
        fn value(
            &self,
            position: &Tree,
            window: Window,
            state: &mut SearchState<'_, Branch>,
        ) -> Result<Score, Stopped> {
            let score = position.estimate();
            Ok(state.evaluated(if score < window.alpha() {
                window.alpha()
            } else {
                score
            }))
        }
        fn is_exact(&self) -> bool {
            false
        }
    }
    let strategies: [Box<dyn Strategy<Tree>>; 7] = [
        Box::new(Minimax::with_horizon(Delta)),
        Box::new(Negamax::with_horizon(Delta)),
        Box::new(AlphaBetaMaxMin::with_horizon(Delta)),
        Box::new(AlphaBetaFailHard::with_horizon(Delta)),
        Box::new(AlphaBeta::with_horizon(Delta)),
        Box::new(PrincipalVariationSearch::with_horizon(Delta)),
        Box::new(IterativeDeepening::new(AlphaBeta::with_horizon(Delta))),
    ];
    for mut strategy in strategies {
        let report = strategy.search(&tree("((3 12 8) (2 4 6))"), &Limits::depth(2));
        assert!(!report.is_exact, "{}", strategy.name());
    }
}

#[test]
fn a_new_game_begins_with_empty_tables() {
    let mut search = PrincipalVariationSearch::new(ConnectFour::estimate)
        .ordering((Killers::new(), QuietHistory::new()))
        .table(Transpositions::exact(1));
    let nodes = |search: &mut dyn Strategy<ConnectFour>| {
        search
            .search(&ConnectFour::new(), &Limits::depth(6))
            .stats
            .nodes
    };
    let first = nodes(&mut search);
    assert!(nodes(&mut search) < first, "the table is full");
    let mut boxed: Box<dyn Strategy<ConnectFour>> = Box::new(IterativeDeepening::new(search));
    boxed.new_game();
    let fresh = PrincipalVariationSearch::new(ConnectFour::estimate)
        .ordering((Killers::new(), QuietHistory::new()))
        .table(Transpositions::exact(1));
    assert_eq!(
        nodes(&mut *boxed),
        nodes(&mut IterativeDeepening::new(fresh))
    );
}

#[test]
fn a_name_has_its_parts() {
    let search = AlphaBeta::new(ConnectFour::estimate)
        .ordering((Captures, Killers::new()))
        .table(Transpositions::exact(1));
    let name = Strategy::<ConnectFour>::name(&search);
    assert_eq!(name, "alpha-beta+captures+killers+table=1");
    let name = Strategy::<ConnectFour>::name(&IterativeDeepening::new(search.quiescence()));
    assert_eq!(
        name,
        "alpha-beta+quiescence+captures+killers+table=1+deepening"
    );
    assert_eq!(
        Strategy::<Tree>::name(&AlphaBeta::new(Tree::estimate)),
        "alpha-beta"
    );
}

#[test]
fn only_quiet_moves_are_killers_where_noisy_ones_are_ranked() {
    let position = tree("(1 !2 3)");
    let moves = position.legal_moves();
    let mut ordering = (Captures, Killers::new());
    for &mv in &moves {
        ordering.cut(&position, mv, 1, 0);
    }
    let ranks: Vec<MovePriority> = moves
        .iter()
        .map(|mv| ordering.1.rank(&position, *mv, 0))
        .collect();
    assert_eq!(
        ranks,
        [
            MovePriority::killer(0),
            MovePriority::UNKNOWN,
            MovePriority::killer(1)
        ]
    );
    assert!(ordering.rank(&position, moves[1], 0) > ordering.rank(&position, moves[2], 0));
}

#[test]
fn a_clone_of_a_strategy_has_a_table_of_its_own() {
    let limits = Limits::depth(6);
    let mut search = PrincipalVariationSearch::new(ConnectFour::estimate)
        .table(Transpositions::exact(1).min_depth(1));
    let mut clone = search.clone();
    let first = search.search(&ConnectFour::new(), &limits).stats;
    assert_eq!(clone.search(&ConnectFour::new(), &limits).stats, first);
    let mut late = search.clone();
    let warm = late.search(&ConnectFour::new(), &limits).stats;
    assert!(warm.nodes < first.nodes, "it knows what the original knows");
    assert_eq!(search.search(&ConnectFour::new(), &limits).stats, warm);

    let shared = search.clone().table(Transpositions::sharing(
        Arc::new(Table::with_megabytes(1)),
        Reuse::SameDepth,
    ));
    let (mut one, mut other) = (shared.clone(), shared);
    one.search(&ConnectFour::new(), &limits);
    let report = other.search(&ConnectFour::new(), &limits);
    assert!(report.stats.nodes < first.nodes, "it was asked for");
}

#[test]
fn fail_hard_and_fail_soft_visit_the_same_nodes_in_the_same_order_of_moves() {
    let ordering = || (Captures, Killers::new(), QuietHistory::new());
    for game in ["", "ddcceb", "dcbdadgef"] {
        let board: ConnectFour = game.parse().unwrap();
        let searches: [Box<dyn Strategy<ConnectFour>>; 3] = [
            Box::new(AlphaBeta::new(ConnectFour::estimate).ordering(ordering())),
            Box::new(AlphaBetaFailHard::new(ConnectFour::estimate).ordering(ordering())),
            Box::new(AlphaBetaMaxMin::new(ConnectFour::estimate).ordering(ordering())),
        ];
        let reports = searches.map(|mut search| search.search(&board, &Limits::depth(7)));
        let plain = AlphaBeta::new(ConnectFour::estimate).search(&board, &Limits::depth(7));
        assert_ne!(reports[0].stats.nodes, plain.stats.nodes);
        for report in &reports[1..] {
            assert_eq!(
                (report.stats, report.score),
                (reports[0].stats, reports[0].score)
            );
        }
    }
}
