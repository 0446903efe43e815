//! Every game obeys the laws.

use plywood_eval::{Side, Sides};
use plywood_search::games::{ConnectFour, TicTacToe, Tree};
use plywood_search::laws::{check_alternation, check_game, check_keyed, check_tactical};
use plywood_search::{AlphaBeta, Ending, Game, Limits, PositionOnly, Score};
use plywood_search::{WithHistory, WithPasses};

#[test]
fn tic_tac_toe_obeys() {
    for seed in 0..50 {
        check_game(&TicTacToe::new(), seed).unwrap();
        check_keyed(&TicTacToe::new(), seed).unwrap();
    }
}

#[test]
fn connect_four_obeys() {
    for seed in 0..50 {
        check_game(&ConnectFour::new(), seed).unwrap();
        check_keyed(&ConnectFour::new(), seed).unwrap();
        check_tactical(&ConnectFour::new(), seed).unwrap();
    }
}

#[test]
fn written_trees_obey() {
    let tree: Tree = "((3 12 8) (2 !(4 !-1) 6) 7(14 !5 2))".parse().unwrap();
    for seed in 0..50 {
        check_game(&tree, seed).unwrap();
        check_keyed(&tree, seed).unwrap();
        check_tactical(&tree, seed).unwrap();
    }
}

#[test]
fn positions_with_history_obey() {
    for seed in 0..20 {
        check_game(&WithHistory::new(ConnectFour::new()), seed).unwrap();
        check_keyed(&WithHistory::new(ConnectFour::new()), seed).unwrap();
        check_tactical(&WithHistory::new(ConnectFour::new()), seed).unwrap();
    }
}

/// Take one or two matches from a heap; the side that takes the last one loses. A side that takes two moves again.
#[derive(Clone, Debug)]
struct TwoAgain {
    heap: u32,
    side: Side,
    again: bool,
}

impl Game for TwoAgain {
    type Move = u32;
    type Moves = Vec<u32>;

    fn legal_moves(&self) -> Vec<u32> {
        (1..=self.heap.min(2)).collect()
    }

    fn after(&self, taken: u32) -> Self {
        let again = taken == 2;
        Self {
            heap: self.heap - taken,
            side: if again { self.side } else { !self.side },
            again,
        }
    }

    fn ending(&self, _moves: &[u32]) -> Option<Ending> {
        let ending = if self.again {
            Ending::Lost
        } else {
            Ending::Won
        };
        (self.heap == 0).then_some(ending)
    }
}

impl Sides for TwoAgain {
    fn to_move(&self) -> Side {
        self.side
    }

    fn mirrored(&self) -> Self {
        let side = !self.side;
        Self { side, ..*self }
    }
}

impl TwoAgain {
    fn new(heap: u32) -> Self {
        Self {
            heap,
            side: Side::First,
            again: false,
        }
    }

    /// Returns `true` if the first side wins with best play of both, by the rules alone.
    fn is_won(heap: u32) -> bool {
        // The side that takes the last match loses, with or without a second one.
        (1..=heap.min(2)).any(|taken| match (heap - taken, taken) {
            (0, _) => false,
            (rest, 2) => Self::is_won(rest),
            (rest, _) => !Self::is_won(rest),
        })
    }
}

#[test]
fn a_side_that_moves_again_needs_a_pass_in_between() {
    for heap in 2..9 {
        let game = WithPasses::new(TwoAgain::new(heap));
        check_game(&game, 1).unwrap();
        check_alternation(&game, 1, Sides::to_move).unwrap();
        let evaluator = PositionOnly(|_: &TwoAgain| Score::DRAW);
        let report = AlphaBeta::new(evaluator).search(&game, &Limits::none());
        let is_won = report.score > Some(Score::DRAW);
        assert_eq!(is_won, TwoAgain::is_won(heap), "{heap} matches");
    }
    let without = TwoAgain::new(8);
    check_game(&without, 1).unwrap();
    let broken = (0..9).find_map(|seed| check_alternation(&without, seed, Sides::to_move).err());
    assert!(broken.is_some_and(|law| law.to_string().contains("`WithPasses` adds passes")));
}
