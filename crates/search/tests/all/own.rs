//! Faults of a search are named, and a table of one's own works like ours.

use plywood_search::games::{Column, ConnectFour};
use plywood_search::laws::{Contract, verify};
use plywood_search::{AlphaBeta, Parallel, SharedTable, TableEntry, TranspositionTable};
use plywood_search::{FixedDepth, Game, Limits, Minimax, Report, Score, SearchState};
use plywood_search::{StopReason, Stopped, Strategy, Window, searches_once};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

/// A negamax that omits one duty of a search.
struct Faulty(Fault);

#[derive(Clone, Copy, PartialEq)]
enum Fault {
    None,
    Visit,
    Down,
    Up,
    Improved,
    Last,
    Window,
    Budget,
}

impl FixedDepth<ConnectFour> for Faulty {
    fn is_exact(&self) -> bool {
        true
    }

    fn value(
        &mut self,
        board: &ConnectFour,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, <ConnectFour as Game>::Move>,
    ) -> Result<Score, Stopped> {
        if self.0 == Fault::Budget {
            let _ = state.visit(depth, window);
        } else if self.0 != Fault::Visit {
            state.visit(depth, window)?;
        }
        let moves = board.legal_moves();
        if let Some(ending) = board.ending(&moves) {
            return Ok(state.ended(ending));
        }
        if depth == 0 {
            return Ok(state.evaluate(&ConnectFour::estimate, board));
        }
        let mut best = Score::LOWEST;
        let left_out = usize::from(self.0 == Fault::Last);
        for &mv in &moves[..moves.len().saturating_sub(left_out).max(1)] {
            if self.0 != Fault::Down {
                state.down(mv);
            }
            let below = if self.0 == Fault::Window {
                window
            } else {
                -window
            };
            let score = -self.value(&board.after(mv), depth - 1, below, state)?;
            if self.0 != Fault::Up {
                state.up(score);
            }
            if score > best {
                best = score;
                if self.0 != Fault::Improved {
                    state.improved(mv, score);
                }
            }
        }
        Ok(best)
    }
}

impl Strategy<ConnectFour> for Faulty {
    searches_once!(ConnectFour);
}

/// Returns the message for a search with this fault, from a law or an assertion.
fn complaint(fault: Fault) -> Option<String> {
    let check = || {
        let mut minimax = Minimax::new(ConnectFour::estimate);
        (0..2).find_map(|seed| {
            let board = ConnectFour::new();
            let contract = Contract::exact(&board, &mut minimax).depth(3).seed(seed);
            verify(&mut Faulty(fault), contract).err()
        })
    };
    match std::panic::catch_unwind(check) {
        Ok(law) => law.map(|law| law.law),
        Err(panic) => panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned()),
    }
}

#[test]
fn a_search_with_a_fault_is_told_what_is_missing() {
    assert_eq!(complaint(Fault::None), None);
    for (fault, part) in [
        (Fault::Visit, "each node needs a `visit`"),
        (Fault::Down, "each `up` needs a `down`"),
        (Fault::Up, "each `down` needs an `up`"),
        (Fault::Improved, "it is told to `improved`"),
        (Fault::Last, "has searched every move"),
        (Fault::Window, "its parent's, negated and swapped"),
        (Fault::Budget, "a search ends when its nodes are used up"),
    ] {
        let complaint = complaint(fault).unwrap_or_default();
        assert!(complaint.contains(part), "{complaint:?} says {part:?}");
    }
}

#[test]
#[should_panic(expected = "is a strategy with neither `search` nor `search_observed`")]
fn a_strategy_without_a_search_is_told_so() {
    struct Idle;
    impl Strategy<ConnectFour> for Idle {}
    Idle.search(&ConnectFour::new(), &Limits::none());
}

#[test]
fn a_strategy_need_only_search() {
    struct First;
    impl Strategy<ConnectFour> for First {
        fn search(&mut self, board: &ConnectFour, _: &Limits) -> Report<Column> {
            match board.legal_moves().first() {
                Some(&mv) => Report::from(mv),
                None => Report::new(StopReason::Solved),
            }
        }
    }
    let (start, mut minimax) = (ConnectFour::new(), Minimax::new(ConnectFour::estimate));
    for seed in 0..20 {
        let contract = Contract::selective(&start, &mut minimax)
            .depth(3)
            .seed(seed);
        verify(&mut First, contract).unwrap();
    }
    let watched = First.search_observed(&start, &Limits::none(), &mut ());
    assert_eq!(watched.best_move, start.legal_moves().first().copied());
}

/// A table of one's own: results of the same depth, which threads share.
#[derive(Clone, Default)]
struct Results(Arc<Mutex<ByDepth>>);

/// The entries by position and depth.
type ByDepth = HashMap<(ConnectFour, u32), TableEntry<Column>>;

impl Results {
    fn all(&self) -> MutexGuard<'_, ByDepth> {
        self.0.lock().expect("no thread has panicked")
    }
}

impl TranspositionTable<ConnectFour> for Results {
    fn find(
        &self,
        board: &ConnectFour,
        _: &[Column],
        depth: u32,
        _: u32,
    ) -> Option<TableEntry<Column>> {
        self.all().get(&(*board, depth)).copied()
    }

    fn answers(&self, entry: &TableEntry<Column>, _: u32, window: Window) -> bool {
        window.is_answered_by(entry.score, entry.bound)
    }

    fn store(&mut self, board: &ConnectFour, _: u32, entry: TableEntry<Column>) {
        let depth = u32::from(entry.depth);
        self.all().insert((*board, depth), entry);
    }

    fn is_exact(&self) -> bool {
        true
    }
}

impl SharedTable for Results {
    fn share(&self) -> Self {
        self.clone()
    }
}

#[test]
fn threads_share_a_table_of_ones_own() {
    let board: ConnectFour = "ddcce".parse().unwrap();
    let results = Results::default();
    let search = AlphaBeta::new(ConnectFour::estimate).table(results.clone());
    let mut two = Parallel::new(search, 2).split_depth(2);
    let found = two.search(&board, &Limits::depth(6));
    let expected = Minimax::new(ConnectFour::estimate).search(&board, &Limits::depth(6));
    assert_eq!(found.score, expected.score);
    assert!(results.all().len() > 100);
}
