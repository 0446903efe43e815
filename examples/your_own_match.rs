//! Lets a search of your own play against alpha-beta: `cargo run --release --example your_own_match`.

#[path = "shared/options.rs"]
mod options;

use std::process::ExitCode;

use plywood::search::games::ConnectFour;
use plywood::search::{
    Assembled, FixedDepth, Node, Parts, Recursion, SearchState, Stopped, Window,
};
use plywood::{
    AlphaBeta, Entrant, Game, IterativeDeepening, Killers, Limits, Match, Score, Transpositions,
};

use options::Options;

const HELP: &str = "\
Writes alpha-beta that searches late moves less deeply (late-move reductions), and lets it play connect four against alpha-beta with as many
nodes, both with killers, a table and deepening. Both sides play each opening.

usage: cargo run --release --example your_own_match -- [OPTIONS]

  --games N    how many games; 40 if not given
  --help       this text
";

/// Alpha-beta that searches late moves a ply less deep, and again if they turn out well.
type Reduced<P> = Assembled<ReducedRecursion, P>;

#[derive(Clone, Default)]
struct ReducedRecursion;

impl Recursion for ReducedRecursion {
    const NAME: &'static str = "reduced";

    fn value<G: Game, P: Parts<G>>(
        search: &mut Reduced<P>,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        state.visit(depth, window)?;
        if depth == 0 {
            return search.horizon(position, window, state);
        }
        let mut moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            return Ok(state.ended(ending));
        }
        let mut node = Node::new(position, depth, window, state);
        if let Some(score) = search.probe(&mut node, &moves, state) {
            return Ok(score); // the table knew
        }
        search.order(&node, &mut moves, state);
        let (mut alpha, mut best, mut best_move) = (window.alpha(), Score::LOWEST, None);
        for (index, &mv) in moves.iter().enumerate() {
            let (child, below) = (position.after(mv), -Window::between(alpha, window.beta()));
            let is_late = index >= 3 && depth >= 3;
            state.down(mv);
            let mut score = -search.value(&child, depth - 1 - u32::from(is_late), below, state)?;
            if is_late && score > alpha {
                state.search_again(-score);
                score = -search.value(&child, depth - 1, below, state)?;
            }
            state.up(score);
            best = best.max(score);
            if score > alpha {
                (alpha, best_move) = (score, Some(mv));
                state.improved(mv, score);
            }
            if score >= window.beta() {
                search.cutoff(&node, &moves, index, state);
                break;
            }
        }
        search.store(&node, best, best_move, state);
        Ok(best)
    }
}

fn main() -> ExitCode {
    options::main(HELP, |options: &Options| {
        let games = options.number("--games", 40)?;
        let mine = Entrant::new("reduced", |_seed| {
            let search = Reduced::new(ConnectFour::estimate).ordering(Killers::new());
            IterativeDeepening::new(search.table(Transpositions::exact(1)))
        });
        let theirs = Entrant::new("alpha-beta", |_seed| {
            let search = AlphaBeta::new(ConnectFour::estimate).ordering(Killers::new());
            IterativeDeepening::new(search.table(Transpositions::exact(1)))
        });
        let limits = Limits::nodes(1_000);
        let result = Match::new(ConnectFour::new(), [mine, theirs], limits)
            .games(games)
            .run()?;
        Ok(format!("{result}\n"))
    })
}
