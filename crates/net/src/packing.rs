//! [`unpacked`]: unpacks a built-in network file, which is half as long, and compresses to a fifth less.
//!
//! `build.rs` packs it: the line of text; a distance; and for each number its difference from the one at that distance before it, which in
//! the network for chess is the same weight of the previous zone. A difference is one byte, or 255 and two bytes; the lowest bit is the
//! sign.

/// Numbers from 255 on have two bytes after this one.
const LONG: u8 = 255;

/// Returns the file that was packed; anything else if nothing was.
pub(crate) fn unpacked(packed: &[u8]) -> Vec<u8> {
    let line = packed.iter().position(|byte| *byte == b'\n');
    let (line, rest) = packed.split_at(line.map_or(packed.len(), |end| end + 1));
    let (distance, codes) = rest.split_at(rest.len().min(4));
    let distance = distance.iter().rev();
    let distance = distance.fold(0, |number, byte| number << 8 | usize::from(*byte));
    let mut codes = codes.iter().copied();
    let mut numbers: Vec<u16> = Vec::with_capacity(packed.len());
    while let Some(first) = codes.next() {
        let mut next = || codes.next().unwrap_or_default();
        let code = match first {
            LONG => u16::from_le_bytes([next(), next()]),
            short => u16::from(short),
        };
        let difference = code >> 1 ^ (code & 1).wrapping_neg();
        let before = numbers
            .len()
            .checked_sub(distance)
            .and_then(|at| numbers.get(at));
        numbers.push(before.copied().unwrap_or_default().wrapping_add(difference));
    }
    let numbers = numbers.into_iter().flat_map(u16::to_le_bytes);
    line.iter().copied().chain(numbers).collect()
}
