//! Selectivities that skip moves near the horizon: [`FutilityPruning`], [`LateMovePruning`] and [`HistoryPruning`]. Each skips quiet
//! moves only, and none before a move that doesn't lose was searched.

use crate::game::{Keyed, Tactical};
use crate::node::{Candidate, Node};
use crate::pruning::margin;
use crate::selectivity::{Decision, Selectivity, is_quiet, word};

new_by_default!(HistoryPruning);

/// Futility pruning: near the horizon, quiet moves are skipped if the evaluation is far below alpha.
///
/// **Idea.** A quiet move doesn't win a rook. If the evaluation and a margin together don't reach alpha, it isn't worth searching.
///
/// **Invariant.** Noisy moves, moves out of check and moves that give check are searched, and so is the first move.
///
/// **Cost.** An evaluation of each inner node. It saves most of the last plies where a side is behind.
/// With all other steps, chess needs 14 % more nodes to depth 6 without it (`docs/results.md`).
///
/// **Source.** Schaeffer, "Experiments in search and knowledge", 1986; Heinz, "Extended futility pruning", 1998.
///
/// ```
/// use plywood_core::Position;
/// use plywood_eval::Material;
/// use plywood_search::{AlphaBeta, Captures, FutilityPruning, Limits, Strategy};
///
/// let position: Position =
///     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
/// let full = AlphaBeta::new(Material::default()).quiescence().ordering(Captures);
/// let pruned = full.clone().selectivity(FutilityPruning::new());
/// let [full, pruned] = [
///     { full }.search(&position, &Limits::depth(3)).stats.nodes,
///     { pruned }.search(&position, &Limits::depth(3)).stats.nodes,
/// ];
/// assert!(2 * pruned < full);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FutilityPruning {
    margin: i32,
    depth: u32,
}

/// For each ply of depth. A quiet move changes the evaluation by less than this nearly always.
const FUTILITY_MARGIN: i32 = 150;
const FUTILITY_DEPTH: u32 = 4;

settings!(FutilityPruning {
    /// Skips moves of nodes of depth 4 or less that are behind by 150 centipawns for each ply.
    new() = margin(FUTILITY_MARGIN);
    /// Skips moves of nodes that are behind by this many centipawns for each ply of depth.
    margin(centipawns: i32) = Self { margin: centipawns, depth: FUTILITY_DEPTH };
    /// Sets the greatest depth at which it applies.
    up_to_depth(depth: u32);
});

impl<G: Tactical> Selectivity<G> for FutilityPruning {
    #[inline]
    fn evaluates(&self, position: &G) -> bool {
        !position.is_check()
    }

    #[inline]
    fn decide(&self, node: &Node<'_, G>, candidate: &Candidate<'_, G>) -> Decision {
        let is_hopeless = node.depth <= self.depth
            && node.static_value.is_some_and(|value| {
                value.plus(margin(self.margin, node.depth)) <= candidate.alpha(node)
            });
        if is_hopeless && is_quiet(node, candidate) {
            return Decision::Skip("futility-pruning");
        }
        Decision::FULL
    }

    #[inline]
    fn trials(&self) -> usize {
        0
    }

    fn parts(&self) -> Vec<String> {
        vec![word("futility-pruning", self.margin, FUTILITY_MARGIN)]
    }
}

/// Late-move pruning (LMP, move-count pruning): near the horizon, quiet moves late in the order are skipped.
///
/// **Idea.** With good ordering a late move is hardly ever the best, and near the horizon not worth even a reduced search.
///
/// **Invariant.** The number of moves searched grows with the square of the depth, and is half as large where the side to move isn't
/// improving. Noisy moves, moves out of check and moves that give check are searched.
///
/// **Cost.** An evaluation of each inner node, to see if it improves. Without good ordering it skips the best moves, too.
/// With all other steps, chess needs 73 % more nodes to depth 6 without it, and yet loses nearly all games with it at 5 ms a move, since the
/// order of quiet moves is then nearly chance (`docs/results.md`).
///
/// **Source.** It has no paper: programs have had it since the 2000s, among them Fruit (Letouzey, 2005) and Stockfish.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, Killers, LateMovePruning, Limits, QuietHistory, Strategy};
///
/// let (board, limits) = (ConnectFour::new(), Limits::depth(7));
/// let full = AlphaBeta::new(ConnectFour::estimate)
///     .ordering((Killers::new(), QuietHistory::new()));
/// let pruned = full.clone().selectivity(LateMovePruning::after(2));
/// let nodes = |report: plywood_search::Report<_>| report.stats.nodes;
/// assert!(nodes({ pruned }.search(&board, &limits)) < nodes({ full }.search(&board, &limits)));
/// ```
#[doc(alias("lmp", "move_count_pruning"))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LateMovePruning {
    moves: u32,
    depth: u32,
}

const PRUNED_AFTER: u32 = 3;
const LATE_MOVE_DEPTH: u32 = 8;

settings!(LateMovePruning {
    /// Searches 3 moves and the square of the depth, and skips quiet ones after them.
    new() = after(PRUNED_AFTER);
    /// Searches this many moves and the square of the depth, half of them where the side to move isn't improving.
    after(moves: u32) = Self { moves, depth: LATE_MOVE_DEPTH };
    /// Sets the greatest depth at which it applies.
    up_to_depth(depth: u32);
});

impl<G: Tactical> Selectivity<G> for LateMovePruning {
    #[inline]
    fn evaluates(&self, position: &G) -> bool {
        !position.is_check()
    }

    #[inline]
    fn decide(&self, node: &Node<'_, G>, candidate: &Candidate<'_, G>) -> Decision {
        if node.depth > self.depth {
            return Decision::FULL;
        }
        let most = self.moves.saturating_add(node.depth * node.depth);
        let most = most / if node.is_improving { 1 } else { 2 };
        if candidate.index >= most as usize && is_quiet(node, candidate) {
            return Decision::Skip("late-move-pruning");
        }
        Decision::FULL
    }

    #[inline]
    fn trials(&self) -> usize {
        0
    }

    fn parts(&self) -> Vec<String> {
        vec![word("late-move-pruning", self.moves, PRUNED_AFTER)]
    }
}

/// History pruning: near the horizon, quiet moves that failed in other positions are skipped.
///
/// **Idea.** A move that was tried often and never caused a cutoff will hardly do so here. So a cutoff counts for its move and against the
/// quiet moves tried before it, by the square of the depth.
///
/// **Invariant.** Counters stay within ±10,000, since each change is smaller the nearer it comes to the limit. A move that it skips itself
/// loses nothing by that.
///
/// **Cost.** A table of 32 KiB, read for each quiet move near the horizon.
/// With all other steps, chess needs 66 % more nodes to depth 6 without it, and is stronger by some 60 Elo at 1,000 nodes a move
/// (`docs/results.md`).
///
/// **Source.** Schaeffer, "The history heuristic", 1983, for the counters. The pruning has no paper: programs such as Fruit (Letouzey, 2005)
/// had it first.
///
/// ```
/// use plywood_core::Position;
/// use plywood_eval::Classical;
/// use plywood_search::{AlphaBeta, Captures, HistoryPruning, Killers, Limits, Strategy};
///
/// let full = AlphaBeta::new(Classical::default()).ordering((Captures, Killers::new()));
/// let pruned = full.clone().selectivity(HistoryPruning::below(1));
/// let nodes = |report: plywood_search::Report<_>| report.stats.nodes;
/// let limits = Limits::depth(4);
/// let [full, pruned] = [
///     nodes({ full }.search(&Position::START, &limits)),
///     nodes({ pruned }.search(&Position::START, &limits)),
/// ];
/// assert!(pruned < full);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HistoryPruning {
    limit: i32,
    depth: u32,
    counts: Vec<i32>,
}

/// Any negative count: in chess to depth 6 that saves a fifth of the nodes, and more than 1 for each ply saves hardly any.
const BAD_HISTORY: i32 = 0;
const HISTORY_DEPTH: u32 = 4;
/// Moves share a counter if their codes agree in these bits.
const SLOTS: usize = 4_096;
const MOST: i32 = 10_000;

impl HistoryPruning {
    /// Skips moves of nodes of depth 4 or less whose counter is negative.
    #[must_use]
    pub fn new() -> Self {
        Self::below(BAD_HISTORY)
    }

    /// Skips moves whose counter is below zero by more than this number for each ply of depth.
    #[must_use]
    pub fn below(limit: i32) -> Self {
        Self {
            limit,
            depth: HISTORY_DEPTH,
            counts: vec![0; 2 * SLOTS],
        }
    }

    /// Sets the greatest depth at which it applies.
    #[must_use]
    pub fn up_to_depth(self, depth: u32) -> Self {
        Self { depth, ..self }
    }

    /// Returns the place of a move's counter. Sides alternate, so the parity of the ply identifies the side to move.
    fn slot<G: Keyed>(node: &Node<'_, G>, mv: G::Move) -> usize {
        usize::from(G::move_code(mv)) % SLOTS + SLOTS * (node.ply % 2) as usize
    }

    fn is_bad<G: Keyed>(&self, node: &Node<'_, G>, mv: G::Move) -> bool {
        let least = -self.limit.saturating_mul(node.depth.cast_signed());
        node.depth <= self.depth && self.counts[Self::slot(node, mv)] < least
    }
}

impl<G: Tactical + Keyed> Selectivity<G> for HistoryPruning {
    #[inline]
    fn decide(&self, node: &Node<'_, G>, candidate: &Candidate<'_, G>) -> Decision {
        if self.is_bad(node, candidate.mv) && is_quiet(node, candidate) {
            return Decision::Skip("history-pruning");
        }
        Decision::FULL
    }

    fn learn(&mut self, node: &Node<'_, G>, tried: &[G::Move]) {
        let Some((&cut, before)) = tried.split_last() else {
            return;
        };
        let change = node.depth.saturating_mul(node.depth).min(400).cast_signed();
        let is_quiet = |mv: &&G::Move| node.position.capture_rank(**mv) <= 0;
        for &mv in before.iter().filter(is_quiet) {
            if !self.is_bad(node, mv) {
                let count = &mut self.counts[Self::slot(node, mv)];
                *count -= change + *count * change / MOST;
            }
        }
        if is_quiet(&&cut) {
            let count = &mut self.counts[Self::slot(node, cut)];
            *count += change - *count * change / MOST;
        }
    }

    fn begin(&mut self) {
        self.counts.fill(0);
    }

    #[inline]
    fn trials(&self) -> usize {
        0
    }

    fn parts(&self) -> Vec<String> {
        vec![word("history-pruning", self.limit, BAD_HISTORY)]
    }
}
