//! Selectivities that change the depth of a node or a move: [`InternalReduction`], [`SingularExtension`], [`CheckExtension`] and
//! [`LateMoves`].

use crate::game::{Game, Tactical};
use crate::node::{Candidate, Node};
use crate::selectivity::{Decision, Selectivity, Trial, Tried, is_quiet, word};

/// Internal reductions (IIR): a node for which the table has no move is searched a ply less deeply. It needs a table.
///
/// **Idea.** Without a good first move a deep search is mostly wasted. The shallower one leaves a move in the table, and the next iteration
/// searches the node to its full depth.
///
/// **Invariant.** One ply, once for a node, and only from depth 4 on. The node is entered again with the smaller depth, so the table never
/// claims more than was searched.
///
/// **Cost.** None. Without deepening the nodes stay shallower.
/// With all other steps, chess needs 16 % more nodes to depth 6 without it (`docs/results.md`).
///
/// **Source.** Schröder, 2020. Before it, internal iterative deepening: Scott, "A chess-playing program", 1969, searched the node twice.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, InternalReduction, IterativeDeepening, Limits};
/// use plywood_search::{Strategy, Transpositions};
///
/// let (board, limits) = (ConnectFour::new(), Limits::depth(9));
/// let full = AlphaBeta::new(ConnectFour::estimate).table(Transpositions::exact(1));
/// let reduced = full.clone().selectivity(InternalReduction::new());
/// let full = IterativeDeepening::new(full).search(&board, &limits);
/// let reduced = IterativeDeepening::new(reduced).search(&board, &limits);
/// assert!(reduced.stats.nodes < full.stats.nodes);
/// ```
#[doc(alias("iir", "iid", "internal_iterative_reduction"))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct InternalReduction {
    from: u32,
}

const INTERNAL_FROM: u32 = 4;

settings!(InternalReduction {
    /// Reduces nodes of depth 4 or more.
    new() = from_depth(INTERNAL_FROM);
    /// Reduces nodes of this depth or more.
    from_depth(depth: u32) = Self { from: depth };
});

impl<G: Game> Selectivity<G> for InternalReduction {
    #[inline]
    fn trial(&self, node: &Node<'_, G>) -> Option<Trial<G>> {
        let applies = node.depth >= self.from && node.table_move.is_none();
        applies.then_some(Trial {
            step: "internal-reduction",
            tried: Tried::Depth(node.depth - 1),
        })
    }

    fn parts(&self) -> Vec<String> {
        vec![word("internal-reduction", self.from, INTERNAL_FROM)]
    }
}

/// Singular extensions: a table's move that is much better than all others is searched a ply more deeply. It needs a table.
///
/// **Idea.** If everything depends on one move, that move deserves more depth.
///
/// **Invariant.** The table's score is its value or a lower bound from a search at most three plies shallower, and no win or loss. All other
/// moves must fail low below it, by twice the depth in centipawns, in a search of half the depth.
///
/// **Cost.** That search, at nodes of depth 6 or more with such an entry. A search of six plies takes as many nodes without it (`docs/results.md`).
///
/// **Source.** Anantharaman, Campbell and Hsu, "Singular extensions: adding selectivity to brute-force searching", 1988. There the moves were
/// compared by a search of their own; comparing them with the table's entry is later.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{IterativeDeepening, Limits, PrincipalVariationSearch, SingularExtension};
/// use plywood_search::{Strategy, Transpositions};
///
/// let search = PrincipalVariationSearch::new(ConnectFour::estimate)
///     .table(Transpositions::exact(1))
///     .selectivity(SingularExtension::from_depth(4));
/// let report = IterativeDeepening::new(search).search(&ConnectFour::new(), &Limits::depth(8));
/// assert!(report.depth == 8 && report.stats.deepest_ply > 8);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SingularExtension {
    from: u32,
}

const SINGULAR_FROM: u32 = 6;
/// The most plies by which the entry's search may have been shallower.
const SINGULAR_BEHIND: u32 = 3;
/// For each ply of depth.
const SINGULAR_MARGIN: i32 = 2;

settings!(SingularExtension {
    /// Tests nodes of depth 6 or more.
    new() = from_depth(SINGULAR_FROM);
    /// Tests nodes of this depth or more.
    from_depth(depth: u32) = Self { from: depth };
});

impl<G: Game> Selectivity<G> for SingularExtension {
    #[inline]
    fn trial(&self, node: &Node<'_, G>) -> Option<Trial<G>> {
        let applies = node.depth >= self.from && node.table_move.is_some();
        applies.then_some(Trial {
            step: "singular-extension",
            tried: Tried::Others {
                depth: (node.depth - 1) / 2,
                known: node.depth.saturating_sub(SINGULAR_BEHIND),
                margin: SINGULAR_MARGIN.saturating_mul(node.depth.cast_signed()),
            },
        })
    }

    fn parts(&self) -> Vec<String> {
        vec![word("singular-extension", self.from, SINGULAR_FROM)]
    }
}

/// Check extension: a move that gives check is searched a ply more deeply.
///
/// **Idea.** A check leaves few answers, so it costs little to look further, and without it a series of checks pushes a loss beyond the
/// horizon.
///
/// **Invariant.** One ply for a move, and on at most half of the plies of a path, so a search ends even if every move gives check.
///
/// **Cost.** Chess needs about a third more nodes to the same depth; with all other steps, 16 % fewer to depth 6 without it
/// (`docs/results.md`).
///
/// **Source.** Anantharaman, "Extension heuristics", 1991, compares it with others; programs have had it since the 1970s.
///
/// ```
/// use plywood_core::Position;
/// use plywood_eval::Material;
/// use plywood_search::{AlphaBeta, CheckExtension, Limits, Score, Strategy};
///
/// // Two rooks mate by checks alone, in three plies.
/// let position: Position = "8/7k/R7/1R6/8/8/8/K7 w - - 0 1".parse()?;
/// let mut plain = AlphaBeta::new(Material::default());
/// let mut extended = plain.clone().selectivity(CheckExtension::new());
/// let [plain, extended] = [
///     plain.search(&position, &Limits::depth(2)),
///     extended.search(&position, &Limits::depth(2)),
/// ];
/// assert_eq!(extended.score, Some(Score::won_in(3)));
/// assert!(plain.score < extended.score && extended.stats.deepest_ply > 2);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CheckExtension;

impl CheckExtension {
    /// Extends moves that give check.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

impl<G: Tactical> Selectivity<G> for CheckExtension {
    #[inline]
    fn decide(&self, _: &Node<'_, G>, candidate: &Candidate<'_, G>) -> Decision {
        if candidate.child.is_check() {
            Decision::extended()
        } else {
            Decision::FULL
        }
    }

    #[inline]
    fn trials(&self) -> usize {
        0
    }

    fn parts(&self) -> Vec<String> {
        vec!["check-extension".to_owned()]
    }
}

/// Late-move reductions (LMR): quiet moves that come late in the order are first searched less deeply. The game must be [`Tactical`].
///
/// **Idea.** With good ordering the best move is among the first. A late quiet move is searched a ply less deeply, and only if it still
/// turns out better than alpha is it searched again to the full depth.
///
/// **Invariant.** No score above alpha comes from a reduced search. Noisy moves, moves out of check and moves that give check keep their
/// depth.
///
/// **Cost.** Without good ordering many moves are searched twice. With it, a third of the nodes or fewer, so that the search reaches a ply
/// or two more; wins by quiet late moves are found later.
///
/// **Source.** Used in Fruit and Glaurung; Heinz, "Extended futility pruning", 1998, for its predecessors; Romstad, "An introduction to
/// late move reductions", 2006.
///
/// **Chapter.** `docs/book/src/selective.md`, in the repository.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{Killers, LateMoves, Limits, PrincipalVariationSearch, QuietHistory, Strategy};
///
/// let (board, limits) = (ConnectFour::new(), Limits::depth(9));
/// let mut full = PrincipalVariationSearch::new(ConnectFour::estimate)
///     .ordering((Killers::new(), QuietHistory::new()));
/// let mut reduced = full.clone().selectivity(LateMoves::after(3));
/// let (full, reduced) = (full.search(&board, &limits), reduced.search(&board, &limits));
/// assert!(reduced.stats.nodes < full.stats.nodes);
/// assert!(!reduced.is_exact);
/// ```
#[doc(alias("lmr", "late_move_reductions"))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LateMoves {
    full: u32,
}

/// In chess the first four moves cause nine tenths of all cutoffs.
const FULL_DEPTH_MOVES: u32 = 4;
/// A move later than this many times the full-depth moves is reduced by another ply, if there are enough plies.
const VERY_LATE: usize = 3;
const VERY_DEEP: u32 = 6;
/// With less depth left there is little to save.
const SHALLOWEST: u32 = 3;

settings!(LateMoves {
    /// Searches the first four moves to their full depth.
    new() = after(FULL_DEPTH_MOVES);
    /// Searches the first `moves` moves of each node to their full depth.
    after(moves: u32) = Self { full: moves };
});

impl<G: Tactical> Selectivity<G> for LateMoves {
    #[inline]
    fn decide(&self, node: &Node<'_, G>, candidate: &Candidate<'_, G>) -> Decision {
        let (index, full) = (candidate.index, self.full as usize);
        if index < full || node.depth < SHALLOWEST || !is_quiet(node, candidate) {
            return Decision::FULL;
        }
        Decision::reduced(1 + u32::from(index >= VERY_LATE * full && node.depth >= VERY_DEEP))
    }

    #[inline]
    fn trials(&self) -> usize {
        0
    }

    fn parts(&self) -> Vec<String> {
        vec![word("late-moves", self.full, FULL_DEPTH_MOVES)]
    }
}
