//! Piece-square tables: the value of each square is a value for its rank plus one for its file.
//!
//! The values are set by hand: knights and bishops to the center, pawns forward, the king into the corner and, in the
//! endgame, to the center. Tuning may give every square a value of its own.

use crate::tapered::Tapered;

pub(crate) type Table = [Tapered; 64];

/// Values by rank, from the own side, and by file, from the edge to the middle; each for the middlegame and the endgame.
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

pub(crate) static PAWN: Table = RanksAndFiles {
    ranks: [[0, -4, -2, 4, 10, 18, 30, 0], [0, -4, -4, 0, 8, 20, 40, 0]],
    files: [[-8, -3, -2, 6], [4, 2, 0, -2]],
}
.table();

pub(crate) static KNIGHT: Table = RanksAndFiles {
    ranks: [
        [-28, -14, 0, 8, 14, 12, -4, -24],
        [-22, -10, 0, 6, 8, 2, -8, -22],
    ],
    files: [[-22, -8, 3, 8], [-18, -6, 2, 6]],
}
.table();

pub(crate) static BISHOP: Table = RanksAndFiles {
    ranks: [[-10, 4, 4, 4, 4, 0, -8, -12], [-6, -4, 0, 2, 2, 0, -4, -6]],
    files: [[-5, 2, 0, 3], [-4, -1, 1, 2]],
}
.table();

pub(crate) static ROOK: Table = RanksAndFiles {
    ranks: [[-3, -6, -6, -4, 0, 4, 10, 4], [-4, -4, -2, 0, 3, 5, 6, 5]],
    files: [[-4, -1, 3, 6], [0, 0, 0, 0]],
}
.table();

pub(crate) static QUEEN: Table = RanksAndFiles {
    ranks: [[-4, 0, 2, 1, 0, -2, -6, -4], [-14, -8, 0, 6, 8, 6, 2, -4]],
    files: [[-3, 0, 1, 2], [-8, -2, 3, 6]],
}
.table();

pub(crate) static KING: Table = RanksAndFiles {
    ranks: [
        [18, 2, -24, -44, -60, -66, -70, -72],
        [-26, -10, 2, 12, 18, 18, 8, -8],
    ],
    files: [[12, 16, -8, -14], [-14, -4, 4, 8]],
}
.table();
