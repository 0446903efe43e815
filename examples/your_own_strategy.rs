//! A strategy of your own joins the comparison: `cargo run --release --example your_own_strategy`.
//!
//! `--help` lists the options.

#[path = "common/command.rs"]
mod command;
#[path = "common/comparison.rs"]
mod comparison;
#[path = "common/table.rs"]
mod table;

use std::process::ExitCode;
use std::sync::Arc;

use plywood::search::strategies::Catalog;
use plywood::search::{FixedDepth, Observer, SearchState, Stopped, Window, search_once};
use plywood::{Evaluator, Game, IterativeDeepening, Limits, Material, Report, Score, Strategy};

use comparison::Setting;

const HELP: &str = "\
Shannon's other idea of 1950, written here as a strategy: instead of all moves (type A) look only at the
few that are most promising at a glance (type B). It stands beside the strategies of the library, of
which it knows nothing, and can be deepened as any of them.

usage: cargo run --release --example your_own_strategy -- [OPTIONS]

  --fen FEN    the position, in quotes; its last fields may be missing
  --depth N    how many plies each looks ahead, from 1 to 8; 5 if not given
  --help       this text
";

/// Looks only at the moves after which the evaluator likes the position best, so many at each node.
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
    /// It leaves moves out, so its value is not that of minimax.
    fn is_exact(&self) -> bool {
        false
    }

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
            return Ok(state.evaluated(self.evaluator.evaluate(position)));
        }
        // The lower the other side would judge the position after a move, the better it looks.
        moves.sort_by_cached_key(|&mv| self.evaluator.evaluate(&position.after(mv)));
        let mut best = Score::LOWEST;
        for &mv in moves.iter().take(self.width) {
            state.down(mv);
            let score = -self.value(&position.after(mv), depth - 1, window, state)?;
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
    fn name(&self) -> String {
        format!("type B, {} moves", self.width)
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        search_once(self, position, limits, observer)
    }
}

/// Légal's mate begins with a knight that leaves the queen to be taken: not promising at a glance.
const LEGAL: &str = "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";

fn main() -> ExitCode {
    command::main(run)
}

/// What to print, or what is wrong with the arguments.
pub(crate) fn run(arguments: &[String]) -> Result<String, String> {
    let Some([fen, depth]) = command::options(arguments, ["--fen", "--depth"])? else {
        return Ok(HELP.to_owned());
    };
    let text = fen.unwrap_or(LEGAL);
    let setting = Setting {
        game: "chess",
        position: &command::position(text)?,
        text,
        evaluator: "material",
        judge: Arc::new(Material::default()),
        depth: depth.map_or(Ok(5), |text| command::number(text, 1..=8))?,
    };
    let catalog = Catalog::for_tactical_games()
        .with("type-b-4", "the 4 moves that look best", |judge| {
            Box::new(TypeB::new(judge, 4))
        })
        .with("type-b-12", "the 12 moves that look best", |judge| {
            Box::new(TypeB::new(judge, 12))
        })
        .with("deepening-type-b", "the same, deepening", |judge| {
            Box::new(IterativeDeepening::new(TypeB::new(judge, 12)))
        });
    let names: Vec<&str> = catalog.names().collect();
    Ok(table::text(&setting.compare(&names, &catalog)?))
}
