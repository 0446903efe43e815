//! The attacks of bishops and rooks, by two methods with the same interface.
//!
//! [`hyperbola`] needs only small tables and runs on every processor. Subtracting a slider from the blockers of its line flips
//! every bit up to the first blocker ("hyperbola quintessence", o ^ (o - 2r)).
//! [`extracted`] gathers the blockers into a table index with one PEXT instruction; it is faster
//! where the processor has it (Intel since 2013, AMD since Zen 3).

use crate::lines::lines_through;

/// The indices of the lines through a square; the rank is the first.
const FILE: usize = 1;
const DIAGONAL: usize = 2;
const ANTIDIAGONAL: usize = 3;

/// The four lines through each square, without the square.
static LINES: [[u64; 4]; 64] = {
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = lines_through(square);
        square += 1;
    }
    table
};

/// The attacks of a slider along its rank, by its file and the six inner squares of the rank.
static RANK_REACH: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = inner << 1;
            let mut reach = 0;
            let mut to = file;
            while to < 7 {
                to += 1;
                reach |= 1 << to;
                if occupied >> to & 1 != 0 {
                    break;
                }
            }
            to = file;
            while to > 0 {
                to -= 1;
                reach |= 1 << to;
                if occupied >> to & 1 != 0 {
                    break;
                }
            }
            table[file][inner] = reach;
            inner += 1;
        }
        file += 1;
    }
    table
};

/// Sliding by arithmetic on whole lines.
pub(crate) mod hyperbola {
    use super::{ANTIDIAGONAL, DIAGONAL, FILE, LINES, RANK_REACH};

    /// Returns both directions of a line in which every rank holds at most one square.
    #[inline(always)]
    const fn along(square: usize, line: u64, occupied: u64) -> u64 {
        let slider = 1_u64 << square;
        let blockers = occupied & line;
        let upward = blockers.wrapping_sub(slider);
        let downward = blockers
            .swap_bytes()
            .wrapping_sub(slider.swap_bytes())
            .swap_bytes();
        (upward ^ downward) & line
    }

    #[inline(always)]
    pub(crate) const fn bishop(square: usize, occupied: u64) -> u64 {
        let lines = &LINES[square & 63];
        along(square, lines[DIAGONAL], occupied) | along(square, lines[ANTIDIAGONAL], occupied)
    }

    #[inline(always)]
    pub(crate) const fn rook(square: usize, occupied: u64) -> u64 {
        let rank = square & 56;
        let inner = occupied >> (rank + 1) & 63;
        let along_rank = (RANK_REACH[square & 7][inner as usize] as u64) << rank;
        along_rank | along(square, LINES[square & 63][FILE], occupied)
    }
}

/// Sliding by table, the index taken with PEXT.
#[cfg(all(target_arch = "x86_64", any(feature = "std", target_feature = "bmi2")))]
pub(crate) mod extracted {
    use super::{ANTIDIAGONAL, DIAGONAL, FILE, LINES, hyperbola};

    const RANK: usize = 0;

    /// The squares whose occupation matters to one slider, and where its answers begin. There is one answer for each set of
    /// these squares, in the order in which PEXT numbers the sets.
    #[derive(Clone, Copy)]
    pub(crate) struct Slice {
        pub(crate) relevant: u64,
        pub(crate) start: u32,
    }

    /// The number of answers for all sliders on all squares.
    const ANSWERS: usize = 5_248 + 102_400;

    pub(crate) static BISHOP: [Slice; 64] = slices(0, DIAGONAL, ANTIDIAGONAL);
    pub(crate) static ROOK: [Slice; 64] = slices(5_248, RANK, FILE);

    /// Returns the squares of a line except its ends, which never hide anything.
    const fn inner(square: usize, line: usize) -> u64 {
        const EDGE_RANKS: u64 = 0xFF00_0000_0000_00FF;
        const EDGE_FILES: u64 = 0x8181_8181_8181_8181;
        let edge = match line {
            RANK => EDGE_FILES,
            FILE => EDGE_RANKS,
            _ => EDGE_RANKS | EDGE_FILES,
        };
        LINES[square][line] & !edge
    }

    const fn slices(mut start: u32, line: usize, other: usize) -> [Slice; 64] {
        let mut slices = [Slice {
            relevant: 0,
            start: 0,
        }; 64];
        let mut square = 0;
        while square < 64 {
            let relevant = inner(square, line) | inner(square, other);
            slices[square] = Slice { relevant, start };
            start += 1 << relevant.count_ones();
            square += 1;
        }
        slices
    }

    /// Every slice lies within the table, so that looking up an answer needs no check.
    const _: () = {
        let mut square = 0;
        while square < 64 {
            let (bishop, rook) = (BISHOP[square], ROOK[square]);
            assert!(bishop.start as usize + (1 << bishop.relevant.count_ones()) <= ANSWERS);
            assert!(rook.start as usize + (1 << rook.relevant.count_ones()) <= ANSWERS);
            square += 1;
        }
    };

    /// All answers, computed at compile time.
    pub(crate) static REACH: [u64; ANSWERS] = {
        let mut table = [0; ANSWERS];
        let mut square = 0;
        while square < 64 {
            let mut occupied = 0_u64;
            let mut index = BISHOP[square].start as usize;
            loop {
                table[index] = hyperbola::bishop(square, occupied);
                index += 1;
                // The next subset in the order in which PEXT numbers them.
                occupied = occupied.wrapping_sub(BISHOP[square].relevant) & BISHOP[square].relevant;
                if occupied == 0 {
                    break;
                }
            }
            index = ROOK[square].start as usize;
            loop {
                table[index] = hyperbola::rook(square, occupied);
                index += 1;
                occupied = occupied.wrapping_sub(ROOK[square].relevant) & ROOK[square].relevant;
                if occupied == 0 {
                    break;
                }
            }
            square += 1;
        }
        table
    };
}
