//! [`Contradiction`]: the first event of a search that breaks a [`Rule`].

use std::fmt;
use thiserror::Error;

/// A rule that the nodes of a depth-first search obey.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
#[non_exhaustive]
pub enum Rule {
    /// Nodes are nested.
    #[error("every node but the root is entered by a move or for a step, and left once")]
    Nesting,
    /// Moves are legal.
    #[error("only legal moves are searched, as long as the game goes on")]
    Legal,
    /// Endings have their score.
    #[error(
        "the end of the game has its score, with wins and losses counted from the root, and nothing else above the horizon is a leaf"
    )]
    Ending,
    /// A window is passed on.
    #[error(
        "a child's window is its parent's, negated and swapped, or a null window or another part of it"
    )]
    Window,
    /// The depth falls.
    #[error("a child is searched one ply less deep than its parent")]
    Depth,
    /// A leaf returns its score.
    #[error("a leaf returns its score, or the nearer end of its window")]
    Leaf,
    /// A leaf has no moves.
    #[error("no move is searched after a node has its score")]
    LeafMoves,
    /// The value is reached.
    #[error("a node is worth no more than its best move")]
    Reached,
    /// The value is the best one.
    #[error("a node is worth no less than its best move")]
    Best,
    /// Upper bounds need every move.
    #[error(
        "a node whose value is below beta has searched every move, except those that it says it skipped"
    )]
    EveryMove,
    /// A null window that fails high shows a bound.
    #[error("a move that turns out better than a null window is searched again")]
    SecondSearch,
    /// A reduced search proves nothing.
    #[error("a move that turns out better in a reduced search is searched again to its full depth")]
    Reduction,
    /// Only beta cuts off.
    #[error("a move cuts off the others only if it reaches beta")]
    Cutoff,
    /// A cutoff ends the node.
    #[error("nothing follows a cutoff")]
    AfterCutoff,
    /// A table repeats what was found.
    #[error(
        "the table's answer follows from an earlier search of the position that was deep enough"
    )]
    Table,
    /// A table receives what was found.
    #[error("a result for the table follows from the node's moves, and is no deeper than the node")]
    Store,
    /// Quiescence may stand pat.
    #[error("a side that stands pat is worth at least its evaluation, and prunes only at beta")]
    StandPat,
    /// A step prunes outside the window.
    #[error("a step prunes a node only outside its window, or with the result of its search")]
    Pruning,
    /// An exact search leaves nothing out.
    #[error("an exact search neither prunes, skips moves nor passes")]
    Exact,
    /// The best move has the value.
    #[error("the best move has the value of its node")]
    BestMove,
}

/// An event that contradicts a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contradiction<M> {
    /// The number of the event, from 1.
    pub event: u64,
    /// The broken rule.
    pub rule: Rule,
    /// What the search says.
    pub said: String,
    /// What follows from its earlier events.
    pub shown: String,
    /// The event that shows it.
    pub shown_by: Option<u64>,
    /// The move concerned.
    pub mv: Option<M>,
}

impl<M> Contradiction<M> {
    pub(super) fn by(self, event: u64) -> Self {
        Self {
            shown_by: Some(event),
            ..self
        }
    }

    pub(super) fn about(self, mv: M) -> Self {
        Self {
            mv: Some(mv),
            ..self
        }
    }
}

impl<M> fmt::Display for Contradiction<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}: {}, but {}", self.event, self.said, self.shown)?;
        if let Some(event) = self.shown_by {
            write!(f, " (event {event})")?;
        }
        write!(f, ": {}", self.rule)
    }
}

impl<M: fmt::Debug> std::error::Error for Contradiction<M> {}
