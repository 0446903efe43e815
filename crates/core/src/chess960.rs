//! The start positions of Chess960 and double Fischer random, by number.

use crate::board::Board;
use crate::castling::CastlingRights;
use crate::color::{ByColor, Color};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::setup::Setup;
use crate::square::{File, Rank, Square};

/// The ten ways to place two knights on five free files, in the order of Scharnagl's numbers.
const KNIGHTS: [(usize, usize); 10] = [
    (0, 1),
    (0, 2),
    (0, 3),
    (0, 4),
    (1, 2),
    (1, 3),
    (1, 4),
    (2, 3),
    (2, 4),
    (3, 4),
];

impl Position {
    /// Returns the Chess960 start position with a number from 0 to 959 (Scharnagl's numbers; 518 is standard chess); `None` if the number
    /// is greater.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// let start = Position::chess960(0).expect("0 is less than 960");
    /// assert_eq!(start.to_text().to_string(), "\
    /// 8 b b q n n r k r
    /// 7 p p p p p p p p
    /// 6 . . . . . . . .
    /// 5 . . . . . . . .
    /// 4 . . . . . . . .
    /// 3 . . . . . . . .
    /// 2 P P P P P P P P
    /// 1 B B Q N N R K R
    ///   a b c d e f g h
    /// ");
    /// assert_eq!(start.chess960_number(), Some(0));
    /// assert_eq!(Position::chess960(518), Some(Position::START));
    /// assert_eq!(Position::chess960(960), None);
    /// ```
    #[must_use]
    pub fn chess960(number: u16) -> Option<Self> {
        Self::double_chess960(ByColor::from_fn(|_| number))
    }

    /// Returns the start position of double Fischer random in which each side has its own Chess960 number; `None` if a number is greater
    /// than 959.
    ///
    /// ```
    /// use plywood_core::{ByColor, Position};
    ///
    /// let numbers = ByColor { white: 518, black: 0 };
    /// let start = Position::double_chess960(numbers).expect("both are less than 960");
    /// assert_eq!(
    ///     start.to_string(),
    ///     "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    /// );
    /// assert_eq!(start.chess960_numbers(), Some(numbers));
    /// ```
    #[must_use]
    pub fn double_chess960(numbers: ByColor<u16>) -> Option<Self> {
        let mut board = Board::EMPTY;
        let mut castling = CastlingRights::NONE;
        for color in Color::ALL {
            for (file, kind) in File::ALL.into_iter().zip(back_rank(numbers[color])?) {
                let on = |rank: Rank| Square::new(file, rank.relative_to(color));
                board.put(on(Rank::One), kind.of(color));
                board.put(on(Rank::Two), PieceKind::Pawn.of(color));
                if kind == PieceKind::Rook {
                    castling.insert(color, file);
                }
            }
        }
        Some(Self::from_legal(&Setup {
            board,
            castling,
            ..Setup::START
        }))
    }

    /// Returns the Chess960 number of this position; `None` if it is not a start position or the sides have different numbers.
    #[must_use]
    pub fn chess960_number(&self) -> Option<u16> {
        let numbers = self.chess960_numbers()?;
        (numbers.white == numbers.black).then_some(numbers.white)
    }

    /// Returns the numbers of both sides in a start position of Chess960 or double Fischer random. `None`
    /// if this is no start position; the clocks do not matter.
    #[must_use]
    pub fn chess960_numbers(&self) -> Option<ByColor<u16>> {
        let number = |color| {
            let rank = File::ALL.map(|file| {
                let square = Square::new(file, Rank::One.relative_to(color));
                self.board.kind_at(square)
            });
            (0..960).find(|&number| back_rank(number).map(|rank| rank.map(Some)) == Some(rank))
        };
        let numbers = ByColor {
            white: number(Color::White)?,
            black: number(Color::Black)?,
        };
        let start = Self::double_chess960(numbers)?;
        self.is_same(&start).then_some(numbers)
    }
}

/// Returns the pieces from file a to h: the bishops, the queen, the knights, and the king between the rooks.
fn back_rank(number: u16) -> Option<[PieceKind; 8]> {
    let number = usize::from(number);
    let (first, second) = *KNIGHTS.get(number / 96)?;
    let mut rank = [None; 8];
    rank[number % 4 * 2 + 1] = Some(PieceKind::Bishop);
    rank[number / 4 % 4 * 2] = Some(PieceKind::Bishop);
    put(&mut rank, number / 16 % 6, PieceKind::Queen);
    put(&mut rank, second, PieceKind::Knight);
    put(&mut rank, first, PieceKind::Knight);
    put(&mut rank, 1, PieceKind::King);
    Some(rank.map(|kind| kind.unwrap_or(PieceKind::Rook)))
}

/// Puts a piece on one of the free files, counted from the left.
fn put(rank: &mut [Option<PieceKind>; 8], free: usize, kind: PieceKind) {
    if let Some(file) = rank.iter_mut().filter(|file| file.is_none()).nth(free) {
        *file = Some(kind);
    }
}
