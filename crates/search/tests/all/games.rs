//! Every game obeys the laws.

use plywood_eval::{Side, Sides};
use plywood_search::games::{ConnectFour, TicTacToe, Tree};
use plywood_search::laws::{
    check_alternation, check_evaluator, check_game, check_keyed, check_passes, check_tactical,
};
use plywood_search::{AlphaBeta, Ending, Evaluator, Game, Keyed, Limits, PositionOnly, Score};
use plywood_search::{Session, Tactical, WithHistory, WithPasses};

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

/// Two sides mark eight cells in turn; marking the last one wins. A mark beside one of the opponent's is noisy.
#[derive(Debug, Clone)]
struct Cells {
    flaw: Flaw,
    marks: [u8; 8],
    side: u8,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Flaw {
    None,
    PassKeepsSide,
    PassForgetsKey,
    PassLosesMark,
    NothingNoisy,
    EveryMoveRanked,
    AlwaysCheck,
}

impl Cells {
    fn is_noisy(&self, cell: u8) -> bool {
        let beside = [cell.wrapping_sub(1), cell + 1];
        let marks = beside
            .iter()
            .filter_map(|other| self.marks.get(usize::from(*other)));
        marks.into_iter().any(|mark| *mark == 3 - self.side)
    }
}

impl Game for Cells {
    type Move = u8;
    type Moves = Vec<u8>;

    fn legal_moves(&self) -> Vec<u8> {
        (0..8)
            .filter(|cell| self.marks[usize::from(*cell)] == 0)
            .collect()
    }

    fn after(&self, cell: u8) -> Self {
        let mut next = self.clone();
        next.marks[usize::from(cell)] = self.side;
        next.side = 3 - self.side;
        next
    }

    fn ending(&self, moves: &[u8]) -> Option<Ending> {
        moves.is_empty().then_some(Ending::Lost)
    }
}

impl Keyed for Cells {
    fn key(&self) -> u64 {
        let side = if self.flaw == Flaw::PassForgetsKey {
            1
        } else {
            self.side
        };
        let code = self
            .marks
            .iter()
            .fold(u64::from(side), |code, mark| 3 * code + u64::from(*mark));
        let parity = self.marks.iter().filter(|mark| **mark > 0).count() as u64;
        (2 * code + parity % 2).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn move_code(cell: u8) -> u16 {
        u16::from(cell)
    }
}

impl Tactical for Cells {
    const PASSES: bool = true;

    fn noisy_moves(&self) -> Vec<u8> {
        let is_noisy = |cell: &u8| self.flaw != Flaw::NothingNoisy && self.is_noisy(*cell);
        self.legal_moves().into_iter().filter(is_noisy).collect()
    }

    fn capture_rank(&self, cell: u8) -> i32 {
        i32::from(self.is_noisy(cell) || self.flaw == Flaw::EveryMoveRanked)
    }

    fn is_check(&self) -> bool {
        self.flaw == Flaw::AlwaysCheck
    }

    fn pass(&self) -> Option<Self> {
        let mut next = self.clone();
        if self.flaw != Flaw::PassKeepsSide {
            next.side = 3 - self.side;
        }
        let mark = next.marks.iter_mut().find(|mark| **mark > 0);
        if let Some(mark) = mark.filter(|_| self.flaw == Flaw::PassLosesMark) {
            *mark = 0;
        }
        Some(next)
    }
}

#[test]
fn flaws_of_passes_and_noisy_moves_are_found() {
    let law = |flaw| {
        let start = Cells {
            flaw,
            marks: [0; 8],
            side: 1,
        };
        let checked =
            check_tactical(&start, 1).and_then(|()| check_passes(&start, 1, |cells| cells.side));
        checked.err().map(|broken| broken.law)
    };
    assert_eq!(law(Flaw::None), None);
    for (flaw, part) in [
        (Flaw::PassKeepsSide, "a pass changes the key"),
        (Flaw::PassForgetsKey, "a pass changes the key"),
        (Flaw::PassLosesMark, "two passes lead back"),
        (Flaw::NothingNoisy, "has noisy moves"),
        (Flaw::EveryMoveRanked, "a quiet move has no rank"),
        (Flaw::AlwaysCheck, "not always in check"),
    ] {
        let found = law(flaw).unwrap_or_default();
        assert!(found.contains(part), "{flaw:?}: {found}");
    }
}

#[test]
fn an_evaluator_that_forgets_in_a_session_is_found() {
    struct Forgetful;
    impl Evaluator<ConnectFour> for Forgetful {
        fn evaluate_in(&self, board: &ConnectFour, session: &mut Session) -> Score {
            let is_from_scratch = session.ply() == 0;
            let stones = i32::try_from(board.stones()).unwrap_or_default();
            Score::centipawns(if is_from_scratch { stones } else { 0 })
        }
    }
    let found = check_evaluator(&ConnectFour::new(), 1, &Forgetful).unwrap_err();
    assert!(found.law.contains("step by step"), "{found}");
}
