//! Makes a UCI engine from a strategy: `cargo run --release -p plywood-uci --example your_own_engine`, or the program it builds,
//! `target/release/examples/your_own_engine`, in any interface.

use plywood_catalog::{Catalog, Setting};
use plywood_eval::{Evaluator, Score};
use plywood_search::{FixedDepth, Horizon, Quiescence, SearchState};
use plywood_search::{Stopped, Strategy, Tactical, Window, searches_once};
use std::process::ExitCode;

fn main() -> ExitCode {
    let chess = Catalog::chess()
        .fixed_depth("type-b", "only promising moves", |settings, evaluator| {
            TypeB::new(evaluator, settings.number("width"))
        })
        .with_settings([Setting::number("width", 8_usize, 1..=64)])
        .only(["type-b"]);
    plywood_uci::main("Shannon B", "A. Student", chess)
}

/// Shannon's second idea of 1950: search only the moves that look most promising. At the end of a line captures are played out.
struct TypeB<E> {
    evaluator: E,
    horizon: Quiescence<E>,
    width: usize,
}

impl<E: Clone> TypeB<E> {
    fn new(evaluator: E, width: usize) -> Self {
        Self {
            horizon: Quiescence::new(evaluator.clone()),
            evaluator,
            width,
        }
    }
}

impl<G: Tactical, E: Evaluator<G>> FixedDepth<G> for TypeB<E> {
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
        // The lower the opponent's score after a move, the better the move looks. At the root all moves are searched.
        moves.sort_by_cached_key(|&mv| self.evaluator.evaluate(&position.after(mv)));
        let width = if state.ply() == 0 {
            moves.len()
        } else {
            self.width
        };
        let (mut alpha, beta) = (window.alpha(), window.beta());
        let mut best = Score::LOWEST;
        for (index, &mv) in moves.iter().enumerate() {
            if index == width {
                // The others may be better, so a loss found without them is not proven.
                state.skipped(mv, "width");
                break;
            }
            let child = position.after(mv);
            state.down(mv);
            let score = -self.value(&child, depth - 1, -Window::between(alpha, beta), state)?;
            state.up(score);
            best = best.max(score);
            if score > alpha {
                state.improved(mv, score);
                alpha = score;
            }
            if score >= beta {
                break;
            }
        }
        Ok(best)
    }
}

impl<G: Tactical, E: Evaluator<G>> Strategy<G> for TypeB<E> {
    searches_once!(G);
}
