//! Tables: the attacks of kings, knights and pawns, and the lines of the board.

use crate::square::Square;

/// For each square the squares that a list of steps (files, ranks) leads to.
const fn leaps<const N: usize>(steps: [(i8, i8); N]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut from = 0;
    while from < 64 {
        let mut step = 0;
        while step < N {
            if let Some(to) = Square::ALL[from].step(steps[step].0, steps[step].1) {
                table[from] |= 1 << to as u8;
            }
            step += 1;
        }
        from += 1;
    }
    table
}

/// The squares that a knight attacks from each square.
pub(crate) static KNIGHT: [u64; 64] = leaps([
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
]);

/// The squares that a king attacks from each square.
pub(crate) static KING: [u64; 64] = leaps([
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
]);

/// The squares that a pawn attacks from each square, by color.
pub(crate) static PAWN: [[u64; 64]; 2] = [leaps([(-1, 1), (1, 1)]), leaps([(-1, -1), (1, -1)])];

/// The directions in which pieces slide; each pair is one line through the square.
const DIRECTIONS: [(i8, i8); 8] = [
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (-1, -1),
    (1, -1),
    (-1, 1),
];

/// Returns the squares from one square to the edge of the empty board in one direction.
const fn ray(from: usize, direction: (i8, i8)) -> u64 {
    let mut set = 0;
    let mut square = Square::ALL[from].step(direction.0, direction.1);
    while let Some(to) = square {
        set |= 1 << to as u8;
        square = to.step(direction.0, direction.1);
    }
    set
}

/// Returns the four lines through a square, without the square: rank, file, diagonal and antidiagonal.
pub(crate) const fn lines_through(from: usize) -> [u64; 4] {
    let mut lines = [0; 4];
    let mut direction = 0;
    while direction < 8 {
        lines[direction / 2] |= ray(from, DIRECTIONS[direction]);
        direction += 1;
    }
    lines
}

/// The squares strictly between two squares that share a line; empty for others.
pub(crate) static BETWEEN: [[u64; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = DIRECTIONS[direction];
            let mut passed = 0;
            let mut square = Square::ALL[from].step(files, ranks);
            while let Some(to) = square {
                table[from][to as usize] = passed;
                passed |= 1 << to as u8;
                square = to.step(files, ranks);
            }
            direction += 1;
        }
        from += 1;
    }
    table
};

/// The whole line through two squares that share one, from edge to edge; empty for others.
pub(crate) static LINE: [[u64; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let lines = lines_through(from);
        let mut line = 0;
        while line < 4 {
            let mut rest = lines[line];
            while rest != 0 {
                table[from][rest.trailing_zeros() as usize] = lines[line] | 1 << from;
                rest &= rest - 1;
            }
            line += 1;
        }
        from += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_lies_on_the_line() {
        for from in 0..64 {
            for to in 0..64 {
                assert_eq!(BETWEEN[from][to] & !LINE[from][to], 0);
                assert_eq!(LINE[from][to], LINE[to][from]);
                assert_eq!(BETWEEN[from][to], BETWEEN[to][from]);
            }
        }
        assert_eq!(BETWEEN[0][63].count_ones(), 6);
        assert_eq!(LINE[0][1], 0xFF);
    }
}
