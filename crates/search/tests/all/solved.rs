//! A position reported as solved is solved: searches that skip moves say so, and a law finds those that don't.

use crate::strategies::small_table;
use plywood_core::Position;
use plywood_eval::Material;
use plywood_search::games::{ConnectFour, TicTacToe, Tree};
use plywood_search::laws::{Contract, check_game, check_keyed, verify};
use plywood_search::{
    AlphaBeta, Captures, Ending, FixedDepth, Game, IterativeDeepening, Keyed, LateMoves, Limits,
    Minimax, MonteCarlo, NodeKind, NullMove, ProofNumber, Random, Reuse, Score, SearchState,
    StopReason, Stopped, Strategy, Transpositions, TreeRecorder, Window, searches_once,
};

/// Shannon's type B: at each node only the most promising moves are searched.
#[derive(Clone)]
struct TypeB<F> {
    evaluator: F,
    width: usize,
    /// The moves to skip: those of both sides, or of one, by the ply.
    only: Option<u32>,
    is_silent: bool,
    is_negating: bool,
}

impl<F> TypeB<F> {
    const fn new(evaluator: F, width: usize) -> Self {
        Self {
            evaluator,
            width,
            only: None,
            is_silent: false,
            is_negating: true,
        }
    }
}

impl<G: Game, F: Fn(&G) -> Score> FixedDepth<G> for TypeB<F> {
    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        state.visit(depth, window)?;
        let mut moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            return Ok(state.ended(ending));
        }
        if depth == 0 {
            return Ok(state.evaluate(&self.evaluator, position));
        }
        moves.sort_by_cached_key(|&mv| (self.evaluator)(&position.after(mv)));
        let is_narrow = self.only.is_none_or(|side| side == state.ply() % 2);
        let below = if self.is_negating { -window } else { window };
        let mut best = Score::LOWEST;
        for (index, &mv) in moves.iter().enumerate() {
            if is_narrow && index == self.width {
                if !self.is_silent {
                    state.skipped(mv, "width");
                }
                break;
            }
            state.down(mv);
            let score = -self.value(&position.after(mv), depth - 1, below, state)?;
            state.up(score);
            if score > best {
                best = score;
                state.improved(mv, score);
            }
        }
        Ok(best)
    }
}

impl<G: Game, F: Fn(&G) -> Score> Strategy<G> for TypeB<F> {
    searches_once!(G);
}

fn draw<G>(_: &G) -> Score {
    Score::DRAW
}

/// Returns the first law that a strategy breaks in tic-tac-toe.
fn broken(mut strategy: impl Strategy<TicTacToe>) -> Option<String> {
    let mut minimax = Minimax::new(draw::<TicTacToe>);
    let check = |seed| {
        verify(
            &mut strategy,
            Contract::selective(&TicTacToe::new(), &mut minimax)
                .seed(seed)
                .depth(5)
                .games(1),
        )
    };
    let found = (0..8).map(check).find_map(Result::err)?;
    Some(found.law)
}

#[test]
fn a_search_that_skips_moves_has_not_solved_what_they_may_change() {
    let start = TicTacToe::new();
    let report = TypeB::new(draw, 2).search(&start, &Limits::depth(9));
    assert_eq!(
        (report.reason, report.depth),
        (StopReason::Depth, 9),
        "{report}"
    );
    let report = IterativeDeepening::new(TypeB::new(draw, 2)).search(&start, &Limits::depth(9));
    assert_eq!(
        (report.reason, report.depth),
        (StopReason::Depth, 9),
        "{report}"
    );

    let search = TypeB::new(ConnectFour::estimate, 2);
    let limits = Limits::nodes(20_000);
    let report = IterativeDeepening::new(search).search(&ConnectFour::new(), &limits);
    assert_eq!(report.reason, StopReason::Nodes, "{report}");
}

#[test]
fn a_law_finds_a_search_that_skips_moves_and_does_not_say_so() {
    assert_eq!(broken(TypeB::new(draw, 2)), None);
    assert_eq!(broken(IterativeDeepening::new(TypeB::new(draw, 2))), None);
    let silent = TypeB {
        is_silent: true,
        ..TypeB::new(draw, 2)
    };
    let law = "has searched every move, except those that it says it skipped";
    for found in [
        broken(silent.clone()),
        broken(IterativeDeepening::new(silent)),
    ] {
        assert!(
            found.as_ref().is_some_and(|found| found.contains(law)),
            "{found:?}"
        );
    }
}

#[test]
fn a_law_finds_a_search_that_does_not_negate_its_window() {
    let search = TypeB {
        is_negating: false,
        ..TypeB::new(draw, 2)
    };
    let law = "a child's window is its parent's, negated and swapped";
    let found = broken(search);
    assert!(
        found.as_ref().is_some_and(|found| found.contains(law)),
        "{found:?}"
    );
}

#[test]
fn a_win_is_proven_whichever_of_the_winners_moves_were_skipped() {
    let narrow = |only| TypeB {
        only: Some(only),
        ..TypeB::new(sees_lines, 1)
    };
    let search = |only, board: &str| {
        let board: TicTacToe = board.parse().unwrap();
        let mut search = IterativeDeepening::new(narrow(only));
        let report = search.search(&board, &Limits::depth(3));
        let truth = AlphaBeta::new(draw).search(&board, &Limits::none());
        assert_eq!(report.score, truth.score, "{report}");
        (report.score, report.reason)
    };
    // X threatens to complete two lines; and can do so by a move to the corner. The root's side is number 0.
    let (lost, won) = ("X.X .O. X.O", "..X .O. X.O");
    let (in_two, in_three) = (Some(Score::lost_in(2)), Some(Score::won_in(3)));
    assert_eq!(search(0, lost), (in_two, StopReason::Depth));
    assert_eq!(search(1, lost), (in_two, StopReason::Solved));
    assert_eq!(search(0, won), (in_three, StopReason::Solved));
    assert_eq!(search(1, won), (in_three, StopReason::Depth));
}

/// Prefers a move that completes a line, so that it comes first.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "an evaluator takes a reference"
)]
fn sees_lines(board: &TicTacToe) -> Score {
    let ending = board.ending_at_leaf();
    ending.map_or(Score::DRAW, |ending| ending.score(0))
}

#[test]
fn an_exact_search_stops_at_a_proof_as_before() {
    let board: ConnectFour = "ddca".parse().unwrap();
    for table in [Reuse::SameDepth, Reuse::SameDepthOrDeeper] {
        let search = AlphaBeta::new(ConnectFour::estimate)
            .quiescence()
            .table(Transpositions::owning(1, table));
        let report = IterativeDeepening::new(search).search(&board, &Limits::depth(9));
        assert_eq!(
            (report.reason, report.depth),
            (StopReason::Solved, 3),
            "{report}"
        );
    }
}

#[test]
fn a_search_with_null_moves_and_reductions_stops_at_a_proof_and_claims_no_other() {
    let mut search = IterativeDeepening::new(
        AlphaBeta::new(Material::default())
            .quiescence()
            .ordering(Captures)
            .table(small_table(Reuse::SameDepthOrDeeper))
            .selectivity((NullMove::new(), LateMoves::new())),
    );
    let mut minimax = Minimax::new(Material::default());
    for (fen, plies) in [
        ("7k/8/4K3/8/8/8/8/6Q1 w - - 0 1", 3),
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5),
    ] {
        let position: Position = fen.parse().unwrap();
        let report = search.search(&position, &Limits::depth(7));
        assert_eq!(report.score, Some(Score::won_in(plies)), "{fen}: {report}");
        assert_eq!(report.reason, StopReason::Solved, "{fen}: {report}");
        for seed in 0..3 {
            let contract = Contract::selective(&position, &mut minimax)
                .keyed()
                .with_passes();
            let broken = verify(&mut search, contract.seed(seed).depth(4).games(1)).err();
            // Some of these games are too short for reductions.
            assert!(
                broken
                    .as_ref()
                    .is_none_or(|broken| broken.searches.is_empty()),
                "{broken:?}"
            );
        }
    }
}

#[test]
fn a_loss_that_depends_on_skipped_moves_is_not_kept_in_a_table() {
    let mut silent = ();
    let mut state: SearchState<'_, char> = SearchState::new(&Limits::none(), &mut silent);
    let start = state.checkpoint();
    assert!(state.may_keep(Score::lost_in(4), start));
    state.skipped('a', "width");
    assert!(!state.may_keep(Score::lost_in(4), start));
    assert!(state.may_keep(Score::won_in(3), start) && state.may_keep(Score::DRAW, start));
    assert!(state.may_keep(Score::lost_in(4), state.checkpoint()));
    state.down('a');
    let here = state.checkpoint();
    assert_eq!(
        state.pruned(Score::centipawns(40), "margin"),
        Score::centipawns(40)
    );
    assert!(state.may_keep(Score::won_in(2), here) && state.may_keep(Score::lost_in(2), here));
    let _ = state.pruned(Score::won_in(3), "margin");
    assert!(!state.may_keep(Score::won_in(3), here) && state.may_keep(Score::lost_in(2), here));
    let _ = state.ended(Ending::Repeated);
    assert!(!state.may_keep(Score::DRAW, here));
    assert!(!here.is_complete_until(state.checkpoint()));
}

#[test]
fn skipped_moves_are_recorded() {
    let tree: Tree = "(1 2 3)".parse().unwrap();
    let mut recorder = TreeRecorder::new(10);
    let mut search = TypeB::new(Tree::estimate, 2);
    search.search_observed(&tree, &Limits::depth(1), &mut recorder);
    let kinds: Vec<NodeKind> = recorder.nodes().iter().map(|node| node.kind).collect();
    let leaf = NodeKind::Leaf;
    assert_eq!(
        kinds,
        [NodeKind::Inner, leaf, leaf, NodeKind::Skipped("width")]
    );
}

/// A game given by the moves of each number, and an ending for numbers without moves.
#[derive(Clone, Debug)]
struct Numbers {
    at: u64,
    next: fn(u64) -> u64,
    ends: bool,
    key: fn(u64) -> u64,
}

impl Game for Numbers {
    type Move = u64;
    type Moves = Vec<u64>;

    fn legal_moves(&self) -> Vec<u64> {
        (1..=(self.next)(self.at)).collect()
    }

    fn after(&self, by: u64) -> Self {
        Self {
            at: self.at + by,
            ..*self
        }
    }

    fn ending(&self, moves: &[u64]) -> Option<Ending> {
        (self.ends && moves.is_empty()).then_some(Ending::Lost)
    }
}

impl Keyed for Numbers {
    fn key(&self) -> u64 {
        (self.key)(self.at)
    }

    fn move_code(by: u64) -> u16 {
        u16::try_from(by).unwrap_or(u16::MAX)
    }
}

/// Adds one or two to 0, up to 6.
const COUNT: Numbers = Numbers {
    at: 0,
    next: |at| (6 - at).min(2),
    ends: true,
    key: |at| (at + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15),
};

#[test]
fn a_game_that_never_ends_is_named() {
    check_game(&COUNT, 1).unwrap();
    let endless = Numbers {
        next: |_| 2,
        ..COUNT
    };
    let broken = check_game(&endless, 1).unwrap_err();
    assert_eq!(
        broken.law,
        "a game ends: 20,000 random moves do not end this one"
    );
}

#[test]
fn a_position_with_neither_moves_nor_an_ending_is_named_and_taken_for_a_draw() {
    let stuck = Numbers {
        ends: false,
        ..COUNT
    };
    let broken = check_game(&stuck, 1).unwrap_err();
    assert_eq!(broken.law, "a position without moves has ended");

    let mut searches = crate::strategies::for_any_game(draw as fn(&Numbers) -> Score);
    searches.push(Box::new(MonteCarlo::new(draw::<Numbers>)));
    searches.push(Box::new(ProofNumber::new()));
    searches.push(Box::new(Random));
    for search in &mut searches {
        let name = search.name();
        for at in 0..=6 {
            let position = Numbers {
                at,
                ..stuck.clone()
            };
            let report = search.search(&position, &Limits::depth(8));
            let score = report.score.unwrap_or_default();
            assert!(
                !score.is_decisive() && !score.is_infinite(),
                "{name}: {report}"
            );
            assert_eq!(report.best_move.is_none(), at == 6, "{name}: {report}");
        }
    }
}

/// Connect four with a key that depends on the occupied cells, but not on their owners.
#[derive(Clone)]
struct Colorblind(ConnectFour, u64);

impl Game for Colorblind {
    type Move = <ConnectFour as Game>::Move;
    type Moves = <ConnectFour as Game>::Moves;

    fn legal_moves(&self) -> Self::Moves {
        self.0.legal_moves()
    }

    fn after(&self, mv: Self::Move) -> Self {
        // Each column is the number of its discs.
        Self(
            self.0.after(mv),
            self.1 + (1 << (8 * ConnectFour::move_code(mv))),
        )
    }

    fn ending(&self, moves: &[Self::Move]) -> Option<Ending> {
        self.0.ending(moves)
    }
}

impl Keyed for Colorblind {
    fn key(&self) -> u64 {
        (self.1 + 1)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .swap_bytes()
    }

    fn move_code(mv: Self::Move) -> u16 {
        ConnectFour::move_code(mv)
    }
}

#[test]
fn a_key_that_leaves_something_out_is_named() {
    let start = Colorblind(ConnectFour::new(), 0);
    let found = (0..5)
        .filter(|seed| check_keyed(&start, *seed).is_err())
        .count();
    assert!(found >= 4, "{found} of 5");
    let same = Numbers {
        key: |at| at / 2 + 1,
        ..COUNT
    };
    assert!((0..5).any(|seed| check_keyed(&same, seed).is_err()));
    (0..20).for_each(|seed| check_keyed(&COUNT, seed).unwrap());
}
