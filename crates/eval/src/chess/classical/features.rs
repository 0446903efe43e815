//! [`Feature`]: everything the classical evaluator counts, with its [`Theme`], its name and its default weights.

use crate::chess::classical::tapered::Tapered;
use plywood_core::{PieceKind, Square};
use std::fmt;

/// A subject of the classical evaluator, such as king safety. Each one is an evaluator:
///
/// ```
/// use plywood_eval::{Classical, Evaluator, Score, Theme, Weights};
/// use plywood_core::Position;
///
/// let position: Position = "4k3/pp6/8/8/8/8/P6P/4K3 w - - 0 1".parse()?;
/// let pawns = Classical::new(Weights::DEFAULT.only(Theme::PawnStructure));
/// // Two isolated pawns are worse than two side by side.
/// assert!(pawns.evaluate(&position) < Score::DRAW);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Theme {
    /// The pieces on the board.
    Material,
    /// The squares of the pieces.
    PieceSquares,
    /// The number of squares that the pieces can go to.
    Mobility,
    /// Doubled, isolated, backward and blocked pawns, islands and chains.
    PawnStructure,
    /// Passed pawns: how far advanced, how safe, what blocks them, and where the kings are.
    PassedPawns,
    /// Pawn shelter and pawn storm, attackers of the king, and castling.
    KingSafety,
    /// Outposts, open files, the seventh rank, the bishop pair, long diagonals.
    Placement,
    /// Captures, forks and pins.
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

    /// Returns the name, in lower case with hyphens.
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

/// A feature that the classical evaluator counts. Some features have one weight, others a weight for each rank, square or number of
/// squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Feature {
    /// The pieces by kind, from the pawn to the queen.
    Piece,
    /// Pawns by square, from their player's side of the board.
    PawnSquare,
    /// Knights by square.
    KnightSquare,
    /// Bishops by square.
    BishopSquare,
    /// Rooks by square.
    RookSquare,
    /// Queens by square.
    QueenSquare,
    /// The king by square.
    KingSquare,
    /// Knights by the number of squares they can go to.
    KnightMobility,
    /// Bishops by the number of squares they can go to.
    BishopMobility,
    /// Rooks by the number of squares they can go to.
    RookMobility,
    /// Queens by the number of squares they can go to.
    QueenMobility,
    /// Pawns with a friendly pawn ahead on the file.
    Doubled,
    /// Pawns without friendly pawns on the adjacent files.
    Isolated,
    /// Isolated pawns with no pawn ahead on their file, where rooks can attack them.
    IsolatedUnopposed,
    /// Pawns that their neighbors have left behind and that cannot advance safely.
    Backward,
    /// Backward pawns with no pawn ahead on their file.
    BackwardUnopposed,
    /// Pawns with an enemy pawn right in front.
    Blocked,
    /// Pawn islands: groups of pawns on adjacent files.
    Islands,
    /// Pawns defended by a pawn, by rank.
    Chained,
    /// Pawns side by side, by rank.
    Abreast,
    /// Passed pawns by rank.
    Passed,
    /// Pawns that may become passed, by rank.
    Candidate,
    /// Passed pawns with an empty square in front, by rank.
    PassedFree,
    /// Passed pawns whose path to promotion is empty and not attacked, by rank.
    PassedSafe,
    /// Distance of the friendly king from the square in front of a passed pawn, times the ranks beyond the third.
    PassedOwnKing,
    /// Distance of the enemy king from the square in front of a passed pawn, times the ranks beyond the third.
    PassedEnemyKing,
    /// Passed pawns with a friendly rook behind them.
    PassedRookBehind,
    /// Passed pawns with an enemy rook behind them.
    PassedHunted,
    /// Passed pawns that the enemy king cannot catch, with no enemy piece left.
    Unstoppable,
    /// The nearest friendly pawn ahead of the king on its file, by rank; index 0: none.
    Shelter,
    /// The nearest friendly pawn ahead of the king on each adjacent file, by rank; index 0: none.
    ShelterBeside,
    /// The nearest enemy pawn ahead of the king on its file and each adjacent one, by rank; index 0: none.
    Storm,
    /// Storming pawns, as in [`Storm`](Self::Storm), that a friendly pawn blocks.
    StormBlocked,
    /// Rooks that may still castle.
    CanCastle,
    /// The strength of the attack on the enemy king, in units.
    KingDanger,
    /// Two bishops or more.
    BishopPair,
    /// Knights on the squares from c3 to f6.
    CentralKnight,
    /// Knights on the fourth to sixth rank that a pawn defends and no enemy pawn can drive away.
    KnightOutpost,
    /// Bishops on such squares.
    BishopOutpost,
    /// Bishops on a long diagonal that attack both of its central squares.
    LongDiagonal,
    /// Friendly pawns on the squares of a bishop's color, for each bishop.
    BadBishop,
    /// Rooks on files without pawns.
    RookOpenFile,
    /// Rooks on files without friendly pawns.
    RookHalfOpenFile,
    /// Rooks and queens on the seventh rank, with enemy pawns there or the enemy king on the eighth.
    RookOnSeventh,
    /// Rooks supported by a friendly rook or queen on their file.
    DoubledRooks,
    /// Rooks and queens with fewer than three squares to go to.
    BlockedMajor,
    /// Such rooks shut in by a king that can no longer castle.
    TrappedRook,
    /// Knights and bishops shielded by a pawn right in front of them.
    MinorBehindPawn,
    /// Enemy pieces attacked and not defended.
    Hanging,
    /// Enemy pieces that pawns attack, by kind from the pawn to the queen.
    PawnThreat,
    /// Enemy pieces that knights and bishops attack, by kind.
    MinorThreat,
    /// Enemy pieces that rooks attack, by kind.
    RookThreat,
    /// Enemy pieces that the king attacks and nothing defends.
    KingThreat,
    /// Enemy pieces that a pawn would attack after a safe step.
    PushThreat,
    /// Pieces that attack two enemy pieces of greater worth.
    Fork,
    /// Enemy pieces pinned to their king.
    Pin,
    /// Enemy pieces on the line of a bishop or rook, with their queen behind them.
    XRay,
    /// Pawns on the four central squares.
    CenterPawn,
    /// Attacks of pieces and pawns on the central squares.
    CenterControl,
    /// Safe squares on the four middle files, those behind friendly pawns twice, times the pieces beyond four, divided by four.
    Room,
    /// The right to move.
    Tempo,
}

/// The theme, name and default weights of a feature. The weights are set by hand and not tuned on games yet.
struct Description {
    feature: Feature,
    theme: Theme,
    name: &'static str,
    weights: &'static [Tapered],
}

const NUMBER: usize = 61;

impl Feature {
    /// All features, in the order of their weights.
    pub const ALL: [Self; NUMBER] = {
        let mut all = [Self::Piece; NUMBER];
        let mut index = 0;
        while index < NUMBER {
            all[index] = DESCRIPTIONS[index].feature;
            // The table below must list the features in the order of the enum.
            assert!(all[index] as usize == index);
            index += 1;
        }
        all
    };

    /// The number of weights of all features together.
    pub const WEIGHTS: usize = OFFSETS[NUMBER];

    /// Returns the theme that the feature belongs to.
    #[must_use]
    pub const fn theme(self) -> Theme {
        DESCRIPTIONS[self as usize].theme
    }

    /// Returns the name, in lower case with spaces.
    #[must_use]
    pub const fn name(self) -> &'static str {
        DESCRIPTIONS[self as usize].name
    }

    /// Returns the name of one of its weights: `bishop pair`, `piece queen`, `pawn square e4`, `passed rank 6`, `rook mobility 3`.
    ///
    /// ```
    /// use plywood_eval::Feature;
    ///
    /// assert_eq!(Feature::PawnSquare.weight_name(28), "pawn square e4");
    /// assert_eq!(Feature::Shelter.weight_name(0), "shelter none");
    /// ```
    #[must_use]
    pub fn weight_name(self, index: usize) -> String {
        // The number of weights determines their meaning.
        match self.size() {
            1 => self.name().to_owned(),
            5 => {
                let kind = PieceKind::ALL.get(index).map(PieceKind::to_string);
                format!("{self} {}", kind.unwrap_or_default())
            }
            8 if index == 0 && self.may_find_none() => format!("{self} none"),
            8 => format!("{self} rank {}", index + 1),
            64 => {
                let square = Square::ALL.get(index).map(Square::to_string);
                format!("{self} {}", square.unwrap_or_default())
            }
            _ => format!("{self} {index}"),
        }
    }

    /// Returns `true` if the feature's first weight is for a missing pawn.
    const fn may_find_none(self) -> bool {
        matches!(
            self,
            Self::Shelter | Self::ShelterBeside | Self::Storm | Self::StormBlocked
        )
    }

    /// Returns the feature's number of weights.
    #[inline]
    #[must_use]
    pub const fn size(self) -> usize {
        OFFSETS[self as usize + 1] - OFFSETS[self as usize]
    }

    /// Returns the index of the feature's first weight among all weights.
    #[inline(always)]
    #[must_use]
    pub const fn offset(self) -> usize {
        OFFSETS[self as usize]
    }

    pub(crate) const fn default_weights(self) -> &'static [Tapered] {
        DESCRIPTIONS[self as usize].weights
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The index of each feature's first weight, and the number of all weights.
const OFFSETS: [usize; NUMBER + 1] = {
    let mut offsets = [0; NUMBER + 1];
    let mut index = 0;
    while index < NUMBER {
        offsets[index + 1] = offsets[index] + DESCRIPTIONS[index].weights.len();
        index += 1;
    }
    offsets
};

const fn describe(
    feature: Feature,
    theme: Theme,
    name: &'static str,
    weights: &'static [Tapered],
) -> Description {
    Description {
        feature,
        theme,
        name,
        weights,
    }
}

const fn of(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

#[rustfmt::skip]
const DESCRIPTIONS: [Description; NUMBER] = [
    describe(Feature::Piece, Theme::Material, "piece", &[
        of(85, 105), of(325, 300), of(335, 315), of(470, 530), of(960, 980),
    ]),
    describe(Feature::PawnSquare, Theme::PieceSquares, "pawn square", &PAWN_SQUARES),
    describe(Feature::KnightSquare, Theme::PieceSquares, "knight square", &KNIGHT_SQUARES),
    describe(Feature::BishopSquare, Theme::PieceSquares, "bishop square", &BISHOP_SQUARES),
    describe(Feature::RookSquare, Theme::PieceSquares, "rook square", &ROOK_SQUARES),
    describe(Feature::QueenSquare, Theme::PieceSquares, "queen square", &QUEEN_SQUARES),
    describe(Feature::KingSquare, Theme::PieceSquares, "king square", &KING_SQUARES),
    describe(Feature::KnightMobility, Theme::Mobility, "knight mobility", &[
        of(-38, -44), of(-22, -28), of(-8, -12), of(-2, -3), of(3, 4), of(8, 9), of(12, 12), of(15, 14),
        of(17, 15),
    ]),
    describe(Feature::BishopMobility, Theme::Mobility, "bishop mobility", &[
        of(-32, -40), of(-18, -24), of(-6, -12), of(0, -3), of(5, 4), of(10, 9), of(14, 14), of(17, 18),
        of(20, 21), of(22, 23), of(24, 25), of(26, 27), of(28, 28), of(30, 29),
    ]),
    describe(Feature::RookMobility, Theme::Mobility, "rook mobility", &[
        of(-26, -48), of(-16, -30), of(-9, -16), of(-5, -6), of(-2, 2), of(1, 9), of(4, 15), of(7, 20),
        of(9, 25), of(11, 29), of(13, 32), of(15, 35), of(16, 37), of(17, 39), of(18, 40),
    ]),
    describe(Feature::QueenMobility, Theme::Mobility, "queen mobility", &[
        of(-18, -40), of(-16, -35), of(-14, -30), of(-12, -25), of(-10, -20), of(-8, -15), of(-6, -10), of(-4, -5),
        of(-2, 0), of(0, 5), of(2, 10), of(4, 15), of(6, 20), of(8, 25), of(10, 30), of(12, 35),
        of(14, 38), of(16, 39), of(18, 39), of(18, 40), of(18, 40), of(18, 41), of(18, 41), of(18, 42),
        of(18, 42), of(18, 43), of(18, 43), of(18, 44),
    ]),
    describe(Feature::Doubled, Theme::PawnStructure, "doubled", &[of(-6, -18)]),
    describe(Feature::Isolated, Theme::PawnStructure, "isolated", &[of(-8, -10)]),
    describe(Feature::IsolatedUnopposed, Theme::PawnStructure, "isolated unopposed", &[of(-8, -4)]),
    describe(Feature::Backward, Theme::PawnStructure, "backward", &[of(-8, -8)]),
    describe(Feature::BackwardUnopposed, Theme::PawnStructure, "backward unopposed", &[of(-10, -4)]),
    describe(Feature::Blocked, Theme::PawnStructure, "blocked", &[of(-3, -5)]),
    describe(Feature::Islands, Theme::PawnStructure, "islands", &[of(-3, -5)]),
    describe(Feature::Chained, Theme::PawnStructure, "chained", &[
        of(0, 0), of(0, 0), of(6, 2), of(8, 4), of(12, 10), of(22, 24), of(40, 50), of(0, 0),
    ]),
    describe(Feature::Abreast, Theme::PawnStructure, "abreast", &[
        of(0, 0), of(2, 0), of(5, 2), of(8, 6), of(18, 18), of(36, 44), of(60, 80), of(0, 0),
    ]),
    describe(Feature::Passed, Theme::PassedPawns, "passed", &[
        of(0, 0), of(2, 8), of(2, 12), of(8, 26), of(22, 48), of(44, 84), of(70, 130), of(0, 0),
    ]),
    describe(Feature::Candidate, Theme::PassedPawns, "candidate", &[
        of(0, 0), of(2, 6), of(4, 10), of(8, 18), of(16, 34), of(20, 40), of(0, 0), of(0, 0),
    ]),
    describe(Feature::PassedFree, Theme::PassedPawns, "passed free", &[
        of(0, 0), of(0, 0), of(0, 0), of(2, 6), of(4, 12), of(8, 22), of(12, 34), of(0, 0),
    ]),
    describe(Feature::PassedSafe, Theme::PassedPawns, "passed safe", &[
        of(0, 0), of(0, 0), of(0, 0), of(2, 6), of(6, 14), of(12, 28), of(20, 45), of(0, 0),
    ]),
    describe(Feature::PassedOwnKing, Theme::PassedPawns, "passed own king", &[of(0, -2)]),
    describe(Feature::PassedEnemyKing, Theme::PassedPawns, "passed enemy king", &[of(0, 4)]),
    describe(Feature::PassedRookBehind, Theme::PassedPawns, "passed rook behind", &[of(4, 16)]),
    describe(Feature::PassedHunted, Theme::PassedPawns, "passed hunted", &[of(-4, -12)]),
    describe(Feature::Unstoppable, Theme::PassedPawns, "unstoppable", &[of(0, 420)]),
    describe(Feature::Shelter, Theme::KingSafety, "shelter", &[
        of(-30, 0), of(22, 0), of(12, 0), of(0, 0), of(-6, 0), of(-8, 0), of(-10, 0), of(0, 0),
    ]),
    describe(Feature::ShelterBeside, Theme::KingSafety, "shelter beside", &[
        of(-16, 0), of(16, 0), of(10, 0), of(0, 0), of(-4, 0), of(-6, 0), of(-8, 0), of(0, 0),
    ]),
    describe(Feature::Storm, Theme::KingSafety, "storm", &[
        of(-4, 0), of(0, 0), of(-24, 0), of(-16, 0), of(-6, 0), of(0, 0), of(2, 0), of(0, 0),
    ]),
    describe(Feature::StormBlocked, Theme::KingSafety, "storm blocked", &[
        of(0, 0), of(0, 0), of(-8, -4), of(-2, -2), of(0, 0), of(0, 0), of(0, 0), of(0, 0),
    ]),
    describe(Feature::CanCastle, Theme::KingSafety, "can castle", &[of(10, 0)]),
    describe(Feature::KingDanger, Theme::KingSafety, "king danger", &[
        of(0, 0), of(0, 1), of(1, 2), of(3, 3), of(6, 4), of(10, 5), of(14, 6), of(19, 7),
        of(25, 8), of(32, 9), of(40, 10), of(48, 11), of(57, 12), of(67, 13), of(78, 14), of(90, 15),
        of(102, 16), of(115, 17), of(129, 18), of(144, 19), of(160, 20), of(176, 21), of(193, 22), of(211, 23),
        of(230, 24), of(250, 25), of(270, 26), of(291, 27), of(313, 28), of(336, 29), of(360, 30), of(384, 31),
    ]),
    describe(Feature::BishopPair, Theme::Placement, "bishop pair", &[of(26, 44)]),
    describe(Feature::CentralKnight, Theme::Placement, "central knight", &[of(5, 4)]),
    describe(Feature::KnightOutpost, Theme::Placement, "knight outpost", &[of(22, 14)]),
    describe(Feature::BishopOutpost, Theme::Placement, "bishop outpost", &[of(12, 6)]),
    describe(Feature::LongDiagonal, Theme::Placement, "long diagonal", &[of(14, 4)]),
    describe(Feature::BadBishop, Theme::Placement, "bad bishop", &[of(-2, -4)]),
    describe(Feature::RookOpenFile, Theme::Placement, "rook open file", &[of(24, 8)]),
    describe(Feature::RookHalfOpenFile, Theme::Placement, "rook half open file", &[of(10, 8)]),
    describe(Feature::RookOnSeventh, Theme::Placement, "rook on seventh", &[of(8, 18)]),
    describe(Feature::DoubledRooks, Theme::Placement, "doubled rooks", &[of(10, 6)]),
    describe(Feature::BlockedMajor, Theme::Placement, "blocked major", &[of(-8, -8)]),
    describe(Feature::TrappedRook, Theme::Placement, "trapped rook", &[of(-28, -8)]),
    describe(Feature::MinorBehindPawn, Theme::Placement, "minor behind pawn", &[of(5, 2)]),
    describe(Feature::Hanging, Theme::Threats, "hanging", &[of(20, 16)]),
    describe(Feature::PawnThreat, Theme::Threats, "pawn threat", &[
        of(0, 0), of(40, 28), of(42, 32), of(58, 38), of(56, 40),
    ]),
    describe(Feature::MinorThreat, Theme::Threats, "minor threat", &[
        of(2, 8), of(16, 16), of(18, 18), of(42, 36), of(40, 44),
    ]),
    describe(Feature::RookThreat, Theme::Threats, "rook threat", &[
        of(0, 6), of(14, 16), of(16, 20), of(2, 4), of(42, 40),
    ]),
    describe(Feature::KingThreat, Theme::Threats, "king threat", &[of(4, 18)]),
    describe(Feature::PushThreat, Theme::Threats, "push threat", &[of(12, 8)]),
    describe(Feature::Fork, Theme::Threats, "fork", &[of(16, 12)]),
    describe(Feature::Pin, Theme::Threats, "pin", &[of(10, 8)]),
    describe(Feature::XRay, Theme::Threats, "x-ray", &[of(8, 6)]),
    describe(Feature::CenterPawn, Theme::Space, "center pawn", &[of(8, 0)]),
    describe(Feature::CenterControl, Theme::Space, "center control", &[of(3, 0)]),
    describe(Feature::Room, Theme::Space, "room", &[of(1, 0)]),
    describe(Feature::Tempo, Theme::Tempo, "tempo", &[of(18, 10)]),
];

type Table = [Tapered; 64];

/// The table of piece-square values: the value of each square is a value for its rank plus one for its file.
///
/// The values are set by hand: knights and bishops to the center, pawns forward, the king into the corner and, in the endgame, to the
/// center. Tuning may give each square a separate value.
///
/// They are listed by rank, from the player's side, and by file, from the edge to the middle; each for the middlegame and the endgame.
struct RanksAndFiles {
    ranks: [[i32; 8]; 2],
    files: [[i32; 4]; 2],
}

impl RanksAndFiles {
    const fn table(&self) -> Table {
        let mut table = [Tapered::ZERO; 64];
        let mut square = 0;
        while square < 64 {
            let (rank, file) = (square / 8, square % 8);
            let file = if file < 4 { file } else { 7 - file };
            table[square] = Tapered::new(
                self.ranks[0][rank] + self.files[0][file],
                self.ranks[1][rank] + self.files[1][file],
            );
            square += 1;
        }
        table
    }
}

static PAWN_SQUARES: Table = RanksAndFiles {
    ranks: [[0, -4, -2, 4, 10, 18, 30, 0], [0, -4, -4, 0, 8, 20, 40, 0]],
    files: [[-8, -3, -2, 6], [4, 2, 0, -2]],
}
.table();

static KNIGHT_SQUARES: Table = RanksAndFiles {
    ranks: [
        [-28, -14, 0, 8, 14, 12, -4, -24],
        [-22, -10, 0, 6, 8, 2, -8, -22],
    ],
    files: [[-22, -8, 3, 8], [-18, -6, 2, 6]],
}
.table();

static BISHOP_SQUARES: Table = RanksAndFiles {
    ranks: [[-10, 4, 4, 4, 4, 0, -8, -12], [-6, -4, 0, 2, 2, 0, -4, -6]],
    files: [[-5, 2, 0, 3], [-4, -1, 1, 2]],
}
.table();

static ROOK_SQUARES: Table = RanksAndFiles {
    ranks: [[-3, -6, -6, -4, 0, 4, 10, 4], [-4, -4, -2, 0, 3, 5, 6, 5]],
    files: [[-4, -1, 3, 6], [0, 0, 0, 0]],
}
.table();

static QUEEN_SQUARES: Table = RanksAndFiles {
    ranks: [[-4, 0, 2, 1, 0, -2, -6, -4], [-14, -8, 0, 6, 8, 6, 2, -4]],
    files: [[-3, 0, 1, 2], [-8, -2, 3, 6]],
}
.table();

static KING_SQUARES: Table = RanksAndFiles {
    ranks: [
        [18, 2, -24, -44, -60, -66, -70, -72],
        [-26, -10, 2, 12, 18, 18, 8, -8],
    ],
    files: [[12, 16, -8, -14], [-14, -4, 4, 8]],
}
.table();
