//! [`Selectivity`]: searches less deeply where the rest is probably not worth it: [`NullMove`] and [`LateMoves`].

use crate::game::{Game, Tactical};
use crate::node::Node;

/// Decides where a search is less deep than its nominal depth. The value is then no longer minimax's: a selective search sees further in
/// the same time, but can miss something in the parts it skips.
///
/// Two selectivities in parentheses are a selectivity: `(NullMove::new(), LateMoves::new())`. Each decides separately, and the larger of
/// two reductions counts.
///
/// A selectivity for connect four:
///
/// ```
/// use plywood_search::games::{Column, ConnectFour};
/// use plywood_search::{AlphaBeta, Limits, Node, Selectivity};
///
/// /// Searches the last three moves of each node less deep.
/// struct LastThree;
///
/// impl Selectivity<ConnectFour> for LastThree {
///     fn reduction(
///         &self,
///         node: &Node<'_, ConnectFour>,
///         index: usize,
///         _: Column,
///         _: &ConnectFour,
///     ) -> u32 {
///         if node.depth > 3 && index >= 4 { 2 } else { 0 }
///     }
/// }
/// let (board, limits) = (ConnectFour::new(), Limits::depth(7));
/// let full = AlphaBeta::new(ConnectFour::estimate).search(&board, &limits);
/// let selective =
///     AlphaBeta::new(ConnectFour::estimate).selectivity(LastThree).search(&board, &limits);
/// assert!(selective.stats.nodes < full.stats.nodes);
/// assert!(full.is_exact && !selective.is_exact);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot decide where to search `{G}` less deep",
    note = "`NullMove` and `LateMoves` need `{G}: Tactical`; two of them are written in parentheses: `(NullMove::new(), LateMoves::new())`"
)]
pub trait Selectivity<G: Game> {
    /// Returns the position after a null move (the side to move passes) and the depth of its search, or `None` if passing should not be
    /// tried at this node.
    #[inline]
    fn null_move(&self, _node: &Node<'_, G>) -> Option<(G, u32)> {
        None
    }

    /// Returns by how many plies to reduce the first search of a move, 0 for none. `index` is its place in the order tried, `child` the
    /// position after it.
    #[inline]
    fn reduction(&self, _node: &Node<'_, G>, _index: usize, _mv: G::Move, _child: &G) -> u32 {
        0
    }

    /// Returns `true` if nothing is ever reduced.
    fn is_exact(&self) -> bool {
        false
    }

    /// Returns the selectivity's parts in the name of a strategy, such as `null-move`.
    fn parts(&self) -> Vec<String> {
        vec!["own-selectivity".to_owned()]
    }
}

/// Searches every move to the full depth: Shannon's type A.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct FullWidth;

impl<G: Game> Selectivity<G> for FullWidth {
    fn is_exact(&self) -> bool {
        true
    }

    fn parts(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Two selectivities that decide separately.
impl<G: Game, A: Selectivity<G>, B: Selectivity<G>> Selectivity<G> for (A, B) {
    #[inline]
    fn null_move(&self, node: &Node<'_, G>) -> Option<(G, u32)> {
        self.0.null_move(node).or_else(|| self.1.null_move(node))
    }

    #[inline]
    fn reduction(&self, node: &Node<'_, G>, index: usize, mv: G::Move, child: &G) -> u32 {
        let first = self.0.reduction(node, index, mv, child);
        first.max(self.1.reduction(node, index, mv, child))
    }

    fn is_exact(&self) -> bool {
        self.0.is_exact() && self.1.is_exact()
    }

    fn parts(&self) -> Vec<String> {
        [self.0.parts(), self.1.parts()].concat()
    }
}

/// An optional selectivity, for programs that decide at run time.
impl<G: Game, S: Selectivity<G>> Selectivity<G> for Option<S> {
    #[inline]
    fn null_move(&self, node: &Node<'_, G>) -> Option<(G, u32)> {
        self.as_ref()?.null_move(node)
    }

    #[inline]
    fn reduction(&self, node: &Node<'_, G>, index: usize, mv: G::Move, child: &G) -> u32 {
        self.as_ref()
            .map_or(0, |inner| inner.reduction(node, index, mv, child))
    }

    fn is_exact(&self) -> bool {
        self.as_ref().is_none_or(Selectivity::is_exact)
    }

    fn parts(&self) -> Vec<String> {
        self.as_ref().map_or_else(Vec::new, Selectivity::parts)
    }
}

/// Null-move pruning: lets the side to move pass, and cuts off if that is already good enough. The game must be [`Tactical`] and report
/// [where passing is worth trying](Tactical::pass).
///
/// **Idea.** Nearly always some move is better than none. So if the opponent, given two moves in a row, can't bring the score below beta,
/// no move needs to be searched: a reduced search of the position after a pass is enough for a cutoff.
///
/// **Invariant.** There are never two passes in a row, none at the root, and none where a forced mate decides the window. A mate found
/// after a pass is no mate, so such a cutoff returns beta.
///
/// **Cost.** One search at each node of depth 3 or more, reduced by three plies. In chess it saves more than half of alpha-beta's nodes in
/// most positions, and it fails in zugzwang, where passing would be best.
///
/// **Source.** Beal, "Experiments with the null move", 1989; Donninger, "Null move and deep search", 1993.
///
/// **Chapter.** `docs/book/src/selective.md`, in the repository.
///
/// ```
/// use plywood_core::Position;
/// use plywood_eval::Material;
/// use plywood_search::{AlphaBeta, Captures, Limits, NullMove, Strategy};
///
/// let position: Position =
///     "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7".parse()?;
/// let plain = AlphaBeta::new(Material::default()).ordering(Captures);
/// let [plain, pruned] = [
///     plain.clone().search(&position, &Limits::depth(5)),
///     plain.selectivity(NullMove::new()).search(&position, &Limits::depth(5)),
/// ];
/// assert!(pruned.stats.nodes < plain.stats.nodes);
/// assert!(!pruned.is_exact);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[doc(alias("nmp", "null_move_pruning"))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NullMove {
    reduction: u32,
}

/// The reduction beyond that of a move. With one, chess needs a third more nodes; with three, shallow searches miss more.
const NULL_MOVE_REDUCTION: u32 = 2;

impl NullMove {
    /// Searches the position after a pass two plies less deeply than the positions after moves.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            reduction: NULL_MOVE_REDUCTION,
        }
    }

    /// Sets how many plies shallower the search after a pass is than after a move.
    #[must_use]
    pub const fn reduced_by(self, plies: u32) -> Self {
        Self { reduction: plies }
    }
}

impl Default for NullMove {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Tactical> Selectivity<G> for NullMove {
    #[inline]
    fn null_move(&self, node: &Node<'_, G>) -> Option<(G, u32)> {
        let depth = node.depth.checked_sub(1 + self.reduction)?;
        Some((node.position.pass()?, depth))
    }

    fn parts(&self) -> Vec<String> {
        vec![word("null-move", self.reduction, NULL_MOVE_REDUCTION)]
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

impl LateMoves {
    /// Searches the first four moves to their full depth.
    #[must_use]
    pub const fn new() -> Self {
        Self::after(FULL_DEPTH_MOVES)
    }

    /// Searches the first `moves` moves of each node to their full depth.
    #[must_use]
    pub const fn after(moves: u32) -> Self {
        Self { full: moves }
    }
}

impl Default for LateMoves {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Tactical> Selectivity<G> for LateMoves {
    #[inline]
    fn reduction(&self, node: &Node<'_, G>, index: usize, mv: G::Move, child: &G) -> u32 {
        let full = self.full as usize;
        let position = node.position;
        if index < full
            || node.depth < SHALLOWEST
            || position.capture_rank(mv) > 0
            || position.is_check()
            || child.is_check()
        {
            return 0;
        }
        1 + u32::from(index >= VERY_LATE * full && node.depth >= VERY_DEEP)
    }

    fn parts(&self) -> Vec<String> {
        vec![word("late-moves", self.full, FULL_DEPTH_MOVES)]
    }
}

/// Returns a part of a name, with its value if that is not the default.
fn word(name: &str, value: u32, usual: u32) -> String {
    if value == usual {
        name.to_owned()
    } else {
        format!("{name}={value}")
    }
}
