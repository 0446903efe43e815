//! Selectivities that end a node before its moves are searched: [`EnhancedCutoffs`], [`Razoring`], [`ReverseFutility`], [`NullMove`] and
//! [`ProbCut`], in the order in which engines try them.

use crate::game::{Game, Tactical};
use crate::node::Node;
use crate::selectivity::{Selectivity, Trial, Tried, word};
use plywood_eval::Score;

new_by_default!(NullMove);

/// Enhanced transposition cutoffs (ETC): asks the table about the positions after all moves before it searches any of them. Without a
/// table it does nothing.
///
/// **Idea.** The table's move is tried first, but another move may lead to a position that the table already knows to be good enough for a
/// cutoff. That one costs nothing.
///
/// **Invariant.** An entry counts only if it would have answered the search of that position, so an exact search stays exact. Positions at
/// which the game is over are left to the search.
///
/// **Cost.** A memory access for each move of each inner node. It saves about a quarter of the nodes where positions recur often, and
/// little where they don't.
/// With all other steps, chess needs 8 % more nodes to depth 6 without it (`docs/results.md`).
///
/// **Source.** Plaat, Schaeffer, Pijls and de Bruin, "Exploiting graph properties of game trees", 1996.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, EnhancedCutoffs, Limits, Strategy, Transpositions};
///
/// let (board, limits) = (ConnectFour::new(), Limits::depth(8));
/// let search = || AlphaBeta::new(ConnectFour::estimate).table(Transpositions::exact(1));
/// let plain = search().search(&board, &limits);
/// let enhanced = search().selectivity(EnhancedCutoffs::new()).search(&board, &limits);
/// assert!(enhanced.stats.nodes < plain.stats.nodes);
/// assert!(enhanced.is_exact && enhanced.score == plain.score);
/// ```
#[doc(alias = "etc")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EnhancedCutoffs {
    from: u32,
}

/// Nearer to the horizon a search of the moves costs hardly more than the table.
const ENHANCED_FROM: u32 = 2;

settings!(EnhancedCutoffs {
    /// Asks the table at nodes of depth 2 or more.
    new() = from_depth(ENHANCED_FROM);
    /// Asks the table at nodes of this depth or more.
    from_depth(depth: u32) = Self { from: depth };
});

impl<G: Game> Selectivity<G> for EnhancedCutoffs {
    #[inline]
    fn trial(&self, node: &Node<'_, G>) -> Option<Trial<G>> {
        (node.depth >= self.from).then_some(Trial {
            step: "enhanced-cutoffs",
            tried: Tried::Table,
        })
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn parts(&self) -> Vec<String> {
        vec![word("enhanced-cutoffs", self.from, ENHANCED_FROM)]
    }
}

/// Razoring: a node near the horizon whose evaluation is far below alpha is left to the horizon.
///
/// **Idea.** Quiet moves hardly make up for two pieces, so only noisy moves could help. Quiescence searches those.
///
/// **Invariant.** The node fails low only if the horizon agrees. Never in check, and never where alpha is a win or a loss.
///
/// **Cost.** A horizon's search at nodes of depth 3 or less that are far behind, lost where it doesn't fail low.
/// With all other steps, chess needs 9 % more nodes to depth 6 without it; what that's worth is undecided (`docs/results.md`).
///
/// **Source.** Birmingham and Kent, "Tree-searching and tree-pruning techniques", 1977.
///
/// ```
/// use plywood_core::Position;
/// use plywood_eval::Material;
/// use plywood_search::{AlphaBeta, Captures, Limits, Razoring, Strategy};
///
/// let position: Position =
///     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
/// let full = AlphaBeta::new(Material::default()).quiescence().ordering(Captures);
/// let razored = full.clone().selectivity(Razoring::new());
/// let [full, razored] = [
///     { full }.search(&position, &Limits::depth(3)).stats.nodes,
///     { razored }.search(&position, &Limits::depth(3)).stats.nodes,
/// ];
/// assert!(razored < full);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Razoring {
    margin: i32,
    depth: u32,
}

/// For each ply of depth. With half of it chess saves little more, and misses captures that need preparation.
const RAZORING_MARGIN: i32 = 300;
const RAZORING_DEPTH: u32 = 3;

settings!(Razoring {
    /// Razors nodes of depth 3 or less that are behind by 300 centipawns for each ply.
    new() = margin(RAZORING_MARGIN);
    /// Razors nodes that are behind by this many centipawns for each ply of depth.
    margin(centipawns: i32) = Self { margin: centipawns, depth: RAZORING_DEPTH };
    /// Sets the greatest depth at which it applies.
    up_to_depth(depth: u32);
});

impl<G: Tactical> Selectivity<G> for Razoring {
    #[inline]
    fn evaluates(&self, position: &G) -> bool {
        !position.is_check()
    }

    #[inline]
    fn trial(&self, node: &Node<'_, G>) -> Option<Trial<G>> {
        let hope = node.static_value?.plus(margin(self.margin, node.depth));
        let applies = node.depth <= self.depth && hope < node.window.alpha();
        applies.then_some(Trial {
            step: "razoring",
            tried: Tried::Horizon,
        })
    }

    fn parts(&self) -> Vec<String> {
        vec![word("razoring", self.margin, RAZORING_MARGIN)]
    }
}

/// Reverse futility pruning (RFP, static null move): a node whose evaluation is far above beta is cut off without a search.
///
/// **Idea.** A lead of several pawns doesn't vanish within a few plies.
///
/// **Invariant.** The score returned is the evaluation less the margin, which is still beta or more. Never in check, and never where beta
/// is a win or a loss.
///
/// **Cost.** An evaluation of each inner node; in quiet positions it saves more than half of the nodes.
/// With all other steps, chess needs half as many nodes again to depth 6 without it, and it's worth some 50 Elo (`docs/results.md`).
///
/// **Source.** Heinz, "Extended futility pruning", 1998, of which it is the mirror image.
///
/// ```
/// use plywood_core::Position;
/// use plywood_eval::Classical;
/// use plywood_search::{AlphaBeta, Captures, Limits, ReverseFutility, Strategy};
///
/// let search = || AlphaBeta::new(Classical::default()).quiescence().ordering(Captures);
/// let nodes = |report: plywood_search::Report<_>| report.stats.nodes;
/// let full = nodes(search().search(&Position::START, &Limits::depth(4)));
/// let mut pruned = search().selectivity(ReverseFutility::new());
/// assert!(nodes(pruned.search(&Position::START, &Limits::depth(4))) < full);
/// ```
#[doc(alias("rfp", "static_null_move"))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReverseFutility {
    margin: i32,
    depth: u32,
}

/// For each ply of depth, about what a good move wins.
const REVERSE_FUTILITY_MARGIN: i32 = 120;
const REVERSE_FUTILITY_DEPTH: u32 = 6;

settings!(ReverseFutility {
    /// Cuts off nodes of depth 6 or less that are ahead by 120 centipawns for each ply.
    new() = margin(REVERSE_FUTILITY_MARGIN);
    /// Cuts off nodes that are ahead by this many centipawns for each ply of depth, less one where the side to move is improving.
    margin(centipawns: i32) = Self { margin: centipawns, depth: REVERSE_FUTILITY_DEPTH };
    /// Sets the greatest depth at which it applies.
    up_to_depth(depth: u32);
});

impl<G: Tactical> Selectivity<G> for ReverseFutility {
    #[inline]
    fn evaluates(&self, position: &G) -> bool {
        !position.is_check()
    }

    #[inline]
    fn trial(&self, node: &Node<'_, G>) -> Option<Trial<G>> {
        let plies = node.depth - u32::from(node.is_improving);
        let sure = node.static_value?.minus(margin(self.margin, plies));
        let applies = node.depth <= self.depth && sure >= node.window.beta();
        applies.then_some(Trial {
            step: "reverse-futility",
            tried: Tried::Score(sure),
        })
    }

    fn parts(&self) -> Vec<String> {
        vec![word(
            "reverse-futility",
            self.margin,
            REVERSE_FUTILITY_MARGIN,
        )]
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

impl<G: Tactical> Selectivity<G> for NullMove {
    #[inline]
    fn trial(&self, node: &Node<'_, G>) -> Option<Trial<G>> {
        let depth = node.depth.checked_sub(1 + self.reduction)?;
        if !node.may_pass {
            return None;
        }
        Some(Trial {
            step: "null-move",
            tried: Tried::Pass(node.position.pass()?, depth),
        })
    }

    fn parts(&self) -> Vec<String> {
        vec![word("null-move", self.reduction, NULL_MOVE_REDUCTION)]
    }
}

/// `ProbCut`: a noisy move that beats beta by a margin in a shallow search cuts the node off.
///
/// **Idea.** The values of a shallow and of a deep search are alike. So a move that is far above beta four plies shallower is very probably
/// above beta at full depth.
///
/// **Invariant.** Noisy moves that lose nothing by exchange only, and the horizon has to agree before a search is tried. Never in check, and
/// never where beta is a win or a loss.
///
/// **Cost.** A search at nodes of depth 5 or more, four plies shallower, for each such move that the horizon finds good enough.
/// With all other steps, chess needs as many nodes to depth 6 without it (`docs/results.md`).
///
/// **Source.** Buro, "`ProbCut`: an effective selective extension of the alpha-beta algorithm", 1995. Buro's margins come from a
/// regression for each pair of depths, and all moves are searched; this is the form that chess programs use.
///
/// ```
/// use plywood_core::Position;
/// use plywood_eval::Material;
/// use plywood_search::{AlphaBeta, Captures, Limits, ProbCut, Strategy};
///
/// let position: Position =
///     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
/// let full = AlphaBeta::new(Material::default()).ordering(Captures);
/// let cut = full.clone().selectivity(ProbCut::new().from_depth(3));
/// let [full, cut] = [
///     { full }.search(&position, &Limits::depth(4)).stats.nodes,
///     { cut }.search(&position, &Limits::depth(4)).stats.nodes,
/// ];
/// assert!(cut < full);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ProbCut {
    margin: i32,
    from: u32,
}

const PROB_CUT_MARGIN: i32 = 200;
const PROB_CUT_FROM: u32 = 5;
/// The difference between the depths of the node and of the position after a move. An even number less than that of a full search keeps
/// the side that has the last word.
const PROB_CUT_SHALLOWER: u32 = 4;

settings!(ProbCut {
    /// Tries nodes of depth 5 or more, with a margin of 200 centipawns.
    new() = margin(PROB_CUT_MARGIN);
    /// Sets by how many centipawns a move must beat beta.
    margin(centipawns: i32) = Self { margin: centipawns, from: PROB_CUT_FROM };
    /// Sets the least depth at which it applies.
    from_depth(from: u32);
});

impl<G: Tactical> Selectivity<G> for ProbCut {
    #[inline]
    fn trial(&self, node: &Node<'_, G>) -> Option<Trial<G>> {
        let beta = node.window.beta();
        if node.depth < self.from || beta.is_decisive() || node.position.is_check() {
            return None;
        }
        let worth = |position: &G, mv| {
            position.capture_rank(mv) > 0 && position.exchange(mv) >= Score::DRAW
        };
        let tried = Tried::Moves {
            worth,
            depth: node.depth.saturating_sub(PROB_CUT_SHALLOWER),
            goal: beta.plus(margin(self.margin, 1)),
        };
        let step = "prob-cut";
        Some(Trial { step, tried })
    }

    fn parts(&self) -> Vec<String> {
        vec![word("prob-cut", self.margin, PROB_CUT_MARGIN)]
    }
}

/// Returns the margin for this many plies.
#[inline]
pub(crate) fn margin(centipawns: i32, plies: u32) -> Score {
    Score::centipawns(centipawns.saturating_mul(plies.cast_signed()))
}
