//! [`Answers`]: ten questions that a chess player asks about a position, answered as data and as text.

mod answer;
mod text;

use crate::material::PieceValues;
use plywood_core::{Bitboard, ByColor, Color, Move, Piece, PieceKind, Position, Square};

/// The answers, for one position, to the ten questions of the Stockfish paper of 2013. The text answers them in words.
///
/// ```
/// use plywood_eval::Answers;
/// use plywood_core::{Position, Square};
///
/// let position: Position = "4k3/2N5/8/3q4/8/P7/8/6K1 b - - 0 1".parse()?;
/// let answers = Answers::of(&position);
/// assert_eq!(answers.threatened.black[0].square, Square::D5);
/// assert!(answers.kings.black.is_in_check);
/// assert_eq!(answers.passed.white[0].steps, 5);
/// assert_eq!(answers.material_lead, -530);
/// assert_eq!(answers.to_string().lines().filter(|line| line.ends_with('?')).count(), 10);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    /// 1: which piece stands where?
    pub pieces: ByColor<Vec<(PieceKind, Square)>>,
    /// 2: which legal moves does each piece of the side to move have?
    pub moves: Vec<PieceMoves>,
    /// 3: which pieces are attacked, by which pieces, and which pieces defend them?
    pub threatened: ByColor<Vec<Threatened>>,
    /// 3: which pieces are undefended?
    pub undefended: ByColor<Bitboard>,
    /// 4: how do the pawns stand, and do they shield the king?
    pub pawns: ByColor<PawnAnswer>,
    /// 5: is the king mobile, protected and out of check?
    pub kings: ByColor<KingAnswer>,
    /// 6: who holds the center?
    pub center: ByColor<CenterAnswer>,
    /// 7: which rooks and queens have fewer than three squares to go to?
    pub blocked_majors: ByColor<Bitboard>,
    /// 8: which pawns are passed, and how close to promotion?
    pub passed: ByColor<Vec<PassedPawn>>,
    /// 9: which bishops stand on a main diagonal?
    pub diagonal_bishops: ByColor<Bitboard>,
    /// 10: how many more pieces of each kind, from the pawn to the queen, does White have?
    pub more_pieces: [i32; 5],
    /// 10: what is that worth in centipawns, with [`PieceValues::STANDARD`]?
    pub material_lead: i32,
    /// The side to move.
    pub side_to_move: Color,
}

/// The legal moves of one piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceMoves {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub from: Square,
    /// Its legal moves.
    pub moves: Vec<Move>,
}

/// A piece that is attacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threatened {
    /// What is attacked.
    pub kind: PieceKind,
    /// Where it stands.
    pub square: Square,
    /// Where its attackers stand.
    pub attackers: Bitboard,
    /// Where its defenders stand.
    pub defenders: Bitboard,
}

/// The pawns of a color.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PawnAnswer {
    /// Behind another own pawn on the file.
    pub doubled: Bitboard,
    /// Without own pawns on the adjacent files.
    pub isolated: Bitboard,
    /// Left behind by its neighbors, and unable to advance safely.
    pub backward: Bitboard,
    /// With an enemy pawn right in front.
    pub blocked: Bitboard,
    /// Defended by an own pawn.
    pub chained: Bitboard,
    /// Pawn islands: groups of pawns on adjacent files.
    pub islands: i32,
    /// On the three files of the king, one or two ranks ahead of it.
    pub shield: Bitboard,
}

/// The king of a color.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KingAnswer {
    /// Where it stands.
    pub square: Square,
    /// Whether it is in check.
    pub is_in_check: bool,
    /// Where it could step without being attacked.
    pub steps: Bitboard,
    /// Own pieces and pawns on the squares around it.
    pub guards: Bitboard,
    /// Enemy pieces that attack a square around it.
    pub attackers: Bitboard,
}

/// What a color has on the four central squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CenterAnswer {
    /// The central squares it occupies.
    pub occupied: Bitboard,
    /// How often its pieces and pawns attack the central squares.
    pub attacks: u32,
}

/// A passed pawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassedPawn {
    /// Where it stands.
    pub square: Square,
    /// How many steps are left to promotion.
    pub steps: u8,
}

impl Answers {
    /// Answers the ten questions for a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let count = |color, kind| position.pieces(color, kind).len().cast_signed();
        let more = |kind| count(Color::White, kind) - count(Color::Black, kind);
        let [pawn, knight, bishop, rook, queen, _] = PieceKind::ALL.map(more);
        let total = |color| PieceValues::STANDARD.total(position, color);
        Self {
            pieces: ByColor::from_fn(|color| answer::pieces(position, color)),
            moves: answer::moves(position),
            threatened: ByColor::from_fn(|color| answer::threatened(position, color)),
            undefended: ByColor::from_fn(|color| answer::undefended(position, color)),
            pawns: ByColor::from_fn(|color| answer::pawns(position, color)),
            kings: ByColor::from_fn(|color| answer::king(position, color)),
            center: ByColor::from_fn(|color| answer::center(position, color)),
            blocked_majors: ByColor::from_fn(|color| answer::blocked_majors(position, color)),
            passed: ByColor::from_fn(|color| answer::passed(position, color)),
            diagonal_bishops: ByColor::from_fn(|color| answer::diagonal_bishops(position, color)),
            more_pieces: [pawn, knight, bishop, rook, queen],
            material_lead: total(Color::White) - total(Color::Black),
            side_to_move: position.side_to_move(),
        }
    }
}
