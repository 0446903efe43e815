//! The numbers of squares, and of sets of squares, by which tables count positions.
//!
//! A table stores every position only once among its mirror images. Without pawns the first man stands
//! in the triangle a1-d1-d4, with pawns the first pawn stands on the files a to d. The functions here
//! number what remains. All squares are numbers from 0 (a1) to 63 (h8).

/// The squares of the triangle a1-d1-d4: those below the diagonal first.
const TRIANGLE: [u8; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];

/// The number of ways to place two kings, the first in the triangle, that do not touch.
pub(crate) const KING_PAIRS: u64 = 462;

/// The number of ways to place three different men, the first in the triangle.
pub(crate) const TRIPLES: u64 = 31_332;

pub(crate) const fn file(square: u8) -> u8 {
    square & 7
}

pub(crate) const fn rank(square: u8) -> u8 {
    square >> 3
}

/// Exchanges file and rank: the mirror image in the diagonal a1-h8.
pub(crate) const fn transpose(square: u8) -> u8 {
    file(square) << 3 | rank(square)
}

/// How far a square is above the diagonal a1-h8; negative below it.
pub(crate) const fn above_diagonal(square: u8) -> i8 {
    rank(square) as i8 - file(square) as i8
}

/// The number of a square in the triangle.
pub(crate) const fn triangle(square: u8) -> u64 {
    TRIANGLE_NUMBERS[square as usize] as u64
}

/// The number of a square among the 28 below the diagonal, rank by rank.
pub(crate) const fn below_diagonal(square: u8) -> u64 {
    let (file, rank) = (file(square) as u64, rank(square) as u64);
    // The ranks before have 7, 6, 5… squares below the diagonal.
    let before = rank * (15 - rank) / 2;
    before + file - rank - 1
}

/// The number of a pair of kings, the first in the triangle; `None` if they touch.
pub(crate) const fn king_pair(first: u8, second: u8) -> Option<u64> {
    match KING_PAIR_NUMBERS[triangle(first) as usize][second as usize] {
        u16::MAX => None,
        number => Some(number as u64),
    }
}

/// The number of a pawn's square: a2 is 47, h2 46, a3 45… files from the edge to the center. The pawn
/// with the highest number leads.
pub(crate) const fn pawn(square: u8) -> u8 {
    let (file, rank) = (file(square), rank(square));
    let from_edge = if file < 4 { file } else { 7 - file };
    48 - 12 * from_edge - 2 * (rank - 1) - if file < 4 { 1 } else { 2 }
}

/// The number of ways to choose `count` squares of `of`.
pub(crate) const fn choose(count: usize, of: u64) -> u64 {
    BINOMIALS[count][of as usize] as u64
}

/// The number of placements of `pawns` pawns whose leader stands on a file from a to d.
pub(crate) const fn leading_pawns(pawns: usize, file: u8) -> u64 {
    pawns_before(pawns, file, 7)
}

/// The number of placements of pawns whose leader stands on that file and before that rank (1 to 7, as
/// counted from zero).
pub(crate) const fn pawns_before(pawns: usize, file: u8, rank: u8) -> u64 {
    let mut sum = 0;
    let mut before = 1;
    while before < rank {
        // The other pawns have lower numbers than the leader.
        sum += choose(pawns - 1, pawn(before << 3 | file) as u64);
        before += 1;
    }
    sum
}

/// `BINOMIALS[k][n]` is the number of ways to choose k of n; seven men have at most five alike.
static BINOMIALS: [[u32; 64]; 7] = {
    let mut table = [[0; 64]; 7];
    let mut of = 0;
    while of < 64 {
        table[0][of] = 1;
        let mut count = 1;
        while count < 7 && of > 0 {
            table[count][of] = table[count][of - 1] + table[count - 1][of - 1];
            count += 1;
        }
        of += 1;
    }
    table
};

static TRIANGLE_NUMBERS: [u8; 64] = {
    let mut numbers = [0; 64];
    let mut number = 0;
    while number < TRIANGLE.len() {
        numbers[TRIANGLE[number] as usize] = number as u8;
        number += 1;
    }
    numbers
};

/// Pairs of kings that both stand on the diagonal have the last numbers.
static KING_PAIR_NUMBERS: [[u16; 64]; 10] = {
    let mut numbers = [[u16::MAX; 64]; 10];
    let mut next = 0;
    let mut both_on_diagonal = 0;
    while both_on_diagonal < 2 {
        let mut number = 0;
        while number < TRIANGLE.len() {
            let first = TRIANGLE[number];
            let mut second = 0;
            while second < 64 {
                let first_on = above_diagonal(first) == 0;
                let second_on = above_diagonal(second) == 0;
                let is_mirrored = first_on && above_diagonal(second) > 0;
                let is_turn = (first_on && second_on) == (both_on_diagonal == 1);
                if is_turn && !is_mirrored && !touch(first, second) {
                    numbers[number][second as usize] = next;
                    next += 1;
                }
                second += 1;
            }
            number += 1;
        }
        both_on_diagonal += 1;
    }
    assert!(next as u64 == KING_PAIRS);
    numbers
};

const fn touch(a: u8, b: u8) -> bool {
    file(a).abs_diff(file(b)) <= 1 && rank(a).abs_diff(rank(b)) <= 1
}

#[cfg(test)]
mod tests {
    use super::{below_diagonal, choose, king_pair, leading_pawns, pawn};

    #[test]
    fn numbers_are_those_of_the_format() {
        assert_eq!(
            [1, 7, 10, 15, 63 - 8].map(below_diagonal),
            [0, 6, 7, 12, 27]
        );
        assert_eq!(
            [8, 15, 16, 9, 11, 12, 51, 52].map(pawn),
            [47, 46, 45, 35, 11, 10, 1, 0]
        );
        assert_eq!(king_pair(1, 3), Some(0));
        assert_eq!(king_pair(1, 63), Some(57));
        assert_eq!(king_pair(1, 0), None);
        assert_eq!(choose(2, 48), 48 * 47 / 2);
        // Without other pawns there are six squares on each file.
        assert_eq!((0..4).map(|file| leading_pawns(1, file)).sum::<u64>(), 24);
        // Each pair of pawns once, up to reflection: for every leader the pawns with lower numbers.
        let pairs: u64 = (0..4).map(|file| leading_pawns(2, file)).sum();
        assert_eq!(pairs, (0..24).map(|leader| 2 * leader + 1).sum::<u64>());
    }
}
