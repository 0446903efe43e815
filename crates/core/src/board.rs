//! A board: the piece on each square, without any rules.

use core::fmt;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::cpu::{Cpu, Multiversion, dispatch};
use crate::piece::{Piece, PieceKind};
use crate::square::Square;

/// Eight sets of squares: one for each kind of piece, then one for each color.
pub(crate) type Sets = [u64; 8];

/// The index in [`Sets`] of the first color.
pub(crate) const COLORS: usize = 6;

/// For each color and kind, all ones in the two sets to which such a piece belongs. With this table
/// every move is the same eight operations, which fit one vector register.
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

/// The piece on each square. Any arrangement is possible; rules come with [`Position`](crate::Position).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    pub(crate) sets: Sets,
}

impl Board {
    /// A board without pieces.
    pub const EMPTY: Self = Self { sets: [0; 8] };

    /// Returns the squares of all pieces of a kind.
    #[inline]
    #[must_use]
    pub const fn kind(&self, kind: PieceKind) -> Bitboard {
        Bitboard(self.sets[kind as usize])
    }

    /// Returns the squares of all pieces of a color.
    #[inline]
    #[must_use]
    pub const fn color(&self, color: Color) -> Bitboard {
        Bitboard(self.sets[COLORS + color as usize])
    }

    /// Returns the squares of all pieces of a color and kind.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        Bitboard(self.color(color).0 & self.kind(kind).0)
    }

    /// Returns the squares of all pieces.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.color(Color::White).0 | self.color(Color::Black).0)
    }

    /// Returns the squares of all bishops and queens.
    #[inline]
    #[must_use]
    pub const fn diagonal_sliders(&self) -> Bitboard {
        Bitboard(self.kind(PieceKind::Bishop).0 | self.kind(PieceKind::Queen).0)
    }

    /// Returns the squares of all rooks and queens.
    #[inline]
    #[must_use]
    pub const fn straight_sliders(&self) -> Bitboard {
        Bitboard(self.kind(PieceKind::Rook).0 | self.kind(PieceKind::Queen).0)
    }

    /// Returns the kind of the piece on a square.
    #[inline]
    #[must_use]
    pub const fn kind_at(&self, square: Square) -> Option<PieceKind> {
        if self.occupied().contains(square) {
            Some(self.kind_unchecked(square))
        } else {
            None
        }
    }

    /// Returns the color of the piece on a square.
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

    /// Returns the piece on a square.
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

    /// Iterates over all pieces with their squares, from a1 to h8.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.occupied()
            .into_iter()
            .filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Returns the total weight of White's pieces minus that of Black's.
    ///
    /// ```
    /// use plywood_core::{PieceKind, Position};
    ///
    /// // White is a knight and a pawn ahead.
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

    /// Puts a piece on a square and removes the piece that was there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.take(square);
        let bit = 1 << square as u8;
        self.sets[piece.kind as usize] |= bit;
        self.sets[COLORS + piece.color as usize] |= bit;
    }

    /// Removes the piece from a square, if there is one.
    pub fn take(&mut self, square: Square) {
        for set in &mut self.sets {
            *set &= !(1 << square as u8);
        }
    }

    /// Returns the board upside down, with the colors exchanged.
    #[must_use]
    pub fn flip_colors(&self) -> Self {
        let [pawns, knights, bishops, rooks, queens, kings, white, black] =
            self.sets.map(u64::swap_bytes);
        Self {
            sets: [pawns, knights, bishops, rooks, queens, kings, black, white],
        }
    }

    /// Returns the board mirrored left to right: file a becomes file h.
    #[must_use]
    pub fn mirror(&self) -> Self {
        Self {
            sets: self.sets.map(|set| Bitboard(set).mirror().0),
        }
    }

    /// Returns the kind of the piece on an occupied square; a pawn if the square is empty. There is no branch, because none could be
    /// predicted.
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

/// Compiled for each processor: a portable build counts squares without POPCNT, which takes longer than the rest of a material evaluation.
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
