//! Measures the cost of the search traits on chess: one alpha-beta, written directly on the rules, and as `AlphaBeta`.

use plywood_core::{Move, Position};
use plywood_eval::{Evaluator, Material, PieceValues};
use plywood_search::{AlphaBeta, Captures, Limits, MoveOrdering, Score};

use super::rates;
use crate::contest::Contest;
use crate::crates::Plywood;
use crate::options::Options;
use crate::perft::{KNOWN, Known};
use crate::rules::Rules;
use crate::table::Table;

/// The function in this file.
const DIRECT: &str = "on core";

const MATERIAL: Material = Material::new(PieceValues::BLOGCHESS);

/// A depth for each of the known positions, so that all take about as long.
const DEPTHS: [u32; KNOWN.len()] = [6, 5, 6, 5, 5, 5];

/// Returns a contest for each position, once it is proven that both search the same tree.
pub fn contests(options: &Options) -> Vec<Contest> {
    let known = KNOWN.iter().zip(DEPTHS);
    known
        .map(|(known, depth)| contest(known, if options.quick { 3 } else { depth }))
        .collect()
}

pub fn table(contests: &[Contest]) -> Table {
    let title = "the same function on plywood-core alone, and AlphaBeta: million nodes a second";
    rates(title, contests, &[DIRECT, Plywood::NAME], 1e3).note(
        "AlphaBeta also counts nodes, keeps the line, checks its limits and notifies observers.",
    )
}

fn contest(known: &Known, depth: u32) -> Contest {
    let position = Plywood::read(known.fen);
    let mut strategy = AlphaBeta::new(MATERIAL).ordering(Captures);
    let report = strategy.search(&position, &Limits::depth(depth));
    let found = (report.score, report.best_move, report.stats.nodes);
    let mut contest = Contest::new(format!("{} d{depth}", known.name)).expecting(found.2);
    let mut direct = Direct::new(depth);
    let score = direct.alpha_beta(&position, 0, Score::LOWEST, Score::HIGHEST);
    let answer = (Some(score), direct.best_move, direct.nodes);
    assert_eq!(answer, found, "{}", contest.name);
    let root = position.clone();
    let work = move || {
        let mut direct = Direct::new(depth);
        direct.alpha_beta(&root, 0, Score::LOWEST, Score::HIGHEST);
        direct.nodes
    };
    contest.enter(DIRECT, Box::new(work));
    let work = move || {
        let report = strategy.search(&position, &Limits::depth(depth));
        report.stats.nodes
    };
    contest.enter(Plywood::NAME, Box::new(work));
    contest
}

/// Alpha-beta without the traits of the search.
struct Direct {
    depth: u32,
    nodes: u64,
    best_move: Option<Move>,
}

impl Direct {
    const fn new(depth: u32) -> Self {
        Self {
            depth,
            nodes: 0,
            best_move: None,
        }
    }

    fn alpha_beta(
        &mut self,
        position: &Position,
        ply: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        self.nodes += 1;
        if ply == self.depth {
            return if !position.has_legal_move() {
                without_moves(position, ply)
            } else if position.is_insufficient_material() {
                Score::DRAW
            } else {
                MATERIAL.evaluate(position)
            };
        }
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return without_moves(position, ply);
        }
        if position.is_insufficient_material() {
            return Score::DRAW;
        }
        Captures.sort(position, &mut moves, ply);
        let mut best = Score::LOWEST;
        for &mv in moves.iter() {
            let child = position.play_unchecked(mv);
            let score = -self.alpha_beta(&child, ply + 1, -beta, -alpha);
            if score <= best {
                continue;
            }
            best = score;
            if ply == 0 {
                self.best_move = Some(mv);
            }
            if score >= beta {
                break;
            }
            alpha = alpha.max(score);
        }
        best
    }
}

/// Mate, or stalemate.
fn without_moves(position: &Position, ply: u32) -> Score {
    if position.is_check() {
        Score::lost_in(ply)
    } else {
        Score::DRAW
    }
}
