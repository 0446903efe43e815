//! A test for each pitfall of such programs.

use plywood_core::History;
use plywood_search::games::{ConnectFour, TicTacToe, Tree};
use plywood_search::{
    AlphaBeta, AlphaBetaFailHard, AlphaBetaMaxMin, Bound, Ending, FixedDepth, Game,
    IterativeDeepening, Keyed, Limits, Minimax, Negamax, PositionOnly, PrincipalVariationSearch,
    Quiescence, Reuse, Score, SearchState, SssStar, Strategy, Table, Transpositions, Window,
    WithHistory,
};
use proptest::prelude::{prop_assert, proptest};
use std::sync::Arc;

fn tree(text: &str) -> Tree {
    text.parse().expect("a written tree")
}

fn value_in<G: Game>(
    mut strategy: impl FixedDepth<G>,
    position: &G,
    depth: u32,
    window: Window,
) -> Score {
    let mut silent = ();
    let mut state = SearchState::new(&Limits::none(), &mut silent);
    strategy
        .value(position, depth, window, &mut state)
        .expect("there is no limit")
}

#[test]
fn fail_hard_stays_inside_the_window_and_fail_soft_does_not() {
    let position = tree("((3 12 8) (2 4 6) (14 5 2))");
    for (alpha, beta, soft) in [(-9, -7, 2), (5, 9, 3), (-9, 9, 3)] {
        let (alpha, beta) = (Score::centipawns(alpha), Score::centipawns(beta));
        let window = Window::new(alpha, beta).unwrap();
        let hard = value_in(AlphaBetaFailHard::new(Tree::estimate), &position, 2, window);
        let two = value_in(AlphaBetaMaxMin::new(Tree::estimate), &position, 2, window);
        let found = value_in(AlphaBeta::new(Tree::estimate), &position, 2, window);
        assert_eq!((hard, two), (found.clamp(alpha, beta), hard));
        assert!(found >= Score::centipawns(soft) || window.bound_of(found) == Bound::AtMost);
        // Fail-soft returns a bound of the value, which is 3.
        match window.bound_of(found) {
            Bound::Exact => assert_eq!(found, Score::centipawns(3)),
            Bound::AtLeast => assert!(found <= Score::centipawns(3)),
            Bound::AtMost => assert!(found >= Score::centipawns(3)),
        }
    }
}

#[test]
fn a_table_that_takes_deeper_entries_is_not_minimax() {
    let position = tree("((1(9 9)) (2(0 0)))");
    let two_plies = |table: Transpositions| {
        let mut search = AlphaBeta::new(Tree::estimate).table(table);
        search.search(&position, &Limits::depth(3));
        let report = search.search(&position, &Limits::depth(2));
        (report.score.and_then(Score::as_centipawns), report.is_exact)
    };
    assert_eq!(two_plies(Transpositions::exact(0)), (Some(2), true));
    assert_eq!(
        two_plies(Transpositions::reusing_deeper(0)),
        (Some(9), false),
        "what three plies find"
    );
}

/// A token is moved on a ring of five cells, one step to either side, and the side that brings it to cell 0 loses.
#[derive(Clone)]
struct Ring {
    cell: u8,
    is_second: bool,
}

fn ring(cell: u8) -> Ring {
    Ring {
        cell,
        is_second: false,
    }
}

impl Game for Ring {
    type Move = char;
    type Moves = Vec<char>;

    fn legal_moves(&self) -> Vec<char> {
        vec!['<', '>']
    }
    fn after(&self, step: char) -> Self {
        let steps = if step == '<' { 4 } else { 1 };
        Self {
            cell: (self.cell + steps) % 5,
            is_second: !self.is_second,
        }
    }
    fn ending(&self, _moves: &[char]) -> Option<Ending> {
        (self.cell == 0).then_some(Ending::Won)
    }
}

impl Keyed for Ring {
    fn key(&self) -> u64 {
        u64::from(self.cell) + if self.is_second { 11 } else { 1 }
    }
    fn move_code(step: char) -> u16 {
        u16::from(step == '<')
    }
}

#[test]
fn repetition_is_a_draw_only_with_history() {
    let seven = |_: &Ring| Score::centipawns(7);
    let bare = AlphaBeta::new(seven).search(&ring(2), &Limits::depth(6));
    assert_eq!(bare.score, Some(Score::centipawns(7)));
    let played = WithHistory::new(ring(2));
    let with_history = AlphaBeta::new(PositionOnly(seven)).search(&played, &Limits::depth(12));
    assert_eq!(with_history.score, Some(Score::DRAW));
    assert!(with_history.is_exact);
}

#[test]
fn a_root_that_repeats_an_earlier_position_is_still_searched() {
    // The game went 2, 3, 2.
    let played = WithHistory::with_earlier_keys(ring(2), [ring(2).key(), ring(2).after('>').key()]);
    let report = Negamax::new(PositionOnly(|_: &Ring| Score::centipawns(7)))
        .search(&played, &Limits::depth(1));
    assert!(report.best_move.is_some());
    // Moving back to 3 would be a repetition, moving on to 1 is not.
    assert_eq!(played.after('>').ending_at_leaf(), Some(Ending::Repeated));
    assert_eq!(played.after('<').ending_at_leaf(), None);
}

/// Copying the whole game for each of its positions would take quadratic time.
#[test]
fn only_positions_that_can_be_repeated_are_kept() {
    let mut game = History::default();
    let mut kept_after = |texts: &[&str]| {
        for text in texts {
            let moves = game.position().legal_moves();
            let mv = moves.iter().find(|mv| mv.to_string() == *text);
            game.play(*mv.unwrap()).unwrap();
        }
        WithHistory::from(&game).earlier_keys().count()
    };
    assert_eq!(kept_after(&["g1f3", "g8f6", "e2e4", "f6g8"]), 1);
    // After fifty moves every reversible move is a draw anyway.
    let to_and_fro = ["f3g1", "g8f6", "g1f3", "f6g8"].repeat(100);
    assert_eq!(kept_after(&to_and_fro), 100);
}

#[test]
fn values_that_depend_on_the_path_are_not_kept() {
    let table = Arc::new(Table::with_megabytes(0));
    let memory = Transpositions::sharing(Arc::clone(&table), Reuse::SameDepth);
    let mut search = AlphaBeta::new(PositionOnly(|_: &Ring| Score::centipawns(7))).table(memory);
    let report = search.search(&WithHistory::new(ring(2)), &Limits::depth(12));
    assert!(
        !report.is_exact,
        "a table over positions with history is not exact"
    );
    assert_eq!(
        table.get(ring(2).key()),
        None,
        "the root's draw came from a repetition"
    );
}

#[test]
fn wins_are_found_at_their_depth_and_the_shortest_is_preferred() {
    let board: ConnectFour = "ddca".parse().unwrap();
    for mut strategy in crate::strategies::for_any_game(ConnectFour::estimate) {
        let at = |depth| Limits::depth(depth);
        let too_shallow = strategy.search(&board, &at(2)).score.unwrap();
        assert!(!too_shallow.is_decisive(), "{}", strategy.name());
        for depth in 3..7 {
            let report = strategy.search(&board, &at(depth));
            assert_eq!(
                report.score,
                Some(Score::won_in(3)),
                "{} at depth {depth}",
                strategy.name()
            );
        }
    }
}

#[test]
fn a_win_kept_in_a_table_is_as_far_as_it_is_from_where_it_is_found_again() {
    let table = Arc::new(Table::with_megabytes(1));
    // One table serves searches whose roots are one ply apart.
    for game in ["ddca", "ddc", "dd", "ddcae"] {
        let board: ConnectFour = game.parse().unwrap();
        let memory = Transpositions::sharing(Arc::clone(&table), Reuse::SameDepth);
        let limits = Limits::depth(7);
        let kept = AlphaBeta::new(ConnectFour::estimate)
            .table(memory)
            .search(&board, &limits);
        let fresh = AlphaBeta::new(ConnectFour::estimate).search(&board, &limits);
        assert_eq!(kept.score, fresh.score, "{game}");
    }
}

/// Connect four with an evaluator that has sure wins, as from endgame tables: it counts plies from the position.
fn with_sure_wins(board: &ConnectFour) -> Score {
    match board.stones() % 3 {
        0 => Score::won_in(board.stones() % 5 + 1),
        1 => Score::lost_in(board.stones() % 4 + 2),
        _ => board.estimate(),
    }
}

#[test]
fn a_sure_win_of_the_evaluator_counts_from_the_position_it_saw() {
    for game in ["", "dd", "ddc"] {
        let board: ConnectFour = game.parse().unwrap();
        for depth in 0..6 {
            let limits = Limits::depth(depth);
            let truth = Minimax::new(with_sure_wins).search(&board, &limits);
            let expected = with_sure_wins(&board);
            assert!(depth > 0 || truth.score == Some(expected), "{game}");
            for mut strategy in
                crate::strategies::for_keyed_games(with_sure_wins as fn(&ConnectFour) -> Score)
            {
                let report = strategy.search(&board, &limits);
                assert_eq!(
                    report.score,
                    truth.score,
                    "{} at depth {depth}",
                    strategy.name()
                );
            }
            let child = board.after(board.legal_moves()[0]);
            let below = Minimax::new(with_sure_wins).search(&child, &limits).score;
            let at_root = Minimax::new(with_sure_wins)
                .search(&board, &Limits::depth(depth + 1))
                .score;
            let value = below.map(|score| -score.relative_to_root(1));
            assert!(at_root >= value, "a root move is worth what its child is");
        }
    }
    assert_eq!(Ending::Scored(Score::won_in(2)).score(3), Score::won_in(5));
}

#[test]
fn nothing_is_stored_by_a_search_that_is_stopped() {
    let board = ConnectFour::new();
    let truth = AlphaBeta::new(ConnectFour::estimate).search(&board, &Limits::depth(7));
    for nodes in (1..4_000).step_by(131) {
        let table = Arc::new(Table::with_megabytes(1));
        let memory = || Transpositions::sharing(Arc::clone(&table), Reuse::SameDepth);
        let stopped = Limits::depth(7).with_nodes(nodes);
        AlphaBeta::new(ConnectFour::estimate)
            .table(memory())
            .search(&board, &stopped);
        let report = PrincipalVariationSearch::new(ConnectFour::estimate)
            .table(memory())
            .search(&board, &Limits::depth(7));
        assert_eq!(report.score, truth.score, "stopped after {nodes} nodes");
    }
}

#[test]
fn of_equal_root_moves_the_first_one_is_played() {
    let position = tree("((1 5) (5 5) (7 5) (5 6))");
    for mut strategy in crate::strategies::for_any_game(Tree::estimate) {
        let report = strategy.search(&position, &Limits::depth(2));
        assert_eq!(
            report.best_move.map(|branch| branch.to_string()).as_deref(),
            Some("2"),
            "{}",
            strategy.name()
        );
    }
}

#[test]
fn a_game_that_ends_at_the_horizon_is_not_evaluated() {
    let board: TicTacToe = "XX. OO. ...".parse().unwrap();
    let never = |_: &TicTacToe| Score::centipawns(-500);
    for mut strategy in crate::strategies::for_any_game(never as fn(&TicTacToe) -> Score) {
        let report = strategy.search(&board, &Limits::depth(1));
        assert_eq!(report.score, Some(Score::won_in(1)), "{}", strategy.name());
    }
    let quiescent = Minimax::with_horizon(Quiescence::new(Tree::estimate))
        .search(&tree("(4)"), &Limits::depth(1));
    assert_eq!(quiescent.stats.evaluated, 0);
}

/// Connect four whose positions all have one key, so that every entry of a table is another position's.
#[derive(Clone)]
struct Colliding(ConnectFour);

impl Game for Colliding {
    type Move = <ConnectFour as Game>::Move;
    type Moves = <ConnectFour as Game>::Moves;

    fn legal_moves(&self) -> Self::Moves {
        self.0.legal_moves()
    }
    fn after(&self, mv: Self::Move) -> Self {
        Self(self.0.after(mv))
    }
    fn ending(&self, moves: &[Self::Move]) -> Option<Ending> {
        self.0.ending(moves)
    }
}

impl Keyed for Colliding {
    fn key(&self) -> u64 {
        1
    }
    fn move_code(mv: Self::Move) -> u16 {
        ConnectFour::move_code(mv)
    }
}

#[test]
fn a_move_from_another_position_with_the_same_key_is_never_played() {
    let full_column: ConnectFour = "dddddd".parse().unwrap();
    let evaluator = |position: &Colliding| position.0.estimate();
    let mut search =
        IterativeDeepening::new(AlphaBeta::new(evaluator).table(Transpositions::reusing_deeper(1)));
    let report = search.search(&Colliding(full_column), &Limits::depth(6));
    assert!(
        full_column
            .legal_moves()
            .contains(&report.best_move.unwrap())
    );
}

#[test]
fn stalemate_is_seen_at_the_horizon_and_not_below_it() {
    // After the noisy move there is a node without noisy moves: its estimate is used.
    let position = tree("(1(!6(8 9) 1))");
    let report =
        Minimax::with_horizon(Quiescence::new(Tree::estimate)).search(&position, &Limits::depth(1));
    assert_eq!(
        report.score,
        Some(Score::centipawns(1)),
        "Min would rather stand still than play the noisy move"
    );
    assert_eq!(report.stats.quiescence, 1);
}

proptest! {
    #[test]
    fn sss_star_visits_no_leaf_that_alpha_beta_does_not(
        branching in 2_usize..5, depth in 1_u32..5, values in proptest::collection::vec(-3_i32..=3, 625)
    ) {
        let position = tree(&full_tree(branching, depth, &mut values.into_iter()));
        let leaves = |mut strategy: Box<dyn Strategy<Tree>>| strategy.search(&position, &Limits::none()).stats.leaves();
        let star = leaves(Box::new(SssStar::new(Tree::estimate)));
        let alpha_beta = leaves(Box::new(AlphaBeta::new(Tree::estimate)));
        prop_assert!(star <= alpha_beta, "{star} > {alpha_beta} on {position}");
    }
}

fn full_tree(branching: usize, depth: u32, values: &mut impl Iterator<Item = i32>) -> String {
    if depth == 0 {
        return values.next().unwrap_or_default().to_string();
    }
    let children: Vec<String> = (0..branching)
        .map(|_| full_tree(branching, depth - 1, values))
        .collect();
    format!("({})", children.join(" "))
}
