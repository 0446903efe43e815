//! Writes the board field of a FEN, square by square or rank by rank.

use crate::board::Board;
use crate::cpu::Cpu;
use crate::fen::line::Line;
use crate::square::{File, Rank, Square};

/// Adds the board field.
#[inline(always)]
pub(crate) fn push_board<M: Cpu>(line: &mut Line, board: &Board) {
    if M::GATHERS {
        push_ranks::<M>(line, board);
    } else {
        push_squares(line, board);
    }
}

fn push_squares(line: &mut Line, board: &Board) {
    for rank in Rank::ALL.into_iter().rev() {
        if rank != Rank::Eight {
            line.push(b'/');
        }
        let mut empty = 0;
        for file in File::ALL {
            if let Some(piece) = board.piece_at(Square::new(file, rank)) {
                if empty > 0 {
                    line.push(b'0' + empty);
                }
                empty = 0;
                line.push(piece.letter() as u8);
            } else {
                empty += 1;
            }
        }
        if empty > 0 {
            line.push(b'0' + empty);
        }
    }
}

/// The text of a rank with a set of occupied files: the digits, and masks for the letters between them.
#[derive(Clone, Copy)]
struct Pattern {
    digits: u64,
    letters: u64,
    length: usize,
}

static PATTERNS: [Pattern; 256] = {
    let mut patterns = [Pattern {
        digits: 0,
        letters: 0,
        length: 0,
    }; 256];
    let mut occupied = 0;
    while occupied < 256 {
        patterns[occupied] = pattern(occupied);
        occupied += 1;
    }
    patterns
};

const fn pattern(occupied: usize) -> Pattern {
    let (mut file, mut empty, mut length) = (0, 0, 0);
    let (mut digits, mut letters) = (0, 0);
    while file <= 8 {
        let is_piece = file < 8 && occupied >> file & 1 != 0;
        if (is_piece || file == 8) && empty > 0 {
            digits |= (b'0' as u64 + empty) << (8 * length);
            length += 1;
            empty = 0;
        }
        if is_piece {
            letters |= 0xFF << (8 * length);
            length += 1;
        } else {
            empty += 1;
        }
        file += 1;
    }
    Pattern {
        digits,
        letters,
        length,
    }
}

/// Writes without a branch: builds the bits of eight letters from the sets of squares, moves the
/// letters together, and spreads them between the digits. Four times as fast.
#[inline(always)]
fn push_ranks<M: Cpu>(line: &mut Line, board: &Board) {
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    let [pawns, knights, bishops, rooks, queens, kings, white, black] = board.sets;
    // In ASCII p is 1110000, n 1101110, b 1100010, r 1110010, q 1110001, k 1101011;
    // capitals lack the sixth bit.
    let bits = [
        queens | kings,
        knights | bishops | rooks | kings,
        knights,
        knights | kings,
        pawns | rooks | queens,
        black,
        white | black,
    ];
    for row in (0..8).rev() {
        let mut letters = 0;
        for (place, set) in bits.iter().enumerate() {
            letters |= M::scatter(set >> (8 * row), LOWEST << place);
        }
        let occupied = (white | black) >> (8 * row) & 0xFF;
        let pattern = PATTERNS[occupied as usize];
        let whole = M::scatter(occupied, LOWEST) * 0xFF;
        let text = pattern.digits | M::scatter(M::gather(letters, whole), pattern.letters);
        line.push_eight(text, pattern.length);
        if row > 0 {
            line.push(b'/');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Portable;
    use crate::setup::Setup;

    #[test]
    fn ranks_are_written_as_their_squares_are() {
        let crowded = "r1bqk1nr/p1p1pp1p/1n6/8/PpPpPpPp/7B/2Q5/R3K2R b KQkq - 0 1";
        for setup in [Setup::START, Setup::EMPTY, crowded.parse().unwrap()] {
            let (mut squares, mut ranks) = (Line::new(), Line::new());
            push_squares(&mut squares, &setup.board);
            push_ranks::<Portable>(&mut ranks, &setup.board);
            assert_eq!(ranks.as_str(), squares.as_str());
        }
    }
}
