//! The checksum at the end of a Syzygy file.
//!
//! A file is hashed in pieces of 16 MiB, which gives 32 bytes for each. These bytes are hashed again, and the 16 bytes of that hash end the
//! file. Both hashes are those of `CityHash` 1.0.3 by Geoff Pike and Jyrki Alakuijala, Copyright (c) 2011 Google, Inc., MIT license. Later
//! versions of `CityHash` give other values.
#![expect(
    clippy::many_single_char_names,
    reason = "the letters are those of the published algorithm"
)]

use core::num::Wrapping;

/// Numbers are added and multiplied modulo 2^64.
type Word = Wrapping<u64>;

/// The number of bytes hashed together.
pub(crate) const PIECE: usize = 1 << 24;

/// The number of bytes of a checksum.
pub(crate) const CHECKSUM: u64 = 16;

/// Shorter pieces are padded with zeros.
const SHORTEST: usize = 240;

/// The multipliers of the algorithm.
const K: [Word; 4] = [
    Wrapping(0xC3A5_C85C_97CB_3127),
    Wrapping(0xB492_B66F_BE98_F273),
    Wrapping(0x9DDF_EA08_EB38_2D69),
    Wrapping(0xC949_D7C7_509E_6557),
];

/// A running checksum.
#[derive(Debug, Clone, Default)]
pub(crate) struct Checksum {
    hashes: Vec<u8>,
}

impl Checksum {
    /// Adds the next piece: [`PIECE`] bytes, or fewer if it is the last one.
    pub(crate) fn add(&mut self, piece: &[u8]) {
        for word in hash_of_piece(piece) {
            self.hashes.extend(word.0.to_le_bytes());
        }
    }

    /// Returns the checksum in the form of a file.
    pub(crate) fn finish(&self) -> [u8; CHECKSUM as usize] {
        let hashes = self.hashes.as_slice();
        let (low, high) = match hashes.len() {
            0..16 => (Wrapping(0), Wrapping(0)),
            16..=900 => {
                let seeds = (word(hashes, 0) ^ K[3], word(hashes, 8));
                match &hashes[16..] {
                    rest if rest.len() < 128 => short_hash(rest, seeds),
                    rest => long_hash(rest, seeds),
                }
            }
            _ => {
                let [_, _, low, high] = hash_of_piece(hashes);
                (low, high)
            }
        };
        let bits = u128::from(low.0) | u128::from(high.0) << 64;
        bits.to_le_bytes()
    }
}

/// Returns a hash of 32 bytes.
fn hash_of_piece(bytes: &[u8]) -> [Word; 4] {
    if bytes.len() >= SHORTEST {
        return hash_with_seed(bytes, 0);
    }
    let mut filled = [0; SHORTEST];
    filled[..bytes.len()].copy_from_slice(bytes);
    hash_with_seed(&filled, !(bytes.len() as u32))
}

fn hash_with_seed(bytes: &[u8], seed: u32) -> [Word; 4] {
    let length = Wrapping(bytes.len() as u64);
    let first = mix(word(bytes, 96) + K[0], length);
    let second = word(bytes, 120) * K[0] + length;
    let mut lanes = [
        word(bytes, 56) + K[0],
        word(bytes, 96) + K[0],
        first,
        second,
        word(bytes, 184) + Wrapping(u64::from(seed)),
        first + second,
    ];
    let mut sums = [seed, 0, 0, 0, 0];
    let (chunks, rest) = bytes.as_chunks::<40>();
    let paired = bytes.len() / SHORTEST * 6;
    for (at, chunk) in chunks.iter().enumerate() {
        let is_plain = at < paired && at % 2 == 0;
        add_chunk(&mut lanes, &mut sums, chunk, is_plain);
    }
    if let (false, Some(chunk)) = (rest.is_empty(), bytes.last_chunk()) {
        add_chunk(&mut lanes, &mut sums, chunk, false);
    }
    finish_piece(lanes, sums, [first, second])
}

/// Adds forty bytes.
fn add_chunk(lanes: &mut [Word; 6], sums: &mut [u32; 5], chunk: &[u8; 40], is_plain: bool) {
    let first = lanes[0];
    for (at, turn) in [41, 27, 41, 33, 25].into_iter().enumerate() {
        let next = lanes[at + 1];
        let turned = if is_plain {
            rotate(next, turn ^ 1)
        } else {
            rotate(next, turn) * K[0]
        };
        lanes[at] = turned + word(chunk, 8 * at);
        sums[at] = crc32c(sums[at], lanes[at].0);
    }
    lanes[5] = first;
}

fn finish_piece(lanes: [Word; 6], sums: [u32; 5], start: [Word; 2]) -> [Word; 4] {
    let [a, b, c, d, e, t] = lanes;
    let [f, g, h, i, j] = sums.map(|sum| Wrapping(u64::from(sum)));
    let j = j + (i << 32);
    let a = mix(a, j);
    let h = h + (g << 32);
    let b = b + h;
    let c = mix(c, f) + i;
    let d = mix(d, e + start[0]);
    let j = j + e;
    let i = i + mix(h, t);
    let e = mix(a, d) + j;
    let f = mix(b, c) + a;
    let g = mix(j, i) + c;
    let first = e + f + g + h;
    let a = fold((a + g) * K[0]) * K[0] + b;
    let second = start[1] + a + first;
    let a = fold(a * K[0]) * K[0] + c;
    let third = a + second;
    let a = fold((a + e) * K[0]) * K[0];
    [first, second, third, a + third]
}

/// Returns a hash of 16 bytes for 16 to 127 bytes, a multiple of 16.
fn short_hash(bytes: &[u8], (mut a, mut b): (Word, Word)) -> (Word, Word) {
    let length = Wrapping(bytes.len() as u64);
    let last = word(bytes, bytes.len() - 8);
    let before_last = word(bytes, bytes.len() - 16);
    let (mut c, mut d);
    if bytes.len() == 16 {
        a = fold(a * K[1]) * K[1];
        c = b * K[1] + (mix(before_last, rotate(last + length, 16)) ^ last);
        d = fold(a + before_last);
    } else {
        c = mix(last + K[1], a);
        d = mix(b + length, c + before_last);
        a += d;
        // The last sixteen bytes have been counted already.
        for chunk in bytes[..bytes.len() - 16].as_chunks::<16>().0 {
            a = (a ^ (fold(word(chunk, 0) * K[1]) * K[1])) * K[1];
            b ^= a;
            c = (c ^ (fold(word(chunk, 8) * K[1]) * K[1])) * K[1];
            d ^= c;
        }
    }
    let (a, b) = (mix(a, c), mix(d, b));
    (a ^ b, mix(b, a))
}

/// Returns a hash of 16 bytes for 128 bytes or more, a multiple of 16.
fn long_hash(bytes: &[u8], (mut x, mut y): (Word, Word)) -> (Word, Word) {
    let mut z = Wrapping(bytes.len() as u64) * K[1];
    let mut v = (rotate(y ^ K[1], 49) * K[1] + word(bytes, 0), Wrapping(0));
    v.1 = rotate(v.0, 42) * K[1] + word(bytes, 8);
    let mut w = (
        rotate(y + z, 35) * K[1] + x,
        rotate(x + word(bytes, 88), 53) * K[1],
    );
    let (pairs, rest) = bytes.as_chunks::<128>();
    for chunk in pairs.iter().flat_map(|pair| pair.as_chunks::<64>().0) {
        x = rotate(x + y + v.0 + word(chunk, 8), 37) * K[1];
        y = rotate(y + v.1 + word(chunk, 48), 42) * K[1];
        x ^= w.1;
        y += v.0 + word(chunk, 40);
        z = rotate(z + w.0, 33) * K[1];
        v = weak_hash(chunk, (v.1 * K[1], x + w.0));
        w = weak_hash(&chunk[32..], (z + w.1, y + word(chunk, 16)));
        (z, x) = (x, z);
    }
    x += rotate(v.0 + z, 49) * K[0];
    z += rotate(w.0, 37) * K[0];
    // From the end backwards; the last of these chunks may begin before the rest does.
    let mut end = bytes.len();
    while end > bytes.len() - rest.len() {
        let chunk = &bytes[end - 32..end];
        y = rotate(x + y, 42) * K[0] + v.1;
        w.0 += word(chunk, 16);
        x = x * K[0] + w.0;
        z += w.1 + word(chunk, 0);
        w.1 += v.0;
        v = weak_hash(chunk, (v.0 + z, v.1));
        end -= 32;
    }
    let x = mix(x, v.0);
    let y = mix(y + z, w.0);
    (mix(x + v.1, w.1) + y, mix(x + w.1, y + v.1))
}

fn weak_hash(bytes: &[u8], (a, b): (Word, Word)) -> (Word, Word) {
    let [first, second, third, last] = [0, 8, 16, 24].map(|at| word(bytes, at));
    let a = a + first;
    let sum = a + second + third;
    (sum + last, rotate(b + a + last, 21) + rotate(sum, 44) + a)
}

/// Mixes two words into one.
fn mix(first: Word, second: Word) -> Word {
    let a = fold((first ^ second) * K[2]);
    fold((second ^ a) * K[2]) * K[2]
}

fn fold(word: Word) -> Word {
    word ^ (word >> 47)
}

const fn rotate(word: Word, count: u32) -> Word {
    Wrapping(word.0.rotate_right(count))
}

/// Eight bytes as a number.
fn word(bytes: &[u8], at: usize) -> Word {
    let mut eight = [0; 8];
    eight.copy_from_slice(&bytes[at..at + 8]);
    Wrapping(u64::from_le_bytes(eight))
}

/// Continues a CRC-32C by eight bytes, without the inversion before and after.
fn crc32c(sum: u32, word: u64) -> u32 {
    let bytes = (word ^ u64::from(sum)).to_le_bytes();
    let parts = CRC_TABLES.iter().rev().zip(bytes);
    parts.fold(0, |sum, (table, byte)| sum ^ table[usize::from(byte)])
}

/// `CRC_TABLES[n][byte]` is the CRC-32C of a byte that `n` bytes of zeros follow.
static CRC_TABLES: [[u32; 256]; 8] = {
    const POLYNOMIAL: u32 = 0x82F6_3B78;
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut sum = byte as u32;
        let mut bits = 0;
        while bits < 64 {
            sum = sum >> 1 ^ if sum & 1 == 1 { POLYNOMIAL } else { 0 };
            bits += 1;
            if bits % 8 == 0 {
                tables[bits / 8 - 1][byte] = sum;
            }
        }
        byte += 1;
    }
    tables
};

#[cfg(test)]
mod tests {
    use super::{Checksum, crc32c};

    /// Returns the checksum of some bytes, hashed in pieces of a size.
    fn checksum(length: usize, piece: usize) -> [u64; 2] {
        let bytes: Vec<u8> = (0..length)
            .map(|at| ((at * at * 7 + at * 13 + 5) >> 3) as u8)
            .collect();
        let mut checksum = Checksum::default();
        for piece in bytes.chunks(piece) {
            checksum.add(piece);
        }
        let sum = u128::from_le_bytes(checksum.finish());
        [sum as u64, (sum >> 64) as u64]
    }

    /// Computed by a second program, whose results are right for all files of up to four men.
    #[test]
    fn checksums_are_those_of_the_format() {
        let cases = [
            (64, 64, [0x1685_4393_8B7E_5E72, 0x1B2B_28D8_BB88_8A70]),
            (192, 192, [0x984A_0532_C0EE_454C, 0xB813_7CB1_B99B_07C4]),
            (256, 256, [0x6F7A_7830_D518_0CBC, 0xBF8A_9637_3137_A4BF]),
            (640, 640, [0x2953_5E93_9A1B_F27A, 0x39E9_137D_4DDA_41AF]),
            (1024, 1024, [0xA7C1_F356_B2B5_C30E, 0x600D_C318_5A55_19A1]),
            // Two pieces, twenty and thirty-two: the last hash changes its method with their number.
            (1024, 512, [0x9A46_7096_D505_5F9A, 0xA950_B430_68BD_9C93]),
            (1280, 64, [0xEBB0_011C_9038_04BA, 0x9C5B_B220_6A01_B2C5]),
            (4096, 128, [0xFAD8_9E3C_6EFF_98C4, 0x692B_0951_3B46_FE52]),
        ];
        for (length, piece, expected) in cases {
            assert_eq!(checksum(length, piece), expected, "{length} bytes");
        }
    }

    #[test]
    fn crc32c_is_that_of_the_standard() {
        // The check value of CRC-32C is that of "123456789"; its first eight bytes alone give 0x6087809a.
        let word = u64::from_le_bytes(*b"12345678");
        assert_eq!(!crc32c(!0, word), 0x6087_809A);
    }
}
