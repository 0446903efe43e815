//! [`Bug`]: the usual errors in minimax and alpha-beta searches.

use serde::Serialize;
use std::fmt;

/// A common bug. Each is one change to a correct search, which [`Judge`](crate::judge::Judge) makes to recognize it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Bug {
    /// The child's score is used from the child's point of view.
    ScoreNotNegated,
    /// The child gets (beta, alpha).
    WindowNotNegated,
    /// The child gets (-alpha, -beta).
    WindowNotSwapped,
    /// The child gets (alpha, beta).
    WindowPassedOn,
    /// A better move doesn't raise alpha.
    AlphaNotRaised,
    /// The minimizing side doesn't lower beta.
    BetaNotLowered,
    /// Beta is returned if no move reaches alpha.
    BetaForAlpha,
    /// Alpha is returned if a move reaches beta.
    AlphaForBeta,
    /// Only `score > beta` cuts off, although `score >= beta` could.
    NoCutAtEquality,
    /// `score > alpha` cuts off.
    CutAtAlpha,
    /// `score >= beta - 1` cuts off.
    CutOneBelow,
    /// The window is reset two plies below.
    NoDeepCuts,
    /// `score >= best` replaces the best move.
    TieReplacesMove,
    /// The best score starts at zero.
    BestFromZero,
    /// The last move isn't searched.
    LastMoveMissed,
    /// The search ends a ply too early.
    HorizonTooEarly,
    /// The sign of a leaf depends on the requested depth, not on the side to move.
    DepthParity,
    /// A leaf is scored for the side to move at the root.
    LeafForRoot,
    /// A leaf is scored for the side that isn't to move.
    LeafForOther,
    /// A win has the same value at any distance.
    MateDistance,
    /// The null-window search is never repeated.
    NoSecondSearch,
    /// The second search of a move doesn't make it the best one.
    StaleMove,
    /// An entry of the table is used at any depth.
    TableDepth,
    /// An entry of the table must be deeper than the remaining depth.
    TableDeeper,
    /// A bound is stored as an exact value.
    BoundAsExact,
    /// The table is used before repetition is checked, and stores scores that depend on repetition.
    RepetitionInTable,
}

impl Bug {
    /// All bugs.
    pub const ALL: [Self; 26] = [
        Self::ScoreNotNegated,
        Self::WindowNotNegated,
        Self::WindowNotSwapped,
        Self::WindowPassedOn,
        Self::AlphaNotRaised,
        Self::BetaNotLowered,
        Self::BetaForAlpha,
        Self::AlphaForBeta,
        Self::NoCutAtEquality,
        Self::CutAtAlpha,
        Self::CutOneBelow,
        Self::NoDeepCuts,
        Self::TieReplacesMove,
        Self::BestFromZero,
        Self::LastMoveMissed,
        Self::HorizonTooEarly,
        Self::DepthParity,
        Self::LeafForRoot,
        Self::LeafForOther,
        Self::MateDistance,
        Self::NoSecondSearch,
        Self::StaleMove,
        Self::TableDepth,
        Self::TableDeeper,
        Self::BoundAsExact,
        Self::RepetitionInTable,
    ];

    /// Returns a sentence about the bug for its author.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::ScoreNotNegated => "the score of a child is not negated",
            Self::WindowNotNegated => {
                "the window is swapped but not negated: the child gets (beta, alpha)"
            }
            Self::WindowNotSwapped => {
                "the window is negated but not swapped: the child gets (-alpha, -beta)"
            }
            Self::WindowPassedOn => {
                "the window is passed on as it is: the child gets (alpha, beta)"
            }
            Self::AlphaNotRaised => "alpha is not raised when a better move is found",
            Self::BetaNotLowered => "the minimizing side never lowers beta",
            Self::BetaForAlpha => "beta is returned where no move reaches alpha",
            Self::AlphaForBeta => "alpha is returned where a move reaches beta",
            Self::NoCutAtEquality => {
                "there is no cutoff at equality: score > beta where score >= beta is enough"
            }
            Self::CutAtAlpha => "it cuts too early: score > alpha where score >= beta is meant",
            Self::CutOneBelow => "it cuts too early, off by one: score >= beta - 1",
            Self::NoDeepCuts => {
                "deep cutoffs are missing: beta isn't passed on to the grandchildren"
            }
            Self::TieReplacesMove => {
                "off by one: a later move with the same score replaces the best move (>= where > is meant)"
            }
            Self::BestFromZero => "the best score begins at 0 and not at minus infinity",
            Self::LastMoveMissed => "off by one: the last move is never searched",
            Self::HorizonTooEarly => "off by one: the search ends a ply too early",
            Self::DepthParity => {
                "the sign of a leaf depends on the parity of the depth, not on the side to move"
            }
            Self::LeafForRoot => {
                "leaves are scored for the side to move at the root, whoever is to move there"
            }
            Self::LeafForOther => "the sign of every leaf is wrong",
            Self::MateDistance => "a win is worth the same however far away it is",
            Self::NoSecondSearch => "a move that beats the null window is not searched again",
            Self::StaleMove => "the best move is stale after a second search of a move",
            Self::TableDepth => "an entry of the table is used at the wrong depth",
            Self::TableDeeper => {
                "an entry of the table is used only if it is deeper than needed (> where >= is enough)"
            }
            Self::BoundAsExact => "the table stores a bound as if it were exact",
            Self::RepetitionInTable => "the table ignores repetition",
        }
    }

    /// Returns the address of the chapter about it.
    #[must_use]
    pub fn chapter(self) -> String {
        let (chapter, part) = match self {
            Self::ScoreNotNegated
            | Self::BestFromZero
            | Self::LastMoveMissed
            | Self::HorizonTooEarly
            | Self::DepthParity
            | Self::LeafForRoot
            | Self::LeafForOther
            | Self::MateDistance => ("minimax", "what-goes-wrong-in-practice"),
            Self::WindowNotNegated
            | Self::WindowNotSwapped
            | Self::WindowPassedOn
            | Self::AlphaNotRaised
            | Self::BetaNotLowered
            | Self::BetaForAlpha
            | Self::AlphaForBeta
            | Self::NoCutAtEquality
            | Self::CutAtAlpha
            | Self::CutOneBelow
            | Self::NoDeepCuts
            | Self::TieReplacesMove => ("alpha_beta", "what-goes-wrong-in-practice"),
            Self::NoSecondSearch | Self::StaleMove => {
                ("null_windows", "what-goes-wrong-in-practice")
            }
            Self::TableDepth | Self::TableDeeper | Self::BoundAsExact | Self::RepetitionInTable => {
                ("tables", "what-goes-wrong-in-practice")
            }
        };
        let repository = env!("CARGO_PKG_REPOSITORY");
        format!("{repository}/blob/main/docs/book/src/{chapter}.md#{part}")
    }
}

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
