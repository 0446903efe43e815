//! Proof-number search: is there a forced win, and how?
//!
//! **Idea.** The tree is one of "or" nodes, where the attacker needs one winning move, and "and" nodes, where every
//! defense must lose. The proof number of a node is the least number of leaves that must still be shown to be won to prove
//! it, its disproof number the least number that must be shown not to be won. The leaf that counts for both numbers of the
//! root is expanded next, so the search follows forcing lines very deep.
//!
//! **Invariant.** At an "or" node: proof = the least of the children's, disproof = the sum of theirs; at an "and" node
//! the other way round. A proven node has (0, ∞), a disproven one (∞, 0).
//!
//! **Cost.** One node in memory, about thirty bytes, for each that is seen; for narrow wins far fewer than alpha-beta needs.
//!
//! **Source.** Allis, van der Meulen and van den Herik, "Proof-number search", 1994.

mod tree;

use self::tree::ProofTree;
use crate::budget::StopReason;
use crate::game::Game;
use crate::limits::Limits;
use crate::line::Line;
use crate::observer::Observer;
use crate::report::Report;
use crate::search_state::SearchState;
use crate::strategy::Strategy;
use plywood_eval::Score;

/// Proves that the side to move can force a win, or that it cannot.
///
/// - A win that was proven: the reason is [`StopReason::Solved`], and the score is the length of the proof that was found,
///   which may be longer than the shortest win.
/// - No win within the depth of the limits: the reason is [`StopReason::Depth`], and there is no score.
/// - No win at all, since every line was followed to the end of the game: [`StopReason::Solved`] without a score.
/// - Otherwise a limit ended the search, or its memory is used up ([`StopReason::Memory`]); nothing is proven.
///
/// Without a proven win the best move is the one that is hardest to disprove.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{Limits, ProofNumber, Score, StopReason, Strategy};
///
/// let board: ConnectFour = "ddca".parse()?;
/// let mut search = ProofNumber::new().megabytes(16);
/// let report = search.search(&board, &Limits::depth(5));
/// assert_eq!((report.reason, report.score), (StopReason::Solved, Some(Score::won_in(3))));
/// assert_eq!(report.best_move.map(|column| column.to_string()).as_deref(), Some("e"));
///
/// let report = search.search(&board, &Limits::depth(2));
/// assert_eq!((report.reason, report.score), (StopReason::Depth, None));
/// # Ok::<(), plywood_search::games::ParseConnectFourError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ProofNumber {
    megabytes: usize,
}

/// Room for two million nodes of chess.
const DEFAULT_MEGABYTES: usize = 64;

impl ProofNumber {
    /// A search whose tree takes up to 64 megabytes.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            megabytes: DEFAULT_MEGABYTES,
        }
    }

    /// The same with a tree of at most so many megabytes. Once they are used up, the search ends.
    #[must_use]
    pub const fn megabytes(self, megabytes: usize) -> Self {
        Self { megabytes }
    }

    fn run<G: Game>(
        self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        let moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            return Report::game_over(ending.score(0));
        }
        let mut state = SearchState::new(limits, observer);
        let mut tree = ProofTree::new(position, limits.depth_to_search(), self.megabytes);
        let reason = prove(&mut tree, &mut state);
        let is_proven = tree.nodes.first().is_some_and(|root| root.proof == 0);
        let plies = is_proven.then(|| tree.plies_to_win());
        let mut line = plies
            .as_ref()
            .map_or_else(Line::new, |plies| tree.winning_line(plies));
        if line.is_empty() {
            let stubborn = tree.nodes.first().and_then(|_| tree.most_stubborn_move());
            line = stubborn.or(moves.first().copied()).into_iter().collect();
        }
        let proof_depth = plies.as_ref().map(|plies| plies[0]);
        Report {
            best_move: line.first().copied(),
            score: proof_depth.map(Score::won_in),
            depth: if reason == StopReason::Depth {
                limits.depth_to_search()
            } else {
                proof_depth.unwrap_or(0)
            },
            line,
            reason,
            is_exact: false,
            stats: state.stats(),
            other_lines: Vec::new(),
            iterations: Vec::new(),
            elapsed: state.elapsed(),
        }
    }
}

impl Default for ProofNumber {
    fn default() -> Self {
        Self::new()
    }
}

/// Expands the most proving leaf until the root is proven or disproven, or nothing is left of the budget or the memory.
fn prove<G: Game>(tree: &mut ProofTree<G>, state: &mut SearchState<'_, G::Move>) -> StopReason {
    if tree.add_root(state).is_err() {
        return state.stop_reason();
    }
    loop {
        match (tree.nodes[0].proof, tree.nodes[0].disproof) {
            (0, _) => return StopReason::Solved,
            (_, 0) if tree.is_cut_by_depth => return StopReason::Depth,
            (_, 0) => return StopReason::Solved,
            (_, _) => (),
        }
        let (leaf, position) = tree.most_proving();
        if !tree.has_room_for_children(leaf) {
            return StopReason::Memory;
        }
        if tree.expand(leaf, &position, state).is_err() {
            return state.stop_reason();
        }
        tree.update_from(leaf);
    }
}

impl<G: Game> Strategy<G> for ProofNumber {
    fn name(&self) -> String {
        "proof-number search".to_owned()
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        self.run(position, limits, observer)
    }
}
