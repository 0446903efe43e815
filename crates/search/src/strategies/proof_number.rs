//! Proof-number search: is there a forced win, and how?
//!
//! **Idea.** The tree is one of "or" nodes, where the attacker needs one winning move, and "and" nodes, where every
//! defence must lose. A node's proof number is how many leaves must still be shown to be won to prove it, its disproof
//! number how many must be shown not to be. The leaf that counts for both numbers of the root is looked at next, so the
//! search follows forcing lines very deep.
//!
//! **Invariant.** At an "or" node: proof = the least of the children's, disproof = the sum of theirs; at an "and" node
//! the other way round. A proven node has (0, ∞), a disproven one (∞, 0).
//!
//! **Cost.** One node in memory for each that is seen; for narrow wins far fewer than alpha-beta needs.
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

/// Proves that the side to move wins, or that it cannot within the depth of the limits.
///
/// A proven win is reported with the length of the proof that was found, which may be longer than the shortest win.
/// Otherwise there is no score, and the move is the one that is hardest to disprove. Without a node or time limit it
/// gives up after a million nodes.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{Limits, ProofNumber, Score, StopReason, Strategy};
///
/// let board: ConnectFour = "ddca".parse().unwrap();
/// let report = ProofNumber.search(&board, &Limits::depth(5));
/// assert_eq!((report.reason, report.score), (StopReason::Solved, Some(Score::won_in(3))));
/// assert_eq!(report.best_move.unwrap().to_string(), "e");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ProofNumber;

const DEFAULT_NODES: u64 = 1_000_000;
fn run<G: Game>(
    position: &G,
    limits: &Limits,
    observer: &mut dyn Observer<G::Move>,
) -> Report<G::Move> {
    let moves = position.legal_moves();
    if let Some(ending) = position.ending(&moves) {
        return Report::game_over(ending.score(0));
    }
    let is_limited = limits.max_nodes().is_some() || limits.max_time().is_some();
    let bounded = if is_limited {
        limits.clone()
    } else {
        limits.clone().nodes(DEFAULT_NODES)
    };
    let mut state = SearchState::new(&bounded, observer);
    let mut tree = ProofTree {
        nodes: Vec::new(),
        max_depth: limits.depth_to_search(),
    };
    let mut result = tree.add(position.clone(), None, 0, &mut state);
    while result.is_ok() && tree.nodes[0].proof > 0 && tree.nodes[0].disproof > 0 {
        let leaf = tree.most_proving();
        result = tree.expand(leaf, &mut state);
        if result.is_ok() {
            tree.update_from(leaf);
        }
    }
    let reason = if result.is_ok() {
        StopReason::Solved
    } else {
        state.stop_reason()
    };
    let plies = tree.plies_to_win();
    let is_proven = tree.nodes.first().is_some_and(|root| root.proof == 0);
    let line = if is_proven {
        tree.winning_line(&plies)
    } else {
        Line::new()
    };
    let stubborn = || {
        tree.children(0)
            .max_by_key(|child| (tree.nodes[*child].disproof, std::cmp::Reverse(*child)))
    };
    let best_move = match line.first() {
        Some(&mv) => Some(mv),
        None if tree.nodes.is_empty() || tree.children(0).is_empty() => moves.first().copied(),
        None => stubborn().map(|child| moves[child - tree.children(0).start]),
    };
    Report {
        best_move,
        score: is_proven.then(|| Score::won_in(plies[0])),
        depth: u32::try_from(line.len()).unwrap_or(u32::MAX),
        line: if line.is_empty() {
            best_move.into_iter().collect()
        } else {
            line
        },
        reason,
        is_exact: false,
        stats: state.stats(),
        iterations: Vec::new(),
        elapsed: state.elapsed(),
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
        run(position, limits, observer)
    }
}
