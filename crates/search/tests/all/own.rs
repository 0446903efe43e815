//! A search written outside of the crate, with every part, finds what the crate's own one finds; one with a fault is told which.

use plywood_core::Position;
use plywood_eval::Material;
use plywood_search::games::ConnectFour;
use plywood_search::laws::check_strategy;
use plywood_search::{
    AlphaBeta, Captures, IterativeDeepening, Killers, Quiescence, QuietHistory, Transpositions,
};
use plywood_search::{
    Entry, FixedDepth, Game, Horizon, Limits, Minimax, MoveOrdering, Score, SearchState,
};
use plywood_search::{Stopped, Strategy, TranspositionTable, Window, arrange, searches_once};

struct Mine<H, O, T> {
    horizon: H,
    ordering: O,
    table: T,
}

impl<G: Game, H: Horizon<G>, O: MoveOrdering<G>, T: TranspositionTable<G>> FixedDepth<G>
    for Mine<H, O, T>
{
    fn begin(&mut self) {
        self.ordering.begin();
        self.table.begin();
    }

    fn is_exact(&self) -> bool {
        self.horizon.is_exact() && self.table.is_exact()
    }

    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        state.visit(depth, window)?;
        if depth == 0 {
            return self.horizon.value(position, window, state);
        }
        let mut moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            return Ok(state.ended(ending));
        }
        let ply = state.ply();
        let known = self.table.find(position, &moves, depth, ply);
        // The root needs a move, so a table never answers there.
        if let Some(entry) = &known
            && ply > 0
            && self.table.answers(entry, depth, window)
        {
            return Ok(state.saved(entry.score, entry.flag));
        }
        arrange(
            &self.ordering,
            position,
            &mut moves,
            known.and_then(|entry| entry.best),
            state,
        );
        let start = state.mark();
        let (mut alpha, beta) = (window.alpha(), window.beta());
        let (mut best, mut best_move) = (Score::LOWEST, None);
        for (index, &mv) in moves.iter().enumerate() {
            state.down(mv);
            let child = position.after(mv);
            let score = -self.value(&child, depth - 1, -Window::between(alpha, beta), state)?;
            state.up(score);
            if score <= best {
                continue;
            }
            best = score;
            if score > alpha {
                best_move = Some(mv);
                state.improved(mv, score);
            }
            if score >= beta {
                state.cutoff(index, moves.len());
                self.ordering.cut(position, mv, depth, ply);
                break;
            }
            alpha = alpha.max(score);
        }
        // A score that depends on the path, as a draw by repetition does, is not kept.
        let end = state.mark();
        if !start.depends_on_path_until(end) {
            let mut entry = Entry::new(best, window.bound_of(best), depth, best_move);
            entry.flag = start.is_complete_until(end);
            self.table.store(position, ply, entry);
        }
        Ok(best)
    }
}

impl<G: Game, H: Horizon<G>, O: MoveOrdering<G>, T: TranspositionTable<G>> Strategy<G>
    for Mine<H, O, T>
{
    searches_once!(G);

    fn new_game(&mut self) {
        self.ordering.begin();
        self.table.clear();
    }
}

#[test]
fn a_search_of_ones_own_with_every_part_is_alpha_beta() {
    let position: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
        .parse()
        .unwrap();
    let ordering = || (Captures, Killers::new(), QuietHistory::new());
    let mine = Mine {
        horizon: Quiescence::new(Material::default()),
        ordering: ordering(),
        table: Transpositions::exact(1),
    };
    let ours = AlphaBeta::new(Material::default())
        .quiescence()
        .ordering(ordering())
        .table(Transpositions::exact(1));
    let mine = IterativeDeepening::new(mine).search(&position, &Limits::depth(4));
    let ours = IterativeDeepening::new(ours).search(&position, &Limits::depth(4));
    assert_eq!(
        (mine.best_move, mine.score, mine.stats),
        (ours.best_move, ours.score, ours.stats)
    );
}

/// A negamax that does not do one of the things that a search has to do.
struct Faulty(Fault);

#[derive(Clone, Copy, PartialEq)]
enum Fault {
    None,
    Visit,
    Down,
    Up,
    Improved,
    Last,
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
            let score = -self.value(&board.after(mv), depth - 1, window, state)?;
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

/// What is said of a search with this fault, by a law or by an assertion.
fn complaint(fault: Fault) -> Option<String> {
    let check = || {
        let mut minimax = Minimax::new(ConnectFour::estimate);
        (0..20).find_map(|seed| {
            let board = ConnectFour::new();
            check_strategy(&board, seed, 3, &mut Faulty(fault), &mut minimax).err()
        })
    };
    match std::panic::catch_unwind(check) {
        Ok(law) => law.map(|law| law.law.to_owned()),
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
        (Fault::Last, "an exact search finds minimax's value"),
        (Fault::Budget, "a search ends when its nodes are used up"),
    ] {
        let complaint = complaint(fault).unwrap_or_default();
        assert!(complaint.contains(part), "{complaint:?} says {part:?}");
    }
}
