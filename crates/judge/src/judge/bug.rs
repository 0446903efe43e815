//! [`Bug`]: the usual errors in minimax and alpha-beta searches.

use serde::Serialize;
use std::fmt;

/// Declares the bugs, each with the chapter of the book about it and a sentence for its author.
macro_rules! bugs {
    ($($(#[$doc:meta])+ $bug:ident, $chapter:literal: $text:literal;)+) => {
        /// A common bug. Each is one change to a correct search, which [`Judge`](crate::Judge) makes to recognize it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Bug {
            $($(#[$doc])+ $bug,)+
        }

        impl Bug {
            /// All bugs.
            pub const ALL: &[Self] = &[$(Self::$bug),+];
        }

        /// The chapter and the sentence of each bug.
        const TEXTS: &[(&str, &str)] = &[$(($chapter, $text)),+];
    };
}

bugs! {
    /// The child's score is used from the child's point of view.
    ScoreNotNegated, "minimax": "the score of a child is not negated";
    /// The child gets (beta, alpha).
    WindowNotNegated, "alpha_beta": "the window is swapped but not negated: the child gets (beta, alpha)";
    /// The child gets (-alpha, -beta).
    WindowNotSwapped, "alpha_beta": "the window is negated but not swapped: the child gets (-alpha, -beta)";
    /// The minimizing side doesn't lower beta.
    BetaNotLowered, "alpha_beta": "the minimizing side never lowers beta";
    /// No window is used.
    NeverCuts, "alpha_beta": "it never cuts: this is minimax";
    /// A minimizing node raises alpha and not lowers beta.
    AlphaAtMin, "alpha_beta": "the minimizing side maximizes as well, such as by updating alpha where beta is meant";
    /// All nodes share alpha and beta, which no node restores.
    GlobalWindow, "alpha_beta": "alpha and beta are global: no node restores them for its siblings";
    /// Alpha becomes the last score, even a smaller one.
    AlphaWithoutMax, "alpha_beta": "alpha is set to the last score, even if that is smaller (max is missing)";
    /// The negated minimum of a type is the minimum again.
    NegatedMinimum, "alpha_beta": "the window begins at the least number of its type, whose negation overflows (INT_MIN): use -INT_MAX";
    /// A score outside the window is returned as it is.
    SoftForHard, "alpha_beta": "a score outside the window is returned as it is: this is fail-soft, not fail-hard";
    /// Only `score > beta` cuts off, although `score >= beta` could.
    NoCutAtEquality, "alpha_beta": "there is no cutoff at equality: score > beta where score >= beta is enough";
    /// `score >= beta - 1` cuts off.
    CutOneBelow, "alpha_beta": "it cuts too early, off by one: score >= beta - 1";
    /// The window is reset two plies below.
    NoDeepCuts, "alpha_beta": "deep cutoffs are missing: beta isn't passed on to the grandchildren";
    /// `score >= best` replaces the best move.
    TieReplacesMove, "alpha_beta": "off by one: a later move with the same score replaces the best move (>= where > is meant)";
    /// The best score starts at zero.
    BestFromZero, "minimax": "the best score begins at 0 and not at minus infinity";
    /// The first move isn't searched.
    FirstMoveMissed, "minimax": "off by one: the first move is never searched";
    /// The last move isn't searched.
    LastMoveMissed, "minimax": "off by one: the last move is never searched";
    /// The search ends a ply too early.
    HorizonTooEarly, "minimax": "off by one: the search ends a ply too early";
    /// The search ends a ply too late.
    HorizonTooLate, "minimax": "off by one: the search goes a ply too deep";
    /// The search goes on to the leaves.
    DepthIgnored, "minimax": "the depth is ignored: the search goes on to the leaves";
    /// The game's end isn't tested where the depth ends.
    EndNotTested, "minimax": "where the depth ends, it isn't tested if the game is over there";
    /// The sign of a leaf depends on the requested depth, not on the side to move.
    DepthParity, "minimax": "the sign of a leaf depends on the parity of the depth, not on the side to move";
    /// A leaf is scored for the side to move at the root.
    LeafForRoot, "minimax": "leaves are scored for the side to move at the root, whoever is to move there";
    /// A leaf is scored for the side that isn't to move.
    LeafForOther, "minimax": "the sign of every leaf is wrong";
    /// A win has the same value at any distance.
    MateDistance, "minimax": "a win is worth the same however far away it is";
    /// The null-window search is never repeated.
    NoSecondSearch, "null_windows": "a move that beats the null window is not searched again with the whole window";
    /// The null window is below alpha.
    NullBelowAlpha, "null_windows": "the null window is off by one: (alpha - 1, alpha) where (alpha, alpha + 1) is meant";
    /// Each later move is searched twice.
    SecondSearchAlways, "null_windows": "every move is searched again, even one that doesn't beat the null window";
    /// An entry of the table is used at any depth.
    TableDepth, "tables": "an entry of the table is used at the wrong depth";
    /// A bound is stored as an exact value.
    BoundAsExact, "tables": "the table stores a bound as if it were exact";
    /// A lower bound is stored as an upper bound, and the other way round.
    BoundsSwapped, "tables": "the table stores lower bounds as upper bounds, and the other way round";
    /// An upper bound is used although it's above alpha.
    UpperBoundAnywhere, "tables": "an upper bound of the table is used outside its window, above alpha";
    /// A lower bound is used although it's below beta.
    LowerBoundAnywhere, "tables": "a lower bound of the table is used outside its window, below beta";
    /// The side to move isn't part of the key.
    KeyWithoutSide, "tables": "the key of the table leaves out the side to move";
    /// The distance of a win is stored from the root.
    MateInTable, "tables": "the table stores a win's distance from the root, and not from the node";
    /// The table is used before repetition is checked, and stores scores that depend on repetition.
    RepetitionInTable, "tables": "the table ignores repetition";
}

impl Bug {
    /// Returns a sentence about the bug for its author.
    #[must_use]
    pub const fn text(self) -> &'static str {
        TEXTS[self as usize].1
    }

    /// Returns the chapter about it: a file of the repository, and the section in it.
    #[must_use]
    pub fn chapter(self) -> String {
        let (chapter, _) = TEXTS[self as usize];
        format!("docs/book/src/{chapter}.md#what-goes-wrong-in-practice")
    }
}

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
