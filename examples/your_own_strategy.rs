//! Writes a strategy and compares it with the library's: `cargo run --release --example your_own_strategy`.

#[path = "shared/options.rs"]
mod options;

use std::error::Error;
use std::process::ExitCode;

use plywood::search::searches_once;
use plywood::search::{Captures, Comparison, FixedDepth, SearchState, Stopped, Window};
use plywood::{AlphaBeta, Evaluator, Game, IterativeDeepening, Limits, Material, Minimax};
use plywood::{PrincipalVariationSearch, Score, Strategy};

use options::Options;

const HELP: &str = "\
Shannon's second idea of 1950 as a strategy: search only the few moves that look most promising (type B)
instead of all moves (type A). It implements two traits of the library and can then be compared with the
library's strategies, and deepened like any of them.

usage: cargo run --release --example your_own_strategy -- [OPTIONS]

  --fen FEN    the position, in quotes; its last fields may be missing
  --depth N    how many plies to search; 5 if not given
  --help       this text
";

/// Searches only a few moves at each node: those after which the evaluator likes the position best.
struct TypeB<E> {
    evaluator: E,
    width: usize,
}

impl<E> TypeB<E> {
    const fn new(evaluator: E, width: usize) -> Self {
        Self { evaluator, width }
    }
}

impl<G: Game, E: Evaluator<G>> FixedDepth<G> for TypeB<E> {
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
        // The lower the opponent's score after a move, the better the move looks.
        moves.sort_by_cached_key(|&mv| self.evaluator.evaluate(&position.after(mv)));
        let mut best = Score::LOWEST;
        for (index, &mv) in moves.iter().enumerate() {
            if index == self.width {
                // The others may be better, so a loss that is found without them is no proof.
                state.skipped(mv, "width");
                break;
            }
            state.down(mv);
            let score = -self.value(&position.after(mv), depth - 1, -window, state)?;
            state.up(score);
            if score > best {
                best = score;
                state.improved(mv, score);
            }
        }
        Ok(best)
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for TypeB<E> {
    searches_once!(G);
}

/// Légal's mate begins with a knight move that gives up the queen, so it does not look promising at first.
const LEGAL: &str = "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let position = options.position(LEGAL)?;
    let depth = options.number("--depth", 5)?;
    let evaluator = Material::default();
    let table = Comparison::new(&position, Limits::depth(depth))
        .strategy("minimax", Minimax::new(evaluator))
        .strategy("alpha-beta", AlphaBeta::new(evaluator))
        .strategy(
            "alpha-beta-captures",
            AlphaBeta::new(evaluator).ordering(Captures),
        )
        .strategy(
            "principal-variation",
            PrincipalVariationSearch::new(evaluator),
        )
        .strategy("type-b-4", TypeB::new(evaluator, 4))
        .strategy("type-b-12", TypeB::new(evaluator, 12))
        .strategy(
            "deepening-type-b",
            IterativeDeepening::new(TypeB::new(evaluator, 12)),
        )
        .against("minimax")
        .run();
    Ok(format!(
        "{position}, depth {depth}, evaluator material\n\n{table}"
    ))
}
