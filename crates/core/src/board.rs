//! Pieces on squares, and no rules.

use core::fmt;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::cpu::{Cpu, Multiversion, dispatch};
use crate::piece::{Piece, PieceKind};
use crate::square::Square;

/// Eight sets of squares: one for each kind of piece, then one for each color.
pub(crate) type Sets = [u64; 8];

/// Where in [`Sets`] the colors begin.
pub(crate) const COLORS: usize = 6;

/// For each color and kind, all ones in the two sets to which such a piece belongs.
/// With these a move is the same eight operations whatever moves, and fits one vector register.
pub(crate) static MEMBER: [[Sets; 6]; 2] = {
    let mut member = [[[0; 8]; 6]; 2];
    let mut color = 0;
    while color < 2 {
        let mut kind = 0;
        while kind < 6 {
            member[color][kind][kind] = !0;
            member[color][kind][COLORS + color] = !0;
            kind += 1;
        }
        color += 1;
    }
    member
};

/// Which piece stands where. Nothing is illegal here.
///
/// ```
/// use plywood_core::{Board, Color, PieceKind, Square};
///
/// let mut board = Board::EMPTY;
/// board.put(Square::E1, PieceKind::King.of(Color::White));
/// assert_eq!(board.kind_at(Square::E1), Some(PieceKind::King));
/// assert_eq!(board.occupied().len(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]

pub struct Board {
    pub(crate) sets: Sets,
}

impl Board {
    /// A board without pieces.
    pub const EMPTY: Self = Self { sets: [0; 8] };

    /// The squares of all pieces of a kind.
    ///
    /// ```
    /// use plywood_core::{PieceKind, Position};
    ///
    /// assert_eq!(Position::START.board().kind(PieceKind::Rook).len(), 4);
    /// ```
    #[inline]
    #[must_use]
    pub const fn kind(&self, kind: PieceKind) -> Bitboard {
        Bitboard(self.sets[kind as usize])
    }

    /// The squares of all pieces of a color.
    ///
    /// ```
    /// use plywood_core::{Color, Position, Rank};
    ///
    /// assert_eq!(Position::START.board().color(Color::White) & Rank::One, Rank::One.into());
    /// ```
    #[inline]
    #[must_use]
    pub const fn color(&self, color: Color) -> Bitboard {
        Bitboard(self.sets[COLORS + color as usize])
    }

    /// The squares of all pieces of a color and kind.
    ///
    /// ```
    /// use plywood_core::{Color, PieceKind, Position, Square};
    ///
    /// let board = Position::START.board();
    /// assert_eq!(board.pieces(Color::Black, PieceKind::King), Square::E8.into());
    /// ```
    #[inline]
    #[must_use]
    pub const fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        Bitboard(self.color(color).0 & self.kind(kind).0)
    }

    /// The squares on which anything stands.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// assert_eq!(Position::START.board().occupied().len(), 32);
    /// ```
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.color(Color::White).0 | self.color(Color::Black).0)
    }

    /// The squares of all bishops and queens.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// assert_eq!(Position::START.board().diagonal_sliders().len(), 6);
    /// ```
    #[inline]
    #[must_use]
    pub const fn diagonal_sliders(&self) -> Bitboard {
        Bitboard(self.kind(PieceKind::Bishop).0 | self.kind(PieceKind::Queen).0)
    }

    /// The squares of all rooks and queens.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// assert_eq!(Position::START.board().straight_sliders().len(), 6);
    /// ```
    #[inline]
    #[must_use]
    pub const fn straight_sliders(&self) -> Bitboard {
        Bitboard(self.kind(PieceKind::Rook).0 | self.kind(PieceKind::Queen).0)
    }

    /// What kind of piece stands on a square.
    ///
    /// ```
    /// use plywood_core::{PieceKind, Position, Square};
    ///
    /// assert_eq!(Position::START.board().kind_at(Square::G8), Some(PieceKind::Knight));
    /// ```
    #[inline]
    #[must_use]
    pub const fn kind_at(&self, square: Square) -> Option<PieceKind> {
        if self.occupied().contains(square) {
            Some(self.kind_unchecked(square))
        } else {
            None
        }
    }

    /// Whose piece stands on a square.
    ///
    /// ```
    /// use plywood_core::{Color, Position, Square};
    ///
    /// let board = Position::START.board();
    /// assert_eq!((board.color_at(Square::G8), board.color_at(Square::E4)), (Some(Color::Black), None));
    /// ```
    #[inline]
    #[must_use]
    pub const fn color_at(&self, square: Square) -> Option<Color> {
        if self.color(Color::White).contains(square) {
            Some(Color::White)
        } else if self.color(Color::Black).contains(square) {
            Some(Color::Black)
        } else {
            None
        }
    }

    /// The piece on a square.
    ///
    /// ```
    /// use plywood_core::{Position, Square};
    ///
    /// let piece = Position::START.board().piece_at(Square::E8);
    /// assert_eq!(piece.map(|piece| piece.letter()), Some('k'));
    /// ```
    #[inline]
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        match self.color_at(square) {
            Some(color) => Some(Piece {
                color,
                kind: self.kind_unchecked(square),
            }),
            None => None,
        }
    }

    /// Every piece with its square, from a1 to h8.
    ///
    /// ```
    /// use plywood_core::{Position, Square};
    ///
    /// let rooks = Position::START.board().iter().filter(|(_, piece)| piece.letter() == 'R');
    /// assert_eq!(rooks.map(|(square, _)| square).collect::<Vec<_>>(), [Square::A1, Square::H1]);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.occupied()
            .into_iter()
            .filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// How much more White's pieces weigh than Black's, if each weighs what its kind does.
    ///
    /// ```
    /// use plywood_core::{PieceKind, Position};
    ///
    /// // A knight and a pawn against nothing.
    /// let position: Position = "4k3/8/8/8/8/8/P7/1N2K3 w - - 0 1".parse()?;
    /// let weight = |kind| match kind {
    ///     PieceKind::Pawn => 1,
    ///     PieceKind::Knight => 3,
    ///     _ => 0,
    /// };
    /// assert_eq!(position.board().weigh(weight), 4);
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn weigh(&self, weight: impl Fn(PieceKind) -> i32) -> i32 {
        dispatch(Weigh {
            sets: &self.sets,
            weights: PieceKind::ALL.map(weight),
        })
    }

    /// Puts a piece on a square, in place of what stands there.
    ///
    /// ```
    /// use plywood_core::{Board, Color, PieceKind, Square};
    ///
    /// let mut board = Board::EMPTY;
    /// board.put(Square::E4, PieceKind::Queen.of(Color::White));
    /// assert_eq!(board.kind_at(Square::E4), Some(PieceKind::Queen));
    /// ```
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.take(square);
        let bit = 1 << square as u8;
        self.sets[piece.kind as usize] |= bit;
        self.sets[COLORS + piece.color as usize] |= bit;
    }

    /// Takes away what stands on a square.
    ///
    /// ```
    /// use plywood_core::{Setup, Square};
    ///
    /// let mut board = Setup::START.board;
    /// board.take(Square::D1);
    /// assert_eq!(board.occupied().len(), 31);
    /// ```
    pub fn take(&mut self, square: Square) {
        for set in &mut self.sets {
            *set &= !(1 << square as u8);
        }
    }

    /// The board seen from the other side, with the colors exchanged.
    ///
    /// ```
    /// use plywood_core::{Board, Setup};
    ///
    /// assert_eq!(Setup::START.board.flip_colors(), Setup::START.board);
    /// ```
    #[must_use]
    pub fn flip_colors(&self) -> Self {
        let [pawns, knights, bishops, rooks, queens, kings, white, black] =
            self.sets.map(u64::swap_bytes);
        Self {
            sets: [pawns, knights, bishops, rooks, queens, kings, black, white],
        }
    }

    /// The board in a mirror: file a becomes file h.
    ///
    /// ```
    /// use plywood_core::{PieceKind, Setup, Square};
    ///
    /// assert_eq!(Setup::START.board.mirror().kind_at(Square::D1), Some(PieceKind::King));
    /// ```
    #[must_use]
    pub fn mirror(&self) -> Self {
        Self {
            sets: self.sets.map(|set| Bitboard(set).mirror().0),
        }
    }

    /// The kind on a square that is known to hold a piece; a pawn where there is none.
    /// Without a branch, since the kind can not be predicted.
    #[inline(always)]
    pub(crate) const fn kind_unchecked(&self, square: Square) -> PieceKind {
        let [_, knights, bishops, rooks, queens, kings, _, _] = self.sets;
        let bit = square as u8;
        let ones = (knights | rooks | kings) >> bit & 1;
        let twos = (bishops | rooks) >> bit & 1;
        let fours = (queens | kings) >> bit & 1;
        match ones | twos << 1 | fours << 2 {
            0 => PieceKind::Pawn,
            1 => PieceKind::Knight,
            2 => PieceKind::Bishop,
            3 => PieceKind::Rook,
            4 => PieceKind::Queen,
            _ => PieceKind::King,
        }
    }
}

/// A task of its own, since a build for any processor counts squares without POPCNT, which takes
/// longer than all the rest of judging by material.
struct Weigh<'a> {
    sets: &'a Sets,
    weights: [i32; 6],
}

impl Multiversion for Weigh<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<M: Cpu>(self) -> i32 {
        let [.., white, black] = *self.sets;
        let count = |set: u64| set.count_ones().cast_signed();
        let lead = |(set, weight)| weight * (count(set & white) - count(set & black));
        self.sets.iter().zip(self.weights).map(lead).sum()
    }
}

impl Default for Board {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
