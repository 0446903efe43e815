//! [`Theme`]: the subjects of the classical evaluator.

use std::fmt;

/// A subject of the classical evaluator, such as king safety. Each is an evaluator of its own: [`Theme::evaluator`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// Which pieces are on the board.
    Material,
    /// Where they stand.
    PieceSquares,
    /// How many squares the pieces can go to.
    Mobility,
    /// Doubled, isolated, backward and blocked pawns, islands and chains.
    PawnStructure,
    /// Passed pawns: how far advanced, how safe, what blocks them, and where the kings are.
    PassedPawns,
    /// Pawn shelter and pawn storm, attackers of the king, and castling.
    KingSafety,
    /// Outposts, open files, the seventh rank, the bishop pair, long diagonals.
    Placement,
    /// What can be captured, forked or pinned.
    Threats,
    /// The center, and space behind the pawns.
    Space,
    /// The right to move.
    Tempo,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 10] = [
        Self::Material,
        Self::PieceSquares,
        Self::Mobility,
        Self::PawnStructure,
        Self::PassedPawns,
        Self::KingSafety,
        Self::Placement,
        Self::Threats,
        Self::Space,
        Self::Tempo,
    ];

    /// The name, in lower case with hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::PieceSquares => "piece-squares",
            Self::Mobility => "mobility",
            Self::PawnStructure => "pawn-structure",
            Self::PassedPawns => "passed-pawns",
            Self::KingSafety => "king-safety",
            Self::Placement => "placement",
            Self::Threats => "threats",
            Self::Space => "space",
            Self::Tempo => "tempo",
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
