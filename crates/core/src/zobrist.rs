//! Zobrist keys: the exclusive-or of one random number for each feature of a position.

use crate::board::COLORS;
use crate::color::Color;
use crate::piece::PieceKind;
use crate::setup::Setup;
use crate::square::{File, Square};

/// The random numbers. They are not those of Polyglot books.
struct Keys {
    /// By color and kind, with 8 rows for each color, so that the index is a shift.
    pieces: [[u64; 64]; 16],
    /// By the square of a rook with the right to castle.
    castling: [u64; 64],
    /// By the file of a pawn that can be captured en passant.
    en_passant: [u64; 8],
    black_to_move: u64,
}

const KEYS_AT_COMPILE_TIME: Keys = {
    let mut seed = 0x706C_7977_6F6F_6421;
    let mut pieces = [[0; 64]; 16];
    let mut row = 0;
    while row < 16 {
        if row % 8 < 6 {
            pieces[row] = numbers(&mut seed);
        }
        row += 1;
    }
    Keys {
        pieces,
        castling: numbers(&mut seed),
        en_passant: numbers(&mut seed),
        black_to_move: next(&mut seed),
    }
};

static KEYS: Keys = KEYS_AT_COMPILE_TIME;

/// The key of the start position.
pub(crate) const START: u64 = {
    let keys = KEYS_AT_COMPILE_TIME;
    let sets = Setup::START.board.sets;
    let mut key = keys.castling[0] ^ keys.castling[7] ^ keys.castling[56] ^ keys.castling[63];
    let mut index = 0;
    while index < 12 {
        let (color, kind) = (index / 6, index % 6);
        let mut pieces = sets[kind] & sets[COLORS + color];
        while pieces != 0 {
            key ^= keys.pieces[color * 8 + kind][pieces.trailing_zeros() as usize];
            pieces &= pieces - 1;
        }
        index += 1;
    }
    key
};

const fn numbers<const N: usize>(seed: &mut u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut index = 0;
    while index < N {
        numbers[index] = next(seed);
        index += 1;
    }
    numbers
}

/// Returns the next number of splitmix64.
const fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mix(*seed)
}

/// Spreads every bit of a number over all bits. No two numbers give the same result.
#[inline]
pub(crate) const fn mix(number: u64) -> u64 {
    let mut mixed = number;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

#[inline(always)]
pub(crate) fn piece(color: Color, kind: PieceKind, square: Square) -> u64 {
    KEYS.pieces[color as usize * 8 + kind as usize][square as usize]
}

#[inline(always)]
pub(crate) fn castling(rook: Square) -> u64 {
    KEYS.castling[rook as usize]
}

#[inline(always)]
pub(crate) fn en_passant(file: File) -> u64 {
    KEYS.en_passant[file as usize]
}

#[inline(always)]
pub(crate) fn black_to_move() -> u64 {
    KEYS.black_to_move
}
