//! [`Contradiction`]: the first event of a search that breaks a [`Rule`].

use std::fmt;
use thiserror::Error;

macro_rules! rules {
    ($($Rule:ident = $text:literal,)*) => {
        /// A rule that the nodes of a depth-first search obey.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = concat!("In words: ", $text, ".")] #[error($text)] $Rule,)*
        }
    };
}

rules! {
    Nesting = "every node but the root is entered by a move or for a step, and left once",
    Legal = "only legal moves are searched, as long as the game goes on",
    Ending = "the end of the game has its score, with wins and losses counted from the root, and nothing else above the horizon is a leaf",
    Window = "a child's window is its parent's, negated and swapped, or a null window or another part of it",
    Depth = "a child is searched one ply less deep than its parent",
    Leaf = "a leaf returns its score, or the nearer end of its window",
    LeafMoves = "no move is searched after a node has its score",
    Reached = "a node is worth no more than its best move",
    Best = "a node is worth no less than its best move",
    EveryMove = "a node whose value is below beta has searched every move, except those that it says it skipped",
    SecondSearch = "a move that turns out better than a null window is searched again",
    Reduction = "a move that turns out better in a reduced search is searched again to its full depth",
    Cutoff = "a move cuts off the others only if it reaches beta",
    AfterCutoff = "nothing follows a cutoff",
    Table = "the table's answer follows from an earlier search of the position that was deep enough",
    Store = "a result for the table follows from the node's moves, and is no deeper than the node",
    StandPat = "a side that stands pat is worth at least its evaluation, and prunes only at beta",
    Pruning = "a step prunes a node only outside its window, or with the result of its search",
    Exact = "an exact search neither prunes, skips moves nor passes",
    BestMove = "the best move has the value of its node",
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
