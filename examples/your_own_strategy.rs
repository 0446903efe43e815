//! Writes a search that takes every part of the library: `cargo run --release --example your_own_strategy`.

#[path = "shared/options.rs"]
mod options;

use std::error::Error;
use std::process::ExitCode;

use plywood::Transpositions;
use plywood::catalog::Catalog;
use plywood::search::laws::{Contract, Violation, verify};
use plywood::search::{
    Assembled, Coverage, FixedDepth, Node, Parts, Recursion, SearchState, Stopped, Window,
};
use plywood::{Captures, Comparison, Game, Killers, Limits, Material, Minimax, Position, Score};

use options::Options;

const HELP: &str = "\
Writes NegaScout with late-move reductions as a separate recursion. One line adds it to the catalog of chess, and then every
part works with it by name: quiescence, orderings, a table, aspiration windows, deepening. It is compared with the library's
alpha-beta and principal variation search, and verified: each node's value must follow from its children.

usage: cargo run --release --example your_own_strategy -- [OPTIONS]

  --fen FEN    the position, in quotes; its last fields may be missing
  --depth N    how many plies to search; 5 if not given
  --help       this text
";

/// NegaScout (Reinefeld, 1983): the first move gets the whole window. The others only have to show that they are no better, in a null
/// window, and late ones are reduced (late-move reductions).
type NegaScout<P> = Assembled<NegaScoutRecursion, P>;

#[derive(Debug, Clone, Default)]
struct NegaScoutRecursion;

impl Recursion for NegaScoutRecursion {
    const NAME: &'static str = "negascout";

    fn value<G: Game, P: Parts<G>>(
        search: &mut NegaScout<P>,
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
            return Ok(score);
        }
        if let Some(score) = search.prune(&mut node, &moves, state)? {
            return Ok(score);
        }
        search.order(&node, &mut moves, state);
        let (mut alpha, beta) = (window.alpha(), window.beta());
        let (mut best, mut best_move) = (Score::LOWEST, None);
        for (index, &mv) in moves.iter().enumerate() {
            let child = position.after(mv);
            let whole = Window::between(alpha, beta);
            let scout = if index == 0 {
                whole
            } else {
                whole.null_at_alpha()
            };
            state.down(mv);
            let reduced = depth - 1 - reduction(depth, index);
            let mut score = -search.value(&child, reduced, -scout, state)?;
            // It is better than expected, so it is worth the full depth and, inside the window, an exact score.
            let is_reduced = reduced < depth - 1;
            if score > alpha && (is_reduced || (scout != whole && score < beta)) {
                state.search_again(-score);
                score = -search.value(&child, depth - 1, -whole, state)?;
            }
            state.up(score);
            best = best.max(score);
            if score > alpha {
                best_move = Some(mv);
                state.improved(mv, score);
                if score >= beta {
                    search.cutoff(&node, &moves, index, state);
                    break;
                }
                alpha = score;
            }
        }
        search.store(&node, best, best_move, state);
        Ok(best)
    }
}

/// Returns the plies by which a move is first reduced: more for a later move, and more where the search is deep.
fn reduction(depth: u32, index: usize) -> u32 {
    if depth < 3 || index < 4 {
        return 0;
    }
    (depth.ilog2() * index.ilog2() / 2).min(depth - 1)
}

/// Légal's mate begins with a knight move that gives up the queen, so it doesn't look promising at first.
const LEGAL: &str = "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";

/// Each row changes one thing.
const ROWS: [&str; 8] = [
    "alpha-beta+captures+killers",
    "pvs+captures+killers",
    "negascout+captures+killers",
    "negascout+captures+killers+history",
    "negascout+captures+killers+history+table=16",
    "negascout+captures+killers+history+table=16+deepening",
    "negascout+captures+killers+history+table=16+aspiration+deepening",
    "negascout+quiescence+captures+killers+history+table=16+aspiration+deepening",
];

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let position = options.position(LEGAL)?;
    let depth = options.number("--depth", 5)?;
    let chess =
        Catalog::chess().recursion("negascout", "NegaScout with late-move reductions", |_| {
            NegaScoutRecursion
        });
    let mut comparison = Comparison::new(&position, Limits::depth(depth)).against(ROWS[0]);
    for row in ROWS {
        let contender = chess.contender(&format!("{row}:evaluator=material"))?;
        comparison = comparison.strategy(row, contender.strategy(0));
    }
    let table = comparison.run();
    let coverage = verified(&position)?;
    Ok(format!(
        "{position}, depth {depth}, evaluator material\n\n{table}\nverified: {coverage}"
    ))
}

/// Tests the search with an ordering and a table. Late moves are reduced, so it's selective: what it finds must follow from what it searched.
fn verified(position: &Position) -> Result<Coverage, Violation> {
    let mut search = NegaScout::new(Material::default())
        .ordering((Captures, Killers::new()))
        .table(Transpositions::exact(1));
    let mut minimax = Minimax::new(Material::default());
    let contract = Contract::selective(position, &mut minimax).keyed();
    verify(&mut search, contract.depth(3).games(2))
}
