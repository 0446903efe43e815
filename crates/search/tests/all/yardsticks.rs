//! Known numbers: the tic-tac-toe tree, and the smallest tree alpha-beta can search.

use plywood_search::games::{ConnectFour, TicTacToe, Tree};
use plywood_search::{
    AlphaBeta, AlphaBetaFailHard, AlphaBetaMaxMin, Ending, FixedDepth, Game, Limits, Minimax,
    Negamax, Score, SearchState, Strategy, Window,
};

/// Tic-tac-toe in which a late win is worth as much as an early one, as for the published counts.
#[derive(Clone)]
struct EqualWins(TicTacToe);

impl Game for EqualWins {
    type Move = <TicTacToe as Game>::Move;
    type Moves = <TicTacToe as Game>::Moves;

    fn legal_moves(&self) -> Self::Moves {
        self.0.legal_moves()
    }

    fn after(&self, mv: Self::Move) -> Self {
        Self(self.0.after(mv))
    }

    fn ending(&self, moves: &[Self::Move]) -> Option<Ending> {
        self.0.ending(moves).map(|ending| match ending {
            Ending::Won => Ending::Scored(Score::centipawns(1)),
            Ending::Lost => Ending::Scored(Score::centipawns(-1)),
            ending => ending,
        })
    }
}

fn plain() -> EqualWins {
    EqualWins(TicTacToe::new())
}

fn no_judgement<P>(_: &P) -> Score {
    Score::DRAW
}

#[test]
fn the_whole_tree_of_tic_tac_toe() {
    let start = TicTacToe::new();
    for mut strategy in [
        Box::new(Minimax::new(no_judgement)) as Box<dyn Strategy<TicTacToe>>,
        Box::new(Negamax::new(no_judgement)),
    ] {
        let report = strategy.search(&start, &Limits::none());
        assert_eq!(report.stats.nodes, 549_946);
        assert_eq!(report.stats.leaves(), 255_168);
        assert_eq!(report.score, Some(Score::DRAW));
        assert!(report.is_exact);
    }
}

#[test]
fn tic_tac_toe_ply_by_ply() {
    let per_ply = [
        1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872,
    ];
    let mut sum = 0;
    for (depth, nodes) in (0..).zip(per_ply) {
        sum += nodes;
        let report = Minimax::new(no_judgement).search(&TicTacToe::new(), &Limits::depth(depth));
        assert_eq!(report.stats.nodes, sum, "depth {depth}");
    }
}

#[test]
fn alpha_beta_on_tic_tac_toe() {
    let strategies: [Box<dyn Strategy<EqualWins>>; 3] = [
        Box::new(AlphaBeta::new(no_judgement)),
        Box::new(AlphaBetaFailHard::new(no_judgement)),
        Box::new(AlphaBetaMaxMin::new(no_judgement)),
    ];
    for mut strategy in strategies {
        let report = strategy.search(&plain(), &Limits::none());
        let counts = (
            report.stats.nodes,
            report.stats.leaves(),
            report.stats.cutoffs,
        );
        assert_eq!(counts, (18_297, 7_330, 8_180), "{}", strategy.name());
    }
}

#[test]
fn a_closed_root_window_saves_more() {
    fn nodes(mut strategy: impl FixedDepth<EqualWins>) -> u64 {
        let window = Window::new(Score::centipawns(-1), Score::centipawns(1)).unwrap();
        let mut silent = ();
        let mut state = SearchState::new(&Limits::none(), &mut silent);
        let value = strategy.value(&plain(), 9, window, &mut state);
        assert_eq!(value, Ok(Score::DRAW));
        state.stats().nodes
    }
    assert_eq!(nodes(AlphaBeta::new(no_judgement)), 16_811);
    assert_eq!(nodes(AlphaBetaFailHard::new(no_judgement)), 16_811);
    assert_eq!(nodes(AlphaBetaMaxMin::new(no_judgement)), 16_811);
}

/// A full tree in which the first move is always the best one.
fn perfectly_ordered(branching: i32, depth: u32) -> Tree {
    // The value for the side to move is `target` at the first child and worse for it at the others.
    fn write(branching: i32, depth: u32, value: i32, is_max: bool, text: &mut String) {
        if depth == 0 {
            text.push_str(&value.to_string());
            text.push(' ');
            return;
        }
        text.push('(');
        for child in 0..branching {
            let worse = if is_max { value - child } else { value + child };
            write(branching, depth - 1, worse, !is_max, text);
        }
        text.push(')');
    }
    let mut text = String::new();
    write(branching, depth, 0, true, &mut text);
    text.parse().expect("a tree was written")
}

#[test]
fn the_minimal_tree_of_knuth_and_moore() {
    for (branching, depth) in [
        (2, 1),
        (2, 6),
        (3, 4),
        (3, 5),
        (4, 5),
        (6, 4),
        (10, 3),
        (1, 9),
    ] {
        let tree = perfectly_ordered(branching, depth);
        let minimal = branching.pow(depth.div_ceil(2)) + branching.pow(depth / 2) - 1;
        let strategies: [Box<dyn Strategy<Tree>>; 3] = [
            Box::new(AlphaBeta::new(Tree::estimate)),
            Box::new(AlphaBetaFailHard::new(Tree::estimate)),
            Box::new(AlphaBetaMaxMin::new(Tree::estimate)),
        ];
        for mut strategy in strategies {
            let report = strategy.search(&tree, &Limits::none());
            assert_eq!(
                i64::try_from(report.stats.leaves()),
                Ok(i64::from(minimal)),
                "{} on {branching}^{depth}",
                strategy.name()
            );
        }
    }
}

#[test]
fn connect_four_positions_are_counted_right() {
    // Games of each number of stones from the empty board; ended games are not continued.
    let games = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
    let mut sum = 0;
    for (depth, count) in (0..8).zip(games) {
        sum += count;
        let report = Negamax::new(no_judgement).search(&ConnectFour::new(), &Limits::depth(depth));
        assert_eq!(report.stats.nodes, sum, "depth {depth}");
    }
}
